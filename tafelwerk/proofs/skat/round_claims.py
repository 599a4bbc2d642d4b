"""Claims about games played, their cards, rounds with hidden cards, and the evaluations of programs.

Everything that follows from deal, bid, announcement and cards is derived again by the rules, and costs of cards by the second
solver. Evaluations of a program are proved if its random seed is known: its worlds are drawn again, and each is solved.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.round_log import round_names, round_numbers
from tafelwerk.proofs.claims import Claim, Faults, Rows, Stored, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.skat import second_program as rules
from tafelwerk.proofs.skat.second_program import Judge, Look
from tafelwerk.tables.book import Book

GAMES, PLAYS, ROUNDS, DECISIONS = (f"{FAMILY}.{name}" for name in ("games", "plays", "rounds", "decisions"))

MATCH = "a match of programs"
"""Source of rounds with known random seeds."""

AS_RECORDED = ("forehand", "middlehand", "rearhand", "calls", "seed", "source")
"""Columns of a round that only its record can say, where others played it."""

Seated = tuple[int, tuple[str, ...], int, str]
"""Deal, players by seat, seed and source of a round of a match."""

MOST_DIGITS = 4
"""Largest number of digits of the number of worlds for which choices are proved; with more a choice takes minutes."""


class Play(NamedTuple):
    """A row of plays."""

    place: int
    player: str
    card: int
    before: int
    after: int
    best: int


class Game(NamedTuple):
    """A row of games and its cards."""

    name: str
    deal: int
    game: str
    declarer: str
    start: int
    points: int | None
    won: bool
    source: str
    plays: tuple[Play, ...]

    @property
    def parts(self) -> tuple[tuple[int, int, int], int]:
        """Hands and Skat."""
        forehand, middlehand, rearhand, skat = rules.deal_of(self.deal)
        return (forehand, middlehand, rearhand), skat

    def course(self) -> list[rules.State]:
        """Its positions."""
        hands, skat = self.parts
        return list(
            rules.states(hands, skat, self.game, rules.SEATS.index(self.declarer), [play.card for play in self.plays])
        )


class Round(NamedTuple):
    """A row of rounds.

    Attributes:
        name, dealt, bid, declarer, calls, seed, source: its columns.
        contract: game, hand, schneider, schwarz and ouvert.
        results: matadors, won, overbid, value and score.
        players: forehand, middlehand and rearhand.
    """

    name: str
    dealt: int
    bid: int
    declarer: str | None
    contract: tuple[Any, ...]
    results: tuple[Any, ...]
    players: tuple[str, str, str]
    calls: str | None
    seed: int | None
    source: str


COLUMNS = (
    *("name", "dealt", "bid", "declarer", "game", "hand", "schneider", "schwarz", "ouvert"),
    *("matadors", "won", "overbid", "value", "score", "forehand", "middlehand", "rearhand", "calls", "seed", "source"),
)
"""Columns of table rounds."""


class Decision(NamedTuple):
    """A row of decisions: a legal card at a program's decision, and its evaluation."""

    place: int
    card: int
    chosen: bool
    worlds: int
    wins: int
    points_worlds: int
    points: int


