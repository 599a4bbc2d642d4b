"""The family's commands, called in this process; a process of its own where imports are looked at."""

import io
import re
import sys
from pathlib import Path
from random import Random

import duckdb
import pytest
from program import call, refused, tasks_here
from skat_questions import ask, asked_as, random_game, read, words_for, worth

from tafelwerk.commands.skat.showing import card_name, drawn, drawn_hand
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, bits, card_text, read_card, read_cards
from tafelwerk.rules.skat.deals import MOST_DEALS, deal_number, random_deal, random_deals, read_deal
from tafelwerk.rules.skat.play import legal, play, replay, start

NINE = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK |"
"""Kupferschmid 2003, chapter 4."""

SMALL = "CJ CA | SJ CT | HJ C7 | HT HA"
OTHER = "DJ SA CA | DA ST CT | HJ HA C7 |"


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    return tmp_path / "no book"


def test_nine_cards_of_the_source(nowhere: Path) -> None:
    """Kupferschmid 2003, chapter 4: 78 of 92 points, by the ace of spades, the seven or the eight of clubs."""
    found = ask("solve", *words_for(NINE, "clubs", "forehand"), book=nowhere)
    assert list(found)[:3] == ["points", "won", "cards"]
    assert (found["points"], found["won"], found["to_move"]) == (78, True, "forehand")
    assert {card for card, value in found["cards"].items() if value == 78} == {"SA", "C7", "C8"}
    assert list(found["cards"]) == [NAMES[card] for card in bits(read_deal(NINE).hands[0])]
    assert (found["certainty"], found["source"], found["deal"]) == ("exact", "computed", "471802447403008819")
    assert found["nodes"] > 0
    assert found["seconds"] > 0
    assert not nowhere.exists()


def test_a_deal_from_standard_input_or_by_its_number(nowhere: Path) -> None:
    wanted = ask("solve", *words_for(NINE, "clubs", "forehand"), book=nowhere)
    number = ask("solve", *words_for(wanted["deal"], "clubs", "forehand"), book=nowhere)
    over_lines = "# of nine cards\n" + NINE.replace("|", "|\n").lower()
    given = ask("solve", *words_for("-", " Clubs", "FOREHAND"), book=nowhere, stdin=over_lines)
    assert wanted["cards"] == number["cards"] == given["cards"]


@pytest.mark.parametrize("seed", range(30))
def test_solve_is_plain_minimax(seed: int, nowhere: Path) -> None:
    deal, game, declarer, played = random_game(seed, 3, Game.NULL if seed % 3 == 0 else None)
    position = replay(deal, game, declarer, played)[-1]
    found = ask("solve", *asked_as(deal, game, declarer, played), book=nowhere)
    value = worth(position)
    after = {card_text(card): worth(play(position, card)) for card in bits(legal(position))}
    assert found["to_move"] == position.to_move.word
    if game is Game.NULL:
        assert "points" not in found
        assert found["won"] is bool(value)
        assert found["cards"] == {card: bool(won) for card, won in after.items()}
    else:
        assert (found["points"], found["won"]) == (value, value >= 61)
        assert found["cards"] == after
    short = ask("solve", *asked_as(deal, game, declarer, played), "--question", "win", book=nowhere)
    assert short["won"] == found["won"]
    assert "points" not in short
    assert "cards" not in short


def test_a_win_of_small_deals(nowhere: Path) -> None:
    """Both threshold and answer lie on either side of 61."""
    won = set()
    for seed in range(12):
        deal, game, declarer, _ = random_game(seed, 8, Game.GRAND)
        words = words_for(deal.text(), game.value, declarer.word)
        full = ask("solve", *words, book=nowhere)
        assert ask("solve", *words, "--question", "win", book=nowhere)["won"] == full["won"] == (full["points"] >= 61)
        won.add(full["won"])
    assert won == {True, False}


def test_a_game_that_is_over(nowhere: Path) -> None:
    words = words_for("CA | SA | HA", "grand", "forehand", "--played", "CA SA HA")
    found = ask("solve", *words, book=nowhere)
    assert (found["points"], found["won"], found["cards"], found["to_move"]) == (33, False, {}, None)
    assert ask("explain", *words, book=nowhere)["line"] == []
    assert read("solve", *words, book=nowhere).splitlines()[-1] == "The declarer has 33 of 33 points."
    assert "The declarer has 33 of 33 points." in read("explain", *words, book=nowhere)
    null = words_for("CA | SA | HA", "null", "middlehand", "--played", "CA SA HA")
    assert ask("solve", *null, book=nowhere)["won"] is True
    assert "The declarer has won." in read("explain", *null, book=nowhere)
    assert read("solve", *null, book=nowhere).splitlines()[-1] == "The declarer won."


