"""`tafelwerk skat bid`: how high ten cards may be bid, and the chances in every game."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import app, contract_of, named, share
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, cards_text, read_cards, read_seat
from tafelwerk.rules.skat.scoring import NULL_VALUES
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Bid, Range

PositionOption = Annotated[
    str, typer.Option("--position", metavar="SEAT", help="Where you sit: forehand, middlehand or rearhand.")
]

FOREHAND = "forehand"


@app.command()
@asks
def bid(
    hand: Annotated[str, typer.Option("--hand", metavar='"CJ ..."', help="The ten cards, in any order.")],
    ask: AtOnce,
    position: PositionOption = FOREHAND,
) -> Text:
    """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards.

    The chances come from weights of the cards' features, fitted to solved and played games; every Skat and every way to
    discard is tried. The highest bid is the last one that brings tournament points in the mean.

    Example: tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7"

    Example: tafelwerk skat bid --hand "HJ SA ST SK S9 S8 CA C7 D9 D8" --position rearhand --json
    """
    cards, seat = cards_named("--hand", hand, 10), position_named(position)
    found = ask(questions.bid, cards_text(cards), seat.word)
    return lambda: _layout(found, cards)


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


def _layout(found: Bid, hand: int) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.table import drawn_hand

    games = sorted(Game, key=lambda game: -found.chances[game])
    heading = Text(f"{found.position:<11}", "bold").append_text(drawn_hand(hand, Game(found.game or Game.GRAND)))
    chances = [found.chances[game] for game in games]
    columns = [
        Column("game", [game.value for game in games]),
        Column("with the Skat", [share(chance) for chance in chances], short="Skat"),
        Column("Hand", [share(found.hand_chances[game]) for game in games]),
        Column("value", [_value_text(game, found.values[game]) for game in games], goes=1),
    ]
    below = (
        "Chances to win as declarer, the Skat taken up or left; value over all Skats, for Hand one multiple more"
        " (Null 35, Ouvert 59)."
    )
    table = fitted(columns, console().width, bars=chances)
    return Group(heading, "", Text(_sentence(found), "bold"), "", table, "", Text(below))


def _sentence(found: Bid) -> str:
    """What to do, in words."""
    from tafelwerk.commands.skat.round_view import contract_text
    from tafelwerk.solvers.skat.bidding import LEAST

    brings = f"playing at 18 brings {found.expected:+.0f} tournament points in the mean"
    if found.game is None:
        alone = (
            "; where both others pass, play at 18 all the same, since it then brings some 50 more"
            if found.alone
            else ""
        )
        return f"Pass: {brings}, and a bid should bring {LEAST:.0f}{alone}."
    steps = [f"to {one.bid} with {contract_text(contract_of(one))}" for one in found.plan]
    return f"Bid up {', '.join(steps)}; {brings}."


def _value_text(game: Game, values: Range) -> str:
    if game is Game.NULL:
        return f"{values.least}, Ouvert {NULL_VALUES[False, True]}"
    return str(values.least) if values.least == values.most else f"{values.least} to {values.most}"
