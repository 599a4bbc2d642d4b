"""The moves of a record, property MV: a state machine from the deal to the end.

A move is an actor, `w` for the server or a seat, and an action. Both contracts and cards begin with `H`, `S` or `C`, so that
the phase decides the meaning of a word. The rules of play are in `tafelwerk.rules.skat.play`; the server's own rules for ending a
game early and for giving up are here.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from tafelwerk.errors import InputError
from tafelwerk.formats.iss.records import FaultError
from tafelwerk.rules.skat.auction import Call, Word
from tafelwerk.rules.skat.cards import Game, Seat, card_text, cards_text, mask_of, read_card
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.play import Position, legal, play, start
from tafelwerk.rules.skat.scoring import BIDS, NULL_VALUES, Contract

MOST_BID = 499
"""The highest bid that the server accepts."""

_GAMES = {
    "C": Game.CLUBS,
    "S": Game.SPADES,
    "H": Game.HEARTS,
    "D": Game.DIAMONDS,
    "G": Game.GRAND,
    "N": Game.NULL,
}
_CARD = re.compile(r"[CSHD][789TJQKA]")
_LIKE_A_CARD = re.compile(r"[A-Z0-9?]{2}")
_GONE = re.compile(r"(TI|LE)\.([012])")
_IN_PLAY = {"RE": "bad_resign", "SC": "bad_show"}
_SIZES = (10, 10, 10, 2)


class End(StrEnum):
    """End of a round."""

    COMPLETE = "complete"
    DECIDED = "decided"
    PASSED = "passed"
    RESIGN_DECLARER = "resign_declarer"
    RESIGN_DEFENDERS = "resign_defenders"
    TIMEOUT_DECLARER = "timeout_declarer"
    TIMEOUT_DEFENDER = "timeout_defender"
    LEFT_DECLARER = "left_declarer"
    LEFT_DEFENDER = "left_defender"
    TIMEOUT_PENALTY = "timeout_penalty"
    LEFT_PENALTY = "left_penalty"


BY_DECLARER = frozenset((End.RESIGN_DECLARER, End.TIMEOUT_DECLARER, End.LEFT_DECLARER))
BY_DEFENDERS = frozenset((End.RESIGN_DEFENDERS, End.TIMEOUT_DEFENDER, End.LEFT_DEFENDER))
PENALTIES = frozenset((End.TIMEOUT_PENALTY, End.LEFT_PENALTY))
"""Ends brought about by the declarer, by defenders, and by anyone before the game began."""


@dataclass(slots=True)
class Moves:
    """Result of the moves.

    Attributes:
        dealt: the cards as dealt.
        calls: calls of the bidding.
        bid: the last number called, 0 if none.
        declarer: the declarer, also before the announcement; None before the end of the bidding and if all passed.
        contract: the contract; None before it is complete.
        deal: the deal when play began.
        position: the current position; None before play.
        cards: cards played.
        end: end of the round; None while it goes on.
        culprit: seat that ran out of time or left.
        warnings: inconsistencies, one word each.
    """

    dealt: Deal
    calls: list[Call] = field(default_factory=list)
    bid: int = 0
    declarer: Seat | None = None
    contract: Contract | None = None
    deal: Deal | None = None
    position: Position | None = None
    cards: list[int] = field(default_factory=list)
    end: End | None = None
    culprit: Seat | None = None
    warnings: list[str] = field(default_factory=list)

    @property
    def tricks(self) -> int:
        """Complete tricks."""
        return len(self.cards) // 3


def read_moves(text: str) -> Moves:
    """Read the moves of a record.

    Raises:
        FaultError: the moves are not a valid round; its kind names the error.
    """
    words = text.split()
    if "??" in text:
        raise FaultError("hidden_cards", "?? in the move list")
    if len(words) % 2:
        raise FaultError("odd_tokens", f"{len(words)} words do not form pairs of actor and action")
    if len(words) < 2:
        raise FaultError("unfinished", "no moves")
    if words[0] not in ("w", "0", "1", "2"):
        raise FaultError("bad_player", words[0])
    if words[0] != "w":
        raise FaultError("bad_turn", f"{words[0]} {words[1]} before the deal")
    machine = _Machine(Moves(_dealt(words[1])))
    for who, what in zip(words[2::2], words[3::2], strict=True):
        machine.move(who, what)
    if machine.moves.end is None:
        raise FaultError("unfinished", "the moves end before the round is over")
    return machine.moves


class _Machine:
    """State machine: the result so far, and the next expected move."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self._bidder: Seat | None = Seat.MIDDLEHAND
        self._holder = Seat.FOREHAND
        self._taken = False
        self._announced: Contract | None = None
        self._resigned: set[Seat] = set()
        self._next: Callable[[str, str], None] = self._call

    def move(self, who: str, what: str) -> None:
        """Process a move."""
        if who not in ("w", "0", "1", "2"):
            raise FaultError("bad_player", who)
        if self.moves.end is not None:
            raise FaultError("after_end", f"{who} {what}")
        if who == "w" and (gone := _GONE.fullmatch(what)):
            self._gone(gone[1] == "TI", Seat(int(gone[2])))
        elif self.moves.contract is None and what in _IN_PLAY:
            raise FaultError(_IN_PLAY[what], f"{who} {what} before play")
        else:
            self._next(who, what)

    # the bidding

    def _call(self, who: str, what: str) -> None:
        """The bidder calls a number or passes."""
        assert self._bidder is not None
        _turn(who, what, self._bidder)
        if what == "p":
            self._say(self._bidder, Word.PASSES, 0)
            self._bidder_out(self._holder)
        else:
            self._say(self._bidder, Word.BIDS, self._number(what))
            self._next = self._answer

    def _answer(self, who: str, what: str) -> None:
        """The holder holds or passes."""
        _turn(who, what, self._holder)
        if what == "y":
            self._say(self._holder, Word.HOLDS, self.moves.bid)
            self._next = self._call
        elif what == "p":
            assert self._bidder is not None
            self._say(self._holder, Word.PASSES, self.moves.bid)
            self._bidder_out(self._bidder)
        else:
            raise FaultError("unknown_move", f"{who} {what} where y or p is expected")

    def _bidder_out(self, left: Seat) -> None:
        """One of two players has passed, and the other is left."""
        self._holder = left
        if self._bidder is Seat.MIDDLEHAND:
            self._bidder, self._next = Seat.REARHAND, self._call
        elif self.moves.bid:
            self._bidden()
        else:
            self._next = self._alone

    def _alone(self, who: str, what: str) -> None:
        """Both others passed without a bid: forehand may bid."""
        _turn(who, what, Seat.FOREHAND)
        if what == "p":
            self._say(Seat.FOREHAND, Word.PASSES, 0)
            self.moves.end = End.PASSED
        else:
            self._say(Seat.FOREHAND, Word.BIDS, self._number(what))
            self._bidden()

    def _bidden(self) -> None:
        self.moves.declarer, self._next = self._holder, self._skat_or_hand

    def _say(self, seat: Seat, word: Word, bid: int) -> None:
        self.moves.calls.append(Call(seat, word, bid))
        self.moves.bid = max(bid, self.moves.bid)

    def _number(self, what: str) -> int:
        """Read a number that is called."""
        if not what.isascii() or not what.isdigit() or len(what) > 3 or int(what) > MOST_BID:
            raise FaultError("unknown_move", f"{what} where a number or p is expected")
        bid = int(what)
        if bid <= self.moves.bid or bid < BIDS[0]:
            raise FaultError("bid_too_low", f"{bid} after {self.moves.bid}" if self.moves.bid else what)
        if bid not in BIDS:
            self.moves.warnings.append(f"odd_bid:{bid}")
        return bid

    # the Skat and the contract

    def _skat_or_hand(self, who: str, what: str) -> None:
        """The declarer asks for the Skat or announces a Hand game."""
        _turn(who, what, self._declarer)
        if what == "s":
            self._taken, self._next = True, self._skat
        else:
            self._contract(who, what)

    def _skat(self, who: str, what: str) -> None:
        """The server gives the Skat."""
        if who != "w":
            raise FaultError("bad_turn", f"{who} {what} where the server gives the Skat")
        cards = _cards(what.split("."), 2)
        if mask_of(cards) != self.moves.dealt.skat:
            raise FaultError("skat_differs", f"{what}, dealt {cards_text(self.moves.dealt.skat)}")
        self._next = self._contract

    def _contract(self, who: str, what: str) -> None:
        """The declarer announces, in one move with the discard or before it."""
        _turn(who, what, self._declarer)
        token, *cards = what.split(".")
        contract = _contract(token, hand=not self._taken)
        if contract.game is Game.NULL and NULL_VALUES[contract.hand, contract.ouvert] < self.moves.bid:
            raise FaultError("bad_contract", f"{token} at a bid of {self.moves.bid}")
        self._announced = contract
        if not self._taken:
            self._shown(cards, self._hand)
            self._begin(self.moves.dealt)
        elif cards:
            self._discard(cards)
        else:
            self._next = self._discards

    def _discards(self, who: str, what: str) -> None:
        """The declarer discards two cards after the announcement."""
        _turn(who, what, self._declarer)
        self._discard(what.split("."))

    def _discard(self, cards: list[str]) -> None:
        two, shown = cards[:2], cards[2:]
        laid = mask_of(_cards(two, 2))
        hands, own = list(self.moves.dealt.hands), self._hand | self.moves.dealt.skat
        if missing := laid & ~own:
            raise FaultError("card_not_held", f"{cards_text(missing)} discarded")
        hands[self._declarer] = own & ~laid
        self._shown(shown, own & ~laid)
        self._begin(Deal((hands[0], hands[1], hands[2]), laid))

    def _shown(self, cards: list[str], hand: int) -> None:
        """Compare the cards that the declarer shows with the announcement, if any, with all ten of the hand."""
        if cards and mask_of(_cards(cards, 10)) != hand:
            self.moves.warnings.append("ouvert_cards_differ")

    def _begin(self, deal: Deal) -> None:
        assert self._announced is not None
        moves = self.moves
        moves.contract, moves.deal = self._announced, deal
        moves.position, self._next = start(deal, self._announced.game, self._declarer), self._play

    # play

    def _play(self, who: str, what: str) -> None:
        """A card, or another action of a player."""
        if who == "w":
            raise FaultError("unknown_move", f"w {what}")
        seat, position = Seat(int(who)), self.moves.position
        assert position is not None
        if what == "RE":
            self._resign(seat)
        elif what == "SC" or what.startswith("SC."):
            self._show(seat, what.split(".")[1:])
        elif not _CARD.fullmatch(what):
            raise FaultError("bad_card" if _LIKE_A_CARD.fullmatch(what) else "unknown_move", f"{who} {what}")
        else:
            _turn(who, what, position.to_move)
            self._played(position, read_card(what))

    def _played(self, position: Position, card: int) -> None:
        moves, seat, name = self.moves, position.to_move, card_text(card)
        if card in moves.cards:
            raise FaultError("card_twice", f"played twice: {name}")
        if not position.hands[seat] >> card & 1:
            raise FaultError("card_not_held", f"{seat.value} {name}")
        if not legal(position) >> card & 1:
            raise FaultError("revoke", f"{seat.value} {name} on {card_text(position.table[0])}")
        moves.cards.append(card)
        moves.position = after = play(position, card)
        if after.over:
            moves.end = End.COMPLETE
        elif not after.table and _is_decided(self._announced, after, moves.tricks):
            moves.end = End.DECIDED

    def _resign(self, seat: Seat) -> None:
        if seat in self._resigned:
            raise FaultError("bad_resign", f"{seat.value} RE, again")
        self._resigned.add(seat)
        if seat is self._declarer:
            self.moves.end = End.RESIGN_DECLARER
        elif len(self._resigned) == 2:
            self.moves.end = End.RESIGN_DEFENDERS

    def _show(self, seat: Seat, cards: list[str]) -> None:
        """The declarer shows the hand, which has no effect."""
        if seat is not self._declarer:
            raise FaultError("bad_show", f"{seat.value} SC")
        try:
            shown = cards and mask_of(_cards(cards, None))
        except FaultError as fault:
            raise FaultError("bad_show", fault.detail) from None
        if cards and self.moves.position and shown != self.moves.position.hands[seat]:
            self.moves.warnings.append("shown_cards_differ")

    def _gone(self, timeout: bool, seat: Seat) -> None:
        """A seat ran out of time or left."""
        moves = self.moves
        moves.culprit = seat
        if moves.contract is None:
            moves.end = End.TIMEOUT_PENALTY if timeout else End.LEFT_PENALTY
        elif seat is moves.declarer:
            moves.end = End.TIMEOUT_DECLARER if timeout else End.LEFT_DECLARER
        else:
            moves.end = End.TIMEOUT_DEFENDER if timeout else End.LEFT_DEFENDER

    @property
    def _declarer(self) -> Seat:
        return self._holder

    @property
    def _hand(self) -> int:
        """The declarer's ten cards as dealt."""
        return self.moves.dealt.hands[self._holder]


