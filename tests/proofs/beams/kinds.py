"""Kinds of error in a book of Beams."""

from fractions import Fraction
from pathlib import Path

from mutations import Mutation, Planted

from tafelwerk.build.beams import sets
from tafelwerk.build.runner import run
from tafelwerk.proofs.mixtures import TABLES
from tafelwerk.rules.beams.strategies import TIES, Approximate, Entropy
from tafelwerk.rules.deduction import Optimal

H1 = Entropy(Fraction(1))

OWN = {
    # no other value is in the book
    "costs.parts": "parts + 1",
    "costs.part": "part + 1",
    "costs.wrong": '"wrong" + 1',
    "bounds.exact": "exact - 1",
    "bounds.variant": "'6c3p'",
    "patterns.variant": "'6c3p'",
    "pieces.variant": "'6c3p'",
    "answers.variant": "'6c3p'",
    "curves.codes": "1861",
    "query_bounds.variant": "'6c3p'",
    # none are stored, see test_choosing and test_parts
    **{f"{table}.*": None for table in TABLES},
    "node_costs.*": None,
}

WHERE = {
    # of the optimal strategy another query may be as good
    "nodes.colour": "strategy NOT LIKE 'optimal%'",
    "nodes.diagonal": "strategy NOT LIKE 'optimal%'",
}


def kind(name: str, sql: str, where: str = "true") -> Mutation:
    """One kind of error in the table that its name begins with."""
    return Mutation(name, sql, name.partition(":")[0], where)


