"""`tafelwerk skat replay`: logs of ours and of xskat, listed and card by card."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import polars
import pytest
from jsonschema import Draft202012Validator
from polars.testing import assert_frame_equal
from program import call, on_terminal, refused
from skat_questions import ask, read
from skat_rounds import random_round

from tafelwerk import open_book
from tafelwerk.build.skat.replaying import Replays
from tafelwerk.commands.skat.replay import _watched
from tafelwerk.commands.skat.round_file import REPLAYED, RoundFile
from tafelwerk.errors import InterruptedBuildError
from tafelwerk.formats.skat_logs import log_file
from tafelwerk.rules.skat.cards import Game, Seat, card_text
from tafelwerk.rules.skat.round_log import LoggedRound, write_round
from tafelwerk.rules.skat.rounds import Round
from tafelwerk.solvers.skat.hidden.match import round_name
from tafelwerk.tables.json_schema import schema
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.replayed import Replayed

LOG = Path(__file__).parents[2] / "data" / "xskat.log"
SUIT, PASSED, NULL = "xskat-1795314937-0", "xskat-1795314937-10", "xskat-1795315446-14944"


@pytest.fixture(scope="module")
def none(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay") / "none"


@pytest.fixture(scope="module")
def listing(none: Path) -> Any:
    return ask("replay", LOG, "--jobs", 1, book=none)


def round_of(*, passed: bool = False, null: bool = False) -> Round:
    """The first random round of a kind; some of its cards have numbers behind them."""
    for seed in count():
        done = random_round(seed)
        if (done.game is None) == passed and (done.game is None or (done.game.contract.game is Game.NULL) == null):
            return done
    raise AssertionError


def write_log(file: Path, players: tuple[str, str, str], names: Sequence[str], rounds: Sequence[Round]) -> Path:
    """A log of ours, with these rounds by these names."""
    logged = (LoggedRound(name, one, players, "a test", 7) for name, one in zip(names, rounds, strict=True))
    file.write_text("".join(write_round(one) + "\n" for one in logged), encoding="utf-8")
    return file


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A log of ours: a game for points, a Null, and a passed deal."""
    rounds = [round_of(), round_of(null=True), round_of(passed=True)]
    return write_log(tmp_path / "rounds.jsonl", ("pimc:100", "ada", "open"), ("one", "two", "three"), rounds)


def test_the_list_for_people(none: Path, listing: Any) -> None:
    done = call("skat", "replay", LOG, "--jobs", "1", "--book", none)
    assert done.returncode == 0
    assert done.stderr.startswith("left out: line 298: other_rules: 'Computer1 lost the Ramsch'")
    assert [(one["line"], one["error"]) for one in listing["skipped"]] == [(298, "other_rules"), (327, "other_rules")]
    lines = done.stdout.splitlines()
    assert lines[0].split()[:2] == ["round", "played"]
    (line,) = (line for line in lines if line.startswith(f"{SUIT} "))
    assert line.split()[1:7] == ["Diamonds", "middlehand", "18", "70", "won", "18"]
    (line,) = (line for line in lines if line.startswith(PASSED))
    assert line.split()[1:] == ["all", "passed", "passed"]
    assert "10 rounds, 1 of them passed; 2 games of the log left out. Won: 7 of 9. Recorded by: xskat." in lines
    games = [one for one in listing["rounds"] if one["game"] not in (None, "null")]
    alone = sum(one["costs"][one["declarer"]] for one in games) / len(games)
    against = sum(sum(one["costs"].values()) for one in games) / len(games) - alone
    assert f"Points per game without Null: declarers {alone:.1f}, defenders {against:.1f}." in lines


def test_a_page_of_80_columns(none: Path, tmp_path: Path) -> None:
    """Names give way before what was played and what came of it, and are found by what is left of them."""
    file = tmp_path / "rounds.jsonl"
    players = ("pimc:100", "pimc:30", "random")
    names = [round_name(7, number, players) for number in range(2)]
    write_log(file, players, names, (round_of(), round_of(null=True)))
    sent = on_terminal("skat", "replay", file, columns=80, book=none)
    shown = re.sub(r"\x1b\[[\d;]*m", "", sent).splitlines()
    assert max(map(len, shown[:4])) <= 80
    assert shown[0].split()[:2] == ["round", "played"]
    assert " result " in shown[0]
    assert [line.split()[0] for line in shown[2:4]] == ["0", "1"]
    assert f"0 stands for {names[0]}, and so on." in shown
    wide = read("replay", file, book=none)
    assert [line.split()[0] for line in wide.splitlines()[2:4]] == names
    assert "stands for" not in wide
    assert ask("replay", file, "1", book=none)["name"] == names[1]


