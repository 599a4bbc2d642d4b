"""Games taken up in the middle: leader, points and cards on the table; and Ouvert, where every trick counts.

The same position is asked for as a whole game with the cards played, and as a diagram shows it.
Deals with open cards: answered from stored positions as by search.
"""

import io
import sys
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import duckdb
import pytest
from loose_builds import LooseBuild
from naive.skat import random_play
from program import Terminal, call, refused
from skat_questions import ask, asked_as, random_game, words_for

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.commands.output import shows_signs
from tafelwerk.families.skat.board import draw_cards, draw_hand
from tafelwerk.families.skat.builds import GivenDeal
from tafelwerk.families.skat.card_choice import Card
from tafelwerk.families.skat.open_cards import Solve
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_text, cards_text, points, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal, deal_number
from tafelwerk.families.skat.rules.play import Position, game_of, legal, play, price, start
from tafelwerk.families.skat.rules.play import game_of as open_game_of
from tafelwerk.families.skat.stored_games import stored_judge
from tafelwerk.families.skat.tasks import WholeDeals
from tafelwerk.language import Language, speaking
from tafelwerk.solvers.skat.open_judge import judge_of


def diagram(position: Position, skat: int) -> list[str]:
    """Options for a position as a diagram shows it: the cards held, who led, what lies on the table."""
    deal = " | ".join(cards_text(mask) for mask in (*position.hands, skat) if mask or mask in position.hands)
    words = words_for(deal, position.game.value, position.declarer.word, "--leader", position.leader.word)
    words += ["--points", str(position.declarer_points)]
    return words + (["--table", " ".join(map(card_text, position.table))] if position.table else [])


@pytest.mark.parametrize("seed", range(12))
def test_a_diagram_has_the_values_of_the_game(seed: int) -> None:
    deal, game, declarer, played = random_game(seed, 3 + seed % 3)
    position = game_of(deal, game, declarer, played).position
    if position.game is Game.NULL and position.declarer_tricks:
        position = start(deal, game, declarer)
        played = []
    # without a Skat in the diagram its points are among those given
    for skat in {0, deal.skat}:
        asked = ask("solve", *diagram(position, skat))
        whole = ask("solve", *asked_as(deal, game, declarer, played))
        assert [asked[key] for key in ("won", "points", "cards", "to_move") if key in asked] == [
            whole[key] for key in ("won", "points", "cards", "to_move") if key in asked
        ]
        line = [
            ask("explain", *words)["line"]
            for words in (diagram(position, skat), asked_as(deal, game, declarer, played))
        ]
        assert line[0] == line[1]


def all_tricks(position: Position, each: int) -> bool:
    """Whether the declarer takes every trick, by plain minimax."""

    if position.over:
        return position.declarer_tricks == each
    after = (all_tricks(play(position, card), each) for card in bits(legal(position)))
    return any(after) if position.to_move is position.declarer else all(after)


@pytest.mark.parametrize("seed", range(16))
def test_every_trick_is_needed(seed: int) -> None:
    """Strong hands of the declarer, so that both outcomes occur."""
    random = Random(seed)
    pack = random.sample(sorted(bits(read_cards("CJ SJ HJ DJ CA CT CK SA ST SK HA HT"))), 12)
    strong = sorted(pack)[-4:] if seed % 4 else pack[:4]
    others = [card for card in pack if card not in strong]
    hands = [strong, others[:4], others[4:]]
    forehand, middlehand, rearhand = (sum(1 << card for card in hand) for hand in hands)
    deal, game = Deal((forehand, middlehand, rearhand)), random.choice([Game.GRAND, Game.CLUBS])
    words = words_for(deal.text(), game.value, "forehand", "--ouvert")
    answer = ask("solve", *words)
    position = start(deal, game, Seat.FOREHAND)
    assert answer["won"] == all_tricks(position, 4)
    assert answer["cards"] == {card_text(card): all_tricks(play(position, card), 4) for card in bits(legal(position))}
    assert answer.get("points") is None
    priced = ask("explain", *words)
    assert (priced["won"], len(priced["line"])) == (answer["won"], 12)


def test_a_null_ouvert_is_a_null() -> None:
    words = words_for("C7 S8 | C8 S7 | C9 S9", "null", "forehand")
    plain, ouvert = (ask("solve", *words, *more) for more in ((), ("--ouvert",)))
    assert plain["cards"] == ouvert["cards"]
    assert call("skat", "solve", *words, "--ouvert").stdout.startswith("Null Ouvert, forehand")


LATE = [
    "--hand",
    "D8 D7 DK",
    *["--game", "clubs", "--declarer", "forehand", "--seat", "middlehand", "--leader", "forehand"],
]
GONE = ["--history", "HJ DJ C7 C8 C9 CQ CK CT S7 S8 S9 SQ SK ST SA H7 H8 H9 HQ HK HT"]


