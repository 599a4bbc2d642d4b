"""Layout of explanations for people: a sentence with the answer, a table of moves, best first, then the reasons."""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Any

from tafelwerk.commands.fitting import Column, fit_table
from tafelwerk.commands.output import rational, table, with_heading
from tafelwerk.luck import Luck
from tafelwerk.rules.game_trees import mark
from tafelwerk.tables.explanation import Adversary, AnswerPart, DecidedOption, MixedTree, Option, QueryExplanation
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import count_noun

MOST_ROWS = 24
"""Greatest number of moves shown; the JSON document has all."""

MOST_NODES = 40
"""Greatest number of nodes shown of a tree."""

OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}
"""Values of a two-player game."""


def explanation_layout(heading: str, columns: Sequence[Column], *reasons: Any, count: int | None = None) -> Any:
    """An explanation.

    Args:
        heading: the answer.
        columns: columns of the table of moves; empty: no table.
        reasons: paragraphs or layouts; empty ones are left out.
        count: number of moves, if the table may show only the first of them.
    """
    parts: list[Any] = [StyledText(heading)]
    if columns:
        parts += ["", fit_table(columns), ""]
        rows_shown = len(columns[0].cells)
        if count is not None and count > rows_shown:
            parts.append(StyledText(f"{count_noun(count - rows_shown, 'more move')}; --json has all of them.", "dim"))
    parts += [StyledText(reason) if isinstance(reason, str) else reason for reason in reasons if reason]
    return Group(*parts)


def best_column(moves: Sequence[Option], *, alone: bool = False) -> Column:
    """A mark for the best moves.

    Args:
        moves: the moves, at least one of the best among them.
        alone: whether there is no opponent, so that no other move wins, too, or loses sooner.
    """
    values = [move.value if isinstance(move, DecidedOption) and not alone else 0 for move in moves]
    most = max(values, default=0)
    return Column("", [mark(move.best, value, most) for move, value in zip(moves, values, strict=True)])


def tie_text(moves: Sequence[Option]) -> str:
    """What is not known of the best moves, if there are several without distances."""
    best = sum(move.best for move in moves)
    return f"{best} moves are equally good; which of them ends the game sooner is not computed." if best > 1 else ""


def query_columns(found: QueryExplanation, unit: str) -> list[Column]:
    """The queries of an explanation; `unit`: unit of the cost."""
    moves = found.moves
    priced = any(query.expected is not None for query in moves)
    columns = [
        Column("query", [query.move for query in moves]),
        *(
            [Column("alike", [query.alike for query in moves], goes=6)]
            if any(query.alike > 1 for query in moves)
            else []
        ),
        Column("answers", [query.parts for query in moves], "parts", goes=2),
        Column(f"H_{found.order} in bits", [f"{query.entropy:.4f}" for query in moves], f"H_{found.order}"),
        Column("codes left", [f"{query.left:,.2f}" for query in moves], "left", goes=3),
        Column("at most", [query.largest for query in moves], "most", goes=4),
    ]
    if any(query.possible is not None for query in moves):
        columns.append(
            Column("may be the code", ["yes" if query.possible else "no" for query in moves], "code", goes=5)
        )
    if priced:
        cells = ["" if query.expected is None else f"{query.expected:.4f}" for query in moves]
        columns.append(Column(f"{unit} expected", cells, "expected", goes=1))
    return [*columns, best_column(moves)]


def answer_columns(answers: Sequence[AnswerPart], unit: str) -> list[Column]:
    """Codes left by each answer, most first."""
    parts = sorted(answers, key=lambda part: -part.codes)[:MOST_ROWS]
    columns = [
        Column("answer", [part.answer for part in parts]),
        Column("codes left", [part.codes for part in parts], "left"),
    ]
    if any(part.then is not None for part in parts):
        columns.append(Column("then", [part.then or "" for part in parts], goes=2))
    if any(part.expected is not None for part in parts):
        cells = ["" if part.expected is None else f"{part.expected:.4f}" for part in parts]
        columns.append(Column(f"{unit} expected", cells, "expected", goes=1))
    return columns


def answers_table(left: Mapping[str, int]) -> Any:
    """A row per answer: the number of codes that it leaves, and its chance."""
    codes = sum(left.values())
    rows = [(answer, size, f"{100 * size / codes:5.1f} %") for answer, size in left.items()]
    return table(("answer", "codes left", "chance"), rows)


def luck_text(turn: Luck) -> str:
    """How lucky an answer was, in a sentence."""
    return f"{turn.query} {turn.answer}: {turn.left:,} of {count_noun(turn.codes, 'code')} left, {turn.text}."


def explained_query(found: QueryExplanation, title: str, unit: str, *more: str) -> Any:
    """Layout of the reason for a strategy's query.

    Args:
        found: the explanation.
        title: the game and the strategy.
        unit: unit of the cost.
        more: lines below.
    """
    explanation = _explained_query(found, title, unit)
    return Group(explanation, "", *map(StyledText, more)) if more else explanation


