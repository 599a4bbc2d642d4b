"""How high to bid, what to discard and to announce."""

from __future__ import annotations

from dataclasses import asdict
from math import sqrt
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.families.skat import answers, bidding_text
from tafelwerk.families.skat.answers import Announced, Candidate, PlannedBid, Range, TriedGame
from tafelwerk.families.skat.parameters import GAMES, Position, Seed, cards_words, game_word, named
from tafelwerk.families.skat.positions import timed
from tafelwerk.families.skat.rules.cards import Game, bits, card_text, read_cards, read_game, read_seat
from tafelwerk.families.skat.rules.limits import MOST_WAYS, MOST_WORLDS
from tafelwerk.families.skat.rules.scoring import BIDS, Contract, check_bid, game_value, goal
from tafelwerk.language import counted, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL, sampled_share
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.questions import Question, Text

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.solvers.skat.bidding import announcing
    from tafelwerk.tables.book import Book

DEALS, SHOWN = 40, 5
"""Defaults: number of deals on which discards are compared, and number of candidates shown."""

FOREHAND = "forehand"

WORLD_OPERATIONS = 2.4e7
"""Estimated operations per deal of the other cards, on which the best discards are solved."""

TRIED_OPERATIONS = 1e6
"""Estimated operations per random deal on which an announcement is tested."""


class Bid(Question[answers.Bid], title="a bid"):
    """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards.

    The chances come from features of the cards, with weights fitted to solved and played games, over every Skat and every
    discard. The highest bid is the last one with a sufficient mean of tournament points. The best of many choices looks
    better than it is, so the game to be announced is also tested on random deals, with all cards open.

    Example: tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7"

    Example: tafelwerk skat bid --hand "HJ SA ST SK S9 S8 CA C7 D9 D8" --position rearhand --json
    """

    at_once = True

    hand: Annotated[
        str,
        Parameter(
            '"CJ ..."', "The ten cards, in any order.", parse=cards_words("--hand", 10), write=quote, is_argument=False
        ),
    ]
    position: Position = FOREHAND
    worlds: Annotated[
        int,
        Parameter("N", "Number of random deals on which the game to be announced is tested; 0: none.", 0, MOST_WORLDS),
    ] = DEALS
    seed: Seed = 0

    def computation(self, book: Book) -> Computation[answers.Bid]:
        return Computation(self.worlds * TRIED_OPERATIONS, self.solve, always=True)

    def solve(self) -> answers.Bid:
        """By the shipped weights; the announcement is tested on random deals."""
        from tafelwerk.families.skat.rules.scoring import value_counts
        from tafelwerk.families.skat.weights import default_bidder

        cards, seat, bidder = read_cards(self.hand), read_seat(self.position), default_bidder()
        with timed() as watch:
            advice = bidder.advise(cards, seat)
            first = advice.plan[0][1] if advice.plan else None
            # for a hand that passes, the likeliest game, the first in case of a tie
            contract = first or Contract(max(Game, key=lambda game: advice.chances[game]))
            tried = bidder.tried(contract, cards, seat, self.worlds, self.seed) if self.worlds else None
        counts = {game: value_counts(Contract(game), cards) for game in Game}
        return answers.Bid(
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
            position=self.position,
            seconds=watch.seconds,
            **({"certainty": "sampled"} if tried is None else _share_won(tried.wins, tried.worlds)),
        )

    def text(self, answer: answers.Bid) -> Text:
        return lambda: bidding_text.bid_layout(answer, read_cards(self.hand))

    def picture(self, answer: answers.Bid) -> Picture:
        return bidding_text.bid_as_picture(answer, read_cards(self.hand))


class Discard(Question[answers.Discard]):
    """Which two of twelve cards to discard and what to announce, by expected tournament points.

    All 66 discards are rated for each game by features of the cards. The best are then solved on sampled deals with all cards
    open. Both results together give the chance against players who see only their own cards.

    Example: tafelwerk skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"

    Example: tafelwerk skat discard --cards "HJ DJ CA CK C9 C8 C7 SA ST H9 | D8 D7" --position rearhand --bid 30 --json
    """

    cards: Annotated[
        str,
        Parameter(
            '"CJ ..."',
            "The twelve cards, hand and Skat, in any order.",
            parse=cards_words("--cards", 12),
            write=quote,
            is_argument=False,
        ),
    ]
    position: Position = FOREHAND
    bid: Annotated[int, Parameter("BID", "Your last bid, made or held.", BIDS[0], BIDS[-1])] = BIDS[0]
    game: (
        Annotated[
            str,
            Parameter("GAME", f"The only game to consider: {GAMES}.", parse=game_word),
        ]
        | None
    ) = None
    worlds: Annotated[
        int,
        Parameter("N", "Sampled deals used to compare the best discards; 0 uses the hand model only.", 0, MOST_WORLDS),
    ] = DEALS
    seed: Seed = 0
    count: Annotated[int, Parameter("N", "Number of discards with announcement to show.", 1, MOST_WAYS)] = SHOWN

    @property
    def phrase(self) -> str:
        return say("a discard tested on {deals} of the other cards", deals=counted(self.worlds, "deal"))

    def check(self) -> None:
        named("--bid", self.bid, check_bid)

    def operations(self) -> float:
        return self.worlds * WORLD_OPERATIONS

    def solve(self) -> answers.Discard:
        from tafelwerk.families.skat.weights import default_bidder

        mask, seat = read_cards(self.cards), read_seat(self.position)
        chosen = tuple(Game) if self.game is None else (read_game(self.game),)
        bidder = default_bidder(worlds=self.worlds)
        with timed() as watch:
            best = bidder.candidates(mask, seat, self.bid, self.seed, self.count, chosen)
            first = bidder.afresh(best[0], mask, seat, self.bid, self.seed) if best[0].worlds else best[0]
        candidates = [
            _candidate(first, mask, self.bid, fresh=first.worlds > 0),
            *(_candidate(one, mask, self.bid, fresh=False) for one in best[1:]),
        ]
        return answers.Discard(
            **vars(candidates[0]),
            candidates=candidates,
            race_worlds=best[0].worlds,
            race_wins=best[0].wins if best[0].worlds else None,
            cards=[card_text(card) for card in bits(mask)],
            position=self.position,
            bid=self.bid,
            seed=self.seed,
            seconds=watch.seconds,
            certainty="sampled",
            samples=first.worlds or None,
            level=LEVEL if first.worlds else None,
        )

    def text(self, answer: answers.Discard) -> Text:
        return lambda: bidding_text.discard_layout(answer, read_cards(self.cards))

    def picture(self, answer: answers.Discard) -> Picture:
        return bidding_text.discard_picture(answer, read_cards(self.cards))


def announced(contract: Contract) -> Announced:
    """A contract as an answer."""
    return Announced(contract.game.value, contract.hand, contract.schneider, contract.schwarz, contract.ouvert)


def _share_won(wins: int, worlds: int) -> dict[str, Any]:
    """Fields of an answer for a share of deals won."""
    share = wins / worlds
    return sampled_share(share, worlds, sqrt(share * (1 - share) / worlds))


def _tried(contract: Contract, tried: announcing.Tried) -> TriedGame:
    share = tried.wins / tried.worlds
    return TriedGame(
        **asdict(announced(contract)), worlds=tried.worlds, wins=tried.wins, share=share, chance=tried.chance
    )


def _candidate(one: announcing.Candidate, cards: int, bid: int, *, fresh: bool) -> Candidate:
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
