"""Texts that the command line takes as files: a question is asked with what its file contains."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tafelwerk.errors import ContentError, InputError, StorageError
from tafelwerk.files import STANDARD_INPUT, read_limited, read_standard_input
from tafelwerk.parameters import slots
from tafelwerk.spelling import compose
from tafelwerk.tables.questions import Question


@contextmanager
def contents_of(kind: type[Question[Any]], given: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Parameters of a question with the text of its file instead of the path, if it has one.

    Raises:
        InputError: another parameter is invalid, there is no such file, or, also in the block, the text is invalid.
        StorageError: the file cannot be read.
    """
    slot = next((slot for slot in slots(kind) if slot.parameter.file is not None), None)
    if slot is None or slot.parameter.file is None or given[slot.name] is None:
        yield given
        return
    # what is wrong whatever the file contains is said before it is read
    kind(**given)
    path: Path = given[slot.name]
    text = _read_text(path, slot.parameter.file)
    try:
        yield {**given, slot.name: text}
    except ContentError as fault:
        about = str(fault)
        raise InputError(f"{_name_of(path)}{', ' if about.startswith('line ') else ': '}{about}") from None


def _read_text(path: Path, contents: str) -> str:
    try:
        content = read_standard_input() if str(path) == STANDARD_INPUT else read_limited(path)
        return compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"{_name_of(path)} is not UTF-8 text; write {contents}") from None
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; give a file with {contents}") from None
    except OSError as fault:
        raise StorageError(f"{_name_of(path)}: cannot be read: {fault.strerror}") from None


def _name_of(path: Path) -> str:
    return "standard input" if str(path) == STANDARD_INPUT else str(path)
