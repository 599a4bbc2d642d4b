"""Answers that are not in the book, computed: a function per question, with an estimate of operations."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.build.skat.replaying import Places, Replays, one_round
from tafelwerk.errors import InputError
from tafelwerk.families.skat.builds import GivenDeal, NullCounts
from tafelwerk.families.skat.tasks import CONTRACTS, NULL_OPERATIONS, Wins
from tafelwerk.rules.skat.auction import dialogues, read_bids
from tafelwerk.rules.skat.cards import Game, bits, card_text, read_cards, read_game, read_seat
from tafelwerk.rules.skat.cards import points as points_of
from tafelwerk.rules.skat.deals import deal_number, deal_of, random_deals
from tafelwerk.rules.skat.knowledge import Knowledge, to_choose
from tafelwerk.rules.skat.limits import MOST_WEIGHTED
from tafelwerk.rules.skat.logs import RoundLog
from tafelwerk.rules.skat.null_suits import holdings
from tafelwerk.rules.skat.play import open_game
from tafelwerk.rules.skat.pricing import price
from tafelwerk.rules.skat.scoring import Contract, announced_goal, check_bid, game_value, goal
from tafelwerk.rules.skat.words import number_text, worded
from tafelwerk.tables.computation import BUDGET, Computation, OverBudgetError
from tafelwerk.tables.question import LEVEL, sampled_share
from tafelwerk.tables.skat.answers import (
    Bid,
    Candidate,
    CardAdvice,
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
    Sure,
    TriedGame,
)
from tafelwerk.tables.skat.contracts import Contracts
from tafelwerk.tables.skat.contracts import contracts as stored_contracts
from tafelwerk.tables.skat.hands import Hands
from tafelwerk.tables.skat.hands import hands as stored_hands
from tafelwerk.tables.skat.in_place import InPlaces
from tafelwerk.tables.skat.null_hands import NullHand, NullHands, NullLengths, SuitFacts, counted_hands, judged_hand
from tafelwerk.tables.skat.played import missing_game
from tafelwerk.tables.skat.points import Points
from tafelwerk.tables.skat.points import points as stored_points
from tafelwerk.tables.skat.positions import timed
from tafelwerk.tables.skat.priced import explanation_fields
from tafelwerk.tables.skat.questions import announced, judged, solution
from tafelwerk.tables.skat.questions import models as stored_models
from tafelwerk.tables.skat.replayed import ReplayedRound, Rounds
from tafelwerk.tables.skat.shares import Shares, shares_of
from tafelwerk.tables.skat.shares import shares as stored_shares

if TYPE_CHECKING:
    from tafelwerk.rules.puzzles import Grade
    from tafelwerk.rules.skat.rounds import Agent, Program
    from tafelwerk.solvers.skat.bidding import announcing
    from tafelwerk.solvers.skat.bidding.bidding import ModelBidder
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.skat.puzzles import Puzzle

OPERATIONS = 5e8
"""Estimated operations for the values of all cards of a position: mostly far fewer, on about one deal in a hundred more."""

WORLD_OPERATIONS = 2.4e7
"""Estimated operations per deal of the other cards, on which the best discards are solved."""

ROUND_OPERATIONS = 1e8
"""Estimated operations for pricing all cards of a round."""

TRIED_OPERATIONS = 1e6
"""Estimated operations per random deal on which an announcement is tested."""

CARD_OPERATIONS, NULL_CARD_OPERATIONS = 1.2e6, 5e4
"""Estimated operations per deal of the hidden cards in which every card of a hand of ten is tried; the former halves with each
card less in hand, down to `LEAST_CARD_OPERATIONS`."""

LEAST_CARD_OPERATIONS = 1e5

BIDS_OPERATIONS = 5e6
"""Estimated operations for weighting the candidates for one such deal by the bids."""

PUZZLE_OPERATIONS = 4e7
"""Estimated operations per puzzle of up to six cards; they triple with each card more."""

PLACE_OPERATIONS = 2e9
"""Estimated operations for a program in place of one seat, per round."""

MOST_THREADS = 4
"""Largest number of threads per choice: more bring little."""


def solve(deal: str, game: str, declarer: str, played: str | None, question: str | None) -> Computation[Solution]:
    """Value of a position, by search."""
    from tafelwerk.solvers.skat.open.judge import judge_of

    wanted = open_game(deal, game, declarer, played)

    def run() -> Solution:
        judge = judge_of(wanted.game)
        with timed() as watch:
            found = judged(judge, wanted, question == "win")
        return solution(wanted, *found, judge.nodes, watch.seconds)

    return Computation(OPERATIONS, run, None if played else GivenDeal(wanted.deal, ((game, declarer),)))


def explain(deal: str, game: str, declarer: str, played: str | None) -> Computation[Explanation]:
    """A game with its played cards priced, and its principal line, by search."""
    from tafelwerk.solvers.skat.open.judge import judge_of

    wanted = open_game(deal, game, declarer, played)

    def run() -> Explanation:
        judge = judge_of(wanted.game)
        with timed() as watch:
            priced = price(judge, wanted)
        return Explanation(**explanation_fields(priced, judge.nodes, watch.seconds))

    return Computation(OPERATIONS, run)


def sure(deal: str, game: str, declarer: str, played: str | None) -> Computation[Sure]:
    """Sure points of the side on lead."""

    def run() -> Sure:
        from tafelwerk.solvers.skat.open.thesis_quick_tricks import sure_tricks

        wanted = open_game(deal, game, declarer, played)
        position = wanted.position
        leads, found = position.leader is position.declarer, sure_tricks(position)
        won, to_come = position.declarer_points, sum(map(points_of, position.hands))
        return Sure(
            leader=position.leader.word,
            side="declarer" if leads else "defenders",
            sure=found,
            to_come=to_come,
            least=won + found if leads else won,
            most=won + to_come - (0 if leads else found),
            deal=str(wanted.number),
        )

    return Computation(0, run)


def games(book: "Book", game: str | None, limit: int | None) -> Computation[Games | PlayedGame]:
    """Played games are only read, not computed.

    Raises:
        MissingTableError: no game is stored.
        InputError: no stored game has this name.
    """
    raise missing_game(book, game)


def shares(book: "Book", deals: int | None, seed: int) -> Computation[Shares]:
    """Shares of random deals won, by search; of all stored deals only if there are any.

    Raises:
        MissingTableError: no number of deals is given, and none is stored.
    """
    if deals is None:
        raise stored_shares.of(deals, seed).missing(book)

    def run(report: Callable[[float], None] = lambda share: None) -> Shares:
        from tafelwerk.families.skat.deal_rows import winners

        found: Counter[tuple[str, str]] = Counter()
        for done, deal in enumerate(random_deals(deals, seed), 1):
            found.update((game.value, declarer.word) for game, declarer, won in winners(deal) if won)
            report(done / deals)
        return shares_of(seed, deals, {contract: found[contract] for contract in CONTRACTS})

    return Computation(Wins(seed, 0, deals - 1).operations(), run, watched=run)


def points(book: "Book", deals: int | None, seed: int) -> Computation[Points]:
    """Points of random deals are only read, not computed.

    Raises:
        MissingTableError: the deals are not stored.
    """
    raise stored_points.of(deals, seed).missing(book)


def contracts(book: "Book", deals: int | None, player: str, seed: int) -> Computation[Contracts]:
    """Contracts are only read, not played.

    Raises:
        MissingTableError: the deals are not stored.
    """
    raise stored_contracts.of(deals, player, seed).missing(book)


def hands(
    book: "Book", seed: int, position: str | None, dealt: bool, least: int, material: Any = None
) -> Computation[Hands]:
    """Games by classes of hands, from stored games.

    Raises:
        MissingTableError: no game is stored.
    """
    if material is None:
        raise stored_hands.of(seed, position, dealt, least).missing(book)

    def run() -> Hands:
        from tafelwerk.build.skat.hand_classes import hand_classes

        solved, played = material
        return hand_classes(solved, played, seed, position, dealt, least)

    return Computation(0, run)


def null(hand: str | None) -> Computation[NullHands | NullHand]:
    """Hands that no distribution beats in Null, from the holdings of a suit; or one hand, with a deal found by search."""

    def run() -> NullHands | NullHand:
        from tafelwerk.solvers.skat.open import null_hands as solver

        if hand is None:
            return counted_hands([NullLengths(list(one[0]), *one[1:]) for one in solver.hands_by_lengths()])
        cards = read_cards(hand)
        facts = {one: SuitFacts(solver.is_safe(one), solver.is_opening(one)) for one in holdings(cards)}
        return judged_hand(cards, facts, solver.beating)

    return Computation(NULL_OPERATIONS, run, NullCounts())


def models(book: "Book") -> Computation[Models]:
    """Classifiers are only read, not computed.

    Raises:
        MissingTableError: None is stored.
    """
    raise stored_models.of().missing(book)


def bid(hand: str, position: str, worlds: int, seed: int) -> Computation[Bid]:
    """How high to bid, by the shipped weights; the announcement is tested on random deals."""

    def run() -> Bid:
        from tafelwerk.families.skat.weights import default_bidder
        from tafelwerk.rules.skat.scoring import value_counts

        cards, seat, bidder = read_cards(hand), read_seat(position), default_bidder()
        with timed() as watch:
            advice = bidder.advise(cards, seat)
            first = advice.plan[0][1] if advice.plan else None
            # for a hand that passes, the likeliest game, the first in case of a tie
            contract = first or Contract(max(Game, key=lambda game: advice.chances[game]))
            tried = bidder.tried(contract, cards, seat, worlds, seed) if worlds else None
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
            tried=None if tried is None else _tried(contract, tried),
            cards=[card_text(card) for card in bits(cards)],
            position=position,
            seconds=watch.seconds,
            **({"certainty": "sampled"} if tried is None else _share_won(tried.wins, tried.worlds)),
        )

    return Computation(worlds * TRIED_OPERATIONS, run, always=True)


def card(
    hand: str,
    game: str,
    declarer: str,
    seat: str,
    skat: str | None,
    played: str | None,
    worlds: int,
    bids: str | None,
    seed: int,
) -> Computation[CardAdvice]:
    """Which card to play, from worlds with open cards; from a sample if there are too many.

    Raises:
        InputError: more worlds than can be weighted by the bids.
    """
    if bids and worlds > MOST_WEIGHTED:
        most, given = number_text(MOST_WEIGHTED), number_text(worlds)
        raise InputError(
            worded(
                f"--worlds must be 1 to {most} with --bids, not {given}",
                f"--worlds ist mit --bids 1 bis {most}, nicht {given}",
            )
        )
    known = to_choose(hand, game, declarer, seat, skat, played)

    def run(report: Callable[[float], None] = lambda share: None) -> CardAdvice:
        from tafelwerk.build.executors import cores
        from tafelwerk.families.skat.weights import default_bidder, default_chances
        from tafelwerk.solvers.skat.hidden.agents import declarer_goal
        from tafelwerk.solvers.skat.hidden.bids import Weigh, bid_weights, sampled_worlds
        from tafelwerk.solvers.skat.hidden.player import Chooser, Effort, Positions
        from tafelwerk.solvers.skat.hidden.worlds import count_worlds

        declares = known.seat is known.declarer
        contract, heard = Contract(known.game, hand=declares and skat is None), read_bids(bids) if bids else []
        needs = announced_goal(contract)
        stages: list[Weigh] = []
        with timed() as watch:
            if heard:
                ways = dialogues(heard, known.declarer)
                stages = bid_weights(known, contract, ways, default_bidder(worlds=0).limit, default_chances())
                if declares and known.game is not Game.NULL:
                    cards = known.hand | known.played[known.seat] | (known.skat or 0)
                    needs = declarer_goal(contract, cards, heard[-1])
            sample = sampled_worlds(known, worlds, 32 * seed + len(known.cards), stages)
            positions = Positions(known, sample.worlds)
            chooser = Chooser(min(cores(), MOST_THREADS), report=report)
            chosen = chooser.choose(positions, needs, Effort(full=True), sample.weights)
        shares = {card_text(one.card): one.wins / one.worlds for one in chosen.cards}
        said = {name: shares_of_worlds(share, len(positions), sample.size) for name, share in shares.items()}
        first = said[card_text(chosen.card)]
        return CardAdvice(
            card=card_text(chosen.card),
            open_card_share=shares,
            intervals={name: one["interval"] or (shares[name], shares[name]) for name, one in said.items()},
            worlds=count_worlds(known),
            needs=needs.points,
            seconds=watch.seconds,
            **first | {"standard_error": max(one["standard_error"] for one in said.values())},
        )

    return Computation(_card_operations(known, worlds, weighted=bool(bids)), run, always=True, watched=run)


def _card_operations(known: Knowledge, worlds: int, *, weighted: bool) -> float:
    """Estimated operations for the choice of a card over some worlds, which may be weighted by bids."""
    work = NULL_CARD_OPERATIONS
    if known.game is not Game.NULL:
        work = max(CARD_OPERATIONS / 2 ** (10 - known.hand.bit_count()), LEAST_CARD_OPERATIONS)
    work += BIDS_OPERATIONS * weighted
    if worlds * work > BUDGET:
        from tafelwerk.solvers.skat.hidden.worlds import count_worlds

        worlds = min(worlds, count_worlds(known))
    return worlds * work


def shares_of_worlds(share: float, looked_at: int, size: float) -> dict[str, Any]:
    """Fields of an answer for a share of worlds.

    Args:
        share: the share.
        looked_at: number of worlds.
        size: effective sample size in independent worlds; infinite for all worlds.
    """
    if size == inf:
        return {"certainty": "exact", "samples": looked_at, "standard_error": 0.0, "interval": None, "level": None}
    error = sqrt(share * (1 - share) / size)
    return sampled_share(share, int(size), error) | {"samples": looked_at}


def discard(
    cards: str, position: str, bid: int, game: str | None, worlds: int, seed: int, count: int
) -> Computation[Discard]:
    """Which cards to discard, and what to announce.

    Raises:
        InputError: impossible bid.
    """
    check_bid(bid)

    def run() -> Discard:
        from tafelwerk.families.skat.weights import default_bidder

        mask, chosen = read_cards(cards), tuple(Game) if game is None else (read_game(game),)
        bidder = default_bidder(worlds=worlds)
        with timed() as watch:
            found = bidder.candidates(mask, read_seat(position), bid, seed, count, chosen)
            first = bidder.afresh(found[0], mask, read_seat(position), bid, seed) if found[0].worlds else found[0]
        candidates = [
            _candidate(first, mask, bid, fresh=first.worlds > 0),
            *(_candidate(one, mask, bid, fresh=False) for one in found[1:]),
        ]
        return Discard(
            **vars(candidates[0]),
            candidates=candidates,
            race_worlds=found[0].worlds,
            race_wins=found[0].wins if found[0].worlds else None,
            cards=[card_text(card) for card in bits(mask)],
            position=position,
            bid=bid,
            seed=seed,
            seconds=watch.seconds,
            certainty="sampled",
            samples=first.worlds or None,
            level=LEVEL if first.worlds else None,
        )

    return Computation(worlds * WORLD_OPERATIONS, run)


def _share_won(wins: int, worlds: int) -> dict[str, Any]:
    """Fields of an answer for a share of deals won."""
    share = wins / worlds
    return sampled_share(share, worlds, sqrt(share * (1 - share) / worlds))


def _tried(contract: Contract, tried: "announcing.Tried") -> TriedGame:
    share = tried.wins / tried.worlds
    return TriedGame(
        **asdict(announced(contract)), worlds=tried.worlds, wins=tried.wins, share=share, chance=tried.chance
    )


def _candidate(one: "announcing.Candidate", cards: int, bid: int, *, fresh: bool) -> Candidate:
    needs = goal(one.contract, cards, bid)
    won = _share_won(one.wins, one.worlds) if one.worlds else {}
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
        standard_error=won.get("standard_error"),
        interval=won.get("interval"),
        fresh=fresh,
    )


def deals(random: int | None, seed: int | None, cards: int | None, given: Sequence[str] | None) -> Computation[Deals]:
    """Random or given deals with their numbers."""

    def run() -> Deals:
        found = random_deals(random or 1, seed or 0, cards_each=cards or 10) if given is None else map(deal_of, given)
        numbered = [NumberedDeal(str(deal_number(deal)), deal.text(), deal.cards_each) for deal in found]
        return Deals(seed=None if given is not None else seed, deals=numbered)

    return Computation(0, run)


def replay(
    book: "Book",
    log: RoundLog,
    round: str | None,
    limit: int | None,
    price: bool,
    agent: str | None,
    seat: str | None,
    seed: int | None,
) -> Computation[Rounds | ReplayedRound | InPlaces]:
    """The rounds of a log, with cards priced from the book if it holds the deal, otherwise by search; or a program in place of
    one seat."""
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
        left, right: agents to the person's left and right.
        bidder: bids and announces for both, and for hints.
        adviser: chooses the cards for hints.
    """

    left: "Agent"
    right: "Agent"
    bidder: "ModelBidder"
    adviser: "Program"


