"""The score of a finished game, its value, who won it and the points of every player; and a list of games, one per line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from shlex import quote
from typing import Annotated, Any, NamedTuple

from tafelwerk.commands.fitting import Column, fit_table
from tafelwerk.commands.output import console
from tafelwerk.errors import ContentError, InputError, in_quotes
from tafelwerk.families.skat.board import contract_text, value_text
from tafelwerk.families.skat.language import fault_text
from tafelwerk.families.skat.parameters import GAMES, cards_words, game_word, read_argument
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import (
    NOT_OF_THE_ORDER,
    WIN,
    Game,
    mask_of,
    order,
    read_cards,
    read_game,
    term,
    titled,
)
from tafelwerk.frozen import frozen
from tafelwerk.language import count_noun, join_words, say
from tafelwerk.parameters import Parameter, Parsed, slots
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.questions import Question, Text

LARGEST_VALUE = 270
"""Largest value: diamonds, overbid at 264."""

MOST_GAMES = 10_000
"""Games of a list."""

TABLES = tuple(contracts.OTHERS_POINTS)
"""Numbers of players at a table."""

OVERBID = ("overbid", "überreizt")
RESULTS = {
    "won": True,
    "wins": True,
    "gewonnen": True,
    "gewinnt": True,
    "lost": False,
    "loses": False,
    "verloren": False,
    "verliert": False,
    **dict.fromkeys(OVERBID, False),
}
PASSED = ("passed", "all passed", "eingepasst", "gepasst", "passe", "alle passen")
HEADS = ("players:", "spieler:")
FLAGS = {"hand": "hand", "ouvert": "ouvert", "offen": "ouvert"}
NUMBERS = {
    "with": "matadors",
    "mit": "matadors",
    "without": "matadors",
    "ohne": "matadors",
    "points": "points",
    "augen": "points",
    "tricks": "tricks",
    "stiche": "tricks",
    "bid": "bid",
    "gereizt": "bid",
    "game": "multiplier",
    "spiel": "multiplier",
    "spielt": "multiplier",
}
LEVELS = ("announced", "angesagt")
LEVELS_ANNOUNCED = re.compile(
    r"\b(schneider|schwarz)\s+(?:announced|angesagt)\b|\b(?:announced|angesagt)\s+(schneider|schwarz)\b", re.IGNORECASE
)
MADE = ("schneider", "schwarz")
"""Words of a line, in English and German, and the parameters of `skat score` that they give or, the last, that say them again."""

UNITS = ("points", "punkte", "augen")
FILLERS = ("bis", "up", "to")
"""Words behind a value, and words that say nothing."""

_NUMBERING = re.compile(r"\s*[0-9]{1,4}[.)]\s+(?=\D)")
_MARKS = ",;:–=|"
_SCORE = re.compile(r"([+-]?)([0-9]{1,4})")
_BOTH_SIDES = re.compile(r"([0-9]{1,3})[:/]([0-9]{1,3})")
"""A line's number; marks around its words; a score as a list has it; the points of both sides, such as 70:50."""

NUMERALS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "einem": 1,
    "einen": 1,
    "ein": 1,
    "zweien": 2,
    "zwei": 2,
    "dreien": 3,
    "drei": 3,
    "vieren": 4,
    "vier": 4,
}
"""Numbers of jacks in words."""


def read_matadors(text: str) -> int:
    """Matadors as players say them: "with 2" and "mit 2" are 2, "without 2" and "ohne zwei" are -2; 2 and -2 stay.

    Raises:
        InputError: it is nothing of the kind.
    """
    match = re.fullmatch(
        r"(?:(with|mit|without|ohne)\s*)?([+-]?)\s*(\d{1,2}|[a-z]+)(?:\s*,?\s*(?:game|spielt?)\s+(\d{1,2}|[a-z]+))?",
        text.strip().lower(),
    )
    count, multiplier = (None, None) if match is None else (_numeral(match[3]), _numeral(match[4] or ""))
    if match is None or count is None or (match[1] and match[2]) or (match[4] and multiplier != count + 1):
        raise InputError(
            say('--matadors: write 2 or "with 2", -2 or "without 2", not {given}', given=in_quotes(text.strip()))
        )
    return -count if match[1] in ("without", "ohne") or match[2] == "-" else count


