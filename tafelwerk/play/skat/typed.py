"""Questions to a player and the answers that can be typed: bids, Skat or Hand, the discard, a game, a card."""

import re
from collections.abc import Sequence

from tafelwerk.errors import InputError, quoted
from tafelwerk.play.skat.sitting import Ask, Sitting
from tafelwerk.play.skat.telling import sorted_cards
from tafelwerk.rules.numbers import whole
from tafelwerk.rules.skat.auction import Auction, Word
from tafelwerk.rules.skat.cards import (
    Game,
    card_name,
    card_names,
    card_text,
    card_words,
    cards_text,
    mask_of,
    read_card,
)
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.rules.skat.words import TERMS, counted, in_german, term, worded
from tafelwerk.wording import listed

CARDS = (
    "A card is a suit C, S, H, D (clubs, spades, hearts, diamonds) and a rank A, T (the ten), K, Q, J, 9, 8, 7: "
    "CJ is the jack of clubs.",
    "Eine Karte ist eine Farbe (Kreuz, Pik, Herz, Karo, oder C, P, H, D) und ein Wert A, 10, K, D, B, 9, 8, 7: "
    "Kreuz B, CB und ♣B sind der Kreuz-Bube.",
)
AT_ANY_TIME = (
    "At any time: hint, undo, board, hand, bids, tricks, score, reveal, resign, quit; help or ? explains them.",
    "Jederzeit: hinweis, zurück, tisch, blatt, reizung, stiche, wertung, zeigen, aufgeben, ende; hilfe oder ? erklärt sie.",
)
HELP = (
    (
        "Instead of a card you can type the number below it.",
        "Statt einer Karte kannst du die Nummer unter ihr tippen.",
    ),
    ("hint    what a program would do here, and why", "hinweis  was ein Programm hier täte, und warum"),
    ("undo    take back your last answer; can be repeated", "zurück   die letzte Antwort zurücknehmen, auch mehrmals"),
    ("board   the table; hand: your cards only", "tisch    der Tisch; blatt: nur deine Karten"),
    ("bids    the bidding; tricks: the tricks played", "reizung  die Gebote; stiche: die gespielten Stiche"),
    ("score   the score of the rounds so far", "wertung  die Wertung der bisherigen Runden"),
    ("why     after the round: the programs' reasons", "warum    nach der Runde: die Gründe der Programme"),
    ("why 3   the same for trick 3", "warum 3  dasselbe für den 3. Stich"),
    ("reveal  show all hands; resign: give up the round", "zeigen   alle Blätter; aufgeben: die Runde aufgeben"),
    ("quit    leave", "ende     aufhören"),
    (
        "Unambiguous abbreviations work: u is undo. Enter plays the only legal card.",
        "Eindeutige Abkürzungen gelten: w kann wertung oder warum sein, wa ist warum. Enter spielt die einzige erlaubte Karte.",
    ),
)
"""Help on cards and commands, in English and in German."""

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
            return worded(
                "type skat to take it up, or hand to play without it",
                "tippe skat, um ihn aufzunehmen, oder hand, um ohne ihn zu spielen",
            )
        case Ask.DISCARD:
            return worded(
                f"discard two cards by name or number, such as {TWO_CARDS}",
                f"drücke zwei Karten mit Namen oder Nummer, etwa {TWO_CARDS}",
            )
        case Ask.ANNOUNCE:
            return worded(
                "announce a game, such as clubs" + " or grand schneider" * moment.left,
                "sag ein Spiel an, etwa Kreuz" + " oder Grand Schneider" * moment.left,
            )
        case Ask.CARD:
            if only_card(sitting) is None:
                return worded("your card, by name or number", "deine Karte, mit Namen oder Nummer")
            card = str(sorted_cards(sitting.known.legal, None))
            return worded(
                f"your card; Enter plays {card}, the only legal one",
                f"deine Karte; Enter spielt {card}, die einzige erlaubte",
            )
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
            raise InputError(worded("the round is over", "die Runde ist vorbei"))


def _no_answer(text: str, wanted_: str) -> InputError:
    """The error for a text that is not an answer here."""
    given = quoted(text)
    return InputError(worded(f"{given} is not an answer here: {wanted_}", f"{given} passt hier nicht: {wanted_}"))


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
    raise InputError(
        worded(f"{given} is neither yes nor no: {question}", f"{given} ist weder ja noch nein: {question}")
    )


