"""docs/results.md from its text, its queries and the literature: python -m reference.results.

docs/results/page.txt         the text: {{choosing|4x7|value}} is a cell of a query's answer, {{choosing}} alone in a line its
                              table, {{overview}} that of the entries; {{@Ville2013}} is a source,
                              {{finding|never-one-colour}} the sentence of a finding; a
                              line of a table with {{contracts|*|open share:.1%}} is one per row; :.1p is without "%";
                              {{rates|last|cut}} is of the last row
docs/results/queries.sql      the queries, SQL or a question in Python's words; the first column is the key of a row. A question
                              with compute=True is asked once, until its rows are deleted. After a question, "having games =
                              15813" is what its answer has to be of, and "by kind, aces" are the fields that make the key,
                              as far as they are there
docs/results/values.json      their answers, curves fitted to rates, and counts of rated games; rows that the book at hand
                              lacks stay as they were
docs/results/literature.toml  per source what it prints and how much of it was read
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import count, groupby
from pathlib import Path
from typing import Any

from reference.markdown import table
from tafelwerk.book import Book, open_book
from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.families.switching.figures.rates import FIRSTS, fit_limit
from tafelwerk.museum import findings
from tafelwerk.named_queries import queries_in
from tafelwerk.tables.answers import Answer, document_fields
from tafelwerk.tables.published import follow, parse_question
from tafelwerk.wording import join_words

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "results"
NOTE = "<!-- made from docs/results by `make results` -->"
WIDTH = 140

Row = dict[str, str]
Values = dict[str, list[Row]]

SQL = ("SELECT ", "WITH ")
COMMON = {field.name for field in fields(Answer)}

COMPUTED = "compute=True"
"""What a question says that no table answers."""

RATED = {
    "": "skat.hands(seed=2) having games = 15813",
    " as dealt": "skat.hands(seed=2, dealt=True) having games = 36000",
}
"""Questions that rate games by the chances of the models, by what is added to the kind of the games."""

STEP, NEAR, LEAST_RUN = (3 + 5**0.5) / 2, 5e-4, 5
"""Factor by which gaps of closest decisions fall, how near a factor is to count as it, and least number of steps of a run."""

_PLACE = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)


def statements() -> Iterator[tuple[str, str, str]]:
    """Name, family and statement of each query; those of findings answer with their sentence."""
    yield from queries_in((FOLDER / "queries.sql").read_text(encoding="utf-8"))
    for finding in findings():
        yield finding.name, finding.family, finding.query


def answers(book: Book, known: Values | None = None) -> Values:
    """The rows that a book has, by query; the key of a row is its first column. Questions that are computed are asked if their
    answers are not among the known values; without any, not at all."""
    sentences = {finding.name: finding.sentence for finding in findings()}
    held: Values = {}
    for name, family, statement in statements():
        if COMPUTED in statement and (known is None or name in known):
            continue
        with suppress(BookError, MissingTableError):
            rows = book.records(family, statement) if statement.startswith(SQL) else _ask_rows(book, statement)
            if name in sentences:
                held[name] = [{"finding": name, "sentence": sentences[name].format(**row)} for row in rows[:1]]
            else:
                held[name] = [{column: _text(value) for column, value in row.items()} for row in rows]
    for derive in (fits, rated_games):
        with suppress(BookError, MissingTableError):
            held |= derive(book)
    return held


def last_order() -> int:
    """Largest order of the boards whose rates the page fits."""
    return int(key_of(stored_values()["rates"][-1]))


def fits(book: Book) -> Values:
    """Curves through the rates of Shannon's heuristic, as `tafelwerk plot switching-5.8` fits them, and how gaps fall; none of a
    book with fewer successive orders than the page has."""
    rows = book.rows("switching", "SELECT m, round(100 * cut, 4) / 100, gap FROM switching.rates ORDER BY m")
    held = {m: (cut, gap) for m, cut, gap in rows}
    last = next(m for m in count(FIRSTS[0]) if m not in held) - 1
    if last < last_order():
        return {}
    rates, gaps = ({m: pair[place] for m, pair in held.items()} for place in (0, 1))
    curves = {
        first: fit_limit(orders, [rates[m] for m in orders]) for first in FIRSTS for orders in [range(first, last + 1)]
    }
    best = curves[FIRSTS[0]]
    steps = [m for m in range(22, last + 1) if abs(gaps[m - 1] / gaps[m] - STEP) < NEAR]
    runs = [[m for _, m in run] for _, run in groupby(enumerate(steps), lambda pair: pair[1] - pair[0])]
    long_runs = [f"from {run[0] - 1} to {run[-1]}" for run in runs if len(run) >= LEAST_RUN]
    numbers = {"scale": f"{best.scale:.3g}", "exponent": f"{best.exponent:.2f}"}
    spreads = {"deviation": f"{100 * best.spread:.2f} %", "of a half": f"{100 * best.half_spread:.2f} %"}
    return {
        "fits": [
            {"first": str(first), "from": f"{100 * curve.low:.1f}", "to": f"{100 * curve.high:.1f}"}
            for first, curve in curves.items()
        ],
        "best-curve": [{"first": str(FIRSTS[0]), "limit": f"{best.limit:.3f}", **numbers, **spreads}],
        "trends": [{"key": "it", "last": str(last), "gap runs": join_words(long_runs)}],
    }


def rated_games(book: Book) -> Values:
    """Games of Skat by kind: the share won beside the mean chance of the models, and in how many ranges of the chance the
    interval of the share has the mean chance."""
    rows: list[dict[str, Any]] = []
    for suffix, question in RATED.items():
        answer = _ask(book, question)
        ratings = [row for row in answer.ratings if row.model == "open"]
        for kind in dict.fromkeys(row.kind for row in ratings):
            same = [row for row in ratings if row.kind == kind]
            games = sum(row.games for row in same)
            won, expected = sum(row.won.count for row in same), sum(row.games * row.chance for row in same)
            rows.append({"kind": kind + suffix, "games": f"{games:,}", "won": won / games, "chance": expected / games})
        right = sum(row.won.interval[0] <= row.chance <= row.won.interval[1] for row in ratings)
        rows.append({"kind": "all" + suffix, "games": f"{answer.games:,}", "ranges": len(ratings), "right": right})
    return {"rated-games": [{column: _text(value) for column, value in row.items()} for row in rows]}


def _ask(book: Book, question: str) -> Any:
    """What a question reads of its answer.

    Raises:
        MissingTableError: the book does not answer it.
        BookError: the answer is of another number of games than wanted, or the like.
    """
    question, _, condition = question.partition(" having ")
    asking = parse_question(question)
    answer = replace(asking, path=()).of(book)
    name, _, number = condition.partition(" = ")
    if condition and getattr(answer, name) != int(number):
        raise BookError(f"not of {number} {name}: {question}")
    return follow(answer, asking.path)


def _ask_rows(book: Book, question: str) -> list[dict[str, Any]]:
    """The answers to a question as rows; one answer has the key "it", several have those of the fields named after "by"."""
    question, _, names = question.partition(" by ")
    answer = _ask(book, question)
    if not isinstance(answer, list):
        return [{"key": "it"} | _cells(answer)]
    keys = [[getattr(row, name) for name in names.split(", ")] if names else [] for row in answer]
    return [
        ({"key": " ".join(str(part) for part in key if part is not None)} if key else {}) | _cells(row)
        for key, row in zip(keys, answer, strict=True)
    ]


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
    (row,) = values[name][-1:] if key == "last" else (row for row in values[name] if key_of(row) == key)
    if not spec:
        return row[column]
    if row[column] == str(None):
        return ""
    number = Fraction(row[column].replace(",", ""))
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


def _document(values: Values) -> str:
    """JSON with a line per row."""
    queries = []
    for name, rows in values.items():
        lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        queries.append(f" {json.dumps(name)}: [\n  {lines}\n ]")
    return "{\n" + ",\n".join(queries) + "\n}\n"


def main() -> None:
    """Write the values of the book at hand, and the page."""
    with open_book() as book:
        known = stored_values()
        values = merge_values(known, answers(book, known))
    used = set(re.findall(r"\{\{(?:finding\|)?([\w-]+)", (FOLDER / "page.txt").read_text(encoding="utf-8")))
    values = {name: rows for name, rows in values.items() if name in used}
    (FOLDER / "values.json").write_text(_document(values), encoding="utf-8")
    (DOCS / "results.md").write_text(page(values), encoding="utf-8")


if __name__ == "__main__":
    main()
