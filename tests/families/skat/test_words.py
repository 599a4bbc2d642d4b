"""The vocabulary: every term that is said is there, numbers and plurals are right, and the language of an environment.
Skat in German: where --lang stands, help, pictures, JSON that stays English, and lines that can be typed again.

Answers in German are in tests/shown and tests/play/transcripts, refusals in tests/refusals.
"""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from shlex import split

import pytest
from golden.questions import SCORE_SHEET
from play.transcripts import FOLDER, SHOWN, games, prepare
from program import answered, call, every_command
from skat_questions import english_words, spoken
from test_catalogue import ENTRIES, PACKAGE, calls_in, entries

from tafelwerk import language
from tafelwerk.commands.output import cell_text
from tafelwerk.families.skat.rules import cards
from tafelwerk.families.skat.rules.cards import Game, Seat, does, term
from tafelwerk.language import Language, count_noun, percent, say, seconds_text, speaking, translate
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
        for said_by in calls_in(tree, *said):
            words = (word.value for word in ast.walk(said_by.args[-1]) if isinstance(word, ast.Constant))
            said[said_by.func.id] |= {word for word in words if isinstance(word, str) and word}  # type: ignore[attr-defined]
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


REFUSALS = Path(__file__).parents[2] / "refusals" / "skat-german.txt"
SOLVE = ("--deal", "CJ CA | SJ CT | HJ C7 | HT HA", "--game", "Kreuz", "--declarer", "Vorhand")
CARDS = "HJ CA C8 SA S9 HA HT H8 D9 D7"
GERMAN = [game for folder in (FOLDER, SHOWN) for game in games(folder / "skat-german.txt")]

NUMBER = re.compile(
    r"(?<![\w.,])\d{1,3}(?:,\d{3}){2,}(?![\d,])|(?<![\w.,-])[1-9]\d?\d?,\d{3} (?:Blätter|Verteil|Stell|Spiel)"
    r"|\d\.\d{1,2}(?![\d.])"
)
"""A number as it is written in English."""


@pytest.mark.parametrize(
    ("line", "env", "begins"),
    [
        ("solve --lang=de", {}, "Kreuz, "),
        ("--lang en solve --lang de", {}, "Kreuz, "),
        # the command before does not speak for this
        ("solve", {}, "Clubs, "),
        ("solve", {"LANG": "de_DE.UTF-8", "LC_ALL": "", "TAFELWERK_LANG": ""}, "Kreuz, "),
        ("solve --lang en", {"TAFELWERK_LANG": "de"}, "Clubs, "),
    ],
)
def test_where_the_language_is_named(line: str, env: dict[str, str], begins: str) -> None:
    done = call("skat", *line.split(), *SOLVE, **env)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begins)


@pytest.mark.parametrize("words", [("explain", *SOLVE), ("bid", "--hand", CARDS, "--worlds", "0", "--seed", "0")])
def test_json_is_english_whatever_the_language(words: tuple[str, ...]) -> None:
    english, german = (answered("skat", *words, "--lang", language) for language in ("en", "de"))
    assert german | {"seconds": 0} == english | {"seconds": 0}


COMMANDS = {path: command for path, command in every_command() if path[:1] == ("skat",)}


def titles(page: str) -> list[str]:
    """Titles of the panels of a help page."""
    return re.findall(r"^╭─ (.+?) ─", page, re.MULTILINE)


def test_help_in_german() -> None:
    """That every text is translated, tests of the catalogue say."""
    for path in COMMANDS:
        words, name = path[1:], path[-1]
        german, english = (call("skat", "--lang", language, *words, "--help").stdout for language in ("de", "en"))
        assert "Aufruf: tafelwerk skat" in german, name
        assert "Diese Hilfe zeigen." in german, name
        with speaking(Language.GERMAN):
            assert titles(german) == [say(title) for title in titles(english)], name
        lines = [line for line in german.splitlines() if "tafelwerk skat" not in line and "--" not in line]
        assert [line for line in lines if re.search(r"\b(the|of|with|Options|Usage|Default|Required)\b", line)] == []
    assert "Am Tisch" in titles(call("skat", "--lang", "de", "--help").stdout)
    after = call("skat", "solve", "--lang", "de", "--help").stdout
    assert after == call("skat", "--lang", "de", "solve", "--help").stdout


