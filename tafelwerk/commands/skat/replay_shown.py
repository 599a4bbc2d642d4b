"""What `tafelwerk skat replay` shows people: a round card by card, and a program in one seat's place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from tafelwerk.commands.skat.games import SHOWN
from tafelwerk.commands.skat.open_cards import layout
from tafelwerk.play.skat.telling import contract_text
from tafelwerk.rules.skat.cards import Seat, read_card
from tafelwerk.rules.skat.play import OpenGame, open_game
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.in_place import InPlaces
from tafelwerk.tables.skat.replayed import CardChoice, ReplayedCard, ReplayedGame, ReplayedRound
from tafelwerk.wording import counted, listed

if TYPE_CHECKING:
    from tafelwerk.tables.skat.answers import Explanation

_END = {
    "resign_declarer": "The declarer resigned",
    "resign_defenders": "Both defenders resigned",
    "timeout_declarer": "The declarer ran out of time",
    "timeout_defender": "A defender ran out of time",
    "left_declarer": "The declarer left",
    "left_defender": "A defender left",
    "timeout_penalty": "A player ran out of time",
    "left_penalty": "A player left",
}


def shown_round(found: ReplayedRound) -> Any:
    """A round for people."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.showing import contract_of, draw
    from tafelwerk.play.skat.telling import Hand, Phrase, result_phrases, value_text
    from tafelwerk.rules.skat.cards import Game, read_cards
    from tafelwerk.rules.skat.deals import read_deal
    from tafelwerk.rules.skat.round_log import unheard
    from tafelwerk.rules.skat.rounds import Round
    from tafelwerk.rules.skat.scoring import Score

    dealt = read_deal(found.dealt)
    names = [f"{player} at {seat}" for seat, player in found.players.items() if player != seat]
    players = ", ".join(names) or "not named"
    bid = f"the last bid was {found.bid}" if found.bid else "all passed"
    before = [Text(f"Players: {players}."), Text(f"Bidding: {found.calls or f'not recorded; {bid}'}.")]
    recorded = Text(f"Recorded by: {found.recorded}.", "dim")
    if not isinstance(found, ReplayedGame):
        if found.penalised:
            fined = Text(f"{_END[found.end]} before a game was announced; fined: {listed(found.penalised)}.")
            return Group(Text(f"{found.name}: not played.", "bold"), "", *before, "", fined, *_warned(found), recorded)
        passed = map(draw, result_phrases(Round(dealt, unheard(0, None)), Seat.FOREHAND))
        return Group(Text(f"{found.name}: all passed.", "bold"), "", *before, "", *passed, *_warned(found), recorded)
    contract, kind = contract_of(found), Game(found.game or "")
    skat: Phrase = ("; Hand: it was left.",)
    if found.discard is not None:
        skat = "; laid away: ", Hand(read_cards(found.discard), kind), "."
    before.append(draw(("The Skat was ", Hand(dealt.skat, kind), *skat)))
    played = open_game(found.deal, kind, found.declarer or "", " ".join(one.card for one in found.cards))
    parts: list[Any] = [*before, "", layout(played, _explanation(found, played), f"{found.name}: "), ""]
    priced = [one for one in found.cards if isinstance(one, ReplayedCard)]
    if chosen := [one for one in priced if one.choice and one.choice.cards]:
        parts += [
            Text(
                "In how many of the worlds that it looked at a program's side wins after each card, its choice first;"
            ),
            Text("in brackets the declarer's mean points, where they were looked for:"),
            "",
            _reasons(chosen),
            "",
        ]
    value = found.value if found.won else -found.value // 2
    score = Score(bool(found.won), found.overbid, found.matadors or 0, value, found.value)
    text = value_text(contract, score, found.points or 0, found.tricks or 0, found.bid or 0)
    if found.score is None:
        parts += [Text(f"{_END[found.end]}; counted for the declarer: {counted(found.points or 0, 'point')}.")]
    return Group(*parts, Text(f"{contract_text(contract)} at {found.bid}: {text}"), *_warned(found), recorded)


