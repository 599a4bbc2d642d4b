"""Rounds of Skat of a person against two programs: commands, output, score and log; hints, and why a program played a card."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat import board as telling
from tafelwerk.families.skat import table
from tafelwerk.families.skat.board import (
    Cards,
    Hand,
    Phrase,
    Standing,
    Table,
    acts,
    around,
    chance_text,
    contract_text,
    sorted_cards,
)
from tafelwerk.families.skat.parameters import is_card
from tafelwerk.families.skat.rules.cards import TYPED, Game, Seat, bits, term, titled
from tafelwerk.families.skat.rules.contracts import Auction, Contract
from tafelwerk.families.skat.rules.limits import MOST_WAYS
from tafelwerk.families.skat.rules.play import legal
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice, GameInPlay, Round, Stage, seat_seed
from tafelwerk.families.skat.table import Ask, Sitting
from tafelwerk.language import count_noun, in_german, say
from tafelwerk.play.session import QUIT, Line, Said, Session, Tone, command_line
from tafelwerk.wording import capitalised, number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.card_choice import Programs


SHOWN = 5
"""Number of discards with announcement shown."""

Told = Phrase | Table


def hints(sitting: Sitting, programs: "Programs") -> Iterator[Told]:
    """The action of a program in the person's place, from what the person knows."""
    round_, seat, ask, bidder = sitting.round, sitting.seat, sitting.ask, programs.bidder
    hand = round_.dealt.hands[seat]
    if ask in (Ask.BID, Ask.HOLD):
        return bid_hint(bidder.advise(hand, seat), bidder.limit(hand, seat), round_.auction)
    if ask is Ask.SKAT or (ask is Ask.ANNOUNCE and sitting.moment.left):
        contract = bidder.hand_contract(hand, seat, round_.bid)
        return _hand_hint(bidder.advise(hand, seat), contract, left=ask is Ask.ANNOUNCE)
    if ask in (Ask.DISCARD, Ask.ANNOUNCE):
        return _candidates_hint(_candidates(sitting, programs), laid=ask is Ask.ANNOUNCE)
    game = round_.game
    assert game is not None
    return card_hint(advise_card(sitting, programs), game.contract.game, declares=seat is game.declarer)


def advise_card(sitting: Sitting, programs: "Programs") -> Choice:
    """The card that a program would play in the person's place, with what it saw of each."""
    game = sitting.round.game
    assert game is not None
    return programs.adviser(game, seat_seed(sitting.chance, sitting.seat), sitting.round.bid)(game.known[sitting.seat])


def reasons(game: GameInPlay, number: int) -> Iterator[Told]:
    """The reason why a card was played.

    Args:
        game: the game.
        number: number of the card, from 0.
    """
    position, choice = game.positions[number], game.choices[number]
    seat = position.to_move
    trick, who, card = f"{titled('trick')} {number // 3 + 1}, ", term(seat.word), Cards((game.cards[number],))
    head: Phrase = (say("{trick}{who} played ", trick=trick, who=who), card)
    if choice is None:
        yield *head, say(": that was you.")
    elif choice.cards:
        worlds = count_noun(choice.worlds, "world")
        yield *head, say(", based on {worlds}:", worlds=worlds)
        yield _card_table(choice, game.game, declares=seat is game.declarer)
    else:
        if legal(position).bit_count() == 1:
            yield *head, say(": no other card was legal.")
        else:
            yield *head, say(": this program does not evaluate cards.")


def last_choice(game: GameInPlay) -> Sequence[int]:
    """The place of the last card that a program chose among several; empty if there is none."""
    return [number for number, choice in enumerate(game.choices) if choice is not None and choice.cards][-1:]


def discarder(programs: "Programs") -> Callable[[int, Contract, Seat], int]:
    """A function that gives the bidder's best discard of twelve cards for a contract."""

    def lay_away(cards: int, contract: Contract, seat: Seat) -> int:
        for candidate in programs.bidder.candidates(cards, seat)[:MOST_WAYS]:
            if candidate.contract == contract:
                return candidate.skat
        game = term(contract.game)
        raise InputError(say("the program has no discard for {game}", game=game))

    return lay_away


