"""Limits of what can be asked for, and agents by their names."""

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.words import worded

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
    "pimc:K": (
        f"looks at K worlds for a card; pimc alone at {WORLDS}",
        f"sieht je Karte K Welten an; pimc allein {WORLDS}",
    ),
    "informed:K": (
        "the same; as defender it weighs worlds by what was announced",
        "ebenso; als Gegenspieler gewichtet es Welten nach der Ansage",
    ),
    "open": ("cheats: sees all cards", "schummelt: sieht alle Karten"),
    "random": ("plays any card that may be played", "spielt irgendeine erlaubte Karte"),
}
"""Names of the agents, and what they do, in English and German."""


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
        given = quoted(number)
        raise InputError(
            worded(
                f"the worlds of {word}:K are 1 to {MOST_WORLDS}, not {given}",
                f"die Welten von {word}:K sind 1 bis {MOST_WORLDS}, nicht {given}",
            )
        )
    given, names = quoted(text.strip()), "; ".join(f"{name} ({worded(*what)})" for name, what in AGENTS.items())
    raise InputError(
        worded(f"there is no player {given}; there are {names}", f"es gibt keinen Spieler {given}; es gibt {names}")
    )
