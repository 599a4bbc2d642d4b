"""Plays at random of the user's own games: what their authors read before they solve them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import ArgumentError, InputError, in_quotes
from tafelwerk.families.games import answers
from tafelwerk.families.games.answers import SampleMove, SamplePlay
from tafelwerk.families.games.parameters import Game
from tafelwerk.families.games.rules import Node, NodeKind, Rules, known_game
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.rules.puzzles import Seed
from tafelwerk.tables.questions import Computation, Question, Text
from tafelwerk.wording import count_noun, exact_number

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

MOST_MOVES = 200
"""Most moves of a play."""

Plays = Annotated[int, Parameter("N", "Number of plays. Default: 1.", 1, 100)]


class Check(Question[answers.Samples], title="plays of {game} at random"):
    """Play a game at random and say what happens: who moves, what is played, and who wins. To be read before the game is solved.

    Every position of a play is checked as when the game is solved. With `key` or `symmetry`, a position and the one that stands
    for it must end alike, or lead to the same positions.

    Example: tafelwerk games check nim.py --seed 1
    """

    game: Parsed[Game]
    games: Plays = 1
    seed: Seed | None = None

    def computation(self, book: Book) -> Computation[answers.Samples]:
        rules = known_game(self.game)
        if rules is None:
            raise ArgumentError(
                f"the code of {self.game!r} is not installed; give its file: tafelwerk games check FILE.py"
            )
        return Computation(0.0, lambda: self._samples(rules))

    def _samples(self, rules: Rules) -> answers.Samples:
        draw = Random(self.seed)
        return answers.Samples(rules.name, tuple(sample_play(rules, draw) for _ in range(self.games)))

    def text(self, answer: answers.Samples) -> Text:
        return lambda: samples_text(answer)


def sample_play(rules: Rules, draw: Random) -> SamplePlay:
    """A play at random from the start, of at most MOST_MOVES moves.

    Raises:
        InputError: the game returns an impossible value, or its key or symmetry makes different positions equal.
    """
    position, moves = rules.start(), list[SampleMove]()
    mover = rules.player(position) if rules.tells_player else 0
    while True:
        node = rules.node(position)
        check_symmetry(rules, position, node)
        player = "" if rules.players == 1 else ("first", "second")[mover]
        if node.kind is NodeKind.END or len(moves) == MOST_MOVES:
            outcome = Fraction(node.outcome) if node.kind is NodeKind.END else None
            return SamplePlay(
                tuple(moves), rules.text(position), tuple(rules.board(position).splitlines()), player, outcome
            )
        weights = [float(weight) for weight in node.weights] or None
        index = draw.choices(range(len(node.after)), weights)[0]
        after = node.after[index]
        who, move = ("chance", rules.text(after)) if weights else (player, node.names[index])
        moves.append(SampleMove(rules.text(position), who, len(node.after), move))
        if rules.sign(position, after, node.kind) < 0:
            mover = 1 - mover
        position = after


def check_symmetry(rules: Rules, position: Any, node: Node) -> None:
    """Raise InputError where the position that stands for another ends otherwise, or leads to other positions."""
    stored = rules.canonical(position)
    if stored == position:
        return
    other = rules.node(stored)
    here, there = ({rules.text(rules.canonical(after)) for after in each.after} for each in (node, other))
    if (node.kind, node.outcome) != (other.kind, other.outcome):
        reason = "the two do not end alike"
    elif here != there:
        reason = f"only one of the two leads to {in_quotes(min(here ^ there))}"
    else:
        return
    raise InputError(
        f"{rules.name}: {in_quotes(rules.text(stored))} stands for {in_quotes(rules.text(position))}, but {reason}: "
        "key or symmetry makes different positions equal"
    )


def samples_text(answer: answers.Samples) -> Any:
    """Every play, move by move."""
    from tafelwerk.commands.output import table, with_heading

    count = count_noun(len(answer.plays), "play")
    parts: list[Any] = []
    for number, play in enumerate(answer.plays, 1):
        rows = [(index, move.mover, move.position, move.choices, move.move) for index, move in enumerate(play.moves, 1)]
        heads = ("", "to move", "position", "choices", "plays")
        if not any(move.mover for move in play.moves):
            heads, rows = ("", "position", "choices", "plays"), [(row[0], *row[2:]) for row in rows]  # type: ignore[assignment,misc]
        board = "\n".join(play.board)
        parts += [f"Play {number}:", table(heads, rows), *([board] if board != play.end else []), _end_text(play), ""]
    return with_heading(f"{answer.game}: {count} at random; no position breaks the rules of a game.", "", *parts[:-1])


def _end_text(play: SamplePlay) -> str:
    """How a play ends."""
    if play.outcome is None:
        return f"Cut short after {count_noun(len(play.moves), 'move')}."
    worth = f"The game is over at {play.end}, worth {exact_number(play.outcome)} to"
    if not play.mover:
        return f"{worth} the player."
    winner = play.mover if play.outcome > 0 else {"first": "second", "second": "first"}[play.mover]
    return f"{worth} {play.mover}, who would be to move: {f'{winner} wins' if play.outcome else 'a draw'}."
