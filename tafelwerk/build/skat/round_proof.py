"""Stored rounds, proved anew: replayed by the rules; what programs saw drawn again, and the worlds valued without any search."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.skat.game_proof import card_values
from tafelwerk.build.skat.rounds import round_row
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.agents import SOURCE
from tafelwerk.solvers.skat.cards import Game, Seat, bits, card_text
from tafelwerk.solvers.skat.deal_numbers import numbered_deal
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.solvers.skat.game import begin
from tafelwerk.solvers.skat.knowledge import Knowledge, World
from tafelwerk.solvers.skat.match import declarer_goal, seat_seed
from tafelwerk.solvers.skat.round_log import LoggedRound, heard, unheard
from tafelwerk.solvers.skat.rounds import Announcement, Round, Stage, begin_round
from tafelwerk.solvers.skat.scoring import Contract, Goal, announced_goal
from tafelwerk.solvers.skat.whole_deal import whole_deal
from tafelwerk.solvers.skat.worlds import all_worlds, count_worlds, draw_worlds
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.skat import FAMILY
from tafelwerk.tables.skat_rounds import COLUMNS, StoredDecision, StoredRound, get_all_decisions, get_cards, get_rounds

DECISIONS = 20
"""Decisions that are proved unless a number is asked for."""

ENDING = 5
"""Cards in a hand up to which decisions are proved."""


@dataclass(frozen=True, slots=True)
class _Decision:
    """A lead of a program whose chance is known.

    Attributes:
        name: of the round.
        place: which card of the game.
        known: what the program knew.
        worlds: how many it looked at, at most.
        seed: where its worlds began.
        goal: what the declarer needs, as the program saw it.
        rows: what it saw.
    """

    name: str
    place: int
    known: Knowledge
    worlds: int
    seed: int
    goal: Goal
    rows: tuple[StoredDecision, ...]


def round_checks(book: Book, sample: int) -> Iterator[Check]:
    """Rows of all rounds by the rules, and the cards of all decisions; some decisions by retrograde values.

    Args:
        book: the book.
        sample: decisions to prove.
    """
    rounds = get_rounds(book)
    decisions = get_all_decisions(book)
    if not rounds and not decisions:
        return
    cards = get_cards(book, [one.name for one in rounds])
    claims, seen = Claims(len(rounds)), Claims()
    replayed: dict[str, Round] = {}
    for row in rounds:
        done = _replayed(row, cards.get(row.name), claims)
        if done is not None:
            replayed[row.name] = done
    for name in decisions.keys() - {row.name for row in rounds}:
        seen.claim(name, "decisions of a round that is not stored", False)
    yield claims.check(f"{FAMILY}.rounds: replayed", f"{claims.rows} rounds")
    provable: list[_Decision] = []
    for row in rounds:
        if row.name in replayed:
            provable += _decisions(row, replayed[row.name], decisions.get(row.name, {}), seen)
    yield seen.check(f"{FAMILY}.decisions: cards", f"{seen.rows} decisions")
    claims = Claims()
    for decision in drawn(provable, sample):
        _valued(decision, claims)
    yield claims.check(f"{FAMILY}.decisions: retrograde values", f"{claims.rows} of {seen.rows} decisions proved")


def _replayed(row: StoredRound, game: tuple[int, tuple[int, ...]] | None, claims: Claims) -> Round | None:
    """A round as its row and its cards have it; None where they are none."""
    try:
        done = _round(row, game)
    except (InputError, ValueError) as fault:
        claims.claim(row.name, str(fault), False)
        return None
    claims.claim(row.name, "the game is not over", done.stage is Stage.OVER)
    if done.stage is not Stage.OVER:
        return None
    wanted = round_row(LoggedRound(row.name, done, row.players, row.source, row.seed))
    for stored, right, column in zip(row.row, wanted, COLUMNS, strict=True):
        claims.claim(row.name, f"{column} {stored} should be {right}", stored == right)
    return done


def _round(row: StoredRound, game: tuple[int, tuple[int, ...]] | None) -> Round:
    declarer = None if row.declarer is None else Seat[row.declarer.upper()]
    done = begin_round(numbered_deal(row.dealt))
    done = replace(done, auction=unheard(row.bid, declarer)) if row.calls is None else heard(done, row.calls)
    if done.declarer is None:
        return done
    if game is None or row.game is None:
        raise InputError("its game is not stored")
    hand, schneider, schwarz, ouvert = map(bool, (row.hand, row.schneider, row.schwarz, row.ouvert))
    contract = Contract(Game(row.game), hand, schneider, schwarz, ouvert)
    number, cards = game
    deal = numbered_deal(number)
    done = done.announced(Announcement(contract)) if hand else done.took().announced(Announcement(contract, deal.skat))
    if done.game is None or done.game.deal != deal:
        raise InputError("the game's deal does not come from that of the round")
    for place, card in enumerate(cards, 1):
        try:
            done = done.played(card)
        except InputError as fault:
            raise InputError(f"card {place}: {fault}") from None
    return done


def _decisions(
    row: StoredRound, done: Round, decisions: Mapping[int, tuple[StoredDecision, ...]], claims: Claims
) -> Iterator[_Decision]:
    """Hold the cards of a round's decisions against the rules; those that can be proved."""
    if done.game is None:
        for place in decisions:
            claims.claim(f"{row.name}, card {place}", "a decision in a deal that was not played", False)
        return
    game = begin(done.game.deal, done.game.contract, done.game.declarer)
    for place, one in enumerate(done.game.decisions, 1):
        known, rows = game.known[one.seat], decisions.get(place, ())
        game = game.played(one.card)
        if not rows:
            continue
        name = f"{row.name}, card {place}"
        claims.rows += 1
        if [each.card for each in rows] != bits(known.legal):
            claims.claim(name, "not the cards that might be played", False)
            continue
        claims.claim(name, "another card was chosen", [each.card for each in rows if each.chosen] == [one.card])
        for each in rows:
            fits = each.wins <= each.worlds and each.points <= 120 * each.points_worlds
            claims.claim(name, f"{card_text(each.card)}: numbers that cannot be", fits)
        player, _, worlds = row.players[one.seat].partition(":")
        if (row.source, player) != (SOURCE, "pimc") or row.seed is None or not worlds:
            continue
        goal = announced_goal(done.game.contract)
        if one.seat is done.declarer:
            its = done.game.known[one.seat]
            goal = declarer_goal(done.game.contract, its.played[one.seat] | its.hand | (its.skat or 0), done.bid)
        if known.table or known.hand.bit_count() > ENDING or goal.least_tricks:
            continue
        yield _Decision(row.name, place, known, int(worlds), seat_seed(row.seed, one.seat), goal, rows)
    strangers = [place for place in decisions if place > len(done.game.decisions)]
    claims.claim(row.name, f"decisions on cards {strangers}", not strangers)


