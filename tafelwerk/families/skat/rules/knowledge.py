"""Certain knowledge of one player during a game: the player's hand, the cards played, and who failed to follow suit.

Players know their own cards. The declarer, unless playing Hand, also knows the two cards in the Skat, and everyone knows the
declarer's cards in an Ouvert game. A card played shows that its player held it. A card of another suit than the one led shows
that its player has none of that suit; trumps count as one suit (S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers,
Freiburg 2003, section 12.1).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import (
    ALL_CARDS,
    NAMES,
    SUIT_TERMS,
    Game,
    Seat,
    bits,
    card_name,
    card_names,
    hand_of,
    mask_of,
    order,
    points,
    read_cards,
    read_game,
    read_list,
    read_seat,
    term,
)
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Position, follow, play, trick_winner
from tafelwerk.language import say


@dataclass(frozen=True, slots=True)
class World:
    """One possible distribution of the cards during a game.

    Attributes:
        hands: masks of the cards still held by forehand, middlehand and rearhand.
        skat: mask of the Skat.
    """

    hands: tuple[int, int, int]
    skat: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Knowledge of a player.

    Attributes:
        seat: seat of the player.
        hands: masks of the cards still held by forehand, middlehand and rearhand; None for a hand that the player does not see.
        skat: mask of the Skat, 0 if the deal has none; None if its two cards are unknown.
        sizes: number of cards still held by each seat.
        unseen: mask of the cards in the hands and the Skat that the player does not see.
        voids: for each seat the mask of the whole suits that it failed to follow; it holds none of these cards.
        cards: all cards played, in order.
        played: for each seat the mask of the cards that it has played.
        course: public state of play: a position with empty hands and points without the Skat.
    """

    seat: Seat
    hands: tuple[int | None, int | None, int | None]
    skat: int | None
    sizes: tuple[int, int, int]
    unseen: int
    voids: tuple[int, int, int]
    cards: tuple[int, ...]
    played: tuple[int, int, int]
    course: Position

    @property
    def hand(self) -> int:
        """Mask of the cards that the player still holds."""
        return self.hands[self.seat] or 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.course.game

    @property
    def declarer(self) -> Seat:
        """The declarer."""
        return self.course.declarer

    @property
    def table(self) -> tuple[int, ...]:
        """The cards of the current trick in the order played, none to two."""
        return self.course.table

    @property
    def leader(self) -> Seat:
        """The leader of the current trick, or of the next one between tricks."""
        return self.course.leader

    @property
    def to_move(self) -> Seat:
        """The seat to play the next card."""
        return self.course.to_move

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not any(self.sizes)

    @property
    def legal(self) -> int:
        """Mask of the player's legal cards: those that follow the card led, or all cards between tricks."""
        return follow(self.game, self.table[0], self.hand) if self.table else self.hand

    def position(self, world: World) -> Position:
        """The position with open cards in a world; the Skat's points are the declarer's."""
        return replace(self.course, hands=world.hands, declarer_points=self.course.declarer_points + points(world.skat))

    def deal(self, world: World) -> Deal:
        """The deal with which play began in a world."""
        forehand, middlehand, rearhand = (left | gone for left, gone in zip(world.hands, self.played, strict=True))
        return Deal((forehand, middlehand, rearhand), world.skat)


def knowledge(
    seat: Seat,
    hand: int,
    game: Game,
    declarer: Seat,
    cards: Iterable[int] = (),
    *,
    skat: int | None = None,
    shown: int | None = None,
    pack: int = ALL_CARDS,
    begin: Position | None = None,
) -> Knowledge:
    """Knowledge of a player after some cards have been played, since the start or since a trick in the middle of a game.

    Before the first card neither game nor declarer matter: during the bidding any can be given.

    Args:
        seat: seat of the player.
        hand: mask of the player's cards when play began.
        game: the game.
        declarer: the declarer.
        cards: cards played so far, in order.
        skat: mask of the Skat, which the declarer knows unless playing Hand; None if the player does not know it.
        shown: mask of the declarer's cards when play began, which all see in an Ouvert game; None in other games.
        pack: mask of all cards that were dealt: three hands and a Skat of two; with hands of fewer than ten cards the Skat
            may be missing.
        begin: public state of play before the first of these cards, as `Knowledge.course`. Default: forehand leads.

    Raises:
        InputError: hands, Skat and pack are inconsistent, or a card cannot have been played: it was not in the pack, had
            been played, was elsewhere, or was a revoke. The message gives its number, counted from 1.
    """
    begin = begin or Position((0, 0, 0), (), Seat.FOREHAND, 0, 0, declarer, game)
    known = _at_the_start(seat, hand, begin, skat, shown, pack)
    for number, card in enumerate(cards, 1):
        try:
            known = after(known, card)
        except InputError as fault:
            raise InputError(f"{say('card')} {number}: {fault}") from None
    return known


