"""`tafelwerk rules`: the games and how they are played, with a picture, an example, and what can be asked and played."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from shlex import quote as quote_word
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, language_in
from tafelwerk.commands.output import answer, check_picture, command_table, reading, save_picture, write_text
from tafelwerk.errors import InputError
from tafelwerk.language import Language, in_german, say, speaking, speech, translate
from tafelwerk.museum import Room, room_named, rooms
from tafelwerk.places import with_book
from tafelwerk.play.games import game_named
from tafelwerk.play.session import Line, Session
from tafelwerk.wording import join_words

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

app = App()

PAGES = (".html", ".md", ".pdf", ".png", ".svg")
"""Endings of files that rules are written to; the last three are pages to print."""

OWN = "\nA game of your own, a class with four methods, is solved, explained and played: tafelwerk games --help"


def _check_page(path: Path | None) -> Path | None:
    """The file of a page, before any work is done for it."""
    if path is not None and path.suffix.lower() not in PAGES:
        ending = f"ends in {path.suffix}" if path.suffix else "has no ending"
        raise InputError(
            f"--output {path} {ending}; rules are written as {join_words([f'FILE{page}' for page in PAGES], last='or')}"
        )
    if path is not None and path.suffix.lower() != ".md":
        check_picture(path)
    return path


@app.command()
def rules(
    context: typer.Context,
    book: BookOption,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="A game, by any of its names. Default: list the games.")
    ] = None,
    *,
    lang: Annotated[
        Language | None,
        typer.Option("--lang", help="Language of the rules of Skat: de or en. Default: that of the locale."),
    ] = None,
    json: JsonOption = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=_check_page,
            help="File to write: FILE.html, FILE.md with its picture in FILE.svg, or a hand-out, FILE.pdf, .png or .svg.",
        ),
    ] = None,
) -> None:
    """Say how a game is played: its rules, a picture, a worked example, and what can be asked and played.

    A file is a page for a browser, or a hand-out to print.

    Example: tafelwerk rules

    Example: tafelwerk rules bridg-it

    Example: tafelwerk rules skat --lang de

    Example: tafelwerk rules mastermind -o mastermind.pdf
    """
    game = " ".join(words) if words else None
    if lang is Language.GERMAN and (game is None or not _is_in_german(room_named(game))):
        raise InputError(
            "--lang de is for the rules of Skat alone, the others are in English: tafelwerk rules skat --lang de"
        )
    if game is None:
        if output is not None:
            raise InputError(f"--output {output} is for the rules of one game: tafelwerk rules GAME -o {output}")
        rows = [(room.title, room.about, f"tafelwerk rules {room.name}") for room in rooms()]
        document = {"games": [{"name": room.name, "title": room.title, "about": room.about} for room in rooms()]}
        answer(json, document, lambda: command_table(("game", "what it is", "its rules"), rows, 2))
        if not json:
            answer(False, {}, OWN)
        return
    if game.partition(":")[0].endswith(".py"):
        if output is not None:
            raise InputError(
                f"--output {output} is for the rules of the program's games; of {game} its class's text is shown"
            )
        name, text = _own_text(game)
        line = with_book(f"tafelwerk games play {quote_word(game)}", book)
        answer(json, {"name": name, "rules": text}, f"{name}\n\n{text}\n\nTo play it: {line}")
        return
    room = room_named(game)
    if json:
        answer(json, _document(room), "")
    spoken = lang or language_in(())
    if output is not None:
        with speaking(spoken, signs=spoken is Language.GERMAN):
            _write_page(room, context, book, output)
    if json or output is not None:
        return
    with speaking(spoken):
        for part in _page(room, context, book):
            answer(False, {}, part)


def _own_text(game: str) -> tuple[str, str]:
    """The name of a game of the user's own, and its class's text."""
    from inspect import cleandoc

    from tafelwerk.families.games.rules import find_game

    own = find_game(game)
    # not inspect.getdoc, which goes on to the text of a base
    return own.name, cleandoc(type(own.game).__doc__ or "The class has no text of its own.")


def _is_in_german(room: Room) -> bool:
    """Whether the rules of a game have been translated."""
    with speaking(Language.GERMAN):
        return translate(room.about) != room.about


def _document(room: Room) -> dict[str, Any]:
    return {
        "name": room.name,
        "title": room.title,
        "about": room.about,
        "rules": room.rules,
        "picture": {"line": room.picture, "shows": room.shows},
        "example": room.example,
        "asks": [{"title": title, "line": line} for line, title in room.asks],
        "games": [{"title": title, "line": game_named(name).line} for name, title in room.games],
        "figures": room.figures,
        "also": room.also,
    }


def _page(room: Room, context: typer.Context, book: Path) -> Iterator[Any]:
    """What is said of a game, part by part; its picture is printed by the command that draws it."""
    yield _paragraphs((room.title, room.about, *room.rules))
    words = room.picture_words
    if room.figure:
        yield _paragraphs((room.shows, say("To draw it: {line}", line=with_book(room.picture, book))))
    elif room.is_board:
        yield from _boards(context, [*words, "--book", str(book)])
        yield _paragraphs((room.shows,))
    else:
        language = ["--lang", "de"] if in_german() and words[0] == "skat" else []
        _call(context, [*words, *language, "--book", str(book)])
        yield "\n" + _paragraphs((room.shows,))
    yield _paragraphs(room.example)
    for number, (heading, lines) in enumerate(_lines(room, book)):
        if number:
            yield "\n"
        yield command_table((heading, say("command line")), lines, 1)


def _lines(room: Room, book: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What can be asked and played: a heading, and titles with their command lines."""
    yield say("you can ask"), [(translate(title), with_book(line, book)) for line, title in room.asks]
    if room.games:
        plays = [(translate(title), with_book(game_named(name).line, book)) for name, title in room.games]
        yield say("you can play"), plays


