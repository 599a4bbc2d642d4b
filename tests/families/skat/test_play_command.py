"""Rounds of Skat at the terminal: what stays hidden, hints, logs, the way back, and how a round may be left.

Whole rounds in words are in tests/play/transcripts, refusals in tests/refusals.
A person and two programs at a table, without a terminal: answers, the way back, hints, what cannot be.
"""

import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from threading import Event

import pytest
from program import PROGRAM, Terminal, call, environment, on_terminal
from skat_rounds import plain_agent

from tafelwerk.errors import InputError
from tafelwerk.families.skat import play_command
from tafelwerk.families.skat.board import Cards, Table
from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.play import bid_hint, card_hint
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, cards_text, read_card, read_cards
from tafelwerk.families.skat.rules.contracts import BIDS, Auction, Contract, say_bid
from tafelwerk.families.skat.rules.deals import read_deal
from tafelwerk.families.skat.rules.round_log import read_rounds
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice
from tafelwerk.families.skat.table import FixedContract, Sitting, answers_so_far, take_answer

DEAL = "CJ SJ HJ C7 ST HA H8 H7 DK DQ | CQ C9 SA S9 S8 S7 HT HK DT D8 | DJ CA CT C8 SK SQ HQ H9 D9 D7 | CK DA"
"""Forehand has three jacks."""

PLAIN = ("--seed", "3", "--against", "random")
FOREHAND = (*PLAIN, "--deal", DEAL, "--seat", "forehand")
ANY_CARDS = [str(number) for _ in range(10) for number in range(1, 11)]
"""Tries every number ten times: a hand is played to its end."""


