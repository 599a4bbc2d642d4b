"""Claims about games played, their cards, rounds with hidden cards, and the evaluations of programs.

Everything that follows from deal, bid, announcement and cards is derived again by the rules, and costs of cards by the second
solver. Evaluations of a program are proved if its random seed is known: its worlds are drawn again, and each is solved.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.round_log import round_names, round_numbers
from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.skat.row_claims import Stored, has_keys, proved
from tafelwerk.proofs.skat.second_player import Look
from tafelwerk.proofs.skat.second_rules import (
    CARDS,
    SEATS,
    Contract,
    State,
    after,
    allowed,
    bidding,
    cards_of,
    deal_number,
    numbered,
    random_deals,
    scored,
    states,
    taker,
)
from tafelwerk.proofs.skat.second_solver import Judge
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
        one, two, three, skat = numbered(self.deal)
        return (one, two, three), skat

    def course(self) -> list[State]:
        """Its positions."""
        hands, skat = self.parts
        return list(states(hands, skat, self.game, SEATS.index(self.declarer), [play.card for play in self.plays]))


class Round(NamedTuple):
    """A row of rounds."""

    name: str
    dealt: int
    bid: int
    declarer: str | None
    game: str | None
    hand: bool | None
    schneider: bool | None
    schwarz: bool | None
    ouvert: bool | None
    matadors: int | None
    won: bool | None
    overbid: bool | None
    value: int | None
    score: int | None
    forehand: str
    middlehand: str
    rearhand: str
    calls: str | None
    seed: int | None
    source: str

    @property
    def players(self) -> tuple[str, str, str]:
        """Names at forehand, middlehand and rearhand."""
        return self.forehand, self.middlehand, self.rearhand


COLUMNS = Round._fields
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


class Played:
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
        return {row[0]: Round._make(row) for row in rows}

    @cache  # noqa: B019
    def decisions(self) -> dict[tuple[str, int], tuple[Decision, ...]]:
        """Evaluations of programs, by round and card, highest card first."""
        found: dict[tuple[str, int], list[Decision]] = {}
        columns = ", ".join(Decision._fields)
        sql = f"SELECT name, {columns} FROM {DECISIONS} ORDER BY name, place, card DESC"
        for name, *row in self._book.rows(FAMILY, sql):
            decision = Decision._make(row)
            found.setdefault((name, decision.place), []).append(decision)
        return {key: tuple(rows) for key, rows in found.items()}


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    played = Played(book)
    yield has_keys(book, ROUNDS, lambda: ((name,) for name in _round_names(stored)))
    yield has_keys(book, GAMES, lambda: _game_names(played, stored))
    yield has_keys(book, PLAYS, lambda: _play_keys(played))
    yield has_keys(book, DECISIONS, lambda: _seen_keys(played))
    both, games = f"{GAMES}, {PLAYS}", list(played.games().values())
    columns: tuple[str, ...] = (
        *("deal", "game", "declarer", "start", "points", "won", "source"),
        *("player", "card", "before", "after"),
    )
    yield proved(both, "replayed", columns, games, _replayed, noun="games", whole=True)
    published = [game for game in games if game.name in _published()]
    columns = ("deal", "game", "declarer", "source", "card")
    yield proved(both, "as published", columns, published, _as_published, noun="games", whole=True)
    cards, columns = Rows(book, PLAYS, ("name", "place")), ("before", "after", "best")
    yield proved(
        PLAYS, "a second solver", columns, cards, lambda rows: _priced(played, rows), noun="cards", seconds=0.03
    )
    matches, own = cache(lambda: _matches(stored)), set(_match_names(stored))
    for method, is_own, columns in (
        ("replayed", True, COLUMNS[1:]),
        ("replayed, recorded by others", False, tuple(name for name in COLUMNS[1:] if name not in AS_RECORDED)),
    ):
        rounds = [one for one in played.rounds().values() if (one.name in own) == is_own]
        yield proved(
            ROUNDS,
            method,
            columns,
            rounds,
            lambda rows: _rounds(played, rows, matches()),
            "single",
            noun="rounds",
            whole=True,
        )
    keys = list(played.decisions())
    yield proved(
        DECISIONS,
        "numbers that can be",
        ("card", "chosen"),
        keys,
        lambda some: _numbers(played, some),
        "single",
        noun="choices",
        whole=True,
    )
    looks = [key for key in keys if _is_known(played, *key)]
    yield proved(
        DECISIONS,
        "worlds drawn again",
        ("worlds", "wins"),
        looks,
        lambda some: _wins(played, some),
        noun="choices",
        seconds=0.1,
    )
    pointed = [key for key in looks if any(row.points_worlds for row in played.decisions()[key])]
    yield proved(
        DECISIONS,
        "points in worlds",
        ("points_worlds", "points", "chosen"),
        pointed,
        lambda some: _points(played, some),
        noun="choices",
        seconds=0.15,
    )


def _match_names(stored: Stored) -> list[str]:
    """Names of the rounds of matches of programs."""
    matches = [build for build in stored if "match" in build]
    return [
        name for build in matches for name in round_names(build["match"], build["seed"], build["first"], build["last"])
    ]


def _round_names(stored: Stored) -> list[str]:
    return [*_match_names(stored), *(name for build in stored if "log" in build for name in build["rounds"])]


def _game_names(played: Played, stored: Stored) -> list[tuple[str]]:
    given = {name for build in stored for name in build.get("games", ())}
    return sorted((name,) for name in given | {one.name for one in played.rounds().values() if one.bid})


def _play_keys(played: Played) -> list[tuple[str, int]]:
    """Keys of thirty cards per game, or of a Null up to the declarer's first trick."""
    return [(game.name, place) for game in played.games().values() for place in range(1, max(1, len(game.plays)) + 1)]


