"""Games of Skat in words, as players say and write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.parameters import BEFORE_FLAG, FLAGS, SOLO
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import NOT_OF_THE_ORDER, Game, read_game, term
from tafelwerk.language import count_noun, say
from tafelwerk.rules.numbers import whole

LARGEST_VALUE = 270
"""Largest value: diamonds, overbid at 264."""

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
ANNOUNCED = ("announced", "angesagt")
LEVELS = ("schneider", "schwarz")
"""Words of a game, in English and German, and the parameters of `skat score` that they give or, the last, that say them again."""

UNITS = ("points", "punkte", "augen", "pkt")
_PLAYS = ("play", "played", "plays", "spiele", "spielte")
_HAS = ("had", "has", "hat", "hatte", "have", "habe", "macht", "machte")
_ARTICLES = ("a", "the", "den", "der", "die", "das", "ein", "eine", "einen")
_ADVERBS = ("clearly", "einfach", "just", "klar", "knapp", "leider")
FILLERS = (
    "and",
    "auf",
    "bei",
    "bis",
    "card",
    "i",
    "ich",
    "im",
    SOLO,
    "to",
    "und",
    "up",
    *_PLAYS,
    *_HAS,
    *_ADVERBS,
    *_ARTICLES[:6],
)
BEFORE_GAME = (*_PLAYS, "spielt", *_HAS, *_ADVERBS, *_ARTICLES)
NEGATIONS = ("not", "nicht")
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
    "p": "spades",
    "pi": "spades",
    "he": "hearts",
    "ka": "diamonds",
}
"""Games in short, directly behind a name."""

AMBIGUOUS = {"k": ("Karo", "Kreuz"), "h": ("Herz", "Hand")}
"""Letters that may be several words where a game stands."""

_MARKS = ",;:–=|?"
_MINUS = re.compile(r"(?<!\S)[–−](?=[0-9])")
_SIGNED = re.compile(r"([+-])([0-9]{2,4})")
_BOTH_SIDES = re.compile(r"([0-9]{1,3})[:/]([0-9]{1,3})")
_POINTS_TO = re.compile(rf"([0-9]+)\s*(?:{'|'.join(UNITS)})?\s+(?:to|zu)\s+([0-9]+)", re.IGNORECASE)
_FROM_HAND = re.compile(r"\b(?:aus der|from the)\s+(?=hand\b)", re.IGNORECASE)
_WITH = re.compile(r"(mit|m|with|ohne|o|without)\.?([0-9]{1,2})")
"""Marks around words; a dash for a minus; a score;
the points of both sides, such as 70:50 or 70 points to 50; what says no more than Hand;
m2 and o.2, with and without two."""

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

_MEANINGS = {**RESULTS, **FLAGS, **NUMBERS, **dict.fromkeys(ANNOUNCED, "announce"), **{word: word for word in LEVELS}}
VOCABULARY = {*_MEANINGS, *FILLERS, *NUMERALS, *NEGATIONS}
"""Meanings of words that may be cut short; words that say something of a game."""


class Level(StrEnum):
    """A level that can be announced with Hand."""

    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


class Facts(NamedTuple):
    """What a player says of a game.

    Attributes:
        options: parameters of `skat score`; the result is one of them if neither card points nor, in Null, tricks say it.
        won: whether it was won, if that was said.
        is_overbid: whether it was said to be overbid.
        value: the number behind the result, or of the score at the end, if there is one.
        is_scored: whether a score stands at the end, such as +48.
    """

    options: dict[str, Any]
    won: bool | None = None
    is_overbid: bool = False
    value: int | None = None
    is_scored: bool = False


NO_FACTS = Facts({})


class UnknownWordError(InputError):
    """A line has words that say nothing; the message ends with what can be said, which a list of faults says once."""

    def __init__(self, fault: str, grammar: str) -> None:
        super().__init__(fault + grammar)
        self.fault, self.grammar = fault, grammar


def read_game_in_words(text: str, outcome: Mapping[str, Any]) -> tuple[str, Facts] | None:
    """The game named in a sentence and what is said of it, such as "Grand Hand mit 2, 75 Punkte"; None if it names no game first.

    Args:
        text: the sentence.
        outcome: card points and tricks that are given elsewhere.

    Raises:
        InputError: a word is not understood or contradicts another one.
    """
    words = [complete_word(word) for word in split_words(text)]
    if len(words) > 1 and words[0] in SHORT_GAMES:
        words[:1] = SHORT_GAMES[words[0]].split()
    game_at = next((number for number, word in enumerate(words) if is_game(word)), None)
    if game_at is None or any(word not in VOCABULARY and not word.isdigit() for word in words[:game_at]):
        return None
    before = words[: game_at - (words[game_at - 1 : game_at] in [[word] for word in _ARTICLES])]
    return words[game_at], read_facts(read_game(words[game_at]), before + words[game_at + 1 :], outcome)


def read_matadors(text: str) -> int:
    """Matadors as players say them: "with 2", "mit Zweien" and "m2" are 2, "ohne 2 Spitzen" is -2; 2 and -2 stay.

    Raises:
        InputError: it is nothing of the kind.
    """
    match = re.fullmatch(r"([+-]?)\s*(\w+)", text.strip().lower())
    count = None if match is None else _read_numeral(match[2])
    if match is not None and count is not None:
        return -count if match[1] == "-" else count
    try:
        facts = read_facts(Game.CLUBS, split_words(text))
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
    words = split_words(text.lower())
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


def solo_notes(text: str) -> tuple[str, ...]:
    """How "Solo" is read, in a sentence, where a text has the word."""
    lines = (split_words(line.lower()) for line in text.splitlines())
    if any(SOLO in words and "hand" not in words for words in lines):
        return (say("Solo is read as a game without Hand; write Hand where the Skat was left"),)
    return ()


def unknown_words(text: str) -> str:
    """The words of a text that say nothing of a game."""
    return " ".join(word for word in split_words(text) if word.lower() not in VOCABULARY)


def split_words(text: str) -> list[str]:
    """Words without the marks around them."""
    plain = BEFORE_FLAG.sub(" ", _FROM_HAND.sub("", _POINTS_TO.sub(r"\1:\2", _MINUS.sub("-", text))))
    return [word.strip(_MARKS) for word in re.split(r"[\s;,|]+", plain) if word.strip(f"{_MARKS}-")]


def complete_word(word: str) -> str:
    """A word in small letters without its dot; in full if its four letters, or three and a dot, begin words of one meaning."""
    small = word.lower().strip(".!()")
    if small in VOCABULARY or len(small) < (3 if word.endswith(".") else 4):
        return small
    longer = [known for known in _MEANINGS if known.startswith(small)]
    # without two is the opposite of with two
    return longer[0] if len({(_MEANINGS[known], known[:1]) for known in longer}) == 1 else small


def is_game(word: str) -> bool:
    """Whether a word names a game."""
    try:
        read_game(word)
    except InputError:
        return False
    return True


def read_facts(game: Game, words: Sequence[str], outcome: Mapping[str, Any] | None = None) -> Facts:
    """What words say of a game.

    Args:
        game: the game.
        words: the words, in any order.
        outcome: card points and tricks that are given elsewhere.

    Raises:
        InputError: a word is not understood or contradicts another one.
    """
    options: dict[str, Any] = dict(outcome or {})
    terms = _spell_out(game, [complete_word(word) for word in words])
    score = _SIGNED.fullmatch(terms[-1]) if terms else None
    if score is not None:
        terms[-1] = "lost" if score[1] == "-" else "won"
    results = [word for word in terms if word in RESULTS]
    if score is not None and RESULTS[results[0]] != RESULTS[results[-1]]:
        raise InputError(
            say(
                "{result} and {score} do not go together",
                result=term("won" if RESULTS[results[0]] else "lost"),
                score=score[0],
            )
        )
    if contradiction := next((word for word in results if RESULTS[word] != RESULTS[results[0]]), None):
        raise _unexpected_word(contradiction, is_repeated=True)
    won = RESULTS[results[0]] if results else None
    numbers = [word for word in terms if word not in RESULTS]
    levels, value = _read_numbers(numbers, options, has_result=won is not None, is_null=game is Game.NULL)
    if score is not None:
        scored = value_of_score(score[2], is_lost=score[1] == "-")
        if value not in (None, scored):
            raise _unexpected_word(score[0], is_repeated=True)
        value = scored
    if levels and game is Game.NULL:
        raise InputError(say("Null has no Schneider and no Schwarz; only Hand and Ouvert can be added"))
    _check_multiplier(game, options)
    if game is not Game.NULL and "points" in options:
        _check_levels(levels, options)
    elif game is Game.NULL and "tricks" in options:
        pass
    elif won is not None:
        options["result"] = " ".join(["won" if won else "lost", *_level(levels, options, won=won)])
    return Facts(options, won, any(word in OVERBID for word in results), value, score is not None)


def _spell_out(game: Game, words: Sequence[str]) -> list[str]:
    """The words of a game in full, without those that say nothing: "m. 2" is "with 2", "h" Hand, "not won" lost."""
    terms: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        after = queue[0] if queue else ""
        if short := _WITH.fullmatch(word):
            terms += ["with" if short[1] in ("m", "mit", "with") else "without", short[2]]
        elif word in ("m", "o") and game is not Game.NULL and _read_numeral(after) is not None:
            terms.append("with" if word == "m" else "without")
        elif word in ("h", "o") and (word == "h" or game is Game.NULL):
            terms.append("hand" if word == "h" else "ouvert")
        elif word in OVERBID and after.isdigit() and not any(NUMBERS.get(other) == "bid" for other in words):
            terms += [word, "bid"]
        elif word in NEGATIONS and after in RESULTS and after not in OVERBID:
            terms.append("lost" if RESULTS[queue.pop(0)] else "won")
        elif word not in FILLERS:
            terms.append(word)
    return terms


def value_of_score(number: str, *, is_lost: bool) -> int:
    """The value of a game by its score without the sign: a lost one counts double."""
    value, is_odd = divmod(int(number), 2) if is_lost else (int(number), 0)
    if is_odd:
        raise InputError(say("a lost game counts double: -{number} is odd", number=number))
    return value


def _read_numbers(
    words: Sequence[str], options: dict[str, Any], *, has_result: bool, is_null: bool
) -> tuple[list[str], int | None]:
    """Add parameters of `skat score` to `options`; the levels that were made, and the number that is the value.

    It stands behind won or lost; Null, which has no card points, needs neither.
    """
    is_value = has_result or is_null
    levels: list[str] = []
    value, queue, steps = None, list(words), 1
    while queue:
        word = queue.pop(0)
        after = queue[0] if queue else ""
        is_game = NUMBERS.get(word) == "multiplier" and _read_numeral(after) is None
        if is_game or (word in ("with", "mit") and (after in (*FLAGS, *LEVELS, *ANNOUNCED) or _is_of_unit(queue))):
            continue
        if (sides := _BOTH_SIDES.fullmatch(word)) and int(sides[1]) + int(sides[2]) == 120:
            word, after, queue = "points", sides[1], [sides[1], *queue[after in UNITS :]]
        # "68 points" is "points 68", and "Schneider announced" is "announced Schneider"
        if (_read_numeral(word) is not None and after in NUMBERS) or (word in LEVELS and after in ANNOUNCED):
            word, queue[0] = after, word
        name = FLAGS.get(word) or NUMBERS.get(word) or ("announce" if word in ANNOUNCED else None)
        if word in ("with", "mit") and name in options and has_result and after in _NO_SCHNEIDER:
            name = "points"
        if word in LEVELS and word not in levels:
            levels.append(word)
        elif word.isdigit() and is_value and value is None:
            value = whole(say("the value"), word, 0, 2 * LARGEST_VALUE)
        elif word.isdigit() and not is_value:
            raise InputError(
                say(
                    "{number} may be the value or card points: write won {number}, lost {number} or points {number}",
                    number=word,
                )
            )
        elif name is None or name in options:
            raise _unexpected_word(word, is_repeated=name is not None or word in levels)
        elif word in FLAGS:
            options[name] = True
        elif not queue:
            raise InputError(say("behind {word} something is missing", word=in_quotes(word)))
        elif word in ANNOUNCED:
            options[name] = queue.pop(0)
        else:
            number = queue.pop(0)
            options[name] = whole(in_quotes(word), str(NUMERALS.get(number, number)), 0, LARGEST_VALUE)
            if word in ("without", "ohne"):
                options[name] *= -1
            if name == "matadors" and queue[:1] and queue[0] in MATADOR_UNITS:
                queue.pop(0)
        if word in (*FLAGS, *LEVELS) and "multiplier" in options and queue[:1] == [str(options["multiplier"] + steps)]:
            queue.pop(0)
            steps += 1
    return levels, value


def _is_of_unit(words: Sequence[str]) -> bool:
    """Whether what stands behind "with" is 45 points, and not 2, points 68."""
    _, unit, number, next_unit, next_number = [*words, *[""] * 5][:5]
    is_before_next = next_unit in NUMBERS and not next_number.isdigit()
    return NUMBERS.get(unit) in ("points", "tricks", "bid") and (not number.isdigit() or is_before_next)


def _read_numeral(word: str) -> int | None:
    return NUMERALS.get(word, int(word) if re.fullmatch("[0-9]{1,4}", word) else None)


def _level(levels: Sequence[str], options: dict[str, Any], *, won: bool) -> list[str]:
    """The highest level made in a game of which the card points are not known; takes out the tricks, which say no more."""
    tricks = options.pop("tricks", None)
    is_schwarz = "schwarz" in levels or (won and (options.get("announce") == "schwarz" or "ouvert" in options))
    if tricks is not None and (tricks == (0 if won else 10) or (is_schwarz and tricks not in (0, 10))):
        result, tricks_text = term("won" if won else "lost"), count_noun(tricks, "trick")
        raise InputError(say("{result} and {tricks} do not go together", result=result, tricks=tricks_text))
    return ["schwarz"] if "schwarz" in levels or tricks in (0, 10) else ["schneider"] * ("schneider" in levels)


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


def _check_levels(levels: Sequence[str], options: dict[str, Any]) -> None:
    """Refuse levels that points or tricks contradict; Schwarz says the tricks where the line does not."""
    points = options["points"]
    if "schwarz" in levels and "tricks" not in options and (points == 120 or points <= MOST_OF_SKAT):
        options["tricks"] = 10 if points == 120 else 0
    for level in levels:
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


def foreign_game(name: str) -> InputError:
    """The error of a word of `NOT_OF_THE_ORDER`."""
    return InputError(say("the Skat Order has no {name}; write the points alone, such as: Anna -80", name=name))


def _unexpected_word(word: str, *, is_repeated: bool) -> InputError:
    if is_repeated:
        return InputError(say("{word} says again what was said", word=in_quotes(word)))
    if other := next((name for name in NOT_OF_THE_ORDER if name.lower() == word), None):
        return foreign_game(other)
    return UnknownWordError(
        say("unknown word {word}", word=in_quotes(word)),
        say(
            "; behind the game stand with N, without N, game N, hand, ouvert, schneider, schwarz, announced schneider, "
            "announced schwarz, points P, tricks T, bid B"
        ),
    )
