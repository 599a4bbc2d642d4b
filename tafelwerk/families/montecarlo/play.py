"""Races and subtraction games in play, against MC(k) or another agent, and two agents watched.

Watched are games move by move with their playouts, or many at once with a tally beside the exact chance.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.montecarlo import arena
from tafelwerk.families.montecarlo.estimates import simulation_operations
from tafelwerk.families.montecarlo.parameters import agent_title
from tafelwerk.families.montecarlo.rules import Esr, Game, Position, read_position
from tafelwerk.play.duel import Opponent, Outcome, Playable
from tafelwerk.play.session import Line, Price, Said, Session, Step, Tone, command_line
from tafelwerk.rules.game_trees import Turn
from tafelwerk.spelling import compose
from tafelwerk.wording import count_noun, join_words


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
        self.arena = arena.Arena(game, at, agent)
        (self.encounter,) = self.arena.encounters
        self.game, self.start = self.arena.game, self.arena.start
        self.name, self.title, self.aim = str(game), self.arena.title, self.arena.aim
        self.rules: Any = self
        self._decisions: dict[int, arena.Decision] = {}
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

    def to_move(self, state: arena.Standing) -> Turn:
        """The player to move."""
        return state.turn

    def moves(self, state: arena.Standing) -> Sequence[int]:
        """The moves."""
        return [move.move for move in self.encounter.moves(state.place)]

    def after(self, state: arena.Standing, move: int) -> arena.Standing:
        """The state after a move."""
        return self.arena.after(state, move)

    def is_over(self, state: arena.Standing) -> bool:
        """Whether the game is over."""
        return self.arena.payoff(state) is not None

    def utility(self, state: arena.Standing) -> int:
        """1 if the first player has won, -1 if the second."""
        payoff = self.arena.payoff(state) or 0
        return payoff if state.turn is Turn.MAX else -payoff

    def read_move(self, state: arena.Standing, text: str) -> Any:
        # "take 2", "2 steps"
        return super().read_move(state, re.sub(r"[A-Za-z]+", "", text).strip() or text)

    def read_state(self, text: str) -> arena.Standing:
        return arena.Arena(self.game, read_position(self.game, text), self.agent).start

    def text(self, state: arena.Standing) -> str:
        return state.text

    def move_name(self, state: arena.Standing, move: int) -> str:
        return str(move)

    def board(self, state: arena.Standing) -> Said:
        return self.arena.board(state, ("you", self.other), self.near)

    def outcomes(self, state: arena.Standing) -> dict[int, Outcome]:
        return {move.move: Outcome(-self.encounter.value(move.after)) for move in self.encounter.moves(state.place)}

    def opponent(self, name: str, begin: arena.Standing) -> Opponent:
        def choose(state: arena.Standing, draw: Random) -> int:
            decision = self.encounter.decide(state.place, draw)
            self._decisions[state.place] = decision
            return decision.move

        return Opponent(self.agent, choose, self.other, self.arena.strengths[0])

    def intro(self, state: arena.Standing, side: str, other: str) -> Iterator[str]:
        yield f"{self.title}. {self.aim}"
        yield f"{self.who_plays(side, other)} {self.arena.sentences[0]}".rstrip()

    def deed(self, state: arena.Standing, move: int, who: str) -> str:
        decision = self._decisions.get(state.place)
        return super().deed(state, move, who) if decision is None else arena.decision_text(who, self.agent, decision)

    def prices(self, state: arena.Standing) -> list[Price]:
        ranked = self.ranking(state)
        best = ranked[0][0]
        prices = []
        for chance, move in ranked:
            behind = "" if chance == best else f"{points(best - chance)} less"
            tone = Tone.GOOD if chance == best else Tone.FAIR if chance else Tone.BAD
            is_won = "a win" if self.encounter.value(move.after) < 0 else "a loss"
            note = f"{is_won} under perfect play; {self.other} would play it with {arena.percent(move.chance)}"
            if self.encounter.payoff(move.after) is None:
                note += f", and answers {arena.law_text(self.arena.law(self.encounter, move.after))}"
            worth = f"you win with {arena.percent(chance)}"
            prices.append(Price(str(move.move), worth, tone, arena.short_percent(chance), chance == best, behind, note))
        return prices

    def standing(self, state: arena.Standing, sign: int) -> str:
        return f"You win with {arena.percent(self.encounter.best_chance(state.place))} if you go on best."

    def step(self, state: arena.Standing, move: int, outcomes: Mapping[int, Outcome], who: str, sign: int) -> Step:
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
        return Step(who, str(move), 2 * chance - 1, f"you win with {arena.percent(chance)}", loss, lost)

    def ranking(self, state: arena.Standing) -> list[tuple[float, arena.Move]]:
        """The moves, best first, each with the user's chance after it."""
        moves = [(self.encounter.chance_after(move), move) for move in self.encounter.moves(state.place)]
        return sorted(moves, key=lambda each: (-each[0], each[1].move))

    def hint(self, state: arena.Standing) -> Iterator[str]:
        """The chance after every move if the user goes on best; what the agent would play here, and its answer."""
        ranked = self.ranking(state)
        best = [str(move.move) for chance, move in ranked if chance == ranked[0][0]]
        yield (
            f"Best: {join_words(best, last='or')}. You then win against {self.other} with {arena.percent(ranked[0][0])}, "
            "if you go on best."
        )
        rows = []
        for chance, move in ranked:
            over = self.encounter.payoff(move.after) is not None
            answer = "" if over else arena.law_text(self.arena.law(self.encounter, move.after))
            value = "wins" if self.encounter.value(move.after) < 0 else "loses"
            rows.append((str(move.move), arena.percent(chance), value, arena.percent(move.chance), answer))
        columns = ("move", "you win", "perfect play", f"{self.other} here", f"{self.other} answers")
        yield from arena.align(columns, *rows)

    def go_on(self, state: arena.Standing, side: str, other: str, seed: int) -> str:
        seat = self.sides[0 if state.turn is self.near else 1]
        words = ("montecarlo", "play", *self.arena.words, "--as", seat, "--against", self.agent)
        is_start = (state.own, state.other) == (self.start.own, self.start.other) and not self.arena.given
        return command_line(*words, *([] if is_start else ["--at", state.text]), "--seed", seed)


