"""Explanations fit the terminal; what they say is in the golden answers, of which each run asks all explanations."""

import re
import shlex

from golden.questions import POCKET, expected
from program import on_terminal

from tafelwerk.families import FAMILIES

STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_explanations_fit_the_terminal() -> None:
    for family in FAMILIES:
        for line in (line for line in expected(family) if line.startswith(f"pocket {family} explain")):
            for columns in (60, 80):
                text = on_terminal(*shlex.split(line)[1:], columns=columns, book=POCKET)
                assert max(map(len, STYLE.sub("", text).splitlines())) <= columns, line