def bid_hint(advice: Any, limit: int, auction: Auction) -> Iterator[Told]:
    """The program's bid, its limit, and its chances in each game.

    Args:
        advice: the program's rating of the hand.
        limit: the highest bid that it makes or holds; 0 for none.
        auction: the bidding so far.
    """
    lowest = min(auction.offers, default=limit + 1)
    game = None if advice.game is None else term(advice.game)
    thinking = say(", planning {game}", game=game) if game else ""
    if lowest > limit and limit:
        action = say("pass here; its limit was {limit}", limit=limit)
    elif lowest > limit:
        action, thinking = say("pass"), ""
    elif auction.answering and not auction.bid:
        action = say("play at {lowest}, since the others passed", lowest=lowest)
    elif auction.answering:
        action = say("hold {lowest} and go up to {limit}", lowest=lowest, limit=limit)
    else:
        action = say("bid {lowest} and go up to {limit}", lowest=lowest, limit=limit)
    yield (say("The program would {said}{thinking}. Its chances to win as declarer:", said=action, thinking=thinking),)
    yield _chances(advice)


def _hand_hint(advice: Any, contract: Contract | None, *, left: bool) -> Iterator[Told]:
    """Whether the program would leave the Skat and announce a Hand contract; `left`: whether the Skat is left already."""
    if contract is not None:
        name = contract_text(contract)
        choice = say("leave the Skat and announce {name}", name=name)
    elif left:
        choice = say("have taken up the Skat; type undo to go back")
    else:
        choice = say("take up the Skat")
    yield (say("The program would {choice}. Its chances to win:", choice=choice),)
    yield _chances(advice)


def _chances(advice: Any) -> Table:
    games = sorted(advice.chances, key=lambda game: -advice.chances[game])
    rows = [
        (term(game), chance_text(advice.chances[game]), chance_text(advice.hand_chances.get(game))) for game in games
    ]
    return Table(tuple(map(term, ("game", "with the Skat", "Hand"))), rows, (1, 2))


def _candidates(sitting: Sitting, programs: "Programs") -> Sequence[Any]:
    """The best discards with announcement, given a fixed contract or a discard already made."""
    round_, laid, fixed = sitting.round, sitting.moment.laid, sitting.fixed
    count = MOST_WAYS if laid or fixed is not None else SHOWN
    candidates = programs.bidder.candidates(round_.cards, sitting.seat, round_.bid)[:count]
    if fixed is not None:
        candidates = [candidate for candidate in candidates if candidate.contract == fixed.contract]
    return [candidate for candidate in candidates if not laid or candidate.skat == laid][:SHOWN]


def _candidates_hint(candidates: Sequence[Any], *, laid: bool) -> Iterator[Told]:
    """The program's discard and announcement, best first; `laid`: two cards are discarded already."""
    if not candidates:
        yield (say("The program has no evaluation of this."),)
        return
    best = candidates[0]
    skat, name = _skat(best), contract_text(best.contract)
    first: Phrase = () if laid else around(say("discard {cards} and "), skat)
    yield (
        say("The program would "),
        *first,
        say("announce {name}. Its chances to win, and the mean in Seeger-Fabian points:", name=name),
    )
    rows = [
        (
            _skat(candidate),
            contract_text(candidate.contract),
            chance_text(candidate.chance),
            candidate.value,
            f"{candidate.expected:+.0f}",
        )
        for candidate in candidates
    ]
    yield Table(tuple(map(term, ("discard", "announce", "chance", "value", "mean"))), rows, (2,))


def _skat(candidate: Any) -> Cards:
    return Cards(tuple(bits(candidate.skat)))


def card_hint(choice: Choice, game: Game, *, declares: bool) -> Iterator[Told]:
    """The card that a program would choose, and the others; `declares`: whether the declarer plays the card."""
    card = Cards((choice.card,))
    if not choice.cards:
        yield card, say(" is the only legal card.")
        return
    worlds = count_noun(choice.worlds, "world")
    seen = say(", based on {worlds}", worlds=worlds)
    if choice.stopped:
        seen += say(" (time ran out)")
    if sum(outcome.points_worlds > 0 for outcome in choice.cards) > 1 and game is not Game.NULL:
        seen += say(". Of the cards that win most often it is best by points")
    yield say("The program would play "), card, f"{seen}."
    yield _card_table(choice, game, declares=declares)


