"""The questions of each family, as a book is asked them; made from their definitions by `make types`."""

import fractions
import tafelwerk.rules.biases
import tafelwerk.rules.mastermind.games
import tafelwerk.rules.mastermind.notation
import tafelwerk.rules.mastermind.strategies
import tafelwerk.rules.montecarlo
import tafelwerk.rules.montecarlo_positions
import tafelwerk.tables.choosing
import tafelwerk.tables.mastermind.answers
import tafelwerk.tables.mastermind.explained
import tafelwerk.tables.mastermind.puzzles
import tafelwerk.tables.montecarlo.answers
import tafelwerk.tables.montecarlo.explained

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

class MontecarloQuestions:
    def blunder(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | None | str=None, limit: int=0, race: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Blunder:
        """The smallest size at which MC(inf) plays a losing move in a won position."""
    def errors(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, limit: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Errors:
        """Every won heap up to `limit` at which MC(inf) may lose, with the share of its best candidates that lose."""
    def asymmetry(self, heap: int, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, kind: tafelwerk.rules.montecarlo.Kind | None=None, epsilon: fractions.Fraction | None | str=None, weights: tafelwerk.rules.biases.Shares | None | str=None, chances: tafelwerk.rules.biases.Shares | None | str=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.BadMoves:
        """Biased playouts: won heaps up to `heap` at which MC(inf) may lose, with the share of its best candidates that lose."""
    def bias(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, kind: tafelwerk.rules.montecarlo.Kind | None=None, epsilon: fractions.Fraction | None | str=None, weights: tafelwerk.rules.biases.Shares | None | str=None, chances: tafelwerk.rules.biases.Shares | None | str=None, limit: int=50, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Bias:
        """Random play with biased playouts: winning chance of the player to move at heaps 1 to `limit`, critical bias, beat period."""
    def choice(self, game: tafelwerk.rules.montecarlo.Game | str, k: tafelwerk.rules.montecarlo.Playouts | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Choice:
        """The chance with which MC(k) plays each move."""
    def law(self, chances: tafelwerk.rules.biases.Shares | str, k: tafelwerk.rules.montecarlo.Playouts | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Choice:
        """The chance that MC(k) plays each of some candidates, named 1, 2, ..., given only their chances of winning a playout."""
    def size(self, game: tafelwerk.rules.montecarlo.Game | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Size:
        """Number of positions of a race."""
    def explain(self, game: tafelwerk.rules.montecarlo.Game | str, k: tafelwerk.rules.montecarlo.Playouts | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.explained.Explanation:
        """Why MC(k) chooses its move: every candidate with its chance of winning a playout, and its outcome under perfect play."""
    def duel(self, game: tafelwerk.rules.montecarlo.Game | str, k: tafelwerk.rules.montecarlo.Playouts | str | None=None, rival: tafelwerk.rules.montecarlo.Playouts | str | None=None, first: str | None=None, second: str | None=None, exact: bool=False, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Duel | tafelwerk.tables.montecarlo.answers.AgentDuel:
        """MC(k) against MC(rival), or one agent against another."""
    def curve(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int, points: int | None=None, *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.montecarlo.answers.Duel]:
        """MC(k) against MC(2k) for every k up to `k_max`, or for `points` values of k, evenly spaced on a logarithmic scale."""
    def ties(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int, points: int=4, *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.montecarlo.answers.Ties]:
        """The mean of MC(k) against MC(2k) with and without ties, for `points` values of k up to `k_max`."""
    def first_over_half(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int=1000, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.FirstOverHalf:
        """The smallest k up to `k_max` at which MC(k) wins more than half of its games against MC(2k); needs every smaller k."""
    def random(self, game: tafelwerk.rules.montecarlo.Game | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.RandomPlay:
        """Random play from the game's start, or from position `at`."""
    def perfect(self, game: tafelwerk.rules.montecarlo.Game | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Perfect:
        """Perfect play from the game's start, or from position `at`."""
    def basins(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Basins:
        """Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k)."""
    def limits(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Limits:
        """Limits of the winning chance in random play as the heap grows: one exact limit per residue class of heaps."""
    def simulate(self, game: tafelwerk.rules.montecarlo.Game | str, first: str, second: str, games: int, seed: int=0, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Simulation:
        """Simulated games of two agents: share won by the agent that moves first."""
