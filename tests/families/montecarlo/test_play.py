"""Agents met in play: their law and what is won against them, against rules that are played out; games that are watched."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from naive import games as naive
from naive import selection
from play.games import said, session
from program import answered

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.arena import Encounter, exact_chances
from tafelwerk.families.montecarlo.play import Watching
from tafelwerk.families.montecarlo.rules import parse_game
from tafelwerk.play.duel import Duel
from tafelwerk.web.game_jobs import board

TINY = {
    "dsc 5": naive.double_step_crash_race(5),
    "dsr 3": naive.double_step_race(3),
    "esr 2 2 1": naive.single_step_race(2, 2, 1),
    "subtraction 6 --moves 1,2": naive.subtraction((1, 2), 6, "wins"),
    "subtraction 7 --moves 2,3 --overshoot loses": naive.subtraction((2, 3), 7, "loses"),
    "subtraction 7 --moves 2,3 --overshoot illegal": naive.subtraction((2, 3), 7, "illegal"),
}


def law_by_playouts(game: naive.Game, k: int) -> Callable[[Hashable], dict[int, Fraction]]:
    """The law of MC(k)'s move."""
    win = naive.win_chances(game)

    @cache
    def law(position: Hashable) -> dict[int, Fraction]:
        moves = game.moves(position)
        chances: dict[int, Fraction] = dict.fromkeys((label for label, _ in moves), Fraction(0))
        shares = selection.law([1 - win(after) for _, after in moves], [1] * len(moves), k)
        for (label, _), share in zip(moves, shares, strict=True):
            chances[label] += share
        return chances

    return law


def best_against(
    game: naive.Game, law: Callable[[Hashable], dict[int, Fraction]]
) -> Callable[[Hashable, bool], Fraction]:
    """The chance of a player who goes on best against an agent; `agent` says whether the agent is to move."""

    @cache
    def chance(position: Hashable, agent: bool) -> Fraction:
        result = game.result(position)
        if result is not None:
            return Fraction((result == 1) != agent)
        after = [(label, chance(following, not agent)) for label, following in game.moves(position)]
        if not agent:
            return max(value for _, value in after)
        labels = [label for label, _ in after]
        return sum((law(position)[label] * value / labels.count(label) for label, value in after), Fraction(0))

    return chance


@pytest.mark.parametrize("words", TINY)
@pytest.mark.parametrize("k", [1, 2])
def test_the_law_of_an_agent_and_what_is_won_against_it(words: str, k: int) -> None:
    """In every position that play reaches."""
    game = TINY[words]
    law, encounter = law_by_playouts(game, k), Encounter(parse_game(words), None, f"mc:{k}")
    chance, wins = best_against(game, law), naive.winners(game)
    seen: set[tuple[Hashable, int]] = set()
    waiting: list[tuple[Any, int]] = [(game.start, encounter.start)]
    while waiting:
        position, place = waiting.pop()
        result = game.result(position)
        assert encounter.payoff(place) == result
        if (position, place) in seen or result is not None:
            continue
        seen.add((position, place))
        # pieces on one square are one move
        after = dict(game.moves(position))
        moves = {move.move: move for move in encounter.moves(place)}
        assert list(moves) == sorted(after)
        assert encounter.best_chance(place) == pytest.approx(float(chance(position, False)), abs=1e-13)
        for label, share in law(position).items():
            assert moves[label].chance == pytest.approx(float(share), abs=1e-13)
            assert encounter.chance_after(moves[label]) == pytest.approx(float(chance(after[label], True)), abs=1e-13)
            assert encounter.value(moves[label].after) == (1 if wins(after[label]) else -1)
            waiting.append((after[label], moves[label].after))
    assert len(seen) > 4


@pytest.mark.parametrize("line", ["dsc 9 --against mc:20", "S(1,2)(11) --against random", "esr 2 2 1 --against mc:3"])
def test_whoever_follows_the_hints_wins_what_is_won(line: str) -> None:
    """Where perfect play wins, the first line of each hint does."""
    for role in ("first", "second"):
        game = session(f'montecarlo play "{line.split(" --")[0]}" --{line.split(" --")[1]} --as {role} --seed 3')
        assert isinstance(game, Duel)
        said(game.start())
        is_won = False
        while not game.over:
            hint = str(next(iter(game.hint())))
            is_won = is_won or "100 %" in hint
            end = said(game.take(hint.removeprefix("Best: ").split()[0].rstrip(".,")))[-1]
        assert str(end).startswith("You win") or not is_won


