"""Logs of rounds of Skat as other programs write them.

Which rounds are in a log of any format?       `logs`: `log_file`, `records_of`; for tables: `read_log`
Which games are in a log of xskat 4.0?         `xskat`: `scan_xskat`
Which rounds are in records of the server ISS? `iss`: `scan_iss`
Which records has a stream already had?        `Contents`, in 12 to 24 bytes per record: a log may be larger than memory
"""

from array import array
from hashlib import blake2b

_EMPTY = 0


class Contents:
    """Lines of the records of a stream by their contents, in a table with open addressing.

    Contents are compared by 64 bits of their hash, so that two of a million different records are taken for the same with a
    chance of about 3e-8.
    """

    def __init__(self) -> None:
        self._hashes, self._lines = array("Q", [_EMPTY]) * 1024, array("Q", [0]) * 1024
        self._count = 0

    def earlier(self, content: object, line: int) -> int | None:
        """The line of the first record with this content; None if it is the first, which is then noted.

        Args:
            content: what two records must have in common, as a value with a `repr`.
            line: the record's line.
        """
        key = int.from_bytes(blake2b(repr(content).encode("utf-8", "surrogatepass"), digest_size=8).digest()) or 1
        index = self._index(key)
        if self._hashes[index] == key:
            return self._lines[index]
        self._hashes[index], self._lines[index] = key, line
        self._count += 1
        if 2 * self._count > len(self._hashes):
            self._grow()
        return None

    def _index(self, key: int) -> int:
        """Index of a hash, or of the empty cell that it belongs in."""
        mask = len(self._hashes) - 1
        index = key & mask
        while self._hashes[index] not in (_EMPTY, key):
            index = index + 1 & mask
        return index

    def _grow(self) -> None:
        hashes, lines = self._hashes, self._lines
        self._hashes, self._lines = array("Q", [_EMPTY]) * (2 * len(hashes)), array("Q", [0]) * (2 * len(lines))
        for key, line in zip(hashes, lines, strict=True):
            if key != _EMPTY:
                index = self._index(key)
                self._hashes[index], self._lines[index] = key, line
