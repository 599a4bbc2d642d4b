"""What is read from texts, and how it is written: readings.txt, and what is refused in which words: refusals.txt."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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
from tafelwerk.families.skat.rules.cards import cards_text, read_cards, read_game, read_seat
from tafelwerk.families.skat.rules.contracts import read_bids
from tafelwerk.families.skat.rules.deals import read_deal
from tafelwerk.families.skat.score_sheets import read_matadors
from tafelwerk.families.switching.rules import parse, parse_agent
from tafelwerk.rules.deduction import order_name, read_order
from tafelwerk.rules.numbers import fraction, whole

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
