"""xskat at our tables: a seat program, an external program that answers for a seat of xskat.

xskat takes no outside player and is no part of this project, nor is the seat program. The program reads questions from standard
input, one per line, and writes one line per answer, until the input ends. Each question is complete, so that the program needs no
memory of earlier ones. A question consists of words KEY=VALUE, separated by blanks, in the order given here. Cards are suit and
rank, such as CJ or D7, separated by commas; seats are 0 to 2 from forehand, who leads to the first trick. A question contains no
card that is hidden from the seat.

`ask=card`: which card to play? The answer is one card that may be played.

- `seat`, `declarer`: the seat to move and the seat that plays alone.
- `game`: clubs, spades, hearts, diamonds, grand or null.
- `hand`, `schneider`, `schwarz`, `ouvert`: 1 if announced, else 0.
- `bid`: the last bid.
- `seed`: random seed of the seat in this deal, the same at all tables, 0 to 2^64 - 1.
- `cards`: the ten cards that the seat held when play began.
- `skat`: the two discarded cards, if the seat is a declarer who knows them; otherwise empty.
- `shown`: the ten cards that the declarer held when play began, if the seat is a defender in an Ouvert game; otherwise empty.
- `played`: all cards played so far, in order.

The other questions are put to the whole player only, not where a seat program chooses just cards:

- `ask=bid seat passed cards`: the highest bid to make or hold; 0: none. `passed` is 1 if both others have passed, else 0.
- `ask=hand seat bid cards`: `no`, or the game to play Hand, such as `grand`; `null ouvert` for Null Ouvert Hand.
- `ask=announce seat bid cards skat`: the game to play after picking up the Skat, and the two cards to discard, as in
  `clubs D8,D7` or `null ouvert DA,DT`. `cards` are the ten cards dealt, `skat` is the Skat as dealt.
"""

import os
import select
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TypeVar

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.rules.cards import (
    Game,
    Seat,
    bits,
    card_text,
    cards_text,
    read_card,
    read_cards,
    read_game,
)
from tafelwerk.families.skat.rules.contracts import BIDS, Contract
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.families.skat.rules.matches import play_round
from tafelwerk.families.skat.rules.rounds import Agent, Announcement, Choice, GameInPlay, Player, Program, Round

CARDS, WHOLE = "xskat", "xskat-whole"
"""Kinds of player: card play of xskat after our bids, discards and announcements; and all of xskat."""

Answer = TypeVar("Answer")

PATIENCE = 10.0
"""Seconds allowed per answer."""


