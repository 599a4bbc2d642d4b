"""What a program would do in the person's place, and the numbers behind it; what moved a program at a card that it played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.skat.round_view import contract_text, names_of
from tafelwerk.commands.skat.sitting import Ask, Sitting
from tafelwerk.commands.skat.table import card_name, drawn
from tafelwerk.commands.skat.words import share
from tafelwerk.commands.wording import counted
from tafelwerk.rules.skat.auction import Auction
from tafelwerk.rules.skat.cards import Game, Seat, bits
from tafelwerk.rules.skat.limits import MOST_WAYS
from tafelwerk.rules.skat.play import legal, replay
from tafelwerk.rules.skat.rounds import CardOutcomes, Choice, GameInPlay, Round
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.match import Program, seat_seed

if TYPE_CHECKING:
    from tafelwerk.solvers.skat.announcing import Candidate
    from tafelwerk.solvers.skat.bidding import BidAdvice, ModelBidder

SHOWN = 5
"""Ways to lay away and announce that are shown."""


class Adviser:
    """Says what a program would do in the person's place, from what the person knows."""

    def __init__(self, bidder: "ModelBidder", program: Program) -> None:
        """An adviser.

        Args:
            bidder: for bids, discards and announcements.
            program: for cards.
        """
        self._bidder, self._program = bidder, program

    def advice(self, sitting: Sitting) -> list[Any]:
        """Lines of text and tables."""
        round_, seat, ask = sitting.round, sitting.seat, sitting.ask
        if ask in (Ask.BID, Ask.HOLD):
            return self._bid(round_, seat)
        if ask is Ask.SKAT or (ask is Ask.ANNOUNCE and sitting.moment.left):
            hand = round_.dealt.hands[seat]
            contract = self._bidder.hand_contract(hand, seat, round_.bid)
            return hand_lines(self._bidder.advise(hand, seat), contract, left=ask is Ask.ANNOUNCE)
        if ask in (Ask.DISCARD, Ask.ANNOUNCE):
            return candidate_lines(self._candidates(sitting), laid=ask is Ask.ANNOUNCE)
        return self._card(round_, seat, seat_seed(sitting.chance, seat))

    def _bid(self, round_: Round, seat: Seat) -> list[Any]:
        hand, auction = round_.dealt.hands[seat], round_.auction
        return bid_lines(self._bidder.advise(hand, seat), self._bidder.limit(hand, seat), auction)

    def _candidates(self, sitting: Sitting) -> "list[Candidate]":
        """The best ways to lay away and announce; with what is fixed, or laid away already, in mind."""
        round_, laid, fixed = sitting.round, sitting.moment.laid, sitting.fixed
        few = not laid and fixed is None
        found = self._bidder.candidates(round_.cards, sitting.seat, round_.bid, count=SHOWN if few else MOST_WAYS)
        if fixed is not None:
            found = [one for one in found if one.contract == fixed.contract]
        return [one for one in found if not laid or one.skat == laid][:SHOWN]

    def _card(self, round_: Round, seat: Seat, seed: int) -> list[Any]:
        game = round_.game
        assert game is not None
        choice = self._program(game, seed, round_.bid)(game.known[seat])
        lines: list[Any] = [card_line(choice, game.contract.game)]
        if choice.cards:
            lines.append(card_numbers(choice, game.contract.game, declares=seat is game.declarer))
        return lines


def card_numbers(choice: Choice, game: Game, *, declares: bool) -> Any:
    """A table of the cards that might be played: in how many worlds each wins, and the declarer's mean points after it.

    Args:
        choice: what was found.
        game: what is played.
        declares: whether the declarer plays the card.
    """
    from rich.text import Text

    from tafelwerk.commands.output import table

    def merit(one: CardOutcomes) -> tuple[bool, float, float]:
        mean = one.mean_points or 0
        return one.card == choice.card, one.wins / max(one.worlds, 1), mean if declares else -mean

    rows = []
    for one in sorted(choice.cards, key=merit, reverse=True):
        row: list[Any] = [drawn([one.card]), f"{one.wins} of {one.worlds}", share(one.wins / max(one.worlds, 1))]
        if game is not Game.NULL:
            mean = one.mean_points
            row.append(Text("" if mean is None else f"{mean:.1f}", justify="right"))
        rows.append(row)
    side = "declarer wins" if declares else "defenders win"
    return table(("card", side, "share", "declarer's points")[: 3 + (game is not Game.NULL)], rows)


