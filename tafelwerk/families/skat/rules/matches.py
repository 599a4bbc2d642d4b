"""Numbers and names of the rounds of a match."""

from collections.abc import Sequence


def round_numbers(players: Sequence[str], first: int, last: int) -> range:
    """Numbers of the rounds of a match on deals `first` to `last`: three per deal; one, the first, if a player plays itself."""
    return range(3 * first, 3 * last + 3, 1 if len(players) > 1 else 3)


def round_names(players: Sequence[str], seed: int, first: int, last: int) -> list[str]:
    """Names of these rounds."""
    words = "-".join(players if len(set(players)) > 1 else players[:1])
    return [f"match-{seed}-{number}-{words}" for number in round_numbers(players, first, last)]
