"""The vocabulary of Skat in English and German, and the language of the output.

An English word is the key of its term, so that `TERMS` holds each term once. A sentence is written where it is used, in both
languages: `worded("Grand wins", "Grand gewinnt")`. JSON, logs and tables are always in English.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import NamedTuple

from tafelwerk import wording
from tafelwerk.wording import decimal_comma, localize
from tafelwerk.wording import number_text as number_text


class Language(StrEnum):
    """Language of the output."""

    ENGLISH = "en"
    GERMAN = "de"


class Speech(NamedTuple):
    """Language and signs of the output.

    Attributes:
        language: the language.
        signs: whether cards are shown with ♣ ♠ ♥ ♦ rather than with letters.
    """

    language: Language = Language.ENGLISH
    signs: bool = False


_USUAL = Speech()
_SPEECH: ContextVar[Speech] = ContextVar("speech", default=_USUAL)


@contextmanager
def speaking(language: Language, *, signs: bool = False) -> Iterator[None]:
    """Use a language within the context."""
    token = _SPEECH.set(Speech(language, signs))
    try:
        with decimal_comma(language is Language.GERMAN):
            yield
    finally:
        _SPEECH.reset(token)


def speech() -> Speech:
    """The current language and signs."""
    return _SPEECH.get()


def in_german() -> bool:
    """Whether the current language is German."""
    return _SPEECH.get().language is Language.GERMAN


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of an environment: that of TAFELWERK_LANG or, if unset, of the locale; English unless it is German."""
    names = ("TAFELWERK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    named = next(filter(None, map(environment.get, names)), "")
    return Language.GERMAN if named.lower().startswith("de") else Language.ENGLISH


def worded(english: str, german: str) -> str:
    """The text in the current language."""
    return german if in_german() else english


def term(word: str) -> str:
    """A term in the current language.

    Args:
        word: the term in English, one of `TERMS`.

    Raises:
        KeyError: the term is not in the vocabulary.
    """
    german = TERMS[word]
    return german if in_german() else word


def in_english(word: str) -> str:
    """A term in English, from either language; other words are returned as they are."""
    found = (english for english, german in TERMS.items() if word.strip().lower() in (english.lower(), german.lower()))
    return next(found, word)


def known_terms(text: str) -> str:
    """A stored text, separated by commas, with its terms in the current language."""
    return ", ".join(term(part) if part in TERMS else part for part in text.split(", "))


def titled(word: str) -> str:
    """A term with a capital letter in front: "Clubs", "Kreuz"."""
    text = term(word)
    return text[:1].upper() + text[1:]


def counted(count: int, noun: str, *, dative: bool = False) -> str:
    """A number with its noun: "1 card", "12 cards", "1 Karte", "1.234 Karten".

    Args:
        count: the number.
        noun: the English noun, one of `NOUNS`.
        dative: whether the German noun stands in the dative, as after "von": "von 12 Spielen".

    Raises:
        KeyError: the noun is not in the vocabulary.
    """
    one, several = DATIVES.get(noun, NOUNS[noun]) if dative else NOUNS[noun]
    if not in_german():
        return wording.counted(count, noun)
    return f"{number_text(count)} {one if count == 1 else several}"


def percent(share: float, places: int = 0) -> str:
    """A share in percent: "83%", "83 %"."""
    text = number_text(100 * share, f".{places}f")
    return f"{text} %" if in_german() else f"{text}%"


def seconds_text(seconds: float) -> str:
    """A duration in words, in the current language."""
    text = wording.seconds_text(seconds)
    return localize(text).replace(" h", " Std.") if in_german() else text


def listed(words: Sequence[str]) -> str:
    """Names in a sentence: "CJ, SJ and HJ", "Kreuz, Pik und Herz"."""
    return wording.listed(words, last=worded("and", "und"))


def hand_of(seat: str) -> str:
    """A seat's hand: "forehand's hand", "das Blatt von Vorhand"."""
    return worded(f"{seat}'s hand", f"das Blatt von {term(seat)}")


def does(subject: str, verb: str, *, you: bool) -> str:
    """Subject and verb: "you take", "forehand takes", "du nimmst".

    Args:
        subject: the subject.
        verb: the English verb in the form for "you", one of `VERBS`.
        you: whether the subject is the reader.
    """
    second, third = VERBS[verb]
    if in_german():
        return f"{subject} {second if you else third}"
    return f"{subject} {verb if you else verb + ('es' if verb.endswith('ss') else 's')}"


SIGNS = dict(zip("CSHD", "♣♠♥♦", strict=True))
SUIT_TERMS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
"""Suits by their letters, as terms."""

RANK_TERMS = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}
"""Ranks by their letters, as terms; 9, 8 and 7 are always written as numbers."""