class GameTables:
    """Games and rounds of a book, read once."""

    def __init__(self, book: Book) -> None:
        self._book = book

    @cache  # noqa: B019
    def games(self) -> dict[str, Game]:
        """Games by name."""
        plays: dict[str, list[Play]] = {}
        sql = f'SELECT name, place, player, card, "before", "after", best FROM {PLAYS} ORDER BY name, place'
        for name, *row in self._book.rows(FAMILY, sql):
            plays.setdefault(name, []).append(Play(*row))
        columns = ", ".join(Game._fields[:-1])
        rows = self._book.rows(FAMILY, f"SELECT {columns} FROM {GAMES} ORDER BY name")
        return {row[0]: Game._make((*row, tuple(plays.get(row[0], ())))) for row in rows}

    @cache  # noqa: B019
    def rounds(self) -> dict[str, Round]:
        """Rounds by name."""
        rows = self._book.rows(FAMILY, f"SELECT {', '.join(COLUMNS)} FROM {ROUNDS} ORDER BY name")
        return {row[0]: Round._make((*row[:4], row[4:9], row[9:14], row[14:17], *row[17:])) for row in rows}

    @cache  # noqa: B019
    def decisions(self) -> dict[tuple[str, int], tuple[Decision, ...]]:
        """Evaluations of programs, by round and card, highest card first."""
        by_card: dict[tuple[str, int], list[Decision]] = {}
        columns = ", ".join(Decision._fields)
        sql = f"SELECT name, {columns} FROM {DECISIONS} ORDER BY name, place, card DESC"
        for name, *row in self._book.rows(FAMILY, sql):
            decision = Decision._make(row)
            by_card.setdefault((name, decision.place), []).append(decision)
        return {key: tuple(rows) for key, rows in by_card.items()}


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    tables = GameTables(book)
    yield complete(book, ROUNDS, lambda: ((name,) for name in _round_names(stored)))
    yield complete(book, GAMES, lambda: _game_names(tables, stored))
    yield complete(book, PLAYS, lambda: _play_keys(tables))
    yield complete(book, DECISIONS, lambda: _seen_keys(tables))
    both, games = f"{GAMES}, {PLAYS}", list(tables.games().values())
    columns: tuple[str, ...] = (
        *("deal", "game", "declarer", "start", "points", "won", "source"),
        *("player", "card", "before", "after"),
    )
    yield proof(both, "replayed", columns, games, _check_replay, noun="games", whole=True)
    published = [game for game in games if game.name in _published_games()]
    columns = ("deal", "game", "declarer", "source", "card")
    yield proof(both, "as published", columns, published, _as_published, noun="games", whole=True)
    cards, columns = Rows(book, PLAYS, ("name", "place")), ("before", "after", "best")
    yield proof(PLAYS, "a second solver", columns, cards, partial(_check_prices, tables), noun="cards", seconds=0.03)
    matches, own = cache(lambda: _matches(stored)), set(_match_names(stored))

    def replay_rounds(rows: Sequence[Round]) -> list[str]:
        return _rounds(tables, rows, matches())

    for method, is_own, columns in (
        ("replayed", True, COLUMNS[1:]),
        ("replayed, recorded by others", False, tuple(name for name in COLUMNS[1:] if name not in AS_RECORDED)),
    ):
        rounds = [row for row in tables.rounds().values() if (row.name in own) == is_own]
        yield proof(ROUNDS, method, columns, rounds, replay_rounds, "single", noun="rounds", whole=True)
    keys = list(tables.decisions())
    looks = [key for key in keys if _is_known(tables, *key)]
    pointed = [key for key in looks if any(row.points_worlds for row in tables.decisions()[key])]
    numbers, wins, points = (partial(prove, tables) for prove in (_numbers, _wins, _points))
    columns = ("card", "chosen")
    more: dict[str, Any] = {"noun": "choices", "whole": True}
    yield proof(DECISIONS, "numbers that can be", columns, keys, numbers, "single", **more)
    columns, more = ("worlds", "wins"), {"noun": "choices", "seconds": 0.1}
    yield proof(DECISIONS, "worlds drawn again", columns, looks, wins, **more)
    columns, more = ("points_worlds", "points", "chosen"), {"noun": "choices", "seconds": 0.15}
    yield proof(DECISIONS, "points in worlds", columns, pointed, points, **more)


def _match_names(stored: Stored) -> list[str]:
    """Names of the rounds of matches of programs."""
    matches = [build for build in stored if "match" in build]
    return [
        name for build in matches for name in round_names(build["match"], build["seed"], build["first"], build["last"])
    ]


def _round_names(stored: Stored) -> list[str]:
    return [*_match_names(stored), *(name for build in stored if "log" in build for name in build["rounds"])]


