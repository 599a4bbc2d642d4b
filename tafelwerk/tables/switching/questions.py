"""The family's questions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.frozen import frozen
from tafelwerk.rules.numbers import decimal_text
from tafelwerk.rules.switching.agents import agent_name, check_sample
from tafelwerk.rules.switching.boards import (
    FAMILY,
    GAMES,
    MOST_REFUTED_ORDER,
    PLAYERS,
    POLICIES,
    SEED,
    checked_order,
)
from tafelwerk.rules.switching.edge_lists import taken_conductances
from tafelwerk.tables.question import question, sampled_share
from tafelwerk.tables.switching.answers import (
    AnyMove,
    DualGraph,
    Duel,
    ExactDuel,
    Refutation,
    SampledDuel,
    SolvedGraph,
    WinRate,
)
from tafelwerk.tables.switching.explained import explain
from tafelwerk.tables.switching.puzzles import puzzle as puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.tables.book import Book

__all__ = ["explain"]
"""Questions defined in other modules."""


def build_line(order: int) -> str:
    """The command line that builds a board's openings, and the positions of a small board."""
    return f"tafelwerk build {FAMILY} --order {order}"


def _pairing_line(order: int, cut: str, short: str, games: int | None, seed: int | None) -> str:
    if cut == short == "heuristic" and games is None:
        return build_line(order)
    words = f"{build_line(order)} --cut {cut} --short {short}"
    words += "" if games in (None, GAMES) else f" --games {games}"
    return words + ("" if seed in (None, SEED) else f" --seed {seed}")


def _check_order(asked: dict[str, Any]) -> None:
    checked_order(asked["order"])


@question("heuristic against heuristic on the board of order {order}", build_line, resolve=_check_order)
def winrate(book: Book, order: int) -> WinRate | None:
    """Chance that Cut wins, heuristic against heuristic, Cut first, with ties broken uniformly.

    Raises:
        InputError: there is no such board.
    """
    rows = book.rows(
        FAMILY,
        "SELECT name, shortest, longest, rate_num, rate_den, gap_num, gap_den, build FROM switching.openings "
        "WHERE m = ? ORDER BY edge",
        order,
    )
    openings = [
        Opening(name, Fraction(int(above), int(below)), shortest, longest, Fraction(int(gap_above), int(gap_below)))
        for name, shortest, longest, above, below, gap_above, gap_below in rows
    ]
    return mean_rate(order, openings) if openings else None


@frozen
class Opening:
    """What follows a first move of Cut: the chance that Cut wins, plies of a game, the closest decision."""

    name: str
    rate: Fraction
    shortest: int
    longest: int
    gap: Fraction


def mean_rate(order: int, openings: Sequence[Opening]) -> WinRate:
    """The answer over all openings, in the order of their edges."""
    cut = sum((opening.rate for opening in openings), Fraction()) / len(openings)
    return WinRate(
        order,
        cut,
        float(cut),
        [opening.name for opening in openings if opening.rate == 0],
        [opening.name for opening in openings if 0 < opening.rate < 1],
        len(openings),
        min(opening.shortest for opening in openings),
        max(opening.longest for opening in openings),
        min(opening.gap for opening in openings),
    )


def _resolve_duel(asked: dict[str, Any]) -> None:
    order = checked_order(asked["order"])
    asked |= {player: agent_name(asked[player]) for player in PLAYERS}
    check_sample(order, asked["cut"], asked["short"], asked["games"], asked["seed"])


@question(
    "{cut} against {short} on the board of order {order}",
    _pairing_line,
    resolve=_resolve_duel,
)
def duel(
    book: Book, order: int, cut: str, short: str, games: int | None = None, seed: int | None = None
) -> Duel | ExactDuel | SampledDuel | None:
    """Chance that Short wins a duel of two agents, Cut first.

    Args:
        book: the book.
        order: order of the board.
        cut, short: the agents.
        games, seed: games and seed that a sample must have. Default: any. Certified chances are given in any case; exact ones are
            given unless sampled games are asked for and stored.

    Raises:
        InputError: there is no such board or agent, or games or a seed are given for agents that are not sampled.
    """
    if cut == short == "heuristic":
        found = winrate(book, order)
        if found is not None:
            return exact_duel(order, cut, short, 1 - found.cut)
    row = book.one(
        FAMILY,
        "SELECT chance, error, certainty, games, seed, build FROM switching.pairings WHERE m = ? AND cut = ? AND short = ? "
        "AND (certainty <> 'sampled' OR (games = coalesce(?, games) AND seed = coalesce(?, seed)))",
        order,
        cut,
        short,
        games,
        seed,
    )
    if row is None:
        return None
    chance, error, certainty, played, drawn = row
    known = known_chance(cut)
    if known is not None and (games is None or certainty != "sampled"):
        return exact_duel(order, cut, short, known)
    if certainty == "sampled":
        return SampledDuel(order, cut, short, chance, drawn, **sampled_share(chance, played, error))
    return Duel(order, cut, short, chance, certainty="certified", error_bound=error)


def known_chance(cut: str) -> Fraction | None:
    """Short's chance if theory knows it: 0 against a perfect Cut, who moves first on a board that is its own dual."""
    return Fraction(0) if cut == "perfect" else None


