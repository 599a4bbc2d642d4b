"""Games of Skat in words, as players write them, and score sheets: games, one per line, and the points of every player."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.commands.fitting import Column, fit_table
from tafelwerk.commands.output import console
from tafelwerk.errors import ContentError, FaultsError, InputError, in_quotes
from tafelwerk.families.skat.language import fault_text
from tafelwerk.families.skat.parameters import FLAGS
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import NOT_OF_THE_ORDER, Game, read_game, term, titled
from tafelwerk.frozen import frozen
from tafelwerk.language import count_noun, join_words, say
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.answers import Answer, answer

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

LARGEST_VALUE = 270
"""Largest value: diamonds, overbid at 264."""

MOST_GAMES = 10_000
MOST_FAULTS = 10
"""Games of a list; faults of a list that are told."""

TABLES = tuple(contracts.OTHERS_POINTS)
"""Numbers of players at a table."""

MOST_OF_SKAT = 22
"""Card points of the Skat at most, two aces."""

_NO_SCHNEIDER = tuple(map(str, range(31, 90)))
"""Numbers that are card points in "with 2 lost with 48": the value of the game is the same if they are not."""

OVERBID = ("overbid", "überreizt", "ueberreizt")
RESULTS = {
    **dict.fromkeys(("won", "win", "wins", "gewonnen", "gewinne", "gewinnt", "gewann", "gew"), True),
    **dict.fromkeys(("lost", "lose", "loses", "verloren", "verliere", "verliert", "verlor", "verl"), False),
    **dict.fromkeys(OVERBID, False),
}
PASSED = ("passed", "all passed", "eingepasst", "gepasst", "passe", "alle passen", "alle gepasst")
HEADS = ("players:", "spieler:")
MATADOR_UNITS = ("spitze", "spitzen", "matador", "matadors", "matadore")
NUMBERS = {
    "with": "matadors",
    "mit": "matadors",
    "without": "matadors",
    "ohne": "matadors",
    **dict.fromkeys(MATADOR_UNITS, "matadors"),
    "points": "points",
    "punkte": "points",
    "augen": "points",
    "pkt": "points",
    "tricks": "tricks",
    "stiche": "tricks",
    "bid": "bid",
    "gereizt": "bid",
    "game": "multiplier",
    "spiel": "multiplier",
    "spielt": "multiplier",
}
LEVELS = ("announced", "angesagt")
MADE = ("schneider", "schwarz")
"""Words of a line, in English and German, and the parameters of `skat score` that they give or, the last, that say them again."""

UNITS = ("points", "punkte", "augen", "pkt")
_PLAYS = ("play", "played", "plays", "spiele", "spielte")
_HAS = ("had", "has", "hat", "hatte", "have", "habe", "macht", "machte")
_ARTICLES = ("a", "the", "den", "der", "die", "das", "ein", "eine", "einen")
_ADVERBS = ("clearly", "just", "klar", "knapp", "leider")
FILLERS = (
    "and",
    "auf",
    "bei",
    "bis",
    "card",
    "i",
    "ich",
    "im",
    "to",
    "und",
    "up",
    *_PLAYS,
    *_HAS,
    *_ADVERBS,
    *_ARTICLES[:6],
)
BEFORE_GAME = (*_PLAYS, "spielt", *_HAS, *_ADVERBS, *_ARTICLES)
NOT = ("not", "nicht")
"""Words behind a value; verbs, articles and adverbs; words that say nothing; those between a name and a game, of which "spielt
drei" and "ein" say something elsewhere; words that turn a result round."""

SHORT_GAMES = {
    **dict.fromkeys(("g", "gr"), "grand"),
    "gh": "grand hand",
    "n": "null",
    "nh": "null hand",
    "no": "null ouvert",
    **dict.fromkeys(("noh", "nho"), "null ouvert hand"),
    "kr": "clubs",
    "pi": "spades",
    "he": "hearts",
    "ka": "diamonds",
}
LEAVES = ("grün", "gruen", "gras", "eichel", "schell", "schelle", "schellen", "laub")
"""Games in short, directly behind a name; games of German cards, among which G may be Grün, too."""

