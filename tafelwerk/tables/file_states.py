"""States of files, and what is remembered of a file in the user's cache while its state stays the same.

What is remembered only saves time: without the cache, or with one that somebody damaged, it is found out again; so it is after
another version of the program, which may ask more of a file.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tafelwerk import __version__
from tafelwerk.places import cached_text, keep_text

MOST = 100
"""Most entries of a file of the cache; those that were written last stay."""

FileState = tuple[int, int, int, int, int]
"""Device, number, size and times of a file: what changes when it is replaced or written to. The last is the time of any change,
which no program can set."""


def file_state(path: Path) -> FileState | None:
    """State of a file; None where there is no file."""
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    return None


def recall(subject: str, key: str, state: Sequence[Any]) -> list[str] | None:
    """Texts that were remembered in this state; None where there are none.

    Args:
        subject: what they are, the name of a file of the cache.
        key: what they are about, such as the path of a file.
        state: lists, texts and numbers.
    """
    with suppress(KeyError, TypeError):
        entry = _entries(subject)[key]
        if entry["state"] == json.loads(json.dumps(_of_version(state))) and all(
            isinstance(text, str) for text in entry["texts"]
        ):
            return list(entry["texts"])
    return None


def remember(subject: str, key: str, state: Sequence[Any], texts: Sequence[str]) -> None:
    """Remember texts for `recall`, whose arguments these are; without effect where the cache cannot be written."""
    entries = _entries(subject)
    entries.pop(key, None)
    entries = dict(list(entries.items())[1 - MOST :]) | {key: {"state": _of_version(state), "texts": texts}}
    keep_text(_file(subject), json.dumps(entries))


def _of_version(state: Sequence[Any]) -> list[Any]:
    return [__version__, *state]


def _file(subject: str) -> str:
    return f"{subject}.json"


def _entries(subject: str) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        document = json.loads(cached_text(_file(subject)))
        if isinstance(document, dict):
            return document
    return {}
