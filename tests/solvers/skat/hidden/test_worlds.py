"""Worlds: those that a player must think possible, no others, each with one number, drawn fairly."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil, comb, floor, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import worlds as naive
from naive.worlds import random_play
from skat_hands import games, seats

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, mask_of, order, read_cards, read_list
from tafelwerk.rules.skat.deals import Deal, random_deal, read_deal
from tafelwerk.rules.skat.knowledge import Knowledge, World, knowledge
from tafelwerk.rules.skat.play import replay
from tafelwerk.solvers.skat.hidden.worlds import (
    _systematic,
    all_worlds,
    count_worlds,
    draw_weighted,
    draw_worlds,
    rank,
    unrank,
)

FOREHAND, MIDDLEHAND, REARHAND = Seat
TEN = random_deal(Random(5))
SMALL = read_deal("CJ SA H7 | HJ S7 D8 | DT C9 HA | CA CT")


def pack_of(deal: Deal) -> int:
    return deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat


def dealt(random: Random, each: int, skat: int, suits: str) -> Deal:
    """A deal of `each` cards per hand, from some suits only, so that there is enough to follow."""
    pack = random.sample([card for card, name in enumerate(NAMES) if name[0] in suits], 3 * each + skat)
    hands = [mask_of(pack[each * seat : each * (seat + 1)]) for seat in range(3)]
    return Deal((hands[0], hands[1], hands[2]), mask_of(pack[3 * each :]))


def known_in(
    deal: Deal, seat: Seat, game: Game, declarer: Seat, cards: Iterable[int], skat: bool = False, shown: bool = False
) -> Knowledge:
    skat_seen, hand_seen = deal.skat if skat else None, deal.hands[declarer] if shown else None
    return knowledge(seat, deal.hands[seat], game, declarer, cards, skat=skat_seen, shown=hand_seen, pack=pack_of(deal))


def after_spades(skat: bool = False) -> Knowledge:
    """Forehand plays Hand; the others have trumped and discarded on the ace of spades, so that the seven lies in the Skat."""
    return known_in(SMALL, FOREHAND, Game.CLUBS, FOREHAND, read_list("SA HJ DT"), skat)


KNOWN = after_spades()
WORLDS = list(all_worlds(KNOWN))
GRAND = knowledge(REARHAND, TEN.hands[2], Game.GRAND, FOREHAND)


def test_before_the_first_card() -> None:
    # Kupferschmid 2003, section 12.1: 12 of 32 cards known leave 184 756 ways
    alone = knowledge(FOREHAND, TEN.hands[0], Game.HEARTS, FOREHAND, skat=TEN.skat)
    assert count_worlds(alone) == 184_756 == comb(20, 10)
    for seat, declarer in ((FOREHAND, FOREHAND), (MIDDLEHAND, REARHAND)):
        known = knowledge(seat, TEN.hands[seat], Game.GRAND, declarer)
        assert count_worlds(known) == comb(22, 10) * comb(12, 10)
    ouvert = knowledge(MIDDLEHAND, TEN.hands[1], Game.NULL, FOREHAND, shown=TEN.hands[0])
    assert count_worlds(ouvert) == comb(12, 2)


randoms = st.randoms(use_true_random=False)
flags = st.booleans()
sizes = st.sampled_from([(1, 2), (2, 0), (2, 2), (3, 0), (3, 2), (4, 0)])


@given(randoms, sizes, st.sampled_from(["CS", "CSH", "CSHD"]), games, seats, flags, flags)
def test_worlds_are_those_that_could_have_been_played(
    random: Random, size: tuple[int, int], suits: str, game: Game, declarer: Seat, hand_game: bool, shown: bool
) -> None:
    deal = dealt(random, *size, suits)
    cards = random_play(random, deal, game, declarer, random.randint(0, 3 * size[0]))
    for seat in Seat:
        skat = seat is declarer and not hand_game
        known = known_in(deal, seat, game, declarer, cards, skat, shown)
        found = list(all_worlds(known))
        assert set(found) == naive.worlds(deal, seat, game, declarer, cards, skat=skat, shown=shown)
        assert [rank(known, world) for world in found] == list(range(count_worlds(known)))
        assert unrank(known, len(found) - 1) == found[-1]


@given(randoms, st.integers(1, 10), games, seats, flags, flags)
def test_the_true_deal_is_a_world(
    random: Random, each: int, game: Game, declarer: Seat, hand_game: bool, shown: bool
) -> None:
    deal = random_deal(random, each)
    cards = random_play(random, deal, game, declarer, random.randint(0, 3 * each))
    true = World(replay(deal, game, declarer, cards)[-1].hands, deal.skat)
    for seat in Seat:
        known = known_in(deal, seat, game, declarer, cards, seat is declarer and not hand_game, shown)
        count, number = count_worlds(known), rank(known, true)
        assert 0 <= number < count
        assert unrank(known, number) == true
        for world in (*draw_worlds(known, 5, each), unrank(known, 0), unrank(known, count - 1)):
            assert unrank(known, rank(known, world)) == world
            assert world.hands[seat] == known.hand
            other = known.deal(world)
            assert pack_of(other) == pack_of(deal)
            # the cards could have been played so
            assert replay(other, game, declarer, cards)[-1] == known.position(world)


def test_counts_found_by_hand() -> None:
    # the five other cards: two to each hand and one to the Skat
    assert count_worlds(KNOWN) == len(WORLDS) == 30
    assert all(world.skat & read_cards("S7") for world in WORLDS)
    # Kupferschmid 2003, section 12.2: who is void leaves the suit to the other, and the rest goes anywhere
    deal = read_deal(
        "CJ SJ CA CT CK SA ST HA HT DA | HJ CQ C9 SK SQ S9 S8 HK HQ H9 | DJ C8 C7 S7 H8 DT DK DQ D9 D8 | H7 D7"
    )
    cards = read_list("DA HK DT")
    assert count_worlds(known_in(deal, FOREHAND, Game.CLUBS, FOREHAND, cards, skat=True)) == comb(18 - 4, 9)
    # to middlehand, who sees all spades but three, and neither the Skat nor a diamond
    assert count_worlds(known_in(deal, MIDDLEHAND, Game.CLUBS, FOREHAND, cards)) == comb(20, 9) * comb(11, 9)


def test_what_cannot_be_has_no_world() -> None:
    # forehand knows the Skat: nobody can hold the seven of spades
    known = after_spades(skat=True)
    assert count_worlds(known) == len(list(all_worlds(known))) == 0
    for refused in (lambda: unrank(known, 0), lambda: draw_worlds(known, 1, 0)):
        with pytest.raises(InputError, match="a player must have revoked"):
            refused()


def test_the_order_of_the_numbers() -> None:
    deal = read_deal("CJ SA H7 H8 | HJ S7 D8 D9 | DT C9 HA S9 | CA CT")
    known = known_in(deal, MIDDLEHAND, Game.HEARTS, FOREHAND, read_list("CJ HJ"))
    suits = [order(Game.HEARTS).from_game(mask) for mask in (order(Game.HEARTS).trumps, *order(Game.HEARTS).suits)]

    def standing(world: World) -> list[tuple[int, int, int, int]]:
        left = [(world.hands[2] & suit, world.hands[0] & suit) for suit in suits]
        return [(one.bit_count(), other.bit_count(), -one, -other) for one, other in left]

    found = [standing(world) for world in all_worlds(known)]
    assert len(found) == comb(9, 4) * comb(5, 3)
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("forehand's hand is known and differs from this world", ("CJ H8", "D8 C9", "HA CA", "CT S7")),
        ("middlehand's hand has 2 cards, not 3", ("CJ H7", "D8 C9 CA", "HA", "CT S7")),
        ("the Skat has 2 cards, not 1", ("CJ H7", "D8 C9", "HA CA", "CT")),
        ("S7 cannot lie in rearhand's hand: its suit was not followed", ("CJ H7", "D8 C9", "HA S7", "CA CT")),
        ("D8 cannot lie in rearhand's hand: its place is known, or", ("CJ H7", "D8 C9", "D8 CA", "CT S7")),
        ("SA cannot lie in the Skat", ("CJ H7", "D8 C9", "HA CA", "SA S7")),
        ("the Skat is a mask of 32 bits, not -1", ("CJ H7", "D8 C9", "HA CA", -1)),
    ],
)
def test_worlds_that_are_none(message: str, parts: tuple[str | int, ...]) -> None:
    one, two, three, skat = (part if isinstance(part, int) else read_cards(part) for part in parts)
    with pytest.raises(InputError, match=message):
        rank(KNOWN, World((one, two, three), skat))


@pytest.mark.parametrize("number", [-1, 30])
def test_numbers_that_are_none(number: int) -> None:
    with pytest.raises(InputError, match=f"the number of a world is 0 to 29 here, not {number}"):
        unrank(KNOWN, number)


def test_a_seed_draws_the_same_for_ever() -> None:
    known = knowledge(MIDDLEHAND, TEN.hands[1], Game.HEARTS, FOREHAND)
    random, count = Random(7), 42_678_636
    numbers = [int(random.random() * 2**53) % count for _ in range(20)]
    assert [rank(known, world) for world in draw_worlds(known, 20, 7)] == numbers
    drawn = draw_worlds(known, 100, 3)
    assert [draw_worlds(known, n, 3) for n in (0, 1, 100)] == [[], drawn[:1], drawn]
    assert drawn != draw_worlds(known, 100, 4)


def fair(counted: list[int], expected: list[float]) -> bool:
    """Whether chi-square lies within six standard deviations of its mean: the seeds are fixed, so this is no matter of luck."""
    statistic = sum((one - other) ** 2 / other for one, other in zip(counted, expected, strict=True))
    freedom = len(counted) - 1
    return statistic < freedom + 6 * sqrt(2 * freedom)


def by_number(weights: list[float]) -> Callable[[list[World]], list[float]]:
    """Weights of the worlds of `KNOWN` in their order."""
    of = dict(zip(WORLDS, weights, strict=True))
    return lambda worlds: [of[world] for world in worlds]


def all_alike(weight: float) -> Callable[[list[World]], list[float]]:
    return lambda worlds: [weight] * len(worlds)


@given(st.lists(st.sampled_from([0.0, 1e-9, 0.1, 1 / 3, 1.0, 7.0]), min_size=30, max_size=30), st.integers(0, 90))
def test_shares_are_rounded_to_a_neighbour(weights: list[float], n: int) -> None:
    """If all worlds are candidates, each comes as often as its share of the weight says, rounded up or down."""
    if not any(weights):
        with pytest.raises(InputError, match="all worlds have weight 0"):
            draw_weighted(KNOWN, n, 1, by_number(weights), 30)
        return
    drawn = draw_weighted(KNOWN, n, 1, by_number(weights), 30)
    assert len(drawn) == n
    assert drawn == draw_weighted(KNOWN, n, 1, by_number([2.0**-900 * weight for weight in weights]), 30)
    counted = Counter(drawn)
    for world, weight in zip(WORLDS, weights, strict=True):
        share = n * weight / sum(weights)
        # sums of floats may lie on the other side of a whole number
        assert floor(share - 1e-9) <= counted[world] <= ceil(share + 1e-9)
        assert weight or not counted[world]


def test_weighted_worlds_come_by_their_weights() -> None:
    weights = [float(number % 4) for number in range(30)]
    counted = Counter(draw_weighted(KNOWN, 3, seed, by_number(weights))[0] for seed in range(4_000))
    wanted = [(world, 4_000 * weight / sum(weights)) for world, weight in zip(WORLDS, weights, strict=True) if weight]
    assert set(counted) == {world for world, _ in wanted}
    assert fair([counted[world] for world, _ in wanted], [share for _, share in wanted])


def test_many_worlds_are_drawn_from_a_sample() -> None:
    """A weight: the more jacks forehand holds, the likelier the bid."""
    weights, n = (0, 1, 3, 8, 20), 2_000

    def by_jacks(worlds: list[World]) -> list[float]:
        return [weights[(world.hands[0] >> 28).bit_count()] for world in worlds]

    jacks = [(world.hands[0] >> 28).bit_count() for world in draw_weighted(GRAND, n, 3, by_jacks, candidates=20_000)]
    # rearhand's own jacks leave some to forehand, whose ten are drawn from 22
    left = 4 - (TEN.hands[2] >> 28).bit_count()
    ways = [comb(left, k) * comb(22 - left, 10 - k) for k in range(left + 1)]
    sums = [sum(way * weight**power for way, weight in zip(ways, weights, strict=False)) for power in range(3)]
    shares = [way * weight / sums[1] for way, weight in zip(ways, weights, strict=False)]
    mean = sum(k * share for k, share in enumerate(shares))
    spread = sqrt(sum((k - mean) ** 2 * share for k, share in enumerate(shares)))
    # this number of candidates of equal weight would say as much
    effective = 20_000 * sums[1] ** 2 / (sums[0] * sums[2])
    assert len(jacks) == n < effective
    assert abs(sum(jacks) / n - mean) < 5 * spread * sqrt(1 / n + 1 / effective)
    assert len(set(draw_weighted(GRAND, 50, 3, all_alike(0.25)))) == 50


def test_points_at_the_ends_of_the_weights() -> None:
    assert _systematic([0.0, 1.0, 1.0], 2, 0.0) == [1, 2]
    assert _systematic([0.0, 0.5, 0.0, 0.5, 0.0], 2, 1.0) == [3, 3]
    # the last point is rounded up to the whole sum
    assert (10 + 1 - 2**-53) * 11 / 11 == 11
    assert _systematic([1.0] * 11 + [0.0], 11, 1 - 2**-53)[-1] == 10


def test_draws_that_cannot_be() -> None:
    for n, seed, weight, candidates, message in (
        (-1, 0, 1.0, None, "n is 0 or more, not -1"),
        (1, -1, 1.0, None, "seed is 0 or more, not -1"),
        (1, 0, 1.0, 0, "candidates are 1 or more, not 0"),
        (1, 0, -1.0, None, "0 or more and finite, not -1"),
        (1, 0, float("nan"), None, "0 or more and finite, not nan"),
        (1, 0, float("inf"), None, "0 or more and finite, not inf"),
        (1, 0, 0.0, None, "all 20 candidates have weight 0"),
    ):
        with pytest.raises(InputError, match=message):
            draw_weighted(GRAND, n, seed, all_alike(weight), candidates)
    with pytest.raises(InputError, match="n is 0 or more, not -1"):
        draw_worlds(GRAND, -1, 0)
