"""What a player at the table may type, read: bids, Skat or Hand, two cards to lay away, an announcement, a card to play."""

import re
from collections.abc import Sequence

from tafelwerk.errors import InputError
from tafelwerk.rules.numbers import whole
from tafelwerk.rules.skat.auction import Auction
from tafelwerk.rules.skat.cards import Game, cards_text, mask_of, read_card
from tafelwerk.rules.skat.scoring import Contract

YES, NO = ("y", "yes"), ("n", "no")
PASS = ("p", "pass")
TWO_CARDS = "3 12"
"""Two of twelve cards by their numbers, as an example: names would look like advice."""

_SIGNS = str.maketrans("♣♠♥♦", "CSHD")
_STEPS = ("hand", "schneider", "schwarz", "ouvert")
_LONG = 40
_NOISE = ("i", "play", "and", "announced", "announce", "the")


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
    if word in PASS or word in NO:
        return 0
    lowest = auction.offers[0] if auction.offers else 0
    if word in (*YES, "hold", "bid") and lowest:
        return lowest
    match = re.fullmatch(r"(?:bid|hold)?\s*([0-9]{1,4})", word, re.ASCII)
    if match is None or int(match[1]) == 0:
        raise InputError(f"{quoted(text)} is no answer here: {bid_form(auction)}")
    return int(match[1])


def bid_form(auction: Auction) -> str:
    """What may be answered in the bidding."""
    if not auction.offers:
        return "no bid is left, type pass"
    lowest = auction.offers[0]
    if auction.answering:
        return f"type yes to {'hold' if auction.bid else 'play at'} {lowest}, or pass"
    higher = f", a higher number such as {auction.offers[1]}" if auction.offers[1:] else ""
    return f"type yes to bid {lowest}{higher}, or pass"


def read_cards_of(text: str, shown: Sequence[int], wanted: int) -> list[int]:
    """Cards of a hand by their names or by their places in it as it is shown, from 1 on.

    Args:
        text: names as CJ, JC, ♣J or C10, or places, with blanks or commas between them.
        shown: the hand in its order.
        wanted: how many cards.

    Raises:
        InputError: a word names no card of the hand, or there are more or fewer cards.
    """
    words = re.findall(r"[^\s,;+]+", text)
    found: list[int] = []
    for word in words:
        card = _read_card(word, shown)
        if card not in shown:
            raise InputError(f"you do not hold {_name(card)}; you hold {cards_text(mask_of(shown))}")
        if card in found:
            raise InputError(f"{_name(card)} is named twice")
        found.append(card)
    if len(found) != wanted:
        form, example = ("one card", "") if wanted == 1 else (f"{wanted} cards", f", as in {TWO_CARDS}")
        raise InputError(f"name {form}, not {len(found)}, by name or number{example}")
    return found


def is_card(text: str) -> bool:
    """Whether a text is the name of a card, held or not."""
    try:
        read_card(_as_name(text.strip()))
    except InputError:
        return False
    return True


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


def read_announcement(text: str, *, hand: bool) -> Contract:
    """What is announced: a game and, in any order, what goes with it; words may be cut short.

    What an announcement rests on need not be said: Schwarz takes Schneider along, Ouvert of a game with trumps takes both.

    Args:
        text: as "clubs", "grand", "null ouvert"; without the Skat taken up "clubs schneider" too.
        hand: whether the Skat was left.

    Raises:
        InputError: the text names no game, or one that cannot be announced so.
    """
    game, steps = None, set()
    for word in re.findall(r"[^\s,;+]+", text.lower()):
        if word in _NOISE:
            continue
        found = _word_of(word)
        if isinstance(found, Game):
            if game is not None and found is not game:
                raise InputError(f"announce one game, not {game} and {found}")
            game = found
        else:
            steps.add(found)
    if game is None:
        raise InputError(f"name a game: {announcement_form(hand=hand)}")
    if not hand and (wrong := steps & {"hand", "schneider", "schwarz"}):
        word = next(step for step in _STEPS if step in wrong)
        raise InputError(f"{word.capitalize()} is announced only by who leaves the Skat, and you have taken it up")
    if game is Game.NULL:
        return Contract(game, hand, "schneider" in steps, "schwarz" in steps, "ouvert" in steps)
    if "ouvert" in steps and not hand:
        raise InputError(f"{game} Ouvert is played only without the Skat taken up; null may be played Ouvert")
    schwarz = bool(steps & {"schwarz", "ouvert"})
    return Contract(game, hand, schwarz or "schneider" in steps, schwarz, "ouvert" in steps)


def announcement_form(*, hand: bool) -> str:
    """What may be announced."""
    games = "clubs, spades, hearts, diamonds, grand or null"
    if not hand:
        return f"{games}, by the first letter too; null ouvert shows your cards"
    return f"{games}, and with it schneider, schwarz or ouvert if you announce that, as in grand schneider"


def read_contract(text: str) -> Contract:
    """A contract in words: a game, and hand, schneider, schwarz, ouvert with it.

    Raises:
        InputError: the text names none.
    """
    words = re.findall(r"[^\s,;+]+", text.lower())
    found = [_word_of(word) for word in words]
    return read_announcement(" ".join(word for word in found if word != "hand"), hand="hand" in found)


def _word_of(word: str) -> Game | str:
    """The game or the step that a word, maybe cut short, names; of several the game."""
    for game in Game:
        if game.value.startswith(word) or word == f"{game.value}s":
            return game
    for step, also in zip(_STEPS, ("", "", "black", "open"), strict=True):
        if step.startswith(word) or word == also:
            return step
    raise InputError(
        f"{quoted(word)} is no game: a game is clubs, spades, hearts, diamonds, grand or null; "
        "with it may go hand, schneider, schwarz, ouvert"
    )


def quoted(text: str) -> str:
    """What was typed, in quotation marks, not at length."""
    text = text.strip()
    return repr(text if len(text) <= _LONG else f"{text[:_LONG]}...")


def _name(card: int) -> str:
    return cards_text(1 << card)
