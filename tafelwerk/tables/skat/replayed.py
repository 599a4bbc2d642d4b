"""Rounds of a log as answers: what was played and scored, what each card cost, what programs went by."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tafelwerk.rules.skat.cards import Seat, card_text, cards_text
from tafelwerk.rules.skat.round_log import LoggedRound, calls_text
from tafelwerk.rules.skat.rounds import Choice
from tafelwerk.tables.question import Answer, answer
from tafelwerk.tables.skat.answers import Explanation, PricedCard


@dataclass(frozen=True, kw_only=True)
class Replayed:
    """A round of a log. What follows `game` is left out where all passed.

    Attributes:
        name: of the round.
        players: their names by seat.
        declarer: who played alone.
        bid: the last bid; 0 where all passed.
        recorded: what recorded it.
        game, hand, schneider, schwarz, ouvert: what was announced; None: all passed.
        points: the declarer's, left out in Null like the matadors.
        matadors: positive with, negative without.
        tricks: the declarer's.
        won, overbid, value, score: the result by the Skat Order.
        start: what best play by all would have brought; left out where no card was priced.
        costs: what each seat's cards gave away, likewise.
    """

    name: str
    players: Mapping[str, str]
    declarer: str | None
    bid: int
    recorded: str
    game: str | None
    hand: bool | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    ouvert: bool | None = None
    points: int | None = None
    matadors: int | None = None
    tricks: int | None = None
    won: bool | None = None
    overbid: bool | None = None
    value: int | None = None
    score: int | None = None
    start: int | bool | None = None
    costs: Mapping[str, int] | None = None


@answer
class Rounds(Answer):
    """The rounds of a log: `of`: how many it holds; `skipped`: in words, games of it that are no rounds."""

    rounds: list[Replayed]
    of: int
    skipped: list[str]


@dataclass(frozen=True, kw_only=True)
class ReplayedRound(Replayed, Answer):
    """A round of a log by itself.

    Attributes:
        seed: where chance began; None where that is not known, as for the calls.
        dealt: who was dealt what.
        calls: what was said.
        skipped: as for `Rounds`.
    """

    seed: int | None
    dealt: str
    calls: str | None
    skipped: list[str]


@dataclass(frozen=True, slots=True)
class CardWorlds:
    """In how many worlds a card was looked at and wins, and the declarer's mean points where they were found."""

    worlds: int
    wins: int
    points_worlds: int
    mean_points: float | None


@dataclass(frozen=True, slots=True)
class CardChoice:
    """What a program went by: the card it chose, worlds looked at, each card in them, whether time ran out."""

    card: str
    worlds: int
    cards: Mapping[str, CardWorlds]
    stopped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedCard(PricedCard):
    """A card that was played, and why, where a program chose it."""

    choice: CardChoice | None


@dataclass(frozen=True, kw_only=True)
class ReplayedGame(ReplayedRound):
    """A round that was played, card by card.

    Attributes:
        discard: the two cards laid away; None: the Skat was left.
        cards, line, deal, nodes, seconds: as for `Explanation`.
    """

    discard: str | None
    cards: list[ReplayedCard]
    line: list[str]
    deal: str
    nodes: int
    seconds: float

    @property
    def explanation(self) -> Explanation:
        """The game as `skat explain` has it."""
        names = ("points", "won", "start", "cards", "costs", "line", "deal", "nodes", "seconds", "source")
        fields: dict[str, Any] = {name: getattr(self, name) for name in names}
        return Explanation(**fields, tricks=[])


def replayed(logged: LoggedRound, priced: Explanation | None) -> dict[str, Any]:
    """The fields of `Replayed`; `priced`: the game, where its cards were priced."""
    done, game, score = logged.round, logged.round.game, logged.round.score
    found: dict[str, Any] = {
        "name": logged.name,
        "players": {seat.word: player for seat, player in zip(Seat, logged.players, strict=True)},
        "declarer": None if done.declarer is None else done.declarer.word,
        "bid": done.bid,
        "recorded": logged.source,
        "game": None,
    }
    if game is None or score is None:
        return found
    contract = game.contract
    found |= {name: getattr(contract, name) for name in ("hand", "schneider", "schwarz", "ouvert")}
    found |= {"game": contract.game.value, "tricks": game.position.declarer_tricks}
    found |= {name: getattr(score, name) for name in ("won", "overbid", "value", "score")}
    if score.matadors:
        found |= {"points": game.position.declarer_points, "matadors": score.matadors}
    return found if priced is None else found | {"start": priced.start, "costs": priced.costs}


def replayed_round(logged: LoggedRound, priced: Explanation | None, skipped: list[str]) -> ReplayedRound:
    """A round by itself; `priced`: its game, None where all passed."""
    done, game = logged.round, logged.round.game
    fields = replayed(logged, priced)
    fields |= {"seed": logged.seed, "dealt": done.dealt.text(), "calls": calls_text(done.auction), "skipped": skipped}
    if game is None or priced is None:
        return ReplayedRound(**fields)
    cards = [
        ReplayedCard(*(getattr(card, name) for name in PricedCard.__slots__), choice=_choice(decision.choice))
        for card, decision in zip(priced.cards, game.decisions, strict=True)
    ]
    discard = None if game.contract.hand else cards_text(game.deal.skat)
    fields |= {name: getattr(priced, name) for name in ("line", "deal", "nodes", "seconds")}
    return ReplayedGame(**fields, discard=discard, cards=cards)


def _choice(choice: Choice | None) -> CardChoice | None:
    if choice is None:
        return None
    cards = {
        card_text(one.card): CardWorlds(one.worlds, one.wins, one.points_worlds, one.mean_points)
        for one in choice.cards
    }
    return CardChoice(card_text(choice.card), choice.worlds, cards, choice.stopped)