REST = "COLUMNS(* EXCLUDE (variant, strategy, tie))"
LEX = "strategy = 'h1' AND tie = 'lex-c'"
LIES = (
    kind("variants: one gone", "DELETE FROM variants WHERE variant = '6c10p'"),
    kind("pieces: all gone", "DELETE FROM pieces"),
    kind("pieces: swapped", "UPDATE pieces SET piece = 13 - piece WHERE piece IN (6, 7)"),
    kind("patterns: all gone", "DELETE FROM patterns"),
    kind(
        "patterns: the last gone, counts fit",
        "DELETE FROM patterns WHERE pattern >= 298; UPDATE variants SET patterns = 298, codes = 1788 WHERE patterns = 310",
    ),
    kind(
        "patterns: one twice in the place of another",
        "DELETE FROM patterns WHERE pattern = 201; INSERT INTO patterns SELECT variant, 201, COLUMNS(* EXCLUDE (variant,"
        " pattern)) FROM patterns WHERE pattern = 200",
    ),
    kind("patterns: one piece more", "UPDATE patterns SET pieces = list_append(pieces, 5) WHERE {rows}"),
    kind("patterns: numbers swapped", "UPDATE patterns SET pattern = 401 - pattern WHERE pattern IN (200, 201)"),
    kind("patterns: pieces swapped", "UPDATE patterns SET pieces = [pieces[2], pieces[1], pieces[3]] WHERE {rows}"),
    kind(
        "answers: one bit",
        "UPDATE answers SET codes = unhex(CASE WHEN hex(codes)[200] = '0' THEN hex(codes)[:199] || '1' ||"
        " hex(codes)[201:] ELSE hex(codes)[:199] || '0' || hex(codes)[201:] END) WHERE {rows}",
    ),
    kind("answers: longer", "UPDATE answers SET codes = codes || '\\x00'::BLOB WHERE {rows}"),
    kind("answers: a query gone", "DELETE FROM answers WHERE colour = 2 AND diagonal = 3"),
    kind("answers: colours swapped", "UPDATE answers SET colour = 3 - colour WHERE colour IN (1, 2)"),
    kind("answers: one that no code gives", "INSERT INTO answers VALUES ('3c6p', 1, 2, '1,2,3,4', '\\x00')"),
    kind("costs: a strategy of no name", f"UPDATE costs SET strategy = 'foo' WHERE {LEX}"),
    kind("costs: a strategy gone", f"DELETE FROM costs WHERE {LEX}; DELETE FROM nodes WHERE strategy = 'h1'"),
    kind("costs: MIX gone", "DELETE FROM costs WHERE tie = 'mix'"),
    kind(
        "costs: ties swapped",
        "UPDATE costs SET tie = CASE tie WHEN 'mix' THEN 'lex-c' ELSE 'mix' END WHERE strategy = 'h1'",
    ),
    kind(
        "costs: codes moved, the same sum",
        "UPDATE costs SET codes_num = (codes_num::INTEGER + CASE queries WHEN 4 THEN -2 ELSE 1 END)::VARCHAR,"
        f" codes = codes + CASE queries WHEN 4 THEN -2 ELSE 1 END WHERE {LEX} AND queries BETWEEN 3 AND 5",
    ),
    kind(
        "costs: MIX moved, the same sum",
        "UPDATE costs SET codes_num = (codes_num::INTEGER + CASE queries WHEN 4 THEN -2 ELSE 1 END * codes_den::INTEGER)"
        "::VARCHAR, codes = (codes_num::INTEGER + CASE queries WHEN 4 THEN -2 ELSE 1 END * codes_den::INTEGER)"
        "/ codes_den::INTEGER WHERE strategy = 'h1' AND tie = 'mix' AND queries BETWEEN 3 AND 5",
    ),
    kind(
        "costs: fractions not reduced",
        "UPDATE costs SET codes_num = (2 * codes_num::HUGEINT)::VARCHAR, codes_den = (2 * codes_den::HUGEINT)::VARCHAR"
        " WHERE {rows}",
    ),
    kind(
        "costs: another primes' multiple",
        "UPDATE costs SET codes_num = (codes_num::HUGEINT + 2147483647::HUGEINT * 2147483629)::VARCHAR, codes ="
        " (codes_num::HUGEINT + 2147483647::HUGEINT * 2147483629)::DOUBLE WHERE {rows}",
        "codes_den = '1'",
    ),
    kind("costs: no fraction", "UPDATE costs SET codes_den = '0' WHERE {rows}"),
    kind("costs: no number", "UPDATE costs SET codes_num = 'x' WHERE {rows}"),
    kind("nodes: a level gone", f"DELETE FROM nodes WHERE depth = 3 AND codes = 2 AND {LEX}"),
    kind("nodes: no tree", "DELETE FROM nodes WHERE strategy = 'optimal'"),
    kind("nodes: one twice", "INSERT INTO nodes SELECT * FROM nodes WHERE {rows}"),
    kind(
        "nodes: histories swapped",
        "UPDATE nodes SET history = replace(history, '1@2', '2@1') WHERE {rows}",
        "depth > 2",
    ),
    kind("nodes: two lines", "UPDATE nodes SET history = history || chr(10) WHERE {rows}"),
    kind("nodes: half a query", "UPDATE nodes SET colour = NULL WHERE {rows}", "colour IS NOT NULL"),
    kind("nodes: nothing asked", "UPDATE nodes SET colour = NULL, diagonal = NULL WHERE {rows}", "colour IS NOT NULL"),
    kind("nodes: cost unknown", "UPDATE nodes SET cost = NULL WHERE {rows}"),
    kind(
        "nodes: a query of equal entropy",
        "UPDATE nodes SET diagonal = CASE diagonal WHEN 15 THEN 14 ELSE diagonal + 1 END WHERE {rows}",
        f"{LEX} AND codes = 2",
    ),
    kind(
        "nodes: costs up to the start",
        "UPDATE nodes SET cost = cost + 1 WHERE strategy = 'optimal' AND history IN ('', (SELECT min(history) FROM nodes"
        " WHERE strategy = 'optimal' AND depth = 1)); UPDATE costs SET codes_num = (codes_num::INTEGER +"
        " CASE queries WHEN 4 THEN -1 ELSE 1 END)::VARCHAR, codes = codes + CASE queries WHEN 4 THEN -1 ELSE 1 END"
        " WHERE strategy = 'optimal' AND queries IN (4, 5)",
    ),
    kind(
        "nodes: a worse tree as the optimal one",
        "DELETE FROM nodes WHERE strategy = 'optimal'; DELETE FROM costs WHERE strategy = 'optimal';"
        f" INSERT INTO nodes SELECT variant, 'optimal', 'none', {REST} FROM nodes WHERE {LEX};"
        f" INSERT INTO costs SELECT variant, 'optimal', 'none', {REST} FROM costs WHERE {LEX}",
    ),
    kind(
        "nodes: a worse tree as the shallowest one",
        "DELETE FROM nodes WHERE strategy = 'optimal shallowest'; DELETE FROM costs WHERE strategy = 'optimal shallowest';"
        f" INSERT INTO nodes SELECT variant, 'optimal shallowest', 'none', {REST} FROM nodes WHERE {LEX};"
        f" INSERT INTO costs SELECT variant, 'optimal shallowest', 'none', {REST} FROM costs WHERE {LEX}",
    ),
    kind(
        "nodes: the optimal tree as the shallowest one",
        "DELETE FROM nodes WHERE strategy = 'optimal shallowest'; DELETE FROM costs WHERE strategy = 'optimal shallowest';"
        f" INSERT INTO nodes SELECT variant, 'optimal shallowest', 'none', {REST} FROM nodes WHERE strategy = 'optimal';"
        f" INSERT INTO costs SELECT variant, 'optimal shallowest', 'none', {REST} FROM costs WHERE strategy = 'optimal'",
    ),
    kind(
        "nodes: the other tie rule's tree",
        "UPDATE nodes SET tie = CASE tie WHEN 'lex-c' THEN 'lex-d' ELSE 'lex-c' END WHERE strategy = 'h0'",
    ),
    kind(
        "nodes: deeper than a top",
        "INSERT INTO nodes SELECT variant, 'h2', tie, COLUMNS(* EXCLUDE (variant, strategy, tie))"
        f" FROM nodes WHERE {LEX} AND depth = 4 LIMIT 1",
    ),
    kind("curves: one gone", "DELETE FROM curves WHERE tie = 'lex-d'"),
    kind(
        "curves: totals and means",
        "UPDATE curves SET total_num = (total_num::HUGEINT + total_den::HUGEINT)::VARCHAR,"
        " mean = (total_num::HUGEINT + total_den::HUGEINT)::DOUBLE / total_den::DOUBLE / codes WHERE {rows}",
    ),
    kind(
        "curves: a point too many",
        "INSERT INTO curves SELECT variant, tie, 0.7, 'h0.7', COLUMNS(* EXCLUDE (variant, tie,"
        " alpha, strategy)) FROM curves WHERE strategy = 'h0.5' AND tie = 'lex-c'",
    ),
    kind(
        "curves: ties swapped",
        "UPDATE curves SET tie = CASE tie WHEN 'mix' THEN 'lex-c' ELSE 'mix' END WHERE tie <> 'lex-d'",
    ),
    kind("bounds: all gone", "DELETE FROM bounds"),
    kind("bounds: one more", "UPDATE bounds SET total = total + 1 WHERE above = 100"),
    kind("bounds: swapped", "UPDATE bounds SET above = 600 - above"),
    kind("query_bounds: all gone", "DELETE FROM query_bounds"),
    kind("query_bounds: as many as are enough", "UPDATE query_bounds SET queries = 5"),
    kind("query_bounds: one more", "INSERT INTO query_bounds VALUES ('6c3p', 10)"),
)


def make(folder: Path) -> None:
    strategies = (
        H1,
        Entropy(Fraction(0)),
        Entropy(Fraction(0), "lex-d"),
        Entropy(Fraction(1), "mix"),
        Entropy(None, "mix"),
        Optimal(),
        Optimal(shallowest=True),
        Approximate("h-prime", "lex-d"),
        Approximate("u"),
    )
    builds = [
        sets.variant_build("3c6p"),
        sets.variant_build("6c10p"),
        *(sets.strategy_build("3c6p", strategy) for strategy in strategies),
        sets.top_build("3c6p", H1),
        sets.top_build("3c6p", Entropy(Fraction(2))),
        sets.bound_build("3c6p", 500),
        sets.bound_build("3c6p", 100),
        sets.query_bound_build("3c6p", 4),
    ]
    for tie in TIES:
        builds += sets.curve_builds("3c6p", tie, Fraction(1, 2), Fraction(3, 2), Fraction(1, 2))
    run(folder, builds, executor="inline")


PLANTED = Planted("beams", make, LIES, own=OWN, where=WHERE, quick=lambda place, kind: place % 6 == 0, sound={})
