"""Races and subtraction games, and the agents that play them: names, limits, keys in the tables, reading and writing.

Esr, Dsc, Dsr, Subtraction      the games; `str` writes one in the form of the command line, `key` is its key in the tables
SubtractionRules                moves of a subtraction game, and the result of taking more than is left
read_game, read_rules           from the words of a command line
parse_game, parse_rules         from text, as `str` writes it
read_agent, sampled             agents, and their playouts per candidate
read_playouts, stored           numbers of playouts, and their form in the tables
curve_points                    values of k along a curve
resolution                      error that is stated of a duel's chances
bias_key                        key of biased playouts in the tables

Positions of the games are in `montecarlo_positions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, inf
from typing import ClassVar, Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import fraction, whole

FAMILY = "montecarlo"

Overshoot = Literal["wins", "loses", "illegal"]
Kind = Literal["static", "informed"]
Playouts = int | float
"""Playouts per candidate: a positive integer, or math.inf."""

OVERSHOOTS: tuple[Overshoot, ...] = ("wins", "loses", "illegal")
Key = dict[str, int | str]
"""Key columns by name."""

KINDS: tuple[Kind, ...] = ("static", "informed")
MOST_PLAYOUTS = 2**53
"""Most playouts per candidate: above it, a double does not represent every integer."""

LARGEST_K = 10**15
"""Largest k of a curve: the rival's 2k is still below MOST_PLAYOUTS."""

MOST_POINTS = 100_000
"""Most values of k along a curve."""

MOST_ESR_POSITIONS = 10_000
"""Most positions per player, C(n + m, m), of a single-step race."""

LONGEST_ESR = MOST_ESR_POSITIONS - 1
"""Most steps or lanes of a single-step race: with more it has too many positions."""

LONGEST_LANE = 2_000
"""Most fields of the lane of a double-step race."""

LARGEST_HEAP = 1_000_000

LARGEST_SETS = 12
"""Limit for building all sets of moves up to a largest one."""

LARGEST_MOVE = 4096

MOST_MOVES = 100
"""Most moves of a subtraction game."""

MOST_CANDIDATES = 20_000_000
"""Largest product of heaps and moves of a subtraction game."""

BLUNDER_LIMIT = 3000
"""Default largest heap at which blunders of MC(inf) are searched for."""

MOST_BIAS = 2**63 - 1
"""Largest numerator and denominator of a bias that is stored."""

RESOLUTION = 1e-14
"""Error that is stated of a duel's chances, per move of the longest game and per candidate, plus four times as much."""

MANY_MOVES = 8
"""Moves of a subtraction game from which the error per move of the longest game grows with them."""

ROUNDED_START = 2.0**-52
"""Error that is stated of a chance of random play without a fraction: half a unit of the last place for each of two roundings."""

AGENTS = ("random", "perfect", "careful", "half-perfect")
"""Agents without playouts, by their names in the tables. MC(k) is written mc:K; half-perfect:P has any chance P."""

AGENT_WORDS = f"mc:K, mc:inf, {', '.join(AGENTS)}, half-perfect:P"
"""Notation of agents."""


@dataclass(frozen=True, slots=True)
class Esr:
    """The single-step race ESR(n, m, s): m lanes of n steps per player; the first with s pieces home wins."""

    n: int
    m: int
    s: int
    name: ClassVar[str] = "esr"

    def __post_init__(self) -> None:
        for what, count in (("steps of a lane", self.n), ("lanes of a player", self.m)):
            if not 1 <= count <= LONGEST_ESR:
                raise InputError(f"the {what} must be 1 to {LONGEST_ESR:,}, not {quoted(count)}")
        positions = comb(self.n + self.m, min(self.n, self.m))
        if positions > MOST_ESR_POSITIONS:
            raise InputError(
                f"ESR({self.n}, {self.m}, {self.s}) is too large: the number of positions per player, C(N + M, M), "
                f"must be at most {MOST_ESR_POSITIONS:,}"
            )
        if not 1 <= self.s <= self.m:
            raise InputError(f"the pieces to bring home must be 1 to {self.m} (the lanes), not {quoted(self.s)}")

    def __str__(self) -> str:
        return f"esr {self.n} {self.m} {self.s}"

    @property
    def title(self) -> str:
        """Name in the field's notation."""
        return f"ESR({self.n},{self.m},{self.s})"

    @property
    def key(self) -> Key:
        """Key columns of the game in the tables."""
        return {"n": self.n, "m": self.m, "s": self.s}


