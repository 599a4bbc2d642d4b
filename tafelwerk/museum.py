"""The museum: a room per game, how it is begun, and what was found there. Terminal, pages and atlas read the same sentences.

texts of a family's rooms, and its findings     families/F/room.py: ROOMS, FINDINGS; its figures: FIGURES
how pages begin the games in play               families/F/room.py: STARTS
what pages put together of clicks               families/F/room.py: PICKERS
a room as pages                                 web/routes/room_pages.py
the rules in a terminal                         commands/rules.py
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from shlex import split
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families import FAMILIES
from tafelwerk.spelling import name_key
from tafelwerk.wording import suggestion

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picker, Picture


@dataclass(frozen=True, slots=True)
class Room:
    """A game, for those who have not met it.

    Attributes:
        family: the family whose tables it reads.
        name: in addresses and on the command line, such as "bridg-it".
        title: as a person says it, such as "Bridg-It".
        about: what the game is, in a sentence.
        rules: three to six sentences, in paragraphs.
        picture: command line whose picture shows the game: a question that draws one, or "play GAME ..." for its board.
        shows: what is seen there, for those who do not see it.
        example: a worked example, in paragraphs; it speaks of the picture where that helps.
        games: names of games in play (`play.games`), with what the button says.
        asks: command lines of questions that a visitor asks first, with their titles.
        figures: names of figures worth looking at first.
        also: other words by which the game is looked for.
        draw: draws a bare board, for a card. Default: `picture` is shown there, too.
    """

    family: str
    name: str
    title: str
    about: str
    rules: tuple[str, ...]
    picture: str
    shows: str
    example: tuple[str, ...]
    games: tuple[tuple[str, str], ...] = ()
    asks: tuple[tuple[str, str], ...] = ()
    figures: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    draw: "Callable[[], Picture] | None" = None

    @property
    def picture_words(self) -> list[str]:
        """The words of `picture` behind the program's name; a board has a seed, so that it is always the same."""
        words = split(self.picture)[1:]
        return [*words, "--seed", "1"] if self.is_board else words

    @property
    def figure(self) -> str:
        """Name of the figure that `picture` is, "" where it is none."""
        words = self.picture_words
        return words[1] if words[:1] == ["plot"] else ""

    @property
    def is_board(self) -> bool:
        """Whether `picture` is the board of a game in play."""
        return "play" in split(self.picture)[1:3]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the tables say that one would not have guessed.

    Attributes:
        room: name of the room.
        name: in addresses.
        title: in a few words.
        question: what one would ask.
        query: the row with its numbers; no row where the book lacks it, or where the finding does not hold.
        sentence: the answer, with a place per column of the row.
        story: what it means and how it comes about, in paragraphs.
        command: the command line that shows it.
        figure: name of the figure that shows it, "" if there is none.
        rows: the rows that it is read from, as values by column; none: all rows.
        is_first: whether a visitor meets it first.
    """

    room: str
    name: str
    title: str
    question: str
    query: str
    sentence: str
    command: str
    story: tuple[str, ...] = ()
    figure: str = ""
    rows: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    is_first: bool = False

    @property
    def family(self) -> str:
        """The family whose tables it reads."""
        return room_named(self.room).family


@cache
def rooms() -> tuple[Room, ...]:
    """All rooms, in the order of the families."""
    return tuple(room for family in FAMILIES for room in _texts(family).ROOMS)


@cache
def findings() -> tuple[Finding, ...]:
    """All findings, in the order of the families."""
    return tuple(finding for family in FAMILIES for finding in _texts(family).FINDINGS)


def rooms_of(family: str) -> list[Room]:
    """The rooms of a family's games; none of games of the user's own."""
    return [room for room in rooms() if room.family == family]


def games_of(family: str) -> str:
    """The games of a family, as persons say them."""
    return " · ".join(room.title for room in rooms_of(family)) or "Games of your own"


def findings_of(room: Room) -> list[Finding]:
    """What was found in a room."""
    return [finding for finding in findings() if finding.room == room.name]


def room_named(name: str) -> Room:
    """A room by its name or title, another word for the game, a game that is played there as it is called or printed, such as
    DSC(10), or its family.

    Raises:
        InputError: there is none.
    """
    names = _names()
    room = names.get(name_key(name)) or names.get(name_key(re.sub("^the ", "", name.strip(), flags=re.IGNORECASE)))
    room = room or _room_of_printed(name.strip())
    if room is None:
        known = [room.name for room in rooms()]
        raise InputError(f"unknown game {in_quotes(name)}; {suggestion(name.strip(), known, 'tafelwerk rules')}")
    return room


def _room_of_printed(name: str) -> Room | None:
    """The room of a game as it is printed, by its family's NOTATION and the name's first letters; None if there is none."""
    for family in FAMILIES:
        notation: str | None = getattr(import_module(f"tafelwerk.families.{family}"), "NOTATION", None)
        if notation is not None and re.fullmatch(notation, name, re.IGNORECASE):
            for room in rooms_of(family):
                if _first_letters(name) in map(_first_letters, _names_of(room)):
                    return room
    return None


def _first_letters(name: str) -> str:
    """The letters before the first number or bracket of a name."""
    return name_key(re.split(r"[^a-z' -]", name.casefold())[0])


def _names_of(room: Room) -> tuple[str, ...]:
    """What a room and its games are called beside its title and its family."""
    return (room.name, *room.also, *(game for game, _ in room.games))


@cache
def _names() -> Mapping[str, Room]:
    """Rooms by all their names; a room's own name goes before what another is called besides."""
    called = [
        *((room.name, room) for room in rooms()),
        *((room.title, room) for room in rooms()),
        *((word, room) for room in rooms() for word in _names_of(room)),
        *((room.family, room) for room in rooms()),
    ]
    return {name_key(name): room for name, room in reversed(called)}