def _explained_query(found: QueryExplanation, title: str, unit: str) -> Any:
    if not found.moves:
        if found.remaining == 1:
            return f"{title}: one code is left, {found.query} ({found.source})."
        return (
            f"{title}: {found.remaining:,} codes are left that no query tells apart. The guess is {found.query}, "
            f"{found.expected:.6f} wrong fields expected ({found.source})."
        )
    heading = f"{title}: {found.query}, {count_noun(found.remaining, 'code')} left"
    heading += (
        ""
        if found.expected is None
        else f", {found.expected:.6f} {'' if unit == 'cost' else f'{unit} '}expected from here"
    )
    moves = explanation_layout(
        f"{heading} ({found.certainty}; {found.source}).", query_columns(found, unit), _reason(found)
    )
    answers = fit_table(answer_columns(found.answers, unit))
    below = [StyledText(f"What the answers to {found.query} leave:"), "", answers]
    if len(found.answers) > MOST_ROWS:
        below.append(
            StyledText(f"{count_noun(len(found.answers) - MOST_ROWS, 'more answer')}; --json has all of them.", "dim")
        )
    if found.tree:
        below += [
            "",
            StyledText(f"The rest of the tree, with the answer before each query ({found.query} first):"),
            *_tree(found),
        ]
    return Group(moves, "", *below)


def _reason(found: QueryExplanation) -> str:
    splitting = count_noun(found.queries, "query", "queries")
    if found.tied is None:
        count_text = count_noun(len(found.moves), "query", "queries")
        return (
            f"{found.query} has the least cost of all {splitting} that split the codes left. "
            f"Listed with it are the best by H_{found.order}, {count_text} in all."
        )
    text = f"Of {splitting} that split the codes left, {_have(found.tied)} the greatest {found.measure}."
    if found.tied == 1:
        return text
    if found.tied_possible:
        text += f" {_have(found.tied_possible, 'of them may be the code')}, and such queries go first."
    first = "One of them is drawn" if found.tie == "mix" else "The first of them is asked"
    return f"{text} {first} ({found.tie})." if (found.tied_possible or found.tied) > 1 else text


def _have(count: int, what: str = "") -> str:
    return f"{count:,} {what}" if what else f"{count:,} {'has' if count == 1 else 'have'}"


def _tree(found: QueryExplanation) -> list[Any]:
    """The strategy's tree, one line per node."""
    lines = []
    for node in found.tree[:MOST_NODES]:
        left = "" if node.codes == 1 else f"  ({node.codes} codes left)"
        lines.append(StyledText(f"{'  ' * node.depth}{node.answer}: {node.query}{left}"))
    if len(found.tree) > MOST_NODES:
        lines.append(
            StyledText(f"{count_noun(len(found.tree) - MOST_NODES, 'more line')}; --json has all of them.", "dim")
        )
    return lines


HIDING = {"chosen": "yes", "never": "never", "open": "open"}
"""Whether a code is worth hiding, for people."""

DIGITS = 10**12
"""Denominator to which the ends of an interval are rounded, outwards."""

MOST_CLASSES = 60
"""Greatest number of classes that are listed for a person."""


def choice_shown(title: str, unit: str, found: Adversary) -> Any:
    """Value, the codemaker's chances, and the breaker's strategies if they were asked for.

    Args:
        title: title of the game.
        unit: what the breaker pays, such as "queries".
        found: the answer.
    """
    value = f"{rational(found.value)} {unit}, {found.mean:.6f}"
    if found.lower is not None:
        low, high = floor(found.lower * DIGITS) / DIGITS, ceil(found.value * DIGITS) / DIGITS
        value = f"certified interval from {low:.12f} to {high:.12f} {unit}"
    heading = (
        f"{title}, the codemaker chooses, too: {value}, "
        f"for {count_noun(found.codes, 'code')}; the breaker mixes"
        f" {count_noun(found.trees, 'strategy', 'strategies')} ({found.source})"
    )
    rows = [
        (
            code,
            found.sizes[code],
            rational(chance),
            f"{float(chance * found.sizes[code]):.6f}",
            HIDING[found.hiding[code]],
        )
        for code, chance in list(found.codemaker.items())[:MOST_CLASSES]
    ]
    summary = with_heading(heading, table(("first code", "codes", "chance of each", "of all", "worth hiding"), rows))
    if found.mixture is None:
        return summary

    return Group(summary, *(_reply_tree(number, tree, unit) for number, tree in enumerate(found.mixture, 1)))


def _reply_tree(number: int, one: MixedTree, unit: str) -> Any:
    """A strategy of the mixture: its queries by node."""
    means = ", ".join(f"{code} {float(mean):.4f}" for code, mean in list(one.means.items())[:MOST_CLASSES])
    depth: list[int] = []
    rows = []
    for parent, answer, query in one.tree:
        depth.append(0 if parent < 0 else depth[parent] + 1)
        rows.append(("  " * depth[-1] + (answer or "-"), query))
    return with_heading(
        f"\nStrategy {number}, chance {rational(one.chance)}; mean {unit}: {means}", table(("answer", "query"), rows)
    )
