"""Answers as JSON and as text.
Colour and width where output is no terminal: --color, FORCE_COLOR, NO_COLOR, COLUMNS.
Explanations fit the terminal; what they say is in the golden answers, of which each run asks all explanations.
What people read is what tests/shown holds; `python -m play.transcripts` writes it anew.
"""

import json
import math
import re
import shlex
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from shlex import split

import pytest
from flint import fmpq, fmpz
from golden.questions import POCKET, expected
from hypothesis import given
from hypothesis import strategies as st
from play.transcripts import SHOWN, Scene, performed, played, scenes
from program import call, on_pseudo_terminal, on_terminal, run

from tafelwerk.commands import output
from tafelwerk.commands.output import answer, json_text, plain, rational
from tafelwerk.families import FAMILIES


@dataclass(frozen=True)
class Answered:
    total: Fraction
    mean: float


def test_rationals_are_reduced_strings_of_any_number_of_digits() -> None:
    large, digits = 10**5000, "1" + "0" * 5000
    for value, text in (
        (5625, "5625"),
        (Fraction(-2, 6), "-1/3"),
        (Fraction(10, 2), "5"),
        (fmpq(-4, 6), "-2/3"),
        (fmpz(10) ** 30, "1" + "0" * 30),
        (large, digits),
        (Fraction(-large, 3), f"-{digits}/3"),
        (fmpq(7, fmpz(large)), f"7/{digits}"),
    ):
        assert rational(value) == text
    for value in (0.5, True, "1/2", Decimal("0.5"), None):
        with pytest.raises(TypeError, match="not an exact number"):
            rational(value)


@given(st.fractions())
def test_a_rational_reads_back(value: Fraction) -> None:
    text = rational(value)
    assert Fraction(text) == value
    assert not text.endswith("/1")
    assert text == rational(fmpq(value.numerator, value.denominator))


def test_the_document_speaks_json() -> None:
    import numpy as np

    pairs = {
        "nan": (math.nan, None),
        "minus": (-math.inf, "-inf"),
        "fraction": (Fraction(1, 3), "1/3"),
        "count": (2**70, 2**70),
        "flag": (True, True),
        "dataclass": (Answered(Fraction(7, 2), 3.5), {"total": "7/2", "mean": 3.5}),
        "tuple": ((1, fmpz(3), fmpq(1, 2)), [1, 3, "1/2"]),
        "day": (date(2020, 1, 2), "2020-01-02"),
        "path": (Path("a") / "b", str(Path("a") / "b")),
        "numpy": ([np.float64(0.5), np.int64(3), np.array([1, 2]), np.nan], [0.5, 3, [1, 2], None]),
        3: ("key", "key"),
    }
    expected = {str(name): said for name, (_, said) in pairs.items()}
    assert json.loads(json_text({name: value for name, (value, _) in pairs.items()})) == expected
    assert json_text([Decimal("12345678901234567890.10"), Decimal("1E+3")]) == "[12345678901234567890.10, 1000]"
    with pytest.raises(TypeError):
        json_text({"what": object()})


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_reads_back_as_it_was(document: object) -> None:
    text = json_text(document)
    assert "\n" not in text
    assert json.loads(text) == document
    assert plain(document) == document


