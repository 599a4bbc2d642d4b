"""Games in a book: positions of deals stored whole, a judge that reads them, rounds, and games with their prices as answers."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.errors import BookError, InputError, MissingTableError, in_quotes
from tafelwerk.families.skat.answers import ListedGame, PricedCard, Trick
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_text, read_seat, term
from tafelwerk.families.skat.rules.contracts import Contract, unheard
from tafelwerk.families.skat.rules.deals import Deal, numbered_deal
from tafelwerk.families.skat.rules.play import (
    OpenGame,
    Position,
    PricedGame,
    leader_cards,
    legal,
    needed_keys,
    play,
    price,
    start_key,
    winning,
    worth,
)
from tafelwerk.families.skat.rules.round_log import heard
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice, Round, begin_round, game_alone
from tafelwerk.tables.book import in_layers
from tafelwerk.tables.names import played_games
from tafelwerk.tables.storage import remedy
from tafelwerk.wording import suggestion

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


@in_layers
def exact_values(book: "Book", deal: int, game: str, declarer: str, keys: Collection[int]) -> dict[int, "StartValue"]:
    """Values and best leads of starts of tricks of a deal stored whole, by key; missing ones are left out.

    Args:
        book: the book.
        deal: number of the deal.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
        keys: keys as in table positions, any number of them.
    """
    rows = book.rows(
        FAMILY,
        "SELECT position, lower, best, build FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ? AND lower = upper"
        " AND position IN (SELECT unnest(?::UINTEGER[]))",
        deal,
        game,
        declarer,
        list(keys),
    )
    return {key: StartValue(value, best) for key, value, best in rows}


class StartValue(NamedTuple):
    """The value of the start of a trick, as in `families.skat.rules.play.worth`, and the highest card to lead that keeps it."""

    value: int
    best: int


LookUp = Callable[[Collection[int]], Mapping[int, StartValue]]
"""Values of starts of tricks by key; unknown ones are left out."""


class TableJudge:
    """A judge that reads a table of all starts of tricks of a deal, for one game and declarer, without searching.

    Its methods raise LookupError if the table lacks a start or contradicts itself.
    """

    def __init__(self, deal: Deal, look_up: LookUp) -> None:
        """Set the table.

        Args:
            deal: the deal when play began.
            look_up: the table; asked once per trick, and never twice for a known key.
        """
        self._cards = leader_cards(deal)
        self._begin = start_key(deal.hands, Seat.FOREHAND, self._cards)
        self._look_up = look_up
        self._values: dict[int, int] = {}
        self._leads: dict[int, int] = {}

    @property
    def nodes(self) -> int:
        return 0

    @property
    def has_deal(self) -> bool:
        """Whether the table has the start of play; asked after `gather`."""
        return self._begin in self._values

    def has(self, position: Position) -> bool:
        """Whether the start of a trick is in the table; what is in it is looked up by `gather`."""
        return start_key(position.hands, position.leader, self._cards) in self._values

    def gather(self, positions: Iterable[Position]) -> None:
        """Look up all values needed for these positions, and that of the start of play, at once."""
        wanted = {self._begin}
        for position in positions:
            wanted |= needed_keys(position, self._cards)
        wanted -= self._values.keys()
        if wanted:
            for key, start in self._look_up(wanted).items():
                self._values[key], self._leads[key] = start

    def won(self, position: Position) -> bool:
        return self.value(position) >= winning(position.game)

    def value(self, position: Position) -> int:
        try:
            return self._worth(position)
        except KeyError:
            self.gather([position])
            return self._worth(position)

    def cards(self, position: Position) -> dict[int, int]:
        try:
            values = self._after(position)
        except KeyError:
            self.gather([position])
            values = self._after(position)
        best = max if position.to_move is position.declarer else min
        if values and best(values.values()) != self._worth(position):
            raise LookupError(f"the value of a start of a trick is not that of its best card: {position}")
        return values

    def best_card(self, position: Position, value: int) -> int:
        if position.table or (position.game is Game.NULL and position.declarer_tricks):
            cards = self.cards(position)
        else:
            # the stored lead alone is followed: what comes after the others is nine tenths of the look-ups
            self.value(position)
            lead = self._leads[start_key(position.hands, position.leader, self._cards)]
            cards = {lead: self.value(play(position, lead))}
        for card, after in cards.items():
            if after == value:
                return card
        raise LookupError(f"no card keeps {value}: {position}")

    def _worth(self, position: Position) -> int:
        return worth(position, self._values, self._cards)

    def _after(self, position: Position) -> dict[int, int]:
        return {card: self._worth(play(position, card)) for card in bits(legal(position))}


def stored_judge(book: "Book", wanted: "OpenGame", positions: "Sequence[Position]") -> TableJudge | None:
    """A judge that reads the book, with the values for these positions looked up at once; None if the deal is not stored whole.

    Use it within `whole`, which reports contradictions.

    Args:
        book: the book.
        wanted: deal, game and declarer.
        positions: positions of this game that will be asked about.
    """
    deal = wanted.deal
    look_up = partial(exact_values, book, wanted.number, wanted.game.value, wanted.declarer.word)
    judge = TableJudge(deal, look_up)
    judge.gather(positions)
    return judge if judge.has_deal else None


@contextmanager
def whole(wanted: "OpenGame") -> Iterator[None]:
    """Report missing or contradictory positions of a deal stored whole as an error of the book.

    Raises:
        BookError: there are such positions; the message names the command to run.
    """
    try:
        yield
    except LookupError as fault:
        raise BookError(
            f"table skat.positions lacks positions of deal {wanted.number}, {wanted.game} by {wanted.declarer.word}, or "
            "contradicts itself there; for details run: tafelwerk verify skat"
        ) from fault


def impossible_result(wanted: "OpenGame", openings: int, points: int | None) -> BookError:
    """The error for a stored result that does not fit its deal: the number of openings with a value, and the points."""
    return BookError(
        f"table skat.results holds {openings} openings and points {points} for deal {wanted.number}; "
        "for details run: tafelwerk verify skat"
    )


class Watch:
    """Time taken, in seconds."""

    seconds = 0.0


@contextmanager
def stopwatch() -> Iterator[Watch]:
    """Measure the wall-clock time of the block."""
    watch, begin = Watch(), perf_counter()
    yield watch
    watch.seconds = perf_counter() - begin


def explanation_fields(priced: PricedGame, nodes: int, seconds: float) -> dict[str, Any]:
    """The fields of an explanation, from the priced game, the positions searched and the time taken."""
    return {
        "points": None if priced.game.null else priced.values[-1],
        "won": priced.won,
        "start": start_value(priced),
        "cards": priced_cards(priced),
        "costs": cost_by_seat(priced),
        "line": [card_text(card) for card in priced.line],
        "tricks": priced_tricks(priced),
        "deal": str(priced.game.number),
        "nodes": nodes,
        "seconds": seconds,
        "priced": priced,
    }


def priced_cards(priced: PricedGame) -> list[PricedCard]:
    """The cards that were played."""
    return [
        PricedCard(
            card.trick,
            card_text(card.card),
            card.seat.word,
            _worth(priced, card.before),
            _worth(priced, card.after),
            card.cost,
            card_text(card.best),
        )
        for card in priced.played
    ]


def cost_by_seat(priced: PricedGame) -> dict[str, int]:
    """Total cost of each seat's cards to its side."""
    return {seat.word: priced.cost(seat) for seat in Seat}