def _numeral(word: str) -> int | None:
    return NUMERALS.get(word, int(word) if word.isdigit() else None)


class PlayedGame(NamedTuple):
    """A game of a list: its declarer and its score."""

    player: str
    score: contracts.Score


@frozen
class GameList:
    """A list of games.

    Attributes:
        text: the list as written.
        players: names of the players, as listed or in the order of their first games.
        is_complete: whether all players are listed.
        games: the games.
        passed: number of deals that all passed.
    """

    text: str
    players: tuple[str, ...]
    is_complete: bool
    games: tuple[PlayedGame, ...]
    passed: int

    def __str__(self) -> str:
        return self.text


@frozen
class PlayerTotals:
    """What a player has from a list of games.

    Attributes:
        games: games as declarer.
        won, lost: of these, games won and lost.
        score: sum of the scores as declarer.
        seeger_fabian: points after Seeger and Fabian.
    """

    games: int
    won: int
    lost: int
    score: int
    seeger_fabian: int


@answer
class ScoreSheet(Answer):
    """The points of all players of a list of games.

    Attributes:
        players: what each player has, by name, in the order of the list.
        table: number of players at the table.
        games: number of games.
        passed: number of deals that all passed.
    """

    players: Mapping[str, PlayerTotals]
    table: int
    games: int
    passed: int


def parse(text: str, score_of: Callable[..., contracts.Score]) -> GameList:
    """The games in a text, one per line.

    Args:
        text: the text.
        score_of: scores a game by the parameters of `skat score`.

    Raises:
        ContentError: a line is no game (the message has its number), there is no game or too many players.
    """
    try:
        return _parse(text, score_of)
    except InputError as fault:
        raise ContentError(str(fault)) from None


def sheet_text(sheet: ScoreSheet) -> Any:
    """A sheet for people, the leader first."""
    from rich.console import Group
    from rich.text import Text

    ranked = sorted(sheet.players.items(), key=lambda item: -item[1].seeger_fabian)
    columns = [
        Column(term("player"), [name for name, _ in ranked]),
        Column(term("games"), [player.games for _, player in ranked], goes=1),
        Column(term("won"), [player.won for _, player in ranked]),
        Column(term("lost"), [player.lost for _, player in ranked]),
        Column(term("score"), [player.score for _, player in ranked]),
        Column("Seeger-Fabian", [player.seeger_fabian for _, player in ranked]),
    ]
    games, others = count_noun(sheet.games, "game"), contracts.OTHERS_POINTS[sheet.table]
    passed = say(", {count} deals passed", count=sheet.passed) if sheet.passed else ""
    if sheet.passed == 1:
        passed = say(", 1 deal passed")
    below = say(
        "{games}{passed}. Seeger-Fabian at a table of {table}: the score, {game_points} for each game "
        "won, -{game_points} for each lost, and {others} for each that another player lost.",
        games=games,
        passed=passed,
        table=sheet.table,
        game_points=contracts.GAME_POINTS,
        others=others,
    )
    if len(sheet.players) < sheet.table:
        below += say(" Who never declared is missing; a first line names all: players: Anna, Bert, Carla.")
    return Group(fit_table(columns, console().width), "", Text(below))


def totals(played: GameList, table: int) -> ScoreSheet:
    """The points of all players at a table of 3 or 4."""
    return ScoreSheet(
        players={name: _of_player(name, played.games, table) for name in played.players},
        table=table,
        games=len(played.games),
        passed=played.passed,
    )


def _of_player(name: str, games: Sequence[PlayedGame], table: int) -> PlayerTotals:
    own = [game.score for game in games if game.player == name]
    won = sum(score.won for score in own)
    points = sum(contracts.side_points(game.score, alone=game.player == name, players=table) for game in games)
    return PlayerTotals(len(own), won, len(own) - won, sum(score.score for score in own), points)