def test_without_prices(none: Path) -> None:
    text = read("replay", LOG, "--no-price", "--limit", 3, book=none)
    assert "3 rounds of 10; 2 games of the log left out. Won: 3 of 3." in text
    assert "gave away" not in text
    assert "best play" not in text


def test_a_round_for_people(none: Path) -> None:
    text = read("replay", LOG, SUIT, book=none)
    lines = text.splitlines()
    assert lines[0] == "Players: Computer2 at forehand, Computer3 at middlehand, Computer1 at rearhand."
    assert lines[1] == "Bidding: not recorded; the last bid was 18."
    assert " ".join(lines[2].split()) == "The Skat was DT DK; discarded: HQ H7."
    assert f"{SUIT}: Diamonds, middlehand plays alone." in lines
    assert "The declarer has 70 points and has won." in lines
    assert "Diamonds at 18: Without 1, game 2: 2 x 9 = 18. Score: +18." in lines
    assert lines[-1] == "Recorded by: xskat."
    lost = read("replay", LOG, NULL, book=none)
    for said in ("Hand: it was left.", "The declarer has lost.", "a lost game counts double. Score: -70."):
        assert said in lost


def test_a_passed_deal(none: Path, ours: Path) -> None:
    for file, name, said in ((LOG, PASSED, "not recorded; all passed"), (ours, "three", "middlehand passes")):
        found = ask("replay", file, name, book=none)
        assert (found["game"], found["declarer"], found["bid"], found["won"]) == (None, None, None, None)
        text = read("replay", file, name, book=none)
        assert f"{name}: all passed." in text
        assert said in text


def test_what_a_program_went_by(none: Path, ours: Path) -> None:
    game = round_of().game
    assert game is not None
    text = read("replay", ours, "one", book=none)
    assert "in brackets the declarer's mean points" in text
    below = text.partition("if they were computed:")[2]
    chosen = [decision.choice for decision in game.decisions if decision.choice and decision.choice.cards]
    assert chosen
    for choice in chosen:
        best = next(one for one in choice.cards if one.card == choice.card)
        assert f"{card_text(best.card)} {best.wins}" in below


def test_a_log_of_one_round_by_standard_input(none: Path) -> None:
    """Without a name the document is that of the list, whatever the log holds; the prices are those of the round by itself."""
    only = LOG.read_text(encoding="ascii").partition("=" * 40 + "\n")[0] + "=" * 40 + "\n"
    (found,) = ask("replay", "-", book=none, stdin=only)["rounds"]
    assert found["name"] == SUIT
    cards = ask("replay", LOG, SUIT, book=none)["cards"]
    assert found["cards"] == [{key: value for key, value in one.items() if key != "choice"} for one in cards]


def timeless(text: str) -> str:
    return re.sub(r"[\d.]+ m?s\)", "0 s)", text)


def test_a_round_is_drawn(none: Path, tmp_path: Path) -> None:
    file = tmp_path / "round.svg"
    text = call("skat", "replay", LOG, NULL, "--book", none).stdout
    done = call("skat", "replay", LOG, NULL, "-o", file, "--book", none)
    assert (done.returncode, timeless(done.stdout), done.stderr) == (0, timeless(text), f"{file} written\n")
    drawn = " ".join(re.findall(r">([^<>]+)<", file.read_text(encoding="utf-8")))
    assert f"{NULL}: Null" in drawn
    assert all(word in drawn for word in ("forehand", "trick", "after", "cost", "better"))
    assert "points after" not in drawn


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((LOG, "xskat-1795314937-12"), "has no round 'xskat-1795314937-12'; did you mean xskat-1795314937-"),
        ((LOG, SUIT, "--limit", "2"), "--limit is for the list of rounds"),
        ((LOG, SUIT, "--no-price"), "--no-price is for the list of rounds"),
        ((LOG, SUIT, "--output", "rounds.jsonl"), "FILE.svg"),
        ((LOG, PASSED, "--output", "round.svg"), "no card was played, so there is nothing to draw; leave out --output"),
        ((LOG, "--limit", "0"), "--limit must be 1 to 10,000,000, not 0"),
        ((LOG.parent,), "is a folder; give a log of rounds"),
        ((LOG.parent / "no.log",), "there is no file"),
        ((LOG.parent.parent / "skat_rounds.py",), "unknown format"),
    ],
)
def test_refusals(words: tuple[object, ...], message: str, none: Path) -> None:
    assert message in refused(call("skat", "replay", *map(str, words), "--book", none), 2)


