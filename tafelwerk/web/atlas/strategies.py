"""Strategies to step through, a page each, read from the tables. Links and folded parts do without JavaScript.

what a page is                                       Page
trees of queries and answers                         mastermind_pages, beams_pages, dresher_pages
Skat card by card, Bridg-It from the empty board     skat_pages, switching_pages
tic-tac-toe, heaps, Memory                           tictactoe_pages, heap_pages, memory_pages
all of them, and those that the book does not hold   strategy_pages
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from shlex import quote
from typing import Any, cast

from tafelwerk.book import Book
from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.families import KNOWN
from tafelwerk.families.dresher.plain_text import draw_tree
from tafelwerk.families.skat.answers import Games
from tafelwerk.families.skat.pictures import SHAPES
from tafelwerk.families.skat.rules.round_log import calls_text
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.stored_games import get_rounds
from tafelwerk.families.switching.figures.drawings import Position, draw_lattice
from tafelwerk.language import Language, speaking
from tafelwerk.plots.pictures import svg
from tafelwerk.rules.game_trees import best_moves
from tafelwerk.tables.readings import boundary
from tafelwerk.web import skat_rounds
from tafelwerk.web.site import fill
from tafelwerk.web.stored_tables import StoredTable, read_from, stored_tables, with_tables
from tafelwerk.wording import count_noun

MOST_NODES = 1500
"""Nodes of a tree on a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    Attributes:
        name: of its file, without ending.
        family: its family.
        title: in a line.
        about: what it shows and how to read it, in sentences.
        template: name of the template.
        values: what the template shows besides.
        lines: the same for the terminal.
        rows: the rows that it shows, as values by column.
        stored: what a game is played from, as JSON; "" where nothing is played.
    """

    name: str
    family: str
    title: str
    about: str
    template: str
    values: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    rows: Mapping[str, object] = field(default_factory=dict)
    stored: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree.

    Attributes:
        step: what leads to it, an answer or a move of the other side; "" at the root.
        ask: what is done here.
        told: numbers of the position.
        below: the nodes that follow.
    """

    step: str
    ask: str
    told: str
    below: "list[Node]" = field(default_factory=list)


def levels(counts: Iterable[tuple[int, int]], most: int = MOST_NODES) -> int:
    """The deepest level down to which a tree has at most that many nodes; at least the second.

    Args:
        counts: level and number of its nodes, in order.
        most: number of nodes.
    """
    total, deepest = 0, 0
    for depth, (level, nodes) in enumerate(counts):
        total += nodes
        if total > most and depth > 1:
            break
        deepest = level
    return deepest


def file_name(*words: object) -> str:
    """A file's name of words: letters, digits and hyphens; what is neither becomes a hyphen."""
    text = "-".join(map(str, words)).casefold()
    return "-".join("".join(sign if sign.isalnum() or sign == "." else " " for sign in text).split())


MOST_TREES = 24
"""Trees with a page, those of the smallest games first."""

MASTERMIND = "mastermind"


def mastermind_pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        MASTERMIND,
        "SELECT game, strategy, tie::VARCHAR, s.codes, total_num, total_den, most, pegs, colors, g.distinct"
        " FROM mastermind.strategies s JOIN mastermind.games g USING (game)"
        " SEMI JOIN mastermind.trees t USING (game, strategy, tie)"
        " ORDER BY s.codes, game, strategy != 'optimal', strategy, tie",
    )
    for game, strategy, tie, codes, numerator, denominator, most, pegs, colours, distinct in trees[:MOST_TREES]:
        root, depth, deepest, stored = _mastermind_tree(book, game, strategy, tie)
        total = Fraction(int(numerator), int(denominator))
        label = _label(strategy, tie)
        cut = f" The tree is shown down to query {depth} of {deepest}." if depth < deepest else ""
        options = (
            f"--name {quote(game)}" if pegs is None else f"--pegs {pegs} --colors {colours}{' --distinct' * distinct}"
        )
        yield Page(
            file_name(MASTERMIND, game, strategy, tie if tie != "none" else ""),
            MASTERMIND,
            f"{'Mastermind ' if pegs else ''}{game}: {label}",
            f"{total} / {codes:,} = {float(total / codes):.4f} queries on average, {most} at most. Ask the query, then open its"
            f" answer: right places, right colours elsewhere. Numbers: codes left, and queries still expected.{cut}",
            "tree_file.html",
            {"tree": root, "is_pegs": pegs is not None},
            (f"tafelwerk mastermind next {options} {_options(strategy)}",),
            {"game": game, "strategy": strategy, "tie": tie},
            stored=json.dumps({"game": MASTERMIND, "values": stored}) if pegs and depth == deepest else "",
        )


