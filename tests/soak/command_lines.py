"""Command lines at random: valid ones from help pages and docs, mutated."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from golden.small_book import FILES as GOLDEN
from page_commands import every_line
from program import every_command

from tafelwerk.families.skat.log_formats import read_log
from tafelwerk.families.skat.rules.round_log import write_round

DATA = Path(__file__).parents[1] / "data"
PROGRAM = "tafelwerk"

NEVER = frozenset({"--compute", "--keep"})
"""Options that make a question take as long as it takes, or write into the book."""

LEFT_OUT = frozenset({("verify",), ("warm",), ("serve",), ("atlas",), ("skat", "bench"), ("skat", "match")})
"""Commands that take long by their nature."""

LISTED = {
    "skat deals": range(10_001, 1_000_001),
    "skat card": range(10_001, 1_000_001),
    "skat bid": range(10_001, 1_000_001),
}
"""Numbers of things to list or to try that a command takes and that would only take long."""

FIRST_WORDS = {"sql": ("--timeout", "1", "--memory", "500MB"), "skat play": ("--timeout", "0.01")}
"""Options that a command's lines begin with, if it has them."""

_WORDS = json.loads((DATA / "odd_words.json").read_text(encoding="utf-8"))

JUNK = (*_WORDS["junk"], "X" * 3000, "9" * 5000, "[" * 5000)
"""Words that no command expects, and numbers at the ends of types."""

TYPED = (*_WORDS["typed"], "9" * 5000)
"""Lines for games in play."""

_XSKAT = (DATA / "xskat.log").read_bytes()

FILES = {
    "empty": b"",
    "bytes": bytes(range(256)),
    **{name: GOLDEN[name].encode() for name in ("words.txt", "matrix.csv", "graph.txt", "deals.txt", "tree.json")},
    "deep.json": b"[" * 20_000,
    "rounds.jsonl": "\n".join(map(write_round, read_log(_XSKAT)[0])).encode(),
    "rows.jsonl": b'{"tafelwerk": 1}\n{}\n[]\n',
    "xskat.log": _XSKAT,
    "iss.sgf": (DATA.parent / "golden" / "files" / "iss.sgf").read_bytes(),
    "grid.txt": "".join(f"{one} {one + 1}\n{one} {one + 60}\n" for one in range(3600)).encode() + b"A 0\n3600 B\n",
    "long": b"1" * 100_000,
    "latin": "sch\u00f6n\n".encode("latin-1"),
}
"""Files that a line may name, in a folder beside the current one."""


@dataclass(frozen=True)
class Leaf:
    """A command that can be called.

    Attributes:
        words: that call it.
        params: its options and arguments.
        examples: words behind its own, from help pages and docs.
    """

    words: tuple[str, ...]
    params: tuple[Any, ...]
    examples: tuple[tuple[str, ...], ...]

    @property
    def name(self) -> str:
        return " ".join(self.words)

    def option(self, word: str) -> Any:
        """The option that a word names, or None."""
        return next((param for param in self.params if word in (*param.opts, *param.secondary_opts)), None)

    def is_asked(self, words: list[str], flag: str) -> bool:
        """Whether a flag of the command stands in a line, and not as the value of another option."""
        before = [words[at - 1] for at, word in enumerate(words) if word == flag]
        taken = [self.option(word) for word in before if "--" not in words[: words.index(flag)]]
        return any(param is None or getattr(param, "is_flag", False) for param in taken)


@cache
def leaves() -> dict[str, Leaf]:
    """Every command that can be called, but those that are left out."""
    found = {
        words: command
        for words, command in every_command()
        if not hasattr(command, "list_commands") or (words and command.invoke_without_command)
    }
    examples: dict[tuple[str, ...], list[tuple[str, ...]]] = {words: [] for words in found}
    for words in sorted(_lines(found)):
        longest = next((words[:size] for size in range(len(words), 0, -1) if words[:size] in found), ())
        if longest:
            examples[longest].append(words[len(longest) :])
    return {
        " ".join(words): Leaf(words, tuple(command.params), tuple(examples[words]))
        for words, command in found.items()
        if words not in LEFT_OUT
    }


def _lines(found: dict[tuple[str, ...], Any]) -> Iterator[tuple[str, ...]]:
    """Command lines in help pages and docs, without the program's name."""
    for command in found.values():
        for line in re.findall(rf"Example: {PROGRAM} (.*)", command.help or ""):
            yield tuple(shlex.split(line))
    yield from every_line()


@cache
def options() -> tuple[Any, ...]:
    """The options and arguments of all commands."""
    return tuple(param for leaf in leaves().values() for param in leaf.params if param.opts[0] not in NEVER)


@cache
def words() -> tuple[str, ...]:
    """The words of all examples."""
    return tuple(sorted({word for leaf in leaves().values() for line in leaf.examples for word in line}))


