"""`tafelwerk skat null`: hands whose Null no distribution of the other cards beats."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.skat.bidding import cards_named
from tafelwerk.commands.skat.showing import drawn
from tafelwerk.commands.skat.words import app
from tafelwerk.rules.skat.cards import card_name, cards_text, read_card
from tafelwerk.rules.skat.null_suits import HAND_CARDS
from tafelwerk.rules.skat.words import number_text, percent, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.null_hands import DEFENDER, NullHand, NullHands, NullLead

PLACES = 4
"""Decimals of a share in percent."""


@app.command()
@asks
def null(
    ask: Ask,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar='"S7 S8 ..."', help="The ten cards, in any order. Default: all hands, counted."),
    ] = None,
) -> Text:
    """How many hands win Null against every distribution of the other 22 cards, or whether a given hand does.

    The defenders may see all cards, so the answer is the same for Null Ouvert. The 22 cards lie in any way with the defenders,
    ten each, and in the Skat. For a hand that can be beaten the answer has a deal in which the defenders win.

    Example: tafelwerk skat null

    Example: tafelwerk skat null --hand "C7 C8 C9 S7 S9 SJ H7 H9 D7 D9"

    Example: tafelwerk skat null --hand "C7 C9 CJ S7 S9 SJ H7 H8 HT D8" --json
    """
    if hand is None:
        counted = ask(questions.null)
        assert isinstance(counted, NullHands)
        return lambda: _counts(counted)
    found = ask(questions.null, cards_text(cards_named("--hand", hand, HAND_CARDS)))
    assert isinstance(found, NullHand)
    return lambda: _judged(found)


def _leader(leader: str) -> str:
    if leader == DEFENDER:
        return worded("a defender", "ein Gegenspieler")
    return worded("the declarer", "der Alleinspieler")


def _counts(found: NullHands) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    totals = [
        Column(worded("who leads", "Ausspiel"), [_leader(one.leader) for one in found.leads]),
        Column(worded("unbeatable hands", "unschlagbare Blätter"), [one.unbeatable for one in found.leads]),
        Column(term("share"), [percent(one.share, PLACES) for one in found.leads]),
    ]
    rows = found.lengths
    lengths = [
        Column(worded("suits", "Farben"), [" ".join(map(str, row.lengths)) for row in rows]),
        Column(worded("hands", "Blätter"), [row.hands for row in rows]),
        Column(worded("a defender leads", "Gegenspieler spielt aus"), [row.defender for row in rows]),
        Column(worded("the declarer leads", "Alleinspieler spielt aus"), [row.declarer for row in rows]),
    ]
    hands = number_text(found.hands)
    below = worded(
        f"Of {hands} hands, these win Null against every distribution of the other 22 cards, even with all cards open. Below:"
        " the same by the lengths of the suits.",
        f"Von {hands} Blättern gewinnen diese den Null gegen jede Verteilung der anderen 22 Karten, auch bei offenen Karten."
        " Darunter dasselbe nach den Längen der Farben.",
    )
    width = console().width
    return Group(fitted(totals, width), "", Line(below), "", fitted(lengths, width))


def _judged(found: NullHand) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    names = list(found.suits)
    kinds = [_kind(suit.cards, safe=suit.safe, opens=suit.opens) for suit in found.suits.values()]
    columns = [
        Column(worded("suit", "Farbe"), [term(name) for name in names]),
        Column(
            worded("cards", "Karten"),
            [drawn([read_card(card) for card in suit.cards]) for suit in found.suits.values()],
        ),
        Column("", kinds),
    ]
    return Group(fitted(columns, console().width), "", *(Line(text) for one in found.leads for text in _lines(one)))


def _kind(cards: list[str], *, safe: bool, opens: bool) -> str:
    if not cards:
        return worded("void", "blank")
    if not safe:
        return worded("not safe", "nicht sicher")
    return worded("safe, may be led", "sicher, zum Ausspielen") if opens else worded("safe", "sicher")


def _lines(one: NullLead) -> list[str]:
    leader = _leader(one.leader)
    if one.unbeatable:
        lead = f" ({card_name(read_card(one.lead))})" if one.lead else ""
        return [
            worded(
                f"If {leader} leads{lead}: no distribution beats this Null.",
                f"Wenn {leader} ausspielt{lead}: Keine Verteilung schlägt diesen Null.",
            )
        ]
    line = f'tafelwerk skat explain --deal "{one.deal}" --game null --declarer {one.declarer}'
    return [
        worded(f"If {leader} leads: beaten, for example in", f"Wenn {leader} ausspielt: zu schlagen, etwa mit"),
        f"  {line}",
    ]
