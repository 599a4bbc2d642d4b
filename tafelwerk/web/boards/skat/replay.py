"""A round at one of its cards: hands, trick, points, what the card cost. Plain values of the document of the round."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.play.skat.session import PERSON
from tafelwerk.play.skat.telling import contract_text, value_text
from tafelwerk.play.skat.telling import said as said_of
from tafelwerk.rules.skat.cards import Game, Seat, card_text, points, printed_card, read_card
from tafelwerk.rules.skat.deals import Deal, read_deal
from tafelwerk.rules.skat.play import OpenGame, legal, open_game
from tafelwerk.rules.skat.pricing import tricks_of
from tafelwerk.rules.skat.round_log import heard
from tafelwerk.rules.skat.rounds import begin_round
from tafelwerk.rules.skat.scoring import Contract, Score
from tafelwerk.rules.skat.words import counted, known_terms, listed, term, titled, worded
from tafelwerk.web.boards.skat.cards import Plain, plain_card, plain_hand, spoken

_FLAGS = ("hand", "schneider", "schwarz", "ouvert")

Round = Mapping[str, Any]
"""A round as `skat replay --json` or `skat games --json` prints it."""


def contract_of(one: Round) -> str:
    """The announcement in words, or that there was none."""
    if not one["game"]:
        return term("penalty" if one.get("penalised") else "passed")
    return contract_text(Contract(Game(one["game"]), *(bool(one.get(flag)) for flag in _FLAGS)))


def result_of(one: Round) -> str:
    """The result, in English: won, lost, overbid, passed or penalty."""
    if one["won"] is None:
        return "penalty" if one.get("penalised") else "passed"
    return "won" if one["won"] else "overbid" if one.get("overbid") else "lost"


def summary(one: Round) -> Plain:
    """What a page says of a round above its cards."""
    players = one.get("players") or {}
    at = worded("at", "in")
    person = worded("a person", "ein Mensch")
    named = [
        f"{person if name == PERSON else name} {at} {term(seat)}" for seat, name in players.items() if name != seat
    ]
    text = ""
    if one["game"] and one.get("value") and one.get("points") is not None:
        value = one["value"] if one["won"] else -one["value"] // 2
        score = Score(bool(one["won"]), bool(one["overbid"]), one.get("matadors") or 0, value, one["value"])
        contract = Contract(Game(one["game"]), *(bool(one.get(flag)) for flag in _FLAGS))
        text = value_text(contract, score, one["points"], _tricks(one), one["bid"] or 0)
    return {
        "name": one["name"],
        "contract": contract_of(one),
        "by": term(one["declarer"]) if one["declarer"] else "",
        "result": term(result_of(one)),
        "points": None if one["game"] in (None, "null") else one.get("points"),
        "players": listed(named) if named else "",
        "bidding": bidding(one),
        "value": text,
        "recorded": known_terms(one["recorded"]),
        "warnings": listed(one["warnings"]) if one.get("warnings") else "",
    }


def _tricks(one: Round) -> int:
    """The declarer's tricks, which a round of the book does not state."""
    if one.get("tricks") is not None:
        return int(one["tricks"])
    return played(one).position.declarer_tricks


def bidding(one: Round) -> str:
    """The calls in words; "" where they are not known."""
    if one.get("calls"):
        return said_of(heard(begin_round(read_deal(one["dealt"])), one["calls"]).auction.calls)
    if one.get("bid"):
        return worded(f"the last bid was {one['bid']}", f"das letzte Gebot war {one['bid']}")
    return ""


def played(one: Round) -> OpenGame:
    """The game of a round, with all its cards."""
    return open_game(one["deal"], one["game"], one["declarer"], " ".join(card["card"] for card in one["cards"]))


def dealt(one: Round) -> list[Plain]:
    """The hands of a round that was not played."""
    deal = read_deal(one["dealt"])
    return [*(_seat(Seat(place), deal.hands[place], None, None) for place in range(3)), _skat(deal, None)]


def _seat(seat: Seat, mask: int, game: Game | None, declarer: Seat | None) -> Plain:
    return {
        "seat": seat.word,
        "name": titled(seat.word),
        "declares": seat is declarer,
        "cards": plain_hand(mask, game),
    }


def _skat(deal: Deal, game: Game | None) -> Plain:
    return {"seat": "skat", "name": "Skat", "declares": False, "cards": plain_hand(deal.skat, game)}


def stand(one: Round, at: int, values: Mapping[str, int | bool] | None = None) -> Plain:
    """The table after a number of cards.

    Args:
        one: a round that was played.
        at: number of cards played, from 0.
        values: the declarer's result after each legal card, where asked for.

    Returns:
        Plain values for the template.
    """
    game = played(one)
    position = game.positions[at]
    cards = [read_card(card["card"]) for card in one["cards"][:at]]
    prices = {} if values is None else _prices(game, at, values)
    seats = [_seat(Seat(place), position.hands[place], game.game, game.declarer) for place in range(3)]
    for seat in seats:
        moves = not position.over and at < len(one["cards"]) and seat["seat"] == position.to_move.word
        seat["moves"] = moves
        may = legal(position) if moves else 0
        for card in seat["cards"]:
            card["legal"] = bool(may >> read_card(card["name"]) & 1)
            card["price"] = prices.get(card["name"]) if moves else None
    first = (at - 1) // 3 * 3 if at else 0
    start = game.positions[first]
    trick = [
        plain_card(card, seat=titled(Seat((start.leader + place) % 3).word), last=first + place == at - 1)
        for place, card in enumerate(cards[first:])
    ]
    whole = at > 0 and at % 3 == 0
    price = one["cards"][at - 1] if at else None
    return {
        "at": at,
        "of": len(one["cards"]),
        "trick": first // 3 + 1,
        "cards": trick,
        "taken": _taken(game, first, at) if whole else "",
        "seats": seats,
        "skat": _skat(game.deal, game.game),
        "skat_points": 0 if game.null else points(game.deal.skat),
        "points": None if game.null else (position.declarer_points, position.defender_points),
        "worth": worth(one, at),
        "told": card_told(price, game.null) if price else "",
        "cost": price["cost"] if price else 0,
        "spoken": spoken(trick),
    }