_NUMBERING = re.compile(r"^\s*[0-9]{1,4}(?:[.)]\s+|\s*[;,|\t]\s*)(?=\D)")
_INNER_NUMBERING = re.compile(r"^\s*[0-9]{1,4}[.)]\s+(?=\D)")
_MARKS = ",;:–=|"
_SCORE = re.compile(r"([+-]?)([0-9]{1,4})")
_BOTH_SIDES = re.compile(r"([0-9]{1,3})[:/]([0-9]{1,3})")
_POINTS_TO = re.compile(rf"([0-9]+)\s*(?:{'|'.join(UNITS)})?\s+(?:to|zu)\s+([0-9]+)", re.IGNORECASE)
_BEFORE_FLAG = re.compile(
    r"-(?=(?:hand|ouvert|offen)\b)|(?:(?<=\bnull)|(?<=\bgrand))(?=(?:hand|ouvert)\b)", re.IGNORECASE
)
_FROM_HAND = re.compile(r"\b(?:aus der|from the)\s+(?=hand\b)", re.IGNORECASE)
_WITH = re.compile(r"(mit|m|with|ohne|o|without)\.?([0-9]{1,2})")
"""A line's number, and that of a game within a line; marks around its words; a score as a list has it; the points of both
sides, such as 70:50 or 70 points to 50; what divides a game from Hand and Ouvert; what says no more than Hand; m2 and o.2, with
and without two."""

_NUMBERS = (
    ("one", "ein", "eins", "eine", "einem", "einen", "einer"),
    ("two", "zwei"),
    ("three", "drei"),
    ("four", "vier"),
    ("five", "fünf", "fuenf"),
    ("six", "sechs"),
    ("seven", "sieben"),
    ("eight", "acht"),
    ("nine", "neun"),
    ("ten", "zehn"),
    ("eleven", "elf"),
)
NUMERALS = {word + end: number for number, words in enumerate(_NUMBERS, 1) for word in words for end in ("", "en")}
"""Numbers of matadors in words, also as in "mit Zweien"."""

_MEANINGS = {**RESULTS, **FLAGS, **NUMBERS, **dict.fromkeys(LEVELS, "announce"), **{word: word for word in MADE}}
KNOWN = {*_MEANINGS, *FILLERS, *NUMERALS, *NOT}
"""Meanings of words that may be cut short; words that say something of a game."""


class _UnknownError(InputError):
    """A line has words that say nothing; the message ends with what can be said, which a list of faults says once."""

    def __init__(self, fault: str, grammar: str) -> None:
        super().__init__(fault + grammar)
        self.fault, self.grammar = fault, grammar


def _in_full(word: str) -> str:
    """A word in small letters without its dot; in full if its four letters, or three and a dot, begin words of one meaning."""
    small = word.lower().strip(".!()")
    if small in KNOWN or len(small) < (3 if word.endswith(".") else 4):
        return small
    longer = [known for known in _MEANINGS if known.startswith(small)]
    # without two is the opposite of with two
    return longer[0] if len({(_MEANINGS[known], known[:1]) for known in longer}) == 1 else small


def read_matadors(text: str) -> int:
    """Matadors as players say them: "with 2", "mit Zweien" and "m2" are 2, "ohne 2 Spitzen" is -2; 2 and -2 stay.

    Raises:
        InputError: it is nothing of the kind.
    """
    match = re.fullmatch(r"([+-]?)\s*(\w+)", text.strip().lower())
    count = None if match is None else _numeral(match[2])
    if match is not None and count is not None:
        return -count if match[1] == "-" else count
    try:
        facts = read_facts(Game.CLUBS, _words(text))
    except InputError:
        facts = NO_FACTS
    if facts.options.keys() != {"matadors"} or facts != NO_FACTS._replace(options=facts.options):
        raise InputError(
            say('--matadors: write 2 or "with 2", -2 or "without 2", not {given}', given=in_quotes(text.strip()))
        )
    matadors: int = facts.options["matadors"]
    return matadors


