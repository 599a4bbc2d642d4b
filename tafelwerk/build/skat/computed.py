"""What the book does not hold of this family, computed: a function per question, each with its estimate of work."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING

from tafelwerk.build.computation import BUDGET, Computation, OverBudgetError
from tafelwerk.build.skat.replaying import Places, Replays, one_round
from tafelwerk.build.skat.sets import given_build
from tafelwerk.rules.skat.cards import Game, bits, card_text, read_cards, read_game, read_seat
from tafelwerk.rules.skat.deals import deal_number, deal_of, random_deals
from tafelwerk.rules.skat.play import open_game
from tafelwerk.rules.skat.pricing import price
from tafelwerk.rules.skat.recorded import Records
from tafelwerk.rules.skat.scoring import Contract, check_bid, game_value, goal
from tafelwerk.tables.skat.answers import (
    Bid,
    Candidate,
    Deals,
    Discard,
    Explanation,
    Games,
    Models,
    NumberedDeal,
    PlannedBid,
    PlayedGame,
    Range,
    Solution,
)
from tafelwerk.tables.skat.in_place import InPlaces
from tafelwerk.tables.skat.played import missing_game
from tafelwerk.tables.skat.positions import timed
from tafelwerk.tables.skat.questions import announced, explained, judged, solution
from tafelwerk.tables.skat.questions import models as stored_models
from tafelwerk.tables.skat.replayed import ReplayedRound, Rounds

if TYPE_CHECKING:
    from tafelwerk.rules.skat.rounds import Agent, Program
    from tafelwerk.solvers.skat.bidding import announcing
    from tafelwerk.solvers.skat.bidding.bidding import ModelBidder
    from tafelwerk.tables.book import Book

OPERATIONS = 5e8
"""Estimated work of the value of every card of a position: mostly far less, on one deal in some hundred more."""

WORLD_OPERATIONS = 2.4e7
"""Work per deal of the other cards: the best ways to discard are solved in it."""

ROUND_OPERATIONS = 1e8
"""Estimated work of pricing all cards of a round."""

PLACE_OPERATIONS = 2e9
"""Estimated work of a program in one seat's place, in one round."""

MOST_THREADS = 4
"""Worlds searched at a time for one choice, at most: more bring little."""


def solve(deal: str, game: str, declarer: str, played: str | None, question: str | None) -> Computation[Solution]:
    """What a position is worth, by search."""
    from tafelwerk.solvers.skat.open.judge import judge_of

    wanted = open_game(deal, game, declarer, played)

    def run() -> Solution:
        judge = judge_of(wanted.game)
        with timed() as watch:
            found = judged(judge, wanted, question == "win")
        return solution(wanted, *found, judge.nodes, watch.seconds)

    return Computation(OPERATIONS, run, None if played else given_build(wanted.deal, ((game, declarer),)))


def explain(deal: str, game: str, declarer: str, played: str | None) -> Computation[Explanation]:
    """The played cards of a game priced, and its principal line from there, by search."""
    from tafelwerk.solvers.skat.open.judge import judge_of

    wanted = open_game(deal, game, declarer, played)

    def run() -> Explanation:
        judge = judge_of(wanted.game)
        with timed() as watch:
            priced = price(judge, wanted.positions, wanted.played)
        return Explanation(**explained(wanted, priced, judge.nodes, watch.seconds))

    return Computation(OPERATIONS, run)


def games(book: "Book", game: str | None, limit: int | None) -> Computation[Games | PlayedGame]:
    """Played games are only read.

    Raises:
        MissingTableError: no game is stored.
        InputError: others are than the one that is named.
    """
    raise missing_game(book, game)


def models(book: "Book") -> Computation[Models]:
    """Classifiers are only read.

    Raises:
        MissingTableError: none is stored.
    """
    raise stored_models.of().missing(book)


def bid(hand: str, position: str) -> Computation[Bid]:
    """How high to bid, by the weights that ship."""

    def run() -> Bid:
        from tafelwerk.build.skat.weights import default_bidder
        from tafelwerk.rules.skat.scoring import value_counts

        cards, seat, bidder = read_cards(hand), read_seat(position), default_bidder()
        with timed() as watch:
            advice = bidder.advise(cards, seat)
        first = advice.plan[0][1] if advice.plan else None
        counts = {game: value_counts(Contract(game), cards) for game in Game}
        return Bid(
            game=None if advice.game is None else advice.game.value,
            bid=advice.limit,
            chances={game.value: advice.chances[game] for game in Game},
            hand_chances={game.value: advice.hand_chances[game] for game in Game},
            values={game.value: Range(min(worth), max(worth)) for game, worth in counts.items()},
            hand=announced(first) if first and first.hand else None,
            plan=[PlannedBid(**asdict(announced(contract)), bid=most) for most, contract in advice.plan],
            alone=advice.alone,
            expected=advice.expected,
            cards=[card_text(card) for card in bits(cards)],
            position=position,
            seconds=watch.seconds,
            certainty="sampled",
        )

    return Computation(0, run)


