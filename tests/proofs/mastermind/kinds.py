"""Kinds of error in a book of deduction games."""

from fractions import Fraction
from pathlib import Path

from golden.small_book import FILES
from mutations import Mutation, Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.mastermind.builds import AdversaryBuild, BoundsBuild, CurveBuild, GameBuild, StrategyBuild
from tafelwerk.families.mastermind.rules import AnswerTable, Entropy, Hard, Letter, Named, Pegs, WordList
from tafelwerk.rules.deduction import Optimal

PEGS, DEEP = Pegs(3, 4), Pegs(2, 5)
ANAGRAMS = WordList(Named("anagrams"), "jotto", ("abc", "abd", "bca", "cab", "dab"), ("aad", "xyz"))
SIGNS = WordList(Named("signs"), "wordle", ("abc", "abd", "bca", "cab", "dab"), ("aad",))
PLACES = WordList(Named("places"), "mastermind", ("abca", "bcab", "dbab"), ("aabb",))
HANGED = tuple(sorted(FILES["words.txt"].split()))
ALIKE = tuple(sorted([f"{first}ight" for first in "flmnrst"] + [f"sha{fourth}e" for fourth in "dkmprv"]))
HARD = WordList(Named("hard"), "wordle", ALIKE, ("dkmpv", "flmns"))
LETTERS = WordList(Named("letters"), "hangman", HANGED, ())
WEIGHTS = AnswerTable(
    Named("weights"), ("1", "2", "3", "4"), ("a", "b"), (("low", "low", "high", "high"), ("=", "<", "=", "<"))
)
DOORS = AnswerTable(
    Named("doors"), ("x", "y", "z"), ("x", "y", "z"), (("!", "1", "2"), ("1", "!", "1"), ("2", "1", "!"))
)
ENDED = AnswerTable(Named("ended"), ("x", "y"), ("x", "y"), (("yes", "no"), ("no", "right")))
H1 = Fraction(1)
ORDERS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3))
COLUMNS = {
    "trees": 'node, parent, answer, depth, "query", possible, codes, total',
    "strategies": "codes, total, total_num, total_den, mean, most",
    "histograms": "queries, codes, codes_num, codes_den",
}

DISGUISED = (
    ("an entropy strategy's tree for the optimal one", "3x4", "optimal", "hinf"),
    ("another order's tree", "3x4", "h0", "hinf"),
    ("a deeper optimal tree for the least deep one", "2x5", "optimal least-depth", "optimal"),
    ("a deeper optimal tree within a depth", "2x5", "optimal max-depth 4", "optimal"),
    ("another optimal tree for most codes in time", "3x4", "optimal within 2", "optimal"),
    ("a deeper optimal tree for the shallowest one", "2x5", "optimal shallowest", "optimal"),
    ("an entropy strategy's letters for the most frequent ones", "letters", "letter", "h1"),
    ("queries that hard mode refuses", "hard", "h1 hard", "h1"),
    ("another order's queries in hard mode", "hard", "h1 hard", "optimal hard"),
    ("an entropy strategy in hard mode for the optimal one", "hard", "optimal hard", "h1 hard"),
    ("misses of an entropy strategy for the least", "letters", "optimal", "h1"),
)
"""What is wrong, the game, and the strategy of which all tables hold what another one does."""


def disguised(name: str, game: str, strategy: str, other: str) -> Mutation:
    """The error that all that is stored of one strategy is what another one does."""
    tie = "none" if strategy.startswith(("optimal", "letter")) else "lex"
    own = f"game = '{game}' AND tie IN ('none', 'lex') AND strategy ="
    statements = [
        f"DELETE FROM {table} WHERE {own} '{strategy}'; INSERT INTO {table} (game, strategy, tie, {columns})"
        f" SELECT game, '{strategy}', '{tie}', {columns} FROM {table} WHERE {own} '{other}'"
        for table, columns in COLUMNS.items()
    ]
    return Mutation(name, ";".join(statements), "trees")


LIES = (
    *lies("mastermind"),
    *(disguised(*error) for error in DISGUISED),
    Mutation(
        "equal chances, which only the breaker's best reply refutes",
        "UPDATE adversary_codes SET chance = 1 / 9, chance_num = '1', chance_den = '9' WHERE game = '2x3'",
        "adversary_codes",
    ),
    Mutation(
        "a code that is never worth hiding is chosen",
        "UPDATE adversary_codes SET chance = 1 / 72, chance_num = '1', chance_den = '72' WHERE game = '7x2' AND class IN (0, 3)",
        "adversary_codes",
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
        GameBuild(PEGS),
        *(StrategyBuild(PEGS, chosen) for chosen in (Optimal(), Optimal(max_depth=4), Optimal(within=2))),
        *(StrategyBuild(PEGS, Entropy(alpha)) for alpha in (Fraction(0), Fraction(1), None)),
        *(StrategyBuild(PEGS, Entropy(alpha, "mix")) for alpha in (Fraction(1), None)),
        *(CurveBuild(PEGS, tie, opening, ORDERS) for tie, opening in (("lex", None), ("lex", "AAA"), ("mix", None))),
        *(StrategyBuild(DEEP, chosen) for chosen in DEEP_ONES),
    ]
    for rules in (ANAGRAMS, SIGNS, WEIGHTS, DOORS):
        builds += [GameBuild(rules), StrategyBuild(rules, Optimal()), StrategyBuild(rules, Entropy(None, "mix"))]
    builds += [GameBuild(rules) for rules in (HARD, Pegs(3, 4, True), Pegs(1, 63), PLACES, ENDED)]
    builds += [AdversaryBuild(rules) for rules in (Pegs(2, 3), Pegs(7, 2), ANAGRAMS, DOORS)]
    builds.append(BoundsBuild(DEEP, 1))
    builds += [StrategyBuild(HARD, chosen) for chosen in (Entropy(H1), Hard(Entropy(H1)), Hard(Optimal()))]
    builds.append(GameBuild(LETTERS))
    builds += [StrategyBuild(LETTERS, chosen) for chosen in (Optimal(), Letter(), Entropy(Fraction(1)))]
    run(folder, builds, executor="inline")


PLANTED = Planted("mastermind", make, LIES, own=OWN, where=WHERE)
