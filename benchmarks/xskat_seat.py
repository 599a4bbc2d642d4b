"""xskat's cards at our tables: a seat program, another process that is asked which card a seat of xskat plays.

xskat takes no outside player, so a program beside it, which is no part of this one, has to answer for it. It reads questions
from its standard input, a line each, and writes an answer, a line each, until the input ends. A question stands on its own: no
seat program need remember earlier ones. It has words KEY=VALUE with blanks between them, in this order:

- `seat`, `declarer`: who is asked and who plays alone, 0 to 2 from forehand on, who leads to the first trick.
- `game`: clubs, spades, hearts, diamonds, grand or null.
- `hand`, `schneider`, `schwarz`, `ouvert`: 1 where it was announced, else 0.
- `bid`: the bid made or held.
- `seed`: for what the program leaves to chance; of the seat and the deal, the same at all tables, 0 to 2^64 - 1.
- `cards`: the seat's ten cards when play began.
- `skat`: the two cards laid away, for a declarer who knows them; else nothing.
- `shown`: the declarer's ten cards when play began, for defenders of an Ouvert game; else nothing.
- `played`: all cards played so far, in their order.

Cards are suit and rank, as in CJ or D7, with commas between them. The answer is a card that may be played. A seat learns what it
would at a table: no hidden card is in a question.
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
"""The kind's name."""

PATIENCE = 10.0
"""Seconds that an answer may take."""


def question(known: Knowledge, contract: Contract, bid: int, seed: int) -> str:
    """What a seat program is asked, without the end of the line.

    Args:
        known: What the seat knows, which is to move.
        contract: What is played.
        bid: The bid made or held.
        seed: For what is left to chance.
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
    """A seat program that runs.

    Args:
        path: Of the program.
        patience: Seconds that an answer may take.

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
        """The card that the program plays; the arguments are those of `question`.

        Raises:
            InputError: It ended, it does not answer, or its answer is no card that may be played.
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
        """The line that a line is answered by."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # it ended, and so does its output
            self._process.stdin.write(f"{asked}\n".encode("ascii"))
        output, found = self._process.stdout.fileno(), b""
        while not found.endswith(b"\n"):
            if not select.select([output], [], [], self._patience)[0]:
                raise InputError(
                    f"the seat program {quoted(self._path)} does not answer for {self._patience:g} s. Asked: {asked}"
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
    """The seat program of this process that lies there; one is enough for all seats."""
    return SeatProgram(path)


def seat_cards(program: SeatProgram) -> Program:
    """Players whose cards a seat program chooses."""

    def begun(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        return lambda known: Choice(program.card(known, game.contract, bid, seed))

    return begun


def _began_with(known: Knowledge, seat: Seat) -> list[int]:
    """The cards of a seat, whose hand is known, when play began."""
    return bits((known.hands[seat] or 0) | known.played[seat])


def _cards(cards: "list[int] | tuple[int, ...]") -> str:
    return ",".join(map(card_text, cards))
