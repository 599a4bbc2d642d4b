"""Contracts: what can be announced, how high a hand may bid, and what a finished game scores.

A suit game or Grand is worth its base value times a sum: the matadors, one for the game, and one each for Hand, Schneider,
Schneider announced, Schwarz, Schwarz announced and Ouvert. Null games have fixed values. A game won scores its value, a game
lost minus twice its value.

An overbid game, one worth less than was bid, is lost whatever was taken; its value is then the least multiple of the base value
that reaches the bid. Schneider or Schwarz can save it. Null has no multiples: a Null game worth less than the bid may not be
announced. A deal that all passed has no contract and scores nothing.

The Skat counts with the declarer's cards, so that it may move the value of a game that was bid before it was seen; to a hand of
ten cards there are 231 Skats. Who has the jack of clubs can only gain. Who lacks it and more may find the jack of spades, be
without one then, and have overbid.

Source: International Skat Order of the Deutscher Skatverband and the International Skat Players Association, sections 2.4
(matadors), 3.4 (announcements) and 5 (values, overbid games)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple, Protocol

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, WIN, Game, Seat, bits, mask_of, order
from tafelwerk.rules.skat.words import listed, term, worded

BASE = {Game.DIAMONDS: 9, Game.HEARTS: 10, Game.SPADES: 11, Game.CLUBS: 12, Game.GRAND: 24}
"""Base values of the games with trumps."""

NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""Values of Null by (Hand, Ouvert)."""

GAME_POINTS, OPPONENT_POINTS = 50, 40
"""What tournaments add to the score of a game won and take from that of a game lost, and what each opponent of a lost game gets
at a table of three (after Seeger and Fabian)."""

BIDS = tuple(
    sorted(
        {*NULL_VALUES.values()}
        | {base * factor for game, base in BASE.items() for factor in range(2, 12 if game is Game.GRAND else 19)}
    )
)
"""All values that a game can have, and so all that can be bid: 18 to 264."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What the declarer announces.

    Attributes:
        game: suit game, Grand or Null.
        hand: the Skat stays untouched.
        schneider: 90 points are promised; only with Hand.
        schwarz: all tricks are promised; only with Schneider announced.
        ouvert: the declarer's cards lie open; in Null always possible, else only with Schwarz announced.

    Raises:
        InputError: an announcement lacks one that it rests on, or Schneider or Schwarz is announced in Null.
    """

    game: Game
    hand: bool = False
    schneider: bool = False
    schwarz: bool = False
    ouvert: bool = False

    def __post_init__(self) -> None:
        null = self.game is Game.NULL
        if null and (self.schneider or self.schwarz):
            raise InputError(
                worded(
                    "null has no Schneider and no Schwarz; it may be played Hand and Ouvert",
                    "Null kennt weder Schneider noch Schwarz; es geht mit Hand und Ouvert",
                )
            )
        for wanted, name, given, needed in (
            (self.schneider, "Schneider announced", self.hand, "Hand"),
            (self.schwarz, "Schwarz announced", self.schneider, "Schneider announced"),
            (self.ouvert and not null, "Ouvert", self.schwarz, "Schwarz announced"),
        ):
            if wanted and not given:
                game, step, rests = term(self.game), term(name), term(needed)
                raise InputError(
                    worded(f"{game} {step} is played only with {rests}", f"{game} {step} gibt es nur mit {rests}")
                )


class Score(NamedTuple):
    """What a game came to.

    Attributes:
        won: whether the declarer won.
        overbid: whether the game was worth less than the bid.
        matadors: trumps from the highest down that the declarer had (positive) or lacked (negative); 0 in Null.
        value: what the game counted; for an overbid one the least multiple of its base value that reaches the bid.
        score: for the declarer: the value, or minus twice the value.
    """

    won: bool
    overbid: bool
    matadors: int
    value: int
    score: int


class Goal(NamedTuple):
    """What the declarer must reach to win a game.

    Attributes:
        points: fewest card points, the Skat's included: 61, 90 or, for all tricks, 120; 0 in Null.
        least_tricks: fewest tricks: 10 where Schwarz is needed, since 120 points may come from nine tricks; else 0.
        most_tricks: most tricks: 0 in Null, else 10.
    """

    points: int
    least_tricks: int
    most_tricks: int

    def met(self, points: int, tricks: int) -> bool:
        """Whether a number of card points and tricks wins."""
        return points >= self.points and self.least_tricks <= tricks <= self.most_tricks


