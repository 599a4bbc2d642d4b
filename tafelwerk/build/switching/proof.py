"""Stored rows proved anew, by another method than the one that made them.

Boards are laid out again by their definition. Openings were followed by elimination in doubles with proven errors: here games are
replayed in fractions, and the closest decision is one of fractions too; of order 2 and 3 the rate is that of backward induction.
Positions were solved backwards: here a sample is solved by matroid union, heuristic moves by fractions of the whole network.
Certified pairings were computed in doubles: here in fractions where both agents have them; sampled ones are played again.

What is left out for its length is counted in a check's detail, never claimed.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import comb
from random import Random
from typing import Any

import numpy as np
from flint import fmpq

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.switching.agent_proof import agent_checks
from tafelwerk.build.switching.tasks import game_operations, is_whole
from tafelwerk.solvers.switching.agent_names import parse_agent
from tafelwerk.solvers.switching.agents import agent_rows
from tafelwerk.solvers.switching.board import column_name, make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, winner
from tafelwerk.solvers.switching.pairing import exact_pair
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.positions import board_positions
from tafelwerk.solvers.switching.potentials import drops, heuristic_moves
from tafelwerk.solvers.switching.simulation import simulate
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.switching import FAMILY

SECONDS = 10.0
"""What a table's check may take, unless a number of rows is asked for."""

POSITIONS_DRAWN = 1500
"""Positions that are solved again, unless a number is asked for."""

REPLAYED_GAMES = 1000
"""Games at most with which a sampled pairing is played again."""

SIGMAS = 5.0
"""Standard errors that two samples of the same chance may differ by."""

EXACT_PLAYOUTS = {2: 30, 3: 3}
"""Playouts of an agent up to which its fractions are computed, by the order of the board."""

_SEED = 1951


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table.

    Args:
        book: the book.
        sample: rows of a table to draw; None: as many as take some seconds.
    """
    yield from board_checks(book)
    yield from opening_checks(book, sample)
    yield from line_checks(book)
    yield from position_checks(book, sample)
    yield from agent_checks(book, sample)
    yield from pairing_checks(book, sample)


def board_checks(book: Book) -> Iterator[Check]:
    """Boards and their edges by the definition of a Bridg-It graph."""
    boards = book.rows(FAMILY, f"SELECT m, nodes, edges FROM {FAMILY}.boards ORDER BY m")
    if not boards:
        return
    claims = Claims()
    rows = book.rows(
        FAMILY,
        f"SELECT m, edge, name, x, y, one, other, mirror, flipped, dual FROM {FAMILY}.edges ORDER BY m, edge",
    )
    found = {m: [row[1:] for row in group] for m, group in groupby(rows, key=lambda row: row[0])}
    claims.claim("edges", "boards are other than those of table boards", list(found) == [row[0] for row in boards])
    for m, nodes, edges in boards:
        claims.rows += 1
        claims.claim(m, f"{nodes} nodes and {edges} edges", (nodes, edges) == (m * (m - 1) + 2, m**2 + (m - 1) ** 2))
        claims.claim(m, "an edge is not where the definition puts it", found.get(m) == _defined_edges(m))
    yield claims.check(f"{FAMILY}.edges: definition", f"{claims.rows} boards, {len(rows)} edges")


def _defined_edges(m: int) -> list[tuple[Any, ...]]:
    """Rows of table edges: a grid of rows of m nodes, column by column and row by row."""
    span = 2 * m - 2
    places = [(x, y) for y in range(span + 1) for x in range(span + 1) if (x + y) % 2 == 0]
    number = {place: edge for edge, place in enumerate(places)}
    rows = []
    for edge, (x, y) in enumerate(places):
        # nodes lie at even columns between even rows
        ends = [(x, y - 1), (x, y + 1)] if y % 2 == 0 else [(x - 1, y), (x + 1, y)]
        one, other = (A if b < 0 else B if b > span else 2 + b // 2 * m + a // 2 for a, b in ends)
        images = number[span - x, y], number[x, span - y], number[y, x]
        rows.append((edge, f"{column_name(x)}{y + 1}", x, y, one, other, *images))
    return rows


def opening_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Openings: alike where they are images of each other, a game of each replayed, the closest decision in fractions."""
    rows = book.rows(
        FAMILY,
        f"SELECT m, edge, name, least, rate_num, rate_den, rate, shortest, longest, gap_num, gap_den, gap, gap_states "
        f"FROM {FAMILY}.openings ORDER BY m, edge",
    )
    if not rows:
        return
    claims, replayed, gaps = Claims(), Claims(), Claims()
    for m, group in groupby(rows, key=lambda row: row[0]):
        _alike(m, list(group), claims)
    yield claims.check(f"{FAMILY}.openings: symmetry", f"{claims.rows} openings, every first move of their boards")
    if claims.faults:
        return
    firsts = [row for row in rows if row[1] == row[3]]
    for row in _within(firsts, sample, lambda row: _replay_seconds(row[0])):
        _replayed(row, replayed)
    yield replayed.check(
        f"{FAMILY}.openings: games",
        f"{replayed.rows} of {len(firsts)} openings (mirror images left out), a game each in fractions",
    )
    for row in _within(firsts, sample, lambda row: 4e-10 * row[0] ** 6.3 + 1e-3):
        _gap(row, gaps)
    yield gaps.check(
        f"{FAMILY}.openings: closest decisions",
        f"{gaps.rows} of {len(firsts)} openings (mirror images left out), in fractions",
    )
    yield from _small_rates(firsts)