def _explanation(found: ReplayedGame, played: OpenGame) -> "Explanation":
    """The game as `skat explain` has it."""
    from tafelwerk.rules.skat.pricing import tricks_of
    from tafelwerk.tables.skat.answers import Explanation

    cards = [*played.played, *map(read_card, found.best_play)]
    return Explanation(
        points=None if played.null else found.reached,
        won=bool(found.won) if not found.best_play else found.reached >= played.winning,
        start=found.start or 0,
        cards=cast("list[Any]", found.cards),
        costs=found.costs or {},
        line=found.best_play,
        tricks=questions.told_tricks(tricks_of(played.positions[0], cards), played.null),
        deal=found.deal,
        nodes=found.nodes,
        seconds=found.seconds,
        source=found.source,
    )


def _warned(found: ReplayedRound) -> "list[Any]":
    """What is odd in the record."""
    from rich.text import Text

    return [Text(f"Odd in the record: {listed(found.warnings)}.")] if found.warnings else []


def _reasons(chosen: Sequence[ReplayedCard]) -> Any:
    """What programs went by, a line per card: its trick, and the card."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.showing import drawn

    choices = [one.choice for one in chosen if one.choice]
    columns = [
        Column("trick", [one.trick for one in chosen]),
        Column("player", [one.seat for one in chosen]),
        Column("card", [drawn([read_card(one.card)]) for one in chosen]),
        Column("worlds", [choice.worlds for choice in choices], goes=1),
        Column("wins", [_outcomes(choice) for choice in choices], folds=True),
    ]
    return fitted(columns, console().width)


def _outcomes(choice: CardChoice) -> str:
    """The cards of a choice from the most wins down; of how many worlds, where not of all."""
    from tafelwerk.commands.skat.showing import card_name

    words = []
    for card, one in sorted(
        choice.cards.items(), key=lambda item: (item[0] != choice.card, -item[1].wins, -item[1].worlds)
    ):
        seen = "" if one.worlds == choice.worlds else f"/{one.worlds}"
        mean = "" if one.mean_points is None else f" ({one.mean_points:.1f})"
        words.append(f"{card_name(read_card(card))} {one.wins}{seen}{mean}")
    return ", ".join(words)


def in_place_shown(found: InPlaces) -> Any:
    """A program in one seat's place, for people: the cards that cost most, and what it comes to."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.showing import drawn

    others = [(one, card) for one in found.rounds for card in one.others if card.played_points != card.chosen_points]
    others.sort(key=lambda pair: -abs(pair[1].chosen_points - pair[1].played_points))
    shown = others[:SHOWN]
    parts: list[Any] = []
    if shown:
        columns = [
            Column("round", [one.name for one, _ in shown]),
            Column("trick", [card.trick for _, card in shown], goes=1),
            Column("player", [card.seat for _, card in shown], goes=2),
            Column("played", [drawn([read_card(card.played)]) for _, card in shown]),
            Column("program", [drawn([read_card(card.chosen)]) for _, card in shown]),
            Column("best", [card.best for _, card in shown], goes=3),
            Column("played brings", [card.played_points for _, card in shown], "played", goes=4),
            Column("program's brings", [card.chosen_points for _, card in shown], "program's", goes=5),
            Column("difference", [f"{card.chosen_points - card.played_points:+d}" for _, card in shown]),
        ]
        parts = [fitted(columns, console().width), ""]
        if len(shown) < len(others):
            parts.append(Text(f"The {len(shown)} that matter most of {len(others):,} cards that matter; all as JSON."))
    return Group(*parts, *map(Text, in_place_words(found)))


def in_place_words(found: InPlaces) -> list[str]:
    """What a program in one seat's place comes to, in sentences."""
    if found.difference is None:
        return [f"The {found.seat} had no choice in any game."]
    said = "at no card" if not found.other_card else f"at {found.other_card:,} of {counted(found.decisions, 'card')}"
    words = [
        f"{found.agent} in the place of {found.seat}, {counted(found.games, 'game')}: it plays another card {said}.",
        f"Tournament points given away per game, against best play with open cards: {found.played_loss:.2f} by the cards played,"
        f" {found.chosen_loss:.2f} by the program's.",
    ]
    if found.interval is not None:
        low, high = found.interval
        words.append(f"Difference per game: {found.difference:+.2f}, 95 % interval {low:+.2f} to {high:+.2f}.")
    return words
