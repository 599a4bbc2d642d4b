"""`tafelwerk skat play`: rounds of Skat with hidden cards, a person against two programs."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption
from tafelwerk.commands.skat.words import STANDARD_INPUT, app, deal_named, named, seat_named
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Seat, read_seat
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN, MOST_WORLDS

LEAST_SECONDS, MOST_SECONDS = 0.001, 3600
"""Seconds per card of a program."""


@app.command()
def play(
    book: BookOption,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="Yours in the first round: forehand, middlehand or rearhand; else any."
        ),
    ] = None,
    opponents: Annotated[
        str,
        typer.Option(
            "--opponents",
            metavar="PLAYER[,PLAYER]",
            help="Who plays to your left and right: pimc:K looks at K worlds for a card; random plays any card; open cheats.",
        ),
    ] = "pimc",
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            min=1,
            max=MOST_WORLDS,
            metavar="K",
            help="Worlds per card of hints, and of pimc without a number.",
        ),
    ] = 100,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=LEAST_SECONDS,
            max=MOST_SECONDS,
            metavar="T",
            help="Seconds per card of a program, at most. Default: as many as it needs.",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", min=1, max=MOST_DRAWN, metavar="N", help="Number of rounds. Default: until you quit."),
    ] = None,
    deal: Annotated[
        str | None,
        typer.Option(
            "--deal",
            metavar="DEAL",
            help='One round with these cards as dealt: "forehand | middlehand | rearhand | skat", or the deal\'s number.',
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="CONTRACT", help='No bidding: this is played, as clubs, "grand hand", "null ouvert".'
        ),
    ] = None,
    declarer: Annotated[
        str | None,
        typer.Option("--declarer", metavar="SEAT", help="With --game: who plays alone; else you."),
    ] = None,
    open_cards: Annotated[bool, typer.Option("--open", help="All hands lie open.")] = False,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Append every finished round to this file.")
    ] = None,
    round_: Annotated[
        int,
        typer.Option("--round", min=1, max=MOST_DRAWN, metavar="N", help="Number of the first round of the seed."),
    ] = 1,
    answers: Annotated[
        str, typer.Option("--answers", metavar='"A; B; ..."', help='Answers to replay first, separated by ";".')
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed, for a reproducible game. Default: any."
        ),
    ] = None,
) -> None:
    """Play Skat against two programs that see no more than you do: bidding, the Skat, play, score.

    Example: tafelwerk skat play

    Example: tafelwerk skat play --seat forehand --rounds 3 --seed 7

    Example: tafelwerk skat play --game grand --opponents pimc:30,random
    """
    number = SystemRandom().randrange(10**6) if seed is None else seed
    if deal is not None and rounds not in (None, 1):
        raise InputError(f"--deal is for one round; leave --rounds {rounds} out")
    if declarer is not None and game is None:
        raise InputError("--declarer goes with --game: without it the bidding says who plays alone")
    first = _seat(seat, number)
    dealt = None if deal is None else _whole(deal)
    names = _opponents(opponents, worlds)

    from tafelwerk.commands.skat.answers import read_contract
    from tafelwerk.commands.skat.hints import Adviser
    from tafelwerk.commands.skat.opponents import discarder, threads
    from tafelwerk.commands.skat.rounds_kept import Kept
    from tafelwerk.commands.skat.sitting import Fixed, Sitting
    from tafelwerk.commands.skat.table_session import RoundSession
    from tafelwerk.solvers.skat.agents import read_agent
    from tafelwerk.solvers.skat.bidding import default_bidder
    from tafelwerk.solvers.skat.match import pimc
    from tafelwerk.solvers.skat.player import Chooser

    alone = first if declarer is None else seat_named(declarer)
    contract = None if game is None else named("--game", game, read_contract)
    kept = Kept(log, number)
    chooser = Chooser(threads())
    bidder = default_bidder()
    fixed = None if contract is None else Fixed(contract, alone, discarder(bidder))
    left, right = (read_agent(name, bidder=bidder, chooser=chooser, seconds=seconds) for name in names)
    options = [f"--opponents {','.join(names)}"]
    options += [] if seconds is None else [f"--seconds {seconds:g}"]
    options += [] if dealt is None else [f'--deal "{dealt.text()}"']
    options += [] if fixed is None else [f'--game "{game}" --declarer {fixed.declarer.word}']
    options += ["--open"] if open_cards else []
    options += [] if log is None else [f"--log {shlex.quote(str(log))}"]

    def again(round_: int, your: Seat, said: Sequence[str]) -> str:
        place = f"--seed {number} --seat {your.word}" + (f" --round {round_}" if round_ > 1 else "")
        line = f"tafelwerk skat play {place} {' '.join(options)}"
        return line + (f' --answers "{"; ".join(said)}"' if said else "")

    sitting = Sitting(_deals(dealt, number), first, (left, right), number, fixed, round_ - 1)
    RoundSession(
        sitting,
        Adviser(bidder, pimc(worlds, chooser, full=True, seconds=seconds)),
        kept,
        1 if dealt is not None else rounds,
        everything=open_cards,
        again=again,
        given=[answer for answer in map(str.strip, answers.split(";")) if answer],
    ).play()


def _seat(text: str | None, seed: int) -> Seat:
    if text is None:
        return Seat(int(Random(f"seat {seed}").random() * 3))
    return named("--seat", text, read_seat)


def _whole(text: str) -> Deal:
    if text == STANDARD_INPUT:
        raise InputError("--deal: standard input is for your answers; give the deal itself")
    dealt = deal_named(text)
    if dealt.cards_each != 10:
        raise InputError(f"--deal: a round is played with ten cards in a hand, not {dealt.cards_each}")
    return dealt


def _opponents(text: str, worlds: int) -> tuple[str, str]:
    """The names in full of who plays to the left and to the right."""
    from tafelwerk.rules.skat.limits import agent_name

    words = text.split(",")
    if len(words) > 2:
        raise InputError(f"--opponents: two programs play against you, not {len(words)}")
    left, right = (named("--opponents", word, lambda name: agent_name(name, worlds)) for word in (words[0], words[-1]))
    return left, right


def _deals(dealt: Deal | None, seed: int) -> Callable[[int], Deal]:
    """The deal of a round: the one given, or those of a seed."""
    from tafelwerk.rules.skat.deals import random_deals

    return lambda number: next(random_deals(1, seed, number)) if dealt is None else dealt