_SCHNEIDER, _SCHWARZ = Goal(90, 0, 10), Goal(120, 10, 10)


def matadors(game: Game, cards: int) -> int:
    """Number of trumps, from the jack of clubs down without a gap, that the declarer has, or with a minus sign lacks; 0 in Null.

    Args:
        game: The game, which says what is trump.
        cards: Mask of the declarer's hand and, once it is known, the Skat; it counts whether the declarer took it up or not.
    """
    own = order(game)
    held = own.to_game(cards) & own.trumps
    has_first = held >> 31
    # trumps lie on top: the first gap is the highest bit of those that are missing, or that are there
    gap = own.trumps & ~held if has_first else held
    length = min(32 - gap.bit_length(), own.trumps.bit_count())
    return length if has_first else -length


def overbid_value(game: Game, bid: int) -> int:
    """Value of an overbid game with trumps: the least multiple of its base value that reaches the bid."""
    return -(-bid // BASE[game]) * BASE[game]


def game_value(contract: Contract, cards: int, *, schneider: bool = False, schwarz: bool = False) -> int:
    """What a game is worth, before it is compared with the bid; with neither party Schneider it is what may be bid.

    Args:
        contract: what is announced.
        cards: mask of the declarer's hand and, once it is known, the Skat.
        schneider: either party has 30 points or fewer. Counts also where it was announced and not made.
        schwarz: either party has no trick, and so is Schneider too. Counts also where it was announced and not made.
    """
    if contract.game is Game.NULL:
        return NULL_VALUES[contract.hand, contract.ouvert]
    schwarz = schwarz or contract.schwarz
    schneider = schneider or schwarz or contract.schneider
    steps = (contract.hand, schneider, contract.schneider, schwarz, contract.schwarz, contract.ouvert)
    return BASE[contract.game] * (abs(matadors(contract.game, cards)) + 1 + sum(steps))


def announced_goal(contract: Contract) -> Goal:
    """What a contract promises, the bid apart: all know it, while what the bid takes depends on the declarer's cards."""
    if contract.game is Game.NULL:
        return Goal(0, 0, 0)
    if contract.schwarz:
        return _SCHWARZ
    return _SCHNEIDER if contract.schneider else Goal(WIN, 0, 10)


def goal(contract: Contract, cards: int, bid: int = BIDS[0]) -> Goal | None:
    """What wins a game, or None where nothing does, since not even Schwarz would make it worth the bid.

    A game that is worth the bid with Schneider only is won with 90 points, one that needs Schwarz with all tricks.

    Args:
        contract: what is announced.
        cards: mask of the declarer's twelve cards, hand and Skat.
        bid: the bid that was made or held.

    Raises:
        InputError: no such cards or bid, or a Null game below the bid.
    """
    _check(contract, cards, bid)
    return _goal(contract, cards, bid)


def _goal(contract: Contract, cards: int, bid: int) -> Goal | None:
    if contract.game is not Game.NULL:
        if game_value(contract, cards, schwarz=True) < bid:
            return None
        if game_value(contract, cards, schneider=True) < bid:
            return _SCHWARZ
        if game_value(contract, cards) < bid:
            return _SCHNEIDER
    return announced_goal(contract)


def score(contract: Contract, cards: int, points: int, tricks: int, bid: int = BIDS[0]) -> Score:
    """What a finished game of ten tricks scores.

    Args:
        contract: what was announced.
        cards: mask of the declarer's twelve cards, hand and Skat.
        points: card points of the declarer's tricks and of the Skat; without meaning in Null.
        tricks: how many tricks the declarer took.
        bid: the bid that was made or held.

    Raises:
        InputError: no such cards, points, tricks or bid, points that do not go with the tricks, or a Null game below the bid.
    """
    _check(contract, cards, bid)
    _check_play(contract, points, tricks)
    return settle(contract, cards, points, tricks, bid, schneider=not 30 < points < 90, schwarz=tricks in (0, 10))


def settle(
    contract: Contract, cards: int, points: int, tricks: int, bid: int, *, schneider: bool, schwarz: bool
) -> Score:
    """What a game scores, however it ended.

    Args:
        contract, cards, points, tricks: as for `score`; tricks and points are those that are counted for the declarer.
        bid: the last number called, which need not be one that a game can be worth.
        schneider, schwarz: as for `game_value`.
    """
    wanted = _goal(contract, cards, bid)
    won = wanted is not None and wanted.met(0 if contract.game is Game.NULL else points, tricks)
    value = game_value(contract, cards, schneider=schneider, schwarz=schwarz)
    overbid = value < bid
    if overbid:
        value = overbid_value(contract.game, bid)
    return Score(won, overbid, matadors(contract.game, cards), value, value if won else -2 * value)


def check_bid(bid: int) -> None:
    """Refuse what cannot be bid.

    Raises:
        InputError: no game has this value.
    """
    if bid not in BIDS:
        away = min(abs(value - bid) for value in BIDS)
        near = [str(value) for value in BIDS if abs(value - bid) == away]
        nearest = listed(near)
        raise InputError(
            worded(
                f"{bid} cannot be bid: no game has this value; the nearest: {nearest}",
                f"{bid} kann nicht gereizt werden: Kein Spiel hat diesen Wert; die nächsten: {nearest}",
            )
        )


def null_refusal(value: int, bid: int) -> str:
    """Why a Null game cannot be announced at a bid."""
    return worded(
        f"this Null game is worth {value} and cannot be announced at a bid of {bid}",
        f"dieses Null zählt {value} und kann bei {bid} nicht angesagt werden",
    )


def _check(contract: Contract, cards: int, bid: int) -> None:
    if not 0 <= cards <= ALL_CARDS or cards.bit_count() != 12:
        raise InputError(f"the declarer's hand and Skat have 12 cards, not {cards.bit_count()}")
    check_bid(bid)
    if contract.game is Game.NULL and bid > game_value(contract, cards):
        raise InputError(null_refusal(game_value(contract, cards), bid))


def _check_play(contract: Contract, points: int, tricks: int) -> None:
    if not 0 <= tricks <= 10:
        raise InputError(f"tricks is 0 to 10, not {tricks}")
    least, most = 120 if tricks == 10 else 0, 120 if tricks else 22
    if contract.game is not Game.NULL and not least <= points <= most:
        raise InputError(f"points with {tricks} tricks is {least} to {most}, not {points}")


SKATS = comb(22, 2)
"""Skats that a player of ten cards may meet: 231."""


def value_counts(contract: Contract, hand: int) -> dict[int, int]:
    """What a contract is worth over the 231 Skats that a hand may meet: value to number of Skats, the lowest value first.

    Args:
        contract: what is to be announced; neither party is Schneider unless that is announced.
        hand: mask of ten cards.

    Raises:
        InputError: another number of cards.
    """
    if not 0 <= hand <= ALL_CARDS or hand.bit_count() != 10:
        raise InputError(f"a hand has 10 cards, not {hand.bit_count()}")
    value = game_value(contract, hand)
    if contract.game is Game.NULL:
        return {value: SKATS}
    base, length = BASE[contract.game], abs(matadors(contract.game, hand))
    return {value + base * (other - length): count for other, count in sorted(_lengths(contract.game, hand).items())}


@lru_cache(maxsize=4096)
def _lengths(game: Game, hand: int) -> dict[int, int]:
    """How many matadors, with or without, a hand has over all Skats: number to number of Skats."""
    rest = ALL_CARDS ^ hand
    trumps = bits(rest & order(game).from_game(order(game).trumps))
    plain = rest.bit_count() - len(trumps)
    counts: dict[int, int] = {}
    # Skats with the same trumps do not differ
    for found in range(3):
        for skat in combinations(trumps, found):
            length = abs(matadors(game, hand | mask_of(skat)))
            counts[length] = counts.get(length, 0) + comb(plain, 2 - found)
    return counts


class Scored(Protocol):
    """A finished round, or what is kept of it."""

    @property
    def declarer(self) -> Seat | None:
        """Who played alone; None where all passed."""

    @property
    def score(self) -> Score | None:
        """What the game scored; None where all passed."""


def tournament_points(round_: Scored, seat: Seat) -> int:
    """What a finished round brings a seat, after Seeger and Fabian at a table of three; nothing where all passed.

    Raises:
        InputError: the round is not over.
    """
    return 0 if round_.score is None else side_points(round_.score, alone=seat is round_.declarer)


def side_points(score: Score, *, alone: bool) -> int:
    """What a score brings the declarer, or else each defender, after Seeger and Fabian at a table of three."""
    if alone:
        return score.score + (GAME_POINTS if score.won else -GAME_POINTS)
    return 0 if score.won else OPPONENT_POINTS
