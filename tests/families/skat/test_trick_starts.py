"""Starts of tricks by number: values, best cards and best play against plain minimax, from the table, in SQL and computed."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copytree

import duckdb
import pytest
from naive import skat as naive
from program import call, refused
from skat_hands import compiled
from skat_questions import ask, words_for

from tafelwerk.book import Book, open_book
from tafelwerk.build.plan import estimate
from tafelwerk.build.runner import run
from tafelwerk.families.skat.builds import WHOLE_POSITIONS, GivenDeal, published_games, whole_game
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_name, card_text, cards_text, read_card
from tafelwerk.families.skat.rules.deals import Deal, deal_number, random_deal
from tafelwerk.families.skat.rules.limits import PRINTED_GAMES
from tafelwerk.families.skat.rules.play import Position, leader_cards, legal, play, start_key
from tafelwerk.solvers.skat.whole_deal import count_positions, make_board, make_layers, mark

SMALL = random_deal(Random(3), 4)
WITH_SKAT = Deal(SMALL.hands, sum(1 << card for card in bits(~sum(SMALL.hands) & 2**32 - 1)[3:8:4]))
CONTRACTS = (
    (SMALL, Game.CLUBS, Seat.MIDDLEHAND),
    (SMALL, Game.NULL, Seat.REARHAND),
    (WITH_SKAT, Game.GRAND, Seat.REARHAND),
    (WITH_SKAT, Game.NULL, Seat.FOREHAND),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All positions of these deals."""
    folder = tmp_path_factory.mktemp("starts") / "book"
    builds = [GivenDeal(deal, ((game.value, seat.word),), whole=True) for deal, game, seat in CONTRACTS]
    run(folder, builds, executor="inline")
    return folder


@pytest.fixture(scope="module")
def book(folder: Path) -> Iterator[Book]:
    with open_book(folder, pocket=False) as opened:
        yield opened


def starts(deal: Deal, game: Game, seat: Seat) -> list[Position]:
    """All starts of tricks that play can reach, nobody having points yet."""
    reached = {(deal.hands, 0)}
    layer = set(reached)
    while layer:
        layer = {
            after
            for hands, leader in layer
            for after in naive.starts(Position(hands, (), Seat(leader), 0, 0, seat, game))
            if any(after[0])
        }
        reached |= layer
    return [Position(hands, (), Seat(leader), 0, 0, seat, game) for hands, leader in sorted(reached)]


def number_of(deal: Deal, position: Position) -> int:
    return start_key(position.hands, position.leader, leader_cards(deal))


def value_of(position: Position) -> int:
    """The points that the declarer still takes, by plain minimax; in Null 1 if no trick."""
    best = max if position.to_move is position.declarer else min
    return best(naive.values(position).values())


@pytest.mark.parametrize(("deal", "game", "seat"), CONTRACTS)
def test_every_start_of_a_deal(deal: Deal, game: Game, seat: Seat, book: Book) -> None:
    """As many rows as minimax reaches, and of a sample the value of each lead, and a line whose cards keep the value."""
    positions = starts(deal, game, seat)
    rows = book.rows(
        "skat",
        "SELECT position FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ?",
        deal_number(deal),
        game.value,
        seat.word,
    )
    assert sorted(number for (number,) in rows) == sorted(number_of(deal, position) for position in positions)
    for position in [positions[-1], *Random(1).sample(positions, 12)]:
        answer = book.skat.position(number_of(deal, position), deal.text(), None, game.value, seat.word)
        values = {card_text(card): value for card, value in naive.values(position).items()}
        assert (answer.source, answer.nodes, answer.value) == ("book", 0, value_of(position))
        assert answer.cards == values
        assert answer.best == [card for card in answer.cards if values[card] == answer.value]
        assert (answer.leader, answer.hands["forehand"]) == (position.leader.word, cards_text(position.hands[0]))
        agrees_in_line(deal, position, answer.tricks)


def agrees_in_line(deal: Deal, position: Position, tricks: list) -> None:
    """The line is legal, each card the highest of those that keep the value, each trick as it says; Null ends with a trick."""
    value = value_of(position)
    for trick in tricks:
        assert (trick.position, trick.leader) == (number_of(deal, position), position.leader.word)
        for card in map(read_card, trick.cards):
            won = 0 if position.game is Game.NULL else position.declarer_points
            after = naive.values(position)
            assert card == max(choice for choice in after if after[choice] + won == value)
            position = play(position, card)
        assert trick.winner == position.leader.word
    assert position.over or (position.game is Game.NULL and position.declarer_tricks == 1)


def test_the_line_is_that_of_the_course(book: Book) -> None:
    deal, game, seat = CONTRACTS[2]
    course = book.skat.explain(deal.text(), game.value, seat.word)
    line = book.skat.position(deal=deal.text(), game=game.value, declarer=seat.word).tricks
    assert [card for trick in line for card in trick.cards] == course.line
    assert [trick.points for trick in line] == [trick.points for trick in course.tricks]


