"""A whole deal as a table: every trick start that play can reach, with its exact value, without any search.

A position is a trick start: the leader, and the rest of the three hands. Reachable positions are marked from the deal layer by
layer. Then, from the last trick back, each gets its value from the layer below: a trick is three plies of minimax over
look-ups. Among equivalent cards, which have equal points and take the same tricks from all cards of the other players, only
one is tried (Kupferschmid 2003, section 7.1, for the hands at the start of the trick); this leaves out no position.

Positions and their keys of 32 bits are those of Kupferschmid's table, sections 5.1 and 5.3: at most
3 (C(10, 1)^3 + ... + C(10, 9)^3) + 1 = 114 495 775.

Layout of a deal for its table: local numbers of cards, ranks of hands, and places of the layers of positions.

The cards of a hand of n are numbered 0 to n - 1 by descending bit, so that the rest of a hand is a local mask below 2^n. Local
masks with equally many cards are ranked as numbers; a position with k cards per hand is the leader and three ranks below C(n,
k).

Marks are bits, and the hands of rearhand with the same leader, forehand's and middlehand's hands form a row. A card of
rearhand maps a whole row to another, and the winner of the trick depends only on which cards are higher than
the best of the others. So the rows after each card of rearhand are computed once, united for each strength to beat,
and then every pair of cards of the other two costs a few words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, order
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import leader_cards
from tafelwerk.solvers.machine.bits import bit, first_bit, popcount
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open_position import representatives


class CardRules(NamedTuple):
    """The cards of a game, by game bit, for the kernels.

    Attributes:
        local: int64, shape (32,): the number of a card in its hand, by game bit.
        suit: int64, shape (32,): by game bit, the game bits of its suit.
        beaten: int64, shape (32,): by game bit, the game bits that take the trick from it.
        points: int64, shape (32,): by game bit.
        suits: int64, shape (5,): game bits of the trumps and the four suits; 0 for none.
        links: game bits with a card of the same suit and value one bit higher; links_led: the same where cards are led.
        gap: most cards between two linked ones.
    """

    local: NDArray[np.int64]
    suit: NDArray[np.int64]
    beaten: NDArray[np.int64]
    points: NDArray[np.int64]
    suits: NDArray[np.int64]
    links: int
    links_led: int
    gap: int


class Board(NamedTuple):
    """A deal in a game, for the kernels.

    Attributes:
        cards: int64, shape (3, n): the card, by seat and number.
        places: int64, shape (3, n): its game bit.
        held: int64, shape (3, 2^n): game bits of a local mask.
        masks: int64, shape (3, 2^n): cards of a local mask.
        subsets: int64, shape (2^n,): local masks by size, then ascending.
        ranks: int64, shape (2^n,): rank of a local mask among those of its size.
        drop: int32, shape (2^n, n): rank of a local mask after a card of it is played.
        rearhand: int64, shape (n,): numbers of rearhand's cards by ascending game bit.
        lower: int64, shape (33,): by game bit plus 1, the number of rearhand's cards with a lower game bit; 0 comes first.
        leader: int64, shape (2,): the cards whose bits of a key are the leader's higher and lower bit.
        spread: int64, shape (4, 256): local masks, ten bits a seat, by byte of a key.
        declarer: the seat.
        keep: 1 if play goes on after a trick of the declarer; 0 in Null, where such a trick ends the game.
        most: upper bound of all values.
        rules: the cards by game bit.
    """

    cards: NDArray[np.int64]
    places: NDArray[np.int64]
    held: NDArray[np.int64]
    masks: NDArray[np.int64]
    subsets: NDArray[np.int64]
    ranks: NDArray[np.int64]
    drop: NDArray[np.int32]
    rearhand: NDArray[np.int64]
    lower: NDArray[np.int64]
    leader: NDArray[np.int64]
    spread: NDArray[np.int64]
    declarer: int
    keep: int
    most: int
    rules: CardRules


class Layer(NamedTuple):
    """Places of a layer.

    Attributes:
        left: cards per hand, k.
        size: C(n, k).
        subsets: start of its local masks.
        marks: start of its marks; a row of rearhand's hands takes `words`.
        words: words per row of marks.
        values: start of its values, by leader, forehand's, middlehand's and rearhand's rank.
    """

    left: int
    size: int
    subsets: int
    marks: int
    words: int
    values: int


def make_layers(count: int) -> tuple[Layer, ...]:
    """The layers of hands of `count` cards, by cards left: 0 to `count`."""
    sizes = [comb(count, left) for left in range(count + 1)]
    words = [-(-size // 64) for size in sizes]
    subsets = accumulate(sizes, initial=0)
    marks = accumulate((3 * size**2 * row for size, row in zip(sizes, words, strict=True)), initial=0)
    values = accumulate((3 * size**3 for size in sizes), initial=0)
    return tuple(map(Layer, range(count + 1), sizes, subsets, marks, words, values))


def make_board(deal: Deal, game: Game, declarer: Seat) -> Board:
    """A deal laid out."""
    own, count = order(game), deal.cards_each
    hands = [bits(hand) for hand in deal.hands]
    places = [[own.place[card] for card in hand] for hand in hands]
    sets = range(1 << count)
    subsets = sorted(sets, key=lambda mask: (mask.bit_count(), mask))
    ranks, seen = [0] * len(sets), [0] * (count + 1)
    for mask in subsets:
        ranks[mask] = seen[mask.bit_count()]
        seen[mask.bit_count()] += 1
    suits = (own.trumps, *own.suits)
    suit = [next(suit for suit in suits if suit >> game_bit & 1) for game_bit in range(32)]
    trumps = own.trumps
    beaten = [(suit[game_bit] | trumps) >> (game_bit + 1) << (game_bit + 1) for game_bit in range(32)]
    links = sum(
        1 << game_bit
        for game_bit in range(31)
        if suit[game_bit] == suit[game_bit + 1] and own.values[game_bit] == own.values[game_bit + 1]
    )
    null = game is Game.NULL

    def union_masks(rows: list[list[int]]) -> NDArray[np.int64]:
        return np.array([[sum(1 << row[i] for i in bits(mask)) for mask in sets] for row in rows], np.int64)

    spread = np.zeros((4, 256), np.int64)
    for seat, hand in enumerate(hands):
        for number, card in enumerate(hand):
            byte = np.arange(256) >> card % 8 & 1
            spread[card // 8] |= byte << (10 * seat + number)
    local = [0] * 32
    for row in places:
        for number, game_bit in enumerate(row):
            local[game_bit] = number
    return Board(
        cards=np.array(hands, np.int64),
        places=np.array(places, np.int64),
        held=union_masks(places),
        masks=union_masks(hands),
        subsets=np.array(subsets, np.int64),
        ranks=np.array(ranks, np.int64),
        drop=np.array([[ranks[mask & ~(1 << i)] for i in range(count)] for mask in sets], np.int32),
        rearhand=np.array(sorted(range(count), key=lambda i: places[2][i]), np.int64),
        lower=np.array([sum(game_bit < limit for game_bit in places[2]) for limit in range(-1, 32)], np.int64),
        leader=np.array(leader_cards(deal), np.int64),
        spread=spread,
        declarer=int(declarer),
        keep=0 if null else 1,
        most=1 if null else 120,
        rules=CardRules(
            local=np.array(local, np.int64),
            suit=np.array(suit, np.int64),
            beaten=np.array(beaten, np.int64),
            points=np.array(own.values, np.int64),
            suits=np.array(suits, np.int64),
            links=links,
            # among equivalent cards the highest by game bit is tried, which in Null need not be the highest by bit
            links_led=0 if null else links,
            gap=6 if null else 2,
        ),
    )


class _Scratch(NamedTuple):
    """Sets of rearhand's hands, as rows of marks of a layer; uint64.

    Attributes:
        void: shape (6, words): the hands without a suit, by suit; the last stays empty.
        hands_after: shape (n, words): hands of a row above after a card is played from them, by its number.
        wins: shape (n + 1, words): hands after a card that takes the trick from forehand and middlehand, by the number of
            rearhand's cards with a lower game bit than the strongest of theirs.
        losses: shape (n + 1, words): the same after a card that does not take the trick.
    """

    void: NDArray[np.uint64]
    hands_after: NDArray[np.uint64]
    wins: NDArray[np.uint64]
    losses: NDArray[np.uint64]


def mark(board: Board, layers: tuple[Layer, ...], leader: int) -> NDArray[np.uint64]:
    """Marks of all positions, arranged by layers.

    Args:
        board: the deal.
        layers: layers by cards left.
        leader: the seat that leads to the first trick.
    """
    count, last = len(layers) - 1, layers[-1]
    words = max(layer.words for layer in layers)
    scratch = _Scratch(*(np.zeros((rows, words), np.uint64) for rows in (6, count, count + 1, count + 1)))
    marks = np.zeros(last.marks + 3 * last.words, np.uint64)
    marks[last.marks + leader * last.words] = 1
    for left in range(count, 0, -1):
        _void_kernel(board, layers[left - 1], scratch.void)
        _mark_kernel(board, layers[left], layers[left - 1], marks, scratch)
    return marks


def count_positions(layer: Layer, marks: NDArray[np.uint64]) -> int:
    """Number of marked positions of a layer."""
    return int(np.bitwise_count(marks[layer.marks : layer.marks + 3 * layer.size**2 * layer.words]).sum())


def list_keys(board: Board, layers: tuple[Layer, ...], marks: NDArray[np.uint64], positions: int) -> NDArray[np.uint32]:
    """Ascending keys of all marked positions except those without cards; their number is `positions`.

    A key has the bits of the cards still held, and the leader's seat in the bits of the two leader cards.
    """
    keys, filled = np.empty(positions, np.uint32), 0
    for layer in layers[1:]:
        filled = _keys_kernel(board, layer, marks, keys, filled)
    keys.sort()
    return keys


@kernel
def _void_kernel(board: Board, layer: Layer, void: NDArray[np.uint64]) -> None:
    """Fill `void` for a layer."""
    for suit in range(5):
        for word in range(layer.words):
            void[suit, word] = 0
        for rank in range(layer.size):
            if not board.held[2, board.subsets[layer.subsets + rank]] & board.rules.suits[suit]:
                word = rank >> 6
                void[suit, word] |= bit(void[suit, word], rank & 63)


@kernel
def _mark_kernel(board: Board, above: Layer, below: Layer, marks: NDArray[np.uint64], scratch: _Scratch) -> None:
    """Mark the successors of the marked positions of a layer; `scratch.void` is that of the layer below."""
    for leader in range(3):
        for first in range(above.size):
            hand_0 = board.subsets[above.subsets + first]
            for second in range(above.size):
                hand_1 = board.subsets[above.subsets + second]
                row = above.marks + ((leader * above.size + first) * above.size + second) * above.words
                if not _play_kernel(board, above, below, marks, row, scratch.hands_after):
                    continue
                for suit in range(5):
                    follow_0 = board.held[0, hand_0] & board.rules.suits[suit]
                    follow_1 = board.held[1, hand_1] & board.rules.suits[suit]
                    if not (follow_0 if leader == 0 else follow_1 if leader == 1 else board.rules.suits[suit]):
                        continue
                    _answer_kernel(board, below.words, leader == 2, suit, scratch)
                    playable_0, playable_1 = follow_0 or board.held[0, hand_0], follow_1 or board.held[1, hand_1]
                    _pairs_kernel(board, below, marks, hand_0, hand_1, suit, playable_0, playable_1, scratch)


@kernel
def _play_kernel(
    board: Board, above: Layer, below: Layer, marks: NDArray[np.uint64], row: int, hands_after: NDArray[np.uint64]
) -> bool:
    """Fill `hands_after` for a row of marks; whether there is a mark in it."""
    marked = marks[row]
    for word in range(1, above.words):
        marked |= marks[row + word]
    if not marked:
        return False
    for number in range(board.cards.shape[1]):
        for word in range(below.words):
            hands_after[number, word] = 0
    for word in range(above.words):
        left = marks[row + word]
        while left:
            offset = first_bit(left)
            left ^= bit(left, offset)
            hand = board.subsets[above.subsets + 64 * word + offset]
            cards = hand
            while cards:
                number = first_bit(cards)
                cards &= cards - 1
                rank = board.drop[hand, number]
                hands_after[number, rank >> 6] |= bit(left, rank & 63)
    return True


@kernel
def _answer_kernel(board: Board, words: int, leads: bool, suit: int, scratch: _Scratch) -> None:
    """Fill `wins` and `losses` for a suit that rearhand leads or another player."""
    count = board.rearhand.shape[0]
    wins, losses = scratch.wins, scratch.losses
    able = board.rules.suits[suit] | board.rules.suits[0]
    # a leader plays a card of the suit; a player without the suit led plays any card
    allowed = 5 if leads else suit
    for word in range(words):
        losses[0, word] = 0
        wins[count, word] = 0
        for lower in range(count):
            number = board.rearhand[lower]
            game_bit = board.places[2, number]
            hands = scratch.hands_after[number, word]
            if not board.rules.suits[suit] >> game_bit & 1:
                hands &= scratch.void[allowed, word]
            if able >> game_bit & 1:
                wins[lower, word] = hands
            else:
                wins[lower, word] = 0
                losses[0, word] |= hands
        for lower in range(count):
            losses[lower + 1, word] = losses[lower, word] | wins[lower, word]
        for lower in range(count - 1, -1, -1):
            wins[lower, word] |= wins[lower + 1, word]


@kernel
def _pairs_kernel(
    board: Board,
    below: Layer,
    marks: NDArray[np.uint64],
    hand_0: int,
    hand_1: int,
    suit: int,
    playable_0: int,
    playable_1: int,
    scratch: _Scratch,
) -> None:
    """Mark the successors when forehand and middlehand, with these local masks, play any of these cards to a suit led."""
    able = board.rules.suits[suit] | board.rules.suits[0]
    while playable_0:
        a = first_bit(playable_0)
        playable_0 &= playable_0 - 1
        strength_0 = a if able >> a & 1 else -1
        row_0 = board.drop[hand_0, board.rules.local[a]] * below.size
        replies = playable_1
        while replies:
            b = first_bit(replies)
            replies &= replies - 1
            strength_1 = b if able >> b & 1 else -1
            row = row_0 + board.drop[hand_1, board.rules.local[b]]
            strongest = max(strength_0, strength_1)
            lower = board.lower[strongest + 1]
            to = below.marks + (2 * below.size * below.size + row) * below.words
            for word in range(below.words):
                marks[to + word] |= scratch.wins[lower, word]
            if strongest >= 0:
                winner = 0 if strength_0 > strength_1 else 1
                to = below.marks + (winner * below.size * below.size + row) * below.words
                for word in range(below.words):
                    marks[to + word] |= scratch.losses[lower, word]


@kernel
def _keys_kernel(board: Board, layer: Layer, marks: NDArray[np.uint64], keys: NDArray[np.uint32], filled: int) -> int:
    """Append the keys of a layer to those filled in; the number of keys after that."""
    for leader in range(3):
        turn = (leader >> 1) << board.leader[0] | (leader & 1) << board.leader[1]
        for first in range(layer.size):
            one_hand = turn | board.masks[0, board.subsets[layer.subsets + first]]
            for second in range(layer.size):
                two_hands = one_hand | board.masks[1, board.subsets[layer.subsets + second]]
                row = layer.marks + ((leader * layer.size + first) * layer.size + second) * layer.words
                for word in range(layer.words):
                    left = marks[row + word]
                    while left:
                        offset = first_bit(left)
                        left ^= bit(left, offset)
                        keys[filled] = two_hands | board.masks[2, board.subsets[layer.subsets + 64 * word + offset]]
                        filled += 1
    return filled


CHUNK = 1 << 20
"""Rows per part of `WholeDeal.rows`."""

_LEAST, _GREATEST = -1, 255
"""Bounds that no value reaches."""


class Rows(NamedTuple):
    """Positions of a deal, by ascending key.

    Attributes:
        keys: uint32, shape (m,): position in 32 bits, see `tafelwerk.families.skat.rules.play.start_key`.
        values: uint8, shape (m,): card points the declarer still makes under best play by all, without the Skat and tricks
            already won; in Null 1 if the declarer takes no further trick, otherwise 0.
        best: int8, shape (m,): the card to lead that keeps the value; of several the one with the highest bit.
    """

    keys: NDArray[np.uint32]
    values: NDArray[np.uint8]
    best: NDArray[np.int8]


class _Table(NamedTuple):
    """Data of positions, arranged by layers.

    Attributes:
        marks: uint64: bits of the reachable positions.
        values: uint8.
        best: int8.
    """

    marks: NDArray[np.uint64]
    values: NDArray[np.uint8]
    best: NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class WholeDeal:
    """All positions of a deal; made by `whole_deal`.

    Attributes:
        layers: number of positions after 0, 1, ... tricks; the last layer has one card per hand.
    """

    layers: tuple[int, ...]
    _board: Board
    _layout: tuple[Layer, ...]
    _table: _Table

    def rows(self, at_most: int = CHUNK) -> Iterator[Rows]:
        """All positions by ascending key, in parts of `at_most` rows, the last one smaller.

        Raises:
            InputError: at_most is less than 1.
        """
        if at_most < 1:
            raise InputError(f"at_most must be 1 or more, not {at_most}")
        return self._rows(at_most)

    def _rows(self, at_most: int) -> Iterator[Rows]:
        keys = list_keys(self._board, self._layout, self._table.marks, sum(self.layers))
        layout = np.array(self._layout, np.int64)
        for first in range(0, len(keys), at_most):
            part = keys[first : first + at_most]
            rows = Rows(part, np.empty(len(part), np.uint8), np.empty(len(part), np.int8))
            _look_up_kernel(self._board, layout, self._table, rows)
            yield rows


def whole_deal(deal: Deal, game: Game, declarer: Seat, leader: Seat = Seat.FOREHAND) -> WholeDeal:
    """Every trick start that play can reach from a deal, with exact values.

    With ten cards each it takes 16 MB for marks and up to 229 MB for values and best cards, less if fewer positions are
    reached; `rows` takes a further 4 bytes per position.

    Args:
        deal: the deal.
        game: the game.
        declarer: the declarer.
        leader: seat that leads to the first trick.

    Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003.
    """
    board, layout = make_board(deal, game, declarer), make_layers(deal.cards_each)
    marks, size = mark(board, layout, leader), layout[-1].values + 3
    table = _Table(marks, np.empty(size, np.uint8), np.empty(size, np.int8))
    table.values[:3] = game is Game.NULL
    for below, above in pairwise(layout):
        _value_kernel(board, above, below, table)
    layers = tuple(count_positions(layer, marks) for layer in reversed(layout[1:]))
    return WholeDeal(layers, board, layout, table)


@kernel
def _value_kernel(board: Board, above: Layer, below: Layer, table: _Table) -> None:
    """Fill in values and best cards of the marked positions of a layer from those of the layer below."""
    for leader in range(3):
        for first in range(above.size):
            for second in range(above.size):
                _row_kernel(board, above, below, table, leader, first, second)


@kernel
def _row_kernel(board: Board, above: Layer, below: Layer, table: _Table, leader: int, first: int, second: int) -> None:
    """The same for one row of marks: a leader, and the ranks of forehand's and middlehand's hands.

    Minimax over the trick with cut-offs. The players in the order of play hold x, y, z and play a, b, c. In one piece: as three
    kernels it takes half as long again.
    """
    values = table.values
    middle, last = (leader + 1) % 3, (leader + 2) % 3
    leader_maximal = leader == board.declarer
    middle_maximal = middle == board.declarer
    last_maximal = last == board.declarer
    step_x, step_y, step_z = _step(leader, below.size), _step(middle, below.size), _step(last, below.size)
    block = below.size * below.size * below.size
    forehand, middlehand = board.subsets[above.subsets + first], board.subsets[above.subsets + second]
    row = (leader * above.size + first) * above.size + second
    for word in range(above.words):
        left = table.marks[above.marks + row * above.words + word]
        while left:
            offset = first_bit(left)
            left ^= bit(left, offset)
            rearhand = board.subsets[above.subsets + 64 * word + offset]
            x = forehand if leader == 0 else middlehand if leader == 1 else rearhand
            y = forehand if middle == 0 else middlehand if middle == 1 else rearhand
            z = forehand if last == 0 else middlehand if last == 1 else rearhand
            held_x, held_y, held_z = board.held[leader, x], board.held[middle, y], board.held[last, z]
            single_x = representatives(held_x, held_y | held_z, board.rules.links_led, board.rules.gap)
            single_y = representatives(held_y, held_x | held_z, board.rules.links, board.rules.gap)
            single_z = representatives(held_z, held_x | held_y, board.rules.links, board.rules.gap)
            # as far as cards have been tried the value lies between low and high
            low, high, chosen = _LEAST, _GREATEST, 0
            cards = x
            while cards:
                number = first_bit(cards)
                cards &= cards - 1
                a = board.places[leader, number]
                if not single_x >> a & 1:
                    continue
                from_a = below.values + board.drop[x, number] * step_x
                to_second, to_third = (
                    single_y & board.rules.suit[a] or single_y,
                    single_z & board.rules.suit[a] or single_z,
                )
                low_a, high_a = low, high
                while to_second:
                    b = first_bit(to_second)
                    to_second &= to_second - 1
                    from_b = from_a + board.drop[y, board.rules.local[b]] * step_y
                    winner, strongest = (middle, b) if board.rules.beaten[a] >> b & 1 else (leader, a)
                    pile = board.rules.points[a] + board.rules.points[b]
                    low_b, high_b = low_a, high_a
                    # cards that take the trick, then those that leave it
                    taker, playable = last, to_third & board.rules.beaten[strongest]
                    others = to_third ^ playable
                    for _ in range(2):
                        base = from_b + taker * block
                        while playable:
                            c = first_bit(playable)
                            playable &= playable - 1
                            value: Any = np.int64(values[base + board.drop[z, board.rules.local[c]] * step_z])
                            if taker == board.declarer:
                                value = value * board.keep + pile + board.rules.points[c]
                            if last_maximal:
                                low_b = max(low_b, value)
                            else:
                                high_b = min(high_b, value)
                            if low_b >= high_b:
                                others = 0
                                break
                        taker, playable = winner, others
                    value_b = low_b if last_maximal else high_b
                    if middle_maximal:
                        low_a = max(low_a, value_b)
                    else:
                        high_a = min(high_a, value_b)
                    if low_a >= high_a:
                        break
                value_a = low_a if middle_maximal else high_a
                if leader_maximal and value_a > low:
                    low, chosen = value_a, number
                elif not leader_maximal and value_a < high:
                    high, chosen = value_a, number
                if low >= board.most or high <= 0:
                    break
            at = above.values + row * above.size + 64 * word + offset
            values[at] = low if leader_maximal else high
            table.best[at] = board.cards[leader, chosen]


@kernel
def _step(seat: int, size: int) -> int:
    """Stride of values between hands of a seat of consecutive rank."""
    return size * size if seat == 0 else size if seat == 1 else 1


@kernel
def _look_up_kernel(board: Board, layout: NDArray[np.int64], table: _Table, rows: Rows) -> None:
    """Values and best cards by key; `layout` has the layers as rows."""
    for i in range(rows.keys.shape[0]):
        key = np.int64(rows.keys[i])
        hands = (
            board.spread[0, key & 255]
            | board.spread[1, key >> 8 & 255]
            | board.spread[2, key >> 16 & 255]
            | board.spread[3, key >> 24 & 255]
        )
        first, second, third = hands & 1023, hands >> 10 & 1023, hands >> 20
        leader = 2 * (key >> board.leader[0] & 1) + (key >> board.leader[1] & 1)
        left = popcount(first)
        size = layout[left, 1]
        at = ((leader * size + board.ranks[first]) * size + board.ranks[second]) * size + board.ranks[third]
        at += layout[left, 5]
        rows.values[i] = table.values[at]
        rows.best[i] = table.best[at]
