"""Beams in play for several players: for two with a code each, and for three to five who ask in turn.

Of two players, the scores are compared; of three to five, one sets a code.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, appendix A.3, the official rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tafelwerk.errors import InputError
from tafelwerk.families.beams.answers import Guess, Solved
from tafelwerk.families.beams.play import Beams
from tafelwerk.play.deduction import COMMANDS, Breaker, Deducing, History, Maker, refuse_if_over
from tafelwerk.play.session import Line, Price, Said, Session, Step, Tone, command_line
from tafelwerk.wording import count_noun

RIVALS = ("B", "C", "D")
"""Names of the other asking players in a round of three to five."""


class Match(Session):
    """Two players: the user breaks the program's code and the program breaks the user's, alternating query by query.

    Args:
        problem: the variant and the program's strategy.
        mine: the user's queries so far, with their answers.
        theirs: the program's queries so far, with the user's answers.
        seed: seed of the hidden code and of random tie-breaks.

    Raises:
        InputError: a history contradicts itself, or both have already found their codes.
        MissingTableError: the program's next query is too expensive to compute.
    """

    def __init__(self, problem: Beams, mine: History, theirs: History, seed: int) -> None:
        self.problem, self.seed = problem, seed
        self.breaker, self.maker = Breaker(problem, mine, seed), Maker(problem, theirs, seed + 1)
        refuse_if_over(self.is_over)
        is_mine = self.maker.is_over or (len(mine) <= len(theirs) and not self.breaker.is_over)
        self.game: Deducing = self.breaker if is_mine else self.maker
        self._log: list[Deducing] = []

    @property
    def title(self) -> str:
        return self.problem.title

    @property
    def scale(self) -> str:
        return self.game.scale

    @property
    def to_type(self) -> str:
        return self.game.to_type

    def who_plays(self) -> str:
        return "You and the program ask each other in turn; the lower score wins."

    def label(self, turn: str) -> str:
        return self.game.label(turn)

    def prices(self) -> Sequence[Price]:
        return self.game.prices()

    @property
    def is_over(self) -> bool:
        return self.breaker.is_over and self.maker.is_over

    @property
    def legal(self) -> Sequence[str]:
        return self.game.legal

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        return {**super().words, "why": lambda: self.game.why(), "codes": lambda: self.game.codes()}

    @property
    def go_on(self) -> str:
        options = []
        for option, game in (("--history", self.breaker), ("--answered", self.maker)):
            if game.history:
                options += [option, self.problem.write_history(game.history)]
        return command_line(*self.problem.command, "--players", 2, "--seed", self.seed, *options)

    def is_turn(self, text: str) -> bool:
        return self.game.is_turn(text)

    def start(self) -> Iterator[Said]:
        yield self.problem.intro("breaker", self.breaker.history)
        yield "Think of a code of your own as well: we ask each other in turn, and the lower score wins."
        yield from self.help()
        yield from self.board()

    def help(self) -> Iterator[Said]:
        yield "On your turn:"
        yield from self.problem.help("breaker")
        yield "When I ask:"
        yield from self.problem.help("maker")
        yield COMMANDS

    def prompt(self) -> str:
        return self.game.prompt()

    def board(self) -> Iterator[Said]:
        return self.game.board()

    def hint(self) -> Iterator[Said]:
        return self.game.hint()

    def reveal(self) -> Iterator[Said]:
        return self.breaker.reveal()

    def turn(self, text: str) -> Iterator[Said]:
        game = self.game
        lines = game.turn(text)
        if game is self.breaker:
            yield from lines
        else:
            # the program's next query is shown on its turn
            replies = list(lines)
            yield from replies if game.is_over else ()
        self._log.append(game)
        other: Deducing = self.maker if game is self.breaker else self.breaker
        if not other.is_over:
            self.game = other
        if self.is_over:
            yield from self._scores()
        elif self.game is self.maker:
            yield f"I ask {self.maker.query} of your code."
            yield from self.board()

    def _scores(self) -> Iterator[Said]:
        mine, theirs = (self.problem.paid(game.history) for game in (self.breaker, self.maker))
        if mine == theirs:
            yield Line(f"A draw: each of us pays {mine}.", Tone.FAIR)
        else:
            won = mine < theirs
            yield Line(
                f"{'You win' if won else 'I win'}: you pay {mine}, I pay {theirs}.", Tone.GOOD if won else Tone.BAD
            )

    def undo(self) -> Iterator[Said]:
        if not self._log:
            raise InputError("there is nothing to take back")
        self.game = self._log.pop()
        yield from self.game.undo()


@dataclass
class _Standing:
    """State of a round.

    Attributes:
        turn: player who asks next, 0 for the user.
        queries: number of queries per player.
        fillings: filling laid by each player who is finished.
    """

    turn: int = 0
    queries: list[int] = field(default_factory=list)
    fillings: dict[int, str] = field(default_factory=dict)


class Round(Session):
    """Three to five players: one sets a code; the others ask in turn, the user first, and all hear the answers. The asker pays;
    each player finishes separately.

    Args:
        problem: the variant and the strategy of the other players.
        players: number of players, including the one who sets the code.
        history: all queries so far, with their answers.
        seed: seed of the hidden code and of random tie-breaks.

    Raises:
        InputError: the history contradicts itself, or has already found the code.
        MissingTableError: the others' next query is too expensive to compute.
    """

    def __init__(self, problem: Beams, players: int, history: History, seed: int) -> None:
        self.problem, self.players, self.history, self.seed = problem, players, history, seed
        self.names = ("you", *RIVALS[: players - 2])
        # checks the history, and hides the code
        self._hidden = Breaker(problem, history, seed)
        refuse_if_over(self._hidden.is_over)
        self.code = self._hidden.code
        self._finished: tuple[int, str] | None = None
        # computes the others' queries before the round starts
        self._standing()

    @property
    def title(self) -> str:
        return self.problem.title

    @property
    def scale(self) -> str:
        return self.problem.scale

    @property
    def to_type(self) -> str:
        return self.problem.to_type

    def who_plays(self) -> str:
        return f"You and {', '.join(self.names[1:])} ask in turn, and all hear the answers."

    def prices(self) -> Sequence[Price]:
        return () if self.over else self.problem.prices(self.history)

    @property
    def moves_made(self) -> int:
        return len(self.history)

    def course(self, *, is_priced: bool) -> Sequence[Step]:
        askers = [self._standing(turn).turn for turn in range(len(self.history))]
        return [
            Step(self.names[asker] if asker else "", " ".join(query))
            for asker, query in zip(askers, self.history, strict=True)
        ]

    @property
    def is_over(self) -> bool:
        return self.problem.over(self.history) or len(self._standing().fillings) == len(self.names)

    @property
    def legal(self) -> Sequence[str]:
        return self.problem.queries(self.history)

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        return {**super().words, "why": self.why, "codes": self.codes}

    @property
    def go_on(self) -> str:
        options = ["--history", self.problem.write_history(self.history)] if self.history else []
        return command_line(*self.problem.command, "--players", self.players, "--seed", self.seed, *options)

    def is_turn(self, text: str) -> bool:
        return text in self.legal

    def start(self) -> Iterator[Said]:
        yield self.problem.intro("breaker", self.history)
        yield f"{self.who_plays()} Each query costs its asker 1; each player finishes separately."
        yield from self.help()
        yield from self._others()
        yield from self.board()

    def help(self) -> Iterator[Said]:
        yield from self.problem.help("breaker")
        yield COMMANDS

    def prompt(self) -> str:
        return self.problem.prompt("breaker", self.history)

    def board(self) -> Iterator[Said]:
        return self.problem.show(self.history)

    def hint(self) -> Iterator[Said]:
        yield self.problem.hint(self.history)

    def why(self) -> Iterator[Said]:
        """Yields the hint, and what the answers to its query leave."""
        yield from self.hint()
        yield from self.problem.reasons(self.history, self.seed)

    def codes(self) -> Iterator[Said]:
        """Yields the codes left."""
        yield f"{self._left} left. {self.problem.first_codes(self.history)}".rstrip()

    def reveal(self) -> Iterator[Said]:
        return self.problem.shown_code(self.code)

    def turn(self, text: str) -> Iterator[Said]:
        query = self.problem.read_query(text, self.history)
        if "@" in query:
            price = self.problem.price(self.history, query)
            yield from self._ask("You ask", query)
            yield price
        else:
            self._finished = len(self.history), query
            yield f"You are finished, with {self._left} left. The others continue."
        yield from self._others()
        if self.is_over:
            yield from self._scores()
        else:
            yield from self.board()

    def undo(self) -> Iterator[Said]:
        own = [turn for turn in range(len(self.history)) if self._standing(turn).turn == 0]
        if not own:
            raise InputError("there is nothing to take back")
        yield f"Taken back: {self.problem.write_history(self.history[own[-1] :])}"
        self.history, self._finished = self.history[: own[-1]], None
        yield from self.board()

    def _ask(self, who: str, query: str) -> Iterator[Said]:
        answer = self.problem.answer(self.code, query)
        self.history = (*self.history, (query, answer))
        yield f"{len(self.history)}. {who} {query}: {answer} ({self._left} left)."

    @property
    def _left(self) -> str:
        """Number of codes left, as text."""
        return count_noun(self.problem.remaining(self.history), *self.problem.hidden)

    def _others(self) -> Iterator[Said]:
        """The others ask until it is the user's turn or all players are finished."""
        announced = set(self._standing().fillings)
        while not self.is_over:
            standing = self._standing()
            for player in sorted(set(standing.fillings) - announced - {0}):
                yield f"{self.names[player]} is finished."
            announced |= set(standing.fillings)
            if standing.turn == 0:
                return
            yield from self._ask(f"{self.names[standing.turn]} asks", self.problem.ask(self.history, self.seed))

    def _standing(self, end: int | None = None) -> _Standing:
        """State of the round after the first `end` queries. Default: all."""
        number = len(self.history) if end is None else end
        standing = _Standing(queries=[0] * len(self.names))
        for turn in range(number + 1):
            while len(standing.fillings) < len(self.names):
                done = self._lays(standing.turn, turn) if standing.turn not in standing.fillings else None
                if done is not None:
                    standing.fillings[standing.turn] = done
                if standing.turn not in standing.fillings:
                    break
                standing.turn = (standing.turn + 1) % len(self.names)
            if turn < number:
                standing.queries[standing.turn] += 1
                standing.turn = (standing.turn + 1) % len(self.names)
        return standing

    def _lays(self, player: int, turn: int) -> str | None:
        """Filling that a player lays on their turn after `turn` queries; None if they ask."""
        if player == 0:
            finished = self._finished is not None and self._finished[0] <= turn
            return self._finished[1] if finished and self._finished is not None else None
        if self.problem.over(self.history[:turn]):
            return None
        step = self.problem.next(self.history[:turn])
        return step.guess if isinstance(step, Guess) else step.solved if isinstance(step, Solved) else None

    def _scores(self) -> Iterator[Said]:
        standing, scores = self._standing(), {}
        yield from self.problem.shown_code(self.code)
        for player, name in enumerate(self.names):
            filling = standing.fillings.get(player, self.code)
            wrong = int(self.problem.answer(self.code, filling))
            scores[player] = standing.queries[player] + wrong
            queries, fields = (
                count_noun(standing.queries[player], *self.problem.query),
                count_noun(wrong, "wrong field"),
            )
            yield f"{name}: {scores[player]} ({queries}{f', {fields}' if wrong else ''})."
        least = min(scores.values())
        best = [self.names[player] for player, score in scores.items() if score == least]
        tone = Tone.GOOD if scores[0] == least else Tone.BAD
        win = "win" if len(best) > 1 or best == ["you"] else "wins"
        yield Line(f"{' and '.join(best)} {win} with {least}.".replace("you", "You", 1), tone)
