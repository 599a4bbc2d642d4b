"""Values of positions by the second solver: whether a stored value is right, and what a value is."""

from tafelwerk.proofs.skat.deals import numbered
from tafelwerk.proofs.skat.open_cards import OpenCards
from tafelwerk.proofs.skat.rules import SEATS, Hands, State, begin


class Judge:
    """Questions about the positions of one game after another."""

    def __init__(self) -> None:
        self._solver = OpenCards()
        self._loaded: tuple[Hands, str, int] | None = None

    def load(self, hands: Hands, game: str, declarer: int) -> None:
        """Load a game by its hands at the start, or at a later moment including the cards on the table."""
        if self._loaded != (hands, game, declarer):
            self._solver.load(hands, game, declarer)
            self._loaded = hands, game, declarer

    def take(self, deal: int, game: str, seat: str) -> State:
        """Load a stored game: number of the deal, game and declarer as words. Returns its first position."""
        forehand, middlehand, rearhand, skat = numbered(deal)
        hands = forehand, middlehand, rearhand
        self.load(hands, game, SEATS.index(seat))
        return begin(hands, skat)

    def reaches(self, state: State, value: int) -> bool:
        """Whether the declarer ends with at least `need` points; in Null, with 1, whether no trick."""
        assert self._loaded is not None
        if self._loaded[1] == "null":
            if value <= 0 or state.tricks or value > 1:
                return value <= 0
            return state.over or self._solver.reaches(state.hands, state.leader, state.lying, 1)
        need = value - state.points
        if state.over:
            return need <= 0
        return self._solver.reaches(state.hands, state.leader, state.lying, need)

    def equals(self, state: State, value: int) -> bool:
        """Whether a position has a given value."""
        return self.reaches(state, value) and not self.reaches(state, value + 1)

    def value(self, state: State, guess: int) -> int:
        """The value of a position in a game for points."""
        low, high, step = state.points, 120, 1
        # search outwards from the guess, then between the bounds
        while low < high:
            asked = min(max(guess, low + 1), high)
            if self.reaches(state, asked):
                low, guess = asked, asked + step
            else:
                high, guess = asked - 1, asked - step
            step *= 2
            if low > state.points and high < 120:
                guess = (low + high + 1) // 2
        return low
