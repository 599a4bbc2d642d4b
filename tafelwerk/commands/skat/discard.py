"""`tafelwerk skat discard`: what to lay away of twelve cards and to announce."""

import shlex
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, answer
from tafelwerk.commands.skat.bid import FOREHAND, PositionOption, cards_named, position_named
from tafelwerk.commands.skat.words import (
    SeedOption,
    app,
    contract_document,
    counted,
    game_named,
    named,
    share,
)
from tafelwerk.errors import UncomputedError
from tafelwerk.solvers.skat.cards import Game, Seat, bits, card_text
from tafelwerk.solvers.skat.scoring import BIDS, check_bid, game_value, goal
from tafelwerk.tables.skat import MOST_WAYS, MOST_WORLDS

if TYPE_CHECKING:
    from tafelwerk.solvers.skat.announcing import Candidate

DEALS = 40

WORLD_OPERATIONS = 2.4e7
"""Work per deal of the other cards: the best ways to discard are solved in it."""

SHOWN = 5

_GAME = typer.Option("--game", metavar="GAME", help="Only this game: clubs, spades, hearts, diamonds, grand or null.")


@dataclass(frozen=True, slots=True)
class Laid:
    """What came out for twelve cards.

    Attributes:
        cards: mask of the twelve cards.
        seat: where the declarer sits.
        bid: the bid that was made or held.
        candidates: what to lay away and announce, the best first.
        seconds: what it took.
    """

    cards: int
    seat: Seat
    bid: int
    candidates: "list[Candidate]"
    seconds: float

    @property
    def best(self) -> "Candidate":
        """The first of them."""
        return self.candidates[0]


@app.command()
def discard(
    cards: Annotated[
        str, typer.Option("--cards", metavar='"CJ ..."', help="The twelve cards, hand and Skat, in any order.")
    ],
    book: BookOption,
    position: PositionOption = FOREHAND,
    bid: Annotated[
        int, typer.Option("--bid", min=BIDS[0], max=BIDS[-1], metavar="BID", help="The bid that was made or held.")
    ] = BIDS[0],
    game: Annotated[str | None, _GAME] = None,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            min=0,
            max=MOST_WORLDS,
            metavar="N",
            help="Deals of the other cards that the best ways are looked at in; 0 goes by the cards' features alone.",
        ),
    ] = DEALS,
    seed: SeedOption = 0,
    count: Annotated[
        int,
        typer.Option(
            "--count", min=1, max=MOST_WAYS, metavar="N", help="Number of ways to discard and announce shown."
        ),
    ] = SHOWN,
    json: JsonOption = False,
    compute: ComputeOption = False,
) -> None:
    """Which two of twelve cards to lay away and what to announce, by the tournament points expected.

    All 66 ways to discard are tried for each game by their chances from the cards' features; the best are then solved in a
    number of deals with all cards open, and both together make the chance against players who see only their own cards.

    Example: tafelwerk skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"

    Example: tafelwerk skat discard --cards "HJ DJ CA CK C9 C8 C7 SA ST H9 | D8 D7" --position rearhand --bid 30 --json
    """
    given, seat = cards_named("--cards", cards, 12), position_named(position)
    named("--bid", bid, check_bid)
    games = tuple(Game) if game is None else (game_named(game),)
    if not compute:
        options = [("--position", position), ("--bid", bid), ("--game", game), ("--worlds", worlds), ("--seed", seed)]
        given_words = [str(word) for option in options if option[1] is not None for word in option]
        _check_work(worlds, ["--cards", cards, *given_words])
    found = laid(given, seat, bid, games, worlds=worlds, seed=seed, count=count)
    answer(json, _document(found, seed) if json else {}, lambda: _layout(found))


def _check_work(worlds: int, words: list[str]) -> None:
    """Raise UncomputedError where so many deals of the other cards take more than a second."""
    from tafelwerk.build.computation import BUDGET

    if worlds * WORLD_OPERATIONS > BUDGET:
        again = shlex.join(["tafelwerk", "skat", "discard", *words, "--compute"])
        raise UncomputedError(f"a discard tried in {worlds:,} deals of the other cards", again)


