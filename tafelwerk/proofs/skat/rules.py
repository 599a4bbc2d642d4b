"""The rules of Skat, written a second time in plain form: cards, tricks, values of games, and the bidding.

Source: International Skat Order; order and numbers of the cards are as in the comments of the tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tafelwerk.proofs.skat.deals import CARDS, POINTS

SEATS = ("forehand", "middlehand", "rearhand")

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
"""The games, in the order of the tables."""

ALL = 2**32 - 1
"""The whole pack."""

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
"""Base values of the games with trumps."""

BIDS = sorted(
    {23, 35, 46, 59} | {base * most for game, base in BASE.items() for most in range(2, 12 if base == 24 else 19)}
)
"""Possible bids."""

Hands = tuple[int, int, int]


def cards_of(mask: int) -> list[int]:
    """The cards of a set, the highest bit first."""
    return [card for card in range(31, -1, -1) if mask >> card & 1]


@cache
def points_of(mask: int) -> int:
    """Card points of a set."""
    return sum(POINTS.get(CARDS[card][1], 0) for card in range(32) if mask >> card & 1)


@cache
def suits_of(game: str) -> tuple[int, ...]:
    """The suits of a game as masks: trumps, none in Null, then clubs, spades, hearts, diamonds without them."""
    trumps = 0
    if game != "null":
        own = "CSHD"[GAMES.index(game)] if game != "grand" else ""
        trumps = sum(1 << card for card, name in enumerate(CARDS) if name[1] == "J" or name[0] == own)
    plain = [sum(1 << card for card, name in enumerate(CARDS) if name[0] == suit) & ~trumps for suit in "CSHD"]
    return (trumps, *plain)


@cache
def suit_of(game: str, card: int) -> int:
    """All cards of a card's suit."""
    return next(suit for suit in suits_of(game) if suit >> card & 1)


@cache
def rank_of(game: str, card: int) -> int:
    """Place of a card within its suit, higher ones beat lower ones."""
    suit, rank = CARDS[card][0], CARDS[card][1]
    if game == "null":
        return "789TJQKA".index(rank)
    return "789QKTA".index(rank) if rank != "J" else 7 + "DHSC".index(suit)


def allowed(game: str, hand: int, lying: Sequence[int]) -> int:
    """The legal cards of a hand."""
    return (hand & suit_of(game, lying[0]) or hand) if lying else hand


def taker(game: str, leader: int, lying: Sequence[int]) -> int:
    """The seat that takes a trick of three cards."""
    best = 0
    for place in (1, 2):
        card, before = lying[place], lying[best]
        same, trump = suit_of(game, card) == suit_of(game, before), suits_of(game)[0] >> card & 1
        if (same and rank_of(game, card) > rank_of(game, before)) or (not same and trump):
            best = place
    return (leader + best) % 3


@dataclass(frozen=True, slots=True)
class State:
    """A position with open cards.

    Attributes:
        hands: masks of the cards held.
        leader: leader of the current trick, or of the next one.
        lying: the cards on the table.
        points: the declarer's points, including the Skat.
        tricks: the declarer's tricks.
        over: whether the game is decided.
    """

    hands: Hands
    leader: int
    lying: tuple[int, ...]
    points: int
    tricks: int
    over: bool = False

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.lying)) % 3


def begin(hands: Hands, skat: int) -> State:
    """Before forehand leads."""
    return State(hands, 0, (), points_of(skat), 0)


def after(state: State, game: str, declarer: int, card: int) -> State:
    """The position after a card.

    Raises:
        ValueError: the card is not legal.
    """
    mover = state.mover
    if state.over or not allowed(game, state.hands[mover], state.lying) >> card & 1:
        raise ValueError(f"{CARDS[card]} cannot be played")
    one, two, three = (hand & ~(1 << card) for hand in state.hands)
    lying = (*state.lying, card)
    if len(lying) < 3:
        return State((one, two, three), state.leader, lying, state.points, state.tricks)
    winner = taker(game, state.leader, lying)
    gain = points_of(sum(1 << each for each in lying)) if winner == declarer else 0
    tricks = state.tricks + (winner == declarer)
    over = not one | two | three or (game == "null" and tricks > 0)
    return State((one, two, three), winner, (), state.points + gain, tricks, over)


