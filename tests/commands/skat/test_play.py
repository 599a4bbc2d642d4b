"""Rounds of Skat at the terminal: whole rounds in every role, the way back, hints, what is refused, what stays hidden."""

import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from program import PROGRAM, call, environment, on_pseudo_terminal, refused, run

from tafelwerk.build.skat.weights import default_bidder
from tafelwerk.commands.skat import at_table
from tafelwerk.play.skat.hints import bid_hint
from tafelwerk.play.skat.telling import warning_text
from tafelwerk.rules.skat.auction import Auction, say
from tafelwerk.rules.skat.cards import Game, Seat, read_cards
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.round_log import read_rounds
from tafelwerk.rules.skat.scoring import BIDS, Contract
from tafelwerk.solvers.skat.bidding.bidding import BidAdvice

DEAL = "CJ SJ HJ C7 ST HA H8 H7 DK DQ | CQ C9 SA S9 S8 S7 HT HK DT D8 | DJ CA CT C8 SK SQ HQ H9 D9 D7 | CK DA"
"""Forehand has three jacks."""

PLAIN = ("--seed", "3", "--opponents", "random")
ANY_CARDS = [str(number) for _ in range(10) for number in range(1, 11)]
"""Tries every number ten times: a hand is played to its end."""


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def parted(text: str) -> list[str]:
    return [*map(str.strip, text.split(";"))]