def _parse(text: str, score_of: Callable[..., contracts.Score]) -> GameList:
    names: list[str] = []
    is_complete, passed = False, 0
    games: list[PlayedGame] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = _NUMBERING.sub("", line.partition("#")[0], 1).strip()
        words = [word.strip(_MARKS) for word in re.split(r"[\s;]+", plain) if word.strip(f"{_MARKS}-")]
        head, _, listed = plain.partition(" ")
        if not words:
            continue
        try:
            if head.lower() in HEADS:
                if names:
                    raise InputError(say("the players are named before the games"))
                names, is_complete = _names(listed), True
            elif " ".join(words).lower().rstrip(".") in PASSED:
                passed += 1
            else:
                games.append(_game(words, names if is_complete else (), score_of))
                _seat(games[-1].player, names, is_complete)
            if len(games) > MOST_GAMES:
                raise InputError(say("a list has at most {most_games} games", most_games=MOST_GAMES))
        except InputError as fault:
            raise InputError(f"{say('line')} {number}: {fault_text(str(fault))}") from None
    if not games and not passed:
        raise InputError(say("it has no game; write one per line, such as: Anna won 48"))
    return GameList(text, tuple(names), is_complete, tuple(games), passed)


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) not in TABLES or len({*names}) < len(names) or "" in names:
        raise InputError(say("name three or four different players, such as: players: Anna, Bert, Carla"))
    return names


def _seat(player: str, names: list[str], is_complete: bool) -> None:
    """Add a declarer to the names if there is room."""
    if player in names:
        return
    if is_complete:
        players = join_words(names)
        raise InputError(say("{player} is not among the players {given}", player=in_quotes(player), given=players))
    if len(names) == max(TABLES):
        players = join_words(names)
        raise InputError(
            say(
                "{player} is a fifth player after {given}; a list is of one table",
                player=in_quotes(player),
                given=players,
            )
        )
    names.append(player)


def _game(words: list[str], listed: Sequence[str], score_of: Callable[..., contracts.Score]) -> PlayedGame:
    """A line's game; a listed player's name may have a game's in it."""
    plain = [word.lower() for word in words]
    of_name = max((len(name.split()) for name in listed if words[: len(name.split())] == name.split()), default=0)
    for name in NOT_OF_THE_ORDER:
        if name.lower() in plain[of_name:]:
            raise InputError(say("the Skat Order has no {name}", name=name))
    behind = of_name or 1
    game_at = next((number for number, word in enumerate(plain[behind:], behind) if _named_game(word)), None)
    if game_at is None and plain[-1] in UNITS and RESULTS.keys() & plain[-3:-2]:
        words, plain = words[:-1], plain[:-1]
    result = RESULTS.get(plain[-2]) if len(words) > 2 else None
    if game_at is None and result is not None:
        return PlayedGame(" ".join(words[:-2]), _score_by_value(words[-1], won=result))
    if game_at is None and len(words) == behind + 1 and (entry := _SCORE.fullmatch(words[-1])):
        return PlayedGame(" ".join(words[:-1]), _score_by_entry(entry[2], is_lost=entry[1] == "-"))
    if game_at is None:
        raise InputError(
            say(
                "{given} is no game: write NAME won VALUE, NAME lost VALUE, or NAME, the game and its result, such as: Anna "
                "clubs with 2 hand points 68 bid 36",
                given=in_quotes(" ".join(words)),
            )
        )
    kind, player, facts = read_game(plain[game_at]), words[:game_at], plain[game_at + 1 :]
    if game_at > behind and plain[game_at - 1] in RESULTS:
        player, facts = player[:-1], [plain[game_at - 1], *facts]
    return PlayedGame(" ".join(player), _score_by_result(kind, facts, score_of))


def _named_game(word: str) -> bool:
    """Whether a word names a game."""
    try:
        read_game(word)
    except InputError:
        return False
    return True


