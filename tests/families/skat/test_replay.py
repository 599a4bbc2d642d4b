"""`tafelwerk skat replay`: bad records beside good ones, the same round twice, and files of results that are gone on with.

Answers are in tests/shown and tests/golden, refusals in tests/refusals, and what records mean in test_iss.py.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars
import pytest
from polars.testing import assert_frame_equal
from program import build_here, call, on_terminal, refused, run_python
from skat_questions import ask, read
from skat_rounds import random_round

from tafelwerk import open_book
from tafelwerk.errors import InterruptedBuildError
from tafelwerk.families.skat import replay_command
from tafelwerk.families.skat.log_files import REPLAYED, RoundFile
from tafelwerk.families.skat.log_formats import log_file
from tafelwerk.families.skat.replays import LogRound, Replays
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.round_log import round_name, write_round

DATA = Path(__file__).parents[2] / "data"
LOG, THREE = DATA / "xskat.log", DATA / "iss" / "58_three_records.sgf"
SUIT = "xskat-1795314937-0"


def replay_rounds(file: Path, *words: object) -> tuple[Any, list[str]]:
    """The rounds of a log without prices, and the lines on standard error."""
    done = call("skat", "replay", file, "--no-price", "--json", *map(str, words))
    assert done.returncode == 0
    return json.loads(done.stdout), done.stderr.splitlines()


def test_a_page_of_80_columns(tmp_path: Path) -> None:
    """Names give way before what was played and what came of it, and are found by what is left of them."""
    file = tmp_path / "rounds.jsonl"
    players = ("pimc:100", "pimc:30", "random")
    names = [round_name(7, number, players) for number in range(2)]
    rounds = [round_ for round_ in map(random_round, range(9)) if round_.game is not None][:2]
    logged = [round_.with_record(name, players, "a test", 7) for name, round_ in zip(names, rounds, strict=True)]
    file.write_text("".join(write_round(one) + "\n" for one in logged), encoding="utf-8")
    sent = on_terminal("skat", "replay", file, columns=80, book=tmp_path)
    lines = re.sub(r"\x1b\[[\d;]*m", "", sent).splitlines()
    assert max(map(len, lines[:4])) <= 80
    assert lines[0].split()[:2] == ["round", "played"]
    assert " result " in lines[0]
    assert [line.split()[0] for line in lines[2:4]] == ["0", "1"]
    assert f"0 stands for {names[0]}, and so on." in lines
    wide = read("replay", file)
    assert [line.split()[0] for line in wide.splitlines()[2:4]] == names
    assert "stands for" not in wide
    assert ask("replay", file, "1")["name"] == names[1]


def test_what_narrow_pages_leave_out(skat_book: Path) -> None:
    def headings(columns: int, *words: str) -> list[str]:
        sent = on_terminal("skat", "games", *words, columns=columns, book=skat_book)
        lines = re.sub(r"\x1b\[[\d;]*m", "", sent).splitlines()
        assert len([line for line in lines if line.startswith("kupferschmid-")]) == 9
        return re.split(r" {2,}", lines[0].strip())

    assert {columns: headings(columns, "--limit", "9") for columns in (120, 80, 60, 40)} == {
        120: ["game", "played", "by", "made", "result", "best play", "declarer gave away", "defenders gave away"],
        80: ["game", "played", "by", "made", "best", "declarer", "defenders"],
        60: ["game", "made", "best", "declarer", "defenders"],
        40: ["game", "made", "best", "declarer"],
    }
    # names of rounds between programs are long
    assert headings(40) == ["game", "made"]


def test_a_log_of_one_round_by_standard_input() -> None:
    """Without a name the document is that of the list, whatever the log holds; the prices are those of the round by itself."""
    only = LOG.read_text(encoding="ascii").partition("=" * 40 + "\n")[0] + "=" * 40 + "\n"
    (listed,) = ask("replay", "-", stdin=only)["rounds"]
    assert listed["name"] == SUIT
    cards = ask("replay", LOG, SUIT)["cards"]
    assert listed["cards"] == [{key: value for key, value in card.items() if key != "choice"} for card in cards]


def test_a_typed_round_as_the_page_shows_it(tmp_path: Path) -> None:
    """docs/skat.md has a round as a person types it and what replay says; stored, it is the same round."""
    page = (
        (Path(__file__).parents[3] / "docs" / "skat.md")
        .read_text(encoding="utf-8")
        .split("### A round as text\n")[1]
        .split("\n| key |")[0]
    )
    typed, said = ("\n".join(line.removeprefix("    ") for line in part.split("\n")) for part in page.split("\n    $ "))
    file, book = tmp_path / "typed.txt", tmp_path / "book"
    file.write_text(typed.partition("\n\n")[2], encoding="utf-8")
    line, *table = said.splitlines()
    assert line == "tafelwerk skat replay typed.txt"
    replay = read("replay", file).replace(str(file), file.name)
    assert [text.rstrip() for text in replay.splitlines()] == "\n".join(table).rstrip().splitlines()
    build_here("build", "skat", "--log", file, "--book", book)
    replayed_, stored = ask("replay", file, "appendix-6"), ask("games", "appendix-6", book=book)
    assert (stored["points"], stored["start"], stored["recorded"]) == (61, 13, "a person")
    assert stored["cards"] == [
        {key: value for key, value in card.items() if key != "choice"} for card in replayed_["cards"]
    ]


def test_faults_name_file_and_line(tmp_path: Path) -> None:
    """A bad record is left out if another can be read; if none can, that is bad input."""
    file = tmp_path / "broken.log"
    text = LOG.read_text(encoding="ascii")
    file.write_text(text.replace("with: 70", "with: 77"), encoding="ascii")
    rounds, errors = replay_rounds(file)
    assert rounds["of"] == 9
    assert errors[0].startswith("left out: line 1: game 1, line 30: ")
    file.write_text(text.split("=" * 40 + "\n")[10] + "=" * 40 + "\n", encoding="ascii")
    assert "no round can be read; line 1: 'Computer1 lost the Ramsch' " in refused(call("skat", "replay", file), 2)
    first, second, third = THREE.read_text(encoding="ascii").splitlines(keepends=True)
    file.write_text(first[1:] + second[2:] + third[1:], encoding="ascii")
    error = refused(call("skat", "replay", file), 2)
    assert "no round can be read; line 1: bad_beginning: a record must begin with (;GM[Skat]" in error
    assert "and 2 more that cannot be read either" in error


@pytest.mark.parametrize(
    ("most", "begins"), [(2, "The first 2 of 3; --json lists all.\n"), (3, "3 rounds, 1 of them passed. Won: ")]
)
def test_a_table_says_if_it_leaves_rounds_out(most: int, begins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_command, "SHOWN", most)
    text = read("replay", THREE, "--no-price")
    table, words = text.split("\n\n")
    assert len(table.splitlines()) == 2 + most
    assert words.startswith(begins)


@pytest.mark.parametrize("bad", [20, 21])
def test_twenty_bad_records_are_named(bad: int, tmp_path: Path) -> None:
    file = tmp_path / "bad.sgf"
    first, second, _ = THREE.read_text(encoding="ascii").splitlines(keepends=True)
    file.write_text(first + second[1:] * bad, encoding="ascii")
    rounds, errors = replay_rounds(file)
    assert len(rounds["skipped"]) == bad
    assert [error.split(":")[1] for error in errors] == [
        *(f" line {number}" for number in range(2, 22)),
        *[" 1 more"] * (bad - 20),
    ]


def test_the_same_round_twice(tmp_path: Path) -> None:
    """It counts once, and a round asked for by name says where the others of its name are."""
    file = tmp_path / "twice.sgf"
    first, second, _ = THREE.read_text(encoding="ascii").splitlines(keepends=True)
    file.write_text(first + second + first + second.replace("70058", "70057"), encoding="ascii")
    rounds, _ = replay_rounds(file)
    assert [one["line"] for one in rounds["rounds"]] == [1, 2, 4]
    same = {"line": 3, "error": "duplicate", "detail": "the same round as in line 1"}
    assert (rounds["of"], rounds["skipped"]) == (3, [same])
    for name in ("iss-70057", "70057"):
        assert ask("replay", file, name)["warnings"] == ["same_round:line 3", "same_name:line 4"]
    assert "same_name:line 4" in read("replay", file, "70057")


_PEAK = """
import resource, sys
from tafelwerk.cli import main
main(["skat", "replay", sys.argv[1], "--no-price", "--json"])
sys.stderr.write(f" {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}")
"""


@pytest.mark.slow
def test_ten_thousand_records_in_bounded_memory(tmp_path: Path) -> None:
    """What is held does not grow with the file: twice the records take hardly more memory."""
    text = THREE.read_bytes()
    peaks = []
    for times in (400, 3400):
        file = tmp_path / f"{times}.sgf"
        numbered = (text.replace(b"ID[700", b"ID[%d" % (10_000 + number)) for number in range(times))
        file.write_bytes(b"".join(numbered))
        done = run_python(_PEAK, file)
        assert done.stdout.count('"name": "iss-') == 3 * times
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < peaks[0] + 20_000


def test_rounds_in_a_file_are_not_priced_again(tmp_path: Path) -> None:
    """A run goes on with the rounds that a file has, cuts off a torn line, and takes no file of another run."""
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    first = ask("replay", THREE, "--output", whole)
    lines = whole.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == first["rounds"]
    torn.write_text(lines[0] + "\n" + lines[1][:50], encoding="utf-8")
    assert ask("replay", THREE, "--output", torn)["rounds"] == first["rounds"]
    assert torn.read_bytes() == whole.read_bytes()
    assert read("replay", THREE, "--output", torn) == read("replay", THREE)
    for words in ((DATA / "iss" / "01_clubs_win.sgf",), (THREE, "--no-price"), (THREE, "--agent", "random")):
        error = refused(call("skat", "replay", *map(str, words), "--output", whole), 2)
        assert "give another file" in error
    assert whole.read_bytes() == torn.read_bytes()


def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    kept = RoundFile(tmp_path / "rounds.jsonl", REPLAYED)
    replays = Replays(open_book(tmp_path / "none"), log_file(THREE), price=False)

    def broken() -> Iterator[LogRound]:
        rounds = Replays.__iter__(replays)
        yield next(rounds)
        yield next(rounds)
        raise KeyboardInterrupt

    class Broken:
        resumed, skipped, warnings = 0, (), ()
        __iter__ = staticmethod(broken)

    with pytest.raises(
        InterruptedBuildError, match=r"after 2 rounds; they are in .*rounds.jsonl, and the same command"
    ):
        list(replay_command._watch(Broken(), kept))  # type: ignore[arg-type]
    assert [one.name for one in kept.done()] == ["iss-70057", "iss-70058"]


def test_a_program_in_one_seats_place(tmp_path: Path) -> None:
    """The same from a file of its rounds, of its first round, and of a round by its name."""
    file = tmp_path / "places.jsonl"
    words = ("--agent", "random", "--seat", "defenders", "--seed", 5)
    answer = ask("replay", THREE, *words, "--output", file)
    assert answer["difference"] == answer["played_loss"] - answer["chosen_loss"]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3
    assert ask("replay", THREE, *words, "--output", file) == answer
    assert ask("replay", THREE, *words, "--limit", 1)["rounds"] == answer["rounds"][:1]
    assert ask("replay", THREE, "70058", *words)["rounds"] == answer["rounds"][1:]


def test_rows_of_rounds(tmp_path: Path) -> None:
    rounds = ask("replay", THREE, "--rows", "rounds", "--semicolons", "--output", tmp_path / "rounds.csv")["rounds"]
    rows = polars.read_csv(tmp_path / "rounds.csv", separator=";").rows(named=True)
    seats = [seat.word for seat in Seat]
    assert len(rows) == len(rounds)
    for row, document in zip(rows, rounds, strict=True):
        for name in ("players", "tournament", "costs"):
            by_seat = document.pop(name, dict.fromkeys(seats))
            assert [row.pop(f"{name.removesuffix('s')}_{seat}") for seat in seats] == [by_seat[seat] for seat in seats]
        assert row == {name: document.get(name) for name in row}


def test_rows_of_cards(tmp_path: Path) -> None:
    """The same by CSV and Parquet; what lies beside them from a run before is gone on with."""
    rounds = ask("replay", THREE)["rounds"]
    ask("replay", THREE, "--output", tmp_path / "cards.csv.jsonl", "--limit", "2")
    frames = []
    for ending, table in (("csv", polars.read_csv), ("parquet", polars.read_parquet)):
        file = tmp_path / f"cards.{ending}"
        assert ask("replay", THREE, "--output", file)["rounds"] == rounds
        assert [one.name for one in tmp_path.iterdir()] == [file.name]
        frames.append(table(file))
        file.unlink()
    assert_frame_equal(*frames)
    rows = frames[0].rows(named=True)
    assert [row["card"] for row in rows] == [card["card"] for one in rounds for card in one["cards"]] + [None]
    assert [row["cost"] for row in rows[:30]] == [card["cost"] for card in rounds[0]["cards"]]
    assert {row["value"] for row in rows} == {one["value"] for one in rounds}
    places = ask("replay", THREE, "--agent", "random", "--output", tmp_path / "places.csv")["rounds"]
    shown = polars.read_csv(tmp_path / "places.csv")["difference"].to_list()
    assert shown == [one["difference"] for one in places] + [0]
