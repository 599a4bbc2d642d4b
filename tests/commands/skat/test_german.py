"""Skat in German: where --lang stands, help, faults, JSON that stays English, and lines that can be typed again."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from shlex import split

import pytest
import typer
from play.transcripts import FOLDER, SHOWN, Game, games
from program import call, on_terminal

from tafelwerk import cli
from tafelwerk.commands.skat.german import COMMANDS, OPTIONS, PANELS
from tafelwerk.commands.skat.language import language_in
from tafelwerk.rules.skat.cards import read_list
from tafelwerk.rules.skat.words import Language, speaking

LOG = Path(__file__).parents[2] / "data" / "xskat.log"
SOLVE = ("--deal", "CJ CA | SJ CT | HJ C7 | HT HA", "--game", "Kreuz", "--declarer", "Vorhand")
GERMAN = [game for folder in (FOLDER, SHOWN) for game in games(folder / "skat-german.txt")]

ENGLISH = re.compile(
    r"\b(the|of|and|is|to|with|for|by|you|your|not|points?|won|lost|cards?|plays?|tricks?|forehand|middlehand|rearhand"
    r"|declarer|defenders?|clubs|spades|hearts|diamonds|has|rounds?|deals?)\b"
)


@pytest.mark.parametrize(
    "words",
    [
        ("skat", "--lang", "de", "solve", *SOLVE),
        ("skat", "solve", "--lang", "de", *SOLVE),
        ("skat", "solve", *SOLVE, "--lang=de"),
        ("skat", "--lang", "en", "solve", *SOLVE, "--lang", "de"),
    ],
)
def test_where_the_language_is_named(words: tuple[str, ...]) -> None:
    told = call(*words)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("Kreuz, Vorhand spielt allein; Vorhand spielt aus.")


def test_the_language_of_the_environment() -> None:
    assert call("skat", "solve", *SOLVE, LANG="de_DE.UTF-8", LC_ALL="", TAFELWERK_LANG="").stdout.startswith("Kreuz, ")
    assert call("skat", "solve", *SOLVE, LANG="de_DE.UTF-8", LC_ALL="C", TAFELWERK_LANG="").stdout.startswith("Clubs, ")
    assert call("skat", "solve", *SOLVE, "--lang", "en", TAFELWERK_LANG="de").stdout.startswith("Clubs, ")
    assert call("skat", "solve", *SOLVE, TAFELWERK_LANG="de").stdout.startswith("Kreuz, ")


def test_one_command_does_not_speak_for_the_next() -> None:
    assert call("skat", "solve", *SOLVE, "--lang", "de").stdout.startswith("Kreuz, ")
    assert call("skat", "solve", *SOLVE).stdout.startswith("Clubs, ")


def test_a_language_that_is_not_spoken() -> None:
    done = call("skat", "solve", *SOLVE, "--lang", "fr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'fr' is not one of 'en', 'de'" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("solve", *SOLVE),
        ("sure", *SOLVE),
        ("explain", *SOLVE),
        ("bid", "--hand", "CJ SJ CA CT C9 C8 DA DT HA H7", "--worlds", "0"),
        ("deals", "--random", "1"),
        ("replay", "tests/golden/files/rounds.jsonl", "match-5-2-pimc:3-random-pimc:2"),
    ],
    ids=lambda words: words[0],
)
def test_json_is_english_whatever_the_language(words: tuple[str, ...]) -> None:
    english, german = (
        json.loads(call("skat", *words, "--json", TAFELWERK_LANG=language).stdout) for language in ("en", "de")
    )
    for found in (english, german):
        found.pop("seconds", None)
    assert german == english
    assert language_in(["solve", "--lang", "de", "--json"]) is Language.ENGLISH


# help


def commands() -> dict[str, list[str]]:
    """All commands of the family with their options and arguments, as help names them."""
    root = typer.main.get_command(cli.root)
    group = root.get_command(typer.Context(root), "skat")  # type: ignore[attr-defined]
    above = typer.Context(group, info_name="skat", parent=typer.Context(root, info_name="tafelwerk"))
    found = {"skat": ["--help" if "--help" in param.opts else param.opts[0] for param in group.get_params(above)]}
    for name, command in group.commands.items():
        context = typer.Context(command, info_name=name, parent=above)
        found[name] = ["--help" if "--help" in param.opts else param.opts[0] for param in command.get_params(context)]
    return found


def test_all_help_is_there_in_german() -> None:
    lacking = [name for name in commands() if name not in COMMANDS]
    lacking += [
        f"{name} {option}"
        for name, options in commands().items()
        for option in options
        if f"{name} {option}" not in OPTIONS and option not in OPTIONS
    ]
    assert not lacking


def test_no_help_is_of_what_is_gone() -> None:
    there = commands()
    known = {option for options in there.values() for option in options}
    named = {f"{name} {option}" for name, options in there.items() for option in options}
    assert COMMANDS.keys() == there.keys()
    assert {name for name in OPTIONS if name not in known and name not in named} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_in_german(name: str) -> None:
    words = [] if name == "skat" else [name]
    before, after = call("skat", "--lang", "de", *words, "--help"), call("skat", *words, "--lang", "de", "--help")
    assert before.returncode == after.returncode == 0
    assert before.stdout == after.stdout
    for text in ("Aufruf: tafelwerk skat", "[OPTIONEN]", "Diese Hilfe zeigen."):
        assert text in before.stdout
    english = call("skat", *words, "--help")
    assert titles(before.stdout) == [PANELS[title] for title in titles(english.stdout)]
    told = [line for line in before.stdout.splitlines() if "tafelwerk skat" not in line and "--" not in line]
    assert not [
        line for line in told if re.search(r"\b(the|and|of|with|Options|Usage|Default|From|Required|Examples?)\b", line)
    ]
    assert "Usage: " in english.stdout


def titles(page: str) -> list[str]:
    """Titles of the panels of a help page."""
    return re.findall(r"^╭─ (.+?) ─", page, re.MULTILINE)


def test_all_panels_have_german_titles() -> None:
    shown = {title for name in COMMANDS for title in titles(call("skat", *{name} - {"skat"}, "--help").stdout)}
    assert shown == PANELS.keys()


def test_what_has_no_german_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for table, names in ((COMMANDS, ["solve", "skat"]), (OPTIONS, ["--deal", "--color"]), (PANELS, ["Book"])):
        for name in names:
            monkeypatch.delitem(table, name)
    page = call("skat", "solve", "--lang", "de", "--help")
    assert (page.returncode, page.stderr) == (0, "")
    for text in ("Points include the Skat", "Beispiele", "number; - reads", "When to colour", "Default: auto"):
        assert text in page.stdout
    assert titles(page.stdout) == ["Spiel", "Antwort", "Book"]
    assert "Skat: best play" in call("skat", "--lang", "de", "--help").stdout


def test_color_is_heeded_in_german_help() -> None:
    page = call("skat", "solve", "--lang", "de", "--color", "always", "--help")
    assert (page.returncode, "\x1b[" in page.stdout) == (0, True)


def lines_of_help() -> list[str]:
    """Examples in German that answer within a test's time and need neither a file nor a book."""
    found = re.findall(r"Beispiel: tafelwerk (.*)", "\n".join(COMMANDS.values()))
    slow = (" play", " match", " bench", " replay", "--deal -", "deals.txt", "puzzles.pdf")
    stored = (" games", " models", " points", " contracts", " hands")
    return [line for line in found if not any(word in line for word in (*slow, *stored))]