@pytest.mark.parametrize(("deal", "game", "seat"), CONTRACTS)
def test_computed_as_stored(deal: Deal, game: Game, seat: Seat, book: Book, tmp_path: Path) -> None:
    position = starts(deal, game, seat)[5]
    words = number_of(deal, position), *words_for(deal.text(), game.value, seat.word)
    computed = ask("position", *words, book=tmp_path)
    assert computed["source"] == "computed"
    assert computed["nodes"] == len(starts(deal, game, seat))
    stored = ask("position", *words, book=book.path)
    measured = dict.fromkeys(("source", "nodes", "seconds", "evidence"))
    assert computed | measured == stored | measured
    held = sum(position.hands)
    by_cards = "--held", cards_text(held), "--leader", position.leader.word
    shown = ask("position", *by_cards, *words_for(deal.text(), game.value, seat.word), book=book.path)
    assert shown | {"question": None, "seconds": 0} == stored | {"question": None, "seconds": 0}


def test_in_sql(book: Book) -> None:
    """The views say hands, leader, values after each card and the best tricks, and lead from a start to the next."""
    for deal, game, seat in CONTRACTS:
        cards = book.rows("skat", "SELECT skat.leader_cards(?, ?, ?, ?)", *deal.hands, deal.skat)[0][0]
        assert tuple(cards) == leader_cards(deal)
        for position in Random(2).sample(starts(deal, game, seat), 6):
            number, held = number_of(deal, position), sum(position.hands)
            (told,) = book.rows("skat", "SELECT skat.position_number(?, ?, ?)", held, position.leader.word, cards)
            assert told == (number,)
            where = "deal = ? AND game = ? AND declarer = ? AND position = ?"
            key = deal_number(deal), game.value, seat.word, number
            columns = "cards_each, leader, forehand, middlehand, rearhand, value"
            (row,) = book.rows("skat", f"SELECT {columns} FROM skat.trick_starts WHERE {where}", *key)
            assert row == (held.bit_count() // 3, position.leader.word, *position.hands, value_of(position))
            leads = book.rows("skat", f"SELECT DISTINCT lead, after_lead FROM skat.tricks WHERE {where}", *key)
            assert dict(leads) == {card_name(card): value for card, value in naive.values(position).items()}
            tricks = book.rows(
                "skat",
                "SELECT lead, second, third, winner, after, after_second, after_third, best"
                f" FROM skat.tricks WHERE {where}",
                *key,
            )
            agree_in_tricks(deal, position, tricks)


def agree_in_tricks(deal: Deal, position: Position, tricks: list) -> None:
    """Every legal trick is there once, with its winner, the start after it and the values on the way."""
    wanted = {}
    null, value = position.game is Game.NULL, value_of(position)
    for lead in bits(legal(position)):
        led = play(position, lead)
        for second, after_second in naive.values(led).items():
            two = play(led, second)
            for third, after_third in naive.values(two).items():
                end = play(two, third)
                worths = naive.values(position)[lead], after_second, after_third
                after = None if end.over else number_of(deal, end)
                names = card_name(lead), card_name(second), card_name(third)
                wanted[names] = (end.leader.word, after, *worths[1:], set(worths) == {value})
    assert null or any(row[-1] for row in wanted.values())
    assert {row[:3]: row[3:] for row in tricks} == wanted
    assert len(tricks) == len(wanted)


def test_what_no_play_reaches(folder: Path) -> None:
    deal, game, seat = CONTRACTS[0]
    reached = {number_of(deal, position) for position in starts(deal, game, seat)}
    held = deal.hands[0] | deal.hands[1] | deal.hands[2]
    other = start_key((held, 0, 0), Seat.REARHAND, leader_cards(deal))
    assert other not in reached
    words = words_for(deal.text(), game.value, seat.word)
    assert f"no legal play of this deal comes to position {other}" in refused(
        call("skat", "position", other, *words, "--book", folder), 2
    )
    assert f"no legal play of this deal comes to position {other}" in refused(
        call("skat", "position", other, *words, "--book", folder.parent / "none"), 2
    )


def test_a_book_at_fault(folder: Path, tmp_path: Path) -> None:
    deal, game, seat = CONTRACTS[0]
    copytree(folder, tmp_path / "book")
    with duckdb.connect(str(tmp_path / "book" / "skat.duckdb")) as connection:
        connection.execute("UPDATE positions SET lower = lower + 1, upper = upper + 1 WHERE bit_count(position) > 11")
    error = refused(
        call("skat", "position", *words_for(deal.text(), game.value, seat.word), "--book", tmp_path / "book"), 4
    )
    assert "contradicts itself there; for details run: tafelwerk verify skat" in error


@compiled
@pytest.mark.parametrize("number", range(PRINTED_GAMES))
def test_printed_games_have_as_many_positions(number: int) -> None:
    """Marked again; a plan says as many, and five bytes for each."""
    done = published_games()[number]
    assert done.game is not None
    board, layers = make_board(done.game.deal, done.game.game, done.game.declarer), make_layers(10)
    marks = mark(board, layers, Seat.FOREHAND)
    assert sum(count_positions(layer, marks) for layer in layers[1:]) == WHOLE_POSITIONS[number]
    build = whole_game(done.name)
    (planned,) = estimate([(build, build.tasks)], 1).builds
    assert 0 < planned.rows - WHOLE_POSITIONS[number] < 5
    assert planned.bytes == pytest.approx(5 * WHOLE_POSITIONS[number], rel=1e-3)