def laid(
    cards: int, seat: Seat, bid: int, games: tuple[Game, ...], *, worlds: int = DEALS, seed: int = 0, count: int = SHOWN
) -> Laid:
    """What to lay away of twelve cards and to announce.

    Raises:
        InputError: the game asked for is Null, which is worth less than the bid.
    """
    from tafelwerk.commands.skat.judge import timed
    from tafelwerk.solvers.skat.bidding import default_bidder

    bidder = default_bidder(worlds=worlds)
    with timed() as watch:
        found = bidder.candidates(cards, seat, bid, seed, count, games)
    return Laid(cards, seat, bid, found, watch.seconds)


def _document(found: Laid, seed: int) -> dict[str, Any]:
    return {
        **_record(found, found.best),
        "candidates": [_record(found, one) for one in found.candidates],
        "cards": [card_text(card) for card in bits(found.cards)],
        "position": found.seat.word,
        "bid": found.bid,
        "seed": seed,
        "seconds": found.seconds,
        "certainty": "sampled",
        "source": "computed",
    }


def _record(found: Laid, one: "Candidate") -> dict[str, Any]:
    """A candidate as a program reads it.

    `needs` are the card points that win it, 120 for all tricks, 0 in Null, None where nothing wins; `error` is the standard
    error of the share of deals won.
    """
    needs = goal(one.contract, found.cards, found.bid)
    won = one.wins / one.worlds if one.worlds else None
    return {
        "skat": [card_text(card) for card in bits(one.skat)],
        "game": one.contract.game.value,
        "chance": one.chance,
        "contract": contract_document(one.contract),
        "value": one.value,
        "overbid": game_value(one.contract, found.cards) < found.bid,
        "needs": None if needs is None else needs.points,
        "expected": one.expected,
        "worlds": one.worlds,
        "wins": one.wins if one.worlds else None,
        "error": None if won is None else sqrt(won * (1 - won) / one.worlds),
    }


def _layout(found: Laid) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.round_view import contract_text
    from tafelwerk.commands.skat.table import drawn, drawn_hand

    best, rows = found.best, found.candidates
    heading = Text(f"{found.seat.word:<11}", "bold").append_text(drawn_hand(found.cards, best.contract.game))
    right = [Text(f"{one.expected:+.0f}", justify="right") for one in rows]
    columns = [
        Column("lay away", [drawn(bits(one.skat)) for one in rows]),
        Column("announce", [contract_text(one.contract) for one in rows]),
        Column("chance", [share(one.chance) for one in rows]),
        Column("value", [one.value for one in rows], goes=1),
        Column("points expected", right, short="points", goes=2),
    ]
    if any(one.worlds for one in rows):
        solved = [f"{one.wins} of {one.worlds}" if one.worlds else "" for one in rows]
        columns.append(Column("deals won with open cards", solved, short="deals won", goes=3))
    said = [Text(line, "bold") for line in _sentences(found)]
    below = (
        "Chance: with hidden cards. With all cards open the defenders see them all and win more often."
        " Points are those a tournament counts."
    )
    return Group(heading, "", *said, "", fitted(columns, console().width), "", Text(below))


def _sentences(found: Laid) -> list[str]:
    """What to do, in words, and what the bid makes of it."""
    from tafelwerk.commands.skat.round_view import contract_text, names_of, warning_text

    best = found.best
    lines = [f"Lay away {names_of(bits(best.skat))} and announce {contract_text(best.contract)}."]
    if goal(best.contract, found.cards, found.bid) is None:
        # the least bad is lost like all that may be announced
        lines.append(
            f"Overbid: it is worth {game_value(best.contract, found.cards)}, {found.bid} was bid, and not even Schwarz makes up "
            f"for that. It is lost however it is played and counts {counted(2 * best.value, 'point')} against you."
        )
    elif warning := warning_text(best.contract, found.cards, found.bid):
        lines.append(warning)
    return lines
