"""Rounds of Skat to test with: a bidder of a few lines, and rounds in which everything is said and played at random."""

from random import Random

from tafelwerk.families.skat.rules.cards import JACKS, POINTS, Game, Seat, bits, mask_of, order, points
from tafelwerk.families.skat.rules.contracts import BASE, Contract, game_value, goal
from tafelwerk.families.skat.rules.deals import random_deal
from tafelwerk.families.skat.rules.rounds import Agent, Announcement, CardOutcomes, Choice, Round, Stage, begin_round
from tafelwerk.solvers.skat.hidden_players import Chooser, read_agent

_CHOOSER = Chooser()

CONTRACTS = (
    *(Contract(game, step > 0, step > 1, step > 2, step > 3) for game in BASE for step in range(5)),
    *(Contract(Game.NULL, hand=hand, ouvert=ouvert) for hand in (False, True) for ouvert in (False, True)),
)
"""All contracts: every game with trumps plain, Hand, and Hand with Schneider, Schwarz or Ouvert announced; Null four ways."""


def strength(hand: int, game: Game) -> float:
    """Trumps, jacks once more, aces and tens."""
    own = order(game)
    high = sum({11: 1.0, 10: 0.4}.get(POINTS[card], 0.0) for card in bits(hand))
    return (hand & own.from_game(own.trumps)).bit_count() + 0.8 * (hand & JACKS).bit_count() + high


class PlainBidder:
    """Counts trumps and high cards; the higher `least`, the more often it passes."""

    def __init__(self, least: float = 6.0) -> None:
        self.least = least

    def limit(self, hand: int, seat: Seat) -> int:
        worth = [game_value(Contract(game), hand) for game in BASE if strength(hand, game) >= self.least]
        return max(worth, default=0)

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        best = max(BASE, key=lambda game: strength(hand, game))
        return Contract(best, hand=True) if strength(hand, best) >= 2 * self.least else None

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        games = {game for game in BASE if goal(Contract(game), cards, bid) is not None} or {Game.GRAND}
        game = max(sorted(games), key=lambda one: strength(cards, one))
        own = order(game)
        plain = bits(cards & ~own.from_game(own.trumps) & ~JACKS)
        spare = sorted(plain, key=lambda card: (points(1 << card), card)) + sorted(bits(cards & ~mask_of(plain)))
        return Announcement(Contract(game), mask_of(spare[:2]))


def plain_agent(name: str, least: float = 6.0) -> Agent:
    """An agent that bids so."""
    return read_agent(name, bidder=PlainBidder(least), chooser=_CHOOSER)


def random_round(seed: int) -> Round:
    """A finished round in which every step is drawn at random; some cards have a choice behind them that nobody made."""
    random = Random(seed)
    done = begin_round(random_deal(random))
    eager = random.random()
    while done.stage is Stage.BIDDING:
        offers = done.auction.offers[:3]
        done = done.said(random.choice(offers) if offers and random.random() < eager else 0)
    if done.declarer is None:
        return done
    if random.random() < 0.7:
        done = done.took()
    wanted = [one for one in CONTRACTS if one.hand != done.taken]
    null_fits = [one for one in wanted if one.game in BASE or game_value(one, 0) >= done.bid]
    skat = mask_of(random.sample(bits(done.cards), 2)) if done.taken else 0
    done = done.announced(Announcement(random.choice(null_fits), skat))
    while done.game is not None and not done.game.over:
        cards = bits(done.game.known[done.game.to_move].legal)
        card = random.choice(cards)
        done = done.played(card, random.choice([None, Choice(card), _outcomes(random, cards, card)]))
    return done


def _outcomes(random: Random, cards: list[int], card: int) -> Choice:
    worlds = random.randint(1, 100)
    found = []
    for one in cards:
        seen, counted = random.randint(0, worlds), random.choice([0, random.randint(0, 10)])
        found.append(CardOutcomes(one, seen, random.randint(0, seen), counted, random.randint(0, 120 * counted)))
    return Choice(random.choice([card, card, cards[0]]), tuple(found), worlds, stopped=random.random() < 0.2)
