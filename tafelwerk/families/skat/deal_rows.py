"""Rows of deals: outcomes of random and given deals, deals stored whole, Nulls that nothing beats, the measured ladder.

The ladder goes from minimax to the fast solver. Its deals alternate between suit games and Grand and between the three seats; or
Null, between the seats. Source of the steps and of the comparison: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers,
Freiburg 2003, chapters 3 to 11; the fast solvers are this program's own.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.rules.cards import Game, Seat, points, read_seat
from tafelwerk.families.skat.rules.deals import Deal, deal_number, numbered_deal, random_deals
from tafelwerk.families.skat.rules.limits import ladder_steps
from tafelwerk.families.skat.rules.play import WHOLE_SUIT, Judge, OpenGame, Position, game_of, start, winning
from tafelwerk.families.skat.stored_games import LookUp, StartValue
from tafelwerk.families.skat.tasks import CONTRACTS, Contract
from tafelwerk.solvers.skat.double_dummy import DoubleDummy
from tafelwerk.solvers.skat.null_game import NullSolver, beaten_classes, hands_by_lengths, is_opening, is_safe
from tafelwerk.solvers.skat.open_judge import judge_of
from tafelwerk.solvers.skat.proof_numbers import prove_win
from tafelwerk.solvers.skat.thesis_ladder import (
    LEAST_TABLE,
    TABLE,
    NullStep,
    Step,
    climb,
    climb_null,
    move_entries,
    sure_tricks,
)
from tafelwerk.solvers.skat.whole_deal import whole_deal


@cache
def judge(null: bool) -> Judge:
    """The worker's judge of Null or of all other games; its table serves all contracts of a deal."""
    return judge_of(Game.NULL if null else Game.GRAND)


def deal_rows(numbers: Iterable[int]) -> Rows:
    """Rows of table deals for given numbers."""
    rows = []
    for number in numbers:
        deal = numbered_deal(number)
        hands = {seat.word: hand for seat, hand in zip(Seat, deal.hands, strict=True)}
        rows.append({"deal": number, "cards_each": deal.cards_each, **hands, "skat": deal.skat})
    return rows


def random_deal_tables(seed: int, first: int, last: int) -> Mapping[str, Rows]:
    """Rows of deals, samples and results: deals number `first` to `last` of a seed's sequence, for every game and declarer."""
    deals = [deal_number(deal) for deal in random_deals(last - first + 1, seed, first)]
    samples = {"seed": seed, "number": range(first, last + 1), "deal": deals}
    return {"samples": samples, **given_deal_tables(deals, CONTRACTS)}


def given_deal_tables(deals: Sequence[int], contracts: Sequence[Contract]) -> Mapping[str, Rows]:
    """Rows of deals and results: given deals by number, for given games and declarers."""
    results = [_result(number, *contract) for number in deals for contract in contracts]
    return {"deals": deal_rows(deals), "results": results}


def win_rows(seed: int, first: int, last: int) -> Rows:
    """Rows of table wins: deals number `first` to `last` of a seed's sequence, for every game and declarer."""
    rows: list[dict[str, Any]] = []
    for number, deal in enumerate(random_deals(last - first + 1, seed, first), first):
        common = {"seed": seed, "number": number, "deal": deal_number(deal), "skat": deal.skat}
        for game, declarer, won in winners(deal):
            hand = deal.hands[declarer]
            rows.append({**common, "declarer": declarer.word, "game": game.value, "hand": hand, "won": won})
    return rows


def winners(deal: Deal) -> Iterator[tuple[Game, Seat, bool]]:
    """Whether the declarer wins a deal, for every game and declarer."""
    for game in Game:
        for declarer in Seat:
            yield game, declarer, judge(game is Game.NULL).won(start(deal, game, declarer))


def _result(number: int, game: str, declarer: str) -> dict[str, Any]:
    """A row of table results."""
    position = start(numbered_deal(number), Game(game), read_seat(declarer))
    null = position.game is Game.NULL
    openings = list(judge(null).cards(position).values())
    best = (max if position.declarer is Seat.FOREHAND else min)(openings)
    return {
        "deal": number,
        "game": game,
        "declarer": declarer,
        "points": None if null else best,
        "won": best >= winning(position.game),
        "openings": openings,
        "sure": None if null else _sure(position),
    }


def _sure(position: Position) -> int:
    """The sure points of the side on lead, as a bound on the declarer's final points."""
    sure = sure_tricks(position)
    if position.leader is position.declarer:
        return position.declarer_points + sure
    return position.declarer_points + sum(map(points, position.hands)) - sure


