"""What the person at the table is asked, in words, and an answer in words taken. Knows no terminal."""

from tafelwerk.commands.skat import answers
from tafelwerk.commands.skat.round_view import names_of, sorted_hand
from tafelwerk.commands.skat.sitting import Ask, Sitting
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.auction import Word
from tafelwerk.rules.skat.cards import Game, card_text, cards_text, mask_of
from tafelwerk.rules.skat.scoring import Contract

TAKE, LEAVE = ("skat", "take", "up"), ("hand", "leave")


def game_of(sitting: Sitting) -> Game | None:
    """What the person's hand is sorted for; None before a game is known."""
    if sitting.round.game is not None:
        return sitting.round.game.contract.game
    return None if sitting.fixed is None else sitting.fixed.contract.game


def wanted(sitting: Sitting) -> str:
    """What the person is asked, with an example; at the end of a round nothing."""
    moment = sitting.moment
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            return answers.bid_form(moment.round.auction)
        case Ask.SKAT:
            return "type skat to take it up, or hand to play without it"
        case Ask.DISCARD:
            return f"lay two cards away by name or number, as in {answers.TWO_CARDS}"
        case Ask.ANNOUNCE:
            return f"announce a game, as {'clubs, or grand schneider' if moment.left else 'clubs'}"
        case Ask.CARD:
            card = only_card(sitting)
            return "your card, by name or number" if card is None else f"your card; Enter plays {card}, the only one"
        case _:
            return ""


def only_card(sitting: Sitting) -> str | None:
    """The card that the person has to play, where there is but one."""
    if sitting.ask is not Ask.CARD:
        return None
    assert sitting.round.game is not None
    legal = sitting.round.game.known[sitting.seat].legal
    return cards_text(legal) if legal.bit_count() == 1 else None


def is_announcement(sitting: Sitting, text: str) -> bool:
    """Whether a text says something of the Skat or announces a game, where that is asked."""
    try:
        read_game(sitting, text)
    except InputError:
        return False
    return True


def read_game(sitting: Sitting, text: str) -> tuple[bool, Contract | None]:
    """Whether the Skat is left, and what is announced, None where that is to come.

    Raises:
        InputError: the text says neither.
    """
    words = text.lower().split()
    if sitting.ask is Ask.ANNOUNCE:
        return sitting.moment.left, answers.read_announcement(text, hand=sitting.moment.left)
    for left, names in ((False, TAKE), (True, LEAVE)):
        if words and all(any(name.startswith(word) for name in names) for word in words):
            return left, None
    if "hand" in words:
        return True, answers.read_announcement(" ".join(word for word in words if word != "hand"), hand=True)
    raise InputError(
        f"{answers.quoted(text)} is no answer here: {wanted(sitting)}; what you play is announced afterwards"
    )


def answers_so_far(sitting: Sitting) -> list[str]:
    """What the person has answered in this round, as `take_answer` reads it."""
    round_, you, chosen = sitting.round, sitting.seat, sitting.moment
    found = ["pass" if call.word is Word.PASSES else str(call.bid) for call in round_.auction.calls if call.seat is you]
    contract = None if round_.announcement is None else round_.announcement.contract
    if round_.declarer is you:
        skat = chosen.laid if round_.announcement is None else round_.announcement.skat
        if sitting.fixed is None and (round_.taken or chosen.left or contract is not None):
            found.append("skat" if round_.taken else "hand")
        if skat:
            found.append(cards_text(skat))
        if contract is not None and sitting.fixed is None:
            steps = [step for step in ("schneider", "schwarz", "ouvert") if getattr(contract, step)]
            found.append(" ".join([contract.game.value, *steps]))
    if round_.game is not None:
        found += [card_text(one.card) for one in round_.game.decisions if one.seat is you]
    return found


def take_answer(sitting: Sitting, text: str) -> None:
    """Take an answer, and what the programs do then.

    Raises:
        InputError: it is none here; all stays as it was.
    """
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            _say(sitting, answers.read_bid(text, sitting.round.auction))
        case Ask.SKAT:
            left, contract = read_game(sitting, text)
            if not left:
                sitting.take()
                return
            sitting.leave_skat()
            _announce_too(sitting, contract)
        case Ask.DISCARD:
            hand, words = sorted_hand(sitting.cards, game_of(sitting)), text.split()
            behind = " ".join(words[2:]) if sitting.fixed is None and len(words) > 2 and words[2].isalpha() else ""
            laid = " ".join(words[:2]) if behind else text
            skat = mask_of(answers.read_cards_of(laid, hand, 2))
            contract = answers.read_announcement(behind, hand=False) if behind else None
            sitting.lay_away(skat)
            _announce_too(sitting, contract)
        case Ask.ANNOUNCE:
            contract = read_game(sitting, text)[1]
            assert contract is not None
            sitting.announce(contract)
        case Ask.CARD:
            _play(sitting, text)
        case _:
            raise InputError("the round is over")


def _say(sitting: Sitting, bid: int) -> None:
    try:
        sitting.say(bid)
    except InputError as fault:
        # only the one who speaks is refused a bid
        raise InputError(str(fault).replace(sitting.seat.word, "you")) from None


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
    assert sitting.round.game is not None
    known = sitting.round.game.known[sitting.seat]
    (card,) = answers.read_cards_of(text, sorted_hand(known.hand, known.game), 1)
    if not known.legal >> card & 1:
        led = known.table[0]
        may = names_of(sorted_hand(known.legal, known.game))
        raise InputError(
            f"{names_of([card])} cannot be played: {names_of([led])} was led and you must follow suit; you may play {may}"
        )
    sitting.play(card)
