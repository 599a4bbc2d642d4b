"""Strategies of the atlas, a page each, read from the tables: trees that unfold without JavaScript, and games that are played.

what a page is                                       Page
trees of queries and answers                         mastermind_pages, beams_pages
games that static/stored.js plays                    mastermind_pages, dresher_pages, switching_pages, tictactoe_pages, heap_pages
all of them, and those that the book does not hold   strategy_pages
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from shlex import quote
from typing import Any

from tafelwerk.book import Book
from tafelwerk.errors import BookError
from tafelwerk.families import KNOWN
from tafelwerk.museum import room_named
from tafelwerk.tables.readings import boundary
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
        room: name of the room of its game.
        title: in a line.
        about: what it shows and how to read it, in sentences.
        lines: the same for the terminal.
        rows: the rows that it shows, as values by column.
        tree: the root of a tree to step through. None: there is none.
        is_pegs: whether what is done at a node of the tree is a code of pegs.
        values: what a game is played from, as JSON; "" where nothing is played.
    """

    name: str
    room: str
    title: str
    about: str
    lines: tuple[str, ...] = ()
    rows: Mapping[str, object] = field(default_factory=dict)
    tree: "Node | None" = None
    is_pegs: bool = False
    values: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree.

    Attributes:
        step: the answer that leads to it; "" at the root.
        ask: what is done here.
        told: numbers of the position.
        is_possible: whether what is done may be what is looked for.
        below: the nodes that follow.
    """

    step: str
    ask: str
    told: str
    is_possible: bool = False
    below: "list[Node]" = field(default_factory=list)

    def to_list(self) -> list[Any]:
        """It as a list that a game is played from, with the nodes that follow by their answers."""
        return [self.ask, self.told, self.is_possible, {node.step: node.to_list() for node in self.below}]


def _rows_of_tree(
    book: Book, table: str, columns: str, known: Mapping[str, object], most: int
) -> tuple[list[tuple[Any, ...]], int, int]:
    """Rows of a tree, each after the one above it, down to a depth at which they are not too many; that depth, and the deepest.

    The first two levels are there in any case.

    Args:
        book: the book.
        table: FAMILY.TABLE, which has a row per node with its `depth`.
        columns: what is read; the first one sorts the nodes of a depth.
        known: values by column that tell the tree.
        most: number of nodes.
    """
    family, _, _ = table.partition(".")
    of = f"FROM {table} WHERE {' AND '.join(f'{name} = ?' for name in known)}"
    totals = f"SELECT depth, sum(count(*)) OVER (ORDER BY depth) {of} GROUP BY depth ORDER BY depth"
    depths = book.rows(family, totals, *known.values())
    depth = max(depth for level, (depth, total) in enumerate(depths) if level < 2 or total <= most)
    statement = f"SELECT {columns} {of} AND depth <= ? ORDER BY depth, {columns.partition(',')[0]}"
    return book.rows(family, statement, *known.values(), depth), depth, depths[-1][0]


def file_name(*words: object) -> str:
    """A file's name of words: letters, digits and hyphens; what is neither becomes a hyphen."""
    text = "-".join(map(str, words)).casefold()
    return "-".join("".join(sign if sign.isalnum() or sign == "." else " " for sign in text).split())


MOST_TREES = 24
"""Trees of a family with a page: the best of each game, then others, those of the smallest games first."""

MASTERMIND = "mastermind"


def mastermind_pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        MASTERMIND,
        "SELECT game, strategy, tie::VARCHAR, s.codes, total_num, total_den, most, pegs, colors, g.distinct"
        " FROM mastermind.strategies s JOIN mastermind.games g USING (game)"
        " SEMI JOIN mastermind.trees t USING (game, strategy, tie)"
        " ORDER BY row_number() OVER (PARTITION BY game ORDER BY strategy != 'optimal', strategy, tie), s.codes, game",
    )
    for game, strategy, tie, codes, numerator, denominator, most, pegs, colours, distinct in trees[:MOST_TREES]:
        known = {"game": game, "strategy": strategy, "tie": tie}
        columns = "node, parent, coalesce(answer, ''), query, possible, codes, total"
        rows, depth, deepest = _rows_of_tree(book, "mastermind.trees", columns, known, MOST_NODES)
        nodes: dict[int, Node] = {}
        for node, parent, answer, query, possible, left, to_go in rows:
            note = "the code" if left == 1 and possible else f"{count_noun(left, 'code')}, {to_go / left:.3g} to go"
            nodes[node] = Node(answer, query, note, possible)
            if parent is not None:
                nodes[parent].below.append(nodes[node])
        root, total = nodes[rows[0][0]], Fraction(int(numerator), int(denominator))
        cut = f" The tree is shown down to query {depth} of {deepest}." if depth < deepest else ""
        options = (
            f"--name {quote(game)}" if pegs is None else f"--pegs {pegs} --colors {colours}{' --distinct' * distinct}"
        )
        yield Page(
            file_name(MASTERMIND, game, strategy, tie if tie != "none" else ""),
            MASTERMIND,
            f"{'Mastermind ' if pegs else ''}{game}: {_label(strategy, tie)}",
            f"{total} / {codes:,} = {float(total / codes):.4f} queries on average, {most} at most. Ask the query, then open its"
            f" answer: right places, right colours elsewhere. Numbers: codes left, and queries still expected.{cut}",
            (f"tafelwerk mastermind next {options} {_options(strategy)}",),
            known,
            root,
            pegs is not None,
            values=json.dumps({"game": MASTERMIND, "values": root.to_list()}) if pegs and depth == deepest else "",
        )


