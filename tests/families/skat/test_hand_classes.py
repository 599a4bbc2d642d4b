"""Games by classes of hands and by fitted chances, compared with counts from names of cards."""

import json
from collections.abc import Callable, Iterable
from importlib.resources import files
from math import exp
from pathlib import Path
from typing import Any

import pytest
from naive import skat_bidding as naive

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.families.skat import classifiers
from tafelwerk.families.skat.builds import Wins
from tafelwerk.families.skat.rules.cards import NAMES, bits
from tafelwerk.families.skat.surveys import Hands
from tafelwerk.tables.intervals import share_of

WEIGHTS = json.loads((files("tafelwerk.families.skat") / "weights.json").read_text(encoding="utf-8"))
DEALT = 40

Row = tuple[int, str, str, int, int, bool]
"""Number, game, declarer, hand, Skat, outcome."""


@pytest.fixture
def all_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game of the books here was used for the weights."""
    monkeypatch.setattr(classifiers, "fitted_to", lambda: (9, 1, 1))


@pytest.fixture(scope="module")
def dealt_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    run(folder, Wins(DEALT, 2).sections(), executor="inline")
    return folder


def rows(book: Path, sql: str) -> list[Row]:
    with open_book(book, pocket=False) as opened:
        return [tuple(row) for row in opened.sql(sql).rows()]  # type: ignore[misc]


def names(mask: int) -> set[str]:
    return {NAMES[card] for card in bits(mask)}


def group(row: Row) -> tuple[str, int | None, int | None, int | None, int | None]:
    """Kind, jacks, trumps, aces and excess, counted card by card."""
    _, game, _, hand, _, _ = row
    held, kind = names(hand), naive.kind(game)
    if kind == "null":
        return kind, None, None, None, sum(naive.too_high(naive.null_ranks(held, suit)) for suit in "CSHD")
    trumps = naive.trumps(game, held)
    aces = sum(card[1] == "A" and card[0] != naive.TRUMP_SUIT.get(game) for card in held)
    return kind, sum(card[1] == "J" for card in held), trumps if kind == "suit" else None, aces, None


def left(row: Row) -> tuple[str, int, int]:
    """Kind, trumps and aces of the Skat, counted card by card."""
    _, game, _, _, skat, _ = row
    aces = sum(card[1] == "A" and card[0] != naive.TRUMP_SUIT.get(game) for card in names(skat))
    return naive.kind(game), naive.trumps(game, names(skat)), aces


def odds(row: Row) -> float:
    _, game, declarer, hand, skat, _ = row
    return naive.total(game, names(hand), names(skat), WEIGHTS["open"][naive.kind(game)][declarer])


def opened(row: Row) -> float:
    return 1 / (1 + exp(-odds(row)))


def hidden(row: Row) -> float:
    _, game, declarer, hand, _, _ = row
    step = tuple(WEIGHTS["hidden"][naive.kind(game)][declarer].values())
    return naive.hidden(game, odds(row), naive.trumps(game, names(hand)), step)


def check(found: Hands, solved: list[Row], played: list[Row], least: int) -> None:
    """Every class of hands and Skats with enough games and every range of chances, and no other."""
    assert (found.games, found.samples) == (len(solved), len(solved))
    assert found.deals == len({row[0] for row in solved})
    wanted = gathered(solved, group, opened)
    listed = {(one.kind, one.jacks, one.trumps, one.aces, one.excess): one for one in found.classes}
    assert set(listed) == {key for key, some in wanted.items() if len(some) >= least}
    assert len(listed) == len(found.classes)
    for key, one in listed.items():
        agrees(one, wanted[key])
    wanted = gathered((row for row in solved if found.dealt and naive.kind(row[1]) != "null"), left, opened)
    skats = {(one.kind, one.trumps, one.aces): one for one in found.skats}
    assert set(skats) == {key for key, some in wanted.items() if len(some) >= least}
    assert bool(skats) == found.dealt
    for key, each_skat in skats.items():
        agrees(each_skat, wanted[key])
    for model, some, chance in (("open", solved, opened), ("hidden", played, hidden)):
        tenths = gathered(some, lambda row: (naive.kind(row[1]), min(int(10 * chance(row)), 9)), chance)  # noqa: B023
        rated = {(one.kind, round(10 * one.least)): one for one in found.ratings if one.model == model}
        assert set(rated) == set(tenths)
        for place, each in rated.items():
            agrees(each, tenths[place])
            assert each.most == pytest.approx(each.least + 0.1)
            assert each.least <= each.chance <= each.most


def gathered(
    some: Iterable[Row], key: Callable[[Row], Any], chance: Callable[[Row], float]
) -> dict[Any, list[tuple[bool, float]]]:
    """Outcomes and chances by key."""
    found: dict[Any, list[tuple[bool, float]]] = {}
    for row in some:
        found.setdefault(key(row), []).append((row[-1], chance(row)))
    return found


def agrees(one: Any, wanted: list[tuple[bool, float]]) -> None:
    assert one.games == len(wanted)
    assert one.won == share_of(sum(won for won, _ in wanted), len(wanted))
    assert one.chance == pytest.approx(sum(chance for _, chance in wanted) / len(wanted), abs=1e-9)


_TRIALS = "SELECT number, game::VARCHAR, declarer::VARCHAR, hand, skat, won FROM skat.trials WHERE seed = 1"
_PLAYOUTS = (
    "SELECT number, game::VARCHAR, declarer::VARCHAR, hand, skat, p.won"
    " FROM skat.trials t JOIN skat.playouts p USING (seed, number, game) WHERE seed = 1"
)


@pytest.mark.usefixtures("all_fresh")
@pytest.mark.parametrize(("position", "least"), [(None, 4), ("rearhand", 2)])
def test_trials(skat_book: Path, position: str | None, least: int) -> None:
    with open_book(skat_book, pocket=False) as opened_book:
        found = opened_book.skat.hands(position=position, least=least)
    chosen = [[row for row in rows(skat_book, sql) if position in (None, row[2])] for sql in (_TRIALS, _PLAYOUTS)]
    check(found, *chosen, least)
    assert (found.seed, found.dealt, found.position, found.source) == (1, False, position, "book")


def test_games_that_the_weights_were_fitted_to_do_not_count(skat_book: Path) -> None:
    """The book's deals are the first of those to which the shipped weights were fitted; a fifth was held out."""
    with open_book(skat_book, pocket=False) as opened_book:
        found = opened_book.skat.hands(least=1)
    assert (WEIGHTS["seed"], WEIGHTS["deals"] > 120) == (1, True)
    chosen = [[row for row in rows(skat_book, sql) if row[0] // 3 % 5 == 4] for sql in (_TRIALS, _PLAYOUTS)]
    assert 0 < len(chosen[0]) < found.games * 2
    check(found, *chosen, 1)


def test_hands_as_dealt(dealt_book: Path) -> None:
    with open_book(dealt_book, pocket=False) as opened_book:
        found = opened_book.skat.hands(2, "forehand", dealt=True, least=3)
    sql = "SELECT number, game::VARCHAR, declarer::VARCHAR, hand, skat, won FROM skat.wins WHERE seed = 2"
    solved = [row for row in rows(dealt_book, sql) if row[2] == "forehand"]
    assert (len(solved), found.deals) == (6 * DEALT, DEALT)
    check(found, solved, [], 3)
