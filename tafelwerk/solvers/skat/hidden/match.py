"""Matches of programs: the same deals played by one program or another, every card reproducible from a seed."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, JACKS, POINTS, Game, Seat, bits, order
from tafelwerk.rules.skat.deals import Deal, random_deals
from tafelwerk.rules.skat.knowledge import Knowledge, World
from tafelwerk.rules.skat.limits import WORLDS
from tafelwerk.rules.skat.rounds import Choice, GameInPlay, Player, Program, begin, play_out, seat_seed
from tafelwerk.rules.skat.scoring import BASE, BIDS, Contract, Goal, announced_goal, goal
from tafelwerk.solvers.skat.hidden.player import POINTS_NODES, Chooser, Draw, Pimc
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of a match's games.

    Attributes:
        games: how many were played.
        won: how many of them the declarer won.
        points: the declarer's points, added over all; in Null they say nothing.
    """

    games: int
    won: int
    points: int

    @property
    def mean_points(self) -> float:
        """The declarer's points a game; 0 without games."""
        return self.points / self.games if self.games else 0.0


def pimc(
    worlds: int = WORLDS,
    chooser: Chooser | None = None,
    *,
    points_nodes: int = POINTS_NODES,
    full: bool = False,
    seconds: float | None = None,
    draws: Callable[[Contract], Draw] | None = None,
) -> Program:
    """Chooses over worlds that agree with what the seat knows.

    Args:
        worlds: how many for each card.
        chooser: who chooses, for all games; None for one with a single thread.
        points_nodes: as for `Chooser.choose`.
        full: the same.
        seconds: the same, for each card.
        draws: how worlds are drawn under a contract; None: all are equally likely.
    """
    own = chooser or Chooser()

    def program(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        draw = draw_worlds if draws is None else draws(game.contract)

        def player(goal: Goal) -> Pimc:
            return Pimc(
                seed, worlds, goal, chooser=own, draw=draw, points_nodes=points_nodes, full=full, seconds=seconds
            )

        its = game.known[game.declarer]
        cards = its.hand | its.played[its.seat] | (its.skat or 0)
        alone, against = player(declarer_goal(game.contract, cards, bid)), player(announced_goal(game.contract))
        return lambda known: (alone if known.seat is known.declarer else against)(known)

    return program


def declarer_goal(contract: Contract, cards: int, bid: int = BIDS[0]) -> Goal:
    """What a declarer plays for: what the contract promises, or more where only that makes it worth the bid.

    Where nothing wins, since the game is overbid beyond Schwarz, it is what the contract promises. A declarer who plays Hand
    does not know the Skat, whose jacks count, and plays for what most Skats ask.

    Args:
        contract: what was announced.
        cards: mask of the declarer's twelve cards, hand and Skat, or of the ten of one who does not know the Skat; with other
            numbers, those of small deals, the bid does not count.
        bid: the bid that was made or held.
    """
    announced = announced_goal(contract)
    if bid == BIDS[0] or cards.bit_count() not in (10, 12):
        return announced
    skats: Iterable[int] = (0,)
    if cards.bit_count() == 10:
        skats = (1 << one | 1 << other for one, other in combinations(bits(ALL_CARDS ^ cards), 2))
    goals = Counter(goal(contract, cards | skat, bid) or announced for skat in skats)
    return max(goals, key=lambda wanted: (goals[wanted], -wanted.points))


def random_cards(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
    """Plays any card that may be played, all equally likely."""

    def player(known: Knowledge) -> Choice:
        cards = bits(known.legal)
        # Python promises the same random() for ever
        return Choice(cards[int(Random(32 * seed + len(known.cards)).random() * len(cards))])

    return player


def open_cards(chooser: Chooser | None = None) -> Program:
    """Cheats: sees all cards and plays a card that is best if all do; a measure for those that do not see them."""
    own = chooser or Chooser()

    def program(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        wanted = declarer_goal(game.contract, game.deal.hands[game.declarer] | game.deal.skat, bid)

        def player(known: Knowledge) -> Choice:
            forehand, middlehand, rearhand = (
                hand & ~gone for hand, gone in zip(game.deal.hands, known.played, strict=True)
            )
            truth = known.position(World((forehand, middlehand, rearhand), game.deal.skat))
            return own.choose([truth], wanted)

        return player

    return program


def strength(hand: int, game: Game) -> float:
    """How strong a hand is in a game with trumps, roughly: trumps, jacks once more, aces and tens; to pick deals worth playing.

    Args:
        hand: mask of cards.
        game: what would be played; not Null.
    """
    own = order(game)
    trumps = (hand & own.from_game(own.trumps)).bit_count()
    high = sum(1.0 if POINTS[card] == 11 else 0.4 if POINTS[card] == 10 else 0.0 for card in bits(hand))
    return trumps + 0.8 * (hand & JACKS).bit_count() + high


def strong_games(count: int, seed: int, of: int = 60, cards_each: int = 10) -> Iterator[GameInPlay]:
    """Games to play: of every so many random deals the one that is strongest for a declarer and a game drawn beforehand.

    The Skat lies as it was dealt, but the declarer knows it, as after discarding.

    Args:
        count: how many games.
        seed: of the deals.
        of: how many deals each is picked from.
        cards_each: cards in a hand.

    Raises:
        InputError: a negative count or seed, fewer than one deal to pick from, or another number of cards than 1 to 10.
    """
    if of < 1:
        raise InputError(f"a deal is picked from 1 or more, not {of}")
    deals = random_deals(count * of, seed, cards_each=cards_each)
    return (_strongest([next(deals) for _ in range(of)], Random(seed * 2**32 + number)) for number in range(count))


def match(games: Iterable[GameInPlay], programs: Sequence[Program], seed: int = 0) -> Iterator[GameInPlay]:
    """Play games out, one after another.

    Args:
        games: where they begin.
        programs: the declarer's, that of the defender to the left, and that of the other one.
        seed: what the players' seeds are made of, with the number of the game and the seat.

    Raises:
        InputError: there are not three programs, or the seed is negative.
    """
    if len(programs) != 3:
        raise InputError(f"three programs play a match, not {len(programs)}")
    if seed < 0:
        raise InputError(f"seed is 0 or more, not {seed}")
    return (_played(game, programs, (seed << 32) + number) for number, game in enumerate(games))


def tally(games: Iterable[GameInPlay]) -> Tally:
    """Count games that are over."""
    done = [(game.won, game.position.declarer_points) for game in games]
    return Tally(len(done), sum(won for won, _ in done), sum(points for _, points in done))


def _strongest(deals: Sequence[Deal], random: Random) -> GameInPlay:
    games = tuple(BASE)
    game, declarer = games[int(random.random() * len(games))], Seat(int(random.random() * 3))
    best = max(deals, key=lambda deal: strength(deal.hands[declarer], game))
    return begin(best, Contract(game), declarer)


def _played(game: GameInPlay, programs: Sequence[Program], seed: int) -> GameInPlay:
    players = [programs[(seat - game.declarer) % 3](game, seat_seed(seed, seat)) for seat in Seat]
    return play_out(game, players)