def whole_deal_rows(deal: int, game: str, declarer: str) -> Rows:
    """Rows of table positions: every reachable start of a trick of one deal, game and declarer."""
    keys, values, best = _whole_deal(deal, game, declarer)
    contract = {"deal": deal, "game": game, "declarer": declarer}
    return {**contract, "position": keys, "lower": values, "upper": values, "best": best}


def _whole_deal(deal: int, game: str, declarer: str) -> list[NDArray[Any]]:
    """Ascending keys of the starts of tricks, their values, and the cards to lead."""
    parts = list(whole_deal(numbered_deal(deal), Game(game), read_seat(declarer)).rows())
    return [np.concatenate([getattr(part, name) for part in parts]) for name in ("keys", "values", "best")]


def position_look_up(deal: int, game: str, declarer: str) -> tuple[int, LookUp]:
    """The number of starts of tricks of one deal, game and declarer, and a function that gives their values and best leads."""
    keys, values, leads = _whole_deal(deal, game, declarer)

    def look_up(wanted: Collection[int]) -> dict[int, StartValue]:
        sought = np.array(sorted(wanted), np.uint32)
        places = np.searchsorted(keys, sought).clip(max=len(keys) - 1)
        places = places[keys[places] == sought]
        starts = map(StartValue, values[places].tolist(), leads[places].tolist())
        return dict(zip(keys[places].tolist(), starts, strict=True))

    return len(keys), look_up


LENGTHS = ("longest", "second", "third", "shortest")
SUITS = ("clubs", "spades", "hearts", "diamonds")


def null_tables() -> Mapping[str, Rows]:
    """Rows of null_suits, null_hands and null_deals."""
    suits = [
        {"holding": holding, "cards": holding.bit_count(), "safe": is_safe(holding), "opens": is_opening(holding)}
        for holding in range(WHOLE_SUIT + 1)
    ]
    hands = [
        {**dict(zip(LENGTHS, row.lengths, strict=True)), **{name: getattr(row, name) for name in row._fields[1:]}}
        for row in hands_by_lengths()
    ]
    deals = [
        {**dict(zip(SUITS, row.holdings, strict=True)), **{name: getattr(row, name) for name in row._fields[1:]}}
        for row in beaten_classes()
    ]
    return {"null_suits": suits, "null_hands": hands, "null_deals": deals}


FOR_POINTS = tuple(game for game in Game if game is not Game.NULL)


def target(game: OpenGame) -> int:
    """Points that win: more than half of those in the deal, 61 of 120; 0 in Null."""
    return 0 if game.null else game.points // 2 + 1


@dataclass(frozen=True, slots=True)
class Spent:
    """Effort and result of a step on one deal.

    Attributes:
        nodes: positions searched, card by card.
        milliseconds: time on one core, with kernels loaded.
        points: the declarer's points under best play by all; None if the step finds only the winner, or gave up.
        won: whether the declarer makes the target, in Null takes no trick; None if the step gave up.
        entries: positions in the transposition table at the end; None for a step without one, and for the fast solvers, whose
            tables also serve other positions.
    """

    nodes: int
    milliseconds: float
    points: int | None
    won: bool | None
    entries: int | None = None


Found = tuple[int, int | None, bool | None, int | None]
"""Nodes, points, winner, entries of the table; None for anything not asked for, not found or missing."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A step to be measured.

    Attributes:
        step: its short name.
        words: its description.
        exact: whether it finds the points rather than only the winner.
        prepared: makes a fresh solver for a deal.
    """

    step: str
    words: str
    exact: bool
    prepared: Callable[[OpenGame], Callable[[], Found]]

    def measure(self, game: OpenGame) -> Spent:
        """Solve one deal, which nobody has played yet."""
        load()
        solve = self.prepared(game)
        begin = process_time()
        nodes, value, won, entries = solve()
        return Spent(nodes, 1000 * (process_time() - begin), value, won, entries)


