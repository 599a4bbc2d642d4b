"""Questions to a player and the answers that can be typed: bids, Skat or Hand, the discard, a game, a card."""

import re
from collections.abc import Sequence

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat.play.sitting import Ask, Sitting
from tafelwerk.families.skat.play.telling import sorted_cards
from tafelwerk.families.skat.rules.auction import Auction, Word
from tafelwerk.families.skat.rules.cards import (
    Game,
    card_name,
    card_names,
    card_text,
    card_words,
    cards_text,
    mask_of,
    read_card,
)
from tafelwerk.families.skat.rules.scoring import Contract
from tafelwerk.families.skat.rules.words import SPELLINGS, term
from tafelwerk.language import counted, in_german, message, say
from tafelwerk.rules.numbers import whole
from tafelwerk.wording import listed

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
_NOISE = ("i", "play", "and", "announced", "announce", "the", "ich", "spiele", "und", "angesagt", "den")
_WORDS = re.compile(r"[^\s,;+]+")


def wanted(sitting: Sitting) -> str:
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


def _no_answer(text: str, wanted_: str) -> InputError:
    """The error for a text that is not an answer here."""
    given = quoted(text)
    return InputError(say("{given} is not an answer here: {wanted}", given=given, wanted=wanted_))


def answers_so_far(sitting: Sitting) -> list[str]:
    """The person's answers in this round, in the form read by `take_answer`."""
    round_, you, chosen = sitting.round, sitting.seat, sitting.moment
    found = ["pass" if call.word is Word.PASSES else str(call.bid) for call in round_.auction.calls if call.seat is you]
    game = round_.game
    if round_.declarer is you:
        skat = chosen.laid if game is None else game.deal.skat if round_.taken else 0
        if sitting.fixed is None and (round_.taken or chosen.left or game is not None):
            found.append("skat" if round_.taken else "hand")
        if skat:
            found.append(cards_text(skat))
        if game is not None and sitting.fixed is None:
            steps = [step for step in _STEPS if step != "hand" and getattr(game.contract, step)]
            found.append(" ".join([game.game.value, *steps]))
    if game is not None:
        turns = zip(game.cards, game.positions, strict=False)
        found += [card_text(card) for card, position in turns if position.to_move is you]
    return found


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


def is_card(text: str) -> bool:
    """Whether a text is the name of a card, held or not."""
    try:
        read_card(text)
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
    given = quoted(text)
    raise InputError(say("{given} is neither yes nor no: {question}", given=given, question=question))


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


def read_cards_of(text: str, shown: Sequence[int], count: int) -> list[int]:
    """Cards of a hand, given by name or by place in the hand as shown, from 1.

    Args:
        text: names such as CJ, JC, ♣J or C10, or places, separated by blanks or commas.
        shown: the hand in its order.
        count: number of cards.

    Raises:
        InputError: A word is not a card of the hand, or the number of cards is wrong.
    """
    found: list[int] = []
    for word in card_words(text):
        card = _read_card(word, shown)
        name = card_name(card)
        if card not in shown:
            held = card_names(shown)
            raise InputError(say("you do not hold {name}; you hold {held}", name=name, held=held))
        if card in found:
            raise InputError(say("{name} is given twice", name=name))
        found.append(card)
    if len(found) != count:
        example = "" if count == 1 else say(", such as {example}", example=TWO_CARDS)
        form = say("one card") if count == 1 else counted(count, "card")
        raise InputError(
            say("give {form}, not {count}, by name or number{example}", form=form, count=len(found), example=example)
        )
    return found


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
    raise _no_answer(text, f"{wanted(sitting)}; {afterwards}")


def read_announcement(text: str, *, hand: bool) -> Contract:
    """The contract announced by a text: a game and, in any order, its levels; words may be abbreviated.

    Implied levels may be left out: Schwarz includes Schneider, and Ouvert in a game with trumps includes both.

    Args:
        text: such as "clubs", "grand", "null ouvert"; with the Skat left also "clubs schneider".
        hand: whether the Skat was left.

    Raises:
        InputError: no game is named, or the contract cannot be announced.
    """
    found = [_word_of(word) for word in _WORDS.findall(text.lower()) if word not in _NOISE]
    games = list(dict.fromkeys(word for word in found if isinstance(word, Game)))
    steps = {word for word in found if not isinstance(word, Game)}
    if len(games) != 1:
        if not games:
            raise InputError(f"{say('announce a game')}: {_announcement_form(hand=hand)}")
        both = listed([term(game) for game in games[:2]], last=say("and"))
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
    found = [_word_of(word) for word in _WORDS.findall(text.lower())]
    return read_announcement(" ".join(word for word in found if word != "hand"), hand="hand" in found)


def _announcement_form(*, hand: bool) -> str:
    games = _games()
    if not hand:
        return say("{games}, or its first letter; null ouvert shows your cards", games=games)
    return say("{games}, optionally with schneider, schwarz or ouvert, such as grand schneider", games=games)


def _word_of(word: str) -> Game | str:
    """The game or level that a word, possibly abbreviated, stands for; a game takes precedence."""
    named = [
        game for game in Game if game.startswith(word) or word == f"{game}s" or SPELLINGS[game].lower().startswith(word)
    ]
    if len(named) == 1:
        return named[0]
    if named:
        both = say(" or ").join(term(game) for game in named)
        raise InputError(say("{word} could be {both}", word=quoted(word), both=both))
    for step, also in _STEPS.items():
        if step.startswith(word) or word == also:
            return step
    raise InputError(
        say(
            "unknown game {word}: games are {games}, optionally with hand, schneider, schwarz, ouvert",
            word=quoted(word),
            games=_games(),
        )
    )


def _games() -> str:
    return listed([term(game) for game in Game], last=say("or"))


def _read_card(word: str, shown: Sequence[int]) -> int:
    if word.isascii() and word.isdigit():
        what = say("the number of a card")
        if in_german() and not 1 <= int(word) <= len(shown):
            raise InputError(f"{what} ist 1 bis {len(shown)}, nicht {word}")
        return shown[whole(what, word, 1, len(shown)) - 1]
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
