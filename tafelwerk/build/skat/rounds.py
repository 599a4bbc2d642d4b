"""Rounds with hidden cards: those of a log, and matches of programs that are played here; their games priced card by card.

A match of given players and seed is the same wherever it is played: a log of it and the match built here agree row by row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tafelwerk.build.skat.deal_rows import deal_columns
from tafelwerk.build.skat.game_rows import game_columns, play_columns, priced_game
from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.build.skat.tasks import Columns
from tafelwerk.build.task import columns
from tafelwerk.rules.skat.deals import deal_number
from tafelwerk.rules.skat.round_log import LoggedRound, calls_text, read_round, write_round
from tafelwerk.rules.skat.rounds import Agent, Bidder
from tafelwerk.solvers.skat.agents import match_round, read_agent
from tafelwerk.solvers.skat.bidding import default_bidder
from tafelwerk.solvers.skat.player import Chooser


def logged_tables(lines: Iterable[str]) -> Mapping[str, Columns]:
    """Rows of rounds of a log, a line each."""
    return round_tables([read_round(line) for line in lines])


def match_tables(players: tuple[str, str, str], seed: int, first: int, last: int) -> Mapping[str, Columns]:
    """Rows of a match on the deals `first` to `last` of a seed's sequence, three rounds a deal."""
    return round_tables([match_round(players, seed, number, agent) for number in range(3 * first, 3 * last + 3)])


def play_line(players: tuple[str, str, str], seed: int, number: int) -> str:
    """A round of a match, as the line that a log has of it; for a worker."""
    return write_round(match_round(players, seed, number, agent))


@cache
def agent(name: str) -> Agent:
    """The worker's agent of a name; all of them share bidder and solvers."""
    return read_agent(name, bidder=_bidder(), chooser=_chooser())


def deals_of(logged: LoggedRound) -> set[int]:
    """Numbers of the deals that a round has: as it was dealt, and as play began."""
    game = logged.round.game
    return {deal_number(logged.round.dealt)} | (set() if game is None else {deal_number(game.deal)})


def together(rounds: Iterable[LoggedRound], least: int) -> Iterator[list[LoggedRound]]:
    """Rounds in lots of at least so many, but for the last; those of one deal in one lot."""
    lots: list[tuple[set[int], list[LoggedRound]]] = []
    for one in rounds:
        deals = deals_of(one)
        same = [lot for lot in lots if lot[0] & deals]
        if not same:
            lots.append((deals, [one]))
            continue
        first = same[0]
        first[0].update(deals)
        first[1].append(one)
        for lot in same[1:]:
            first[0].update(lot[0])
            first[1].extend(lot[1])
            lots.remove(lot)
    gathered: list[LoggedRound] = []
    for _, members in lots:
        gathered += members
        if len(gathered) >= least:
            yield gathered
            gathered = []
    if gathered:
        yield gathered


def recorded_game(logged: LoggedRound) -> RecordedGame | None:
    """The game of a round as table games has it; None where all passed."""
    game = logged.round.game
    if game is None:
        return None
    return RecordedGame(
        logged.name,
        deal_number(game.deal),
        game.contract.game.value,
        game.declarer.word,
        tuple(one.card for one in game.decisions),
        logged.source,
    )


def round_tables(rounds: Sequence[LoggedRound]) -> Mapping[str, Columns]:
    """Rows of all tables that rounds have a part in."""
    deals = {deal_number(one.round.dealt): one.round.dealt for one in rounds}
    deals |= {deal_number(one.round.game.deal): one.round.game.deal for one in rounds if one.round.game is not None}
    games = [game for one in rounds if (game := recorded_game(one)) is not None]
    priced = [(game, priced_game(game)) for game in games]
    return {
        "deals": deal_columns(deals.items()),
        "rounds": columns(_ROUND, [round_row(one) for one in rounds]),
        "decisions": columns(_DECISION, [row for one in rounds for row in decision_rows(one)]),
        "games": game_columns(priced),
        "plays": play_columns(priced),
    }


def round_row(logged: LoggedRound) -> tuple[Any, ...]:
    """A row of table rounds."""
    done = logged.round
    game, score = done.game, done.score
    declarer = None if done.declarer is None else done.declarer.word
    contract: tuple[Any, ...] = (None,) * 5
    result: tuple[Any, ...] = (None,) * 5
    if game is not None and score is not None:
        said = game.contract
        contract = (said.game.value, said.hand, said.schneider, said.schwarz, said.ouvert)
        result = (score.matadors, score.won, score.overbid, score.value, score.score)
    head = (logged.name, deal_number(done.dealt), done.bid, declarer)
    return (*head, *contract, *result, *logged.players, calls_text(done.auction), logged.seed, logged.source)


def decision_rows(logged: LoggedRound) -> Iterator[tuple[Any, ...]]:
    """Rows of table decisions: a card that might have been played each, where a program looked at some."""
    game = logged.round.game
    for place, one in enumerate(() if game is None else game.decisions, 1):
        for card in () if one.choice is None else one.choice.cards:
            chosen = card.card == one.card
            yield (logged.name, place, card.card, chosen, card.worlds, card.wins, card.points_worlds, card.points)


_ROUND = (
    "name",
    "dealt",
    "bid",
    "declarer",
    "game",
    "hand",
    "schneider",
    "schwarz",
    "ouvert",
    "matadors",
    "won",
    "overbid",
    "value",
    "score",
    "forehand",
    "middlehand",
    "rearhand",
    "calls",
    "seed",
    "source",
)
_DECISION = ("name", "place", "card", "chosen", "worlds", "wins", "points_worlds", "points")


@cache
def _chooser() -> Chooser:
    return Chooser()


@cache
def _bidder() -> Bidder:
    return default_bidder()
