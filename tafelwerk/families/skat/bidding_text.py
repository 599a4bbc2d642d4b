"""What people read about bids and discards."""

from typing import TYPE_CHECKING, Any

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.families.skat.answers import Bid, Discard, Range, TriedGame
from tafelwerk.families.skat.pictures import bid_picture, hand_picture
from tafelwerk.families.skat.renderables import contract_of, drawn, drawn_hand, share
from tafelwerk.play.skat.telling import contract_text, warning_text
from tafelwerk.rules.skat.cards import Game, card_names, read_card
from tafelwerk.rules.skat.scoring import NULL_VALUES, game_value
from tafelwerk.rules.skat.words import counted, term, worded

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
    below = worded(
        "Chances to win as declarer, the Skat taken up or left. Value: range over all Skats; Hand adds one multiple"
        " (Null 35, Ouvert 59).",
        "Gewinnchancen als Alleinspieler, mit Skat oder aus der Hand. Wert: Spanne über alle Skats; Hand zählt eine Stufe mehr"
        " (Null 35, Ouvert 59).",
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
    return worded(
        f"{name} on {deals}: {tried.wins} won with all cards open"
        f" (95 % interval {100 * low:.0f} to {100 * high:.0f} %), so a {100 * tried.chance:.0f} % chance with hidden cards.",
        f"{name}, {deals}: {tried.wins} mit offenen Karten gewonnen"
        f" (95-%-Intervall {100 * low:.0f} bis {100 * high:.0f} %), also {100 * tried.chance:.0f} % mit verdeckten.",
    )


def _sentence(found: Bid) -> str:
    """What to do, in words."""
    from tafelwerk.solvers.skat.bidding.bidding import LEAST

    brings = worded(
        f"a game at 18 scores {found.expected:+.0f} tournament points on average",
        f"ein Spiel bei 18 bringt im Mittel {found.expected:+.0f} Turnierpunkte",
    )
    if found.game is None:
        alone = worded(
            "; if both others pass, play at 18 all the same, since such a game scores some 50 more",
            "; passen beide anderen, spiel trotzdem bei 18, da ein solches Spiel etwa 50 mehr bringt",
        )
        return worded(
            f"Pass: {brings}, and a bid should score more than {LEAST:.0f}{alone * found.alone}.",
            f"Passe: {brings}, und ein Gebot sollte mehr als {LEAST:.0f} bringen{alone * found.alone}.",
        )
    to, with_ = worded("to", "bis"), worded("with", "mit")
    steps = ", ".join(f"{to} {one.bid} {with_} {contract_text(contract_of(one))}" for one in found.plan)
    return worded(f"Bid up {steps}; {brings}.", f"Reize {steps}; {brings}.")


def _value_text(game: Game, values: Range) -> str:
    if game is Game.NULL:
        return f"{values.least}, Ouvert {NULL_VALUES[False, True]}"
    if values.least == values.most:
        return str(values.least)
    return worded(f"{values.least} to {values.most}", f"{values.least} bis {values.most}")


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
        of = worded("of", "von")
        solved = [f"{one.wins} {of} {one.worlds}" if one.worlds else "" for one in rows]
        columns.append(Column(term("deals won with open cards"), solved, short=term("deals won"), goes=3))
    said = [Text(line, "bold") for line in _advice(found, cards)]
    below = worded(
        "Chance: with hidden cards. With open cards the defenders see all hands and win more often."
        " Points are tournament points.",
        "Chance: mit verdeckten Karten. Mit offenen Karten sehen die Gegenspieler alle Blätter und gewinnen öfter."
        " Punkte sind Turnierpunkte.",
    )
    if found.race_wins is not None:
        race, fresh = counted(found.race_worlds, "deal"), counted(found.worlds, "fresh deal", dative=True)
        below += worded(
            f" The first was chosen on {race}, of which it won {found.race_wins};"
            f" its numbers are from {fresh}, since the best of several looks better than it is.",
            f" Die erste Zeile wurde an {race} gewählt und gewann davon {found.race_wins};"
            f" ihre Zahlen stammen von {fresh}, da die beste von mehreren besser aussieht, als sie ist.",
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
    lines = [worded(f"Discard {laid} and announce {name}.", f"Drücke {laid} und sag {name} an.")]
    if found.needs is None:
        # every announcement is lost; this one loses least
        worth, counts = game_value(contract, cards), 2 * found.value
        lines.append(
            worded(
                f"Overbid: the game is worth {worth}, the bid was {found.bid}, and not even Schwarz makes up"
                f" for that. It is lost however it is played and counts {counted(counts, 'point')} against you.",
                f"Überreizt: Das Spiel zählt {worth}, gereizt ist {found.bid}, und selbst Schwarz gleicht das nicht"
                f" aus. Es ist verloren, wie es auch gespielt wird, und zählt {counts} Punkte gegen dich.",
            )
        )
    elif warning := warning_text(contract, cards, found.bid):
        lines.append(warning)
    return lines