def test_people_get_text_or_a_table_and_programs_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One document; the text is not made then."""
    answer(True, {"win": Fraction(1, 2)}, pytest.fail)
    assert capsys.readouterr() == ('{"win": "1/2"}\n', "")
    answer(False, {}, "won [all] of it")
    answer(False, {}, lambda: "made late")
    answer(False, {}, lambda: output.table(("heap", "who"), [(12345, "[bold]first[/]"), (3, None)]))
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["won [all] of it", "made late"]
    assert "[bold]first[/]" in out[-2]
    assert out[-2].startswith("12,345")
    assert out[-1].rstrip().endswith("3")


def test_numbers_of_a_table_are_whole_and_on_the_right() -> None:
    """Truths are no numbers, and one of more than 16 characters may be broken."""
    made = output.table(("n", "long", "is it"), [(0.12345678901234, 0.123456789012345, True), (None, None, False)])
    assert [(column.is_right, column.least) for column in made.columns] == [(True, 16), (True, 4), (False, 2)]


BOLD = "\x1b["


def is_coloured(*words: str, **env: str) -> bool:
    done = call(*words, **env)
    assert (done.returncode, done.stderr) == (0, "")
    return BOLD in done.stdout


WHO = (
    ((), (), {}, False),
    (("--color", "always"), (), {}, True),
    ((), ("--color", "always"), {}, True),
    ((), ("--color=always",), {}, True),
    (("--color", "never"), ("--color", "always"), {}, True),
    ((), (), {"FORCE_COLOR": "1"}, True),
    ((), (), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ((), ("--color", "always"), {"NO_COLOR": "1"}, True),
    ((), ("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ((), ("--color", "auto"), {"FORCE_COLOR": "1"}, True),
    ((), (), {"FORCE_COLOR": ""}, False),
)


def test_who_decides() -> None:
    for before, after, env, is_expected in WHO:
        assert is_coloured(*before, "play", *after, TERM="xterm-256color", **env) is is_expected, (before, after, env)
    # what follows --help is not read
    assert is_coloured("minimax", "octal", "--color", "always", "--help", TERM="xterm-256color")
    # it is forced where the terminal names none
    assert is_coloured("play", "--color", "always", TERM="dumb")
    assert not is_coloured("play", "--json", "--color", "always")
    begun = ("--color", "always", "play", "mastermind")
    assert "41m A " in call(*begun, stdin="AABB\nquit\n", TERM="xterm-256color").stdout


def test_a_terminal_without_colour(tmp_path: object) -> None:
    assert BOLD in on_pseudo_terminal("play", columns=80, book=tmp_path)
    assert BOLD not in on_terminal("play", "--color", "never", columns=80, book=tmp_path)


def test_columns_fold_a_pipe() -> None:
    assert max(map(len, call("schema").stdout.splitlines())) > 120
    assert max(map(len, call("schema", COLUMNS="60").stdout.splitlines())) <= 60
    assert call("schema", COLUMNS="wide").stdout == call("schema").stdout == call("schema", COLUMNS="0").stdout
    compared = call("mastermind", "compare", "4x6", "--book", str(POCKET), COLUMNS="50").stdout.splitlines()
    assert max(map(len, compared)) <= 50
    assert sum(number in " ".join(compared) for number in ("5,625", "5,668", "5,722", "5,696", "5,801")) == 5


STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_explanations_fit_the_terminal() -> None:
    for family in FAMILIES:
        for line in (line for line in expected(family) if line.startswith(f"pocket {family} explain")):
            for columns in (60, 80):
                text = on_terminal(*shlex.split(line)[1:], columns=columns, book=POCKET)
                assert max(map(len, STYLE.sub("", text).splitlines())) <= columns, line


SCENES = [
    (f"{file.stem} {scene.title}".strip(), scene) for file in sorted(SHOWN.glob("*.txt")) for scene in scenes(file)
]


@pytest.mark.parametrize("scene", [scene for _, scene in SCENES], ids=[name for name, _ in SCENES])
def test_people_are_answered_as_before(scene: Scene, small_book: Path, tmp_path: Path) -> None:
    answers = performed(scene, tmp_path) if scene.title else [played(game.line, small_book) for game in scene.games]
    pairs = [(game, said) for game, said in zip(scene.games, answers, strict=True) if said != game.said]
    assert {game.line: said for game, said in pairs} == {game.line: game.said for game, _ in pairs}


@pytest.mark.parametrize("line", ["dresher hider 16", "minimax tree '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"])
def test_signs_beyond_ascii_are_replaced_where_they_cannot_be_written(line: str, small_book: Path) -> None:
    done = run(*split(line), PYTHONIOENCODING="ascii", TAFELWERK_BOOK=str(small_book))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "#" in done.stdout or "+--" in done.stdout
