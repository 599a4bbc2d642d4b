"""The outcome stated by a record: its property R."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tafelwerk.formats.iss.records import FaultError

_KEYS = ("d", "v", "m", "p", "t", "s", "z", "p0", "p1", "p2", "l", "to", "r")
_NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)


class Status(StrEnum):
    """Status of a round, by the record."""

    PASSED = "passed"
    UNKNOWN = "unknown"
    WIN = "win"
    LOSS = "loss"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome by the record.

    Attributes:
        status: status of the round.
        overbid: whether the game was worth less than the bid.
        numbers: numbers by key, such as v: the value, or minus twice the value for a lost game.
    """

    status: Status
    overbid: bool
    numbers: Mapping[str, int]


def read_result(text: str) -> Result:
    """The outcome in property R.

    Raises:
        FaultError: bad_result.
    """
    words = text.split()
    if len(words) == 1 and words[0] in (Status.PASSED, Status.UNKNOWN):
        return Result(Status(words[0]), False, {})
    numbers: dict[str, int] = {}
    said: dict[str, str] = {}
    for word in words:
        key, colon, number = word.partition(":")
        if colon and key in _KEYS and _NUMBER.fullmatch(number) and key not in numbers:
            numbers[key] = int(number)
        elif word in (Status.WIN, Status.LOSS, Status.PENALTY) and "status" not in said:
            said["status"] = word
        elif word in ("bidok", "overbid") and "bid" not in said:
            said["bid"] = word
        else:
            raise FaultError("bad_result", word)
    missing = [key for key in ("d", "v") if key not in numbers] + [key for key in ("status",) if key not in said]
    if missing:
        raise FaultError("bad_result", f"{missing[0]} is missing" if words else "R is empty")
    return Result(Status(said["status"]), said.get("bid") == "overbid", numbers)
