"""The family's parameters as the command line says them: the variant, the strategy, the end of a game, the beams so far."""

import re
from typing import Annotated

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.beams import rules
from tafelwerk.families.beams.rules import (
    COLOURS,
    FEWEST_QUERIES,
    FINISHES,
    MOST_ABOVE,
    STORED,
    TIES,
    VARIANTS,
    WINDOWS,
    Finish,
    Square,
    Tie,
    finish_rule,
    parse_strategy,
    read_history,
    square_variant,
    tie_rule,
    variant,
    variant_of,
    variant_options,
    write_history,
)
from tafelwerk.parameters import Options, Parameter
from tafelwerk.rules.deduction import MOST_DEPTH, Optimal

_TIES = "Tie-break: lowest colour (lex-c{}), lowest diagonal (lex-d), uniformly random (mix)."
_STRATEGY = (
    "Strategy: optimal, improved, h-prime, u, or hA for greatest entropy of order A, such as h0, h0.5, h1, hinf."
)


MOST_QUERIES = max(FEWEST_QUERIES.values()) - 1
"""Largest number of queries that is proved not to be enough."""

MOST_FIRST = 10_000
"""Largest number of codes of a bitset that are listed."""

TieWord = Annotated[str, Parameter("|".join(TIES), _TIES.format(", default"))]
MaxDepth = Annotated[
    int, Parameter("D", "Most queries allowed for any code; the strategy is optimal under this limit.", 1, MOST_DEPTH)
]
LeastDepth = Annotated[
    bool, Parameter("", "Of the strategies of least total one with the least maximum number of queries.")
]
Within = Annotated[
    int,
    Parameter(
        "D",
        "Optimal strategy among those that find as many codes as possible with at most D queries.",
        1,
        MOST_DEPTH,
    ),
]
Shallowest = Annotated[
    bool,
    Parameter("", "Least maximum number of queries, then the least total; with optimal or improved."),
]


class VariantOptions(Options[str]):
    """The options that name a variant, or a small board of squares."""

    variant: (
        Annotated[str, Parameter("V", f"Variant: {', '.join(VARIANTS)} (colours and fields per piece, or the board).")]
        | None
    ) = None
    board: Annotated[str, Parameter("RxC", "Small board of squares instead of a variant: rows x columns.")] | None = (
        None
    )
    colors: (
        Annotated[
            int,
            Parameter(
                "N",
                "Number of colours on that board; must divide its number of fields.",
                COLOURS.start,
                COLOURS.stop - 1,
                aliases=("--colours",),
            ),
        ]
        | None
    ) = None
    windows: (
        Annotated[
            str,
            Parameter(
                "|".join(WINDOWS),
                "Windows of boards of squares: on all four sides, or one per direction: row, column and diagonal. "
                "Default: sides.",
            ),
        ]
        | None
    ) = None
    name: Annotated[str | None, Parameter("VARIANT", "The same without an option's name.", is_argument=True)] = None

    @property
    def value(self) -> str:
        """Name of the variant.

        Raises:
            InputError: no variant or two, an incomplete board, or a board that `square_variant` refuses.
        """
        return self.name_or(None)

    def name_or(self, default: str | None) -> str:
        """Name of the variant, or `default` if none is given; raises as `value` does."""
        if self.name is not None and self.variant is not None:
            raise InputError(f"{in_quotes(self.name)} names the variant, and --variant does, too; give one of them")
        word = self.name or self.variant
        if self.board is None:
            if self.colors is not None:
                raise InputError("--colors needs --board RxC; every --variant has a fixed number of colours")
            return self._of_variant(word or default)
        if word is not None:
            raise InputError("--variant and --board do not go together; give one of them")
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX×*]\s*([0-9]{1,3})\s*", self.board)
        if match is None:
            raise InputError(f"--board must be RxC, rows and columns, such as 4x4, not {in_quotes(self.board)}")
        if self.colors is None:
            raise InputError(f"--board {self.board} needs --colors N, a number that divides its fields")
        return square_variant(int(match[1]), int(match[2]), self.colors, self.windows or WINDOWS[0]).name

    def _of_variant(self, word: str | None) -> str:
        if word is None:
            raise InputError(f"name a variant, one of {', '.join(VARIANTS)}, or a board such as 4x4c4")
        chosen = variant_of(word)
        if self.windows is None:
            return chosen.name
        if not isinstance(chosen.shape, Square):
            raise InputError(f"--windows is for boards of squares, not for {chosen.name}")
        return square_variant(chosen.shape.rows, chosen.shape.columns, chosen.colours, self.windows).name