@pytest.mark.parametrize("line", lines_of_help())
def test_examples_run(line: str, tmp_path: Path) -> None:
    worlds = ("--worlds", "5") if re.match(r"skat (bid|discard|card)", line) else ()
    done = call(*split(line), *worlds, "--lang", "de", cwd=tmp_path)
    written = re.findall(r"-o (\S+)", line)
    assert (done.returncode, done.stderr) == (0, "".join(f"{file} geschrieben\n" for file in written))


# puzzles and pictures


def test_a_puzzle_in_german() -> None:
    told = call(
        "skat", "puzzle", "--lang", "de", "--seed", "1", "--game", "Kreuz", "--difficulty", "leicht", "--solution"
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert re.match(r"Kreuz, \w+ spielt allein \(--seed 1\); Schwierigkeit: leicht \(2\)\n", told.stdout)
    assert "Eine Karte gewinnt für " in told.stdout
    assert re.search(r"\nLösung\n[♣♠♥♦]\w+\. Augen des Alleinspielers nach jeder Karte: ", told.stdout)
    assert not ENGLISH.search(told.stdout)
    english = call("skat", "puzzle", "--seed", "1", "--game", "clubs", "--difficulty", "easy", "--json")
    both = [json.loads(page) for page in (english.stdout, call(*told.args, "--json").stdout)]
    assert [one.pop("seconds", None) for one in both]
    assert both[0] == both[1]
    refused = call("skat", "puzzle", "--lang", "de", "--difficulty", "schwierig")
    assert refused.returncode == 2
    assert refused.stderr == "error: --difficulty ist leicht, mittel oder schwer, nicht 'schwierig'\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solve", *SOLVE), ("Kreuz, Vorhand spielt allein", "Augen", "♣10")),
        (
            split(
                'solve --deal "HT HQ SK | CJ DJ S8 | HJ HA CQ | H8 S9" --game Herz --declarer Mittelhand --played HQ'
            ),
            ("Herz, Mittelhand spielt allein; Mittelhand ist am Zug", "Gelb: die besten Karten.", "Tisch"),
        ),
        (("solve", *SOLVE[:2], "--game", "Null", "--declarer", "Vorhand"), ("der Alleinspieler hat", "verloren")),
        (("sure", *SOLVE), ("Der Alleinspieler spielt aus", "Hinterhand")),
        (("explain", *SOLVE), ("Kreuz, Vorhand spielt allein", "Bestes Spiel aller", "Ausspiel", "Gegenspieler")),
        (
            ("explain", *SOLVE, "--played", "♣A ♣10 ♥B"),
            ("Bestes Spiel von Anfang an: ", "Kosten", "besser", "Stich an"),
        ),
        (
            ("replay", LOG, "xskat-1795314937-0"),
            ("xskat-1795314937-0: ", "Bestes Spiel von Anfang an: ", "Kosten"),
        ),
        (
            ("bid", "--hand", "CJ SJ CA CT CQ C8 DA DT HA H7", "--worlds", "0"),
            ("Reize bis", "Gewinnchancen als Alleinspieler", "mit Skat", "Kreuz"),
        ),
        (("discard", "--cards", "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9", "--worlds", "0"), ("Drücke ",)),
        (
            split(
                'card --hand "HJ CA C8 SA S9 HA HT H8 D9 D7" --game Grand --declarer Hinterhand --seat Mittelhand'
                " --played C7 --worlds 5"
            ),
            ("Tisch", "Blatt", "Spiel "),
        ),
        (("puzzle", "--seed", "1"), ("Alle Karten liegen offen.", "Schwierigkeit: ", "Startwert 1")),
        (
            ("puzzle", "--seed", "2", "--count", "6", "--solution"),
            ("Skat: Lösungen", "Augen des Alleinspielers nach jeder Karte", "Seite 1 von "),
        ),
    ],
    ids=lambda words: words[0].partition(" ")[0],
)
def test_pictures_in_german(tmp_path: Path, words: Sequence[str], said: Sequence[str]) -> None:
    path = tmp_path / "picture.html"
    done = call("skat", *words, "--lang", "de", "-o", path)
    assert (done.returncode, done.stderr) == (0, f"{path} geschrieben\n")
    page = path.read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    text = " ".join(re.findall(r">([^<>]+)<", page))
    assert not [one for one in said if one not in text]
    assert not ENGLISH.search(re.sub("tafelwerk skat puzzle --lang de --cards", "", text))
    assert not re.search(r"[♣♠♥♦][JQT]", text)
    assert not {"J", "Q", "T"} & set(text.split())


