"""The vocabulary: every term that is said is there, numbers and plurals are right, and the language of an environment."""

import ast
import re
from collections.abc import Iterator

from test_catalogue import ENTRIES, PACKAGE, calls_in, entries

from tafelwerk.commands.output import cell_text
from tafelwerk.families.skat.rules import cards
from tafelwerk.families.skat.rules.cards import Game, Seat, does, term
from tafelwerk.language import Language, count_noun, language_of, percent, seconds_text, speaking, translate
from tafelwerk.rules.puzzles import GRADES
from tafelwerk.wording import number_text

TREES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted((*(PACKAGE / "families" / "skat").rglob("*.py"), *(PACKAGE / "web").glob("skat_*.py")))
}
RULES = {path: tree for path, tree in TREES.items() if "rules" in path.parts}
PAGES = {path: tree for path, tree in TREES.items() if "web" in path.parts}
SPOKEN = {
    path: tree
    for path, tree in TREES.items()
    if path not in RULES | PAGES
    and path.stem != "pictures"
    and "tafelwerk.language" in path.read_text(encoding="utf-8")
}
"""The modules whose texts people read, but for the rules, and pictures with their markup."""


def test_every_term_has_german() -> None:
    said: dict[str, set[str]] = {"term": set(), "titled": set(), "count_noun": set()}
    for tree in (SPOKEN | RULES).values():
        for call in calls_in(tree, *said):
            words = (word.value for word in ast.walk(call.args[-1]) if isinstance(word, ast.Constant))
            said[call.func.id] |= {word for word in words if isinstance(word, str) and word}  # type: ignore[attr-defined]
    assert min(map(len, said.values())) > 3
    assert PAGES
    assert said["term"] | said["titled"] <= entries("term")
    assert said["count_noun"] <= entries("counted")


def test_games_seats_and_steps_have_german() -> None:
    from tafelwerk.families.skat.deal_rows import all_rungs

    named = {*map(str, Game), *(seat.word for seat in Seat), *(rung.words for rung in all_rungs())}
    assert named <= entries("term")


def test_what_is_shown_can_be_typed() -> None:
    """German words that are understood are those that are said."""
    with speaking(Language.GERMAN):
        assert {english: term(english) for english in cards.SPELLINGS} == cards.SPELLINGS
    assert {*map(str, Game), *(seat.word for seat in Seat), *GRADES} <= cards.SPELLINGS.keys()


def test_typed_words_are_unlike() -> None:
    """No German word stands for two things, nor is it the English word for another."""
    german = [word for several in cards.TYPED.values() for word in several]
    assert len(set(german)) == len(german)
    assert not set(german) & cards.TYPED.keys()


def counts_by_variable(function: ast.AST) -> dict[str, ast.Call]:
    """Calls of `count_noun` by the variables that a function assigns them to."""
    found: dict[str, ast.Call] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(targets, values, strict=False):
                if isinstance(name, ast.Name) and [*calls_in(value, "count_noun")][:1] == [value]:
                    assert isinstance(value, ast.Call)
                    found[name.id] = value
    return found


def count_text(call: ast.Call, count: int) -> str | None:
    """What a call of `count_noun` gives; None if its noun is chosen elsewhere."""
    nouns = [word.value for word in ast.walk(call.args[1]) if isinstance(word, ast.Constant)]
    return count_noun(count, nouns[0], dative=bool(call.keywords)) if nouns else None


def fill_sentence(call: ast.Call, names: dict[str, ast.Call], count: int) -> str | None:
    """What a call of `say` gives, with a number in the place of each counted thing; None if it has none."""
    things = {}
    for keyword in call.keywords:
        value = keyword.value
        counts = names.get(value.id) if isinstance(value, ast.Name) else next(calls_in(value, "count_noun"), None)
        things[keyword.arg] = None if counts is None else count_text(counts, count)
    if not any(things.values()) or not isinstance(call.args[0], ast.Constant):
        return None
    told = translate(call.args[0].value)
    return re.sub(r"\{(\w+)[^}]*\}", lambda place: things[place[1]] or "...", told)


def german_sentences(count: int) -> Iterator[str]:
    """Every German sentence with a counted thing."""
    for tree in (SPOKEN | PAGES).values():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                names = counts_by_variable(function)
                for call in calls_in(function, "say"):
                    if (text := fill_sentence(call, names, count)) is not None:
                        yield text


_NOT_DATIVE = re.compile(r"\b(?:von|aus|mit|nach|bei|zu|seit) [\d.]+ (?:neue|zufällige|Spiele|Stiche|Mal)\b")
_NOT_PLURAL = re.compile(
    r"(?<![\d.])(?:1 (?:\w+e )?(?:Karten|Verteilungen|Spielen?|Augen|Runden|Stichen?|Welten)\b)(?<!1 Spiel)"
)


def test_sentences_with_counts() -> None:
    """In German: one is one, several are several, after "von" and the like in the dative, and with points between thousands."""
    for count in (1, 2, 12345):
        with speaking(Language.GERMAN):
            sentences = list(german_sentences(count))
        assert len(sentences) > 20
        assert not [
            text
            for text in sentences
            if _NOT_DATIVE.search(text) or _NOT_PLURAL.search(text) or "12,345" in text or "12345" in text
        ]


def test_numbers_of_german_texts_are_formatted_in_one_place() -> None:
    """No separator of English in a format of its own: `number_text` has those of the language."""
    for path, tree in (SPOKEN | PAGES).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                form = ast.unparse(node.format_spec)
                assert not re.search(r",|\.[1-9]", form), f"{path}:{node.lineno}: {form}"
    for entry in ENTRIES:
        assert not re.search(r"\{\w*:[^}]*(,|\.[1-9])", entry.msgid), entry.msgid


def test_numbers_and_words_of_both_languages() -> None:
    def said() -> list[str]:
        cells = [str(cell_text(value)) for value in (46864, 0.5, "46,864")]
        numbers = [
            number_text(1234567.5, ",.2f"),
            percent(0.5),
            percent(0.123, 1),
            seconds_text(1.4),
            seconds_text(4000),
        ]
        counts = [count_noun(count, "card") for count in (0, 1, 2, 12345)]
        datives = [count_noun(40, noun, dative=True) for noun in ("fresh deal", "game")]
        you = "du" if "Karten" in counts[0] else "you"
        verbs = [does(you, "pass", you=True), does(term("rearhand"), "hold", you=False)]
        return [*cells, *numbers, *counts, *datives, count_noun(1, "fresh deal", dative=True), *verbs]

    english = "46,864|0.5|46,864|1,234,567.50|50 %|12.3 %|1.4 s|1 h 06 min|0 cards|1 card|2 cards|12,345 cards"
    german = "46.864|0,5|46,864|1.234.567,50|50 %|12,3 %|1,4 s|1 Std. 06 min|0 Karten|1 Karte|2 Karten|12.345 Karten"
    assert "|".join(said()) == f"{english}|40 fresh deals|40 games|1 fresh deal|you pass|rearhand holds"
    with speaking(Language.GERMAN):
        assert (
            "|".join(said()) == f"{german}|40 neuen Verteilungen|40 Spielen|1 neuen Verteilung|du passt|Hinterhand hält"
        )
    assert entries("counted, dative") <= entries("counted")


def test_the_language_of_an_environment() -> None:
    for environment, language in [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "POSIX"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_CH.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "TAFELWERK_LANG": "en"}, "en"),
        ({"LANG": "C", "TAFELWERK_LANG": "de"}, "de"),
    ]:
        assert language_of(environment) == language
