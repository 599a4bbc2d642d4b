"""Stored games to learn from, proved anew: trials drawn again and solved without any search, playouts played again."""

from collections.abc import Iterator
from typing import Any

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.skat.game_proof import card_values
from tafelwerk.build.skat.learning import learnt_spans
from tafelwerk.build.skat.tasks import WORLDS
from tafelwerk.build.skat.trials import playout_columns, trial_in_doubt, trials_of
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import WIN, Game, Seat
from tafelwerk.solvers.skat.deal_numbers import deal_number, numbered_deal
from tafelwerk.solvers.skat.judge import winning
from tafelwerk.solvers.skat.rules import start
from tafelwerk.solvers.skat.whole_deal import whole_deal
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.skat import FAMILY

TRIALS = 6
"""Trials that are solved anew unless a number is asked for; each takes a second or two."""

PLAYOUTS = 6
"""Playouts that are played again unless a number is asked for; each takes half a second."""


def trial_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """All trials and playouts against the sequence of random deals; some trials by retrograde values, some playouts played again.

    Args:
        book: the book.
        sample: trials and playouts to draw; None: as many as each check takes.
    """
    spans = learnt_spans(book)
    solved = {(seed, n) for (what, seed), parts in spans.items() if what == "solved" for n in _numbers(parts)}
    over = {(seed, n) for (what, seed), parts in spans.items() if what == "played out" for n in _numbers(parts)}
    columns = "seed, number, game, declarer, deal, hand, skat, won"
    trials = book.rows(FAMILY, f"SELECT {columns} FROM {FAMILY}.trials ORDER BY seed, number, game")
    if trials or solved:
        yield _trials_drawn(trials, solved)
        yield _trials_solved(trials, TRIALS if sample is None else sample)
    columns = "seed, number, game, worlds, won, points"
    playouts = book.rows(FAMILY, f"SELECT {columns} FROM {FAMILY}.playouts ORDER BY seed, number, game, worlds")
    if playouts or over:
        yield _playouts_drawn(playouts, over)
        yield _playouts_played(playouts, PLAYOUTS if sample is None else sample)


def _numbers(spans: list[tuple[int, int]]) -> set[int]:
    """The numbers that some spans hold."""
    return {number for first, last in spans for number in range(first, last + 1)}


def _name(seed: int, number: int, game: str) -> str:
    return f"seed {seed}, number {number}, {game}"


def _trials_drawn(rows: list[tuple[Any, ...]], built: set[tuple[int, int]]) -> Check:
    """Whether the trials of the deals built are those of their sequence, none missing and none besides."""
    claims = Claims(len(rows))
    wanted: dict[tuple[int, int, str], tuple[Any, ...]] = {}
    for seed, number in built:
        for _, trial in trials_of(seed, number, number):
            hand = trial.deal.hands[trial.declarer]
            wanted[seed, number, trial.game.value] = (
                trial.declarer.word,
                deal_number(trial.deal),
                hand,
                trial.deal.skat,
            )
    for seed, number, game, *stored in (row[:-1] for row in rows):
        right = wanted.pop((seed, number, game), None)
        claims.claim(_name(seed, number, game), "no such trial is drawn", right is not None)
        if right is not None:
            claims.claim(_name(seed, number, game), f"{tuple(stored)} should be {right}", tuple(stored) == right)
    for key in wanted:
        claims.claim(_name(*key), "is not stored", False)
    return claims.check(f"{FAMILY}.trials: drawn again", f"{claims.rows} trials of {len(built)} deals")


def _trials_solved(rows: list[tuple[Any, ...]], sample: int) -> Check:
    """Outcomes of some trials by the table of the whole deal."""
    claims = Claims()
    for seed, number, word, seat, deal, _, _, won in drawn(rows, sample):
        claims.rows += 1
        game, declarer = Game(word), Seat[seat.upper()]
        try:
            position = start(numbered_deal(deal), game, declarer)
        except InputError as fault:
            claims.claim(_name(seed, number, word), str(fault), False)
            continue
        after = card_values(whole_deal(numbered_deal(deal), game, declarer), position)
        value = (max if position.to_move is declarer else min)(after.values())
        claims.claim(_name(seed, number, word), f"won {won}", won == (value >= winning(game)))
    return claims.check(f"{FAMILY}.trials: retrograde values", f"{claims.rows} of {len(rows)} trials proved")


def _playouts_drawn(rows: list[tuple[Any, ...]], built: set[tuple[int, int]]) -> Check:
    """Whether of each deal built the trial that is drawn was played out, and columns agree."""
    claims = Claims(len(rows))
    wanted = {}
    for seed, number in built:
        trial = trial_in_doubt(seed, number)
        if trial is not None:
            wanted[seed, number, WORLDS] = trial.game.value
    for seed, number, game, worlds, won, points in rows:
        name = _name(seed, number, game)
        right = wanted.pop((seed, number, worlds), None)
        claims.claim(name, "no such playout is drawn", game == right)
        claims.claim(name, f"points {points}", (points is None) == (game == Game.NULL))
        claims.claim(name, f"won {won} with points {points}", points is None or won == (points >= WIN))
    for (seed, number, _), game in wanted.items():
        claims.claim(_name(seed, number, game), "is not stored", False)
    return claims.check(f"{FAMILY}.playouts: drawn again", f"{claims.rows} playouts of {len(built)} deals")


def _playouts_played(rows: list[tuple[Any, ...]], sample: int) -> Check:
    """Some playouts, card by card: the same worlds are drawn and the same cards played."""
    claims = Claims()
    for seed, number, game, worlds, won, points in drawn(rows, sample):
        claims.rows += 1
        again = playout_columns(seed, number, number, worlds)
        found = list(zip(again["game"], again["won"].tolist(), again["points"], strict=True))
        claims.claim(
            _name(seed, number, game), f"{(game, won, points)} should be {found}", [(game, won, points)] == found
        )
    return claims.check(f"{FAMILY}.playouts: played again", f"{claims.rows} of {len(rows)} playouts")