def states(hands: Hands, skat: int, game: str, declarer: int, cards: Sequence[int]) -> Iterator[State]:
    """The positions of a game, one more than there are cards.

    Raises:
        ValueError: A card is not legal.
    """
    state = begin(hands, skat)
    yield state
    for card in cards:
        state = after(state, game, declarer, card)
        yield state


def matadors(game: str, cards: int) -> int:
    """Trumps from the highest down that the declarer has (positive) or lacks (negative); 0 in Null."""
    trumps = sorted(cards_of(suits_of(game)[0]), key=lambda card: -rank_of(game, card))
    if not trumps:
        return 0
    length = 0
    while length < len(trumps) and (cards >> trumps[length] & 1) == (cards >> trumps[0] & 1):
        length += 1
    return length if cards >> trumps[0] & 1 else -length


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract."""

    game: str
    hand: bool
    schneider: bool
    schwarz: bool
    ouvert: bool

    @property
    def allowed(self) -> bool:
        """Whether it can be announced."""
        if self.game == "null":
            return not self.schneider and not self.schwarz
        return self.hand >= self.schneider >= self.schwarz >= self.ouvert

    def value(self, cards: int, schneider: bool, schwarz: bool) -> int:
        """Its value with the declarer's twelve cards, given whether a side is Schneider or Schwarz."""
        if self.game == "null":
            return 23 + 12 * self.hand + 23 * self.ouvert + (self.hand and self.ouvert)
        schwarz = schwarz or self.schwarz
        schneider = schneider or schwarz or self.schneider
        more = self.hand + schneider + self.schneider + schwarz + self.schwarz + self.ouvert
        return BASE[self.game] * (abs(matadors(self.game, cards)) + 1 + more)

    def needs(self, cards: int, bid: int) -> tuple[int, int] | None:
        """Points and tricks that win with twelve cards at a bid, except in Null; None if the game cannot be won."""
        if self.value(cards, True, True) < bid:
            return None
        if self.schwarz or self.value(cards, True, False) < bid:
            return 120, 10
        return (90 if self.schneider or self.value(cards, False, False) < bid else 61), 0


def scored(contract: Contract, cards: int, state: State, bid: int) -> tuple[int, bool, bool, int, int]:
    """Matadors, whether won, whether overbid, value and score of a game that is over."""
    found = matadors(contract.game, cards)
    if contract.game == "null":
        value, won = contract.value(cards, False, False), state.tricks == 0
        if value < bid:
            raise ValueError("a Null below the bid")
        return found, won, False, value, value if won else -2 * value
    schneider, schwarz = state.points >= 90 or state.points <= 30, state.tricks in (0, 10)
    value, needs = contract.value(cards, schneider, schwarz), contract.needs(cards, bid)
    won = needs is not None and state.points >= needs[0] and state.tricks >= needs[1]
    overbid = value < bid
    if overbid:
        value = -(-bid // BASE[contract.game]) * BASE[contract.game]
    return found, won, overbid, value, value if won else -2 * value


def bidding(calls: str) -> tuple[int, int | None]:
    """The last bid and the declarer after some calls; None if all passed.

    Raises:
        ValueError: A call is not possible, or the bidding is not over.
    """
    words, bid = iter(calls.split(", ")), 0

    left, pending = 0, next(words, "")
    for bidder in (1, 2):
        while True:
            seat, _, what = pending.partition(" ")
            if seat != SEATS[bidder]:
                raise ValueError(f"{pending!r} is said")
            if what == "passes":
                pending = next(words, "")
                break
            made = int(what.removeprefix("bids "))
            if made not in BIDS or made <= bid or what != f"bids {made}":
                raise ValueError(f"{pending!r} is said after {bid}")
            bid, answer = made, next(words, "")
            pending = next(words, "")
            if answer == f"{SEATS[left]} passes":
                left = bidder
                break
            if answer != f"{SEATS[left]} holds {bid}":
                raise ValueError(f"{answer!r} is said to {bid}")
    if not bid:
        if left or pending not in ("forehand bids 18", "forehand passes"):
            raise ValueError(f"{pending!r} is said")
        bid, pending = (18 if pending == "forehand bids 18" else 0), next(words, "")
    if pending:
        raise ValueError(f"{pending!r} is said at the end")
    return bid, left if bid else None
