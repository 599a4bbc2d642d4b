"""`tafelwerk skat games`: games that were played, and each of them card by card, from the book."""

from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.common import open_book
from tafelwerk.commands.skat.explain import layout
from tafelwerk.commands.skat.words import app
from tafelwerk.commands.wording import counted
from tafelwerk.rules.skat.cards import Game
from tafelwerk.rules.skat.play import open_game
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Games, PlayedGame, PlayedNull, PlayedPoints
from tafelwerk.tables.skat.played import StoredRound, get_rounds

MOST_LISTED = 10_000_000
"""Games or rounds that --limit may ask for."""

SHOWN = 40
"""Games that a table lists unless more are asked for."""


@app.command()
@asks
def games(
    ask: AtOnce,
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
) -> Text:
    """Games that were played: what was made, what best play by all would have brought, and what each side gave away.

    With a name, that game card by card: what each card cost, and what was better.

    Example: tafelwerk skat games

    Example: tafelwerk skat games kupferschmid-1
    """
    found = cast(Games | PlayedGame, ask(questions.games, name, limit if ask.json else None))
    if isinstance(found, PlayedGame):
        return lambda: _shown(found)

    def listing() -> Any:
        shown = found.games[: SHOWN if limit is None else limit]
        with open_book(ask.book) as opened:
            rounds = get_rounds(opened, [one.name for one in shown])
        return _list(shown, len(found.games), rounds)

    return listing


def _list(found: Sequence[PlayedNull], all_games: int, rounds: tuple[StoredRound, ...]) -> Any:
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
    alone = [game.costs[game.declarer] for game in found]
    defended = [sum(game.costs.values()) - cost for game, cost in zip(found, alone, strict=True)]
    results = ["won" if game.won else "lost" for game in found]
    points = [
        game.points if isinstance(game, PlayedPoints) else result for game, result in zip(found, results, strict=True)
    ]
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
    sources = dict.fromkeys(game.recorded for game in found)
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


def _best(game: PlayedNull) -> int | str:
    """What best play would have brought."""
    return game.start if isinstance(game, PlayedPoints) else ("lost", "won")[game.start]


def _shown(game: PlayedGame) -> Any:
    from rich.console import Group
    from rich.text import Text

    played = open_game(game.deal, game.game, game.declarer, " ".join(one.card for one in game.cards))
    return Group(layout(played, game, f"{game.name}: "), Text(f"Recorded in: {game.recorded}.", "dim"))
