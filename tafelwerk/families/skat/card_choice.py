"""Which card to play now, the other hands hidden."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError
from tafelwerk.families.skat import card_choice_text
from tafelwerk.families.skat.answers import CardAdvice
from tafelwerk.families.skat.parameters import Declarer, GameName, Played, cards_words, named, seat_word
from tafelwerk.families.skat.positions import timed
from tafelwerk.families.skat.programs import MOST_THREADS
from tafelwerk.families.skat.rules.auction import dialogues, read_bids
from tafelwerk.families.skat.rules.cards import Game, card_text
from tafelwerk.families.skat.rules.knowledge import Knowledge, to_choose
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, MOST_WEIGHTED, MOST_WORLDS, WORLDS
from tafelwerk.families.skat.rules.scoring import Contract, announced_goal
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import sampled_share
from tafelwerk.tables.computation import BUDGET, Computation
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book

CARD_OPERATIONS, NULL_CARD_OPERATIONS = 1.2e6, 5e4
"""Estimated operations per deal of the hidden cards in which every card of a hand of ten is tried; the former halves with each
card less in hand, down to `LEAST_CARD_OPERATIONS`."""

LEAST_CARD_OPERATIONS = 1e5

BIDS_OPERATIONS = 5e6
"""Estimated operations for weighting the candidates for one such deal by the bids."""


def _bids_words(text: str) -> str:
    # rising bids are always consistent with some bidding, whoever is declarer
    return " ".join(map(str, named("--bids", text, read_bids)))


class Card(Question[CardAdvice], title="a card to play"):
    """Which card to play now, the other hands hidden: the one that wins in most deals that agree with what you know.

    In each of these deals all cards lie open and all play best from there. So the shares are no chances of winning at the table,
    where nobody sees the other hands.

    Example: tafelwerk skat card --hand "CJ SJ CA CT CK DA DT HA H7 S7" --game clubs --declarer forehand --seat forehand

    Example: tafelwerk skat card --hand "HJ CA C8 SA S9 HA HT H8 D9 D7" --game grand --declarer rearhand --seat forehand
    """

    at_once = True

    hand: Annotated[
        str,
        Parameter(
            '"CJ ..."',
            "The ten cards held by the seat when play began; for the declarer, after discarding.",
            parse=cards_words("--hand", 10),
            write=quote,
            is_argument=False,
        ),
    ]
    game: GameName
    declarer: Declarer
    seat: Annotated[str, Parameter("SEAT", "Your seat; it is your turn.", parse=seat_word("--seat"), is_argument=False)]
    skat: (
        Annotated[
            str,
            Parameter(
                '"S7 HQ"',
                "The two cards discarded, for the declarer only. Default: unknown, as in a Hand game.",
                parse=cards_words("--skat", 2),
                write=quote,
            ),
        ]
        | None
    ) = None
    played: Played | None = None
    worlds: Annotated[
        int,
        Parameter(
            "N", "Number of deals of the hidden cards to solve; all of them if there are no more.", 1, MOST_WORLDS
        ),
    ] = WORLDS
    bids: (
        Annotated[
            str,
            Parameter(
                '"18 20 22"',
                "The bids in order, by which the deals are weighted.",
                parse=_bids_words,
                write=quote,
            ),
        ]
        | None
    ) = None
    seed: Annotated[int, Parameter("S", "Random seed.", 0, LARGEST_SEED)] = 0

    def check(self) -> None:
        known = self.known
        assert known.to_move is known.seat
        if self.bids and self.worlds > MOST_WEIGHTED:
            most, given = number_text(MOST_WEIGHTED), number_text(self.worlds)
            raise InputError(say("--worlds must be 1 to {most} with --bids, not {given}", most=most, given=given))

    @property
    def known(self) -> Knowledge:
        """What the player knows."""
        return to_choose(self.hand, self.game, self.declarer, self.seat, self.skat, self.played)

    def computation(self, book: Book) -> Computation[CardAdvice]:
        operations = _operations(self.known, self.worlds, weighted=bool(self.bids))
        return Computation(operations, self.solve, always=True, watched=self.solve)

    def solve(self, report: Callable[[float], None] = lambda share: None) -> CardAdvice:
        """From worlds with open cards; from a sample if there are too many."""
        from tafelwerk.build.executors import cores
        from tafelwerk.families.skat.weights import default_bidder, default_chances
        from tafelwerk.solvers.skat.hidden.agents import declarer_goal
        from tafelwerk.solvers.skat.hidden.bids import Weigh, bid_weights, sampled_worlds
        from tafelwerk.solvers.skat.hidden.player import Chooser, Effort, Positions
        from tafelwerk.solvers.skat.hidden.worlds import count_worlds

        known = self.known
        declares = known.seat is known.declarer
        contract = Contract(known.game, hand=declares and self.skat is None)
        heard = read_bids(self.bids) if self.bids else []
        needs = announced_goal(contract)
        stages: list[Weigh] = []
        with timed() as watch:
            if heard:
                ways = dialogues(heard, known.declarer)
                stages = bid_weights(known, contract, ways, default_bidder(worlds=0).limit, default_chances())
                if declares and known.game is not Game.NULL:
                    cards = known.hand | known.played[known.seat] | (known.skat or 0)
                    needs = declarer_goal(contract, cards, heard[-1])
            sample = sampled_worlds(known, self.worlds, 32 * self.seed + len(known.cards), stages)
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

    def text(self, answer: CardAdvice) -> Text:
        return lambda: card_choice_text.layout(answer, self.known, self.bids)

    def picture(self, answer: CardAdvice) -> Picture:
        return card_choice_text.picture(answer, self.known)


def _operations(known: Knowledge, worlds: int, *, weighted: bool) -> float:
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