def _game_names(tables: GameTables, stored: Stored) -> list[tuple[str]]:
    names = {name for build in stored for name in build.get("games", ())}
    return sorted((name,) for name in names | {row.name for row in tables.rounds().values() if row.bid})


def _play_keys(tables: GameTables) -> list[tuple[str, int]]:
    """Keys of thirty cards per game, or of a Null up to the declarer's first trick."""
    return [(game.name, number) for game in tables.games().values() for number in range(1, max(1, len(game.plays)) + 1)]


def _seen_keys(tables: GameTables) -> list[tuple[str, int, int]]:
    """All legal cards for each choice of a program; in rounds from other sources, for the choices recorded."""
    keys = []
    for name, row in tables.rounds().items():
        game = tables.games().get(name)
        if game is None:
            continue
        for number, (state, play) in enumerate(zip(game.course(), game.plays, strict=False), 1):
            cards = rules.cards_of(rules.legal_cards(game.game, state.hands[state.mover], state.lying))
            player = row.players[rules.SEATS.index(play.player)]
            looks = player != "random" and len(cards) > 1
            if row.source != MATCH:
                looks = (name, number) in tables.decisions()
            keys += [(name, number, card) for card in cards if looks]
    return keys


@cache
def _published_games() -> dict[str, tuple[int, str, str, tuple[int, ...], str]]:
    """The games of the thesis's appendix: deal, game, declarer, cards in the order played, source."""
    document = json.loads((files("tafelwerk.tables") / "skat_appendix.json").read_text(encoding="utf-8"))
    games = {}
    for entry in document["games"]:
        first, declarer = entry["forehand"], (entry["declarer"] - entry["forehand"]) % 3
        tricks = [[rules.CARDS.index(card) for card in trick.split()] for trick in entry["tricks"]]
        hands = [sum(1 << trick[(first + seat) % 3] for trick in tricks) for seat in range(3)]
        skat = sum(1 << rules.CARDS.index(card) for card in entry["skat"].split())
        leader, order = 0, []
        for trick in tricks:
            cards = [trick[(first + leader + turn) % 3] for turn in range(3)]
            leader = rules.taker(entry["game"], leader, cards)
            order += cards
        deal = rules.deal_number((hands[0], hands[1], hands[2], skat))
        games[entry["name"]] = deal, entry["game"], rules.SEATS[declarer], tuple(order), document["source"]
    return games


def _as_published(games: Sequence[Game]) -> Iterator[str]:
    for game in games:
        stored = game.deal, game.game, game.declarer, tuple(play.card for play in game.plays), game.source
        if stored != _published_games()[game.name]:
            yield f"{game.name}: not the game that is published"


def _check_replay(games: Sequence[Game]) -> list[str]:
    faults = Faults()
    for game in games:
        try:
            course = game.course()
        except ValueError as fault:
            faults.texts.append(f"{game.name}: {fault}")
            continue
        last, null = course[-1], game.game == "null"
        faults.unless(last.over, game.name, "is not over")
        players = [rules.SEATS[state.mover] for state in course[:-1]]
        faults.unless([play.player for play in game.plays] == players, game.name, "other players")
        faults.unless([play.place for play in game.plays] == list(range(1, len(course))), game.name, "other places")
        points = None if null else last.points
        faults.unless(game.points == points, game.name, f"points {game.points} should be {points}")
        outcome = int(not last.tricks) if null else last.points
        faults.unless(game.won == (outcome >= (1 if null else 61)), game.name, f"won {game.won}")
        values = [game.start, *(play.after for play in game.plays)]
        follow = [play.before for play in game.plays] == values[:-1] and values[-1] == outcome
        faults.unless(follow, game.name, "values do not follow one another")
    return faults.texts