@dataclass(frozen=True, slots=True)
class DoubleStep:
    """A race with one piece per player, steps of 1 or 2, on a lane of n fields; the first player home wins.

    Attributes:
        n: fields of the lane.
        crash: whether the players share the lane, starting from opposite ends, and landing on the opponent wins.
    """

    n: int
    name: ClassVar[str]
    crash: ClassVar[bool]

    def __post_init__(self) -> None:
        if not 1 <= self.n <= LONGEST_LANE:
            raise InputError(f"the fields of the lane must be 1 to {LONGEST_LANE:,}, not {quoted(self.n)}")

    def __str__(self) -> str:
        return f"{self.name} {self.n}"

    @property
    def title(self) -> str:
        """Name in the field's notation."""
        return f"{self.name.upper()}({self.n})"

    @property
    def key(self) -> Key:
        """Key columns of the game in the tables."""
        return {"n": self.n}


class Dsc(DoubleStep):
    """The double-step crash race DSC(n): both players on one lane, from opposite ends; landing on the opponent wins, too."""

    __slots__ = ()
    name = "dsc"
    crash = True


class Dsr(DoubleStep):
    """The double-step race DSR(n): one lane of n fields per player, so that the players do not meet."""

    __slots__ = ()
    name = "dsr"
    crash = False


@dataclass(frozen=True, slots=True)
class SubtractionRules:
    """The moves (ascending), and the result of taking more than is left."""

    moves: tuple[int, ...]
    overshoot: Overshoot = "wins"

    def __post_init__(self) -> None:
        if not self.moves:
            raise InputError("a subtraction game needs at least one move")
        if len(self.moves) > MOST_MOVES:
            raise InputError(f"a subtraction game may have at most {MOST_MOVES} moves, not {len(self.moves):,}")
        for move in self.moves:
            if not 1 <= move <= LARGEST_MOVE:
                raise InputError(f"a move must take 1 to {LARGEST_MOVE:,}, not {quoted(move)}")
        if list(self.moves) != sorted(set(self.moves)):
            raise InputError(f"moves must be ascending and distinct, not {quoted(self.text)}")
        if self.overshoot not in OVERSHOOTS:
            raise InputError(f"--overshoot must be wins, loses or illegal, not {quoted(self.overshoot)}")

    def __str__(self) -> str:
        return self.options

    @property
    def text(self) -> str:
        """The moves as written in the tables: "1,2"."""
        return ",".join(map(str, self.moves))

    @property
    def key(self) -> Key:
        """Key columns of the rules in the tables."""
        return {"moves": self.text, "overshoot": self.overshoot}

    @property
    def options(self) -> str:
        """The rules as options of a command."""
        return f"--moves {self.text}" + (f" --overshoot {self.overshoot}" if self.overshoot != "wins" else "")


