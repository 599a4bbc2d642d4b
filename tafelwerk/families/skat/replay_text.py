"""Output of `tafelwerk skat replay`: a round card by card, and a program in place of one seat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.families.skat.games import SHOWN
from tafelwerk.families.skat.in_place import InPlaces
from tafelwerk.families.skat.open_cards_text import explained_picture, layout
from tafelwerk.families.skat.play.telling import contract_text
from tafelwerk.families.skat.replay_answers import ReplayedGame, ReplayedRound
from tafelwerk.families.skat.rules.cards import Seat, card_name, read_card
from tafelwerk.families.skat.rules.pricing import PricedCard
from tafelwerk.families.skat.rules.rounds import Choice, Round
from tafelwerk.families.skat.rules.words import known_terms, term
from tafelwerk.language import counted, listed, message, say
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

_END = {
    "resign_declarer": message("The declarer resigned"),
    "resign_defenders": message("Both defenders resigned"),
    "timeout_declarer": message("The declarer ran out of time"),
    "timeout_defender": message("A defender ran out of time"),
    "left_declarer": message("The declarer left"),
    "left_defender": message("A defender left"),
    "timeout_penalty": message("A player ran out of time"),
    "left_penalty": message("A player left"),
}


def shown_round(found: ReplayedRound) -> Any:
    """A round card by card, as text and tables."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.families.skat.play.telling import Hand, Phrase, result_phrases, said, value_text
    from tafelwerk.families.skat.renderables import draw, origin

    done = found.round
    seated = [(seat, player) for seat, player in zip(Seat, done.players, strict=True) if player != seat.word]
    names = [say("{player} at {seat}", player=player, seat=term(seat.word)) for seat, player in seated]
    players = ", ".join(names) or say("not named")
    if done.auction.calls:
        bidding = said(done.auction.calls)
    elif done.bid and done.auction.is_recorded:
        bidding = say("not recorded; the last bid was {bid}", bid=done.bid)
    elif done.bid:
        bidding = say("not recorded")
    else:
        bidding = say("not recorded; all passed")
    before = [
        Text(say("Players: {players}.", players=players)),
        Text(say("Bidding: {bidding}.", bidding=bidding)),
    ]
    recorded = Text(f"{say('Recorded by')}: {known_terms(done.source)}.", "dim")
    game, score = done.game, done.score
    if done.penalised:
        end, who = say(_END[found.end]), listed([term(seat.word) for seat in done.penalised])
        fined = Text(say("{end} before a game was announced; fined: {who}.", end=end, who=who))
        title = f"{done.name}: {say('not played')}."
        return Group(Text(title, "bold"), "", *before, "", fined, *_warned(done), recorded)
    if game is None or score is None or done.prices is None or not isinstance(found, ReplayedGame):
        passed = map(draw, result_phrases(done, Seat.FOREHAND))
        title = f"{done.name}: {say('all passed')}."
        return Group(Text(title, "bold"), "", *before, "", *passed, *_warned(done), recorded)
    skat: Phrase = (say("; Hand: it was left."),)
    if not game.contract.hand:
        skat = say("; discarded: "), Hand(game.deal.skat, game.game), "."
    before.append(draw((say("The Skat was "), Hand(done.dealt.skat, game.game), *skat)))
    parts: list[Any] = [*before, "", layout(done.prices, origin(found), f"{done.name}: ", score.won), ""]
    turns = zip(done.prices.played, game.choices, strict=True)
    if chosen := [(card, choice) for card, choice in turns if choice is not None and choice.cards]:
        parts += [
            Text(say("Number of worlds in which the program's side wins after each card, the card chosen first;")),
            Text(say("in brackets the declarer's mean points, if they were computed:")),
            "",
            _reasons(chosen),
            "",
        ]
    if done.is_settled:
        end, points = say(_END[found.end]), counted(done.points, "point")
        counts = say("counted for the declarer")
        parts += [Text(f"{end}; {counts}: {points}.")]
    name = contract_text(game.contract)
    text = value_text(game.contract, score, done.points, done.tricks, done.bid)
    played_at = say("{name} at {bid}: {text}", name=name, bid=done.bid, text=text)
    return Group(*parts, Text(played_at), *_warned(done), recorded)


def round_picture(found: ReplayedRound) -> "Picture":
    """A round as a picture: all hands, and what each card gave away.

    Raises:
        InputError: no card was played in it.
    """
    done = found.round
    if done.prices is None:
        raise InputError(
            say("{name}: no card was played, so there is nothing to draw; leave out --output", name=done.name)
        )
    return explained_picture(done.prices, f"{done.name}: ", found.won)


