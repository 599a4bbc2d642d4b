"""`tafelwerk rules`: the games and how they are played, with a picture, an example, and what can be asked and played."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, language_in, table
from tafelwerk.language import Language, in_german, say, speaking, translate
from tafelwerk.museum import Room, room_named, rooms
from tafelwerk.places import with_book
from tafelwerk.play.games import game_named

if TYPE_CHECKING:
    from collections.abc import Callable

app = App()

OWN = "\nA game of your own, a class with four methods, is solved, explained and played: tafelwerk games --help"


@app.command()
def rules(
    context: typer.Context,
    book: BookOption,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, by any of its names. Default: list the games.")
    ] = None,
    *,
    lang: Annotated[
        Language | None,
        typer.Option("--lang", help="Language of the rules of Skat: de or en. Default: that of the locale."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Say how a game is played: its rules, a picture, a worked example, and what can be asked and played.

    Example: tafelwerk rules

    Example: tafelwerk rules bridg-it

    Example: tafelwerk rules skat --lang de
    """
    if game is None:
        rows = [(room.title, room.about, f"tafelwerk rules {room.name}") for room in rooms()]
        document = {"games": [{"name": room.name, "title": room.title, "about": room.about} for room in rooms()]}
        answer(json, document, lambda: table(("game", "what it is", "its rules"), rows))
        if not json:
            answer(False, {}, OWN)
        return
    room = room_named(game)
    if json:
        answer(json, _document(room), "")
        return
    with speaking(lang or language_in(())):
        for part in _page(room, context, book):
            answer(False, {}, part)


def _document(room: Room) -> dict[str, Any]:
    return {
        "name": room.name,
        "title": room.title,
        "about": room.about,
        "rules": room.rules,
        "picture": {"line": room.picture, "shows": room.shows},
        "example": room.example,
        "asks": [{"title": title, "line": line} for line, title in room.asks],
        "games": [{"title": title, "line": game_named(name).command} for name, title in room.games],
        "figures": room.figures,
        "also": room.also,
    }


def _page(room: Room, context: typer.Context, book: Path) -> Iterator[Any]:
    """What is said of a game, part by part; its picture is printed by the command that draws it."""
    yield _paragraphs((room.title, room.about, *room.rules))
    words = room.picture_words
    if words[0] == "plot":
        yield _paragraphs((room.shows, say("To draw it: {line}", line=with_book(room.picture, book))))
    elif room.is_board:
        yield from _boards(context, [*words, "--book", str(book)])
        yield _paragraphs((room.shows,))
    else:
        language = ["--lang", "de"] if in_german() and words[0] == "skat" else []
        _call(context, [*words, *language, "--book", str(book)])
        yield "\n" + _paragraphs((room.shows,))
    yield _paragraphs(room.example)
    yield table(
        (say("you can ask"), say("command line")),
        [(translate(title), with_book(line, book)) for line, title in room.asks],
    )
    if room.games:
        plays = [(translate(title), with_book(game_named(name).command, book)) for name, title in room.games]
        yield "\n"
        yield table((say("you can play"), say("command line")), plays)


def _paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"{translate(text)}\n\n" for text in texts)


def _boards(context: typer.Context, words: Sequence[str]) -> "Iterator[Any]":
    """The board with which a game begins."""
    from tafelwerk.commands.terminal import led_by
    from tafelwerk.play.session import Line, Session

    boards: list[Any] = []

    def begin(session: Session, draw: "Callable[[Any], Any]") -> None:
        boards.extend(draw(part) for part in session.start() if not isinstance(part, str | Line))

    with led_by(begin):
        _call(context, words)
    yield from boards[:1]
    yield "\n"


def _call(context: typer.Context, words: Sequence[str]) -> None:
    context.find_root().command.main([*words], prog_name="tafelwerk", standalone_mode=False)