def _label(strategy: str, tie: str) -> str:
    """A strategy in a title, with its rule for ties if it has one."""
    return strategy if tie == "none" else f"{strategy}, ties {tie}"


def _options(strategy: str) -> str:
    """A stored strategy on the command line: "optimal max-depth 5" is --strategy optimal --max-depth 5."""
    name, *words = strategy.split()
    return " ".join(["--strategy", name, *(word if word.isdecimal() else f"--{word}" for word in words)])


def _mastermind_tree(book: Book, game: str, strategy: str, tie: str) -> tuple[Node, int, int, list[Any]]:
    """A tree, the depth down to which it is shown, its whole depth, and its root as a list that a game is played from."""
    of, known = "FROM mastermind.trees WHERE game = ? AND strategy = ? AND tie = ?", (game, strategy, tie)
    counts = book.rows(MASTERMIND, f"SELECT depth, count(*) {of} GROUP BY depth ORDER BY depth", *known)
    depth = levels(counts)
    rows = book.rows(
        MASTERMIND,
        f"SELECT node, parent, coalesce(answer, ''), query, possible, codes, total {of} AND depth <= ? ORDER BY node",
        *known,
        depth,
    )
    nodes: dict[int, Node] = {}
    stored: dict[int, list[Any]] = {}
    for node, parent, answer, query, possible, codes, total in rows:
        note = "the code" if codes == 1 and possible else f"{count_noun(codes, 'code')}, {total / codes:.3g} to go"
        nodes[node] = Node(answer, query, note)
        stored[node] = [query, codes, round(total / codes, 2), possible, {}]
        if parent is not None:
            nodes[parent].below.append(nodes[node])
            stored[parent][4][answer] = stored[node]
    first = rows[0][0]
    return nodes[first], depth, counts[-1][0], stored[first]


MOST_BEAMS_TREES, MOST_BEAMS = 24, 2000
"""Trees with a page, and nodes of each."""

BEAMS = "beams"


def beams_pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        BEAMS,
        "SELECT variant::VARCHAR, strategy, tie::VARCHAR, codes, cost FROM beams.nodes WHERE history = ''"
        " ORDER BY nodes.variant, strategy != 'optimal', strategy, nodes.tie",
    )
    for variant, strategy, tie, codes, cost in trees[:MOST_BEAMS_TREES]:
        root, depth, deepest = _beams_tree(book, variant, strategy, tie)
        label = _label(strategy, tie)
        mean = f"{cost} / {codes:,} = {cost / codes:.4f} beams and wrong fields on average. " if cost else ""
        cut = f" The tree is shown down to {count_noun(depth, 'answer')} of {deepest}." if depth < deepest else ""
        options = f" --tie {tie}" if tie not in ("none", "lex-c") else ""
        yield Page(
            file_name(BEAMS, variant, strategy, tie if tie != "none" else ""),
            BEAMS,
            f"Beams {variant}: {label}",
            f"{mean}Beams are colour@diagonal; an answer lists the fields hit, - for none. Send the beam, then open its answer."
            f" An answer that is not listed leaves one code.{cut}",
            "tree_file.html",
            {"tree": root},
            (f"tafelwerk beams next --variant {variant} --strategy {strategy}{options}",),
            {"variant": variant, "strategy": strategy, "tie": tie},
        )