def test_deals_that_no_one_can_win(nowhere: Path) -> None:
    """What is too little to win is told as a share, not as lost."""
    for deal, total in (("CJ CA | SJ CT | HJ C7 |", 27), (SMALL, 48), ("CA CT | SA ST | HA HT", 63)):
        words = words_for(deal, "grand", "middlehand")
        found = ask("solve", *words, book=nowhere)
        assert found["won"] is False
        points = found["points"]
        texts = {name: read(name, *words, book=nowhere) for name in ("solve", "explain")}
        short = read("solve", *words, "--question", "win", book=nowhere)
        if total > 60:
            assert all(f"the declarer makes {points} points and loses" in text.lower() for text in texts.values())
            assert "The declarer loses under best play by all." in short
        else:
            assert all(f"the declarer makes {points} of {total} points" in text.lower() for text in texts.values())
            assert "lose" not in "".join(texts.values())
            assert f"The declarer cannot win: it takes 61 points, and the deal has {total}." in short


def test_what_the_declarer_has_so_far(nowhere: Path) -> None:
    """The Skat's points and those of the tricks taken; in Null the tricks."""

    def so_far(game: str, *played: str) -> str:
        heading = read("solve", *words_for(SMALL, game, "forehand", "--played", " ".join(played)), book=nowhere)
        return heading.splitlines()[0].partition("plays alone; ")[2]

    assert so_far("clubs") == "forehand leads."
    assert so_far("clubs", "CJ") == "middlehand is to play; the declarer has 21 points so far."
    assert so_far("clubs", "CJ", "SJ", "HJ") == "forehand leads; the declarer has 27 points so far."
    assert so_far("clubs", "CA", "SJ", "C7") == "middlehand leads; the declarer has 21 points so far."
    assert so_far("null", "CA", "CT", "C7") == "forehand leads; the declarer has taken 1 trick so far."
    assert so_far("null", "CA") == "middlehand is to play; the declarer has taken no trick so far."


def test_kept_and_found_again(tmp_path: Path) -> None:
    for game in ("grand", "null"):
        words = words_for(SMALL, game, "middlehand")
        computed = ask("solve", *words, book=tmp_path)
        assert computed["source"] == "computed"
        with tasks_here():
            kept = ask("solve", *words, "--keep", book=tmp_path)
            text = read("solve", *words_for(OTHER, game, "middlehand"), "--keep", book=tmp_path)
        assert (kept["source"], kept["nodes"], kept["cards"]) == ("computed", 0, computed["cards"])
        assert kept["seconds"] > 0
        assert text.rstrip().endswith("(computed and kept)")
        stored = ask("solve", *words, book=tmp_path)
        assert (stored["source"], stored["nodes"]) == ("book", 0)
        assert stored["seconds"] > 0
        measured = ("source", "nodes", "seconds", "evidence")
        assert {k: v for k, v in stored.items() if k not in measured} == {
            k: v for k, v in computed.items() if k not in measured
        }
        short = ask("solve", *words, "--question", "win", book=tmp_path)
        assert (short["source"], short["won"], "cards" in short) == ("book", stored["won"], False)
        assert "(from the book)" in read("solve", *words, book=tmp_path)
        assert ask("solve", *words_for(SMALL, game, "rearhand"), book=tmp_path)["source"] == "computed"
        assert ask("solve", *words, "--played", "CA", book=tmp_path)["source"] == "computed"


def test_rows_that_cannot_be_are_named(tmp_path: Path) -> None:
    words = words_for(SMALL, "grand", "forehand")
    with tasks_here():
        ask("solve", *words, "--keep", book=tmp_path)
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE results SET openings = openings[:1]")
    error = refused(call("skat", "solve", *words, "--book", tmp_path), 4)
    assert "table skat.results holds 1 openings" in error
    assert "tafelwerk verify skat" in error


