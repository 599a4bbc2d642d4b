"""Hands whose Null no distribution of the other cards beats: how many there are, and whether a hand is one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.cards import SUITS, Game, card_text, cards_text, order, read_cards
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.null_suits import HAND_CARDS, beating_hands, hand_with, holdings, suit_cards
from tafelwerk.rules.skat.words import SUIT_TERMS, worded
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

DEFENDER, DECLARER = "defender", "declarer"
"""Who leads."""


class SuitFacts(NamedTuple):
    """What is known of a holding.

    Attributes:
        safe: whether no distribution gets a trick with this suit.
        opens: whether the declarer can lead its 7, whatever the distribution.
    """

    safe: bool
    opens: bool


@frozen
class NullCount:
    """Number of hands that no distribution beats.

    Attributes:
        leader: who leads: defender or declarer.
        unbeatable: number of these hands.
        share: their share of all hands.
    """

    leader: str
    unbeatable: int
    share: float


@frozen
class NullLengths:
    """Hands with given lengths of their suits.

    Attributes:
        lengths: lengths of the suits, the longest first.
        hands: number of these hands.
        defender: number of them that no distribution beats if a defender leads.
        declarer: the same if the declarer leads.
    """

    lengths: list[int]
    hands: int
    defender: int
    declarer: int


@answer
class NullHands(Answer):
    """Hands of ten cards whose Null, or Null Ouvert, no distribution of the other 22 cards beats.

    Attributes:
        hands: number of hands of ten cards.
        leads: number of hands that no distribution beats, by who leads.
        lengths: the same by the lengths of the suits.
    """

    hands: int
    leads: list[NullCount]
    lengths: list[NullLengths]


@frozen
class NullSuit:
    """Holding of a hand in one suit.

    Attributes:
        cards: the cards held, the lowest first.
        safe: whether no distribution gets a trick with this suit.
        opens: whether the declarer can lead its 7, whatever the distribution.
    """

    cards: list[str]
    safe: bool
    opens: bool


@frozen
class NullLead:
    """Whether some distribution beats the Null of a hand.

    Attributes:
        leader: who leads: defender or declarer.
        unbeatable: whether no distribution of the other 22 cards beats it.
        lead: the declarer's lead that wins against every distribution; None if there is none, or a defender leads.
        deal: a deal in which the defenders win; None if there is none.
        declarer: the declarer's seat in this deal.
    """

    leader: str
    unbeatable: bool
    lead: str | None
    deal: str | None
    declarer: str | None


@answer
class NullHand(Answer):
    """Whether a hand of ten cards wins its Null, or Null Ouvert, against every distribution of the other 22 cards.

    Attributes:
        hand: the cards.
        suits: the holdings by suit.
        weak: suits that are not safe.
        leads: the answer, by who leads.
    """

    hand: list[str]
    suits: Mapping[str, NullSuit]
    weak: list[str]
    leads: list[NullLead]


BeatenDeal = Callable[[tuple[int, int, int, int]], tuple[int, int, int]]
"""For the holdings of a class of hands: the hands after and before the declarer and the Skat of a deal that beats it."""


def _resolve(asked: dict[str, Any]) -> None:
    if asked["hand"] is None:
        return
    cards = read_cards(asked["hand"])
    if cards.bit_count() != HAND_CARDS:
        raise InputError(
            worded(
                f"--hand: a hand has {HAND_CARDS} cards, not {cards.bit_count()}",
                f"--hand: ein Blatt hat {HAND_CARDS} Karten, nicht {cards.bit_count()}",
            )
        )
    asked["hand"] = cards_text(cards)


@question(
    lambda **_: worded("hands that no distribution beats in Null", "Blätter, deren Null keine Verteilung schlägt"),
    "tafelwerk build skat --null",
    resolve=_resolve,
)
def null(book: Book, hand: str | None = None) -> NullHands | NullHand | None:
    """Number of hands whose Null, or Null Ouvert, no distribution of the other cards beats; or whether a given hand is one.

    Args:
        book: the book.
        hand: the ten cards, in any order. Default: the number of such hands.

    Raises:
        InputError: not ten cards.
    """
    # a file of an earlier version has no such table
    table = (
        "SELECT 1 FROM duckdb_tables() WHERE database_name = ? AND schema_name = 'main' AND table_name = 'null_deals'"
    )
    if book.one(FAMILY, table, FAMILY) is None:
        return None
    if hand is None:
        columns = "longest, second, third, shortest, hands, defender, declarer"
        rows = book.rows(
            FAMILY, f"SELECT {columns}, build FROM skat.null_hands ORDER BY 1 DESC, 2 DESC, 3 DESC, 4 DESC"
        )
        return counted_hands([NullLengths(list(row[:4]), *row[4:]) for row in rows]) if rows else None
    cards = read_cards(hand)
    facts = {
        holding: SuitFacts(safe, opens)
        for holding, safe, opens in book.rows(
            FAMILY,
            "SELECT holding, safe, opens, build FROM skat.null_suits WHERE holding IN (?, ?, ?, ?)",
            *holdings(cards),
        )
    }
    if not facts:
        return None

    def deal(held: tuple[int, int, int, int]) -> tuple[int, int, int]:
        found = book.one(
            FAMILY,
            "SELECT after, before, skat, build FROM skat.null_deals"
            " WHERE clubs = ? AND spades = ? AND hearts = ? AND diamonds = ?",
            *held,
        )
        assert found is not None
        after, before, skat = found
        return after, before, skat

    return judged_hand(cards, facts, deal)


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
