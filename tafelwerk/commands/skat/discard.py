"""`tafelwerk skat discard`: what to lay away of twelve cards and to announce."""

from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.skat.bid import FOREHAND, PositionOption, cards_named, position_named
from tafelwerk.commands.skat.words import SeedOption, app, contract_of, game_named, named, share
from tafelwerk.commands.wording import counted
from tafelwerk.rules.skat.cards import Game, cards_text, read_card
from tafelwerk.rules.skat.limits import MOST_WAYS, MOST_WORLDS
from tafelwerk.rules.skat.scoring import BIDS, check_bid, game_value
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Discard
from tafelwerk.tables.skat.questions import DEALS, SHOWN

_GAME = typer.Option("--game", metavar="GAME", help="Only this game: clubs, spades, hearts, diamonds, grand or null.")


@dataclass
class AskCompute(Ask):
    """Without --keep: no table holds discards."""

    keep: bool = field(default=False, init=False)


@app.command()
@asks
def discard(
    cards: Annotated[
        str, typer.Option("--cards", metavar='"CJ ..."', help="The twelve cards, hand and Skat, in any order.")
    ],
    ask: AskCompute,
    position: PositionOption = FOREHAND,
    bid: Annotated[
        int, typer.Option("--bid", min=BIDS[0], max=BIDS[-1], metavar="BID", help="The bid that was made or held.")
    ] = BIDS[0],
    game: Annotated[str | None, _GAME] = None,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            min=0,
            max=MOST_WORLDS,
            metavar="N",
            help="Sampled deals used to compare the best discards; 0 uses the hand model only.",
        ),
    ] = DEALS,
    seed: SeedOption = 0,
    count: Annotated[
        int,
        typer.Option(
            "--count", min=1, max=MOST_WAYS, metavar="N", help="Number of ways to discard and announce shown."
        ),
    ] = SHOWN,
) -> Text:
    """Which two of twelve cards to lay away and what to announce, by the tournament points expected.

    All 66 ways to discard are tried for each game by their chances from the cards' features; the best are then solved in a
    number of deals with all cards open, and both together make the chance against players who see only their own cards.

    Example: tafelwerk skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"

    Example: tafelwerk skat discard --cards "HJ DJ CA CK C9 C8 C7 SA ST H9 | D8 D7" --position rearhand --bid 30 --json
    """
    given, seat = cards_named("--cards", cards, 12), position_named(position)
    named("--bid", bid, check_bid)
    chosen = None if game is None else game_named(game).value
    found = ask(questions.discard, cards_text(given), seat.word, bid, chosen, worlds, seed, count)
    return lambda: _layout(found, given)


def _layout(found: Discard, cards: int) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.round_view import contract_text
    from tafelwerk.commands.skat.table import drawn, drawn_hand

    rows = found.candidates
    heading = Text(f"{found.position:<11}", "bold").append_text(drawn_hand(cards, Game(found.game)))
    right = [Text(f"{one.expected:+.0f}", justify="right") for one in rows]
    columns = [
        Column("lay away", [drawn([read_card(card) for card in one.skat]) for one in rows]),
        Column("announce", [contract_text(contract_of(one.contract)) for one in rows]),
        Column("chance", [share(one.chance) for one in rows]),
        Column("value", [one.value for one in rows], goes=1),
        Column("points expected", right, short="points", goes=2),
    ]
    if any(one.worlds for one in rows):
        solved = [f"{one.wins} of {one.worlds}" if one.worlds else "" for one in rows]
        columns.append(Column("deals won with open cards", solved, short="deals won", goes=3))
    said = [Text(line, "bold") for line in _sentences(found, cards)]
    below = (
        "Chance: with hidden cards. With all cards open the defenders see them all and win more often."
        " Points are those a tournament counts."
    )
    return Group(heading, "", *said, "", fitted(columns, console().width), "", Text(below))


def _sentences(found: Discard, cards: int) -> list[str]:
    """What to do, in words, and what the bid makes of it."""
    from tafelwerk.commands.skat.round_view import contract_text, names_of, warning_text

    contract = contract_of(found.contract)
    laid = names_of([read_card(card) for card in found.skat])
    lines = [f"Lay away {laid} and announce {contract_text(contract)}."]
    if found.needs is None:
        # the least bad is lost like all that may be announced
        lines.append(
            f"Overbid: it is worth {game_value(contract, cards)}, {found.bid} was bid, and not even Schwarz makes up "
            f"for that. It is lost however it is played and counts {counted(2 * found.value, 'point')} against you."
        )
    elif warning := warning_text(contract, cards, found.bid):
        lines.append(warning)
    return lines
