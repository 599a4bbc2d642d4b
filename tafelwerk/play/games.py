"""The games that can be played."""

from dataclasses import dataclass
from shlex import quote

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.games.finding import installed, short_name
from tafelwerk.wording import listed, near


@dataclass(frozen=True, slots=True)
class Entry:
    """A game.

    Attributes:
        name: name of the game.
        task: the user's task.
        command: the command line that starts the game.
        takes_words: whether it is played with a stored word list.
    """

    name: str
    task: str
    command: str
    takes_words: bool = False


GAMES = tuple(
    Entry(name, task, f"tafelwerk {command}", takes_words="--name" in command)
    for name, command, task in (
        ("mastermind", "mastermind play", "Break a code of coloured pegs; with --as maker, think of one."),
        (
            "wordle",
            "mastermind play --name wordle --strategy h1",
            "Find a word of your own list, as in Wordle; with --hard in hard mode, with --as maker think of one.",
        ),
        ("beams", "beams play", "Find the coloured pieces on a hexagonal board; with --as maker, hide them."),
        ("dresher", "dresher play", "Guess a number from 1 to 20; with --as hider, keep one in mind."),
        ("switching", "switching play", "Bridg-It: keep two ends of a board apart; with --as short, join them."),
        ("skat", "skat play", "Bid, declare and play rounds of Skat against two programs."),
        ("tictactoe", "minimax play tictactoe", "Three in a row; also tictactoe-misere and tictactoe-wild."),
        ("notakto", "minimax play notakto-2", "Two boards of crosses; a row of three finishes a board."),
        ("nim-passes", "minimax play nim-passes", "Take tokens from heaps, or pass once."),
        (
            "grundy",
            "minimax play grundy:12",
            "Split heaps into unequal parts until you cannot; also octal and subtraction games.",
        ),
        ("memory", "minimax play memory:6", "Turn cards and find pairs against perfect play."),
        ("burnt-pancakes", "minimax play burnt-pancakes-4", "Sort a stack of pancakes with few flips."),
    )
)


def all_games() -> tuple[Entry, ...]:
    """The games of the program, then the user's own games registered by packages."""
    own = (_own(name, f"A game of your own, {point.value}.") for name, point in installed().items())
    return (*GAMES, *own)


def own_game(named: str) -> Entry:
    """The game of a file, or of a class in it, under the file's name without its folder."""
    return _own(short_name(named), "A game of your own.")


def _own(name: str, task: str) -> Entry:
    return Entry(name, task, f"tafelwerk games play {quote(name)}")


def game_named(name: str) -> Entry:
    """A game by its name, or by the file of its class.

    Raises:
        InputError: there is none of that name.
    """
    word = name.strip()
    if word.partition(":")[0].endswith(".py"):
        return _own(word, "A game of your own.")
    games = all_games()
    for game in games:
        if game.name in (word, word.lower()):
            return game
    names = [game.name for game in games]
    meant = near(name, names)
    words = f"did you mean {listed(meant, last='or')}?" if meant else f"it may be {listed(names, last='or')}"
    raise InputError(f"unknown game {quoted(name)}; {words}")