def card_line(choice: Choice, game: Game) -> str:
    """What is chosen, and over what."""
    name = card_name(choice.card)
    if not choice.cards:
        return f"{name} is the only card that may be played."
    stopped = " until time ran out" if choice.stopped else ""
    tied = sum(one.points_worlds > 0 for one in choice.cards)
    why = " Of the cards that win most often it is the best by points." if tied > 1 and game is not Game.NULL else ""
    return f"The program would play {name}: {counted(choice.worlds, 'world')} looked at{stopped}.{why}"


def reason_lines(game: GameInPlay, place: int) -> list[Any]:
    """What moved a program at a card.

    Args:
        game: the game.
        place: which card, from 0.
    """
    decision = game.decisions[place]
    head = f"Trick {place // 3 + 1}, {decision.seat.word} played {card_name(decision.card)}"
    choice = decision.choice
    if choice is None:
        return [f"{head}: that was you."]
    if not choice.cards:
        why = "no other card could be played" if _only(game, place) else "it has no numbers to choose by"
        return [f"{head}: {why}."]
    head += f", having looked at {counted(choice.worlds, 'world')}:"
    return [head, card_numbers(choice, game.contract.game, declares=decision.seat is game.declarer)]


def last_choice(game: GameInPlay) -> int | None:
    """The place of the last card that a program chose among several; None where there is none."""
    places = [place for place, one in enumerate(game.decisions) if one.choice is not None and one.choice.cards]
    return places[-1] if places else None


def bid_lines(advice: "BidAdvice", limit: int, auction: Auction) -> list[Any]:
    """What the program would say, how high it would go, and its chances in each game.

    Args:
        advice: what the hand is worth to it.
        limit: the highest bid that it makes or holds; 0 for none.
        auction: where the bidding has come to.
    """
    lowest = min(auction.offers, default=limit + 1)
    thinking = f", thinking of {advice.game}" if advice.game is not None else ""
    if lowest > limit:
        said = f"pass here; its limit was {limit}{thinking}" if limit else "pass"
    elif auction.answering and not auction.bid:
        said = f"play at {lowest}, since the others passed{thinking}"
    else:
        said = f"{'hold' if auction.answering else 'bid'} {lowest} and go up to {limit}{thinking}"
    return [f"The program would {said}. Its chances to win as declarer:", _chances(advice)]


def hand_lines(advice: "BidAdvice", contract: Contract | None, *, left: bool) -> list[Any]:
    """Whether the program would leave the Skat, and what it would announce then.

    Args:
        advice: its chances.
        contract: what it would announce Hand; None: it would take up the Skat.
        left: whether the Skat is left already.
    """
    if contract is not None:
        choice = f"leave the Skat and announce {contract_text(contract)}"
    elif left:
        choice = "have taken up the Skat: undo leads back to that"
    else:
        choice = "take up the Skat"
    return [f"The program would {choice}. Its chances to win:", _chances(advice)]


def candidate_lines(candidates: "Sequence[Candidate]", *, laid: bool) -> list[Any]:
    """What the program would lay away and announce, the best first; `laid`: two cards are chosen already."""
    from tafelwerk.commands.output import table

    if not candidates:
        return ["The program has no numbers for this."]
    best = candidates[0]
    first = "" if laid else f"lay away {names_of(bits(best.skat))} and "
    rows = [
        (drawn(bits(one.skat)), contract_text(one.contract), share(one.chance), one.value, f"{one.expected:+.0f}")
        for one in candidates
    ]
    head = f"The program would {first}announce {contract_text(best.contract)}. Its chances to win, and the mean in"
    return [f"{head} Seeger-Fabian points:", table(("lay away", "announce", "chance", "value", "mean"), rows)]


def _chances(advice: "BidAdvice") -> Any:
    from tafelwerk.commands.output import table

    games = sorted(advice.chances, key=lambda game: -advice.chances[game])
    rows = [(game.value, share(advice.chances[game]), share(advice.hand_chances.get(game))) for game in games]
    return table(("game", "Skat taken up", "Hand"), rows)


def _only(game: GameInPlay, place: int) -> bool:
    """Whether a card was the only one that could be played."""
    cards = [one.card for one in game.decisions[:place]]
    position = replay(game.deal, game.contract.game, game.declarer, cards)[-1]
    return legal(position).bit_count() == 1
