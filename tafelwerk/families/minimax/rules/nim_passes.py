"""Nim with passes: three heaps of up to seven tokens; each player may pass once, but not when all heaps are empty.

A move takes one or more tokens from one heap, or uses up the player's pass; the player who takes the last token wins. Grundy
theory does not apply, since a pass belongs to no heap. Bits 0 to 8 of a rank are the heaps, bit 9 is the pass of the player to
move, bit 10 the opponent's.

Source: D. M. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22, 2012 (with one pass
for both players; here each has one).
"""

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax.rules.ranked import RankedGame

HEAPS, MOST = 3, 7
PASS = HEAPS * MOST
"""Label of the pass; taking t tokens from heap h (0, 1, 2) has the label h MOST + t - 1."""

START = 1 | 3 << 3 | 5 << 6 | 0b11 << 9
"""Heaps 1, 3 and 5, both passes."""


def _text(rank: int) -> str:
    heaps = " ".join(str(rank >> 3 * heap & 7) for heap in range(HEAPS))
    return f"{heaps} {'-p'[rank >> 9 & 1]}{'-p'[rank >> 10]}"


def _rank(text: str) -> int:
    words = text.split()
    if len(words) != HEAPS + 1 or words[-1] not in ("pp", "p-", "-p", "--"):
        raise InputError(
            "a position is three heaps and the passes left, p or - for each player, the player to move first, such as "
            f'"1 3 5 p-", not {quoted(text)}'
        )
    if any(len(word) != 1 or word not in "01234567" for word in words[:-1]):
        raise InputError(f"a heap must have 0 to {MOST} tokens; the heaps given are {' '.join(words[:-1])}")
    heaps = sum(int(word) << 3 * heap for heap, word in enumerate(words[:-1]))
    return heaps | (words[-1][0] == "p") << 9 | (words[-1][1] == "p") << 10


def _after(rank: int) -> dict[int, int]:
    heaps, own, other = rank & 0o777, rank >> 9 & 1, rank >> 10
    if not heaps:
        return {}
    found = {
        heap * MOST + taken - 1: heaps - (taken << 3 * heap) | other << 9 | own << 10
        for heap in range(HEAPS)
        for taken in range(1, (heaps >> 3 * heap & 7) + 1)
    }
    return found | ({PASS: heaps | other << 9} if own else {})


def _move_name(rank: int, label: int) -> str:
    return "pass" if label == PASS else f"{label % MOST + 1} from heap {label // MOST + 1}"


NIM_PASSES = RankedGame("nim-passes", "Nim with passes", 191, START, _text, _rank, _move_name, _after)
