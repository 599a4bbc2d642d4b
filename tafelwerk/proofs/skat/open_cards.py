"""A second solver with open cards: does the declarer reach a number of points, or in Null take no trick?

It shares nothing with the solvers that make the tables: plain alpha-beta with a yes-or-no value, one loop with frames, and
a table of trick starts with keys of the owners of cards of equal value in order. A stored value is proved by two questions:
the declarer reaches it, and no more.

Equivalent cards are tried once: two cards of one hand, equal in value, with no card of another hand between them.
"""

import numpy as np

from tafelwerk.proofs.skat.numbering import size
from tafelwerk.proofs.skat.positions import (
    DECLARER,
    GENERATION,
    NULL,
    PLACES,
    TRUMPS,
    Cards,
    Words,
    beats,
    can_beat,
    distinct,
    higher,
    load,
    placed,
    points,
    sure_points,
)
from tafelwerk.proofs.skat.rules import GAMES
from tafelwerk.solvers.machine.jit import kernel

SLOTS = 1 << 20
"""Capacity of the table in trick starts, a power of 2."""

_FRAME, _MOVES = 32, 20
_HAND, _LEADER, _LYING, _FIRST, _SECOND, _NEED, _COUNT, _NEXT, _SLOT, _KEY, _HOLDER = 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
_BEST, _CARD, _GAIN = 13, 14, 15
_UNKNOWN, _FAR = -1, 1000


class OpenCards:
    """The solver, for any positions of one game at a time."""

    def __init__(self, slots: int = SLOTS) -> None:
        self._table = np.zeros((slots, 2), np.int64)
        self._frames = np.zeros((32, _FRAME), np.int64)
        self._cards = Cards.empty()
        self._game = 0

    def load(self, hands: tuple[int, int, int], game: str, declarer: int) -> None:
        """Load a game.

        Args:
            hands: masks of the cards of forehand, middlehand and rearhand, including their cards on the table.
            game: the game.
            declarer: seat of the declarer, 0 to 2.
        """
        self._game = GAMES.index(game)
        load(self._cards, PLACES[self._game], self._game, *hands, declarer)

    def reaches(self, hands: tuple[int, int, int], leader: int, lying: tuple[int, ...], need: int) -> bool:
        """Whether the declarer makes at least `need` points from here, including the trick on the table; in Null, with `need`
        1, whether the declarer takes no further trick.

        Args:
            hands: masks of the cards still held, of the loaded game.
            leader: leader of the current trick, or of the next one.
            lying: the cards on the table in the order played, none to two.
            need: points.
        """
        first, second, *_ = (*lying, 0, 0)
        return bool(
            _reaches(
                self._cards,
                self._table,
                self._frames,
                PLACES[self._game],
                *hands,
                leader,
                len(lying),
                first,
                second,
                need,
            )
        )


@kernel
def _key(cards: Cards, held: int, leader: int) -> int:
    """Key of a trick start, unique up to equivalent cards of equal value."""
    code, null = cards.code, cards.facts[NULL]
    width = 14 if null else 10
    key = code[0, held & 255] | code[1, held >> 8 & 255] << width
    key |= code[2, held >> 16 & 255] << 2 * width | code[3, held >> 24 & 255] << 3 * width
    if not null:
        key |= cards.jack_code[held >> 32 & 15] << 40
    return int(key | leader << 57)


@kernel
def _slot(table: Words, key: int) -> int:
    mixed = (key ^ key >> 29) * 0x1E35A7BD1E35A7BD
    return int((mixed ^ mixed >> 32) & (table.shape[0] - 1))


@kernel
def _settled(cards: Cards, table: Words, hands: tuple[int, int, int], leader: int, need: int) -> int:
    """The known bound on the points to come of a trick start, at least `need` or below it; otherwise _UNKNOWN."""
    held = hands[0] | hands[1] | hands[2]
    facts = cards.facts
    if facts[NULL]:
        if held == 0:
            return 1
    else:
        if need <= 0:
            return 0
        left = points(held)
        if left < need:
            return left
        declarer = facts[DECLARER]
        if leader == 0:
            sure = sure_points(cards, hands[0], hands[1], hands[2])
        elif leader == 1:
            sure = sure_points(cards, hands[1], hands[2], hands[0])
        else:
            sure = sure_points(cards, hands[2], hands[0], hands[1])
        alone = hands[declarer] & facts[TRUMPS]
        against = held & facts[TRUMPS] & ~alone
        if leader == declarer:
            low, high = sure, left - points(higher(against, alone))
        else:
            low, high = points(higher(alone, against)), left - sure
        if low >= need:
            return low
        if high < need:
            return high
    key = _key(cards, held, leader)
    slot = _slot(table, key)
    if table[slot, 0] == key and table[slot, 1] >> 20 == facts[GENERATION]:
        low, high = table[slot, 1] & 127, table[slot, 1] >> 7 & 127
        if low >= need:
            return int(low)
        if high < need:
            return int(high)
    return _UNKNOWN