def _seen_keys(played: Played) -> list[tuple[str, int, int]]:
    """All legal cards for each choice of a program; in rounds from other sources, for the choices recorded."""
    found = []
    for name, one in played.rounds().items():
        game = played.games().get(name)
        if game is None:
            continue
        for place, (state, play) in enumerate(zip(game.course(), game.plays, strict=False), 1):
            cards = cards_of(allowed(game.game, state.hands[state.mover], state.lying))
            player = one.players[SEATS.index(play.player)]
            looks = player != "random" and len(cards) > 1
            if one.source != MATCH:
                looks = (name, place) in played.decisions()
            found += [(name, place, card) for card in cards if looks]
    return found


@cache
def _published() -> dict[str, tuple[int, str, str, tuple[int, ...], str]]:
    """The games of the thesis's appendix: deal, game, declarer, cards in the order played, source."""
    document = json.loads((files("tafelwerk.tables") / "skat_appendix.json").read_text(encoding="utf-8"))
    found = {}
    for entry in document["games"]:
        first, declarer = entry["forehand"], (entry["declarer"] - entry["forehand"]) % 3
        tricks = [[CARDS.index(card) for card in trick.split()] for trick in entry["tricks"]]
        hands = [sum(1 << trick[(first + seat) % 3] for trick in tricks) for seat in range(3)]
        skat = sum(1 << CARDS.index(card) for card in entry["skat"].split())
        leader, order = 0, []
        for trick in tricks:
            cards = [trick[(first + leader + turn) % 3] for turn in range(3)]
            leader = taker(entry["game"], leader, cards)
            order += cards
        deal = deal_number((hands[0], hands[1], hands[2], skat))
        found[entry["name"]] = deal, entry["game"], SEATS[declarer], tuple(order), document["source"]
    return found


def _as_published(games: Sequence[Game]) -> Iterator[str]:
    for game in games:
        found = game.deal, game.game, game.declarer, tuple(play.card for play in game.plays), game.source
        if found != _published()[game.name]:
            yield f"{game.name}: not the game that is published"


