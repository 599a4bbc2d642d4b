"""Players: cards chosen over worlds against plain minimax, agents by name, rounds by the rules, matches counted by hand."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from math import sqrt
from random import Random
from signal import SIGINT, default_int_handler, pthread_kill, signal
from statistics import fmean, stdev
from threading import Event, main_thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat
from skat_hands import games as every_game
from skat_hands import seeds
from skat_questions import random_game, worth
from skat_rounds import PlainBidder, plain_agent

from tafelwerk.families.skat.rules.cards import Game, Seat, bits, mask_of, read_card, read_cards
from tafelwerk.families.skat.rules.contracts import Contract, Goal, Score, announced_goal, tournament_points
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.matches import (
    Mean,
    Result,
    match_round,
    play_round,
    result,
    seat_of,
    seating,
    standings,
)
from tafelwerk.families.skat.rules.play import Position, legal, play, start
from tafelwerk.families.skat.rules.rounds import Choice, GameInPlay, Program, begin, play_out
from tafelwerk.solvers.skat import hidden_players
from tafelwerk.solvers.skat.hidden_players import (
    Chooser,
    Effort,
    Pimc,
    declarer_goal,
    open_cards,
    random_cards,
    read_agent,
)
from tafelwerk.solvers.skat.open_judge import WorldOutcomes
from tafelwerk.solvers.skat.worlds import draw_worlds

CHOOSER = Chooser()
PAIR = Chooser(2)


def some_game(seed: int, cards_each: int, game: Game | None = None) -> GameInPlay:
    """A small game, somewhere in its course, not over."""
    deal, chosen, declarer, played = random_game(seed, cards_each, game)
    found = begin(deal, Contract(chosen), declarer)
    for card in played:
        if (after := found.played(card)).over:
            break
        found = after
    return found


def some_worlds(seed: int, cards_each: int, game: Game | None = None, most: int = 8) -> list[Position]:
    """What a player takes for possible in a small game."""
    game_in_play = some_game(seed, cards_each, game)
    known = game_in_play.known[game_in_play.to_move]
    worlds = [known.position(world) for world in draw_worlds(known, Random(seed).randint(1, most), seed)]
    gained = Random(seed + 1).choice([0, 0, 30, 50])
    return [replace(world, declarer_points=world.declarer_points + gained) for world in worlds]


@settings(max_examples=15)
@given(seeds)
def test_no_choice_depends_on_threads_or_on_what_was_asked_before(seed: int) -> None:
    worlds = some_worlds(seed, 5, most=60)
    alone, again, pair = (one.choose(worlds, effort=Effort(3000)) for one in (Chooser(), CHOOSER, PAIR))
    assert alone == again == pair


@given(seeds, st.integers(2, 4))
def test_a_weight_is_so_many_worlds(seed: int, cards_each: int) -> None:
    worlds, random = some_worlds(seed, cards_each), Random(seed)
    weights = [random.randint(1, 5) for _ in worlds]
    repeated = [world for world, weight in zip(worlds, weights, strict=True) for _ in range(weight)]
    effort = Effort(10**9, full=True)
    weighted, pair, plain = (
        CHOOSER.choose(worlds, effort=effort, weights=weights),
        PAIR.choose(worlds, effort=effort, weights=weights),
        CHOOSER.choose(repeated, effort=effort),
    )
    assert weighted == plain == pair
    assert all(one.worlds == sum(weights) for one in weighted.cards)


def test_cards_that_cannot_come_out_first_are_left() -> None:
    """A jack takes 23 points; who throws off needs the ace and the ten of clubs in one of the tricks to come."""
    worlds, random = [], Random(4)
    for _ in range(60):
        clubs = random.sample([read_card(name) for name in ("CA", "CT", "CK", "C9", "C8", "C7")], 4)
        hands = read_cards("CJ SJ D7"), mask_of(clubs[:2]), mask_of(clubs[2:])
        table = read_card("SA"), read_card("ST")
        worlds.append(Position(hands, table, Seat.MIDDLEHAND, 38, 0, Seat.FOREHAND, Game.GRAND))
    chosen, full = CHOOSER.choose(worlds), CHOOSER.choose(worlds, effort=Effort(full=True))
    last = chosen.cards[2]
    assert [one.worlds for one in full.cards] == [60, 60, 60]
    for choice in (chosen, full):
        assert [(one.worlds, one.wins) for one in choice.cards[:2]] == [(60, 60), (60, 60)]
    assert 0 < full.cards[2].wins < 40
    assert (last.worlds < 60, last.points_worlds) == (True, 0)
    assert chosen.card == full.card == read_card("SJ")


def test_points_are_found_as_long_as_effort_allows() -> None:
    position = begin(next(random_deals(1, 3, cards_each=6)), Contract(Game.SPADES), Seat.FOREHAND).position

    def choose(nodes: int) -> tuple[int, int]:
        choice = CHOOSER.choose([position] * 40, Goal(120, 0, 10), Effort(nodes))
        return choice.nodes, max(one.points_worlds for one in choice.cards)

    (least, few), (most, all_of_them) = choose(0), choose(10**9)
    assert (few, all_of_them) == (4, 40)
    assert 4 < choose((most - least) // 3)[1] < 40


@pytest.mark.parametrize(("seconds", "seen"), [(0, 1), (30, 20), (1000, 60)])
def test_time(seconds: float, seen: int) -> None:
    """A clock that a question makes go on by a second, once for each world."""
    tick = count()
    chooser = Chooser(clock=lambda: next(tick))
    position = begin(next(random_deals(1, 3, cards_each=5)), Contract(Game.SPADES), Seat.FOREHAND).position
    chosen = chooser.choose([position] * 60, Goal(120, 0, 10), Effort(seconds=seconds))
    assert chosen.worlds == seen
    assert chosen.stopped == (seconds < 1000)
    assert chosen.card in bits(legal(position))


def test_an_interrupt_leaves_the_other_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads do not go on with worlds that nobody asks for any more: both wait until the queue has been emptied."""
    calls, emptied = count(1), Event()

    def interrupt() -> float:
        number = next(calls)
        if number == 4:
            pthread_kill(main_thread().ident or 0, SIGINT)
        if number >= 4:
            emptied.wait(60)
        return 0

    def empty(queue: Iterator[int], maxlen: int) -> None:
        deque(queue, maxlen)
        emptied.set()

    monkeypatch.setattr(hidden_players, "deque", empty)
    position = begin(next(random_deals(1, 3, cards_each=5)), Contract(Game.SPADES), Seat.FOREHAND).position
    before = signal(SIGINT, default_int_handler)  # where tests run in the background it is ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            Chooser(2, clock=interrupt).choose([position] * 60, Goal(120, 0, 10), Effort(seconds=1000))
    finally:
        signal(SIGINT, before)
    assert next(calls) <= 6  # the fourth call and one of the other thread