def read_result(text: str) -> str:
    """A result in words, such as "won", "verloren" or "won schneider", in English.

    Raises:
        InputError: it is nothing of the kind.
    """
    words = _words(text.lower())
    results = [word for word in words if word in RESULTS and word not in OVERBID]
    levels = [word for word in words if word not in results]
    if len(results) != 1 or levels not in ([], ["schneider"], ["schwarz"]):
        raise InputError(
            say(
                '--result: write won or lost, or with the level made "won schneider", not {given}',
                given=in_quotes(text),
            )
        )
    return " ".join(["won" if RESULTS[results[0]] else "lost", *levels])


def _numeral(word: str) -> int | None:
    return NUMERALS.get(word, int(word) if re.fullmatch("[0-9]{1,4}", word) else None)


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
    except FaultsError:
        raise
    except InputError as fault:
        raise ContentError(str(fault)) from None


def sheet_text(sheet: ScoreSheet) -> Any:
    """A sheet for people, the leader first."""
    from rich.console import Group
    from rich.text import Text

    columns = [
        Column(head, cells, goes=1) if number == 1 else Column(head, cells)
        for number, (head, cells) in enumerate(_columns(sheet))
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


def _columns(sheet: ScoreSheet) -> list[tuple[str, list[Any]]]:
    """Headings and cells of a sheet, the leader first."""
    ranked = sorted(sheet.players.items(), key=lambda item: -item[1].seeger_fabian)
    numbers = [(name, total.games, total.won, total.lost, total.score, total.seeger_fabian) for name, total in ranked]
    heads = [*map(term, ("player", "games", "won", "lost", "score")), "Seeger-Fabian"]
    return [(head, list(cells)) for head, cells in zip(heads, zip(*numbers, strict=True), strict=True)]


def sheet_picture(played: GameList, sheet: ScoreSheet) -> Picture:
    """The games one by one, each with its score and the declarer's sum so far, as a scorer writes them; below, the sheet."""
    from tafelwerk.plots.pictures import stack_pictures, table

    sums, rows = dict.fromkeys(played.players, 0), []
    for number, game in enumerate(played.games, 1):
        sums[game.player] += game.score.score
        cells = [str(total) if name == game.player else "" for name, total in sums.items()]
        rows.append([str(number), f"{game.score.score:+d}", *cells])
    heads, cells = zip(*_columns(sheet), strict=True)
    below = [[str(cell) for cell in row] for row in zip(*cells, strict=True)]
    return stack_pictures([table(["", term("score"), *played.players], rows, 11), table(heads, below, 11)], 16)


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
    faults: list[tuple[str, str]] = []
    lines = enumerate(text.splitlines(), 1)
    entries = [(number, entry) for number, line in lines for entry in _entries(line.partition("#")[0])]
    has_leaves = any(word.lower() in LEAVES for _, entry in entries for word in _words(entry))
    for place, (number, entry) in enumerate(entries):
        words = _words(entry)
        head, _, listed = entry.partition(" ")
        if len(games) == MOST_GAMES:
            raise InputError(say("a list has at most {most_games} games", most_games=MOST_GAMES))
        try:
            if head.lower() in HEADS:
                if names:
                    raise InputError(say("the players are named before the games"))
                names, is_complete = _names(listed), True
            elif _is_passed(words):
                passed += 1
            elif not names and (first := _only_names(entry)):
                keys = tuple(map(_name_key, first))
                declarers = [_name_key(game.split()[0]) for _, game in entries[place + 1 :]]
                if len(first) in TABLES and not any(key.startswith(name) for key in keys for name in declarers):
                    raise InputError(
                        say("{given} is no game; a line of players begins so: players: {given}", given=", ".join(first))
                    )
                names, is_complete = _names(", ".join(first)), True
            else:
                game = _game(words, names if is_complete else (), score_of, has_leaves=has_leaves)
                games.append(game._replace(player=_seat(game.player, names, is_complete)))
        except _UnknownError as fault:
            faults.append((f"{say('line')} {number}: {fault.fault}", fault.grammar))
        except InputError as fault:
            faults.append((f"{say('line')} {number}: {fault_text(str(fault))}", ""))
    if len(faults) == 1:
        raise InputError("".join(faults[0]))
    if faults:
        more = len(faults) - MOST_FAULTS
        told = [*[fault for fault, _ in faults[:MOST_FAULTS]], *[say("and {count} more", count=more)] * (more > 0)]
        grammar = dict.fromkeys(text.lstrip(":; ") for _, text in faults if text)
        raise FaultsError("\n".join([*told, *grammar]))
    if not games and not passed:
        raise InputError(say("it has no game; write one per line, such as: Anna won 48"))
    return GameList(text, tuple(names), is_complete, tuple(games), passed)


def _words(text: str) -> list[str]:
    """Words without the marks around them."""
    plain = _BEFORE_FLAG.sub(" ", _FROM_HAND.sub("", _POINTS_TO.sub(r"\1:\2", text)))
    return [word.strip(_MARKS) for word in re.split(r"[\s;,|]+", plain) if word.strip(f"{_MARKS}-")]


def _is_passed(words: Sequence[str]) -> bool:
    return " ".join(words).lower().rstrip(".") in PASSED


def _entries(line: str) -> list[str]:
    """What a line lists: a semicolon or a comma divides it where another player's game, or a deal that all passed, follows."""
    entries: list[str] = []
    for piece in re.split(r"[;,](?!\d)", _NUMBERING.sub("", line)):
        entry = _INNER_NUMBERING.sub("", piece).strip()
        if entries and not (_is_listed(entry) and _is_listed(entries[-1])):
            entries[-1] += f", {entry}"
        elif _words(entry):
            entries.append(entry)
    return entries


def _is_listed(entry: str) -> bool:
    """Whether a text has a name with a game or a result, or says that all passed, or names the players."""
    words = [_in_full(word) for word in _words(entry)]
    if not words or _is_passed(words) or entry.partition(" ")[0].lower() in HEADS:
        return bool(words)
    name, *facts = words
    says_it = any(word in RESULTS or _named_game(word) for word in facts) or (
        len(facts) == 1 and _SCORE.fullmatch(facts[0])
    )
    return bool(says_it) and name not in KNOWN and not name[0].isdigit() and not _named_game(name)


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) not in TABLES or len({*names}) < len(names) or "" in names:
        raise InputError(say("name three or four different players, such as: players: Anna, Bert, Carla"))
    return names


