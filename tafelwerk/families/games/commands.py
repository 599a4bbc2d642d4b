"""Commands for the user's own games: the name of one may be a file or a class, whose code is then read."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk import own_games
from tafelwerk.book import open_book
from tafelwerk.commands.coercion import VERBATIM
from tafelwerk.commands.common import BookOption, BuildOptions, JsonOption, bundle_options, run_builds
from tafelwerk.commands.output import Ticker, answer, note, table
from tafelwerk.commands.terminal import SeedOption, seed_of_game
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.games.builds import MOST_POSITIONS, Most, WholeGame, holding, holds, keep_game
from tafelwerk.families.games.questions import AnyPosition, Game, Position, position_text
from tafelwerk.families.games.rules import Rules, class_of, code_of, find_game, known_game
from tafelwerk.files import written_whole
from tafelwerk.places import quote_path, with_book
from tafelwerk.spelling import compose
from tafelwerk.streams import legible, out, visible
from tafelwerk.wording import count_noun, seconds_text


@bundle_options
def list_(book: BookOption, json: JsonOption = False) -> None:
    """List the games registered by packages and those in the book.

    Example: tafelwerk games list
    """
    from tafelwerk.families.games.stored_games import stored_games

    offered = {name: point.value for name, point in own_games.installed_games().items()}
    with open_book(book) as opened:
        stored = {game.game: game for game in stored_games(opened)}
    games = [
        {
            "name": name,
            "class": offered.get(name) or stored[name].class_name,
            "installed": name in offered,
            "positions": stored[name].positions if name in stored else None,
        }
        for name in sorted({*offered, *stored})
    ]
    rows = [(game["name"], game["class"], "yes" if game["installed"] else "no", game["positions"]) for game in games]
    empty = f"no package registers a game, and {book} holds none. A file with a class is enough: tafelwerk games solve FILE.py"
    layout = empty if not games else lambda: table(("game", "class", "installed", "positions stored"), rows)
    answer(json, {"book": book, "games": games}, layout)


@bundle_options
def solve(
    name: Game,
    book: BookOption,
    position: AnyPosition | None = None,
    most: Most | None = None,
    force: Annotated[bool, typer.Option("--force", help="Solve the game again even if the book holds it.")] = False,
    json: JsonOption = False,
) -> None:
    """Solve a game, store it in the book, and show the value of a position.

    Every position reachable from the start gets its value, its distance from the end, and all best moves. A game that the
    book holds, solved by the same code, is not solved again. Without the game's code, only the book answers.

    Example: tafelwerk games solve nim.py

    Example: tafelwerk games solve my_games:Nim --positions 5000000
    """
    from time import monotonic

    from tafelwerk.families.games.stored_games import stored_game
    from tafelwerk.tables.answers import document

    rules = _rules(name)
    own = compose(name.strip()) if rules is None else rules.name
    if rules is None and force:
        with open_book(book) as opened:
            held = stored_game(opened, own)
        if held is None:
            find_game(name)  # lists what there is
        else:
            raise InputError(_code_needed(held.game, held.class_name))
    duration = ""
    if rules is not None:
        from tafelwerk.tables.book import Book

        with Book(book) as before:
            is_held = holds(before, rules) and not force
            stored = stored_game(before, rules.name)
        if not is_held:
            note(f"solving {rules.name}")
            begin, is_time = monotonic(), Ticker()

            def tell(done: int, found: int) -> None:
                if is_time():
                    note(f"{count_noun(found, 'position')} found, {done:,} of them looked at")

            rules.tell = tell
            keep_game(book, rules, most=most or MOST_POSITIONS, force=True)
            if stored is not None and stored.class_name != class_of(rules):
                note(f"{rules.name} replaces the game of that name by {stored.class_name}")
            duration = f", solved in {seconds_text(monotonic() - begin)} with loading, compiling and storing"
    with open_book(book) as opened:
        stored = stored_game(opened, own)
        if rules is None and stored is None:
            find_game(name)  # lists what there is
        value = opened.ask(Position(own, position))
    assert stored is not None, "the book holds what was solved"
    head = f"{own}: {count_noun(stored.positions, 'position')}, {count_noun(stored.ends, 'end')}{duration}."
    lines = [head, position_text(legible(value))]
    if duration:
        lines += [
            "",
            "Values of the rules as they are coded; `check` shows a play at random: whether it is the game you mean.",
        ]
        steps = (
            f"tafelwerk games check {_word(name)}",
            f"tafelwerk games explain {_word(name)}",
            f"tafelwerk games play {_word(name)}",
            f"tafelwerk sql \"SELECT * FROM games.positions WHERE game = '{own}' LIMIT 9\"",
        )
        lines += ["go on with:", *(f"  {with_book(step, book)}" for step in steps)]
    answer(json, document(value), "\n".join(lines))


@bundle_options
def source(
    name: Game,
    book: BookOption,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.py", help="File to write. Default: standard output.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the code of a stored game, as it was when the game was solved.

    No command runs code from a book: write it to a file, read it, and name the file.

    Example: tafelwerk games source nim -o nim.py
    """
    from tafelwerk.families.games.stored_games import stored_game, stored_source

    with open_book(book) as opened:
        own = compose(name.strip())
        stored, text = stored_game(opened, own), stored_source(opened, own)
    if stored is None or text is None:
        what = f"the code of {own}" if stored is not None else f"the game {own}"
        raise MissingTableError(what, f"tafelwerk games solve {_word(name)} --force", book)
    if json:
        answer(json, {"game": own, "class": stored.class_name, "source": text}, "")
    elif output is None:
        out().write(visible(text.rstrip("\n")) + "\n")
    else:
        with written_whole(output) as partial:
            partial.write_text(text, encoding="utf-8")
        note(f"{output} written: {stored.class_name}")


