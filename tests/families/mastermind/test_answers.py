"""Answers and histories in every notation that people use."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.parameters import InDigits, read_history, reply, write_history, written_as
from tafelwerk.families.mastermind.rules import Game, Named, Pegs, answer_texts

GAMES = (Pegs(4, 6), Pegs(5, 8))


def notations(right: int, elsewhere: int) -> Iterator[str]:
    """All ways to write an answer in games of at most nine pegs."""
    for between in (",", " ", ", ", "-", "–", "+", "/", ":", " : "):
        yield f"{right}{between}{elsewhere}"
    yield f"{right}{elsewhere}"
    for first, second in ("BW", "SW", "AB", "BC"):
        yield f"{right}{first}{elsewhere}{second}"
        yield f"{right}{first} {elsewhere}{second}"
        yield f"{first}{right}, {second}{elsewhere}"
        yield f"{elsewhere}{second}{right}{first}"
    yield f"{right} black, {elsewhere} white"
    yield f"{right} schwarz, {elsewhere} weiß"
    yield f"{right} bulls {elsewhere} cows"
    if elsewhere == 0:
        yield from (f"{right}B", f"{right} s", f"{right}A", f"{right} bull")
    if right == 0:
        yield from (f"{elsewhere}W", f"{elsewhere} w", f"{elsewhere}C")
    if right == elsewhere == 0:
        yield from ("-", ".", "0", "00", "none", "keine", "····")
        return
    for first, second in ("BW", "SW", "●○", "⚫⚪"):
        yield first * right + second * elsewhere
        yield second * elsewhere + first * right
        yield " ".join(first * right + second * elsewhere)
    yield "●" * right + "○" * elsewhere + "··"
    yield "⚫\ufe0f" * right + "⚪\ufe0f" * elsewhere


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_notation_of_an_answer_is_read_as_the_same(game: Pegs) -> None:
    for answer in answer_texts(game):
        right, elsewhere = map(int, answer.split(","))
        for text in notations(right, elsewhere):
            for written in (text, text.lower(), text.upper(), f"  {text} "):
                assert reply(game.pegs, written) == answer, written


@pytest.mark.parametrize("game", [Pegs(1, 1), Pegs(4, 2), Pegs(12, 3), Pegs(3, 5, True), Pegs(2, 70)], ids=str)
def test_answers_are_read_as_they_are_written(game: Pegs) -> None:
    assert [reply(game.pegs, answer) for answer in answer_texts(game)] == answer_texts(game)


@given(st.text("01239BWSAC bwac,-+/:.●○⚪", max_size=6), st.sampled_from([1, 4, 5, 9, 10, 12, 21]))
def test_what_is_read_is_an_answer(text: str, pegs: int) -> None:
    """Any other text is refused."""
    with suppress(InputError):
        answer = reply(pegs, text)
        assert answer in answer_texts(Pegs(pegs, 6))
        assert reply(pegs, answer) == answer


@pytest.mark.parametrize(
    ("pegs", "text", "meanings"),
    [
        (4, "3", "3,0 or 0,3"),
        (4, "B2W", "1,2 or 2,1"),
        (4, "black 2 white", "1,2 or 2,1"),
        (4, "A3B", "1,3 or 3,1"),
        (12, "12", "1,2 or 12,0 or 0,12"),
        (21, "112", "1,12 or 11,2"),
    ],
)
def test_what_has_several_meanings_is_refused_with_all_of_them(pegs: int, text: str, meanings: str) -> None:
    with pytest.raises(InputError, match=rf"^'{text}' has several meanings; write {meanings}$"):
        reply(pegs, text)


@pytest.mark.parametrize(
    "text", ["", "AABB", "BCC", "ABBB", "1A2W", "1B2S", "BS", "1b1b", "2b1", "1 2w", "-1b2w", "1,2,3", "112", "7", "x"]
)
def test_what_is_no_answer_is_refused_with_examples(text: str) -> None:
    """Letters without numbers that could be a code, two words for one thing, numbers of nothing."""
    with pytest.raises(InputError, match=r"is not an answer; write .*, such as 1,2 or BWW$"):
        reply(4, text)


def test_two_digits_in_games_of_two_digit_numbers() -> None:
    with pytest.raises(InputError, match="such as 1,2 or BWW"):
        reply(10, "12")
    assert reply(9, "12") == reply(10, "1 2") == "1,2"
    assert reply(12, "10b2w") == "10,2"


@pytest.mark.parametrize("text", ["BBBW", "3,1", "31", "3A1B"])
def test_an_answer_that_no_code_has_is_refused_in_every_notation(text: str) -> None:
    with pytest.raises(InputError, match=r"^3,1 is impossible"):
        reply(4, text)


def test_histories_are_read_back_as_they_are_written() -> None:
    game = Pegs(4, 6)
    assert read_history(Pegs(3, 10), "098 0,1") == (("AJI", "0,1"),)
    history = read_history(game, "1123 bww; aabd 0A3B; FFFF none; ABCD 1 black, 1 white;")
    assert history == (("AABC", "1,2"), ("AABD", "0,3"), ("FFFF", "0,0"), ("ABCD", "1,1"))
    assert read_history(game, write_history(history).strip('"')) == history
    assert read_history(game, [("AABC", "SWW"), ("aabd", "3w")]) == history[:2]


@pytest.mark.parametrize(
    ("game", "given_text", "code", "shown"),
    [
        (Pegs(4, 10, True), "4089 0,0", "BCDF", "1235"),
        (Pegs(4, 6), "AABC BWW; 1145 -", "AFFB", "1662"),
        (Pegs(4, 6), "AABC BWW", "AFFB", "AFFB"),
        (Pegs(2, 70), "17.3 0,0", "18.4", "18.4"),
        (Named("numbers"), "12 0,0", "34", "34"),
    ],
    ids=str,
)
def test_codes_are_written_in_digits_if_a_history_was(game: Game, given_text: str, code: str, shown: str) -> None:
    history = read_history(game, given_text)
    assert isinstance(history, InDigits) == (shown != code)
    # questions read what they are given, even if it was read before
    assert written_as(read_history(game, history), game, code) == shown
