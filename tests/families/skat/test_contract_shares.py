"""Contracts won open and hidden: look-ups among rounds of every kind, compared with a scorer at the table."""

from dataclasses import replace
from pathlib import Path

import pytest
from skat_rounds import random_round

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.families.skat import hands as looking_up
from tafelwerk.families.skat import questions
from tafelwerk.families.skat.builds import log_builds
from tafelwerk.families.skat.rules.cards import Game
from tafelwerk.families.skat.rules.contracts import score
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.solvers.skat.program_matches import SOURCE
from tafelwerk.tables.intervals import mean_of, paired_difference, share_of

SEED, DEALS = 4, 40
PLAYER = "pimc:2"
ROUNDS = [random_round(number) for number in range(DEALS)]


Result = tuple[str, bool, bool, int | None, int | None]
"""Game, whether it is won open and hidden, and the points of both."""


def logged(number: int, player: str = PLAYER, source: str = SOURCE, place: int = 0) -> Round:
    """A round of deal `number` as if a match had played it; `place`: which of its three rounds."""
    name = f"match-{SEED}-{3 * number + place}-{player}" + ("" if source == SOURCE else " noted")
    return ROUNDS[number % DEALS].with_record(name, (player,) * 3, source, (SEED << 32) + number)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals 0 to 39 and 41 of a player with itself; one of them three times, and rounds that do not count."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    rounds = [logged(number) for number in (*range(DEALS), DEALS + 1)]
    rounds += [logged(7, place=1), logged(7, place=2), logged(8, source="a test"), logged(9, "random")]
    rounds.append(replace(logged(10, place=1), name="three players", players=(PLAYER, PLAYER, "random")))
    run(folder, log_builds(rounds), executor="inline")
    return folder


@pytest.fixture(scope="module")
def results(book: Path) -> list[Result]:
    """Of each contract; with open cards it is scored as if the declarer had made what it was worth."""
    with open_book(book, pocket=False) as opened:
        values = dict(opened.rows("skat", "SELECT name, start FROM skat.games"))
    counted = list[Result]()
    for number, one in enumerate(ROUNDS):
        game, outcome = one.game, one.score
        if game is None or outcome is None:
            continue
        contract, value, points = game.contract, values[logged(number).name], game.position.declarer_points
        if contract.game is Game.NULL:
            counted.append((contract.game.value, bool(value), outcome.won, None, None))
            continue
        cards = game.deal.hands[game.declarer] | game.deal.skat
        won = [score(contract, cards, made, 10 if made == 120 else 5, one.bid).won for made in (value, points)]
        counted.append((contract.game.value, *won, value, points))
    return counted


def test_shares_of_contracts(book: Path, results: list[Result]) -> None:
    """Every deal counts once, in the longest run from the first; games, counts and means are those of the rounds."""
    with open_book(book, pocket=False) as opened:
        found = questions.Contracts(player=PLAYER, seed=SEED).probe(opened)
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


def test_some_deals(book: Path) -> None:
    with open_book(book, pocket=False) as opened:
        found = questions.Contracts(20, PLAYER, SEED).probe(opened)
        assert (found.deals, found.passed + found.samples) == (20, 20)
        assert questions.Contracts(DEALS + 1, PLAYER, SEED).stored(opened) is None
        assert questions.Contracts(player="random", seed=SEED).stored(opened) is None
        assert questions.Contracts(player=PLAYER, seed=SEED + 1).stored(opened) is None
        line = str(questions.Contracts(DEALS + 1, PLAYER, SEED).missing(opened))
        assert f"tafelwerk build skat --match {DEALS + 1} --players {PLAYER} --seed {SEED}" in line
        assert "tafelwerk build skat --match 100 --players pimc:100" in str(questions.Contracts().missing(opened))


def test_the_source_of_matches() -> None:
    assert looking_up.SOURCE == SOURCE
