"""Cards chosen over worlds, against plain minimax in each of them; players that draw worlds."""

from dataclasses import replace
from itertools import count
from random import Random
from signal import SIGINT, default_int_handler, pthread_kill, signal
from threading import main_thread
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat_player as naive
from skat_hands import seeds
from skat_questions import random_game

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, bits, mask_of, read_card, read_cards
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.play import Position, legal
from tafelwerk.rules.skat.rounds import GameInPlay, begin
from tafelwerk.rules.skat.scoring import Contract, Goal
from tafelwerk.solvers.skat.hidden.player import Chooser, Effort, Pimc
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds

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


@given(seeds, st.integers(1, 4), st.sampled_from([1, 20, 61, 90]))
def test_the_choice_is_that_of_plain_minimax(seed: int, cards_each: int, points: int) -> None:
    worlds = some_worlds(seed, cards_each)
    goal = Goal(points, 0, 10)
    wanted = naive.choice(worlds, points)
    chosen = CHOOSER.choose(worlds, goal, Effort(10**9, full=True))
    assert chosen.card == CHOOSER.choose(worlds, goal, Effort(10**9)).card == wanted
    if len(bits(legal(worlds[0]))) == 1:
        assert CHOOSER.choose(worlds, goal).cards == ()
    assert chosen.worlds == len(worlds)
    expected = naive.outcomes(worlds, points)
    most, ties = max(wins for wins, _ in expected.values()), [wins for wins, _ in expected.values()]
    counted = ties.count(most) > 1 and worlds[0].game is not Game.NULL
    assert [one.card for one in chosen.cards] == sorted(expected, reverse=True)
    for one in chosen.cards:
        wins, total = expected[one.card]
        assert (one.worlds, one.wins) == (len(worlds), wins)
        if counted and wins == most:
            assert (one.points_worlds, one.points, one.mean_points) == (len(worlds), total, total / len(worlds))
        else:
            assert (one.points_worlds, one.points, one.mean_points) == (0, 0, None)


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


def test_weights_are_one_for_each_world() -> None:
    worlds = some_worlds(1, 3)
    for weights in ([1] * (len(worlds) + 1), [0] * len(worlds)):
        with pytest.raises(InputError, match="weights must be 1 or more, one for each of"):
            CHOOSER.choose(worlds, weights=weights)


def test_with_full_effort_an_only_card_is_looked_at() -> None:
    worlds = next(
        worlds for seed in count() if (cards := legal((worlds := some_worlds(seed, 3))[0])) & (cards - 1) == 0
    )
    assert CHOOSER.choose(worlds).cards == ()
    (one,) = CHOOSER.choose(worlds, effort=Effort(full=True)).cards
    assert one.worlds == len(worlds)


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


def test_an_interrupt_leaves_the_other_worlds() -> None:
    """Threads do not go on with worlds that nobody asks for any more."""
    begun = 0

    def interrupted() -> float:
        nonlocal begun
        begun += 1
        if begun == 4:
            pthread_kill(main_thread().ident or 0, SIGINT)
        sleep(0.02)
        return 0

    position = begin(next(random_deals(1, 3, cards_each=5)), Contract(Game.SPADES), Seat.FOREHAND).position
    before = signal(SIGINT, default_int_handler)  # where tests run in the background it is ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            Chooser(2, clock=interrupted).choose([position] * 60, Goal(120, 0, 10), Effort(seconds=1000))
    finally:
        signal(SIGINT, before)
    assert begun < 15  # a batch has 20


def test_where_worlds_are_few_each_is_looked_at_once() -> None:
    game = begin(next(random_deals(1, 8, cards_each=2)), Contract(Game.GRAND), Seat.FOREHAND)
    assert [Pimc(worlds=worlds)(game.known[0]).worlds for worlds in (5, 6, 7)] == [5, 6, 6]
    assert Pimc(worlds=50)(game.known[0]) == Pimc(1, worlds=50)(game.known[0])


def test_faults() -> None:
    game = some_game(1, 4, Game.CLUBS)
    known, position = game.known[game.to_move], game.position
    for call, message in (
        (lambda: CHOOSER.choose([]), "no worlds"),
        (lambda: CHOOSER.choose([replace(position, hands=(0, 0, 0), table=())]), "all cards are played"),
        (lambda: CHOOSER.choose([position, replace(position, game=Game.NULL)]), "differ only"),
        (lambda: CHOOSER.choose([position], effort=Effort(-1)), "points_nodes are 0 or more"),
        (lambda: CHOOSER.choose([position], effort=Effort(seconds=-1)), "seconds are 0 or more"),
        (lambda: Chooser(0), "threads are 1 to 64"),
        (lambda: Pimc(worlds=0), "worlds are 1 or more"),
        (lambda: Pimc(-1), "seed is 0 or more"),
        (lambda: Pimc()(game.known[game.to_move.left]), "is not to move"),
    ):
        with pytest.raises(InputError, match=message):
            call()
    assert known.legal >> Pimc(worlds=3)(known).card & 1
