"""Worlds: those that a player must think possible, no others, each with one number, drawn fairly."""

from collections import Counter
from math import ceil, comb, floor, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import worlds as naive
from naive.worlds import random_play

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, bits, mask_of, order, read_cards, read_list
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


def dealt(random: Random, each: int, skat: int, suits: str) -> Deal:
    """A deal of so many cards, from some suits only, so that there is enough to follow."""
    pack = random.sample([card for card, name in enumerate(NAMES) if name[0] in suits], 3 * each + skat)
    hands = [mask_of(pack[each * seat : each * (seat + 1)]) for seat in range(3)]
    return Deal((hands[0], hands[1], hands[2]), mask_of(pack[3 * each :]))


def known_in(
    deal: Deal, seat: Seat, game: Game, declarer: Seat, cards: list[int], *, skat: bool, shown: bool
) -> Knowledge:
    return knowledge(
        seat,
        deal.hands[seat],
        game,
        declarer,
        cards,
        skat=deal.skat if skat else None,
        shown=deal.hands[declarer] if shown else None,
        pack=deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat,
    )


def after_spades() -> Knowledge:
    """Forehand plays Hand; the others have trumped and discarded on the ace of spades, so that the seven lies in the Skat."""
    pack = SMALL.hands[0] | SMALL.hands[1] | SMALL.hands[2] | SMALL.skat
    return knowledge(FOREHAND, SMALL.hands[0], Game.CLUBS, FOREHAND, read_list("SA HJ DT"), pack=pack)


def test_before_the_first_card() -> None:
    # Kupferschmid 2003, section 12.1: 12 of 32 cards known leave 184 756 ways
    alone = knowledge(FOREHAND, TEN.hands[0], Game.HEARTS, FOREHAND, skat=TEN.skat)
    assert count_worlds(alone) == 184_756 == comb(20, 10)
    without_skat = comb(22, 10) * comb(12, 10)
    for seat, declarer in ((FOREHAND, FOREHAND), (MIDDLEHAND, REARHAND)):
        assert count_worlds(knowledge(seat, TEN.hands[seat], Game.GRAND, declarer)) == without_skat
    ouvert = knowledge(MIDDLEHAND, TEN.hands[1], Game.NULL, FOREHAND, shown=TEN.hands[0])
    assert count_worlds(ouvert) == comb(12, 2)


