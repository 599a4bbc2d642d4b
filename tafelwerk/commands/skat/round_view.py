"""A round in words and cards as people see it: who does what, contracts, what came of it and how the score comes about."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tafelwerk.commands.skat.table import card_name, drawn, drawn_hand
from tafelwerk.rules.skat.cards import Game, Seat, order
from tafelwerk.rules.skat.rounds import GameInPlay, Round
from tafelwerk.rules.skat.scoring import BASE, BIDS, NULL_VALUES, Contract, Score, game_value

if TYPE_CHECKING:
    from rich.text import Text


def who(seat: Seat, you: Seat) -> str:
    """A player as the person calls them."""
    return "you" if seat is you else seat.word


def does(seat: Seat, you: Seat, verb: str) -> str:
    """Who does something: "you take", "forehand takes"; the verb as it goes with "you"."""
    return f"{who(seat, you)} {verb}" if seat is you else f"{seat.word} {verb}{'es' if verb.endswith('ss') else 's'}"


def sentence(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def contract_text(contract: Contract) -> str:
    """What was announced: "Clubs", "Grand Hand with Schneider announced"."""
    words = [contract.game.value.capitalize()]
    if contract.hand:
        words.append("Hand")
    if contract.ouvert:
        words.append("Ouvert")
    promised = "Schwarz" if contract.schwarz else "Schneider" if contract.schneider else ""
    return " ".join(words) + (f" with {promised} announced" if promised and not contract.ouvert else "")


def sorted_hand(mask: int, game: Game | None) -> list[int]:
    """Cards as a player sorts them: for a game, or before one is announced by suits with the jacks first."""
    return order(game or Game.GRAND).sorted(mask)


def names_of(cards: Sequence[int]) -> str:
    """Cards by their names, as they are shown here."""
    return " ".join(map(card_name, cards))


def result_lines(round_: Round, you: Seat) -> list["Text"]:
    """What came of a finished round: who won, how it is scored, the Skat and all hands."""
    from rich.text import Text

    game, score = round_.game, round_.score
    if game is None or score is None:
        return [Text("All have passed: the deal is not played and nothing is scored."), *_hands(round_, None)]
    contract, position = game.contract, game.position
    won = f"{'won' if score.won else 'lost'}"
    text = f"{contract_text(contract)} by {who(game.declarer, you)} at {round_.bid}: {won}"
    if contract.game is Game.NULL:
        text += ", no trick taken." if game.won else f", by taking trick {len(game.decisions) // 3}."
    else:
        defended = 120 - position.declarer_points
        tricks = f"{position.declarer_tricks} of the 10 tricks"
        text += f", {position.declarer_points} points to {defended}, {tricks}."
    return [Text(text), Text(value_text(contract, score, game, round_.bid)), *_hands(round_, contract.game)]


def value_text(contract: Contract, score: Score, game: GameInPlay, bid: int) -> str:
    """How a score comes about: "With 2, game 3: 3 x 12 = 36. Score: 36." """
    if contract.game is Game.NULL:
        value = f"{contract_text(contract)} is worth {NULL_VALUES[contract.hand, contract.ouvert]}"
    else:
        points_, tricks = game.position.declarer_points, game.position.declarer_tricks
        schwarz = tricks in (0, 10) or contract.schwarz
        schneider = schwarz or not 30 < points_ < 90 or contract.schneider
        names = {
            "Hand": contract.hand,
            "Schneider": schneider,
            "Schneider announced": contract.schneider,
            "Schwarz": schwarz,
            "Schwarz announced": contract.schwarz,
            "Ouvert": contract.ouvert,
        }
        factor = abs(score.matadors) + 1
        words = [f"{'With' if score.matadors > 0 else 'Without'} {factor - 1}, game {factor}"]
        for name in (name for name, counts in names.items() if counts):
            factor += 1
            words.append(f"{name} {factor}")
        base = BASE[contract.game]
        value = f"{', '.join(words)}: {factor} x {base} = {factor * base}"
        if score.overbid:
            value += (
                f". That is less than the {bid} bid: overbid, and lost. "
                f"It counts as {score.value}, the least multiple of {base} that reaches the bid"
            )
    lost = "" if score.won else "; a game lost counts twice"
    return f"{value}{lost}. Score: {score.score:+d}."


def warning_text(contract: Contract, cards: int, bid: int) -> str | None:
    """What a declarer should mind who has announced a game that is not worth the bid by itself; None where there is nothing.

    Args:
        contract: what was announced.
        cards: mask of the declarer's twelve cards, or of the ten of one who does not know the Skat.
        bid: the bid that was made or held.
    """
    value = game_value(contract, cards)
    if contract.game is Game.NULL or value >= bid or bid == BIDS[0]:
        return None
    mind = f"Mind: this is worth {value}, and {bid} was bid"
    unless = ", unless the Skat changes its value" if cards.bit_count() == 10 else ""
    for name, more in (
        ("Schneider", game_value(contract, cards, schneider=True)),
        ("Schwarz", game_value(contract, cards, schwarz=True)),
    ):
        if more >= bid:
            return f"{mind}. It is won only with {name}{unless}."
    return f"{mind}. It is overbid and cannot be won{unless}."


def _hands(round_: Round, game: Game | None) -> list["Text"]:
    """The Skat and all hands as play began; as dealt where there was none."""
    from rich.text import Text

    deal = round_.dealt if round_.game is None else round_.game.deal
    lines = []
    for seat in Seat:
        mark = "* " if seat is round_.declarer else "  "
        hand = drawn_hand(deal.hands[seat], game or Game.GRAND)
        lines.append(Text(f"{seat.word:<10} {mark}").append_text(hand))
    lines.append(Text("Skat         ").append_text(drawn(sorted_hand(deal.skat, game))))
    if deal.skat != round_.dealt.skat:
        lines[-1].append(", as dealt ").append_text(drawn(sorted_hand(round_.dealt.skat, game)))
    return lines
