"""Proofs of the switching family.

claims           all claims about its tables
contents         what a build owes, from its parameters alone
small_boards     Bridg-It boards by their definition: `lay_out`; every position of a small one, backwards, with potentials
                 by fraction-free elimination: `Whole`; two agents there: `pair`
proved_drops     potentials of a position by Cholesky's method with proven errors; the greatest drops: `measure`; its forced
                 moves: `run`
replayed_games   heuristic against heuristic after a first move, through every game: `Walker`; simulated games of two agents
                 on a larger board: `play`
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby, repeat
from math import gcd, sqrt
from random import Random
from typing import Any

import numpy as np

from tafelwerk.families.switching import rules
from tafelwerk.proofs.claims import ENCLOSED, MOST_FAULTS, Claim, Faults, Rows, proof, table_proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.real_numbers import SMALL, joint_faults, moments, same_chance
from tafelwerk.proofs.switching.replayed_games import Walker, can_play, play, seconds_per_game
from tafelwerk.proofs.switching.small_boards import DELETED, FREE, MARKED, law, lay_out, pair, power_of, rounding, whole
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Contents, Evidence, text
from tafelwerk.tables.provenance import builds

LINE_ORDERS, REFUTED_ORDERS = 10, 4
"""Largest order for which games that Cut loses are stored, and largest order at which Short need not follow the heuristic."""

PLAYED, PLAYED_IN_FULL = 500, 20_000
"""Most games that a sampled pairing is compared with, by default and in a full proof."""

PLAYED_SECONDS, PLAYED_SECONDS_IN_FULL = 0.3, 60.0
"""Approximate seconds per sampled pairing, by default and in a full proof."""

LEAST_WALKED, LEAST_PAIRED = 1000, 600
"""Fewest first moves and certified pairings that are proved: all those of the standard set."""

UNDERFLOW = 1e-300
"""Absolute error of chances so small that a double has no digits for them."""

_LEAST_PLAYED = 20

_WALKED, _OTHER_GAMES, _MORE_GAMES = _SLOW = ("all games by Cholesky's method", "other games", "more games")

_COUNTED = ("shortest", "longest", "positions", "branches")

Row = tuple[Any, ...]


def claims(book: Book, seed: int = 0) -> Iterator[Claim]:
    """The claims about boards, heuristic against heuristic, positions and agents; slow ones come last."""
    stored = [build.parameters for build in builds(book, rules.FAMILY)]
    orders = sorted({build["order"] for build in stored if set(build) <= {"order", "openings"}})
    small_orders = sorted(
        {build["order"] for build in stored if set(build) == {"order"} and rules.is_whole(build["order"])}
    )
    all_claims = (
        *_board_claims(book, orders),
        *_opening_claims(book, orders),
        *_position_claims(book, small_orders),
        *_agent_claims(book, stored),
        *_pairing_claims(book, stored, seed),
    )
    yield from sorted(all_claims, key=lambda claim: claim.method in _SLOW)


def _board_claims(book: Book, orders: Sequence[int]) -> Iterator[Claim]:
    boards, edges = f"{rules.FAMILY}.boards", f"{rules.FAMILY}.edges"

    def sizes() -> Iterator[tuple[int, int, int]]:
        return ((m, m * (m - 1) + 2, m**2 + (m - 1) ** 2) for m in orders)

    def rows() -> Iterator[Row]:
        return ((m, *row) for m in orders for row in lay_out(m).rows)

    yield complete(book, boards, sizes, ("m", "nodes", "edges"), noun="rows")
    columns = ("m", "edge", "name", "x", "y", "one", "other", "mirror", "flipped", "dual")
    yield complete(book, edges, rows, columns, noun="rows")


def _of_orders(orders: Sequence[int]) -> str:
    """Condition on the rows of some orders; those of others are reported by the claims of completeness."""
    return f"m IN ({', '.join(map(str, orders))})" if orders else "false"


def _opening_claims(book: Book, orders: Sequence[int]) -> Iterator[Claim]:
    openings, lines = f"{rules.FAMILY}.openings", f"{rules.FAMILY}.lines"
    names = (
        "m",
        "edge",
        "name",
        "least",
        "rate_num",
        "rate_den",
        "rate",
        "shortest",
        "longest",
        "positions",
        "branches",
        "gap_num",
        "gap_den",
        "gap",
        "gap_states",
    )
    known = _of_orders(orders)
    yield complete(book, openings, lambda: ((m, edge) for m in orders for edge in lay_out(m).openings))
    proved: tuple[str, ...] = ("name", "least", "rate", "gap", "gap_states")
    every = Rows(book, openings, names, known)
    yield proof(openings, "images, fractions and their doubles", proved, every, _alike, whole=True)
    firsts = Rows(book, openings, names, f"edge = least AND {known}")
    seconds = 1e-3 + sum(7e-10 * m**6 * ((m + 1) // 2) ** 2 for m in orders) / max(1, len(firsts))
    proved = ("rate_num", "rate_den", *_COUNTED, "gap_num", "gap_den", "gap_states")
    more: dict[str, Any] = {"noun": "first moves", "seconds": seconds, "least": LEAST_WALKED}
    yield proof(openings, _WALKED, proved, firsts, _walk_faults, **more)

    def losing_openings() -> Sequence[Row]:
        sql = f"SELECT m, edge FROM {openings} WHERE edge = least AND m <= ? AND rate_num <> rate_den"
        refuted = [(m, edge) for m in orders if m <= REFUTED_ORDERS for edge in _refuted_openings(m)]
        return [*book.rows(rules.FAMILY, sql, LINE_ORDERS), *refuted]

    moves = Rows(book, lines, ("m", "opening", "ply", "edge", "name", "ties"), known)
    yield complete(book, lines, losing_openings, ("m", "opening"), noun="games")
    yield proof(lines, "games replayed", ("ply", "edge", "name", "ties"), moves, _replay_faults, whole=True)


def _refuted_openings(m: int) -> Iterator[int]:
    """First moves after which Short beats the heuristic however Cut breaks ties, the smallest of equivalent ones: found by
    backward induction where all positions are listed; at order 4 all of them."""
    board = lay_out(m)
    wins = np.ones(0, np.bool_)
    if rules.is_whole(m):
        every = whole(m)
        wins = every.won == MARKED
        heuristic = every.drops == every.spread(every.most(every.drops))
        for places, moves in every.layers:
            owners, begin = every.open[places], every.begin[places] - moves.start
            after, by_cut = wins[every.after[moves]], every.mover[every.owner[moves]] == DELETED
            lost = np.maximum.reduceat(by_cut & heuristic[moves] & ~after, begin)
            wins[owners] = np.where(every.mover[owners] == DELETED, ~lost, np.maximum.reduceat(after, begin))
    for edge in board.openings:
        if board.least(edge) != edge:
            continue
        if not rules.is_whole(m) or wins[(whole(m).deleted == 1 << edge) & (whole(m).marked == 0)].any():
            yield edge


def _alike(rows: Sequence[Row]) -> list[str]:
    """Images of a first move have its row; fractions are reduced and doubles are the nearest."""
    faults = Faults()
    by_edge = {row[:2]: row for row in rows}
    for row in rows:
        m, edge, name, least, *_, rate = row[:7]
        if edge >= lay_out(m).edges:
            continue
        board, where = lay_out(m), f"order {m}, edge {edge}"
        faults.unless(name == board.names[edge], where, f"name {name!r:.20}")
        faults.unless(least == board.least(edge), where, f"least image {least} should be {board.least(edge)}")
        first = by_edge.get((m, board.least(edge)), ())
        faults.unless(first[3:] == row[3:], where, "differs from its image")
        for part, double in ((row[4:6], rate), (row[11:13], row[13])):
            above, below = map(int, part)
            reduced = part == (str(above), str(below)) and 0 <= above <= below and below > 0 and gcd(above, below) == 1
            faults.unless(reduced, where, f"no reduced fraction from 0 to 1: {part[0]:.20}/{part[1]:.20}")
            faults.unless(reduced and above / below == double, where, f"double {double}")
    return faults.texts


def _walk_faults(rows: Sequence[Row]) -> Iterator[str]:
    """All games after each first move."""
    for m, group in groupby(rows, key=lambda row: row[0]):
        walker = Walker(lay_out(m), Random())
        for row in group:
            where = f"order {m}, edge {row[1]}"
            outcome = walker.outcome(row[1], Fraction(int(row[11]), int(row[12])), row[14])
            numbers = (outcome.rate.numerator, outcome.rate.denominator)
            expected = (*map(str, numbers), outcome.shortest, outcome.longest, outcome.positions, outcome.branches)
            stored = (*row[4:6], *row[7:11])
            for name, ours, other in zip(("rate_num", "rate_den", *_COUNTED), stored, expected, strict=True):
                if ours != other:
                    yield f"{where}: {name} {ours} should be {other}"
            for fault in outcome.faults:
                yield f"{where}: {fault}"


def _replay_faults(rows: Sequence[Row]) -> Iterator[str]:
    """Games that Cut loses, move by move."""
    for m, games in groupby(rows, key=lambda row: row[0]):
        walker = Walker(lay_out(m), Random())
        for opening, group in groupby(games, key=lambda row: row[1]):
            where = f"order {m}, first move {opening}"
            yield from (f"{where}: {fault}" for fault in _line_faults(walker, opening, list(group)))


def _line_faults(walker: Walker, opening: int, moves: Sequence[Row]) -> Iterator[str]:
    board = walker.board
    states, colour, over = np.zeros(board.edges, np.int8), DELETED, False
    for number, (_, _, ply, edge, name, ties) in enumerate(moves, 1):
        if over or ply != number or not 0 <= edge < board.edges:
            yield f"no move {ply}"
            return
        tied = walker.tied(states) if number > 1 else board.openings
        if colour == MARKED and board.order <= REFUTED_ORDERS:
            # Short may choose any move
            tied = [edge] if states[edge] == FREE else []
        if edge not in tied or ties != len(tied) or name != board.names[edge]:
            yield f"move {ply}: {edge}, {name!r:.20}, one of {ties}: tied are {tied}"
            return
        over = colour == MARKED and walker.joins(states, edge)
        states[edge], colour = colour, DELETED + MARKED - colour
    if not over or moves[0][3] != opening:
        yield "Short does not win it, or it begins otherwise"


def _position_claims(book: Book, orders: Sequence[int]) -> Iterator[Claim]:
    table = f"{rules.FAMILY}.positions"

    def keys() -> Iterator[tuple[int, int, int]]:
        for m in orders:
            yield from zip(repeat(m), whole(m).deleted.tolist(), whole(m).marked.tolist(), strict=False)

    yield complete(book, table, keys)
    proved = ("to_move", "winner", "decided", "moves", "heuristic")

    def prove() -> Iterator[str]:
        return (fault for m in orders for fault in _position_faults(book, m))

    yield table_proof(book, table, "backwards, potentials by determinants", proved, prove)


def _position_faults(book: Book, m: int) -> Iterator[str]:
    board = whole(m)
    stored = book.arrays(
        rules.FAMILY,
        "SELECT deleted::BIGINT AS deleted, marked::BIGINT AS marked, to_move::VARCHAR AS to_move,"
        " winner::VARCHAR AS winner, decided, moves, heuristic"
        f" FROM {rules.FAMILY}.positions WHERE m = ? ORDER BY ALL",
        m,
    )
    permutation = np.lexsort((board.marked, board.deleted))
    codes = (board.deleted << 20 | board.marked)[permutation]
    wanted = {
        "to_move": np.where(board.mover == MARKED, "short", "cut"),
        "winner": np.where(board.winner == MARKED, "short", "cut"),
        "decided": board.won != FREE,
        "moves": board.masks(board.winning),
        "heuristic": board.masks(board.drops == board.spread(board.most(board.drops))),
    }
    own = stored["deleted"] << 20 | stored["marked"]
    indices = np.minimum(np.searchsorted(codes, own), len(codes) - 1)
    known = codes[indices] == own
    for name, values in wanted.items():
        expected = values[permutation][indices]
        for i in np.flatnonzero(known & np.asarray(stored[name] != expected))[:MOST_FAULTS].tolist():
            yield f"order {m}, {stored['deleted'][i]}, {stored['marked'][i]}: {name} should be {expected[i]}"


def _pairing_claims(book: Book, stored: Sequence[Mapping[str, Any]], seed: int) -> Iterator[Claim]:
    table = f"{rules.FAMILY}.pairings"
    samples = _samples(stored)
    names = ("m", "cut", "short", "chance", "error", "certainty", "games", "seed")
    yield complete(book, table, lambda: samples.keys())
    every = Rows(book, table, names)
    finely = {"error": "exact where the chance is recomputed, otherwise below a bound"}
    labels = partial(_labels, samples=samples)
    yield proof(table, "what was played", names[4:], every, labels, whole=True, within=finely)

    def of_builds(rows: Sequence[Row]) -> list[Row]:
        # rows that no build asks for are reported by another claim
        return [row for row in rows if row[:3] in samples]

    def prove(games: int, seconds: float) -> Callable[[Sequence[Row]], Iterator[str]]:
        return lambda rows: _again(of_builds(rows), games, seconds, Random(f"{seed} {games}"))

    agents = {name for _, *pair in samples for name in pair if rules.is_proved(rules.parse_agent(name))}
    known = ", ".join(map(text, sorted(agents)))
    proved = f"cut IN ({known}) AND short IN ({known})" if agents else "false"
    small = f"certainty <> 'sampled' AND m <= {rules.MOST_WHOLE_ORDER}"
    certified = Rows(book, table, names, f"{small} AND {proved}")
    chance = ("chance",)
    finely = {"chance": f"{ENCLOSED}, for agents that are recomputed"}
    method = "induction in doubles"
    more: dict[str, Any] = {"seconds": 0.04, "least": LEAST_PAIRED, "within": finely}
    yield proof(table, method, chance, certified, lambda rows: _induction_faults(of_builds(rows)), **more)
    finely = {"chance": "sampled, each and all together by other games"}
    imperfect = "cut <> 'perfect' AND short <> 'perfect'"
    simulated = Rows(book, table, names, f"certainty = 'sampled' AND {proved} AND {imperfect}")
    more = {"whole": True, "within": finely}
    yield proof(table, _OTHER_GAMES, chance, simulated, prove(PLAYED, PLAYED_SECONDS), **more)
    long = prove(PLAYED_IN_FULL, PLAYED_SECONDS_IN_FULL)
    yield proof(table, _MORE_GAMES, chance, simulated, long, long=True, seconds=5.0, **more)


def _samples(stored: Sequence[Mapping[str, Any]]) -> dict[tuple[int, str, str], set[tuple[Any, Any]]]:
    """Games and seeds that builds ask for, by order, Cut's agent and Short's; None if nothing is sampled."""
    samples: dict[tuple[int, str, str], set[tuple[Any, Any]]] = {}
    for build in stored:
        m, sample = build["order"], (build.get("games"), build.get("seed"))
        if "cut" in build:
            samples.setdefault((m, build["cut"], build["short"]), set()).add(sample)
        elif "pairings" in build:
            sets = (rules.agent_pairs(m, full=full) for full in (False, True))
            for cut, short in next(pairs for pairs in sets if len(pairs) == build["pairings"]):
                samples.setdefault((m, cut, short), set()).add(
                    sample if rules.is_sampled(m, cut, short) else (None, None)
                )
    return samples


def _labels(rows: Sequence[Row], samples: Mapping[tuple[int, str, str], set[tuple[Any, Any]]]) -> list[str]:
    """Columns agree with the build and with one another; a perfect Cut is never beaten."""
    faults = Faults()
    for m, cut, short, chance, error, certainty, games, seed in rows:
        where = f"order {m}, {cut!r:.40}, {short!r:.40}"
        known_samples = samples.get((m, cut, short), {(games, seed)})
        faults.unless(
            (games, seed) in known_samples,
            where,
            f"{games} games, seed {seed} should be of {sorted(map(str, known_samples))}",
        )
        sampled = rules.is_sampled(m, cut, short)
        faults.unless(certainty == ("sampled" if sampled else "certified"), where, f"{certainty} on this board")
        faults.unless(0 <= chance <= 1 and error >= 0, where, f"chance {chance}, error {error}")
        faults.unless(cut != "perfect" or chance <= (0 if sampled else error), where, "a perfect Cut is beaten")
        if rules.is_followed(m, cut, short):
            faults.unless(error < 1e-2, where, f"an error of {error}")
        elif certainty != "sampled" and (wanted := rules.resolution(cut, short)):
            faults.unless(error == wanted, where, f"error {error} should be {wanted}")
        elif certainty != "sampled":
            most = rounding(rules.parse_agent(cut)) + rounding(rules.parse_agent(short))
            faults.unless(error <= most, where, f"an error of {error}, where the method has at most {most:.1e}")
            faults.unless(error > 0 or chance in (0, 1), where, "a chance between 0 and 1 has no error")
        elif games:
            wins = round(chance * games) if 0 <= chance <= 1 else 0
            share = (wins + 1) / (games + 2)
            faults.unless(chance == wins / games, where, f"chance {chance} is no share of {games} games")
            standard_error = sqrt(share * (1 - share) / games)
            faults.unless(error == standard_error, where, f"error {error} should be {standard_error}")
    return faults.texts


def _induction_faults(rows: Sequence[Row]) -> Iterator[str]:
    """Certified chances with their errors enclose those of the proof with its rounding."""
    # pairings of the same Short follow one another: its choices are computed once
    for m, cut, short, chance, error, *_ in sorted(rows, key=lambda row: (row[0], row[2], row[1])):
        if not rules.is_listed(m, (cut, short)):
            yield f"order {m}, {cut}, {short}: nothing is certified there"
            continue
        duel = pair(m, cut, short)
        radius = duel * (rounding(rules.parse_agent(cut)) + rounding(rules.parse_agent(short))) + UNDERFLOW
        if not abs(duel - chance) + radius <= error:
            where = f"order {m}, {cut}, {short}"
            yield f"{where}: chance {chance} +- {error:.3g} does not enclose {duel} +- {radius:.3g}"


def _again(rows: Sequence[Row], most: int, seconds: float, draw: Random) -> Iterator[str]:
    """Sampled chances against those of other games, one by one and all together."""
    samples = []
    for m, cut, short, chance, _, _, games, _ in rows:
        agents = rules.parse_agent(cut), rules.parse_agent(short)
        if not rules.is_sampled(m, cut, short) or not games or not all(map(can_play, agents)):
            yield f"order {m}, {cut}, {short}: no sample"
            continue
        count = max(min(_LEAST_PLAYED, games), min(most, int(seconds / seconds_per_game(m, *agents))))
        sample = (round(chance * games), games, play(m, *agents, count, draw.getrandbits(60)), count)
        samples.append(moments(*sample))
        if same_chance(*sample) < SMALL:
            yield f"order {m}, {cut}, {short}: chance {chance}, then {sample[2]} of {count} games"
    yield from joint_faults(samples)


def _agent_claims(book: Book, stored: Sequence[Mapping[str, Any]]) -> Iterator[Claim]:
    table = f"{rules.FAMILY}.agents"
    agents = sorted({(build["order"], build["agent"]) for build in stored if "agent" in build})
    one_each = f"rowid IN (SELECT min(rowid) FROM {table} GROUP BY m, agent)"
    yield complete(book, table, lambda: agents, ("m", "agent"), one_each, noun="agents")
    proved = [(m, name) for m, name in agents if rules.is_proved(rules.parse_agent(name))]

    def prove(chosen: Sequence[tuple[int, str]]) -> Iterator[str]:
        return (fault for m, name in chosen for fault in _agent_faults(book, m, name))

    finely = {"chance": f"{ENCLOSED}, for agents that are recomputed"}
    columns = ("deleted", "marked", "edge", "chance", "error")
    yield proof(table, "what each agent does", columns, proved, prove, noun="agents", seconds=3.0, within=finely)


def _agent_faults(book: Book, m: int, name: str) -> Iterator[str]:
    """Checks that an agent's rows cover all open positions, and that its chances follow its law."""
    board, agent = whole(m), rules.parse_agent(name)
    stored = book.arrays(
        rules.FAMILY,
        "SELECT deleted::BIGINT AS deleted, marked::BIGINT AS marked, edge::BIGINT AS edge, chance, error"
        f" FROM {rules.FAMILY}.agents WHERE m = ? AND agent = ? ORDER BY deleted, marked, edge",
        m,
        name,
    )
    deleted, marked = board.deleted[board.owner], board.marked[board.owner]
    permutation = np.lexsort((board.edge, marked, deleted))
    wanted = {"deleted": deleted, "marked": marked, "edge": board.edge}
    if any(
        len(stored[key]) != len(permutation) or not np.array_equal(stored[key], values[permutation])
        for key, values in wanted.items()
    ):
        yield f"order {m}, {name}: its rows are not the free edges of all open positions"
        return
    chances = law(m, name)[permutation]
    most = rounding(agent)
    off = np.abs(stored["chance"] - chances)
    # powers of drops after sweeps: small ones have larger relative errors
    scale = chances if not agent.sweeps else chances ** float(max(0, 1 - 1 / (power_of(agent) or 1)))
    wrong = ~((off + most * scale + UNDERFLOW <= stored["error"]) & (stored["error"] == rules.resolution(name)))
    for i in np.flatnonzero(wrong)[:MOST_FAULTS].tolist():
        where = (
            f"order {m}, {name}, {deleted[permutation[i]]}, {marked[permutation[i]]}, edge {board.edge[permutation[i]]}"
        )
        yield f"{where}: chance {stored['chance'][i]} +- {stored['error'][i]} should be {chances[i]}"


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Name, evidence and rows of the build with these parameters."""
    order, more = parameters["order"], {name: value for name, value in parameters.items() if name != "order"}
    if not isinstance(order, int) or not rules.LEAST_ORDER <= order <= rules.MOST_ORDER:
        raise ValueError("no such board")
    line, board = f"{rules.FAMILY} --order {order}", f"m = {order}"
    openings = dict.fromkeys(("boards", "edges", "openings", "lines"), board)
    match more:
        case {} if not more:
            positions = {"positions": board} if rules.is_whole(order) else {}
            return Contents(line, "exact", _evidence(rules.is_walked(order)), {**openings, **positions})
        case {"openings": True, **none} if not none and rules.is_whole(order):
            return Contents(f"{line} --openings", "exact", _evidence(rules.is_walked(order)), openings)
        case {"agent": str(agent), **none} if (
            not none and rules.agent_name(agent) == agent and rules.is_listed(order, [agent])
        ):
            rows = {"agents": f"{board} AND agent = {text(agent)}"}
            return Contents(
                f"{line} --agent {agent}", "certified", _evidence(rules.is_recomputed(order, [(agent,)])), rows
            )
        case {"cut": str(cut), "short": str(short), **sample} if (rules.agent_name(cut), rules.agent_name(short)) == (
            cut,
            short,
        ):
            return _pairing_contents(order, f"{line} --cut {cut} --short {short}", [(cut, short)], sample, rules.GAMES)
        case {"pairings": int(count), **sample}:
            # the number distinguishes sets of an earlier version from this one
            for full in (False, True):
                if len(pairs := rules.agent_pairs(order, full=full)) == count:
                    name = f"{line} --pairings" + (" --full" if full else "")
                    return _pairing_contents(order, name, pairs, sample, rules.usual_games(order))
    raise ValueError("no such build")


def _pairing_contents(
    order: int, line: str, pairs: list[tuple[str, str]], sample: Mapping[str, Any], usual: int
) -> Contents:
    """A build of pairings; its name holds the number of games and the seed of a sample unless they are the usual ones."""
    names = ", ".join(f"({text(cut)}, {text(short)})" for cut, short in pairs)
    rows = {"pairings": f"m = {order} AND (cut, short) IN ({names})"}
    if not any(rules.is_sampled(order, *pair) for pair in pairs):
        if sample:
            raise ValueError("nothing is sampled there")
        return Contents(line, "certified", _evidence(rules.is_recomputed(order, pairs)), rows)
    match dict(sample):
        case {"games": int(games), "seed": int(seed), **none} if (
            not none and 1 <= games <= rules.MOST_GAMES and seed >= 0
        ):
            line += ("" if games == usual else f" --games {games}") + ("" if seed == rules.SEED else f" --seed {seed}")
            return Contents(line, "sampled", _evidence(rules.is_recomputed(order, pairs)), rows)
    raise ValueError("a sample has a number of games and a seed")


def _evidence(is_recomputed: bool) -> Evidence:
    return "recomputed" if is_recomputed else "single"
