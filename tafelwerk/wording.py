"""Numbers and names for people, in one wording for commands and sessions."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from fractions import Fraction

LONGEST_FRACTION = 24
"""Greatest length of a fraction that is written out."""


_SEPARATORS = str.maketrans(",.", ".,")
_COMMA: ContextVar[bool] = ContextVar("decimal comma", default=False)


@contextmanager
def decimal_comma(wanted: bool) -> Iterator[None]:
    """Within the context numbers have a comma before the decimals, and points between thousands."""
    token = _COMMA.set(wanted)
    try:
        yield
    finally:
        _COMMA.reset(token)


def number_text(value: float, form: str = ",") -> str:
    """A number as Python formats it, with the separators of the language."""
    return localize(format(value, form))


def localize(text: str) -> str:
    """A text with numbers as Python writes them, with the separators of the language."""
    return text.translate(_SEPARATORS) if _COMMA.get() else text


def count_noun(count: int, noun: str, plural: str | None = None) -> str:
    """A number of things: "1 code", "12,345 codes", "2 queries"."""
    return f"1 {noun}" if count == 1 else f"{count:,} {plural or noun + ('es' if noun.endswith('s') else 's')}"


def capitalised(text: str) -> str:
    """A text as it begins a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def singular(noun: str) -> str:
    """One of several: "row" of "rows", "strategy" of "strategies", "box" of "boxes"."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("sses", "xes", "ches", "shes")) else noun.removesuffix("s")


def short_number(number: float) -> str:
    """A number in at most five signs."""
    for sign, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= 0.9995 * size:
            return f"{number / size:.3g}{sign}"
    return f"{number:.3g}"


def three_digits(number: int) -> str:
    """An estimated number with three significant digits: "3,050,000,000"."""
    return f"{int(float(f'{number:.3g}')):,}"


def join_words(words: Sequence[str], most: int = 40, last: str = "and") -> str:
    """Names in a sentence: "SA", "SA and C7", "A1, C1 and E3"; of many, the first and the count of the others; "none"."""
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most:,} more"
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "none"


PYTHON_NAMES = {
    "connect": "open_book()",
    "figures": "queries()",
    "load": "open_book()",
    "open": "open_book()",
    "plot": 'figure("mastermind-4.6")',
    "query": 'sql(query="dresher-depth")',
    "schema": 'sql("DESCRIBE dresher.games")',
    "table": 'sql("FROM dresher.games")',
}
"""What is meant in Python by names that the module and a book do not have."""

SUGGESTIONS = 5
"""Greatest number of names that a message suggests."""


def near(word: str, known: Collection[str]) -> list[str]:
    """At most SUGGESTIONS names that begin with a word or contain it or, if there are none, resemble it; case is ignored."""
    word = word.strip().lower()
    spelled = [(name, name.lower()) for name in known]
    begun = [name for name, small in spelled if word and small.startswith(word)] or [
        name for name, small in spelled if word and word in small
    ]
    if not begun:
        alike = dict.fromkeys(get_close_matches(word, [small for _, small in spelled], SUGGESTIONS, 0.75))
        begun = [name for spelling in alike for name, small in spelled if small == spelling]
    return begun[:SUGGESTIONS]


def meant(word: str, known: Collection[str]) -> str:
    """A hint behind a name that does not exist: " (did you mean nim?)", or nothing if no name comes near."""
    names = near(word, known)
    return f" (did you mean {join_words(names, last='or')}?)" if names else ""


def suggestion(word: str, known: Collection[str], everything: str) -> str:
    """A hint for a name that does not exist.

    Args:
        word: the name as given.
        known: the names that exist.
        everything: command line that lists all of them.

    Returns:
        "did you mean mastermind-4.6?", or "it may be A, B or C"; for more than SUGGESTIONS names, with `everything`.
    """
    names = near(word, known)
    if len(names) == 1:
        return f"did you mean {names[0]}?"
    if names:
        return f"did you mean {join_words(names, last='or')}? All names: {everything}"
    if 0 < len(known) <= SUGGESTIONS:
        return f"it may be {join_words(list(known), last='or')}"
    return f"all names: {everything}"


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in ascending order: "1, 3-7, 11, 12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(
        str(first) if first == last else f"{first}, {last}" if last == first + 1 else f"{first}-{last}"
        for first, last in runs
    )


def exact_number(number: Fraction, decimals: str = "", longest: int = LONGEST_FRACTION) -> str:
    """An exact number: "2", "79/81 (0.975309)", or "about 0.975309" if the fraction is long.

    Args:
        number: the number.
        decimals: the number as decimals. Default: six significant digits.
        longest: greatest length of a fraction that is written out.
    """
    if number.denominator == 1:
        return str(number)
    decimals = decimals or f"{float(number):.6g}"
    return f"{number} ({decimals})" if len(str(number)) <= longest else f"about {decimals}"


def seconds_text(seconds: float) -> str:
    """A duration for people: "0.02 s", "1.4 s", "12 s", "3 min 20 s", "1 h 05 min"."""
    if seconds < 0.95:
        return f"{seconds:.2f} s"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    total = round(seconds)
    if total < 60:
        return f"{total} s"
    if total < 3600:
        return f"{total // 60} min {total % 60:02d} s"
    return f"{total // 3600} h {total % 3600 // 60:02d} min"


def rows_text(count: int) -> str:
    """A number of rows for people."""
    return count_noun(count, "row")


def bytes_text(count: int) -> str:
    """A size for people: "812 B", "3.4 MB"."""
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 999.5:
            return f"{size:.0f} {unit}" if unit == "B" or size >= 99.95 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