def test_faults_name_file_and_line(tmp_path: Path, none: Path, ours: Path) -> None:
    broken = tmp_path / "broken.log"
    broken.write_text(LOG.read_text(encoding="ascii").replace("with: 70", "with: 77"), encoding="ascii")
    done = call("skat", "replay", broken, "--no-price", "--json", "--book", none)
    assert (done.returncode, json.loads(done.stdout)["of"]) == (0, 9)
    assert "left out: line 1: bad_game: game 1, line 30: " in done.stderr
    text = ours.read_text(encoding="utf-8")
    record = json.loads(text.splitlines()[0])
    record["points"] += 1
    broken.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert f"{broken}: no round can be read; line 1: bad_round: points is " in refused(
        call("skat", "replay", broken, "--book", none), 2
    )
    strange = LOG.read_text(encoding="ascii").split("=" * 40 + "\n")[10] + "=" * 40 + "\n"
    broken.write_text(strange, encoding="ascii")
    said = refused(call("skat", "replay", broken, "--book", none), 2)
    assert "no round can be read; line 1: other_rules: " in said


ISS = Path(__file__).parents[2] / "data" / "iss"


def test_records_of_the_server(none: Path, tmp_path: Path) -> None:
    """Good and bad records in one file: the good ones are listed, the bad ones named by kind and line, and the exit is 0."""
    file = tmp_path / "records.sgf"
    file.write_bytes(b"".join(one.read_bytes() for one in sorted(ISS.glob("*.sgf"))))
    expected = json.loads((ISS / "expected.json").read_text(encoding="utf-8"))
    wanted = [one for name in sorted(expected) for one in expected[name]]
    done = call("skat", "replay", file, "--no-price", "--json", "--book", none)
    found = json.loads(done.stdout)
    good = [one for one in wanted if "error" not in one]
    for one, expects in zip(found["rounds"], good, strict=True):
        for key in ("points", "tricks", "won", "overbid", "value", "end", "bid"):
            assert one[key] == expects[key], key
        assert one["declarer"] == (None if expects["declarer"] is None else Seat(expects["declarer"]).word)
        assert one["game"] == (expects["contract"] and expects["contract"][0])
        assert len(one["cards"]) == expects["cards"]
    bad = [(place, one["error"]) for place, one in enumerate(wanted, 1) if "error" in one]
    assert [(one["line"], one["error"]) for one in found["skipped"]] == bad
    assert found["of"] == len(good)
    for line, kind in bad:
        assert f"left out: line {line}: {kind}: " in done.stderr


def test_no_readable_record_is_bad_input(none: Path) -> None:
    for file in ISS.glob("m*.sgf"):
        kind = json.loads((ISS / "expected.json").read_text(encoding="utf-8"))[file.name][0]["error"]
        assert f"no round can be read; line 1: {kind}: " in refused(call("skat", "replay", file, "--book", none), 2)
    said = refused(call("skat", "replay", LOG, "--format", "iss", "--book", none), 2)
    assert "no round can be read; a record of the International Skat Server begins with (;GM[Skat]" in said


def test_records_without_their_beginning(none: Path, tmp_path: Path) -> None:
    file = tmp_path / "damaged.sgf"
    first, second, third = (ISS / "58_three_records.sgf").read_text(encoding="ascii").splitlines(keepends=True)
    file.write_text(first + second[1:] + third, encoding="ascii")
    done = call("skat", "replay", file, "--no-price", "--json", "--book", none)
    found = json.loads(done.stdout)
    assert [one["name"] for one in found["rounds"]] == ["iss-70057", "iss-70059"]
    assert (found["of"], [(one["line"], one["error"]) for one in found["skipped"]]) == (2, [(2, "bad_beginning")])
    assert "left out: line 2: bad_beginning: a record must begin with (;GM[Skat], not with ;GM[" in done.stderr
    file.write_text(first[1:] + second[2:] + third[1:], encoding="ascii")
    said = refused(call("skat", "replay", file, "--book", none), 2)
    assert "no round can be read; line 1: bad_beginning: a record must begin with (;GM[Skat]" in said
    assert "and 2 more that cannot be read either" in said


