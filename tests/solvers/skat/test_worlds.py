"""Worlds: those that a player must think possible, no others, drawn fairly, by bids and by what was announced.
Open cards: the double-dummy solver, tables of whole deals and judges, against plain minimax and each other.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from itertools import product
from math import ceil, floor, inf
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from skat_hands import CHANCES, seeds
from skat_questions import random_game, worth

from tafelwerk.errors import InputError
from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, read_card, read_cards, read_list
from tafelwerk.families.skat.rules.contracts import BIDS, Auction, Contract, Word, dialogues, game_value
from tafelwerk.families.skat.rules.deals import Deal, random_deal, random_deals, read_deal
from tafelwerk.families.skat.rules.knowledge import Knowledge, World, knowledge
from tafelwerk.families.skat.rules.play import Position, legal, play, replay, start, winning
from tafelwerk.families.skat.rules.rounds import GameInPlay, begin
from tafelwerk.families.skat.stored_games import LookUp, StartValue, TableJudge
from tafelwerk.solvers.skat import inference
from tafelwerk.solvers.skat.double_dummy import GENERATIONS, DoubleDummy
from tafelwerk.solvers.skat.hand_chances import trump_counts
from tafelwerk.solvers.skat.hidden_players import read_agent
from tafelwerk.solvers.skat.open_judge import judge_of
from tafelwerk.solvers.skat.whole_deal import WholeDeal, whole_deal
from tafelwerk.solvers.skat.worlds import all_worlds, draw_weighted, draw_worlds, resample

FOREHAND, MIDDLEHAND, REARHAND = Seat
TEN = random_deal(Random(5))
SMALL = read_deal("CJ SA H7 | HJ S7 D8 | DT C9 HA | CA CT")


def pack_of(deal: Deal) -> int:
    return deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat


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


randoms = st.randoms(use_true_random=False)


def test_a_longer_draw_begins_like_a_shorter_one() -> None:
    drawn = draw_worlds(GRAND, 100, 3)
    assert [draw_worlds(GRAND, n, 3) for n in (0, 1, 100)] == [[], drawn[:1], drawn]
    assert drawn != draw_worlds(GRAND, 100, 4)


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


def test_many_worlds_are_drawn_from_a_sample() -> None:
    """Those that weigh nothing are left out; of equal weight no candidate comes twice."""
    card = bits(GRAND.unseen)[0]

    def held(worlds: list[World]) -> list[float]:
        return [world.hands[0] >> card & 1 for world in worlds]

    assert held(draw_weighted(GRAND, 50, 3, held)) == [1] * 50
    assert len(set(draw_weighted(GRAND, 50, 3, all_alike(0.25)))) == 50


def test_worlds_come_in_every_order() -> None:
    """Three of equal weight, 6000 times: each of the six orders about 1000 times."""
    random = Random(1)
    orders = Counter(tuple(resample(WORLDS[:3], [1.0, 1.0, 1.0], 3, random)) for _ in range(6000))
    assert len(orders) == 6
    # chi-squared with 5 degrees of freedom is above 21 with chance 0.0008
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 21


HAND = read_cards("CJ CA CT CK C9 SA S9 HA H8 D7")
CLUBS = Contract(Game.CLUBS)


def limit(hand: int, seat: Seat) -> int:
    """A bidder of the tests: by jacks and aces."""
    return (0, *BIDS)[(hand >> 28).bit_count() * 2 + seat - 1]


def agrees(auction: Auction, seat: Seat, most: int) -> bool:
    """Whether a player who goes so high says these words, word by word."""
    last = 0
    for call in auction.calls:
        if call.seat is seat:
            if call.word is Word.PASSES:
                least = call.bid or next((bid for bid in BIDS if bid > last), inf)
                if most >= least:
                    return False
            elif most < call.bid:
                return False
        last = max(last, call.bid)
    return True


def declarer_knows() -> Knowledge:
    return knowledge(Seat.FOREHAND, HAND, Game.CLUBS, Seat.FOREHAND, skat=read_cards("D8 D9"))


@pytest.mark.parametrize("bids", [[18], [18, 20, 22, 23]])
def test_a_declarer_weighs_worlds_by_what_both_others_would_have_said(bids: list[int]) -> None:
    known, ways = declarer_knows(), dialogues(bids, Seat.FOREHAND)
    worlds = draw_worlds(known, 50, 1)
    (weigh,) = inference.bid_weights(known, CLUBS, ways, limit, CHANCES)
    found = weigh(worlds)
    assert len(set(found)) > 1
    for world, weight in zip(worlds, found, strict=True):
        expected = 0
        for auction in ways:
            product = 1
            for seat in (Seat.MIDDLEHAND, Seat.REARHAND):
                product *= inference.ODDS if agrees(auction, seat, limit(world.hands[seat], seat)) else 1
            expected += product
        assert weight == expected


def test_a_defender_weighs_the_declarer_by_the_game() -> None:
    """Clubs worth less than the last bid are less likely, and hands less that hardly win it."""
    known = knowledge(Seat.FOREHAND, HAND, Game.HEARTS, Seat.REARHAND)
    contract, ways = Contract(Game.HEARTS), dialogues([18, 30], Seat.REARHAND)
    worlds = draw_worlds(known, 50, 2)
    by_game, by_bids = inference.bid_weights(known, contract, ways, lambda hand, seat: 0, CHANCES)
    assert len(set(by_bids(worlds))) == 1
    found = [one * heard for one, heard in zip(by_game(worlds), by_bids(worlds), strict=True)]
    suits = inference.announced_weights(CHANCES, contract, known, worlds)
    heard = sum(
        (inference.ODDS if agrees(one, Seat.FOREHAND, 0) else 1)
        * (inference.ODDS if agrees(one, Seat.MIDDLEHAND, 0) else 1)
        for one in ways
    )
    for world, weight, suit in zip(worlds, found, suits, strict=True):
        enough = game_value(contract, world.hands[Seat.REARHAND] | world.skat) >= 30
        assert weight == max(1, round(2**30 * suit)) * heard * (inference.ODDS if enough else 1)
    assert len({game_value(contract, world.hands[Seat.REARHAND] | world.skat) >= 30 for world in worlds}) == 2


HEARTS = Contract(Game.HEARTS)
DEAL = read_deal(
    "CJ CA CT C9 SA SK HT H9 D8 D7 | SJ HJ CK CQ ST SQ HA HK DA DT | DJ C8 C7 S9 S8 S7 HQ H8 H7 DK | D9 DQ"
)
DECLARER = Seat.MIDDLEHAND


def late() -> GameInPlay:
    """A game of hearts in which forehand is to move and few worlds are left."""
    game = begin(DEAL, HEARTS, DECLARER)
    while sum(game.known[0].sizes) > 9 or game.to_move is not Seat.FOREHAND:
        game = game.played(bits(game.known[game.to_move].legal)[-1])
    return game


def test_a_sample_is_as_good_as_its_worlds_and_their_candidates() -> None:
    """Few worlds are all there."""
    few = late().known[0]
    worlds = list(all_worlds(few))
    assert len(worlds) > 1
    for most in (len(worlds), len(worlds) + 9):
        sample = inference.sampled_worlds(few, most, 3)
        assert (sample.worlds, sample.weights, sample.size) == (worlds, [1] * len(worlds), inf)
    assert inference.sampled_worlds(few, len(worlds) - 1, 3).size == len(worlds) - 1
    weighted = inference.sampled_worlds(
        few, 900, 3, [lambda worlds: list(range(1, len(worlds) + 1)), lambda worlds: [2] * len(worlds)]
    )
    assert (weighted.worlds, weighted.weights) == (worlds, [2 * place for place in range(1, len(worlds) + 1)])
    # all of them are candidates of the first weights, and what these leave is a sample
    alike, most = (lambda worlds: [7] * len(worlds)), len(worlds) - 1
    assert inference.sampled_worlds(few, most, 3, [alike]).size == pytest.approx(most)
    twice = inference.sampled_worlds(few, most, 3, [alike] * 2)
    assert twice.size == pytest.approx(1 / sum(1 / (each * most) for each in (1, inference.CANDIDATES[1])))
    known = declarer_knows()
    plain = inference.sampled_worlds(known, 30, 4)
    assert (plain.worlds, plain.size) == (draw_worlds(known, 30, 4), 30)
    equal = inference.sampled_worlds(known, 30, 4, [alike])
    assert equal.size == pytest.approx(1 / (1 / 30 + 1 / (inference.CANDIDATES[1] * 30)))
    both = inference.sampled_worlds(known, 30, 4, [alike] * 2)
    assert both.size == pytest.approx(1 / sum(1 / (each * 30) for each in (1, *inference.CANDIDATES)))
    lone = inference.sampled_worlds(known, 30, 4, [lambda worlds: [10**9] + [1] * (len(worlds) - 1)])
    assert lone.size == pytest.approx(30 / 31, rel=1e-3)
    assert len(set(lone.worlds)) == 1


def chances(game: Game, worlds: list[tuple[int, int]]) -> np.ndarray:
    """The declarer's chances with the hands and Skats of some worlds."""
    hands, skats = (np.array(column) for column in zip(*worlds, strict=True))
    return CHANCES.of(
        Contract(game), DECLARER, CHANCES.log_odds(game, DECLARER, hands, skats), trump_counts(game, hands)
    )