# faults


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--hand", "KB"), "--hand: 'KB' kann Kreuz oder Karo sein: schreib Kreuz oder ♣B, Karo oder ♦B"),
        (("--hand", "xx"), "--hand: unbekannte Karte 'xx': Karten sind Kreuz Pik Herz Karo"),
        (("--hand", "♣B CJ"), "--hand: ♣B ist zweimal genannt, als Karte 1 und Karte 2"),
        (("--hand", "♣B"), "--hand: ein Blatt hat 10 Karten, nicht 1"),
        (
            ("--hand", "♣B", "--position", "Hinten"),
            "--hand: ein Blatt hat 10 Karten, nicht 1",
        ),
    ],
)
def test_faults_of_a_hand(words: tuple[str, ...], fault: str) -> None:
    done = call("skat", "bid", *words, "--lang", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {fault}")


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (
            {"--game": "K"},
            "--game: ein Spiel ist Kreuz, Pik, Herz, Karo, Grand oder Null, nicht 'K'; meinst du Kreuz oder Karo?",
        ),
        ({"--declarer": "Hinten"}, "--declarer: ein Platz ist Vorhand, Mittelhand oder Hinterhand, nicht 'Hinten'"),
        (
            {"--played": "♥B"},
            "--played: Karte 1: Vorhand kann ♥B nicht spielen: Vorhand hat sie nicht und darf eine von ♣B ♣A spielen",
        ),
        (
            {"--deal": "♣B | ♣B | ♥B"},
            "--deal: ♣B ist doppelt vergeben: das Blatt von Vorhand und das Blatt von Mittelhand",
        ),
        ({"--deal": "♣B | ♠B ♣7 | ♥B"}, "--deal: die Blätter haben 1, 2 und 1 Karten; alle müssen gleich viele haben"),
        (
            {"--deal": "♣B | ♠B"},
            "--deal: eine Verteilung ist 'Karten von Vorhand | Mittelhand | Hinterhand | Skat', mit",
        ),
        ({"--deal": "hallo"}, '--deal: eine Verteilung ist "Karten von Vorhand'),
    ],
)
def test_faults_of_a_deal(options: dict[str, str], fault: str) -> None:
    given = {SOLVE[place]: SOLVE[place + 1] for place in range(0, len(SOLVE), 2)} | options
    done = call("skat", "solve", *(word for pair in given.items() for word in pair), "--lang", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {fault}")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("solve", "Option --deal fehlt; siehe: tafelwerk skat solve --help"),
        ("replay", "Argument FILE fehlt; siehe: tafelwerk skat replay --help"),
        ("solve --deal", "Option --deal braucht einen Wert; siehe: tafelwerk skat solve --help"),
        ("solve --deel x", "unbekannte Option '--deel'; meinst du --deal?"),
        ("solve --xyzzy", "unbekannte Option '--xyzzy'; alle Namen: tafelwerk skat solve --help"),
        ("slove", "unbekannter Befehl 'slove'; meinst du solve?"),
        ("replay a b c", "zu viele Argumente: c; siehe: tafelwerk skat replay --help"),
        ("models true", "zu viele Argumente: true; ein Schalter wie --json hat keinen Wert; siehe: "),
        ("--compute solve", "--compute steht hinter dem Namen des Befehls: tafelwerk skat BEFEHL --compute"),
        ("bid --hand x --worlds 0x", "--worlds: '0x' ist keine ganze Zahl; siehe: tafelwerk skat bid --help"),
        ("bid --hand x --worlds 99999999", "--worlds muss zwischen 0 und 1.000.000 liegen, nicht 99.999.999"),
        ("solve --deal x --question foo", "--question: 'foo' ist keines von 'win', 'points'; siehe: "),
        (f"replay {LOG} xskat-1795314937-12", "xskat.log hat keine Runde 'xskat-1795314937-12'; meinst du xskat-"),
    ],
)
def test_faults_of_a_line(line: str, fault: str) -> None:
    done = call("skat", "--lang", "de", *split(line))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert fault in done.stderr
    assert not re.search(r"\b(missing|unknown|try|invalid|or|not)\b", done.stderr.replace(str(LOG), ""))


