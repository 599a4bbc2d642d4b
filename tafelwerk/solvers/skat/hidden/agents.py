"""Agents that play whole rounds of Skat, by name, and the programs that play their cards."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from tafelwerk.families.skat.rules.cards import ALL_CARDS, bits
from tafelwerk.families.skat.rules.contracts import BIDS, Contract, Goal, announced_goal, goal
from tafelwerk.families.skat.rules.deals import pairs
from tafelwerk.families.skat.rules.knowledge import Knowledge, World
from tafelwerk.families.skat.rules.limits import WORLDS, agent_name
from tafelwerk.families.skat.rules.rounds import Agent, Bidder, Choice, GameInPlay, Player, Program
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.hidden.inference import informed_draw
from tafelwerk.solvers.skat.hidden.player import USUAL, Chooser, Draw, Effort, Pimc
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds


def read_agent(
    text: str,
    *,
    bidder: Bidder,
    chances: Chances | None = None,
    chooser: Chooser | None = None,
    worlds: int = WORLDS,
    seconds: float | None = None,
) -> Agent:
    """The agent with a given name.

    Args:
        text: A name as for `agent_name`.
        bidder: bids and announces for it.
        chances: weights of deals for `informed`; no other agent needs them.
        chooser: searches worlds, for any number of agents. Default: one with a single thread.
        worlds: as for `agent_name`.
        seconds: time for a card. Default: no limit.

    Raises:
        InputError: the text names no agent.
        ValueError: the agent is informed, and chances are missing.
    """
    name = agent_name(text, worlds)
    if name == "random":
        return Agent(name, bidder, random_cards)
    if name == "open":
        return Agent(name, bidder, open_cards(chooser))
    word, _, number = name.partition(":")
    draws = None
    if word == "informed":
        if chances is None:
            raise ValueError("an informed agent needs chances")
        draws = partial(informed_draw, chances)
    return Agent(name, bidder, pimc(int(number), chooser, Effort(seconds=seconds), draws))


def pimc(
    worlds: int = WORLDS,
    chooser: Chooser | None = None,
    effort: Effort = USUAL,
    draws: Callable[[Contract], Draw] | None = None,
) -> Program:
    """A program that chooses cards over worlds consistent with the seat's knowledge.

    Args:
        worlds: worlds per card.
        chooser: searches them, for all games. Default: one with a single thread.
        effort: amount of search.
        draws: how to draw worlds under a contract. Default: all are equally likely.
    """
    own = chooser or Chooser()

    def program(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        draw = draws(game.contract) if draws else draw_worlds
        its = game.known[game.declarer]
        cards = its.hand | its.played[its.seat] | (its.skat or 0)
        goals = declarer_goal(game.contract, cards, bid), announced_goal(game.contract)
        alone, against = (Pimc(seed, worlds, goal, own, draw, effort) for goal in goals)
        return lambda known: (alone if known.seat is known.declarer else against)(known)

    return program


def declarer_goal(contract: Contract, cards: int, bid: int = BIDS[0]) -> Goal:
    """The declarer's goal: what the contract promises, or more if the bid requires it.

    If the game cannot be won, since it is overbid beyond Schwarz, it is what the contract promises. A declarer who plays Hand
    does not know the Skat, whose jacks count, and plays for the goal required with most Skats.

    Args:
        contract: the contract.
        cards: mask of the declarer's twelve cards, hand and Skat, or of the ten of a declarer who does not know the Skat; with
            other numbers, those of small deals, the bid does not count.
        bid: the bid made or held.
    """
    announced = announced_goal(contract)
    if bid == BIDS[0] or cards.bit_count() not in (10, 12):
        return announced
    skats = [0] if cards.bit_count() == 12 else pairs(ALL_CARDS ^ cards)
    goals = Counter(goal(contract, cards | skat, bid) or announced for skat in skats)
    return max(goals, key=lambda wanted: (goals[wanted], -wanted.points))


def random_cards(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
    """A program that plays a uniformly random legal card."""

    def player(known: Knowledge) -> Choice:
        cards = bits(known.legal)
        # Python promises the same random() for ever
        return Choice(cards[int(Random(32 * seed + len(known.cards)).random() * len(cards))])

    return player


def open_cards(chooser: Chooser | None = None) -> Program:
    """A program that sees all cards and plays a best card with all cards open; a reference for the other agents."""
    own = chooser or Chooser()

    def program(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        deal = game.deal
        wanted = declarer_goal(game.contract, deal.hands[game.declarer] | deal.skat, bid)

        def player(known: Knowledge) -> Choice:
            forehand, middlehand, rearhand = (hand & ~gone for hand, gone in zip(deal.hands, known.played, strict=True))
            return own.choose([known.position(World((forehand, middlehand, rearhand), deal.skat))], wanted)

        return player

    return program