MOST_WATCHED = 1_000_000
"""Most games that are watched at once."""

BATCHES = (10, 100, 1000)
"""Numbers of games that are offered to be watched at once."""

UNCOMPILED = 15
"""Factor by which less is done at once in plain Python, which takes a hundred times as long."""


class Watching(Session):
    """Two agents against each other, move by move or many games at once.

    The first agent moves first in every second game. A game depends on its number, the agents and the seed alone.

    Args:
        game: the game.
        at: position to start from.
        agents: the agent that is counted for, and its rival.
        seed: random seed.
        games: number of games before the one that is watched.
        made: number of moves already made in that.

    Raises:
        InputError: the game or an agent is too large, or the game has no such move.
    """

    has_hints = False

    def __init__(
        self, game: Game, at: Position | None, agents: tuple[str, str], seed: int, games: int = 0, made: int = 0
    ) -> None:
        self.arena, self.agents, self.seed = arena.Arena(game, at, *agents), agents, seed
        self.titles = tuple(map(agent_title, agents))
        if self.titles[0] == self.titles[1]:
            self.titles = (f"{self.titles[0]} A", f"{self.titles[0]} B")
        if self.arena.payoff(self.arena.start) is not None:
            raise InputError(f"the game is over at {in_quotes(self.arena.start.text)}; there is nothing to watch")
        if games:
            self._check_cost(games)
        self._tally, self._counted = (0, 0), 0
        self._begin(games)
        self._past: list[tuple[int, int, tuple[int, int], int]] = []
        for _ in range(made):
            if self.is_finished:
                raise InputError(f"--made: game {games + 1} has {len(self.decisions)} moves, not {made}")
            self._move()

    @property
    def state(self) -> arena.Standing:
        """The current state of the game that is watched."""
        return self.states[-1]

    @property
    def is_finished(self) -> bool:
        """Whether the game that is watched is over."""
        return self.arena.payoff(self.state) is not None

    @property
    def is_over(self) -> bool:
        return False

    @property
    def title(self) -> str:
        return f"{' against '.join(self.titles)}: {self.arena.title}"

    @property
    def about(self) -> str:
        return self.arena.aim

    @property
    def curve(self) -> str:
        return f"chance of {self.titles[0]} to win this game"

    @property
    def moves_made(self) -> int:
        return len(self.decisions)

    def who_plays(self) -> str:
        return " ".join(
            [
                f"{' and '.join(self.titles)} take turns to move first.",
                *filter(None, dict.fromkeys(self.arena.sentences)),
            ]
        )

    def sentence(self, *, is_priced: bool) -> str:
        last_move = f"{self._sentences[-1]} " if self._sentences else ""
        if self.is_finished:
            return f"{last_move}{self._result}"
        return f"{last_move}{self.titles[self.mover]} is to move."

    def course(self, *, is_priced: bool) -> Sequence[Step]:
        steps = []
        for made, decision in enumerate(self.decisions):
            chance = self._chance_at(made + 1)
            who = self.titles[(self.number + made) % 2]
            after = f"{self.titles[0]} wins with {arena.percent(chance)}"
            steps.append(Step(who, str(decision.move), chance, after))
        return steps

    @property
    def mover(self) -> int:
        """The agent to move."""
        return (self.number + len(self.decisions)) % 2

    @property
    def legal(self) -> Sequence[str]:
        batches = [f"{count:,} games" for count in BATCHES if self._cost(count) <= arena.MOST_WORK]
        return ["next move", "whole game", *batches]

    @property
    def go_on(self) -> str:
        words = ("montecarlo", "watch", *self.arena.words, "--first", self.agents[0], "--second", self.agents[1])
        made = ["--skip", self.number] if self.number else []
        made += ["--made", len(self.decisions)] if self.decisions else []
        at = ["--at", self.arena.given] if self.arena.given else []
        return command_line(*words, *at, "--seed", self.seed, *made)

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        words = dict(super().words)
        for word in ("reveal", "resign"):
            del words[word]
        return words | {"tally": self.tally}

    def take(self, text: str) -> Iterator[Said]:
        yield from super().take(compose(text).strip() or "next move")

    def start(self) -> Iterator[Said]:
        yield f"{self.arena.title}. {self.arena.aim}"
        pair = " against ".join(self.titles)
        yield f"{pair}, who take turns to move first; seed {self.seed}. {self.arena.sentences[0]}".rstrip()
        yield self.exact_text
        yield from self.help()
        yield from self.board()

    def help(self) -> Iterator[Said]:
        yield (
            "Enter or next: the next move. game: the whole game. 10, 100, 1000: that many games at once. hint: the chance of "
            "each move; tally; undo; board; help or ?; quit."
        )

    def prompt(self) -> str:
        return f"game {self.number + 1:,}, next: "

    def turn(self, text: str) -> Iterator[Said]:
        count = self._read_count(text)
        if count is not None:
            self._check_cost(count)
        self._past.append((self.number, len(self.decisions), self._tally, self._counted))
        if self.is_finished:
            self._begin(self.number + 1)
        if count is None:
            yield self._move()
        elif count == 1:
            while not self.is_finished:
                yield self._move()
        else:
            self._begin(self.number + count - 1)
            while not self.is_finished:
                self._move()
        yield from self.board()

    def board(self) -> Iterator[Said]:
        near = Turn.MAX if self.number % 2 == 0 else Turn.MIN
        yield self.arena.board(self.state, (self.titles[0], self.titles[1]), near)
        if self.is_finished:
            yield self._result
            yield from self.tally()
        else:
            yield from self.hint()

    def hint(self) -> Iterator[Said]:
        """The law of the next move, and the exact chance to win from here."""
        if self.is_finished:
            yield from self.tally()
            return
        law = self.law()
        yield f"{self.titles[self.mover]} is to move: {arena.law_text(law)}."
        own = [arena.percent(self.chance_after(move)) for move in law]
        if len(law) > 1:
            after = ", ".join(
                f"{chance} after {move.move}" for move, chance in zip(law[: arena.REPLIES], own, strict=False)
            )
            yield f"{self.titles[0]} wins from here in {arena.percent(self.chance)} of the games: {after}."
        else:
            yield f"{self.titles[0]} wins from here in {arena.percent(self.chance)} of the games."

    def law(self) -> list[arena.Move]:
        """The law of the next move, the most probable first."""
        return self.arena.law(self.arena.encounters[self.mover], self.state.place)

    @property
    def chance(self) -> float:
        """The exact chance of the first agent from here."""
        return self._chance_at(len(self.decisions))

    def _chance_at(self, made: int) -> float:
        """The same after a number of moves of the game."""
        mover, position = (self.number + made) % 2, self.states[made].place
        payoff = self.arena.encounters[0].payoff(position)
        if payoff is not None:
            return float((payoff > 0) == (mover == 0))
        return self._chances[mover][position]

    @property
    def _result(self) -> str:
        winner = self.mover if (self.arena.payoff(self.state) or 0) > 0 else 1 - self.mover
        return f"{self.titles[winner]} wins game {self.number + 1:,} after {count_noun(len(self.decisions), 'move')}."

    def chance_after(self, move: arena.Move) -> float:
        """The same after a move."""
        payoff = self.arena.encounters[0].payoff(move.after)
        if payoff is not None:
            return float((payoff > 0) == (self.mover == 1))
        return self._chances[1 - self.mover][move.after]

    @cached_property
    def _chances(self) -> tuple[list[float], list[float]]:
        first, second = self.arena.encounters
        return first.chances_against(second)

    @cached_property
    def exact(self) -> tuple[float, float, float]:
        """The first agent's chance moving first, moving second, and a bound on their errors."""
        return arena.exact_chances(self.arena.game, self.arena.at, *self.agents)

    @property
    def exact_text(self) -> str:
        """The exact chances, in a sentence."""
        first, second, error = self.exact
        known = f" (certified to {error:.0e})" if error else ""
        return (
            f"Exactly, {self.titles[0]} wins {arena.percent(first)} of the games in which it moves first and "
            f"{arena.percent(second)} of the others: {arena.percent((first + second) / 2)} in all{known}."
        )

    @property
    def games(self) -> int:
        """Number of games that are finished."""
        return self.number + self.is_finished

    @property
    def wins(self) -> tuple[int, int]:
        """Games that the first agent has won, moving first and moving second."""
        if self.games > self._counted:
            mine, other = self.arena.encounters
            first, second = arena.watched_wins(mine, other, range(self._counted, self.games), self.seed)
            self._tally = self._tally[0] + first, self._tally[1] + second
            self._counted = self.games
        return self._tally

    @property
    def shares(self) -> list[tuple[str, float, str]]:
        """What the first agent has won of the games so far: moving first, moving second, in all."""
        (first, second), half = self.wins, (self.games + 1) // 2
        counts = {"moving first": (first, half), "moving second": (second, self.games - half)}
        counts["in all"] = first + second, self.games
        return [(name, won / games, f"{100 * won / games:.1f} %") for name, (won, games) in counts.items() if games]

    def tally(self) -> Iterator[Said]:
        """The games so far, beside the exact chances."""
        if not self.games:
            yield "No game is over yet."
            return
        (first, second), half = self.wins, (self.games + 1) // 2
        others = self.games - half
        yield Line(
            f"{self.titles[0]} has won {first + second:,} of {count_noun(self.games, 'game')}"
            f" ({100 * (first + second) / self.games:.1f} %): {first:,} of {half:,} moving first"
            + (f", {second:,} of {others:,} moving second." if others else "."),
            Tone.GOOD,
        )
        yield self.exact_text

    def undo(self) -> Iterator[Said]:
        if not self._past:
            raise InputError("there is nothing to take back")
        number, made, self._tally, self._counted = self._past.pop()
        self._begin(number)
        for _ in range(made):
            self._move()
        yield from self.board()

    def _begin(self, number: int) -> None:
        """Begin a game."""
        self.number, self.states = number, [self.arena.start]
        self.decisions: list[arena.Decision] = []
        self._sentences: list[str] = []
        pair = self.arena.encounters if number % 2 == 0 else self.arena.encounters[::-1]
        self._played = pair[0].watch(pair[1], self.seed, number // 2)

    def _move(self) -> str:
        """Make the next move of the game; what is said of it."""
        mover, decision = self.mover, next(self._played)
        self.states.append(self.arena.after(self.state, decision.move))
        self.decisions.append(decision)
        self._sentences.append(f"{arena.decision_text(self.titles[mover], self.agents[mover], decision)}.")
        return f"game {self.number + 1:,}, move {len(self.decisions)}: {self._sentences[-1]}"

    def _cost(self, count: int) -> float:
        return simulation_operations(self.arena.game, *self.agents, count) * (1 if arena.is_compiled() else UNCOMPILED)

    def _check_cost(self, count: int) -> None:
        """Raise InputError unless a number of games is played at once."""
        if not 1 <= count <= MOST_WATCHED:
            raise InputError(f"1 to {MOST_WATCHED:,} games can be watched at once, not {count:,}")
        if self._cost(count) > arena.MOST_WORK and count > 1:
            faster = "" if arena.is_compiled() else ", or run `tafelwerk warm montecarlo` first"
            raise InputError(
                f"{count:,} games of these agents take long; watch fewer, or agents with fewer playouts{faster}"
            )

    def _read_count(self, text: str) -> int | None:
        """The number of games that a line asks for; None for a move."""
        match text.lower().replace(",", "").split():
            case ["next"] | ["n"] | ["next", "move"]:
                return None
            case ["game"] | ["whole", "game"]:
                return 1
            case [number] | [number, "game" | "games"] if number.isascii() and number.isdecimal() and len(number) < 10:
                return int(number)
        raise InputError(
            f"{in_quotes(text)} is none of: next, game, a number of games such as 100; hint, tally, undo, board, help or ?, quit"
        )
