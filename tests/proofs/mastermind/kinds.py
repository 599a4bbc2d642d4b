"""Kinds of error in a book of deduction games."""

from fractions import Fraction
from pathlib import Path

from mutations import Mutation, Planted

from tafelwerk.build.mastermind.sets import adversary_build, bounds_build, curve_build, game_build, strategy_build
from tafelwerk.build.runner import run
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import AnswerTable, Named, Pegs, WordList
from tafelwerk.rules.mastermind.strategies import Entropy, Hard, Letter

PEGS, DEEP = Pegs(3, 4), Pegs(2, 5)
ANAGRAMS = WordList(Named("anagrams"), "jotto", ("abc", "abd", "bca", "cab", "dab"), ("aad", "xyz"))
SIGNS = WordList(Named("signs"), "wordle", ("abc", "abd", "bca", "cab", "dab"), ("aad",))
HANGED = (
    "about",
    "climb",
    "crane",
    "crate",
    "fight",
    "great",
    "other",
    "plant",
    "raise",
    "slate",
    "stare",
    "there",
    "trace",
    "which",
)
ALIKE = (
    "fight",
    "light",
    "might",
    "night",
    "right",
    "shade",
    "shake",
    "shame",
    "shape",
    "share",
    "shave",
    "sight",
    "tight",
)
HARD = WordList(Named("hard"), "wordle", ALIKE, ("dkmpv", "flmns"))
LETTERS = WordList(Named("letters"), "hangman", HANGED, ())
WEIGHTS = AnswerTable(
    Named("weights"), ("1", "2", "3", "4"), ("a", "b"), (("low", "low", "high", "high"), ("=", "<", "=", "<"))
)
DOORS = AnswerTable(
    Named("doors"), ("x", "y", "z"), ("x", "y", "z"), (("!", "1", "2"), ("1", "!", "1"), ("2", "1", "!"))
)
H1 = Fraction(1)
ORDERS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3))
EXACT = "total = total + 1, total_num = (total_num::HUGEINT + total_den::HUGEINT)::VARCHAR"

MIXED = "game = '3x4' AND strategy = 'h1' AND tie = 'mix'"


def moved(queries: int, codes: int) -> str:
    """A statement by which that many more codes are found with that many queries."""
    more = f"{codes} * codes_den::HUGEINT"
    return (
        f"UPDATE histograms SET codes = codes + {codes}, codes_num = (codes_num::HUGEINT + {more})::VARCHAR"
        f" WHERE {MIXED} AND queries = {queries}"
    )


def swapped(table: str, columns: str, one: str, other: str) -> str:
    """Statements by which one strategy of PEGS has the rows of another, and says they are its own."""
    tie = "none" if one.startswith(("optimal", "letter")) else "lex"
    own = "game = '3x4' AND tie IN ('none', 'lex') AND strategy ="
    return (
        f"DELETE FROM {table} WHERE {own} '{one}'; INSERT INTO {table} (game, strategy, tie, {columns})"
        f" SELECT game, '{one}', '{tie}', {columns} FROM {table} WHERE {own} '{other}'"
    )


def replaced(one: str, other: str) -> str:
    """Statements by which all that is said of one strategy is what another does."""
    tables = {
        "trees": 'node, parent, answer, depth, "query", possible, codes, total',
        "strategies": "codes, total, total_num, total_den, mean, most",
        "histograms": "queries, codes, codes_num, codes_den",
    }
    return ";".join(swapped(table, columns, one, other) for table, columns in tables.items())


