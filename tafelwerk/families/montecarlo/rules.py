"""Races and subtraction games, the agents that play them, and biased playouts: names, limits, keys and notation.

Esr, Dsc, Dsr, Subtraction      the games; `str` writes one in the form of the command line, `key` is its key in the tables
SubtractionRules                moves of a subtraction game, and the result of taking more than is left
read_game, read_rules           from the words of a command line
parse_game, parse_rules         from text, as `str` writes it
read_agent, sampled             agents, and their playouts per candidate
read_playouts, stored           numbers of playouts, and their form in the tables
curve_points                    values of k along a curve
resolution                      error that is stated of a duel's chances
Weighted, Informed, Cyclic      biased playouts; `bias_of` reads one, `bias_key` is its key in the tables
Position, read_position         positions of the games, seen by the player to move
esr_size, check_esr             how large a single-step race is, known before its graph is built and before anything is compiled
simulated_starts, is_kept       simulated games in the tables

A position replaces a game's start. It must be on the board, and nobody may have won; it need not be reachable from the start.

A heap:                 "12"
A double-step race:     "3 5", the fields gone by the player to move and by the opponent
A single-step race:     "5,4,0 / 6,6,3", the squares of each player's pieces, 0 to n; n is home
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb, inf, lcm
from numbers import Integral
from typing import ClassVar, Literal, NoReturn

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules.numbers import fraction, separate, separate_set, whole

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
                raise InputError(f"the {what} must be 1 to {LONGEST_ESR:,}, not {in_quotes(count)}")
        positions = comb(self.n + self.m, min(self.n, self.m))
        if positions > MOST_ESR_POSITIONS:
            raise InputError(
                f"ESR({self.n}, {self.m}, {self.s}) is too large: the number of positions per player, C(N + M, M), "
                f"must be at most {MOST_ESR_POSITIONS:,}"
            )
        if not 1 <= self.s <= self.m:
            raise InputError(f"the pieces to bring home must be 1 to {self.m} (the lanes), not {in_quotes(self.s)}")

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
            raise InputError(f"the fields of the lane must be 1 to {LONGEST_LANE:,}, not {in_quotes(self.n)}")

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
                raise InputError(f"a move must take 1 to {LARGEST_MOVE:,}, not {in_quotes(move)}")
        if list(self.moves) != sorted(set(self.moves)):
            raise InputError(f"moves must be ascending and distinct, not {in_quotes(self.text)}")
        if self.overshoot not in OVERSHOOTS:
            raise InputError(f"--overshoot must be wins, loses or illegal, not {in_quotes(self.overshoot)}")

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
                f"the heap must be 0 to {most:,} with {len(self.rules.moves)} moves, not {in_quotes(self.heap)}"
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


def playouts_of(agent: str) -> Playouts | None:
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
    numbers = sorted(whole("--moves: a move", word, 1, LARGEST_MOVE) for word in separate_set(moves))
    return SubtractionRules(tuple(numbers), overshoot or "wins")  # type: ignore[arg-type]  # checked by the class


def read_game(words: Sequence[str], moves: str | None = None, overshoot: str | None = None) -> Game:
    """The game that words name: esr N M S, dsc N, dsr N, or subtraction HEAP with its moves and the result of overshooting.

    Raises:
        InputError: there is no such game.
    """
    name, *sizes = words or [""]
    if name not in _SIZES:
        usages = "; ".join(f"{game} {usage}" for game, (usage, _, _) in _SIZES.items())
        raise InputError(f"unknown game {in_quotes(name)}: a game is one of {usages}")
    usage, least, largest = _SIZES[name]
    names = usage.partition(" --")[0].split()
    if len(sizes) != len(names):
        raise InputError(f"{name} is written {name} {usage}, not {in_quotes(' '.join(words))}")
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
    sets = (moves for size in range(2, largest + 1) for moves in combinations(range(1, largest + 1), size))
    return tuple(SubtractionRules(moves, rule) for moves in sets for rule in OVERSHOOTS)


def parse_rules(text: str) -> SubtractionRules:
    """The rules of a text as `str` writes them, or its moves alone: "--moves 1,2 --overshoot loses", "1,2".

    Raises:
        InputError: the text is not rules.
    """
    words, options = _parts(text)
    if len(words) + ("--moves" in options) != 1:
        raise InputError(f"rules are written --moves A,B[,...] [--overshoot wins|loses|illegal], not {in_quotes(text)}")
    return read_rules(options.get("--moves", *words), options.get("--overshoot"))


def _parts(text: str) -> tuple[list[str], dict[str, str]]:
    """The words of a text that are not options, and its options."""
    words, options, remaining = [], dict[str, str](), iter(text.split())
    for word in remaining:
        if word in ("--moves", "--overshoot"):
            options[word] = next(remaining, "")
        else:
            words.append(word)
    return words, options


def read_playouts(word: str, what: str = "k") -> Playouts:
    """A number of playouts per candidate, or inf.

    Raises:
        InputError: the word is neither.
    """
    return inf if word in ("inf", "∞") else whole(f"{what} (unless inf)", word, 1, MOST_PLAYOUTS)


def read_agent(word: str) -> str:
    """An agent by its name, in canonical form; mc:K may be written as it is printed, MC(K).

    Raises:
        InputError: the agent is unknown, or its number is out of range.
    """
    if printed := re.fullmatch(r"mc\((\w+)\)", word, re.IGNORECASE):
        word = f"mc:{printed[1]}"
    if word.startswith("mc:"):
        return f"mc:{read_playouts(word[3:], 'K of mc:K')}"
    name, mixed, share = word.partition(":")
    if name == "half-perfect" and mixed:
        return half_perfect(fraction("P of half-perfect:P", share, 0, 1))
    if word not in AGENTS:
        raise InputError(f"unknown agent {in_quotes(word)}: an agent is {AGENT_WORDS}")
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


def playouts_key(playouts: Playouts) -> int:
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
    raise InputError(f"--kind must be {' or '.join(KINDS)}, not {in_quotes(word)}")


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


STATIC, INFORMED = "static", "informed"

MOST_SHARES = 100
"""Chances in a list."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Chances from 0 to 1, in order."""

    values: tuple[Fraction, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class WeightedBias:
    """Playouts take each move with a chance of its own, in the ascending order of the moves.

    Where some moves are illegal, the others share in proportion to their chances; evenly where these are all 0.
    """

    weights: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"weights {Shares(self.weights)}"


@dataclass(frozen=True, slots=True)
class InformedBias:
    """In won heaps the winning moves share (1 + epsilon)/2 evenly, the others (1 - epsilon)/2; elsewhere all moves are equally
    likely."""

    epsilon: Fraction

    def __str__(self) -> str:
        return f"informed bias {self.epsilon}"


@dataclass(frozen=True, slots=True)
class CyclicBias:
    """Of two moves the smaller is taken with chance chances[heap % len(chances)]; the only legal one with certainty."""

    chances: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"chances {Shares(self.chances)}"


Bias = WeightedBias | InformedBias | CyclicBias


def static(epsilon: Fraction) -> WeightedBias:
    """The static bias between two moves: the smaller with (1 - epsilon)/2, the larger with (1 + epsilon)/2."""
    return WeightedBias((Fraction(1 - epsilon) / 2, Fraction(1 + epsilon) / 2))


def growth(bias: Bias) -> int:
    """Bits by which denominators of chances to win grow per heap, about, where the smallest move is 1."""
    match bias:
        case WeightedBias(numbers) | CyclicBias(numbers):
            return lcm(*(number.denominator for number in numbers)).bit_length()
        case InformedBias(epsilon):
            return epsilon.denominator.bit_length() + 1


def read_shares(text: str | Sequence[object], name: str = "a list of chances") -> Shares:
    """Chances from 0 to 1, in a list or separated by commas, each an integer, a decimal or p/q.

    Raises:
        InputError: there are none, too many, or one is none.
    """
    words = separate(text)
    if len(words) > MOST_SHARES:
        raise InputError(f"{name} holds at most {MOST_SHARES} chances, not {len(words):,}")
    return Shares(tuple(fraction(f"{name}: a chance", word, 0, 1) for word in words))


def bias_of(
    moves: tuple[int, ...],
    kind: str | None,
    epsilon: Fraction | None,
    weights: Shares | None = None,
    chances: Shares | None = None,
) -> Bias:
    """The bias that options name: --kind and --epsilon, --weights, or --chances.

    Args:
        moves: ascending.
        kind: "static" or "informed"; of weights only "static". Default: static.
        epsilon: from -1 to 1.
        weights: a chance per move, in the order of `moves`; they sum to 1.
        chances: of the smaller of two moves, by heap modulo their number.

    Raises:
        InputError: none of the three is given, or more than one, or what is given does not fit the moves.
    """
    options = {"--epsilon": epsilon, "--weights": weights, "--chances": chances}
    names = [name for name, value in options.items() if value is not None]
    if len(names) != 1:
        raise InputError(
            f"give one of --epsilon E, --weights p1,p2,... and --chances p0,p1,..., not {_join_names(names)}"
        )
    if kind not in (None, STATIC, INFORMED):
        raise InputError(f"--kind must be {STATIC} or {INFORMED}, not {in_quotes(kind)}")
    if weights is not None:
        if kind == INFORMED:
            raise InputError("--weights sets a static bias: leave --kind out; an informed bias takes --epsilon")
        if len(weights.values) != len(moves):
            raise InputError(
                f"--weights takes a chance per move: {len(moves)} for the moves {','.join(map(str, moves))}, "
                f"not {len(weights.values)}"
            )
        if sum(weights.values) != 1:
            raise InputError(f"--weights must sum to 1, not to {sum(weights.values)}")
        return WeightedBias(weights.values)
    if chances is not None:
        if kind is not None:
            raise InputError("--chances takes no --kind: it gives the chance of the first move heap by heap")
        if len(moves) != 2:
            raise InputError(f"--chances is for two moves, not {len(moves)}; --weights takes any number of them")
        return CyclicBias(chances.values)
    assert epsilon is not None
    if kind == INFORMED:
        return InformedBias(epsilon)
    if len(moves) != 2:
        raise InputError(
            f"the static bias by --epsilon is between two moves, not {len(moves)}; "
            "give --weights p1,p2,..., a chance per move, or --kind informed"
        )
    return static(epsilon)


def _join_names(names: list[str]) -> str:
    return " and ".join(names) if names else "none of them"


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game.

    Attributes:
        own: the player to move: the heap; the fields gone; or the squares of the pieces, descending.
        other: the same for the opponent; empty for a heap.
        text: the position in canonical form.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text


def read_position(game: Game, words: str) -> Position | None:
    """The position that a text names; None if it is the start of the game.

    Raises:
        InputError: the text is not a position of the game, or the game is over there.
    """
    match game:
        case Subtraction():
            position = _heap(game, words)
        case DoubleStep():
            position = _fields(game, words)
        case Esr():
            position = _squares(game, words)
    return None if position == _start(game) else position


def smaller_game(game: Game, at: Position | None) -> tuple[Game, Position | None]:
    """The game and the position to start from: a heap becomes the start of a smaller game."""
    if at is None or not isinstance(game, Subtraction):
        return game, at
    return Subtraction(game.rules, at.own[0]), None


def _start(game: Game) -> Position:
    match game:
        case Subtraction(_, heap):
            return Position((heap,), (), "")
        case DoubleStep():
            return Position((0,), (0,), "")
        case Esr(_, m, _):
            return Position((0,) * m, (0,) * m, "")


def _heap(game: Subtraction, words: str) -> Position:
    heap = whole("--at: the heap", words, 0, game.heap)
    least = game.rules.moves[0] if game.rules.overshoot == "illegal" else 1
    if heap < least:
        _is_over(game, words, f"no move is left at heap {heap}")
    return Position((heap,), (), str(heap))


def _fields(game: DoubleStep, words: str) -> Position:
    fields = words.replace(",", " ").split()
    if len(fields) != 2:
        raise InputError(
            f'--at: a position of {game.title} is two numbers, as in "2 3", the fields gone by the player to move and by '
            f"the opponent, not {in_quotes(words)}"
        )
    own, other = (whole("--at: the fields gone", word, 0, game.n) for word in fields)
    if game.n in (own, other):
        _is_over(game, words, f"a player has gone all {game.n} fields")
    if game.crash and own + other == game.n:
        _is_over(game, words, "one piece has landed on the other")
    return Position((own,), (other,), f"{own} {other}")


def _squares(game: Esr, words: str) -> Position:
    sides = words.split("/")
    if len(sides) != 2:
        raise InputError(
            f"--at: a position of {game.title} is the squares of the player to move, a slash, and those of the opponent, "
            f'as in "{_side([0] * game.m)} / {_side([0] * game.m)}", not {in_quotes(words)}'
        )
    own, other = (_pieces(game, side) for side in sides)
    for pieces in (own, other):
        if pieces.count(game.n) >= game.s:
            _is_over(game, words, f"a player has {pieces.count(game.n)} home, and {game.s} win")
    return Position(own, other, f"{_side(own)} / {_side(other)}")


def _pieces(game: Esr, words: str) -> tuple[int, ...]:
    squares = words.replace(",", " ").split()
    if len(squares) != game.m:
        raise InputError(
            f"--at: a player of {game.title} has {game.m} pieces, not the {len(squares)} of {in_quotes(words)}"
        )
    return tuple(sorted((whole("--at: a square", word, 0, game.n) for word in squares), reverse=True))


def _side(pieces: Sequence[int]) -> str:
    return ",".join(map(str, pieces))


def _is_over(game: Game, words: str, why: str) -> NoReturn:
    raise InputError(f"--at: {game.title} is over at {in_quotes(words)}: {why}; name a position before the end")


def esr_positions(n: int, m: int) -> int:
    """Positions of one player in ESR(n, m, s): the ways to put m like pieces on the squares 0 to n."""
    return comb(n + m, m)


def esr_configurations(n: int, m: int) -> int:
    """Pairs of positions of both players in ESR(n, m, s) in which they have moved equally often, or the opponent once more."""
    states = _gaussian(m, n + 1)
    return sum(here * (here + after) for here, after in zip(states, [*states[1:], 0], strict=True))


def check_esr(n: int, m: int, s: int) -> None:
    """Raise InputError unless ESR(n, m, s) is a game within the limit on its size."""
    sizes: tuple[tuple[str, object], ...] = (("n", n), ("m", m), ("s", s))
    for name, value in sizes:
        if not isinstance(value, Integral) or value < 1:
            raise InputError(f"{name}: {value!r} must be an integer of at least 1")
    if s > m:
        raise InputError(f"s: {s} pieces cannot get home where a player has {m}; s may be 1 to {m}")
    # either number above the limit puts the binomial coefficient above it
    if max(n, m) >= MOST_ESR_POSITIONS or esr_positions(n, m) > MOST_ESR_POSITIONS:
        raise InputError(
            f"ESR({n}, {m}, {s}) is too large: C(n + m, m), the positions of one player, "
            f"may be at most {MOST_ESR_POSITIONS}"
        )


def esr_size(n: int, m: int, s: int) -> tuple[int, int]:
    """Positions and edges of `races_and_heaps.esr_graph(n, m, s)`, without building it.

    Raises:
        InputError: as `check_esr`.
    """
    check_esr(n, m, s)
    states, moves = _census(n, m, s)
    positions = edges = 0
    for t, here in enumerate(states):
        opponents = here + (states[t + 1] if t + 1 < len(states) else 0)
        positions += here * opponents
        edges += moves[t] * opponents
    return positions + 1, edges


def _census(n: int, m: int, s: int) -> tuple[list[int], list[int]]:
    """By tempo: a player's undecided positions, and the occupied squares outside home summed over them."""
    length = max(home * n + (m - home) * (n - 1) for home in range(s)) + 1
    states, moves = [0] * length, [0] * length
    for home in range(s):
        for tempo, count in enumerate(_gaussian(m - home, n)):
            states[home * n + tempo] += count
        # a square q is occupied: one piece there, the others anywhere
        others = _gaussian(m - home - 1, n)
        for tempo, count in enumerate(_times_run(others, n)):
            moves[home * n + tempo] += count
    return states, moves


def _gaussian(pieces: int, squares: int) -> list[int]:
    """Multisets of pieces on the squares 0 to squares - 1, by the sum of the squares: a Gaussian binomial coefficient.

    With small <= large the two of pieces and squares - 1: the product of (1 - x^(large + i)) / (1 - x^i), i = 1, ..., small.
    """
    degree = pieces * (squares - 1)
    small, large = sorted((pieces, squares - 1))
    coefficients = [1] + [0] * degree
    for i in range(1, small + 1):
        for power in range(degree, large + i - 1, -1):
            coefficients[power] -= coefficients[power - large - i]
        for power in range(i, degree + 1):
            coefficients[power] += coefficients[power - i]
    return coefficients


def _times_run(polynomial: list[int], length: int) -> list[int]:
    """The polynomial times 1 + x + ... + x^(length - 1)."""
    coefficients, window = [], 0
    for power in range(len(polynomial) + length - 1):
        window += polynomial[power] if power < len(polynomial) else 0
        window -= polynomial[power - length] if power >= length else 0
        coefficients.append(window)
    return coefficients


MOST_SIMULATED = 1_000_000_000
"""Most games in one sample."""


def is_kept(game: Game, first: str, second: str) -> bool:
    """Whether the tables hold samples of two agents: those whose exact chance a second program can compute as well.

    That is, both agents sample, or both play a subtraction game and do not sample.
    """
    if playouts_of(first) is None or playouts_of(second) is None:
        return isinstance(game, Subtraction) and first in AGENTS and second in AGENTS
    return True


def simulated_starts(game: Game, lowest: int) -> list[Game]:
    """Starts of the games: a race's start, or every heap from `lowest` up to the game's.

    Raises:
        ValueError: there is no such heap.
    """
    if not isinstance(game, Subtraction):
        return [game]
    if not 0 <= lowest <= game.heap:
        raise ValueError("heaps go up")
    return [Subtraction(game.rules, heap) for heap in range(lowest, game.heap + 1)]