def _is_decided(contract: Contract | None, position: Position, tricks: int) -> bool:
    """Whether the server ends the game here, between two tricks, since the announcement can no longer be made."""
    assert contract is not None
    if contract.game is Game.NULL:
        return position.declarer_tricks > 0
    if contract.schwarz:
        return position.declarer_tricks < tricks
    return contract.schneider and position.defender_points > 30


def _dealt(text: str) -> Deal:
    groups = text.split("|")
    cards = _cards(text.replace("|", ".").split("."), 32)
    if len(groups) > 1 and tuple(len(group.split(".")) for group in groups) != _SIZES:
        raise FaultError("wrong_count", "a deal must have ten, ten, ten and two cards")
    forehand, middlehand, rearhand = (mask_of(cards[place : place + 10]) for place in (0, 10, 20))
    return Deal((forehand, middlehand, rearhand), mask_of(cards[30:]))


def _cards(names: list[str], count: int | None) -> list[int]:
    """Distinct cards by name; exactly `count` of them, if given."""
    if count is not None and len(names) != count:
        raise FaultError("wrong_count", f"{len(names)} cards, not {count}")
    cards = []
    for name in names:
        if not _CARD.fullmatch(name):
            raise FaultError("bad_card", name[:20])
        card = read_card(name)
        if card in cards:
            raise FaultError("card_twice", name)
        cards.append(card)
    return cards


def _contract(token: str, *, hand: bool) -> Contract:
    """The contract given by a word.

    Args:
        token: the game's letter, then any of O, H, S and Z.
        hand: whether the Skat was left.
    """
    game, letters = _GAMES.get(token[:1]), token[1:]
    if game is None or not set(letters) <= set("OHSZ") or len(set(letters)) < len(letters):
        raise FaultError("bad_contract", token[:20])
    ouvert, schwarz = "O" in letters, "Z" in letters
    if game is not Game.NULL and ouvert:
        schwarz, letters = True, letters + "H"
    if ("H" in letters) != hand:
        why = "Hand with the Skat taken up" if "H" in letters else "no Hand with the Skat left"
        raise FaultError("bad_contract", f"{token}: {why}")
    try:
        return Contract(game, hand, schwarz or "S" in letters, schwarz, ouvert)
    except InputError as fault:
        raise FaultError("bad_contract", f"{token}: {fault}") from None


def _turn(who: str, what: str, seat: Seat) -> None:
    """Refuse a move by another seat than the one to act."""
    if who != str(seat.value):
        raise FaultError("bad_turn", f"{who} {what}, not {seat.value}")
