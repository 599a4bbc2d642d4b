"""Sessions as their command lines start them."""

from collections.abc import Iterable
from shlex import split

import pytest
from program import call

from tafelwerk.play.session import Said, Session

FAMILIES = ("mastermind", "beams", "dresher", "switching", "minimax", "montecarlo")


def session(line: str) -> Session:
    """The session that a command line starts, before anything is said."""
    begun: list[Session] = []
    with pytest.MonkeyPatch.context() as patch:
        for family in FAMILIES:
            patch.setattr(f"tafelwerk.families.{family}.commands.at_terminal", lambda game, *_: begun.append(game))
        done = call(*split(line.removeprefix("tafelwerk ")))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    return begun[0]


def said(parts: Iterable[Said]) -> list[Said]:
    """What a session says."""
    return list(parts)