def _only_names(entry: str) -> list[str]:
    """The names of a line that has nothing else, with commas between them; empty for another line."""
    names = [name.strip() for name in entry.split(",")]
    words = [word.lower() for word in _words(entry)]
    is_said = any(word in KNOWN or word[0] in "+-0123456789" or _named_game(word) for word in words)
    return names if len(names) > 1 and all(names) and not is_said else []


def _name_key(name: str) -> str:
    """What of a name counts: Jürgen, juergen and JÜRGEN are one."""
    return name.casefold().translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("."): None})


def _seat(player: str, names: list[str], is_complete: bool) -> str:
    """The declarer's name as it was written first, added to the names if there is room; a listed one may be cut short."""
    key = _name_key(player)
    same = [name for name in names if name == player] or [name for name in names if _name_key(name) == key]
    longer = [name for name in names if _name_key(name).startswith(key)]
    if len(same) == 1 or (is_complete and len(longer) == 1):
        return (same or longer)[0]
    players = join_words(names)
    if is_complete and longer:
        raise InputError(say("{player} may be {names}", player=in_quotes(player), names=say(" or ").join(longer)))
    if is_complete:
        raise InputError(say("{player} is not among the players {given}", player=in_quotes(player), given=players))
    if other := next((name for name in names if name in longer or key.startswith(_name_key(name))), None):
        raise InputError(
            say(
                "{player} may be {other}, or another player; name all in a first line: players: Anna, Bert, Carla",
                player=in_quotes(player),
                other=other,
            )
        )
    if len(names) == max(TABLES):
        raise InputError(
            say(
                "{player} is a fifth player after {given}; a list is of one table",
                player=in_quotes(player),
                given=players,
            )
        )
    names.append(player)
    return player


