"""`tafelwerk skat games` and `tafelwerk skat replay`: games and rounds that were played, listed and card by card."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import AtOnce, Computes, Text, asks
from tafelwerk.commands.common import note, open_book
from tafelwerk.commands.skat.open_cards import layout
from tafelwerk.commands.skat.words import app
from tafelwerk.play.skat.telling import contract_text
from tafelwerk.rules.skat.cards import Seat, read_card
from tafelwerk.rules.skat.play import open_game
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Games, PlayedGame, PlayedNull, PlayedPoints
from tafelwerk.tables.skat.played import StoredRound, get_rounds
from tafelwerk.tables.skat.replayed import CardChoice, Replayed, ReplayedCard, ReplayedGame, ReplayedRound, Rounds
from tafelwerk.wording import counted, listed

MOST_LISTED = 10_000_000
"""Games or rounds that --limit may ask for."""

SHOWN = 40
"""Games that a table lists unless more are asked for."""


@app.command()
@asks
def games(
    ask: AtOnce,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A game to show card by card. Default: list all.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            max=MOST_LISTED,
            metavar="N",
            help=f"Number of games listed. Default: {SHOWN} in a table, all with --json.",
        ),
    ] = None,
) -> Text:
    """Games that were played: what was made, what best play by all would have brought, and what each side gave away.

    With a name, that game card by card: what each card cost, and what was better.

    Example: tafelwerk skat games

    Example: tafelwerk skat games kupferschmid-1
    """
    found = cast(Games | PlayedGame, ask(questions.games, name, limit if ask.json else None))
    if isinstance(found, PlayedGame):
        return lambda: _shown_game(found)

    def listing() -> Any:
        shown = found.games[: SHOWN if limit is None else limit]
        with open_book(ask.book) as opened:
            rounds = get_rounds(opened, [one.name for one in shown])
        announced = {one.name: _contract(one) for one in rounds if one.game is not None}
        played = [announced.get(one.name, one.game.capitalize()) for one in shown]
        sources = dict.fromkeys(game.recorded for game in shown)
        count = counted(len(shown), "game")
        if len(shown) < len(found.games):
            count = (
                f"The first {len(shown)} of {counted(len(found.games), 'game')}, all with --limit {len(found.games)}"
            )
        return _list(shown, played, {}, [f"{count}. Recorded in: {'; '.join(sources)}.", _GAVE_AWAY])

    return listing


@app.command()
@asks
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of rounds, or one of xskat; - reads it.")],
    ask: Computes,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A round to show card by card. Default: list all.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, max=MOST_LISTED, metavar="N", help="Number of rounds listed. Default: all."),
    ] = None,
    price: Annotated[
        bool,
        typer.Option("--price/--no-price", help="Find out what cards gave away, which takes about 0.1 s per round."),
    ] = True,
) -> Text:
    """The rounds of a log, replayed by the rules: what was made and scored, what best play by all would have brought, and what
    each side gave away.

    With a name, or where the log holds one round, that round card by card: what each card cost, what was better, and what a
    program that chose it went by. The log is one of skat match or skat play, or of xskat 4.0.

    Example: tafelwerk skat replay rounds.jsonl

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 --json
    """
    from tafelwerk.commands.skat.logs import log_in

    log = log_in(file)
    asked = questions.replay.of(log, name, limit, price)
    for skipped in log.skipped:
        note(f"left out: {skipped}")
    found = cast(Rounds | ReplayedRound, ask(questions.replay, **asked.parameters))
    return lambda: _rounds(found, log.short_names, price) if isinstance(found, Rounds) else _shown_round(found)


_GAVE_AWAY = "What declarer and defenders gave away counts in points, in Null in games, against best play from there."


def _contract(one: Replayed | StoredRound) -> str:
    """What was announced: "Grand Hand"."""
    from tafelwerk.commands.skat.showing import contract_of

    return contract_text(contract_of(one))


_GAMES_LOSE = {"result": 6, "played": 5, "by": 4, "against": 3, "alone": 2, "best": 1}
_ROUNDS_LOSE = {"by": 7, "result": 5, "played": 4, "against": 2, "alone": 1, "best": 0}
"""Columns that narrow pages lose, the highest number first."""


def _list(
    found: Sequence[PlayedNull | Replayed],
    played: Sequence[str],
    short: dict[str, str],
    words: Sequence[str],
    *,
    priced: bool = True,
) -> Any:
    """Games or rounds, a line each.

    Args:
        found: these.
        played: what was announced in each.
        short: what names of rounds are shortened to where the page is narrow; empty for games.
        words: what stands below.
        priced: whether it was found out what cards gave away.
    """
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console, plain_text

    names, brief = [one.name for one in found], [short[one.name] for one in found] if short else []
    rounds = [one for one in found if isinstance(one, Replayed)]
    goes = _ROUNDS_LOSE if short else _GAMES_LOSE
    columns = [
        Column("round" if short else "game", names, brief=brief),
        Column("played", played, goes=goes["played"]),
        Column("by", [one.declarer for one in found], goes=goes["by"]),
        *([Column("bid", [one.bid or None for one in rounds], goes=6)] if rounds else []),
        Column("made", [_made(one) for one in found]),
        Column("result", [_result(one) for one in found], goes=goes["result"]),
        *([Column("score", [one.score for one in rounds], goes=3)] if rounds else []),
    ]
    if priced:
        shares = [_given_away(one) for one in found]
        columns += [
            Column("best play", [_best(one) for one in found], "best", goes=goes["best"]),
            Column("declarer gave away", [alone or None for alone, _ in shares], "declarer", goes=goes["alone"]),
            Column(
                "defenders gave away", [against or None for _, against in shares], "defenders", goes=goes["against"]
            ),
        ]
    shown = fitted(columns, console().width)
    if any(plain_text(cell) != name for cell, name in zip(shown.columns[0].cells, names, strict=True)):
        words = [f"{short[names[0]]} stands for {names[0]}, and so on.", *words]
    return Group(shown, "", *map(Text, words))


def _result(one: PlayedNull | Replayed) -> str:
    if one.game is None:
        return "passed"
    return "won" if one.won else "overbid" if isinstance(one, Replayed) and one.overbid else "lost"


def _made(one: PlayedNull | Replayed) -> int | str | None:
    """The declarer's points, in Null the outcome."""
    points = one.points if isinstance(one, PlayedPoints | Replayed) else None
    return _result(one) if points is None and one.game is not None else points