def _taken(game: OpenGame, first: int, at: int) -> str:
    """Who took the trick that has just ended."""
    (trick,) = tricks_of(game.positions[first], game.played[first:at])
    winner = titled(trick.after.leader.word)
    if game.null:
        return worded(f"{winner} takes it.", f"{winner} nimmt ihn.")
    worth_ = counted(trick.points, "point")
    return worded(f"{winner} takes {worth_}.", f"{winner} nimmt {worth_}.")


def worth(one: Round, at: int) -> str:
    """The result of best play by all from here."""
    value = one["cards"][at - 1]["after"] if at else one["start"]
    if isinstance(value, bool):
        text = term("won") if value else term("lost")
        return worded(f"With best play from here the declarer has {text}.", f"Bei bestem Spiel von hier an: {text}.")
    told = counted(value, "point")
    return worded(
        f"With best play from here the declarer makes {told}.",
        f"Bei bestem Spiel von hier an macht der Alleinspieler {told}.",
    )


def card_told(card: Round, null: bool) -> str:
    """Who played a card, and what it cost."""
    who, name = titled(card["seat"]), _name(card["card"])
    head = worded(f"{who} played {name}", f"{who} spielte {name}")
    if not card["cost"]:
        return worded(f"{head}: no card was better.", f"{head}: Keine Karte war besser.")
    best = _name(card["best"])
    if null:
        return worded(
            f"{head} and gave the game away; {best} kept it.", f"{head} und vergab das Spiel; {best} hielt es."
        )
    lost = counted(card["cost"], "point")
    return worded(f"{head}: it cost {lost}; better was {best}.", f"{head}: Das kostete {lost}; besser war {best}.")


def _name(card: str) -> str:
    return printed_card(read_card(card))


def _prices(game: OpenGame, at: int, values: Mapping[str, int | bool]) -> dict[str, Plain]:
    """What each legal card costs the side of its player."""
    numbers = {name: int(value) for name, value in values.items()}
    alone = game.positions[at].to_move is game.declarer
    best = (max if alone else min)(numbers.values(), default=0)
    found = {}
    for name, value in numbers.items():
        cost = abs(best - value)
        shown = (term("won") if value else term("lost")) if game.null else str(value)
        text = worded(f"declarer {shown}", f"Alleinspieler {shown}") if game.null else counted(value, "point")
        found[name] = {"shown": shown, "told": text, "tone": "bad" if cost else "good"}
    return found


def course(one: Round) -> list[Plain]:
    """All tricks: each card with its price and its place, who took the trick, and the declarer's points after it."""
    game = played(one)
    found = []
    for number, trick in enumerate(tricks_of(game.positions[0], game.played), 1):
        first = 3 * number - 3
        cards = []
        for place, card in enumerate(trick.cards):
            priced = one["cards"][first + place]
            cards.append(
                plain_card(
                    card,
                    at=first + place + 1,
                    cost=priced["cost"],
                    seat=titled(priced["seat"]),
                    told=card_told(priced, game.null),
                )
            )
        found.append(
            {
                "number": number,
                "cards": cards,
                "winner": "" if trick.winner is None else titled(trick.winner.word),
                "points": None if game.null else trick.after.declarer_points,
            }
        )
    return found


def values(one: Round) -> list[int] | None:
    """The result of best play before the first card and after each; None in Null."""
    return None if one["game"] == "null" else [one["start"], *(card["after"] for card in one["cards"])]


def costs(one: Round) -> list[tuple[str, int]]:
    """What each seat's cards cost its side, by the name of the seat."""
    return [(titled(seat), cost) for seat, cost in (one.get("costs") or {}).items()]


def costly(one: Round) -> list[int]:
    """Numbers of the cards that cost something."""
    return [number for number, card in enumerate(one["cards"], 1) if card["cost"]]


def reasons(one: Round, at: int) -> list[Plain]:
    """What the program that chose a card thought of each, best first; empty where it is not known."""
    choice: Mapping[str, Any] | None = one["cards"][at - 1].get("choice") if at else None
    if not choice or not choice["cards"]:
        return []
    ranked = sorted(choice["cards"].items(), key=lambda pair: (pair[0] != choice["card"], -pair[1]["wins"]))
    return [
        plain_card(read_card(name), wins=seen["wins"], worlds=seen["worlds"], mean=seen["mean_points"])
        for name, seen in ranked
    ]


def changed(one: Round) -> Plain | None:
    """The Skat as dealt, where the declarer took it up."""
    if not one.get("dealt") or one.get("hand"):
        return None
    return _skat(read_deal(one["dealt"]), None)


def played_before(one: Round, at: int) -> list[str]:
    """The command line that gives the value of every card at a place, behind the program's name."""
    game = played(one)
    before = " ".join(card_text(card) for card in game.played[:at])
    deal, kind, declarer, _ = game.words
    line = ["skat", "solve", "--deal", deal, "--game", kind, "--declarer", declarer]
    return [*line, *(("--played", before) if before else ())]
