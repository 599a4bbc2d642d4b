"""What questions share: games, seats, cards and deals as words, errors that name the option, and questions that are only read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.skat.rules.cards import (
    Game,
    Seat,
    card_name,
    card_names,
    card_text,
    card_words,
    cards_text,
    read_card,
    read_cards,
    read_game,
    read_list,
    read_seat,
)
from tafelwerk.families.skat.rules.deals import deal_words
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, WORLDS, agent_name
from tafelwerk.families.skat.rules.play import OpenGame, open_game
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.rules.puzzles import random_seed
from tafelwerk.tables.questions import A, Question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.questions import Computation


S = TypeVar("S")
T = TypeVar("T")

GAMES = "clubs, spades, hearts, diamonds, grand or null"
SEATS = "forehand, middlehand or rearhand"
"""Games and seats in help."""


FLAGS = {"hand": "hand", "ouvert": "ouvert", "offen": "ouvert"}
SOLO = "solo"
"""Words of a game beside its name; what some call a game from the hand, and others any game but Ramsch."""

BEFORE_FLAG = re.compile(
    r"(?:-|(?<=\bpik)|(?<=\b(?:karo|herz|null))|(?<=\b(?:grand|kreuz)))(?=(?:hand|ouvert|offen|solo)\b)", re.IGNORECASE
)
"""What stands between a game and such a word."""


def name_and_flags(game: str) -> tuple[str, set[str]]:
    """The name of a game without its flags, and its flags: "null" and "ouvert" of "Null-Ouvert"."""
    words = BEFORE_FLAG.sub(" ", game).split()
    name = [word for word in words if word.lower() not in (*FLAGS, SOLO)]
    return " ".join(name), {FLAGS[word.lower()] for word in words if word.lower() in FLAGS}


def read_argument(what: str, argument: S, read: Callable[[S], T]) -> T:
    """The value read from an argument; errors are prefixed with the argument's name.

    Args:
        what: name of the argument.
        argument: the argument.
        read: function that reads it.

    Raises:
        InputError: the argument is invalid.
    """
    try:
        return read(argument)
    except InputError as fault:
        raise InputError(f"{what}: {fault}") from None


def is_card(text: str) -> bool:
    """Whether a text is the name of a card."""
    try:
        read_card(text)
    except InputError:
        return False
    return True


def game_named(text: str) -> Game:
    """The game given by option --game. Errors here and below are prefixed with the option's name."""
    words = [word for word in BEFORE_FLAG.sub(" ", text).split() if word.lower() != SOLO]
    return read_argument("--game", " ".join(words), read_game)


def game_word(text: str) -> str:
    """The same in English."""
    return game_named(text).value


def separate_flags(asked: Any, spare: Collection[str] = ()) -> None:
    """Let a question's game "Null Ouvert" say --ouvert, and a word that changes nothing say nothing.

    Args:
        asked: a question with `game` and `ouvert`.
        spare: words of a game, besides its name, that change nothing.
    """
    name, flags = name_and_flags(asked.game)
    if name and flags and flags <= {"ouvert", *spare}:
        object.__setattr__(asked, "game", name)
        object.__setattr__(asked, "ouvert", asked.ouvert or "ouvert" in flags)


def game_and(**options: str) -> Callable[[str], str]:
    """Reads the same where options, by words of a game's name, say the rest of it; a refusal of "Null Ouvert" names them."""

    def read(text: str) -> str:
        first, *more = BEFORE_FLAG.sub(" ", text).split() or [text]
        wanted = [option for word, option in options.items() if word in map(str.lower, more)]
        try:
            return game_word(text)
        except InputError as fault:
            if wanted:
                raise InputError(
                    f"{fault}; {say('use')}: --game {' '.join([quote(first), *wanted]).rstrip()}"
                ) from None
            raise

    return read


def seat_named(text: str) -> Seat:
    """The seat given by option --declarer."""
    return read_argument("--declarer", text, read_seat)


