"""Skat in German: where --lang stands, help, pictures, JSON that stays English, and lines that can be typed again.

Answers in German are in tests/shown and tests/play/transcripts, refusals in tests/refusals.
"""

import re
import shutil
from pathlib import Path
from shlex import split

import pytest
from golden.questions import SCORE_SHEET
from play.transcripts import FOLDER, SHOWN, games, prepare
from program import answered, call, every_command
from skat_questions import english_words, spoken

from tafelwerk import language
from tafelwerk.language import Language, say, speaking

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
    shutil.copy(SCORE_SHEET, tmp_path)
    for line in lines:
        worlds = ("--worlds", "1") if re.match(r"skat (bid|discard|card)", line) else ()
        done = call(*split(line), *worlds, "--lang", "de", cwd=tmp_path)
        files = re.findall(r"-o (\S+)", line)
        assert (done.returncode, done.stderr) == (0, "".join(f"{file} geschrieben\n" for file in files)), line


def test_pictures_in_german(small_book: Path, tmp_path: Path) -> None:
    """Of each line in shown/skat-german.txt whose command draws one; a log without a round's name is a list."""
    prepare(tmp_path)
    pictured = {path[-1] for path, command in COMMANDS.items() if any("--output" in one.opts for one in command.params)}
    said = [game for game in games(SHOWN / "skat-german.txt") if not game.line.endswith(".jsonl")]
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
