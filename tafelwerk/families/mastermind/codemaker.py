"""The game in which the codemaker chooses, too: its value, both mixtures, and codes drawn from the codemaker's."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.mastermind.parameters import GameOrTable
from tafelwerk.families.mastermind.rules import FAMILY, AnswerTable, Game, Pegs, check_choosing
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.tables import explanation
from tafelwerk.tables.questions import Computation, Question, Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tafelwerk.families.mastermind.builds import AdversaryBuild
    from tafelwerk.solvers.deduction.search_problem import SearchProblem
    from tafelwerk.tables.book import Book


class Adversary(Question[explanation.Adversary], title="{game.title}, the codemaker's choice"):
    """The codemaker chooses, too: value of the game of codemaker and codebreaker, and an optimal choice of codes.

    The codemaker chooses a code, the breaker a strategy; any query may be asked at any time, and the last one counts. Codes of
    one class, which symmetries of the game map to each other, have equal chances; a class is named by its first code. A code is
    never worth hiding if an optimal breaker finds it in fewer queries than the value.

    Example: tafelwerk mastermind adversary 3x4

    Example: tafelwerk mastermind adversary 2x3 --show-trees --json
    """

    game: Parsed[GameOrTable]
    show_trees: Annotated[bool, Parameter("", "List the strategies that the breaker mixes, with their chances.")] = (
        False
    )

    def look_up(self, book: Book) -> explanation.Adversary | None:
        if isinstance(self.game, AnswerTable):
            return None
        row = book.one(
            FAMILY, "SELECT value_num, value_den, build FROM mastermind.adversaries WHERE game = ?", self.game.name
        )
        if row is None:
            return None
        trees = book.rows(
            FAMILY,
            "SELECT chance_num, chance_den, totals FROM mastermind.adversary_trees WHERE game = ? ORDER BY tree",
            self.game.name,
        )
        rows = book.rows(
            FAMILY,
            "SELECT code, codes, chance_num, chance_den FROM mastermind.adversary_codes WHERE game = ? ORDER BY class",
            self.game.name,
        )
        chances = {code: Fraction(int(num), int(den)) for code, _, num, den in rows}
        sizes = {code: size for code, size, _, _ in rows}
        mixture = [(Fraction(int(num), int(den)), totals) for num, den, totals in trees]
        nodes = _mixed_trees(book, self.game) if self.show_trees else None
        return explanation.choice_answer(Fraction(int(row[0]), int(row[1])), chances, sizes, mixture, nodes)

    def build(self) -> AdversaryBuild | None:
        from tafelwerk.families.mastermind.builds import AdversaryBuild

        return AdversaryBuild(self.game) if isinstance(self.game, Pegs) else None

    def computation(self, book: Book) -> Computation[explanation.Adversary]:
        from tafelwerk.build.choosing import adversary_answer
        from tafelwerk.families.mastermind.builds import adversary_operations
        from tafelwerk.families.mastermind.problems import problem_from, problem_of
        from tafelwerk.families.mastermind.rows import solve_choosing

        game = self.game
        if isinstance(game, Pegs):
            check_choosing(game)
        problem = problem_from(game) if isinstance(game, AnswerTable) else problem_of(game, book)
        if problem.miss >= 0:
            raise InputError(f"{game.title}: hangman counts misses; the codemaker's choice is computed for queries")
        work = adversary_operations(len(problem.codes), len(problem.queries), game if isinstance(game, Pegs) else None)
        return Computation(work, lambda: adversary_answer(solve_choosing(problem), self.show_trees), self.build())

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if isinstance(self.game, AnswerTable):
            return super().missing(book)
        line = f"tafelwerk build mastermind {self.game.options} --adversary"
        return MissingTableError(self.phrase, line, book.path)

    def text(self, answer: explanation.Adversary) -> Text:
        def layout() -> Any:
            from tafelwerk.commands.explaining import choice_shown

            return choice_shown(self.game.title, "queries", answer)

        return layout


def _mixed_trees(book: Book, game: Game) -> Sequence[Sequence[explanation.Node]]:
    """The strategies that the breaker mixes."""
    nodes: dict[int, list[explanation.Node]] = {}
    for tree, parent, answer, query in book.rows(
        FAMILY,
        "SELECT tree, parent, answer, query FROM mastermind.adversary_nodes WHERE game = ? ORDER BY tree, node",
        game.name,
    ):
        nodes.setdefault(tree, []).append((-1 if parent is None else parent, answer or "", query))
    return list(nodes.values())


def code_chances(problem: SearchProblem, codemaker: Mapping[str, Fraction]) -> Sequence[float]:
    """The chance of each code, given those of the classes by their first codes."""
    from tafelwerk.solvers.deduction.adversary_game import code_classes

    classes = code_classes(problem)
    chances = [float(codemaker[problem.codes[first]]) for first in classes.first]
    return [chances[k] for k in classes.of.tolist()]


def draw_secret(chances: Sequence[float], left: Sequence[int], seed: int) -> int:
    """A code drawn by its chance from those left; if none of them has a chance, all are equally likely.

    The code drawn from a set is also drawn from every subset that contains it: the clocks of all codes run at the rates of
    their chances, and the first one that rings decides.
    """
    random = Random(seed)
    rings = [random.expovariate(chance or 1.0) for chance in chances]
    return min(left, key=lambda code: (chances[code] == 0, rings[code]))
