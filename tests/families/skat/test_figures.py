"""What the figures of Skat show."""

import json
from collections.abc import Callable, Iterator
from math import exp, log
from pathlib import Path
from typing import Any

import pytest
from books import alter_file, copy_family
from figures import FIGURES, draw, draw_from, heading, records

from tafelwerk.book import open_book
from tafelwerk.families.skat.builds import Ladder
from tafelwerk.families.skat.deal_rows import rungs, trials
from tafelwerk.families.skat.figures import NUMBERED, PAIRS
from tafelwerk.families.skat.figures.ladder import NAMES as NAMED
from tafelwerk.families.skat.figures.ladder import STEPS
from tafelwerk.families.skat.rules.cards import NAMES, bits
from tafelwerk.families.skat.rules.limits import Question
from tafelwerk.tables.book import Book, family_file


@pytest.fixture(scope="module")
def book(skat_book: Path) -> Iterator[Book]:
    with open_book(skat_book, pocket=False) as opened:
        yield opened


def panels(document: dict[str, Any], field: str) -> dict[str, list[dict[str, Any]]]:
    """By a panel's title the records that it shows, of those that have a field of that name."""
    parts = document["concat" if "concat" in document else "hconcat"]
    return {heading(panel).replace("\n", " | "): records(document, field, part=panel) for panel in parts}


