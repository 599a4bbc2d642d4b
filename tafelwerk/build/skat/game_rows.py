"""Games that were played, priced card by card, as the book's rows."""

from collections.abc import Iterable, Mapping, Sequence

from tafelwerk.build.skat.deal_rows import deal_columns
from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.build.skat.tasks import Columns
from tafelwerk.build.task import columns
from tafelwerk.rules.skat.cards import Game
from tafelwerk.rules.skat.deals import numbered_deal
from tafelwerk.rules.skat.pricing import PricedGame, price
from tafelwerk.solvers.skat.judge import judge_of


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
    return columns(("name", "deal", "game", "declarer", "start", "points", "won", "source"), rows)


def play_columns(games: Iterable[tuple[RecordedGame, PricedGame]]) -> Columns:
    """Rows of table plays, none too."""
    rows = [
        (one.name, place, played.seat.word, played.card, played.before, played.after, played.best)
        for one, priced in games
        for place, played in enumerate(priced.played, 1)
    ]
    return columns(("name", "place", "player", "card", "before", "after", "best"), rows)
