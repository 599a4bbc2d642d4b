"""What a player at the table is asked, and what may be typed: bids, Skat or Hand, two cards to lay away, a game, a card."""

import re
from collections.abc import Sequence

from tafelwerk.errors import InputError, quoted
from tafelwerk.play.skat.sitting import Ask, Sitting
from tafelwerk.play.skat.telling import sorted_cards
from tafelwerk.rules.numbers import whole
from tafelwerk.rules.skat.auction import Auction, Word
from tafelwerk.rules.skat.cards import Game, card_text, cards_text, mask_of, read_card
from tafelwerk.rules.skat.scoring import Contract

YES, NO = ("y", "yes"), ("n", "no")
TWO_CARDS = "3 12"
"""Two of twelve cards by their numbers, as an example: names would look like advice."""

_SKAT = {False: ("skat", "take", "up"), True: ("hand", "leave")}
"""Words for taking the Skat up, and for leaving it."""

_SIGNS = str.maketrans("♣♠♥♦", "CSHD")
_STEPS = {"hand": "", "schneider": "", "schwarz": "black", "ouvert": "open"}
_NOISE = ("i", "play", "and", "announced", "announce", "the")
_WORDS = re.compile(r"[^\s,;+]+")


def wanted(sitting: Sitting) -> str:
    """What the person is asked, with an example; at the end of a round nothing."""
    moment = sitting.moment
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            return bid_form(moment.round.auction)
        case Ask.SKAT:
            return "type skat to take it up, or hand to play without it"
        case Ask.DISCARD:
            return f"lay two cards away by name or number, as in {TWO_CARDS}"
        case Ask.ANNOUNCE:
            return f"announce a game, as {'clubs, or grand schneider' if moment.left else 'clubs'}"
        case Ask.CARD:
            card = only_card(sitting)
            return "your card, by name or number" if card is None else f"your card; Enter plays {card}, the only one"
        case _:
            return ""


def take_answer(sitting: Sitting, text: str) -> None:
    """Take an answer, and what the programs do then.

    Raises:
        InputError: it is none here; all stays as it was.
    """
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            bid = read_bid(text, sitting.round.auction)
            try:
                sitting.say(bid)
            except InputError as fault:
                # only the one who speaks is refused a bid
                raise InputError(str(fault).replace(sitting.seat.word, "you")) from None
        case Ask.SKAT:
            left, contract = read_game(sitting, text)
            if left:
                sitting.leave_skat()
                _announce_too(sitting, contract)
            else:
                sitting.take()
        case Ask.DISCARD:
            words = text.split()
            behind = " ".join(words[2:]) if sitting.fixed is None and len(words) > 2 and words[2].isalpha() else ""
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
            raise InputError("the round is over")


def answers_so_far(sitting: Sitting) -> list[str]:
    """What the person has answered in this round, as `take_answer` reads it."""
    round_, you, chosen = sitting.round, sitting.seat, sitting.moment
    found = ["pass" if call.word is Word.PASSES else str(call.bid) for call in round_.auction.calls if call.seat is you]
    announcement = round_.announcement
    if round_.declarer is you:
        skat = chosen.laid if announcement is None else announcement.skat
        if sitting.fixed is None and (round_.taken or chosen.left or announcement is not None):
            found.append("skat" if round_.taken else "hand")
        if skat:
            found.append(cards_text(skat))
        if announcement is not None and sitting.fixed is None:
            contract = announcement.contract
            steps = [step for step in _STEPS if step != "hand" and getattr(contract, step)]
            found.append(" ".join([contract.game.value, *steps]))
    if round_.game is not None:
        found += [card_text(one.card) for one in round_.game.decisions if one.seat is you]
    return found


def only_card(sitting: Sitting) -> str | None:
    """The card that the person has to play, where there is but one."""
    if sitting.ask is not Ask.CARD:
        return None
    legal = sitting.known.legal
    return cards_text(legal) if legal.bit_count() == 1 else None


def is_announcement(sitting: Sitting, text: str) -> bool:
    """Whether a text says something of the Skat or announces a game, where that is asked."""
    try:
        read_game(sitting, text)
    except InputError:
        return False
    return True


def is_card(text: str) -> bool:
    """Whether a text is the name of a card, held or not."""
    try:
        read_card(_as_name(text.strip()))
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
    raise InputError(f"{quoted(text)} is neither yes nor no: {question}")


def read_bid(text: str, auction: Auction) -> int:
    """The bid that is made or held, 0 for a pass: yes takes the lowest there is, a number names one.

    Raises:
        InputError: the text is none of these; a number that cannot be bid now is for `auction.say` to refuse.
    """
    word = text.strip().lower()
    if word in ("p", "pass", *NO):
        return 0
    if word in (*YES, "hold", "bid") and auction.offers:
        return auction.offers[0]
    match = re.fullmatch(r"(?:bid|hold)?\s*([0-9]{1,4})", word, re.ASCII)
    if match is None or int(match[1]) == 0:
        raise InputError(f"{quoted(text)} is no answer here: {bid_form(auction)}")
    return int(match[1])


def bid_form(auction: Auction) -> str:
    """What may be answered in the bidding."""
    if not auction.offers:
        return "no bid is left, type pass"
    lowest, *others = auction.offers
    if auction.answering:
        return f"type yes to {'hold' if auction.bid else 'play at'} {lowest}, or pass"
    higher = f", a higher number such as {others[0]}" if others else ""
    return f"type yes to bid {lowest}{higher}, or pass"


