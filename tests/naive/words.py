"""How word games answer, by the rules as players read them, letter by letter; and what a history leaves over."""

from collections.abc import Sequence
from itertools import combinations

from naive.mastermind import feedback


def wordle(query: str, code: str) -> str:
    """Right places, then misplaced letters from the left, each letter of the code used once."""
    signs = ["-"] * len(query)
    left = list(code)
    for place, letter in enumerate(query):
        if code[place] == letter:
            signs[place] = "G"
            left.remove(letter)
    for place, letter in enumerate(query):
        if signs[place] == "-" and letter in left:
            signs[place] = "Y"
            left.remove(letter)
    return "".join(signs)


def jotto(query: str, code: str) -> str:
    """Letters in common, each used once; "=" for the code itself."""
    if query == code:
        return "="
    left = list(code)
    for letter in query:
        if letter in left:
            left.remove(letter)
    return str(len(code) - len(left))


def mastermind(query: str, code: str) -> str:
    """Right places, and right letters elsewhere."""
    return "{},{}".format(*feedback(code, query))


def hangman(letter: str, code: str) -> str:
    """The places of a letter."""
    return "".join("+" if other == letter else "-" for other in code)


def left_over(answers: Sequence[Sequence[int]], history: Sequence[tuple[int, int]]) -> list[int]:
    """The codes that every answer allows; answers[query][code]."""
    return [code for code in range(len(answers[0])) if all(answers[query][code] == answer for query, answer in history)]


def least_contradiction(answers: Sequence[Sequence[int]], history: Sequence[tuple[int, int]]) -> int | None:
    """How many answers, at least, no code satisfies together; None where a code is left."""
    for size in range(1, len(history) + 1):
        for chosen in combinations(history, size):
            if not left_over(answers, chosen):
                return size
    return None