def test_where_worlds_are_few_each_is_looked_at_once() -> None:
    game = begin(next(random_deals(1, 8, cards_each=2)), Contract(Game.GRAND), Seat.FOREHAND)
    assert [Pimc(worlds=worlds)(game.known[0]).worlds for worlds in (5, 6, 7)] == [5, 6, 6]
    assert Pimc(worlds=50)(game.known[0]) == Pimc(1, worlds=50)(game.known[0])


OUTCOMES = WorldOutcomes(12)


def some_of(random: Random, cards: int) -> int:
    """A part of a set that is not empty."""
    found = 0
    while not found:
        found = sum(1 << card for card in bits(cards) if random.random() < 0.7)
    return found


@given(seeds, every_game, st.integers(1, 4), st.integers(0, 2))
def test_outcomes_are_those_of_plain_minimax(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    random = Random(seed)
    position = skat.random_position(random, cards_each, on_table, game)
    position = replace(position, declarer_points=random.choice([0, 0, 30, 55, 70]))
    cards = some_of(random, legal(position))
    wanted = {card: worth(play(position, card)) for card in bits(cards)}
    if game is Game.NULL:
        assert OUTCOMES.won(position, cards, Goal(0, 0, 0)) == sum(1 << card for card in wanted if wanted[card])
        return
    assert OUTCOMES.points(position, cards, random.randrange(121)) == wanted
    for points in {1, 120, 61, *(value + more for value in wanted.values() for more in (0, 1))}:
        if 1 <= points <= 120:
            reached = sum(1 << card for card in wanted if wanted[card] >= points)
            assert OUTCOMES.won(position, cards, Goal(points, 0, 10)) == reached


@cache
def most_tricks(position: Position) -> int:
    """The declarer's tricks at the end where that is all that counts."""
    if position.over:
        return position.declarer_tricks
    after = [most_tricks(play(position, card)) for card in bits(legal(position))]
    return max(after) if position.to_move is position.declarer else min(after)


@given(seeds, st.sampled_from([game for game in Game if game is not Game.NULL]), st.integers(1, 3), st.integers(0, 2))
def test_tricks(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    random = Random(seed)
    position = skat.random_position(random, cards_each, on_table, game)
    position = replace(position, declarer_tricks=random.randrange(3), declarer_points=random.randrange(100))
    cards = legal(position)
    for tricks in range(1, 7):
        reached = sum(1 << card for card in bits(cards) if most_tricks(play(position, card)) >= tricks)
        assert OUTCOMES.won(position, cards, Goal(120, tricks, 10)) == reached


OPEN = open_cards(CHOOSER)


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_who_sees_all_cards_gives_nothing_away(seed: int, cards_each: int) -> None:
    deal, game, declarer, _ = random_game(seed, cards_each)
    first, value = begin(deal, Contract(game), declarer), worth(start(deal, game, declarer))

    def plays(alone: Program, others: Program) -> int:
        done = play_out(first, [(alone if seat is declarer else others)(first, seed + seat) for seat in Seat])
        return int(done.won) if game is Game.NULL else done.position.declarer_points

    assert plays(OPEN, OPEN) == value
    assert plays(OPEN, random_cards) >= value
    assert plays(random_cards, OPEN) <= value


NAMES = ("random", "pimc:1", "random")


class Overbidder(PlainBidder):
    """Forehand holds 45 with anything, and takes up the Skat."""

    def limit(self, hand: int, seat: Seat) -> int:
        return 0 if seat is Seat.REARHAND else 45


def test_match() -> None:
    """Over three rounds of a deal each player holds each seat once, so that equal players come out even."""
    assert [seating("ABC", number) for number in range(4)] == [tuple(word) for word in ("ABC", "CAB", "BCA", "ABC")]
    assert all(
        seating("ABC", number)[seat_of(player, number)] == "ABC"[player] for number in range(6) for player in range(3)
    )
    rounds = [match_round(["random"] * 3, 6, number, plain_agent) for number in range(3, 6)]
    assert [one.dealt for one in rounds] == [next(random_deals(1, 6, 1))] * 3
    assert [(one.seed, one.name) for one in rounds] == [
        ((6 << 32) + 1, f"match-6-{number}-random") for number in (3, 4, 5)
    ]
    assert rounds[0].declarer is not None
    assert len({(one.game, one.auction) for one in rounds}) == 1
    passed = play_round(next(random_deals(1, 3)), [plain_agent("open", 30.0)] * 3)
    assert (passed.declarer, result(passed)) == (None, PASSED)
    mixed = match_round(NAMES, 5, 4, plain_agent)
    assert (mixed.players, mixed.name) == (seating(NAMES, 4), "match-5-4-random-pimc:1-random")


def test_the_declarer_plays_for_the_bid() -> None:
    """The defenders hold against what was announced."""
    seen: list[Goal] = []

    class Listening(Chooser):
        def choose(self, worlds, goal, effort):  # type: ignore[no-untyped-def, override]
            seen.append(goal)
            return Choice(bits(legal(worlds[0]))[0])

    one = read_agent("pimc:1", bidder=Overbidder(30.0), chooser=Listening())
    for dealt in random_deals(20, 1):
        seen.clear()
        game = play_round(dealt, [one] * 3).game
        assert game is not None
        needed = declarer_goal(game.contract, game.deal.hands[0] | game.deal.skat, 45)
        if needed != announced_goal(game.contract):
            break
    assert set(seen) == {needed, announced_goal(game.contract)}
    assert len(set(seen)) == 2


CLUBS_WON = Result(Seat.FOREHAND, Game.CLUBS, 70, Score(True, False, 1, 24, 24))
LOST = Result(Seat.REARHAND, Game.GRAND, 40, Score(False, False, -1, 48, -96))
OVERBID = Result(Seat.MIDDLEHAND, Game.HEARTS, 65, Score(False, True, 1, 30, -60))
NULL = Result(Seat.MIDDLEHAND, Game.NULL, 12, Score(True, False, 0, 23, 23))
PASSED = Result(None, None, 0, None)


def test_a_match_by_hand() -> None:
    """Players A, B and C sit at forehand, middlehand, rearhand; then at middlehand, rearhand, forehand; and so on."""
    found = standings("ABC", {0: CLUBS_WON, 1: LOST, 2: OVERBID, 3: NULL, 4: PASSED})
    counts = [(one.declared, one.won, one.lost, one.overbid, one.counted, one.points) for one in found]
    assert counts == [(1, 1, 0, 0, 1, 70), (2, 1, 1, 0, 1, 40), (1, 0, 1, 1, 1, 65)]
    assert [one.score for one in found] == [24, -96 + 23, -60]
    assert [one.tournament for one in found] == [74 + 40 + 40, 0 - 146 + 40 + 73, 0 + 40 - 110]
    assert [one.mean_points for one in found] == [70, 40, 65]
    assert [one.mean_score.value for one in found] == [24 / 5, -73 / 5, -60 / 5]
    assert [one.player for one in found] == ["A", "B", "C"]
    # of few rounds there is no error
    assert standings("ABC", {0: CLUBS_WON, 2: LOST})[0].mean_score == Mean((24 - 96) / 2, None)
    assert standings("ABC", {0: CLUBS_WON, 3: LOST})[0].mean_score.error is not None
    none = standings("ABC", {})[2]
    assert (none.rounds, none.mean_points, none.mean_score) == (0, None, Mean(0.0, None))


def test_errors_are_those_of_deals() -> None:
    random = Random(1)
    results = {number: random.choice([CLUBS_WON, LOST, OVERBID, NULL, PASSED]) for number in range(60)}
    for place, one in enumerate(standings("ABC", results)):
        means = [
            fmean(tournament_points(results[number], seat_of(place, number)) for number in range(first, first + 3))
            for first in range(0, 60, 3)
        ]
        assert one.mean_tournament.value == pytest.approx(fmean(means))
        assert one.mean_tournament.error == pytest.approx(stdev(means) / sqrt(20))
