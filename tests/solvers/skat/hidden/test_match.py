"""Programs play each other: who sees all cards gives nothing away, who draws worlds beats chance, and seeds say it all."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_questions import random_game, worth

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.rounds import GameInPlay, Program, begin
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.hidden.match import Tally, match, open_cards, pimc, random_cards, strong_games, tally
from tafelwerk.solvers.skat.hidden.player import Chooser

CHOOSER = Chooser()
OPEN = open_cards(CHOOSER)
FEW_WORLDS = pimc(12, CHOOSER)


def outcome(game: GameInPlay) -> int:
    return int(game.won) if game.contract.game is Game.NULL else game.position.declarer_points


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_who_sees_all_cards_gives_nothing_away(seed: int, cards_each: int) -> None:
    deal, game, declarer, _ = random_game(seed, cards_each)
    first = begin(deal, Contract(game), declarer)
    value = worth(start(deal, game, declarer))

    def plays(alone: Program, others: Program) -> int:
        (done,) = match([first], [alone, others, others], seed)
        return outcome(done)

    assert plays(OPEN, OPEN) == value
    assert plays(OPEN, random_cards) >= value
    assert plays(random_cards, OPEN) <= value


def test_who_draws_worlds_beats_chance() -> None:
    games = list(strong_games(25, 2, of=3, cards_each=5))

    def points(alone: Program, others: Program) -> int:
        return tally(match(games, [alone, others, others], 7)).points

    against_worlds, against_chance = (points(random_cards, others) for others in (FEW_WORLDS, random_cards))
    assert points(FEW_WORLDS, FEW_WORLDS) > against_worlds + 100
    assert points(FEW_WORLDS, random_cards) > against_chance + 100
    assert against_worlds < against_chance - 100


def test_time_for_a_card() -> None:
    """A clock that goes on by a second each time it is asked: who has ten looks at fewer worlds than who has no limit."""
    (game,) = strong_games(1, 5, of=1, cards_each=5)
    seat = game.to_move
    assert seat is not None
    seen = []
    for seconds in (10, None):
        tick = count()
        player = pimc(40, Chooser(clock=lambda tick=tick: next(tick)), seconds=seconds)(game, 1)
        choice = player(game.known[seat])
        seen.append((choice.worlds, choice.stopped))
    assert seen[0] < (40, False)
    assert seen[0][1]
    assert seen[1] == (40, False)


@pytest.mark.slow
def test_ten_cards() -> None:
    games = list(strong_games(12, 3))
    alone = [tally(match(games, [program, FEW_WORLDS, FEW_WORLDS])) for program in (OPEN, FEW_WORLDS, random_cards)]
    assert alone[0].points > alone[2].points
    assert alone[1].points > alone[2].points + 200
    assert alone[1].won > alone[2].won


def test_seeds() -> None:
    games = list(strong_games(3, 5, of=2, cards_each=6))
    assert games == list(strong_games(3, 5, of=2, cards_each=6))

    def cards(program: Program, seed: int) -> list[list[int]]:
        return [[one.card for one in game.decisions] for game in match(games, [program] * 3, seed)]

    for program in (pimc(3), random_cards):
        assert cards(program, 1) == cards(program, 1)
        assert cards(program, 1) != cards(program, 2)
    played = list(match(games, [FEW_WORLDS] * 3, 1))
    assert played == list(match(games, [pimc(12, Chooser(2))] * 3, 1))


def test_tally() -> None:
    games = list(match(strong_games(4, 1, of=1, cards_each=3), [random_cards] * 3))
    points = [game.position.declarer_points for game in games]
    assert tally(games) == Tally(4, sum(game.won for game in games), sum(points))
    assert tally(games).mean_points == sum(points) / 4
    assert tally([]).mean_points == 0


def test_strong_games() -> None:
    for game in strong_games(5, 9, of=20):
        trumps = sum(card.bit_count() for card in [game.deal.hands[game.declarer] & 0b1111 << 28])
        assert game.contract.game is not Game.NULL
        assert trumps >= 1
        assert game.deal.cards_each == 10
        assert game.known[game.declarer].skat == game.deal.skat
    assert {game.declarer for game in strong_games(30, 1, of=1)} == set(Seat)


def test_faults() -> None:
    with pytest.raises(InputError, match="three programs"):
        match([], [random_cards])
    with pytest.raises(InputError, match="seed is 0 or more"):
        match([], [random_cards] * 3, -1)
    with pytest.raises(InputError, match="picked from 1 or more"):
        strong_games(1, 1, of=0)
