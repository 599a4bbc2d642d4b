"""The games that can be played."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from shlex import quote

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families import FAMILIES
from tafelwerk.museum import room_named, rooms
from tafelwerk.own_games import installed_games, short_name
from tafelwerk.spelling import name_key
from tafelwerk.wording import join_words, near


@dataclass(frozen=True, slots=True)
class Entry:
    """A game.

    Attributes:
        name: name of the game.
        task: the user's task.
        command: the command line that starts the game.
        takes_words: whether it is played with a stored word list.
        texts: what help says of arguments and options of the command where it says more of other games; "" of those of other
            games alone.
    """

    name: str
    task: str
    command: str
    takes_words: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The command line as a person types it: a list of words is a file, as long as the book has none."""
        return re.sub(r"--name \w+", "--words FILE", self.command) if self.takes_words else self.command


GAMES = tuple(
    Entry(name, task, f"tafelwerk {command}", "--name" in command, *texts)
    for family in FAMILIES
    for name, command, task, *texts in getattr(import_module(f"tafelwerk.families.{family}"), "PLAY", ())
)
"""The program's own games: `PLAY` of the rooms."""


def all_games() -> tuple[Entry, ...]:
    """The games of the program, then the user's own games registered by packages."""
    own = (_own(name, f"A game of your own, {point.value}.") for name, point in installed_games().items())
    return (*GAMES, *own)


def own_game(named: str) -> Entry:
    """The game of a file, or of a class in it, under the file's name without its folder."""
    return _own(short_name(named), "A game of your own.")


def _own(name: str, task: str) -> Entry:
    return Entry(name, task, f"tafelwerk games play {quote(name)}")


def _games_of_room(name: str) -> list[str]:
    """The games that are played in the room of this name; none if there is no such room."""
    with suppress(InputError):
        return [game for game, _ in room_named(name).games]
    return []


def game_named(name: str) -> Entry:
    """A game by its name, by its name as a room's NOTATION has it, such as DSC(10), by the file of its class, or by another
    name of a room in which one game is played.

    Raises:
        InputError: there is none of that name.
    """
    word = name.strip()
    if word.partition(":")[0].endswith(".py"):
        return _own(word, "A game of your own.")
    games = all_games()
    for game in games:
        if name_key(game.name) == name_key(word):
            return game
    for family in FAMILIES:
        notation: str | None = getattr(import_module(f"tafelwerk.families.{family}"), "NOTATION", None)
        if notation is not None and re.fullmatch(notation, word, re.IGNORECASE):
            return Entry(word, "A game by its printed name.", f"tafelwerk {family} play {quote(word)}")
    names = [game.name for game in games]
    of_room = _games_of_room(word)
    if len(of_room) == 1:
        return game_named(of_room[0])
    meant = near(name, names)
    if not meant:
        meant = of_room or [
            game for room in near(word, [room.name for room in rooms()]) for game in _games_of_room(room)
        ]
    words = f"did you mean {join_words(meant, last='or')}?" if meant else f"it may be {join_words(names, last='or')}"
    raise InputError(f"unknown game {in_quotes(name)}; {words}")
