"""The questions of each family, as a book is asked them; made from their definitions by `make types`."""

import tafelwerk.rules.mastermind.games
import tafelwerk.rules.mastermind.notation
import tafelwerk.rules.mastermind.strategies
import tafelwerk.tables.choosing
import tafelwerk.tables.mastermind.answers
import tafelwerk.tables.mastermind.explained
import tafelwerk.tables.mastermind.puzzles

class MastermindQuestions:
    def adversary(self, game: tafelwerk.rules.mastermind.games.Game | tafelwerk.rules.mastermind.games.AnswerTable | str, show_trees: bool=False, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.choosing.Adversary:
        """Value of the game in which the codemaker chooses the code, and optimal mixtures of both sides."""
    def explain(self, game: tafelwerk.rules.mastermind.games.Game | str, strategy: tafelwerk.rules.mastermind.strategies.Strategy | str=..., history: tafelwerk.rules.mastermind.notation.History=..., most: int=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.explained.Explanation:
        """Why a strategy asks what it asks: the best queries with what they tell and cost, and what each answer leaves."""
    def puzzle(self, game: tafelwerk.rules.mastermind.games.Game | str, seed: int | None=None, clues: int | None=None, difficulty: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.puzzles.Puzzle:
        """Guesses and their answers that leave exactly one code, none of them redundant."""
    def summary(self, game: tafelwerk.rules.mastermind.games.Game | str, strategy: tafelwerk.rules.mastermind.strategies.Strategy | str=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Summary | tafelwerk.tables.mastermind.answers.WithinSummary:
        """Cost of the strategy over all codes."""
    def next(self, game: tafelwerk.rules.mastermind.games.Game | str, strategy: tafelwerk.rules.mastermind.strategies.Strategy | str=..., history: tafelwerk.rules.mastermind.notation.History=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.AnyNext:
        """The strategy's query after a history; stored if the history follows the strategy's stored tree."""
    def parts(self, game: tafelwerk.rules.mastermind.games.Game | str, guess: str, history: tafelwerk.rules.mastermind.notation.History=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Parts:
        """Information of a guess: the codes left by each answer, and the entropies of the answer."""
    def bound(self, game: tafelwerk.rules.mastermind.games.Game | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Bound:
        """A lower bound of the total of every strategy, without a search: from the number of codes and the answers of a query."""
    def gamma(self, game: tafelwerk.rules.mastermind.games.Game | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Constants:
        """Constants between the length of a search and the logarithm of the number of codes: gamma log2 |M| <= <M> <= Gamma log2 |M|."""
    def curve(self, game: tafelwerk.rules.mastermind.games.Game | str, tie: str='lex', opening: str | None=None, *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.mastermind.answers.Point]:
        """Costs of the stored entropy strategies by ascending order of entropy, infinity last."""
