"""`tafelwerk skat bid`: how high ten cards may be bid, and the chances in every game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.skat.words import app, contract_document, named, share
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import Game, Seat, bits, card_text, read_cards, read_seat
from tafelwerk.solvers.skat.scoring import NULL_VALUES, Contract

if TYPE_CHECKING:
    from tafelwerk.solvers.skat.bidding import BidAdvice

PositionOption = Annotated[
    str, typer.Option("--position", metavar="SEAT", help="Where you sit: forehand, middlehand or rearhand.")
]

FOREHAND = "forehand"


@dataclass(frozen=True, slots=True)
class Advised:
    """What came out for a hand.

    Attributes:
        hand: mask of the ten cards.
        seat: where its player sits.
        advice: how high to go, and the chances.
        contract: what to announce without taking up the Skat, at the lowest bid; None: the Skat is taken up.
        values: for each game the least and the most that it is worth over all Skats, with neither party Schneider.
        seconds: what it took.
    """

    hand: int
    seat: Seat
    advice: "BidAdvice"
    contract: Contract | None
    values: dict[Game, tuple[int, int]]
    seconds: float

    @property
    def games(self) -> list[Game]:
        """The games, from that of the best chance down."""
        return sorted(Game, key=lambda game: -self.advice.chances[game])


@app.command()
def bid(
    hand: Annotated[str, typer.Option("--hand", metavar='"CJ ..."', help="The ten cards, in any order.")],
    book: BookOption,
    position: PositionOption = FOREHAND,
    json: JsonOption = False,
) -> None:
    """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards.

    The chances come from weights of the cards' features, fitted to solved and played games; every Skat and every way to
    discard is tried. The highest bid is the last one that brings tournament points in the mean.

    Example: tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7"

    Example: tafelwerk skat bid --hand "HJ SA ST SK S9 S8 CA C7 D9 D8" --position rearhand --json
    """
    found = advised(cards_named("--hand", hand, 10), position_named(position))
    answer(json, _document(found) if json else {}, lambda: _layout(found))


def advised(hand: int, seat: Seat) -> Advised:
    """What to bid with ten cards."""
    from tafelwerk.commands.skat.judge import timed
    from tafelwerk.solvers.skat.bidding import default_bidder
    from tafelwerk.solvers.skat.contracts import value_counts
    from tafelwerk.solvers.skat.scoring import BIDS

    bidder = default_bidder()
    with timed() as watch:
        advice = bidder.advise(hand, seat)
        contract = bidder.hand_contract(hand, seat, BIDS[0]) if advice.limit else None
    counts = {game: value_counts(Contract(game), hand) for game in Game}
    values = {game: (min(worth), max(worth)) for game, worth in counts.items()}
    return Advised(hand, seat, advice, contract, values, watch.seconds)


def cards_named(option: str, text: str, wanted: int) -> int:
    """The mask of so many cards that an option gives, in any order; a bar between hand and Skat is passed over.

    Raises:
        InputError: there is no such card, one stands twice, or there are more or fewer; the message names the option.
    """
    cards = named(option, text.replace("|", " "), read_cards)
    if (count := cards.bit_count()) != wanted:
        what = (
            "a hand has 10 cards" if wanted == 10 else "these are 12 cards, the ten of the hand and the two of the Skat"
        )
        other = {12: "; of twelve ask: tafelwerk skat discard", 10: "; of ten ask: tafelwerk skat bid"}.get(count, "")
        raise InputError(f"{option}: {what}, not {count}{other}")
    return cards


def position_named(text: str) -> Seat:
    """Whom option --position names.

    Raises:
        InputError: nobody.
    """
    return named("--position", text, read_seat)


def _document(found: Advised) -> dict[str, Any]:
    advice = found.advice
    return {
        "game": None if advice.game is None else advice.game.value,
        "bid": advice.limit,
        "chances": {game.value: advice.chances[game] for game in Game},
        "hand_chances": {game.value: advice.hand_chances[game] for game in Game},
        "values": {game.value: {"least": least, "most": most} for game, (least, most) in found.values.items()},
        "hand": None if found.contract is None else contract_document(found.contract),
        "plan": [{"bid": bid} | contract_document(contract) for bid, contract in advice.plan],
        "alone": advice.alone,
        "expected": advice.expected,
        "cards": [card_text(card) for card in bits(found.hand)],
        "position": found.seat.word,
        "seconds": found.seconds,
        "certainty": "sampled",
        "error": None,
        "source": "computed",
    }


def _layout(found: Advised) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn_hand

    advice, games = found.advice, found.games
    heading = Text(f"{found.seat.word:<11}", "bold").append_text(drawn_hand(found.hand, advice.game or Game.GRAND))
    columns = [
        Column("game", [game.value for game in games]),
        Column("with the Skat", [share(advice.chances[game]) for game in games], short="Skat"),
        Column("Hand", [share(advice.hand_chances[game]) for game in games]),
        Column("value", [_value_text(game, found.values[game]) for game in games], goes=1),
    ]
    chances = [advice.chances[game] for game in games]
    below = (
        "Chances to win as declarer, the Skat taken up or left; value over all Skats, for Hand one multiple more"
        " (Null 35, Ouvert 59)."
    )
    table = fitted(columns, console().width, bars=chances)
    return Group(heading, "", Text(_sentence(found), "bold"), "", table, "", Text(below))


def _sentence(found: Advised) -> str:
    """What to do, in words."""
    from tafelwerk.commands.skat.round_view import contract_text
    from tafelwerk.solvers.skat.bidding import LEAST

    advice = found.advice
    brings = f"playing at 18 brings {advice.expected:+.0f} tournament points in the mean"
    if advice.game is None:
        alone = (
            "; where both others pass, play at 18 all the same, since it then brings some 50 more"
            if advice.alone
            else ""
        )
        return f"Pass: {brings}, and a bid should bring {LEAST:.0f}{alone}."
    steps = [f"to {bid} with {contract_text(contract)}" for bid, contract in advice.plan]
    return f"Bid up {', '.join(steps)}; {brings}."


def _value_text(game: Game, values: tuple[int, int]) -> str:
    least, most = values
    if game is Game.NULL:
        return f"{least}, Ouvert {NULL_VALUES[False, True]}"
    return str(least) if least == most else f"{least} to {most}"
