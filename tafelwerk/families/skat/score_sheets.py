"""Score sheets of Skat: games, one per line, and the points of every player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.errors import ContentError, FaultsError, InputError, in_quotes
from tafelwerk.families.skat.board import table_picture
from tafelwerk.families.skat.games_in_words import (
    AMBIGUOUS,
    BEFORE_GAME,
    LARGEST_VALUE,
    NUMBERS,
    RESULTS,
    SHORT_GAMES,
    UNITS,
    VOCABULARY,
    Facts,
    Level,
    UnknownWordError,
    check_facts,
    check_won,
    complete_word,
    foreign_game,
    is_game,
    read_facts,
    solo_notes,
    split_words,
    value_of_score,
)
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

MOST_GAMES = 10_000
MOST_FAULTS = 10
"""Games of a list; faults of a list that are shown."""

TABLES = tuple(contracts.OTHERS_POINTS)
"""Numbers of players at a table."""

PASSED = ("passed", "all passed", "eingepasst", "gepasst", "passe", "alle passen", "alle gepasst")
HEADS = ("players:", "spieler:")
LEAVES = ("grün", "gruen", "gras", "eichel", "schell", "schelle", "schellen", "laub")
COLUMNS = (
    ("{}", ("name", "names", "namen", "spieler", "player", "alleinspieler", "declarer")),
    ("{}", ("spiel", "spiele", "game", "games")),
    ("with {}", ("spitzen", "matadore", "matadors")),
    ("points {}", ("augen", "punkte", "points")),
    ("bid {}", ("bid", "reizwert", "gereizt")),
    ("{}", ("ergebnis", "result")),
    ("+{}", ("wert", "spielwert", "value", "score", "wertung")),
)
HEADINGS = frozenset(("nr", "no", "#", "datum", "date", "geber", "dealer")).union(
    *(headings for _, headings in COLUMNS)
)
"""Lines of a deal that all passed; words before the players; games of German cards, among which G may be Grün, too; what a line
says of a number below a heading, in its order, and the headings; all headings of columns."""

_NUMBERING = re.compile(r"^\s*[0-9]{1,4}(?:[.)]\s+|\s*[;,|\t]\s*)(?=\D)")
_INNER_NUMBERING = re.compile(r"^\s*[0-9]{1,4}[.)]\s+(?=\D)")
_SCORE = re.compile(r"([+-]?)([0-9]{1,4})")
_DATE = re.compile(r"\b(?:[0-9]{1,2}\.\s?[0-9]{1,2}\.|[0-9]{4}-[0-9]{2}-[0-9]{2}\b)")
"""A line's number, and that of a game within a line; a score as a list has it; a day."""


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
        skipped: lines before the first game that are a date or the headings of columns.
    """

    text: str
    players: tuple[str, ...]
    is_complete: bool
    games: tuple[PlayedGame, ...]
    passed: int
    skipped: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was skipped, and how "Solo" is read, in sentences."""
        skipped = (say("skipped, since it is no game: {given}", given=in_quotes(line)) for line in self.skipped)
        return (*skipped, *solo_notes(self.text))

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


def _parse(text: str, score_of: Callable[..., contracts.Score]) -> GameList:
    names: list[str] = []
    is_complete, passed = False, 0
    games: list[PlayedGame] = []
    faults: list[tuple[str, str]] = []
    skipped: list[str] = []
    titles: list[str] = []
    lines = enumerate(_without_columns(text.splitlines()), 1)
    entries = [(number, entry) for number, line in lines for entry in _entries(line.partition("#")[0])]
    has_leaves = any(word.lower() in LEAVES for _, entry in entries for word in split_words(entry))
    if _has_columns([entry for _, entry in entries]):
        raise InputError(
            say("a column per player may have scores or sums; write a game per line, such as: Anna +48 or Bert -96")
        )
    for index, (number, entry) in enumerate(entries):
        words = split_words(entry)
        head, _, tail = entry.partition(" ")
        if len(games) == MOST_GAMES:
            raise InputError(say("a list has at most {most_games} games", most_games=MOST_GAMES))
        try:
            if head.lower() in HEADS:
                if names:
                    raise InputError(say("the players are named before the games"))
                names, is_complete = _names(tail), True
            elif _is_passed(words):
                passed += 1
            elif not games and not passed and _is_head(words, entry):
                skipped.append(entry)
            elif not names and (players := _only_names(entry)):
                keys = tuple(map(_name_key, players))
                declarers = [_name_key(game.split()[0]) for _, game in entries[index + 1 :]]
                if len(players) in TABLES and not any(key.startswith(name) for key in keys for name in declarers):
                    raise InputError(
                        say(
                            "{given} is no game; a line of players begins so: players: {given}",
                            given=", ".join(players),
                        )
                    )
                names, is_complete = _names(", ".join(players)), True
            else:
                game = _game(words, names if is_complete else (), score_of, has_leaves=has_leaves)
                games.append(game._replace(player=_seat(game.player, names, is_complete)))
        except UnknownWordError as fault:
            if not games and not passed and not faults and _is_title(words):
                skipped.append(entry)
                titles.append(f"{say('line')} {number}: {fault}")
                continue
            faults.append((f"{say('line')} {number}: {fault.fault}", fault.grammar))
        except InputError as fault:
            faults.append((f"{say('line')} {number}: {fault_text(str(fault))}", ""))
    if len(faults) == 1:
        raise InputError("".join(faults[0]))
    if faults:
        messages = [fault for fault, _ in faults[:MOST_FAULTS]]
        if len(faults) > MOST_FAULTS:
            messages.append(say("and {count} more", count=len(faults) - MOST_FAULTS))
        grammar = dict.fromkeys(text.lstrip(":; ") for _, text in faults if text)
        raise FaultsError("\n".join([*messages, *grammar]))
    if not games and not passed and titles:
        raise InputError(titles[0])
    if not games and not passed:
        raise InputError(say("it has no game; write one per line, such as: Anna won 48"))
    return GameList(text, tuple(names), is_complete, tuple(games), passed, tuple(skipped))


