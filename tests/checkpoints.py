"""Checkpoints in memory, and a task that is interrupted and goes on."""

import json
from typing import Any

import pytest

from tafelwerk.build.task import Resumable


class MemoryCheckpoint:
    """A checkpoint that holds a state as JSON, and interrupts its task after some saves."""

    def __init__(self, stop_after: int = 1000) -> None:
        self.state: Any = None
        self.messages: list[str] = []
        self.stop_after = stop_after

    def load(self) -> Any:
        return self.state

    def save(self, state: Any, status: str) -> None:
        self.state = json.loads(json.dumps(state))
        self.messages.append(status)
        if len(self.messages) == self.stop_after:
            raise KeyboardInterrupt


def resume_interrupted(task: Resumable) -> tuple[MemoryCheckpoint, Any]:
    """The checkpoint and the rows of a task that was interrupted and goes on: those of one that was not."""
    at_once, interrupted = MemoryCheckpoint(), MemoryCheckpoint(3)
    rows = task.resume(at_once)
    with pytest.raises(KeyboardInterrupt):
        task.resume(interrupted)
    assert interrupted.state != at_once.state
    again = task.resume(interrupted)
    assert (interrupted.state, interrupted.messages) == (at_once.state, at_once.messages)
    assert repr(again) == repr(rows) == repr(task.run())
    return at_once, rows
