"""Command lines over several lines, read back as a shell reads them."""

import subprocess

from hypothesis import given
from hypothesis import strategies as st
from program import read

from tafelwerk.commands.fitting import copyable

words_of_a_line = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12)


@given(
    st.lists(st.lists(words_of_a_line, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=8),
    st.integers(40, 120),
)
def test_a_shell_reads_the_lines_as_one_command(arguments: list[str], width: int) -> None:
    example = " ".join(f'"{text}"' if " " in text else text for text in arguments)
    lines = copyable(f"tafelwerk {example}", width)
    assert all(len(line) <= width for line in lines)
    assert read("\n".join(lines)) == ["tafelwerk", *arguments]


def test_bash_reads_an_example_that_is_broken_within_a_text() -> None:
    deal = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
    lines = copyable(f'printf "%s\\n" solve --deal "{deal}" --game clubs', 60)
    assert len(lines) > 2
    done = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True, timeout=60, check=True)
    assert [" ".join(line.split()) for line in done.stdout.splitlines()] == ["solve", "--deal", deal, "--game", "clubs"]
