"""Games of Skat in words, as players write them, and score sheets: games, one per line, and the points of every player."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from tafelwerk.commands.fitting import Column, fit_table
from tafelwerk.commands.output import console
from tafelwerk.errors import ContentError, InputError, in_quotes
from tafelwerk.families.skat.language import fault_text
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import NOT_OF_THE_ORDER, WIN, Game, read_game, term
from tafelwerk.frozen import frozen
from tafelwerk.language import count_noun, join_words, say
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.answers import Answer, answer

LARGEST_VALUE = 270
"""Largest value: diamonds, overbid at 264."""

MOST_GAMES = 10_000
"""Games of a list."""

TABLES = tuple(contracts.OTHERS_POINTS)
"""Numbers of players at a table."""

MOST_OF_SKAT = 22
"""Card points of the Skat at most, two aces."""

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


class Level(StrEnum):
    """A level that can be announced with Hand."""

    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


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
