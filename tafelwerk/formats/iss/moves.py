"""The moves of a record, property MV: a state machine from the deal to the end.

A move is an actor, `w` for the server or a seat, and an action. Both contracts and cards begin with `H`, `S` or `C`, so that
the phase decides the meaning of a word. The rules of play are in `families.skat.rules.play`; the server's own rules for ending
a game early and for giving up are here.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text, cards_text, mask_of, read_card
from tafelwerk.families.skat.rules.contracts import BIDS, NULL_VALUES, Contract, advance
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import legal
from tafelwerk.families.skat.rules.round_log import ODD_BID
from tafelwerk.families.skat.rules.rounds import Announcement, End, GameInPlay, Round, begin_round, out_of_reach
from tafelwerk.formats.iss.records import FaultError

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


def read_moves(text: str) -> Round:
    """The round told by the moves of a record.

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
    machine = _Machine(begin_round(_dealt(words[1])))
    for who, what in zip(words[2::2], words[3::2], strict=True):
        machine.move(who, what)
    if not machine.is_over:
        raise FaultError("unfinished", "the moves end before the round is over")
    return machine.round


class _Machine:
    """State machine: the round up to the announcement and at its end, the game between them, and the next expected move."""

    def __init__(self, round_: Round) -> None:
        self.round, self.is_over = round_, False
        self._auction = round_.auction
        self._game: GameInPlay | None = None
        self._announced: Contract | None = None
        self._resigned: set[Seat] = set()
        self._next: Callable[[str, str], None] = self._call

    def move(self, who: str, what: str) -> None:
        """Process a move."""
        if who not in ("w", "0", "1", "2"):
            raise FaultError("bad_player", who)
        if self.is_over:
            raise FaultError("after_end", f"{who} {what}")
        if who == "w" and (gone := _GONE.fullmatch(what)):
            self._gone(gone[1] == "TI", Seat(int(gone[2])))
        elif self._game is None and what in _IN_PLAY:
            raise FaultError(_IN_PLAY[what], f"{who} {what} before play")
        else:
            self._next(who, what)

    # the bidding

    def _call(self, who: str, what: str) -> None:
        """The bidder calls a number or passes, and the holder holds or passes; forehand may call if both others passed."""
        auction = self._auction
        seat = auction.to_speak
        assert seat is not None
        _turn(who, what, seat)
        is_answer = auction.answering and auction.bid > 0
        if is_answer and what not in ("y", "p"):
            raise FaultError("unknown_move", f"{who} {what} where y or p is expected")
        self._auction = advance(auction, 0 if what == "p" else auction.bid if is_answer else self._number(what))
        if not self._auction.over:
            return
        if self._auction.declarer is None:
            self._end()
        self.round, self._next = replace(self.round, auction=self._auction), self._skat_or_hand

    def _number(self, what: str) -> int:
        """Read a number that is called."""
        last = self._auction.bid
        if not what.isascii() or not what.isdigit() or len(what) > 3 or int(what) > MOST_BID:
            raise FaultError("unknown_move", f"{what} where a number or p is expected")
        bid = int(what)
        if bid <= last or bid < BIDS[0]:
            raise FaultError("bid_too_low", f"{bid} after {last}" if last else what)
        if bid not in BIDS:
            self._warn(f"{ODD_BID}:{bid}")
        return bid

    # the Skat and the contract

    def _skat_or_hand(self, who: str, what: str) -> None:
        """The declarer asks for the Skat or announces a Hand game."""
        _turn(who, what, self._declarer)
        if what == "s":
            self.round, self._next = self.round.took(), self._skat
        else:
            self._contract(who, what)

    def _skat(self, who: str, what: str) -> None:
        """The server gives the Skat."""
        if who != "w":
            raise FaultError("bad_turn", f"{who} {what} where the server gives the Skat")
        cards = _cards(what.split("."), 2)
        if mask_of(cards) != self.round.dealt.skat:
            raise FaultError("skat_differs", f"{what}, dealt {cards_text(self.round.dealt.skat)}")
        self._next = self._contract

    def _contract(self, who: str, what: str) -> None:
        """The declarer announces, in one move with the discard or before it."""
        _turn(who, what, self._declarer)
        token, *cards = what.split(".")
        contract = _contract(token, hand=not self.round.taken)
        if contract.game is Game.NULL and NULL_VALUES[contract.hand, contract.ouvert] < self.round.bid:
            raise FaultError("bad_contract", f"{token} at a bid of {self.round.bid}")
        self._announced = contract
        if contract.hand:
            self._shown(cards, self.round.cards)
            self._begin(0)
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
        laid, own = mask_of(_cards(two, 2)), self.round.cards
        if missing := laid & ~own:
            raise FaultError("card_not_held", f"{cards_text(missing)} discarded")
        self._shown(shown, own & ~laid)
        self._begin(laid)

    def _shown(self, cards: list[str], hand: int) -> None:
        """Compare the cards that the declarer shows with the announcement, if any, with all ten of the hand."""
        if cards and mask_of(_cards(cards, 10)) != hand:
            self._warn("ouvert_cards_differ")

    def _begin(self, laid: int) -> None:
        assert self._announced is not None
        self.round, self._next = self.round.announced(Announcement(self._announced, laid)), self._play
        self._game = self.round.game

    # play

    def _play(self, who: str, what: str) -> None:
        """A card, or another action of a player."""
        if who == "w":
            raise FaultError("unknown_move", f"w {what}")
        seat, game = Seat(int(who)), self._game
        assert game is not None
        if what == "RE":
            self._resign(seat)
        elif what == "SC" or what.startswith("SC."):
            self._show(seat, what.split(".")[1:], game.position.hands[seat])
        elif not _CARD.fullmatch(what):
            raise FaultError("bad_card" if _LIKE_A_CARD.fullmatch(what) else "unknown_move", f"{who} {what}")
        else:
            _turn(who, what, game.to_move)
            self._played(game, read_card(what))

    def _played(self, game: GameInPlay, card: int) -> None:
        seat, name, position = game.to_move, card_text(card), game.position
        if card in game.cards:
            raise FaultError("card_twice", f"played twice: {name}")
        if not position.hands[seat] >> card & 1:
            raise FaultError("card_not_held", f"{seat.value} {name}")
        if not legal(position) >> card & 1:
            raise FaultError("revoke", f"{seat.value} {name} on {card_text(position.table[0])}")
        self._game = after = game.played(card)
        if after.over:
            self._end()
        elif out_of_reach(after.contract, after.position):
            self._end(End.DECIDED)

    def _resign(self, seat: Seat) -> None:
        if seat in self._resigned:
            raise FaultError("bad_resign", f"{seat.value} RE, again")
        self._resigned.add(seat)
        if seat is self._declarer:
            self._end(End.RESIGN_DECLARER)
        elif len(self._resigned) == 2:
            self._end(End.RESIGN_DEFENDERS)

    def _show(self, seat: Seat, cards: list[str], hand: int) -> None:
        """The declarer shows the hand, which has no effect."""
        if seat is not self._declarer:
            raise FaultError("bad_show", f"{seat.value} SC")
        try:
            shown = cards and mask_of(_cards(cards, None))
        except FaultError as fault:
            raise FaultError("bad_show", fault.detail) from None
        if cards and shown != hand:
            self._warn("shown_cards_differ")

    def _gone(self, timeout: bool, seat: Seat) -> None:
        """A seat ran out of time or left."""
        if self._game is None:
            end = End.TIMEOUT_PENALTY if timeout else End.LEFT_PENALTY
        elif seat is self._declarer:
            end = End.TIMEOUT_DECLARER if timeout else End.LEFT_DECLARER
        else:
            end = End.TIMEOUT_DEFENDER if timeout else End.LEFT_DEFENDER
        self._end(end, seat)

    def _end(self, ended: End | None = None, culprit: Seat | None = None) -> None:
        self.is_over = True
        self.round = replace(self.round, auction=self._auction, game=self._game, ended=ended, culprit=culprit)

    def _warn(self, word: str) -> None:
        self.round = replace(self.round, warnings=(*self.round.warnings, word))

    @property
    def _declarer(self) -> Seat:
        return self._auction.holder


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
