"""What is read from texts, and how it is written: readings.txt, and what is refused in which words: refusals.txt.
Numbers that stand as text: what is read, what is refused, and in which words.
Orders of entropies are written in one way and read back.
Lower bounds of totals, and the strategies that deduction games share.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.beams import rules as beams
from tafelwerk.families.beams.rules import VARIANTS, read_history, variant_of, write_history
from tafelwerk.families.mastermind import parameters as mastermind_texts
from tafelwerk.families.mastermind import rules as mastermind
from tafelwerk.families.mastermind.rules import Named, Pegs, code
from tafelwerk.families.mastermind.rules import parse_game as parse_pegs
from tafelwerk.families.minimax.rules.games import boards_rank, boards_text, check_board, parse_evaluation, ranked_game
from tafelwerk.families.minimax.rules.heaps import heap_game
from tafelwerk.families.montecarlo.rules import parse_game, parse_rules, read_agent, read_position, read_shares
from tafelwerk.families.search import rules as search
from tafelwerk.families.skat.games_in_words import read_matadors
from tafelwerk.families.skat.rules.cards import cards_text, read_cards, read_game, read_seat
from tafelwerk.families.skat.rules.contracts import read_bids
from tafelwerk.families.skat.rules.deals import read_deal
from tafelwerk.families.switching.rules import parse, parse_agent
from tafelwerk.rules.deduction import least_total, order_name, read_order
from tafelwerk.rules.numbers import LONGEST_NUMBER, between, exact, fraction, separate, separate_set, whole
from tafelwerk.solvers.deduction.search_problem import least_totals

FOLDER = Path(__file__).parent


def _code(text: str) -> str:
    """A code after its number of colours."""
    colors, _, word = text.partition(" ")
    return code(Pegs(len(word), whole("colors", colors, 1, 99)), word)


def _answer(text: str) -> str:
    """An answer after the number of pegs."""
    pegs, _, answer = text.partition(" ")
    return mastermind_texts.reply(whole("pegs", pegs, 1, 21), answer)


def _position(text: str) -> str:
    """A position after its game."""
    game, _, position = text.partition(": ")
    return str(read_position(parse_game(game), position))


READ: dict[str, Callable[[str], str]] = {
    "beams history": lambda text: write_history(read_history(text, VARIANTS["6c6p"])),
    "beams variant": lambda text: variant_of(text).name,
    "entropy order": lambda text: order_name(read_order(text)),
    "fraction": lambda text: str(fraction("--epsilon", text, -1, 1)),
    "whole number": lambda text: str(whole("N", text, 1, 10**9)),
    "shares": lambda text: str(read_shares(text)),
    "mastermind game": lambda text: parse_pegs(text).name,
    "mastermind name": lambda text: Named(text).name,
    "mastermind answer": _answer,
    "mastermind code": _code,
    "mastermind history": lambda text: mastermind_texts.write_history(
        mastermind_texts.read_history(Pegs(4, 6), text)
    ).strip('"'),
    "mastermind strategy": lambda text: str(mastermind.parse_strategy(text)),
    "beams strategy": lambda text: str(beams.parse_strategy(text)),
    "minimax evaluation": lambda text: str(parse_evaluation(text)),
    "minimax heap game": lambda text: heap_game(text).name,
    "tic-tac-toe board": check_board,
    "game over ranks": lambda text: ranked_game(text).name,
    "skat seat": lambda text: read_seat(text).word,
    "skat game": lambda text: read_game(text).value,
    "Notakto boards": lambda text: boards_text(boards_rank(text, 1), 1),
    "montecarlo game": lambda text: str(parse_game(text)),
    "montecarlo rules": lambda text: str(parse_rules(text)),
    "montecarlo agent": read_agent,
    "montecarlo position": _position,
    "skat bids": lambda text: str(read_bids(text)),
    "skat cards": lambda text: cards_text(read_cards(text)),
    "skat deal": lambda text: read_deal(text).text(),
    "skat matadors": lambda text: str(read_matadors(text)),
    "switching agent": lambda text: str(parse_agent(text)),
    "switching edge": lambda text: str(parse(f"{text}\nx B\n")),
}
"""By what is read a function from its text to how it is written."""


def cases(file: str) -> Iterator[tuple[str, str, str]]:
    """What is read, the text, and what comes of it, line by line."""
    kind = ""
    for line in (FOLDER / file).read_text(encoding="utf-8").split("\n"):
        if line.startswith("["):
            kind = line.strip("[]")
        elif " => " in line and not line.startswith("#"):
            text, _, outcome = line.partition(" => ")
            yield kind, _unescape(text), outcome


def _unescape(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("unicode_escape") if "\\" in text else text


def refusal(kind: str, text: str) -> str:
    """The message with which a text is refused; "" if it is read."""
    try:
        READ[kind](text)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", READ)
def test_what_is_refused(kind: str) -> None:
    """In a short line, texts of 5,000 digits too."""
    refusals = [(text, message, refusal(kind, text)) for known, text, message in cases("refusals.txt") if known == kind]
    assert refusals
    assert [(text, said) for text, message, said in refusals if not said or message not in said] == []
    lines = [*(said for *_, said in refusals), refusal(kind, "9" * 5000)]
    assert [line for line in lines if not line or "\n" in line or len(line) > 400] == []


@pytest.mark.parametrize("kind", sorted({kind for kind, *_ in cases("readings.txt")}))
def test_what_is_read(kind: str) -> None:
    readings = [(text, written) for known, text, written in cases("readings.txt") if known == kind]
    assert [(text, READ[kind](text)) for text, _ in readings] == readings


def refused(read: object, *given: object) -> str:
    with pytest.raises(InputError) as caught:
        read(*given)  # type: ignore[operator]
    return str(caught.value)


@given(st.integers(-50, 50))
def test_numbers_in_range_come_back(number: int) -> None:
    assert between("N", number, -50, 50) == number
    assert whole("N", f" {number} ", -50, 50) == number
    assert fraction("N", f"{number}/7", -50, 50) == Fraction(number, 7)


def test_the_words_name_number_and_bounds() -> None:
    """refusals.txt has those of whole numbers and fractions."""
    assert refused(between, "--points", 2**32, 1, 100_000) == "--points must be 1 to 100,000, not 4,294,967,296"
    assert refused(between, "--points", 0, 1, None) == "--points must be 1 or more, not 0"
    assert refused(between, "--share", float("nan"), 0.5, 1.0) == "--share must be 0.5 to 1.0, not nan"


def test_a_longer_number_is_read_where_that_is_meant() -> None:
    assert exact("1" * 41, 41) == int("1" * 41) > 10**LONGEST_NUMBER


def test_a_long_number_is_cut() -> None:
    said = refused(between, "N", 10**3000, 1, 5)
    assert said.endswith("... (3,001 digits)")
    assert len(said) < 100


@given(
    st.lists(st.integers(0, 99), min_size=1),
    st.sampled_from((",", ";", " ", ", ", " ; ", "  ")),
    st.sampled_from(("", "()", "[]", "{}")),
)
def test_a_list_is_the_same_however_it_is_joined(numbers: list[int], sign: str, brackets: str) -> None:
    text = sign.join(map(str, numbers))
    assert list(map(int, separate(brackets[:1] + text + brackets[1:]))) == numbers
    assert separate(numbers) == separate(text)


def test_two_signs_never_make_one_list() -> None:
    """Decimals with a comma are refused, not read as two numbers each."""
    assert separate("0,5 0,5") == ["0", "5 0", "5"]
    assert separate("0,5; 0,5") == ["0,5", "0,5"]


@given(st.integers(1, 50), st.integers(0, 50), st.sampled_from(("-", "–", "..", "...")))
def test_a_range_is_the_set_of_its_numbers(first: int, more: int, sign: str) -> None:
    assert separate_set(f"S({first}{sign}{first + more})") == separate(range(first, first + more + 1))
    assert separate_set(f"9{sign}1") == [f"9{sign}1"]


@given(st.fractions(min_value=0, max_value=1000, max_denominator=10**6))
def test_an_order_reads_back(alpha: Fraction) -> None:
    assert read_order(order_name(alpha)) == alpha


def test_names_of_the_literature_are_known_to_every_family() -> None:
    assert search.parse_strategy("knuth").name == "hinf"
    assert mastermind.strategy("knuth", "mix").name == "hinf"
    assert beams.strategy("knuth", "lex-d").name == "hinf"


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("answers", [2, 3, 5, 14])
def test_the_bound_is_that_of_searches(named: bool, answers: int) -> None:
    least = least_totals(300, answers, named, 0)[0]
    assert [least_total(codes, answers, named) for codes in range(1, 301)] == least[1:].tolist()


def test_one_query_after_another() -> None:
    """With two answers, one of which ends the game, codes are named one by one; without, they are halved."""
    for codes, total in zip(range(1, 9), (1, 3, 6, 10, 15, 21, 28, 36), strict=True):
        assert least_total(codes, 2, named=True) == total
    for codes in (1, 2, 4, 8, 16):
        assert least_total(codes, 2, named=False) == codes * next(k for k in count() if 2**k == codes)
