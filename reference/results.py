"""docs/results.md from its text, its queries and the literature: python -m reference.results.

docs/results/page.txt         the text: {{choosing|4x7|value}} is a cell of a query's answer, {{choosing}} alone in a line its
                              table, {{overview}} that of the entries; {{@Ville2013}} is a source,
                              {{finding|never-one-colour}} the sentence of a finding; a
                              line of a table with {{contracts|*|open share:.1%}} is one per row; :.1p is without "%"
docs/results/queries.sql      the queries, SQL or a question in Python's words; the first column is the key of a row
docs/results/values.json      their answers, and curves fitted to rates; rows that the book at hand lacks stay as they were
docs/results/literature.toml  per source what it prints and how much of it was read
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from reference.markdown import table
from tafelwerk.book import Book, open_book
from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.families.switching.figures.rates import FIRSTS, fit_limit
from tafelwerk.museum import findings
from tafelwerk.named_queries import queries_in
from tafelwerk.tables.answers import Answer, document_fields
from tafelwerk.tables.published import parse_question

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "results"
NOTE = "<!-- made from docs/results by `make results` -->"
WIDTH = 140

Row = dict[str, str]
Values = dict[str, list[Row]]

SQL = ("SELECT ", "WITH ")
COMMON = {field.name for field in fields(Answer)}

LAST = 60
"""Largest order of the boards whose rates the page fits."""

_PLACE = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)


def statements() -> Iterator[tuple[str, str, str]]:
    """Name, family and statement of each query; those of findings answer with their sentence."""
    yield from queries_in((FOLDER / "queries.sql").read_text(encoding="utf-8"))
    for finding in findings():
        yield finding.name, finding.family, finding.query


def answers(book: Book) -> Values:
    """The rows that a book has, by query; the key of a row is its first column."""
    sentences = {finding.name: finding.sentence for finding in findings()}
    held: Values = {}
    for name, family, statement in statements():
        with suppress(BookError, MissingTableError):
            rows = book.records(family, statement) if statement.startswith(SQL) else _ask_rows(book, statement)
            if name in sentences:
                held[name] = [{"finding": name, "sentence": sentences[name].format(**row)} for row in rows[:1]]
            else:
                held[name] = [{column: _text(value) for column, value in row.items()} for row in rows]
    with suppress(BookError):
        held |= fits(book)
    return held


def fits(book: Book) -> Values:
    """Curves through the rates of Shannon's heuristic, as `tafelwerk plot switching-5.8` fits them; none without all orders."""
    rates = dict(book.rows("switching", "SELECT m, round(100 * cut, 4) / 100 FROM switching.rates WHERE m <= ?", LAST))
    if not rates.keys() >= {*range(FIRSTS[0], LAST + 1)}:
        return {}
    curves = {
        first: fit_limit(orders, [rates[m] for m in orders]) for first in FIRSTS for orders in [range(first, LAST + 1)]
    }
    best = curves[FIRSTS[0]]
    numbers = {"scale": f"{best.scale:.3g}", "exponent": f"{best.exponent:.2f}"}
    spreads = {"deviation": f"{100 * best.spread:.2f} %", "of a half": f"{100 * best.half_spread:.2f} %"}
    return {
        "fits": [
            {"first": str(first), "from": f"{100 * curve.low:.1f}", "to": f"{100 * curve.high:.1f}"}
            for first, curve in curves.items()
        ],
        "best-curve": [{"first": str(FIRSTS[0]), "limit": f"{best.limit:.3f}", **numbers, **spreads}],
    }


def _ask_rows(book: Book, question: str) -> list[dict[str, Any]]:
    """The answers to a question as rows; one answer has the key "it"."""
    answer = parse_question(question).of(book)
    return [_cells(row) for row in answer] if isinstance(answer, list) else [{"key": "it"} | _cells(answer)]


def _cells(value: Any) -> dict[str, Any]:
    """Fields of an answer, those of a share in it after its name, without lists and what every answer says; the ends of a share's
    interval are "from" and "to"."""
    cells: dict[str, Any] = {}
    for field in document_fields(value):
        name, member = field.name, getattr(value, field.name)
        if (isinstance(value, Answer) and name in COMMON) or (member is None and field.default is None):
            continue
        if is_dataclass(member):
            cells |= {f"{name} {part}": cell for part, cell in _cells(member).items()}
        elif name == "interval":
            cells |= dict(zip(("from", "to"), member, strict=True))
        elif not isinstance(member, list | tuple | Mapping):
            cells[name] = member
    return cells