@pytest.mark.parametrize("seed", range(20))
def test_explain_prices_every_card(seed: int, nowhere: Path) -> None:
    deal, game, declarer, played = random_game(seed, 4, Game.NULL if seed % 4 == 0 else None)
    positions = replay(deal, game, declarer, played)
    found = ask("explain", *asked_as(deal, game, declarer, played), book=nowhere)
    assert found["start"] == worth(positions[0])
    assert [one["card"] for one in found["cards"]] == [card_text(card) for card in played]
    costs = dict.fromkeys(("forehand", "middlehand", "rearhand"), 0)
    value = int(found["start"])
    for place, one in enumerate(found["cards"]):
        before, after = positions[place], positions[place + 1]
        assert (one["trick"], one["seat"]) == (place // 3 + 1, before.to_move.word)
        assert (one["before"], one["after"]) == (worth(before), worth(after))
        assert type(one["before"]) is (bool if game is Game.NULL else int)
        alone = before.to_move is declarer
        assert one["cost"] == (one["before"] - one["after"] if alone else one["after"] - one["before"]) >= 0
        best = [card for card in bits(legal(before)) if worth(play(before, card)) == one["before"]]
        assert one["best"] == (card_text(best[0]) if one["cost"] else one["card"])
        costs[one["seat"]] += one["cost"]
        value += -one["cost"] if alone else one["cost"]
    assert found["costs"] == costs
    assert value == worth(positions[-1])
    if game is Game.NULL:
        assert "points" not in found
        assert found["won"] == bool(value)
    else:
        assert (found["points"], found["won"]) == (value, value >= 61)


@pytest.mark.parametrize("seed", range(20))
def test_explain_plays_best(seed: int, nowhere: Path) -> None:
    deal, game, declarer, played = random_game(seed, 4, Game.NULL if seed % 4 == 0 else None)
    position = replay(deal, game, declarer, played)[-1]
    found = ask("explain", *asked_as(deal, game, declarer, played), book=nowhere)
    value = worth(position)
    for name in found["line"]:
        best = [card for card in bits(legal(position)) if worth(play(position, card)) == value]
        assert read_card(name) == best[0]
        position = play(position, best[0])
    lost_null = game is Game.NULL and position.declarer_tricks > 0
    assert position.over or lost_null
    assert worth(position) == value
    cards = [name for trick in found["tricks"] for name in trick["cards"]]
    assert cards == [card_text(card) for card in played] + found["line"]
    leader, declarer_points, defender_points = "forehand", start(deal, game, declarer).declarer_points, 0
    for number, trick in enumerate(found["tricks"], 1):
        assert (trick["trick"], trick["leader"]) == (number, leader)
        leader = trick["winner"]
        if game is not Game.NULL:
            if leader == declarer.word:
                declarer_points += trick["points"]
            else:
                defender_points += trick["points"]
            assert (trick["declarer"], trick["defenders"]) == (declarer_points, defender_points)
    if game is not Game.NULL:
        assert declarer_points == found["points"]


def test_random_deals(nowhere: Path) -> None:
    found = ask("deals", "--random", 3, "--seed", 7, book=nowhere)
    assert found["deals"] == [
        {"number": str(deal_number(deal)), "deal": deal.text(), "cards_each": 10} for deal in random_deals(3, 7)
    ]
    small = ask("deals", "--random", 2, "--cards", 4, book=nowhere)["deals"]
    assert small[1]["deal"] == random_deal(Random(1), 4).text()
    assert len(ask("deals", book=nowhere)["deals"]) == 1


def test_deals_are_read_as_they_were_written(nowhere: Path, tmp_path: Path) -> None:
    text = read("deals", "--random", 4, "--cards", 10, book=nowhere)
    lines = text.splitlines()
    assert len(lines) == 4
    file = tmp_path / "deals.txt"
    file.write_text(f"# four deals\n\n{text}", encoding="utf-8")
    assert read("deals", file, book=nowhere) == text
    found = ask("deals", "-", book=nowhere, stdin=text)["deals"]
    assert [f"{one['deal']}  # {one['number']}" for one in found] == lines
    solved = ask("solve", *words_for("-", "hearts", "rearhand"), book=nowhere, stdin=lines[2])
    assert solved["deal"] == found[2]["number"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"{SMALL}\n\nCJ CA | SJ CT | HJ CJ\n", "line 3: CJ lies in two places"),
        ("CJ C1 | SJ CT | HJ C7", "line 1: forehand's hand: unknown card 'C1'"),
        ("# nothing\n", "holds no deal"),
    ],
)
def test_files_at_fault(content: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(content, encoding="utf-8")
    assert words in refused(call("skat", "deals", file), 2)


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "is a folder" in refused(call("skat", "deals", tmp_path), 2)
    assert "there is no file" in refused(call("skat", "deals", tmp_path / "none"), 2)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x80")
    assert "no text in UTF-8" in refused(call("skat", "deals", tmp_path / "bytes"), 2)
    for option in ("--random", "--seed", "--cards"):
        assert f"{option} is for random deals" in refused(call("skat", "deals", tmp_path / "bytes", option, "2"), 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--random", "0"], "--random must be 1 to 1,000,000, not 0"),
        (["--seed", "-1"], "--seed must be 0 to 4,294,967,295, not -1"),
        (["--cards", "11"], "--cards must be 1 to 10, not 11"),
    ],
)
def test_numbers_at_fault(words: list[str], said: str) -> None:
    assert said in refused(call("skat", "deals", *words), 2)


