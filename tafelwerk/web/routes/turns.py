"""Turns of a game in the address of its page."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from starlette.requests import Request

from tafelwerk.errors import TafelwerkError
from tafelwerk.web.jobs import LONG
from tafelwerk.web.site import Site

T = TypeVar("T")

TURN, HINT, PICK, CHOOSE = "turn", "hint", "pick", "choose"
"""Names in an address: a turn; whether a hint is shown; a part of the next turn; what the next press on the board sets."""

REPEATED = frozenset({TURN, PICK})
"""Those that an address of a game may have several times."""


def turns_of(request: Request) -> list[str]:
    """The turns in an address."""
    return [turn for turn in request.query_params.getlist(TURN) if turn.strip()]


def refusing(turns: list[str], after: Callable[[list[str]], T]) -> tuple[T, list[str], str | None]:
    """What follows some turns; the last one is taken back if it is refused.

    Args:
        turns: the turns.
        after: makes what follows.

    Returns:
        It, the turns that were made, and why the last one was refused.

    Raises:
        TafelwerkError: what is refused is no turn, or an earlier one.
    """
    try:
        return after(turns), turns, None
    except TafelwerkError as error:
        if not turns:
            raise
        return after(turns[:-1]), turns[:-1], str(error)


def position(site: Site, request: Request, job: str, pairs: Sequence[tuple[str, str]], **asked: Any) -> dict[str, Any]:
    """The values of a page that shows the position after the turns in its address.

    Args:
        site: the server.
        request: the request.
        job: makes the position.
        pairs: what else stands in the address.
        asked: arguments of the job, besides turns, hint and choice.

    Raises:
        NotDoneError: it takes longer than a page waits.
        TafelwerkError: see `refusing`.
    """
    hint, chosen = bool(request.query_params.get(HINT)), request.query_params.get(CHOOSE, "")[:20]
    found, turns, error = refusing(
        turns_of(request), lambda made: site.need(job, most=LONG, turns=made, hint=hint, chosen=chosen, **asked)
    )
    return {
        "game": found,
        "turns": turns,
        "error": error,
        "is_hinted": hint,
        "pairs": [*pairs, *((TURN, turn) for turn in turns)],
        # what the next page keeps
        "kept": [*([(HINT, "1")] if hint else []), *([(CHOOSE, chosen)] if chosen else [])],
    }