def _beams_tree(book: Book, variant: str, strategy: str, tie: str) -> tuple[Node, int, int]:
    """A tree, the number of answers down to which it is shown, and the greatest number stored."""
    of, known = "FROM beams.nodes WHERE variant = ? AND strategy = ? AND tie = ?", (variant, strategy, tie)
    counts = book.rows(BEAMS, f"SELECT depth, count(*) {of} GROUP BY depth ORDER BY depth", *known)
    depth = levels(counts, MOST_BEAMS)
    rows = book.rows(
        BEAMS,
        f"SELECT history, colour, diagonal, codes, cost {of} AND depth <= ? ORDER BY depth, history",
        *known,
        depth,
    )
    nodes: dict[str, Node] = {}
    for history, colour, diagonal, codes, cost in rows:
        before, _, last = history.rpartition("; ")
        note = count_noun(codes, "code") + ("" if cost is None else f", mean cost {cost / codes:.4g}")
        nodes[history] = Node(last.partition(" ")[2], f"{colour}@{diagonal}" if colour else "guess", note)
        if history:
            nodes[before].below.append(nodes[history])
    return nodes[""], depth, counts[-1][0]


DRESHER = "dresher"
MOST, MOST_PLAYED, WIDTH = 20, 40, 60
"""Largest n of which trees are shown, and which is played; columns of a tree that is drawn upright."""


def dresher_pages(book: Book) -> Iterator[Page]:
    """One page for all n."""
    games = []
    for n, numerator, denominator, hider_total, searcher_total in book.rows(
        DRESHER,
        "SELECT n, value_num, value_den, hider_total, searcher_total FROM dresher.games WHERE n <= ? ORDER BY n",
        MOST,
    ):
        weights = book.rows(DRESHER, "SELECT weight FROM dresher.hider WHERE n = ? ORDER BY number", n)
        trees = book.rows(DRESHER, "SELECT weight, depths FROM dresher.searcher WHERE n = ? ORDER BY tree", n)
        value = Fraction(int(numerator), int(denominator))
        games.append(
            {
                "n": n,
                "value": str(value),
                "rounded": f"{float(value):.6f}",
                "hider": [str(Fraction(int(weight), int(hider_total))) for (weight,) in weights],
                "trees": [
                    (str(Fraction(int(weight), int(searcher_total))), "\n".join(draw_tree(depths, width=WIDTH).lines))
                    for weight, depths in trees
                ],
            }
        )
    weights_by_n = book.rows(
        DRESHER,
        "SELECT n, list(weight ORDER BY number) FROM dresher.hider WHERE n <= ? GROUP BY n ORDER BY n",
        MOST_PLAYED,
    )
    if games:
        yield Page(
            f"{DRESHER}-small",
            DRESHER,
            f"Dresher's game: optimal strategies of both sides for up to {games[-1]['n']} numbers",
            "The hider picks one of the numbers 1 to n with these chances; the searcher draws one of the trees with its chance"
            " and guesses along it: left if the hidden number is lower, right if it is higher. The value is the expected"
            " number of guesses: neither side can do better.",
            "dresher_file.html",
            {"games": games},
            ("tafelwerk dresher searcher 7", "tafelwerk dresher explain 7"),
            stored=json.dumps({"game": DRESHER, "values": {n: list(map(int, weights)) for n, weights in weights_by_n}}),
        )


SKAT = "skat"
MOST_GAMES = 40
"""Games with a page."""