def test_the_same_round_twice(none: Path, tmp_path: Path, ours: Path) -> None:
    """It counts once, and a round asked for by name says where the others of its name are."""
    file = tmp_path / "twice.sgf"
    first, second, _ = (ISS / "58_three_records.sgf").read_text(encoding="ascii").splitlines(keepends=True)
    file.write_text(first + second + first + second.replace("70058", "70057"), encoding="ascii")
    done = call("skat", "replay", file, "--no-price", "--json", "--book", none)
    found = json.loads(done.stdout)
    assert [one["line"] for one in found["rounds"]] == [1, 2, 4]
    same = {"line": 3, "error": "duplicate", "detail": "the same round as in line 1"}
    assert (found["of"], found["skipped"]) == (3, [same])
    for name in ("iss-70057", "70057"):
        assert ask("replay", file, name, book=none)["warnings"] == ["same_round:line 3", "same_name:line 4"]
        assert "same_name:line 4" in read("replay", file, name, book=none)
    lines = ours.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines, lines[0]]), encoding="utf-8")
    found = ask("replay", file, "--no-price", book=none)
    assert (found["of"], found["skipped"][0]["error"]) == (len(lines), "duplicate")


def test_every_card_of_a_record_is_priced(none: Path) -> None:
    file = ISS / "40_declarer_resigns.sgf"
    found = ask("replay", file, "iss-70039", book=none)
    assert (found["points"], found["won"], found["value"], found.get("score")) == (31, False, -240, None)
    assert len(found["cards"]) == 13
    assert all({"before", "after", "cost", "best"} <= one.keys() for one in found["cards"])
    assert len(found["best_play"]) == 17
    (listed,) = ask("replay", file, book=none)["rounds"]
    assert listed["costs"] == found["costs"]
    text = read("replay", file, "iss-70039", book=none)
    assert "The declarer resigned" in text
    assert "Best play from here: the declarer makes 77 points and wins." in text


@pytest.mark.slow
def test_ten_thousand_records_in_bounded_memory(none: Path, tmp_path: Path) -> None:
    """What is held does not grow with the file: twice the records take hardly more memory."""
    text = (ISS / "58_three_records.sgf").read_bytes()
    peaks = []
    for times in (400, 3400):
        file = tmp_path / f"{times}.sgf"
        numbered = (text.replace(b"ID[700", b"ID[%d" % (10_000 + number)) for number in range(times))
        file.write_bytes(b"".join(numbered))
        words = [sys.executable, "-c", _PEAK, str(file), str(none)]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        rounds, peak = map(int, done.stderr.split()[-2:])
        assert rounds == 3 * times
        peaks.append(peak)
    assert peaks[1] < peaks[0] + 20_000


_PEAK = """
import contextlib, io, json, resource, sys
from tafelwerk.cli import main
sys.argv = ["tafelwerk", "skat", "replay", sys.argv[1], "--no-price", "--json", "--book", sys.argv[2]]
class Count(io.TextIOBase):
    rounds, last = 0, ""
    def write(self, text):
        # a name may be cut by the end of a piece
        whole = self.last + text
        self.rounds += whole.count('"name": "iss-')
        self.last = whole[-12:]
        return len(text)
counted = Count()
with contextlib.redirect_stdout(counted), contextlib.suppress(SystemExit):
    main()
sys.stderr.write(f"{counted.rounds} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}")
"""


def test_rounds_in_a_file_are_not_priced_again(none: Path, tmp_path: Path) -> None:
    """A run goes on with the rounds that a file has, cuts off a torn line, and takes no file of another run."""
    log, whole, torn = ISS / "58_three_records.sgf", tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    first = ask("replay", log, "--output", whole, book=none)
    lines = whole.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == first["rounds"]
    torn.write_text(lines[0] + "\n" + lines[1][:50], encoding="utf-8")
    assert ask("replay", log, "--output", torn, book=none)["rounds"] == first["rounds"]
    assert torn.read_bytes() == whole.read_bytes()
    assert read("replay", log, "--output", torn, book=none) == read("replay", log, book=none)
    for words in ((ISS / "01_clubs_win.sgf",), (log, "--no-price"), (log, "--as", "random")):
        said = refused(call("skat", "replay", *map(str, words), "--output", whole, "--book", none), 2)
        assert "give another file" in said
    assert "FILE.jsonl, FILE.csv or FILE.parquet" in refused(
        call("skat", "replay", log, "--output", "rounds.txt", "--book", none), 2
    )
    assert whole.read_bytes() == torn.read_bytes()


