"""Strategies of games, stored positions to step through: Skat, Bridg-It, tic-tac-toe, heaps and Memory."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote
from typing import Any, cast

from tafelwerk.book import Book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.skat.answers import Games
from tafelwerk.families.skat.pictures import SHAPES
from tafelwerk.families.skat.rules.round_log import calls_text
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.stored_games import get_rounds
from tafelwerk.families.switching.figures.drawings import Position, draw_lattice
from tafelwerk.language import Language, speaking
from tafelwerk.plots.pictures import svg
from tafelwerk.rules.preference import best_moves
from tafelwerk.web.atlas.query_trees import Node, Page, file_name
from tafelwerk.web.boards import skat_rounds

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
        told = "the only winning move" if len(won) == 1 else f"{len(won)} moves win: {', '.join(won)}"
        if self._is_over(after, marked):
            return Node(step, won[0], "Cut has won")
        node = Node(step, won[0], told)
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
        found = self._book.one(
            SWITCHING,
            "SELECT moves, decided FROM switching.positions WHERE m = ? AND deleted = ? AND marked = ?",
            self._order,
            deleted,
            marked,
        )
        assert found is not None
        return int(found[0]), bool(found[1])


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
    for field, mark in enumerate(board):
        if mark != ".":
            fields.append(Field(mark))
            continue
        lost, plies, kind = after[field]
        text = f"field {field}: {WORDS[-lost]} in {plies + 1}"
        fields.append(Field("", kind, f"{OUTCOME_SIGNS[-lost]}{plies + 1}", TONES[-lost], field in best, text))
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
