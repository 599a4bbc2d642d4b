"""No number on the command line is without an upper limit, and what is beyond one is refused at once."""

from pathlib import Path

import pytest
from program import call, every_command, refused

from tafelwerk.errors import LONGEST_QUOTE

HUGE = 10**101


def test_every_number_has_bounds_that_help_shows() -> None:
    names = set()
    for words, command in every_command():
        for param in command.params:
            if param.type_descriptor.annotation in (int, float, list[int], list[float]):
                name = f"{' '.join(words)} {param.opts[0]}"
                assert param.min is not None, name
                assert param.max is not None, name
                assert param.min <= param.max < HUGE, name
                names.add(name)
    assert {"montecarlo curve --points", "dresher value n", "build skat --deals"} <= names


LINES = (
    "tables {}",
    "export {} -o x.csv",
    "montecarlo duel dsc 10 --k {}",
    "mastermind next --pegs 4 --colors 6 --history {}",
    "mastermind summary --name {}",
    "beams next --variant 3c6p --history {}",
    "search root 10 --strategy {}",
    "skat bid --hand {}",
    "switching move --order 4 --history {}",
    "switching duel --order 3 --cut {} --short random",
    "minimax octal {}",
    "minimax solve burnt-pancakes-4 {}",
    "minimax tree --game {}",
)


@pytest.mark.parametrize("text", ["x" * 50_000, "9" * 50_000, "1,2;" * 12_000], ids=["letters", "digits", "list"])
def test_a_message_repeats_little_of_what_was_given(text: str, tmp_path: Path) -> None:
    for line in LINES:
        done = call(*(word.format(text) for word in line.split()), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book"))
        said = refused(done, 2)
        assert max(map(len, said.replace(";", " ").split())) <= LONGEST_QUOTE + 40, line
        assert said.count("1,2;") <= LONGEST_QUOTE / 4, line


def test_limits_leave_room(tmp_path: Path) -> None:
    """What is within them is answered, or left to a build: no limit is in the way."""
    for line in ("dresher value 4096", "montecarlo curve dsc 40 --k-max 1000000000000 --points 100"):
        done = call(*line.split(), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book"))
        assert done.returncode in (0, 3), done.stderr