def exact_duel(order: int, cut: str, short: str, chance: Fraction) -> ExactDuel:
    """A duel whose chance is known as a fraction."""
    return ExactDuel(order, cut, short, float(chance), chance)


def holds_agent(book: Book, order: int, agent: str) -> bool:
    """Whether the book holds an agent's choices in every position of a small board.

    Args:
        book: the book.
        order: order of the board.
        agent: canonical name of the agent.

    Raises:
        BookError: the family's file is damaged, foreign or of another format.
    """
    sql = "SELECT 1 FROM switching.agents WHERE m = ? AND agent = ? LIMIT 1"
    return book.one(FAMILY, sql, order, agent) is not None


def _resolve_move(asked: dict[str, Any]) -> None:
    if (asked["order"] is None) == (asked["graph"] is None):
        raise InputError("give either --order M, a board, or --graph FILE, any graph")
    if asked["policy"] not in POLICIES:
        raise InputError(f"--policy is {' or '.join(POLICIES)}, not {quoted(asked['policy'])}")
    if asked["graph"] is None:
        checked_order(asked["order"])
        if asked["turn"] is not None or asked["taken"] is not None:
            raise InputError(f"{'--turn' if asked['turn'] is not None else '--taken'} needs --graph")
        asked["moves"] = " ".join(asked["moves"].replace(",", " ").split()).upper()
        return
    asked["turn"] = asked["turn"] or PLAYERS[0]
    _check_player(asked["turn"])
    if asked["taken"] is not None:
        if asked["policy"] != POLICIES[0]:
            raise InputError("--taken is for the heuristic; perfect play needs no conductances")
        asked["taken"] = ",".join(map(decimal_text, taken_conductances(asked["taken"])))


def _check_player(turn: str) -> None:
    if turn not in PLAYERS:
        raise InputError(f"--turn is {' or '.join(PLAYERS)}, not {quoted(turn)}")


def _move_phrase(order: int | None, **asked: Any) -> str:
    return f"potentials of a position of {'a graph' if order is None else f'order {order}'}"


def _move_line(order: int | None, moves: str, policy: str, **asked: Any) -> str:
    place = "--graph FILE" if order is None else f"--order {order}"
    return f'tafelwerk switching move {place} --moves "{moves}" --policy {policy} --compute'


@question(_move_phrase, _move_line, stored=False, resolve=_resolve_move)
def move(
    book: Book,
    order: int | None = None,
    moves: str = "",
    policy: str = "heuristic",
    graph: str | None = None,
    turn: str | None = None,
    taken: str | None = None,
) -> AnyMove | None:
    """Moves of the heuristic or of perfect play after some moves, on a board or on any graph.

    Args:
        book: the book, which is not read.
        order: order of the board.
        moves: names of edges, the players in turn.
        policy: "heuristic" or "perfect".
        graph: a graph instead of a board, one edge per line, as for `solve`; a third word may be its conductance.
        turn: player who makes the first of the moves on a graph. Default: cut, as on a board.
        taken: conductances of deleted and of marked edges of a graph, such as "1/100,100". Default: 0 and infinity.

    Raises:
        InputError: there is no such board, graph or policy, or the moves are illegal.
    """
    return None


def _resolve_refute(asked: dict[str, Any]) -> None:
    if checked_order(asked["order"]) > MOST_REFUTED_ORDER:
        boards = f"a board of order 2 to {MOST_REFUTED_ORDER}, not {asked['order']}"
        raise InputError(f"refute needs {boards}: it follows every choice of the heuristic")
    asked["opening"] = asked["opening"] and asked["opening"].strip().upper()


@question(
    "refutations of the heuristic on the board of order {order}",
    "tafelwerk switching refute {order}",
    stored=False,
    resolve=_resolve_refute,
)
def refute(book: Book, order: int, opening: str | None = None) -> Refutation | None:
    """How Short beats a Cut who follows the heuristic, however Cut breaks ties.

    Args:
        book: the book, which is not read.
        order: order of the board.
        opening: name of one opening. Default: all edges that the heuristic may choose.

    Raises:
        InputError: the board is too large, or the heuristic has no such opening.
    """
    return None


def _resolve_solve(asked: dict[str, Any]) -> None:
    _check_player(asked["turn"])


@question("perfect play on a graph", "tafelwerk switching solve FILE", stored=False, resolve=_resolve_solve)
def solve(book: Book, graph: str, turn: str = "cut") -> SolvedGraph | None:
    """Winner of the switching game on a graph, every winning move, and a proof.

    Args:
        book: the book, which is not read.
        graph: one edge per line: two node names, then `deleted` or `marked` if it is taken; A and B are the terminals.
        turn: player to move, "cut" or "short".

    Raises:
        InputError: a line is not an edge (the message has its number); no edges; no A or B; not connected; no such player.
    """
    return None


@question("the dual of a graph", "tafelwerk switching dual FILE", stored=False)
def dual(book: Book, graph: str) -> DualGraph | None:
    """The dual game of a planar graph: what Short plays in the dual, Cut plays in the graph.

    Args:
        book: the book, which is not read.
        graph: one edge per line, as for `solve`.

    Raises:
        InputError: the text is not a graph, or the graph is not planar with an edge A-B.
    """
    return None
