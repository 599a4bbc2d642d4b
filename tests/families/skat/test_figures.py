"""What the figures of Skat show of other books than that of tests/plots/contents.txt, and what is measured."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from books import alter_file, copy_family
from figures import FIGURES, draw, draw_from, heading, records

from tafelwerk.book import open_book
from tafelwerk.families.skat.builds import Ladder
from tafelwerk.families.skat.deal_rows import measured_games, rungs
from tafelwerk.families.skat.figures import NAMES as NAMED
from tafelwerk.families.skat.figures import STEPS
from tafelwerk.families.skat.room import NUMBERED
from tafelwerk.families.skat.rules.limits import PAIRS, Question
from tafelwerk.tables.book import Book, family_file


@pytest.fixture(scope="module")
def book(skat_book: Path) -> Iterator[Book]:
    with open_book(skat_book, pocket=False) as opened:
        yield opened


def panels(document: dict[str, Any], field: str) -> dict[str, list[dict[str, Any]]]:
    """By a panel's title the records that it shows, of those that have a field of that name."""
    parts = document["concat" if "concat" in document else "hconcat"]
    return {heading(panel).replace("\n", " | "): records(document, field, part=panel) for panel in parts}


def test_titles_say_no_chance_of_few_hands(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    # twelve hands per game
    assert not any("%" in draw(name, book)["title"]["text"] for name in ("skat-jacks", "skat-hands"))
    monkeypatch.setattr("tafelwerk.families.skat.figures.TELLING", 3)
    document = FIGURES["skat-jacks"].draw(book).to_dict()
    title, parts = document["title"]["text"], panels(document, "jacks").values()
    for held in range(5):
        counts = [bar["of"] for part in parts for bar in part if bar["jacks"] == held]
        assert (f"% with {held or 'none'}" in title) == (max(counts, default=0) >= 3)


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
    games = measured_games(1, 0, 4, 10, "null")
    document = draw_from(tmp_path / "null", "skat-11.3", *Ladder(5, question=Question.NULL).sections())
    shown = records(document, "x")
    for rung in rungs(10, "null"):
        nodes = sorted(rung.measure(game).nodes for game in games)
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
