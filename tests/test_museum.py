"""Rooms and findings of the museum: every picture draws, every question answers at once, every number is true."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from html import unescape
from pathlib import Path
from shlex import split

import pytest
from marks import compiled
from program import build_here, call, refused, told
from web.conftest import POCKET

from tafelwerk.book import Book
from tafelwerk.families import FAMILIES
from tafelwerk.museum import Finding, Room, findings, room_named, rooms
from tafelwerk.play.games import GAMES, game_named
from tafelwerk.plots.figure import all_figures
from tafelwerk.plots.pictures import PHONE
from tafelwerk.web.command_forms import address_of_line
from tafelwerk.web.picture_jobs import room_picture

BUILDS = {
    "three-basins": ("montecarlo basins dsc 40 --k-max 1000000 --compute --keep",),
    "six-or-five": (
        "build mastermind --quick",
        "build mastermind --pegs 4 --colors 6 --strategy optimal --max-depth 5",
    ),
    "half-and-half": tuple(
        f"build mastermind --pegs 8 --colors 2 --{kind}" for kind in ("adversary", "strategy optimal")
    ),
    "middle-playouts": tuple(
        f"build switching --order 3 --cut heuristic --short mc:{playouts}" for playouts in (20, 50, 100)
    ),
    "one-board-or-two": ("build minimax game notakto", "build minimax game notakto-2"),
    "fourteen-flips": ("build minimax game burnt-pancakes-7",),
    "hardest-stack": ("build minimax game burnt-pancakes-7",),
}
"""What makes the rows of the findings that the pocket book does not hold."""

SENTENCE = re.compile(r"[.!?](?= |$)")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+|/\d+)?")
"""A number as texts and answers write it."""

each_room = pytest.mark.parametrize("room", rooms(), ids=lambda room: room.name)
each_finding = pytest.mark.parametrize("finding", findings(), ids=lambda finding: finding.name)


def on_the_pocket_book(line: str, folder: Path, *more: str) -> str:
    """What a command line is answered on an empty book above the pocket book."""
    return told(*split(line)[1:], *more, book=folder / "none", TAFELWERK_POCKET=str(POCKET))


def untrue(text: str, answers: str) -> list[str]:
    """The numbers of a text that stand in no answer: neither as they are, nor rounded, nor as percent."""
    printed = NUMBER.findall(answers)
    decimals = [Decimal(number.replace(",", "")) for number in printed if "/" not in number]
    return [number for number in NUMBER.findall(text) if number not in printed and not _rounded(number, text, decimals)]


def _rounded(number: str, text: str, decimals: Sequence[Decimal]) -> bool:
    if "/" in number:
        return False
    wanted = Decimal(number.replace(",", ""))
    scale = 100 if re.search(rf"{re.escape(number)} %", text) else 1
    return any(round(scale * decimal, -int(wanted.as_tuple().exponent)) == wanted for decimal in decimals)


@compiled
@each_room
def test_its_questions_answer_at_once_and_its_example_is_true(room: Room, tmp_path: Path) -> None:
    lines = [line for line, _ in room.asks]
    if "plot" not in room.picture and " play " not in room.picture:
        lines.append(room.picture)
    answers = "\n".join(on_the_pocket_book(line, tmp_path) for line in lines)
    assert untrue(" ".join(room.example), answers) == []
    assert 4 <= len(room.asks) <= 8
    for _, title in room.asks:
        assert title.endswith("?"), title


def test_an_untrue_number_is_noticed() -> None:
    answers = "84 codes left, 3.130952 more queries expected of 1,296 codes, 2071/4096; 0.634173"
    assert untrue("84 of 1,296 codes, 3.13 more, 63.4 %, 2071/4096", answers) == []
    assert len(untrue("85 of 1,297 codes, 3.14 more, 63.5 %, 2071/4097", answers)) == 5


@compiled
@each_room
def test_its_picture_draws(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path / "none"))
    monkeypatch.setenv("TAFELWERK_POCKET", str(POCKET))
    for is_card in (False, True):
        document = room_picture(room.name, is_card=is_card)["document"]
        assert document.startswith("<svg")
        sizes = re.findall(r'font-size="([\d.]+)', document) + re.findall(r"font-size:([\d.]+)", document)
        if sizes:
            (width,) = re.findall(r'<svg[^>]* width="([\d.]+)', document)[:1]
            assert min(map(float, sizes)) * PHONE / float(width) >= 11, "no letter is too small on a phone"
    text = on_the_pocket_book(f"tafelwerk rules {room.name}", tmp_path)
    for part in (room.title, room.about, *room.rules, room.shows, *room.example):
        assert part in text
    for width, *more in (("80",), ("100",), ("80", "--color", "always")):
        monkeypatch.setenv("COLUMNS", width)
        folded = on_the_pocket_book(f"tafelwerk rules {room.name}", tmp_path, *more)
        assert [line for line, _ in room.asks if line not in folded] == [], "a command line is never cut"
    monkeypatch.delenv("COLUMNS")
    drawn = text.partition(room.rules[-1])[2].partition(room.shows)[0].strip()
    assert bool(drawn) == ("plot" not in room.picture)
    assert call("rules", room.name, "-o", tmp_path / "hand-out.svg").returncode == 0
    lines = re.findall(">([^<]*)</text>", (tmp_path / "hand-out.svg").read_text(encoding="utf-8"))
    for part in (room.title, room.about, *room.rules, room.shows, *room.example):
        assert " ".join(part.split()) in unescape(" ".join(lines))
    page, paper = tmp_path / "rules.html", tmp_path / "rules.md"
    for file in (page, paper) if room.is_board else (page,):
        assert call("rules", room.name, "-o", file).stdout == ""
    for part in (room.title, room.about, *room.rules, room.shows, *room.example, *(line for line, _ in room.asks)):
        assert part in unescape(page.read_text(encoding="utf-8"))
    assert "<svg" in page.read_text(encoding="utf-8")
    if room.is_board:
        assert "](rules.svg)" in paper.read_text(encoding="utf-8")
        assert (tmp_path / "rules.svg").read_text(encoding="utf-8").startswith("<svg")


@each_room
def test_what_it_names_is_there(room: Room) -> None:
    assert SENTENCE.sub("", room.about) == room.about[:-1]
    assert 3 <= sum(len(SENTENCE.findall(text)) for text in room.rules) <= 6
    assert {name for name, _ in room.games} <= {game.name for game in GAMES}
    assert {*room.figures} <= all_figures([room.family]).keys()
    assert not {*room.figures} & {finding.figure for finding in findings()}, "shown with the finding already"
    assert all(address_of_line(line)[0] for line, _ in room.asks)
    assert len([finding for finding in findings() if finding.room == room.name]) >= 1 + (room.name != "notakto")
    for name in (room.name, room.title, room.title.upper(), *room.also, *(game for game, _ in room.games)):
        assert room_named(name) is room, name


def test_every_family_and_every_game_in_play_has_a_room() -> None:
    assert {room.family for room in rooms()} == {*FAMILIES}
    for name in (*FAMILIES, *(game.name for game in GAMES)):
        assert room_named(name).rules
    assert "did you mean crash-race?" in refused(call("rules", "crash"), 2)
    assert "all names: tafelwerk rules" in refused(call("rules", "xyzzy"), 2)


@each_finding
def test_a_finding_is_told_and_shown(finding: Finding) -> None:
    assert room_named(finding.room).name == finding.room
    assert finding.question.endswith("?")
    assert 2 <= len(finding.story) <= 4
    assert not finding.figure or finding.figure in all_figures([finding.family])
    assert "figure" in " ".join(finding.story) or not finding.figure
    family, name = split(finding.command)[1:3]
    assert call(family, name, "--help").returncode == 0


def held(finding: Finding, book: Path) -> Iterator[str]:
    """The finding's sentence with its numbers, if the book holds it."""
    with Book.in_folder(book, pocket=False) as opened:
        for row in opened.records(finding.family, finding.query):
            yield finding.sentence.format(**row)


@compiled
@each_finding
def test_a_finding_holds(finding: Finding, tmp_path: Path) -> None:
    """In the pocket book, or in a book of the builds that it needs: there its command answers."""
    book = POCKET
    if finding.name in BUILDS:
        assert not list(held(finding, POCKET))
        book = tmp_path / "book"
        for line in BUILDS[finding.name]:
            done = build_here(*split(line), "--book", book)
            assert done.returncode == 0, done.stderr
    (sentence,) = held(finding, book)
    assert "{" not in sentence
    line = split(finding.command)[1:]
    if line[0] != "plot":
        assert call(*line, "--book", book, TAFELWERK_POCKET="").returncode == 0


def test_games_of_a_room_start() -> None:
    for room in rooms():
        for name, text in room.games:
            assert game_named(name).command.startswith(f"tafelwerk {room.family} play")
            assert text[0].isupper()
