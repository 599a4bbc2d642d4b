"""Rounds and games that the book holds: rounds card by card, and the list of games."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, InputError, MissingTableError, quoted
from tafelwerk.families.skat.answers import ListedGame
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.auction import unheard
from tafelwerk.families.skat.rules.cards import Game, Seat, read_seat
from tafelwerk.families.skat.rules.deals import numbered_deal
from tafelwerk.families.skat.rules.pricing import PricedGame
from tafelwerk.families.skat.rules.round_log import heard
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice, Round, begin_round, game_alone
from tafelwerk.families.skat.rules.scoring import Contract
from tafelwerk.families.skat.rules.words import term
from tafelwerk.tables.layers import layered
from tafelwerk.tables.names import played_games
from tafelwerk.tables.storage import remedy
from tafelwerk.wording import suggestion

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_GAMES = (
    "SELECT g.name, g.deal, g.game, g.declarer, g.start, g.points, g.won, g.source, g.build,"
    " coalesce(sum(c.cost) FILTER (c.player = 'forehand'), 0)::INTEGER,"
    " coalesce(sum(c.cost) FILTER (c.player = 'middlehand'), 0)::INTEGER,"
    " coalesce(sum(c.cost) FILTER (c.player = 'rearhand'), 0)::INTEGER"
    " FROM skat.games g JOIN skat.costs c USING (name) GROUP BY ALL ORDER BY g.name LIMIT ?"
)


def get_games(book: "Book", limit: int | None = None) -> list[ListedGame]:
    """The games of one layer of a book in the order of their names, up to a limit."""
    return [
        ListedGame(
            name=name,
            game=game,
            declarer=declarer,
            won=won,
            start=bool(start) if points is None else start,
            costs={seat.word: cost for seat, cost in zip(Seat, costs, strict=True)},
            deal=str(deal),
            recorded=source,
            points=points,
        )
        for name, deal, game, declarer, start, points, won, source, *costs in book.rows(
            FAMILY, _GAMES, 2**62 if limit is None else limit
        )
    ]


def missing_game(book: "Book", name: str | None) -> MissingTableError | InputError:
    """The error for an unknown name of a game, or for a book without games.

    Raises:
        BookError: the book lists a game of this name.
    """
    names = played_games(book)
    if name is None or not names:
        return MissingTableError(term("played games"), f"tafelwerk build {FAMILY}", book.path)
    if name in names:
        _, path = book.metadata(FAMILY)
        raise BookError(f"{path} lists the game {quoted(name)}, but not its cards: {remedy(path)}")
    return InputError(f"unknown game {quoted(name)}; {suggestion(name, names, f'tafelwerk {FAMILY} games')}")


@layered
def get_rounds(book: "Book", names: Collection[str]) -> dict[str, Round]:
    """The stored ones of the rounds with given names, with the prices of their cards and the choices of programs.

    A game that is stored without a round is a round of which only the cards are known.

    Raises:
        BookError: stored rows are no legal round.
    """
    contracts, choices, rounds = get_contracts(book, names), _choices(book, names), _bid_rounds(book, names)
    games = book.rows(
        FAMILY,
        "SELECT g.name, g.deal, g.game, g.declarer, g.source, g.start, list(p.card ORDER BY p.place),"
        ' list(p."after" ORDER BY p.place), list(p.best ORDER BY p.place), g.build'
        " FROM skat.plays p JOIN skat.games g USING (name) WHERE name IN (SELECT unnest(?::VARCHAR[])) GROUP BY ALL",
        list(names),
    )
    for name, number, game, declarer, source, start, cards, after, best in games:
        contract = contracts.get(name, Contract(Game(game)))
        with _legal("skat.games and skat.plays", "game", name):
            deal, seat = numbered_deal(number), read_seat(declarer)
            done = replace(game_alone(deal, contract, seat), name=name, source=source)
            if name in rounds:
                done = replace(rounds[name], taken=done.taken, game=done.game)
            done = _play(done, cards, choices.get(name, {}))
            assert done.game is not None
            rounds[name] = replace(done, prices=PricedGame(done.game, (start, *after), tuple(best), ()))
    return dict(sorted(rounds.items()))


@contextmanager
def _legal(tables: str, what: str, name: str) -> Iterator[None]:
    """Turns faults of stored rows within the context into a BookError."""
    try:
        yield
    except InputError as fault:
        raise BookError(
            f"tables {tables} do not hold a legal {what} {name} ({fault}); for details run: tafelwerk verify skat"
        ) from fault


@layered
def get_contracts(book: "Book", names: Collection[str]) -> dict[str, Contract]:
    """The announced contracts of the stored ones of the rounds with given names."""
    rows = book.rows(
        FAMILY,
        "SELECT name, game, hand, schneider, schwarz, ouvert, build FROM skat.rounds"
        " WHERE game IS NOT NULL AND name IN (SELECT unnest(?::VARCHAR[]))",
        list(names),
    )
    return {name: Contract(Game(game), *flags) for name, game, *flags in rows}


@layered
def list_rounds(book: "Book") -> list[dict[str, Any]]:
    """All rounds and games without their cards, by name, with the keys of `skat replay --json`, "start" and "costs"."""
    names = "name, declarer, bid, game, hand, schneider, schwarz, ouvert, won, overbid, score"
    listed: dict[str, dict[str, Any]] = {}
    for *values, forehand, middlehand, rearhand in book.rows(
        FAMILY, f"SELECT {names}, forehand, middlehand, rearhand, build FROM skat.rounds"
    ):
        row = dict(zip(names.split(", "), values, strict=True))
        players = {"forehand": forehand, "middlehand": middlehand, "rearhand": rearhand}
        own = {"bid": row["bid"] or None, "overbid": bool(row["overbid"]), "value": row["score"] or 0}
        listed[row["name"]] = row | own | {"players": players}
    for game in get_games(book):
        row = listed.setdefault(game.name, {"name": game.name, "declarer": game.declarer, "game": game.game})
        row |= {"won": game.won, "points": game.points, "start": game.start, "costs": game.costs} | row
    return [listed[name] for name in sorted(listed)]


def _bid_rounds(book: "Book", names: Collection[str]) -> dict[str, Round]:
    """Rounds up to the end of the bidding, by name."""
    rows = book.rows(
        FAMILY,
        "SELECT name, dealt, bid, declarer, calls, seed, source, forehand, middlehand, rearhand, build FROM skat.rounds"
        " WHERE name IN (SELECT unnest(?::VARCHAR[]))",
        list(names),
    )
    rounds = {}
    for name, dealt, bid, declarer, calls, seed, source, forehand, middlehand, rearhand in rows:
        with _legal("skat.rounds", "round", name):
            done = begin_round(numbered_deal(dealt))
            if calls is None:
                done = replace(done, auction=unheard(bid, None if declarer is None else read_seat(declarer)))
            else:
                done = heard(done, calls)
        rounds[name] = done.with_record(name, (forehand, middlehand, rearhand), source, seed)
    return rounds


def _choices(book: "Book", names: Collection[str]) -> dict[str, dict[int, list[CardOutcomes]]]:
    """Evaluations of programs by name of the round and by place, highest card first."""
    rows = book.rows(
        FAMILY,
        "SELECT name, place, card, worlds, wins, points_worlds, points, build FROM skat.decisions"
        " WHERE name IN (SELECT unnest(?::VARCHAR[])) ORDER BY name, place, card DESC",
        list(names),
    )
    choices: dict[str, dict[int, list[CardOutcomes]]] = {}
    for name, place, *numbers in rows:
        choices.setdefault(name, {}).setdefault(place, []).append(CardOutcomes(*numbers))
    return choices


def _play(done: Round, cards: list[int], choices: dict[int, list[CardOutcomes]]) -> Round:
    """The round after its cards, with the choices of programs."""
    for place, card in enumerate(cards, 1):
        outcomes = tuple(choices.get(place, ()))
        choice = Choice(card, outcomes, max(outcome.worlds for outcome in outcomes)) if outcomes else None
        try:
            done = done.played(card, choice)
        except InputError as fault:
            raise InputError(f"card {place}: {fault}") from None
    return done
