"""A person and two programs at a table: whose turn it is, what is asked and can be typed, the programs' actions, taking back.

Independent of terminal and wording. A program's action depends only on the seed, the round and what its seat knows, so that the
same answers after an undo lead to the same round.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.board import sorted_cards
from tafelwerk.families.skat.parameters import BEFORE_FLAG, SOLO, is_card
from tafelwerk.families.skat.rules import rounds
from tafelwerk.families.skat.rules.cards import (
    SPELLINGS,
    Game,
    Seat,
    card_name,
    card_names,
    card_text,
    card_words,
    cards_text,
    mask_of,
    read_card,
    term,
)
from tafelwerk.families.skat.rules.contracts import BIDS, Auction, Contract, Word, unheard
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.language import count_noun, in_german, message, say
from tafelwerk.rules.numbers import whole
from tafelwerk.wording import join_words


class Ask(StrEnum):
    """Question to the person."""

    BID = "bid"
    HOLD = "hold"
    SKAT = "skat"
    DISCARD = "discard"
    ANNOUNCE = "announce"
    CARD = "card"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class FixedContract:
    """A contract that is played without bidding, at the lowest bid.

    Attributes:
        contract: the contract.
        declarer: seat of the declarer.
        lay_away: A program's discard, as a mask, for twelve cards, a contract and a seat.
    """

    contract: Contract
    declarer: Seat
    lay_away: Callable[[int, Contract, Seat], int]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which the person is asked; immutable, so that it can be restored.

    Attributes:
        round: state of the round.
        left: whether the person leaves the Skat and has not announced yet.
        laid: mask of the two cards that the person has discarded; 0 before that.
    """

    round: rounds.Round
    left: bool = False
    laid: int = 0


