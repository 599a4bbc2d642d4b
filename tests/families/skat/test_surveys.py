"""Surveys of what is stored, compared with the rows one by one: deals with open cards, contracts, classes of hands, models."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest
from books import PLAYOUTS, TRIALS, alter_file, bare_family, copy_family, insertion
from skat_rounds import random_round

from tafelwerk.book import Book, open_book
from tafelwerk.build.kind import derived_builds
from tafelwerk.build.runner import run
from tafelwerk.families.skat import classifiers, questions
from tafelwerk.families.skat import hands as looking_up
from tafelwerk.families.skat.builds import Trials, log_builds
from tafelwerk.families.skat.random_deals import CLASSES
from tafelwerk.families.skat.rules.cards import Game, Seat, read_seat
from tafelwerk.families.skat.rules.contracts import score
from tafelwerk.families.skat.rules.matches import SOURCE
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.surveys import mean_interval, mean_of, paired_difference, share_of
from tafelwerk.solvers.skat.hand_chances import KINDS, Chances
from tafelwerk.tables.answers import sampled_share

SEED = 6
SOLVED = {SEED: (*range(20), 29), SEED + 1: range(3)}
"""Deals with points, by seed."""
WON = {SEED: (*range(15, 24), 26), SEED + 1: range(30)}
"""Deals only won or lost."""
CONTRACTS = [(game.value, seat.word) for game in Game for seat in Seat]
EDGES = sorted({points for bounds in CLASSES for points in bounds})


def outcome(seed: int, number: int, contract: tuple[str, str]) -> tuple[int | None, bool]:
    """Points and whether the deal is won, in the place of solving it; the ends of each class come often."""
    random = Random(f"{seed} {number} {contract}")
    points = random.choice([*EDGES, random.randrange(121)])
    return None if contract[0] == Game.NULL else points, points > 60


def deal_of(seed: int, number: int) -> int:
    return 1000 * seed + number


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results, wins = list[tuple[object, ...]](), list[tuple[object, ...]]()
    for game, seat in CONTRACTS:
        for seed in SOLVED:
            for number in SOLVED[seed]:
                points, won = outcome(seed, number, (game, seat))
                results.append((deal_of(seed, number), game, seat, points, won, [], points))
            for number in WON[seed]:
                _, won = outcome(seed, number, (game, seat))
                wins.append((seed, number, seat, game, deal_of(seed, number), 0, 0, won))
    samples = [(seed, number, deal_of(seed, number)) for seed in SOLVED for number in SOLVED[seed]]
    return bare_family(
        tmp_path_factory.mktemp("deals"),
        "skat",
        *(insertion(*rows) for rows in (("samples", samples), ("results", results), ("wins", wins))),
    )


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    with open_book(path, pocket=False) as opened:
        yield opened


@pytest.mark.parametrize("deals", [None, 1])
def test_means_and_classes(book: Book, deals: int | None) -> None:
    found = questions.Points(deals, SEED).probe(book)
    count = deals or 20
    assert (found.deals, found.samples, found.certainty) == (count, count, "sampled")
    assert [(one.game, one.declarer) for one in found.points] == [pair for pair in CONTRACTS if pair[0] != Game.NULL]
    for one in found.points:
        drawn = (outcome(SEED, number, (one.game, one.declarer))[0] for number in range(count))
        points = [value for value in drawn if value is not None]
        assert one.mean == pytest.approx(mean(points))
        error = None if count == 1 else stdev(points) / count**0.5
        assert one.standard_error == (None if error is None else pytest.approx(error))
        assert one.interval == mean_interval(one.mean, one.standard_error)
        for each, quarter in zip(one.quartiles, (1, 2, 3), strict=True):
            assert 4 * sum(value <= each for value in points) >= quarter * count
            assert 4 * sum(value < each for value in points) < quarter * count
        assert [each.deals for each in one.classes] == [
            share_of(sum(each.least <= value <= each.most for value in points), count) for each in one.classes
        ]
        assert sum(each.deals.count for each in one.classes) == count
        assert [(each.least, each.most) for each in one.classes][::4] == [(0, 30), (120, 120)]


@pytest.mark.parametrize("deals", [None, 3])
def test_each_deal_counts_once_among_those_won(book: Book, deals: int | None) -> None:
    found = questions.Shares(deals, SEED).probe(book)
    count = deals or 24
    assert (found.deals, found.samples) == (count, count)
    assert [(one.game, one.declarer) for one in found.shares] == CONTRACTS
    for one in found.shares:
        assert one.won == sum(outcome(SEED, number, (one.game, one.declarer))[1] for number in range(count))
        assert one.share == one.won / count
        error = (one.share * (1 - one.share) / count) ** 0.5
        assert one.standard_error == (pytest.approx(error) if 0 < one.share < 1 else None)
        assert one.interval == sampled_share(one.share, count, one.standard_error)["interval"]
    assert found.standard_error == max(one.standard_error for one in found.shares if one.standard_error is not None)
    assert (found.certainty, found.level, found.interval) == ("sampled", 0.95, None)


@pytest.mark.parametrize(("asked", "stored"), [(questions.Points, 20), (questions.Shares, 24)])
def test_deals_that_are_not_stored(
    asked: type[questions.Points] | type[questions.Shares], stored: int, book: Book, tmp_path: Path
) -> None:
    """What builds them, tests/refusals say."""
    assert asked(stored, SEED).stored(book) is not None
    assert asked(stored + 1, SEED).stored(book) is None
    assert asked(seed=SEED + 2).stored(book) is None
    with open_book(tmp_path, pocket=False) as opened:
        assert asked().stored(opened) is None


MATCH, DEALS = 4, 40
PLAYER = "pimc:2"
ROUNDS = [random_round(number) for number in range(DEALS)]


Result = tuple[str, bool, bool, int | None, int | None]
"""Game, whether it is won open and hidden, and the points of both."""


def log_round(number: int, player: str = PLAYER, source: str = SOURCE, place: int = 0) -> Round:
    """A round of deal `number` as if a match had played it; `place`: which of its three rounds."""
    name = f"match-{MATCH}-{3 * number + place}-{player}" + ("" if source == SOURCE else " noted")
    return ROUNDS[number % DEALS].with_record(name, (player,) * 3, source, (MATCH << 32) + number)


@pytest.fixture(scope="module")
def match_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals 0 to 39 and 41 of a player with itself; one of them three times, and rounds that do not count."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    rounds = [log_round(number) for number in (*range(DEALS), DEALS + 1)]
    rounds += [log_round(7, place=1), log_round(7, place=2), log_round(8, source="a test"), log_round(9, "random")]
    for seat in range(3):
        players = tuple("random" if place == seat else PLAYER for place in range(3))
        rounds.append(replace(log_round(DEALS), name=f"three players {seat}", players=players))
    run(folder, log_builds(rounds), executor="inline")
    return folder


@pytest.fixture(scope="module")
def results(match_book: Path) -> list[Result]:
    """Of each contract; with open cards it is scored as if the declarer had made what it was worth."""
    with open_book(match_book, pocket=False) as opened:
        values = dict(opened.rows("skat", "SELECT name, start FROM skat.games"))
    counted = list[Result]()
    for number, one in enumerate(ROUNDS):
        game, outcome = one.game, one.score
        if game is None or outcome is None:
            continue
        contract, value, points = game.contract, values[log_round(number).name], game.position.declarer_points
        if contract.game is Game.NULL:
            counted.append((contract.game.value, bool(value), outcome.won, None, None))
            continue
        cards = game.deal.hands[game.declarer] | game.deal.skat
        won = [score(contract, cards, made, 10 if made == 120 else 5, one.bid).won for made in (value, points)]
        counted.append((contract.game.value, *won, value, points))
    return counted


def test_shares_of_contracts(match_book: Path, results: list[Result]) -> None:
    """Every deal counts once, in the longest run from the first; games, counts and means are those of the rounds."""
    with open_book(match_book, pocket=False) as opened:
        found = questions.Contracts(player=PLAYER, seed=MATCH).probe(opened)
    assert (found.deals, found.samples, found.passed) == (DEALS, len(results), DEALS - len(results))
    assert [one.game for one in found.shares] == [
        "all",
        *(game for game in Game if any(one[0] == game for one in results)),
    ]
    for one in found.shares:
        some = [result for result in results if one.game in ("all", result[0])]
        counts = [sum(result[1:3] == pair for result in some) for pair in ((True, True), (True, False), (False, True))]
        both, only_open, only_hidden = counts
        assert (one.contracts, one.only_open, one.only_hidden) == (len(some), only_open, only_hidden)
        assert one.open == share_of(both + only_open, len(some))
        assert one.hidden == share_of(both + only_hidden, len(some))
        assert one.gain == paired_difference(*counts, len(some) - sum(counts))
        points = [(result[3], result[4]) for result in some if result[3] is not None and result[4] is not None]
        assert one.open_points == mean_of([value for value, _ in points])[0]
        assert (one.points_gain, one.points_error) == mean_of([made - value for value, made in points])
    total = found.shares[0].gain
    assert (found.interval, found.standard_error) == (total.interval, total.standard_error)
    assert (found.certainty, found.level) == ("sampled", 0.95)


def test_results_are_of_every_kind(results: list[Result]) -> None:
    """Games with trumps and Null; won only open, only hidden, both and neither; a game worth less than its bid."""
    assert {game == "null" for game, *_ in results} == {False, True}
    assert len({(opened, hidden) for _, opened, hidden, *_ in results}) == 4
    assert any(one.score is not None and one.score.overbid for one in ROUNDS)


def test_some_deals(match_book: Path) -> None:
    with open_book(match_book, pocket=False) as opened:
        found = questions.Contracts(20, PLAYER, MATCH).probe(opened)
        assert (found.deals, found.passed + found.samples) == (20, 20)
        assert questions.Contracts(DEALS + 1, PLAYER, MATCH).stored(opened) is None
        assert questions.Contracts(player="random", seed=MATCH).stored(opened) is None
        assert questions.Contracts(player=PLAYER, seed=MATCH + 1).stored(opened) is None
        line = str(questions.Contracts(DEALS + 1, PLAYER, MATCH).missing(opened))
        assert f"tafelwerk build skat --match {DEALS + 1} --agents {PLAYER} --seed {MATCH}" in line
        assert "tafelwerk build skat --match 100 --agents pimc:100" in str(questions.Contracts().missing(opened))


def test_the_source_of_matches() -> None:
    assert looking_up.SOURCE == SOURCE


WEIGHTS = json.loads((files("tafelwerk.families.skat") / "weights.json").read_text(encoding="utf-8"))


def rows(book: Path, position: str | None, playouts: str = "") -> list[tuple[int, str, bool]]:
    """Number, game and outcome of trials, or of those played out."""
    sql = f"SELECT number, game::VARCHAR, won, declarer::VARCHAR FROM skat.trials {playouts} WHERE seed = 1"
    with open_book(book, pocket=False) as opened:
        return [(number, game, won) for number, game, won, seat in opened.sql(sql).rows() if position in (None, seat)]


def kind(game: str) -> str:
    return game if game in ("grand", "null") else "suit"


@pytest.mark.parametrize(("fitted", "position", "least"), [(False, None, 4), (False, "rearhand", 2), (True, None, 1)])
def test_trials(
    fitted: bool, position: str | None, least: int, skat_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every class of hands with enough games; of those that the weights were fitted to a fifth was held out, and counts."""
    assert (WEIGHTS["seed"], WEIGHTS["deals"] > 120) == (1, True)
    if not fitted:
        monkeypatch.setattr(classifiers, "fitted_to", lambda: (9, 1, 1))
    with open_book(skat_book, pocket=False) as opened:
        answer = opened.skat.hands(position=position, least=least)
        every = opened.skat.hands(position=position, least=1)
    solved = [row for row in rows(skat_book, position) if not fitted or row[0] // 3 % 5 == 4]
    assert (answer.games, answer.samples, answer.deals) == (len(solved), len(solved), len({row[0] for row in solved}))
    assert (answer.seed, answer.dealt, answer.position, answer.source) == (1, False, position, "book")
    assert answer.classes == [one for one in every.classes if one.games >= least]
    assert answer.ratings == every.ratings
    games, wins = Counter(kind(game) for _, game, _ in solved), Counter(kind(game) for _, game, won in solved if won)
    for name in games:
        for parts in (every.classes, [one for one in every.ratings if one.model == "open"]):
            of_kind = [one for one in parts if one.kind == name]
            assert sum(one.games for one in of_kind) == games[name]
            assert sum(one.won.count for one in of_kind) == wins[name]
            assert all(one.won == share_of(one.won.count, one.games) for one in of_kind)
    played = rows(skat_book, position, "JOIN (SELECT seed, number, game FROM skat.playouts) USING (seed, number, game)")
    counted = [row for row in played if not fitted or row[0] // 3 % 5 == 4]
    assert sum(one.games for one in every.ratings if one.model == "hidden") == len(counted)
    for one in every.ratings:
        assert one.least <= one.chance <= one.most


SHIPPED = files("tafelwerk.families.skat") / "weights.json"


def test_what_a_book_is_fitted_to(skat_book: Path, tmp_path: Path) -> None:
    """To deals that are played out."""
    with open_book(skat_book) as opened:
        later = list(derived_builds(opened, ("skat", "dresher")))
    assert [build.name for build in later] == [f"skat --trials {TRIALS} --playouts {PLAYOUTS} --seed 1: models"]
    run(tmp_path, list(Trials(3).sections()), executor="inline")
    with Book(tmp_path) as opened:
        assert not list(derived_builds(opened, ("skat",)))


def test_weights_are_written_as_they_ship(skat_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make weights` writes has the features by name and is read as it was fitted, to four digits."""
    assert classifiers.main([str(skat_book), str(tmp_path / "weights.json")]) == 0
    shipped, by_file = json.loads(SHIPPED.read_text(encoding="utf-8")), classifiers.shipped_weights()
    assert Chances(by_file)
    monkeypatch.setattr(classifiers, "files", lambda package: tmp_path)
    written = classifiers.shipped_weights.__wrapped__()
    assert written != by_file
    with open_book(skat_book) as opened:
        stored = questions.Models().probe(opened).weights
    for one in stored:
        if one.model != "thesis":
            kind, rounded = KINDS[Game(one.game)], tuple(float(f"{weight:.4g}") for weight in one.features.values())
            assert getattr(written, one.model)[kind, read_seat(one.declarer)] == rounded
            assert list(one.features) == list(shipped[one.model][kind][one.declarer])


def test_weights_of_a_book_without_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert classifiers.main([str(tmp_path), str(tmp_path / "weights.json")]) == 3
    assert "models of hands" in capsys.readouterr().err
    assert not (tmp_path / "weights.json").exists()


@pytest.mark.parametrize(
    ("deals", "played", "first"), [(TRIALS + 1, 1, True), (TRIALS, PLAYOUTS + 1, True), (TRIALS - 1, TRIALS - 1, False)]
)
def test_those_fitted_to_most_deals_count(
    deals: int, played: int, first: bool, skat_book: Path, tmp_path: Path
) -> None:
    copy = copy_family(skat_book, "skat", tmp_path)
    others = f"SELECT * REPLACE ({deals} AS deals, {played} AS played, 2 * weight AS weight) FROM models"
    alter_file(copy / "skat.duckdb", f"INSERT INTO models {others} WHERE model = 'open'")
    with open_book(copy) as opened, open_book(skat_book) as before:
        shown, old = questions.Models().probe(opened), questions.Models().probe(before)
    assert (shown.deals, shown.played) == ((deals, played) if first else (TRIALS, PLAYOUTS))
    sums = [sum(sum(one.features.values()) for one in each.weights if one.model == "open") for each in (shown, old)]
    assert sums[0] == pytest.approx((2 if first else 1) * sums[1])