def to_choose(
    hand: str,
    game: str,
    declarer: str,
    seat: str,
    skat: str | None = None,
    played: str | None = None,
    *,
    leader: str | None = None,
    declarer_points: int | None = None,
    table: str | None = None,
    shown: str | None = None,
) -> Knowledge:
    """Knowledge of the player to move, from words.

    With leader, points or table the game is taken up at the current trick: `hand` and `shown` are the cards still held, and
    `played` those of the tricks before, in any order; behind them may stand those of the current trick, in place of `table`.

    Args:
        hand: the ten cards held by the player when play began, or the cards still held.
        game: the game.
        declarer: the declarer.
        seat: seat of the player.
        skat: the two cards discarded; None for a defender, and for a declarer who plays Hand.
        played: cards played so far, in order.
        leader: leader of the current trick. Default: forehand.
        declarer_points: card points of the declarer before this trick, those of a known Skat among them. Default: the Skat's.
        table: cards on the table, the leader's first.
        shown: the declarer's cards, which lie open.

    Raises:
        InputError: the arguments are inconsistent, or it is another player's turn.
    """
    laid = None if skat is None else read_cards(skat)
    held, open_cards = read_cards(hand), None if shown is None else read_cards(shown)
    cards, pack = read_list(played or ""), ALL_CARDS
    begin = Position((0, 0, 0), (), Seat.FOREHAND, 0, 0, read_seat(declarer), read_game(game))
    if leader is not None or declarer_points is not None or table is not None:
        before = 3 * (10 - held.bit_count())
        lying = read_list(table or "")
        if table is None and before < len(cards) < before + 3:
            cards, lying = cards[:before], cards[before:]
        gone, cards = mask_of(cards), lying
        if gone.bit_count() != before:
            raise InputError(_wrong_tricks(held, gone))
        pack = ALL_CARDS & ~gone
        # who must take every trick has taken all before
        begin = replace(
            begin,
            leader=read_seat(leader) if leader else Seat.FOREHAND,
            declarer_points=0 if declarer_points is None else _points_of_tricks(declarer_points, gone, laid or 0),
            declarer_tricks=0 if open_cards is None or begin.game is Game.NULL else gone.bit_count() // 3,
        )
    else:
        if held.bit_count() < 10:
            # those still held, and those that were played
            held |= _played_by(read_seat(seat), begin.game, cards)
            open_cards = None if open_cards is None else open_cards | _played_by(begin.declarer, begin.game, cards)
        if (count := held.bit_count()) != 10:
            raise InputError(
                say("--hand: a hand has 10 cards, not {count}; to begin at a later trick give --leader", count=count)
            )
    known = knowledge(
        read_seat(seat),
        held,
        begin.game,
        begin.declarer,
        cards,
        skat=laid,
        shown=open_cards,
        pack=pack,
        begin=begin,
    )
    if known.over:
        raise InputError(say("all cards are played"))
    if known.to_move is not known.seat:
        turn, seat = term(known.to_move.word), term(known.seat.word)
        raise InputError(say("it is {turn}'s turn, not {seat}'s", turn=turn, seat=seat))
    return known


def _played_by(seat: Seat, game: Game, cards: Sequence[int]) -> int:
    """Mask of a player's cards among those played since the start."""
    leader, own = Seat.FOREHAND, 0
    for first in range(0, len(cards), 3):
        trick = cards[first : first + 3]
        turn = (seat - leader) % 3
        own |= mask_of(trick[turn : turn + 1])
        leader = trick_winner(game, leader, trick)
    return own


def _wrong_tricks(held: int, gone: int) -> str:
    """What is wrong where the tricks before the current one do not fit the cards still held."""
    each, tricks = held.bit_count(), 10 - held.bit_count()
    return say(
        "--history: with {each} cards in hand {tricks} tricks were played, of {cards} cards in any order; {count} are given; "
        "where all hands are known: tafelwerk skat solve --deal ... --points ...",
        each=each,
        tricks=tricks,
        cards=3 * tricks,
        count=gone.bit_count(),
    )


def _points_of_tricks(declarer_points: int, gone: int, skat: int) -> int:
    """The points in the declarer's tricks, which are among the cards of earlier tricks."""
    least, most = points(skat), points(skat | gone)
    if not least <= declarer_points <= most:
        raise InputError(
            say("--points must be {least} to {most}, not {given}", least=least, most=most, given=declarer_points)
        )
    return declarer_points - least


