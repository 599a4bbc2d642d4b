"""Games by their names: games over ranks, which the book holds completely, and games of two players, to search and play."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax.rules.evaluation import LINES_OPEN
from tafelwerk.families.minimax.rules.heaps import LARGEST_HEAP, HeapGame, HeapRules, heap_game
from tafelwerk.families.minimax.rules.nim_passes import NIM_PASSES
from tafelwerk.families.minimax.rules.notakto import notakto
from tafelwerk.families.minimax.rules.pancakes import burnt_pancakes
from tafelwerk.families.minimax.rules.ranked import RankedGame, RankedRules
from tafelwerk.families.minimax.rules.tictactoe import GAMES as BOARD_GAMES
from tafelwerk.families.minimax.rules.tictactoe import RULES, check_board
from tafelwerk.rules.game_trees import Game, Turn, Utility
from tafelwerk.rules.numbers import whole

GAMES = {
    game.name: game
    for game in (*BOARD_GAMES, notakto(1), notakto(2), NIM_PASSES, *(burnt_pancakes(n) for n in range(1, 9)))
}
"""The games over ranks that the book may hold, in the order of its tables."""

HEAP_GAMES = {
    "grundy": ("grundy:HEAP", "grundy:7"),
    "octal": ("octal:CODE:HEAP", "octal:0.77:12"),
    "subtraction": ("subtraction:SET:HEAP", "subtraction:1,2:21"),
}
"""Form of the names of heap games in play, each with an example."""

MOST_HEAPS = 100
"""Most heaps of a sum."""

MOST_TOKENS, MOST_PLAYED_HEAPS = 1000, 12
"""Most tokens of all heaps together, and most heaps, in play."""


def ranked_game(name: str) -> RankedGame:
    """The game over ranks with this name.

    Raises:
        InputError: no game has this name.
    """
    found = name.strip().lower()
    if found not in GAMES:
        raise InputError(f"unknown game {quoted(name)}; it may be {', '.join(GAMES)}")
    return GAMES[found]


def read_heaps(text: str, most: int = LARGEST_HEAP) -> list[int]:
    """The heaps that a text gives, each up to a limit of tokens: 7, 7+5+3 or "7 5 3".

    Raises:
        InputError: there are no heaps, or too many, or one has an invalid size.
    """
    heaps = [whole("a heap", word, 1, most) for word in re.split(r"[\s+,]+", text.strip()) if word]
    if not heaps:
        raise InputError("a heap game has one or more heaps, such as 7 or 7+5+3")
    if len(heaps) > MOST_HEAPS:
        raise InputError(f"a sum has at most {MOST_HEAPS} heaps, not {len(heaps):,}")
    return heaps


@dataclass(frozen=True, slots=True, eq=False)
class Playable:
    """A game of two players to search, with its states and moves as text.

    Attributes:
        name: name on the command line: that of a game over ranks, or of heaps, such as grundy:7+5.
        rules: the game to search.
        read: function from text to a state; raises InputError if the text is not a position.
        text: function from a state to text that `read` accepts.
        move_name: function from a state and a move to the name of the move.
        evaluation: function from a state to an estimate of its value for Max.
    """

    name: str
    rules: Any
    read: Callable[[str], Any]
    text: Callable[[Any], str]
    move_name: Callable[[Any, Any], str]
    evaluation: Callable[[Any], Utility]

    def __str__(self) -> str:
        return self.name


def game_of_two(name: str) -> RankedGame | tuple[HeapGame, list[int]]:
    """The game of two players with this name: a game over ranks, or a heap game with its heaps.

    Raises:
        InputError: no game has this name, it is a puzzle, or there are too many or too large heaps.
    """
    kind, _, rest = name.strip().partition(":")
    if kind.lower() not in HEAP_GAMES:
        if kind.lower() not in GAMES:
            games = [game.name for game in GAMES.values() if not game.is_puzzle]
            forms = [form for form, _ in HEAP_GAMES.values()]
            raise InputError(f"unknown game of two players {quoted(name)}; it may be {', '.join([*games, *forms])}")
        return ranked_game(kind)
    kind = kind.lower()
    code, colon, heaps = rest.rpartition(":")
    form, example = HEAP_GAMES[kind]
    if (kind == "grundy") == bool(colon) or not heaps:
        raise InputError(f"{kind}: write {form}, such as {example}")
    game, played = heap_game(f"{kind} {code}"), read_heaps(heaps)
    if sum(played) > MOST_TOKENS:
        raise InputError(f"heaps must have at most {MOST_TOKENS:,} tokens together, not {sum(played):,}")
    if len(played) > MOST_PLAYED_HEAPS:
        raise InputError(f"a game begins with at most {MOST_PLAYED_HEAPS} heaps, not {len(played)}")
    return game, played


def playable(name: str) -> Playable:
    """The game of two players with this name; raises the errors of `game_of_two`."""
    game = game_of_two(name)
    if isinstance(game, tuple):
        return _of_heaps(*game)
    return _of_boards(game) if game.name in RULES else _of_ranks(game)


def _at_the_end(rules: Game[Any, Any]) -> Callable[[Any], Utility]:
    """An evaluation that is 0 before the end."""
    return lambda state: rules.utility(state) if rules.is_over(state) else 0


def _of_ranks(game: RankedGame) -> Playable:
    rules = RankedRules(game)
    return Playable(
        name=game.name,
        rules=rules,
        read=lambda text: rules.state(game.rank(text)),
        text=lambda state: game.text(state[0]),
        move_name=lambda state, move: game.move_name(state[0], move),
        evaluation=_at_the_end(rules),
    )


def _of_boards(game: RankedGame) -> Playable:
    rules = RULES[game.name]
    return Playable(
        name=game.name,
        rules=rules,
        read=lambda text: check_board(text, rules.wild),
        text=str,
        move_name=lambda board, move: rules.move_name(move),
        evaluation=LINES_OPEN if game.name == "tictactoe" else _at_the_end(rules),
    )


def _of_heaps(game: HeapGame, heaps: list[int]) -> Playable:
    rules = HeapRules(game, heaps)

    def read(text: str) -> Any:
        found = read_heaps(text)
        if max(found) > max(heaps) or sum(found) > MOST_TOKENS:
            raise InputError(f"{quoted(text)} has a heap larger than the game begins with: at most {max(heaps)}")
        return tuple(sorted(found)), Turn.MAX

    return Playable(
        name=f"{game.name.replace(' ', ':')}:{'+'.join(map(str, heaps))}",
        rules=rules,
        read=read,
        text=lambda state: "+".join(map(str, state[0])) or "0",
        move_name=lambda state, move: f"{move[0]} to {'+'.join(map(str, move[1])) or '0'}",
        evaluation=_at_the_end(rules),
    )
