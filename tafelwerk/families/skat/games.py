"""Games played, as a list or card by card; the list also serves for rounds of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.book import open_book
from tafelwerk.commands.asking import AtOnce, Look, Text, asks
from tafelwerk.commands.fitting import Column, fit_table, lay_out
from tafelwerk.commands.output import plain_text
from tafelwerk.families.skat import answers, stored_games
from tafelwerk.families.skat.answers import ListedGame, PlayedGame
from tafelwerk.families.skat.board import contract_text, origin
from tafelwerk.families.skat.open_cards import priced_layout, won_or_lost
from tafelwerk.families.skat.parameters import StoredOnly
from tafelwerk.families.skat.replays import LogRound
from tafelwerk.families.skat.rules.cards import Game, known_terms, term
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.language import count_noun, message, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.questions import Step
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.questions import Computation

MOST_LISTED = 10_000_000
"""Largest number of games or rounds for --most."""

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
            games = stored_games.get_games(book, self.limit)
            return answers.Games(games) if games else None
        with stored_games.stopwatch() as watch:
            done = stored_games.get_rounds(book, [self.game]).get(self.game)
        if done is None or done.game is None or done.prices is None:
            return None
        fields = stored_games.explanation_fields(done.prices, 0, watch.seconds)
        kind, declarer = done.game.game.value, done.game.declarer.word
        return PlayedGame(name=self.game, game=kind, declarer=declarer, recorded=done.source, **fields)

    def computation(self, book: Book) -> Computation[answers.Games | PlayedGame]:
        raise stored_games.missing_game(book, self.game)


@asks
def games(
    ask: AtOnce,
    name: Annotated[
        str | None, Parameter("NAME", "A game to show card by card. Default: list all.", is_argument=True)
    ] = None,
    limit: Annotated[
        int | None,
        Parameter(
            "N",
            f"Number of games to list. Default: {SHOWN} in a table, all with --json.",
            1,
            MOST_LISTED,
            option="--most",
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

    ask.look = Look(steps=lambda: [Step(game.name, {"name": game.name}) for game in answer.games])

    def layout() -> Any:
        rows = answer.games[: SHOWN if limit is None else limit]
        with open_book(ask.book) as opened:
            contracts = stored_games.get_contracts(opened, [row.name for row in rows])
            unfinished = stored_games.get_unfinished(opened, [row.name for row in rows if row.points is not None])
        contract_names = [contract_text(contracts.get(row.name, Contract(Game(row.game)))) for row in rows]
        sources = dict.fromkeys(game.recorded for game in rows)
        count = count_noun(len(rows), "game")
        if len(rows) < len(answer.games):
            most, of = len(answer.games), count_noun(len(answer.games), "game", dative=True)
            first = number_text(len(rows))
            count = say("The first {first} of {of}, all with --most {most}", first=first, of=of, most=most)
            if len(rows) == 1:
                count = say("The first of {of}, all with --most {most}", of=of, most=most)
        recorded = say("Recorded in")
        words = [f"{count}. {recorded}: {'; '.join(map(known_terms, sources))}.", say(GAVE_AWAY)]
        if unfinished:
            words.append(
                say("Not played to the end, made by best play from there: {games}.", games=", ".join(unfinished))
            )
        return listing(rows, contract_names, {}, words)

    return layout


GAVE_AWAY = message("Points given away (in Null: games) are losses against best play from the same position.")


_GAMES_LOSE = {"result": 6, "played": 5, "by": 4, "against": 3, "alone": 2, "best": 1}
_ROUNDS_LOSE = {"by": 7, "result": 5, "played": 4, "against": 2, "alone": 1, "best": 0}
"""Order in which narrow pages drop columns, the highest number first."""


def listing(
    rows: Sequence[ListedGame | LogRound],
    contract_names: Sequence[str],
    short: dict[str, str],
    words: Sequence[str],
    *,
    priced: bool = True,
) -> Any:
    """A table of games or rounds, one per line, with sentences below.

    Args:
        rows: the games or rounds.
        contract_names: the announced contract of each.
        short: Short names of rounds for narrow pages; empty for games.
        words: sentences below the table.
        priced: whether the costs of the cards are known.
    """
    names, brief = [game.name for game in rows], [short[game.name] for game in rows] if short else []
    rounds = [game for game in rows if isinstance(game, LogRound)]
    goes = _ROUNDS_LOSE if short else _GAMES_LOSE
    columns = [
        Column(term("round" if short else "game"), names, brief=brief),
        Column(term("played"), contract_names, goes=goes["played"]),
        Column(term("by"), [game.declarer and term(game.declarer) for game in rows], goes=goes["by"]),
        *([Column(term("bid"), [game.bid or None for game in rounds], goes=6)] if rounds else []),
        Column(term("made"), [_declarer_result(game) for game in rows]),
        Column(term("result"), [result_word(game) for game in rows], goes=goes["result"]),
        *([Column(term("score"), [game.value if game.game else None for game in rounds], goes=3)] if rounds else []),
    ]
    if priced:
        shares = [given_away(game) for game in rows]
        columns += [
            Column(term("best play"), [_best(game) for game in rows], term("best"), goes=goes["best"]),
            Column(
                term("declarer gave away"),
                [alone or None for alone, _ in shares],
                say("declarer"),
                goes=goes["alone"],
            ),
            Column(
                term("defenders gave away"),
                [against or None for _, against in shares],
                say("defenders"),
                goes=goes["against"],
            ),
        ]
    table = fit_table(columns)
    if any(plain_text(cell) != name for cell, name in zip(table.columns[0].cells, names, strict=True)):
        first = names[0]
        words = [
            say("{short} stands for {first}, and so on.", short=short[first], first=first),
            *words,
        ]
    return lay_out(table, "", *words)


def result_word(game: ListedGame | LogRound) -> str:
    """The result of a game, in a word."""
    if game.won is None:
        return term("penalty" if isinstance(game, LogRound) and game.penalised else "passed")
    return term("won" if game.won else "overbid" if isinstance(game, LogRound) and game.overbid else "lost")


def _declarer_result(game: ListedGame | LogRound) -> int | str | None:
    """The declarer's points, in Null the result."""
    if game.game == "null":
        return result_word(game)
    return game.points


def _best(game: ListedGame | LogRound) -> int | str | None:
    """The result of best play from the start."""
    return won_or_lost(game.start) if game.game == "null" and game.start is not None else game.start


def given_away(game: ListedGame | LogRound) -> tuple[int, int]:
    """Points (in Null: games) given away by declarer and defenders."""
    alone = game.costs[game.declarer] if game.costs and game.declarer else 0
    return alone, sum(game.costs.values()) - alone if game.costs else 0


def _one_game(game: PlayedGame) -> Any:
    recorded = f"{say('Recorded in')}: {known_terms(game.recorded)}."
    return lay_out(priced_layout(game.priced, origin(game), f"{game.name}: "), (recorded, "dim"))