def test_examples_run(tmp_path: Path) -> None:
    """Those that answer within a test's time and need no book."""
    examples = re.findall(r"Beispiel: tafelwerk (.*)", "\n".join(told for told, _ in language._german().values()))
    slow = (" play", " match", " bench", " replay", "--deal -", "deals.txt", "puzzles.pdf", " shares")
    stored = (" games", " models", " points", " contracts", " hands")
    lines = [line for line in examples if not any(word in line for word in (*slow, *stored))]
    assert len(lines) > 8
    shutil.copy(SCORE_SHEET, tmp_path / "abend.txt")
    for line in lines:
        worlds = ("--worlds", "1") if re.match(r"skat (bid|discard|card)", line) else ()
        done = call(*split(line), *worlds, "--lang", "de", cwd=tmp_path)
        files = re.findall(r"-o (\S+)", line)
        assert (done.returncode, done.stderr) == (0, "".join(f"{file} geschrieben\n" for file in files)), line


def test_pictures_in_german(small_book: Path, tmp_path: Path) -> None:
    """Of each line in shown/skat-german.txt whose command draws one; a log without a name is a list, one game no sheet."""
    prepare(tmp_path)
    pictured = {path[-1] for path, command in COMMANDS.items() if any("--output" in one.opts for one in command.params)}
    said = [game for game in games(SHOWN / "skat-german.txt") if not game.line.endswith(".jsonl")]
    pictured -= {"score"}
    lines = {game.line: name for game in said for name in pictured if f" {name} " in game.line}
    assert {"solve", "sure", "explain", "replay", "bid", "card", "puzzle"} <= {*lines.values()}
    for line in lines:
        done = call(*split(line), "-o", tmp_path / "picture.html", "--book", small_book)
        assert (done.returncode, done.stderr) == (0, f"{tmp_path / 'picture.html'} geschrieben\n"), line
        page = (tmp_path / "picture.html").read_text(encoding="utf-8")
        assert '<html lang="de">' in page
        text = " ".join(re.findall(r">([^<>]+)<", page))
        assert english_words(text) == [], line
        assert not re.search(r"[♣♠♥♦][JQT]", text)
        assert not {"J", "Q", "T"} & set(text.split())


def test_no_english_in_german() -> None:
    """Nor a number as it is written in English: decimals stand behind a comma, thousands behind points."""
    lines = [line for game in GERMAN for line in game.said]
    lines += [line.partition(" => ")[2] for line in REFUSALS.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if english_words(line) or NUMBER.search(spoken(line))] == []


def test_every_refusal_is_german(tmp_path: Path) -> None:
    """Whatever is refused in English; what was typed is said again as it was typed."""
    prepare(tmp_path)
    english = []
    for line in REFUSALS.with_name("skat.txt").read_text(encoding="utf-8").splitlines():
        words, _, typed = line.partition(" => ")[0].partition(" < ")
        if words.startswith("skat ") and "--lang" not in words:
            lines = typed.replace("; ", "\n")
            said = call(*split(words), "--lang", "de", cwd=tmp_path, stdin=lines, TAFELWERK_BOOK=str(tmp_path)).stderr
            english += [(line, said)] if english_words(said, typed=f"{line.partition(' => ')[0]} {tmp_path}") else []
    assert english == []


def test_a_log_of_a_german_round_is_as_of_an_english_one(tmp_path: Path) -> None:
    numbers = "".join(f"{number}\n" for _ in range(10) for number in range(1, 11))
    logs = []
    for tongue, show in {"de": "zeigen", "en": "reveal"}.items():
        log = tmp_path / tongue
        words = ("--seed", "3", "--seat", "Vorhand", "--game", "Grand Hand", "--against", "random", "--rounds", "1")
        done = call("skat", "play", *words, "--log", log, "--lang", tongue, stdin=f"{show}\n{numbers}")
        assert done.returncode == 0, done.stderr
        logs.append(log.read_text(encoding="utf-8"))
    assert logs[0] == logs[1]