def _best(one: PlayedNull | Replayed) -> int | str | None:
    """What best play would have brought."""
    return ("lost", "won")[one.start] if one.game == "null" and one.start is not None else one.start


def _given_away(one: PlayedNull | Replayed) -> tuple[int, int]:
    """What declarer and defenders gave away."""
    alone = one.costs[one.declarer] if one.costs and one.declarer else 0
    return alone, sum(one.costs.values()) - alone if one.costs else 0


def _shown_game(game: PlayedGame) -> Any:
    from rich.console import Group
    from rich.text import Text

    played = open_game(game.deal, game.game, game.declarer, " ".join(one.card for one in game.cards))
    return Group(layout(played, game, f"{game.name}: "), Text(f"Recorded in: {game.recorded}.", "dim"))


def _rounds(found: Rounds, short: dict[str, str], priced: bool) -> Any:
    """The rounds of a log, and what they come to together."""
    rounds = found.rounds
    played = [one for one in rounds if one.game is not None]
    text = counted(len(rounds), "round")
    if len(rounds) < found.of:
        text += f" of {found.of:,}"
    if passed := len(rounds) - len(played):
        text += f", {passed:,} of them passed"
    if found.skipped:
        text += f"; {counted(len(found.skipped), 'game')} of the log left out"
    sources = listed(list(dict.fromkeys(one.recorded for one in rounds)))
    words = [f"{text}. Won: {sum(bool(one.won) for one in played):,} of {len(played):,}. Recorded by: {sources}."]
    if priced:
        words.append(_GAVE_AWAY)
        if shares := [_given_away(one) for one in played if one.points is not None]:
            alone, against = (sum(side) / len(shares) for side in zip(*shares, strict=True))
            words.append(f"Points a game, Null left out: declarers {alone:.1f}, defenders {against:.1f}.")
    names = ["all passed" if one.game is None else _contract(one) for one in rounds]
    return _list(rounds, names, short, words, priced=priced)


def _shown_round(found: ReplayedRound) -> Any:
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
    players = ", ".join(f"{player} at {seat}" for seat, player in found.players.items())
    bid = f"the last bid was {found.bid}" if found.bid else "all passed"
    before = [Text(f"Players: {players}."), Text(f"Bidding: {found.calls or f'not recorded; {bid}'}.")]
    recorded = Text(f"Recorded by: {found.recorded}.", "dim")
    if not isinstance(found, ReplayedGame):
        passed = map(draw, result_phrases(Round(dealt, unheard(0, None)), Seat.FOREHAND))
        return Group(Text(f"{found.name}: all passed.", "bold"), "", *before, "", *passed, recorded)
    contract, kind = contract_of(found), Game(found.game or "")
    skat: Phrase = ("; Hand: it was left.",)
    if found.discard is not None:
        skat = "; laid away: ", Hand(read_cards(found.discard), kind), "."
    before.append(draw(("The Skat was ", Hand(dealt.skat, kind), *skat)))
    played = open_game(found.deal, kind, found.declarer or "", " ".join(one.card for one in found.cards))
    parts: list[Any] = [*before, "", layout(played, found.explanation, f"{found.name}: "), ""]
    if chosen := [one for one in found.cards if one.choice and one.choice.cards]:
        parts += [
            Text(
                "In how many of the worlds that it looked at a program's side wins after each card, its choice first;"
            ),
            Text("in brackets the declarer's mean points, where they were looked for:"),
            "",
            _reasons(chosen),
            "",
        ]
    score = Score(bool(found.won), bool(found.overbid), found.matadors or 0, found.value or 0, found.score or 0)
    text = value_text(contract, score, found.points or 0, found.tricks or 0, found.bid)
    return Group(*parts, Text(f"{contract_text(contract)} at {found.bid}: {text}"), recorded)


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
