"""Stored games that were played, proved anew: replayed by the rules, and their cards priced without any search."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import Game, card_text
from tafelwerk.solvers.skat.deal_numbers import numbered_deal
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.solvers.skat.judge import winning
from tafelwerk.solvers.skat.rules import Position
from tafelwerk.solvers.skat.whole_deal import WholeDeal, whole_deal
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.skat import FAMILY

GAMES = 2
"""Games that are proved from the first card on unless a number is asked for; each takes a second or more."""

ENDINGS = 20
"""For each game that is proved from the first card on, so many of which the ending is."""

ENDING = 7
"""Cards in a hand with which an ending begins."""


@dataclass(frozen=True, slots=True)
class _Play:
    """A row of table plays."""

    place: int
    player: str
    card: int
    before: int
    after: int
    best: int


def game_checks(book: Book, sample: int) -> Iterator[Check]:
    """Columns of all games by the rules; what their cards cost by retrograde values, in some from the first card on.

    Args:
        book: the book.
        sample: games to prove from the first card on; of others, `ENDINGS` times as many, their endings are proved.
    """
    games = book.rows(
        FAMILY, f"SELECT name, deal, game, declarer, start, points, won FROM {FAMILY}.games ORDER BY name"
    )
    plays: dict[str, list[_Play]] = {}
    for row in book.rows(
        FAMILY,
        f'SELECT name, place, player, card, "before", "after", best FROM {FAMILY}.plays ORDER BY name, place',
    ):
        plays.setdefault(row[0], []).append(_Play(*row[1:]))
    if not games and not plays:
        return
    columns, replayed, skats = Claims(len(games)), {}, {}
    known = {row[0] for row in book.rows(FAMILY, f"SELECT deal FROM {FAMILY}.deals")}
    for row in games:
        name, deal = row[:2]
        columns.claim(name, f"deal {deal} is not stored", deal in known)
        positions = _replayed(row, plays.get(name, []), columns)
        if positions:
            replayed[name], skats[name] = positions, numbered_deal(deal).skat
    for name in plays.keys() - {row[0] for row in games}:
        columns.claim(name, "its cards are stored, the game is not", False)
    yield columns.check(f"{FAMILY}.games: replayed", f"{columns.rows} games")
    claims = Claims()
    chosen = drawn(sorted(replayed), sample * (ENDINGS + 1))
    for place, name in enumerate(chosen):
        _priced(name, skats[name], replayed[name], plays[name], place < sample, claims)
    total, of = sum(map(len, plays.values())), f"{len(chosen)} of {len(replayed)} games"
    yield claims.check(f"{FAMILY}.plays: retrograde values", f"{claims.rows} of {total} cards proved, in {of}")


def _replayed(row: tuple[Any, ...], plays: list[_Play], claims: Claims) -> list[Position]:
    """The positions of a game, its columns held against them; none where it cannot be replayed."""
    name, deal, game, declarer, value, points, won = row
    try:
        positions = RecordedGame(name, deal, game, declarer, tuple(one.card for one in plays), "").positions()
    except InputError as fault:
        claims.claim(name, str(fault), False)
        return []
    last, null = positions[-1], game == Game.NULL
    claims.claim(name, "places are not 1, 2, ...", [one.place for one in plays] == list(range(1, len(plays) + 1)))
    claims.claim(
        name,
        "cards of other players",
        [one.player for one in plays] == [position.to_move.word for position in positions[:-1]],
    )
    made = None if null else last.declarer_points
    claims.claim(name, f"points {points} should be {made}", points == made)
    outcome = int(not last.declarer_tricks) if null else last.declarer_points
    claims.claim(name, f"won {won}", won == (outcome >= winning(last.game)))
    claims.claim(name, f"start {value} should be {plays[0].before}", value == plays[0].before)
    claims.claim(name, f"ends with {plays[-1].after}, not {outcome}", plays[-1].after == outcome)
    claims.claim(name, "values do not follow one another", all(a.after == b.before for a, b in pairwise(plays)))
    return positions


def _priced(name: str, skat: int, positions: list[Position], plays: list[_Play], whole: bool, claims: Claims) -> None:
    """Hold values and best cards against the table of the whole deal, or of its ending."""
    table: WholeDeal | None = None
    for position, one in zip(positions, plays, strict=False):
        if table is None:
            left = position.hands[position.to_move].bit_count()
            if position.table or not (whole or left <= ENDING):
                continue
            table = whole_deal(Deal(position.hands, skat), position.game, position.declarer, position.leader)
        after = card_values(table, position)
        best = max if position.to_move is position.declarer else min
        value = best(after.values())
        kept = one.card if after[one.card] == value else next(card for card in after if after[card] == value)
        claims.rows += 1
        card = f"{name}, card {one.place}, {card_text(one.card)}"
        claims.claim(card, f"{one.before} before it should be {value}", one.before == value)
        claims.claim(card, f"{one.after} after it should be {after[one.card]}", one.after == after[one.card])
        claims.claim(card, f"best {one.best} should be {kept}", one.best == kept)


def card_values(table: WholeDeal, position: Position) -> dict[int, int]:
    """What the game is worth after each card: points at the end, in Null 1 or 0."""
    after = table.cards(position)
    if position.game is Game.NULL:
        return dict.fromkeys(after, 0) if position.declarer_tricks else after
    return {card: position.declarer_points + value for card, value in after.items()}
