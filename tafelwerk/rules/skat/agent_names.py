"""Agents of Skat by their names."""

from tafelwerk.errors import InputError, quoted

WORLDS = 100
"""Worlds looked at for a card, where a name says nothing of them: fewer play worse, says the source of programs for Bridge."""

MOST_WORLDS = 1_000_000

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