def question(known: Knowledge, contract: Contract, bid: int, seed: int) -> str:
    """The question which card to play, without the line end.

    Args:
        known: Knowledge of the seat to move.
        contract: The contract announced.
        bid: The last bid.
        seed: Random seed; its lowest 64 bits are sent.
    """
    declarer, alone = known.declarer, known.seat is known.declarer
    return _line(
        ask="card",
        seat=int(known.seat),
        declarer=int(declarer),
        game=contract.game.value,
        hand=int(contract.hand),
        schneider=int(contract.schneider),
        schwarz=int(contract.schwarz),
        ouvert=int(contract.ouvert),
        bid=bid,
        seed=seed % 2**64,
        cards=_cards(_began_with(known, known.seat)),
        skat=_cards(bits(known.skat or 0)) if alone else "",
        shown=_cards(_began_with(known, declarer)) if contract.ouvert and not alone else "",
        played=_cards(known.cards),
    )


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
                f"the seat program {in_quotes(path)} cannot be started ({why.strerror}); "
                "--xskat-seat names a program that answers as benchmarks/xskat_seat.py says"
            ) from None

    def card(self, known: Knowledge, contract: Contract, bid: int, seed: int) -> int:
        """The card that the program plays; arguments as for `question`.

        Raises:
            InputError: The program ended, does not answer in time, or its answer is no card that may be played.
        """

        def read(answer: str) -> int:
            card = read_card(answer)
            if not known.legal >> card & 1:
                raise InputError("this card may not be played")
            return card

        allowed = f"{known.seat.word} may play {cards_text(known.legal)}"
        return self._ask(question(known, contract, bid, seed), read, allowed)

    def limit(self, hand: int, seat: Seat, passed: bool) -> int:
        """The highest bid to make or hold; 0: none.

        Args:
            hand: Mask of ten cards.
            seat: Where they are held.
            passed: Whether both others have passed.

        Raises:
            InputError: The program does not answer, or not with a number.
        """
        asked = _line(ask="bid", seat=int(seat), passed=int(passed), cards=_cards(bits(hand)))

        def read(answer: str) -> int:
            if not (answer.isascii() and answer.isdigit() and len(answer) < 4):
                raise InputError("this is no bid")
            return int(answer)

        return self._ask(asked, read, "a bid is a number, 0 for none")

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        """The Hand contract to announce; None: the Skat is picked up.

        Raises:
            InputError: The program does not answer, or not with a game or no.
        """
        asked = _line(ask="hand", seat=int(seat), bid=bid, cards=_cards(bits(hand)))
        return self._ask(
            asked, lambda answer: None if answer == "no" else _contract(answer, hand=True), "expected a game or no"
        )

    def announce(self, hand: int, skat: int, seat: Seat, bid: int) -> Announcement:
        """What to discard and to announce.

        Args:
            hand: Mask of the ten cards dealt.
            skat: Mask of the two cards picked up.
            seat: The declarer.
            bid: The last bid.

        Raises:
            InputError: The program does not answer, or not with a game and two of the twelve cards.
        """
        asked = _line(ask="announce", seat=int(seat), bid=bid, cards=_cards(bits(hand)), skat=_cards(bits(skat)))

        def read(answer: str) -> Announcement:
            words, _, discarded = answer.rpartition(" ")
            cards = read_cards(discarded)
            if cards.bit_count() != 2 or cards & ~(hand | skat):
                raise InputError("these cards cannot be discarded")
            return Announcement(_contract(words, hand=False), cards)

        return self._ask(asked, read, f"expected a game and two of {cards_text(hand | skat)}")

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, asked: str, read: Callable[[str], Answer], allowed: str) -> Answer:
        """The answer to a question, as `read` reads it."""
        answer = self._answer(asked)
        try:
            return read(answer)
        except InputError:
            raise InputError(
                f"the seat program {in_quotes(self._path)} answered {in_quotes(answer)}; {allowed}. Asked: {asked}"
            ) from None

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
                    f"the seat program {in_quotes(self._path)} gave no answer within {self._patience:g} s. Asked: {asked}"
                )
            more = os.read(output, 4096)
            if not more:
                status = self._process.wait()
                raise InputError(
                    f"the seat program {in_quotes(self._path)} ended, with status {status}, before it answered. Asked: {asked}"
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


class SeatBidder:
    """Bids and announces as a seat program does.

    Args:
        program: The seat program.
        passed: Whether it is asked for limits as if both others had passed.
    """

    def __init__(self, program: SeatProgram, passed: bool = False) -> None:
        self._program, self._passed, self._hand = program, passed, 0

    @property
    def after_passes(self) -> "SeatBidder":
        """The bidder of a forehand after both others have passed."""
        return SeatBidder(self._program, passed=True)

    def limit(self, hand: int, seat: Seat) -> int:
        return self._program.limit(hand, seat, self._passed)

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        self._hand = hand
        return self._program.hand_contract(hand, seat, bid)

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """As `Bidder.announce`, for the hand that `hand_contract` was asked about last."""
        return self._program.announce(self._hand & cards, cards & ~self._hand, seat, bid)


def seat_round(dealt: Deal, agents: Sequence[Agent], seed: int = 0) -> Round:
    """A round as by `play_round`; a forehand whose bidder is a seat program is told if both others pass.

    xskat plays at 18 after two passes with some hands with which it does not hold a bid of 18.
    """
    forehand, *others = agents
    bidder = forehand.bidder
    if isinstance(bidder, SeatBidder) and not any(
        agent.bidder.limit(dealt.hands[seat], Seat(seat)) for seat, agent in enumerate(others, 1)
    ):
        forehand = replace(forehand, bidder=bidder.after_passes)
    return play_round(dealt, [forehand, *others], seed)


def _line(**words: object) -> str:
    return " ".join(f"{key}={value}" for key, value in words.items())


def _contract(words: str, hand: bool) -> Contract:
    """The contract of an answer: a game, and ouvert or nothing."""
    game, _, ouvert = words.partition(" ")
    if ouvert not in ("", "ouvert") or (ouvert and game != Game.NULL):
        raise InputError("only Null may be Ouvert here")
    return Contract(read_game(game), hand=hand, ouvert=bool(ouvert))


def _began_with(known: Knowledge, seat: Seat) -> list[int]:
    """Cards of a seat with a known hand when play began."""
    return bits((known.hands[seat] or 0) | known.played[seat])


def _cards(cards: "list[int] | tuple[int, ...]") -> str:
    return ",".join(map(card_text, cards))
