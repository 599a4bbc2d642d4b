"""Tasks: rows of boards, openings, positions and pairings, and how games go on after they were stopped.
The family's look-ups from Python.
What agents do in every position: written, read again, used by pairings.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from books import alter_file, copy_family
from checkpoints import MemoryCheckpoint
from naive.switching_policies import player_of, policy
from sharing import made_once

from tafelwerk import open_book
from tafelwerk.build import runner
from tafelwerk.families.switching import answers, builds
from tafelwerk.families.switching import rows as builder
from tafelwerk.families.switching.agents import Duel, holds_agent
from tafelwerk.families.switching.answers import ExactDuel, SampledDuel
from tafelwerk.families.switching.bridg_it import monte_carlo_row
from tafelwerk.families.switching.builds import AgentMoves, Openings, Pairings, SimulatedGames, opening_count
from tafelwerk.families.switching.rows import stored_policy
from tafelwerk.families.switching.rules import (
    COLD,
    MANY_PLAYOUTS,
    MAPPED,
    MOST_WALKED_ORDER,
    TEMPERATURES,
    agent_pairs,
    parse_agent,
    resolution,
)
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_graph import FREE, make_board
from tafelwerk.solvers.switching.switching_positions import board_positions
from tafelwerk.tables.answers import sampled_share


def plain(columns: Any) -> dict[str, list[Any]]:
    return {name: np.asarray(values).tolist() for name, values in columns.items()}


def test_openings_do_not_depend_on_the_task() -> None:
    whole, *parts = (plain(Openings(6, *task).run()["openings"]) for task in ((0, 8), (0, 2), (3, 5), (6, 8)))
    assert {whole.pop("m"), *(part.pop("m") for part in parts)} == {6}
    assert {name: [value for part in parts for value in part[name]] for name in whole} == whole


def test_lines_and_pairings() -> None:
    """Order 9: after E9 Cut has lost within 110 plies, as printed; random and perfect play of order 2."""
    lines = plain(Openings(9, 0, opening_count(9) - 1).run()["lines"])
    assert (lines["name"][:2], lines["ply"], lines["ties"][0]) == (["E9", "C9"], list(range(1, 111)), 81)
    rows = plain(Pairings(2, (("random", "random"), ("perfect", "random"))).run())
    assert rows["chance"] == [pytest.approx(0.2), 0.0]
    assert (rows["certainty"], rows["games"]) == (["certified"] * 2, [None] * 2)


def test_games_go_on_where_they_were_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    task = SimulatedGames(4, "heuristic", "temperature:0.1", 300, 5)
    whole = plain(task.run())
    monkeypatch.setattr(builds, "CHUNK_GAMES", 70)
    kept = MemoryCheckpoint(stop_after=3)
    with pytest.raises(KeyboardInterrupt):
        task.resume(kept)
    assert kept.load()[0] == 210
    assert plain(task.resume(kept)) == whole
    assert whole["games"] == [300]


def test_estimates_are_what_was_measured() -> None:
    """Operations are nanoseconds."""
    for line in Path(__file__).with_name("estimates.txt").read_text(encoding="utf-8").splitlines()[1:]:
        task, _, seconds = line.partition(" => ")
        assert 1 / 1.6 < 1e-9 * eval(task, vars(builds)).operations() / float(seconds) < 1.6, task


def test_a_lost_game_is_found_where_ties_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    play, edge = builder.play_line, make_board(9).edge("E9")
    lines = [play(9, 1)]
    # the first game is one that Cut wins
    monkeypatch.setattr(builder, "play_line", lambda *words: lines.pop() if lines else play(*words))
    assert (lines[0].winner, builder.lost_line(9, edge).winner, lines) == ("cut", "short", [])


@pytest.mark.parametrize(("order", "few", "many"), [(2, 473, 473), (3, 113, 473), (4, 126, 286), (6, 61, 76)])
def test_pairs_that_are_compared(order: int, few: int, many: int) -> None:
    """None twice; equal temperatures and those against the coldest, to order 4 others too; sweeps; playouts to order 4."""
    hot = {f"temperature:{heat}" for heat in TEMPERATURES}
    mapped = {f"temperature:{heat}" for heat in MAPPED}
    for full, count in ((False, few), (True, many)):
        pairs = set(agent_pairs(order, full=full))
        assert len(agent_pairs(order, full=full)) == len(pairs) == count
        if full or order < 5:
            assert {(COLD, agent) for agent in hot} | {(agent, agent) for agent in hot} <= pairs
        assert (set(product(mapped, mapped)) <= pairs) == (order < 5)
        assert (("heuristic", "mc:50") in pairs) == (order < 5)
        assert (("heuristic", "gauss-seidel:8:0.1") in pairs) == (order != 3 or full)
        assert (("heuristic", "gauss-seidel:16:0.07") in pairs) == (order == 6)
    assert set(agent_pairs(order)) <= set(agent_pairs(order, full=True))


def test_names_and_evidence() -> None:
    """Nothing of the sets but the followed games of many playouts and large boards rests on one program."""
    for build in (*builds.standard(), *builds.full()):
        is_single = build.name.rpartition(":")[2] in MANY_PLAYOUTS or build.parameters["order"] > MOST_WALKED_ORDER
        assert build.evidence == ("single" if is_single else "recomputed"), build.name
    for line in Path(__file__).with_name("builds.txt").read_text(encoding="utf-8").splitlines()[1:]:
        call, name, evidence = line.split(" => ")
        build = eval(call, vars(builds))
        assert (build.name, build.evidence) == (f"switching {name}", evidence)


@pytest.fixture
def altered(quick_book: Path, tmp_path: Path) -> Callable[[str], Path]:
    """The quick book after a statement."""

    def alter(statement: str) -> Path:
        alter_file(copy_family(quick_book, "switching", tmp_path) / "switching.duckdb", statement)
        return tmp_path

    return alter


@pytest.mark.parametrize(("cut", "chance"), [("perfect", 0.0), ("heuristic", 0.25)])
def test_samples_are_those_that_were_asked_for(cut: str, chance: float, altered: Callable[[str], Path]) -> None:
    """A perfect Cut is exact unless games are asked for."""
    row = f"4, '{cut}', 'mc:5', {chance}, 0.01, 'sampled', 500, 7"
    sample = SampledDuel(4, cut, "mc:5", chance, 7, **sampled_share(chance, 500, 0.01))
    exact = ExactDuel(4, cut, "mc:5", 0.0, Fraction(0))
    with open_book(altered(f"INSERT INTO pairings VALUES ({row})")) as book:
        assert Duel(4, cut, "mc:5").look_up(book) == (exact if cut == "perfect" else sample)
        assert Duel(4, cut, "mc:5", 500, 7).look_up(book) == sample
        for other in ((501, None), (None, 8), (501, 7), (500, 8)):
            assert Duel(4, cut, "mc:5", *other).look_up(book) is None
        assert Duel(4, cut, "mc:6").look_up(book) is None


def test_rows_that_cannot_be_are_refused_by_the_schema(altered: Callable[[str], Path]) -> None:
    for lie in [
        "UPDATE openings SET rate = 1.5",
        "UPDATE openings SET shortest = longest + 1",
        "UPDATE pairings SET chance = 1.5 WHERE cut = 'random'",
        "UPDATE pairings SET error = 'nan'::DOUBLE",
        "UPDATE pairings SET games = 5",
    ]:
        with pytest.raises(duckdb.ConstraintException, match="CHECK"):
            altered(lie)


AGENTS = ("mc:7", "mc:inf", "temperature:0.1", "gauss-seidel:2:0.3", "perfect")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [AgentMoves(2, name) for name in AGENTS]
    return made_once(
        tmp_path_factory, "switching-agents", lambda path: runner.run(path, builds, executor="inline"), "switching"
    )


@pytest.fixture
def copied(book: Path, tmp_path: Path) -> Path:
    (tmp_path / "switching.duckdb").write_bytes((book / "switching.duckdb").read_bytes())
    return tmp_path


@pytest.mark.parametrize("name", AGENTS)
def test_what_is_read_is_what_was_written(book: Path, name: str) -> None:
    expected = agent_policy(board_positions(2), parse_agent(name))
    with open_book(book) as opened:
        found = stored_policy(opened, 2, name)
    assert found is not None
    assert found.chances.tobytes() == expected.chances.tobytes()
    assert (expected.errors <= resolution(name)).all()
    assert (found.errors == resolution(name)).all()


def test_what_is_not_stored(book: Path, tmp_path: Path) -> None:
    with open_book(book) as opened, open_book(tmp_path, pocket=False) as empty:
        assert holds_agent(opened, 2, "mc:7")
        for asked, order, name in ((opened, 2, "mc:8"), (opened, 3, "mc:7"), (empty, 2, "mc:7")):
            assert not holds_agent(asked, order, name)
            assert stored_policy(asked, order, name) is None


def duel(short: str, book: Path) -> tuple[answers.Duel, float]:
    """mc:7 as Cut on the board of order 2, and how much work that is."""
    with open_book(book, pocket=False) as opened:
        computation = Duel(2, "mc:7", short).computation(opened)
        return computation.run(), computation.operations


def test_duels_use_what_is_stored(copied: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A row altered by hand comes through: the agents are not worked out again."""
    empty = tmp_path_factory.mktemp("empty")
    (stored, less), (right, more) = duel("temperature:0.1", copied), duel("temperature:0.1", empty)
    assert stored == right
    assert less < more
    alter_file(copied / "switching.duckdb", "UPDATE agents SET chance = 0 WHERE agent = 'mc:7'")
    assert duel("temperature:0.1", copied)[0].short == 0


def test_an_incomplete_agent_is_worked_out(copied: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    alter_file(copied / "switching.duckdb", "DELETE FROM agents WHERE agent = 'mc:7' AND edge = 0")
    assert duel("perfect", copied)[0] == duel("perfect", tmp_path_factory.mktemp("empty"))[0]


@pytest.mark.parametrize("name", ["mc:1", "mc:2", "mc:1000", "mc:inf"])
def test_plain_sums(name: str) -> None:
    """The law of wins in plain sums; of many playouts some edges are certain among doubtful ones."""
    positions, agent = board_positions(2), parse_agent(name)
    chances = policy(2, name).chances
    for number in np.flatnonzero(positions.won == FREE).tolist():
        player = player_of(int(positions.to_move[number]))
        found = monte_carlo_row(positions.graph, positions.states(number), player, agent)
        row = {int(positions.game.labels[place]): chances[place] for place in positions.game.edges_of(number)}
        assert set(found) <= set(row)
        assert {edge: pytest.approx(chance, abs=1e-10) for edge, chance in row.items()} == dict.fromkeys(
            row, 0.0
        ) | found