def seat_word(option: str) -> Callable[[str], str]:
    """Reads the seat given by an option; its word in English."""
    return lambda text: read_argument(option, text, read_seat).word


def cards_words(option: str, wanted: int) -> Callable[[str], str]:
    """Reads the cards given by an option, in any order; the cards as they are written in tables."""
    return lambda text: cards_text(cards_named(option, text, wanted))


def held_words(option: str) -> Callable[[str], str]:
    """Reads the cards still held, ten at most, given by an option, in any order."""

    def read(text: str) -> str:
        cards = read_argument(option, text.replace("|", " "), read_cards)
        if not 1 <= cards.bit_count() <= 10:
            cards_named(option, text, 10)
        return cards_text(cards)

    return read


def cards_named(option: str, text: str, wanted: int) -> int:
    """The mask of the cards given by an option, in any order; a bar between hand and Skat is ignored.

    Raises:
        InputError: unknown card, card given twice, or wrong number of cards; the message names the option.
    """
    cards = read_argument(option, text.replace("|", " "), read_cards)
    if (count := cards.bit_count()) != wanted:
        what = {
            2: say("the Skat has 2 cards"),
            10: say("a hand has 10 cards"),
            12: say("give 12 cards, the ten of the hand and the two of the Skat"),
        }[wanted]
        other = {
            12: say("; for twelve cards use: tafelwerk skat discard"),
            10: say("; for ten cards use: tafelwerk skat bid"),
        }.get(count, "")
        raise InputError(f"{option}: {what}, {say('not')} {count}{other}")
    return cards


def open_game_named(
    deal: str,
    game: str,
    declarer: str,
    played: str | None = None,
    leader: str | None = None,
    points: int | None = None,
    table: str | None = None,
) -> OpenGame:
    """The game given by options with all cards open, and the cards played so far; see `open_game`.

    Raises:
        InputError: an option is invalid; the message names it.
    """
    before = open_game(deal, game, declarer, None, leader, points, table)
    cards, begin = read_list(played or ""), before.position
    for number, card in enumerate(cards, 1):
        if not sum(begin.hands) >> card & 1:
            name, where = card_name(card), say("it is not in this deal")
            if before.deal.skat >> card & 1:
                where = say("it is in the Skat")
            elif card in begin.table:
                where = say("it lies on the table")
            raise InputError(
                say("--history: card {number}: nobody holds {name}; {where}", number=number, name=name, where=where)
            )
    try:
        return before.go_on(cards)
    except InputError as fault:
        raise InputError(f"--history: {fault}{_played_before((*begin.table, *cards), str(fault))}") from None


def _played_before(cards: Sequence[int], fault: str) -> str:
    """The cards on the table before an invalid card, in brackets: they say which suit had to be followed."""
    match = re.match(r"(?:card|Karte) (\d+)", fault)
    number = int(match[1]) - 1 if match else 0
    table = cards[number - number % 3 : number]
    lie = say("on the table")
    return f" ({lie}: {card_names(table)})" if table else ""


def _list_words(option: str) -> Callable[[str], str | None]:
    """Reads the cards given by an option, in order."""
    return lambda text: " ".join(map(card_text, read_argument(option, text, read_list))) or None


def _table_words(text: str) -> str | None:
    words = _list_words("--table")(text)
    if words and words.count(" ") > 1:
        raise InputError(
            say(
                "--table: one or two cards lie on the table, not {count}; a third ends the trick",
                count=words.count(" ") + 1,
            )
        )
    return words


def read_players(players: str | Sequence[str], worlds: int = WORLDS) -> tuple[str, ...]:
    """The full names of the programs of a match: three, or one that plays itself.

    Args:
        players: names as for `agent_name`, separated by commas or in a list.
        worlds: worlds per card of programs without a number.

    Raises:
        InputError: unknown player, or neither one nor three players.
    """
    words = players.split(",") if isinstance(players, str) else players
    if len(words) not in (1, 3):
        raise InputError(
            say("--agents needs three programs, such as pimc:100,pimc:30,random, not {count}", count=len(words))
        )
    names = tuple(read_argument("--agents", str(word), lambda name: agent_name(name, worlds)) for word in words)
    return names[:1] if len({*names}) == 1 else names


