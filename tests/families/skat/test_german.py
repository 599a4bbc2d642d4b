"""Skat in German: where --lang stands, help, pictures, JSON that stays English, and lines that can be typed again.

Answers in German are in tests/shown and tests/play/transcripts, refusals in tests/refusals.
"""

import re
import shutil
from pathlib import Path
from shlex import split

import pytest
import typer
from golden.questions import SCORE_SHEET
from play.transcripts import FOLDER, SHOWN, games, prepare
from program import answered, call

from tafelwerk import cli, language
from tafelwerk.families.skat.rules.cards import read_list
from tafelwerk.language import Language, say, speaking

REFUSALS = Path(__file__).parents[2] / "refusals" / "skat-german.txt"
SOLVE = ("--deal", "CJ CA | SJ CT | HJ C7 | HT HA", "--game", "Kreuz", "--declarer", "Vorhand")
CARDS = "HJ CA C8 SA S9 HA HT H8 D9 D7"
GERMAN = [game for folder in (FOLDER, SHOWN) for game in games(folder / "skat-german.txt")]

ENGLISH = re.compile(
    r"\b(the|of|and|is|or|to|with|for|by|you|your|not|points?|won|lost|cards?|plays?|tricks?|forehand|middlehand|rearhand"
    r"|declarer|defenders?|clubs|spades|hearts|diamonds|has|rounds?|deals?|missing|unknown|try|invalid)\b"
)


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


def commands() -> list[str]:
    """All commands of the family."""
    root = typer.main.get_command(cli.root)
    return [*root.get_command(typer.Context(root), "skat").commands]  # type: ignore[attr-defined]


def titles(page: str) -> list[str]:
    """Titles of the panels of a help page."""
    return re.findall(r"^╭─ (.+?) ─", page, re.MULTILINE)


def test_help_in_german() -> None:
    """That every text is translated, tests of the catalogue say."""
    for name in ("skat", *commands()):
        words = [] if name == "skat" else [name]
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


def test_what_has_no_german_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = ("Skat: best play", "The declarer's points under", 'Deal "forehand', "When to colour", "Book")
    known = {key: told for key, told in language._german().items() if not key[1].startswith(gone)}
    monkeypatch.setattr(language, "_german", lambda: known)
    page = call("skat", "solve", "--lang", "de", "--help")
    assert (page.returncode, page.stderr) == (0, "")
    for text in ("Points include the Skat", "Beispiele", "number; - reads", "When to colour", "Default: auto"):
        assert text in page.stdout
    assert titles(page.stdout) == ["Spiel", "Antwort", "Book"]
    assert "Skat: best play" in call("skat", "--lang", "de", "--help").stdout
    assert "\x1b[" in call("skat", "solve", "--lang", "de", "--color", "always", "--help").stdout


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


@pytest.mark.parametrize(
    ("line", "label"),
    [
        (
            'solve --deal "HT HQ SK | CJ DJ S8 | HJ HA CQ | H8 S9" --game Herz --declarer Mittelhand --history HQ',
            "Tisch",
        ),
        ('sure --deal "CJ CA | SJ CT | HJ C7" --game Kreuz --declarer Vorhand', "Der Alleinspieler spielt aus"),
        ('explain --deal "♣B ♣A | ♠B ♣10 | ♥B ♣7" --game Null --declarer Vorhand --history ♣A', "Kosten"),
        ("replay xskat.log xskat-1795314937-0", "Bestes Spiel von Anfang an: "),
        (f'bid --hand "{CARDS}" --worlds 0', "Gewinnchancen als Alleinspieler"),
        (
            f'card --hand "{CARDS}" --game Grand --declarer Hinterhand --seat Mittelhand --history C7 --worlds 2',
            "Blatt",
        ),
        ("puzzle --seed 2 --count 2 --solution", "Skat: Lösungen"),
    ],
    ids=lambda text: text[:20],
)
def test_pictures_in_german(tmp_path: Path, line: str, label: str) -> None:
    prepare(tmp_path)
    done = call("skat", *split(line), "--lang", "de", "-o", "picture.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "picture.html geschrieben\n")
    page = (tmp_path / "picture.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    text = " ".join(re.findall(r">([^<>]+)<", page))
    assert label in text
    assert not ENGLISH.search(re.sub("tafelwerk skat puzzle --lang de --cards-each", "", text))
    assert not re.search(r"[♣♠♥♦][JQT]", text)
    assert not {"J", "Q", "T"} & set(text.split())


def spoken(line: str) -> str:
    """A line without what is the same in every language: commands, options, names of rounds and models, what was typed."""
    same = r"Weiter mit: .*|tafelwerk .*|--\w+|match-\S+|xskat\S*|\b(open|thesis|hidden|random)\b|'[^']*'"
    return re.sub(same, "", line)


def test_no_english_in_german() -> None:
    lines = [line for game in GERMAN for line in game.said]
    lines += [line.partition(" => ")[2] for line in REFUSALS.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if ENGLISH.search(spoken(line))] == []


def test_the_line_to_go_on_by_goes_on() -> None:
    """It leads to where the round was left, in German, and tells itself again."""
    left = [(game, line) for game in GERMAN for line in game.said if line.startswith("Weiter mit: ")]
    assert len(left) >= 2
    for game, line in left:
        words = split(line.removeprefix("Weiter mit: tafelwerk "))
        assert words[:4] == ["skat", "play", "--lang", "de"]
        lines = call(*words, stdin="ende\n").stdout.splitlines()
        assert line in lines
        prompts = [text.rpartition(": ")[0] for text in game.said if text.endswith(": ende")]
        assert f"{prompts[-1]}: ende" in lines


def test_cards_of_answers_can_be_pasted_back() -> None:
    """Every hand of the German answers reads back, also where English is spoken."""
    row = re.compile(r"(?:Vorhand|Mittelhand|Hinterhand|Skat) +\*? *((?:[♣♠♥♦]\S+ *)+)$")
    hands = [match[1] for game in GERMAN for line in game.said if (match := row.match(line))]
    assert len(hands) > 20
    for hand in hands:
        cards = read_list(hand)
        with speaking(Language.GERMAN):
            assert read_list(hand) == cards
        assert 1 <= len(cards) <= 12


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