def skat_pages(book: Book) -> Iterator[Page]:
    """A page per game."""
    try:
        games = cast(Games, book.skat.games()).games[:MOST_GAMES]
    except MissingTableError:
        return
    rounds = get_rounds(book, [game.name for game in games])
    for game in games:
        done = rounds[game.name]
        result = "won" if game.won else "lost"
        made = result if game.points is None else f"made {game.points} points and {result}"
        start = f"{game.start} points" if game.points is not None else "won" if game.start else "lost"
        calls = (
            f" Players: {', '.join(done.players)}. Bidding: {calls_text(done.auction)}." if done.auction.calls else ""
        )
        yield Page(
            file_name(SKAT, game.name),
            SKAT,
            f"Skat: {game.name}, {game.game.capitalize()} by {game.declarer}",
            f"The declarer {made}; with best play by all from the first card: {start}. Recorded in: {game.recorded}.{calls}",
            "skat_file.html",
            _skat_values(done),
            (f"tafelwerk skat games {quote(game.name)}",),
            {"name": game.name, "deal": int(game.deal)},
        )


def _skat_values(done: Round) -> dict[str, Any]:
    """The cards at the start, all tricks, and what each card that was not best gave away."""
    prices = done.prices
    assert prices is not None
    with speaking(Language.ENGLISH, signs=True):
        return {
            "shapes": SHAPES,
            "stand": skat_rounds.open_table(prices.game, 0, 0, None, moves=False),
            "tricks": skat_rounds.course(prices),
            "losses": [
                f"Trick {card.trick}: {skat_rounds.describe_card(card, prices.game.null)}"
                for card in prices.played
                if card.cost
            ],
        }


SWITCHING = "switching"
DEEPEST = 3
"""Replies of Short down to which play is shown."""


def switching_pages(book: Book) -> Iterator[Page]:
    """A page per order."""
    for (order,) in book.rows(SWITCHING, "SELECT DISTINCT m FROM switching.positions ORDER BY m"):
        edges = book.rows(SWITCHING, "SELECT name, x, y FROM switching.edges WHERE m = ? ORDER BY edge", order)
        tree = _Tree(book, order, [name for name, _, _ in edges])
        root, won = tree.cut("", 0, 0, 0), tree.winning(0, 0)
        good = f"all {len(edges)} win" if len(won) == len(edges) else f"{', '.join(won)} win"
        picture = draw_lattice(Position(order, edges), f"The empty board of order {order}")
        yield Page(
            f"{SWITCHING}-order-{order}",
            SWITCHING,
            f"Bridg-It of order {order}: perfect play",
            f"Cut moves first and wins; of the first moves {good}. The tree plays the first of Cut's winning moves and"
            f" answers every reply of Short, down to {DEEPEST} replies. Links are named on the board.",
            "tree_file.html",
            {"tree": root, "picture": svg(picture)},
            (f"tafelwerk switching move --order {order}", f"tafelwerk switching play --order {order}"),
            stored=_stored_positions(book, order, edges),
        )


MOST_STORED = 5000
"""Positions from which a game is played."""


def _stored_positions(book: Book, order: int, edges: list[tuple[Any, ...]]) -> str:
    """What Bridg-It is played from: the winning moves of each position, -1 where it is won; "" where there are too many."""
    rows = book.rows(
        SWITCHING,
        "SELECT deleted, marked, if(decided, -1, moves::INTEGER) FROM switching.positions WHERE m = ?"
        " ORDER BY deleted, marked LIMIT ?",
        order,
        MOST_STORED + 1,
    )
    if len(rows) > MOST_STORED:
        return ""
    values = {f"{deleted},{marked}": moves for deleted, marked, moves in rows}
    return json.dumps({"game": "bridgit", "edges": edges, "values": values})