def _card_table(choice: Choice, game: Game, *, declares: bool) -> Table:
    """The legal cards: number of worlds in which each wins, and the declarer's mean points after it."""

    def merit(outcome: CardOutcomes) -> tuple[bool, float, float]:
        mean = outcome.mean_points or 0
        return outcome.card == choice.card, outcome.wins / max(outcome.worlds, 1), mean if declares else -mean

    rows = []
    for outcome in sorted(choice.cards, key=merit, reverse=True):
        mean = "" if outcome.mean_points is None else number_text(outcome.mean_points, ".1f")
        wins = say("{wins} of {worlds}", wins=outcome.wins, worlds=outcome.worlds)
        row = (Cards((outcome.card,)), wins, chance_text(outcome.wins / max(outcome.worlds, 1)), mean)
        rows.append(row[:3] if game is Game.NULL else row)
    names = ("card", "declarer wins" if declares else "defenders win", "share", "declarer's points")
    head = tuple(map(term, names[: 3 + (game is not Game.NULL)]))
    return Table(head, rows, (2, 3))


_ENGLISH = {german: name for name, several in TYPED.items() for german in several}
"""English words by the German words that can be typed for them."""

PERSON = "person"
SOURCE = "a person against programs"
"""Source of rounds played by a person; remarks on the round are appended to it."""


class Log(NamedTuple):
    """Log of finished rounds: a function that writes one, and the names already in use."""

    write: Callable[[Round], None]
    names: set[str]


