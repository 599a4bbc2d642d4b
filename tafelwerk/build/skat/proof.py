"""Stored rows of Skat, proved anew by other methods than those that made them.

Outcomes of deals were found by search; they are proved by retrograde values of the whole deal, which know no search. Positions of
deals stored whole are the other way round. What is left out for its length is counted in a check's detail, never claimed.
"""

from collections.abc import Iterator
from typing import Any

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.skat.game_proof import GAMES, game_checks
from tafelwerk.build.skat.ladder_proof import statistic_checks
from tafelwerk.build.skat.model_proof import model_checks
from tafelwerk.build.skat.round_proof import DECISIONS, round_checks
from tafelwerk.build.skat.trial_proof import trial_checks
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import WIN, Game, Seat, bits
from tafelwerk.solvers.skat.deal_numbers import deal_number, numbered_deal
from tafelwerk.solvers.skat.deals import Deal, random_deals
from tafelwerk.solvers.skat.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.null import null_cards, null_won
from tafelwerk.solvers.skat.rules import start
from tafelwerk.solvers.skat.trick_starts import start_of
from tafelwerk.solvers.skat.whole_deal import whole_deal
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.skat import FAMILY

RESULTS = 12
"""Outcomes that are proved unless a number is asked for; each takes a second or two."""

POSITIONS = 300
"""Positions that are proved unless a number is asked for."""

_SEED = 2003


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table and method.

    Args:
        book: the book.
        sample: outcomes, positions, games, decisions, rows of the ladder, trials, playouts and classifiers to draw; None: as many
            as each check takes.
    """
    yield from deal_checks(book)
    yield from result_checks(book, RESULTS if sample is None else sample)
    yield from position_checks(book, POSITIONS if sample is None else sample)
    yield from game_checks(book, GAMES if sample is None else sample)
    yield from round_checks(book, DECISIONS if sample is None else sample)
    yield from statistic_checks(book, sample)
    yield from trial_checks(book, sample)
    yield from model_checks(book, sample)


def deal_checks(book: Book) -> Iterator[Check]:
    """Numbers of deals, all of them; samples against their sequence."""
    rows = book.rows(FAMILY, f"SELECT deal, cards_each, forehand, middlehand, rearhand, skat FROM {FAMILY}.deals")
    if rows:
        claims = Claims()
        for number, cards_each, forehand, middlehand, rearhand, skat in rows:
            claims.rows += 1
            try:
                deal = Deal((forehand, middlehand, rearhand), skat)
            except InputError as fault:
                claims.claim(number, str(fault), False)
                continue
            claims.claim(number, f"has the number {deal_number(deal)}", deal_number(deal) == number)
            claims.claim(number, f"{cards_each} cards each", cards_each == deal.cards_each)
        yield claims.check(f"{FAMILY}.deals: numbers", f"{claims.rows} deals")
    samples = book.rows(FAMILY, f"SELECT seed, number, deal FROM {FAMILY}.samples")
    if samples:
        claims = Claims()
        known = {row[0] for row in rows}
        for seed, number, deal in samples:
            claims.rows += 1
            (drawn,) = random_deals(1, seed, number)
            claims.claim(f"seed {seed}, number {number}", "another deal", deal == deal_number(drawn))
            claims.claim(f"seed {seed}, number {number}", "a deal that is not stored", deal in known)
        yield claims.check(f"{FAMILY}.samples: drawn again", f"{claims.rows} deals")


def result_checks(book: Book, sample: int) -> Iterator[Check]:
    """Columns of all outcomes; some of them by retrograde values of the whole deal."""
    rows = book.rows(
        FAMILY,
        f"SELECT deal, game, declarer, points, won, openings FROM {FAMILY}.results ORDER BY deal, game, declarer",
    )
    if not rows:
        return
    columns = Claims()
    for row in rows:
        columns.rows += 1
        _result(row, columns)
    yield columns.check(f"{FAMILY}.results: columns", f"{columns.rows} outcomes")
    claims = Claims()
    for row in drawn(rows, sample):
        deal, game, declarer, openings = numbered_deal(row[0]), Game(row[1]), Seat[row[2].upper()], row[5]
        position = start(deal, game, declarer)
        found = whole_deal(deal, game, declarer).cards(position)
        added = 0 if game is Game.NULL else position.declarer_points
        wanted = [found[card] + added for card in bits(deal.hands[0])]
        claims.rows += 1
        claims.claim(f"{row[0]}, {game} by {row[2]}", f"openings {openings} should be {wanted}", openings == wanted)
    yield claims.check(f"{FAMILY}.results: retrograde values", f"{claims.rows} of {len(rows)} outcomes proved")


def position_checks(book: Book, sample: int) -> Iterator[Check]:
    """Some stored positions by search."""
    count = book.one(FAMILY, f"SELECT count(*) FROM {FAMILY}.positions")
    if count is None or not count[0]:
        return
    claims = Claims()
    solvers: dict[tuple[Any, ...], DoubleDummy] = {}
    drawn = book.rows(
        FAMILY,
        "SELECT deal, game, declarer, position, lower, upper, best "
        f"FROM {FAMILY}.positions ORDER BY hash(deal, game, declarer, position, ?) LIMIT ?",
        _SEED,
        sample,
    )
    # neighbours of one deal after each other: what the solver found serves the next
    for number, game, declarer, key, lower, upper, best in sorted(drawn):
        claims.rows += 1
        name = f"{number}, {game} by {declarer}, position {key}"
        position = start_of(key, numbered_deal(number), Game(game), Seat[declarer.upper()])
        if position is None:
            claims.claim(name, "no start of a trick", False)
            continue
        if position.game is Game.NULL:
            value, cards = int(null_won(position)), {card: int(won) for card, won in null_cards(position).items()}
        else:
            solver = solvers.setdefault((number, game, declarer), DoubleDummy(16))
            value, cards = solver.points(position), solver.cards(position)
        claims.claim(name, f"{lower} to {upper} should be {value}", lower == upper == value)
        claims.claim(name, f"{best} does not keep it", cards.get(best) == value)
    yield claims.check(f"{FAMILY}.positions: search", f"{claims.rows} of {count[0]} positions proved")


def _result(row: tuple[Any, ...], claims: Claims) -> None:
    """Whether an outcome's columns agree with its openings."""
    number, game, declarer, points, won, openings = row
    name = f"{number}, {game} by {declarer}"
    try:
        cards = numbered_deal(number).cards_each
    except InputError as fault:
        claims.claim(name, str(fault), False)
        return
    claims.claim(name, f"{len(openings)} openings of {cards}", len(openings) == cards)
    if not openings or any(value is None or value > 120 for value in openings):
        claims.claim(name, f"openings {openings}", False)
        return
    best = max(openings) if declarer == "forehand" else min(openings)
    null = game == "null"
    claims.claim(name, f"points {points} should be {None if null else best}", points == (None if null else best))
    claims.claim(name, f"won {won}", won == (best == 1 if null else best >= WIN))