def read_cards_of(text: str, shown: Sequence[int], count: int) -> list[int]:
    """Cards of a hand by their names or by their places in it as it is shown, from 1 on.

    Args:
        text: names as CJ, JC, ♣J or C10, or places, with blanks or commas between them.
        shown: the hand in its order.
        count: how many cards.

    Raises:
        InputError: a word names no card of the hand, or there are more or fewer cards.
    """
    found: list[int] = []
    for word in _WORDS.findall(text):
        card = _read_card(word, shown)
        if card not in shown:
            raise InputError(f"you do not hold {card_text(card)}; you hold {cards_text(mask_of(shown))}")
        if card in found:
            raise InputError(f"{card_text(card)} is named twice")
        found.append(card)
    if len(found) != count:
        form, example = ("one card", "") if count == 1 else (f"{count} cards", f", as in {TWO_CARDS}")
        raise InputError(f"name {form}, not {len(found)}, by name or number{example}")
    return found


def read_game(sitting: Sitting, text: str) -> tuple[bool, Contract | None]:
    """Whether the Skat is left, and what is announced, None where that is to come.

    Raises:
        InputError: the text says neither.
    """
    if sitting.ask is Ask.ANNOUNCE:
        return sitting.moment.left, read_announcement(text, hand=sitting.moment.left)
    words = text.lower().split()
    for left, names in _SKAT.items():
        if words and all(any(name.startswith(word) for name in names) for word in words):
            return left, None
    if "hand" in words:
        return True, read_announcement(" ".join(word for word in words if word != "hand"), hand=True)
    raise InputError(f"{quoted(text)} is no answer here: {wanted(sitting)}; what you play is announced afterwards")


def read_announcement(text: str, *, hand: bool) -> Contract:
    """What is announced: a game and, in any order, what goes with it; words may be cut short.

    What an announcement rests on need not be said: Schwarz takes Schneider along, Ouvert of a game with trumps takes both.

    Args:
        text: as "clubs", "grand", "null ouvert"; without the Skat taken up "clubs schneider" too.
        hand: whether the Skat was left.

    Raises:
        InputError: the text names no game, or one that cannot be announced so.
    """
    found = [_word_of(word) for word in _WORDS.findall(text.lower()) if word not in _NOISE]
    games = list(dict.fromkeys(word for word in found if isinstance(word, Game)))
    steps = {word for word in found if not isinstance(word, Game)}
    if len(games) != 1:
        several = f"announce one game, not {' and '.join(games[:2])}"
        raise InputError(several if games else f"name a game: {_announcement_form(hand=hand)}")
    game = games[0]
    if wrong := None if hand else next((step for step in ("hand", "schneider", "schwarz") if step in steps), None):
        raise InputError(f"{wrong.capitalize()} is announced only by who leaves the Skat, and you have taken it up")
    if game is Game.NULL:
        return Contract(game, hand, "schneider" in steps, "schwarz" in steps, "ouvert" in steps)
    if "ouvert" in steps and not hand:
        raise InputError(f"{game} Ouvert is played only without the Skat taken up; null may be played Ouvert")
    schwarz = bool(steps & {"schwarz", "ouvert"})
    return Contract(game, hand, schwarz or "schneider" in steps, schwarz, "ouvert" in steps)


def read_contract(text: str) -> Contract:
    """A contract in words: a game, and hand, schneider, schwarz, ouvert with it.

    Raises:
        InputError: the text names none.
    """
    found = [_word_of(word) for word in _WORDS.findall(text.lower())]
    return read_announcement(" ".join(word for word in found if word != "hand"), hand="hand" in found)


def _announcement_form(*, hand: bool) -> str:
    games = "clubs, spades, hearts, diamonds, grand or null"
    if not hand:
        return f"{games}, by the first letter too; null ouvert shows your cards"
    return f"{games}, and with it schneider, schwarz or ouvert if you announce that, as in grand schneider"


def _word_of(word: str) -> Game | str:
    """The game or the step that a word, maybe cut short, names; of several the game."""
    for game in Game:
        if game.value.startswith(word) or word == f"{game.value}s":
            return game
    for step, also in _STEPS.items():
        if step.startswith(word) or word == also:
            return step
    raise InputError(
        f"{quoted(word)} is no game: a game is clubs, spades, hearts, diamonds, grand or null; "
        "with it may go hand, schneider, schwarz, ouvert"
    )


def _read_card(word: str, shown: Sequence[int]) -> int:
    if word.isascii() and word.isdigit():
        return shown[whole("the number of a card", word, 1, len(shown)) - 1]
    try:
        return read_card(_as_name(word))
    except InputError:
        raise InputError(
            f"unknown card {quoted(word)}: cards are suit C S H D and rank 7 8 9 T J Q K A, as in HT, "
            "or a number below your hand; help says what else can be typed"
        ) from None


def _as_name(word: str) -> str:
    """The word as cards are named, where it is one: suit before rank, in capital letters."""
    name = word.translate(_SIGNS).upper().replace("10", "T")
    return name[::-1] if len(name) == 2 and name[0] in "ATKQJ987" and name[1] in "CSHD" else name


def _announce_too(sitting: Sitting, contract: Contract | None) -> None:
    """Announce what was said in the same breath as the last answer, which is taken back where that cannot be."""
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
        raise InputError(
            f"{card_text(card)} cannot be played: {card_text(known.table[0])} was led and you must follow suit;"
            f" you may play {sorted_cards(known.legal, known.game)}"
        )
    sitting.play(card)
