"""`tafelwerk skat games`: games that were played, and each of them card by card, from the book."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer, open_book
from tafelwerk.commands.miss import stored_answer
from tafelwerk.commands.skat.explain import Explanation, document, layout
from tafelwerk.commands.skat.words import Asked, app, counted
from tafelwerk.errors import BookError, InputError
from tafelwerk.solvers.skat.cards import Game, Seat
from tafelwerk.solvers.skat.deal_numbers import numbered_deal
from tafelwerk.solvers.skat.pricing import Played, PricedGame
from tafelwerk.solvers.skat.rules import replay
from tafelwerk.solvers.skat.scoring import Contract
from tafelwerk.tables import skat as tables
from tafelwerk.tables.question import Source
from tafelwerk.tables.skat import StoredGame, StoredPlay
from tafelwerk.tables.skat_rounds import StoredRound, get_rounds

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

MOST_LISTED = 10_000_000
"""Games or rounds that --limit may ask for."""

SHOWN = 40
"""Games that a table lists unless more are asked for."""


@app.command()
def games(
    book: BookOption,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A game to show card by card; else all.")] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            max=MOST_LISTED,
            metavar="N",
            help=f"Number of games listed. Default: {SHOWN} in a table, all with --json.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Games that were played: what was made, what best play by all would have brought, and what each side gave away.

    With a name, that game card by card: what each card cost, and what was better.

    Example: tafelwerk skat games

    Example: tafelwerk skat games kupferschmid-1
    """
    from tafelwerk.commands.skat.judge import timed

    if name is None:
        _all(book, limit, json)
        return
    with timed() as watch:
        stored = stored_answer(book, lambda opened: _stored(opened, name))
    if stored is None:
        with open_book(book) as opened:
            raise tables.unknown_game(opened, name)
    (game, plays), source = stored
    explanation = _explanation(game, plays, watch.seconds, source)
    if json:
        answer(json, _record(game) | document(explanation), "")
        return
    answer(json, {}, lambda: _shown(game, explanation))


def _stored(book: "Book", name: str) -> tuple[StoredGame, tuple[StoredPlay, ...]] | None:
    """A game and its cards, or None."""
    game = tables.get_game(book, name)
    return None if game is None else (game, tables.get_plays(book, name))


def _all(book: Path, limit: int | None, json: bool) -> None:
    """Answer with the games, a line each."""

    def look_up(opened: "Book") -> tuple[tuple[StoredGame, ...], tuple[StoredRound, ...]] | None:
        games = tables.get_games(opened)
        return (games, () if json else get_rounds(opened, [one.name for one in games])) if games else None

    stored = stored_answer(book, look_up)
    if stored is None:
        raise tables.missing_games(book)
    (found, rounds), source = stored
    shown = found[: (len(found) if json else SHOWN) if limit is None else limit]
    listed = {"games": [_record(game) for game in shown], "certainty": "exact", "source": source}
    answer(json, listed if json else {}, lambda: _list(shown, len(found), rounds))


def _record(game: StoredGame) -> dict[str, Any]:
    """A game for programs."""
    null = game.points is None
    result = {} if null else {"points": game.points}
    return {
        "name": game.name,
        "game": game.game,
        "declarer": game.declarer,
        **result,
        "won": game.won,
        "start": bool(game.start) if null else game.start,
        "costs": {seat.word: game.costs[seat] for seat in Seat},
        "deal": str(game.deal),
        "recorded": game.source,
    }


def _explanation(game: StoredGame, plays: tuple[StoredPlay, ...], seconds: float, source: Source) -> Explanation:
    """The game as `skat explain` has it.

    Raises:
        BookError: the stored cards do not make a game.
    """
    cards = tuple(one.card for one in plays)
    try:
        deal, kind, declarer = numbered_deal(game.deal), Game(game.game), Seat[game.declarer.upper()]
        positions = tuple(replay(deal, kind, declarer, cards))
    except InputError as fault:
        raise BookError(
            f"tables skat.games and skat.plays hold no game {game.name} ({fault}); "
            "see what is wrong with: tafelwerk verify skat"
        ) from fault
    played = tuple(
        Played(place // 3 + 1, one.card, positions[place].to_move, one.before, one.after, one.best)
        for place, one in enumerate(plays)
    )
    values = (game.start, *(one.after for one in plays))
    priced = PricedGame(positions, values, played, ())
    return Explanation(Asked(deal, kind, declarer, cards, positions), priced, 0, seconds, source)


def _list(found: tuple[StoredGame, ...], all_games: int, rounds: tuple[StoredRound, ...]) -> Any:
    """The games, a line each, and below them where they are recorded, and how many more there are.

    Args:
        found: the games to show.
        all_games: how many there are.
        rounds: those of them that were bid and announced.
    """
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    announced = {one.name: _announced(one.game, one) for one in rounds if one.game is not None}
    alone = [game.costs[Seat[game.declarer.upper()]] for game in found]
    defended = [sum(game.costs) - cost for game, cost in zip(found, alone, strict=True)]
    results = ["won" if game.won else "lost" for game in found]
    points = [result if game.points is None else game.points for game, result in zip(found, results, strict=True)]
    columns = [
        Column("game", [game.name for game in found]),
        Column("played", [announced.get(game.name, game.game.capitalize()) for game in found], goes=5),
        Column("by", [game.declarer for game in found], goes=4),
        Column("made", points),
        Column("result", results, goes=6),
        Column("best play", [_best(game) for game in found], "best", goes=1),
        Column("declarer gave away", [cost or None for cost in alone], "declarer", goes=2),
        Column("defenders gave away", [cost or None for cost in defended], "defenders", goes=3),
    ]
    sources = dict.fromkeys(game.source for game in found)
    shown = counted(len(found), "game")
    if len(found) < all_games:
        shown = f"The first {len(found)} of {counted(all_games, 'game')}, all with --limit {all_games}"
    words = [
        Text(f"{shown}. Recorded in: {'; '.join(sources)}."),
        Text("What declarer and defenders gave away counts in points, in Null in games, against best play from there."),
    ]
    return Group(fitted(columns, console().width), "", *words)


def _announced(game: str, one: StoredRound) -> str:
    """What was announced in a round: "Grand Hand"."""
    from tafelwerk.commands.skat.round_view import contract_text

    steps = (bool(step) for step in (one.hand, one.schneider, one.schwarz, one.ouvert))
    return contract_text(Contract(Game(game), *steps))


def _best(game: StoredGame) -> int | str:
    """What best play would have brought."""
    return ("lost", "won")[game.start] if game.points is None else game.start


def _shown(game: StoredGame, explanation: Explanation) -> Any:
    from rich.console import Group
    from rich.text import Text

    return Group(layout(explanation, f"{game.name}: "), Text(f"Recorded in: {game.source}.", "dim"))
