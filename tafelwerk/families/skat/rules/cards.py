"""Notation of cards, sets of cards, games and seats, the order of the cards in each game, and the vocabulary of Skat.

A card is a number 0 to 31, and a set of cards the integer that has these bits: the jacks CJ SJ HJ DJ 31 to 28, then clubs 27
to 21, spades 20 to 14, hearts 13 to 7 and diamonds 6 to 0, each A T K Q 9 8 7 downwards (Kupferschmid 2003, section 3.1).

A game bit is the place of a card in its game: a higher bit beats a lower one of its suit, and any trump every other card.
Trumps lie on top: in a suit game bits 31 to 21 for CJ SJ HJ DJ and A T K Q 9 8 7 of the trump suit, in Grand bits 31 to 28 for
the jacks. Below them are the other suits, clubs before spades, hearts and diamonds, each A T K Q 9 8 7 downwards. Null has no
trumps, and its suits of eight are A K Q J T 9 8 7, clubs in bits 31 to 24.

Terms have their German in the catalogue under "term"; German words that can be typed are in `SPELLINGS`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.language import in_german, say, speech, translate
from tafelwerk.wording import join_words, near


def term(word: str) -> str:
    """A term, given in English, in the current language."""
    return translate(word, "term")


def titled(word: str) -> str:
    """A term with a capital letter in front: "Clubs", "Kreuz"."""
    text = term(word)
    return text[:1].upper() + text[1:]


def known_terms(text: str) -> str:
    """A stored text, separated by commas, with its terms in the current language."""
    return ", ".join(map(term, text.split(", ")))


def in_english(word: str) -> str:
    """A word that can be typed, in English, from either language; other words are returned as they are."""
    small = word.strip().lower()
    return next((english for english in SPELLINGS if is_spelled(small, english)), word)


def is_spelled(word: str, english: str) -> bool:
    """Whether a word is a term in either language; capitals do not count."""
    return word.lower() in (english.lower(), SPELLINGS[english].lower())


def hand_of(seat: str) -> str:
    """A seat's hand: "forehand's hand", "das Blatt von Vorhand"."""
    return say("{seat}'s hand", seat=term(seat))


def does(subject: str, verb: str, *, you: bool) -> str:
    """Subject and verb: "you take", "forehand takes", "du nimmst".

    Args:
        subject: the subject.
        verb: the English verb in the form for "you".
        you: whether the subject is the reader.
    """
    form = verb if you else verb + ("es" if verb.endswith("ss") else "s")
    return f"{subject} {translate(form, 'verb')}"


SIGNS = dict(zip("CSHD", "♣♠♥♦", strict=True))
SUIT_TERMS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
"""Suits by their letters, as terms."""

RANK_TERMS = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}
"""Ranks by their letters, as terms; 9, 8 and 7 are always written as numbers."""

GERMAN_RANKS = {"T": "10", "Q": "D", "J": "B"}
"""Ranks with other letters in German."""

SPELLINGS = {
    "clubs": "Kreuz",
    "spades": "Pik",
    "hearts": "Herz",
    "diamonds": "Karo",
    "ace": "Ass",
    "ten": "Zehn",
    "king": "König",
    "queen": "Dame",
    "jack": "Bube",
    "grand": "Grand",
    "null": "Null",
    "forehand": "Vorhand",
    "middlehand": "Mittelhand",
    "rearhand": "Hinterhand",
    "declarer": "Alleinspieler",
    "defenders": "Gegenspieler",
    "easy": "leicht",
    "medium": "mittel",
    "hard": "schwer",
}
"""German words for what can be given on a command line; both are understood in either language."""

TYPED = {
    "hint": ("hinweis", "tipp"),
    "undo": ("zurück", "zurueck", "rückgängig"),
    "board": ("tisch", "brett"),
    "hand": ("blatt",),
    "bids": ("reizung", "gebote"),
    "tricks": ("stiche",),
    "score": ("wertung", "stand"),
    "why": ("warum",),
    "reveal": ("zeigen", "aufdecken"),
    "resign": ("aufgeben",),
    "help": ("hilfe",),
    "quit": ("ende", "beenden"),
}
"""Commands that can be typed during a round, with the German words for them; both are understood in either language."""


SUITS = "CSHD"
"""Letters of the suits, highest suit first: clubs, spades, hearts, diamonds."""