def programs(left: str, right: str, worlds: int, seconds: float | None) -> Programs:
    """The programs at a person's table.

    Args:
        left, right: names of agents.
        worlds: worlds per card for hints.
        seconds: time limit per card. None: no limit.
    """
    from tafelwerk.build.executors import cores
    from tafelwerk.families.skat.weights import default_bidder, default_chances
    from tafelwerk.solvers.skat.hidden.agents import pimc, read_agent
    from tafelwerk.solvers.skat.hidden.player import Chooser, Effort

    bidder, chooser = default_bidder(), Chooser(min(cores(), MOST_THREADS))
    first, second = (
        read_agent(name, bidder=bidder, chances=default_chances(), chooser=chooser, seconds=seconds)
        for name in (left, right)
    )
    return Programs(first, second, bidder, pimc(worlds, chooser, Effort(full=True, seconds=seconds)))


def puzzle(seed: int, cards: int, game: str | None, difficulty: "Grade | None") -> "Computation[Puzzle]":
    """A position in which exactly one card wins.

    Raises:
        InputError: when run, if no such puzzle was found.
    """
    from tafelwerk.build.skat.puzzles import made

    work = PUZZLE_OPERATIONS * 3 ** max(cards - 6, 0)
    return Computation(work, lambda: made(seed, cards, game, difficulty))
