"""A list of games, one per line, and the points of every player.

    Anna won 48                                     a game by its value
    Bert lost 24
    Carla clubs with 2 hand points 68 bid 36        or to be scored: what `skat score` asks for
    Anna null ouvert tricks 0
    passed                                          nobody bid

A first line `players: Anna, Bert, Carla` names all players, those who never declared too. What follows # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tafelwerk.errors import ContentError, InputError, quoted
from tafelwerk.families.skat.rules.cards import Game
from tafelwerk.families.skat.rules.scoring import BASE, BIDS, GAME_POINTS, OTHERS_POINTS, Score, check_bid, side_points
from tafelwerk.families.skat.rules.words import SPELLINGS, term
from tafelwerk.frozen import frozen
from tafelwerk.language import counted, listed, say
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.answers import Answer, answer

LARGEST_VALUE = 270
"""Largest value: diamonds, overbid at 264."""

MOST_GAMES = 10_000
"""Games of a list."""

TABLES = tuple(OTHERS_POINTS)
"""Numbers of players at a table."""

RESULTS = {"won": True, "gewonnen": True, "lost": False, "verloren": False}
PASSED = ("passed", "eingepasst")
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
}
LEVELS = ("announced", "angesagt")
"""Words of a line, in English and German, and the parameters of `skat score` that they give."""


class PlayedGame(NamedTuple):
    """A game of a list: its declarer and its score."""

    player: str
    score: Score


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


def parse(text: str, score_of: Callable[..., Score]) -> GameList:
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

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    ranked = sorted(sheet.players.items(), key=lambda item: -item[1].seeger_fabian)
    columns = [
        Column(term("player"), [name for name, _ in ranked]),
        Column(term("games"), [player.games for _, player in ranked], goes=1),
        Column(term("won"), [player.won for _, player in ranked]),
        Column(term("lost"), [player.lost for _, player in ranked]),
        Column(term("score"), [player.score for _, player in ranked]),
        Column("Seeger-Fabian", [player.seeger_fabian for _, player in ranked]),
    ]
    games, others = counted(sheet.games, "game"), OTHERS_POINTS[sheet.table]
    passed = say(", {count} deals passed", count=sheet.passed) if sheet.passed else ""
    if sheet.passed == 1:
        passed = say(", 1 deal passed")
    below = say(
        "{games}{passed}. Seeger-Fabian at a table of {table}: the score, {game_points} for each game "
        "won, -{game_points} for each lost, and {others} for each that another player lost.",
        games=games,
        passed=passed,
        table=sheet.table,
        game_points=GAME_POINTS,
        others=others,
    )
    if len(sheet.players) < sheet.table:
        below += say(" Who never declared is missing; a first line names all: players: Anna, Bert, Carla.")
    return Group(fitted(columns, console().width), "", Text(below))


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
    points = sum(side_points(game.score, alone=game.player == name, players=table) for game in games)
    return PlayerTotals(len(own), won, len(own) - won, sum(score.score for score in own), points)


def _parse(text: str, score_of: Callable[..., Score]) -> GameList:
    names: list[str] = []
    is_complete, passed = False, 0
    games: list[PlayedGame] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            if words[0].lower() in HEADS:
                if names:
                    raise InputError(say("the players are named before the games"))
                names, is_complete = _names(" ".join(words[1:])), True
            elif len(words) == 1 and words[0].lower() in PASSED:
                passed += 1
            else:
                games.append(_game(words, score_of))
                _seat(games[-1].player, names, is_complete)
            if len(games) > MOST_GAMES:
                raise InputError(say("a list has at most {most_games} games", most_games=MOST_GAMES))
        except InputError as fault:
            raise InputError(f"{say('line')} {number}: {fault}") from None
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
        given = listed(names)
        raise InputError(say("{player} is not among the players {given}", player=quoted(player), given=given))
    if len(names) == max(TABLES):
        given = listed(names)
        raise InputError(
            say("{player} is a fifth player after {given}; a list is of one table", player=quoted(player), given=given)
        )
    names.append(player)


def _game(words: list[str], score_of: Callable[..., Score]) -> PlayedGame:
    result = RESULTS.get(words[-2].lower()) if len(words) > 2 else None
    if result is not None:
        return PlayedGame(" ".join(words[:-2]), _known(words[-1], won=result))
    terms = {name.lower(): game for game in Game for name in (game.value, SPELLINGS[game.value])}
    place = next((number for number, word in enumerate(words[1:], 1) if word.lower() in terms), None)
    if place is None:
        raise InputError(
            say(
                "{given} is no game: write NAME won VALUE, NAME lost VALUE, or NAME, the game and its result, such as: Anna "
                "clubs with 2 hand points 68 bid 36",
                given=quoted(" ".join(words)),
            )
        )
    return PlayedGame(" ".join(words[:place]), _scored(terms[words[place].lower()].value, words[place + 1 :], score_of))


def _known(word: str, *, won: bool) -> Score:
    """The score of a game by its value."""
    value = whole(say("the value"), word, BIDS[0], LARGEST_VALUE)
    if won or all(value % base for base in BASE.values()):
        check_bid(value)
    return Score(won, False, 0, value, value if won else -2 * value)


def _scored(game: str, words: Sequence[str], score_of: Callable[..., Score]) -> Score:
    """The score of a game by its result."""
    given: dict[str, Any] = {}
    left = [word.strip(",;").lower() for word in words]
    while left:
        word = left.pop(0)
        after = left[0] if left else ""
        # "68 points" is "points 68", and "Schneider announced" is "announced Schneider"
        if (word.isdigit() and after in NUMBERS) or (word in ("schneider", "schwarz") and after in LEVELS):
            word, left[0] = after, word
        name = FLAGS.get(word) or NUMBERS.get(word) or ("announce" if word in LEVELS else None)
        if name is None or name in given:
            raise InputError(_unexpected(word, is_again=name is not None))
        if word in FLAGS:
            given[name] = True
        elif not left:
            raise InputError(say("behind {word} something is missing", word=word))
        elif word in LEVELS:
            given[name] = left.pop(0)
        else:
            given[name] = whole(word, left.pop(0), 0, LARGEST_VALUE)
            if word in ("without", "ohne"):
                given[name] *= -1
    if game != Game.NULL.value and "matadors" not in given:
        raise InputError(say("missing: with N or without N, such as: with 2"))
    try:
        return score_of(game=game, **given)
    except InputError as fault:
        # a line has no options
        raise InputError(re.sub(r"--(\w)", r"\1", str(fault))) from None


def _unexpected(word: str, *, is_again: bool) -> str:
    if is_again:
        return say("{word} says again what was said", word=quoted(word))
    return say(
        "unknown word {word}; behind the game stand with N, without N, hand, ouvert, announced "
        "schneider, announced schwarz, points P, tricks T, bid B",
        word=quoted(word),
    )
