"""Bridg-It in play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.switching.bridg_it import BridgIt, Proof, check_opponent
from tafelwerk.families.switching.moves import Explain, Explanation
from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.play.duel import OVER, Opponent, Outcome, Playable, tone_of
from tafelwerk.play.session import Line, Said, command_line
from tafelwerk.rules.game_trees import Utility
from tafelwerk.wording import count_noun, exact_number, join_words

MOST_PLAY_ORDER = 12
"""Largest order at which a board fits a terminal and every answer is immediate."""

AGENTS = {
    "heuristic": ("Shannon's heuristic", "takes the link with the greatest current; it errs now and then"),
    "perfect": ("perfect play", "wins whatever can be won"),
    "random": ("random play", "takes any link"),
}
"""Opponents, for people: name and strength."""

AIMS = {"cut": "the left with the right", "short": "the top with the bottom"}
"""What a player joins."""

WON = {"cut": "Cut has joined the left with the right", "short": "Short has joined the top with the bottom"}


@dataclass(frozen=True, slots=True)
class EdgeBoard:
    """The board: its order, the state of every edge (0 free, 1 deleted, 2 marked), and the moves that led to it."""

    order: int
    states: tuple[int, ...]
    moves: str


class Bridge(Playable):
    """Bridg-It.

    Args:
        order: order of the board.

    Raises:
        InputError: the board is too large.
    """

    name = "bridg-it"
    aim = (
        "Short joins the top with the bottom, Cut the left with the right. A link that one of them takes blocks the "
        "rival's link across it, so exactly one of them succeeds. Cut moves first."
    )
    how = "the name of a free link, such as A1"
    sides = ("cut", "short")

    def __init__(self, order: int) -> None:
        if not 2 <= order <= MOST_PLAY_ORDER:
            raise InputError(f"--order must be 2 to {MOST_PLAY_ORDER} in play, not {order}")
        self.order, self.bridg_it, self.title = order, BridgIt(order), f"Bridg-It of order {order}"
        self.rules: Any = self.bridg_it
        self.edges, self.start = self.bridg_it.board, self.bridg_it.start

    def opponent(self, name: str, begin: Any) -> Opponent:
        agent = parse_agent(name)
        check_opponent(agent, self.order)
        title, strength = AGENTS.get(name, ("", ""))
        if name.startswith("mc:"):
            playouts = name.removeprefix("mc:")
            title = f"Monte-Carlo with {'endless' if playouts == 'inf' else playouts} playouts per link"
            strength = "takes the link that wins most random games"
        return Opponent(name, lambda state, draw: self.bridg_it.reply(state, agent, draw), title, strength)

    def check(self, state: Any) -> None:
        if self.rules.is_over(state):
            raise InputError(f"--history: the game is over, {self._winner(state).capitalize()} has won; {OVER}")

    def read_state(self, text: str) -> Any:
        return self.bridg_it.read_edges(text)

    def past(self, state: Any) -> Sequence[Any]:
        return tuple(state)

    def text(self, state: Any) -> str:
        return " ".join(self.edges.names(state))

    def move_name(self, state: Any, move: Any) -> str:
        return self.edges.name(move)

    def read_move(self, state: Any, text: str) -> Any:
        try:
            edge = self.edges.edge(text)
        except InputError:
            free = join_words(self.edges.names(self.rules.moves(state)), 30)
            raise InputError(f"there is no link {in_quotes(text)}; free are {free}") from None
        if edge in state:
            owner = self.sides[state.index(edge) % 2].capitalize()
            raise InputError(f"{in_quotes(self.edges.name(edge))} is taken by {owner} already; name a free link")
        return edge

    def board(self, state: Any) -> Said:
        return EdgeBoard(self.order, tuple(self.bridg_it.states(state).tolist()), self.text(state))

    def who_plays(self, side: str, other: str) -> str:
        rival = self.sides[1 - self.sides.index(side)]
        return f"You are {side.capitalize()} and join {AIMS[side]}; {other} is {rival.capitalize()}."

    def prompt(self, state: Any, number: int) -> str:
        return f"move {number}, you take: "

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        good = set(self.bridg_it.winning(state))
        return {edge: Outcome(1 if edge in good else -1) for edge in self.rules.moves(state)}

    def hint(self, state: Any) -> Iterator[str]:
        yield from super().hint(state)
        drops = self.bridg_it.drops(state)
        most = max(drops.values())
        names = join_words(self.edges.names(edge for edge, drop in drops.items() if drop == most), last="or")
        yield f"The heuristic plays {names}: a potential difference of {exact_number(most)}."

    def explain(self, state: Any) -> Explanation:
        """Every move of a position with its outcome, its answer and its potential difference."""
        return Explain(self.order, self.text(state)).solve()

    def explanation(self, state: Any) -> Explain:
        return Explain(self.order, self.text(state))

    def proof(self, state: Any) -> Proof:
        """Why a player wins, and how the last move of the loser is answered."""
        return self.bridg_it.proof(state)

    def result(self, begin: Any, state: Any, moves: Sequence[str], won: Utility, other: str) -> Iterator[Line]:
        whom = "you win" if won > 0 else f"{other} wins"
        yield Line(f"{WON[self._winner(state)]}: {whom} after {count_noun(len(state), 'move')}.", tone_of(won))
        yield Line(f"The game: {self.text(state)}")

    def go_on(self, state: Any, side: str, other: str, seed: int) -> str:
        words = ("switching", "play", "--order", self.order, "--as", side, "--against", other, "--seed", seed)
        return command_line(*words, *(["--history", self.text(state)] if state else []))

    def _winner(self, state: Any) -> str:
        return self.sides[0 if self.rules.utility(state) > 0 else 1]
