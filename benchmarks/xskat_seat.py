"""xskat's card play at our tables: a seat program, an external program that answers which card a seat of xskat plays.

xskat takes no outside player and is no part of this project, nor is the seat program. The program reads questions from standard
input, one per line, and writes one line per answer, until the input ends. Each question is complete, so that the program needs no
memory of earlier ones. A question consists of words KEY=VALUE, separated by blanks, in this order:

- `seat`, `declarer`: the seat to move and the seat that plays alone, 0 to 2 from forehand, who leads to the first trick.
- `game`: clubs, spades, hearts, diamonds, grand or null.
- `hand`, `schneider`, `schwarz`, `ouvert`: 1 if announced, else 0.
- `bid`: the last bid.
- `seed`: random seed of the seat in this deal, the same at all tables, 0 to 2^64 - 1.
- `cards`: the ten cards that the seat held when play began.
- `skat`: the two discarded cards, if the seat is a declarer who knows them; otherwise empty.
- `shown`: the ten cards that the declarer held when play began, if the seat is a defender in an Ouvert game; otherwise empty.
- `played`: all cards played so far, in order.

Cards are suit and rank, such as CJ or D7, separated by commas. The answer is one card that may be played. A question contains no
card that is hidden from the seat.
"""

import os
import select
import subprocess
from contextlib import suppress
from functools import cache

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.cards import Seat, bits, card_text, cards_text, read_card
from tafelwerk.rules.skat.knowledge import Knowledge
from tafelwerk.rules.skat.rounds import Choice, GameInPlay, Player, Program
from tafelwerk.rules.skat.scoring import BIDS, Contract

NAME = "xskat"
"""Name of the kind of player."""

PATIENCE = 10.0
"""Seconds allowed per answer."""


def question(known: Knowledge, contract: Contract, bid: int, seed: int) -> str:
    """The question to a seat program, without the line end.

    Args:
        known: Knowledge of the seat to move.
        contract: The contract announced.
        bid: The last bid.
        seed: Random seed; its lowest 64 bits are sent.
    """
    declarer, alone = known.declarer, known.seat is known.declarer
    words = {
        "seat": int(known.seat),
        "declarer": int(declarer),
        "game": contract.game.value,
        "hand": int(contract.hand),
        "schneider": int(contract.schneider),
        "schwarz": int(contract.schwarz),
        "ouvert": int(contract.ouvert),
        "bid": bid,
        "seed": seed % 2**64,
        "cards": _cards(_began_with(known, known.seat)),
        "skat": _cards(bits(known.skat or 0)) if alone else "",
        "shown": _cards(_began_with(known, declarer)) if contract.ouvert and not alone else "",
        "played": _cards(known.cards),
    }
    return " ".join(f"{key}={value}" for key, value in words.items())


class SeatProgram:
    """A running seat program.

    Args:
        path: Path of the program.
        patience: Seconds allowed per answer.

    Raises:
        InputError: It cannot be started.
    """

    def __init__(self, path: str, patience: float = PATIENCE) -> None:
        self._path, self._patience = path, patience
        try:
            self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as why:
            raise InputError(
                f"the seat program {quoted(path)} cannot be started ({why.strerror}); "
                "--xskat-seat names a program that answers as benchmarks/xskat_seat.py says"
            ) from None

    def card(self, known: Knowledge, contract: Contract, bid: int, seed: int) -> int:
        """The card that the program plays; arguments as for `question`.

        Raises:
            InputError: The program ended, does not answer in time, or its answer is no card that may be played.
        """
        asked = question(known, contract, bid, seed)
        answer = self._answer(asked)
        try:
            card = read_card(answer)
        except InputError:
            card = -1
        if card < 0 or not known.legal >> card & 1:
            raise InputError(
                f"the seat program {quoted(self._path)} answered {quoted(answer)}; "
                f"{known.seat.word} may play {cards_text(known.legal)}. Asked: {asked}"
            )
        return card

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()

    def _answer(self, asked: str) -> str:
        """The program's next line, without its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # the program ended; reading its output says so
            self._process.stdin.write(f"{asked}\n".encode("ascii"))
        output, found = self._process.stdout.fileno(), b""
        while not found.endswith(b"\n"):
            if not select.select([output], [], [], self._patience)[0]:
                raise InputError(
                    f"the seat program {quoted(self._path)} gave no answer within {self._patience:g} s. Asked: {asked}"
                )
            more = os.read(output, 4096)
            if not more:
                status = self._process.wait()
                raise InputError(
                    f"the seat program {quoted(self._path)} ended, with status {status}, before it answered. Asked: {asked}"
                )
            found += more
        return found.decode("ascii", "replace").strip()


@cache
def seat_program(path: str) -> SeatProgram:
    """The seat program at a path, started once per process; it answers for all seats."""
    return SeatProgram(path)


def seat_cards(program: SeatProgram) -> Program:
    """Players whose cards a seat program chooses."""

    def begun(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        return lambda known: Choice(program.card(known, game.contract, bid, seed))

    return begun


def _began_with(known: Knowledge, seat: Seat) -> list[int]:
    """Cards of a seat with a known hand when play began."""
    return bits((known.hands[seat] or 0) | known.played[seat])


def _cards(cards: "list[int] | tuple[int, ...]") -> str:
    return ",".join(map(card_text, cards))