def type_lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def play(*words: str | Path, lines: list[str]) -> str:
    done = call("skat", "play", *words, stdin=type_lines(*lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("answers", [["y", "skat", "SA", "HA DA", "null"], ["y", "hand", "clubs schneider"]])
def test_a_round_is_played_to_its_end(answers: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = play(*FOREHAND, "--timeout", "0.01", "--log", log, lines=[*answers, *ANY_CARDS, "why", "quit"])
    assert "The round is over." in text
    (logged,) = read_rounds(log.read_text())
    assert (logged.players, logged.source) == (("person", "random", "random"), "a person against programs")
    assert logged.score is not None
    assert f"Score: {logged.score.score:+d}." in text
    assert logged.game is not None
    assert text.count(": you take ") + text.count("hand takes ") == len(logged.game.cards) // 3


def test_what_is_hidden_stays_hidden() -> None:
    """Nothing of the Skat and of the others' hands is shown before it is played, however one asks."""
    lines = ["pass", "table", "hand", "hint", "tricks", "bids", "score", "why", "why 1", "?"]
    words = (*PLAIN, "--deal", DEAL, "--seat", "middlehand")
    game = play(*words, "--worlds", "2", lines=lines).split("Round 1.")[1]
    hand = ["CQ", "C9", "SA", "S9", "S8", "S7", "HT", "HK", "DT", "D8"]
    cards = set(re.findall(r"\b[CSHD][ATKQJ987]\b", game.split("A card is a suit")[0]))
    led = re.search(r"forehand leads (\w\w)", game)
    assert led is not None
    assert cards <= {*hand, led[1]}
    assert game.count("That would show hidden cards") == 2
    assert "rearhand   DJ" in play(*words, "--open-cards", lines=[])


def test_hints_in_the_bidding() -> None:
    """Also at the limit itself."""
    hand, bidder = read_cards(DEAL.split("|")[0]), default_bidder()
    limit, advice = bidder.limit(hand, Seat.MIDDLEHAND), bidder.advise(hand, Seat.MIDDLEHAND)
    assert limit > 18
    below = max(bid for bid in BIDS if bid < limit)
    for auction, words in (
        (Auction(), f"bid 18 and go up to {limit}"),
        (say_bid(say_bid(Auction(), below), below), f"bid {limit} and go up to {limit}"),
        (say_bid(Auction(), limit), f"hold {limit} and go up to {limit}"),
        (say_bid(Auction(), next(bid for bid in BIDS if bid > limit)), f"pass here; its limit was {limit}"),
    ):
        (text,), _ = bid_hint(advice, limit, auction)
        assert str(text).startswith(f"The program would {words}, planning {advice.game}.")
    weak = bidder.advise(read_cards("DJ CT CQ C8 ST S8 HT H9 DT D9"), Seat.FOREHAND)
    (text,), _ = bid_hint(weak, 0, say_bid(say_bid(Auction())))
    assert str(text).startswith("The program would pass. Its chances")


NAMES = [suit + rank for suit in "CSHD" for rank in "ATKQJ987"]
HELD = DEAL.replace("|", " ").split()[:10]


def test_a_card_is_a_card_before_it_is_a_command() -> None:
    """All 32 names: HA is the ace of hearts, though ha is short for hand where no card is asked."""
    forms: list[Callable[[str], str]] = [str.upper, str.lower, str.capitalize, lambda name: name[::-1].lower()]
    for form in forms:
        names = [name for name in NAMES if form(name) != "kd"]  # Kreuz-Dame or Karo-König
        lines = [line for name in names for line in ([form(name), "undo"] if name in HELD else [form(name)])]
        text = play(*FOREHAND, "--game", "grand hand", lines=lines)
        assert re.findall(r"^Trick 1: you (\w\w), ", text, re.MULTILINE) == [name for name in names if name in HELD]
        refusals = re.findall(r"you do not hold (\w\w); you hold ", text)
        assert refusals == [name for name in names if name not in HELD]
    assert "  CJ SJ HJ  C7  ST" in play(*FOREHAND, lines=["ha"]).partition("ha\n")[2]


def test_rounds_are_scored_and_logged(tmp_path: Path) -> None:
    """Two rounds, the last card of the first taken back after its end: what stands at last is logged and scored, once."""
    log = tmp_path / "log"
    words = (*PLAIN, "--seat", "forehand", "--declarer", "forehand", "--game", "grand hand", "--log", log)
    text = play(*words, "--rounds", "2", lines=[*ANY_CARDS, "undo", "1", "yes", *ANY_CARDS, "yes"])
    rounds = read_rounds(log.read_text())
    assert [logged.name for logged in rounds] == ["play-3-0", "play-3-1"]
    assert [logged.players.index("person") for logged in rounds] == [0, 2]
    assert [logged.source.endswith("taken back") for logged in rounds] == [True, False]
    scores = [logged.score for logged in rounds if logged.score is not None]
    table = text[text.rindex("player ") :].splitlines()
    assert table[0].split() == ["player", "played", "won", "score", "Seeger-Fabian"]
    assert table[2].split()[:4] == ["you", "1", str(int(scores[0].won)), str(scores[0].score)]
    assert "To go on" not in text
    # a second session with the same seed gives other names; a round whose hands were shown says so
    play(*words, lines=["reveal", *ANY_CARDS])
    again = read_rounds(log.read_text())[2]
    assert (again.name, again.source) == ("play-3-0-2", "a person against programs, all hands open")
    # taken back and left so, or resigned: nothing stands
    text = play(*words, lines=[*ANY_CARDS, "undo", "quit"])
    assert "Taken back." in text
    assert f"--log {log} --history " in text.splitlines()[-1]
    assert play(*words, lines=["1", "resign", "1"]).endswith("You resign.\n")
    assert len(read_rounds(log.read_text())) == 3


WORDS = """
hint; undo; table; hand; tricks; bids; score; why; help; ?; y; pass; 18; skat; clubs; CJ; D7; yes; -1; ²; :; reveal; board;
why 1; 1 2; CJ SJ grand; hand null ouvert; why 99; ♣J; q1; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10
"""


@pytest.mark.parametrize(("seed", "more"), [(1, ()), (3, ("--game", "null hand")), (2, ("--lang", "de"))])
def test_any_words_are_answered(seed: int, more: tuple[str, ...]) -> None:
    """Whatever is typed, the program answers, and the line that it leaves with leads back."""
    random, words = Random(seed), [*(word.strip() for word in WORDS.split(";")), "x" * 300]
    lines = [random.choice(words) for _ in range(60)]
    last = play("--against", "random", "--worlds", "1", "--seed", str(seed), *more, lines=lines).splitlines()[-1]
    again = call(*shlex.split(last.partition(": tafelwerk ")[2]))
    assert (again.returncode, again.stderr) == (0, "")
    if "--history" in last:
        assert again.stdout.splitlines()[-1] == last


def test_a_terminal_is_told_that_a_program_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    written = Event()

    class Screen(Terminal):
        def write(self, text: str, /) -> int:
            size = super().write(text)
            written.set()
            return size

    monkeypatch.setattr(play_command, "SLOW", 0)
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    with play_command.thinking():
        assert written.wait(60)
    assert screen.getvalue().split("\r") == ["thinking ...", " " * 12, ""]
    monkeypatch.setattr("sys.stderr", StringIO())
    with play_command.thinking():
        pass
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_narrow_terminal(tmp_path: Path) -> None:
    """Numbers stand below their cards, and prompts are folded."""
    lines = type_lines("y", "skat", "11 12", "g", "1", "?", "quit")
    sent = on_terminal("skat", "play", *FOREHAND, columns=60, book=tmp_path / "none", typed=lines)
    text = re.sub(r"\x1b\[[\d;]*m", "", sent)
    assert "  ♣J ♠J ♥J  ♣K ♣7  ♠T  ♥A ♥8 ♥7  ♦A ♦K ♦Q\n   1  2  3   4  5   6   7  8  9  10 11 12\n" in text
    # what is typed stands behind the prompt
    narrow = [line for line in text.splitlines() if ": " not in line and not line.startswith("To go on")]
    assert max(map(len, narrow)) <= 60
    german = on_terminal("skat", "--lang", "de", "play", *PLAIN, columns=60, book=tmp_path)
    assert "Tippe ja, um 18 zu reizen, eine höhere Zahl wie 20, oder\npasse: " in german


def test_an_interrupt_while_programs_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was typed last is among the answers to go on with; more of Ctrl-C waits for the last lines, then ends at once."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    handlers = list[signal.Handlers]()
    monkeypatch.setattr(play_command, "on_interrupt", handlers.append)
    monkeypatch.setattr(Sitting, "_choice", interrupted)
    log = tmp_path / "a log"
    done = call("skat", "play", *FOREHAND, "--log", log, stdin=type_lines("y", "hand grand", "ha"))
    assert (done.returncode, done.stderr) == (130, "interrupted\n")
    assert handlers == [signal.SIG_IGN, signal.SIG_DFL]
    assert f'--log "{log}" ' in done.stdout
    assert done.stdout.endswith('--history "18; hand; grand; ha"\n')
    assert not log.exists()


@pytest.mark.parametrize(("end", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_round_that_stands_is_logged_however_it_is_left(end: signal.Signals, status: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = [*PLAIN, "--seat", "forehand", "--game", "null hand", "--log", str(log)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [str(PROGRAM), "skat", "play", *words], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment()
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(type_lines(*ANY_CARDS))
        program.stdin.flush()
        while "The round is over." not in (line := program.stdout.readline()):
            assert line
        assert not log.exists()
        program.send_signal(end)
        program.communicate(timeout=300)
    assert program.returncode == status
    assert [logged.name for logged in read_rounds(log.read_text())] == ["play-3-0"]


def sitting(seat: Seat = Seat.FOREHAND, name: str = "random", fixed: FixedContract | None = None) -> Sitting:
    """The others never bid."""
    others = plain_agent(name, least=30.0), plain_agent(name, least=30.0)
    begun = Sitting(lambda number: read_deal(DEAL), seat, others, 3, fixed)
    begun.begin()
    return begun


def test_the_way_back() -> None:
    """Every moment comes back as it was, and the same answers meet the same cards."""
    table = sitting(name="pimc:3")
    seen = []
    for answer in ("18", "skat", "drücke ST DK", "hearts", "1", "1", "1"):
        seen.append(table.moment)
        take_answer(table, answer)
    end = table.moment
    said = answers_so_far(table)
    for moment in reversed(seen):
        assert table.undo()
        assert table.moment == moment
    assert not table.undo()
    for answer in said:
        take_answer(table, answer)
    assert table.moment == end


def test_answers_that_cannot_be_leave_all_as_it_was() -> None:
    table = sitting()
    for answers, answer in (
        (("20", "17", "foo", "CJ"), "y"),
        (("hand null schneider",), "take"),
        (("ST DK foo", "ST", "ST S7", "ST DK grand ouvert"), "ST DK"),
    ):
        before = table.moment
        for wrong in answers:
            with pytest.raises(InputError):
                take_answer(table, wrong)
        assert table.moment == before
        take_answer(table, answer)


def test_cards_that_must_follow_suit() -> None:
    fixed = FixedContract(Contract(Game.GRAND, hand=True), Seat.FOREHAND, lambda cards, contract, seat: 0)
    table = sitting(Seat.REARHAND, fixed=fixed)
    assert table.round.game is not None
    known = table.round.game.known[Seat.REARHAND]
    before = table.moment
    for card in bits(known.hand & ~known.legal):
        with pytest.raises(InputError, match="was led and you must follow suit; legal cards:"):
            take_answer(table, cards_text(1 << card))
    assert table.moment == before
    assert 0 < known.legal.bit_count() < 10


PLAYED, FEW, MANY, WORSE = map(read_card, ("CA", "SA", "HA", "DA"))
CHOICE = Choice(
    PLAYED,
    (
        CardOutcomes(WORSE, 4, 1, 0, 0),
        CardOutcomes(FEW, 4, 3, 4, 120),
        CardOutcomes(MANY, 4, 3, 4, 160),
        CardOutcomes(PLAYED, 4, 3, 4, 140),
    ),
    4,
)


def told(choice: Choice, *, declares: bool) -> tuple[str, list[int]]:
    """What is said of the choice, and the cards from the top."""
    (*_, said), table = card_hint(choice, Game.GRAND, declares=declares)
    assert isinstance(said, str)
    assert isinstance(table, Table)
    return said, [row[0].cards[0] for row in table.rows if isinstance(row[0], Cards)]


def test_cards_in_the_order_in_which_they_help_the_player() -> None:
    """The one that is played, then by wins, then by points: many for the declarer, few for a defender."""
    assert told(CHOICE, declares=True)[1] == [PLAYED, MANY, FEW, WORSE]
    assert told(CHOICE, declares=False)[1] == [PLAYED, FEW, MANY, WORSE]


def test_what_is_said_of_a_choice() -> None:
    by_points = "Of the cards that win most often it is best by points"
    assert told(CHOICE, declares=True)[0] == f", based on 4 worlds. {by_points}."
    alone = replace(CHOICE, cards=(CHOICE.cards[0], CHOICE.cards[-1]), stopped=True)
    assert told(alone, declares=True)[0] == ", based on 4 worlds (time ran out)."
