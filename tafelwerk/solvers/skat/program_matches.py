"""Rounds of Skat from the bidding to the end, played by three agents, alone and in matches.

Random seeds are the same in the three rounds of a deal: three equal agents play the same round three times and have equal
results.
"""

from collections.abc import Callable, Sequence

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.deals import Deal, random_deals
from tafelwerk.families.skat.rules.matches import round_name, seating
from tafelwerk.families.skat.rules.rounds import Agent, Round, announce_by, begin_round, bid_out, play_by, seat_seed

SOURCE = "a match of programs"
"""Source of the rounds of a match in logs."""


def play_round(dealt: Deal, agents: Sequence[Agent], seed: int = 0) -> Round:
    """A round from the bidding to its end.

    Args:
        dealt: ten cards each and the Skat.
        agents: agents at forehand, middlehand and rearhand.
        seed: random seed, from which the seats' seeds are derived.

    Raises:
        InputError: there are not three agents, the deal is a small one, or the seed is negative.
    """
    if len(agents) != 3:
        raise InputError(f"three agents play Skat, not {len(agents)}")
    if seed < 0:
        raise InputError(f"seed is 0 or more, not {seed}")
    limits = [agent.bidder.limit(hand, seat) for seat, hand, agent in zip(Seat, dealt.hands, agents, strict=True)]
    round_ = bid_out(begin_round(dealt), limits)
    if round_.declarer is None:
        return round_
    round_ = announce_by(round_, agents[round_.declarer].bidder, seat_seed(seed, round_.declarer))
    game = round_.game
    assert game is not None
    players = [agent.program(game, seat_seed(seed, seat), round_.bid) for seat, agent in zip(Seat, agents, strict=True)]
    return play_by(round_, players)


def match_round(
    players: Sequence[str], seed: int, number: int, agent: Callable[[str], Agent], source: str = SOURCE
) -> Round:
    """One round of a match: deal number // 3 of the seed's sequence, the players moved on by number % 3 seats.

    Args:
        players: full names of three agents; each order is another match.
        seed: random seed of the deals and of the play.
        number: number of the round, from 0.
        agent: gives the agent with a name.
        source: recorded as the round's source.

    Raises:
        InputError: there are not three players, or the seed has no such deal.
    """
    if len(players) != 3:
        raise InputError(f"three players make a match, not {len(players)}")
    (dealt,) = random_deals(1, seed, number // 3)
    sitting = seating(players, number)
    chance = (seed << 32) + number // 3
    done = play_round(dealt, [agent(name) for name in sitting], chance)
    return done.with_record(round_name(seed, number, players), sitting, source, chance)