def _entries(line: str) -> list[str]:
    """What a line lists: a semicolon or a comma divides it where another player's game, or a deal that all passed, follows."""
    entries: list[str] = []
    for piece in re.split(r"[;,](?!\d)", _NUMBERING.sub("", line)):
        entry = _INNER_NUMBERING.sub("", piece).strip()
        if entries and not (_is_listed(entry) and _is_listed(entries[-1])):
            entries[-1] += f", {entry}"
        elif split_words(entry):
            entries.append(entry)
    return entries


def _is_listed(entry: str) -> bool:
    """Whether a text has a name with a game or a result, or says that all passed, or names the players."""
    words = [complete_word(word) for word in split_words(entry)]
    if not words or _is_passed(words) or entry.partition(" ")[0].lower() in HEADS:
        return bool(words)
    name, *facts = words
    says_it = any(word in RESULTS or is_game(word) for word in facts) or (
        len(facts) == 1 and _SCORE.fullmatch(facts[0])
    )
    return bool(says_it) and name not in VOCABULARY and not name[0].isdigit() and not is_game(name)


def _is_passed(words: Sequence[str]) -> bool:
    return " ".join(words).lower().rstrip(".") in PASSED


def _is_head(words: Sequence[str], entry: str) -> bool:
    """Whether a line has headings of columns alone, or a date and no game."""
    is_headings = len(words) > 1 and all(word.lower().strip(".") in HEADINGS for word in words)
    return is_headings or (_DATE.search(entry) is not None and not _is_listed(entry))


def _is_title(words: Sequence[str]) -> bool:
    """Whether a line before the first game says nothing of a game."""
    plain = map(complete_word, words)
    return not any(word in RESULTS or word in NUMBERS or is_game(word) for word in plain) and not any(
        map(_SCORE.fullmatch, words)
    )


