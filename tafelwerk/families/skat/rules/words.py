"""The vocabulary of Skat: terms, which German has in the catalogue under "term", and German words that are understood."""

from tafelwerk.language import say, translated


def term(word: str) -> str:
    """A term, given in English, in the current language."""
    return translated(word, "term")


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
    return f"{subject} {translated(form, 'verb')}"


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
