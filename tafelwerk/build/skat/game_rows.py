"""Games that were played, priced card by card, as the book's rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow

from tafelwerk.build.skat.deal_rows import deal_columns
from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.build.skat.tasks import Columns
from tafelwerk.solvers.skat.cards import Game
from tafelwerk.solvers.skat.deal_numbers import numbered_deal
from tafelwerk.solvers.skat.judge import judge_of
from tafelwerk.solvers.skat.pricing import PricedGame, price


def played_game_tables(games: Sequence[RecordedGame]) -> Mapping[str, Columns]:
    """Rows of deals, games and plays."""
    deals = {one.deal: numbered_deal(one.deal) for one in games}
    priced = [(one, priced_game(one)) for one in games]
    return {"deals": deal_columns(deals.items()), "games": game_columns(priced), "plays": play_columns(priced)}


def priced_game(game: RecordedGame) -> PricedGame:
    """A game with what its cards cost. Errors as in `RecordedGame.positions`."""
    return price(judge_of(Game(game.game)), game.positions(), game.cards)


def game_columns(games: Iterable[tuple[RecordedGame, PricedGame]]) -> Columns:
    """Rows of table games, none too."""
    rows = [
        (
            one.name,
            one.deal,
            one.game,
            one.declarer,
            priced.values[0],
            None if priced.null else priced.values[-1],
            priced.won,
            one.source,
        )
        for one, priced in games
    ]
    types = {
        "name": pyarrow.string(),
        "deal": pyarrow.uint64(),
        "game": pyarrow.string(),
        "declarer": pyarrow.string(),
        "start": pyarrow.uint8(),
        "points": pyarrow.uint8(),
        "won": pyarrow.bool_(),
        "source": pyarrow.string(),
    }
    return typed_columns(rows, types)


def play_columns(games: Iterable[tuple[RecordedGame, PricedGame]]) -> Columns:
    """Rows of table plays, none too."""
    rows = [
        (one.name, place, played.seat.word, played.card, played.before, played.after, played.best)
        for one, priced in games
        for place, played in enumerate(priced.played, 1)
    ]
    numbers = dict.fromkeys(("place", "player", "card", "before", "after", "best"), pyarrow.uint8())
    return typed_columns(rows, {"name": pyarrow.string()} | numbers | {"player": pyarrow.string()})


def typed_columns(rows: Sequence[tuple[Any, ...]], types: Mapping[str, pyarrow.DataType]) -> Columns:
    """Rows as columns of Arrow, of none too.

    Args:
        rows: with a value a column.
        types: of the columns, in their order.
    """
    return {name: pyarrow.array([row[place] for row in rows], kind) for place, (name, kind) in enumerate(types.items())}