GERMAN_RANKS = {"T": "10", "Q": "D", "J": "B"}
"""Ranks with other letters in German."""

TERMS = {
    # cards
    "clubs": "Kreuz",
    "spades": "Pik",
    "hearts": "Herz",
    "diamonds": "Karo",
    "ace": "Ass",
    "ten": "Zehn",
    "king": "König",
    "queen": "Dame",
    "jack": "Bube",
    # games, and what goes with them
    "grand": "Grand",
    "null": "Null",
    "Hand": "Hand",
    "Schneider": "Schneider",
    "Schneider announced": "Schneider angesagt",
    "Schwarz": "Schwarz",
    "Schwarz announced": "Schwarz angesagt",
    "Ouvert": "Ouvert",
    # players
    "forehand": "Vorhand",
    "middlehand": "Mittelhand",
    "rearhand": "Hinterhand",
    "declarer": "Alleinspieler",
    "defenders": "Gegenspieler",
    "you": "du",
    "player": "Spieler",
    "program": "Programm",
    # results
    "won": "gewonnen",
    "lost": "verloren",
    "overbid": "überreizt",
    "passed": "eingepasst",
    "penalty": "Strafe",
    # who recorded a round
    "a person": "ein Mensch",
    "a match of programs": "ein Wettkampf von Programmen",
    "a person against programs": "ein Mensch gegen Programme",
    "all hands open": "alle Blätter offen",
    "with answers taken back": "mit zurückgenommenen Antworten",
    "appendix": "Anhang",
    # how hard a puzzle is
    "easy": "leicht",
    "medium": "mittel",
    "hard": "schwer",
    # headings
    "Skat": "Skat",
    "per round": "je Runde",
    "alone": "allein",
    "announce": "ansagen",
    "best": "am besten",
    "best play": "bestes Spiel",
    "better": "besser",
    "bid": "gereizt",
    "by": "von",
    "card": "Karte",
    "card points": "Augen",
    "card points per game": "Augen je Spiel",
    "cards": "Karten",
    "aces": "Asse",
    "all": "alle",
    "chance": "Chance",
    "contracts": "Spiele",
    "cost": "Kosten",
    "deals the declarer wins": "Alleinspieler gewinnt",
    "deals the defenders win": "Gegenspieler gewinnen",
    "deals won": "gewonnen",
    "deals won with open cards": "mit offenen Karten gewonnen",
    "declared": "allein gespielt",
    "declarer gave away": "Alleinspieler vergab",
    "declarer wins": "Alleinspieler gewinnt",
    "declarer's points": "Augen des Alleinspielers",
    "defenders gave away": "Gegenspieler vergaben",
    "defenders win": "Gegenspieler gewinnen",
    "difference": "Unterschied",
    "discard": "drücken",
    "excess": "zu hoch um",
    "expected points": "Punkte erwartet",
    "false neg.": "falsch neg.",
    "false pos.": "falsch pos.",
    "finds": "findet",
    "game": "Spiel",
    "games": "Spiele",
    "hidden": "verdeckt",
    "given up": "aufgegeben",
    "gives away": "vergibt",
    "jacks": "Buben",
    "led by": "Ausspiel",
    "loss": "Verlust",
    "lost +": "verloren +",
    "lost -": "verloren -",
    "made": "erzielt",
    "mean": "Mittel",
    "only hidden": "nur verdeckt",
    "only open": "nur offen",
    "open": "offen",
    "ms": "ms",
    "models of hands": "Bewerter von Blättern",
    "played": "gespielt",
    "played games": "gespielte Spiele",
    "points": "Augen",
    "points after": "Augen danach",
    "points, hidden": "Augen, verdeckt",
    "points, open": "Augen, offen",
    "points (played)": "Punkte (gespielt)",
    "points (program)": "Punkte (Programm)",
    "positions": "Stellungen",
    "range": "Bereich",
    "result": "Ergebnis",
    "round": "Runde",
    "score": "Wertung",
    "score per round": "Wertung je Runde",
    "share": "Anteil",
    "step": "Schritt",
    "suit games": "Farbspiele",
    "table": "Tisch",
    "table entries": "in der Tabelle",
    "taken by": "Stich an",
    "the declarer has": "der Alleinspieler hat",
    "the game": "das Spiel",
    "after": "danach",
    "tournament points": "Punkte",
    "tournament": "Turnier",
    "tournament per round": "Turnier je Runde",
    "trick": "Stich",
    "true neg.": "richtig neg.",
    "true pos.": "richtig pos.",
    "trumps": "Trümpfe",
    "value": "Wert",
    "winner": "den Sieger",
    "with the Skat": "mit Skat",
    "won, hidden": "gewonnen, verdeckt",
    "won, open": "gewonnen, offen",
    "won only hidden": "nur verdeckt gewonnen",
    "won only open": "nur offen gewonnen",
    "won +": "gewonnen +",
    "won -": "gewonnen -",
    "wins": "gewinnt",
    "worlds": "Welten",
    "95 % interval": "95-%-Intervall",
    # steps of the ladder from minimax to the fast solver
    "minimax": "Minimax",
    "alpha-beta": "Alpha-Beta",
    "alpha-beta with transposition table": "Alpha-Beta mit Transpositionstabelle",
    "minimal window with early end": "minimales Fenster mit frühem Ende",
    "minimal window with transposition table": "minimales Fenster mit Transpositionstabelle",
    "minimal window with equivalence classes": "minimales Fenster mit Äquivalenzklassen",
    "MTD(-inf) over equivalence classes": "MTD(-inf) über Äquivalenzklassen",
    "MTD(+inf) over equivalence classes": "MTD(+inf) über Äquivalenzklassen",
    "MTD(f) over equivalence classes": "MTD(f) über Äquivalenzklassen",
    "minimal window with sure tricks": "minimales Fenster mit sicheren Stichen",
    "minimal window with move ordering": "minimales Fenster mit Zugsortierung",
    "MTD(+inf) with move ordering": "MTD(+inf) mit Zugsortierung",
    "the fast solver, who wins": "der schnelle Löser, Sieger",
    "the fast solver, points": "der schnelle Löser, Augen",
    "Null with transposition table": "Null mit Transpositionstabelle",
    "Null with safe suits": "Null mit sicheren Farben",
    "Null with move ordering": "Null mit Zugsortierung",
    "the fast solver of Null": "der schnelle Löser für Null",
}
"""German terms by English terms."""

