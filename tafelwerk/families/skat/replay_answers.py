"""Answers about rounds of a log: play and score, costs of the cards, evaluations of programs."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from tafelwerk.families.skat.answers import PricedCard
from tafelwerk.families.skat.prices import cost_by_seat, priced_cards, start_value
from tafelwerk.families.skat.rules.cards import Seat, card_text, cards_text
from tafelwerk.families.skat.rules.logs import Skipped
from tafelwerk.families.skat.rules.round_log import calls_text
from tafelwerk.families.skat.rules.rounds import Choice, Round
from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import CARRIED, Answer, answer


@frozen(kw_only=True)
class CardPlayed:
    """A card that was played, with its price if the round was priced.

    Attributes:
        trick: number of the trick, from 1.
        card: the card.
        seat: seat of its player.
        before: value of the game before it: the declarer's points, in Null whether the game is won.
        after: value of the game after it.
        cost: its cost to the side of its player: points, in Null 1 if it gave the game away.
        best: best card in its place.
    """

    trick: int
    card: str
    seat: str
    before: int | bool | None = None
    after: int | bool | None = None
    cost: int | None = None
    best: str | None = None


@frozen(kw_only=True)
class Replayed:
    """A round of a log.

    Attributes:
        name: name of the round.
        line: its first line in the log, from 1.
        players: names of the players by seat.
        declarer: seat of the declarer, also if the round ended before the announcement; None if there was none.
        bid: the last bid; None if there was none.
        recorded: source of the record.
        game, hand, schneider, schwarz, ouvert: the announcement; None if no game was announced.
        points: the declarer's card points with the Skat, in Null too; in a game that was given up, as counted at the end.
        tricks: the declarer's tricks, counted likewise.
        matadors: number of matadors, positive with, negative without; left out in Null.
        won: whether the declarer won; None if no game was announced.
        overbid: whether the game was worth less than the bid.
        value: the declarer's score: the game's value, or minus twice the value if the game was lost.
        score: the same by the Skat Order; left out if the recording program settled a game that was given up.
        end: end of the round: complete, decided (before the last trick), passed, or who resigned, ran out of time or left.
        tournament: tournament points of each seat, after Seeger and Fabian at a table of three.
        penalised: seats fined for a round that ended before a game was announced; left out if there are none.
        warnings: inconsistencies in the record; left out if there are none.
        start: result of best play by all from the start; left out if cards were not priced.
        costs: points given away by each seat's cards; left out if cards were not priced.
        cards: the cards played, priced unless prices were not asked for.
    """

    name: str
    line: int
    players: Mapping[str, str]
    declarer: str | None
    bid: int | None
    recorded: str
    game: str | None
    hand: bool | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    ouvert: bool | None = None
    points: int | None
    tricks: int | None
    matadors: int | None = None
    won: bool | None
    overbid: bool
    value: int
    score: int | None = None
    end: str
    tournament: Mapping[str, int]
    penalised: list[str] | None = None
    warnings: list[str] | None = None
    start: int | bool | None = None
    costs: Mapping[str, int] | None = None
    cards: Sequence[CardPlayed]


@frozen
class LeftOut:
    """An unreadable part of a log.

    Attributes:
        line: its first line, from 1.
        error: kind of error.
        detail: the error in words.
    """

    line: int
    error: str
    detail: str


@answer
class Rounds(Answer):
    """The rounds of a log.

    Attributes:
        rounds: the rounds, or the first of them.
        of: number of rounds in the log.
        skipped: unreadable parts of the log.
        warnings: inconsistencies in the log; left out if there are none.
    """

    rounds: list[Replayed]
    of: int
    skipped: list[LeftOut]
    warnings: list[str] | None = None


@frozen(kw_only=True)
class ReplayedRound(Replayed, Answer):
    """A round of a log by itself. It carries the same round as a value of the rules, `round`.

    Attributes:
        seed: random seed; None if it is not known.
        dealt: the cards as dealt.
        calls: calls of the bidding; None if they are not known.
    """

    seed: int | None
    dealt: str
    calls: str | None
    round: Round = field(metadata=CARRIED)


@frozen
class CardWorlds:
    """Results of a card in the worlds examined.

    Attributes:
        worlds: number of worlds in which its outcome was computed.
        wins: number of worlds in which it wins.
        points_worlds: number of worlds in which its points were computed.
        mean_points: the declarer's mean points in these.
    """

    worlds: int
    wins: int
    points_worlds: int
    mean_points: float | None


@frozen
class CardChoice:
    """Choice of a program.

    Attributes:
        card: the card it chose.
        worlds: number of worlds examined.
        cards: results of each card in them.
        stopped: whether time ran out.
    """

    card: str
    worlds: int
    cards: Mapping[str, CardWorlds]
    stopped: bool


@frozen(kw_only=True)
class ReplayedCard(CardPlayed):
    """A card that was played, with the evaluation of the program that chose it.

    Attributes:
        choice: the program's evaluation; None if no program chose the card.
    """

    choice: CardChoice | None


@frozen(kw_only=True)
class ReplayedGame(ReplayedRound):
    """A round that was played, card by card.

    Attributes:
        discard: the two cards discarded; None if the Skat was left.
        reached: the declarer's final points under best play after the last card; in Null whether the game is won.
        best_play: continuation under best play, if the round ended before the last card.
        cards, deal, nodes, seconds: as for `Explanation`.
    """

    discard: str | None
    reached: int | bool
    best_play: list[str]
    deal: str
    nodes: int
    seconds: float
    cards: Sequence[ReplayedCard]


def round_fields(done: Round) -> dict[str, Any]:
    """The fields of `Replayed` of a round."""
    fields: dict[str, Any] = {
        "name": done.name,
        "line": done.line,
        "players": _by_seat(done.players),
        "declarer": None if done.declarer is None else done.declarer.word,
        "bid": (done.auction.is_recorded and done.bid) or None,
        "recorded": done.source,
        "game": None,
        "points": None,
        "tricks": None,
        "won": None,
        "overbid": False,
        "value": 0,
        "end": done.end and done.end.value,
        "tournament": _by_seat([done.tournament(seat) for seat in Seat]),
        "penalised": [seat.word for seat in done.penalised] or None,
        "warnings": list(done.warnings) or None,
        "cards": [],
    }
    game, score = done.game, done.score
    if game is None or score is None:
        return fields
    fields |= {name: getattr(game.contract, name) for name in ("hand", "schneider", "schwarz", "ouvert")}
    fields |= {"game": game.game.value, "points": done.points, "tricks": done.tricks}
    fields |= {"won": score.won, "overbid": score.overbid, "value": score.score, "matadors": score.matadors or None}
    fields |= {"score": None if done.is_settled else score.score}
    if done.prices is not None:
        cards = [CardPlayed(**_fields(card)) for card in priced_cards(done.prices)]
        return fields | {"start": start_value(done.prices), "costs": cost_by_seat(done.prices), "cards": cards}
    turns = enumerate(zip(game.cards, game.positions, strict=False))
    cards = [
        CardPlayed(trick=place // 3 + 1, card=card_text(card), seat=position.to_move.word)
        for place, (card, position) in turns
    ]
    return fields | {"cards": cards}


def read_replayed(record: Mapping[str, Any]) -> Replayed:
    """The round given by its JSON document."""
    return Replayed(**{**record, "cards": [CardPlayed(**card) for card in record["cards"]]})


def replayed_round(done: Round, nodes: int = 0, seconds: float = 0.0) -> ReplayedRound:
    """A single round, whose cards are priced if it was played.

    Args:
        done: the round.
        nodes, seconds: positions searched, and time taken.
    """
    fields = round_fields(done)
    fields |= {"seed": done.seed, "dealt": done.dealt.text(), "calls": calls_text(done.auction), "round": done}
    game, prices = done.game, done.prices
    if game is None or prices is None:
        return ReplayedRound(**fields)
    fields["cards"] = [
        ReplayedCard(**_fields(card), choice=_choice(choice))
        for card, choice in zip(priced_cards(prices), game.choices, strict=True)
    ]
    return ReplayedGame(
        **fields,
        discard=None if game.contract.hand else cards_text(game.deal.skat),
        reached=prices.won if game.null else prices.values[-1],
        best_play=[card_text(card) for card in prices.line],
        deal=str(game.number),
        nodes=nodes,
        seconds=seconds,
    )


def left_out(skipped: Skipped) -> LeftOut:
    """An unreadable part of a log, as an answer."""
    return LeftOut(skipped.line, skipped.error, skipped.detail)


def _fields(card: PricedCard) -> dict[str, Any]:
    return {name: getattr(card, name) for name in PricedCard.__match_args__}


def _by_seat(values: Sequence[Any]) -> dict[str, Any]:
    return {seat.word: value for seat, value in zip(Seat, values, strict=True)}


def _choice(choice: Choice | None) -> CardChoice | None:
    if choice is None:
        return None
    cards = {
        card_text(one.card): CardWorlds(one.worlds, one.wins, one.points_worlds, one.mean_points)
        for one in choice.cards
    }
    return CardChoice(card_text(choice.card), choice.worlds, cards, choice.stopped)
