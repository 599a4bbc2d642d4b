"""The questions of each family, as a book is asked them; made from their definitions by `make schemas`."""

import collections.abc
import fractions
import tafelwerk.rules.beams.strategies
import tafelwerk.rules.biases
import tafelwerk.rules.dresher
import tafelwerk.rules.mastermind.games
import tafelwerk.rules.mastermind.notation
import tafelwerk.rules.mastermind.strategies
import tafelwerk.rules.minimax.evaluation
import tafelwerk.rules.montecarlo
import tafelwerk.rules.montecarlo_positions
import tafelwerk.rules.search
import tafelwerk.rules.skat.recorded
import tafelwerk.tables.beams.answers
import tafelwerk.tables.dresher.answers
import tafelwerk.tables.mastermind.answers
import tafelwerk.tables.mastermind.puzzles
import tafelwerk.tables.minimax.answers
import tafelwerk.tables.minimax.puzzles
import tafelwerk.tables.minimax.trees
import tafelwerk.tables.montecarlo.answers
import tafelwerk.tables.montecarlo.choices
import tafelwerk.tables.search.questions
import tafelwerk.tables.skat.answers
import tafelwerk.tables.skat.in_place
import tafelwerk.tables.skat.puzzles
import tafelwerk.tables.skat.replayed
import tafelwerk.tables.switching.answers
import tafelwerk.tables.switching.puzzles

