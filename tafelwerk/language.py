"""The language of the output. A text is written in English where it is said; `german.po` has the German one.

    say("{seat} wins {points}", seat="forehand", points="61 points")

A text that is not translated is said in English. The catalogue is in gettext's format and is read when German is first spoken.
JSON, logs and tables are always in English.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tafelwerk import wording
from tafelwerk.wording import decimal_comma, localize, number_text


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

CATALOGUE = Path(__file__).with_name("german.po")


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
    tag = next(filter(None, map(environment.get, names)), "")
    return Language.GERMAN if tag.lower().startswith("de") else Language.ENGLISH


@cache
def _german() -> Mapping[tuple[str, str], tuple[str, str]]:
    """German texts in singular and plural, by context and English text."""
    import polib

    entries = polib.pofile(str(CATALOGUE), encoding="utf-8").translated_entries()
    texts = ((entry, entry.msgstr_plural or {0: entry.msgstr, 1: entry.msgstr}) for entry in entries)
    return {(entry.msgctxt or "", entry.msgid): (forms[0], forms[1]) for entry, forms in texts}


def translate(text: str, context: str = "", *, several: bool = False) -> str:
    """A text in the current language.

    Args:
        text: the text in English.
        context: what tells it from the same English text elsewhere: msgctxt in the catalogue.
        several: whether the plural is wanted; in English the text is returned as it is.
    """
    if not in_german():
        return text
    return _german().get((context, text), (text, text))[several]


def say(text: str, /, **places: object) -> str:
    """A text in the current language, with its places filled; braces of a text without places are kept."""
    translation = translate(text)
    return translation.format(**places) if places else translation


def message(text: str) -> str:
    """A text as it is, which is said later: this marks it for the catalogue."""
    return text


def count_noun(count: int, noun: str, *, dative: bool = False) -> str:
    """A number with its noun: "1 card", "12 cards", "1 Karte", "1.234 Karten".

    Args:
        count: the number.
        noun: the English noun in the singular.
        dative: whether the German noun stands in the dative, as after "von": "von 12 Spielen".
    """
    if not in_german():
        return wording.count_noun(count, noun)
    several = count != 1
    form = translate(noun, "counted", several=several)
    if dative:
        form = _german().get(("counted, dative", noun), (form, form))[several]
    return f"{number_text(count)} {form}"


def percent(share: float, places: int = 0) -> str:
    """A share in percent: "83 %"."""
    return f"{number_text(100 * share, f'.{places}f')} %"


def seconds_text(seconds: float) -> str:
    """A duration in words, in the current language."""
    text = wording.seconds_text(seconds)
    return localize(text).replace(" h", f" {say('h')}") if in_german() else text


def join_words(words: Sequence[str]) -> str:
    """Names in a sentence: "CJ, SJ and HJ", "Kreuz, Pik und Herz"."""
    return wording.join_words(words, last=say("and"))
