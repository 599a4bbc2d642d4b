"""Findings that the tables hold, each with the command that shows it; and the records of long runs."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tafelwerk.book import Book
from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.errors import BookError
from tafelwerk.tables.records import records
from tafelwerk.tables.stored import boundary
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.atlas.table_files import StoredTable, read_from, with_tables
from tafelwerk.wording import seconds_text


@dataclass(frozen=True, slots=True)
class Finding:
    """What a table says in a sentence.

    Attributes:
        family: its family.
        title: in a few words.
        query: the row with its numbers; no row where the book lacks it, or where the finding does not hold.
        sentence: with a place per column of the row.
        command: the command line that shows it.
        rows: the rows that it is read from, as values by column; none: all rows.
    """

    family: str
    title: str
    query: str
    sentence: str
    command: str
    rows: Mapping[str, object] = field(default_factory=dict)


FINDINGS = (
    Finding(
        "montecarlo",
        "More thinking can hurt",
        "SELECT k, rival, 100 * mean AS share FROM montecarlo.dsc_duels WHERE n = 10 AND k = 200 AND rival = 2 * k"
        " AND mean > 0.5",
        "In the crash race DSC(10), a Monte-Carlo agent with {k} playouts per move beats the same agent with {rival} in"
        " {share:.1f} % of the games.",
        "tafelwerk montecarlo duel dsc 10 --k 200",
        {"n": 10, "k": 200},
    ),
    Finding(
        "montecarlo",
        "Unlimited playouts can lose a won position",
        "SELECT blunder FROM montecarlo.subtraction_games WHERE moves = '1,2' AND overshoot = 'wins' AND blunder IS NOT NULL",
        "Who may take one or two tokens loses a won heap of {blunder}, however many random playouts judge the moves.",
        "tafelwerk montecarlo blunder subtraction --moves 1,2",
        {"moves": "1,2"},
    ),
    Finding(
        "mastermind",
        "Six queries at the most, or five",
        "SELECT o.total_num AS best, o.codes, o.mean, d.total_num::BIGINT - o.total_num::BIGINT AS more"
        " FROM mastermind.strategies o JOIN mastermind.strategies d ON d.game = o.game AND d.strategy = 'optimal max-depth 5'"
        " WHERE o.game = '4x6' AND o.strategy = 'optimal'",
        "Mastermind with four pegs and six colours takes {best} / {codes:,} = {mean:.4f} queries on average at the least."
        " Never to need more than five costs {more} more, over all codes together.",
        "tafelwerk mastermind summary --pegs 4 --colors 6 --strategy optimal",
        {"game": "4x6"},
    ),
    Finding(
        "mastermind",
        "The most informative guess is not the best one",
        "SELECT p.mean AS parts, e.mean AS entropy FROM mastermind.strategies p JOIN mastermind.strategies e"
        " ON e.game = p.game AND e.tie = p.tie WHERE p.game = '4x6' AND p.tie = 'lex' AND p.strategy = 'h0'"
        " AND e.strategy = 'h1' AND e.mean > p.mean",
        "Guesses of greatest Shannon entropy need {entropy:.4f} queries on average; those with the most possible answers"
        " need {parts:.4f}.",
        "tafelwerk mastermind curve --pegs 4 --colors 6",
        {"game": "4x6"},
    ),
    Finding(
        "dresher",
        "One of Johnson's conjectures fails",
        "SELECT count(*) FILTER (NOT double_rule) AS against, count(*) AS games, min(n) FILTER (NOT double_rule) AS first"
        " FROM dresher.conjectures WHERE n >= 5 HAVING against > 0",
        "In Dresher's game the hider's chance of the number 1 was conjectured to be twice that of 2; in {against} of the"
        " {games} stored games with five numbers or more it is not, for the first time with {first}.",
        "tafelwerk dresher explain 5",
    ),
    Finding(
        "skat",
        "A lost game of Skat was won",
        "SELECT points, start FROM skat.games WHERE name = 'kupferschmid-6' AND won AND start < 61",
        "In this recorded game the declarer won with {points} points; with best play by all three from the first card he"
        " would have had {start}.",
        "tafelwerk skat games kupferschmid-6",
        {"name": "kupferschmid-6"},
    ),
    Finding(
        "switching",
        "Shannon's heuristic loses what it should win",
        "SELECT max(m) FILTER (safe) AS safe, min(m) FILTER (losing > 0) AS first FROM ("
        "SELECT m, losing, bool_and(cut = 1) OVER (ORDER BY m) AS safe FROM switching.rates) HAVING first IS NOT NULL",
        "Where both players follow the largest potential difference, the one who moves first always wins on Bridg-It boards"
        " up to order {safe}; from order {first} on, some of his openings always lose.",
        "tafelwerk switching winrate 10",
    ),
    Finding(
        "minimax",
        "In Memory, the best move can be to learn nothing",
        "SELECT pairs, known FROM minimax.memory WHERE rule = 'pass' AND objective = 'gain' AND pairs = 9 AND known = 8"
        " AND lead = 0 AND actions = ['pass']",
        "With {pairs} pairs left, and one card known of {known} of them, the best move is to turn two cards that everybody"
        " has already seen.",
        "tafelwerk minimax memory 9 8",
        {"rule": "pass", "objective": "gain", "pairs": 9},
    ),
    Finding(
        "minimax",
        "The order of moves decides",
        "SELECT min(nodes) FILTER (move_order = 'best first') AS best, min(nodes) FILTER (move_order = 'worst first') AS worst,"
        " min(nodes) FILTER (algorithm = 'minimax') AS every FROM minimax.node_counts WHERE game = 'tictactoe'"
        " AND (algorithm = 'minimax' OR move_order != 'natural') HAVING best IS NOT NULL AND every IS NOT NULL",
        "All of tic-tac-toe has {every:,} nodes; alpha-beta visits {worst:,} with the worst order of moves, {best:,} with the"
        " best.",
        "tafelwerk plot minimax-nodes",
        {"game": "tictactoe"},
    ),
    Finding(
        "minimax",
        "A heap game that settles late",
        "SELECT period, last_exception AS late FROM minimax.periods WHERE game = 'octal 0.127' AND proved",
        "The Grundy values of the octal game 0.127 repeat with period {period}, but only beyond heap {late:,}.",
        "tafelwerk minimax octal 0.127",
        {"game": "octal 0.127"},
    ),
    Finding(
        "minimax",
        "Fourteen flips",
        "SELECT greatest FROM minimax.games WHERE game = 'burnt-pancakes-7'",
        "No stack of seven burnt pancakes needs more than {greatest} flips.",
        "tafelwerk minimax solve burnt-pancakes-7",
        {"game": "burnt-pancakes-7"},
    ),
)


def write(book: Book, files: Files, held: Sequence[StoredTable]) -> int:
    """Write the page of findings and records.

    Args:
        book: the book.
        files: the files.
        held: tables with a page.

    Returns:
        How many findings there are.
    """
    findings = []
    for finding in FINDINGS:
        rows: list[dict[str, Any]] = []
        with suppress(BookError), boundary():
            rows, tables = with_tables(lambda finding=finding: book.records(finding.family, finding.query))  # type: ignore[misc]
        if rows:
            findings.append((finding, finding.sentence.format(**rows[0]), read_from(book, held, tables, finding.rows)))
    runs = [
        (
            finding.build,
            "; ".join(map(_answer_text, finding.answers)),
            finding.certainty,
            finding.evidence,
            seconds_text(finding.seconds),
            finding.built_at[:10],
        )
        for family in FAMILIES
        for finding in records(family)
    ]
    files.page("results.html", "results_file.html", findings=findings, runs=runs)
    return len(findings)


def _answer_text(answer: Any) -> str:
    """The main numbers of a recorded answer."""
    numbers = {name: answer[name] for name in ("patterns", "codes", "total", "mean", "max") if name in answer}
    return ", ".join(
        f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {int(value):,}"
        for name, value in numbers.items()
    )