@bundle_options
def play(
    name: Game,
    book: BookOption,
    side: Annotated[str | None, typer.Option("--as", metavar="first|second", help="Your side. Default: first.")] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="perfect|random", help="Player of the other side. Default: perfect."),
    ] = None,
    history: Annotated[
        str | None,
        typer.Option(
            "--history", metavar="M; M; ...", help='Moves and chance outcomes to replay first, separated by ";".'
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    """Play a game: `hint` shows the value of every move, `undo` takes a move back. A game not in the book is solved first.

    Example: tafelwerk games play nim.py --as second
    """
    from tafelwerk.commands.terminal import play as at_terminal
    from tafelwerk.families.games.play import OwnGame
    from tafelwerk.play.duel import Duel
    from tafelwerk.tables.book import Book

    rules = find_game(name)
    if rules.players == 1:
        for option, choice in (("--as", side), ("--against", against)):
            if choice is not None:
                raise InputError(f"{option} is for two-player games; {rules.name} has one player")
    number = seed_of_game(seed)

    def duel(opened: Book) -> Duel:
        game = OwnGame(rules, opened, name.strip())
        return Duel(game, side or game.sides[0], game.read_state(history or ""), against or "perfect", number)

    if own_games.is_restricted():
        # a session on a page outlives this call
        session_book = Book(book)
        session = duel(session_book)
        if not holds(session_book, rules):
            raise MissingTableError(f"{rules.name}, by its present code", f"tafelwerk games solve {_word(name)}", book)
        at_terminal(session, book=book)
        return
    with Book(book) as opened:
        duel(opened)  # rejects bad input before the game is solved
        if not holds(opened, rules):
            note(f"solving {rules.name}; to keep it: {with_book(f'tafelwerk games solve {_word(name)}', book)}")
    with holding(book, rules) as solved:
        at_terminal(duel(solved), book=book)


@bundle_options
def verify(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME...", help="Games whose code is in a file or in a class of no package, as for `solve`."
        ),
        VERBATIM,
    ] = None,
    *,
    book: BookOption,
    json: JsonOption = False,
) -> None:
    """Prove the stored games by their rules: find every position again, and check each value against its successors' values.

    All of them, or those that are named. `tafelwerk verify games` knows only the code of games registered by packages.

    Example: tafelwerk games verify nim.py
    """
    from tafelwerk.commands.verify import prove_rows

    prove_rows(book, "games", json=json, games={_with_code(name, book) for name in names or ()})


def _with_code(name: str, book: Path) -> str:
    """The name of a game whose code is given by its file, its class or its package.

    Raises:
        InputError: there is none, or the book holds the game without its code being given.
    """
    from tafelwerk.families.games.stored_games import stored_game

    rules = _rules(name)
    if rules is not None:
        return rules.name
    with open_book(book) as opened:
        stored = stored_game(opened, compose(name.strip()))
    if stored is None:
        return find_game(name).name  # or lists what there is
    word = _word(own_games.word_of(stored.game, stored.class_name))
    raise InputError(
        f"{stored.game} is in the book, but no command runs code by a name alone: tafelwerk games verify {word}"
    )


@bundle_options
def build(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="Game, as for `tafelwerk games solve`. Default: all games registered by packages."
        ),
        VERBATIM,
    ] = None,
    most: Most | None = None,
    *,
    options: BuildOptions,
) -> None:
    """Solve games of your own: one, or every game registered by a package.

    Example: tafelwerk build games

    Example: tafelwerk build games nim.py --force
    """
    from dataclasses import replace

    from tafelwerk.build.commit import added_text, upgrade
    from tafelwerk.tables.book import Book

    added = () if options.dry_run else upgrade(options.book, "games")
    if added:
        note(f"games: {added_text(added)}")
    names = list(own_games.installed_games()) if name is None else [name]
    if not names and added:
        return
    if not names:
        raise InputError("no package registers a game; give a file or a class: tafelwerk build games FILE.py")
    games = [find_game(game_name) for game_name in names]
    with Book(options.book) as opened:
        changed = [options.force or not holds(opened, rules) for rules in games]
    builds = [
        WholeGame(rules.name, code_of(rules), most or MOST_POSITIONS, word.strip())
        for word, rules, is_changed in zip(names, games, changed, strict=True)
        if is_changed or not any(changed)
    ]
    steps = [f"tafelwerk games explain {_word(game_name)}" for game_name in names[:3]]
    # a game whose code has changed has a build of the same name
    run_builds(builds, replace(options, force=any(changed)), next_steps=steps)


def _rules(name: str) -> "Rules | None":
    """The code of a game; None if the name can only be that of a stored game."""
    word = name.strip()
    return find_game(word) if ":" in word or word.endswith(".py") else known_game(word)


def _code_needed(game: str, class_name: str) -> str:
    """Which code of a stored game --force needs: no command runs code because a book names it."""
    word = _word(own_games.word_of(game, class_name))
    return (
        f"--force solves {game} again by its code, which its name does not give: tafelwerk games solve {word} --force"
    )


def _word(name: str) -> str:
    return quote_path(name.strip())