TEN = random_deal(Random(3)).text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (words_for(TEN[:2] + TEN[5:], "clubs", "forehand"), "--deal: "),
        (words_for("CJ CA CJ | SJ CT C9 | HJ C7 C8", "clubs", "forehand"), "CJ stands twice"),
        (words_for("CJ CA | SJ CJ | HJ C7", "clubs", "forehand"), "CJ lies in two places"),
        (words_for("CJ CA | SJ XT | HJ C7", "clubs", "forehand"), "unknown card 'XT': cards are suit C S H D"),
        (words_for("", "clubs", "forehand"), "there is no deal"),
        (words_for(f"{SMALL}\n{SMALL}", "clubs", "forehand"), "there are 2 deals; give one"),
        (words_for("9" * 25, "clubs", "forehand"), f"the number of a deal is 0 to {MOST_DEALS - 1}, not {'9' * 25}"),
        (words_for("-5", "clubs", "forehand"), f"--deal: the number of a deal is 0 to {MOST_DEALS - 1}, not -5"),
        (words_for("1.5", "clubs", "forehand"), f"or its number, 0 to {MOST_DEALS - 1}, not '1.5'"),
        (words_for("7" * 5000, "clubs", "forehand"), f"or its number, 0 to {MOST_DEALS - 1}, not '{'7' * 40}...'"),
        (words_for(SMALL, "clbus", "forehand"), "did you mean clubs?"),
        (words_for(SMALL, "clubs", "forhand"), "did you mean forehand?"),
        (words_for(SMALL, "grand", "forehand", "--played", "CA C7"), "middlehand does not hold it and may play CT"),
        (
            words_for("CA SA | CT SJ | C7 H7", "grand", "forehand", "--played", "CA SJ"),
            "--played: card 2: middlehand cannot play SJ: middlehand must follow suit and may play CT (on the table: CA)",
        ),
        (words_for(SMALL, "grand", "forehand", "--played", "HT"), "no one holds HT; it lies in the Skat"),
        (words_for(SMALL, "grand", "forehand", "--played", "D7"), "no one holds D7; it is not in this deal"),
        (
            words_for(SMALL, "grand", "forehand", "--played", "CA CT HJ SJ C7 CJ CA"),
            "--played: CA stands twice, as card 1 and card 7",
        ),
        (
            words_for(SMALL, "grand", "forehand", "--played", "CA CT HJ CJ C7 SJ S7"),
            "--played: card 7: no one holds S7; it is not in this deal",
        ),
    ],
)
@pytest.mark.parametrize("command", ["solve", "explain"])
def test_bad_input(command: str, words: list[str], said: str) -> None:
    assert said in refused(call("skat", command, *words), 2)


def test_decks_at_fault() -> None:
    hands = [read_deal(TEN).hands[seat] for seat in Seat]
    texts = [" ".join(card_text(card) for card in bits(hand)) for hand in hands]
    skat = " ".join(card_text(card) for card in bits(read_deal(TEN).skat))
    lost = texts[0].split()[0]
    thirty_one = " | ".join([texts[0].removeprefix(f"{lost} "), *texts[1:], skat])
    error = refused(call("skat", "solve", *words_for(thirty_one, "null", "forehand")), 2)
    assert f"9, 10 and 10 cards; all have the same number; {lost} is nowhere" in error
    eleven = " | ".join([f"{texts[0]} {skat.split()[0]}", *texts[1:], skat.split()[1]])
    error = refused(call("skat", "solve", *words_for(eleven, "null", "forehand")), 2)
    assert "forehand's hand has 11 cards" in error


def test_points_are_not_asked_of_null() -> None:
    error = refused(call("skat", "solve", *words_for(SMALL, "null", "forehand", "--question", "points")), 2)
    assert "in Null points do not count" in error