LIES = (
    Mutation(
        "a codemaker who chooses uniformly",
        "UPDATE adversary_codes SET chance = 1 / 9, chance_num = '1', chance_den = '9'",
        "adversary_codes",
    ),
    Mutation(
        "a codemaker who chooses uniformly, where the breaker finds all codes equally fast",
        "UPDATE adversary_codes SET chance = 1 / 9, chance_num = '1', chance_den = '9' WHERE game = '2x3'",
        "adversary_codes",
    ),
    Mutation(
        "a value lowered by a millionth",
        "UPDATE adversaries SET value = 7249997 / 3000000, value_num = '7249997', value_den = '3000000'"
        " WHERE game = '2x3'",
        "adversaries",
    ),
    Mutation(
        "a smaller value of the game in which the codemaker chooses",
        "UPDATE adversaries SET value = 2, value_num = '2', value_den = '1'",
        "adversaries",
    ),
    Mutation("lower bounds: all deleted", "DELETE FROM lower_bounds", "lower_bounds"),
    Mutation(
        "a lower bound said to be attained that is not",
        "UPDATE lower_bounds SET lower = lower - 1 WHERE exact AND codes > 2",
        "lower_bounds",
    ),
    Mutation("an entropy strategy's tree for the optimal one", replaced("optimal", "hinf"), "trees"),
    Mutation("another order's tree", replaced("h0", "hinf"), "trees"),
    Mutation(
        "a deeper optimal tree for the least deep one",
        replaced("optimal least-depth", "optimal").replace("3x4", "2x5"),
        "trees",
    ),
    Mutation(
        "a deeper optimal tree within a depth",
        replaced("optimal max-depth 4", "optimal").replace("3x4", "2x5"),
        "trees",
    ),
    Mutation("another optimal tree for most codes in time", replaced("optimal within 2", "optimal"), "trees"),
    Mutation(
        "a deeper optimal tree for the shallowest one",
        replaced("optimal shallowest", "optimal").replace("3x4", "2x5"),
        "trees",
    ),
    Mutation(
        "an entropy strategy's letters for the most frequent ones",
        replaced("letter", "h1").replace("3x4", "letters"),
        "trees",
    ),
    Mutation("queries that hard mode refuses", replaced("h1 hard", "h1").replace("3x4", "hard"), "trees"),
    Mutation(
        "another order's queries in hard mode", replaced("h1 hard", "optimal hard").replace("3x4", "hard"), "trees"
    ),
    Mutation(
        "an entropy strategy in hard mode for the optimal one",
        replaced("optimal hard", "h1 hard").replace("3x4", "hard"),
        "trees",
    ),
    Mutation(
        "misses of an entropy strategy for the least", replaced("optimal", "h1").replace("3x4", "letters"), "trees"
    ),
    Mutation(
        "totals that agree with each other",
        f"UPDATE strategies SET {EXACT}, mean = (total + 1) / codes WHERE {MIXED}; {moved(3, -1)}; {moved(4, 1)};"
        f"UPDATE curves SET {EXACT}, mean = (total + 1) / 64 WHERE game = '3x4' AND tie = 'mix' AND alpha = 1",
        "strategies",
    ),
    Mutation("a histogram moved, its sum kept", f"{moved(2, 1)}; {moved(3, -2)}; {moved(4, 1)}", "histograms"),
    Mutation("curves: totals", f"UPDATE curves SET {EXACT}, mean = (total + 1) / 64 WHERE {{rows}}", "curves"),
    Mutation(
        "curves: neighbours' points", "UPDATE curves SET alpha_num = 5 - alpha_num WHERE alpha IN (2, 3)", "curves"
    ),
    Mutation("curves: one deleted", "DELETE FROM curves WHERE tie = 'mix'", "curves"),
    Mutation("curves: all deleted", "DELETE FROM curves", "curves"),
    Mutation(
        "a strategy deleted everywhere",
        ";".join(
            f"DELETE FROM {table} WHERE strategy = 'h1' AND tie = 'lex'"
            for table in ("strategies", "histograms", "trees")
        ),
        "strategies",
    ),
    Mutation(
        "a strategy beyond the builds",
        "INSERT INTO strategies SELECT * REPLACE ('h7' AS strategy) FROM strategies WHERE strategy = 'h1' AND tie = 'mix'",
        "strategies",
    ),
    Mutation(
        "a game deleted everywhere",
        ";".join(
            f"DELETE FROM {table} WHERE game = 'signs'"
            for table in ("games", "codes", "queries", "labels", "answer_rows", "first_queries", "first_parts")
        ),
        "games",
    ),
    Mutation("histograms: all deleted", "DELETE FROM histograms", "histograms"),
    Mutation("trees: all deleted", "DELETE FROM trees", "trees"),
    Mutation("games: all deleted", "DELETE FROM games", "games"),
    Mutation("first_parts: all deleted", "DELETE FROM first_parts", "first_parts"),
    Mutation("answers: all deleted", "DELETE FROM answer_rows", "answer_rows"),
    Mutation(
        "answers: two queries swapped",
        "UPDATE answer_rows SET query = 13 - query WHERE game = '3x4' AND query IN (6, 7)",
        "answer_rows",
    ),
    Mutation(
        "answers: one too many", "UPDATE answer_rows SET answers = list_append(answers, 0) WHERE {rows}", "answer_rows"
    ),
    Mutation(
        "answers of a table: one altered",
        "UPDATE answer_rows SET answers = list_prepend(1, answers[2:]) WHERE game = 'weights' AND query = 0",
        "answer_rows",
    ),
    Mutation(
        "a word altered wherever it is",
        "UPDATE codes SET text = 'dac' WHERE text = 'dab'; UPDATE queries SET text = 'dac' WHERE text = 'dab'",
        "codes",
    ),
    Mutation(
        "classes of first queries: sums kept",
        "UPDATE first_queries SET alike = alike + CASE WHEN query = 'AAA' THEN 1 ELSE -1 END WHERE query IN ('AAA', 'AAB')",
        "first_queries",
    ),
    Mutation(
        "labels: another one ends the game",
        "UPDATE labels SET solved = NOT solved WHERE game = '3x4' AND answer >= 8",
        "labels",
    ),
    *(
        Mutation(f"{table}.strategy: foreign", f"UPDATE {table} SET strategy = 'h-1' WHERE {{rows}}", table)
        for table in ("strategies", "histograms", "trees")
    ),
)

