"""A person's rounds of Skat at the terminal, line by line. Imported by `play` alone."""

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from tafelwerk.commands.output import console
from tafelwerk.commands.session import GO_ON, say
from tafelwerk.commands.skat import hints, turns
from tafelwerk.commands.skat import play_view as view
from tafelwerk.commands.skat.answers import is_card, read_yes
from tafelwerk.commands.skat.looking import Looking, thinking
from tafelwerk.commands.skat.round_view import contract_text, does, sentence, warning_text
from tafelwerk.commands.skat.rounds_kept import Kept
from tafelwerk.commands.skat.sitting import Ask, Sitting
from tafelwerk.commands.wording import counted
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.cards import Seat
from tafelwerk.rules.skat.rounds import Round, Stage

COMMANDS = ("hint", "undo", "table", "hand", "bids", "tricks", "score", "why", "help")
CARDS = (
    "A card is a suit C, S, H, D (clubs, spades, hearts, diamonds) and a rank A, T (the ten), K, Q, J, 9, 8, 7: "
    "CJ is the jack of clubs."
)
HELP = (
    "In place of a card you may type its number below it.",
    "hint    what a program would do here, and why",
    "undo    take your last answer back, again and again",
    "table   how it stands; hand: your cards alone",
    "bids    what has been said; tricks: what was played",
    "score   what the rounds so far have brought",
    "why     after the round: what moved the programs",
    "why 3   the same for trick 3",
    "quit    leave",
    "What is clear may be cut short: u is undo. Enter plays a card that is the only one.",
)