class Sitting:
    """A person and two programs, round after round; everyone moves on by one seat from round to round."""

    def __init__(
        self,
        deals: Callable[[int], Deal],
        seat: Seat,
        programs: tuple[rounds.Agent, rounds.Agent],
        seed: int,
        fixed: FixedContract | None = None,
        first: int = 0,
    ) -> None:
        """Set up the table; `begin` deals the first round.

        Args:
            deals: the deal of a round, by its number from 0.
            seat: seat of the person in the first round.
            programs: programs to the person's left and right.
            seed: random seed of the programs.
            fixed: contract played without bidding. Default: with bidding.
            first: number of the first round.
        """
        self._deals, self._begins, self.seed, self.programs, self.fixed = deals, seat, seed, programs, fixed
        self.first = first
        self.number = first - 1
        self.moments: list[Moment] = []
        self._limits: dict[Seat, int] = {}
        self._choices: dict[object, rounds.Choice] = {}

    @property
    def seat(self) -> Seat:
        """The person's seat: middlehand is forehand of the next round."""
        return Seat((self._begins + self.first - self.number) % 3)

    @property
    def left(self) -> Seat:
        """Seat of the program to the person's left."""
        return self.seat.left

    @property
    def moment(self) -> Moment:
        """The current moment."""
        return self.moments[-1]

    @property
    def round(self) -> rounds.Round:
        """State of the round, without choices that are not announced yet."""
        return self.moment.round

    @property
    def chance(self) -> int:
        """Random seed of the programs in this round."""
        return (self.seed << 32) + self.number

    @property
    def ask(self) -> Ask:
        """The current question to the person."""
        moment = self.moment
        match moment.round.stage:
            case rounds.Stage.OVER:
                return Ask.OVER
            case rounds.Stage.BIDDING:
                return Ask.HOLD if moment.round.auction.answering else Ask.BID
            case rounds.Stage.SKAT:
                return Ask.ANNOUNCE if moment.left else Ask.SKAT
            case rounds.Stage.DISCARDING:
                return Ask.ANNOUNCE if moment.laid else Ask.DISCARD
            case _:
                return Ask.CARD

    @property
    def cards(self) -> int:
        """Mask of the cards in the person's hand: twelve with the Skat taken up, ten after discarding."""
        round_, moment = self.round, self.moment
        if round_.game is not None:
            return self.known.hand
        if self.ask is not Ask.OVER and round_.declarer is self.seat:
            return round_.cards & ~moment.laid
        return round_.dealt.hands[self.seat]

    @property
    def known(self) -> Knowledge:
        """The person's knowledge of the game in play."""
        assert self.round.game is not None
        return self.round.game.known[self.seat]

    @property
    def game(self) -> Game | None:
        """The game by which the person's hand is sorted; None before it is known."""
        if self.round.game is not None:
            return self.round.game.contract.game
        return None if self.fixed is None else self.fixed.contract.game

    def agent(self, seat: Seat) -> rounds.Agent:
        """The program at a seat.

        Raises:
            InputError: the person sits there.
        """
        if seat is self.seat:
            raise InputError(f"no program sits at {seat.word}")
        return self.programs[seat is not self.left]

    def names(self, person: str) -> tuple[str, str, str]:
        """Names of the players at forehand, middlehand and rearhand."""
        forehand, middlehand, rearhand = (person if seat is self.seat else self.agent(seat).name for seat in Seat)
        return forehand, middlehand, rearhand

    def begin(self) -> rounds.Round:
        """Deal the next round, and return its state before any program acted."""
        self.number += 1
        self.moments, self._limits, self._choices = [], {}, {}
        dealt = self._deals(self.number)
        round_ = rounds.begin_round(dealt)
        if self.fixed is not None:
            round_ = replace(round_, auction=unheard(BIDS[0], self.fixed.declarer))
        self.moments = [Moment(self._advance(round_))]
        return round_

    def say(self, bid: int) -> None:
        """Make or hold a bid, or pass with 0.

        Raises:
            InputError: the bid is not possible. As with the methods below, the state does not change then.
        """
        self._go_on(self.round.said(bid))

    def take(self) -> None:
        """Take up the Skat."""
        self._go_on(self.round.took())

    def leave_skat(self) -> None:
        """Play without the Skat."""
        self.moments.append(replace(self.moment, left=True))

    def lay_away(self, skat: int) -> None:
        """Discard two of twelve cards."""
        if self.fixed is not None:
            self._go_on(self.round.announced(rounds.Announcement(self.fixed.contract, skat)))
        else:
            self.moments.append(replace(self.moment, laid=skat))

    def announce(self, contract: Contract) -> None:
        """Announce a contract."""
        self._go_on(self.round.announced(rounds.Announcement(contract, self.moment.laid)))

    def play(self, card: int) -> None:
        """Play a card."""
        self._go_on(self.round.played(card))

    def undo(self) -> bool:
        """Take back the person's last answer in this round; False if there is none."""
        if len(self.moments) < 2:
            return False
        self.moments.pop()
        return True

    def _go_on(self, round_: rounds.Round) -> None:
        # append only after all programs have acted: on an error nothing changes
        self.moments.append(Moment(self._advance(round_)))

    def _advance(self, round_: rounds.Round) -> rounds.Round:
        """The round after all actions of the programs up to the next question to the person."""
        while (seat := round_.to_act) is not None:
            if round_.stage is rounds.Stage.SKAT and self.fixed is not None:
                round_ = self._play_fixed(round_, self.fixed)
            elif seat is self.seat:
                break
            elif round_.stage is rounds.Stage.BIDDING:
                round_ = round_.said(self._bid(round_, seat))
            elif round_.stage is rounds.Stage.PLAY:
                choice = self._choice(round_, seat)
                round_ = round_.played(choice.card, choice)
            else:
                round_ = rounds.announce_by(round_, self.agent(seat).bidder, rounds.seat_seed(self.chance, seat))
        return round_

    def _play_fixed(self, round_: rounds.Round, fixed: FixedContract) -> rounds.Round:
        """The round after the fixed part: no bidding, the Skat taken up and, if a program declares, two cards discarded."""
        if fixed.contract.hand:
            return round_.announced(rounds.Announcement(fixed.contract))
        round_ = round_.took()
        if fixed.declarer is self.seat:
            return round_
        skat = fixed.lay_away(round_.cards, fixed.contract, fixed.declarer)
        return round_.announced(rounds.Announcement(fixed.contract, skat))

    def _bid(self, round_: rounds.Round, seat: Seat) -> int:
        """A program's bid: the lowest possible one up to its limit, or 0."""
        if seat not in self._limits:
            self._limits[seat] = self.agent(seat).bidder.limit(round_.dealt.hands[seat], seat)
        lowest = min(round_.auction.offers, default=self._limits[seat] + 1)
        return lowest if lowest <= self._limits[seat] else 0

    def _choice(self, round_: rounds.Round, seat: Seat) -> rounds.Choice:
        """A program's card, remembered, since under a time limit it might differ when computed again."""
        assert round_.game is not None
        known = round_.game.known[seat]
        key = (round_.game.contract, round_.game.deal.skat, known)
        if key not in self._choices:
            player = self.agent(seat).program(round_.game, rounds.seat_seed(self.chance, seat), round_.bid)
            self._choices[key] = player(known)
        return self._choices[key]