@kernel
def _keep(cards: Cards, table: Words, slot: int, key: int, need: int, bound: int, card: int) -> None:
    """Store a bound on the points to come, a lower bound if it is at least `need`, otherwise an upper bound, with its card."""
    generation = cards.facts[GENERATION]
    low, high = 0, 127
    if table[slot, 0] == key and table[slot, 1] >> 20 == generation:
        low, high = table[slot, 1] & 127, table[slot, 1] >> 7 & 127
    if bound >= need:
        low = max(low, bound)
    else:
        high = min(high, bound)
    table[slot, 0] = key
    table[slot, 1] = generation << 20 | card << 14 | high << 7 | low


@kernel
def _worth(
    cards: Cards, hands: tuple[int, int, int], leader: int, lying: int, first: int, best: int, winner: int, card: int
) -> int:
    """Score of a card for move ordering: its expected gain for its side, from the current trick."""
    declarer, value = cards.facts[DECLARER], cards.value[card]
    mover = (leader + lying) % 3
    alone = mover == declarer
    if cards.facts[NULL]:
        rank = card & 7
        if lying == 0:
            return (8 - rank) * 8 if alone else (8 - rank) * 8 - 4 * size(hands[declarer] & cards.suit[card])
        taken = beats(cards, card, best)
        if alone:
            return rank * 8 if not taken else -100
        return rank * 8
    after = (leader + 1) % 3
    last = (leader + 2) % 3
    trump = cards.facts[TRUMPS] >> card & 1
    if lying == 0:
        hand_1, hand_2 = hands[after], hands[last]
        beaten_1, beaten_2 = can_beat(cards, hand_1, card, card), can_beat(cards, hand_2, card, card)
        if alone:
            mine = not beaten_1 and not beaten_2
        elif after == declarer:
            mine = not beaten_1
        else:
            mine = not beaten_2
        if alone:
            return int(3 * value + 10 + 6 * trump if mine else 4 * trump - 3 * value)
        return int(3 * value + 10 if mine else -3 * value - 2 * trump)
    takes = beats(cards, card, best)
    top = card if takes else best
    holder = mover if takes else winner
    if lying == 1:
        over = can_beat(cards, hands[last], first, top)
        if over:
            holder = last
    mine = (holder == declarer) == alone
    if mine:
        return int(3 * value + 10 - 2 * trump - (card & 7 if takes else 0))
    return int(-3 * value - 3 * trump - (card & 7))


@kernel
def _end_trick(
    cards: Cards, table: Words, frame: Words, hands: tuple[int, int, int], number: int, best: int, lying_points: int
) -> int:
    """Remove last cards of a trick with known outcome; number of moves left, 0 if one answers the question."""
    declarer, null, need = cards.facts[DECLARER], cards.facts[NULL], frame[_NEED]
    mover = (frame[_LEADER] + 2) % 3
    maximises, left = 1 if mover == declarer else 0, 0
    for place in range(number):
        move = frame[_MOVES + place]
        card = move & 63
        bit = 1 << card
        taker = mover if beats(cards, card, best) else frame[_HOLDER]
        gain = lying_points + cards.value[card] if taker == declarer else 0
        if null and taker == declarer:
            bound = 0
        else:
            rest = (hands[0] & ~bit, hands[1] & ~bit, hands[2] & ~bit)
            bound = _settled(cards, table, rest, taker, need - gain)
        if bound == _UNKNOWN:
            frame[_MOVES + left] = move
            left += 1
            continue
        bound += gain
        frame[_BEST] = max(frame[_BEST], bound) if maximises else min(frame[_BEST], bound)
        if (bound >= need) == (maximises == 1):
            return 0
    return left