def test_few_worlds_come_in_proportion() -> None:
    """If all worlds are weighted, each comes as often as its share of the weight says; the declarer draws as ever."""
    known = late().known[0]
    worlds = [world.hands[1:] for world in all_worlds(known)]
    assert len(worlds) <= 10 * 100
    weights = (
        chances(Game.HEARTS, [(one | known.played[1], known.unseen & ~one & ~other) for one, other in worlds]) ** 4
    )
    counts = Counter(world.hands[1:] for world in inference.informed_draw(CHANCES, HEARTS)(known, 100, 1))
    assert set(counts) <= set(worlds)
    for world, share in zip(worlds, 100 * weights / weights.sum(), strict=True):
        assert abs(counts[world] - share) < 1 + 1e-9
    alone = declarer_knows()
    assert list(inference.informed_draw(CHANCES, CLUBS)(alone, 20, 3)) == draw_worlds(alone, 20, 3)


def test_as_an_agent() -> None:
    agent = read_agent("informed:5", bidder=default_bidder(worlds=0), chances=CHANCES)
    game = late()
    choice = agent.program(game, 1)(game.known[0])
    assert game.known[0].legal >> choice.card & 1
    assert (agent.name, choice.worlds) == ("informed:5", 5)
    with pytest.raises(ValueError, match=r"^an informed agent needs chances$"):
        read_agent("informed:5", bidder=default_bidder(worlds=0))