def strategy_of(word: str | None, tie: str | None, **aims: int | bool | None) -> rules.Strategy:
    """The strategy of these options; without a word the optimal one where it has an aim, otherwise h1.

    Args:
        word, tie, aims: as of `rules.strategy`, which raises.
    """
    has_aim = any(aim not in (None, False) for aim in aims.values())
    return rules.strategy(word or (Optimal().name if has_aim else rules.STAND_IN.name), tie, **aims)  # type: ignore[arg-type]


class StrategyOptions(Options[rules.Strategy]):
    """The options that name a strategy."""

    strategy: Annotated[str | None, Parameter("S", f"{_STRATEGY} Default: h1, or optimal with an aim.")] = None
    tie: TieWord | None = None
    max_depth: MaxDepth | None = None
    least_depth: LeastDepth = False
    within: Within | None = None
    shallowest: Shallowest = False

    @property
    def value(self) -> rules.Strategy:
        """The strategy.

        Raises:
            InputError: there is none, or it has no such tie rule or aim.
        """
        return strategy_of(
            self.strategy,
            self.tie,
            max_depth=self.max_depth,
            least_depth=self.least_depth,
            within=self.within,
            shallowest=self.shallowest,
        )


def _strategy_options(chosen: rules.Strategy) -> str:
    return chosen.options


def _read_finish(word: str | None) -> Finish | None:
    """The rule by which a game ends; None for the usual one."""
    rule = finish_rule(word)
    return None if rule == "certain" else rule


def read_beams(name: str, text: str) -> str:
    """Beams as `write_history` writes them, from their text.

    Raises:
        InputError: an invalid entry, or a diagonal used twice.
    """
    try:
        return write_history(read_history(text, variant_of(name)))
    except InputError as error:
        raise InputError(f"--{error}") from None


def _quoted_beams(text: str) -> str:
    return f'"{text}"' if text else ""


VariantName = Annotated[
    str,
    Parameter(
        "V",
        f"Variant: {', '.join(VARIANTS)}, or a small board of squares such as 4x4c4, 4 rows and columns with 4 colours.",
        parse=variant,
        write=variant_options,
        options=VariantOptions,
    ),
]
StoredVariant = Annotated[
    str, Parameter("V", f"Variant: {', '.join(STORED)}.", parse=variant, is_argument=False, option="--variant")
]
Strategy = Annotated[
    rules.Strategy,
    Parameter("S", _STRATEGY, parse=parse_strategy, write=_strategy_options, options=StrategyOptions),
]
TieRule = Annotated[Tie, Parameter("|".join(TIES), _TIES.format(""), parse=tie_rule)]
Ending = Annotated[
    Finish,
    Parameter(
        "|".join(FINISHES),
        "End of a game: at one code left, or also where laying a filling costs less. Default: certain.",
        parse=_read_finish,
    ),
]
Beams = Annotated[
    str,
    Parameter(
        '"1@17 2,4; ..."',
        "Beams so far: colour@diagonal, then the places hit, - for none; all from 1.",
        parse=read_beams,
        write=_quoted_beams,
        needs=("variant",),
    ),
]
First = Annotated[int, Parameter("N", "Number of codes to list.", 0, MOST_FIRST, option="--most")]
Above = Annotated[
    int,
    Parameter(
        "N",
        "Lower bound of the total of every strategy, sharper for smaller N.",
        1,
        MOST_ABOVE,
        is_argument=False,
        option="--bound",
    ),
]
Queries = Annotated[
    int,
    Parameter(
        "Q",
        "Proof that every strategy takes more than Q queries for some code: 3c6p up to 4.",
        1,
        MOST_QUERIES,
        is_argument=False,
        option="--more-than",
    ),
]