def merge_values(known: Values, held: Values) -> Values:
    """Known rows with those of a book in their place, sorted by the numbers in their keys."""
    result: Values = {}
    for name in dict.fromkeys([*known, *held]):
        rows = {key_of(row): row for row in (*known.get(name, []), *held.get(name, []))}
        result[name] = sorted(rows.values(), key=lambda row: _rank(key_of(row)))
    return result


def _rank(key: str) -> tuple[int, list[float], str]:
    """4x6 before 10x2, and games with a word more behind the others."""
    return len(key.split()), [float(number) for number in re.findall(r"[\d.]+", key)], key


def key_of(row: Row) -> str:
    """The first column."""
    return next(iter(row.values()))


def _text(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def render(text: str, values: Values, literature: Mapping[str, Mapping[str, str]]) -> str:
    """The page.

    Raises:
        KeyError: a place has no value.
    """
    blocks = re.split(r"(\n\n|\n(?=- ))", text)
    values = values | {"overview": overview(text)}
    return "".join(_block(block, values, literature) for block in blocks).replace("\n", f"\n\n{NOTE}\n", 1)


def overview(text: str) -> list[Row]:
    """A row per entry: its question, linked, its kind and its evidence in their first words."""
    rows = []
    for entry in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        question = entry.partition("\n")[0]
        said = {
            name: " ".join(entry.partition(f"\n- {name.capitalize()}: ")[2].split()) for name in ("kind", "evidence")
        }
        short = {
            name: re.split(r"[;:(`]| by | - |, claims?|, that |, two of", words)[0].strip(" ,")
            for name, words in said.items()
        }
        rows.append({"question": f"[{question}](#{_anchor(question)})"} | short)
    return rows


def _anchor(heading: str) -> str:
    """The name of a heading in links, as sites with Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _block(block: str, values: Values, literature: Mapping[str, Mapping[str, str]]) -> str:
    alone = re.fullmatch(r"\{\{([\w-]+)(?:: ([^}|]+))?\}\}", block.strip())
    if alone is not None:
        rows = values[alone.group(1)]
        columns = alone.group(2).split(", ") if alone.group(2) else list(rows[0])
        return table(columns, [[row[column] for column in columns] for row in rows]) + block[len(block.rstrip()) :]
    if not _PLACE.search(block):
        return block
    if block.startswith("|"):
        block = "\n".join(line for pattern in block.split("\n") for line in _lines(pattern, values))
    filled = _PLACE.sub(lambda place: _value(" ".join(place.group(1).split()).split("|"), values, literature), block)
    if block.startswith("|"):
        return filled
    filled, indent = " ".join(filled.split()), "  " if block.startswith("- ") else ""
    return (
        textwrap.fill(filled, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        + block[len(block.rstrip()) :]
    )


def _lines(pattern: str, values: Values) -> list[str]:
    """A line of a table; with "*" in place of a row's key one line per row."""
    every = re.search(r"\{\{([\w-]+)\|\*\|", pattern)
    return [pattern.replace("|*|", f"|{key_of(row)}|") for row in values[every.group(1)]] if every else [pattern]


def _value(place: Sequence[str], values: Values, literature: Mapping[str, Mapping[str, str]]) -> str:
    if place[0].startswith("@"):
        source = literature[place[0][1:]]
        prints = place[1] if len(place) > 1 else source["prints"]
        return f"{source['source']}: {prints} ({source['read']})"
    if place[0] == "finding":
        return values[place[1]][0]["sentence"]
    name, key, column = place
    column, _, spec = column.partition(":")
    (row,) = (row for row in values[name] if key_of(row) == key)
    if not spec:
        return row[column]
    if row[column] == str(None):
        return ""
    number = row[column].replace(",", "")
    if spec.endswith("p"):
        return format(100 * float(number), f"{spec[:-1]}f")
    return format(int(number) if spec == "," else float(number), spec).replace("%", " %")


def page(values: Values) -> str:
    """The page with these values."""
    literature = tomllib.loads((FOLDER / "literature.toml").read_text(encoding="utf-8"))
    return render((FOLDER / "page.txt").read_text(encoding="utf-8"), values, literature)


def stored_values() -> Values:
    """The values of the committed page."""
    values: Values = json.loads((FOLDER / "values.json").read_text(encoding="utf-8"))
    return values


def main() -> None:
    """Write the values of the book at hand, and the page."""
    with open_book() as book:
        values = merge_values(stored_values(), answers(book))
    used = set(re.findall(r"\{\{(?:finding\|)?([\w-]+)", (FOLDER / "page.txt").read_text(encoding="utf-8")))
    values = {name: rows for name, rows in values.items() if name in used}
    (FOLDER / "values.json").write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (DOCS / "results.md").write_text(page(values), encoding="utf-8")


if __name__ == "__main__":
    main()
