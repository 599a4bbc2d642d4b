"""Output of `tafelwerk skat replay`: a round card by card, and a program in place of one seat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from tafelwerk.commands.skat.games import SHOWN
from tafelwerk.commands.skat.open_cards import explained_picture, layout
from tafelwerk.errors import InputError
from tafelwerk.play.skat.telling import contract_text
from tafelwerk.rules.skat.cards import Game, Seat, card_name, read_card
from tafelwerk.rules.skat.play import OpenGame, open_game
from tafelwerk.rules.skat.words import counted, known_terms, listed, number_text, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.in_place import InPlaces
from tafelwerk.tables.skat.replayed import CardChoice, ReplayedCard, ReplayedGame, ReplayedRound

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.skat.answers import Explanation

_END = {
    "resign_declarer": ("The declarer resigned", "Der Alleinspieler gab auf"),
    "resign_defenders": ("Both defenders resigned", "Beide Gegenspieler gaben auf"),
    "timeout_declarer": ("The declarer ran out of time", "Dem Alleinspieler lief die Zeit ab"),
    "timeout_defender": ("A defender ran out of time", "Einem Gegenspieler lief die Zeit ab"),
    "left_declarer": ("The declarer left", "Der Alleinspieler ging"),
    "left_defender": ("A defender left", "Ein Gegenspieler ging"),
    "timeout_penalty": ("A player ran out of time", "Einem Spieler lief die Zeit ab"),
    "left_penalty": ("A player left", "Ein Spieler ging"),
}


def shown_round(found: ReplayedRound) -> Any:
    """A round card by card, as text and tables."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.showing import contract_of, draw
    from tafelwerk.play.skat.telling import Hand, Phrase, result_phrases, said, value_text
    from tafelwerk.rules.skat.cards import read_cards
    from tafelwerk.rules.skat.deals import read_deal
    from tafelwerk.rules.skat.round_log import heard, unheard
    from tafelwerk.rules.skat.rounds import Round, begin_round
    from tafelwerk.rules.skat.scoring import Score

    dealt = read_deal(found.dealt)
    at = worded("at", "in")
    names = [f"{player} {at} {term(seat)}" for seat, player in found.players.items() if player != seat]
    players = ", ".join(names) or worded("not named", "nicht genannt")
    if found.calls:
        bidding = said(heard(begin_round(dealt), found.calls).auction.calls)
    elif found.bid:
        bidding = worded(
            f"not recorded; the last bid was {found.bid}", f"nicht aufgezeichnet; das letzte Gebot war {found.bid}"
        )
    else:
        bidding = worded("not recorded; all passed", "nicht aufgezeichnet; eingepasst")
    before = [
        Text(worded(f"Players: {players}.", f"Spieler: {players}.")),
        Text(worded(f"Bidding: {bidding}.", f"Reizen: {bidding}.")),
    ]
    recorded = Text(f"{worded('Recorded by', 'Aufgezeichnet von')}: {known_terms(found.recorded)}.", "dim")
    if not isinstance(found, ReplayedGame):
        if found.penalised:
            end, who = worded(*_END[found.end]), listed([term(seat) for seat in found.penalised])
            fined = Text(
                worded(
                    f"{end} before a game was announced; fined: {who}.", f"{end}, bevor angesagt war; Strafe: {who}."
                )
            )
            title = f"{found.name}: {worded('not played', 'nicht gespielt')}."
            return Group(Text(title, "bold"), "", *before, "", fined, *_warned(found), recorded)
        passed = map(draw, result_phrases(Round(dealt, unheard(0, None)), Seat.FOREHAND))
        title = f"{found.name}: {worded('all passed', 'eingepasst')}."
        return Group(Text(title, "bold"), "", *before, "", *passed, *_warned(found), recorded)
    contract, kind = contract_of(found), Game(found.game or "")
    skat: Phrase = (worded("; Hand: it was left.", "; Hand: Er blieb liegen."),)
    if found.discard is not None:
        skat = worded("; discarded: ", "; gedrückt: "), Hand(read_cards(found.discard), kind), "."
    before.append(draw((worded("The Skat was ", "Im Skat lagen "), Hand(dealt.skat, kind), *skat)))
    played = _opened(found)
    parts: list[Any] = [*before, "", layout(played, _explanation(found, played), f"{found.name}: "), ""]
    priced = [one for one in found.cards if isinstance(one, ReplayedCard)]
    if chosen := [one for one in priced if one.choice and one.choice.cards]:
        parts += [
            Text(
                worded(
                    "Number of worlds in which the program's side wins after each card, the card chosen first;",
                    "Zahl der Welten, in denen die Partei des Programms nach jeder Karte gewinnt, die gewählte Karte"
                    " zuerst;",
                )
            ),
            Text(
                worded(
                    "in brackets the declarer's mean points, if they were computed:",
                    "in Klammern die mittleren Augen des Alleinspielers, wenn sie berechnet wurden:",
                )
            ),
            "",
            _reasons(chosen),
            "",
        ]
    value = found.value if found.won else -found.value // 2
    score = Score(bool(found.won), found.overbid, found.matadors or 0, value, found.value)
    text = value_text(contract, score, found.points or 0, found.tricks or 0, found.bid or 0)
    if found.score is None:
        end, points = worded(*_END[found.end]), counted(found.points or 0, "point")
        counts = worded("counted for the declarer", "für den Alleinspieler gezählt")
        parts += [Text(f"{end}; {counts}: {points}.")]
    name = contract_text(contract)
    played_at = worded(f"{name} at {found.bid}: {text}", f"{name} bei {found.bid}: {text}")
    return Group(*parts, Text(played_at), *_warned(found), recorded)