def _score_by_entry(number: str, *, is_lost: bool) -> contracts.Score:
    """The score of a game as a sheet has it: the value, or minus twice the value."""
    value, is_odd = divmod(int(number), 2) if is_lost else (int(number), 0)
    if is_odd:
        raise InputError(say("a lost game counts double: -{number} is odd", number=number))
    return _score_by_value(str(value), won=not is_lost)


def _score_by_value(word: str, *, won: bool) -> contracts.Score:
    """The score of a game by its value."""
    value = whole(say("the value"), word, contracts.BIDS[0], LARGEST_VALUE)
    if won or all(value % base for base in contracts.BASE.values()):
        contracts.check_bid(value)
    return contracts.Score(won, False, 0, value, value if won else -2 * value)


def _score_by_result(game: Game, words: Sequence[str], score_of: Callable[..., contracts.Score]) -> contracts.Score:
    """The score of a game by its result; what follows from it may be said too."""
    options, made, value = _facts(game, words)
    claimed = next((RESULTS[word] for word in words if word in RESULTS), None)
    if value is not None and game is not Game.NULL and "matadors" not in options:
        raise InputError(
            say(
                "missing: {missing}; if {number} is the value, leave out the game: NAME {result} {number}",
                missing=say("matadors (with N or without N)"),
                number=value,
                result=term("won" if claimed else "lost"),
            )
        )
    if game is not Game.NULL and "matadors" not in options:
        raise InputError(say("missing: with N or without N, such as: with 2"))
    _check_multiplier(game, options)
    if claimed is not None and game is not Game.NULL and "points" not in options:
        announced = "schwarz" if options.get("ouvert") else options.get("announce")
        options |= _least_result(made, announced, won=claimed)
    if game is Game.NULL and "tricks" not in options:
        raise InputError(say("missing: won or lost"))
    if game is not Game.NULL and "points" not in options:
        raise InputError(say("missing: won or lost, or points P"))
    if made:
        _check_made(made, options)
    try:
        score = score_of(game=game.value, **options)
    except InputError as fault:
        raise InputError(_without_options(str(fault))) from None
    if not score.overbid and any(word in OVERBID for word in words):
        if "bid" not in options:
            raise InputError(say("missing: bid N; an overbid game counts as the multiple that reaches the bid"))
        raise InputError(
            say("the game is not overbid: {value} is at least the bid of {bid}", value=score.value, bid=options["bid"])
        )
    if claimed and score.overbid:
        raise InputError(say("the game is overbid: it is worth less than the bid of {bid}", bid=options["bid"]))
    if claimed not in (None, score.won):
        raise InputError(say("the game is {result} by its points", result=term("won" if score.won else "lost")))
    if value not in (None, score.value):
        raise InputError(say("the game is worth {value}, not {given}", value=score.value, given=value))
    return score


def _least_result(made: Sequence[str], announced: str | None, *, won: bool) -> dict[str, Any]:
    """Card points, and tricks of Schwarz, of a game that was won or lost and made these levels: all such have the same score."""
    if "schwarz" in made or (won and announced == "schwarz"):
        return {"points": 120 if won else 0, "tricks": 10 if won else 0}
    if won:
        return {"points": 90 if made or announced else WIN}
    return {"points": 30 if made else WIN - 1}


def _without_options(fault: str) -> str:
    """A refusal in the words of a line, which has no options."""
    for level in Level:
        fault = fault.replace(f"--announce {level}", f"{term('announced')} {level.capitalize()}")
    return re.sub(r"--(\w+)", lambda match: term(match[1].capitalize() if match[1] in FLAGS else match[1]), fault)