def _paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"{translate(text)}\n\n" for text in texts)


def _boards(context: typer.Context, words: Sequence[str]) -> "Iterator[Any]":
    """The board with which a game begins."""
    session, draw = _begin(words, partial(_call, context))
    yield from [draw(part) for part in session.start() if not isinstance(part, str | Line)][:1]
    yield "\n"


def _begin(words: Sequence[str], run: "Callable[[Sequence[str]], None]") -> "tuple[Session, Callable[[Any], Any]]":
    """The game that a command line begins, and what draws its boards in a terminal."""
    from tafelwerk.commands.terminal import led_by

    begun: list[tuple[Session, Callable[[Any], Any]]] = []
    with led_by(lambda session, draw: begun.append((session, draw))):
        run(words)
    return begun[0]


def draw_room(room: Room, words: Sequence[str], run: "Callable[[Sequence[str]], None]") -> "Picture":
    """The picture of a game that no figure shows.

    Args:
        room: the game.
        words: of its `picture`, with what the reader's language adds.
        run: runs a command line.
    """
    if room.is_board:
        from tafelwerk.plots.pictures import View, draw_board

        board = draw_board(_begin(words, run)[0], View())
        assert board is not None, words
        picture = board.picture
        return replace(picture, title=picture.text, text="", scene=None, legend=(), content=None)
    pictures: list[Picture] = []
    with reading(lambda document, text, look: pictures.append(look.picture().content or look.scene())):
        run(words)
    return pictures[0]


def _write_page(room: Room, context: typer.Context, book: Path, path: Path) -> None:
    """Write the rules of a game as a page of HTML or to print, or as Markdown with the picture in a file of its own."""
    from tafelwerk.plots.pictures import of_svg, svg
    from tafelwerk.plots.sheets import Block, set_on_pages

    words = room.picture_words
    if room.figure:
        from tafelwerk.book import open_book
        from tafelwerk.plots.figure import figure_named
        from tafelwerk.plots.rendering import picture

        with open_book(book) as opened:
            board_svg = picture(figure_named(room.figure).spec(opened, is_titled=False))
        board = of_svg(board_svg, room.title, room.shows)
    else:
        language = ["--lang", "de"] if in_german() and words[0] == "skat" else []
        board = draw_room(room, [*words, *language, "--book", str(book)], partial(_call, context))
        board_svg = svg(board)
    caption = " ".join((translate(room.shows), *board.legend))
    if path.suffix.lower() == ".html":
        write_text([_html(room, book, board_svg, caption)], path)
        return
    if path.suffix.lower() != ".md":
        rules = map(translate, (room.about, *room.rules))
        block = Block(board, lines=(caption, *map(translate, room.example)))
        source = with_book(f"tafelwerk rules {room.name}", book)
        title, numbering = translate(room.title), say("page {} of {}")
        save_picture(set_on_pages(title, [*rules], [block], 1, source, numbering=numbering), path)
        return
    beside = path.with_suffix(".svg")
    write_text([board_svg], beside)
    write_text([_markdown(room, book, beside.name, caption)], path)


_STYLE = (
    "body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }"
    " figure { margin: 1.5rem 0; } svg { max-width: 100%; height: auto; } table { border-collapse: collapse; }"
    " th, td { text-align: left; vertical-align: top; padding: 0.2rem 1rem 0.2rem 0; } figcaption { color: #555; }"
    " code { overflow-wrap: anywhere; }"
)


def _html(room: Room, book: Path, drawn: str, caption: str) -> str:
    """The page, with the picture as SVG in it."""

    def paragraphs(texts: Sequence[str]) -> str:
        return "".join(f"<p>{escape(translate(text))}</p>\n" for text in texts)

    tables = "".join(
        f"<table><tr><th>{escape(heading)}</th><th>{escape(say('command line'))}</th></tr>\n"
        + "".join(f"<tr><td>{escape(title)}</td><td><code>{escape(line)}</code></td></tr>\n" for title, line in lines)
        + "</table>\n"
        for heading, lines in _lines(room, book)
    )
    title = escape(translate(room.title))
    return (
        f'<!doctype html>\n<html lang="{speech().language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>\n'
        f"<h1>{title}</h1>\n{paragraphs((room.about, *room.rules))}<figure>\n{drawn}"
        f"<figcaption>{escape(caption)}</figcaption>\n</figure>\n{paragraphs(room.example)}{tables}</html>\n"
    )


def _markdown(room: Room, book: Path, picture: str, caption: str) -> str:
    """The page, with the name of the picture's file."""
    paragraphs = [translate(text) for text in (room.about, *room.rules)]
    tables = [
        f"| {heading} | {say('command line')} |\n|---|---|\n"
        + "\n".join(f"| {_cell(title)} | `{_cell(line)}` |" for title, line in lines)
        for heading, lines in _lines(room, book)
    ]
    image = f"![{translate(room.title)}]({quote(picture)})"
    parts = (f"# {translate(room.title)}", *paragraphs, image, caption, *map(translate, room.example), *tables)
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _call(context: typer.Context, words: Sequence[str]) -> None:
    context.find_root().command.main([*words], prog_name="tafelwerk", standalone_mode=False)