@kernel
def _prepare(cards: Cards, table: Words, frames: Words, depth: int) -> bool:
    """List the moves of a frame, best first; whether the question is answered, with the answer in its best value."""
    frame = frames[depth]
    leader, lying = frame[_LEADER], frame[_LYING]
    first, second = frame[_FIRST], frame[_SECOND]
    mover = (leader + lying) % 3
    hands = (frame[_HAND], frame[_HAND + 1], frame[_HAND + 2])
    declarer = cards.facts[DECLARER]
    own = hands[mover]
    others = (hands[0] | hands[1] | hands[2]) & ~own
    moves, best, winner = own, first, leader
    if lying:
        others |= 1 << first
        follow = own & cards.suit[first]
        if follow:
            moves = follow
        if lying == 2:
            others |= 1 << second
            if beats(cards, second, first):
                best, winner = second, (leader + 1) % 3
    moves = distinct(cards, moves, own, others)
    hint, number = -1, 0
    if lying == 0:
        slot, key = frame[_SLOT], frame[_KEY]
        if table[slot, 0] == key and table[slot, 1] >> 20 == cards.facts[GENERATION]:
            hint = table[slot, 1] >> 14 & 63
    maximises = 1 if mover == declarer else 0
    frame[_HOLDER] = winner
    frame[_BEST] = -1 if maximises else _FAR
    lying_points = 0 if lying == 0 else cards.value[first] + (cards.value[second] if lying == 2 else 0)
    while moves:
        bit = moves & -moves
        moves ^= bit
        card = size(bit - 1)
        worth = 4096 * _worth(cards, hands, leader, lying, first, best, winner, card)
        worth += min(cards.liking[mover, card], 40000)
        if card == hint:
            worth += 1 << 40
        # sorted as they come
        place = number
        while place > 0 and frame[_MOVES + place - 1] >> 6 < worth:
            frame[_MOVES + place] = frame[_MOVES + place - 1]
            place -= 1
        frame[_MOVES + place] = worth << 6 | card
        number += 1
    if lying == 2:
        number = _end_trick(cards, table, frame, hands, number, best, lying_points)
    frame[_COUNT] = number
    return number == 0


@kernel
def _reaches(
    cards: Cards,
    table: Words,
    frames: Words,
    places: Words,
    forehand: int,
    middlehand: int,
    rearhand: int,
    leader: int,
    lying: int,
    first: int,
    second: int,
    need: int,
) -> int:
    root = frames[0]
    hands = (placed(places, forehand), placed(places, middlehand), placed(places, rearhand))
    root[_HAND], root[_HAND + 1], root[_HAND + 2] = hands
    root[_LEADER], root[_LYING], root[_NEED] = leader, lying, need
    root[_FIRST], root[_SECOND] = places[first], places[second]
    declarer = cards.facts[DECLARER]
    if lying == 0:
        bound = _settled(cards, table, hands, leader, need)
        if bound != _UNKNOWN:
            return 1 if bound >= need else 0
    depth, entering, bound = 0, True, 0
    while True:
        frame = frames[depth]
        lying, wanted = frame[_LYING], frame[_NEED]
        mover = (frame[_LEADER] + lying) % 3
        maximises = 1 if mover == declarer else 0
        if entering:
            if lying == 0:
                key = _key(cards, frame[_HAND] | frame[_HAND + 1] | frame[_HAND + 2], frame[_LEADER])
                frame[_KEY], frame[_SLOT] = key, _slot(table, key)
            done = _prepare(cards, table, frames, depth)
            frame[_NEXT] = -1
            frame[_CARD] = 0
        else:
            card = frame[_MOVES + frame[_NEXT]] & 63
            bound += frame[_GAIN]
            if (bound > frame[_BEST]) == (maximises == 1) and bound != frame[_BEST]:
                frame[_BEST], frame[_CARD] = bound, card
            done = (bound >= wanted) == (maximises == 1)
            if done:
                cards.liking[mover, card] += 1
        frame[_NEXT] += 1
        if done or frame[_NEXT] >= frame[_COUNT]:
            bound = frame[_BEST]
            if lying == 0:
                _keep(cards, table, frame[_SLOT], frame[_KEY], wanted, bound, frame[_CARD])
            if depth == 0:
                return 1 if bound >= wanted else 0
            depth -= 1
            entering = False
            continue
        card = frame[_MOVES + frame[_NEXT]] & 63
        below = frames[depth + 1]
        for seat in range(3):
            below[_HAND + seat] = frame[_HAND + seat]
        below[_HAND + mover] ^= 1 << card
        gain = 0
        if lying == 2:
            first, second = frame[_FIRST], frame[_SECOND]
            winner = frame[_HOLDER]
            best = first if winner == frame[_LEADER] else second
            if beats(cards, card, best):
                winner = mover
            if winner == declarer:
                gain = cards.value[first] + cards.value[second] + cards.value[card]
            below[_LEADER], below[_LYING] = winner, 0
        else:
            below[_LEADER], below[_LYING] = frame[_LEADER], lying + 1
            below[_FIRST] = card if lying == 0 else frame[_FIRST]
            below[_SECOND] = card if lying == 1 else 0
        frame[_GAIN], below[_NEED] = gain, wanted - gain
        depth += 1
        entering = True
