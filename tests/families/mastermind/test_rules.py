"""Games, strategies, codes, answers and hard mode as they are written."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind import rules
from tafelwerk.families.mastermind.parameters import reply
from tafelwerk.families.mastermind.rules import (
    Pegs,
    answer_texts,
    read_guess,
    with_palette,
    write_code,
    write_in_palette,
)
from tafelwerk.proofs.mastermind.table_claims import takes


@pytest.mark.parametrize("game", [Pegs(1, 1), Pegs(4, 2), Pegs(5, 3), Pegs(3, 5, True), Pegs(2, 70)], ids=str)
def test_first_codes_and_answers(game: Pegs) -> None:
    every = range(game.colors)
    words = permutations(every, game.pegs) if game.distinct else product(every, repeat=game.pegs)
    codes = [rules.write_code(game, word) for word in words]
    assert rules.first_codes(game) == list(dict.fromkeys(rules.first_alike(game, text) for text in codes))
    answers = answer_texts(game)
    assert len(answers) == game.answers
    assert answers[-1] == f"{game.pegs},0"
    assert [reply(game.pegs, answer) for answer in answers] == answers


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


def test_every_notation_of_an_answer_is_read_as_the_same() -> None:
    for answer in answer_texts(Pegs(4, 6)):
        right, elsewhere = map(int, answer.split(","))
        for text in notations(right, elsewhere):
            for written in (text, text.lower(), text.upper(), f"  {text} "):
                assert reply(4, written) == answer, written


@given(st.text("01239BWSAC bwac,-+/:.●○⚪", max_size=6), st.sampled_from([1, 4, 5, 9, 10, 12, 21]))
def test_what_is_read_is_an_answer(text: str, pegs: int) -> None:
    """Any other text is refused."""
    with suppress(InputError):
        answer = reply(pegs, text)
        assert answer in answer_texts(Pegs(pegs, 6))
        assert reply(pegs, answer) == answer


@given(st.data(), st.integers(1, 10))
def test_what_is_written_in_a_palette_is_read_back(data: st.DataObject, colors: int) -> None:
    names = data.draw(
        st.lists(st.text("abcrxyö", min_size=1, max_size=4), min_size=colors, max_size=colors, unique=True)
    )
    game = with_palette(Pegs(4, colors), ",".join(names) if colors > 1 else names[0][0])
    code = write_code(game, data.draw(st.lists(st.integers(0, colors - 1), min_size=4, max_size=4)))
    assert read_guess(game, write_in_palette(game, code)) == code


def test_what_hard_mode_refuses() -> None:
    """What is absent may be asked again, and what is elsewhere in the same place."""
    words = ["".join(word) for word in product("abc", repeat=3)]
    for asked, answer, query in product(words, map("".join, product("GY-", repeat=3)), words):
        assert (rules.refusal(asked, answer, query) is None) == takes(asked, answer, query)