@dataclass(frozen=True)
class Writer:
    """Writes command lines.

    Attributes:
        leaf: the command.
        draw: decides.
        folder: of the files that lines name.
    """

    leaf: Leaf
    draw: Random
    folder: Path

    def line(self) -> list[str]:
        """The words of a line, those of the command first."""
        draw, leaf = self.draw, self.leaf
        words = [str(self.folder / word) if word in FILES else word for word in draw.choice(leaf.examples)]
        for _ in range(draw.choice((0, 1, 1, 1, 2, 2, 3, 5))):
            words = self._mutated(words)
        if leaf.option("--json") and draw.random() < 0.5:
            words.append("--json")
        listed = LISTED.get(leaf.name, ())
        words = ["9999" if word.isdecimal() and len(word) < 9 and int(word) in listed else word for word in words]
        words = [word for word in words if word not in NEVER]
        begin = list(leaf.words)
        if leaf.words[0] == "build":
            begin.append("--dry-run")
        first = FIRST_WORDS.get(leaf.name, ())
        return begin + (list(first) if first and leaf.option(first[0]) else []) + words

    def _mutated(self, words: list[str]) -> list[str]:
        draw = self.draw
        place = draw.randrange(len(words) + 1)
        kind = draw.randrange(12)
        numbered = [at for at, word in enumerate(words) if re.search("[0-9]", word)]
        if kind >= 9 and numbered:  # another number in a word: still a valid line, and maybe a long one to answer
            at = draw.choice(numbered)
            words[at] = self._scaled(words[at])
        elif kind <= 2 and words:  # another value
            values = [at for at, word in enumerate(words) if not word.startswith("--")]
            if values:
                at = draw.choice(values)
                named = self.leaf.option(words[at - 1]) if at else None
                words = [*words[:at], self.value(named), *words[at + 1 :]]
        elif kind == 3 and words:  # a word less
            del words[min(place, len(words) - 1)]
        elif kind == 4 and len(words) > 1:  # words in another order
            one, other = draw.sample(range(len(words)), 2)
            words[one], words[other] = words[other], words[one]
        elif kind == 5 and words:  # a word again
            words = [*words[:place], *words[max(0, place - 2) :]]
        elif kind == 6:  # an option of the command, or of another one
            param = draw.choice(self.leaf.params if draw.random() < 0.8 else options())
            words = [*words[:place], *self._option(param), *words[place:]]
        elif kind == 7 and words:  # a letter more, less or other
            at = min(place, len(words) - 1)
            words[at] = self._bent(words[at])
        else:
            words = [*words[:place], self.value(None), *words[place:]]
        return words

    def _option(self, param: Any) -> list[str]:
        name = self.draw.choice((*param.opts, *param.secondary_opts))
        if not name.startswith("-"):
            return [self.value(param)]
        return [name] if getattr(param, "is_flag", False) else [name, self.value(param)]

    def value(self, param: Any) -> str:
        """A value for an option: by its kind, from anywhere, or junk."""
        draw = self.draw
        pools: list[tuple[str, ...]] = [JUNK, words()]
        if param is not None:
            kind = str(param.type_descriptor.annotation)
            low, high = getattr(param, "min", None), getattr(param, "max", None)
            if low is not None and high is not None:
                # the largest numbers make the longest work: they come often
                pools += 3 * [
                    (str(low), str(low - 1), str(high), str(high), str(high + 1), str((low + high) // 2), "2")
                ]
            if "Path" in kind:
                pools += 3 * [tuple(str(self.folder / name) for name in (*FILES, "none", ".", "none/none"))]
            metavar = param.metavar or ""
            if "|" in metavar:
                pools.append(tuple(metavar.split("|")))
        return draw.choice(draw.choice(pools))

    def _bent(self, word: str) -> str:
        draw = self.draw
        at = draw.randrange(len(word) + 1)
        other = draw.choice(("", "0", "9" * 30, "x", "ä", ",", ";", " ", "-", "\udcff", word))
        return word[:at] + other + word[at + draw.randrange(2) :]

    def _scaled(self, word: str) -> str:
        """The word with one of its numbers a little or much larger, or smaller, or a list of many."""
        number = self.draw.choice(list(re.finditer("[0-9]{1,18}", word)))
        value = int(number[0])
        near, far = (value + 1, max(value - 1, 0), value // 2), (2 * value, 5 * value, 10 * value, 100 * value)
        largest = (1000 * value, 10**5 * value, 10**6, 10**9, 10**12)
        other = str(self.draw.choice(near + far + far + largest))
        if self.draw.random() < 0.1:
            other = ",".join(str(value + step) for step in range(self.draw.choice((2, 3, 10, 100))))
        return word[: number.start()] + other + word[number.end() :]

    def typed(self) -> str:
        """A few lines for a game in play."""
        return "".join(f"{self.draw.choice(TYPED)}\n" for _ in range(self.draw.randrange(8)))