def measured_game(number: int, deal: Deal, *, null: bool = False) -> OpenGame:
    """The game at a place in a sequence: games alternate first, then seats; in Null only seats."""
    if null:
        return game_of(deal, Game.NULL, Seat(number % 3), ())
    turns = len(FOR_POINTS)
    return game_of(deal, FOR_POINTS[number % turns], Seat(number // turns % 3), ())


def measured_games(seed: int, first: int, last: int, cards: int, question: str | None = None) -> list[OpenGame]:
    """Games number `first` to `last` of a seed's random deals, by cards per hand; of Null with question "null".

    Raises:
        InputError: invalid seed, numbers or cards per hand.
    """
    deals = random_deals(last - first + 1, seed, first, cards)
    return [measured_game(number, deal, null=question == "null") for number, deal in enumerate(deals, first)]


def all_rungs(limit: int | None = None) -> tuple[Rung, ...]:
    """All steps from minimax to the fast solver, followed by those of Null.

    Args:
        limit: positions after which a step gives up a deal. None: never.
    """
    return (
        *(Rung(step.value, step.words, step.exact, partial(_climber, step, limit)) for step in Step),
        Rung("pn", "proof-number search with sure tricks", False, partial(_prover, limit)),
        Rung("fast_win", "the fast solver, who wins", False, partial(_fast, False)),
        Rung("fast_points", "the fast solver, points", True, partial(_fast, True)),
        *(Rung(step.value, step.words, step.exact, partial(_null_climber, step, limit)) for step in NullStep),
        Rung("fast_null", "the fast solver of Null", False, _fast_null),
    )


def rungs(cards: int, question: str | None = None, limit: int | None = None) -> tuple[Rung, ...]:
    """The steps that can be measured with a number of cards per hand.

    Args:
        cards: cards per hand.
        question: "win" or "points": only the steps that answer it; "table": only alpha-beta with its table; "null": those of
            Null; None: all but those of Null.
        limit: positions after which a step gives up a deal. None: never, and steps that may take very long are left out.
    """
    steps = ladder_steps(cards, question)
    if limit is not None and question in (None, "win"):
        # on ten cards it is measured only if it may give up
        steps.append(Step.MWS)
    return tuple(rung for rung in all_rungs(limit) if rung.step in steps)


def compare(efforts: Mapping[str, Sequence[Spent]]) -> None:
    """Check that all steps found the same on each deal.

    Args:
        efforts: results of each step by name, for the same deals in the same order.

    Raises:
        AssertionError: they differ.
    """
    for number, deal in enumerate(zip(*efforts.values(), strict=True)):
        for name in ("points", "won"):
            by_step = {step: getattr(spent, name) for step, spent in zip(efforts, deal, strict=True)}
            answers = {answer for answer in by_step.values() if answer is not None}
            if len(answers) > 1:
                raise AssertionError(f"deal {number}: {name} should be the same for all steps, not {by_step}")


def ladder_tables(seed: int, first: int, last: int, cards: int, question: str | None) -> Mapping[str, Rows]:
    """Rows of deals and statistics: effort of every step that solves all deals, on deals of a seed's sequence."""
    games = {game.number: game for game in measured_games(seed, first, last, cards, question)}
    efforts = {rung.step: [rung.measure(game) for game in games.values()] for rung in rungs(cards, question)}
    compare(efforts)
    statistics = [
        {
            "deal": number,
            "game": game.game.value,
            "declarer": game.declarer.word,
            "step": step,
            "target": target(game),
            "points": spent.points,
            "won": spent.won,
            "nodes": spent.nodes,
            "entries": spent.entries,
            "milliseconds": spent.milliseconds,
        }
        for step, measured in efforts.items()
        for (number, game), spent in zip(games.items(), measured, strict=True)
    ]
    return {"deals": deal_rows(games), "statistics": statistics}


@cache
def load() -> None:
    """Compile and load the kernels on a deal of three cards, before anything is timed."""
    small, null = (measured_game(0, Deal((0b1, 0b10, 0b100)), null=null) for null in (False, True))
    for rung in all_rungs():
        rung.prepared(null if "null" in rung.step else small)()
    # a table grows only on larger deals
    move_entries(np.zeros(LEAST_TABLE, np.int64), np.zeros(2 * LEAST_TABLE, np.int64))


def _climber(step: Step, limit: int | None, game: OpenGame) -> Callable[[], Found]:
    def solve() -> Found:
        search = climb(game.position, step, target=target(game), limit=limit)
        return search.nodes, search.value, search.won, search.entries if step.flags & TABLE else None

    return solve


def _prover(limit: int | None, game: OpenGame) -> Callable[[], Found]:
    def solve() -> Found:
        won, nodes, entries = prove_win(game.position, target(game), limit=limit)
        return nodes, None, won, entries

    return solve


def _null_climber(step: NullStep, limit: int | None, game: OpenGame) -> Callable[[], Found]:
    def solve() -> Found:
        search = climb_null(game.position, step, limit=limit)
        # a hand that is safe from the start adds no entry to the table
        return search.nodes, None, search.won, search.entries

    return solve


def _fast_null(game: OpenGame) -> Callable[[], Found]:
    solver = NullSolver()

    def solve() -> Found:
        won = solver.won(game.position)
        return solver.nodes, None, won, None

    return solve


def _fast(exact: bool, game: OpenGame) -> Callable[[], Found]:
    # a table with entries would change the number of positions searched
    solver = DoubleDummy()

    def solve() -> Found:
        value = solver.points(game.position) if exact else None
        won = solver.won(game.position, target(game)) if value is None else value >= target(game)
        return solver.nodes, value, won, None

    return solve
