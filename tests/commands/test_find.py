"""`tafelwerk find`: everything is found by its own name, and what all words fit comes first."""

import pytest
from program import answered, call

from tafelwerk.commands.schema import described_tables
from tafelwerk.families import FAMILIES, KNOWN
from tafelwerk.named_queries import named_queries
from tafelwerk.play.games import GAMES
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.questions import kinds


def find(*words: str) -> list[dict[str, str]]:
    results: list[dict[str, str]] = answered("find", *words)["results"]
    return results


def test_everything_is_found_by_its_name() -> None:
    found = {(result["kind"], result["name"]) for letter in "aeiou" for result in find(letter)}
    assert {("figure", name) for name in all_figures(FAMILIES)} <= found
    assert {("table", entry["table"]) for entry in described_tables(None) if "table" in entry} <= found
    assert {("game", game.name) for game in GAMES} <= found
    assert {("query", query.name) for query in named_queries().values() if query.statement} <= found
    assert {("question", f"{family} {kind.name}") for family in KNOWN for kind in kinds(family)} <= found
    assert {("command", name) for name in ("build", "sql", "mastermind play", "skat play")} <= found


@pytest.mark.parametrize(
    ("words", "first", "line"),
    [
        (("octal",), "minimax octal", "tafelwerk minimax octal 0.77"),
        (("BASINS",), "montecarlo basins", "tafelwerk montecarlo basins dsc 40 --k-max 1000000"),
        (
            ("mastermind", "compare"),
            "mastermind compare",
            "tafelwerk mastermind compare 4x6 --strategies h1,optimal,h2",
        ),
    ],
)
def test_a_name_counts_more_than_what_is_said(words: tuple[str, ...], first: str, line: str) -> None:
    result = find(*words)[0]
    assert (result["name"], result["line"]) == (first, line)


def test_all_words_must_fit() -> None:
    both = {result["name"] for result in find("entropy mastermind")}
    assert both == {result["name"] for result in find("entropy", "mastermind")}
    assert both < {result["name"] for result in find("entropy")}
    assert find("entropy", "xyzzy") == []
    done = call("find", "xyzzy")
    assert done.returncode == 2
    assert "nothing is called 'xyzzy'" in done.stderr


def test_only_what_is_left_out_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(find("entropy"))
    for most, is_cut in ((count, False), (count - 1, True)):
        monkeypatch.setattr("tafelwerk.commands.find.SHOWN", most)
        assert (f", the best {most} of them" in call("find", "entropy").stdout) is is_cut