def test_an_agent_plays_by_its_law_and_tells_its_playouts() -> None:
    encounter = Encounter(parse_game("dsc 7"), None, "mc:9")
    decisions = [encounter.decide(encounter.start, Random(number)) for number in range(2000)]
    for decision in decisions:
        wins = dict(decision.wins)
        assert wins[decision.move] == max(wins.values()) <= 9
    for move in encounter.moves(encounter.start):
        share = sum(decision.move == move.move for decision in decisions) / len(decisions)
        assert share == pytest.approx(move.chance, abs=5 * (move.chance * (1 - move.chance) / len(decisions)) ** 0.5)


def watch_games(line: str) -> Watching:
    """Games to watch, before the first move."""
    game = session(f"montecarlo play {line} --watch")
    assert isinstance(game, Watching)
    return game


@pytest.mark.parametrize(
    "line", ["dsc 8 --against mc:4", "esr 2 2 2 --against mc:1 --rival perfect", '"S(1,3)" --against 5']
)
def test_games_watched_one_by_one_are_those_of_a_batch(line: str) -> None:
    """Move by move, as whole games, at once; gone on with anywhere; taken back."""
    stepped, whole, batch = (watch_games(f"{line} --seed 6") for _ in range(3))
    said(stepped.start())
    while stepped.games < 7:
        before = stepped.go_on
        told, after = said(stepped.take("")), stepped.go_on
        twin = session(before)
        assert said(twin.take("next move")) == told
        assert twin.go_on == after
        said(stepped.undo())
        assert (stepped.go_on, said(stepped.take("n"))) == (before, told)
    for _ in range(7):
        said(whole.take("whole game"))
    told = said(batch.take("7 games"))
    assert said(stepped.board()) == said(whole.board()) == told
    assert stepped.wins == whole.wins == batch.wins
    assert batch.go_on == stepped.go_on
    assert said(session(batch.go_on).board()) == told
    with pytest.raises(InputError, match="is none of: next, game, a number of games"):
        said(batch.take("resign"))


def test_a_tally_is_that_of_simulated_games_beside_the_exact_chance() -> None:
    game = watch_games('"DSC(10)" --seed 3')
    said(game.take("1000"))
    exact = answered("montecarlo", "duel", "dsc", "10", "--k", "200")
    pair = ("mc:200", "mc:400")
    samples = [
        answered(
            "montecarlo", "simulate", "dsc", "10", "--first", first, "--second", second, "--games", "500", "--seed", "3"
        )
        for first, second in (pair, pair[::-1])
    ]
    assert game.wins == (samples[0]["wins"], 500 - samples[1]["wins"])
    assert game.exact == (exact["first"], exact["second"], exact["error_bound"])
    assert (
        "Exactly, MC(200) wins 26.96 % of the games in which it moves first and 75.82 % of the others: 51.39 % in all"
        in str(said(game.tally())[-1])
    )
    # agents without playouts have exact chances, too
    assert exact_chances(parse_game("dsc 3"), None, "perfect", "random")[:2] == (0.5, 1.0)


def test_the_chance_from_here_is_that_of_the_duel() -> None:
    game = watch_games("dsc 6 --against mc:3 --rival perfect --seed 1")
    for _ in range(40):
        said(game.take("next"))
        if game.is_finished:
            continue
        law = game.law()
        assert game.chance == pytest.approx(sum(move.chance * game.chance_after(move) for move in law), abs=1e-13)
    first, second, _ = game.exact
    begin = watch_games("dsc 6 --against mc:3 --rival perfect --seed 1")
    assert begin.chance == pytest.approx(first, abs=1e-13)
    said(begin.take("game"))
    begin._begin(1)
    assert begin.chance == pytest.approx(second, abs=1e-13)