class BeamsQuestions:
    def counts(self, variant: str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Counts:
        """What a variant has; its patterns and codes estimated where they are too many to be counted."""
    def summary(self, variant: str, strategy: tafelwerk.rules.beams.strategies.Strategy | str=..., finish: tafelwerk.rules.beams.strategies.Finish | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Summary:
        """What a strategy costs over all codes; None unless all of its parts are there."""
    def curve(self, variant: str, tie: tafelwerk.rules.beams.strategies.Tie='lex-c', *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.beams.answers.Point]:
        """What entropy strategies cost, by ascending order, infinity last: points of stored curves, and the strategies whose costs"""
    def next(self, variant: str, strategy: tafelwerk.rules.beams.strategies.Strategy | str=..., history: str='', finish: tafelwerk.rules.beams.strategies.Finish | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Next:
        """What a strategy does after some beams, whoever chose them."""
    def bound(self, variant: str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Bound:
        """A total that no strategy is below: the sharpest that the book holds."""
    def bitset(self, variant: str, history: str='', first: int=10, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Bitset:
        """The codes that some beams leave, as a bitset."""
    def simulate(self, variant: str, strategy: tafelwerk.rules.beams.strategies.Strategy | str=..., games: int=100, seed: int=1, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Simulation:
        """What a strategy costs in games against random codes."""
    def puzzle(self, variant: str, seed: int | None=None, beams: int | None=None, attempts: int | None=None, difficulty: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.beams.answers.Puzzle:
        """Beams and their answers that leave exactly one code, none of them superfluous."""

class DresherQuestions:
    def value(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Value:
        """Value of the game with the numbers 1 to n: guesses on average when both sides play best."""
    def hider(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Hider:
        """An optimal strategy of the hider: how probable each number is."""
    def searcher(self, n: int, tree: int | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Searcher | tafelwerk.tables.dresher.answers.OneTree:
        """An optimal strategy of the searcher: binary search trees, and how probable each is."""
    def reply(self, weights: tafelwerk.rules.dresher.Weights | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Reply:
        """Best trees against weights of the hider: what they take, how many there are, the first hundred."""
    def matrix(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Matrix:
        """All search trees and the payoff matrix, n up to 8."""
    def simplex(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Simplex:
        """Dresher's own simplex method on the matrix of all trees, step by step, n up to 8."""
    def certificate(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Certificate:
        """What proves the value: both strategies with integer weights, for the checker or one of your own."""
    def explain(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Explanation:
        """The proof of the value in words and numbers: what either strategy guarantees, computed afresh."""
    def few(self, n: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.dresher.answers.Searcher:
        """An optimal strategy of the searcher of few trees, n up to 14; that it takes no fewer is not proved."""

class MastermindQuestions:
    def puzzle(self, game: tafelwerk.rules.mastermind.games.Game | str, seed: int | None=None, clues: int | None=None, difficulty: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.puzzles.Puzzle:
        """Guesses and their answers that leave exactly one code, none of them redundant."""
    def summary(self, game: tafelwerk.rules.mastermind.games.Game | str, strategy: tafelwerk.rules.mastermind.strategies.Strategy | str=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Summary | tafelwerk.tables.mastermind.answers.WithinSummary:
        """What the strategy needs for all codes."""
    def next(self, game: tafelwerk.rules.mastermind.games.Game | str, strategy: tafelwerk.rules.mastermind.strategies.Strategy | str=..., history: tafelwerk.rules.mastermind.notation.History=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.AnyNext:
        """What the strategy asks after a history; stored where the history follows the strategy's stored tree."""
    def parts(self, game: tafelwerk.rules.mastermind.games.Game | str, guess: str, history: tafelwerk.rules.mastermind.notation.History=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Parts:
        """What a guess would tell: codes that each answer leaves, and the entropies of the answer."""
    def bound(self, game: tafelwerk.rules.mastermind.games.Game | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Bound:
        """A lower bound of the total of every strategy, without a search: from the number of codes and the answers of a query."""
    def gamma(self, game: tafelwerk.rules.mastermind.games.Game | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.mastermind.answers.Constants:
        """How the length of a search goes with the logarithm of the number of codes: gamma log2 |M| <= <M> <= Gamma log2 |M|."""
    def curve(self, game: tafelwerk.rules.mastermind.games.Game | str, tie: str='lex', opening: str | None=None, *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.mastermind.answers.Point]:
        """What the entropy strategies need along their order, ascending, infinity last, as far as they are stored."""

class MinimaxQuestions:
    def puzzle(self, game: str='tictactoe', seed: int | None=None, task: str | None=None, difficulty: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.puzzles.Puzzle:
        """A position in which exactly one move wins, or exactly one does not lose."""
    def grundy(self, heaps: collections.abc.Sequence[int], misere: bool=False, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Heap | tafelwerk.tables.minimax.answers.Sum:
        """Grundy's game, a move splits a heap in two of different sizes: Grundy value and winning splits, of a heap or a sum."""
    def octal(self, code: str, heaps: collections.abc.Sequence[int] | None=None, misere: bool=False, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Heap | tafelwerk.tables.minimax.answers.Sum | tafelwerk.tables.minimax.answers.Period:
        """An octal game: the period of its Grundy values, or value and winning moves of heaps."""
    def subtraction(self, set: str | collections.abc.Sequence[int], heaps: collections.abc.Sequence[int] | None=None, misere: bool=False, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Heap | tafelwerk.tables.minimax.answers.Sum | tafelwerk.tables.minimax.answers.Period:
        """A subtraction game: the period of its Grundy values, or value and winning moves of heaps."""
    def memory(self, pairs: int, known: int, rule: str='pass', objective: str='gain', lead: int | None=None, turned: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Turn | tafelwerk.tables.minimax.answers.HalfTurn:
        """Memory by two who forget nothing: what a position is worth to the mover, and every best turn; or every second card."""
    def tictactoe(self, board: str=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Board:
        """Tic-tac-toe: who wins from a board, how soon, and every move that keeps it so."""
    def solve(self, game: str, position: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Solution:
        """A position of a listed game: its value, its distance to the end, and what every move leads to."""
    def race(self, length: int, tokens: int, sides: int, own: collections.abc.Sequence[int] | None=None, other: collections.abc.Sequence[int] | None=None, roll: int | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.answers.Race:
        """A dice race of two: who wins, and which token to move."""
    def tree(self, tree: object=None, game: str | None=None, position: str | None=None, alpha_beta: bool=False, order: str | None=None, depth: int | None=None, look_ahead: int | None=None, most: int | None=None, evaluation: tafelwerk.rules.minimax.evaluation.Evaluation | None | str=None, quiescence: int | None=None, swing: fractions.Fraction | None | str=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.minimax.trees.Tree | tafelwerk.tables.minimax.trees.GameTree:
        """A search tree with the value of every node."""

class MontecarloQuestions:
    def choice(self, game: tafelwerk.rules.montecarlo.Game | str, k: tafelwerk.rules.montecarlo.Playouts | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Choice:
        """The chance with which MC(k) plays each move."""
    def law(self, chances: tafelwerk.tables.montecarlo.choices.Chances | str, k: tafelwerk.rules.montecarlo.Playouts | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Choice:
        """The chance with which MC(k) plays each of some candidates, named 1, 2, ..., in a game that nothing else is known of."""
    def size(self, game: tafelwerk.rules.montecarlo.Game | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Size:
        """How many positions a race has."""
    def duel(self, game: tafelwerk.rules.montecarlo.Game | str, k: tafelwerk.rules.montecarlo.Playouts | str | None | str=None, rival: tafelwerk.rules.montecarlo.Playouts | str | None | str=None, first: str | None | str=None, second: str | None | str=None, exact: bool=False, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Duel | tafelwerk.tables.montecarlo.answers.AgentDuel:
        """MC(k) against MC(rival), or one agent against another."""
    def curve(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int, points: int | None=None, *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.montecarlo.answers.Duel]:
        """MC(k) against MC(2k) for every k up to `k_max`, or for `points` of them, spread evenly on the logarithmic scale."""
    def ties(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int, points: int=4, *, compute: bool=False, keep: bool=False) -> list[tafelwerk.tables.montecarlo.answers.Ties]:
        """What becomes of the mean of MC(k) against MC(2k) where ties are ignored, for `points` values of k up to `k_max`."""
    def first_over_half(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int=1000, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.FirstOverHalf:
        """The smallest k up to `k_max` at which MC(k) wins more than half against MC(2k); asks for every k on the way."""
    def random(self, game: tafelwerk.rules.montecarlo.Game | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.RandomPlay:
        """Random play from the game's start, or from the position `at`."""
    def perfect(self, game: tafelwerk.rules.montecarlo.Game | str, at: tafelwerk.rules.montecarlo_positions.Position | str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Perfect:
        """Perfect play from the game's start, or from the position `at`."""
    def blunder(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | None | str=None, limit: int=0, race: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Blunder:
        """The smallest size at which MC(inf), in a won position, plays a losing move."""
    def errors(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, limit: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Errors:
        """Every won heap up to `limit` at which MC(inf) may lose, with the share of its best candidates that do."""
    def asymmetry(self, heap: int, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, kind: tafelwerk.rules.montecarlo.Kind | None=None, epsilon: fractions.Fraction | None | str=None, weights: tafelwerk.rules.biases.Shares | None | str=None, chances: tafelwerk.rules.biases.Shares | None | str=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.BadMoves:
        """Biased playouts: won heaps up to `heap` at which MC(inf) may lose, with the share of its best candidates that do."""
    def bias(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, kind: tafelwerk.rules.montecarlo.Kind | None=None, epsilon: fractions.Fraction | None | str=None, weights: tafelwerk.rules.biases.Shares | None | str=None, chances: tafelwerk.rules.biases.Shares | None | str=None, limit: int=50, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Bias:
        """Biased playouts: the chance of the player to move to win at the heaps 1 to `limit`, critical bias and beat period."""
    def basins(self, game: tafelwerk.rules.montecarlo.Game | str, k_max: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Basins:
        """Self-play basins: where over k the mean chance of MC(k) against MC(2k) has a local minimum."""
    def limits(self, rules: tafelwerk.rules.montecarlo.SubtractionRules | str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Limits:
        """Where the chance of random play goes as the heap grows: one exact limit per class of heaps."""
    def simulate(self, game: tafelwerk.rules.montecarlo.Game | str, first: str | str, second: str | str, games: int, seed: int=0, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.montecarlo.answers.Simulation:
        """Games of two agents, played out: how often the one that moves first wins."""

class SearchQuestions:
    def free(self, codes: int, width: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.search.questions.FreeTotal:
        """Free search: the least number of queries with at most `width` answers each, in which one of `codes` codes is found."""
    def root(self, size: int, strategy: tafelwerk.rules.search.Strategy | str=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.search.questions.RootTotal:
        """The root model: the number of queries in which a strategy finds one of `size` codes."""

class SkatQuestions:
    def puzzle(self, seed: int | None=None, cards: int=6, game: str | None=None, difficulty: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.puzzles.Puzzle:
        """A position in which exactly one card wins for the side to move, all cards open."""
    def solve(self, deal: str, game: str, declarer: str, played: str | None=None, question: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Solution:
        """What a position is worth under best play by all with every card open, and each card in it."""
    def explain(self, deal: str, game: str, declarer: str, played: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Explanation:
        """How a game goes under best play, and what each of the played cards cost; arguments and errors as for `solve`."""
    def sure(self, deal: str, game: str, declarer: str, played: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Sure:
        """What the side on lead is sure of without search, at the start of a trick (Kupferschmid 2003, chapter 9)."""
    def games(self, game: str | None=None, limit: int | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Games | tafelwerk.tables.skat.answers.PlayedGame:
        """Games that were played: a list of them, or one card by card."""
    def models(self, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Models:
        """The classifiers fitted to most deals, and how they do on games that they were not fitted to."""
    def bid(self, hand: str, position: str='forehand', worlds: int=..., seed: int=0, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Bid:
        """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards."""
    def card(self, hand: str, game: str, declarer: str, seat: str, skat: str | None=None, played: str | None=None, worlds: int=..., bids: str | None=None, seed: int=0, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.CardAdvice:
        """Which card to play now, the other hands hidden: the one that wins in most worlds with all cards open from there."""
    def discard(self, cards: str, position: str='forehand', bid: int=..., game: str | None=None, worlds: int=..., seed: int=0, count: int=..., *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Discard:
        """Which two of twelve cards to lay away and what to announce, by the tournament points expected."""
    def deals(self, random: int | None=None, seed: int | None=None, cards: int | None=None, given: collections.abc.Sequence[str] | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.answers.Deals:
        """Deals and their numbers: random ones, the same for a seed for ever, or those given."""
    def replay(self, log: tafelwerk.rules.skat.recorded.Records, round: str | None=None, limit: int | None=None, price: bool=True, agent: str | None=None, seat: str | None=None, seed: int | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.skat.replayed.Rounds | tafelwerk.tables.skat.replayed.ReplayedRound | tafelwerk.tables.skat.replayed.ReplayedGame | tafelwerk.tables.skat.in_place.InPlaces:
        """The rounds of a log, and what each card cost with every card open; or a program in one seat's place."""

class SwitchingQuestions:
    def puzzle(self, order: int=4, seed: int | None=None, difficulty: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.puzzles.Puzzle:
        """A position of Bridg-It in which exactly one move wins."""
    def winrate(self, order: int, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.answers.WinRate:
        """Heuristic against heuristic, Cut first, every tie uniform."""
    def duel(self, order: int, cut: str, short: str, games: int | None=None, seed: int | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.answers.Duel | tafelwerk.tables.switching.answers.ExactDuel | tafelwerk.tables.switching.answers.SampledDuel:
        """Two agents, Cut first."""
    def move(self, order: int | None=None, moves: str='', policy: str='heuristic', graph: str | None=None, turn: str | None=None, taken: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.answers.AnyMove:
        """What to play after some moves, on a board or on any graph."""
    def refute(self, order: int, opening: str | None=None, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.answers.Refutation:
        """How Short beats a Cut who follows the heuristic, whichever of tied edges Cut takes."""
    def solve(self, graph: str, turn: str='cut', *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.answers.SolvedGraph:
        """Who wins the switching game on a graph, every winning move, and a proof."""
    def dual(self, graph: str, *, compute: bool=False, keep: bool=False) -> tafelwerk.tables.switching.answers.DualGraph:
        """The dual game of a planar graph: what Short plays there, Cut plays here."""
