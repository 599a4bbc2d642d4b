"""`tafelwerk find`: everything is found by its own name, and what all words fit comes first."""

import re
from pathlib import Path

import pytest
from program import answered, call

from tafelwerk.commands.find import FINDING, GERMAN, SHOWN, SYNONYMS, fold, stem
from tafelwerk.commands.schema import described_tables
from tafelwerk.families import FAMILIES, KNOWN
from tafelwerk.museum import rooms
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


def test_what_is_meant_comes_soon() -> None:
    """find.txt has words, what is meant, and how many results at most there are to look at."""
    most = 0
    for line in Path(__file__).with_name("find.txt").read_text(encoding="utf-8").splitlines()[2:]:
        words, _, meant = line.partition(" => ")
        if words.startswith("= "):
            most = {"all": 10**6, "shown": SHOWN}.get(words[2:]) or int(words[2:])
            continue
        results = find(words)[:most]
        named = {result[key] for result in results for key in ("name", "line")}
        assert set(meant.split("; ")) <= named, line
    # those that have a word only within a longer one come last
    lines = [result["line"] for result in find("nim")]
    longer = lines.index("tafelwerk minimax --help")
    assert max(map(lines.index, ("tafelwerk rules heaps", "tafelwerk minimax play nim-passes"))) < longer


def test_words_of_the_program_stand_in_what_it_says() -> None:
    """A word that means another is of use where commands or rooms have that one."""
    titles = " ".join(result["title"] for letter in "aeiou" for result in find(letter))
    assert {stem(word) for word in SYNONYMS if word != FINDING} <= {
        stem(word) for word in re.findall(r"\w+", fold(titles))
    } | {stem(word) for result in find("a") for word in result["name"].split()}
    assert [result["kind"] for result in find("paradoxes")[:3]] == ["finding"] * 3


def test_an_answer_is_in_one_language() -> None:
    """German words find what says so in German; like all that stands around it, it is shown in English."""
    titles = {result["name"]: result["title"] for result in find("Reizen")}
    assert titles["skat play"].startswith("Play Skat against two programs")


def test_command_lines_are_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither beside the titles nor, where there is no room for both, below them."""
    for words in (("find", "bid"), ("rules", "nim"), ("rules",)):
        whole = [line for line in call(*words).stdout.splitlines() if "tafelwerk " in line]
        commands = {line[line.index("tafelwerk ") :].partition("   ")[0].strip() for line in whole}
        for width in ("60", "80", "140"):
            monkeypatch.setenv("COLUMNS", width)
            shown = call(*words).stdout
            assert [command for command in commands if command not in shown] == []
        monkeypatch.delenv("COLUMNS")


def test_german_words_stand_beside_commands() -> None:
    """Each by a command that there is; none of them is an English word by which something is found."""
    names = {result["name"] for letter in "aeiou" for result in find(letter)}
    assert GERMAN.keys() <= names
    also = {word for room in rooms() for name in room.also for word in fold(name).split()}
    german = {fold(word) for words in GERMAN.values() for word in words.split()} - also
    english = {word for result in find("a") for word in re.findall(r"\w+", fold(result["title"]))}
    assert german & english == set()


def test_all_words_must_fit() -> None:
    both = {result["name"] for result in find("entropy mastermind")}
    assert both == {result["name"] for result in find("entropy", "mastermind")}
    assert both < {result["name"] for result in find("entropy")}
    assert find("entropy", "xyzzy") == find("entropy")
    assert " come nearest, without xyzzy" in call("find", "entropy", "xyzzy").stdout.splitlines()[0]
    done = call("find", "xyzzy")
    assert done.returncode == 2
    assert "nothing is called 'xyzzy'" in done.stderr


def test_only_what_is_left_out_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(find("entropy"))
    for most, is_cut in ((count, False), (count - 1, True)):
        monkeypatch.setattr("tafelwerk.commands.find.SHOWN", most)
        assert (f", the best {most} of them" in call("find", "entropy").stdout) is is_cut