def _alike(m: int, rows: Sequence[tuple[Any, ...]], claims: Claims) -> None:
    """All m^2 first moves are there, and images of a move have its row."""
    board = make_board(m)
    wanted = [edge for edge in range(board.graph.edges) if board.places[edge, 0] % 2 == 0]
    claims.claim(m, "openings are not the edges between rows", [row[1] for row in rows] == wanted)
    by_edge = {row[1]: row for row in rows}
    for row in rows:
        claims.rows += 1
        images = {int(mirror[row[1]]) for mirror in board.mirrors}
        claims.claim(f"{m}, {row[2]}", "its name is another", row[2] == board.name(row[1]))
        claims.claim(f"{m}, {row[2]}", f"least image {row[3]}", row[3] == min(images))
        claims.claim(f"{m}, {row[2]}", "images differ", all(by_edge.get(i, ())[3:] == row[3:] for i in images))
        rate, gap = _fraction(row[4], row[5]), _fraction(row[9], row[10])
        claims.claim(f"{m}, {row[2]}", f"rate {row[4]}/{row[5]}", rate is not None and 0 <= rate <= 1)
        if rate is not None and gap is not None:
            claims.claim(f"{m}, {row[2]}", f"double {row[6]} of the rate", row[6] == rate.numerator / rate.denominator)
            claims.claim(f"{m}, {row[2]}", f"double {row[11]} of the gap", row[11] == gap.numerator / gap.denominator)
        claims.claim(f"{m}, {row[2]}", f"gap {row[9]}/{row[10]}", gap is not None and 0 < gap <= 1)
        claims.claim(f"{m}, {row[2]}", f"{row[7]} to {row[8]} plies", 0 < row[7] <= row[8] <= board.graph.edges)


def _replayed(row: tuple[Any, ...], claims: Claims) -> None:
    """A game after an opening, ties drawn, every choice in fractions."""
    m, edge, name, _, above, below, _, shortest, longest = row[:9]
    won, plies = _drawn_game(make_board(m).graph, edge)
    claims.rows += 1
    rate = Fraction(int(above), int(below))
    claims.claim(f"{m}, {name}", f"{won} wins a game", (rate > 0) if won is Player.CUT else (rate < 1))
    claims.claim(f"{m}, {name}", f"a game of {plies} plies", shortest <= plies <= longest)


def _drawn_game(graph: Graph, edge: int) -> tuple[Player, int]:
    """Heuristic against heuristic in fractions: who wins, after how many plies."""
    draw, states, player, plies = Random(_SEED), np.zeros(graph.edges, np.int8), Player.CUT, 0
    move = edge
    while True:
        states[move] = player.colour
        plies += 1
        won = winner(graph, states)
        if won is not None:
            return won, plies
        player = player.rival
        move = draw.choice(heuristic_moves(graph, states))


def _gap(row: tuple[Any, ...], claims: Claims) -> None:
    """The closest decision is what fractions say of its position."""
    m, name, text = row[0], row[2], row[12]
    graph = make_board(m).graph
    claims.rows += 1
    if len(text) != graph.edges or set(text) - {"0", "1", "2"}:
        claims.claim(f"{m}, {name}", "the position is none", False)
        return
    states = np.array([int(digit) for digit in text], np.int8)
    if winner(graph, states) is not None:
        claims.claim(f"{m}, {name}", "the position is decided", False)
        return
    found = sorted(set(drops(graph, states).values()))
    gap = found[-1] - found[-2] if len(found) > 1 else Fraction(0)
    claims.claim(f"{m}, {name}", f"gap {row[9]}/{row[10]}", gap == Fraction(int(row[9]), int(row[10])))