@cache
def said_of_figures() -> Mapping[str, str]:
    """What rooms and findings say that show a figure, by the figure's name."""
    texts: dict[str, list[str]] = {}
    for room in rooms():
        for name in room.figures:
            texts.setdefault(name, []).extend((room.title, room.name, *room.also, *(game for game, _ in room.games)))
    for finding in findings():
        texts.setdefault(finding.figure, []).extend((finding.title, finding.question))
    return {name: " ".join(parts) for name, parts in texts.items()}


def pickers_of(family: str) -> "Mapping[str, Callable[[], Picker]]":
    """How texts of a family's questions are put together by clicks, by the names of options; none of the user's own games."""
    pickers: Mapping[str, Callable[[], Picker]] = getattr(_texts(family), "PICKERS", {}) if family in FAMILIES else {}
    return pickers


def _texts(family: str) -> Any:
    return import_module(f"tafelwerk.families.{family}.room")


@dataclass(frozen=True, slots=True)
class Start:
    """A start.

    Attributes:
        text: what is played, in a person's words.
        fields: values of the fields of the form of `tafelwerk FAMILY play` that begin it.
        draw: draws a picture of its own.
    """

    text: str
    fields: Mapping[str, str]
    draw: "Callable[[], Picture] | None" = None


@dataclass(frozen=True, slots=True)
class Starts:
    """The starts of a game.

    Attributes:
        title: name of the game for people.
        ready: the two or three that are offered first.
        more: others, by what they have in common.
        pages: other pages of the game, as addresses and texts.
    """

    title: str
    ready: Sequence[Start]
    more: Sequence[tuple[str, Sequence[Start]]] = ()
    pages: Sequence[tuple[str, str]] = ()

    def names(self, field: str) -> bool:
        """Whether a start has a value of its own for a field."""
        starts = [*self.ready, *(start for _, several in self.more for start in several)]
        return any(field in start.fields for start in starts)


def starts_of(game: str) -> Starts | None:
    """The starts of a game; None of a game of the user's own."""
    starts = (getattr(_texts(family), "STARTS", {}).get(game) for family in FAMILIES)
    return next(filter(None, starts), None)