@given(
    st.randoms(use_true_random=False),
    st.sampled_from([(1, 2), (2, 0), (2, 2), (3, 0), (3, 2), (4, 0)]),
    st.sampled_from(["CS", "CSH", "CSHD"]),
    st.sampled_from(Game),
    st.sampled_from(Seat),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_worlds_are_those_that_could_have_been_played(
    random: Random,
    size: tuple[int, int],
    suits: str,
    game: Game,
    declarer: Seat,
    hand_game: bool,
    shown: bool,
    data: st.DataObject,
) -> None:
    deal = dealt(random, *size, suits)
    cards = random_play(random, deal, game, declarer, data.draw(st.integers(0, 3 * size[0])))
    for seat in Seat:
        skat = seat is declarer and not hand_game
        known = known_in(deal, seat, game, declarer, cards, skat=skat, shown=shown)
        found = list(all_worlds(known))
        assert set(found) == naive.worlds(deal, seat, game, declarer, cards, skat=skat, shown=shown)
        assert len(set(found)) == len(found) == count_worlds(known)
        assert [rank(known, world) for world in found] == list(range(len(found)))
        assert unrank(known, len(found) - 1) == found[-1]


@given(
    st.randoms(use_true_random=False),
    st.integers(1, 10),
    st.sampled_from(Game),
    st.sampled_from(Seat),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_the_true_deal_is_a_world(
    random: Random, each: int, game: Game, declarer: Seat, hand_game: bool, shown: bool, data: st.DataObject
) -> None:
    deal = random_deal(random, each)
    cards = random_play(random, deal, game, declarer, data.draw(st.integers(0, 3 * each)))
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    true = World(replay(deal, game, declarer, cards)[-1].hands, deal.skat)
    for seat in Seat:
        known = known_in(deal, seat, game, declarer, cards, skat=seat is declarer and not hand_game, shown=shown)
        count = count_worlds(known)
        assert count > 0
        number = rank(known, true)
        assert 0 <= number < count
        assert unrank(known, number) == true
        for world in (*draw_worlds(known, 5, each), unrank(known, 0), unrank(known, count - 1)):
            assert unrank(known, rank(known, world)) == world
            assert world.hands[seat] == known.hand
            other = known.deal(world)
            assert other.hands[0] | other.hands[1] | other.hands[2] | other.skat == pack
            # the cards could have been played so
            assert replay(other, game, declarer, cards)[-1] == known.position(world)


def test_counts_found_by_hand() -> None:
    # the five other cards: two to each hand and one to the Skat
    known = after_spades()
    assert count_worlds(known) == 30
    assert all(world.skat & read_cards("S7") for world in all_worlds(known))
    # Kupferschmid 2003, section 12.2: who is void leaves the suit to the other, and the rest goes anywhere
    deal = read_deal(
        "CJ SJ CA CT CK SA ST HA HT DA | HJ CQ C9 SK SQ S9 S8 HK HQ H9 | DJ C8 C7 S7 H8 DT DK DQ D9 D8 | H7 D7"
    )
    cards = read_list("DA HK DT")
    known = knowledge(FOREHAND, deal.hands[0], Game.CLUBS, FOREHAND, cards, skat=deal.skat)
    assert count_worlds(known) == comb(18 - 4, 9)
    # to middlehand, who sees all spades but three, and neither the Skat nor a diamond
    known = knowledge(MIDDLEHAND, deal.hands[1], Game.CLUBS, FOREHAND, cards)
    assert count_worlds(known) == comb(20, 9) * comb(11, 9)


def test_what_cannot_be_has_no_world() -> None:
    # forehand knows the Skat: nobody can hold the seven of spades
    pack = SMALL.hands[0] | SMALL.hands[1] | SMALL.hands[2] | SMALL.skat
    known = knowledge(FOREHAND, SMALL.hands[0], Game.CLUBS, FOREHAND, read_list("SA HJ DT"), skat=SMALL.skat, pack=pack)
    assert count_worlds(known) == 0
    assert list(all_worlds(known)) == []
    for refused in (lambda: unrank(known, 0), lambda: draw_worlds(known, 1, 0)):
        with pytest.raises(InputError, match="a player must have revoked"):
            refused()


def test_the_order_of_the_numbers() -> None:
    deal = read_deal("CJ SA H7 H8 | HJ S7 D8 D9 | DT C9 HA S9 | CA CT")
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    known = knowledge(MIDDLEHAND, deal.hands[1], Game.HEARTS, FOREHAND, read_list("CJ HJ"), pack=pack)
    suits = [order(Game.HEARTS).from_game(mask) for mask in (order(Game.HEARTS).trumps, *order(Game.HEARTS).suits)]

    def standing(world: World) -> list[tuple[int, int, int, int]]:
        left = [(world.hands[2] & suit, world.hands[0] & suit) for suit in suits]
        return [(one.bit_count(), other.bit_count(), -one, -other) for one, other in left]

    found = [standing(world) for world in all_worlds(known)]
    assert len(found) == comb(9, 4) * comb(5, 3)
    assert found == sorted(found)


def test_a_seed_draws_the_same_for_ever() -> None:
    known = knowledge(MIDDLEHAND, TEN.hands[1], Game.HEARTS, FOREHAND)
    random, count = Random(7), 42_678_636
    assert [rank(known, world) for world in draw_worlds(known, 20, 7)] == [
        int(random.random() * 2**53) % count for _ in range(20)
    ]


def test_numbers_and_worlds_that_are_none() -> None:
    known = after_spades()
    for number in (-1, 30):
        with pytest.raises(InputError, match=f"the number of a world is 0 to 29 here, not {number}"):
            unrank(known, number)
    good = unrank(known, 0)

    def refused(message: str, *parts: str) -> None:
        masks = [read_cards(part) for part in parts]
        with pytest.raises(InputError, match=message):
            rank(known, World((masks[0], masks[1], masks[2]), masks[3]))

    assert good.hands[0] == read_cards("CJ H7")
    refused("forehand's hand is known, and other than in this world", "CJ H8", "D8 C9", "HA CA", "CT S7")
    refused("middlehand's hand has 2 cards, not 3", "CJ H7", "D8 C9 CA", "HA", "CT S7")
    refused("the Skat has 2 cards, not 1", "CJ H7", "D8 C9", "HA CA", "CT")
    refused("S7 cannot lie in rearhand's hand: its suit was not followed", "CJ H7", "D8 C9", "HA S7", "CA CT")
    refused("D8 cannot lie in rearhand's hand: its place is known, or", "CJ H7", "D8 C9", "D8 CA", "CT S7")
    refused("SA cannot lie in the Skat", "CJ H7", "D8 C9", "HA CA", "SA S7")
    with pytest.raises(InputError, match="the Skat is a mask of 32 bits, not -1"):
        rank(known, World(good.hands, -1))


@pytest.mark.parametrize("n", [0, 1, 100])
def test_draws_are_the_same_for_a_seed(n: int) -> None:
    known = knowledge(REARHAND, TEN.hands[2], Game.NULL, FOREHAND)
    drawn = draw_worlds(known, n, 3)
    assert len(drawn) == n
    assert drawn == draw_worlds(known, n, 3)
    assert not n or drawn != draw_worlds(known, n, 4)
    assert drawn == draw_worlds(known, 100, 3)[:n]


def test_all_worlds_are_drawn_alike() -> None:
    known, n = after_spades(), 30_000
    drawn = Counter(draw_worlds(known, n, 11))
    assert set(drawn) == set(all_worlds(known))
    assert within(chi_square([drawn[world] for world in all_worlds(known)], [n / 30] * 30), 29)


def test_cards_lie_as_often_as_they_should() -> None:
    known, n = knowledge(FOREHAND, TEN.hands[0], Game.GRAND, MIDDLEHAND), 20_000
    worlds = draw_worlds(known, n, 2)
    for card in bits(known.unseen):
        counted = [sum(part >> card & 1 for part in parts) for parts in places(worlds)]
        assert within(chi_square(counted, [n * 10 / 22, n * 10 / 22, n * 2 / 22]), 2)


def places(worlds: list[World]) -> list[list[int]]:
    return [
        [world.hands[1] for world in worlds],
        [world.hands[2] for world in worlds],
        [world.skat for world in worlds],
    ]


def chi_square(counted: list[int], expected: list[float]) -> float:
    return sum((one - other) ** 2 / other for one, other in zip(counted, expected, strict=True))


def within(statistic: float, freedom: int) -> bool:
    """Whether chi-square lies within six standard deviations of its mean: the seeds are fixed, so this is no matter of luck."""
    return statistic < freedom + 6 * sqrt(2 * freedom)


def jacks(known: Knowledge, world: World) -> int:
    """A weight: the more jacks the declarer held, the likelier the bid."""
    return (0, 1, 3, 8, 20)[(known.deal(world).hands[known.declarer] >> 28).bit_count()]


def test_few_worlds_are_weighed_one_and_all() -> None:
    known, n = after_spades(), 100
    worlds = list(all_worlds(known))
    weights = {world: float(1 + rank(known, world) % 7) for world in worlds}
    weights[worlds[4]] = 0.0
    total = sum(weights.values())
    draw = draw_weighted(known, n, 1, weights.__getitem__)
    assert (draw.candidates, draw.whole, len(draw.worlds)) == (30, True, n)
    assert draw.effective == pytest.approx(total**2 / sum(weight**2 for weight in weights.values()))
    counted = Counter(draw.worlds)
    for world, weight in weights.items():
        assert floor(n * weight / total) <= counted[world] <= ceil(n * weight / total)
    assert draw.worlds == draw_weighted(known, n, 1, lambda world: 2.0**-1000 * weights[world]).worlds


def test_weighed_worlds_come_by_their_weights() -> None:
    known, n = after_spades(), 3
    worlds = list(all_worlds(known))
    weights = {world: float(rank(known, world) % 4) for world in worlds}
    counted = Counter(
        world for seed in range(4_000) for world in draw_weighted(known, n, seed, weights.__getitem__).worlds[:1]
    )
    total, wanted = sum(weights.values()), [world for world in worlds if weights[world]]
    assert set(counted) == set(wanted)
    expected = [4_000 * weights[world] / total for world in wanted]
    assert within(chi_square([counted[world] for world in wanted], expected), len(wanted) - 1)


def test_many_worlds_are_drawn_from_a_sample() -> None:
    known = knowledge(REARHAND, TEN.hands[2], Game.GRAND, FOREHAND)
    draw = draw_weighted(known, 2_000, 3, lambda world: jacks(known, world), candidates=20_000)
    assert (draw.candidates, draw.whole, len(draw.worlds)) == (20_000, False, 2_000)
    # rearhand's own jacks leave some to forehand, whose ten are drawn from 22
    left = 4 - (TEN.hands[2] >> 28).bit_count()
    shares = [comb(left, k) * comb(22 - left, 10 - k) * (0, 1, 3, 8, 20)[k] for k in range(left + 1)]
    mean = sum(k * share for k, share in enumerate(shares)) / sum(shares)
    spread = sqrt(sum((k - mean) ** 2 * share for k, share in enumerate(shares)) / sum(shares))
    found = sum((world.hands[0] >> 28).bit_count() for world in draw.worlds) / 2_000
    assert abs(found - mean) < 5 * spread * sqrt(1 / 2_000 + 1 / draw.effective)
    assert 2_000 < draw.effective < 20_000
    equal = draw_weighted(known, 50, 3, lambda _: 0.25)
    assert (equal.candidates, equal.effective) == (1_000, pytest.approx(1_000))
    assert len(set(equal.worlds)) == 50


@given(st.lists(st.sampled_from([0.0, 1e-9, 0.1, 1 / 3, 1.0, 7.0]), min_size=30, max_size=30), st.integers(0, 90))
def test_shares_are_rounded_to_a_neighbour(weights: list[float], n: int) -> None:
    known = after_spades()
    if not any(weights):
        with pytest.raises(InputError, match="all worlds have weight 0"):
            draw_weighted(known, n, 1, lambda world: weights[rank(known, world)], 30)
        return
    drawn = draw_weighted(known, n, 1, lambda world: weights[rank(known, world)], 30).worlds
    counted = Counter(rank(known, world) for world in drawn)
    assert len(drawn) == n
    for place, weight in enumerate(weights):
        share = n * weight / sum(weights)
        # sums of floats may lie on the other side of a whole number
        assert floor(share - 1e-9) <= counted[place] <= ceil(share + 1e-9)
        assert weight or not counted[place]


def test_points_at_the_ends_of_the_weights() -> None:
    assert _systematic([0.0, 1.0, 1.0], 2, 0.0) == [1, 2]
    assert _systematic([0.0, 0.5, 0.0, 0.5, 0.0], 2, 1.0) == [3, 3]
    # the last point is rounded up to the whole sum
    assert (10 + 1 - 2**-53) * 11 / 11 == 11
    assert _systematic([1.0] * 11 + [0.0], 11, 1 - 2**-53)[-1] == 10


def test_draws_that_cannot_be() -> None:
    known = knowledge(REARHAND, TEN.hands[2], Game.GRAND, FOREHAND)
    for n, seed in ((-1, 0), (1, -1)):
        with pytest.raises(InputError, match="is 0 or more, not -1"):
            draw_worlds(known, n, seed)
        with pytest.raises(InputError, match="is 0 or more, not -1"):
            draw_weighted(known, n, seed, lambda _: 1.0)
    with pytest.raises(InputError, match="candidates are 1 or more, not 0"):
        draw_weighted(known, 1, 0, lambda _: 1.0, candidates=0)
    for weight in (-1.0, float("nan"), float("inf")):
        with pytest.raises(InputError, match=f"0 or more and finite, not {weight}"):
            draw_weighted(known, 1, 0, lambda _, weight=weight: weight)
    with pytest.raises(InputError, match="all 20 candidates have weight 0"):
        draw_weighted(known, 1, 0, lambda _: 0.0)