class RoundSession(Looking):
    """Rounds of Skat in play."""

    def __init__(
        self,
        sitting: Sitting,
        adviser: hints.Adviser,
        kept: Kept,
        rounds: int | None,
        *,
        everything: bool,
        again: Callable[[int, Seat, Sequence[str]], str],
        given: Sequence[str] = (),
    ) -> None:
        """The table before the first deal.

        Args:
            sitting: who sits where.
            adviser: who gives hints.
            kept: where finished rounds go.
            rounds: how many are played; None for as many as the person likes.
            everything: whether all hands lie open.
            again: the command line that goes on from a round, the person's seat in it, and answers given there.
            given: answers to begin with.
        """
        self.sitting, self.adviser, self.kept, self.rounds = sitting, adviser, kept, rounds
        self.everything, self.again = everything, again
        self._given = given
        self._begun: Round | None = None
        self._taken_back = False
        self._said: list[str] | None = None
        does = (
            self.hint,
            self.undo,
            self.show,
            self.show_hand,
            self.bids,
            self.tricks,
            self.score,
            self.why,
            self.help,
        )
        self.commands = {"?": self.help, "": self.enter}
        names = (*COMMANDS, "quit")
        for name, what in zip(COMMANDS, does, strict=True):
            for length in range(1, len(name) + 1):
                if sum(other.startswith(name[:length]) for other in names) == 1:
                    self.commands[name[:length]] = what

    def play(self) -> None:
        """Play as any session; a round that stands is logged however it is left."""
        with _ended_by(self._keep):
            try:
                super().play()
            except KeyboardInterrupt:
                _on_interrupt(signal.Handlers.SIG_IGN)
                self._keep()
                # threads may still search: who is in a hurry need not wait, nor read a traceback
                _on_interrupt(signal.Handlers.SIG_DFL)
                raise
            finally:
                self._keep()

    def start(self) -> None:
        with thinking():
            self._begun = self.sitting.begin()
            self._repeat()
        number = "" if self.rounds is None else f" {counted(self.rounds, 'round')},"
        left, right = (agent.name for agent in self.sitting.programs)
        programs = left if left == right else f"{left} (left) and {right} (right)"
        say(f"Skat:{number} you against {programs}. Seed {self.sitting.seed}.")

    def help(self) -> None:
        say(CARDS)
        if self._begun is not None:
            say("At any time: hint, undo, table, hand, bids, tricks, score, quit; help or ? says what they do.")
            return
        for line in HELP:
            say(f"  {line}")
        say(f"Now: {self._wanted()}.")

    def stand(self) -> None:
        begun, self._begun = self._begun, None
        if begun is not None:
            self._open(begun)

    def prompt(self) -> str:
        return f"{sentence(self._wanted())}: "

    def is_turn(self, text: str) -> bool:
        word, ask = text.strip().lower(), self.sitting.ask
        if ask in (Ask.DISCARD, Ask.CARD) and is_card(word):
            return True  # HA is an ace before it is short for hand
        if ask in (Ask.SKAT, Ask.ANNOUNCE) and (word not in COMMANDS or (word == "hand" and ask is Ask.SKAT)):
            return turns.is_announcement(self.sitting, text)
        return word not in self.commands and word not in ("q", "quit")

    def turn(self, text: str) -> bool:
        words = text.lower().removeprefix(":").split()
        if len(words) == 2 and words[0] in ("w", "wh", "why"):
            self.why_trick(words[1])
            return False
        if self.sitting.ask is Ask.OVER:
            return self._between(text)
        before = self.sitting.round
        self._said = [*turns.answers_so_far(self.sitting), *_as_answer(text)]
        try:
            with thinking():
                turns.take_answer(self.sitting, text)
        except InputError:
            self._said = None
            near = [name for name in COMMANDS if len(words) == 1 and name.startswith(words[0])]
            if near and not is_card(words[0]):
                raise InputError(f"{quoted(words[0])} might be {' or '.join(near)}: type a letter more") from None
            raise
        self._said = None
        say()
        self._tell(before)
        return False

    def leave(self) -> None:
        if isinstance(sys.exception(), KeyboardInterrupt):
            _on_interrupt(signal.Handlers.SIG_IGN)
        self._keep()
        if self.kept.results:
            self.score()
        sitting = self.sitting
        if sitting.moments and sitting.ask is Ask.OVER:
            if self._last():
                return
            line = self.again(sitting.number + 2, sitting.seat.left.left, ())
        elif sitting.moments:
            say("The round is left before its end.")
            said = turns.answers_so_far(sitting) if self._said is None else self._said
            line = self.again(sitting.number + 1, sitting.seat, said)
        else:
            line = self.again(sitting.number + 1, sitting.seat, ())
        if self.kept.results:
            say("The score begins anew there.")
        say(f"{GO_ON}{line}")

    def enter(self) -> None:
        """Play the only card that may be played, where there is but one."""
        if (card := turns.only_card(self.sitting)) is not None:
            self.turn(card)

    def undo(self) -> None:
        """Take the person's last answer back."""
        over = self.sitting.ask is Ask.OVER
        if not self.sitting.undo():
            say("There is nothing to take back in this round.")
            return
        if over:
            self.kept.take_back(self.sitting.number)
        self._taken_back = True
        say("Taken back.")
        self.show()

    def hint(self) -> None:
        """What a program would do in the person's place."""
        if self.sitting.ask is Ask.OVER:
            say("The round is over. why tells what moved the programs.")
            return
        with thinking():
            found = self.adviser.advice(self.sitting)
        for part in found:
            say(part) if isinstance(part, str) else console().print(part)

    def _wanted(self) -> str:
        if self.sitting.ask is not Ask.OVER:
            return turns.wanted(self.sitting)
        return "quit, or before that why, tricks, undo" if self._last() else "another round? yes or no"

    def _last(self) -> bool:
        """Whether no round comes after this one."""
        return self.rounds is not None and self.sitting.number + 1 - self.sitting.first >= self.rounds

    def _between(self, text: str) -> bool:
        """An answer after a round; True where that was the last word."""
        if self._last():
            if text.strip().lower() in ("y", "yes", "n", "no", "end", "exit", "bye", "done"):
                raise EOFError
            raise InputError(f"the round is over, and it was the last: {self._wanted()}")
        if not read_yes(text, "type yes for another round, no to leave, or why, tricks, score, undo"):
            raise EOFError
        self._keep()
        self._deal()
        return False

    def _keep(self) -> None:
        """Log the round, where it is over; from then on it stands."""
        sitting = self.sitting
        if self._begun is None and sitting.moments and sitting.ask is Ask.OVER:
            self.kept.finish(sitting)
            self.kept.write(sitting, taken_back=self._taken_back, everything=self.everything)

    def _repeat(self) -> None:
        """Give the answers that the session begins with.

        Raises:
            InputError: one of them cannot be given.
        """
        for number, text in enumerate(self._given, 1):
            try:
                turns.take_answer(self.sitting, text)
            except InputError as fault:
                raise InputError(f"--answers: answer {number}: {fault}") from None

    def _deal(self) -> None:
        """Deal, and let the programs begin."""
        self._taken_back = False
        with thinking():
            begun = self.sitting.begin()
        self._open(begun)

    def _open(self, begun: Round) -> None:
        """Say who sits where, and all that has happened."""
        sitting, you = self.sitting, self.sitting.seat
        say()
        say(
            f"Round {sitting.number + 1}. You are {you.word}{' and lead' if you is Seat.FOREHAND else ''}; "
            f"{you.left.word} ({sitting.agent(you.left).name}) sits to your left, "
            f"{you.left.left.word} ({sitting.agent(you.left.left).name}) to your right."
        )
        self._tell(begun)

    def _tell(self, before: Round) -> None:
        """What has happened since, and how it stands now."""
        sitting, after, you = self.sitting, self.sitting.round, self.sitting.seat
        if calls := after.auction.calls[len(before.auction.calls) :]:
            say(f"{sentence(view.said(calls, you))}.")
        if after.auction.over and not before.auction.over and after.declarer is you:
            say(f"You play alone, at {after.bid}.")
        if after.taken and not before.taken:
            say(view.taken_text(after, you))
        if after.game is not None and before.game is None:
            self._announced(after)
        known = 0 if before.game is None else len(before.game.decisions) // 3
        if after.game is not None:
            for trick in view.tricks_of(after.game)[known:]:
                console().print(view.trick_text(trick, after.game.contract.game, you))
        if after.stage is Stage.OVER:
            self.kept.finish(sitting)
            self.show_result()
            if len(self.kept.results) > 1:
                self.score()
            return
        if after.game is not None:
            self.show_play(after, whole=before.game is None)
        elif self.everything:
            console().print(view.dealt_text(after, you))
        self.show_hand()

    def _announced(self, round_: Round) -> None:
        game, you = round_.game, self.sitting.seat
        assert game is not None
        played = f"{does(game.declarer, you, 'play')} {contract_text(game.contract)}"
        say(f"{sentence(played)}, at {round_.bid}.")
        if game.declarer is you:
            known = game.known[you]
            if warning := warning_text(game.contract, known.hand | known.played[you] | (known.skat or 0), round_.bid):
                say(warning)


def _as_answer(text: str) -> list[str]:
    """What was typed as one of several answers on a command line; nothing where it cannot be one."""
    return [text.replace(";", " ")] if re.fullmatch(r"[\w\s,;+♣♠♥♦]+", text) else []


def _on_interrupt(handler: signal.Handlers) -> None:
    """What Ctrl-C does from here on, where the program is on its way out."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)


@contextmanager
def _ended_by(last: Callable[[], None]) -> Iterator[None]:
    """Does something still where the terminal is closed or the program told to end."""
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