def _label(strategy: str, tie: str) -> str:
    """A strategy in a title, with its rule for ties if it has one."""
    return strategy if tie == "none" else f"{strategy}, ties {tie}"


def _options(strategy: str) -> str:
    """A stored strategy on the command line: "optimal max-depth 5" is --strategy optimal --max-depth 5."""
    name, *words = strategy.split()
    return " ".join(["--strategy", name, *(word if word.isdecimal() else f"--{word}" for word in words)])


MOST_BEAMS = 2000
"""Nodes of a tree of Beams."""

BEAMS = "beams"


def beams_pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        BEAMS,
        "SELECT variant::VARCHAR, strategy, tie::VARCHAR, codes, cost FROM beams.nodes WHERE history = ''"
        " ORDER BY row_number() OVER (PARTITION BY nodes.variant ORDER BY strategy != 'optimal', strategy, nodes.tie),"
        " nodes.variant",
    )
    for variant, strategy, tie, codes, cost in trees[:MOST_TREES]:
        known = {"variant": variant, "strategy": strategy, "tie": tie}
        columns = "history, colour, diagonal, codes, cost"
        rows, depth, deepest = _rows_of_tree(book, "beams.nodes", columns, known, MOST_BEAMS)
        nodes: dict[str, Node] = {}
        for history, colour, diagonal, left, paid in rows:
            before, _, last = history.rpartition("; ")
            note = count_noun(left, "code") + ("" if paid is None else f", mean cost {paid / left:.4g}")
            nodes[history] = Node(last.partition(" ")[2], f"{colour}@{diagonal}" if colour else "guess", note)
            if history:
                nodes[before].below.append(nodes[history])
        mean = f"{cost} / {codes:,} = {cost / codes:.4f} beams and wrong fields on average. " if cost else ""
        cut = f" The tree is shown down to {count_noun(depth, 'answer')} of {deepest}." if depth < deepest else ""
        options = f" --tie {tie}" if tie not in ("none", "lex-c") else ""
        yield Page(
            file_name(BEAMS, variant, strategy, tie if tie != "none" else ""),
            BEAMS,
            f"Beams {variant}: {_label(strategy, tie)}",
            f"{mean}Beams are colour@diagonal; an answer lists the fields hit, - for none. Send the beam, then open its answer."
            f" An answer that is not listed leaves one code.{cut}",
            (f"tafelwerk beams next --variant {variant} --strategy {strategy}{options}",),
            known,
            nodes[""],
        )


DRESHER = "dresher"
MOST_NUMBERS = 40
"""Largest game that is played."""


def dresher_pages(book: Book) -> Iterator[Page]:
    """One page for all games."""
    weights = book.rows(
        DRESHER,
        "SELECT n, list(weight ORDER BY number) FROM dresher.hider WHERE n <= ? GROUP BY n ORDER BY n",
        MOST_NUMBERS,
    )
    if weights:
        yield Page(
            f"{DRESHER}-small",
            DRESHER,
            "Dresher's game: find the number of an optimal hider",
            "The program picks one of the numbers with the chances of an optimal hider: no choice of numbers makes you guess"
            " more often on average. Each guess is answered by lower or higher. What moves are worth is the number of guesses"
            " that you still need on average, if you go on as well as possible.",
            ("tafelwerk dresher searcher 7", "tafelwerk dresher explain 7"),
            values=json.dumps({"game": DRESHER, "values": {n: list(map(int, shares)) for n, shares in weights}}),
        )


SWITCHING = "switching"


def switching_pages(book: Book) -> Iterator[Page]:
    """A page per order."""
    for (order,) in book.rows(SWITCHING, "SELECT DISTINCT m FROM switching.positions ORDER BY m"):
        edges = book.rows(SWITCHING, "SELECT name, x, y FROM switching.edges WHERE m = ? ORDER BY edge", order)
        positions = book.rows(
            SWITCHING,
            "SELECT deleted, marked, if(decided, -1, moves::INTEGER) FROM switching.positions WHERE m = ?",
            order,
        )
        values = _met_values({(deleted, marked): moves for deleted, marked, moves in positions}, len(edges))
        won = [name for edge, (name, _, _) in enumerate(edges) if values["0,0"] >> edge & 1]
        good = f"all {len(edges)} win" if len(won) == len(edges) else f"{', '.join(won)} win"
        yield Page(
            f"{SWITCHING}-order-{order}",
            "bridg-it",
            f"Bridg-It of order {order}: perfect play",
            f"Cut moves first and wins; of the first moves {good}. Cut takes links away, Short makes them fast; Short wins if"
            " top and bottom are joined, Cut if they cannot be.",
            (f"tafelwerk switching move --order {order}", f"tafelwerk switching play --order {order}"),
            values=json.dumps({"game": "bridgit", "edges": edges, "values": values}),
        )