@pytest.mark.parametrize(("command", "what"), [("games", "gespielte Spiele"), ("models", "Bewerter von Blättern")])
def test_what_is_not_stored(command: str, what: str, tmp_path: Path) -> None:
    done = call("skat", command, "--lang", "de", "--book", tmp_path, TAFELWERK_POCKET="")
    assert (done.returncode, done.stdout) == (3, "")
    line = f"error: {what}: nicht im Buch {tmp_path}; zu bauen mit: tafelwerk build skat"
    assert done.stderr.startswith(line)
    english = call("skat", command, "--lang", "en", "--book", tmp_path, TAFELWERK_POCKET="").stderr
    assert f"not in the book {tmp_path}; build it with: tafelwerk build skat" in english


def test_faults_of_programs_are_english() -> None:
    assert call("skat", "solve", "--json", "--lang", "de").stderr.startswith("error: missing option '--deal'; try: ")


# transcripts


def spoken(line: str) -> str:
    """A line of a transcript without what is the same in every language: commands, files, names of rounds and models."""
    return re.sub(r"Weiter mit: .*|match-\S+|\b(open|thesis|hidden|random)\b|'[^']*'", "", line)


@pytest.mark.parametrize("game", GERMAN, ids=lambda game: game.line[:40])
def test_no_english_in_german(game: Game) -> None:
    assert not [line for line in game.said if ENGLISH.search(spoken(line))]