class _Tree:
    """Perfect play of Cut on one board."""

    def __init__(self, book: Book, order: int, names: list[str]) -> None:
        self._book, self._order, self._names = book, order, names

    def cut(self, step: str, deleted: int, marked: int, depth: int) -> Node:
        """Cut's move in a position, and Short's replies to it."""
        won = self.winning(deleted, marked)
        if not won:
            return Node(step, "lost", "")
        edge = self._names.index(won[0])
        after = deleted | 1 << edge
        verdict = "the only winning move" if len(won) == 1 else f"{len(won)} moves win: {', '.join(won)}"
        if self._is_over(after, marked):
            return Node(step, won[0], "Cut has won")
        node = Node(step, won[0], verdict)
        if depth < DEEPEST:
            for reply, name in enumerate(self._names):
                if not (after | marked) >> reply & 1:
                    node.below.append(self.cut(f"Short {name}:", after, marked | 1 << reply, depth + 1))
        return node

    def winning(self, deleted: int, marked: int) -> list[str]:
        """The winning moves of the player to move, by their names."""
        (moves, _) = self._row(deleted, marked)
        return [name for edge, name in enumerate(self._names) if moves >> edge & 1]

    def _is_over(self, deleted: int, marked: int) -> bool:
        return self._row(deleted, marked)[1]

    def _row(self, deleted: int, marked: int) -> tuple[int, bool]:
        row = self._book.one(
            SWITCHING,
            "SELECT moves, decided FROM switching.positions WHERE m = ? AND deleted = ? AND marked = ?",
            self._order,
            deleted,
            marked,
        )
        assert row is not None
        return int(row[0]), bool(row[1])


MINIMAX = "minimax"
GAMES = ("tictactoe", "tictactoe-misere")
"""Games in which X and O alternate, X first, so that a board says who is to move."""

