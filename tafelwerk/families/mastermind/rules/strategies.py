"""The family's strategies: `Optimal`, `Entropy` with its tie rules, `Letter`, `Hard`."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.mastermind.rules.games import MOST_PLAYED, MOST_SEARCHED, Game, Pegs, Rules
from tafelwerk.rules import deduction
from tafelwerk.rules.deduction import Optimal, stored
from tafelwerk.rules.entropy import read_order

Tie = Literal["lex", "mix"]
TIES: tuple[Tie, ...] = ("lex", "mix")

tie_rule = partial(deduction.tie_rule, TIES)


@dataclass(frozen=True, slots=True)
class Entropy(deduction.Entropy):
    """Greatest Rényi entropy of order `alpha`, ties by `tie`."""

    tie: Tie = "lex"

    @property
    def title(self) -> str:
        """Name for people."""
        return f"{self.name}, ties {self.tie.upper()}"

    def __str__(self) -> str:
        return f"{self.name} {self.tie}"


@dataclass(frozen=True, slots=True)
class Letter(deduction.Ruled):
    """In hangman, among the letters that tell some of the words left apart, the first that is in most of them."""

    @property
    def name(self) -> str:
        """Name in the tables."""
        return "letter"

    @property
    def title(self) -> str:
        """Name for people."""
        return "the most frequent letter"


@dataclass(frozen=True, slots=True)
class Hard(deduction.Ruled):
    """A strategy of greatest entropy or least total among the queries allowed by the hard mode of Wordle."""

    rule: Optimal | Entropy

    def __post_init__(self) -> None:
        if self.rule != Optimal() and self.rule.tie != "lex":
            refused = self.rule.options.removeprefix("--strategy ").partition(" ")[2]
            raise InputError(f"--hard needs --strategy optimal alone, or hA with --tie lex, not {refused}")

    @property
    def name(self) -> str:
        """Name in the tables."""
        return f"{self.rule.name} hard"

    @property
    def tie(self) -> str:
        """Its tie rule."""
        return self.rule.tie

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"{self.rule.options} --hard"

    @property
    def title(self) -> str:
        """Name for people."""
        return f"{self.rule.title}, hard mode"

    def __str__(self) -> str:
        return f"{self.rule} hard"


Strategy = Optimal | Entropy | Letter | Hard


def check_hangman(strategy: Strategy, is_hangman: bool) -> None:
    """Raise if the strategy does not fit the game.

    Raises:
        InputError: the strategy counts queries and the game counts misses, or the strategy asks letters and the game does not.
    """
    if isinstance(strategy, Letter) and not is_hangman:
        raise InputError("--strategy letter needs a word list scored as hangman")
    if is_hangman and strategy.tie == "mix":
        raise InputError("--tie mix counts queries, hangman counts misses; use --tie lex")
    if is_hangman and isinstance(strategy, Optimal) and strategy != Optimal():
        aim = strategy.options.split()[2]
        raise InputError(f"{aim} counts queries, hangman counts misses; use --strategy optimal alone")


def check_hard(strategy: Strategy, score: str) -> None:
    """Raise for hard mode if words are not scored as in Wordle.

    Raises:
        InputError: they are scored by another rule.
    """
    if isinstance(strategy, Hard) and score != "wordle":
        raise InputError(f"--hard is a rule of Wordle; it needs a word list scored as wordle, not as {score}")


def check_size(game: Rules | Game, strategy: Strategy) -> None:
    """Raise if the game has too many codes to play the strategy out.

    Raises:
        InputError: it has too many codes.
    """
    if isinstance(game, Pegs):
        most = MOST_PLAYED if isinstance(strategy, Entropy) and strategy.tie == "lex" else MOST_SEARCHED
        game.sized(most, f"{strategy.title}: strategies are played out")


def strategy(
    word: str,
    tie: str | None = None,
    *,
    max_depth: int | None = None,
    least_depth: bool = False,
    within: int | None = None,
    shallowest: bool = False,
    hard: bool = False,
) -> Strategy:
    """The strategy of these options.

    Args:
        word: "optimal", "letter", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex" (default) or "mix"; not with "optimal".
        max_depth, least_depth, within, shallowest: as in `Optimal`.
        hard: whether it follows the hard mode of Wordle.

    Raises:
        InputError: there is no such strategy.
    """
    if hard:
        rule = strategy(word, tie, max_depth=max_depth, least_depth=least_depth, within=within, shallowest=shallowest)
        if not isinstance(rule, Optimal | Entropy):
            raise InputError(f"--hard is a rule of Wordle; --strategy {word} is for hangman")
        return Hard(rule)
    if word == "optimal":
        if tie is not None:
            raise InputError(f"--tie {tie}: the optimal strategy has no tie rule")
        return Optimal(max_depth, least_depth, within, shallowest)
    given = {
        f"--max-depth {max_depth}": max_depth is not None,
        "--least-depth": least_depth,
        f"--within {within}": within is not None,
        "--shallowest": shallowest,
    }
    if any(given.values()):
        option = next(option for option, is_given in given.items() if is_given)
        raise InputError(f"{option} needs --strategy optimal, not {quoted(word)}")
    if word == "letter" and tie is not None:
        raise InputError(f"--tie {tie}: the most frequent letter has no tie rule")
    return Letter() if word == "letter" else Entropy(read_order(word), tie_rule(tie))


def parse_strategy(text: str) -> Strategy:
    """Parse a strategy as `str` writes it: "optimal max-depth 6", "h1", "h0.5 mix", "h1 lex hard".

    Raises:
        InputError: there is none.
    """
    words = text.split()
    if "hard" in words[1:]:
        words.remove("hard")
        rule = parse_strategy(" ".join(words))
        return Hard(rule) if isinstance(rule, Optimal | Entropy) else strategy(rule.name, hard=True)
    match words:
        case [word, "max-depth", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, max_depth=int(depth))
        case [word, "least-depth"]:
            return strategy(word, least_depth=True)
        case [word, "within", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, within=int(depth))
        case [word, "shallowest"]:
            return strategy(word, shallowest=True)
        case [word] | [word, "lex" | "mix"] as words:
            return strategy(word, *words[1:])
    raise InputError(
        "a strategy is optimal [max-depth D | least-depth | within D | shallowest | hard], hA [lex|mix] [hard], or letter, "
        f"not {quoted(text)}"
    )


def stored_strategy(name: str, tie: str) -> Strategy:
    """The strategy with this name in the tables.

    Raises:
        InputError: there is none.
    """
    return stored(parse_strategy(name if tie == "none" else f"{name} {tie}"), name, tie)