@pytest.mark.parametrize("game", [game for game in GERMAN if any("Weiter mit: " in line for line in game.said)])
def test_the_line_to_go_on_by_goes_on(game: Game) -> None:
    """It leads to where the round was left, in German, and tells itself again."""
    line = next(line for line in game.said if line.startswith("Weiter mit: "))
    words = split(line.removeprefix("Weiter mit: tafelwerk "))
    assert words[:4] == ["skat", "play", "--lang", "de"]
    done = call(*words, stdin="ende\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert line in done.stdout.splitlines()
    prompts = [one.rpartition(": ")[0] for one in game.said if one.endswith(": ende")]
    assert f"{prompts[-1]}: ende" in done.stdout.splitlines()


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
    typed = {"de": "zeigen\n" + "".join(f"{n}\n" for _ in range(10) for n in range(1, 11)), "en": ""}
    typed["en"] = typed["de"].replace("zeigen", "reveal")
    logs = []
    for language, lines in typed.items():
        log = tmp_path / language
        words = ("--seed", "3", "--seat", "Vorhand", "--game", "Grand Hand", "--opponents", "random", "--rounds", "1")
        done = call("skat", "play", *words, "--log", log, "--lang", language, stdin=lines)
        assert done.returncode == 0, done.stderr
        logs.append(log.read_text(encoding="utf-8"))
    assert logs[0] == logs[1]


def test_a_prompt_is_folded(tmp_path: Path) -> None:
    words = ("skat", "--lang", "de", "play", "--seed", 3, "--opponents", "random")
    shown = on_terminal(*words, columns=60, book=tmp_path)
    assert "Tippe ja, um 18 zu reizen, eine höhere Zahl wie 20, oder\npasse: " in shown
