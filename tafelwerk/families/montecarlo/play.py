"""Races and subtraction games in play, against MC(k) or another agent."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tafelwerk.families.montecarlo.arena import (
    Arena,
    Decision,
    Move,
    Standing,
    align,
    decision_text,
    law_text,
    percent,
    short_percent,
)
from tafelwerk.families.montecarlo.notation import agent_title
from tafelwerk.families.montecarlo.rules import Esr, Game, Position, read_position
from tafelwerk.play.duel import Opponent, Outcome, Playable
from tafelwerk.play.session import Price, Said, Step, Tone, command_line
from tafelwerk.rules.game_trees import Turn
from tafelwerk.wording import join_words


def points(difference: float) -> str:
    """A difference of chances in words."""
    return f"{100 * difference:.2f} points" if difference >= 5e-5 else "less than 0.01 points"


ROUNDING = 1e-9
"""Least loss that is said."""


class Race(Playable):
    """A game against an agent.

    Args:
        game: the game.
        at: position to start from.
        agent: the opponent.
        side: the user's side.

    Raises:
        InputError: the game or the agent is too large.
    """

    how = "the number of a move, such as 1"
    verb = "plays"
    curve = "your chance to win if you go on best: the upper edge is 100 %, the lower one 0 %"

    def __init__(self, game: Game, at: Position | None, agent: str, side: str) -> None:
        self.agent, self.near = agent, Turn.MIN if side == self.sides[1] else Turn.MAX
        self.arena = Arena(game, at, agent)
        (self.encounter,) = self.arena.encounters
        self.game, self.start = self.arena.game, self.arena.start
        self.name, self.title, self.aim = str(game), self.arena.title, self.arena.aim
        self.rules: Any = self
        self._decisions: dict[int, Decision] = {}
        if isinstance(self.game, Esr):
            self.how = "the square of the runner that moves, such as 0"

    @property
    def scale(self) -> str:  # type: ignore[override]
        """What prices are."""
        return f"your chance to win against {self.other} if you go on best, in per cent"

    @property
    def other(self) -> str:
        """The opponent, as it is printed."""
        return agent_title(self.agent)

    def to_move(self, state: Standing) -> Turn:
        """The player to move."""
        return state.turn

    def moves(self, state: Standing) -> Sequence[int]:
        """The moves."""
        return [move.move for move in self.encounter.moves(state.place)]

    def after(self, state: Standing, move: int) -> Standing:
        """The state after a move."""
        return self.arena.after(state, move)

    def is_over(self, state: Standing) -> bool:
        """Whether the game is over."""
        return self.arena.payoff(state) is not None

    def utility(self, state: Standing) -> int:
        """1 if the first player has won, -1 if the second."""
        payoff = self.arena.payoff(state) or 0
        return payoff if state.turn is Turn.MAX else -payoff

    def read_move(self, state: Standing, text: str) -> Any:
        # "take 2", "2 steps"
        return super().read_move(state, re.sub(r"[A-Za-z]+", "", text).strip() or text)

    def read_state(self, text: str) -> Standing:
        return Arena(self.game, read_position(self.game, text), self.agent).start

    def text(self, state: Standing) -> str:
        return state.text

    def move_name(self, state: Standing, move: int) -> str:
        return str(move)

    def board(self, state: Standing) -> Said:
        return self.arena.board(state, ("you", self.other), self.near)

    def outcomes(self, state: Standing) -> dict[int, Outcome]:
        return {move.move: Outcome(-self.encounter.value(move.after)) for move in self.encounter.moves(state.place)}

    def opponent(self, name: str, begin: Standing) -> Opponent:
        def choose(state: Standing, draw: Random) -> int:
            decision = self.encounter.decide(state.place, draw)
            self._decisions[state.place] = decision
            return decision.move

        return Opponent(self.agent, choose, self.other, self.arena.strengths[0])

    def intro(self, state: Standing, side: str, other: str) -> Iterator[str]:
        yield f"{self.title}. {self.aim}"
        yield f"{self.who_plays(side, other)} {self.arena.sentences[0]}".rstrip()

    def deed(self, state: Standing, move: int, who: str) -> str:
        decision = self._decisions.get(state.place)
        return super().deed(state, move, who) if decision is None else decision_text(who, self.agent, decision)

    def prices(self, state: Standing) -> list[Price]:
        ranked = self.ranking(state)
        best = ranked[0][0]
        prices = []
        for chance, move in ranked:
            behind = "" if chance == best else f"{points(best - chance)} less"
            tone = Tone.GOOD if chance == best else Tone.FAIR if chance else Tone.BAD
            is_won = "a win" if self.encounter.value(move.after) < 0 else "a loss"
            note = f"{is_won} under perfect play; {self.other} would play it with {percent(move.chance)}"
            if self.encounter.payoff(move.after) is None:
                note += f", and answers {law_text(self.arena.law(self.encounter, move.after))}"
            worth = f"you win with {percent(chance)}"
            prices.append(Price(str(move.move), worth, tone, short_percent(chance), chance == best, behind, note))
        return prices

    def standing(self, state: Standing, sign: int) -> str:
        return f"You win with {percent(self.encounter.best_chance(state.place))} if you go on best."

    def step(self, state: Standing, move: int, outcomes: Mapping[int, Outcome], who: str, sign: int) -> Step:
        if not outcomes:
            return Step(who, str(move))
        made = next(each for each in self.encounter.moves(state.place) if each.move == move)
        if who:
            chance, loss = self.encounter.best_chance(made.after), 0.0
            won = self.encounter.value(state.place) > 0 and self.encounter.value(made.after) > 0
            lost = "throws a won game away" if won else ""
        else:
            chance = self.encounter.chance_after(made)
            loss = self.encounter.best_chance(state.place) - chance
            lost = f"gives away {points(loss)}" if loss > ROUNDING else ""
        return Step(who, str(move), 2 * chance - 1, f"you win with {percent(chance)}", loss, lost)

    def ranking(self, state: Standing) -> list[tuple[float, Move]]:
        """The moves, best first, each with the user's chance after it."""
        moves = [(self.encounter.chance_after(move), move) for move in self.encounter.moves(state.place)]
        return sorted(moves, key=lambda each: (-each[0], each[1].move))

    def hint(self, state: Standing) -> Iterator[str]:
        """The chance after every move if the user goes on best; what the agent would play here, and its answer."""
        ranked = self.ranking(state)
        best = [str(move.move) for chance, move in ranked if chance == ranked[0][0]]
        yield (
            f"Best: {join_words(best, last='or')}. You then win against {self.other} with {percent(ranked[0][0])}, if you go on "
            "best."
        )
        rows = []
        for chance, move in ranked:
            over = self.encounter.payoff(move.after) is not None
            answer = "" if over else law_text(self.arena.law(self.encounter, move.after))
            value = "wins" if self.encounter.value(move.after) < 0 else "loses"
            rows.append((str(move.move), percent(chance), value, percent(move.chance), answer))
        columns = ("move", "you win", "perfect play", f"{self.other} here", f"{self.other} answers")
        yield from align(columns, *rows)

    def go_on(self, state: Standing, side: str, other: str, seed: int) -> str:
        seat = self.sides[0 if state.turn is self.near else 1]
        words = ("montecarlo", "play", *self.arena.words, "--as", seat, "--against", self.agent)
        is_start = (state.own, state.other) == (self.start.own, self.start.other) and not self.arena.given
        return command_line(*words, *([] if is_start else ["--at", state.text]), "--seed", seed)