def _facts(game: Game, words: Sequence[str]) -> tuple[dict[str, Any], list[str], int | None]:
    """Parameters of `skat score`, levels that were made, and the number behind won or lost."""
    options: dict[str, Any] = {}
    made: list[str] = []
    value, left, is_null = None, list(words), game is Game.NULL
    has_result = any(word in RESULTS for word in left)
    if not is_null or any(NUMBERS.get(word) == "tricks" for word in left):
        # points or tricks say it as well
        left = [word for word in left if word not in RESULTS]
    while left:
        word = left.pop(0)
        after = left[0] if left else ""
        # "with 45 points", but not "with 2 points 68"
        is_filler = word in ("with", "mit") and NUMBERS.get("".join(left[1:2])) == "points"
        if word in FILLERS or (is_filler and not "".join(left[2:3]).isdigit()):
            continue
        if (sides := _BOTH_SIDES.fullmatch(word)) and int(sides[1]) + int(sides[2]) == 120:
            word, left = "points", [sides[1], *left]
            after = sides[1]
        # "68 points" is "points 68", and "Schneider announced" is "announced Schneider"
        if (word.isdigit() and after in NUMBERS) or (word in MADE and after in LEVELS):
            word, left[0] = after, word
        if is_null and word in RESULTS:
            # one trick is one too many
            word, left = "tricks", ["0" if RESULTS[word] else "1", *left]
        name = FLAGS.get(word) or NUMBERS.get(word) or ("announce" if word in LEVELS else None)
        if word in MADE and word not in made:
            if is_null:
                raise InputError(say("Null has no Schneider and no Schwarz; only Hand and Ouvert can be added"))
            made.append(word)
        elif word.isdigit() and has_result and value is None:
            value = whole(say("the value"), word, 0, 2 * LARGEST_VALUE)
        elif name is None or name in options:
            raise InputError(_unexpected_word(word, is_again=name is not None or word in made))
        elif word in FLAGS:
            options[name] = True
        elif not left:
            raise InputError(say("behind {word} something is missing", word=word))
        elif word in LEVELS:
            options[name] = left.pop(0)
        else:
            if left[0] in FILLERS and len(left) > 1:
                left.pop(0)
            number = left.pop(0)
            options[name] = whole(word, str(NUMERALS.get(number, number)), 0, LARGEST_VALUE)
            if word in ("without", "ohne"):
                options[name] *= -1
    return options, made, value


def _check_multiplier(game: Game, options: dict[str, Any]) -> None:
    """Take out "game 3", and refuse it where the matadors are not 2."""
    multiplier = options.pop("multiplier", None)
    if multiplier is None:
        return
    if game is Game.NULL:
        raise InputError(say("Null has no matadors"))
    if multiplier != (right := abs(options["matadors"]) + 1):
        raise InputError(
            say("with or without {count} is game {right}, not {given}", count=right - 1, right=right, given=multiplier)
        )


def _check_made(made: Sequence[str], options: dict[str, Any]) -> None:
    """Refuse levels that points or tricks contradict; Schwarz says the tricks where the line does not."""
    points = options["points"]
    if "schwarz" in made and "tricks" not in options and (points == 120 or points <= MOST_OF_SKAT):
        options["tricks"] = 10 if points == 120 else 0
    for level in made:
        if level == "schwarz" and "tricks" in options:
            is_made, facts = options["tricks"] in (0, 10), count_noun(options["tricks"], "trick")
        else:
            is_made, facts = level == "schneider" and contracts.is_schneider(points), count_noun(points, "point")
        if not is_made:
            raise InputError(
                say(
                    "{level} and {facts} do not go together; if it was announced, write: announced {level}",
                    level=level.capitalize(),
                    facts=facts,
                )
            )


def _unexpected_word(word: str, *, is_again: bool) -> str:
    if is_again:
        return say("{word} says again what was said", word=in_quotes(word))
    return say(
        "unknown word {word}; behind the game stand with N, without N, game N, hand, ouvert, schneider, schwarz, announced "
        "schneider, announced schwarz, points P, tricks T, bid B",
        word=in_quotes(word),
    )


MOST_MATADORS = 11
"""Matadors of a suit game at most: the jacks and all seven cards of the suit."""

MOST_OF_SKAT = 22
"""Card points of the Skat at most, two aces."""

SOME_TRICKS = 5
"""A number of tricks that leaves both parties some, where it is not given."""


class Level(StrEnum):
    """A level that can be announced with Hand."""

    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


@frozen
class TournamentPoints:
    """Points after Seeger and Fabian at a table.

    Attributes:
        declarer: of the declarer.
        others: of each other player, the dealer at a table of four included.
    """

    declarer: int
    others: int


