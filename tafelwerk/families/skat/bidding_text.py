"""What people read about bids and discards."""

from typing import TYPE_CHECKING, Any

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.families.skat.answers import Bid, Discard, Range, TriedGame
from tafelwerk.families.skat.pictures import bid_picture, hand_picture
from tafelwerk.families.skat.play.telling import contract_text, warning_text
from tafelwerk.families.skat.renderables import contract_of, drawn, drawn_hand, share
from tafelwerk.families.skat.rules.cards import Game, card_names, read_card
from tafelwerk.families.skat.rules.scoring import NULL_VALUES, game_value
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import counted, say

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def bid_layout(found: Bid, hand: int) -> Any:
    """Advice for bidding, for people; `hand`: mask of the ten cards."""
    from rich.console import Group
    from rich.text import Text

    games = sorted(Game, key=lambda game: -found.chances[game])
    heading = Text(f"{term(found.position):<11}", "bold").append_text(drawn_hand(hand, Game(found.game or Game.GRAND)))
    chances = [found.chances[game] for game in games]
    columns = [
        Column(term("game"), [term(game) for game in games]),
        Column(term("with the Skat"), [share(chance) for chance in chances], short=term("Skat")),
        Column(term("Hand"), [share(found.hand_chances[game]) for game in games]),
        Column(term("value"), [_value_text(game, found.values[game]) for game in games], goes=1),
    ]
    below = say(
        "Chances to win as declarer, the Skat taken up or left. Value: range over all Skats; Hand adds "
        "one multiple (Null 35, Ouvert 59)."
    )
    table = fitted(columns, console().width, bars=chances)
    tried: list[Any] = [] if found.tried is None else ["", Text(_tried(found, found.tried))]
    return Group(heading, "", Text(_sentence(found), "bold"), "", table, "", Text(below), *tried)


def bid_as_picture(answer: Bid, hand: int) -> "Picture":
    """The hand and its chances as a picture."""
    return bid_picture(answer, hand, _sentence(answer))


def _tried(found: Bid, tried: TriedGame) -> str:
    """Result of the game to be announced on random deals, in words."""
    low, high = found.interval or (0.0, 1.0)
    name, deals = contract_text(contract_of(tried)), counted(tried.worlds, "random deal")
    return say(
        "{name} on {deals}: {wins} won with all cards open (95 % interval {low:.0f} to {high:.0f} %), so "
        "a {chance:.0f} % chance with hidden cards.",
        name=name,
        deals=deals,
        wins=tried.wins,
        low=100 * low,
        high=100 * high,
        chance=100 * tried.chance,
    )


def _sentence(found: Bid) -> str:
    """What to do, in words."""
    from tafelwerk.solvers.skat.bidding.bidding import LEAST

    brings = say("a game at 18 scores {points:+.0f} tournament points on average", points=found.expected)
    if found.game is None:
        alone = say("; if both others pass, play at 18 all the same, since such a game scores some 50 more")
        return say(
            "Pass: {brings}, and a bid should score more than {least:.0f}{alone}.",
            brings=brings,
            least=LEAST,
            alone=alone * found.alone,
        )
    to, with_ = say("to"), say("with")
    steps = ", ".join(f"{to} {one.bid} {with_} {contract_text(contract_of(one))}" for one in found.plan)
    return say("Bid up {steps}; {brings}.", steps=steps, brings=brings)


def _value_text(game: Game, values: Range) -> str:
    if game is Game.NULL:
        return f"{values.least}, Ouvert {NULL_VALUES[False, True]}"
    if values.least == values.most:
        return str(values.least)
    return say("{least} to {most}", least=values.least, most=values.most)


def discard_layout(found: Discard, cards: int) -> Any:
    """The best discards, for people; `cards`: mask of the twelve cards."""
    from rich.console import Group
    from rich.text import Text

    rows = found.candidates
    heading = Text(f"{term(found.position):<11}", "bold").append_text(drawn_hand(cards, Game(found.game)))
    right = [Text(f"{one.expected:+.0f}", justify="right") for one in rows]
    columns = [
        Column(term("discard"), [drawn([read_card(card) for card in one.skat]) for one in rows]),
        Column(term("announce"), [contract_text(contract_of(one.contract)) for one in rows]),
        Column(term("chance"), [share(one.chance) for one in rows]),
        Column(term("value"), [one.value for one in rows], goes=1),
        Column(term("expected points"), right, short=term("tournament points"), goes=2),
    ]
    if any(one.worlds for one in rows):
        of = say("of")
        solved = [f"{one.wins} {of} {one.worlds}" if one.worlds else "" for one in rows]
        columns.append(Column(term("deals won with open cards"), solved, short=term("deals won"), goes=3))
    said = [Text(line, "bold") for line in _advice(found, cards)]
    below = say(
        "Chance: with hidden cards. With open cards the defenders see all hands and win more often. "
        "Points are tournament points."
    )
    if found.race_wins is not None:
        race, fresh = counted(found.race_worlds, "deal"), counted(found.worlds, "fresh deal", dative=True)
        below += say(
            " The first was chosen on {race}, of which it won {wins}; its numbers are from {fresh}, since "
            "the best of several looks better than it is.",
            race=race,
            wins=found.race_wins,
            fresh=fresh,
        )
    return Group(heading, "", *said, "", fitted(columns, console().width), "", Text(below))


def discard_picture(answer: Discard, cards: int) -> "Picture":
    """The twelve cards as a picture, with the two to discard highlighted."""
    laid = [read_card(card) for card in answer.skat]
    return hand_picture(cards, Game(answer.game), " ".join(_advice(answer, cards)), chosen=laid)


def _advice(found: Discard, cards: int) -> list[str]:
    """What to do, in words, and what the bid makes of it."""

    contract = contract_of(found.contract)
    laid, name = card_names(map(read_card, found.skat)), contract_text(contract)
    lines = [say("Discard {laid} and announce {name}.", laid=laid, name=name)]
    if found.needs is None:
        # every announcement is lost; this one loses least
        worth, counts = game_value(contract, cards), 2 * found.value
        lines.append(
            say(
                "Overbid: the game is worth {worth}, the bid was {bid}, and not even Schwarz makes up for that. It is lost "
                "however it is played and counts {counts} points against you.",
                worth=worth,
                bid=found.bid,
                counts=counts,
            )
        )
    elif warning := warning_text(contract, cards, found.bid):
        lines.append(warning)
    return lines