CARDS = message(
    "A card is a suit C, S, H, D (clubs, spades, hearts, diamonds) and a rank A, T (the ten), K, Q, J, "
    "9, 8, 7: CJ is the jack of clubs."
)
AT_ANY_TIME = message(
    "At any time: hint, undo, board, hand, bids, tricks, score, reveal, resign, quit; help or ? explains them."
)
HELP = (
    message("Instead of a card you can type the number below it."),
    message("hint    what a program would do here, and why"),
    message("undo    take back your last answer; can be repeated"),
    message("board   the table; hand: your cards only"),
    message("bids    the bidding; tricks: the tricks played"),
    message("score   the score of the rounds so far"),
    message("why     after the round: the programs' reasons"),
    message("why 3   the same for trick 3"),
    message("reveal  show all hands; resign: give up the round"),
    message("quit    leave"),
    message("Unambiguous abbreviations work: u is undo. Enter plays the only legal card."),
)
"""Help on cards and commands."""

YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nein")
TWO_CARDS = "3 12"
"""Example of two of twelve cards, as numbers, since names would look like advice."""

_SKAT = {False: ("skat", "take", "up", "aufnehmen"), True: ("hand", "leave", "handspiel", "liegenlassen")}
"""Words for taking up the Skat, and for leaving it."""

_STEPS = {"hand": "handspiel", "schneider": "", "schwarz": "black", "ouvert": "open"}
_NOISE = ("i", "play", "and", "announced", "announce", "the", "ich", "spiele", "und", "angesagt", "den", SOLO)
_WORDS = re.compile(r"[^\s,;+]+")
_DISCARDING = re.compile(r"\s*(?:ich\s+|i\s+)?(?:dr(?:ü|ue)cken?|dr(?:ü|ue)ck|discard)\s+", re.IGNORECASE)
"""What may stand before two cards that are discarded."""


def question_text(sitting: Sitting) -> str:
    """The question to the person, with an example; empty at the end of a round."""
    moment = sitting.moment
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            return bid_form(moment.round.auction)
        case Ask.SKAT:
            return say("type skat to take it up, or hand to play without it")
        case Ask.DISCARD:
            return say("discard two cards by name or number, such as {example}", example=TWO_CARDS)
        case Ask.ANNOUNCE:
            if moment.left:
                return say("announce a game, such as clubs or grand schneider")
            return say("announce a game, such as clubs")
        case Ask.CARD:
            if only_card(sitting) is None:
                return say("your card, by name or number")
            card = str(sorted_cards(sitting.known.legal, None))
            return say("your card; Enter plays {card}, the only legal one", card=card)
        case _:
            return ""


def take_answer(sitting: Sitting, text: str) -> None:
    """Take an answer, and let the programs act.

    Raises:
        InputError: the text is not an answer here; nothing has changed.
    """
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            bid = read_bid(text, sitting.round.auction)
            try:
                sitting.say(bid)
            except InputError as fault:
                # the refused bidder is always the person
                raise InputError(str(fault).replace(term(sitting.seat.word), term("you"))) from None
        case Ask.SKAT:
            left, contract = read_game(sitting, text)
            if left:
                sitting.leave_skat()
                _announce_too(sitting, contract)
            else:
                sitting.take()
        case Ask.DISCARD:
            text = text[match.end() :] if (match := _DISCARDING.match(text)) else text
            words = card_words(text)
            announces = sitting.fixed is None and len(words) > 2 and words[2].isalpha() and not is_card(words[2])
            behind = " ".join(words[2:]) if announces else ""
            hand = sorted_cards(sitting.cards, sitting.game).cards
            skat = mask_of(read_cards_of(" ".join(words[:2]) if behind else text, hand, 2))
            contract = read_announcement(behind, hand=False) if behind else None
            sitting.lay_away(skat)
            _announce_too(sitting, contract)
        case Ask.ANNOUNCE:
            sitting.announce(read_announcement(text, hand=sitting.moment.left))
        case Ask.CARD:
            _play(sitting, text)
        case _:
            raise InputError(say("the round is over"))


def _no_answer(text: str, question: str) -> InputError:
    """The error for a text that is not an answer here."""
    quoted_text = in_quotes(text)
    return InputError(say("{given} is not an answer here: {wanted}", given=quoted_text, wanted=question))


