"""`tafelwerk skat play`: rounds of Skat with hidden cards, a person against two programs, in a terminal."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from types import FrameType
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, bundle_options, needs
from tafelwerk.errors import InputError
from tafelwerk.families.skat.parameters import read_argument, seat_named
from tafelwerk.families.skat.play import Log, SkatSession, discarder
from tafelwerk.families.skat.rules.cards import Seat, read_seat
from tafelwerk.families.skat.rules.deals import Deal, deal_of, random_deals
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, MOST_DRAWN, MOST_WORLDS, agent_name
from tafelwerk.families.skat.rules.rounds import begin_round
from tafelwerk.files import STANDARD_INPUT
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.play.session import Said
from tafelwerk.spelling import split_entries
from tafelwerk.streams import beneath

LEAST_SECONDS, MOST_SECONDS = 0.001, 3600
"""Limits of --timeout, per card of a program."""


@bundle_options
def play(
    *,
    context: typer.Context,
    book: BookOption,
    seat: Annotated[
        str | None,
        Parameter("SEAT", "Your seat in the first round: forehand, middlehand or rearhand. Default: random."),
    ] = None,
    opponents: Annotated[
        str,
        Parameter(
            "AGENT[,AGENT]",
            "Programs to your left and right: pimc:K samples K worlds per card, random plays any card, open sees all cards.",
            option="--against",
        ),
    ] = "pimc",
    worlds: Annotated[
        int, Parameter("K", "Sampled worlds per card, for hints and for plain pimc.", 1, MOST_WORLDS)
    ] = 100,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            min=LEAST_SECONDS,
            max=MOST_SECONDS,
            metavar="T",
            help="Seconds a program may think per card. Default: no limit.",
        ),
    ] = None,
    rounds: Annotated[int | None, Parameter("N", "Number of rounds. Default: until you quit.", 1, MOST_DRAWN)] = None,
    deal: Annotated[
        str | None, Parameter("DEAL", 'Deal for one round: "forehand | middlehand | rearhand | skat", or its number.')
    ] = None,
    game: Annotated[
        str | None,
        Parameter("CONTRACT", 'Contract played without bidding, such as clubs, "grand hand", "null ouvert".'),
    ] = None,
    declarer: Annotated[str | None, Parameter("SEAT", "With --game: declarer's seat. Default: yours.")] = None,
    open_cards: Annotated[bool, Parameter("", "Play with all hands open.")] = False,
    log: Annotated[Path | None, Parameter("FILE", "File to which finished rounds are appended.")] = None,
    round_: Annotated[
        int, Parameter("N", "Number of the seed's round to begin with.", 1, MOST_DRAWN, option="--round")
    ] = 1,
    answers: Annotated[
        str, Parameter('"A; B; ..."', 'Answers to replay first, separated by ";".', option="--history")
    ] = "",
    seed: Annotated[
        int | None, Parameter("S", "Random seed, for a reproducible game. Default: random.", 0, LARGEST_SEED)
    ] = None,
) -> None:
    """Play Skat against two programs that see no more than you do: bidding, the Skat, play, score.

    Example: tafelwerk skat play

    Example: tafelwerk skat play --seat forehand --rounds 3 --seed 7

    Example: tafelwerk skat play --game grand --against pimc:30,random
    """
    number = SystemRandom().randrange(10**6) if seed is None else seed
    if deal is not None and rounds not in (None, 1):
        raise InputError(say("--deal is for one round; leave out --rounds {rounds}", rounds=rounds))
    needs(context, (("--declarer",), ("--game",)))
    first = (
        Seat(int(Random(f"seat {number}").random() * 3)) if seat is None else read_argument("--seat", seat, read_seat)
    )
    dealt = None if deal is None else _given_deal(deal)
    names = _opponents(opponents, worlds)

    from tafelwerk.commands import terminal
    from tafelwerk.families.skat.board import draw
    from tafelwerk.families.skat.card_choice import programs
    from tafelwerk.families.skat.table import FixedContract, Sitting, read_contract

    alone = first if declarer is None else seat_named(declarer)
    contract = None if game is None else read_argument("--game", game, read_contract)
    round_log = None if log is None else _log(log)
    table = programs(*names, worlds, seconds)
    fixed = None if contract is None else FixedContract(contract, alone, discarder(table))
    # with these the game goes on from its printed line
    options: list[str] = ["--against", ",".join(names)]
    options += [] if seconds is None else ["--timeout", f"{seconds:g}"]
    options += [] if dealt is None else ["--deal", dealt.text()]
    options += [] if fixed is None else ["--game", str(game), "--declarer", alone.word]
    options += ["--open-cards"] if open_cards else []
    options += [] if log is None else ["--log", str(log)]

    def deal_of_round(index: int) -> Deal:
        return next(random_deals(1, number, index)) if dealt is None else dealt

    sitting = Sitting(deal_of_round, first, (table.left, table.right), number, fixed, round_ - 1)
    with thinking():
        session = TableSession(
            sitting,
            table,
            1 if dealt is not None else rounds,
            options=options,
            given=split_entries(answers),
            log=round_log,
            everything=open_cards,
        )
    with ended_by(session.keep):
        try:
            terminal.play(session, draw)
        except KeyboardInterrupt:
            # threads may still search: leave at once, without waiting for them and without a traceback
            on_interrupt(signal.Handlers.SIG_DFL)
            raise
        finally:
            session.keep()


def _log(file: Path) -> Log:
    """A log that is continued in a file."""
    from tafelwerk.families.skat.log_files import append_line, rounds_before
    from tafelwerk.families.skat.rules.round_log import write_round

    return Log(lambda done: append_line(file, write_round(done)), {done.name for done in rounds_before(file)})


def _given_deal(text: str) -> Deal:
    """The deal of a round that a text gives, with ten cards per hand."""
    if text == STANDARD_INPUT:
        raise InputError(say("--deal: standard input is for your answers; give the deal itself"))
    return read_argument("--deal", text, lambda given: begin_round(deal_of(given)).dealt)


def _opponents(text: str, worlds: int) -> tuple[str, str]:
    """Full names of the programs to the left and to the right."""
    words = text.split(",")
    if len(words) > 2:
        raise InputError(
            say("--against: give one or two programs, such as pimc:30,random, not {count}", count=len(words))
        )
    left, right = (
        read_argument("--against", word, lambda name: agent_name(name, worlds)) for word in (words[0], words[-1])
    )
    return left, right


SLOW = 0.5
"""Seconds after which a terminal shows that a program is thinking."""


class TableSession(SkatSession):
    """A session that shows on a terminal that a program is thinking, and whose closing lines Ctrl-C does not cut off."""

    def take(self, text: str) -> Iterator[Said]:
        parts = super().take(text)
        while True:
            with thinking():
                part = next(parts, None)
            if part is None:
                return
            yield part

    def leave(self) -> Iterator[Said]:
        if isinstance(sys.exception(), KeyboardInterrupt):
            on_interrupt(signal.Handlers.SIG_IGN)
        yield from super().leave()


@contextmanager
def thinking() -> Iterator[None]:
    """Show on standard error, if it is a terminal, that a program is thinking, once that takes longer than `SLOW`."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    notices, word = [], say("thinking ...")

    def tell() -> None:
        notices.append(True)
        beneath(sys.stderr).write(word)
        sys.stderr.flush()

    timer = threading.Timer(SLOW, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if notices:
            beneath(sys.stderr).write(f"\r{' ' * len(word)}\r")
            sys.stderr.flush()


def on_interrupt(handler: signal.Handlers) -> None:
    """Set what Ctrl-C does from here on, while the program is ending."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)


@contextmanager
def ended_by(last: Callable[[], None]) -> Iterator[None]:
    """Call `last` if the terminal is closed or the program is terminated within the context."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        last()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    numbers = [number for name in names if signal.getsignal(number := getattr(signal, name)) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
