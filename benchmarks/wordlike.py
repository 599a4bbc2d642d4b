"""Word lists of Wordle's size and shape, made up from a seed: no real list is needed to measure and to test with."""

from bisect import bisect
from itertools import accumulate
from random import Random

FREQUENCY = {
    "s": 6665,
    "e": 6662,
    "a": 5990,
    "o": 4438,
    "r": 4158,
    "i": 3759,
    "l": 3371,
    "t": 3295,
    "n": 2952,
    "u": 2511,
    "d": 2453,
    "y": 2074,
    "c": 2028,
    "p": 2019,
    "m": 1976,
    "h": 1760,
    "g": 1644,
    "b": 1627,
    "k": 1505,
    "f": 1115,
    "w": 1039,
    "v": 694,
    "z": 434,
    "j": 291,
    "x": 288,
    "q": 112,
}
"""How often, about, each letter stands in 13,000 English words of five letters."""

VOWELS = "aeiouy"


def wordlike(queries: int = 12_972, codes: int = 2_315, length: int = 5, seed: int = 1) -> tuple[list[str], list[str]]:
    """Words that may be the solution, and all words that may be asked, these among them; both ascending.

    Letters are drawn by their frequency in English, vowels and consonants mostly in turn.
    """
    random = Random(seed)
    kinds = (VOWELS, "".join(letter for letter in FREQUENCY if letter not in VOWELS))
    classes = [(letters, list(accumulate(FREQUENCY[letter] for letter in letters))) for letters in kinds]
    words: set[str] = set()
    while len(words) < queries:
        vowel = random.random() < 0.25
        word = ""
        for _ in range(length):
            letters, weights = classes[0 if vowel else 1]
            word += letters[bisect(weights, random.random() * weights[-1])]
            vowel = random.random() < (0.15 if vowel else 0.7)
        words.add(word)
    ascending = sorted(words)
    return sorted(random.sample(ascending, codes)), ascending
