"""Rows of a table by the values of its columns, as a person writes them: compared in the column's type, never as text.

A number is compared by its value (`1`, `1.0`, `007`, `1/2`), a truth value in any of its spellings, a name without regard to case
if no stored name is spelled exactly so. A value that no row has is an error, which names those that come near.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from tafelwerk.errors import InputError, in_quotes, shorten
from tafelwerk.families import KNOWN
from tafelwerk.frozen import frozen
from tafelwerk.tables.layout import enum_values, identifier
from tafelwerk.tables.readings import LONGEST, literal
from tafelwerk.wording import count_noun, join_words, near

Ask = Callable[[str], Sequence[Sequence[Any]]]
"""The rows of a statement."""

SIGNS = (">=", "<=", "<>", ">", "<", "~")
"""Comparisons other than equality; `~` finds text that contains a text."""

MOST_SHOWN = 5
"""Greatest number of values of a column in a message."""

MOST_NAMES = 10_000
"""Greatest number of values among which near ones are looked for."""

INTEGERS = frozenset(
    f"{sign}{size}" for sign in ("", "U") for size in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,3})?(?:/[0-9]{1,400})?"
)
_TRUTH = {
    **dict.fromkeys(("true", "t", "yes", "y", "on", "1"), "true"),
    **dict.fromkeys(("false", "f", "no", "n", "off", "0"), "false"),
}
_INFINITE = {"inf": "inf", "infinity": "inf", "∞": "inf", "nan": "nan"}
_LARGEST = 2**127 - 1
"""Greatest integer that DuckDB compares."""


@frozen
class Selection:
    """The rows that filters select.

    Attributes:
        conditions: SQL by column.
        values: the stored values asked for, as text, by column; for a comparison other than equality, with its sign.
    """

    conditions: Mapping[str, str]
    values: Mapping[str, Sequence[str]]

    @property
    def where(self) -> str:
        """SQL after the name of the table: empty, or WHERE and the conditions."""
        return _where(list(self.conditions.values()))

    @property
    def words(self) -> str:
        """The filters for people: "width = 2, game = 4x6 or 5x8"."""
        return ", ".join(_condition_text(column, values) for column, values in self.values.items())


class NoRowError(InputError):
    """No row has a value asked for."""


@frozen
class Value:
    """A value as a person wrote it, read as one of its column's type.

    Attributes:
        sql: the value in SQL; None if it is one that the type cannot hold.
        text: the value as text.
    """

    sql: str | None
    text: str


def select(
    ask: Ask, table: str, kinds: Mapping[str, str], given: Mapping[str, Sequence[str]], option: str = ""
) -> Selection:
    """The rows whose columns have given values; several values of one column are alternatives.

    Args:
        ask: answers statements.
        table: FAMILY.TABLE, which has rows.
        kinds: DuckDB's types of its columns.
        given: values by column; after one of `SIGNS`, if `option` is empty.
        option: the option that gave the values, for messages. Default: an address did, where signs are read.

    Raises:
        InputError: a value is not one of the column's type.
        NoRowError: no row has one of the values, or it has not those of the earlier columns, too.
    """
    family, _, name = table.partition(".")
    source = f"{family}.{identifier(name)}"
    conditions: dict[str, str] = {}
    stored: dict[str, list[str]] = {}
    for column, texts in given.items():
        chosen = _Column(ask, table, source, column, kinds[column], option, dict(conditions), dict(stored))
        parts = []
        stored[column] = []
        for text in texts:
            sign = "" if option else next((sign for sign in SIGNS if text.startswith(sign)), "")
            condition, words = chosen.condition(
                sign, text.removeprefix(sign) if option else text.removeprefix(sign).strip()
            )
            parts.append(condition)
            stored[column].append(words)
        conditions[column] = f"({' OR '.join(parts)})" if len(parts) > 1 else parts[0]
    return Selection(conditions, stored)


@frozen
class _Column:
    """A column to be filtered, among the rows that the filters of other columns leave."""

    ask: Ask
    table: str
    source: str
    name: str
    kind: str
    option: str
    conditions: Mapping[str, str]
    stored: Mapping[str, Sequence[str]]

    @property
    def _base(self) -> str:
        """The type without its parameters; empty for a list."""
        return "" if self.kind.endswith("]") else self.kind.partition("(")[0]

    @property
    def _is_number(self) -> bool:
        return self.kind in INTEGERS or self.kind == "DOUBLE"

    def condition(self, sign: str, text: str) -> tuple[str, str]:
        """SQL that is true of the rows with a value, and the value as text."""
        column = identifier(self.name)
        if sign == "~":
            contained = f"contains(lower(CAST({column} AS VARCHAR)), lower({literal(text)}))"
            if not self._has(contained):
                raise NoRowError(f"{self._nobody()} {self.name} that contains {in_quotes(text)}; {self._others(text)}")
            return contained, f"~{text}"
        value = self._value(text)
        if sign and value is not None and value.sql is None and self.kind == "VARCHAR":
            value = Value(literal(text), text)
        if value is None:
            contained = f"{column} IS {'NOT ' if sign == '<>' else ''}NULL"
            value = Value("NULL", "NULL")
        else:
            contained = "false" if value.sql is None else f"{column} {sign or '='} {value.sql}"
        if not self._has(contained):
            word = shorten(value.text, LONGEST) or literal("")
            raise NoRowError(f"{self._nobody()} {self.name} {sign or '='} {word}; {self._near(value)}")
        return contained, f"{sign} {value.text}".strip()

    def _value(self, text: str) -> Value | None:
        """A value of the column's type; None for NULL."""
        kind = self._base
        is_null = text.strip().upper() == "NULL"
        if self.kind == "VARCHAR":
            value = self._name(text)
            return None if is_null and value.sql is None else value
        if kind == "ENUM":
            names = enum_values(self.kind)
            is_name = text.strip().casefold() in map(str.casefold, names)
            return None if is_null and not is_name else self._choice(text, names)
        if is_null:
            return None
        text = text.strip()
        if kind == "BOOLEAN":
            if text.casefold() not in _TRUTH:
                raise self._refusal("true or false", text)
            truth = _TRUTH[text.casefold()]
            return Value(truth, truth)
        if self._is_number:
            return self._number(text)
        cast = f"CAST({literal(text)} AS {self.kind})"
        ((written,),) = self.ask(f"SELECT CAST(TRY_{cast} AS VARCHAR)")
        # a member that is not of its type is NULL
        if written is None or str(written).upper().count("NULL") != text.upper().count("NULL"):
            raise self._refusal(f"values of type {self.kind}", text)
        return Value(cast, str(written))

    def _number(self, text: str) -> Value:
        is_integer = self.kind in INTEGERS
        words = "integers" if is_integer else "numbers, such as 2, 0.5 or 1/2"
        bare = text.lower().lstrip("+-")
        if not is_integer and bare in _INFINITE:
            number = float(("-" if text[0] == "-" else "") + _INFINITE[bare])
            return Value(literal(number), repr(number))
        if not _NUMBER.fullmatch(text) or re.search(r"[.eE].*/|/0+$", text):
            raise self._refusal(words, text)
        exact = Fraction(text)
        if is_integer:
            if exact.denominator != 1:
                raise self._refusal(words, text)
            return Value(str(exact) if abs(exact) <= _LARGEST else None, str(exact))
        try:
            number = float(exact)
        except OverflowError:
            return Value(None, text)
        if number == 0 != exact:
            return Value(None, text)
        return Value(literal(number), repr(number))

    def _choice(self, text: str, names: Sequence[str]) -> Value:
        """One of the names of an enumeration."""
        same = [name for name in names if name == text] or [
            name for name in names if name.casefold() == text.strip().casefold()
        ]
        if len(same) != 1:
            meant = near(text, names)
            hint = f"; did you mean {join_words(meant, last='or')}?" if meant else ""
            raise self._refusal(join_words(names, last="or"), text, hint)
        return Value(literal(same[0]), same[0])

    def _name(self, text: str) -> Value:
        """A stored text, which is spelled exactly so, or else the only one that differs in case alone."""
        column, within = identifier(self.name), _where(list(self.conditions.values()))
        alike = f"lower({column}) = lower({literal(text.strip())})"
        names = [
            str(name)
            for (name,) in self.ask(
                f"SELECT DISTINCT {column} AS name FROM {self.source}{_and(within, f'({column} = {literal(text)} OR {alike})')}"
                f" ORDER BY name LIMIT {MOST_SHOWN + 1}"
            )
        ]
        if text in names or len(names) == 1:
            chosen = text if text in names else names[0]
            return Value(literal(chosen), chosen)
        if names:
            raise NoRowError(
                f"{self._nobody()} {self.name} = {shorten(text, LONGEST)}; did you mean {join_words(names, last='or')}?"
            )
        return Value(None, text)

    def _has(self, condition: str) -> bool:
        within = _where([*self.conditions.values(), condition])
        return condition != "false" and bool(self.ask(f"SELECT 1 AS found FROM {self.source}{within} LIMIT 1"))

    def _nobody(self) -> str:
        earlier = " and ".join(
            _condition_text(column, values) for column, values in self.stored.items() if column != self.name
        )
        return f"no row of {self.table}{f' with {earlier}' if earlier else ''} has"

    def _refusal(self, words: str, text: str, hint: str = "") -> InputError:
        argument = f"{self.option} {self.name}={text}" if self.option else f"{self.name}={text}"
        return InputError(f"{argument}: column {self.name} of {self.table} holds {words}, not {in_quotes(text)}{hint}")

    def _near(self, value: Value) -> str:
        """The values that come near one that no row has."""
        if not self._is_number:
            return self._others(value.text)
        column, within = identifier(self.name), _where(list(self.conditions.values()))
        bounds = ["NULL", "NULL"]
        if value.sql not in (None, "NULL"):
            bounds = [
                f"{most}({column}) FILTER ({column} {sign} {value.sql})" for most, sign in (("max", "<"), ("min", ">"))
            ]
        wanted = ", ".join(
            f"CAST({expression} AS VARCHAR)"
            for expression in (*bounds, f"min({column})", f"max({column})", f"count(DISTINCT {column})")
        )
        ((below, above, least, most, count),) = self.ask(f"SELECT {wanted} FROM {self.source}{within}")
        if least is None:
            return f"{self.name} has no values there"
        if least == most:
            return f"its only value is {least}"
        beside = [str(expression) for expression in (below, above) if expression is not None]
        nearest = f"near it there {'is' if len(beside) == 1 else 'are'} {join_words(beside)}, " if beside else ""
        return f"{nearest}{'of' if beside else 'there are'} {count_noun(int(count), 'value')} from {least} to {most}"

    def _others(self, text: str) -> str:
        """The values that resemble a text, and some of all values."""
        column, within = identifier(self.name), _where(list(self.conditions.values()))
        rows = self.ask(
            f"SELECT DISTINCT CAST({column} AS VARCHAR) AS name FROM {self.source}{_and(within, f'{column} IS NOT NULL')}"
            f" ORDER BY name LIMIT {MOST_NAMES + 1}"
        )
        names = [str(name) for (name,) in rows]
        if not names:
            return f"{self.name} has no values there"
        if len(names) == 1:
            return f"its only value is {names[0]}"
        meant = near(text, names)
        if (stored := stored_name(self.table.partition(".")[0], text)) in names:
            return f"it is stored as {stored}"
        hint = f"did you mean {join_words(meant, last='or')}? " if meant else ""
        few = (
            join_words(names, MOST_SHOWN)
            if len(names) <= MOST_NAMES
            else f"{', '.join(names[:MOST_SHOWN])} and many more"
        )
        return f"{hint}{'Its' if hint else 'its'} values are {few}"


def stored_name(family: str, text: str) -> str:
    """What a family's tables call that which has another name, too; "" where nothing is known of it."""
    find: Callable[[str], str] | None = None
    if family in KNOWN:
        find = getattr(import_module(f"tafelwerk.families.{family}"), "stored_name", None)
    return "" if find is None else find(text)


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


def _and(where: str, condition: str) -> str:
    return f"{where} AND {condition}" if where else f" WHERE {condition}"


def _condition_text(column: str, values: Sequence[str]) -> str:
    first = values[0] if values else ""
    sign = "" if first.startswith(SIGNS) else "= "
    return f"{column} {sign}{' or '.join(shorten(value, LONGEST) for value in values)}"