def after(known: Knowledge, card: int) -> Knowledge:
    """Knowledge of the player after the next card, by any player.

    Raises:
        InputError: as far as the player knows, the player to move cannot play this card.
    """
    if not 0 <= card < 32:
        raise InputError(f"a card must be from 0 to 31, not {card}")
    if fault := _fault(known, card):
        mover_, name = term(known.to_move.word), card_name(card)
        raise InputError(say("{mover} cannot play {name}: {fault}", mover=mover_, name=name, fault=fault))
    mover, bit, suit = known.to_move, 1 << card, _suit(known.game, known.table[0] if known.table else card)
    hands, sizes, voids, played_cards = list(known.hands), list(known.sizes), list(known.voids), list(known.played)
    held = hands[mover]
    hands[mover] = None if held is None else held & ~bit
    sizes[mover] -= 1
    played_cards[mover] |= bit
    if not suit & bit:
        voids[mover] |= suit
    lying = (bit if mover == 0 else 0, bit if mover == 1 else 0, bit if mover == 2 else 0)
    return replace(
        known,
        hands=(hands[0], hands[1], hands[2]),
        sizes=(sizes[0], sizes[1], sizes[2]),
        unseen=known.unseen & ~bit,
        voids=(voids[0], voids[1], voids[2]),
        cards=(*known.cards, card),
        played=(played_cards[0], played_cards[1], played_cards[2]),
        course=play(replace(known.course, hands=lying), card),
    )


def _at_the_start(seat: Seat, hand: int, begin: Position, skat: int | None, shown: int | None, pack: int) -> Knowledge:
    declarer = begin.declarer
    if not 0 < pack <= ALL_CARDS:
        raise InputError(f"the pack must be a mask of 32 bits, not {pack}")
    each, in_skat = divmod(pack.bit_count(), 3)
    if in_skat == 1 or not 1 <= each <= 10 or (each == 10 and not in_skat):
        raise InputError(
            f"the pack has {pack.bit_count()} cards; it must be three hands of equal size and a Skat of two,"
            " which may be missing if hands have fewer than ten"
        )
    if skat is not None and seat != declarer and in_skat:
        who = term(seat.word)
        raise InputError(say("only the declarer knows the Skat, and {who} is not the declarer", who=who))
    if shown is not None and seat == declarer and shown != hand:
        raise InputError(say("the cards shown are the declarer's; a declarer's own hand cannot differ from them"))
    if not in_skat and skat is None:
        skat = 0
    parts = {hand_of(seat.word): (hand, each), say("the Skat"): (skat, in_skat)}
    if seat != declarer:
        parts[hand_of(declarer.word)] = (shown, each)
    unseen = pack
    for what, (mask, size) in parts.items():
        if mask is None:
            continue
        if not 0 <= mask <= ALL_CARDS:
            raise InputError(f"{what} must be a mask of 32 bits, not {mask}")
        if mask.bit_count() != size:
            count = mask.bit_count()
            raise InputError(
                say("{what} has {count} cards; with this pack it must have {size}", what=what, count=count, size=size)
            )
        if missing := mask & ~pack:
            names = card_names(bits(missing))
            raise InputError(say("{names} in {what} is not in the pack", names=names, what=what))
        if twice := mask & ~unseen:
            both = card_names(bits(twice))
            raise InputError(say("{both} is in two places, one of them {what}", both=both, what=what))
        unseen &= ~mask
    seen = {declarer: shown, seat: hand}
    return Knowledge(
        seat,
        (seen.get(Seat.FOREHAND), seen.get(Seat.MIDDLEHAND), seen.get(Seat.REARHAND)),
        skat,
        (each, each, each),
        unseen,
        (0, 0, 0),
        (),
        (0, 0, 0),
        begin,
    )


def _fault(known: Knowledge, card: int) -> str | None:
    """Why the player to move cannot play a card, as far as the player knows; None if nothing speaks against it."""
    if known.over:
        return say("all cards are played")
    mover, bit = known.to_move, 1 << card
    if card in known.cards:
        number = known.cards.index(card) + 1
        return say("it has been played, as card {place}", place=number)
    hand = known.hands[mover]
    if hand is None:
        if known.voids[mover] & bit:
            seat, suit = term(mover.word), _suit_word(known.game, card)
            return say("{seat} failed to follow {suit} before", seat=seat, suit=suit)
        if known.unseen & bit:
            return None
    elif hand & bit:
        allowed = follow(known.game, known.table[0], hand) if known.table else hand
        if allowed & bit:
            return None
        seat, may = term(mover.word), card_names(bits(allowed))
        return say("{seat} must follow suit and may play {may}", seat=seat, may=may)
    return _whereabouts(known, bit)


def _whereabouts(known: Knowledge, bit: int) -> str:
    """Where a card is that cannot be in the hand of the player to move."""
    for seat, hand in zip(Seat, known.hands, strict=True):
        if hand is not None and hand & bit:
            return say("{seat} holds it", seat=term(seat.word))
    if known.skat is not None and known.skat & bit:
        return say("it is in the Skat")
    if known.unseen & bit:
        who = term(known.to_move.word)
        return say("{who} does not hold it", who=who)
    return say("it is not in the pack")


def _suit(game: Game, card: int) -> int:
    """Mask of all cards of a card's suit; trumps are one suit."""
    return follow(game, card, ALL_CARDS)


def _suit_word(game: Game, card: int) -> str:
    own = order(game)
    trump = own.trumps >> own.place[card] & 1
    return say("trumps") if trump else term(SUIT_TERMS[NAMES[card][0]])