OUTCOME_SIGNS, TONES = {1: "+", 0: "=", -1: "−"}, {1: "good", 0: "fair", -1: "bad"}
WORDS = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a board: the mark on it, or a move.

    Attributes:
        mark: X, O or "".
        to: class of the position after the move.
        sign: value of the move for its player and plies to the end, as "+3".
        tone: "good", "fair" or "bad".
        is_best: whether it is one of the best moves.
        said: the move in words.
    """

    mark: str
    to: int = 0
    sign: str = ""
    tone: str = ""
    is_best: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class SquarePosition:
    """A position: `rank` in the tables, what `said` of it, its `fields`."""

    rank: int
    said: str
    fields: tuple[Field, ...]


def tictactoe_pages(book: Book) -> Iterator[Page]:
    """A page per game."""
    for game in GAMES:
        rows = book.rows(
            MINIMAX,
            "SELECT rank, value, distance, moves, class, board FROM minimax.boards WHERE game = ? ORDER BY rank",
            game,
        )
        if not rows:
            continue
        known = {rank: (value, distance, kind) for rank, value, distance, _, kind, _ in rows}
        groups: dict[int, list[SquarePosition]] = {}
        for rank, value, distance, moves, kind, board in rows:
            if kind == rank:
                groups.setdefault(9 - board.count("."), []).append(
                    _position(rank, value, distance, moves, board, known)
                )
        count = sum(map(len, groups.values()))
        title = game.removesuffix("-misere")
        yield Page(
            f"{MINIMAX}-{game}",
            MINIMAX,
            f"{'Misere tic-tac-toe' if game != title else 'Tic-tac-toe'}: all {count} positions up to symmetry",
            "A number on an empty field is a move: + wins, = draws, − loses for the player to move, and the plies to the end"
            " when the winner hurries and the loser delays. A frame marks the best moves: those that keep the value, of these the"
            " fastest wins and the longest defences. A move leads to the"
            " position after it, turned or mirrored to the one that stands for its class; the browser's Back takes it back.",
            "tictactoe_file.html",
            {"groups": sorted(groups.items())},
            (f'tafelwerk minimax {"tictactoe" if game == title else "solve " + game} "X...O...."',),
            stored=json.dumps(
                {
                    "game": "tictactoe",
                    "values": {board: [value, plies] for rank, value, plies, _, kind, board in rows if kind == rank},
                }
            ),
        )


def _position(
    rank: int, value: int, distance: int, moves: int, board: str, known: dict[int, tuple[int, int, int]]
) -> SquarePosition:
    mover = 1 if board.count("X") == board.count("O") else 2
    if not moves:
        return SquarePosition(rank, "drawn" if not value else "over", tuple(Field(mark.strip(".")) for mark in board))
    after = {field: known[rank + mover * 3**field] for field, mark in enumerate(board) if mark == "."}
    # the values there are the opponent's
    best = best_moves({field: (-lost, plies) for field, (lost, plies, _) in after.items()})
    fields = []
    for number, mark in enumerate(board):
        if mark != ".":
            fields.append(Field(mark))
            continue
        lost, plies, kind = after[number]
        text = f"field {number}: {WORDS[-lost]} in {plies + 1}"
        fields.append(Field("", kind, f"{OUTCOME_SIGNS[-lost]}{plies + 1}", TONES[-lost], number in best, text))
    return SquarePosition(rank, f"{' XO'[mover]} to move: {WORDS[value]} in {distance}", tuple(fields))


SHOWN = 60
"""Largest heap on the page."""

PLAYED = {"grundy": "Grundy's game", "subtraction 1,2,3": "Take 1, 2 or 3"}
"""Games of heaps that are played on the page, besides Nim, whose values are the heaps."""


def heap_pages(book: Book) -> Iterator[Page]:
    """One page for all games."""
    periods = {
        game: (period, exception, checked)
        for game, period, exception, checked in book.rows(
            MINIMAX,
            "SELECT game, period, last_exception, checked_to FROM minimax.periods"
            " QUALIFY row_number() OVER (PARTITION BY game ORDER BY proved DESC, checked_to DESC) = 1",
        )
    }
    rows = book.rows(
        MINIMAX,
        "SELECT game, list(value ORDER BY heap) FROM minimax.grundy WHERE heap BETWEEN 1 AND ? GROUP BY game ORDER BY game",
        SHOWN,
    )
    if rows:
        yield Page(
            f"{MINIMAX}-heaps",
            MINIMAX,
            "Heaps: Grundy values and periods",
            "The player to move wins a sum of heaps unless the exclusive or of their values is 0, and wins by a move that"
            f" makes it 0. Values of heaps of 1 to {SHOWN} tokens, ten at a time. A proved period holds for ever.",
            "heaps_file.html",
            {
                "games": [
                    (game, _period_text(*periods[game]) if game in periods else "", _tens(values))
                    for game, values in rows
                ]
            },
            ("tafelwerk minimax grundy 8 13 20", "tafelwerk minimax octal 0.137"),
            stored=json.dumps(
                {"game": "heaps", "values": {PLAYED[game]: values for game, values in rows if game in PLAYED}}
            ),
        )


def _period_text(period: int | None, exception: int | None, checked: int) -> str:
    if period is None:
        return f"no period found up to heap {checked:,}"
    beyond = f" beyond heap {exception:,}" if exception is not None and exception >= 0 else ""
    return f"period {period:,}{beyond}, proved by heaps up to {checked:,}"


def _tens(values: list[int]) -> str:
    return "\u2003".join(" ".join(map(str, values[start : start + 10])) for start in range(0, len(values), 10))


MOST_PAIRS = 20
"""Pairs on the page."""

MEMORY_RULES = {
    "pass": "two known cards that do not match may be turned, which passes; two passes in a row end the game",
    "forced": "every turn takes a pair or turns an unseen card",
}

ACTION_SIGNS = {
    "take": "T",
    "pass": "P",
    "known then unseen": "K",
    "paired then unseen": "K",
    "unseen then unseen": "2",
    "unseen then known": "1",
    "unseen then decline": "d",
}
"""Signs of turns; that the match of a known card is taken goes without saying."""


def memory_pages(book: Book) -> Iterator[Page]:
    """A page per rule, for the greatest mean of own pairs minus the opponent's."""
    for rule, meaning in MEMORY_RULES.items():
        fields = {
            (pairs, known): f"{value:+.3f} {_signs(actions)}"
            for pairs, known, value, actions in book.rows(
                MINIMAX,
                "SELECT pairs, known, value, actions FROM minimax.memory"
                " WHERE rule = ? AND objective = 'gain' AND pairs <= ? ORDER BY pairs, known",
                rule,
                MOST_PAIRS,
            )
        }
        if not fields:
            continue
        most = max(pairs for pairs, _ in fields)
        yield Page(
            f"{MINIMAX}-memory-{rule}",
            MINIMAX,
            f"Memory, rule {rule}: the best turn up to {most} pairs",
            f"Two players who forget nothing turn two cards per turn; whoever finds a pair keeps it and goes on. Here {meaning}."
            " Rows: pairs left; columns: how many of them have one known card; fields: mean of the mover's further pairs minus"
            " the opponent's, and the best turn. 2: an unseen card, then its match if that is known, otherwise another unseen"
            " card. 1: likewise, but otherwise a known card. K: a known card, then an unseen one. P: a pass. d: the match of"
            " a known card is left.",
            "memory_file.html",
            {
                "most": most,
                "rows": [
                    (pairs, [fields.get((pairs, known), "") for known in range(pairs + 1)])
                    for pairs in range(1, most + 1)
                ],
            },
            ("tafelwerk minimax memory 9 8",),
        )