def play(*words: str | Path, lines: list[str]) -> str:
    done = call("skat", "play", *words, stdin=typed(*lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    "answers",
    [
        ["y", "skat", "ST DK hearts"],
        ["y", "skat", "CK C7", "grand"],
        ["y", "hand", "clubs schneider"],
        ["y", "skat", "SA", "HA DA", "null"],
    ],
)
def test_a_round_is_played_to_its_end(answers: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = play(*PLAIN, "--deal", DEAL, "--seat", "forehand", "--log", log, lines=[*answers, *ANY_CARDS, "why", "quit"])
    assert "The round is over." in text
    (logged,) = read_rounds(log.read_text())
    assert logged.players == ("person", "random", "random")
    assert logged.round.score is not None
    assert f"Score: {logged.round.score.score:+d}." in text
    assert logged.round.game is not None
    assert text.count(": you take ") + text.count("hand takes ") == len(logged.round.game.decisions) // 3


def test_a_round_as_defender() -> None:
    """The installed program, from the bidding to the score."""
    words = ("--deal", DEAL, "--seat", "middlehand", "--seed", "1", "--opponents", "pimc:2")
    done = run("skat", "play", *words, stdin=typed("pass", *ANY_CARDS, "tricks", "why", "why 3", "no"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Forehand takes up the Skat." in done.stdout
    assert re.search(r"by forehand at 18; you and rearhand defend\. Points: declarer 0, defenders 0\.", done.stdout)
    assert "based on 2 worlds:" in done.stdout
    assert len(re.findall(r"^Trick \d+: .*: \w+ takes? (?:\d+|nothing)\.$", done.stdout, re.MULTILINE)) == 20


def test_what_is_hidden_stays_hidden() -> None:
    """Nothing of the Skat and of the others' hands is shown before it is played, however one asks."""
    lines = ["pass", "table", "hand", "hint", "tricks", "bids", "score", "why", "why 1", "?"]
    text = play(*PLAIN, "--worlds", "2", "--deal", DEAL, "--seat", "middlehand", lines=lines)
    game = text.split("Round 1.")[1]
    own = ["CQ", "C9", "SA", "S9", "S8", "S7", "HT", "HK", "DT", "D8"]
    shown = set(re.findall(r"\b[CSHD][ATKQJ987]\b", game.split("A card is a suit")[0]))
    led = re.search(r"forehand leads (\w\w)", game)
    assert led is not None
    assert shown <= {*own, led[1]}
    assert game.count("That would show hidden cards") == 2
    opened = play(*PLAIN, "--deal", DEAL, "--seat", "middlehand", "--open", lines=[])
    assert "rearhand   DJ" in opened


def test_ouvert_shows_the_declarer() -> None:
    words = ("--deal", DEAL, "--seat", "forehand", "--game", "null ouvert hand", "--declarer", "rearhand")
    text = play(*PLAIN, *words, lines=["1"])
    assert "rearhand   CA CT C8  SK SQ  HQ H9  DJ D9 D7" in text
    assert "Null Hand Ouvert by rearhand at 18; you and middlehand defend. No trick played yet." in text


def test_a_fixed_game_of_a_program() -> None:
    """It lays two cards away and knows them; the defender does not."""
    words = ("--deal", DEAL, "--seat", "rearhand", "--game", "hearts", "--declarer", "forehand")
    text = play(*PLAIN, *words, lines=ANY_CARDS)
    assert "Forehand takes up the Skat.\nForehand plays Hearts, at 18." in text
    assert re.search(r"^Skat         .*, as dealt CK DA$", text, re.MULTILINE)


def test_reveal_and_resign(tmp_path: Path) -> None:
    """All hands are shown, and the log says so; who resigns leaves no round."""
    log = tmp_path / "log"
    words = (*PLAIN, "--deal", DEAL, "--seat", "forehand", "--game", "grand hand", "--log", log)
    text = play(*words, lines=["reveal", *ANY_CARDS])
    assert "rearhand   DJ  CA CT C8" in text
    assert read_rounds(log.read_text())[0].source == "a person against programs, all hands open"
    text = play(*words, lines=["resign", "1"])
    assert text.endswith("You resign.\n")
    assert len(read_rounds(log.read_text())) == 1


def test_hints() -> None:
    lines = ["hint", "y", "h", "hint"]
    text = play("--seed", "3", "--deal", DEAL, "--seat", "forehand", "--worlds", "4", lines=lines)
    assert re.search(r"The program would play at 18, since the others passed, planning \w+\.", text)
    assert "'h' might be" not in text  # at the Skat it is Hand
    assert "The program would have taken up the Skat; type undo to go back." in text
    lines = ["y", "skat", "ST DK", "hint", "hearts", "hi", "u", "u", "hint"]
    text = play("--seed", "3", "--deal", DEAL, "--seat", "forehand", "--worlds", "4", lines=lines)
    assert re.search(r"The program would discard \w\w \w\w and announce \w+", text)
    assert re.search(r"The program would announce \w+\. .*\n.*\n.*\nST DK ", text)
    assert "based on 4 worlds." in text
    assert text.count("of 4") >= 10
    assert text.count("Taken back.") == 2


def hinted(advice: BidAdvice, limit: int, auction: Auction) -> str:
    (text,), _ = bid_hint(advice, limit, auction)
    return str(text)


def test_hints_in_the_bidding() -> None:
    hand, bidder = read_cards(DEAL.split("|")[0]), default_bidder()
    limit, advice = bidder.limit(hand, Seat.MIDDLEHAND), bidder.advise(hand, Seat.MIDDLEHAND)
    assert limit > 18
    high = next(bid for bid in BIDS if bid > limit)
    for auction, said in (
        (Auction(), f"bid 18 and go up to {limit}"),
        (say(Auction(), limit), f"hold {limit} and go up to {limit}"),
        (say(Auction(), high), f"pass here; its limit was {limit}"),
    ):
        assert hinted(advice, limit, auction).startswith(f"The program would {said}, planning {advice.game}.")


def test_forehand_may_play_where_the_others_passed() -> None:
    """With a limit of 0 of its own a program plays at 18 there, or lets the deal go; the hint says what it would do."""
    bidder, passed = default_bidder(), say(say(Auction()))
    advised = (bidder.advise(dealt.hands[Seat.FOREHAND], Seat.FOREHAND) for dealt in random_deals(3000, 5))
    advice = next(advice for advice in advised if not advice.limit and advice.alone)
    assert hinted(advice, 18, passed).startswith("The program would play at 18, since the others passed.")
    assert hinted(advice, 0, passed).startswith("The program would pass. Its chances")


NAMES = [suit + rank for suit in "CSHD" for rank in "ATKQJ987"]
HELD = DEAL.replace("|", " ").split()[:10]


@pytest.mark.parametrize("form", [str.upper, str.lower, str.capitalize, lambda name: name[::-1].lower()])
def test_a_card_is_a_card_before_it_is_a_command(form: Callable[[str], str]) -> None:
    """All 32 names: HA is the ace of hearts, though ha is short for hand where no card is asked."""
    words = (*PLAIN, "--deal", DEAL, "--seat", "forehand", "--game", "grand hand")
    for name in NAMES:
        if form(name) == "kd":
            continue  # Kreuz-Dame or Karo-König
        text = play(*words, lines=[form(name)]).split("Round 1.")[1]
        assert (f"Trick 1: you {name}, " in text) == (name in HELD)
        assert (f"you do not hold {name}; you hold " in text) == (name not in HELD)
    assert "  CJ SJ HJ  C7  ST" in play(*PLAIN, "--deal", DEAL, "--seat", "forehand", lines=["ha"]).partition("ha\n")[2]


def test_enter_plays_the_only_card() -> None:
    words = (*PLAIN, "--deal", DEAL, "--seat", "forehand", "--game", "grand hand")
    text = play(*words, lines=["", *[line for _ in range(10) for number in range(1, 11) for line in ("", str(number))]])
    assert "\nYour card, by name or number: \nYour card, by name or number: " in text
    only = re.findall(
        r"^Your card; Enter plays (\w\w), the only legal one: \n\nTrick \d+: .*?you (\w\w)", text, re.MULTILINE
    )
    assert only
    assert all(card == played for card, played in only)


BAD_ANSWERS = "; xyzzy; :hint2; 17; h; \x01; y; what; skat; CJ CJ; 99 1; S7 S8; 1 2; trump; c; H0"


def test_bad_answers_and_the_end_of_input() -> None:
    lines = [
        *[
            "",
            "xyzzy",
            ":hint2",
            "17",
            "h",
            "\x01",
            "y",
            "what",
            "skat",
            "CJ CJ",
            "99 1",
            "S7 S8",
            "1 2",
            "trump",
            "c",
            "H0",
        ]
    ]
    text = play(*PLAIN, "--deal", DEAL, "--seat", "forehand", lines=lines)
    for said in (
        "'xyzzy' is not an answer here: type yes to play at 18, or pass.",
        "'h' could be hint or help or hand: type one more letter.",
        "Input contains unprintable characters.",
        "'what' is not an answer here: type skat to take it up, or hand to play without it",
        "the number of a card must be 1 to 12, not 99.",
        "unknown game 'trump'",
        "The round is not finished.",
    ):
        assert said in text
    line = text.splitlines()[-1]
    assert line.startswith("To go on: tafelwerk skat play --seed 3 --seat forehand --opponents random,random --deal")
    assert line.endswith('--answers "18; skat; CJ SJ; clubs"')


def test_rounds_are_scored_and_logged(tmp_path: Path) -> None:
    """Two rounds, the last card of the first taken back after its end: what stands at last is logged and scored, once."""
    log = tmp_path / "log"
    fixed = ("--declarer", "forehand", "--game", "grand hand")
    words = (*PLAIN, "--seat", "forehand", "--rounds", "2", *fixed, "--log", log)
    text = play(*words, lines=[*ANY_CARDS, "undo", "1", "yes", *ANY_CARDS, "yes"])
    rounds = read_rounds(log.read_text())
    assert [one.name for one in rounds] == ["play-3-0", "play-3-1"]
    assert [one.players.index("person") for one in rounds] == [0, 2]
    assert [one.source.endswith("taken back") for one in rounds] == [True, False]
    scores = [one.round.score for one in rounds if one.round.score is not None]
    last = text[text.rindex("player ") :].splitlines()
    assert last[0].split() == ["player", "played", "won", "score", "Seeger-Fabian"]
    assert last[2].split()[:4] == ["you", "1", str(int(scores[0].won)), str(scores[0].score)]
    assert "To go on" not in text
    # a second session with the same seed finds other names
    play(*words, lines=ANY_CARDS)
    assert [one.name for one in read_rounds(log.read_text())][2:] == ["play-3-0-2"]
    # taken back and left so: nothing stands
    text = play(*words, lines=[*ANY_CARDS, "undo", "quit"])
    assert len(read_rounds(log.read_text())) == 3
    assert "Taken back." in text
    assert f"--log {log} --answers " in text.splitlines()[-1]


def test_a_deal_that_all_pass(tmp_path: Path) -> None:
    log, bidder = tmp_path / "log", default_bidder()
    others = (Seat.MIDDLEHAND, Seat.REARHAND)
    number = next(
        number
        for number, dealt in enumerate(random_deals(1000, 11))
        if not any(bidder.limit(dealt.hands[seat], seat) for seat in others)
    )
    words = ("--seed", "11", "--round", number + 1, "--seat", "forehand", "--opponents", "random", "--log", log)
    text = play(*words, lines=["pass", "score", "yes"])
    assert "All passed: the deal is not played and nothing is scored." in text
    assert re.search(r"^you +0 +0 +0 +0$", text, re.MULTILINE)
    assert "\nThe score starts again from zero there.\nTo go on: " in text
    assert f"Round {number + 2}. You are rearhand" in text
    (logged,) = read_rounds(log.read_text())
    assert (logged.name, logged.round.declarer) == (f"play-11-{number}", None)


def test_an_overbid_game() -> None:
    """Middlehand bids more than any game is worth; the score says how it is counted."""
    words = (*PLAIN, "--deal", DEAL, "--seat", "middlehand")
    text = play(*words, lines=["264", "skat", "DT D8", "spades", *ANY_CARDS])
    assert "Warning: the game is worth 55, and the bid was 264. It is overbid and cannot be won." in text
    end = re.search(r"^Without 4, game 5.*$", text, re.MULTILINE)
    assert end is not None
    assert "less than the bid of 264: overbid, and lost. It counts as 264, the lowest multiple of 11 that" in end[0]
    assert end[0].endswith("; a lost game counts double. Score: -528.")


@pytest.mark.parametrize(
    ("contract", "skat", "bid", "warning"),
    [
        (Contract(Game.SPADES), "CK DA", 55, "None"),
        (Contract(Game.SPADES), "CK DA", 60, "the bid was 60. It is won only with Schneider."),
        (Contract(Game.SPADES), "CK DA", 77, "the bid was 77. It is won only with Schwarz."),
        (Contract(Game.NULL), "CK DA", 60, "None"),
        (Contract(Game.GRAND, hand=True), "", 264, "cannot be won, unless the Skat changes its value."),
    ],
)
def test_warnings_of_a_bid_above_the_value(contract: Contract, skat: str, bid: int, warning: str) -> None:
    cards = read_cards(DEAL.split("|")[1]) | read_cards(skat)
    assert str(warning_text(contract, cards, bid)).endswith(warning)


WORDS = """
hint; undo; table; hand; tricks; bids; score; why; help; ?; y; pass; 18; skat; clubs; CJ; D7; yes; -1; ²; :; reveal; board;
why 1; 1 2; CJ SJ grand; hand null ouvert; why 99; ♣J; q1; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10
"""


@pytest.mark.parametrize("seed", range(8))
def test_any_words_are_answered(seed: int) -> None:
    """Whatever is typed, the program answers, and the line that it leaves with leads back."""
    random, words = Random(seed), [*parted(WORDS), "x" * 300]
    lines = [random.choice(words) for _ in range(60)]
    game = random.choice([("--game", "clubs hand"), ("--game", "null hand"), ()])
    options = ("--opponents", "random", "--worlds", "1", "--seed", str(seed), *game)
    last = play(*options, lines=lines).splitlines()[-1]
    again = call(*shlex.split(last.removeprefix("To go on: tafelwerk")))
    assert (again.returncode, again.stderr) == (0, "")
    if "--answers" in last:
        assert again.stdout.splitlines()[-1] == last


def test_null_ends_with_the_declarer_s_first_trick() -> None:
    text = play(*PLAIN, "--deal", DEAL, "--seat", "forehand", "--game", "null hand", lines=["CJ", *ANY_CARDS])
    number = re.search(r"^Null Hand by you at 18: lost, by taking trick (\d+)\.$", text, re.MULTILINE)
    assert number is not None
    assert len(re.findall(r"^Trick \d+: .*: \w+ takes? ", text, re.MULTILINE)) == int(number[1])
    assert "Null Hand is worth 35; a lost game counts double. Score: -70." in text
    assert re.search(r"^Trick \d+: .*: \w+ takes? it\.$", text, re.MULTILINE)
    assert not re.search(r" takes? (\d|nothing)", text)


def test_limited_time_ends_a_round_too() -> None:
    words = ("--seed", "3", "--deal", DEAL, "--seat", "forehand", "--game", "grand hand", "--seconds", "0.01")
    assert "The round is over." in play(*words, lines=ANY_CARDS)


def test_a_terminal_is_told_that_a_program_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(at_table, "SLOW", 0)
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    with at_table.thinking():
        until = time.monotonic() + 60
        while "thinking ..." not in shown.getvalue() and time.monotonic() < until:
            time.sleep(0.001)
    assert shown.getvalue().split("\r") == ["thinking ...", " " * 12, ""]
    monkeypatch.setattr("sys.stderr", StringIO())
    with at_table.thinking():
        pass
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--seat", "left"), "--seat: a seat is forehand, middlehand or rearhand"),
        (("--opponents", "chess"), "--opponents: unknown player 'chess'"),
        (
            ("--opponents", "random,random,random"),
            "--opponents: give one or two programs, such as pimc:30,random, not 3",
        ),
        (("--deal", "CJ | SJ | HJ"), "--deal: a round is played with ten cards"),
        (("--deal", "-"), "--deal: standard input is for your answers"),
        (("--deal", DEAL, "--rounds", "2"), "--deal is for one round"),
        (("--declarer", "forehand"), "--declarer needs --game"),
        (("--game", "chess"), "--game: unknown game 'chess'"),
        (("--game", "clubs ouvert"), "--game: clubs Ouvert can be announced only"),
        (("--seed", "-1"), "--seed must be 0 to"),
        (("--seconds", "0"), "--seconds must be 0.001 to 3,600"),
        (("--rounds", "0"), "--rounds must be 1 to"),
        (("--log", "/nowhere/at/all"), "--log: /nowhere/at/all is in a folder that does not exist"),
        (
            (*PLAIN, "--seat", "forehand", "--deal", DEAL, "--answers", "y; foo"),
            "--answers: answer 2: 'foo' is not an answer",
        ),
    ],
)
def test_what_is_refused(words: tuple[str, ...], fault: str) -> None:
    assert fault in refused(call("skat", "play", *words), 2)


def test_a_log_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("no log\n")
    assert "is not a log of rounds: line 1" in refused(call("skat", "play", "--log", tmp_path / "log"), 2)
    assert (tmp_path / "log").read_text() == "no log\n"


@pytest.mark.slow
def test_a_narrow_terminal(tmp_path: Path) -> None:
    sent = on_pseudo_terminal(
        *("skat", "play", *PLAIN, "--worlds", "4", "--seat", "forehand", "--deal", DEAL),
        columns=60,
        book=tmp_path / "none",
        typed=typed("y", "skat", "hint", "11 12", "g", "hint", "1", "?", "quit"),
    )
    text = re.sub(r"\x1b\[[\d;]*m", "", sent)
    assert "  ♣J ♠J ♥J  ♣K ♣7  ♠T  ♥A ♥8 ♥7  ♦A ♦K ♦Q\n   1  2  3   4  5   6   7  8  9  10 11 12\n" in text
    # what is typed stands behind the prompt
    lines = [line for line in text.splitlines() if ": " not in line and not line.startswith("To go on")]
    assert max(map(len, lines)) <= 60


def left(
    *words: str | Path, lines: list[str], at: str, by: Callable[[subprocess.Popen[str]], None]
) -> tuple[int, str, str]:
    """A round in a process of its own, left by something that is done to it once a line is said: status, the rest, errors."""
    command = [str(PROGRAM), "skat", "play", *map(str, words)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment()) as shown:
        assert shown.stdin is not None
        assert shown.stdout is not None
        shown.stdin.write(typed(*lines))
        shown.stdin.flush()
        while at not in (line := shown.stdout.readline()):
            assert line
        by(shown)
        rest, said = shown.communicate(timeout=60)
    return shown.returncode, rest, said


def interrupt_until_it_ends(shown: subprocess.Popen[str]) -> None:
    time.sleep(0.3)  # the answer is taken
    while shown.poll() is None:
        shown.send_signal(signal.SIGINT)
        time.sleep(0.1)


def test_an_interrupt_leaves_no_half_round(tmp_path: Path) -> None:
    words = (*PLAIN, "--seat", "forehand", "--deal", DEAL, "--log", tmp_path / "log")
    code, rest, said = left(
        *words, lines=["y", "skat"], at="In the Skat", by=lambda shown: shown.send_signal(signal.SIGINT)
    )
    assert (code, said) == (130, "interrupted\n")
    assert '--answers "18; skat"' in rest
    assert not (tmp_path / "log").exists()


def test_an_interrupt_while_programs_think(tmp_path: Path) -> None:
    """What was typed last is among the answers to go on with; more of Ctrl-C ends the program without a word."""
    log = tmp_path / "a log"
    words = ("--seed", "3", "--seat", "forehand", "--opponents", "pimc:100000,random", "--deal", DEAL, "--log", log)
    code, rest, said = left(*words, lines=["y", "hand grand", "ha"], at="number: ha\n", by=interrupt_until_it_ends)
    assert (code, said) in ((130, "interrupted\n"), (-signal.SIGINT, "interrupted\n"), (-signal.SIGINT, ""))
    assert f'--log "{log}" ' in rest
    assert rest.endswith('--answers "18; hand; grand; ha"\n')
    assert not log.exists()


@pytest.mark.parametrize(("ends", "status"), [(None, 0), (signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_round_that_stands_is_logged_however_it_is_left(
    ends: signal.Signals | None, status: int, tmp_path: Path
) -> None:
    log = tmp_path / "log"

    def leave(shown: subprocess.Popen[str]) -> None:
        assert not log.exists()
        if ends is not None:
            shown.send_signal(ends)

    words = (*PLAIN, "--seat", "forehand", "--game", "null hand", "--log", log)
    code, _, _ = left(*words, lines=ANY_CARDS, at="The round is over.", by=leave)
    assert code == status
    assert [one.name for one in read_rounds(log.read_text())] == ["play-3-0"]
