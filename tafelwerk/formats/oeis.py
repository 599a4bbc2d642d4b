"""Integer sequences as b-files, the format of the On-Line Encyclopedia of Integer Sequences.

One line per term, "n a(n)", with n increasing by one per line; lines that begin with # are comments. ASCII, with a line feed at
the end of each line.

Source: OEIS Wiki, "B-files"; C. R. Greathouse IV, "Format".
"""

import re
from collections.abc import Iterable, Iterator

from tafelwerk.errors import InputError

LONGEST_LINE = 1000
"""Largest number of characters per line that tools accept."""

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")


def bfile_lines(terms: Iterable[tuple[int, object]], about: str) -> Iterator[str]:
    """The lines of a b-file, with line ends.

    Args:
        terms: n and a(n), n ascending; integers, or their digits.
        about: description of the sequence, lines of ASCII.

    Raises:
        InputError: no terms; a term that is not an integer; n that does not increase by one; a line longer than LONGEST_LINE.
    """
    yield from (f"# {line}\n" for line in about.splitlines())
    last: int | None = None
    for n, value in terms:
        text = str(value)
        if not _INTEGER.fullmatch(text):
            raise InputError(f"not an integer sequence: the term of {n} is {'missing' if value is None else text}")
        if last is not None and n != last + 1:
            raise InputError(
                f"two terms of {n}: a b-file has one per line"
                if n == last
                else f"no term of {last + 1}, the next is that of {n}"
            )
        if len(line := f"{n} {text}\n") > LONGEST_LINE:
            raise InputError(
                f"the term of {n} has {len(text):,} digits; a line of a b-file has {LONGEST_LINE} characters"
            )
        yield line
        last = n
    if last is None:
        raise InputError("no terms: there are no such rows")