def _signs(actions: list[str]) -> str:
    """The best turns by their signs; where nothing but the match of a known card is left, the sign of taking it."""
    return (
        "/".join(dict.fromkeys(ACTION_SIGNS[turn] for turn in actions if turn in ACTION_SIGNS))
        or ACTION_SIGNS["unseen then known"]
    )


DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

SOURCES: tuple[tuple[str, str, Callable[[Book], Iterator[Page]]], ...] = (
    ("trees of Mastermind", "tafelwerk build mastermind", mastermind_pages),
    ("trees of Beams", "tafelwerk build beams", beams_pages),
    ("mixtures of Dresher's game", "tafelwerk build dresher", dresher_pages),
    ("played games of Skat", "tafelwerk build skat", skat_pages),
    ("positions of Bridg-It", "tafelwerk build switching", switching_pages),
    ("positions of tic-tac-toe", "tafelwerk build minimax tictactoe", tictactoe_pages),
    ("Grundy values", "tafelwerk build minimax", heap_pages),
    ("values of Memory", "tafelwerk build minimax", memory_pages),
)
"""What is shown, the command line that builds it, and its pages."""


def strategy_pages(
    book: Book, tell: Callable[[str], None], families: Collection[str] = KNOWN
) -> tuple[dict[str, str], list[Page], list[tuple[str, str]]]:
    """A page per strategy.

    Args:
        book: the book.
        tell: told what is being made.
        families: whose strategies.

    Returns:
        The pages by address; what is on them; what the book does not hold, with the command line that builds it.
    """
    texts: dict[str, str] = {}
    written: list[Page] = []
    missing: list[tuple[str, str]] = []
    held: Sequence[StoredTable] = stored_tables(book)
    for what, line, pages in SOURCES:
        # the family is what the line builds
        if not {*line.split()[2:3]} <= {*families}:
            continue
        tell(f"strategies: {what}")
        try:
            with boundary():
                family_pages, tables = with_tables(lambda pages=pages: list(pages(book)))  # type: ignore[misc]
        except BookError:
            missing.append((what, DAMAGED))
            continue
        taken = {page.name for page in written}
        for page in family_pages:
            # names of games may differ in signs that no file name has
            name = next(name for name in _names(page.name) if name not in taken)
            taken.add(name)
            page = replace(page, name=name)
            written.append(page)
            read = read_from(book, held, tables, page.rows)
            texts[f"/strategies/{name}"] = fill(page.template, page=page, tables=read, **page.values)
        if not family_pages:
            missing.append((what, line))
    return texts, written, missing


def _names(name: str) -> Iterator[str]:
    """A name, then the same with numbers from 2 on."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))
