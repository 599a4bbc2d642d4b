"""Skat with open cards, played out to the end every way: plain minimax on names of cards. To be believed at sight."""

from collections.abc import Sequence
from functools import cache
from random import Random

from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat, bits
from tafelwerk.families.skat.rules.play import Position

TRUMP_SUIT = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

Hands = tuple[frozenset[str], frozenset[str], frozenset[str]]


@cache
def suit(game: str, card: str) -> str:
    """The suit a card belongs to in a game: C, S, H, D or trump."""
    if game != "null" and (card[1] == "J" or card[0] == TRUMP_SUIT.get(game)):
        return "trump"
    return card[0]


@cache
def strength(game: str, card: str) -> int:
    """Where a card stands among those of its suit."""
    if game == "null":
        return "789TJQKA".index(card[1])
    return 7 + "DHSC".index(card[0]) if card[1] == "J" else "789QKTA".index(card[1])


@cache
def beats(game: str, card: str, other: str) -> bool:
    """Whether a card played later takes the trick from the one that had it."""
    if suit(game, card) == suit(game, other):
        return strength(game, card) > strength(game, other)
    return suit(game, card) == "trump"


def value(position: Position) -> int:
    """Card points still to come for the declarer under best play, of the cards on the table too; Null: 1 if the declarer takes no
    trick from here on, else 0."""
    _forget()
    return _value(*_unpacked(position))


def values(position: Position) -> dict[int, int]:
    """The same after each legal card of the player to move, points that the card itself brings included."""
    _forget()
    game, declarer, hands, table, leader = _unpacked(position)
    return {
        NAMES.index(card): _after(game, declarer, hands, table, leader, card)
        for card in legal(game, hands, table, leader)
    }


def starts(position: Position) -> set[tuple[tuple[int, int, int], int]]:
    """The starts of tricks that follow the running trick, or the next one where none runs: hands as masks, who leads."""
    game, _, hands, table, leader = _unpacked(position)
    return {(masks(left), leads) for left, leads in _starts(game, hands, table, leader)}


def random_position(random: Random, cards_each: int, cards_on_table: int, game: Game) -> Position:
    """A position of hands of `cards_each` cards, `cards_on_table` (0 to 2) of which have been played to the running trick.

    Half of the positions have few suits, so that there is more to follow and to trump.
    """
    suits = "CSHD" if random.random() < 0.5 or cards_each > 5 else "".join(random.sample("CSHD", 2))
    pack = [name for name in NAMES if name[0] in suits]
    dealt = random.sample(pack, 3 * cards_each)
    forehand, middlehand, rearhand = (
        frozenset(dealt[seat * cards_each : (seat + 1) * cards_each]) for seat in range(3)
    )
    hands, leader = (forehand, middlehand, rearhand), random.randrange(3)
    table: list[str] = []
    for _ in range(cards_on_table):
        table.append(random.choice(legal(game.value, hands, tuple(table), leader)))
        hands = without(hands, table[-1])
    played = tuple(NAMES.index(card) for card in table)
    return Position(masks(hands), played, Seat(leader), 0, 0, Seat(random.randrange(3)), game)


def _forget() -> None:
    """Keep what has been found for positions of the same deal, but not for ever."""
    if _value.cache_info().currsize > 200_000:
        _value.cache_clear()


def _unpacked(position: Position) -> tuple[str, int, Hands, tuple[str, ...], int]:
    table = tuple(NAMES[card] for card in position.table)
    return position.game.value, int(position.declarer), names_of(position.hands), table, int(position.leader)


def names_of(hands: Sequence[int]) -> Hands:
    """Three hands, from masks."""
    forehand, middlehand, rearhand = (frozenset(NAMES[card] for card in bits(hand)) for hand in hands)
    return forehand, middlehand, rearhand


def without(hands: Hands, card: str) -> Hands:
    """The hands once a card is played."""
    forehand, middlehand, rearhand = (hand - {card} for hand in hands)
    return forehand, middlehand, rearhand


def masks(hands: Hands) -> tuple[int, int, int]:
    forehand, middlehand, rearhand = (sum(1 << NAMES.index(card) for card in hand) for hand in hands)
    return forehand, middlehand, rearhand


def _starts(game: str, hands: Hands, table: tuple[str, ...], leader: int) -> set[tuple[Hands, int]]:
    found: set[tuple[Hands, int]] = set()
    for card in legal(game, hands, table, leader):
        left, trick = without(hands, card), (*table, card)
        if len(trick) < 3:
            found |= _starts(game, left, trick, leader)
        else:
            found.add((left, winner(game, trick, leader)))
    return found


def winner(game: str, table: tuple[str, ...], leader: int) -> int:
    winning = 0
    for turn in (1, 2):
        if beats(game, table[turn], table[winning]):
            winning = turn
    return (leader + winning) % 3


def legal(game: str, hands: Hands, table: tuple[str, ...], leader: int) -> list[str]:
    hand = sorted(hands[(leader + len(table)) % 3])
    same = [card for card in hand if table and suit(game, card) == suit(game, table[0])]
    return same or hand


@cache
def _value(game: str, declarer: int, hands: Hands, table: tuple[str, ...], leader: int) -> int:
    if not any(hands):
        return 1 if game == "null" else 0
    after = [_after(game, declarer, hands, table, leader, card) for card in legal(game, hands, table, leader)]
    return max(after) if (leader + len(table)) % 3 == declarer else min(after)


def _after(game: str, declarer: int, hands: Hands, table: tuple[str, ...], leader: int, card: str) -> int:
    left, table = without(hands, card), (*table, card)
    if len(table) < 3:
        return _value(game, declarer, left, table, leader)
    taker = winner(game, table, leader)
    if game == "null":
        return 0 if taker == declarer else _value(game, declarer, left, (), taker)
    won = sum(CARD_POINTS[one[1]] for one in table) if taker == declarer else 0
    return won + _value(game, declarer, left, (), taker)