def answers_so_far(sitting: Sitting) -> list[str]:
    """The person's answers in this round, in the form read by `take_answer`."""
    round_, you, chosen = sitting.round, sitting.seat, sitting.moment
    answers = [
        "pass" if call.word is Word.PASSES else str(call.bid) for call in round_.auction.calls if call.seat is you
    ]
    game = round_.game
    if round_.declarer is you:
        skat = chosen.laid if game is None else game.deal.skat if round_.taken else 0
        if sitting.fixed is None and (round_.taken or chosen.left or game is not None):
            answers.append("skat" if round_.taken else "hand")
        if skat:
            answers.append(cards_text(skat))
        if game is not None and sitting.fixed is None:
            steps = [step for step in _STEPS if step != "hand" and getattr(game.contract, step)]
            answers.append(" ".join([game.game.value, *steps]))
    if game is not None:
        turns = zip(game.cards, game.positions, strict=False)
        answers += [card_text(card) for card, position in turns if position.to_move is you]
    return answers


def only_card(sitting: Sitting) -> str | None:
    """The card that the person has to play, if there is only one."""
    if sitting.ask is not Ask.CARD:
        return None
    legal = sitting.known.legal
    return cards_text(legal) if legal.bit_count() == 1 else None


def is_announcement(sitting: Sitting, text: str) -> bool:
    """Whether a text is an answer to the question of Skat or Hand, or of the game."""
    try:
        read_game(sitting, text)
    except InputError:
        return False
    return True


def read_yes(text: str, question: str) -> bool:
    """Whether an answer is yes.

    Raises:
        InputError: it is neither yes nor no.
    """
    word = text.strip().lower()
    if word in YES or word in NO:
        return word in YES
    quoted_text = in_quotes(text)
    raise InputError(say("{given} is neither yes nor no: {question}", given=quoted_text, question=question))


def read_bid(text: str, auction: Auction) -> int:
    """The bid made or held, or 0 for a pass: yes means the lowest possible bid, a number that bid.

    Raises:
        InputError: the text is none of these; an impossible number is refused by `auction.say_bid`.
    """
    word = text.strip().lower()
    if word in ("p", "pass", "passe", "weg", *NO):
        return 0
    if word in (*YES, "hold", "bid", "halte", "reize") and auction.offers:
        return auction.offers[0]
    match = re.fullmatch(r"(?:bid|hold|reize|halte)?\s*([0-9]{1,4})", word, re.ASCII)
    if match is None or int(match[1]) == 0:
        raise _no_answer(text, bid_form(auction))
    return int(match[1])


def bid_form(auction: Auction) -> str:
    """Possible answers in the bidding."""
    if not auction.offers:
        return say("no bid is left; type pass")
    lowest, *others = auction.offers
    if auction.answering and auction.bid:
        return say("type yes to hold {lowest}, or pass", lowest=lowest)
    if auction.answering:
        return say("type yes to play at {lowest}, or pass", lowest=lowest)
    higher = say(", a higher number such as {example}", example=others[0]) if others else ""
    return say("type yes to bid {lowest}{higher}, or pass", lowest=lowest, higher=higher)


def read_cards_of(text: str, hand: Sequence[int], count: int) -> list[int]:
    """Cards of a hand, given by name or by place in the hand as shown, from 1.

    Args:
        text: names such as CJ, JC, ♣J or C10, or places, separated by blanks or commas.
        hand: the hand in its order.
        count: number of cards.

    Raises:
        InputError: A word is not a card of the hand, or the number of cards is wrong.
    """
    cards: list[int] = []
    for word in card_words(text):
        card = _read_card(word, hand)
        name = card_name(card)
        if card not in hand:
            held = card_names(hand)
            raise InputError(say("you do not hold {name}; you hold {held}", name=name, held=held))
        if card in cards:
            raise InputError(say("{name} is given twice", name=name))
        cards.append(card)
    if len(cards) != count:
        example = "" if count == 1 else say(", such as {example}", example=TWO_CARDS)
        form = say("one card") if count == 1 else count_noun(count, "card")
        raise InputError(
            say("give {form}, not {count}, by name or number{example}", form=form, count=len(cards), example=example)
        )
    return cards


def read_game(sitting: Sitting, text: str) -> tuple[bool, Contract | None]:
    """Whether the Skat is left, and the contract announced, or None if that comes later.

    Raises:
        InputError: the text says neither.
    """
    if sitting.ask is Ask.ANNOUNCE:
        return sitting.moment.left, read_announcement(text, hand=sitting.moment.left)
    words = text.lower().split()
    for left, names in _SKAT.items():
        if words and all(any(name.startswith(word) for name in names) for word in words):
            return left, None
    hands = ("hand", "handspiel")
    if any(word in hands for word in words):
        return True, read_announcement(" ".join(word for word in words if word not in hands), hand=True)
    afterwards = say("the game is announced afterwards")
    raise _no_answer(text, f"{question_text(sitting)}; {afterwards}")


