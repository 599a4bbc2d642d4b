"""Games by classes of hands and by fitted chances: which games count; what they come to is in tests/golden."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from tafelwerk.book import open_book
from tafelwerk.families.skat import classifiers
from tafelwerk.tables.intervals import share_of

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