def start_value(priced: PricedGame) -> int | bool:
    """Value before the first card."""
    return _worth(priced, priced.values[0])


def priced_tricks(priced: PricedGame) -> list[Trick]:
    """The tricks, played and to come."""
    tricks = []
    for number, trick in enumerate(priced.tricks, 1):
        winner = None if trick.winner is None else trick.winner.word
        course = number, trick.leader.word, [card_text(card) for card in trick.cards], winner
        counted = (trick.points, trick.after.declarer_points, trick.after.defender_points)
        tricks.append(Trick(*course, *(() if priced.game.null else counted)))
    return tricks


def _worth(priced: PricedGame, value: int) -> int | bool:
    return bool(value) if priced.game.null else value


@in_layers
def stored_prices(book: "Book", wanted: OpenGame) -> PricedGame | None:
    """A game with its cards priced from the book; None if that does not hold the deal whole."""
    with whole(wanted):
        judge = stored_judge(book, wanted, wanted.positions)
        return None if judge is None else price(judge, wanted)


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
        raise BookError(f"{path} lists the game {in_quotes(name)}, but not its cards: {remedy(path)}")
    return InputError(f"unknown game {in_quotes(name)}; {suggestion(name, names, f'tafelwerk {FAMILY} games')}")


@in_layers
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


@in_layers
def get_contracts(book: "Book", names: Collection[str]) -> dict[str, Contract]:
    """The announced contracts of the stored ones of the rounds with given names."""
    rows = book.rows(
        FAMILY,
        "SELECT name, game, hand, schneider, schwarz, ouvert, build FROM skat.rounds"
        " WHERE game IS NOT NULL AND name IN (SELECT unnest(?::VARCHAR[]))",
        list(names),
    )
    return {name: Contract(Game(game), *flags) for name, game, *flags in rows}


@in_layers
def get_unfinished(book: "Book", names: Collection[str]) -> list[str]:
    """The stored ones of the games with given names whose last cards were not played, in order."""
    rows = book.rows(
        FAMILY,
        "SELECT name, list(DISTINCT build) AS build FROM skat.plays"
        " WHERE name IN (SELECT unnest(?::VARCHAR[])) GROUP BY name HAVING max(place) < 30 ORDER BY name",
        list(names),
    )
    return [name for (name,) in rows]


@in_layers
def list_rounds(book: "Book") -> list[dict[str, Any]]:
    """All rounds and games without their cards, by name, with the keys of `skat replay --json`, "start" and "costs"."""
    names = "name, declarer, bid, game, hand, schneider, schwarz, ouvert, won, overbid, score"
    rounds: dict[str, dict[str, Any]] = {}
    for *values, forehand, middlehand, rearhand in book.rows(
        FAMILY, f"SELECT {names}, forehand, middlehand, rearhand, build FROM skat.rounds"
    ):
        row = dict(zip(names.split(", "), values, strict=True))
        players = {"forehand": forehand, "middlehand": middlehand, "rearhand": rearhand}
        own = {"bid": row["bid"] or None, "overbid": bool(row["overbid"]), "value": row["score"] or 0}
        rounds[row["name"]] = row | own | {"players": players}
    for game in get_games(book):
        row = rounds.setdefault(game.name, {"name": game.name, "declarer": game.declarer, "game": game.game})
        row |= {"won": game.won, "points": game.points, "start": game.start, "costs": game.costs} | row
    return [rounds[name] for name in sorted(rounds)]


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
    for name, number, *numbers in rows:
        choices.setdefault(name, {}).setdefault(number, []).append(CardOutcomes(*numbers))
    return choices


def _play(done: Round, cards: list[int], choices: dict[int, list[CardOutcomes]]) -> Round:
    """The round after its cards, with the choices of programs."""
    for number, card in enumerate(cards, 1):
        outcomes = tuple(choices.get(number, ()))
        choice = Choice(card, outcomes, max(outcome.worlds for outcome in outcomes)) if outcomes else None
        try:
            done = done.played(card, choice)
        except InputError as fault:
            raise InputError(f"card {number}: {fault}") from None
    return done