def round_picture(found: ReplayedRound) -> "Picture":
    """A round as a picture: all hands, and what each card gave away.

    Raises:
        InputError: no card was played in it.
    """
    if not isinstance(found, ReplayedGame):
        raise InputError(
            worded(
                f"{found.name}: no card was played, so there is nothing to draw; leave out --output",
                f"{found.name}: Es wurde keine Karte gespielt, also ist nichts zu zeichnen; lass --output weg",
            )
        )
    played = _opened(found)
    return explained_picture(played, _explanation(found, played), f"{found.name}: ")


def _opened(found: ReplayedGame) -> OpenGame:
    cards = " ".join(one.card for one in found.cards)
    return open_game(found.deal, Game(found.game or ""), found.declarer or "", cards)


def _explanation(found: ReplayedGame, played: OpenGame) -> "Explanation":
    """The game in the form of `skat explain`."""
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
    """Warnings about the record."""
    from rich.text import Text

    odd = worded("Inconsistent in the record", "Widersprüchlich in der Aufzeichnung")
    return [Text(f"{odd}: {listed(found.warnings)}.")] if found.warnings else []


def _reasons(chosen: Sequence[ReplayedCard]) -> Any:
    """Evaluations behind the choices of programs, one line per card."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.showing import drawn

    choices = [one.choice for one in chosen if one.choice]
    columns = [
        Column(term("trick"), [one.trick for one in chosen]),
        Column(term("player"), [term(one.seat) for one in chosen]),
        Column(term("card"), [drawn([read_card(one.card)]) for one in chosen]),
        Column(term("worlds"), [choice.worlds for choice in choices], goes=1),
        Column(term("wins"), [_outcomes(choice) for choice in choices], folds=True),
    ]
    return fitted(columns, console().width)


def _outcomes(choice: CardChoice) -> str:
    """The cards of a choice by decreasing wins, with the number of worlds if not all were examined."""
    words = []
    for card, one in sorted(
        choice.cards.items(), key=lambda item: (item[0] != choice.card, -item[1].wins, -item[1].worlds)
    ):
        seen = "" if one.worlds == choice.worlds else f"/{one.worlds}"
        mean = "" if one.mean_points is None else f" ({number_text(one.mean_points, '.1f')})"
        words.append(f"{card_name(read_card(card))} {one.wins}{seen}{mean}")
    return ", ".join(words)


def in_place_shown(found: InPlaces) -> Any:
    """A program in place of one seat: the cards with the largest differences, and the totals."""
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
            parts.append(
                Text(
                    worded(
                        f"The {few} largest of {of} differences; --json lists all.",
                        f"Die {few} größten von {of} Unterschieden; alle mit --json.",
                    )
                )
            )
    return Group(*parts, *map(Text, in_place_words(found)))


def in_place_words(found: InPlaces) -> list[str]:
    """Totals of a program in place of one seat, in sentences."""
    if found.difference is None:
        seat = term(found.seat)
        return [worded(f"The {seat} had no choice in any game.", f"{seat} hatte in keinem Spiel eine Wahl.")]
    others, cards = number_text(found.other_card), counted(found.decisions, "card")
    alone = found.other_card == 1
    at = worded(
        f"{others} of {cards} {'differs' if alone else 'differ'}",
        f"{others} von {cards} {'weicht' if alone else 'weichen'} ab",
    )
    if not found.other_card:
        at = worded(f"none of {cards} differs", f"keine von {cards} weicht ab")
    agent, seat, games = found.agent, term(found.seat), counted(found.games, "game")
    played, chosen = number_text(found.played_loss or 0, ".2f"), number_text(found.chosen_loss or 0, ".2f")
    words = [
        worded(
            f"{agent} in place of {seat}, {games}: {at}.",
            f"{agent} am Platz {seat}, {games}: {at}.",
        ),
        worded(
            f"Tournament points given away per game, against best play with open cards: {played} by the cards played,"
            f" {chosen} by the program's cards.",
            f"Vergebene Turnierpunkte je Spiel, gegenüber bestem Spiel mit offenen Karten: {played} durch die gespielten Karten,"
            f" {chosen} durch die des Programms.",
        ),
    ]
    if found.interval is not None:
        difference, low, high = (number_text(each, "+.2f") for each in (found.difference, *found.interval))
        words.append(
            worded(
                f"Difference per game: {difference}, 95 % interval {low} to {high}.",
                f"Unterschied je Spiel: {difference}, 95-%-Intervall {low} bis {high}.",
            )
        )
    return words