def _game(
    words: list[str], listed: Sequence[str], score_of: Callable[..., contracts.Score], *, has_leaves: bool
) -> PlayedGame:
    """A line's game; a listed player's name may have a game's in it."""
    plain = [_in_full(word) for word in words]
    keys = [_name_key(name).split() for name in listed]
    of_name = max((len(key) for key in keys if [_name_key(word) for word in words[: len(key)]] == key), default=0)
    for name in NOT_OF_THE_ORDER:
        if name.lower() in plain[of_name:]:
            raise InputError(say("the Skat Order has no {name}", name=name))
    behind = of_name or 1
    game_at = next((number for number, word in enumerate(plain[behind:], behind) if _named_game(word)), None)
    unit = int(plain[-1] in UNITS and bool(RESULTS.keys() & plain[-3:-2]))
    value = plain[-2 - unit : len(plain) - unit]
    has_value = sorted((word in RESULTS, word.lstrip("-").isdigit()) for word in value) == [
        (False, True),
        (True, False),
    ]
    if game_at is None:
        at = next((n for n, word in enumerate(plain[behind:], behind) if word not in (*BEFORE_GAME, *RESULTS)), 0)
        # N behind an unlisted name may be its second, in "Anna N won 23"
        if plain[at] in SHORT_GAMES and at and (of_name or not has_value or at < len(words) - 3 - unit):
            if has_leaves and SHORT_GAMES[plain[at]] == "grand":
                raise InputError(say("{word} may be Grand or Grün", word=in_quotes(words[at])))
            game_at, short = at, SHORT_GAMES[plain[at]].split()
            plain[at : at + 1] = short
    if game_at is None and has_value and len(words) > 2 + unit:
        result, number = value if value[0] in RESULTS else value[::-1]
        name = _name(words[: -2 - unit], behind, is_listed=bool(of_name))
        return PlayedGame(name, _score_by_value(number, won=RESULTS[result]))
    if game_at is None and len(words) == behind + 1 and (entry := _SCORE.fullmatch(words[-1])):
        return PlayedGame(" ".join(words[:-1]), _score_by_entry(entry[2], is_lost=entry[1] == "-"))
    if game_at is None:
        raise _UnknownError(
            say("{given} is no game", given=in_quotes(" ".join(words))),
            say(
                ": write NAME won VALUE, NAME lost VALUE, or NAME, the game and its result, such as: Anna "
                "clubs with 2 hand points 68 bid 36; a remark begins with #"
            ),
        )
    between = [word for word in plain[behind:game_at] if word in RESULTS]
    kind, name = read_game(plain[game_at]), _name(words[:game_at], behind, is_listed=bool(of_name))
    entry = _SCORE.fullmatch(plain[-1]) if len(plain) == game_at + 2 else None
    if entry is None or not entry[1]:
        return PlayedGame(name, _score_by_result(kind, [*between, *plain[game_at + 1 :]], score_of))
    score = _score_by_entry(entry[2], is_lost=entry[1] == "-")
    if score.value not in contracts.NULL_VALUES.values() if kind is Game.NULL else score.value % contracts.BASE[kind]:
        raise InputError(say("no game of {game} is worth {value}", game=titled(kind), value=score.value))
    return PlayedGame(name, score)


