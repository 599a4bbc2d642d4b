"""Rows of games, and of rounds with hidden cards from a log or a match, with each card priced.

A match is determined by its players and seed: its log and a build of the match have the same rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.deal_rows import deal_rows, judge
from tafelwerk.families.skat.rules.deals import deal_number
from tafelwerk.families.skat.rules.matches import round_numbers
from tafelwerk.families.skat.rules.pricing import price
from tafelwerk.families.skat.rules.round_log import calls_text
from tafelwerk.families.skat.rules.rounds import Agent, Bidder, Round
from tafelwerk.families.skat.trial_rows import chooser
from tafelwerk.families.skat.weights import default_bidder, default_chances
from tafelwerk.solvers.skat.hidden.agents import read_agent
from tafelwerk.solvers.skat.hidden.match import match_round


def match_tables(players: tuple[str, ...], seed: int, first: int, last: int) -> Mapping[str, Rows]:
    """Rows of a match on the deals `first` to `last` of a seed's sequence: three players play each deal three times, one player
    plays it once against itself."""
    seated = players if len(players) > 1 else 3 * players
    numbers = round_numbers(players, first, last)
    return round_tables([match_round(seated, seed, number, agent) for number in numbers])


def play_match_round(players: tuple[str, str, str], seed: int, number: int) -> Round:
    """A round of a match; for a worker."""
    return match_round(players, seed, number, agent)


@cache
def agent(name: str) -> Agent:
    """The worker's agent with a given name; all agents share bidder and solvers."""
    return read_agent(name, bidder=_bidder(), chances=default_chances(), chooser=chooser())


@cache
def _bidder() -> Bidder:
    return default_bidder()


def deals_of(done: Round) -> set[int]:
    """Numbers of a round's deals: as dealt, and when play began."""
    return {deal_number(done.dealt)} | (set() if done.game is None else {done.game.number})


def together(rounds: Iterable[Round], least: int) -> Iterator[list[Round]]:
    """Rounds in batches of a minimum size, except the last batch; rounds of one deal stay together."""
    lots: list[tuple[set[int], list[Round]]] = []
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
    gathered: list[Round] = []
    for _, members in lots:
        gathered += members
        if len(gathered) >= least:
            yield gathered
            gathered = []
    if gathered:
        yield gathered


def round_tables(rounds: Sequence[Round]) -> Mapping[str, Rows]:
    """Rows of all tables with data of rounds."""
    return {
        **game_tables(rounds),
        "deals": deal_rows(sorted(set[int]().union(*map(deals_of, rounds)))),
        "rounds": [round_row(done) for done in rounds],
        "decisions": [row for done in rounds for row in decision_rows(done)],
    }


def game_tables(rounds: Sequence[Round]) -> Mapping[str, Rows]:
    """Rows of deals, games and plays, for rounds that were played, with each card priced."""
    deals: dict[int, None] = {}
    rows, plays = [], []
    for done in rounds:
        game = done.game
        if game is None:
            continue
        deals[game.number] = None
        priced = price(judge(game.null), game)
        contract = {"deal": game.number, "game": game.game.value, "declarer": game.declarer.word}
        points = None if game.null else priced.values[-1]
        result = {"start": priced.values[0], "points": points, "won": priced.won}
        rows.append({"name": done.name, **contract, **result, "source": done.source})
        for place, played in enumerate(priced.played, 1):
            values = {"before": played.before, "after": played.after, "best": played.best}
            plays.append({"name": done.name, "place": place, "player": played.seat.word, "card": played.card, **values})
    return {"deals": deal_rows(deals), "games": rows, "plays": plays}


def round_row(done: Round) -> dict[str, Any]:
    """A row of table rounds, in the order of its columns; without a game if all passed."""
    said = None if done.game is None else done.game.contract
    contract = {name: getattr(said, name, None) for name in ("game", "hand", "schneider", "schwarz", "ouvert")}
    result = {name: getattr(done.score, name, None) for name in ("matadors", "won", "overbid", "value", "score")}
    return {
        "name": done.name,
        "dealt": deal_number(done.dealt),
        "bid": done.bid,
        "declarer": None if done.declarer is None else done.declarer.word,
        **contract,
        **result,
        **dict(zip(("forehand", "middlehand", "rearhand"), done.players, strict=True)),
        "calls": calls_text(done.auction),
        "seed": done.seed,
        "source": done.source,
    }


def decision_rows(done: Round) -> Iterator[dict[str, Any]]:
    """Rows of table decisions: one per legal card of each decision for which a program evaluated cards."""
    game = done.game
    for place, (played, choice) in enumerate(() if game is None else zip(game.cards, game.choices, strict=True), 1):
        for card in () if choice is None else choice.cards:
            seen = {name: getattr(card, name) for name in ("card", "worlds", "wins", "points_worlds", "points")}
            yield {"name": done.name, "place": place, "chosen": card.card == played, **seen}