def read_announcement(text: str, *, hand: bool) -> Contract:
    """The contract announced by a text: a game and, in any order, its levels; words may be abbreviated.

    Implied levels may be left out: Schwarz includes Schneider, and Ouvert in a game with trumps includes both.

    Args:
        text: such as "clubs", "grand", "null ouvert"; with the Skat left also "clubs schneider".
        hand: whether the Skat was left.

    Raises:
        InputError: no game is named, or the contract cannot be announced.
    """
    words = [_word_of(word) for word in _WORDS.findall(BEFORE_FLAG.sub(" ", text.lower())) if word not in _NOISE]
    games = list(dict.fromkeys(word for word in words if isinstance(word, Game)))
    steps = {word for word in words if not isinstance(word, Game)}
    if len(games) != 1:
        if not games:
            raise InputError(f"{say('announce a game')}: {_announcement_form(hand=hand)}")
        both = join_words([term(game) for game in games[:2]], last=say("and"))
        raise InputError(say("announce one game, not {both}", both=both))
    game = games[0]
    if wrong := None if hand else next((step for step in ("hand", "schneider", "schwarz") if step in steps), None):
        step = term(wrong.capitalize())
        raise InputError(say("{step} can be announced only with the Skat left, and you have taken it up", step=step))
    if game is Game.NULL:
        return Contract(game, hand, "schneider" in steps, "schwarz" in steps, "ouvert" in steps)
    if "ouvert" in steps and not hand:
        name = term(game)
        raise InputError(
            say(
                "{name} Ouvert can be announced only with the Skat left; with the Skat taken up only Null can be "
                "Ouvert",
                name=name,
            )
        )
    schwarz = bool(steps & {"schwarz", "ouvert"})
    return Contract(game, hand, schwarz or "schneider" in steps, schwarz, "ouvert" in steps)


def read_contract(text: str) -> Contract:
    """The contract given in words: a game, optionally with hand, schneider, schwarz, ouvert.

    Raises:
        InputError: the text is not a contract.
    """
    words = [_word_of(word) for word in _WORDS.findall(text.lower())]
    return read_announcement(" ".join(word for word in words if word != "hand"), hand="hand" in words)


def _announcement_form(*, hand: bool) -> str:
    games = _games()
    if not hand:
        return say("{games}, or its first letter; null ouvert shows your cards", games=games)
    return say("{games}, optionally with schneider, schwarz or ouvert, such as grand schneider", games=games)


def _word_of(word: str) -> Game | str:
    """The game or level that a word, possibly abbreviated, stands for; a game takes precedence."""
    games = [
        game for game in Game if game.startswith(word) or word == f"{game}s" or SPELLINGS[game].lower().startswith(word)
    ]
    if len(games) == 1:
        return games[0]
    if games:
        both = say(" or ").join(term(game) for game in games)
        raise InputError(say("{word} could be {both}", word=in_quotes(word), both=both))
    for step, also in _STEPS.items():
        if step.startswith(word) or word == also:
            return step
    raise InputError(
        say(
            "unknown game {word}: games are {games}, optionally with hand, schneider, schwarz, ouvert",
            word=in_quotes(word),
            games=_games(),
        )
    )


def _games() -> str:
    return join_words([term(game) for game in Game], last=say("or"))


def _read_card(word: str, hand: Sequence[int]) -> int:
    if word.isascii() and word.isdigit():
        what = say("the number of a card")
        if in_german() and not 1 <= int(word) <= len(hand):
            raise InputError(f"{what} ist 1 bis {len(hand)}, nicht {word}")
        return hand[whole(what, word, 1, len(hand)) - 1]
    try:
        return read_card(word)
    except InputError as fault:
        also = say("or a number below your hand; type help for everything else")
        raise InputError(f"{fault}, {also}") from None


def _announce_too(sitting: Sitting, contract: Contract | None) -> None:
    """Announce a contract given together with the last answer; if it is not possible, take that answer back."""
    if contract is None:
        return
    try:
        sitting.announce(contract)
    except InputError:
        sitting.undo()
        raise


def _play(sitting: Sitting, text: str) -> None:
    known = sitting.known
    (card,) = read_cards_of(text, sorted_cards(known.hand, known.game).cards, 1)
    if not known.legal >> card & 1:
        name, led, legal = card_name(card), card_name(known.table[0]), sorted_cards(known.legal, known.game)
        raise InputError(
            say(
                "{name} cannot be played: {led} was led and you must follow suit; legal cards: {legal}",
                name=name,
                led=led,
                legal=legal,
            )
        )
    sitting.play(card)