def _name(words: Sequence[str], behind: int, *, is_listed: bool) -> str:
    """The name at the beginning of a line, without verbs behind it; of several words only where nothing else can be meant.

    Args:
        words: the words before the game.
        behind: number of words that are the name's at least.
        is_listed: whether these are a listed name.

    Raises:
        InputError: a word of an unlisted name may be something else.
    """
    end = len(words)
    while end > behind and _in_full(words[end - 1]) in (*BEFORE_GAME, *RESULTS):
        end -= 1
    name = " ".join(words[:end])
    # 3 in "3 Anna" may be a line's number
    begin = 0 if words[0].isdigit() and end > 1 else 1
    for word in () if is_listed else words[begin:end]:
        if not word[0].isupper() or _in_full(word) in KNOWN or word.lower().strip(".") in SHORT_GAMES:
            raise InputError(
                say(
                    "{word} may be part of a name or not; name all players in a first line: players: Anna, Bert, Carla",
                    word=in_quotes(word),
                )
            )
    return name


def read_game_in_words(text: str, given: Mapping[str, Any]) -> tuple[str, Facts] | None:
    """The game named in a sentence and what is said of it, such as "Grand Hand mit 2, 75 Punkte"; None if it names no game first.

    Args:
        text: the sentence.
        given: card points and tricks that are given elsewhere.

    Raises:
        InputError: a word is not understood or contradicts another one.
    """
    words = [_in_full(word) for word in _words(text)]
    if len(words) > 1 and words[0] in SHORT_GAMES:
        words[:1] = SHORT_GAMES[words[0]].split()
    game_at = next((number for number, word in enumerate(words) if _named_game(word)), None)
    if game_at is None or any(word not in KNOWN and not word.isdigit() for word in words[:game_at]):
        return None
    before = words[: game_at - (words[game_at - 1 : game_at] in [[word] for word in _ARTICLES])]
    return words[game_at], read_facts(read_game(words[game_at]), before + words[game_at + 1 :], given)


def is_line(text: str) -> bool:
    """Whether a text is a line of a score sheet: a name before a game, or a name and a score."""
    words = _words(text)
    return len(words) > 1 and any(_SCORE.fullmatch(word) or _named_game(word) for word in words[1:])


def unknown_words(text: str) -> str:
    """The words of a text that say nothing of a game."""
    return " ".join(word for word in _words(text) if word.lower() not in KNOWN)


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
    facts = read_facts(game, words)
    options = facts.options
    if facts.value is not None and game is not Game.NULL and "matadors" not in options:
        raise InputError(
            say(
                "missing: {missing}; if {number} is the value, leave out the game: NAME {result} {number}",
                missing=say("matadors (with N or without N)"),
                number=facts.value,
                result=term("won" if facts.won else "lost"),
            )
        )
    if game is not Game.NULL and "matadors" not in options:
        raise InputError(say("missing: with N or without N, such as: with 2"))
    if game is Game.NULL and not options.keys() & {"tricks", "result"}:
        raise InputError(say("missing: won or lost"))
    if game is not Game.NULL and not options.keys() & {"points", "result"}:
        raise InputError(say("missing: won or lost, or points P"))
    try:
        score = score_of(game=game.value, **options)
    except InputError as fault:
        raise InputError(_without_options(str(fault))) from None
    check_facts(facts, score, options.get("bid", contracts.BIDS[0]))
    return score


def check_facts(facts: Facts, score: contracts.Score, bid: int) -> None:
    """Refuse a score that what was said of the game contradicts."""
    if facts.is_overbid and not score.overbid:
        if bid == contracts.BIDS[0]:
            raise InputError(say("missing: bid N; an overbid game counts as the multiple that reaches the bid"))
        raise InputError(
            say("the game is not overbid: {value} is at least the bid of {bid}", value=score.value, bid=bid)
        )
    if facts.won is not None:
        check_won(score, bid, won=facts.won)
    if facts.value not in (None, score.value):
        raise InputError(say("the game is worth {value}, not {given}", value=score.value, given=facts.value))