def _small_rates(rows: Sequence[tuple[Any, ...]]) -> Iterator[Check]:
    """Orders 2 and 3: the rates together are what backward induction over all positions gives, in fractions."""
    claims = Claims()
    for m, group in groupby(rows, key=lambda row: row[0]):
        if is_whole(m):
            board = make_board(m)
            total = sum(
                Fraction(int(row[4]), int(row[5])) * len({int(mirror[row[1]]) for mirror in board.mirrors})
                for row in group
            )
            short = _exact(m, "heuristic", "heuristic")
            claims.rows += 1
            claims.claim(m, f"rate {total / m**2}", total / m**2 == 1 - Fraction(int(short.p), int(short.q)))
    if claims.rows:
        yield claims.check(
            f"{FAMILY}.openings: rates of small boards", f"{claims.rows} boards by induction in fractions"
        )


def line_checks(book: Book) -> Iterator[Check]:
    """Lost games replayed in fractions, move by move."""
    rows = book.rows(FAMILY, f"SELECT m, opening, ply, edge, name, ties FROM {FAMILY}.lines ORDER BY m, opening, ply")
    if not rows:
        return
    claims = Claims()
    for (m, opening), group in groupby(rows, key=lambda row: row[:2]):
        _line(m, opening, list(group), claims)
    yield claims.check(f"{FAMILY}.lines: replayed", f"{claims.rows} games in fractions")


def _line(m: int, opening: int, moves: Sequence[tuple[Any, ...]], claims: Claims) -> None:
    board, player = make_board(m), Player.CUT
    graph, states = board.graph, np.zeros(board.graph.edges, np.int8)
    claims.rows += 1
    where = f"{m}, {opening}"
    for ply, (_, _, number, edge, name, ties) in enumerate(moves, 1):
        if winner(graph, states) is not None or not 0 <= edge < graph.edges:
            claims.claim(where, f"no move {ply}", False)
            return
        tied = heuristic_moves(graph, states)
        right = number == ply and edge in tied and ties == len(tied) and name == board.name(edge)
        claims.claim(where, f"move {ply} is {name}, one of {ties}", right)
        states[edge], player = player.colour, player.rival
    claims.claim(where, "Short does not win", winner(graph, states) is Player.SHORT and moves[0][3] == opening)


def position_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Positions: all there, and a sample solved by matroid union and by fractions."""
    counted = book.rows(
        FAMILY,
        f"SELECT m, count(*), count(DISTINCT row(deleted, marked)), count(*) FILTER (deleted & marked <> 0), "
        f"count(*) FILTER (to_move <> CASE bit_count(deleted) - bit_count(marked) WHEN 0 THEN 'cut' WHEN 1 THEN 'short' END), "
        f"count(*) FILTER (moves & (deleted | marked) <> 0 OR heuristic & (deleted | marked) <> 0) "
        f"FROM {FAMILY}.positions GROUP BY m ORDER BY m",
    )
    if not counted:
        return
    claims, solved = Claims(), Claims()
    for m, count, distinct, *faults in counted:
        claims.rows += count
        edges = make_board(m).graph.edges
        claims.claim(m, f"{count} positions", count == distinct == _turn_consistent(edges))
        claims.claim(m, f"{faults} impossible rows", not any(faults))
    yield claims.check(f"{FAMILY}.positions: all", f"{claims.rows} rows, every turn-consistent position")
    columns = "m, deleted, marked, to_move, winner, decided, moves, heuristic"
    size = POSITIONS_DRAWN if sample is None else sample
    rows = book.rows(
        FAMILY,
        f"SELECT {columns} FROM {FAMILY}.positions ORDER BY hash(m, deleted, marked, {_SEED}), m, deleted, marked LIMIT ?",
        size,
    )
    for row in rows:
        _position(row, solved)
    yield solved.check(
        f"{FAMILY}.positions: solved again", f"{solved.rows} of {claims.rows} by matroid union and in fractions"
    )


def _turn_consistent(edges: int) -> int:
    """Positions with as many deleted as marked edges, or one more."""
    return sum(
        comb(edges, deleted) * comb(edges - deleted, marked)
        for marked in range(edges + 1)
        for deleted in (marked, marked + 1)
        if deleted + marked <= edges
    )


def _position(row: tuple[Any, ...], claims: Claims) -> None:
    m, deleted, marked, to_move, wins, decided, moves, heuristic = row
    graph = make_board(m).graph
    states = np.array([_state(deleted, marked, edge) for edge in range(graph.edges)], np.int8)
    over = winner(graph, states)
    won, found = winning_moves(graph, states, Player(to_move))
    tied = [] if over is not None else heuristic_moves(graph, states)
    where = f"{m}, {deleted}, {marked}"
    claims.rows += 1
    claims.claim(where, f"decided {decided}", decided == (over is not None))
    claims.claim(where, f"winner {wins}", wins == won)
    claims.claim(where, f"moves {moves}", moves == sum(1 << edge for edge in found))
    claims.claim(where, f"heuristic {heuristic}", heuristic == sum(1 << edge for edge in tied))


def _state(deleted: int, marked: int, edge: int) -> int:
    return DELETED if deleted >> edge & 1 else MARKED if marked >> edge & 1 else FREE


def pairing_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Certified pairings in fractions, where agents have them; sampled ones played again with another seed."""
    rows = book.rows(
        FAMILY,
        f"SELECT m, cut, short, chance, error, certainty, games, seed FROM {FAMILY}.pairings ORDER BY m, cut, short",
    )
    if not rows:
        return
    claims, exact, again = Claims(), Claims(), Claims()
    for m, cut, short, chance, error, certainty, games, seed in rows:
        claims.rows += 1
        where = f"{m}, {cut}, {short}"
        claims.claim(where, f"chance {chance}, error {error}", 0 <= chance <= 1 and 0 <= error < 1)
        same = all(str(parse_agent(name)) == name for name in (cut, short))
        claims.claim(where, "an agent has another name", same)
        sampled = certainty == "sampled"
        claims.claim(where, f"{games} games, seed {seed}", {games is not None, seed is not None} == {sampled})
        claims.claim(where, f"{certainty} on this board", sampled != is_whole(m))
    yield claims.check(f"{FAMILY}.pairings: columns", f"{claims.rows} rows")
    if claims.faults:
        return
    whole = [row for row in rows if row[5] != "sampled" and all(_has_fractions(row[0], name) for name in row[1:3])]
    for m, cut, short, chance, error, *_ in _within(whole, sample, lambda row: 4.0 if row[0] > 2 else 2e-3):
        value = _exact(m, cut, short)
        exact.rows += 1
        off = abs(Fraction(chance) - Fraction(int(value.p), int(value.q)))
        exact.claim(f"{m}, {cut}, {short}", f"chance {chance} is off by {float(off)}", off <= Fraction(error))
    if whole:
        count = sum(row[5] != "sampled" for row in rows)
        yield exact.check(f"{FAMILY}.pairings: fractions", f"{exact.rows} of {count} certified pairings")
    played = [row for row in rows if row[5] == "sampled"]
    for row in _within(played, sample, _again_seconds):
        _again(row, again)
    if played:
        yield again.check(f"{FAMILY}.pairings: games", f"{again.rows} of {len(played)} sampled pairings played again")