def _warned(done: Round) -> "list[Any]":
    """Warnings about the record."""
    from rich.text import Text

    odd = say("Inconsistent in the record")
    return [Text(f"{odd}: {listed(done.warnings)}.")] if done.warnings else []


def _reasons(chosen: Sequence[tuple[PricedCard, Choice]]) -> Any:
    """Evaluations behind the choices of programs, one line per card."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.families.skat.renderables import drawn

    columns = [
        Column(term("trick"), [card.trick for card, _ in chosen]),
        Column(term("player"), [term(card.seat.word) for card, _ in chosen]),
        Column(term("card"), [drawn([card.card]) for card, _ in chosen]),
        Column(term("worlds"), [choice.worlds for _, choice in chosen], goes=1),
        Column(term("wins"), [_outcomes(choice) for _, choice in chosen], folds=True),
    ]
    return fitted(columns, console().width)


def _outcomes(choice: Choice) -> str:
    """The cards of a choice by decreasing wins, with the number of worlds if not all were examined."""
    words = []
    for seen in sorted(choice.cards, key=lambda seen: (seen.card != choice.card, -seen.wins, -seen.worlds)):
        worlds = "" if seen.worlds == choice.worlds else f"/{seen.worlds}"
        mean = "" if seen.mean_points is None else f" ({number_text(seen.mean_points, '.1f')})"
        words.append(f"{card_name(seen.card)} {seen.wins}{worlds}{mean}")
    return ", ".join(words)


def in_place_shown(found: InPlaces) -> Any:
    """A program in place of one seat: the cards with the largest differences, and the totals."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.families.skat.renderables import drawn

    others = [(one, card) for one in found.rounds for card in one.others if card.played_points != card.chosen_points]
    others.sort(key=lambda pair: -abs(pair[1].chosen_points - pair[1].played_points))
    shown = others[:SHOWN]
    parts: list[Any] = []
    if shown:
        columns = [
            Column(term("round"), [one.name for one, _ in shown]),
            Column(term("trick"), [card.trick for _, card in shown], goes=1),
            Column(term("player"), [term(card.seat) for _, card in shown], goes=2),
            Column(term("played"), [drawn([read_card(card.played)]) for _, card in shown]),
            Column(term("program"), [drawn([read_card(card.chosen)]) for _, card in shown]),
            Column(term("best"), [card.best for _, card in shown], goes=3),
            Column(term("points (played)"), [card.played_points for _, card in shown], term("played"), goes=4),
            Column(term("points (program)"), [card.chosen_points for _, card in shown], term("program"), goes=5),
            Column(term("difference"), [f"{card.chosen_points - card.played_points:+d}" for _, card in shown]),
        ]
        parts = [fitted(columns, console().width), ""]
        if len(shown) < len(others):
            few, of = len(shown), number_text(len(others))
            parts.append(Text(say("The {few} largest of {of} differences; --json lists all.", few=few, of=of)))
    return Group(*parts, *map(Text, in_place_words(found)))


def in_place_words(found: InPlaces) -> list[str]:
    """Totals of a program in place of one seat, in sentences."""
    if found.difference is None:
        seat = term(found.seat)
        return [say("The {seat} had no choice in any game.", seat=seat)]
    others, cards = number_text(found.other_card), counted(found.decisions, "card")
    at = say("{others} of {cards} differ", others=others, cards=cards)
    if found.other_card == 1:
        at = say("{others} of {cards} differs", others=others, cards=cards)
    elif not found.other_card:
        at = say("none of {cards} differs", cards=cards)
    agent, seat, games = found.agent, term(found.seat), counted(found.games, "game")
    played, chosen = number_text(found.played_loss or 0, ".2f"), number_text(found.chosen_loss or 0, ".2f")
    words = [
        say("{agent} in place of {seat}, {games}: {at}.", agent=agent, seat=seat, games=games, at=at),
        say(
            "Tournament points given away per game, against best play with open cards: {played} by the cards "
            "played, {chosen} by the program's cards.",
            played=played,
            chosen=chosen,
        ),
    ]
    if found.interval is not None:
        difference, low, high = (number_text(each, "+.2f") for each in (found.difference, *found.interval))
        words.append(
            say(
                "Difference per game: {difference}, 95 % interval {low} to {high}.",
                difference=difference,
                low=low,
                high=high,
            )
        )
    return words