def _replayed(games: Sequence[Game]) -> list[str]:
    faults = Faults()
    for game in games:
        try:
            course = game.course()
        except ValueError as fault:
            faults.texts.append(f"{game.name}: {fault}")
            continue
        last, null = course[-1], game.game == "null"
        faults.unless(last.over, game.name, "is not over")
        players = [SEATS[state.mover] for state in course[:-1]]
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


def _priced(played: Played, rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    judge = Judge()
    for name, group in groupby(rows, key=lambda row: row[0]):
        game = played.games()[name]
        declarer, course = SEATS.index(game.declarer), game.course()
        judge.load(game.parts[0], game.game, declarer)
        # backwards from the last card, so that the solver's table serves earlier cards
        for _, place in reversed(list(group)):
            play, state = game.plays[place - 1], course[place - 1]
            if not judge.equals(state, play.before) or not judge.equals(course[place], play.after):
                yield f"{name}, card {place}: {play.before} before it, {play.after} after it"
            kept = play.card if play.before == play.after else _keeping(judge, state, game.game, declarer, play.before)
            if play.best != kept:
                yield f"{name}, card {place}: best {play.best} should be {kept}"


def _keeping(judge: Judge, state: State, game: str, declarer: int, value: int) -> int | None:
    """The highest card that keeps a value."""
    alone = state.mover == declarer
    for card in cards_of(allowed(game, state.hands[state.mover], state.lying)):
        behind = after(state, game, declarer, card)
        if judge.reaches(behind, value) if alone else not judge.reaches(behind, value + 1):
            return card
    return None


def _rounds(played: Played, rounds: Sequence[Round], matches: Mapping[str, Seated]) -> list[str]:
    faults = Faults()
    for one in rounds:
        found = (one.dealt, one.players, one.seed, one.source)
        wanted = matches.get(one.name, found)
        faults.unless(found == wanted, one.name, f"{found} should be {wanted}")
        try:
            _round(one, played.games().get(one.name), faults)
        except ValueError as fault:
            faults.texts.append(f"{one.name}: {fault}")
    return faults.texts


def _matches(stored: Stored) -> dict[str, Seated]:
    """Deal, players by seat, seed and source of the rounds of matches."""
    found = {}
    for build in stored:
        if "match" not in build:
            continue
        numbers, players = range(build["first"], build["last"] + 1), build["match"]
        dealt = random_deals(build["seed"], numbers).tolist()
        names = round_names(players, build["seed"], build["first"], build["last"])
        for number, name in zip(round_numbers(players, build["first"], build["last"]), names, strict=True):
            # after each round players move on by a seat
            seated = tuple(players[(seat - number) % len(players)] for seat in range(3))
            deal = deal_number(dealt[number // 3 - build["first"]])
            found[name] = deal, seated, (build["seed"] << 32) + number // 3, MATCH
    return found


def _contract(one: Round) -> Contract:
    """The contract announced."""
    flags = (one.hand, one.schneider, one.schwarz, one.ouvert)
    if one.game is None or None in flags:
        raise ValueError("nothing is announced")
    return Contract(one.game, *map(bool, flags))


def _round(one: Round, game: Game | None, faults: Faults) -> None:
    results = (one.matadors, one.won, one.overbid, one.value, one.score)
    declarer = None if one.declarer is None else SEATS.index(one.declarer)
    if one.calls is not None:
        faults.unless(bidding(one.calls) == (one.bid, declarer), one.name, f"{one.calls}: {one.bid}, {one.declarer}")
    if declarer is None or not one.bid:
        flags = (one.declarer, one.game, one.hand, one.schneider, one.schwarz, one.ouvert, *results)
        faults.unless(set(flags) == {None} and not one.bid and game is None, one.name, "a game that was not played")
        return
    if game is None:
        raise ValueError("its game is not stored")
    *hands, skat = numbered(one.dealt)
    cards = hands[declarer] | skat
    kept = list(numbered(game.deal))
    faults.unless((game.game, game.declarer) == (one.game, one.declarer), one.name, "another game")
    faults.unless(game.source == one.source, one.name, f"source {game.source}, of the round {one.source}")
    same = all(kept[seat] == hands[seat] for seat in range(3) if seat != declarer)
    faults.unless(same and kept[declarer] | kept[3] == cards, one.name, "not the deal after discarding")
    faults.unless(one.hand is False or kept[3] == skat, one.name, "a Hand game with another Skat")
    contract = _contract(one)
    faults.unless(contract.allowed, one.name, "may not be announced so")
    wanted = scored(contract, cards, game.course()[-1], one.bid)
    faults.unless(results == wanted, one.name, f"{results} should be {wanted}")


def _numbers(played: Played, keys: Sequence[tuple[str, int]]) -> list[str]:
    faults = Faults()
    for name, place in keys:
        rows, game = played.decisions()[name, place], played.games()[name]
        where = f"{name}, card {place}"
        chosen = [row.card for row in rows if row.chosen]
        faults.unless(chosen == [game.plays[place - 1].card], where, f"cards {chosen} were chosen")
        for row in rows:
            null = game.game != "null" or (row.points_worlds, row.points) == (0, 0)
            faults.unless(null or not _is_known(played, name, place), where, "points in a Null")
    return faults.texts


def _is_known(played: Played, name: str, place: int) -> bool:
    """Whether the random seed of the player of a card is known."""
    one, game = played.rounds().get(name), played.games().get(name)
    if one is None or game is None or one.source != MATCH or one.seed is None or not 1 <= place <= len(game.plays):
        return False
    player = one.players[SEATS.index(game.plays[place - 1].player)]
    word, _, worlds = player.partition(":")
    return player == "open" or (word == "pimc" and worlds.isascii() and worlds.isdigit() and len(worlds) <= MOST_DIGITS)


def _look(played: Played, name: str, place: int) -> Look:
    """A program's choice of a card, to be made again."""
    one, game = played.rounds()[name], played.games()[name]
    seat, (hands, skat) = SEATS.index(game.plays[place - 1].player), game.parts
    _, _, worlds = one.players[seat].partition(":")
    return Look(
        _contract(one),
        SEATS.index(game.declarer),
        one.bid,
        hands,
        skat,
        tuple(play.card for play in game.plays[: place - 1]),
        int(worlds or 0),
        3 * (one.seed or 0) + seat,
    )


def _wins(played: Played, keys: Sequence[tuple[str, int]]) -> Iterator[str]:
    judge = Judge()
    for key in keys:
        look, rows = _look(played, *key), played.decisions()[key]
        found = look.wins(judge)
        if found is None:
            continue
        wrong = [row for row in rows if (row.worlds, row.wins) != found.get(row.card)]
        if wrong:
            yield f"{key[0]}, card {key[1]}: {wrong[0]} should be {found.get(wrong[0].card)}"
        most = max(wins for _, wins in found.values())
        seen = max(worlds for worlds, _ in found.values())
        tied = [card for card, pair in found.items() if pair == (seen, most)]
        points = {row.card: row.points_worlds for row in rows}
        counted = {points[card] for card in tied}
        fits = len(counted) == 1 and all(not points[card] for card in found if card not in tied)
        if len(tied) > 1 and rows[0].card in points and look.contract.game != "null":
            fits = fits and all(map(look.stops_after, counted))
        else:
            fits = fits and counted == {0}
        if not fits:
            yield f"{key[0]}, card {key[1]}: points of other cards than the best"
        chosen = [row.card for row in rows if row.chosen]
        if chosen != [look.choice({row.card: row.points for row in rows}, tied)]:
            yield f"{key[0]}, card {key[1]}: {chosen} chosen, not the best"


def _points(played: Played, keys: Sequence[tuple[str, int]]) -> Iterator[str]:
    judge = Judge()
    for key in keys:
        look, rows = _look(played, *key), played.decisions()[key]
        found = look.points(judge, {row.card: row.points_worlds for row in rows if row.points_worlds})
        wrong = [row for row in rows if row.points != found.get(row.card, 0)]
        if wrong:
            yield f"{key[0]}, card {key[1]}: {wrong[0]} should have {found.get(wrong[0].card, 0)} points"
