"""What is built: samples of random deals, given deals, deals stored whole, games and rounds played, the ladder measured."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from tafelwerk.build.skat.games import published_games
from tafelwerk.build.skat.learning import FULL_PLAYOUTS, FULL_TRIALS, PLAYOUTS, TRIALS, playout_builds, trial_builds
from tafelwerk.build.skat.sections import SEED, sequence_builds
from tafelwerk.build.skat.tasks import (
    CONTRACTS,
    Contract,
    GivenDeals,
    Ladder,
    LoggedRounds,
    MatchRounds,
    PlayedGames,
    RandomDeals,
    WholeDeals,
)
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.deals import Deal, deal_number, read_deal
from tafelwerk.rules.skat.limits import LEAST_LADDER_CARDS, MOST_CARDS, MOST_PLAYED, agent_name
from tafelwerk.tables.builds.skat import FAMILY, contents

if TYPE_CHECKING:
    from tafelwerk.rules.skat.round_log import LoggedRound

CHUNK = 10
"""Random deals of a task."""

SECTION = 200
"""Random deals that come into the book together: the first 200 of a seed, the next 200, and so on."""

QUICK, STANDARD, FULL = 1, 30, 200
"""Random deals of the sets."""

LADDER_CHUNK, LADDER_SECTION = 5, 40
"""Deals of a task, and deals that come into the book together, where the ladder is measured."""

LADDERS: tuple[tuple[int, int, str | None], ...] = (
    (40, 5, None),
    (20, 8, None),
    (20, 10, "win"),
    (2, 10, "points"),
)
FULL_LADDERS: tuple[tuple[int, int, str | None], ...] = (
    (40, 5, None),
    (40, 8, None),
    (40, 10, "win"),
    (8, 10, "points"),
)
"""The ladder in the standard and in the full set: deals, cards in a hand, the question."""

MATCH_CHUNK, MATCH_SECTION = 5, 100
"""Deals of a match, three rounds each, that come into the book together: a hundred, or of what is left over five."""

PLAYERS = ("pimc:30", "pimc:10", "random")
"""Who plays a match of the standard set, and where nobody is named."""

MATCH, FULL_MATCH = 2, 5
"""Deals of a match in the standard and in the full set."""

EXAMPLE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
"""A deal with nine cards in each hand: the example of `skat solve`, in the pocket book."""

LOG_CHUNK, LOG_SECTION = 6, 60
"""Rounds of a log of a task, at least, and those that come into the book together."""


def sample_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """The first deals of a seed's sequence under every game and declarer, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    yield from sequence_builds(
        "--deals", deals, seed, lambda first, last: RandomDeals(seed, first, last), section=SECTION, chunk=CHUNK
    )


def ladder_builds(deals: int, cards: int = 10, seed: int = SEED, question: str | None = None) -> Iterator[Build]:
    """The ladder measured on the first deals of a seed's sequence with so many cards in a hand, a build a section.

    Args:
        deals: how many.
        cards: cards in a hand.
        seed: which sequence; the deals are those of `tafelwerk skat bench`.
        question: "win" or "points": only the steps that answer it; None: all.

    Raises:
        InputError: there are no such deals.
    """
    if not LEAST_LADDER_CARDS <= cards <= MOST_CARDS:
        raise InputError(f"--cards must be {LEAST_LADDER_CARDS} to {MOST_CARDS}, not {cards}")
    yield from sequence_builds(
        "--ladder",
        deals,
        seed,
        lambda first, last: Ladder(seed, first, last, cards, question),
        section=LADDER_SECTION,
        chunk=LADDER_CHUNK,
        parameters={"ladder": cards, "question": question},
        most=MOST_PLAYED,
    )


def given_build(deal: Deal, contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False) -> Build:
    """One deal under some games and declarers; with `whole` every position of each."""
    number = deal_number(deal)
    tasks: list[Task] = [GivenDeals((number,), contracts)]
    if whole:
        tasks += [WholeDeals(number, *contract) for contract in contracts]
    parameters: dict[str, object] = {"deal": number, "contracts": [list(pair) for pair in contracts], "whole": whole}
    return _build(parameters, tuple(tasks))


