"""Hard mode of Wordle: every later query must use what an answer has shown.

A letter in its right place stays there. A letter that is in the code is asked again, at least as often as the answer marked it,
in its right place or elsewhere. Absent letters may be asked again, and a letter may be asked again in a place where it is not.
"""

from collections import Counter

from tafelwerk.spelling import letters

RIGHT, ELSEWHERE, ABSENT = "G", "Y", "-"
"""Signs of an answer, one per letter."""


def shown(asked: str, answer: str) -> tuple[dict[int, str], Counter[str]]:
    """Letters in their right places, by place from 0, and the least number of times that each letter is in the code."""
    signed = list(zip(letters(asked), answer, strict=True))
    placed = {place: letter for place, (letter, sign) in enumerate(signed) if sign == RIGHT}
    return placed, Counter(letter for letter, sign in signed if sign != ABSENT)


def refusal(asked: str, answer: str, query: str) -> str | None:
    """Why hard mode refuses a query after an answer; None if it allows the query."""
    placed, least = shown(asked, answer)
    spelled = letters(query)
    for place, letter in placed.items():
        if spelled[place] != letter:
            return f"{query} is refused in hard mode: letter {place + 1} must be {letter}, as {asked} {answer} shows"
    for letter, count in least.items():
        if spelled.count(letter) < count:
            often = "" if count == 1 else f" {count} times"
            return f"{query} is refused in hard mode: it must have {letter}{often}, as {asked} {answer} shows"
    return None