@dataclass(frozen=True, slots=True)
class Subtraction:
    """A subtraction game from one heap."""

    rules: SubtractionRules
    heap: int
    name: ClassVar[str] = "subtraction"

    def __post_init__(self) -> None:
        most = min(LARGEST_HEAP, MOST_CANDIDATES // len(self.rules.moves))
        if not 0 <= self.heap <= most:
            raise InputError(
                f"the heap must be 0 to {most:,} with {len(self.rules.moves)} moves, not {quoted(self.heap)}"
            )

    def __str__(self) -> str:
        return f"subtraction {self.heap} {self.rules.options}"

    @property
    def title(self) -> str:
        """Name in the field's notation."""
        end = "" if self.rules.overshoot == "wins" else f", overshoot {self.rules.overshoot}"
        return f"S({self.rules.text})({self.heap}{end})"

    @property
    def key(self) -> Key:
        """Key columns of the game in the tables."""
        return self.rules.key | {"heap": self.heap}


Game = Esr | DoubleStep | Subtraction


def sampled(agent: str) -> Playouts | None:
    """Playouts per candidate of the agent mc:K or mc:inf; None for an agent without playouts."""
    kind, _, count = agent.partition(":")
    return None if kind != "mc" else inf if count == "inf" else int(count)


_SIZES = {
    "esr": ("N M S", 1, LONGEST_ESR),
    "dsc": ("N", 1, LONGEST_LANE),
    "dsr": ("N", 1, LONGEST_LANE),
    "subtraction": ("HEAP --moves A,B[,...]", 0, LARGEST_HEAP),
}
"""Arguments after the name of a game, and bounds of its sizes."""


def read_rules(moves: str | None, overshoot: str | None = None) -> SubtractionRules:
    """The rules of a subtraction game, moves in any order.

    Raises:
        InputError: moves or overshoot are invalid.
    """
    if moves is None:
        raise InputError("a subtraction game needs --moves, such as --moves 1,2")
    numbers = sorted(whole("--moves: a move", word, 1, LARGEST_MOVE) for word in moves.split(","))
    return SubtractionRules(tuple(numbers), overshoot or "wins")  # type: ignore[arg-type]  # checked by the class


def read_game(words: Sequence[str], moves: str | None = None, overshoot: str | None = None) -> Game:
    """The game that words name: esr N M S, dsc N, dsr N, or subtraction HEAP with its moves and the result of overshooting.

    Raises:
        InputError: there is no such game.
    """
    name, *sizes = words or [""]
    if name not in _SIZES:
        usages = "; ".join(f"{game} {named}" for game, (named, _, _) in _SIZES.items())
        raise InputError(f"unknown game {quoted(name)}: a game is one of {usages}")
    named, least, largest = _SIZES[name]
    names = named.partition(" --")[0].split()
    if len(sizes) != len(names):
        raise InputError(f"{name} is written {name} {named}, not {quoted(' '.join(words))}")
    numbers = [whole(size, word, least, largest) for size, word in zip(names, sizes, strict=True)]
    if name == "subtraction":
        return Subtraction(read_rules(moves, overshoot), numbers[0])
    refuse_rules(name, moves, overshoot)
    return Esr(*numbers) if name == "esr" else double_step(name, *numbers)


def double_step(name: str, n: int) -> DoubleStep:
    """The double-step race of that name, dsc or dsr.

    Raises:
        InputError: n is out of range.
    """
    return Dsc(n) if name == Dsc.name else Dsr(n)


def refuse_rules(name: str, moves: str | None, overshoot: str | None) -> None:
    """Refuse rules of a subtraction game for another game.

    Raises:
        InputError: rules are given.
    """
    if moves is not None or overshoot is not None:
        raise InputError(f"{name} takes neither --moves nor --overshoot: they are for subtraction games")


def parse_game(text: str) -> Game:
    """The game of a text as `str` writes it: "dsc 10", "subtraction 50 --moves 1,2".

    Raises:
        InputError: the text is not a game.
    """
    words, options = _parts(text)
    return read_game(words, options.get("--moves"), options.get("--overshoot"))


def lasting_rules(largest: int) -> tuple[SubtractionRules, ...]:
    """All sets of two or more moves up to `largest`, with every end rule.

    Raises:
        InputError: `largest` is not 2 to LARGEST_SETS.
    """
    if isinstance(largest, bool) or not 2 <= largest <= LARGEST_SETS:
        raise InputError(f"--largest must be 2 to {LARGEST_SETS}, not {largest}")
    moves = (some for size in range(2, largest + 1) for some in combinations(range(1, largest + 1), size))
    return tuple(SubtractionRules(some, rule) for some in moves for rule in OVERSHOOTS)


def parse_rules(text: str) -> SubtractionRules:
    """The rules of a text as `str` writes them, or its moves alone: "--moves 1,2 --overshoot loses", "1,2".

    Raises:
        InputError: the text is not rules.
    """
    words, options = _parts(text)
    if len(words) + ("--moves" in options) != 1:
        raise InputError(f"rules are written --moves A,B[,...] [--overshoot wins|loses|illegal], not {quoted(text)}")
    return read_rules(options.get("--moves", *words), options.get("--overshoot"))


def _parts(text: str) -> tuple[list[str], dict[str, str]]:
    """The words of a text that are not options, and its options."""
    words, options, rest = [], dict[str, str](), iter(text.split())
    for word in rest:
        if word in ("--moves", "--overshoot"):
            options[word] = next(rest, "")
        else:
            words.append(word)
    return words, options


def read_playouts(word: str, what: str = "k") -> Playouts:
    """A number of playouts per candidate, or inf.

    Raises:
        InputError: the word is neither.
    """
    return inf if word == "inf" else whole(f"{what} (unless inf)", word, 1, MOST_PLAYOUTS)


def read_agent(word: str) -> str:
    """An agent by its name, in canonical form.

    Raises:
        InputError: the agent is unknown, or its number is out of range.
    """
    if word.startswith("mc:"):
        return f"mc:{read_playouts(word[3:], 'K of mc:K')}"
    name, mixed, share = word.partition(":")
    if name == "half-perfect" and mixed:
        return half_perfect(fraction("P of half-perfect:P", share, 0, 1))
    if word not in AGENTS:
        raise InputError(f"unknown agent {quoted(word)}: an agent is {AGENT_WORDS}")
    return word


def half_perfect(share: Fraction) -> str:
    """Name of the agent that plays an optimal move with the given chance, and at random otherwise."""
    return "half-perfect" if share == Fraction(1, 2) else f"half-perfect:{share}"


def perfect_share(agent: str) -> Fraction | None:
    """The chance with which a half-perfect agent plays an optimal move; None for another agent."""
    name, _, share = agent.partition(":")
    return None if name != "half-perfect" else Fraction(share or "1/2")


def read_rival(word: str) -> Playouts:
    """The rival's playouts per candidate.

    Raises:
        InputError: the word is neither a number of playouts nor inf.
    """
    return read_playouts(word, "the rival's k")


def stored(playouts: Playouts) -> int:
    """Playouts in the form of the tables: 0 for infinitely many."""
    return 0 if playouts == inf else int(playouts)


def read_bias(word: str) -> Fraction:
    """A bias of playouts: a number from -1 to 1.

    Raises:
        InputError: the word is not such a number.
    """
    return fraction("--epsilon", word, -1, 1)


def read_kind(word: str) -> Kind:
    """A kind of bias.

    Raises:
        InputError: there is no such kind.
    """
    for kind in KINDS:
        if word == kind:
            return kind
    raise InputError(f"--kind must be {' or '.join(KINDS)}, not {quoted(word)}")


def bias_key(rules: SubtractionRules, kind: str, epsilon: Fraction) -> dict[str, int | str | float]:
    """Key columns of a bias; its fraction fits them if neither number exceeds MOST_BIAS."""
    number, (above, below) = float(epsilon), epsilon.as_integer_ratio()
    return {**rules.key, "kind": kind, "epsilon": number, "epsilon_num": above, "epsilon_den": below}


def is_storable(epsilon: Fraction) -> bool:
    """Whether a bias fits the columns of the tables."""
    return max(abs(epsilon.numerator), epsilon.denominator) <= MOST_BIAS


def resolution(game: Game) -> float:
    """Error that is stated of the chances of a duel of MC(k) and MC(rival): what a second program in doubles can prove."""
    match game:
        case Esr(n, m, _):
            size: float = 2 * n * m + m
        case DoubleStep(n):
            size = 2 * n + 2
        case Subtraction(rules, heap):
            count = len(rules.moves)
            size = heap / rules.moves[0] * max(1, count / MANY_MOVES) + count
    return RESOLUTION * (4 + size)


def curve_points(k_max: int, points: int | None = None) -> list[int]:
    """Every k up to `k_max`, or the distinct round(k_max^(i/(points - 1))) for i = 0, ..., points - 1; ascending.

    Raises:
        InputError: more than MOST_POINTS values.
    """
    if points is None and k_max > MOST_POINTS:
        raise InputError(f"--k-max must be at most {MOST_POINTS:,}, not {k_max:,}, unless --points P thins the curve")
    if points is not None and not 2 <= points <= MOST_POINTS:
        raise InputError(f"--points must be 2 to {MOST_POINTS:,}, not {points:,}")
    if points is None:
        return list(range(1, k_max + 1))
    return sorted({round(k_max ** (i / (points - 1))) for i in range(points)})
