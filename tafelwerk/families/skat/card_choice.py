"""Which card to play with the other hands hidden, and the programs at a table, which choose theirs in the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.errors import InputError
from tafelwerk.families.skat import board, parameters
from tafelwerk.families.skat.answers import CardAdvice
from tafelwerk.families.skat.board import share, share_range
from tafelwerk.families.skat.rules import contracts, limits
from tafelwerk.families.skat.rules.cards import WIN, Game, card_name, card_text, order, read_card, read_list, term
from tafelwerk.families.skat.rules.knowledge import Knowledge, to_choose
from tafelwerk.families.skat.stored_games import stopwatch
from tafelwerk.language import count_noun, join_words, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import sampled_share, share_error
from tafelwerk.tables.questions import BUDGET, Computation, Question, Text
from tafelwerk.texts import StyledText
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.rules.rounds import Agent, Program
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.solvers.skat.model_bidder import ModelBidder
    from tafelwerk.tables.book import Book


def card_choice_picture(answer: CardAdvice, known: Knowledge) -> Picture:
    """The hand as a picture, with the card to play highlighted."""
    return board.hand_picture(
        known.hand,
        known.game,
        _card_advice(answer, known),
        table=known.table,
        chosen=[read_card(answer.card)],
        tables=[_shares(answer, known, board.print_cards)],
    )


def _best_first(answer: CardAdvice, known: Knowledge) -> list[int]:
    """The legal cards, the one to play first, equal cards in the order of the game."""
    cards = [card for card in order(known.game).sorted(known.legal) if card_text(card) in answer.open_card_share]
    return sorted(cards, key=lambda card: (card_text(card) != answer.card, -answer.open_card_share[card_text(card)]))


def _shares(
    answer: CardAdvice, known: Knowledge, show: Callable[[Sequence[int]], Any] = board.draw_cards
) -> list[Column]:
    """The share of deals that each card wins."""
    wins = "deals the declarer wins" if known.seat is known.declarer else "deals the defenders win"
    cards = _best_first(answer, known)
    return [
        Column(term("card"), [show([card]) for card in cards]),
        Column(term(wins), [share(answer.open_card_share[card_text(card)]) for card in cards]),
    ]


def card_layout(answer: CardAdvice, known: Knowledge, bids: str | None, seed: int | None) -> Any:
    """The card to play, and the share of deals that each card wins; `seed`: of the deals that were drawn."""
    heading = StyledText(f"{term(known.seat.word):<11}", "bold").append(board.draw_hand(known.hand, known.game))
    parts: list[Any] = [heading]
    if known.table:
        parts.append(
            StyledText(f"{term('table'):<11}").append(board.draw_cards(known.table)).append(board.led_by(known.leader))
        )
    columns = _shares(answer, known)
    if answer.certainty == "sampled":
        ranges = [share_range(*answer.intervals[card_text(card)]) for card in _best_first(answer, known)]
        columns.append(Column(term("95 % interval"), ranges, goes=1))
    below = _sampling(answer, bids) + (board.seed_sentence(seed) if answer.certainty == "sampled" else "")
    return lay_out(*parts, "", (_card_advice(answer, known), "bold"), "", columns, "", below)


def _card_advice(answer: CardAdvice, known: Knowledge) -> str:
    names = [card_text(each) for each in _best_first(answer, known)]
    card = card_name(read_card(answer.card))
    if len(names) == 1:
        return say("Play {shown}: no other card is legal.", shown=card)
    alike = [name for name in names if answer.open_card_share[name] == answer.open_card_share[answer.card]]
    if len(alike) == 1:
        return say("Play {shown}: it wins in most deals.", shown=card)
    others = join_words([card_name(read_card(name)) for name in alike[1:]])
    reason = say("is best of these by points")
    if known.game.value == "null":
        reason = say("is the lowest of equal cards")
    return say("Play {shown}: it wins as often as {others} and {reason}.", shown=card, others=others, reason=reason)


def _sampling(answer: CardAdvice, bids: str | None) -> str:
    """The sample behind the shares, and their meaning, in words."""
    aim = say(" The declarer needs {needs} points.", needs=answer.needs)
    if answer.needs == 0:
        aim = say(" The declarer wins with no trick.")
    elif answer.needs == 120:
        aim = say(" The declarer needs all tricks.")
    deals = count_noun(answer.worlds, "deal")
    agree = say("{deals} are consistent with the cards seen and the suits not followed", deals=deals)
    if answer.worlds == 1:
        agree = say("{deals} is consistent with the cards seen and the suits not followed", deals=deals)
    if answer.certainty == "sampled":
        samples = count_noun(answer.samples or 0, "deal")
        by = say(" by the bids {bids}", bids=bids) if bids else ""
        if answer.standard_error is None:
            agree += say("; {samples} drawn{by}, from which no standard error follows", samples=samples, by=by)
        else:
            agree += say(
                "; {samples} drawn{by}, standard error of a share at most {error} %",
                samples=samples,
                by=by,
                error=number_text(100 * answer.standard_error, ".1f"),
            )
    elif bids and answer.worlds > 1:
        agree += say(", weighted by the bids {bids}", bids=bids)
    return f"{agree}.{'' if answer.needs == WIN else aim} " + say(
        "Shares are for open cards and best play by all from here; they are not the chance to win with hidden cards."
    )


CARD_OPERATIONS, NULL_CARD_OPERATIONS = 1.2e6, 5e4
"""Estimated operations per deal of the hidden cards in which every card of a hand of ten is tried; the former halves with each
card less in hand, down to `LEAST_CARD_OPERATIONS`."""

LEAST_CARD_OPERATIONS = 1e5

BIDS_OPERATIONS = 5e6
"""Estimated operations for weighting the candidates for one such deal by the bids."""


def _bids_words(text: str) -> str:
    # rising bids are always consistent with some bidding, whoever is declarer
    return " ".join(map(str, parameters.read_argument("--bids", text, contracts.read_bids)))


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
            "The ten cards held by the seat when play began, for the declarer after discarding; or those still held, with "
            "--leader, --points or --table, or with all cards played by --history.",
            parse=parameters.held_words("--hand"),
            write=quote,
            is_argument=False,
        ),
    ]
    game: parameters.OpenGameName
    declarer: parameters.Declarer
    seat: Annotated[
        str, Parameter("SEAT", "Your seat; it is your turn.", parse=parameters.seat_word("--seat"), is_argument=False)
    ]
    skat: (
        Annotated[
            str,
            Parameter(
                '"S7 HQ"',
                "The two cards discarded, for the declarer only. Default: unknown, as in a Hand game.",
                parse=parameters.cards_words("--skat", 2),
                write=quote,
            ),
        ]
        | None
    ) = None
    played: parameters.Played | None = None
    leader: parameters.Leader | None = None
    points: parameters.DeclarerPoints | None = None
    table: parameters.TableCards | None = None
    open: (
        Annotated[
            str,
            Parameter(
                '"CJ ..."',
                "The declarer's cards, which lie open: Ouvert; but for Null the declarer must take every trick.",
                parse=parameters.held_words("--open"),
                write=quote,
            ),
        ]
        | None
    ) = None
    ouvert: Annotated[
        bool, Parameter("", "Ouvert: all see the declarer's cards, which a defender gives by --open.")
    ] = False
    worlds: Annotated[
        int,
        Parameter(
            "N",
            "Number of deals of the hidden cards to solve; all of them if there are no more.",
            1,
            limits.MOST_WORLDS,
        ),
    ] = limits.WORLDS
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
    seed: parameters.FreshSeed | None = None

    def __post_init__(self) -> None:
        parameters.separate_flags(self, spare=["hand"] if self.skat is None else [])
        super().__post_init__()

    def check(self) -> None:
        if self.ouvert and self.declarers_cards is None:
            raise InputError(say('in Ouvert a defender sees the declarer\'s cards; add: --open "CJ ...", those cards'))
        known = self.known
        assert known.to_move is known.seat
        if self.bids and known.cards != tuple(read_list(self.played or "")):
            raise InputError(say("--bids need all cards since the start, in order, by --history"))
        if self.bids and self.worlds > limits.MOST_WEIGHTED:
            most, worlds = number_text(limits.MOST_WEIGHTED), number_text(self.worlds)
            raise InputError(say("--worlds must be 1 to {most} with --bids, not {given}", most=most, given=worlds))

    @property
    def declarers_cards(self) -> str | None:
        """The declarer's cards where they lie open; a declarer's own hand says them."""
        return self.hand if self.ouvert and self.open is None and self.seat == self.declarer else self.open

    @property
    def known(self) -> Knowledge:
        """What the player knows."""
        return to_choose(
            self.hand,
            self.game,
            self.declarer,
            self.seat,
            self.skat,
            self.played,
            leader=self.leader,
            declarer_points=self.points,
            table=self.table,
            shown=self.declarers_cards,
        )

    def computation(self, book: Book) -> Computation[CardAdvice]:
        operations = _card_operations(self.known, self.worlds, weighted=bool(self.bids))
        return Computation(operations, self.solve, always=True, watched=self.solve)

    def solve(self, report: Callable[[float], None] = lambda share: None) -> CardAdvice:
        """From worlds with open cards; from a sample if there are too many."""
        from tafelwerk.build.executors import cores
        from tafelwerk.families.skat.classifiers import default_bidder, default_chances
        from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, Positions, declarer_goal
        from tafelwerk.solvers.skat.inference import Weigh, bid_weights, sampled_worlds
        from tafelwerk.solvers.skat.worlds import count_worlds

        assert self.seed is not None
        known = self.known
        declares = known.seat is known.declarer
        is_hand = declares and self.skat is None
        is_open = self.declarers_cards is not None
        contract = contracts.Contract(known.game, hand=is_hand, ouvert=is_open and known.game is Game.NULL)
        if is_open and known.game is not Game.NULL:
            contract = contracts.Contract(known.game, *[True] * 4)
        heard = contracts.read_bids(self.bids) if self.bids else []
        needs = contracts.announced_goal(contract)
        stages: list[Weigh] = []
        with stopwatch() as watch:
            if heard:
                ways = contracts.dialogues(heard, known.declarer)
                stages = bid_weights(known, contract, ways, default_bidder(worlds=0).limit, default_chances())
                if declares and known.game is not Game.NULL:
                    cards = known.hand | known.played[known.seat] | (known.skat or 0)
                    needs = declarer_goal(contract, cards, heard[-1])
            sample = sampled_worlds(known, self.worlds, 32 * self.seed + len(known.cards), stages)
            positions = Positions(known, sample.worlds)
            chooser = Chooser(min(cores(), limits.MOST_THREADS), report=report)
            chosen = chooser.choose(positions, needs, Effort(full=True), sample.weights)
        shares = {card_text(outcome.card): outcome.wins / outcome.worlds for outcome in chosen.cards}
        share_fields = {name: shares_of_worlds(share, len(positions), sample.size) for name, share in shares.items()}
        first = share_fields[card_text(chosen.card)]
        errors = [
            outcome["standard_error"] for outcome in share_fields.values() if outcome["standard_error"] is not None
        ]
        return CardAdvice(
            card=card_text(chosen.card),
            open_card_share=shares,
            intervals={
                name: outcome["interval"] or (shares[name], shares[name]) for name, outcome in share_fields.items()
            },
            worlds=count_worlds(known),
            needs=needs.points,
            seconds=watch.seconds,
            **first | {"standard_error": max(errors, default=None)},
        )

    def text(self, answer: CardAdvice) -> Text:
        return lambda: card_layout(answer, self.known, self.bids, self.seed)

    def picture(self, answer: CardAdvice) -> Picture:
        return card_choice_picture(answer, self.known)


def _card_operations(known: Knowledge, worlds: int, *, weighted: bool) -> float:
    """Estimated operations for the choice of a card over some worlds, which may be weighted by bids."""
    work = NULL_CARD_OPERATIONS
    if known.game is not Game.NULL:
        work = max(CARD_OPERATIONS / 2 ** (10 - known.hand.bit_count()), LEAST_CARD_OPERATIONS)
    work += BIDS_OPERATIONS * weighted
    if worlds * work > BUDGET:
        from tafelwerk.solvers.skat.worlds import count_worlds

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
    return sampled_share(share, int(size), share_error(share, size)) | {"samples": looked_at}


@dataclass(frozen=True)
class Programs:
    """The programs at a person's table.

    Attributes:
        left, right: agents to the person's left and right.
        bidder: bids and announces for both, and for hints.
        adviser: chooses the cards for hints.
    """

    left: Agent
    right: Agent
    bidder: ModelBidder
    adviser: Program


def programs(left: str, right: str, worlds: int, seconds: float | None) -> Programs:
    """The programs at a person's table.

    Args:
        left, right: names of agents.
        worlds: worlds per card for hints.
        seconds: time limit per card. None: no limit.
    """
    from tafelwerk.build.executors import cores
    from tafelwerk.families.skat.classifiers import default_bidder, default_chances
    from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, pimc, read_agent

    bidder, chooser = default_bidder(), Chooser(min(cores(), limits.MOST_THREADS))
    first, second = (
        read_agent(name, bidder=bidder, chances=default_chances(), chooser=chooser, seconds=seconds)
        for name in (left, right)
    )
    return Programs(first, second, bidder, pimc(worlds, chooser, Effort(full=True, seconds=seconds)))