def _without_columns(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a list, those below headings of columns as a person writes them: each value with what it is."""
    heads: list[str] = []
    separator = ""
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split(separator)] if heads else []
        if not any(cells):
            yield line
        elif len(cells) != len(heads):
            heads = []
            yield line
        else:
            yield " ".join(filter(None, (_sentence_part(part, heads, cells) for part in COLUMNS)))
        if not heads:
            separator = next((sign for sign in ";\t|," if line.strip().strip("|").count(sign) > 1), "")
            words = [cell.strip().strip(".").lower() for cell in line.strip().strip("|").split(separator or None)]
            heads = words if separator and HEADINGS.issuperset(words) else []


def _sentence_part(part: tuple[str, Sequence[str]], heads: Sequence[str], cells: Sequence[str]) -> str:
    """What a line says of the columns with the headings of a part."""
    form, headings = part
    texts = [cell for head, cell in zip(heads, cells, strict=True) if head in headings and cell]
    number = _SCORE.fullmatch(texts[0]) if len(texts) == 1 else None
    words = {complete_word(word) for cell in cells for word in split_words(cell)}
    if number is None or form == "{}" or (form == "+{}" and words & RESULTS.keys()):
        return " ".join(texts)
    if form == "with {}":
        return f"{'without' if number[1] == '-' else 'with'} {number[2]}"
    # a score has a sign, card points have none
    return texts[0] if number[1] else form.format(number[2])


def _has_columns(entries: Sequence[str]) -> bool:
    """Whether a list is names, and below them numbers alone."""
    words = [word for entry in entries[1:] for word in split_words(entry)]
    return bool(words) and bool(_only_names(entries[0])) and all(map(_SCORE.fullmatch, words))


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) not in TABLES or len({*names}) < len(names) or "" in names:
        raise InputError(say("name three or four different players, such as: players: Anna, Bert, Carla"))
    return names


def _only_names(entry: str) -> list[str]:
    """The names of a line that has nothing else, with commas between them; empty for another line."""
    names = [name.strip() for name in entry.split(",")]
    words = [word.lower() for word in split_words(entry)]
    is_said = any(word in VOCABULARY or word[0] in "+-0123456789" or is_game(word) for word in words)
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
    words: list[str], players: Sequence[str], score_of: Callable[..., contracts.Score], *, has_leaves: bool
) -> PlayedGame:
    """A line's game; a listed player's name may have a game's in it."""
    plain = [complete_word(word) for word in words]
    keys = [_name_key(name).split() for name in players]
    name_length = max((len(key) for key in keys if [_name_key(word) for word in words[: len(key)]] == key), default=0)
    for name in NOT_OF_THE_ORDER:
        if name.lower() in plain[name_length:]:
            raise foreign_game(name)
    begin = name_length or 1
    game_at = next((number for number, word in enumerate(plain[begin:], begin) if is_game(word)), None)
    unit = int(plain[-1] in UNITS and bool(RESULTS.keys() & plain[-3:-2]))
    value = plain[-2 - unit : len(plain) - unit]
    has_value = sorted((word in RESULTS, word.lstrip("-").isdigit()) for word in value) == [
        (False, True),
        (True, False),
    ]
    if game_at is None:
        at = next((n for n, word in enumerate(plain[begin:], begin) if word not in (*BEFORE_GAME, *RESULTS)), 0)
        # N behind an unlisted name may be its second, in "Anna N won 23"
        is_short = plain[at] in SHORT_GAMES or plain[at] in AMBIGUOUS
        if is_short and at and (name_length or not has_value or at < len(words) - 3 - unit):
            if has_leaves and SHORT_GAMES[plain[at]] == "grand":
                raise InputError(say("{word} may be Grand or Grün", word=in_quotes(words[at])))
            if plain[at] in AMBIGUOUS:
                games = say(" or ").join(AMBIGUOUS[plain[at]])
                raise InputError(say("{word} may be {games}; write it in full", word=in_quotes(words[at]), games=games))
            game_at = at
            plain[at : at + 1] = SHORT_GAMES[plain[at]].split()
    if game_at is None and has_value and len(words) > 2 + unit:
        result, number = value if value[0] in RESULTS else value[::-1]
        name = _name(words[: -2 - unit], begin, is_listed=bool(name_length))
        return PlayedGame(name, _score_by_value(number, won=RESULTS[result]))
    if game_at is None and len(words) == begin + 1 and (entry := _SCORE.fullmatch(words[-1])):
        return PlayedGame(" ".join(words[:-1]), _score_by_entry(entry[2], is_lost=entry[1] == "-"))
    if game_at is None:
        raise UnknownWordError(
            say("{given} is no game", given=in_quotes(" ".join(words))),
            say(
                ": write NAME won VALUE, NAME lost VALUE, or NAME, the game and its result, such as: Anna "
                "clubs with 2 hand points 68 bid 36; a remark begins with #"
            ),
        )
    between = [word for word in plain[begin:game_at] if word in RESULTS]
    kind, name = read_game(plain[game_at]), _name(words[:game_at], begin, is_listed=bool(name_length))
    return PlayedGame(name, _score_by_result(kind, [*between, *plain[game_at + 1 :]], score_of))


def _name(words: Sequence[str], least: int, *, is_listed: bool) -> str:
    """The name at the beginning of a line, without verbs behind it; of several words only where nothing else can be meant.

    Args:
        words: the words before the game.
        least: number of words that are the name's at least.
        is_listed: whether these are a listed name.

    Raises:
        InputError: a word of an unlisted name may be something else.
    """
    end = len(words)
    while end > least and complete_word(words[end - 1]) in (*BEFORE_GAME, *RESULTS):
        end -= 1
    name = " ".join(words[:end])
    # 3 in "3 Anna" may be a line's number
    begin = 0 if words[0].isdigit() and end > 1 else 1
    for word in () if is_listed else words[begin:end]:
        if not word[0].isupper() or complete_word(word) in VOCABULARY or word.lower().strip(".") in SHORT_GAMES:
            raise InputError(
                say(
                    "{word} may be part of a name or not; name all players in a first line: players: Anna, Bert, Carla",
                    word=in_quotes(word),
                )
            )
    return name


def _score_by_entry(number: str, *, is_lost: bool) -> contracts.Score:
    """The score of a game as a sheet has it: the value, or minus twice the value."""
    return _score_by_value(str(value_of_score(number, is_lost=is_lost)), won=not is_lost)


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
    if facts.is_scored and game is not Game.NULL and "matadors" not in options:
        return _score_by_least(game, facts, score_of)
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
    if game is not Game.NULL and not options.keys() & {"points", "result"} and options.get("tricks") != 10:
        raise InputError(say("missing: won or lost, or points P"))
    score = _score(game, options, score_of)
    check_facts(facts, score, options.get("bid", contracts.BIDS[0]))
    return score


def _score_by_least(game: Game, facts: Facts, score_of: Callable[..., contracts.Score]) -> contracts.Score:
    """The score at the end of a line that leaves out the matadors: at least that with one."""
    bid = facts.options.get("bid", contracts.BIDS[0])
    least = _score(game, {**facts.options, "matadors": 1, "bid": contracts.BIDS[0]}, score_of)
    assert facts.won is not None
    assert facts.value is not None
    if facts.won != least.won and (facts.won or bid == contracts.BIDS[0]):
        check_won(least, bid, won=facts.won)
    if facts.value % contracts.BASE[game]:
        raise InputError(say("no game of {game} is worth {value}", game=titled(game), value=facts.value))
    if facts.value < (value := max(least.value, bid)):
        raise InputError(say("the game is worth at least {value}, not {given}", value=value, given=facts.value))
    return _score_by_value(str(facts.value), won=facts.won)


def _score(game: Game, options: Mapping[str, Any], score_of: Callable[..., contracts.Score]) -> contracts.Score:
    """The score of a game by the parameters of `skat score`."""
    try:
        return score_of(game=game.value, **options)
    except InputError as fault:
        raise InputError(_without_options(str(fault))) from None


def _without_options(fault: str) -> str:
    """A refusal in the words of a line, which has no options."""
    for level in Level:
        fault = fault.replace(f"--announce {level}", f"{term('announced')} {level.capitalize()}")
    return re.sub(r"--(\w+)", lambda match: term(match[1].capitalize() if match[1] in FLAGS else match[1]), fault)


def is_line(text: str) -> bool:
    """Whether a text is a line of a score sheet: a name before a game, or a name and a score."""
    words = split_words(text)
    return len(words) > 1 and any(_SCORE.fullmatch(word) or is_game(word) for word in words[1:])


def totals(game_list: GameList, table: int) -> ScoreSheet:
    """The points of all players at a table of 3 or 4."""
    return ScoreSheet(
        players={name: _of_player(name, game_list.games, table) for name in game_list.players},
        table=table,
        games=len(game_list.games),
        passed=game_list.passed,
    )


def _of_player(name: str, games: Sequence[PlayedGame], table: int) -> PlayerTotals:
    own = [game.score for game in games if game.player == name]
    won = sum(score.won for score in own)
    points = sum(contracts.side_points(game.score, alone=game.player == name, players=table) for game in games)
    return PlayerTotals(len(own), won, len(own) - won, sum(score.score for score in own), points)


def sheet_text(sheet: ScoreSheet) -> Any:
    """A sheet for people, the leader first."""
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
    return lay_out(_columns(sheet), "", below)


def sheet_rows(sheet: ScoreSheet) -> list[dict[str, Any]]:
    """The same by the names of the document."""
    names = ("player", "games", "won", "lost", "score", "seeger_fabian")
    return [
        dict(zip(names, row, strict=True)) for row in zip(*(column.cells for column in _columns(sheet)), strict=True)
    ]


def sheet_picture(game_list: GameList, sheet: ScoreSheet) -> Picture:
    """The games one by one, each with its score and the declarer's sum so far, as a scorer writes them; below, the sheet."""
    from tafelwerk.plots.pictures import stack_pictures, table

    sums, rows = dict.fromkeys(game_list.players, 0), []
    for number, game in enumerate(game_list.games, 1):
        sums[game.player] += game.score.score
        cells = [str(total) if name == game.player else "" for name, total in sums.items()]
        rows.append([str(number), f"{game.score.score:+d}", *cells])
    games = table(["", term("score"), *game_list.players], rows, 11)
    return stack_pictures([games, table_picture(_columns(sheet))], 16)


def _columns(sheet: ScoreSheet) -> list[Column]:
    """A sheet, the leader first."""
    ranked = sorted(sheet.players.items(), key=lambda item: -item[1].seeger_fabian)
    totals = [total for _, total in ranked]
    return [
        Column(term("player"), [name for name, _ in ranked]),
        Column(term("games"), [total.games for total in totals], goes=1),
        Column(term("won"), [total.won for total in totals]),
        Column(term("lost"), [total.lost for total in totals]),
        Column(term("score"), [total.score for total in totals]),
        Column("Seeger-Fabian", [total.seeger_fabian for total in totals]),
    ]