def test_a_hint_prices_moves_and_a_course_tells_what_was_given_away() -> None:
    game = session("montecarlo play dsc 10 --seed 3")
    assert isinstance(game, Duel)
    said(game.start())
    single, double = game.prices()
    assert [(price.turn, price.is_best, price.sign) for price in (single, double)] == [
        ("1", True, "100"),
        ("2", False, "1"),
    ]
    assert (single.worth, double.worth, double.behind) == (
        "you win with 100 %",
        "you win with 1.41 %",
        "98.59 points less",
    )
    assert double.note.startswith(
        "a loss under perfect play; MC(200) would play it with 68.63 %, and answers 2 with 99.12 %"
    )
    assert game.sentence(is_priced=True) == "You win with 100 % if you go on best."
    said(game.take("2"))
    mine, its = game.course(is_priced=True)
    assert (mine.lost, mine.after, its.lost) == ("gives away 98.59 points", "you win with 1.41 %", "")
    assert [step.lost for step in game.course(is_priced=False)] == ["", ""]
    # a slip of the agent is told
    slip = session("montecarlo play dsc 4 --against random --as second --seed 1")
    said(slip.start())
    assert "throws a won game away" in {step.lost for step in slip.course(is_priced=True)} | {
        step.lost for seed in range(2, 12) for step in begin_course(f"dsc 4 --against random --as second --seed {seed}")
    }


def begin_course(line: str) -> Any:
    game = session(f"montecarlo play {line}")
    said(game.start())
    return game.course(is_priced=True)


@pytest.mark.parametrize(
    "line",
    [
        "dsc 10",
        "dsc 30",
        "dsr 3",
        "esr 3 2 1",
        "subtraction 23 --moves 2,3",
        "subtraction 2 --moves 1,4,5 --overshoot loses",
    ],
)
def test_every_move_has_its_place_on_the_board(line: str) -> None:
    """No two places are the same, and none lies outside the picture."""
    game = session(f"montecarlo play {line} --against random --seed 2")
    assert isinstance(game, Duel)
    said(game.start())
    while not game.over:
        for prices in ((), game.prices()):
            drawing = board(game, prices)
            assert drawing is not None
            places = {spot["turn"]: (spot["x"], spot["y"]) for spot in drawing["spots"]}
            assert set(places) == set(game.legal)
            assert len(set(places.values())) == len(places)
            for spot in drawing["spots"]:
                assert 0 <= spot["x"] <= drawing["picture"]["width"] - spot["width"] + 1
                assert 0 <= spot["y"] <= drawing["picture"]["height"] - spot["height"] + 1
            assert bool(drawing["panels"]) == bool(prices)
        said(game.take(game.legal[-1]))
    drawing = board(game)
    assert drawing is not None
    assert not drawing["spots"]


def test_bars_are_the_law_of_the_agent_and_the_games_so_far() -> None:
    game = session("montecarlo play dsc 10 --seed 3")
    drawing = board(game, game.prices())
    assert drawing is not None
    answers, here = drawing["panels"]
    assert answers["picture"]["text"] == (
        "after 1 plays 2: 98.61 %, plays 1: 1.39 %; after 2 plays 2: 99.12 %, plays 1: 0.88 %"
    )
    assert (here["heading"], here["picture"]["text"]) == (
        "What MC(200) would play in your place",
        "plays 2: 68.63 %, plays 1: 31.37 %",
    )
    watching = watch_games('"DSC(10)" --seed 3')
    drawing = board(watching)
    assert drawing is not None
    assert [panel["picture"]["text"] for panel in drawing["panels"]] == [
        "plays 2: 68.63 %, plays 1: 31.37 %",
        "exactly moving first: 26.96 %, moving second: 75.82 %, in all: 51.39 %",
    ]
    said(watching.take("1,000 games"))
    drawing = board(watching)
    assert drawing is not None
    (tally,) = drawing["panels"]
    assert tally["picture"]["text"].startswith(
        "in 1,000 games moving first: 28.0 %, moving second: 76.2 %, in all: 52.1 %; exactly"
    )
    assert watching.sentence(is_priced=False).endswith("MC(200) wins game 1,000 after 6 moves.")
    assert [step.who for step in watching.course(is_priced=False)] == ["MC(400)", "MC(200)"] * 3


def test_fewer_games_are_watched_at_once_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watching(parse_game("dsc 10"), None, ("mc:200", "mc:400"), 1)
    assert watched.legal[-1] == "1,000 games"
    monkeypatch.setattr("tafelwerk.families.montecarlo.arena.is_compiled", lambda: False)
    assert watched.legal[-1] == "100 games"
    with pytest.raises(InputError, match="or run `tafelwerk warm montecarlo` first"):
        next(watched.turn("1000 games"))