NOUNS = {
    "card": ("Karte", "Karten"),
    "deal": ("Verteilung", "Verteilungen"),
    "fresh deal": ("neue Verteilung", "neue Verteilungen"),
    "game": ("Spiel", "Spiele"),
    "point": ("Auge", "Augen"),
    "position": ("Stellung", "Stellungen"),
    "random deal": ("zufällige Verteilung", "zufällige Verteilungen"),
    "round": ("Runde", "Runden"),
    "time": ("Mal", "Mal"),
    "trick": ("Stich", "Stiche"),
    "world": ("Welt", "Welten"),
}
"""German nouns in singular and plural, by English nouns."""

DATIVES = {
    "fresh deal": ("neuen Verteilung", "neuen Verteilungen"),
    "game": ("Spiel", "Spielen"),
    "random deal": ("zufälligen Verteilung", "zufälligen Verteilungen"),
    "time": ("Mal", "Malen"),
    "trick": ("Stich", "Stichen"),
}
"""The dative of those that differ in it."""

VERBS = {
    "bid": ("reizt", "reizt"),
    "hold": ("hältst", "hält"),
    "lead": ("spielst aus", "spielt aus"),
    "pass": ("passt", "passt"),
    "play": ("spielst", "spielt"),
    "take": ("nimmst", "nimmt"),
}
"""German verbs in the second and third person, by English verbs in the form for "you"."""

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