def _met_values(values: Mapping[tuple[int, int], int], count: int) -> dict[str, int]:
    """Values of the positions that a reader meets against the program, which takes the first of the best links.

    Args:
        values: of each position, the links that are deleted and marked, the winning links as bits; -1 where it is won.
        count: number of links.
    """
    met: set[tuple[int, int, bool]] = set()
    waiting = [(0, 0, True), (0, 0, False)]
    while waiting:
        deleted, marked, is_readers = waiting.pop()
        winning = values[deleted, marked]
        if (deleted, marked, is_readers) not in met and winning >= 0:
            free = [1 << link for link in range(count) if not (deleted | marked) >> link & 1]
            links = free if is_readers else [next((link for link in free if winning & link), free[0])]
            is_cuts = deleted.bit_count() == marked.bit_count()
            waiting += [(deleted | link * is_cuts, marked | link * (not is_cuts), not is_readers) for link in links]
        met.add((deleted, marked, is_readers))
    return {f"{deleted},{marked}": values[deleted, marked] for deleted, marked, _ in sorted(met)}


MINIMAX = "minimax"
BOARDS = {"tictactoe": "Tic-tac-toe", "tictactoe-misere": "Misere tic-tac-toe"}
"""Games in which X and O alternate, X first, so that a board says who is to move, and their titles."""


def tictactoe_pages(book: Book) -> Iterator[Page]:
    """A page per game."""
    for game, title in BOARDS.items():
        rows = book.rows(
            MINIMAX,
            "SELECT board, value, distance FROM minimax.boards WHERE game = ? AND class = rank ORDER BY rank",
            game,
        )
        if not rows:
            continue
        loses = "loses" if game.endswith("misere") else "wins"
        yield Page(
            f"{MINIMAX}-{game}",
            "tic-tac-toe",
            f"{title}: all {len(rows)} positions up to symmetry",
            f"Three of one's own marks in a row: who makes them {loses}. The program reads the value of every position: it takes"
            " the fastest win and the longest defence.",
            (f'tafelwerk minimax {"tictactoe" if loses == "wins" else "solve " + game} "X...O...."',),
            values=json.dumps({"game": "tictactoe", "values": {board: [value, plies] for board, value, plies in rows}}),
        )


PLAYED = {"grundy": "Grundy's game", "subtraction 1,2,3": "Take 1, 2 or 3"}
"""Games of heaps that are played, besides Nim, whose values are the heaps."""

MOST_TOKENS = 60
"""Largest heap of which the page has the value."""


def heap_pages(book: Book) -> Iterator[Page]:
    """One page for all games."""
    rows = book.rows(
        MINIMAX,
        "SELECT game, list(value ORDER BY heap) FROM minimax.grundy WHERE heap BETWEEN 1 AND ? GROUP BY game ORDER BY game",
        MOST_TOKENS,
    )
    if rows:
        yield Page(
            f"{MINIMAX}-heaps",
            "heaps",
            "Nim and other games of heaps",
            "Who cannot move loses. The player to move wins a sum of heaps unless the exclusive or of their Grundy values is 0,"
            " and wins by a move that makes it 0.",
            ("tafelwerk minimax grundy 8 13 20", "tafelwerk minimax octal 0.137"),
            values=json.dumps(
                {"game": "heaps", "values": {PLAYED[game]: values for game, values in rows if game in PLAYED}}
            ),
        )


DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

SOURCES: tuple[tuple[str, str, Callable[[Book], Iterator[Page]]], ...] = (
    ("trees of Mastermind", "tafelwerk build mastermind", mastermind_pages),
    ("trees of Beams", "tafelwerk build beams", beams_pages),
    ("mixtures of Dresher's game", "tafelwerk build dresher", dresher_pages),
    ("positions of Bridg-It", "tafelwerk build switching", switching_pages),
    ("positions of tic-tac-toe", "tafelwerk build minimax tictactoe", tictactoe_pages),
    ("Grundy values", "tafelwerk build minimax", heap_pages),
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
            texts[f"/strategies/{name}"] = fill("strategy.html", page=page, room=room_named(page.room), tables=read)
        if not family_pages:
            missing.append((what, line))
    return texts, written, missing


def _names(name: str) -> Iterator[str]:
    """A name, then the same with numbers from 2 on."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))
