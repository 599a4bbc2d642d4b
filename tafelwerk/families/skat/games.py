"""Games played, as a list or card by card; the list also serves for rounds of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.families.skat import answers
from tafelwerk.families.skat.answers import ListedGame, PlayedGame
from tafelwerk.families.skat.board import contract_text, origin
from tafelwerk.families.skat.open_cards import priced_layout as priced_layout
from tafelwerk.families.skat.open_cards import won_or_lost
from tafelwerk.families.skat.parameters import StoredOnly
from tafelwerk.families.skat.replays import Replayed
from tafelwerk.families.skat.rules.cards import Game, known_terms, term
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.stored_games import (
    explanation_fields,
    get_contracts,
    get_games,
    get_rounds,
    missing_game,
    timed,
)
from tafelwerk.language import counted, message, say
from tafelwerk.parameters import Parameter
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.computation import Computation

MOST_LISTED = 10_000_000
"""Largest number of games or rounds for --limit."""

SHOWN = 40
"""Default number of games listed in a table."""


class Games(StoredOnly[answers.Games | PlayedGame]):
    """Games played, as a list, or one of them card by card."""

    game: Annotated[str, Parameter("NAME", "Name of one game. Default: all.")] | None = None
    limit: Annotated[int, Parameter("N", "Length of the list. Default: all.", 1, MOST_LISTED)] | None = None

    @property
    def phrase(self) -> str:
        return term("played games")

    def look_up(self, book: Book) -> answers.Games | PlayedGame | None:
        if self.game is None:
            games = get_games(book, self.limit)
            return answers.Games(games) if games else None
        with timed() as watch:
            done = get_rounds(book, [self.game]).get(self.game)
        if done is None or done.game is None or done.prices is None:
            return None
        fields = explanation_fields(done.prices, 0, watch.seconds)
        kind, declarer = done.game.game.value, done.game.declarer.word
        return PlayedGame(name=self.game, game=kind, declarer=declarer, recorded=done.source, **fields)

    def computation(self, book: Book) -> Computation[answers.Games | PlayedGame]:
        raise missing_game(book, self.game)


@asks
def games(
    ask: AtOnce,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A game to show card by card. Default: list all.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            max=MOST_LISTED,
            metavar="N",
            help=f"Number of games to list. Default: {SHOWN} in a table, all with --json.",
        ),
    ] = None,
) -> Text:
    """Games played: points made, points under best play by all, and points given away by each side.

    With a name, that game card by card: the cost of each card, and a better card.

    Example: tafelwerk skat games

    Example: tafelwerk skat games kupferschmid-1
    """
    answer = ask(Games, name, limit if ask.json else None)
    if isinstance(answer, PlayedGame):
        return lambda: _one_game(answer)

    def layout() -> Any:
        listed = answer.games[: SHOWN if limit is None else limit]
        with open_book(ask.book) as opened:
            contracts = get_contracts(opened, [one.name for one in listed])
        played = [contract_text(contracts.get(one.name, Contract(Game(one.game)))) for one in listed]
        sources = dict.fromkeys(game.recorded for game in listed)
        count = counted(len(listed), "game")
        if len(listed) < len(answer.games):
            most, of = len(answer.games), counted(len(answer.games), "game", dative=True)
            first = number_text(len(listed))
            count = say("The first {first} of {of}, all with --limit {most}", first=first, of=of, most=most)
            if len(listed) == 1:
                count = say("The first of {of}, all with --limit {most}", of=of, most=most)
        recorded = say("Recorded in")
        return listing(
            listed, played, {}, [f"{count}. {recorded}: {'; '.join(map(known_terms, sources))}.", say(GAVE_AWAY)]
        )

    return layout


GAVE_AWAY = message("Points given away (in Null: games) are losses against best play from the same position.")


_GAMES_LOSE = {"result": 6, "played": 5, "by": 4, "against": 3, "alone": 2, "best": 1}
_ROUNDS_LOSE = {"by": 7, "result": 5, "played": 4, "against": 2, "alone": 1, "best": 0}
"""Order in which narrow pages drop columns, the highest number first."""


def listing(
    found: Sequence[ListedGame | Replayed],
    played: Sequence[str],
    short: dict[str, str],
    words: Sequence[str],
    *,
    priced: bool = True,
) -> Any:
    """A table of games or rounds, one per line, with sentences below.

    Args:
        found: the games or rounds.
        played: the announced contract of each.
        short: Short names of rounds for narrow pages; empty for games.
        words: sentences below the table.
        priced: whether the costs of the cards are known.
    """
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console, plain_text

    names, brief = [one.name for one in found], [short[one.name] for one in found] if short else []
    rounds = [one for one in found if isinstance(one, Replayed)]
    goes = _ROUNDS_LOSE if short else _GAMES_LOSE
    columns = [
        Column(term("round" if short else "game"), names, brief=brief),
        Column(term("played"), played, goes=goes["played"]),
        Column(term("by"), [one.declarer and term(one.declarer) for one in found], goes=goes["by"]),
        *([Column(term("bid"), [one.bid or None for one in rounds], goes=6)] if rounds else []),
        Column(term("made"), [_made(one) for one in found]),
        Column(term("result"), [result_word(one) for one in found], goes=goes["result"]),
        *([Column(term("score"), [one.value if one.game else None for one in rounds], goes=3)] if rounds else []),
    ]
    if priced:
        shares = [given_away(one) for one in found]
        columns += [
            Column(term("best play"), [_best(one) for one in found], term("best"), goes=goes["best"]),
            Column(
                term("declarer gave away"),
                [alone or None for alone, _ in shares],
                term("declarer"),
                goes=goes["alone"],
            ),
            Column(
                term("defenders gave away"),
                [against or None for _, against in shares],
                term("defenders"),
                goes=goes["against"],
            ),
        ]
    shown = fitted(columns, console().width)
    if any(plain_text(cell) != name for cell, name in zip(shown.columns[0].cells, names, strict=True)):
        first = names[0]
        words = [
            say("{short} stands for {first}, and so on.", short=short[first], first=first),
            *words,
        ]
    return Group(shown, "", *map(Text, words))


def result_word(one: ListedGame | Replayed) -> str:
    """The result of a game, in a word."""
    if one.won is None:
        return term("penalty" if isinstance(one, Replayed) and one.penalised else "passed")
    return term("won" if one.won else "overbid" if isinstance(one, Replayed) and one.overbid else "lost")


def _made(one: ListedGame | Replayed) -> int | str | None:
    """The declarer's points, in Null the result."""
    if one.game == "null":
        return result_word(one)
    return one.points


def _best(one: ListedGame | Replayed) -> int | str | None:
    """The result of best play from the start."""
    return won_or_lost(one.start) if one.game == "null" and one.start is not None else one.start


def given_away(one: ListedGame | Replayed) -> tuple[int, int]:
    """Points (in Null: games) given away by declarer and defenders."""
    alone = one.costs[one.declarer] if one.costs and one.declarer else 0
    return alone, sum(one.costs.values()) - alone if one.costs else 0


def _one_game(game: PlayedGame) -> Any:
    from rich.console import Group
    from rich.text import Text

    return Group(
        priced_layout(game.priced, origin(game), f"{game.name}: "),
        Text(f"{say('Recorded in')}: {known_terms(game.recorded)}.", "dim"),
    )
