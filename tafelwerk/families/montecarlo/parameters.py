"""What several questions and builds share: parameters of games, positions, agents and playouts, and the rows of a key.

On the command line a game is words and options, `subtraction 50 --moves 1,2`, or as it is printed, as agents are: DSC(10),
ESR(5,6,1), S(1,2)(50), MC(100); elsewhere it is an object, or a text.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.montecarlo import rules
from tafelwerk.parameters import Options, Parameter
from tafelwerk.spelling import name_key

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


T = TypeVar("T")

Moves = Annotated[str, Parameter("A,B[,...]", "Numbers of tokens that a move may take.", option="--moves")]
Overshoot = Annotated[
    str,
    Parameter("wins|loses|illegal", "Result of taking more tokens than are left. Default: wins.", option="--overshoot"),
]


PrintedRules = Annotated[
    tuple[str, ...],
    Parameter("GAME", "Game as it is printed, such as S(1,2), instead of --moves.", is_argument=True, several=True),
]


class RulesOptions(Options[rules.SubtractionRules]):
    """A subtraction game as it is printed, or its moves; and the result of taking more than is left."""

    words: PrintedRules = ()
    moves: Moves | None = None
    overshoot: Overshoot | None = None

    @property
    def value(self) -> rules.SubtractionRules:
        text = " ".join(self.words)
        if re.fullmatch(r"[\d\s,]+", text) and self.moves is None:
            return rules.read_rules(text, self.overshoot)
        game = read_heap_rules(self.words or (rules.Subtraction.name,), self.moves, self.overshoot)
        if game is None:
            raise InputError(f"the game is written S(1,2), or subtraction --moves A,B[,...], not {in_quotes(text)}")
        return game


def parse_rules(text: str) -> rules.SubtractionRules:
    """The rules of a text: S(1,2), or as `rules.parse_rules` reads them.

    Raises:
        InputError: the text is not rules.
    """
    return rules.parse_rules(spell_out(text).removeprefix(f"{rules.Subtraction.name} "))


Rules = Annotated[
    rules.SubtractionRules,
    Parameter(
        "RULES",
        "Rules of a subtraction game.",
        parse=parse_rules,
        write=lambda given: given.options,
        options=RulesOptions,
    ),
]


class GameWords(Options[T]):
    """Words that name a game, and the rules of a subtraction game."""

    words: Annotated[
        tuple[str, ...],
        Parameter("GAME", "esr N M S | dsc N | dsr N | subtraction HEAP --moves A,B[,...]", several=True),
    ]
    moves: Moves | None = None
    overshoot: Overshoot | None = None


class GameOptions(GameWords[rules.Game]):
    """Words that name a game."""

    @property
    def value(self) -> rules.Game:
        return rules.read_game(self.words, self.moves, self.overshoot)


Game = Annotated[rules.Game, Parameter("GAME", "The game.", parse=rules.parse_game, options=GameOptions)]


At = Annotated[
    rules.Position,
    Parameter(
        "POSITION",
        'Position instead of the start, seen by the player to move: a heap; dsc, dsr: "2 3", the fields gone by each player; '
        'esr: "5,4,0 / 6,6,3", the squares of each player\'s pieces, home included.',
        parse=rules.read_position,
        write=lambda given: f'"{given}"',
        option="--at",
        needs=("game",),
    ),
]


def read_single(word: str) -> rules.Playouts:
    """One number of playouts; a range is refused with the command for several.

    Raises:
        InputError: the word is no number of playouts.
    """
    if ends := RANGE.fullmatch(word):
        line = f"tafelwerk montecarlo curve GAME --k-max {ends[1]}"
        raise InputError(f"k is one number, or inf, not the range {word.strip()}; for all of them: {line}")
    return rules.read_playouts(word)


RANGE = re.compile(r"\s*\d+\s*(?:\.{2,3}|-|–|:|to)\s*(\d+)\s*", re.ASCII)

Playouts = Annotated[
    rules.Playouts,
    Parameter("K", "Playouts per candidate: 1 or more, or inf.", parse=read_single, is_argument=False),
]


Rival = Annotated[
    rules.Playouts,
    Parameter(
        "K2", "Playouts per candidate of the rival: 1 or more, or inf.", parse=rules.read_rival, is_argument=False
    ),
]
First = Annotated[
    str,
    Parameter(
        "AGENT",
        f"Agent that moves first: mc:K, mc:inf, {', '.join(rules.AGENTS)}.",
        parse=rules.read_agent,
        is_argument=False,
    ),
]
Second = Annotated[str, Parameter("AGENT", "Agent that moves second.", parse=rules.read_agent, is_argument=False)]

LargestK = Annotated[int, Parameter("K", "Largest k.", 1, rules.LARGEST_K, is_argument=False)]
Points = Annotated[int, Parameter("P", "Number of log-spaced values of k. Default: every k.", 2, rules.MOST_POINTS)]
LargestHeap = Annotated[int, Parameter("N", "Largest heap.", 1, rules.LARGEST_HEAP, is_argument=False)]


def title_at(game: rules.Game, at: rules.Position | None) -> str:
    """The game and the position to start from, for display."""
    return game.title + ("" if at is None else f" from {at}")


def select(
    book: "Book", columns: str, table: str, key: Mapping[str, object], more: str = "", *arguments: object
) -> list[tuple[Any, ...]]:
    """Columns of the rows of a table with a key; `more` continues the condition."""
    same = " AND ".join(f"{name} = ?" for name in key)
    sql = f"SELECT {columns} FROM {rules.FAMILY}.{table} WHERE {same} {more}"
    return book.rows(rules.FAMILY, sql, *key.values(), *arguments)


NAMES = {
    "crashrace": "dsc",
    "doublestepcrashrace": "dsc",
    "doublesteprace": "dsr",
    "singlesteprace": "esr",
}
"""What races are called, by the letters of their names."""

IN_WORDS = re.compile(r"(?:the )?([a-z]+(?:[ -][a-z]+)*)\s*(\(?[\d\s,]*\)?)", re.IGNORECASE)

RACE = re.compile(r"(esr|dsc|dsr)\s*(?:\(([\d\s,]*)\)|([\d\s]*))", re.IGNORECASE)

SUBTRACTION = re.compile(
    r"s\s*_?\s*(?:\((?P<moves>[\d\s,]+)\)|\{(?P<set>[\d\s,]+)\})"
    r"\s*(?:\(\s*(?P<heap>\d+)\s*(?:,\s*overshoot\s+(?P<end>\w+)\s*)?\)|(?P<bare>\d*))",
    re.IGNORECASE,
)


def spell_out(text: str, moves: str | None = None, overshoot: str | None = None) -> str:
    """A printed game in the words of the command line: "dsc 10" for DSC(10) or "crash race 10"; another text as it is.

    Args:
        text: the game.
        moves, overshoot: options besides, which S(1,2)(50) has itself.

    Raises:
        InputError: moves or the result of overshooting are given twice.
    """
    text = text.strip()
    if (called := IN_WORDS.fullmatch(text)) and (code := NAMES.get(name_key(called[1]))):
        text = f"{code} {called[2]}".strip()
    if race := RACE.fullmatch(text):
        name, printed, plain = race.groups()
        return " ".join([name.lower(), *re.findall(r"\d+", printed or plain or "")])
    game = SUBTRACTION.fullmatch(text)
    if game is None:
        return text
    if moves is not None or (overshoot is not None and game["end"] is not None):
        raise InputError(
            f"{text} names its rules itself: leave {'--moves' if moves is not None else '--overshoot'} out"
        )
    taken = ",".join(re.findall(r"\d+", game["moves"] or game["set"]))
    end = f" --overshoot {game['end'].lower()}" if game["end"] else ""
    return f"subtraction {game['heap'] or game['bare']} --moves {taken}{end}".replace("  ", " ")


def parse_printed(text: str) -> rules.Game:
    """The game of a text, as it is printed or in the words of the command line.

    Raises:
        InputError: the text is not a game.
    """
    return _parse_spelled(text, spell_out(text))


def _parse_spelled(text: str, spelled: str) -> rules.Game:
    """The game of a text that has been spelled out; raises InputError, with the text as it was given."""
    if spelled.startswith(f"{rules.Subtraction.name} --moves ") and spelled != text:
        raise InputError(f"{in_quotes(text)} has no heap: write {text.strip()}(50), with the number of tokens")
    return rules.parse_game(spelled)


def read_words(words: Sequence[str], moves: str | None, overshoot: str | None) -> rules.Game:
    """The game that words of a command line name, as it is printed or word by word.

    Raises:
        InputError: there is no such game.
    """
    text = " ".join(words)
    spelled = spell_out(text, moves, overshoot)
    if moves is None and " --moves " in spelled:
        return _parse_spelled(text, spelled + ("" if overshoot is None else f" --overshoot {overshoot}"))
    return rules.read_game(spelled.split(), moves, overshoot)


def read_heap_rules(words: Sequence[str], moves: str | None, overshoot: str | None) -> rules.SubtractionRules | None:
    """The rules that S(1,2) or `subtraction --moves 1,2` names, without a heap; None if the words name something else.

    Raises:
        InputError: there are no such rules.
    """
    spelled = spell_out(" ".join(words), moves, overshoot)
    if spelled == rules.Subtraction.name:
        return rules.read_rules(moves, overshoot)
    if not spelled.startswith(f"{rules.Subtraction.name} --moves "):
        return None
    end = "" if overshoot is None else f" --overshoot {overshoot}"
    return rules.parse_rules(spelled.removeprefix(rules.Subtraction.name) + end)


SIZES = {"dsc": ("10",), "dsr": ("10",), "esr": ("5", "2", "1"), "subtraction": ("20",)}
"""Sizes of a game that is named without one, to be played."""


def read_start(words: Sequence[str], moves: str | None, overshoot: str | None) -> rules.Game:
    """The game to be played: the sizes may be left out, and so may 1,2, the moves of a subtraction game.

    Raises:
        InputError: there is no such game.
    """
    spelled = spell_out(" ".join(words), moves, overshoot) or "dsc"
    names, _, options = spelled.partition(" --")
    arguments = names.split()
    if len(arguments) == 1:
        arguments += SIZES.get(arguments[0], ())
    if arguments[0] == rules.Subtraction.name and not options:
        moves = moves or "1,2"
    if not options:
        return rules.read_game(arguments, moves, overshoot)
    end = "" if overshoot is None else f" --overshoot {overshoot}"
    return rules.parse_game(f"{' '.join(arguments)} --{options}{end}")


def parse_agent(word: str) -> str:
    """An agent, written mc:100, MC(100) or 100, in canonical form.

    Raises:
        InputError: the agent is unknown, or its number is out of range.
    """
    name = word.strip().lower()
    printed = re.fullmatch(r"(?:mc)?\s*\(?\s*(\d+|inf)\s*\)?", name)
    return rules.read_agent(f"mc:{printed[1]}" if printed else name)


def agent_title(agent: str) -> str:
    """An agent for people: MC(100) for mc:100, "perfect play"."""
    kind, _, count = agent.partition(":")
    if kind == "mc":
        return f"MC({count})"
    return f"{agent} play" if agent in ("perfect", "random", "careful", "half-perfect") else agent


GAME_HELP = "Game: DSC(10), DSR(8), ESR(5,6,1) or S(1,2)(50); in words: dsc N, dsr N, esr N M S, subtraction HEAP with its moves."
"""How a game is written, for help and pages."""


class PrintedOptions(GameOptions):
    """Words that name a game, or its printed name."""

    words: Annotated[
        tuple[str, ...],
        Parameter(
            "GAME",
            GAME_HELP,
            several=True,
        ),
    ]

    @property
    def value(self) -> rules.Game:
        return read_words(self.words, self.moves, self.overshoot)


PrintedGame = Annotated[rules.Game, Parameter("GAME", "The game.", parse=parse_printed, options=PrintedOptions)]
