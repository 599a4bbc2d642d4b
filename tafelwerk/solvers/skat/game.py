"""A game in play: who holds what, what has been played and why, and what each seat knows of it.

Players see nothing but what their seat knows; the cards lie open only to who looks on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.knowledge import Knowledge, after, knowledge
from tafelwerk.rules.skat.rules import Position, play, start
from tafelwerk.rules.skat.scoring import BIDS, Contract, Score, announced_goal, score
from tafelwerk.solvers.skat.player import Choice

Player = Callable[[Knowledge], Choice]
"""Chooses a card from what the player to move knows."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A card that was played.

    Attributes:
        seat: who played it.
        card: the card.
        choice: why, where a program chose it.
    """

    seat: Seat
    card: int
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class GameInPlay:
    """A game from the first card on; `begin` makes one, `played` goes on.

    Attributes:
        deal: who held what when play began.
        contract: what is played.
        declarer: who plays alone.
        position: how the game stands, with open cards.
        known: what each seat knows.
        decisions: the cards played, in their order.
    """

    deal: Deal
    contract: Contract
    declarer: Seat
    position: Position
    known: tuple[Knowledge, Knowledge, Knowledge]
    decisions: tuple[Decision, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing is left to play for: all cards are played, or in Null the declarer has a trick."""
        lost = self.contract.game is Game.NULL and self.position.declarer_tricks > 0
        return lost or self.position.over

    @property
    def to_move(self) -> Seat:
        """Who plays the next card."""
        return self.position.to_move

    @property
    def won(self) -> bool:
        """Whether the declarer has what the contract promises; before the end of a Null, whether no trick has been taken."""
        position = self.position
        points = 0 if self.contract.game is Game.NULL else position.declarer_points
        return announced_goal(self.contract).met(points, position.declarer_tricks)

    def score(self, bid: int = BIDS[0]) -> Score:
        """What the finished game scores.

        Args:
            bid: the bid that was made or held.

        Raises:
            InputError: the game is not over, hands had fewer than ten cards, or this cannot be bid.
        """
        if not self.over:
            raise InputError("the game is not over")
        cards, position = self.deal.hands[self.declarer] | self.deal.skat, self.position
        return score(self.contract, cards, position.declarer_points, position.declarer_tricks, bid)

    def played(self, card: int, choice: Choice | None = None) -> "GameInPlay":
        """The game after the next card.

        Args:
            card: the card.
            choice: why it was chosen.

        Raises:
            InputError: it may not be played, or the game is over.
        """
        if self.over:
            raise InputError(f"{NAMES[card]} cannot be played: the game is over")
        position = play(self.position, card)
        forehand, middlehand, rearhand = (after(known, card) for known in self.known)
        return replace(
            self,
            position=position,
            known=(forehand, middlehand, rearhand),
            decisions=(*self.decisions, Decision(self.to_move, card, choice)),
        )


def begin(deal: Deal, contract: Contract, declarer: Seat) -> GameInPlay:
    """A game before forehand leads.

    The declarer knows the Skat, except in a Hand game; in an Ouvert game all see the declarer's cards.

    Args:
        deal: who holds what; a Hand game's Skat is as it was dealt.
        contract: what is played.
        declarer: who plays alone.
    """
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat

    def known(seat: Seat) -> Knowledge:
        return knowledge(
            seat,
            deal.hands[seat],
            contract.game,
            declarer,
            skat=deal.skat if seat is declarer and not contract.hand else None,
            shown=deal.hands[declarer] if contract.ouvert else None,
            pack=pack,
        )

    forehand, middlehand, rearhand = (known(seat) for seat in Seat)
    return GameInPlay(deal, contract, declarer, start(deal, contract.game, declarer), (forehand, middlehand, rearhand))


def play_out(game: GameInPlay, players: Sequence[Player]) -> GameInPlay:
    """The game played to its end.

    Args:
        game: where it begins.
        players: those of forehand, middlehand and rearhand.

    Raises:
        InputError: there are not three players, or one chose a card that may not be played.
    """
    if len(players) != 3:
        raise InputError(f"three players play Skat, not {len(players)}")
    while not game.over:
        choice = players[game.to_move](game.known[game.to_move])
        game = game.played(choice.card, choice)
    return game
