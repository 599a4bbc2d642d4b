"""Hands whose Null no distribution of the other cards beats: how many there are, and whether a hand is one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tafelwerk.families.skat.parameters import cards_words
from tafelwerk.families.skat.renderables import drawn
from tafelwerk.families.skat.rules.cards import SUITS, Game, card_name, card_text, order, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.null_suits import HAND_CARDS, beating_hands, hand_with, holdings, suit_cards
from tafelwerk.families.skat.rules.words import SUIT_TERMS, term
from tafelwerk.families.skat.surveys import NullCount, NullHand, NullHands, NullLead, NullLengths, NullSuit
from tafelwerk.language import percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.builds import NullCounts
    from tafelwerk.tables.book import Book

DEFENDER, DECLARER = "defender", "declarer"
"""Who leads."""

PLACES = 4
"""Decimals of a share in percent."""

BeatenDeal = Callable[[tuple[int, int, int, int]], tuple[int, int, int]]
"""For the holdings of a class of hands: the hands after and before the declarer and the Skat of a deal that beats it."""


class SuitFacts(NamedTuple):
    """What is known of a holding.

    Attributes:
        safe: whether no distribution gets a trick with this suit.
        opens: whether the declarer can lead its 7, whatever the distribution.
    """

    safe: bool
    opens: bool


class Null(Question[NullHands | NullHand]):
    """How many hands win Null against every distribution of the other 22 cards, or whether a given hand does.

    The defenders may see all cards, so the answer is the same for Null Ouvert. The 22 cards lie in any way with the defenders,
    ten each, and in the Skat. For a hand that can be beaten the answer has a deal in which the defenders win.

    Example: tafelwerk skat null

    Example: tafelwerk skat null --hand "C7 C8 C9 S7 S9 SJ H7 H9 D7 D9"

    Example: tafelwerk skat null --hand "C7 C9 CJ S7 S9 SJ H7 H8 HT D8" --json
    """

    hand: (
        Annotated[
            str,
            Parameter(
                '"S7 S8 ..."',
                "The ten cards, in any order. Default: all hands, counted.",
                parse=cards_words("--hand", HAND_CARDS),
                write=quote,
            ),
        ]
        | None
    ) = None

    @property
    def phrase(self) -> str:
        return say("hands that no distribution beats in Null")

    def look_up(self, book: Book) -> NullHands | NullHand | None:
        # a file of an earlier version has no such table
        table = "SELECT 1 FROM duckdb_tables() WHERE database_name = ? AND schema_name = 'main' AND table_name = 'null_deals'"
        if book.one("skat", table, "skat") is None:
            return None
        if self.hand is None:
            rows = book.rows(
                "skat",
                "SELECT longest, second, third, shortest, hands, defender, declarer, build FROM skat.null_hands"
                " ORDER BY 1 DESC, 2 DESC, 3 DESC, 4 DESC",
            )
            return counted_hands([NullLengths(list(row[:4]), *row[4:]) for row in rows]) if rows else None
        cards = read_cards(self.hand)
        facts = {
            holding: SuitFacts(safe, opens)
            for holding, safe, opens in book.rows(
                "skat",
                "SELECT holding, safe, opens, build FROM skat.null_suits WHERE holding IN (?, ?, ?, ?)",
                *holdings(cards),
            )
        }
        if not facts:
            return None

        def deal(held: tuple[int, int, int, int]) -> tuple[int, int, int]:
            found = book.one(
                "skat",
                "SELECT after, before, skat, build FROM skat.null_deals"
                " WHERE clubs = ? AND spades = ? AND hearts = ? AND diamonds = ?",
                *held,
            )
            assert found is not None
            after, before, skat = found
            return after, before, skat

        return judged_hand(cards, facts, deal)

    def operations(self) -> float:
        from tafelwerk.families.skat.tasks import NULL_OPERATIONS

        return NULL_OPERATIONS

    def solve(self) -> NullHands | NullHand:
        """From the holdings of a suit; a deal that beats a hand is found by search."""
        from tafelwerk.solvers.skat.open import null_hands as solver

        if self.hand is None:
            return counted_hands([NullLengths(list(one[0]), *one[1:]) for one in solver.hands_by_lengths()])
        cards = read_cards(self.hand)
        facts = {one: SuitFacts(solver.is_safe(one), solver.is_opening(one)) for one in holdings(cards)}
        return judged_hand(cards, facts, solver.beating)

    def build(self) -> NullCounts:
        from tafelwerk.families.skat.builds import NullCounts

        return NullCounts()

    def text(self, answer: NullHands | NullHand) -> Text:
        return lambda: _counts(answer) if isinstance(answer, NullHands) else _judged(answer)


def counted_hands(rows: Sequence[NullLengths]) -> NullHands:
    """The answer for the numbers by lengths of the suits."""
    hands = sum(row.hands for row in rows)
    totals = {DEFENDER: sum(row.defender for row in rows), DECLARER: sum(row.declarer for row in rows)}
    return NullHands(hands, [NullCount(leader, found, found / hands) for leader, found in totals.items()], list(rows))


def judged_hand(hand: int, facts: Mapping[int, SuitFacts], deal: BeatenDeal) -> NullHand:
    """The answer for a hand.

    Args:
        hand: mask of ten cards.
        facts: what is known of its holdings.
        deal: a deal that beats a class of hands with four safe suits, none of which opens.
    """
    own, held = order(Game.NULL), holdings(hand)
    names = list(SUIT_TERMS.values())
    suits = {
        name: NullSuit(
            [card_text(card) for card in reversed(own.sorted(hand & suit_cards(place)))], *facts[held[place]]
        )
        for place, name in enumerate(names)
    }
    weak = [place for place, name in enumerate(names) if not suits[name].safe]
    opening = [place for place, name in enumerate(names) if suits[name].opens]
    leads = []
    for leader in (DEFENDER, DECLARER):
        lead = text = seat = None
        if weak:
            first, other, skat = beating_hands(hand, weak[0])
            # the defender with the weak suit leads, or plays after the declarer's lead
            hands = (first, hand, other) if leader == DEFENDER else (hand, first, other)
            text, seat = Deal(hands, skat).text(), "middlehand" if leader == DEFENDER else "forehand"
        elif leader == DECLARER and opening:
            lead = f"{SUITS[opening[0]]}7"
        elif leader == DECLARER:
            text, seat = _in_suits(hand, deal).text(), "forehand"
        leads.append(NullLead(leader, text is None, lead, text, seat))
    return NullHand([card_text(card) for card in own.sorted(hand)], suits, [names[place] for place in weak], leads)


def _in_suits(hand: int, deal: BeatenDeal) -> Deal:
    """A deal that beats a hand, from that of its class, with the suits exchanged."""
    held = holdings(hand)
    places = sorted(range(len(held)), key=lambda place: -held[place])
    first, second, third, fourth = (held[place] for place in places)

    def exchanged(cards: int) -> int:
        found = holdings(cards)
        return hand_with(found[places.index(place)] for place in range(len(held)))

    after, before, skat = map(exchanged, deal((first, second, third, fourth)))
    return Deal((hand, after, before), skat)


def _leader(leader: str) -> str:
    if leader == DEFENDER:
        return say("a defender")
    return say("the declarer")


def _counts(found: NullHands) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    totals = [
        Column(say("who leads"), [_leader(one.leader) for one in found.leads]),
        Column(say("unbeatable hands"), [one.unbeatable for one in found.leads]),
        Column(term("share"), [percent(one.share, PLACES) for one in found.leads]),
    ]
    rows = found.lengths
    lengths = [
        Column(say("suits"), [" ".join(map(str, row.lengths)) for row in rows]),
        Column(say("hands"), [row.hands for row in rows]),
        Column(say("a defender leads"), [row.defender for row in rows]),
        Column(say("the declarer leads"), [row.declarer for row in rows]),
    ]
    hands = number_text(found.hands)
    below = say(
        "Of {hands} hands, these win Null against every distribution of the other 22 cards, even with "
        "all cards open. Below: the same by the lengths of the suits.",
        hands=hands,
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
        Column(say("suit"), [term(name) for name in names]),
        Column(
            say("cards"),
            [drawn([read_card(card) for card in suit.cards]) for suit in found.suits.values()],
        ),
        Column("", kinds),
    ]
    return Group(fitted(columns, console().width), "", *(Line(text) for one in found.leads for text in _lines(one)))


def _kind(cards: list[str], *, safe: bool, opens: bool) -> str:
    if not cards:
        return say("void")
    if not safe:
        return say("not safe")
    return say("safe, may be led") if opens else say("safe")


def _lines(one: NullLead) -> list[str]:
    leader = _leader(one.leader)
    if one.unbeatable:
        lead = f" ({card_name(read_card(one.lead))})" if one.lead else ""
        return [say("If {leader} leads{lead}: no distribution beats this Null.", leader=leader, lead=lead)]
    line = f'tafelwerk skat explain --deal "{one.deal}" --game null --declarer {one.declarer}'
    return [
        say("If {leader} leads: beaten, for example in", leader=leader),
        f"  {line}",
    ]