def _valued(decision: _Decision, claims: Claims) -> None:
    """Hold what a program saw against retrograde values of the same worlds."""
    known = decision.known
    claims.rows += 1
    worlds = _worlds(decision)
    values = [_after(known, world) for world in worlds]
    null, alone = known.game is Game.NULL, known.seat is known.declarer
    needed = 1 if null else decision.goal.points
    for row in decision.rows:
        name = f"{decision.name}, card {decision.place}, {card_text(row.card)}"
        wins = sum((after[row.card] >= needed) == alone for after in values[: row.worlds])
        claims.claim(name, f"{row.wins} wins should be {wins}", row.wins == wins)
        if not null:
            points = sum(after[row.card] for after in values[: row.points_worlds])
            claims.claim(name, f"{row.points} points should be {points}", row.points == points)
        claims.claim(name, "more worlds than there are", max(row.worlds, row.points_worlds) <= len(worlds))


def _worlds(decision: _Decision) -> list[World]:
    known = decision.known
    if 0 < count_worlds(known) <= decision.worlds:
        return list(all_worlds(known))
    return list(draw_worlds(known, decision.worlds, 32 * decision.seed + len(known.cards)))


def _after(known: Knowledge, world: World) -> dict[int, int]:
    position = known.position(world)
    table = whole_deal(Deal(position.hands, world.skat), position.game, position.declarer, position.leader)
    return card_values(table, position)
