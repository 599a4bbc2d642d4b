"""What the person at the table may look at, at any time. Imported by `play` alone."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Timer

from tafelwerk.commands.output import console
from tafelwerk.commands.session import Session, say
from tafelwerk.commands.skat import hints, turns
from tafelwerk.commands.skat import play_view as view
from tafelwerk.commands.skat.answers import quoted
from tafelwerk.commands.skat.round_view import names_of, result_lines, sorted_hand
from tafelwerk.commands.skat.rounds_kept import Kept, score_table
from tafelwerk.commands.skat.sitting import Ask, Sitting
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.rounds import GameInPlay, Round

SLOW = 0.5
"""Seconds after which a terminal is told that a program thinks."""


class Looking(Session):
    """A session at a table.

    Attributes:
        sitting: who sits where, and how the round stands.
        kept: the finished rounds.
        everything: whether all hands lie open.
    """

    sitting: Sitting
    kept: Kept
    everything: bool

    def show(self) -> None:
        """The table as the person sees it."""
        sitting, round_ = self.sitting, self.sitting.round
        if sitting.ask is Ask.OVER:
            self.show_result()
            return
        if round_.game is not None:
            if done := view.tricks_of(round_.game):
                console().print(view.trick_text(done[-1], round_.game.contract.game, sitting.seat))
            self.show_play(round_, whole=True)
        else:
            say(f"You are {sitting.seat.word}. {view.bid_text(round_.auction, sitting.seat)}")
            if self.everything:
                console().print(view.dealt_text(round_, sitting.seat))
        self.show_hand()

    def show_hand(self) -> None:
        """The person's own cards, with numbers."""
        sitting, round_ = self.sitting, self.sitting.round
        cards, game = sitting.cards, turns.game_of(sitting)
        playable = None
        if sitting.ask is Ask.CARD and round_.game is not None:
            playable = round_.game.known[sitting.seat].legal
        if cards:
            console().print(view.numbered(cards, game, playable))
        else:
            say("You have no cards left.")
        if sitting.moment.laid:
            say(f"Laid away: {names_of(sorted_hand(sitting.moment.laid, game))}")

    def bids(self) -> None:
        """What has been said."""
        say(view.bid_text(self.sitting.round.auction, self.sitting.seat))

    def tricks(self) -> None:
        """The tricks played."""
        game = self.sitting.round.game
        done = [] if game is None else view.tricks_of(game)
        if game is None or not done:
            say("No trick has been played yet.")
            return
        for trick in done:
            console().print(view.trick_text(trick, game.contract.game, self.sitting.seat))

    def score(self) -> None:
        """The running score."""
        if not self.kept.results:
            say("No round is finished yet.")
            return
        console().print(score_table(self.kept.results, [agent.name for agent in self.sitting.programs]))

    def why(self) -> None:
        """What moved a program at its last choice."""
        if (game := self._open_game()) is not None:
            place = hints.last_choice(game)
            if place is None:
                say("No program has had numbers to choose by.")
            else:
                self._reasons(game, [place])

    def why_trick(self, word: str) -> None:
        """What moved the programs in a trick."""
        game = self._open_game()
        if game is None:
            return
        if not (word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= -(-len(game.decisions) // 3)):
            raise InputError(f"{quoted(word)} is no trick of this round; as in why 3")
        first = 3 * (int(word) - 1)
        self._reasons(game, range(first, min(first + 3, len(game.decisions))))

    def _open_game(self) -> GameInPlay | None:
        """The game, where its cards may be talked about."""
        game = self.sitting.round.game
        if game is None:
            say("No game has been played.")
            return None
        if self.sitting.ask is not Ask.OVER and not self.everything:
            say("That would show hidden cards: ask when the round is over.")
            return None
        return game

    def _reasons(self, game: GameInPlay, places: Iterable[int]) -> None:
        for place in places:
            for part in hints.reason_lines(game, place):
                say(part) if isinstance(part, str) else console().print(part)

    def show_play(self, round_: Round, *, whole: bool) -> None:
        """How play stands; `whole` as for `stand_text`."""
        if round_.game is not None:
            you, everything = self.sitting.seat, self.everything
            console().print(view.stand_text(round_.game, round_.bid, you, whole=whole, everything=everything))

    def show_result(self) -> None:
        """What came of the round."""
        say("The round is over.")
        for line in result_lines(self.sitting.round, self.sitting.seat):
            console().print(line)


@contextmanager
def thinking() -> Iterator[None]:
    """Tells a terminal, on standard error, that a program thinks, where that takes a while."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    told = []

    def tell() -> None:
        told.append(True)
        sys.stderr.write("thinking ...")
        sys.stderr.flush()

    timer = Timer(SLOW, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if told:
            sys.stderr.write("\r            \r")
            sys.stderr.flush()