def test_bars_of_points_begin_above_sixty(book: Book) -> None:
    """Every outcome lies in one bar, those of 60 points left of the line and those of 61 right of it."""
    points = [row[0] for row in book.rows("skat", "SELECT points FROM skat.results WHERE points IS NOT NULL")]
    document = draw("skat-points", book)
    bars, line = sorted(document["datasets"].values(), key=len, reverse=True)
    assert line == [{"x": 60.5}]
    counts = [sum(bar["from"] < one < bar["to"] for one in points) for bar in bars]
    assert [bar["percent"] for bar in bars] == [round(100 * count / len(points), 4) for count in counts]
    assert sum(counts) == len(points)
    assert {bar["to"] % 5 for bar in bars} == {0.5}
    assert {bar["to"] - bar["from"] for bar in bars} == {5, 6}  # 0 has no bar of its own
    assert [bar["from"] for bar in bars if bar["to"] - bar["from"] == 6] == [-0.5]
    axis = document["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert axis[1] > max(bar["percent"] for bar in bars)


def compare_hands(
    book: Book, name: str, class_of: Callable[[str, list[str]], Any], key: Callable[[str, dict[str, Any]], Any]
) -> None:
    """Each class of hands, counted card by card by their names, has a bar or cell, that of few hands without a chance."""
    counts: dict[Any, list[bool]] = {}
    for game, hand, won in book.rows("skat", "SELECT game::VARCHAR, hand, won FROM skat.hands WHERE game <> 'null'"):
        counts.setdefault(class_of(game, [NAMES[card] for card in bits(hand)]), []).append(won)
    cells = {key(title, cell): cell for title, part in panels(draw(name, book), "of").items() for cell in part}
    assert {place: cell["of"] for place, cell in cells.items()} == {place: len(won) for place, won in counts.items()}
    for place, won in counts.items():
        share = None if len(won) < 5 else pytest.approx(100 * sum(won) / len(won), abs=1e-3)
        assert cells[place]["percent"] == share
    assert {cell["percent"] is None for cell in cells.values()} == {True, False}


def test_jacks_show_no_chance_of_few_hands(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do titles."""
    compare_hands(
        book,
        "skat-jacks",
        lambda game, names: (game, sum(name[1] == "J" for name in names)),
        lambda title, bar: (title.lower(), bar["jacks"]),
    )
    # twelve hands per game
    assert not any("%" in draw(name, book)["title"]["text"] for name in ("skat-jacks", "skat-hands"))
    monkeypatch.setattr("tafelwerk.families.skat.figures.outcomes.TELLING", 3)
    document = FIGURES["skat-jacks"].draw(book).to_dict()
    title, parts = document["title"]["text"], panels(document, "jacks").values()
    for held in range(5):
        counts = [bar["of"] for part in parts for bar in part if bar["jacks"] == held]
        assert (f"% with {held or 'none'}" in title) == (max(counts, default=0) >= 3)


def test_hands_are_sorted_by_trumps_and_aces(book: Book) -> None:
    def class_of(game: str, names: list[str]) -> tuple[bool, int, int]:
        trumps = [name for name in names if name[1] == "J" or (name[0] == game[0].upper() and game != "grand")]
        return game == "grand", len(trumps), sum(name[1] == "A" and name not in trumps for name in names)

    compare_hands(book, "skat-hands", class_of, lambda _, cell: (cell["grand"], cell["trumps"], cell["aces"]))


def test_a_dot_a_deal(tmp_path: Path) -> None:
    """Positions of each panel and the gain above it, against the steps measured here."""
    tried = trials(1, 0, 2, 4)
    nodes = {rung.step: [rung.measure(trial).nodes for trial in tried] for rung in rungs(4)}
    document = draw_from(tmp_path, "skat-ladder-nodes", *Ladder(3, cards=4).sections())
    shown = panels(document, "cards")
    assert len(shown) == len(PAIRS) == 12
    for (pair, words), (title, dots) in zip(PAIRS.items(), shown.items(), strict=True):
        before, after = (nodes[step] for step in pair)
        assert sorted((dot["x"], dot["y"], dot["cards"]) for dot in dots) == sorted(
            (x, y, 4) for x, y in zip(before, after, strict=True)
        )
        gain = exp(sum(log(x / y) for x, y in zip(before, after, strict=True)) / 3)
        less, factor = ("fewer", gain) if gain >= 1 else ("more", 1 / gain)
        number = f"{factor:,.0f}" if factor >= 9.95 else f"{factor:.1f}"
        assert title == f"{words} | {number} times {less} positions (4 cards, 3 deals)"


def test_gains_are_those_of_the_most_cards(tmp_path: Path) -> None:
    """What was not measured is left out; numbered figures show their steps alone."""
    shown = panels(
        draw_from(tmp_path, "skat-ladder-nodes", *Ladder(2, cards=4, question=Question.WIN).sections()), "cards"
    )
    assert len(shown) == 5
    assert all("(4 cards, 2 deals)" in title for title in shown)
    builds = *Ladder(2, cards=4).sections(), *Ladder(2, cards=7).sections()
    whole = {name: panels(draw_from(tmp_path, f"skat-ladder-{name}", *builds), "cards") for name in ("nodes", "times")}
    cards_of = {
        title: ({dot["cards"] for dot in dots}, "7 cards, 2 deals" in title) for title, dots in whole["times"].items()
    }
    first, *others = cards_of.values()
    assert first == ({4}, False)  # minimax takes no more than six cards
    assert others == [({4, 7}, True)] * 11
    for number, name in (("8.4", "nodes"), ("8.3", "times")):
        words = [PAIRS[pair] for pair in NUMBERED["8.4", "8.3"]]
        expected = {title: dots for title, dots in whole[name].items() if title.split(" | ")[0] in words}
        assert panels(draw_from(tmp_path, f"skat-{number}"), "cards") == expected
        assert len(expected) == len(words) == 2


def test_steps_of_the_pairs_have_names() -> None:
    assert {step for pair in PAIRS for step in pair} == set(STEPS) == {rung.step for rung in rungs(5)}


def test_tables_and_null_by_the_share_of_deals(tmp_path: Path) -> None:
    """Each step's lines rise to all deals; what a deal took is what is measured here."""
    tried = trials(1, 0, 4, 10, "null")
    document = draw_from(tmp_path / "null", "skat-11.3", *Ladder(5, question=Question.NULL).sections())
    shown = records(document, "x")
    for rung in rungs(10, "null"):
        nodes = sorted(rung.measure(trial).nodes for trial in tried)
        dots = [(dot["x"], dot["y"]) for dot in shown if dot["step"] == NAMED[rung.step]]
        assert dots == [(count, 20.0 * place) for place, count in enumerate(nodes, 1)]
    assert "positions with the fast solver" in json.dumps(document["title"])
    document = draw_from(tmp_path / "null", "skat-11.4", *Ladder(5, question=Question.NULL).sections())
    assert "ms with the fast solver" in json.dumps(document["title"])
    # zero has no place on a logarithmic axis, yet is counted
    alter_file(
        family_file(tmp_path / "null", "skat"),
        "UPDATE statistics SET milliseconds = 0 WHERE step = 'fast_null' AND deal <> (SELECT max(deal) FROM statistics)",
    )
    shown = records(draw_from(tmp_path / "null", "skat-11.4"), "x")
    assert [dot["y"] for dot in shown if dot["step"] == NAMED["fast_null"]] == [100]


OF_TEN = ("skat-5.4", "skat-9.6", "skat-11.3", "skat-11.4", "skat-hands", "skat-jacks", "skat-points")
"""Figures of deals of ten cards per hand."""


def test_deals_of_fewer_cards_do_not_matter(book: Book, tmp_path: Path) -> None:
    tables = ("results", "wins", "statistics")
    last = " UNION ".join(
        f"SELECT max(deal) FROM {table} JOIN deals USING (deal) WHERE cards_each = 10 GROUP BY {key}"
        for table, key in (("results", "game"), ("statistics", "step"))
    )

    def documents(name: str, *changes: str) -> dict[str, Any]:
        folder = copy_family(book.path, "skat", tmp_path / name)
        alter_file(family_file(folder, "skat"), f"CREATE TEMP TABLE few AS {last}", *changes)
        with open_book(folder, pocket=False) as opened:
            return {figure: FIGURES[figure].draw(opened).to_dict(validate=False) for figure in OF_TEN}

    without = documents("without", *(f"DELETE FROM {table} WHERE deal IN (FROM few)" for table in tables))
    assert without == documents("with", "UPDATE deals SET cards_each = 9 WHERE deal IN (FROM few)")
    assert without != {figure: draw(figure, book) for figure in OF_TEN}


def test_entries_of_the_table_of_alpha_beta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelwerk.families.skat.figures.ladder.CARDS", 7)
    (rung,) = rungs(7, "table")
    entries = sorted(rung.measure(trial).entries or 0 for trial in trials(1, 0, 3, 7, "table"))
    document = draw_from(tmp_path, "skat-5.4", *Ladder(4, cards=7, question=Question.TABLE).sections())
    assert [dot["x"] for dot in records(document, "x")] == entries
    assert f"{sum(entries) / 4:,.0f} positions on average of 4 deals, {entries[-1]:,} at most" in json.dumps(
        document["title"]
    )


def test_sure_tricks_against_the_value(book: Book) -> None:
    """A dot an outcome, on the side of the diagonal of who does not lead; the title has the mean of the distances."""
    document = draw("skat-9.6", book)
    dots = records(document, "side")
    rows = book.rows(
        "skat",
        "SELECT points, sure, declarer::VARCHAR FROM skat.results JOIN skat.deals USING (deal)"
        " WHERE cards_each = 10 AND sure IS NOT NULL",
    )
    assert sorted((dot["y"], dot["x"]) for dot in dots) == sorted(row[:2] for row in rows)
    for dot in dots:
        assert dot["y"] >= dot["x"] if dot["side"] == "declarer leads" else dot["y"] <= dot["x"]
    mean = sum(abs(points - sure) for points, sure, _ in rows) / len(rows)
    assert f"by {mean:.2f} points on average over {len(rows):,} outcomes" in json.dumps(document["title"])
