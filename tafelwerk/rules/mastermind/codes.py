"""How many codes Mastermind has and how they are written, in plain Python: known before anything is compiled."""

from math import perm
from string import ascii_lowercase, ascii_uppercase, digits

from tafelwerk.errors import InputError

MOST_CODES = 20_000
"""Codes of the largest game: its matrix of answers takes 400 MB."""

MOST_PEGS = 21
"""Pegs up to which the number of an answer fits a byte."""

LETTERS = ascii_uppercase + ascii_lowercase + digits
"""Colours of games that have no more; those with more write numbers, joined by dots."""


def code_count(pegs: int, colors: int, distinct: bool = False) -> int:
    """How many codes a game has.

    Args:
        pegs: pegs of a code, at least 1.
        colors: colours to choose from, at least 1.
        distinct: whether the pegs of a code are all of different colours.

    Raises:
        InputError: no such game, or one of more than 20,000 codes or 21 pegs.
    """
    if pegs < 1:
        raise InputError(f"pegs must be at least 1, not {pegs}")
    if pegs > MOST_PEGS:
        raise InputError(f"pegs must be at most {MOST_PEGS}, not {pegs}")
    if colors < 1:
        raise InputError(f"colors must be at least 1, not {colors}")
    if distinct and colors < pegs:
        raise InputError(f"colors must be at least {pegs}, one a peg, where no colour may repeat, not {colors}")
    codes = perm(colors, pegs) if distinct else colors ** min(pegs, MOST_CODES)
    if codes > MOST_CODES or colors**pegs > 10**8:
        shown = f"{codes:,}" if codes < 10**12 else "too many"
        raise InputError(f"pegs {pegs}, colors {colors} make {shown} codes; at most {MOST_CODES:,} can be analysed")
    return codes


def is_code(text: str, pegs: int, colors: int, distinct: bool = False) -> bool:
    """Whether a text is a code of a game, as `scoring.code_texts` writes it.

    Args:
        text: the text.
        pegs, colors, distinct: the game.
    """
    if colors > len(LETTERS):
        symbols, known = text.split("."), {str(number) for number in range(1, colors + 1)}
    else:
        symbols, known = list(text), set(LETTERS[:colors])
    return len(symbols) == pegs and known.issuperset(symbols) and not (distinct and len(set(symbols)) < pegs)