def discard(
    cards: str, position: str, bid: int, game: str | None, worlds: int, seed: int, count: int
) -> Computation[Discard]:
    """What to lay away and announce.

    Raises:
        InputError: there is no such bid.
    """
    check_bid(bid)

    def run() -> Discard:
        from tafelwerk.build.skat.weights import default_bidder

        mask, chosen = read_cards(cards), tuple(Game) if game is None else (read_game(game),)
        bidder = default_bidder(worlds=worlds)
        with timed() as watch:
            found = bidder.candidates(mask, read_seat(position), bid, seed, count, chosen)
        candidates = [_candidate(one, mask, bid) for one in found]
        return Discard(
            **vars(candidates[0]),
            candidates=candidates,
            cards=[card_text(card) for card in bits(mask)],
            position=position,
            bid=bid,
            seed=seed,
            seconds=watch.seconds,
            certainty="sampled",
            samples=candidates[0].worlds or None,
        )

    return Computation(worlds * WORLD_OPERATIONS, run)


def _candidate(one: "announcing.Candidate", cards: int, bid: int) -> Candidate:
    needs = goal(one.contract, cards, bid)
    won = one.wins / one.worlds if one.worlds else None
    return Candidate(
        skat=[card_text(card) for card in bits(one.skat)],
        game=one.contract.game.value,
        chance=one.chance,
        contract=announced(one.contract),
        value=one.value,
        overbid=game_value(one.contract, cards) < bid,
        needs=None if needs is None else needs.points,
        expected=one.expected,
        worlds=one.worlds,
        wins=one.wins if one.worlds else None,
        standard_error=None if won is None else sqrt(won * (1 - won) / one.worlds),
    )


def deals(random: int | None, seed: int | None, cards: int | None, given: Sequence[str] | None) -> Computation[Deals]:
    """Random deals, or the numbers of those given."""

    def run() -> Deals:
        found = random_deals(random or 1, seed or 0, cards_each=cards or 10) if given is None else map(deal_of, given)
        numbered = [NumberedDeal(str(deal_number(deal)), deal.text(), deal.cards_each) for deal in found]
        return Deals(seed=None if given is not None else seed, deals=numbered)

    return Computation(0, run)


def replay(
    book: "Book",
    log: Records,
    round: str | None,
    limit: int | None,
    price: bool,
    agent: str | None,
    seat: str | None,
    seed: int | None,
) -> Computation[Rounds | ReplayedRound | InPlaces]:
    """The rounds of a log, each card priced by the book where that holds the deal, else by search; or a program in one seat's
    place."""
    if agent is not None:
        name = None if round is None else log.named(round).name
        places = Places(log, agent, seat or "", seed or 0, limit=limit, name=name)
        return Computation(PLACE_OPERATIONS, lambda: places.answer(places))
    if round is not None:
        name = round
        return Computation(0, lambda: one_round(book, log, name))

    def run(budget: float = inf) -> Rounds:
        found, rounds = Replays(book, log, price=price, limit=limit), []
        for one in found:
            rounds.append(one)
            if price and len(rounds) * ROUND_OPERATIONS > budget:
                raise OverBudgetError
        return found.answer(rounds)

    return Computation(0, run, attempt=lambda: run(BUDGET))


@dataclass(frozen=True)
class Programs:
    """The programs at a person's table.

    Attributes:
        left, right: who plays to the person's left and right.
        bidder: bids and announces for both, and for hints.
        adviser: plays the cards that hints name.
    """

    left: "Agent"
    right: "Agent"
    bidder: "ModelBidder"
    adviser: "Program"


def programs(left: str, right: str, worlds: int, seconds: float | None) -> Programs:
    """The programs at a person's table.

    Args:
        left, right: names of agents.
        worlds: worlds per card of a hint.
        seconds: the longest that one thinks of a card; None for as long as it takes.
    """
    from tafelwerk.build.executors import cores
    from tafelwerk.build.skat.weights import default_bidder, default_chances
    from tafelwerk.solvers.skat.hidden.agents import pimc, read_agent
    from tafelwerk.solvers.skat.hidden.player import Chooser, Effort

    bidder, chooser = default_bidder(), Chooser(min(cores(), MOST_THREADS))
    first, second = (
        read_agent(name, bidder=bidder, chances=default_chances(), chooser=chooser, seconds=seconds)
        for name in (left, right)
    )
    return Programs(first, second, bidder, pimc(worlds, chooser, Effort(full=True, seconds=seconds)))