def _again(row: tuple[Any, ...], claims: Claims) -> None:
    m, cut, short, chance, error, _, games, seed = row
    other = (seed + 1) % 2**63
    found = simulate(make_board(m).graph, parse_agent(cut), parse_agent(short), min(games, REPLAYED_GAMES), other)
    claims.rows += 1
    room = SIGMAS * (error**2 + found.error**2) ** 0.5
    claims.claim(f"{m}, {cut}, {short}", f"chance {chance}, then {found.rate}", abs(found.rate - chance) <= room)


def _again_seconds(row: tuple[Any, ...]) -> float:
    work = sum(game_operations(row[0], parse_agent(name)) for name in row[1:3])
    return float(1e-9 * min(row[6], REPLAYED_GAMES) * work)


def _has_fractions(m: int, name: str) -> bool:
    """Whether the agent has fractions, and short ones on the board of order 2 or 3."""
    agent = parse_agent(name)
    if agent.kind == "mc":
        return agent.playouts is None or agent.playouts <= EXACT_PLAYOUTS[m]
    if agent.kind == "heuristic" and agent.temperature and m == 2:
        return agent.temperature.numerator == 1
    return agent.temperature is None or agent.temperature == 0


@lru_cache(maxsize=4)
def _rows(m: int, name: str) -> tuple[fmpq, ...]:
    return tuple(agent_rows(board_positions(m), parse_agent(name)))


@lru_cache(maxsize=64)
def _exact(m: int, cut: str, short: str) -> fmpq:
    return exact_pair(board_positions(m), _rows(m, cut), _rows(m, short))


def _replay_seconds(m: int) -> float:
    """About what a game in fractions takes."""
    return float(2e-9 * m**7.5 + 1e-3)


def _within(rows: Sequence[Any], sample: int | None, seconds: Any) -> list[Any]:
    """As many rows as asked for, or as SECONDS are enough for, drawn always alike; in the rows' order."""
    if sample is not None:
        return drawn(list(rows), sample)
    order = list(range(len(rows)))
    Random(_SEED).shuffle(order)
    found, spent = [], 0.0
    for number in order:
        row = rows[number]
        if spent + seconds(row) <= SECONDS:
            spent += seconds(row)
            found.append(number)
    return [rows[number] for number in sorted(found)]


def _fraction(above: str, below: str) -> Fraction | None:
    """A fraction from its decimal digits, None unless it is reduced."""
    try:
        value = Fraction(int(above), int(below))
    except (ValueError, ZeroDivisionError):
        return None
    return value if (str(value.numerator), str(value.denominator)) == (above, below) else None