def check_won(score: contracts.Score, bid: int, *, won: bool) -> None:
    """Refuse the score of a game that was won, or lost, if it says the opposite."""
    if won and score.overbid:
        raise InputError(say("the game is overbid: it is worth less than the bid of {bid}", bid=bid))
    if won != score.won:
        result = term("won" if score.won else "lost")
        if score.matadors:
            raise InputError(say("the game is {result} by its points", result=result))
        raise InputError(say("the game is {result} by its tricks", result=result))


def _without_options(fault: str) -> str:
    """A refusal in the words of a line, which has no options."""
    for level in Level:
        fault = fault.replace(f"--announce {level}", f"{term('announced')} {level.capitalize()}")
    return re.sub(r"--(\w+)", lambda match: term(match[1].capitalize() if match[1] in FLAGS else match[1]), fault)


class Facts(NamedTuple):
    """What a player says of a game.

    Attributes:
        options: parameters of `skat score`; the result is one of them if neither card points nor, in Null, tricks say it.
        won: whether it was won, if that was said.
        is_overbid: whether it was said to be overbid.
        value: the number behind the result, if there is one.
    """

    options: dict[str, Any]
    won: bool | None = None
    is_overbid: bool = False
    value: int | None = None


NO_FACTS = Facts({})


def read_facts(game: Game, words: Sequence[str], given: Mapping[str, Any] | None = None) -> Facts:
    """What words say of a game.

    Args:
        game: the game.
        words: the words, in any order.
        given: card points and tricks that are given elsewhere.

    Raises:
        InputError: a word is not understood or contradicts another one.
    """
    options: dict[str, Any] = dict(given or {})
    said = _spell_out(game, [_in_full(word) for word in words])
    results = [word for word in said if word in RESULTS]
    if again := next((word for word in results if RESULTS[word] != RESULTS[results[0]]), None):
        raise _unexpected_word(again, is_again=True)
    won = RESULTS[results[0]] if results else None
    made, value = _read_numbers([word for word in said if word not in RESULTS], options, has_result=won is not None)
    if made and game is Game.NULL:
        raise InputError(say("Null has no Schneider and no Schwarz; only Hand and Ouvert can be added"))
    _check_multiplier(game, options)
    if game is not Game.NULL and "points" in options:
        _check_made(made, options)
    elif game is Game.NULL and "tricks" in options:
        pass
    elif won is not None:
        options["result"] = " ".join(["won" if won else "lost", *_level(made, options, won=won)])
    return Facts(options, won, any(word in OVERBID for word in results), value)


def _spell_out(game: Game, words: Sequence[str]) -> list[str]:
    """The words of a game in full, without those that say nothing: "m. 2" is "with 2", "h" Hand, "not won" lost."""
    said: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        after = left[0] if left else ""
        if short := _WITH.fullmatch(word):
            said += ["with" if short[1] in ("m", "mit", "with") else "without", short[2]]
        elif word in ("m", "o") and game is not Game.NULL and _numeral(after) is not None:
            said.append("with" if word == "m" else "without")
        elif word in ("h", "o") and (word == "h" or game is Game.NULL):
            said.append("hand" if word == "h" else "ouvert")
        elif word in NOT and after in RESULTS and after not in OVERBID:
            said.append("lost" if RESULTS[left.pop(0)] else "won")
        elif word not in FILLERS:
            said.append(word)
    return said


def _level(made: Sequence[str], options: dict[str, Any], *, won: bool) -> list[str]:
    """The highest level made in a game of which the card points are not known; takes out the tricks, which say no more."""
    tricks = options.pop("tricks", None)
    is_schwarz = "schwarz" in made or (won and (options.get("announce") == "schwarz" or "ouvert" in options))
    if tricks is not None and (tricks == (0 if won else 10) or (is_schwarz and tricks not in (0, 10))):
        result, taken = term("won" if won else "lost"), count_noun(tricks, "trick")
        raise InputError(say("{result} and {tricks} do not go together", result=result, tricks=taken))
    return ["schwarz"] if "schwarz" in made or tricks in (0, 10) else ["schneider"] * ("schneider" in made)