def read_bid(text: str, auction: Auction) -> int:
    """The bid made or held, or 0 for a pass: yes means the lowest possible bid, a number that bid.

    Raises:
        InputError: the text is none of these; an impossible number is refused by `auction.say`.
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
        return worded("no bid is left; type pass", "kein Gebot ist übrig; tippe passe")
    lowest, *others = auction.offers
    if auction.answering and auction.bid:
        return worded(f"type yes to hold {lowest}, or pass", f"tippe ja, um {lowest} zu halten, oder passe")
    if auction.answering:
        return worded(f"type yes to play at {lowest}, or pass", f"tippe ja, um bei {lowest} zu spielen, oder passe")
    higher = worded(f", a higher number such as {others[0]}", f", eine höhere Zahl wie {others[0]}") if others else ""
    return worded(f"type yes to bid {lowest}{higher}, or pass", f"tippe ja, um {lowest} zu reizen{higher}, oder passe")


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
            raise InputError(
                worded(f"you do not hold {name}; you hold {held}", f"du hast {name} nicht; du hast {held}")
            )
        if card in found:
            raise InputError(worded(f"{name} is given twice", f"{name} ist zweimal genannt"))
        found.append(card)
    if len(found) != count:
        example = "" if count == 1 else worded(f", such as {TWO_CARDS}", f", etwa {TWO_CARDS}")
        form = worded("one card", "eine Karte") if count == 1 else counted(count, "card")
        raise InputError(
            worded(
                f"give {form}, not {len(found)}, by name or number{example}",
                f"nenne {form}, nicht {len(found)}, mit Namen oder Nummer{example}",
            )
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
    afterwards = worded("the game is announced afterwards", "das Spiel wird danach angesagt")
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
            raise InputError(f"{worded('announce a game', 'sag ein Spiel an')}: {_announcement_form(hand=hand)}")
        both = [term(game) for game in games[:2]]
        raise InputError(
            worded(f"announce one game, not {' and '.join(both)}", f"sag ein Spiel an, nicht {' und '.join(both)}")
        )
    game = games[0]
    if wrong := None if hand else next((step for step in ("hand", "schneider", "schwarz") if step in steps), None):
        step = term(wrong.capitalize())
        raise InputError(
            worded(
                f"{step} can be announced only with the Skat left, and you have taken it up",
                f"{step} kann nur ansagen, wer den Skat liegen lässt, und du hast ihn aufgenommen",
            )
        )
    if game is Game.NULL:
        return Contract(game, hand, "schneider" in steps, "schwarz" in steps, "ouvert" in steps)
    if "ouvert" in steps and not hand:
        name = term(game)
        raise InputError(
            worded(
                f"{name} Ouvert can be announced only with the Skat left; with the Skat taken up only Null can be Ouvert",
                f"{name} Ouvert gibt es nur als Handspiel; mit aufgenommenem Skat geht nur Null Ouvert",
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
        return worded(
            f"{games}, or its first letter; null ouvert shows your cards",
            f"{games}, auch abgekürzt; Null Ouvert zeigt deine Karten",
        )
    return worded(
        f"{games}, optionally with schneider, schwarz or ouvert, such as grand schneider",
        f"{games}, auf Wunsch mit Schneider, Schwarz oder Ouvert, etwa Grand Schneider",
    )


def _word_of(word: str) -> Game | str:
    """The game or level that a word, possibly abbreviated, stands for; a game takes precedence."""
    named = [
        game for game in Game if game.startswith(word) or word == f"{game}s" or TERMS[game].lower().startswith(word)
    ]
    if len(named) == 1:
        return named[0]
    if named:
        both = [term(game) for game in named]
        raise InputError(
            worded(f"{quoted(word)} could be {' or '.join(both)}", f"{quoted(word)} kann {' oder '.join(both)} sein")
        )
    for step, also in _STEPS.items():
        if step.startswith(word) or word == also:
            return step
    raise InputError(
        worded(
            f"unknown game {quoted(word)}: games are {_games()}, optionally with hand, schneider, schwarz, ouvert",
            f"{quoted(word)} ist kein Spiel: Ein Spiel ist {_games()}, auf Wunsch mit Hand, Schneider, Schwarz, Ouvert",
        )
    )


def _games() -> str:
    return listed([term(game) for game in Game], last=worded("or", "oder"))


def _read_card(word: str, shown: Sequence[int]) -> int:
    if word.isascii() and word.isdigit():
        what = worded("the number of a card", "die Nummer einer Karte")
        if in_german() and not 1 <= int(word) <= len(shown):
            raise InputError(f"{what} ist 1 bis {len(shown)}, nicht {word}")
        return shown[whole(what, word, 1, len(shown)) - 1]
    try:
        return read_card(word)
    except InputError as fault:
        also = worded(
            "or a number below your hand; type help for everything else",
            "oder eine Nummer unter deinem Blatt; alles andere zeigt hilfe",
        )
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
            worded(
                f"{name} cannot be played: {led} was led and you must follow suit; legal cards: {legal}",
                f"{name} geht nicht: {led} ist ausgespielt, und du musst bedienen; erlaubt: {legal}",
            )
        )
    sitting.play(card)