def listed_builds(
    deals: Iterable[Deal], contracts: tuple[Contract, ...] = CONTRACTS, *, whole: bool = False
) -> Iterator[Build]:
    """Many deals under some games and declarers, a build a section; with `whole`, every position of each, a build a deal.

    Args:
        deals: in any order; a deal that comes again is left out.
        contracts: games and declarers.
        whole: store every position.
    """
    unique = dict.fromkeys(deals)
    if whole:
        yield from (given_build(deal, contracts, whole=True) for deal in unique)
        return
    numbers = [deal_number(deal) for deal in unique]
    for first in range(0, len(numbers), SECTION):
        section = numbers[first : first + SECTION]
        tasks = tuple(
            GivenDeals(tuple(section[begin : begin + CHUNK]), contracts) for begin in range(0, len(section), CHUNK)
        )
        parameters: dict[str, object] = {"deals": section, "contracts": [list(pair) for pair in contracts]}
        yield _build(parameters, tasks)


def match_builds(deals: int, players: Sequence[str] = PLAYERS, seed: int = SEED) -> Iterator[Build]:
    """A match on the first deals of a seed's sequence, each played three times, a build a section.

    Args:
        deals: how many.
        players: names of three agents, as for `agents.agent_name`.
        seed: which sequence; the deals are those of `sample_builds`.

    Raises:
        InputError: there are no such deals or players.
    """
    if len(players) != 3:
        raise InputError(f"three players make a match, not {len(players)}")
    first_player, second, third = map(agent_name, players)
    names = (first_player, second, third)
    yield from sequence_builds(
        "--match",
        deals,
        seed,
        lambda first, last: MatchRounds(names, seed, first, last),
        section=MATCH_SECTION,
        chunk=MATCH_CHUNK,
        of_task=1,
        parameters={"match": list(names)},
        most=MOST_PLAYED,
    )


def log_builds(rounds: "Sequence[LoggedRound]") -> Iterator[Build]:
    """The rounds of a log, their games priced, a build a section.

    Args:
        rounds: of different names.

    Raises:
        InputError: a round has a seed that the tables have no room for.
    """
    from tafelwerk.build.skat.rounds import together
    from tafelwerk.rules.skat.round_log import write_round

    for one in rounds:
        if one.seed is not None and one.seed >= 2**64:
            raise InputError(f"round {quoted(one.name)}: a seed is below 2^64, not {one.seed}")
    for first in range(0, len(rounds), LOG_SECTION):
        section = rounds[first : first + LOG_SECTION]
        lots = [tuple(map(write_round, lot)) for lot in together(section, LOG_CHUNK)]
        content = sha256("\n".join(line for lot in lots for line in lot).encode()).hexdigest()
        parameters: dict[str, object] = {"log": content, "rounds": [one.name for one in section]}
        yield _build(parameters, tuple(map(LoggedRounds, lots)))


def published_build() -> Build:
    """The published games, a task each."""
    games = published_games()
    parameters: dict[str, object] = {"games": [one.name for one in games]}
    return _build(parameters, tuple(PlayedGames((one,)) for one in games))


def quick() -> Iterator[Build]:
    """A smallest useful set: a random deal under every game and declarer; the published games."""
    yield from sample_builds(QUICK)
    yield published_build()


def standard() -> Iterator[Build]:
    """Random deals under every game and declarer; the ladder measured; the published games; a match; games to learn from."""
    yield from _sets(STANDARD, LADDERS, MATCH, TRIALS, PLAYOUTS)


def full() -> Iterator[Build]:
    """More of everything that the standard set holds."""
    yield from _sets(FULL, FULL_LADDERS, FULL_MATCH, FULL_TRIALS, FULL_PLAYOUTS)


def _sets(
    deals: int, ladders: tuple[tuple[int, int, str | None], ...], match: int, trials: int, playouts: int
) -> Iterator[Build]:
    yield from sample_builds(deals)
    for count, cards, question in ladders:
        yield from ladder_builds(count, cards, SEED, question)
    yield published_build()
    yield from match_builds(match)
    yield from trial_builds(trials)
    yield from playout_builds(playouts)


def _build(parameters: dict[str, object], tasks: tuple[Task, ...]) -> Build:
    described = contents(parameters)
    return Build(FAMILY, described.name, parameters, tasks, described.certainty)


def pocket() -> Iterator[Build]:
    """What the pocket book holds: the published games, a deal with nine cards in each hand, a few random deals."""
    yield published_build()
    yield given_build(read_deal(EXAMPLE), (("clubs", "forehand"),))
    yield from sample_builds(QUICK)