def test_solve_for_people(nowhere: Path) -> None:
    text = read("solve", *words_for(NINE, "clubs", "forehand"), book=nowhere)
    assert "Clubs, forehand plays alone; forehand leads." in text
    assert re.search(r"^forehand +\* CA CK CQ C8 C7  SA  DA DT D7$", text, re.MULTILINE)
    assert re.search(r"^rearhand +DJ C9  ST SK SQ S8 S7  HA  DK$", text, re.MULTILINE)
    values = [line.split() for line in re.findall(r"^[CSHD][7-9TJQKA] +\d+.*$", text, re.MULTILINE)]
    assert [line[1] for line in values] == sorted((line[1] for line in values), reverse=True)
    assert ["CA", "67", "11"] in values
    assert "The declarer makes 78 points and wins under best play by all; C8, C7 and SA keep that." in text
    later = read("solve", *words_for(NINE, "clubs", "forehand", "--played", "SA S9"), book=nowhere)
    assert "rearhand is to play" in later
    assert re.search(r"^table +SA S9  led by forehand$", later, re.MULTILINE)
    assert re.search(r"^ST +79 +1 *$", later, re.MULTILINE)
    null = read("solve", *words_for("C7 CA | C8 SA | C9 SK", "null", "forehand"), book=nowhere)
    assert re.search(r"^C7 +won *$", null, re.MULTILINE)
    assert re.search(r"^CA +lost *$", null, re.MULTILINE)
    assert "The declarer loses under best play by all" in read(
        "solve", *words_for(NINE, "null", "rearhand", "--question", "win"), book=nowhere
    )


def test_explain_for_people(nowhere: Path) -> None:
    text = read("explain", *words_for(NINE, "clubs", "forehand"), book=nowhere)
    assert "Best play by all: the declarer makes 78 points and wins." in text
    assert re.search(r"^ *9 .* 78 +14 *$", text, re.MULTILINE)
    played = read("explain", *words_for(NINE, "clubs", "forehand", "--played", "CA HJ C9 S9"), book=nowhere)
    assert re.search(r"^1 +forehand +CA +67 +11 +C8 *$", played, re.MULTILINE)
    assert "At the start it was 78 points for the declarer. Given away: forehand 11 points." in played
    assert "Best play from here: the declarer makes 67 points and wins." in played
    null = words_for("C7 CA | C8 SA | C9 SK", "null", "forehand", "--played", "CA")
    spoilt = read("explain", *null, book=nowhere)
    assert re.search(r"^1 +forehand +CA +lost +the game +C7 *$", spoilt, re.MULTILINE)
    assert "At the start it was won for the declarer. Thrown away: forehand 1 time." in spoilt
    assert "Best play from here: the declarer loses." in spoilt
    free = read("explain", *words_for(NINE, "clubs", "forehand", "--played", "SA"), book=nowhere)
    assert "no card gave anything away" in free


class Terminal(io.StringIO):
    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


def test_signs_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_cards("C7 HJ SA CJ DT")
    monkeypatch.setattr(sys, "stdout", Terminal("utf-8"))
    assert drawn_hand(hand, Game.GRAND).plain == "♣J ♥J  ♣7  ♠A  ♦T"
    assert drawn_hand(hand, Game.SPADES).plain == "♣J ♥J ♠A  ♣7  ♦T"
    assert drawn_hand(hand, Game.NULL).plain == "♣J ♣7  ♠A  ♥J  ♦T"
    assert {str(span.style) for span in drawn([read_card("HJ"), read_card("S7")]).spans} == {"bold red", "bold green"}
    for stream in (Terminal("ascii"), io.StringIO()):
        monkeypatch.setattr(sys, "stdout", stream)
        assert card_name(read_card("HT")) == "HT"


def test_build_of_a_file_of_deals(tmp_path: Path) -> None:
    book, file = tmp_path / "book", tmp_path / "deals.txt"
    deals = [random_deal(Random(seed), 3) for seed in range(3)]
    file.write_text("# three\n" + "".join(f"{deal.text()}  # {deal_number(deal)}\n\n" for deal in deals))
    done = call("build", "skat", "--book", book, "--file", file, "--game", "hearts", "--declarer", "rearhand")
    assert done.returncode == 0, done.stderr
    for deal in deals:
        found = ask("solve", *words_for(str(deal_number(deal)), "hearts", "rearhand"), book=book)
        assert found["source"] == "book"
        assert found["points"] == ask("solve", *words_for(deal.text(), "hearts", "rearhand"), book=tmp_path)["points"]


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("# none\n", (), "holds no deal"),
        ("CJ | SJ | HJ\nCJ | SJ\n", (), "line 2"),
        ("CJ | SJ | HJ\n", ("--deals", "3"), "do not go together"),
        ("CJ | SJ | HJ\n", ("--seed", "3"), "--seed needs --deals, --ladder, --match or --trials"),
    ],
)
def test_files_of_deals_at_fault(text: str, words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(text)
    assert said in refused(call("build", "skat", "--book", tmp_path / "book", "--file", file, *words), 2)
