"""Rows of games, and of rounds with hidden cards from a log or a match, with each card priced.

A match is determined by its players and seed: its log and a build of the match have the same rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tafelwerk.build.skat.deal_rows import deal_rows, judge
from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.build.skat.trials import chooser
from tafelwerk.build.skat.weights import default_bidder, default_chances
from tafelwerk.build.task import Rows
from tafelwerk.rules.skat.deals import deal_number
from tafelwerk.rules.skat.pricing import price
from tafelwerk.rules.skat.round_log import LoggedRound, calls_text, read_round, write_round
from tafelwerk.rules.skat.rounds import Agent, Bidder
from tafelwerk.solvers.skat.hidden.agents import read_agent
from tafelwerk.solvers.skat.hidden.match import match_round
from tafelwerk.tables.builds.skat import round_numbers


def logged_tables(lines: Iterable[str]) -> Mapping[str, Rows]:
    """Rows of rounds of a log, given one per line."""
    return round_tables([read_round(line) for line in lines])


def match_tables(players: tuple[str, ...], seed: int, first: int, last: int) -> Mapping[str, Rows]:
    """Rows of a match on the deals `first` to `last` of a seed's sequence: three players play each deal three times, one player
    plays it once against itself."""
    seated = players if len(players) > 1 else 3 * players
    numbers = round_numbers(players, first, last)
    return round_tables([match_round(seated, seed, number, agent) for number in numbers])


def play_line(players: tuple[str, str, str], seed: int, number: int) -> str:
    """A round of a match, as a line of a log; for a worker."""
    return write_round(match_round(players, seed, number, agent))


@cache
def agent(name: str) -> Agent:
    """The worker's agent with a given name; all agents share bidder and solvers."""
    return read_agent(name, bidder=_bidder(), chances=default_chances(), chooser=chooser())


@cache
def _bidder() -> Bidder:
    return default_bidder()


def deals_of(logged: LoggedRound) -> set[int]:
    """Numbers of a round's deals: as dealt, and when play began."""
    game = logged.round.game
    return {deal_number(logged.round.dealt)} | (set() if game is None else {deal_number(game.deal)})


def together(rounds: Iterable[LoggedRound], least: int) -> Iterator[list[LoggedRound]]:
    """Rounds in batches of a minimum size, except the last batch; rounds of one deal stay together."""
    lots: list[tuple[set[int], list[LoggedRound]]] = []
    for one in rounds:
        linked = [lot for lot in lots if lot[0] & deals_of(one)]
        if not linked:
            lots.append((deals_of(one), [one]))
            continue
        (deals, members), *others = linked
        deals |= deals_of(one)
        members.append(one)
        for lot in others:
            deals |= lot[0]
            members += lot[1]
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
    """The game of a round, for table games; None if all passed."""
    game = logged.round.game
    if game is None:
        return None
    cards = tuple(one.card for one in game.decisions)
    declarer, deal = game.declarer.word, deal_number(game.deal)
    return RecordedGame(logged.name, deal, game.contract.game.value, declarer, cards, logged.source)


def round_tables(rounds: Sequence[LoggedRound]) -> Mapping[str, Rows]:
    """Rows of all tables with data of rounds."""
    return {
        **game_tables([game for one in rounds if (game := recorded_game(one)) is not None]),
        "deals": deal_rows(sorted(set[int]().union(*map(deals_of, rounds)))),
        "rounds": [round_row(one) for one in rounds],
        "decisions": [row for one in rounds for row in decision_rows(one)],
    }


def game_tables(games: Sequence[RecordedGame]) -> Mapping[str, Rows]:
    """Rows of deals, games and plays, with each card priced."""
    rows, plays = [], []
    for game in games:
        priced = price(judge(game.game == "null"), game.positions(), game.cards)
        contract = {"deal": game.deal, "game": game.game, "declarer": game.declarer}
        points = None if priced.null else priced.values[-1]
        result = {"start": priced.values[0], "points": points, "won": priced.won}
        rows.append({"name": game.name, **contract, **result, "source": game.source})
        for place, played in enumerate(priced.played, 1):
            values = {"before": played.before, "after": played.after, "best": played.best}
            plays.append({"name": game.name, "place": place, "player": played.seat.word, "card": played.card, **values})
    return {"deals": deal_rows(dict.fromkeys(game.deal for game in games)), "games": rows, "plays": plays}


def round_row(logged: LoggedRound) -> dict[str, Any]:
    """A row of table rounds, in the order of its columns; without a game if all passed."""
    done = logged.round
    said = None if done.game is None else done.game.contract
    contract = {name: getattr(said, name, None) for name in ("game", "hand", "schneider", "schwarz", "ouvert")}
    result = {name: getattr(done.score, name, None) for name in ("matadors", "won", "overbid", "value", "score")}
    return {
        "name": logged.name,
        "dealt": deal_number(done.dealt),
        "bid": done.bid,
        "declarer": None if done.declarer is None else done.declarer.word,
        **contract,
        **result,
        **dict(zip(("forehand", "middlehand", "rearhand"), logged.players, strict=True)),
        "calls": calls_text(done.auction),
        "seed": logged.seed,
        "source": logged.source,
    }


def decision_rows(logged: LoggedRound) -> Iterator[dict[str, Any]]:
    """Rows of table decisions: one per legal card of each decision for which a program evaluated cards."""
    game = logged.round.game
    for place, one in enumerate(() if game is None else game.decisions, 1):
        for card in () if one.choice is None else one.choice.cards:
            seen = {name: getattr(card, name) for name in ("card", "worlds", "wins", "points_worlds", "points")}
            yield {"name": logged.name, "place": place, "chosen": card.card == one.card, **seen}
