"""Limits of requests, and agents by name."""

from tafelwerk.errors import InputError, quoted
from tafelwerk.language import message, say

MOST_DRAWN, LARGEST_SEED = 1_000_000, 2**32 - 1
"""Largest number of random deals, and largest seed."""

MOST_PLAYED = 100_000
"""Largest number of random deals in a stored match or in a measurement of the ladder."""

MOST_WAYS = 10_000
"""Upper limit for a number of discards with announcement; there are fewer."""

MOST_CARDS, LEAST_LADDER_CARDS = 10, 4
"""Cards per hand, and the fewest for which the ladder is stored: with fewer, random deals may repeat."""


WORLDS = 100
"""Default number of worlds per card. By the source, programs for Bridge play worse with fewer."""

MOST_WORLDS = 1_000_000
"""Largest number of worlds per choice."""

MOST_WEIGHTED = 50_000
"""Largest number of worlds per choice that are weighted by the bids: each comes from up to twenty candidates in memory."""

AGENTS = {
    "pimc:K": message("samples K worlds per card; pimc means pimc:{worlds}"),
    "informed:K": message("the same; as defender it weights worlds by the announcement"),
    "open": message("sees all cards"),
    "random": message("plays any legal card"),
}
"""Names of the agents and their descriptions."""


def agent_name(text: str, worlds: int = WORLDS) -> str:
    """The full name of an agent: `pimc:100`, `open` or `random`.

    Args:
        text: A name from `AGENTS`, or `pimc` or `informed` without a number.
        worlds: number of worlds if none is given.

    Raises:
        InputError: unknown agent, or number of worlds out of range.
    """
    word, colon, number = text.strip().lower().partition(":")
    if word in ("open", "random") and not colon:
        return word
    if word in ("pimc", "informed"):
        if not colon:
            number = str(worlds)
        if number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= MOST_WORLDS:
            return f"{word}:{int(number)}"
        given = quoted(number)
        raise InputError(
            say(
                "K of {word}:K must be from 1 to {most_worlds}, not {given}",
                word=word,
                most_worlds=MOST_WORLDS,
                given=given,
            )
        )
    given, names = (
        quoted(text.strip()),
        "; ".join(f"{name} ({say(what, worlds=WORLDS)})" for name, what in AGENTS.items()),
    )
    raise InputError(say("unknown player {given}; players are {names}", given=given, names=names))