def _check_prices(tables: GameTables, rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    judge = Judge()
    for name, group in groupby(rows, key=lambda row: row[0]):
        game = tables.games()[name]
        declarer, course = rules.SEATS.index(game.declarer), game.course()
        judge.load(game.parts[0], game.game, declarer)
        # backwards from the last card, so that the solver's table serves earlier cards
        for _, number in reversed(list(group)):
            play, state = game.plays[number - 1], course[number - 1]
            if not judge.equals(state, play.before) or not judge.equals(course[number], play.after):
                yield f"{name}, card {number}: {play.before} before it, {play.after} after it"
            best = play.card if play.before == play.after else _keeping(judge, state, game.game, declarer, play.before)
            if play.best != best:
                yield f"{name}, card {number}: best {play.best} should be {best}"


def _keeping(judge: Judge, state: rules.State, game: str, declarer: int, value: int) -> int | None:
    """The highest card that keeps a value."""
    alone = state.mover == declarer
    for card in rules.cards_of(rules.legal_cards(game, state.hands[state.mover], state.lying)):
        behind = rules.after(state, game, declarer, card)
        if judge.reaches(behind, value) if alone else not judge.reaches(behind, value + 1):
            return card
    return None


def _rounds(tables: GameTables, rounds: Sequence[Round], matches: Mapping[str, Seated]) -> list[str]:
    faults = Faults()
    for row in rounds:
        origin = (row.dealt, row.players, row.seed, row.source)
        wanted = matches.get(row.name, origin)
        faults.unless(origin == wanted, row.name, f"{origin} should be {wanted}")
        try:
            _round(row, tables.games().get(row.name), faults)
        except ValueError as fault:
            faults.texts.append(f"{row.name}: {fault}")
    return faults.texts


def _matches(stored: Stored) -> dict[str, Seated]:
    """Deal, players by seat, seed and source of the rounds of matches."""
    origins = {}
    for build in stored:
        if "match" not in build:
            continue
        numbers, players = range(build["first"], build["last"] + 1), build["match"]
        dealt = rules.random_deals(build["seed"], numbers).tolist()
        names = round_names(players, build["seed"], build["first"], build["last"])
        for number, name in zip(round_numbers(players, build["first"], build["last"]), names, strict=True):
            # after each round players move on by a seat
            seated = tuple(players[(seat - number) % len(players)] for seat in range(3))
            deal = rules.deal_number(dealt[number // 3 - build["first"]])
            origins[name] = deal, seated, (build["seed"] << 32) + number // 3, MATCH
    return origins


def _contract(row: Round) -> rules.Contract:
    """The contract announced."""
    game, *flags = row.contract
    if None in row.contract:
        raise ValueError("nothing is announced")
    return rules.Contract(game, *flags)


def _round(row: Round, game: Game | None, faults: Faults) -> None:
    declarer = None if row.declarer is None else rules.SEATS.index(row.declarer)
    if row.calls is not None:
        faults.unless(
            rules.bidding(row.calls) == (row.bid, declarer), row.name, f"{row.calls}: {row.bid}, {row.declarer}"
        )
    if declarer is None or not row.bid:
        played = (row.declarer, *row.contract, *row.results)
        faults.unless(set(played) == {None} and not row.bid and game is None, row.name, "a game that was not played")
        return
    if game is None:
        raise ValueError("its game is not stored")
    *hands, skat = rules.deal_of(row.dealt)
    cards = hands[declarer] | skat
    start = list(rules.deal_of(game.deal))
    faults.unless((game.game, game.declarer) == (row.contract[0], row.declarer), row.name, "another game")
    faults.unless(game.source == row.source, row.name, f"source {game.source}, of the round {row.source}")
    same = all(start[seat] == hands[seat] for seat in range(3) if seat != declarer)
    faults.unless(same and start[declarer] | start[3] == cards, row.name, "not the deal after discarding")
    faults.unless(row.contract[1] is False or start[3] == skat, row.name, "a Hand game with another Skat")
    contract = _contract(row)
    faults.unless(contract.is_allowed, row.name, "may not be announced so")
    wanted = rules.score(contract, cards, game.course()[-1], row.bid)
    faults.unless(row.results == wanted, row.name, f"{row.results} should be {wanted}")


def _numbers(tables: GameTables, keys: Sequence[tuple[str, int]]) -> list[str]:
    faults = Faults()
    for name, number in keys:
        rows, game = tables.decisions()[name, number], tables.games()[name]
        where = f"{name}, card {number}"
        chosen = [row.card for row in rows if row.chosen]
        faults.unless(chosen == [game.plays[number - 1].card], where, f"cards {chosen} were chosen")
        for row in rows:
            null = game.game != "null" or (row.points_worlds, row.points) == (0, 0)
            faults.unless(null or not _is_known(tables, name, number), where, "points in a Null")
    return faults.texts


def _is_known(tables: GameTables, name: str, number: int) -> bool:
    """Whether the random seed of the player of a card is known."""
    row, game = tables.rounds().get(name), tables.games().get(name)
    if row is None or game is None or row.source != MATCH or row.seed is None or not 1 <= number <= len(game.plays):
        return False
    player = row.players[rules.SEATS.index(game.plays[number - 1].player)]
    word, _, worlds = player.partition(":")
    return player == "open" or (word == "pimc" and worlds.isascii() and worlds.isdigit() and len(worlds) <= MOST_DIGITS)


def _look(tables: GameTables, name: str, number: int) -> Look:
    """A program's choice of a card, to be made again."""
    row, game = tables.rounds()[name], tables.games()[name]
    seat, (hands, skat) = rules.SEATS.index(game.plays[number - 1].player), game.parts
    _, _, worlds = row.players[seat].partition(":")
    return Look(
        _contract(row),
        rules.SEATS.index(game.declarer),
        row.bid,
        hands,
        skat,
        tuple(play.card for play in game.plays[: number - 1]),
        int(worlds or 0),
        3 * (row.seed or 0) + seat,
    )


def _wins(tables: GameTables, keys: Sequence[tuple[str, int]]) -> Iterator[str]:
    judge = Judge()
    for key in keys:
        look, rows = _look(tables, *key), tables.decisions()[key]
        by_card = look.wins(judge)
        if by_card is None:
            continue
        wrong = [row for row in rows if (row.worlds, row.wins) != by_card.get(row.card)]
        if wrong:
            yield f"{key[0]}, card {key[1]}: {wrong[0]} should be {by_card.get(wrong[0].card)}"
        most = max(wins for _, wins in by_card.values())
        seen = max(worlds for worlds, _ in by_card.values())
        tied = [card for card, pair in by_card.items() if pair == (seen, most)]
        points = {row.card: row.points_worlds for row in rows}
        counted = {points[card] for card in tied}
        fits = len(counted) == 1 and all(not points[card] for card in by_card if card not in tied)
        if len(tied) > 1 and rows[0].card in points and look.contract.game != "null":
            fits = fits and all(map(look.stops_after, counted))
        else:
            fits = fits and counted == {0}
        if not fits:
            yield f"{key[0]}, card {key[1]}: points of other cards than the best"
        chosen = [row.card for row in rows if row.chosen]
        if chosen != [look.choice({row.card: row.points for row in rows}, tied)]:
            yield f"{key[0]}, card {key[1]}: {chosen} chosen, not the best"


def _points(tables: GameTables, keys: Sequence[tuple[str, int]]) -> Iterator[str]:
    judge = Judge()
    for key in keys:
        look, rows = _look(tables, *key), tables.decisions()[key]
        sums = look.points(judge, {row.card: row.points_worlds for row in rows if row.points_worlds})
        wrong = [row for row in rows if row.points != sums.get(row.card, 0)]
        if wrong:
            yield f"{key[0]}, card {key[1]}: {wrong[0]} should have {sums.get(wrong[0].card, 0)} points"