def _read_numbers(said: Sequence[str], options: dict[str, Any], *, has_result: bool) -> tuple[list[str], int | None]:
    """Add parameters of `skat score` to `options`; the levels that were made, and the number behind won or lost."""
    made: list[str] = []
    value, left, levels = None, list(said), 1
    while left:
        word = left.pop(0)
        after = left[0] if left else ""
        is_game = NUMBERS.get(word) == "multiplier" and _numeral(after) is None
        if is_game or (word in ("with", "mit") and (after in (*FLAGS, *MADE, *LEVELS) or _is_of_unit(left))):
            continue
        if (sides := _BOTH_SIDES.fullmatch(word)) and int(sides[1]) + int(sides[2]) == 120:
            word, after, left = "points", sides[1], [sides[1], *left[after in UNITS :]]
        # "68 points" is "points 68", and "Schneider announced" is "announced Schneider"
        if (_numeral(word) is not None and after in NUMBERS) or (word in MADE and after in LEVELS):
            word, left[0] = after, word
        name = FLAGS.get(word) or NUMBERS.get(word) or ("announce" if word in LEVELS else None)
        if word in ("with", "mit") and name in options and has_result and after in _NO_SCHNEIDER:
            name = "points"
        if word in MADE and word not in made:
            made.append(word)
        elif word.isdigit() and has_result and value is None:
            value = whole(say("the value"), word, 0, 2 * LARGEST_VALUE)
        elif word.isdigit() and not has_result:
            raise InputError(
                say(
                    "{number} may be the value or card points: write won {number}, lost {number} or points {number}",
                    number=word,
                )
            )
        elif name is None or name in options:
            raise _unexpected_word(word, is_again=name is not None or word in made)
        elif word in FLAGS:
            options[name] = True
        elif not left:
            raise InputError(say("behind {word} something is missing", word=in_quotes(word)))
        elif word in LEVELS:
            options[name] = left.pop(0)
        else:
            number = left.pop(0)
            options[name] = whole(in_quotes(word), str(NUMERALS.get(number, number)), 0, LARGEST_VALUE)
            if word in ("without", "ohne"):
                options[name] *= -1
            if name == "matadors" and left[:1] and left[0] in MATADOR_UNITS:
                left.pop(0)
        if word in (*FLAGS, *MADE) and "multiplier" in options and left[:1] == [str(options["multiplier"] + levels)]:
            left.pop(0)
            levels += 1
    return made, value


def _is_of_unit(left: Sequence[str]) -> bool:
    """Whether what stands behind "with" is 45 points, and not 2, points 68."""
    _, unit, number, next_unit, next_number = [*left, *[""] * 5][:5]
    is_before_next = next_unit in NUMBERS and not next_number.isdigit()
    return NUMBERS.get(unit) in ("points", "tricks", "bid") and (not number.isdigit() or is_before_next)


def _check_multiplier(game: Game, options: dict[str, Any]) -> None:
    """Take out "game 3", and refuse it where the matadors are not 2."""
    multiplier = options.pop("multiplier", None)
    if multiplier is None:
        return
    if game is Game.NULL:
        raise InputError(say("Null has no matadors"))
    if "matadors" in options and multiplier != (right := abs(options["matadors"]) + 1):
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


def _unexpected_word(word: str, *, is_again: bool) -> InputError:
    if is_again:
        return InputError(say("{word} says again what was said", word=in_quotes(word)))
    return _UnknownError(
        say("unknown word {word}", word=in_quotes(word)),
        say(
            "; behind the game stand with N, without N, game N, hand, ouvert, schneider, schwarz, announced schneider, "
            "announced schwarz, points P, tricks T, bid B"
        ),
    )
