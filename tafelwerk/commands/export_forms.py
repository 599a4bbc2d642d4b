"""Tables as sequences or games: b-files for OEIS, .nfg for Gambit."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import note
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.frozen import frozen
from tafelwerk.tables.filters import MOST_SHOWN, Selection, select
from tafelwerk.tables.layout import identifier
from tafelwerk.wording import listed, suggestion

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.layout import Table

_INTEGERS = frozenset(
    f"{sign}{size}" for sign in ("", "U") for size in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)


@frozen
class Terms:
    """The terms of a b-file.

    Attributes:
        column: the terms. Default: the one column of integers outside the key.
        index: their numbers n. Default: the last column of the key that holds integers and is not fixed.
        last: largest n. Default: that of the book.
    """

    column: str | None = None
    index: str | None = None
    last: int | None = None


def selection(book: "Book", name: str, table: "Table", only: Sequence[str]) -> Selection:
    """The rows of --only COLUMN=VALUE, each column with all of its values.

    Args:
        book: the book.
        name: name of the table, with its family.
        table: the table.
        only: as given.

    Raises:
        InputError: an entry is not of this form, the table does not have its column, or no row has its value.
        MissingTableError: the table has no rows.
    """
    family = name.partition(".")[0]
    values: dict[str, list[str]] = {}
    for text in only:
        column, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"--only must be COLUMN=VALUE, such as {table.key[0]}=3, not {quoted(text)}")
        _check_column(column, table, name, "--only")
        values.setdefault(column, []).append(value)
    if values and not book.rows(family, f"SELECT 1 AS row FROM {family}.{identifier(table.name)} LIMIT 1"):
        raise MissingTableError(f"rows of {name}", f"tafelwerk build {family}", book.path)
    kinds = {column.name: column.type for column in table.columns}
    return select(lambda statement: book.rows(family, statement), name, kinds, values, "--only")


def sequence(book: "Book", family: str, table: "Table", fixed: Selection, terms: Terms) -> Iterator[str]:
    """The lines of a b-file: the values of a column by those of another.

    Args:
        book: the book.
        family: family of the table.
        table: the table.
        fixed: values of other columns.
        terms: the columns and the last n.

    Raises:
        InputError: there are no such columns; several rows have one n; a value is not an integer; or there is a gap.
    """
    from tafelwerk.formats.oeis import bfile_lines

    name = f"{family}.{table.name}"
    kinds = {field.name: field.type for field in table.columns}
    measured = {field.name for field in table.columns if field.measured}
    column, index = terms.column, terms.index
    if index is None:
        counted = [field for field in reversed(table.key) if kinds[field] in _INTEGERS]
        index = next((field for field in counted if field not in fixed.values), None)
        if index is None and counted:
            raise InputError(
                f"{name}: --only fixes {counted[0]}; leave that out, or name the n with --index {counted[0]}"
            )
        if index is None:
            raise InputError(f"{name} is not a sequence: no column of its key ({', '.join(table.key)}) holds integers")
    else:
        _check_column(index, table, name, "--index")
    if column is None:
        others = [
            field
            for field, kind in kinds.items()
            if kind in _INTEGERS and field not in (*table.key, *fixed.values, *measured)
        ]
        if len(others) != 1:
            which = f"it has {', '.join(others)}" if others else "it has none but those of its key"
            raise InputError(f"--column NAME is missing: a column of integers of {name}; {which}")
        column = others[0]
    else:
        _check_column(column, table, name, "--column")
    _check_single(book, family, table, fixed, {index})
    rows = book.rows(
        family,
        f"SELECT {identifier(index)}, CAST({identifier(column)} AS VARCHAR) FROM {family}.{identifier(table.name)}"
        f"{fixed.where} ORDER BY {identifier(index)}",
    )
    if terms.last is not None:
        rows = [row for row in rows if row[0] <= terms.last]
    about = f"Tafelwerk, table {name}\n{column} by {index}{', ' if fixed.words else ''}{fixed.words}"
    if not rows:
        raise InputError(f"{name}, {column} by {index}: {_nothing(book, family, table, fixed, index, terms)}")
    last: str | None = None
    try:
        for line in bfile_lines(rows, about.encode("ascii", "replace").decode()):
            last = last if line.startswith("#") else line.partition(" ")[0]
            yield line
    except InputError as error:
        remedy = "" if last is None else f"; --to {last} ends it there"
        raise InputError(f"{name}, {column} by {index}: {error}{remedy}") from None


def _nothing(book: "Book", family: str, table: "Table", fixed: Selection, index: str, terms: Terms) -> str:
    """Why there are no terms."""
    source = f"{family}.{identifier(table.name)}{fixed.where}"
    first = book.one(family, f"SELECT min({identifier(index)}) AS first FROM {source}")
    if first is None or first[0] is None:
        return f"the table has no rows; tafelwerk build {family} makes them"
    return f"the first term is that of {first[0]}, after --to {terms.last}"


def game(book: "Book", family: str, table: "Table", fixed: Selection) -> Iterator[str]:
    """The lines of a .nfg file: a table that holds the payoffs of a game.

    Strategies that have not met all others are left out, with a note.

    Args:
        book: the book.
        family: family of the table.
        table: the table.
        fixed: values of columns: one for each column that identifies the game; of strategies, those that take part.

    Raises:
        InputError: the table is not a game, has several games, or has no such rows.
    """
    from tafelwerk.formats.gambit import complete_part, nfg_lines
    from tafelwerk.tables.payoffs import PAYOFFS

    name = f"{family}.{table.name}"
    form = PAYOFFS.get(name)
    if form is None:
        raise InputError(
            f"{name} holds no payoffs of a two-player game; tables of payoffs are {listed(list(PAYOFFS))}, "
            "and `tafelwerk dresher matrix N -o FILE.nfg` writes Dresher's game"
        )
    _check_single(book, family, table, fixed, {form.rows, form.columns})
    chance = [f"{form.chance}_num", f"{form.chance}_den"] if form.exact else [form.chance]
    wanted = [f"CAST({identifier(column)} AS VARCHAR)" for column in (form.rows, form.columns)] + list(
        map(identifier, chance)
    )
    rows = book.rows(
        family,
        f"SELECT {', '.join(wanted)} FROM {family}.{identifier(table.name)}{fixed.where} ORDER BY ALL",
    )
    if not rows:
        raise InputError(f"{name} has no rows; tafelwerk build {family} makes them")
    paid = {(row[0], row[1]): form.pair(row[2:]) for row in rows}
    sides = [list(dict.fromkeys(names)) for names in zip(*paid, strict=True)]
    complete = complete_part(sides[0], sorted(sides[1]), set(paid))
    for side, player, stay in zip(sides, form.players, complete, strict=True):
        gone = sorted(set(side) - set(stay))
        if gone:
            note(f"left out of {player}, because not every pair is stored: {listed(gone, MOST_SHOWN)}")
    comment = (
        f"Tafelwerk, table {name}{': ' if fixed.words else ''}{fixed.words}{_certainty(book, family, table, fixed)}"
    )
    payoffs = [[paid[row, column] for column in complete[1]] for row in complete[0]]
    yield from nfg_lines(form.title, form.players, (complete[0], complete[1]), payoffs, comment)


def _certainty(book: "Book", family: str, table: "Table", fixed: Selection) -> str:
    """Certainty of the rows, if a column gives it per row."""
    if "certainty" not in table.column_names:
        return ""
    rows = book.rows(
        family, f"SELECT DISTINCT certainty::VARCHAR AS one FROM {family}.{table.name}{fixed.where} ORDER BY one"
    )
    return f"; chances: {listed([row[0] for row in rows])}"


def _check_single(book: "Book", family: str, table: "Table", fixed: Selection, free: set[str]) -> None:
    """Raise unless every column of the key except the free ones has one value in the requested rows."""
    for column in table.key:
        if column in free:
            continue
        rows: list[tuple[Any, ...]] = book.rows(
            family,
            f"SELECT CAST(value AS VARCHAR) AS text FROM (SELECT DISTINCT {identifier(column)} AS value"
            f" FROM {family}.{identifier(table.name)}{fixed.where}) ORDER BY value LIMIT {MOST_SHOWN + 1}",
        )
        if len(rows) > 1:
            values = [str(row[0]) for row in rows[:MOST_SHOWN]] + ["..."] * (len(rows) > MOST_SHOWN)
            raise InputError(
                f"{family}.{table.name} has rows of several {column}: add --only {column}=VALUE, one of {', '.join(values)}"
            )


def _check_column(column: str, table: "Table", name: str, option: str) -> None:
    if column not in table.column_names:
        hint = suggestion(column, table.column_names, f"tafelwerk schema {name}")
        raise InputError(f"{option}: {name} has no column {quoted(column)}; {hint}")