class SkatSession(Session):
    """Rounds of Skat in play.

    Attributes:
        sitting: the players and the state of the round.
        finished: finished rounds by number.
        programs: programs that give hints.
        is_open: whether all hands lie open.
    """

    def __init__(
        self,
        sitting: Sitting,
        programs: "Programs",
        rounds: int | None = None,
        *,
        options: Sequence[str] = (),
        given: Iterable[str] = (),
        log: Log | None = None,
        everything: bool = False,
    ) -> None:
        """Deal the first round and take the given answers.

        Args:
            sitting: the players.
            programs: programs that give hints.
            rounds: number of rounds. Default: until the person quits.
            options: further options of the command line that continues the round.
            given: answers to replay first.
            log: log of finished rounds.
            everything: whether all hands lie open.

        Raises:
            InputError: A given answer is not possible.
        """
        self.sitting, self.finished = sitting, dict[int, Round]()
        self.programs, self._rounds, self._options, self._log = programs, rounds, options, log
        self.is_open, self._written, self._left = everything, set[int](), False
        self._answers: list[str] | None = None
        self._begun = self._deal()
        for number, text in enumerate(given, 1):
            try:
                table.take_answer(sitting, text)
            except InputError as fault:
                which = say("answer")
                raise InputError(f"--history: {which} {number}: {fault}") from None

    @property
    def is_over(self) -> bool:
        """Whether the person has left."""
        return self._left

    @property
    def legal(self) -> Sequence[str]:
        """Possible bids or legal cards; answers to other questions are free text."""
        sitting = self.sitting
        if sitting.ask in (Ask.BID, Ask.HOLD):
            return ["pass", *map(str, sitting.round.auction.offers)]
        if sitting.ask is Ask.CARD:
            return str(sorted_cards(sitting.known.legal, sitting.game)).split()
        return ["yes", "no"] if sitting.ask is Ask.OVER and not self._last else []

    @property
    def go_on(self) -> str:
        """The command line that continues the round, or starts the next one."""
        sitting = self.sitting
        over = sitting.ask is Ask.OVER
        number, seat = sitting.number + 1, sitting.seat
        answers = table.answers_so_far(sitting) if self._answers is None else self._answers
        if over:
            number, seat, answers = number + 1, seat.left.left, []
        options = ("--seed", sitting.seed, "--seat", seat.word, *(("--round", number) if number > 1 else ()))
        language = ("--lang", "de") if in_german() else ()
        return command_line(
            "skat", "play", *language, *options, *self._options, *(("--history", "; ".join(answers)) if answers else ())
        )

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        """Commands that can be typed besides answers, including unambiguous abbreviations."""
        commands = self._commands
        usual = [*self._usual, *QUIT[:1]] if not in_german() else [*self._usual, *commands, *TYPED["quit"], *QUIT[:1]]
        short: dict[str, set[str]] = {}
        for name in usual:
            for length in range(1, len(name)):
                short.setdefault(name[:length], set()).add(_ENGLISH.get(name, name))
        clear = {begun: self._usual[name] for begun, (name, *more) in short.items() if not more and name in self._usual}
        return {"": self._enter, **clear, **commands}

    @property
    def _commands(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        """Commands in full, in both languages."""
        usual = self._usual
        return {**usual, **{german: usual[name] for german, name in _ENGLISH.items() if name in usual}}

    @property
    def _usual(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        """Commands in full, in English."""
        own = {"table": self.board, "hand": self._hand, "bids": self._bids, "tricks": self._tricks}
        return {**super().words, **own, "score": self._score, "why": self._why}

    def means(self, text: str) -> str | None:
        """The command that a line stands for; QUIT for German words that end the game too."""
        word = super().means(text)
        leaves = text.removeprefix(":").strip().lower() in TYPED["quit"]
        return QUIT[0] if leaves and not (word or self.is_turn(text)) else word

    def is_turn(self, text: str) -> bool:
        """Whether a line is an answer even if it reads like a command: HA is an ace rather than short for hand."""
        word, ask = text.strip().lower(), self.sitting.ask
        if ask in (Ask.DISCARD, Ask.CARD):
            return is_card(word)
        if ask not in (Ask.SKAT, Ask.ANNOUNCE) or (word in self._commands and (word, ask) != ("hand", Ask.SKAT)):
            return False
        return table.is_announcement(self.sitting, text)

    def start(self) -> Iterator[Said]:
        """Introduce the players, what can be typed, and the round."""
        number = "" if self._rounds is None else f" {count_noun(self._rounds, 'round')},"
        left, right = (agent.name for agent in self.sitting.programs)
        both = say("{left} (left) and {right} (right)", left=left, right=right)
        programs, seed = left if left == right else both, self.sitting.seed
        yield say("Skat:{number} you against {programs}. Seed {seed}.", number=number, programs=programs, seed=seed)
        yield say(table.CARDS)
        yield say(table.AT_ANY_TIME)
        yield from self._open()

    def help(self) -> Iterator[Said]:
        """List what can be typed."""
        yield say(table.CARDS)
        yield from (f"  {say(line)}" for line in table.HELP)
        yield f"{say('Now')}: {self._question()}."

    def prompt(self) -> str:
        """The prompt of the next line."""
        return f"{capitalised(self._question())}: "

    def turn(self, text: str) -> Iterator[Said]:
        """Take an answer.

        Raises:
            InputError: the text is not an answer here.
        """
        words = text.lower().removeprefix(":").split()
        if len(words) == 2 and words[0] in ("w", "wh", "why", "wa", "war", *TYPED["why"]):
            yield from self._why(words[1])
        elif self.sitting.ask is Ask.OVER:
            yield from self._between(text)
        else:
            before = self.sitting.round
            self._answers = [*table.answers_so_far(self.sitting), *_as_answer(text)]
            try:
                table.take_answer(self.sitting, text)
            except InputError:
                self._answers = None
                usual = _ENGLISH if in_german() else self._usual
                near = [name for name in usual if len(words) == 1 and name.startswith(words[0])]
                if near and not is_card(words[0]):
                    word = in_quotes(words[0])
                    raise InputError(
                        say("{word} could be {near}: type one more letter", word=word, near=say(" or ").join(near))
                    ) from None
                raise
            self._answers = None
            yield ""
            yield from self._tell(before)

    def undo(self) -> Iterator[Said]:
        """Take back the person's last answer."""
        over = self.sitting.ask is Ask.OVER
        if not self.sitting.undo():
            raise InputError(say("there is nothing to take back in this round"))
        if over:
            self.finished.pop(self.sitting.number, None)
        self._taken_back = True
        yield say("Taken back.")
        yield from self.board()

    def hint(self) -> Iterator[Said]:
        """Show what a program would do in the person's place."""
        if self.sitting.ask is Ask.OVER:
            yield say("The round is over. Type why for the programs' reasons.")
        else:
            yield from hints(self.sitting, self.programs)

    def board(self) -> Iterator[Said]:
        """Show the table as the person sees it."""
        sitting, round_ = self.sitting, self.sitting.round
        if sitting.ask is Ask.OVER:
            yield from self._result()
            return
        if round_.game is not None:
            done = telling.played_tricks(round_.game)
            if done:
                yield telling.trick_phrase(len(done), done[-1], sitting.seat)
            yield from self._stand(whole=True)
        else:
            seat = term(sitting.seat.word)
            yield f"{say('You are')} {seat}. {telling.bid_text(round_.auction, sitting.seat)}"
            if self.is_open:
                yield telling.dealt_phrase(round_, sitting.seat)
        yield from self._hand()

    def reveal(self) -> Iterator[Said]:
        """Show all hands, which the log records."""
        self._revealed, round_ = True, self.sitting.round
        if round_.game is None:
            yield telling.dealt_phrase(round_, self.sitting.seat)
        else:
            yield telling.stand_phrase(round_.game, round_.bid, self.sitting.seat, whole=True, everything=True)

    def resign(self) -> Iterator[Said]:
        """Give up."""
        self.resigned = True
        yield say("You resign.")

    def leave(self) -> Iterator[Said]:
        """Show the score and the command line to continue."""
        self.keep()
        if self.finished:
            yield from self._score()
        if self.sitting.ask is Ask.OVER:
            if self._last:
                return
        else:
            yield say("The round is not finished.")
        if self.finished:
            yield say("The score starts again from zero there.")
        yield Line(f"{say('To go on')}: {self.go_on}", Tone.COMMAND)

    def keep(self) -> None:
        """Log the round if it is over; after that it is final.

        Raises:
            OSError: the log cannot be written.
        """
        sitting = self.sitting
        if sitting.ask is not Ask.OVER:
            return
        self.finished[sitting.number] = done = self.record()
        if self._log is None or sitting.number in self._written:
            return
        name = self._name(done.name, self._log.names)
        self._log.write(replace(done, name=name))
        self._written.add(sitting.number)
        self._log.names.add(name)

    def record(self) -> Round:
        """The round with its name, its players and remarks on how it was played."""
        sitting = self.sitting
        opened, back = self.is_open or self._revealed, self._taken_back
        source = SOURCE + ", all hands open" * opened + ", with answers taken back" * back
        name = f"play-{sitting.seed}-{sitting.number}"
        return sitting.round.with_record(name, sitting.names(PERSON), source, sitting.chance)

    @staticmethod
    def _name(wanted: str, taken: set[str]) -> str:
        """A name that is not in use in the log."""
        names = [wanted, *(f"{wanted}-{copy}" for copy in range(2, len(taken) + 3))]
        return next(name for name in names if name not in taken)

    @property
    def _last(self) -> bool:
        """Whether this is the last round."""
        return self._rounds is not None and self.sitting.number + 1 - self.sitting.first >= self._rounds

    def _question(self) -> str:
        if self.sitting.ask is not Ask.OVER:
            return table.question_text(self.sitting)
        if self._last:
            return say("quit, or first why, tricks, undo")
        return say("another round? yes or no")

    def _between(self, text: str) -> Iterator[Said]:
        """An answer after a round."""
        if self._last:
            if text.strip().lower() not in (*table.YES, *table.NO, "end", "exit", "bye", "done"):
                over = say("the last round is over")
                raise InputError(f"{over}: {self._question()}")
            another = False
        else:
            question = say("type yes for another round, no to leave, or why, tricks, score, undo")
            another = table.read_yes(text, question)
        if another:
            self.keep()
            self._begun = self._deal()
            yield from self._open()
        else:
            yield ""
            yield from self.leave()
            self._left = True

    def _deal(self) -> Round:
        """Deal and let the programs begin; return the round before they did."""
        self._taken_back = self._revealed = False
        return self.sitting.begin()

    def _open(self) -> Iterator[Said]:
        """Show who sits where, and what has happened so far."""
        sitting, you = self.sitting, self.sitting.seat
        left, right = you.left, you.left.left
        yield ""
        first, second = (f"{term(seat.word)} ({sitting.agent(seat).name})" for seat in (left, right))
        seat = term(you.word)
        if you is Seat.FOREHAND:
            seat = say("{seat} and lead", seat=seat)
        sit = say(
            "You are {seat}; {first} sits to your left, {second} to your right.", seat=seat, first=first, second=second
        )
        yield f"{titled('round')} {sitting.number + 1}. {sit}"
        yield from self._tell(self._begun)

    def _tell(self, before: Round) -> Iterator[Said]:
        """Show what has happened since `before`, and the current state."""
        sitting, after, you = self.sitting, self.sitting.round, self.sitting.seat
        if calls := after.auction.calls[len(before.auction.calls) :]:
            yield f"{capitalised(telling.calls_in_words(calls, you))}."
        if after.auction.over and not before.auction.over and after.declarer is you:
            yield say("You are the declarer, at {bid}.", bid=after.bid)
        if after.taken and not before.taken:
            yield telling.taken_phrase(after, you)
        if after.game is not None:
            if before.game is None:
                yield from self._tell_announcement(after, after.game)
            known = 0 if before.game is None else len(before.game.cards) // 3
            for number, trick in enumerate(telling.played_tricks(after.game)[known:], known + 1):
                yield telling.trick_phrase(number, trick, you)
        if after.stage is Stage.OVER:
            self.finished[sitting.number] = self.record()
            yield from self._result()
            if len(self.finished) > 1:
                yield from self._score()
            return
        if after.game is not None:
            yield from self._stand(whole=before.game is None)
        elif self.is_open:
            yield telling.dealt_phrase(after, you)
        yield from self._hand()

    def _tell_announcement(self, round_: Round, game: GameInPlay) -> Iterator[Said]:
        you = self.sitting.seat
        contract = f"{acts(game.declarer, you, 'play')} {telling.contract_text(game.contract)}"
        yield f"{capitalised(contract)}, {say('at')} {round_.bid}."
        if game.declarer is you:
            known = game.known[you]
            cards = known.hand | known.played[you] | (known.skat or 0)
            if warning := telling.warning_text(game.contract, cards, round_.bid):
                yield warning

    def _stand(self, *, whole: bool) -> Iterator[Said]:
        """Show the state of play; `whole` as for `stand_phrase`."""
        round_ = self.sitting.round
        assert round_.game is not None
        you, everything = self.sitting.seat, self.is_open
        yield telling.stand_phrase(round_.game, round_.bid, you, whole=whole, everything=everything)

    def _hand(self) -> Iterator[Said]:
        """Show the person's own cards, with numbers."""
        sitting = self.sitting
        playable = sitting.known.legal if sitting.ask is Ask.CARD else sitting.cards
        yield ((Hand(sitting.cards, sitting.game, playable),) if sitting.cards else say("You have no cards left."))
        if laid := sitting.moment.laid:
            yield say("Discarded: "), sorted_cards(laid, sitting.game)

    def _bids(self) -> Iterator[Said]:
        yield telling.bid_text(self.sitting.round.auction, self.sitting.seat)

    def _tricks(self) -> Iterator[Said]:
        game = self.sitting.round.game
        done = [] if game is None else telling.played_tricks(game)
        for number, trick in enumerate(done, 1):
            yield telling.trick_phrase(number, trick, self.sitting.seat)
        if not done:
            yield say("No trick has been played yet.")

    def _result(self) -> Iterator[Said]:
        yield say("The round is over.")
        yield from telling.result_phrases(self.sitting.round, self.sitting.seat)

    def _score(self) -> Iterator[Said]:
        """Show each player's score from the finished rounds."""
        if not self.finished:
            yield say("No round is finished yet.")
            return
        left, right = (agent.name for agent in self.sitting.programs)
        yield telling.score_table((left, right), self.standings)

    @property
    def standings(self) -> list[Standing]:
        """What the person, the left and the right program have from the finished rounds."""
        standings = []
        for turn in range(3):
            seats = [(done, Seat((done.players.index(PERSON) + turn) % 3)) for done in self.finished.values()]
            scores = [done.score for done, seat in seats if done.declarer is seat and done.score is not None]
            tournament = sum(done.tournament(seat) for done, seat in seats)
            won, score = sum(result.won for result in scores), sum(result.score for result in scores)
            standings.append(Standing(len(scores), won, score, tournament))
        return standings

    def _why(self, trick: str | None = None) -> Iterator[Said]:
        """Show a program's reasons for its last choice, or the programs' reasons in a trick."""
        game = self.sitting.round.game
        if game is None:
            yield say("No game has been played.")
            return
        if self.sitting.ask is not Ask.OVER and not self.is_open:
            yield say("That would show hidden cards; ask again when the round is over.")
            return
        numbers = last_choice(game)
        if trick is not None:
            last = -(-len(game.cards) // 3)
            if not (trick.isascii() and trick.isdigit() and 1 <= int(trick[:4]) <= last):
                text = in_quotes(trick)
                raise InputError(say("{given} is not a trick of this round; for trick 3 type why 3", given=text))
            numbers = range(len(game.cards))[3 * int(trick) - 3 : 3 * int(trick)]
        elif not numbers:
            yield say("No program has evaluated its cards.")
        for number in numbers:
            yield from reasons(game, number)

    def _enter(self) -> Iterator[Said]:
        """Play the only legal card, if there is only one."""
        if (card := table.only_card(self.sitting)) is not None:
            yield from self.turn(card)


def _as_answer(text: str) -> list[str]:
    """The typed text as one of several answers on a command line; empty if it cannot be one."""
    return [text.replace(";", " ")] if re.fullmatch(r"[\w\s,;+♣♠♥♦]+", text) else []
