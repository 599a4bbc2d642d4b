"""Whatever the words of a command line are, the program answers or refuses in one line, soon, and leaves no trace.

TAFELWERK_FUZZ_SEED and TAFELWERK_FUZZ_INPUTS set the seed and the number of inputs per command; TAFELWERK_FUZZ_BOOK names a book
in place of the quick one. `python -m soak fuzz` runs any number over all commands.
"""

import os
from pathlib import Path

import pytest
from fuzzing import leaves
from soak.fuzz import fuzz

pytestmark = pytest.mark.slow

SEED = os.environ.get("TAFELWERK_FUZZ_SEED", "1")
INPUTS = int(os.environ.get("TAFELWERK_FUZZ_INPUTS", "200"))


@pytest.fixture(scope="module")
def fuzz_book(request: pytest.FixtureRequest) -> Path:
    given = os.environ.get("TAFELWERK_FUZZ_BOOK")
    return Path(given) if given else request.getfixturevalue("quick_book")


@pytest.mark.parametrize("name", leaves())
def test_any_line_is_answered_or_refused(name: str, fuzz_book: Path, tmp_path: Path) -> None:
    found = fuzz(name, SEED, INPUTS, fuzz_book, tmp_path)
    assert not found.wrong, f"seed {SEED}, {len(found.wrong)} of {INPUTS} inputs\n" + "\n".join(found.wrong)