FOR_POINTS = [game for game in Game if game is not Game.NULL]
SOLVER = DoubleDummy(12)
games = st.sampled_from(FOR_POINTS)


def agree(position: Position) -> None:
    wanted = {card: position.declarer_points + value for card, value in naive.values(position).items()}
    assert SOLVER.cards(position) == wanted
    best = max if position.to_move == position.declarer else min
    value = best(wanted.values())
    assert SOLVER.points(position) == value
    for target in {0, 1, value - 1, value, value + 1, 61, 121}:
        assert SOLVER.won(position, target) == (value >= target)


@given(seeds, games, st.integers(1, 4), st.integers(0, 2))
def test_small_positions(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    agree(naive.random_position(Random(seed), cards_each, on_table, game))


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    warm = DoubleDummy(14)
    random = Random(6)
    for deal in random_deals(3, 6):
        position = start(deal, random.choice(FOR_POINTS), Seat(random.randrange(3)))
        for _ in range(17):
            position = play(position, random.choice(bits(legal(position))))
        while not position.over:
            assert warm.points(position) == DoubleDummy(14).points(position)
            position = play(position, random.choice(bits(legal(position))))
        assert warm.points(position) == position.declarer_points
        other = replace(start(deal, Game.GRAND, Seat.FOREHAND), hands=position.hands)
        assert warm.points(other) == other.declarer_points


def test_more_deals_than_generations() -> None:
    solver, random = DoubleDummy(10), Random(5)
    for number in range(GENERATIONS + 90):
        deal, declarer = random_deal(random, 2), Seat(number % 3)
        position = start(deal, Game.GRAND, declarer)
        assert solver.points(position) == DoubleDummy(10).points(position), deal.text()


def list_rows(table: WholeDeal, at_most: int = 1000) -> list[tuple[int, int, int]]:
    """All rows: key, value, best card."""
    return [row for part in table.rows(at_most) for row in zip(*(column.tolist() for column in part), strict=True)]


def test_keys() -> None:
    """The leader stands in the bits of two cards that nobody holds, those of the Skat where there are."""
    held = read_cards("CJ D7 SJ D8 HJ D9")
    for leader, (skat, high, low) in product(Seat, ((read_cards("CA HT"), "CA", "HT"), (0, "DJ", "CA"))):
        deal = Deal((read_cards("CJ D7"), read_cards("SJ D8"), read_cards("HJ D9")), skat)
        keys = [key for key, *_ in list_rows(whole_deal(deal, Game.GRAND, Seat.FOREHAND, leader))]
        bit = {Seat.FOREHAND: 0, Seat.MIDDLEHAND: 1 << read_card(low), Seat.REARHAND: 1 << read_card(high)}[leader]
        assert [key for key in keys if key & held == held] == [held | bit]


@pytest.mark.parametrize("at_most", [1, 7])
def test_rows_come_in_parts(at_most: int) -> None:
    table = whole_deal(random_deal(Random(5), 3), Game.HEARTS, Seat.REARHAND)
    parts = list(table.rows(at_most))
    assert [len(part.keys) for part in parts[:-1]] == [at_most] * (len(parts) - 1)
    assert 1 <= len(parts[-1].keys) <= at_most
    assert list_rows(table, at_most) == list_rows(table)
    assert sum(len(part.values) for part in parts) == sum(len(part.best) for part in parts) == sum(table.layers)
    for call, fault in (
        (lambda: table.rows(0), "at_most"),
        (lambda: SOLVER.points(naive.random_position(Random(1), 3, 0, Game.NULL)), "Null"),
        (lambda: DoubleDummy(9), "10 to 26"),
    ):
        with pytest.raises(InputError, match=fault):
            call()


class Table:
    """Values of a whole deal by key."""

    def __init__(self, deal: Deal, game: Game, declarer: Seat) -> None:
        (rows,) = whole_deal(deal, game, declarer).rows()
        starts = map(StartValue, rows.values.tolist(), rows.best.tolist())
        self.values = dict(zip(rows.keys.tolist(), starts, strict=True))

    def __call__(self, keys: Collection[int]) -> Mapping[int, StartValue]:
        return {key: self.values[key] for key in keys if key in self.values}


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_judges_are_plain_minimax(seed: int, cards_each: int) -> None:
    deal, game, declarer, played = random_game(seed, cards_each)
    searching, table = judge_of(game), Table(deal, game, declarer)
    for position in replay(deal, game, declarer, played):
        after = {card: worth(play(position, card)) for card in bits(legal(position))}
        value = worth(position)
        for judge in (searching, TableJudge(deal, table)):
            assert judge.value(position) == value
            assert judge.won(position) == (value >= winning(game))
            assert judge.cards(position) == after
            assert list(judge.cards(position)) == list(after)
            if after:
                assert judge.best_card(position, value) == next(card for card in after if after[card] == value)


def test_tables_at_fault() -> None:
    deal = random_deal(Random(1), 3)
    position = start(deal, Game.GRAND, Seat.FOREHAND)
    table = Table(deal, Game.GRAND, Seat.FOREHAND)
    (own,) = (key for key in table.values if key.bit_count() == 9)

    def judge(look_up: LookUp) -> TableJudge:
        return TableJudge(deal, look_up)

    lacking = {key: value for key, value in table.values.items() if key.bit_count() == 9}
    assert judge(lambda keys: lacking).value(position) == table.values[own].value
    with pytest.raises(LookupError):
        judge(lambda keys: lacking).cards(position)
    with pytest.raises(LookupError):
        judge(lambda keys: {}).value(position)
    assert judge(table).nodes == 0
    wrong = table.values | {own: table.values[own]._replace(value=table.values[own].value + 1)}
    with pytest.raises(LookupError, match="is not that of its best card"):
        judge(lambda keys: wrong).cards(position)
    with pytest.raises(LookupError, match="no card keeps"):
        judge(lambda keys: wrong).best_card(position, wrong[own].value)
    with pytest.raises(LookupError, match="no card keeps 121"):
        judge(table).best_card(position, 121)