class DealText(str):
    """A deal as tables have it.

    Attributes:
        notes: which cards were added to those that were given, in a sentence; none where all were given.
    """

    __slots__ = ("notes",)
    notes: tuple[str, ...]


def _deal_text(text: str) -> DealText:
    deal = DealText(read_argument("--deal", text, deal_words))
    count = sum(map(is_card, card_words(re.sub("[|:;/]", " ", text))))
    hands, _, skat = deal.rpartition(" | ")
    is_added = count == 30 == len(hands.replace("|", "").split())
    note = say("the Skat was not given, and has the cards that no hand has: {cards}", cards=card_names(read_list(skat)))
    deal.notes = (note,) * is_added
    return deal


DealWords = Annotated[
    str,
    Parameter(
        "DEAL",
        'Deal "forehand | middlehand | rearhand | skat", or its number; - reads standard input.',
        parse=_deal_text,
        notes=lambda deal: deal.notes,
        write=quote,
        is_argument=False,
        is_read=True,
    ),
]
GameName = Annotated[str, Parameter("GAME", f"Game: {GAMES}.", parse=game_word, is_argument=False)]
OpenGameName = Annotated[
    str, Parameter("GAME", f"Game: {GAMES}.", parse=game_and(ouvert="--ouvert"), is_argument=False)
]
Declarer = Annotated[
    str, Parameter("SEAT", f"Declarer's seat: {SEATS}.", parse=seat_word("--declarer"), is_argument=False)
]
Played = Annotated[
    str,
    Parameter(
        '"SA S9 ..."', "Cards played so far, in order.", parse=_list_words("--history"), write=quote, option="--history"
    ),
]
Leader = Annotated[
    str,
    Parameter("SEAT", "Seat that leads the trick. Default: forehand, at the start.", parse=seat_word("--leader")),
]
DeclarerPoints = Annotated[
    int,
    Parameter(
        "P", "Declarer's points before the trick, those of a known Skat among them. Default: those of the Skat.", 0, 120
    ),
]
TableCards = Annotated[
    str,
    Parameter(
        '"SA S9"', "Cards on the table, the leader's first; no hand holds them.", parse=_table_words, write=quote
    ),
]
Position = Annotated[str, Parameter("SEAT", f"Your seat: {SEATS}.", parse=seat_word("--seat"), option="--seat")]
PLAYERS_OPTION = Parameter(
    "A,B,C",
    "Three programs with the same bidding: pimc:K samples K worlds per card, informed:K weights them by the announcement,"
    " random plays any card, open sees all cards.",
    parse=read_players,
    reads_lists=True,
    option="--agents",
    write=",".join,
)
Seed = Annotated[int, Parameter("S", "Random seed of the deals.", 0, LARGEST_SEED)]
FreshSeed = Annotated[int, Parameter("S", "Random seed. Default: random.", 0, LARGEST_SEED, fallback=random_seed)]
"""The seed of stored deals; the seed of deals that are drawn for an answer."""


class StoredOnly(Question[A]):
    """A question whose answers are only read."""

    at_once = True

    @property
    def build_options(self) -> str:
        """The options of `tafelwerk build skat` that put the answer into a book."""
        return ""

    def computation(self, book: Book) -> Computation[A]:
        raise self.missing(book)

    def missing(self, book: Book) -> MissingTableError:
        return not_stored(self, book, self.build_options)


def not_stored(asked: Question[Any], book: Book, options: str = "") -> MissingTableError:
    """The error of a question whose answer is not in the book, with the build that puts it there."""
    return MissingTableError(asked.phrase, f"tafelwerk build skat {options}".rstrip(), book.path)