NAMES = tuple(reversed([*(f"{suit}J" for suit in SUITS), *(suit + rank for suit in SUITS for rank in "ATKQ987")]))
"""Names of the cards by bit: D7 is 0, CJ is 31."""

POINTS = tuple({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(name[1], 0) for name in NAMES)
"""Card points by bit; 120 in total."""

ALL_CARDS = 2**32 - 1
"""The whole pack."""

WIN = 61
"""Card points that win a suit game or Grand."""

JACKS = 0b1111 << 28
"""The four jacks."""

_SUIT_WORDS = {suit: [suit, SIGNS[suit], SPELLINGS[name].upper()] for suit, name in SUIT_TERMS.items()}
_SUIT_WORDS["S"].append("P")
_ABBREVIATIONS = {"C": "KR", "S": "PI", "H": "HE", "D": "KA"}
_OTHER_SUITS = {"C": ("TREFF",), "S": ("SCHIPPE", "SCHIPPEN"), "H": (), "D": ("ECKSTEIN", "CARO")}
"""Names of suits in parts of Germany."""

for _suit, _abbreviation in _ABBREVIATIONS.items():
    _SUIT_WORDS[_suit] += [_abbreviation, *_OTHER_SUITS[_suit]]
_RANK_WORDS = {rank: [rank, GERMAN_RANKS.get(rank, rank)] for rank in "AKQJT987"}
for _rank, _name in RANK_TERMS.items():
    _RANK_WORDS[_rank] += [SPELLINGS[_name].upper(), SPELLINGS[_name].upper().replace("Ö", "OE")]
_OTHER_RANKS = ("A", "AS"), ("J", "BAUER"), ("J", "JUNGE"), ("9", "NEUN"), ("8", "ACHT"), ("7", "SIEBEN")
for _rank, _word in _OTHER_RANKS:
    _RANK_WORDS[_rank].append(_word)


def _spellings() -> Iterator[tuple[str, int]]:
    """All spellings of the cards, in capital letters without blanks and hyphens; PiK is a king as it stands, Pik a suit."""
    for bit, name in enumerate(NAMES):
        suit, rank = name[0], name[1]
        for spelled in _RANK_WORDS[rank]:
            for before in _SUIT_WORDS[suit]:
                yield (before + spelled if before + spelled != "PIK" else "PiK"), bit
            # rank first, unless its letter could be a suit: D before a letter, and K before D
            if len(spelled) < 3 and spelled != "AS":
                yield spelled + SIGNS[suit], bit
                if spelled != "D" and spelled + suit != "KD":
                    yield spelled + suit, bit


_GERMAN_SUITS = {
    "C": ("E", "EICHEL"),
    "S": ("G", "GRÜN", "GRUEN", "GRAS", "BLATT", "LAUB"),
    "H": ("R", "ROT", "HERZ", "H"),
    "D": ("SCHELLEN", "SCHELL", "SCHELLE", "SCH"),
}
"""The suits of German cards: acorns, leaves, hearts and bells."""

_GERMAN_RANK_WORDS = {rank: (*words, rank) for rank, words in (("J", ("U", "UNTER")), ("Q", ("O", "OBER")))} | {
    "A": ("A", "ASS", "AS", "DAUS"),
    "T": ("T", "10", "Z", "ZEHN"),
    "K": ("K", "KÖNIG", "KOENIG"),
    **{rank: (rank,) for rank in "987"},
}


def _german() -> Iterator[tuple[str, int]]:
    """Spellings of cards that only German suits or the ranks Unter and Ober explain."""
    for bit, name in enumerate(NAMES):
        suit, rank = name[0], name[1]
        for spelled in _GERMAN_RANK_WORDS[rank]:
            for before in (*_GERMAN_SUITS[suit], *(("S",) if suit == "D" and rank in "JQ" else ())):
                if before + spelled not in _FRENCH:
                    yield before + spelled, bit


_FRENCH = dict(_spellings())
_GERMAN = dict(_german())
_BITS = _FRENCH | _GERMAN
_BELLS = {
    f"S{spelled}": bit
    for spelled, bit in ((_word, NAMES.index(f"D{_rank}")) for _rank in "ATK987" for _word in _GERMAN_RANK_WORDS[_rank])
}
"""Spellings that are bells among German cards, and spades among others."""

_GERMAN_ALONE = frozenset(
    spelled for spelled in _GERMAN if spelled[0] != "H" or spelled.endswith(("U", "O", "UNTER", "OBER"))
)
"""Spellings that show German cards: Herz is a suit of both packs, and so are an ace and a ten by other names."""

_FRENCH_ALONE = frozenset(
    spelled
    for spelled in _FRENCH
    if spelled[0] in "CDPK♣♠♦" or spelled[-1] in "JQBD" or spelled.endswith(("BUBE", "DAME"))
)
_LOOSE = re.compile(r"[\s\ufe0f-]+")
_ALL_SUITS = {word for words in (*_SUIT_WORDS.values(), *_GERMAN_SUITS.values()) for word in words}
_SUIT_NAMES = "|".join(sorted((word for word in _ALL_SUITS if len(word) > 1 or word in SIGNS.values()), reverse=True))
_RANK_NAMES = {word for known in (_RANK_WORDS, _GERMAN_RANK_WORDS) for words in known.values() for word in words}
_RANKS = "|".join(sorted(_RANK_NAMES, reverse=True))
_SUIT_BEFORE_RANK = re.compile(
    rf"(?<!\w)(?:({_SUIT_NAMES})[\s\ufe0f:-]+|([CSHDPEGR]):\s*)(?=(?:{_RANKS})\b)", re.IGNORECASE
)
_SUIT_OF_CARD = re.compile(rf"({'|'.join(sorted(_ALL_SUITS, key=len, reverse=True))}):?(?:{_RANKS})")
_RUN = re.compile(rf"([{''.join(SIGNS.values())}])((?:10|[7-9AKDQBJT]){{2,}})")
"""A suit apart from its first rank; a card's suit; a sign with several ranks, such as ♣B109."""
_OF_VALUE = tuple(
    (value, sum(1 << bit for bit in range(32) if POINTS[bit] == value)) for value in sorted(set(POINTS) - {0})
)


class Game(StrEnum):
    """The declarer's game: a trump suit, Grand with only the jacks as trumps, or Null without trumps."""

    CLUBS = "clubs"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    GRAND = "grand"
    NULL = "null"


class Seat(IntEnum):
    """A player's seat, in order of play; forehand leads to the first trick."""

    FOREHAND = 0
    MIDDLEHAND = 1
    REARHAND = 2

    @property
    def word(self) -> str:
        """The seat in words."""
        return self.name.lower()

    @property
    def left(self) -> "Seat":
        """The seat to the left, which plays next."""
        return Seat((self + 1) % 3)


def read_card(text: str, bells: bool = False) -> int:
    """The card given by a text: suit and rank, such as CJ, d7, ♣J, S10, PB, Kreuz-Bube or Eichel-Unter.

    The suit is C S H D, a sign, Kreuz Pik Herz Karo or P; the rank 7 8 9, 10 or T, J or B, Q or D, K, A, or the German word.
    The rank may come before a letter or sign, as in 10♥, if that is unambiguous. The suits of German cards are E, G, R, or
    Eichel, Grün (Blatt), Rot (Herz) and Schellen, their ranks U and O, or Unter and Ober.

    Args:
        text: the card.
        bells: whether S is Schellen, as among German cards, see `has_bells`; spades otherwise.

    Raises:
        InputError: unknown or ambiguous card.
    """
    name = text if text in _BITS else _LOOSE.sub("", text).upper()
    card = _BELLS.get(name) if bells else None
    card = _BITS.get(name) if card is None else card
    if card is not None:
        return card
    quoted_text = in_quotes(text.strip())
    if name[:1] == "K" and "C" + name[1:] in _BITS:
        clubs, diamonds = (card_name(_BITS[suit + name[1:]]) for suit in "CD")
        raise InputError(
            say(
                "{given} could be Kreuz or Karo: write {clubs} or {diamonds}",
                given=quoted_text,
                clubs=clubs,
                diamonds=diamonds,
            )
        )
    raise InputError(
        say("unknown card {given}: cards are suit C S H D and rank 7 8 9 T J Q K A, such as HT", given=quoted_text)
    )


_PICTURES = {
    first + place: f" {suit}{rank} "
    for suit, first in zip("SHDC", (0x1F0A0, 0x1F0B0, 0x1F0C0, 0x1F0D0), strict=True)
    for rank, place in zip("A789TJQK", (1, 7, 8, 9, 10, 11, 13, 14), strict=True)
}
"""Names of the characters that picture a card, Unicode's block of playing cards."""


def card_words(text: str) -> list[str]:
    """The words of a list of cards, separated by blanks, dots, commas, semicolons or plus signs; Pik Ass is one word.

    A rank alone is of the suit before it, as in "♣ B 10 9, ♠ A K", "Kreuz: B 10 9" or "♣B109".
    """
    words: list[str] = []
    suit = ""
    for word in re.findall(r"[^\s.,;+]+", _SUIT_BEFORE_RANK.sub(r"\1\2", text.translate(_PICTURES))):
        name = _LOOSE.sub("", word).upper()
        run, card = _RUN.fullmatch(name), _SUIT_OF_CARD.fullmatch(name)
        if run is not None:
            suit = run[1]
            words += [suit + rank for rank in re.findall("10|.", run[2])]
        elif suit and name in _RANK_NAMES:
            words.append(suit + name)
        else:
            suit = "" if card is None else card[1]
            words.append(word)
    return words


def has_bells(text: str) -> bool:
    """Whether S is Schellen in a text with cards: it has another card that only a German pack explains.

    Raises:
        InputError: it has cards of both packs, and one that is Schellen in one of them and spades in the other.
    """
    words = [_LOOSE.sub("", word).upper() for word in card_words(text)]
    if not any(word in _GERMAN_ALONE for word in words):
        return False
    either = next((word for word in words if word in _BELLS), None)
    french = next((word for word in words if word in _FRENCH_ALONE), None)
    if either is not None and french is not None:
        spades, bells = f"P{either[1:]}", card_name(_BELLS[either])
        raise InputError(
            say(
                "{either} could be spades or Schellen, since {french} is a card of another pack than E G R S: write {spades} or "
                "{bells}",
                either=in_quotes(either),
                french=in_quotes(french),
                spades=spades,
                bells=bells,
            )
        )
    return True


def read_list(text: str, bells: bool | None = None) -> list[int]:
    """Cards in the order written, separated as for `card_words`; none for an empty text.

    Args:
        text: the cards.
        bells: whether S is Schellen. Default: as these cards show, see `has_bells`.

    Raises:
        InputError: unknown card, or a card given twice.
    """
    german = has_bells(text) if bells is None else bells
    cards: list[int] = []
    for word in card_words(text):
        card = read_card(word, german)
        if card in cards:
            first, second, name = cards.index(card) + 1, len(cards) + 1, card_name(card)
            raise InputError(
                say("{name} is given twice, as card {first} and card {second}", name=name, first=first, second=second)
            )
        cards.append(card)
    return cards


def read_cards(text: str, bells: bool | None = None) -> int:
    """The mask of a set of cards, written and read as for `read_list`.

    Raises:
        InputError: unknown card, or a card given twice.
    """
    return mask_of(read_list(text, bells))


def card_text(card: int) -> str:
    """The canonical name of a card."""
    return NAMES[card]


def card_name(card: int) -> str:
    """A card as shown to people: CJ, ♣J, in German CB, ♣B; `read_card` reads all of them."""
    suit, rank = NAMES[card][0], NAMES[card][1]
    return (SIGNS[suit] if speech().signs else suit) + (GERMAN_RANKS.get(rank, rank) if in_german() else rank)


def printed_card(card: int) -> str:
    """A card as printed in pictures, with a sign for the suit and a number for the ten: ♣J, ♣10, in German ♣B, ♣10."""
    rank = NAMES[card][1]
    return SIGNS[NAMES[card][0]] + (GERMAN_RANKS.get(rank, rank) if in_german() else rank.replace("T", "10"))


def card_names(cards: Iterable[int]) -> str:
    """Cards in the given order, as shown to people."""
    return " ".join(map(card_name, cards))


def cards_text(mask: int) -> str:
    """Names of the cards of a set, sorted: jacks, then clubs, spades, hearts, diamonds, aces first."""
    return " ".join(NAMES[card] for card in bits(mask))


def mask_of(cards: Iterable[int]) -> int:
    """The set of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def bits(mask: int) -> list[int]:
    """The cards of a set, the highest bit first."""
    cards = []
    while mask:
        cards.append(mask.bit_length() - 1)
        mask ^= 1 << cards[-1]
    return cards


def points(mask: int) -> int:
    """Card points of a set."""
    return sum(value * (mask & cards).bit_count() for value, cards in _OF_VALUE)


def read_game(text: str) -> Game:
    """The game given by a text, in English or German.

    Raises:
        InputError: unknown game.
    """
    what = say("a game is")
    try:
        return Game(_read_word(what, text, [game.value for game in Game]))
    except InputError as fault:
        for name in NOT_OF_THE_ORDER:
            if name.lower() in text.lower().split():
                raise InputError(f"{fault}; {say('the Skat Order has no {name}', name=name)}") from None
        raise


def read_seat(text: str) -> Seat:
    """The seat given by a text, in English or German, by its initials, m or MH, or as players say it, vorne.

    Raises:
        InputError: unknown seat.
    """
    for seat in Seat:
        for name in (seat.word, SPELLINGS[seat.word]):
            if text.strip().lower() in (name[0].lower(), f"{name[0].lower()}h", _AT_THE_TABLE[seat.word]):
                return seat
    what = say("a seat is")
    return Seat[_read_word(what, text, [seat.word for seat in Seat]).upper()]


_AT_THE_TABLE = {"forehand": "vorne", "middlehand": "mitte", "rearhand": "hinten"}
"""Where players say that they sit."""

NOT_OF_THE_ORDER = ("Ramsch", "Revolution", "Kontra", "Re")
"""What some tables play, and the Skat Order does not have."""

_GERMAN_NAMES = {
    name: (*(word for word in _GERMAN_SUITS[suit] if len(word) > 1), SIGNS[suit]) for suit, name in SUIT_TERMS.items()
}
"""Names of games by suits of German cards, and by their signs."""


def _read_word(what: str, text: str, terms: Sequence[str]) -> str:
    """The term given by a text, in full, in either language."""
    word = text.strip().lower().rstrip("\ufe0e\ufe0f")
    for name in terms:
        if is_spelled(word, name) or word.upper() in _GERMAN_NAMES.get(name, ()):
            return name
    known = [term(name) for name in terms]
    last = say("or")
    meant = near(word, known)
    hint = say("; did you mean {}?").format(join_words(meant, last=last)) if meant else ""
    raise InputError(f"{what} {join_words(known, last=last)}, {say('not')} {in_quotes(text.strip())}{hint}")


_TRUMP_SUIT = {Game.CLUBS: "C", Game.SPADES: "S", Game.HEARTS: "H", Game.DIAMONDS: "D"}


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the cards in a game.

    Attributes:
        game: the game.
        place: (32,) game bit of each card.
        card: (32,) card of each game bit.
        trumps: mask of the trumps, in game bits; 0 in Null.
        suits: (4,) masks of clubs, spades, hearts, diamonds in game bits, without trumps; 0 for the trump suit.
        values: (32,) card points by game bit; all 0 in Null, where they do not count.
    """

    game: Game
    place: tuple[int, ...]
    card: tuple[int, ...]
    trumps: int
    suits: tuple[int, ...]
    values: tuple[int, ...]

    def to_game(self, mask: int) -> int:
        """A set of cards in game bits."""
        return mask_of(self.place[card] for card in bits(mask))

    def from_game(self, mask: int) -> int:
        """A set given in game bits, as cards."""
        return mask_of(self.card[bit] for bit in bits(mask))

    def sorted(self, mask: int) -> list[int]:
        """The cards of a set in the order of this game, trumps first."""
        return [self.card[bit] for bit in bits(self.to_game(mask))]


@cache
def order(game: Game) -> Order:
    """The order of the cards in a game."""
    trumps, suits = _names(game)
    names = [*trumps, *(name for suit in suits for name in suit)]
    card = tuple(NAMES.index(name) for name in reversed(names))
    bit_of = tuple(card.index(bit) for bit in range(32))
    return Order(
        game,
        bit_of,
        card,
        mask_of(bit_of[NAMES.index(name)] for name in trumps),
        tuple(mask_of(bit_of[NAMES.index(name)] for name in suit) for suit in suits),
        (0,) * 32 if game is Game.NULL else tuple(POINTS[bit] for bit in card),
    )


def _names(game: Game) -> tuple[list[str], list[list[str]]]:
    """Trumps and the four suits without them, each from the highest card down."""
    if game is Game.NULL:
        return [], [[suit + rank for rank in "AKQJT987"] for suit in SUITS]
    suits = {suit: [suit + rank for rank in "ATKQ987"] for suit in SUITS}
    trumps = [suit + "J" for suit in SUITS]
    if game is not Game.GRAND:
        trumps += suits[_TRUMP_SUIT[game]]
        suits[_TRUMP_SUIT[game]] = []
    return trumps, list(suits.values())