OWN = {
    "curves.total_den": "'2'",
    "lower_bounds.exact": "true",
}
WHERE = {
    # in optimal trees another query may be as good
    "trees.query": "strategy NOT LIKE 'optimal%'",
    # a bound that is not attained could be greater, and need not be said to be attained
    "lower_bounds.lower": "exact",
    "lower_bounds.exact": "NOT exact",
}


DEEP_ONES = (Optimal(), Optimal(max_depth=4), Optimal(least_depth=True), Optimal(shallowest=True))


def make(folder: Path) -> None:
    builds = [
        game_build(PEGS),
        *(strategy_build(PEGS, chosen) for chosen in (Optimal(), Optimal(max_depth=4), Optimal(within=2))),
        *(strategy_build(PEGS, Entropy(alpha)) for alpha in (Fraction(0), Fraction(1), None)),
        *(strategy_build(PEGS, Entropy(alpha, "mix")) for alpha in (Fraction(1), None)),
        *(curve_build(PEGS, tie, opening, ORDERS) for tie, opening in (("lex", None), ("lex", "AAA"), ("mix", None))),
        *(strategy_build(DEEP, chosen) for chosen in DEEP_ONES),
    ]
    for rules in (ANAGRAMS, SIGNS, WEIGHTS, DOORS):
        builds += [game_build(rules), strategy_build(rules, Optimal()), strategy_build(rules, Entropy(None, "mix"))]
    builds.append(game_build(HARD))
    builds += [adversary_build(rules) for rules in (Pegs(2, 3), Pegs(7, 2), ANAGRAMS)]
    builds.append(bounds_build(DEEP, 1))
    builds += [strategy_build(HARD, chosen) for chosen in (Entropy(H1), Hard(Entropy(H1)), Hard(Optimal()))]
    builds.append(game_build(LETTERS))
    builds += [strategy_build(LETTERS, chosen) for chosen in (Optimal(), Letter(), Entropy(Fraction(1)))]
    run(folder, builds, executor="inline")


PLANTED = Planted("mastermind", make, LIES, own=OWN, where=WHERE)