@answer
class GameScore(Answer):
    """The score of a game.

    Attributes:
        value: value of the game; if overbid, the lowest multiple of the base value that reaches the bid.
        won: whether the declarer won.
        score: the declarer's score: the value, or minus twice the value.
        overbid: whether the game was worth less than the bid.
        multiplier: matadors, one for the game, and one for each level made or announced; None in Null.
        matadors: number of matadors, negative without them; None in Null.
        seeger_fabian: tournament points by the number of players at the table.
        explanation: the sum in words.
    """

    value: int
    won: bool
    score: int
    overbid: bool
    multiplier: int | None
    matadors: int | None
    seeger_fabian: Mapping[str, TournamentPoints]
    explanation: str


Games = Annotated[
    GameList,
    Parameter(
        "FILE",
        "Instead of one game, a score sheet: a file with a game per line, such as: Anna won 48. - is standard input.",
        parse=lambda text: parse(text, score_of),
        file="a game per line, such as: Anna won 48",
        option="--list",
    ),
]


Matadors = Annotated[
    int,
    Parameter("N", 'Matadors: 2 or "with 2", -2 or "without 2". In Null they do not count.', parse=read_matadors),
]


class Score(Question[GameScore | ScoreSheet], title="the score of a game"):
    """Score of a finished game by the International Skat Order: its value, won or lost, and the points after Seeger and Fabian;
    or a score sheet of a list of games.

    The matadors are given, or counted from the declarer's twelve cards. Levels that the tricks made are added: Schneider by card
    points, Schwarz by tricks. The Skat Order has no Ramsch, Kontra or Re.

    A list has a game per line: the declarer's name, won or lost, and the value; or the name, the game and the rest in words.

    Example: tafelwerk skat score --game spades --matadors 2 --hand --points 92 --tricks 9

    Example: tafelwerk skat score --game grand --cards "SJ HJ CA CT CK SA ST HA D7 D8 | H7 H8" --points 85 --bid 72

    Example: tafelwerk skat score --game null --ouvert --tricks 0 --bid 46 --json

    Example: tafelwerk skat score --list evening.txt --players 4
    """

    game: Annotated[str, Parameter("GAME", f"Game: {GAMES}.", parse=game_word)] | None = None
    matadors: Parsed[Matadors] | None = None
    cards: (
        Annotated[
            str,
            Parameter(
                '"CJ ..."',
                "The declarer's twelve cards, hand and Skat, instead of --matadors.",
                parse=cards_words("--cards", 12),
                write=quote,
            ),
        ]
        | None
    ) = None
    hand: Annotated[bool, Parameter("", "The Skat was not taken up.")] = False
    ouvert: Annotated[
        bool, Parameter("", "The declarer's cards lay open; except in Null, it says --hand and --announce schwarz.")
    ] = False
    announce: (
        Annotated[Level, Parameter("schneider|schwarz", "What was announced with Hand; schwarz includes schneider.")]
        | None
    ) = None
    points: (
        Annotated[int, Parameter("P", "Card points of the declarer with the Skat; in Null they do not count.", 0, 120)]
        | None
    ) = None
    tricks: (
        Annotated[
            int,
            Parameter("T", "Tricks of the declarer. Default: both parties have some. Needed in Null, 0 is won.", 0, 10),
        ]
        | None
    ) = None
    bid: Annotated[
        int, Parameter("BID", "The declarer's last bid, made or held.", contracts.BIDS[0], contracts.BIDS[-1])
    ] = contracts.BIDS[0]
    games: Parsed[Games] | None = None
    players: (
        Annotated[
            int,
            Parameter(
                "3|4", "Players at the table of a list, 3 or 4. Default: as many as it lists first, or 3.", *TABLES
            ),
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        if isinstance(self.game, str):
            # "null ouvert hand" says --ouvert and --hand too, "Grand Hand Schneider angesagt" --announce
            words = self.game.split()
            announced = LEVELS_ANNOUNCED.search(self.game)
            if announced is not None and self.announce is None:
                object.__setattr__(self, "announce", Level((announced[1] or announced[2]).lower()))
                words = LEVELS_ANNOUNCED.sub(" ", self.game).split()
            for word in words:
                if flag := FLAGS.get(word.lower()):
                    object.__setattr__(self, flag, True)
            object.__setattr__(self, "game", " ".join(word for word in words if word.lower() not in FLAGS) or self.game)
        super().__post_init__()

    def check(self) -> None:
        if self.announce not in (None, *Level):
            raise InputError(f"announce must be schneider or schwarz, not {self.announce}")
        if self.games is not None:
            _check_list(self)
            return
        if self.game is None or self.players is not None:
            raise InputError(
                say("give --game, for one game, or --list FILE, for a score sheet, which --players goes with")
            )
        read_argument("--bid", self.bid, contracts.check_bid)
        _check_contract(self)
        _check_given(self)
        if self.matadors is not None and not self.is_null:
            _check_matadors(self.kind, self.matadors)
        # refuses a Null below the bid and points that no such tricks have
        _ = self.result
        if not self.is_null:
            _check_tricks(self)

    @property
    def kind(self) -> Game:
        """The game."""
        assert self.game is not None
        return Game(self.game)

    @property
    def is_null(self) -> bool:
        """Whether the game is Null."""
        return self.kind is Game.NULL

    @property
    def table(self) -> int:
        """Number of players at the table of a list."""
        if self.players is None and isinstance(self.games, GameList) and self.games.is_complete:
            return len(self.games.players)
        return self.players or TABLES[0]

    @property
    def contract(self) -> contracts.Contract:
        """The contract; Ouvert with trumps is with Hand, and all tricks are announced."""
        if self.ouvert and not self.is_null:
            return contracts.Contract(self.kind, *[True] * 4)
        schwarz = self.announce == Level.SCHWARZ
        return contracts.Contract(self.kind, self.hand, self.announce is not None, schwarz, self.ouvert)

    @property
    def mask(self) -> int:
        """The declarer's twelve cards, or any twelve with the matadors that are given."""
        if self.cards is not None:
            return read_cards(self.cards)
        return cards_with(self.kind, 1 if self.is_null or self.matadors is None else self.matadors)

    @property
    def tricks_taken(self) -> int:
        """The declarer's tricks."""
        return SOME_TRICKS if self.tricks is None else self.tricks

    @property
    def goal(self) -> contracts.Goal | None:
        """What wins the game; None if nothing does."""
        return contracts.goal(self.contract, self.mask, self.bid)

    @property
    def result(self) -> contracts.Score:
        """The score."""
        return contracts.score(self.contract, self.mask, self.points or 0, self.tricks_taken, self.bid)

    def solve(self) -> GameScore | ScoreSheet:
        """By the rules."""
        if self.games is not None:
            return totals(self.games, self.table)
        result, points, tricks = self.result, self.points or 0, self.tricks_taken
        worth = contracts.game_value(
            self.contract, self.mask, schneider=contracts.is_schneider(points), schwarz=tricks in (0, 10)
        )
        return GameScore(
            value=result.value,
            won=result.won,
            score=result.score,
            overbid=result.overbid,
            multiplier=None if self.is_null else worth // contracts.BASE[self.kind],
            matadors=result.matadors or None,
            seeger_fabian={
                str(players): TournamentPoints(
                    contracts.side_points(result, alone=True),
                    contracts.side_points(result, alone=False, players=players),
                )
                for players in TABLES
            },
            explanation=value_text(self.contract, result, points, tricks, self.bid),
        )

    def text(self, answer: GameScore | ScoreSheet) -> Text:
        if isinstance(answer, ScoreSheet):
            return lambda: sheet_text(answer)
        lines = [_outcome_text(self, answer), answer.explanation]
        if self.points in (0, 120) and self.tricks is None and not self.is_null:
            lines.append(say("Schwarz counts with --tricks 0 or 10 alone."))
        return "\n".join([*lines, _tournament_text(answer)])


def score_of(**given: Any) -> contracts.Score:
    """The score of a game by the parameters of a question."""
    return Score(**given).result


def cards_with(game: Game, matadors: int) -> int:
    """The mask of twelve cards with so many matadors; negative: without."""
    own = order(game)
    trumps = own.sorted(own.from_game(own.trumps))
    plain = [card for card in range(32) if card not in trumps]
    top = trumps[:matadors] if matadors > 0 else trumps[-matadors : 1 - matadors]
    return mask_of([*top, *plain][:12])


def _check_list(question: Score) -> None:
    """Refuse options of one game beside a list, and a list with more players than its table has."""
    others = [
        slot.option
        for slot in slots(Score)
        if slot.name not in ("games", "players") and getattr(question, slot.name) != slot.default
    ]
    if others:
        raise InputError(
            say("{others} and --list do not go together: a list says all of its games", others=join_words(others))
        )
    if isinstance(question.games, GameList) and len(question.games.players) > question.table:
        names, table = join_words(question.games.players), question.table
        raise InputError(
            say(
                "the list has {count} players, {names}, and the table {table}; use --players 4",
                count=len(question.games.players),
                names=names,
                table=table,
            )
        )


def _check_contract(question: Score) -> None:
    try:
        _ = question.contract
    except InputError as fault:
        if question.is_null:
            raise InputError(f"--announce: {fault}") from None
        raise InputError(f"{fault}; {say('add')}: --hand") from None


def _check_given(question: Score) -> None:
    """Refuse a question that lacks what its game needs, or gives the matadors twice."""
    missing = []
    if question.is_null and question.tricks is None:
        missing.append(say("--tricks, 0 if Null is won"))
    if not question.is_null and question.matadors is None and question.cards is None:
        missing.append(say("--matadors, 2 for with two, -2 for without two (or --cards, all twelve)"))
    if not question.is_null and question.points is None:
        missing.append(say("--points, the declarer's with the Skat"))
    if missing:
        raise InputError(f"{say('missing')}: {join_words(missing)}")
    if question.matadors is not None and question.cards is not None:
        raise InputError(say("--matadors and --cards both give the matadors; leave one of them out"))


def _check_matadors(game: Game, matadors: int) -> None:
    most = 4 if game is Game.GRAND else MOST_MATADORS
    if not 0 < abs(matadors) <= most:
        name, range_ = titled(game), say("1 to {most} or -1 to -{most}", most=most)
        raise InputError(
            say("--matadors: in {name} {range}, not {matadors}", name=name, range=range_, matadors=matadors)
        )


def _check_tricks(question: Score) -> None:
    wanted = question.goal
    if question.points == 120 and question.tricks is None and wanted is not None and wanted.least_tricks:
        raise InputError(
            say("--tricks is missing: with 120 points this game is won only if the declarer has all 10 tricks")
        )


def _outcome_text(question: Score, answer: GameScore) -> str:
    """The game, what the declarer made of it, and what would have won."""
    name, result = contract_text(question.contract), term("won" if answer.won else "lost")
    if question.is_null:
        return f"{name}, {count_noun(question.tricks_taken, 'trick')}: {result}."
    assert question.points is not None
    points, others = question.points, 120 - question.points
    text = say("{name}, {points} points to {others}: {result}", name=name, points=points, others=others, result=result)
    wanted = question.goal
    if answer.won or wanted is None or wanted.points == WIN:
        return f"{text}."
    if wanted.least_tricks:
        return text + say(", all 10 tricks were needed.")
    return text + say(", {points} points were needed.", points=wanted.points)


def _tournament_text(answer: GameScore) -> str:
    three, four = (answer.seeger_fabian[str(players)] for players in TABLES)
    alone = f"{three.declarer:+d}"
    if answer.won:
        return say("Seeger-Fabian: {alone} for the declarer, nothing for the others.", alone=alone)
    return say(
        "Seeger-Fabian: {alone} for the declarer; for each of the others {three:+d} at a table of three, {four:+d} at a table of "
        "four, the dealer too.",
        alone=alone,
        three=three.others,
        four=four.others,
    )
