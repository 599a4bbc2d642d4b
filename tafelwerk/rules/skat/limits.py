"""Limits of what can be asked for, and agents by their names."""

from tafelwerk.errors import InputError, quoted

MOST_DRAWN, LARGEST_SEED = 1_000_000, 2**32 - 1
"""Random deals that can be asked for, and the largest seed of theirs."""

MOST_PLAYED = 100_000
"""Random deals that a stored match plays, or on which the ladder is measured."""

MOST_WAYS = 10_000
"""More ways to discard and announce than there are."""

MOST_CARDS, LEAST_LADDER_CARDS = 10, 4
"""Cards in a hand, and the least for which the ladder is measured: with fewer a random deal may come twice."""


WORLDS = 100
"""Worlds looked at for a card, where a name says nothing of them: fewer play worse, says the source of programs for Bridge."""

MOST_WORLDS = 1_000_000
"""Ways to deal the hidden cards looked at for one choice."""

AGENTS = {
    "pimc:K": f"looks at K worlds for a card; pimc alone at {WORLDS}",
    "informed:K": "the same; as defender it weighs worlds by what was announced",
    "open": "cheats: sees all cards",
    "random": "plays any card that may be played",
}
"""Names of the agents, and what they do."""


def agent_name(text: str, worlds: int = WORLDS) -> str:
    """The name of an agent in full: `pimc:100`, `open` or `random`.

    Args:
        text: a name from `AGENTS`, or `pimc` or `informed` without a number.
        worlds: how many that stands for.

    Raises:
        InputError: it names none.
    """
    word, colon, number = text.strip().lower().partition(":")
    if word in ("open", "random") and not colon:
        return word
    if word in ("pimc", "informed"):
        if not colon:
            number = str(worlds)
        if number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= MOST_WORLDS:
            return f"{word}:{int(number)}"
        raise InputError(f"the worlds of {word}:K are 1 to {MOST_WORLDS}, not {quoted(number)}")
    names = "; ".join(f"{name} ({what})" for name, what in AGENTS.items())
    raise InputError(f"there is no player {quoted(text.strip())}; there are {names}")