def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    kept = RoundFile(tmp_path / "rounds.jsonl", REPLAYED)
    replays = Replays(open_book(tmp_path / "none"), log_file(ISS / "58_three_records.sgf"), price=False)

    def broken() -> Iterator[Replayed]:
        for number, one in enumerate(Replays.__iter__(replays)):
            if number == 2:
                raise KeyboardInterrupt
            yield one

    class Broken:
        resumed, skipped, warnings = 0, (), ()
        __iter__ = staticmethod(broken)

    with pytest.raises(
        InterruptedBuildError, match=r"after 2 rounds; they are in .*rounds.jsonl, and the same command"
    ):
        list(_watched(Broken(), kept))  # type: ignore[arg-type]
    assert [one.name for one in kept.done()] == ["iss-70057", "iss-70058"]


def test_a_program_in_one_seats_place(none: Path, tmp_path: Path) -> None:
    log, file = ISS / "58_three_records.sgf", tmp_path / "places.jsonl"
    words = ("replay", log, "--as", "pimc:3", "--seat", "defenders", "--seed", 5)
    found = ask(*words, "--output", file, book=none)
    assert (found["agent"], found["seat"], found["games"], found["of"]) == ("pimc:3", "defenders", 2, 3)
    assert found["question"]["agent"] == "pimc:3"
    assert found["samples"] == 2
    low, high = found["interval"]
    assert low <= found["difference"] <= high
    assert found["difference"] == found["played_loss"] - found["chosen_loss"]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3
    assert ask(*words, "--output", file, book=none) == found
    text = read(*words, book=none)
    assert "pimc:3 in place of defenders, 2 games" in text
    (one,) = ask(*words, "--limit", 1, book=none)["rounds"]
    assert one == found["rounds"][0]
    named = ask("replay", log, "70058", *words[2:], book=none)
    assert named["rounds"] == found["rounds"][1:]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--as", "nobody"), "unknown player 'nobody'"),
        (
            ("--as", "random", "--seat", "dealer"),
            "seat must be one of forehand, middlehand, rearhand, declarer, defenders",
        ),
        (("--seat", "declarer"), "add --as AGENT"),
        (("--as", "random", "--no-price"), "--as needs prices of cards; leave out --no-price"),
    ],
)
def test_what_a_program_is_not_asked(words: tuple[str, ...], message: str, none: Path) -> None:
    assert message in refused(call("skat", "replay", ISS / "01_clubs_win.sgf", *words, "--book", none), 2)


def test_documents_fit_their_schema(none: Path) -> None:
    validator = Draft202012Validator(schema(questions.replay))
    for log in (LOG, ISS / "58_three_records.sgf"):
        for words in (("--no-price",), ("--limit", "2"), ("--limit", "2", "--as", "random", "--jobs", "1")):
            assert not list(validator.iter_errors(ask("replay", log, *words, book=none)))


def test_rows_of_cards(none: Path, tmp_path: Path) -> None:
    log = ISS / "58_three_records.sgf"
    rounds = ask("replay", log, book=none)["rounds"]
    frames = []
    for ending in ("csv", "parquet"):
        file = tmp_path / f"cards.{ending}"
        assert ask("replay", log, "--output", file, book=none)["rounds"] == rounds
        assert [one.name for one in tmp_path.iterdir()] == [file.name]
        frames.append(polars.read_csv(file) if ending == "csv" else polars.read_parquet(file))
        file.unlink()
    assert_frame_equal(*frames)
    rows = frames[0].rows(named=True)
    assert len(rows) == 30 + 30 + 1
    assert [row["card"] for row in rows] == [card["card"] for one in rounds for card in one["cards"]] + [None]
    assert [row["cost"] for row in rows[:30]] == [card["cost"] for card in rounds[0]["cards"]]
    assert {row["value"] for row in rows} == {one["value"] for one in rounds}
    file = tmp_path / "places.csv"
    found = ask("replay", log, "--as", "random", "--output", file, book=none)
    assert polars.read_csv(file)["difference"].to_list() == [one["difference"] for one in found["rounds"]] + [0]


def test_rows_go_on_from_what_lies_beside_them(none: Path, tmp_path: Path) -> None:
    log, file, beside = ISS / "58_three_records.sgf", tmp_path / "cards.csv", tmp_path / "cards.csv.jsonl"
    ask("replay", log, "--output", beside, "--limit", "2", book=none)
    ask("replay", log, "--output", file, book=none)
    assert file.exists()
    assert not beside.exists()
