"""Deals with open cards: answered from stored positions as by search."""

import io
import sys
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import duckdb
import pytest
from loose_builds import LooseBuild
from naive.skat_worlds import random_play
from program import Terminal, call, refused
from skat_questions import ask, asked_as, random_game

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.commands.output import shows_signs
from tafelwerk.families.skat.board import draw_cards, draw_hand
from tafelwerk.families.skat.builds import GivenDeal
from tafelwerk.families.skat.hidden_cards import Card
from tafelwerk.families.skat.open_cards import Solve
from tafelwerk.families.skat.rules.cards import Game, Seat, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal, deal_number
from tafelwerk.families.skat.rules.play import game_of as open_game_of
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.stored_games import stored_judge
from tafelwerk.families.skat.tasks import WholeDeals
from tafelwerk.language import Language, speaking
from tafelwerk.solvers.skat.open_judge import judge_of


def test_signs_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_cards("C7 HJ SA CJ DT")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert shows_signs()
    with speaking(Language.ENGLISH, signs=True):
        assert draw_hand(hand, Game.GRAND).plain == "♣J ♥J  ♣7  ♠A  ♦T"
        assert draw_hand(hand, Game.SPADES).plain == "♣J ♥J ♠A  ♣7  ♦T"
        assert draw_hand(hand, Game.NULL).plain == "♣J ♣7  ♠A  ♥J  ♦T"
    assert {str(span.style) for span in draw_cards([read_card("HJ"), read_card("S7")]).spans} == {
        "bold red",
        "bold green",
    }
    monkeypatch.setattr(Terminal, "encoding", "ascii")
    assert not shows_signs()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not shows_signs()


CASES = [(3, 4, Game.CLUBS), (4, 4, Game.CLUBS), (3, 5, Game.NULL)]
"""Deals of four or five cards, the odd ones with a Skat."""


def game_of(case: tuple[int, int, Game]) -> tuple[Deal, Game, Seat, list[int]]:
    """A deal, and a game of it played to the end."""
    deal, game, declarer, _ = random_game(*case)
    return deal, game, declarer, random_play(Random(str(case)), deal, game, declarer, 3 * deal.cards_each)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of all these deals, and nothing else."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    asked = dict.fromkeys(game_of(case)[:3] for case in CASES)
    tasks = tuple(WholeDeals(deal_number(deal), game.value, declarer.word) for deal, game, declarer in asked)
    run(folder, [LooseBuild("skat", "skat whole", {"games": ["some"]}, tasks, "exact")], executor="inline")
    return folder


def outcomes(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without how it was found."""
    return {key: value for key, value in answer.items() if key not in ("nodes", "seconds", "source", "evidence")}


@pytest.mark.parametrize("case", CASES)
def test_every_position_of_a_game(case: tuple[int, int, Game], book: Path) -> None:
    deal, game, declarer, cards = game_of(case)
    with open_book(book) as opened:
        for count in range(len(cards) + 1):
            wanted = open_game_of(deal, game, declarer, cards[:count])
            judge, other = stored_judge(opened, wanted, [wanted.position]), judge_of(game)
            assert judge is not None
            assert judge.cards(wanted.position) == other.cards(wanted.position)
            assert judge.value(wanted.position) == other.value(wanted.position)
        judge = stored_judge(opened, wanted, wanted.positions)
        assert judge is not None
        assert price(judge, wanted) == price(judge_of(game), wanted)


def test_other_contracts_are_searched(book: Path) -> None:
    deal, game, declarer, cards = game_of(CASES[0])
    assert ask("solve", *asked_as(deal, game, declarer, cards[:1]), book=book)["source"] == "book"
    assert ask("explain", *asked_as(deal, game, declarer, cards[:1]), book=book)["source"] == "book"
    assert ask("solve", *asked_as(deal, game, declarer.left, cards[:1]), book=book)["source"] == "computed"


def test_outcomes_come_from_results_where_those_are_stored(tmp_path: Path) -> None:
    deal, game, declarer, _ = game_of(CASES[0])
    run(tmp_path, [GivenDeal(deal, ((game.value, declarer.word),), whole=True)], executor="inline")
    words = asked_as(deal, game, declarer, [])
    found = ask("solve", *words, book=tmp_path)
    assert ask("solve", *asked_as(deal, game, declarer.left, []), book=tmp_path)["source"] == "computed"
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("DELETE FROM positions")
    assert outcomes(ask("solve", *words, book=tmp_path)) == outcomes(found)
    assert ask("solve", *words, book=tmp_path)["source"] == found["source"] == "book"
    assert ask("explain", *words, book=tmp_path)["source"] == "computed"
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE results SET openings = openings[:1]")
    error = refused(call("skat", "solve", *words, "--book", tmp_path), 4)
    assert "table skat.results holds 1 openings" in error
    assert "tafelwerk verify skat" in error


@pytest.mark.parametrize(
    ("command", "damage"),
    [
        ("solve", "DELETE FROM positions WHERE bit_count(position) BETWEEN 9 AND 11"),
        ("explain", "UPDATE positions SET upper = upper + 1 WHERE bit_count(position) < 11"),
        ("solve", "UPDATE positions SET lower = lower + 1, upper = upper + 1 WHERE bit_count(position) = 12"),
    ],
)
def test_a_book_at_fault(command: str, damage: str, book: Path, tmp_path: Path) -> None:
    deal, game, declarer, _ = game_of((4, 4, Game.CLUBS))  # twelve bits, then nine and those of the leader
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        connection.execute(damage)
    error = refused(call("skat", command, *asked_as(deal, game, declarer, []), "--book", copy), 4)
    assert f"table skat.positions lacks positions of deal {deal_number(deal)}, clubs by {declarer.word}" in error
    assert "tafelwerk verify skat" in error


@pytest.mark.parametrize(
    ("game", "name", "ouvert"), [("Null-Ouvert Hand", "null", True), ("Grand Hand", "grand", False)]
)
def test_a_game_may_be_named_with_hand_and_ouvert(game: str, name: str, ouvert: bool) -> None:
    deal = "CJ CA | SJ CT | HJ C7 | HT HA"
    assert Solve(deal, game, "forehand") == Solve(deal, name, "forehand", ouvert=ouvert)
    hand = "C7 C8 C9 S7 S8 S9 H7 H8 D7 D8"
    shown = "CJ CA SJ CT HJ SA HT HA DA DT" if ouvert else None
    assert Card(hand, game, "rearhand", "forehand", open=shown, seed=1) == Card(
        hand, name, "rearhand", "forehand", open=shown, seed=1
    )