def test_points_and_open_cards_decide() -> None:
    """The declarer's trumps take the last tricks: what is needed, and who wins, follows from the points so far."""
    shares = [
        ask("card", *LATE, *GONE, "--table", "CA", "--points", points_so_far, *more)["open_card_share"]
        for points_so_far, more in ((0, ()), (61, ()), (0, ("--open", "CJ SJ CA")))
    ]
    assert [max(share.values()) for share in shares[1:]] == [0, 0]
    assert max(shares[0].values()) > 0


def test_points_of_a_diagram_are_the_declarers() -> None:
    """What is neither in play nor the declarer's is the defenders'."""
    words = words_for("CA | SJ | HJ C7", "clubs", "forehand", "--table", "CJ CT", "--points", 40)
    last = ask("explain", *words)["tricks"][-1]
    assert last["declarer"] + last["defenders"] == points(2**32 - 1)


def test_signs_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_cards("C7 HJ SA CJ DT")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert shows_signs()
    with speaking(Language.ENGLISH, signs=True):
        assert draw_hand(hand, Game.GRAND).plain == "♣J ♥J  ♣7  ♠A  ♦T"
        assert draw_hand(hand, Game.SPADES).plain == "♣J ♥J ♠A  ♣7  ♦T"
        assert draw_hand(hand, Game.NULL).plain == "♣J ♣7  ♠A  ♥J  ♦T"
    assert {style for _, style in draw_cards([read_card("HJ"), read_card("S7")]).pieces} == {
        "bold red",
        "",
        "bold green",
    }
    monkeypatch.setattr(Terminal, "encoding", "ascii")
    assert not shows_signs()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not shows_signs()


CASES = [(3, 4, Game.CLUBS), (4, 4, Game.CLUBS), (3, 5, Game.NULL)]
"""Deals of four or five cards, the odd ones with a Skat."""


def read_case(case: tuple[int, int, Game]) -> tuple[Deal, Game, Seat, list[int]]:
    """A deal, and a game of it played to the end."""
    deal, game, declarer, _ = random_game(*case)
    return deal, game, declarer, random_play(Random(str(case)), deal, game, declarer, 3 * deal.cards_each)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of all these deals, and nothing else."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    asked = dict.fromkeys(read_case(case)[:3] for case in CASES)
    tasks = tuple(WholeDeals(deal_number(deal), game.value, declarer.word) for deal, game, declarer in asked)
    run(folder, [LooseBuild("skat", "skat whole", {"games": ["some"]}, tasks, "exact")], executor="inline")
    return folder


def outcomes(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without how it was found."""
    return {key: value for key, value in answer.items() if key not in ("nodes", "seconds", "source", "evidence")}


@pytest.mark.parametrize("case", CASES)
def test_every_position_of_a_game(case: tuple[int, int, Game], book: Path) -> None:
    deal, game, declarer, cards = read_case(case)
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
    deal, game, declarer, cards = read_case(CASES[0])
    assert ask("solve", *asked_as(deal, game, declarer, cards[:1]), book=book)["source"] == "book"
    assert ask("explain", *asked_as(deal, game, declarer, cards[:1]), book=book)["source"] == "book"
    assert ask("solve", *asked_as(deal, game, declarer.left, cards[:1]), book=book)["source"] == "computed"


def test_outcomes_come_from_results_where_those_are_stored(tmp_path: Path) -> None:
    deal, game, declarer, _ = read_case(CASES[0])
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
    deal, game, declarer, _ = read_case((4, 4, Game.CLUBS))  # twelve bits, then nine and those of the leader
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        connection.execute(damage)
    error = refused(call("skat", command, *asked_as(deal, game, declarer, []), "--book", copy), 4)
    assert f"table skat.positions lacks positions of deal {deal_number(deal)}, clubs by {declarer.word}" in error
    assert "tafelwerk verify skat" in error


@pytest.mark.parametrize(
    ("game", "name", "ouvert"),
    [("Null-Ouvert Hand", "null", True), ("Grand Hand", "grand", False), ("Kreuzsolo", "clubs", False)],
)
def test_a_game_may_be_named_with_hand_and_ouvert(game: str, name: str, ouvert: bool) -> None:
    deal = "CJ CA | SJ CT | HJ C7 | HT HA"
    assert Solve(deal, game, "forehand") == Solve(deal, name, "forehand", ouvert=ouvert)
    hand = "C7 C8 C9 S7 S8 S9 H7 H8 D7 D8"
    shown = "CJ CA SJ CT HJ SA HT HA DA DT" if ouvert else None
    assert Card(hand, game, "rearhand", "forehand", open=shown, seed=1) == Card(
        hand, name, "rearhand", "forehand", open=shown, ouvert=ouvert, seed=1
    )
