"""`tafelwerk skat bid` and `tafelwerk skat discard`: how high to bid, what to discard and to announce."""

from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, AtOnce, Text, asks
from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.commands.skat.pictures import bid_picture, hand_picture
from tafelwerk.commands.skat.showing import contract_of, drawn, drawn_hand, share
from tafelwerk.commands.skat.words import SeedOption, app, game_named, named
from tafelwerk.errors import InputError
from tafelwerk.play.skat.telling import contract_text, warning_text
from tafelwerk.rules.skat.cards import Game, card_names, cards_text, read_card, read_cards, read_seat
from tafelwerk.rules.skat.limits import MOST_WAYS, MOST_WORLDS
from tafelwerk.rules.skat.scoring import BIDS, NULL_VALUES, check_bid, game_value
from tafelwerk.rules.skat.words import counted, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Bid, Discard, Range, TriedGame
from tafelwerk.tables.skat.questions import DEALS, SHOWN

PositionOption = Annotated[
    str, typer.Option("--position", metavar="SEAT", help="Your seat: forehand, middlehand or rearhand.")
]

FOREHAND = "forehand"


@app.command()
@asks
def bid(
    hand: Annotated[str, typer.Option("--hand", metavar='"CJ ..."', help="The ten cards, in any order.")],
    ask: AtOnce,
    position: PositionOption = FOREHAND,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            min=0,
            max=MOST_WORLDS,
            metavar="N",
            help="Number of random deals on which the game to be announced is tested; 0: none.",
        ),
    ] = DEALS,
    seed: SeedOption = 0,
    output: OutputOption = None,
) -> Text:
    """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards.

    The chances come from features of the cards, with weights fitted to solved and played games, over every Skat and every
    discard. The highest bid is the last one with a sufficient mean of tournament points. The best of many choices looks
    better than it is, so the game to be announced is also tested on random deals, with all cards open.

    Example: tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7"

    Example: tafelwerk skat bid --hand "HJ SA ST SK S9 S8 CA C7 D9 D8" --position rearhand --json
    """
    cards, seat = cards_named("--hand", hand, 10), named("--position", position, read_seat)
    found = ask(questions.bid, cards_text(cards), seat.word, worlds, seed)
    if output is not None:
        save(bid_picture(found, cards, _sentence(found)), output)
    return lambda: _layout(found, cards)


def cards_named(option: str, text: str, wanted: int) -> int:
    """The mask of the cards given by an option, in any order; a bar between hand and Skat is ignored.

    Raises:
        InputError: unknown card, card given twice, or wrong number of cards; the message names the option.
    """
    cards = named(option, text.replace("|", " "), read_cards)
    if (count := cards.bit_count()) != wanted:
        what = {
            2: worded("the Skat has 2 cards", "der Skat hat 2 Karten"),
            10: worded("a hand has 10 cards", "ein Blatt hat 10 Karten"),
            12: worded(
                "give 12 cards, the ten of the hand and the two of the Skat",
                "gib 12 Karten an, die zehn des Blatts und die zwei des Skats",
            ),
        }[wanted]
        other = {
            12: worded("; for twelve cards use: tafelwerk skat discard", "; für zwölf Karten: tafelwerk skat discard"),
            10: worded("; for ten cards use: tafelwerk skat bid", "; für zehn Karten: tafelwerk skat bid"),
        }.get(count, "")
        raise InputError(f"{option}: {what}, {worded('not', 'nicht')} {count}{other}")
    return cards


def _layout(found: Bid, hand: int) -> Any:
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


_GAME = typer.Option(
    "--game", metavar="GAME", help="The only game to consider: clubs, spades, hearts, diamonds, grand or null."
)


@dataclass
class AskCompute(Ask):
    """Without --keep: no table holds discards."""

    keep: bool = field(default=False, init=False)


@app.command()
@asks
def discard(
    cards: Annotated[
        str, typer.Option("--cards", metavar='"CJ ..."', help="The twelve cards, hand and Skat, in any order.")
    ],
    ask: AskCompute,
    position: PositionOption = FOREHAND,
    bid: Annotated[
        int, typer.Option("--bid", min=BIDS[0], max=BIDS[-1], metavar="BID", help="Your last bid, made or held.")
    ] = BIDS[0],
    game: Annotated[str | None, _GAME] = None,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            min=0,
            max=MOST_WORLDS,
            metavar="N",
            help="Sampled deals used to compare the best discards; 0 uses the hand model only.",
        ),
    ] = DEALS,
    seed: SeedOption = 0,
    count: Annotated[
        int,
        typer.Option(
            "--count", min=1, max=MOST_WAYS, metavar="N", help="Number of discards with announcement to show."
        ),
    ] = SHOWN,
    output: OutputOption = None,
) -> Text:
    """Which two of twelve cards to discard and what to announce, by expected tournament points.

    All 66 discards are rated for each game by features of the cards. The best are then solved on sampled deals with all cards
    open. Both results together give the chance against players who see only their own cards.

    Example: tafelwerk skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"

    Example: tafelwerk skat discard --cards "HJ DJ CA CK C9 C8 C7 SA ST H9 | D8 D7" --position rearhand --bid 30 --json
    """
    given, seat = cards_named("--cards", cards, 12), named("--position", position, read_seat)
    named("--bid", bid, check_bid)
    chosen = None if game is None else game_named(game).value
    found = ask(questions.discard, cards_text(given), seat.word, bid, chosen, worlds, seed, count)
    if output is not None:
        laid = [read_card(card) for card in found.skat]
        save(hand_picture(given, Game(found.game), " ".join(_advice(found, given)), chosen=laid), output)
    return lambda: _candidates(found, given)


def _candidates(found: Discard, cards: int) -> Any:
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
