"""What can be asked about one position: random and perfect play, the law of MC(k)'s move, and the reasons for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.montecarlo import answers, estimates, parameters, rules
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.numbers import fraction, separate
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import LONGEST_FRACTION, count_noun

if TYPE_CHECKING:
    from tafelwerk.families.montecarlo import builds
    from tafelwerk.tables.book import Book

MOST_CHANCES = 1000
"""Most candidates whose chances can be given."""

LONGEST_CHANCE, LONGEST_WIN = 40, 60
"""Characters of the longest fractions that are shown in full, in the law of a move and in random play."""

MOST_MOVES = 60
"""Most moves of a line that are shown."""


def start_key(game: rules.DoubleStep | rules.Subtraction, at: rules.Position | None) -> tuple[str, rules.Key]:
    """Name of a candidate's column, and key of the game's start or of another position of a race."""
    if isinstance(game, rules.Subtraction):
        return "move", game.key
    (own,), (other,) = (at.own, at.other) if at else ((0,), (0,))
    return "step", game.key | {"own": own, "other": other}


def _positions(game: rules.Game, at: rules.Position | None) -> builds.Positions | None:
    """The build of a game's positions; None if it does not hold this one."""
    from tafelwerk.families.montecarlo.builds import Positions

    return Positions(game) if at is None else None


class Random(Question[answers.RandomPlay]):
    """Random play: winning chance of the player to move, as a fraction, before and after each move.

    Example: tafelwerk montecarlo random dsc 10

    Example: tafelwerk montecarlo random esr 7 3 2 --at "5,4,0 / 6,6,3"
    """

    game: Parsed[parameters.PrintedGame]
    at: Parsed[parameters.At | None] = default(None)

    @property
    def phrase(self) -> str:
        return f"{parameters.title_at(self.game, self.at)}, random play"

    def look_up(self, book: Book) -> answers.RandomPlay | None:
        game, at = rules.smaller_game(self.game, self.at)
        if not isinstance(game, rules.Esr):
            return _stored_play(book, game, at)
        rows = parameters.select(book, "chance_num, chance_den, chance, error, build", "esr_starts", game.key)
        if at is not None or not rows:
            return None
        *exact, chance, error = rows[0]
        win = None if None in exact else _fraction(*exact)
        return answers.random_play(win, chance, error, {"0": win})

    def build(self) -> builds.Positions | None:
        return _positions(*rules.smaller_game(self.game, self.at))

    def operations(self) -> float:
        game, at = rules.smaller_game(self.game, self.at)
        build = _positions(game, at)
        if build is None or isinstance(game, rules.Subtraction):
            return estimates.candidate_operations(game)
        return build.operations()

    def solve(self) -> answers.RandomPlay:
        from tafelwerk.families.montecarlo.solving import random

        return random(*rules.smaller_game(self.game, self.at))

    def text(self, answer: answers.RandomPlay) -> Text:
        from tafelwerk.commands.output import rational, table

        def row(name: str, win: Fraction | None, chance: float | None) -> tuple[str, str, str]:
            exact = "" if win is None else rational(win)
            number = "" if chance is None else f"{chance:.10f}"
            return name, number, exact if len(exact) <= LONGEST_WIN else f"{exact[:24]}... ({len(exact)} characters)"

        plays: list[tuple[str, Fraction | None, float | None]] = [("", answer.win, answer.win_float)]
        plays += [(move, win, None if win is None else float(win)) for move, win in answer.by_move.items()]
        title = parameters.title_at(self.game, self.at)
        heading = f"{title}: winning chance of the player to move at random play, {answer.source}"
        return lambda: table(("after move", "chance", "as a fraction"), [row(*play) for play in plays], title=heading)


def _stored_play(
    book: Book, game: rules.DoubleStep | rules.Subtraction, at: rules.Position | None
) -> answers.RandomPlay | None:
    move, key = start_key(game, at)
    same = " AND ".join(f"{name} = ?" for name in key)
    rows = parameters.select(
        book,
        "NULL AS move, chance_num, chance_den, chance, build",
        f"{game.name}_positions",
        key,
        f"UNION ALL SELECT {move}, chance_num, chance_den, chance, build FROM {rules.FAMILY}.{game.name}_moves WHERE {same}"
        " ORDER BY move NULLS FIRST",
        *key.values(),
    )
    if not rows:
        return None
    (_, *exact, chance), *moves = rows
    by_move: dict[str, Fraction | None] = {str(move): _fraction(*after) for move, *after, _ in moves}
    return answers.random_play(_fraction(*exact), chance, answers.ROUNDED, by_move)


def _fraction(numerator: str, denominator: str) -> Fraction:
    return Fraction(int(numerator), int(denominator))


class Perfect(Question[answers.Perfect]):
    """Perfect play: who wins, by which moves, and (subtraction games) the proven period of win and loss.

    Example: tafelwerk montecarlo perfect subtraction 10 --moves 2,5

    Example: tafelwerk montecarlo perfect dsc 10 --at "2 1"
    """

    game: Parsed[parameters.PrintedGame]
    at: Parsed[parameters.At | None] = default(None)

    @property
    def phrase(self) -> str:
        return f"{parameters.title_at(self.game, self.at)}, perfect play"

    def look_up(self, book: Book) -> answers.Perfect | None:
        game, at = rules.smaller_game(self.game, self.at)
        if isinstance(game, rules.Esr):
            return None
        move, key = start_key(game, at)
        table, period = f"{game.name}_moves", "NULL, NULL"
        if isinstance(game, rules.Subtraction):
            periods = f"(SELECT DISTINCT moves, overshoot, period, preperiod FROM {rules.FAMILY}.subtraction_games)"
            table, period = f"{table} JOIN {periods} USING (moves, overshoot)", "period, preperiod"
        rows = parameters.select(book, f"{move}, wins, {period}, build", table, key, f"ORDER BY {move}")
        if not rows:
            return None
        winning = tuple(move for move, wins, *_ in rows if wins)
        return answers.Perfect(bool(winning), winning, *rows[0][2:])

    def build(self) -> builds.Positions | None:
        game, at = rules.smaller_game(self.game, self.at)
        return None if isinstance(game, rules.Esr) else _positions(game, at)

    def operations(self) -> float:
        game, _ = rules.smaller_game(self.game, self.at)
        return 100.0 * estimates.graph_edges(game) + 1e6

    def solve(self) -> answers.Perfect:
        from tafelwerk.families.montecarlo.solving import perfect

        return perfect(*rules.smaller_game(self.game, self.at))

    def text(self, answer: answers.Perfect) -> str:
        text = f"{parameters.title_at(self.game, self.at)}: the player to move "
        text += f"wins by {', '.join(map(str, answer.winning_moves))}" if answer.win else "loses"
        if isinstance(self.game, rules.Subtraction):
            text += f"; win and loss repeat every {answer.period} heaps after the first {answer.preperiod}"
        return f"{text} ({answer.source}).{_convention(*rules.smaller_game(self.game, self.at))}"


def _convention(game: rules.Game, at: rules.Position | None) -> str:
    """What a move larger than the heap does, with the command of the other convention; "" where both answer the same."""
    if not isinstance(game, rules.Subtraction) or game.rules.overshoot != "wins":
        return ""
    moves = game.rules.moves
    # with the moves 1 to k every heap below k is won under both conventions, so that they agree from heap k on
    if not game.heap or (game.heap >= moves[-1] and moves[-1] == len(moves)):
        return ""
    other = f"tafelwerk minimax subtraction {game.rules.text} --heap {game.heap}"
    return f" Here a move larger than the heap wins; where a move takes no more than is left: {other}"


class Choice(Question[answers.Choice]):
    """Distribution of MC(K)'s move: the chance that it plays each move, and the chance of winning a random playout after it.

    Example: tafelwerk montecarlo choice dsc 10 --k 100

    Example: tafelwerk montecarlo choice esr 7 3 2 --at "5,4,0 / 6,6,3" --k 20 --json

    Example: tafelwerk montecarlo choice subtraction 50 --moves 1,2 --at 14 --k inf
    """

    game: Parsed[parameters.PrintedGame]
    k: Parsed[parameters.Playouts]
    at: Parsed[parameters.At | None] = default(None)

    @property
    def phrase(self) -> str:
        return f"{parameters.title_at(self.game, self.at)}, the choice of MC({self.k})"

    def look_up(self, book: Book) -> answers.Choice | None:
        game, at = rules.smaller_game(self.game, self.at)
        if self.k != inf or isinstance(game, rules.Esr):
            return None
        move, key = start_key(game, at)
        columns = f"{move}, chance_num, chance_den, build"
        rows = parameters.select(book, columns, f"{game.name}_moves", key, f"ORDER BY {move}")
        return answers.limit_choice([(str(move), _fraction(*chance), 1) for move, *chance in rows]) if rows else None

    def operations(self) -> float:
        game, _ = rules.smaller_game(self.game, self.at)
        return estimates.choice_operations(game, self.k)

    def solve(self) -> answers.Choice:
        from tafelwerk.families.montecarlo.solving import choice

        game, at = rules.smaller_game(self.game, self.at)
        return choice(game, self.k, at)

    def text(self, answer: answers.Choice) -> Text:
        title = f"{parameters.title_at(self.game, self.at)}: what MC({self.k}) plays"
        return lambda: _law_table(answer, _move_word(self.game), title)


def read_chances(given: str | Sequence[object]) -> rules.Shares:
    """Chances in a list, or in a text that joins them with commas.

    Raises:
        InputError: there are too many, or one is not a number from 0 to 1.
    """
    chances = separate(given)
    if len(chances) > MOST_CHANCES:
        raise InputError(f"at most {MOST_CHANCES:,} chances can be given, not {len(chances):,}")
    return rules.Shares(tuple(fraction("a chance", word, 0, 1) for word in chances))


Chances = Annotated[
    rules.Shares,
    Parameter(
        "P,Q[,...]",
        "Chance of winning a playout after each candidate: decimals or p/q.",
        parse=read_chances,
        reads_lists=True,
    ),
]


class Law(Question[answers.Choice]):
    """Distribution of MC(K)'s choice among candidates with given chances of winning a playout.

    Example: tafelwerk montecarlo law 0.5,0.6,2/3 --k 10
    """

    chances: Parsed[Chances]
    k: Parsed[parameters.Playouts]

    @property
    def phrase(self) -> str:
        return f"the choice of MC({self.k}) among {count_noun(len(self.chances.values), 'candidate')}"

    def operations(self) -> float:
        return estimates.law_operations(len(self.chances.values), rules.playouts_key(self.k))

    def solve(self) -> answers.Choice:
        from tafelwerk.families.montecarlo.solving import law

        return law(self.chances, self.k)

    def text(self, answer: answers.Choice) -> Text:
        return lambda: _law_table(answer, "candidate", f"What MC({self.k}) plays")


def _move_word(game: rules.Game) -> str:
    """What a candidate is called."""
    return "square" if isinstance(game, rules.Esr) else "move"


def _law_table(answer: answers.Choice, move: str, title: str) -> Any:
    from tafelwerk.commands.output import rational, table

    def row(name: str) -> tuple[str, str, str, str]:
        exact = "" if answer.wins is None else rational(answer.wins[name])
        if len(exact) > LONGEST_CHANCE:
            exact = f"{exact[: LONGEST_CHANCE // 2]}... ({len(exact)} characters)"
        return name, f"{answer.moves[name]:.10f}", f"{answer.wins_float[name]:.10f}", exact

    headings = (move, "chance", "playouts won", "as a fraction")
    heading = f"{title} ({_certainty(answer)}; {answer.source})"
    return table(headings, [row(name) for name in answer.moves], title=heading)


def _certainty(answer: answers.Choice | answers.Explanation) -> str:
    return "exact" if answer.error_bound is None else f"certified to {answer.error_bound:.0e}"


class Size(Question[answers.Size], title="the number of positions of {game.title}"):
    """Number of positions of a race.

    Example: tafelwerk montecarlo size esr 5 6 1
    """

    game: Parsed[parameters.PrintedGame]

    def check(self) -> None:
        if isinstance(self.game, rules.Subtraction):
            raise InputError(
                f"size counts positions of races, not of {in_quotes(str(self.game))}: its positions are its heaps"
            )

    def operations(self) -> float:
        return 100.0 * estimates.graph_edges(self.game) + 1e5

    def solve(self) -> answers.Size:
        from tafelwerk.families.montecarlo.solving import size

        return size(self.game)

    def text(self, answer: answers.Size) -> str:
        text = f"{self.game.title}: {answer.undecided:,} positions before the end with {answer.candidates:,} candidate moves"
        if answer.player_positions is not None:
            text += f"; {answer.player_positions:,} positions per player, "
            text += f"{answer.configurations:,} pairs of them consistent with alternating turns"
        return f"{text} ({answer.source})."


class Explain(Question[answers.Explanation]):
    """Why MC(K) chooses its move: every candidate's chance of winning a playout, beside its outcome under perfect play.

    Example: tafelwerk montecarlo explain dsc 10 --k 100

    Example: tafelwerk montecarlo explain subtraction 50 --moves 1,2 --at 14 --k inf

    Example: tafelwerk montecarlo explain esr 7 3 2 --at "5,4,0 / 6,6,3" --k 20 --json
    """

    game: Parsed[parameters.PrintedGame]
    k: Parsed[parameters.Playouts]
    at: Parsed[parameters.At | None] = default(None)

    @property
    def phrase(self) -> str:
        return f"an explanation of MC({self.k}) in {parameters.title_at(self.game, self.at)}"

    def operations(self) -> float:
        game, _ = rules.smaller_game(self.game, self.at)
        return estimates.explain_operations(game, self.k)

    def solve(self) -> answers.Explanation:
        from tafelwerk.families.montecarlo.solving import explain

        game, at = rules.smaller_game(self.game, self.at)
        return explain(game, self.k, at)

    def text(self, answer: answers.Explanation) -> Text:
        from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explanation_layout, tie_text
        from tafelwerk.commands.fitting import Column

        move = _move_word(self.game)
        likeliest = max(answer.moves, key=lambda candidate: candidate.chance)
        tied = sum(candidate.chance == likeliest.chance for candidate in answer.moves)
        plays = f"plays {move} {likeliest.move}" if tied == 1 else f"is undecided between {tied} {move}s"
        heading = (
            f"{parameters.title_at(self.game, self.at)}: {OUTCOMES[answer.value]} for the player to move. "
            f"MC({self.k}) most probably {plays} ({_certainty(answer)}; {answer.source})."
        )
        rows = answer.moves[:MOST_ROWS]
        columns = [
            Column(move, [candidate.move for candidate in rows]),
            Column("playouts won", [f"{candidate.win_float:.6f}" for candidate in rows], "playouts"),
            Column("as a fraction", [_short(candidate.win) for candidate in rows], "fraction", goes=1),
            Column("chance to be played", [f"{candidate.chance:.6f}" for candidate in rows], "chance"),
            Column("perfect play", [OUTCOMES[candidate.value] for candidate in rows], "perfect"),
            best_column(rows),
        ]
        why = f"MC({self.k}) plays the candidate that wins most of its playouts"
        most = _most(answer)
        why += f"; in the long run that is {move} {' or '.join(most)}." if most else "."
        best_moves = [candidate for candidate in answer.moves if candidate.best]
        if answer.value > 0 and len(best_moves) < len(answer.moves):
            why += f" It throws the win away with chance {answer.throws_away:.6f}."
        elif answer.value < 0:
            why += " Every move loses against perfect play."
        elif len(best_moves) == len(answer.moves):
            why += " Every move keeps the win."
        return lambda: explanation_layout(
            heading,
            columns,
            f"{why} {tie_text(answer.moves)}".rstrip(),
            f"Perfect play: {_line(answer.line)}.",
            f"MC({self.k}) on both sides, the most probable move each time: {_line(answer.likely)}.",
            count=len(answer.moves),
        )


def _most(answer: answers.Explanation) -> list[str]:
    """The candidates that win the most playouts; empty if doubles do not decide it."""
    first, exact = answer.moves[0], all(candidate.win is not None for candidate in answer.moves)
    if exact:
        return [candidate.move for candidate in answer.moves if candidate.win == first.win]
    alike = [candidate.move for candidate in answer.moves if candidate.win_float == first.win_float]
    return alike if len(alike) == 1 else []


def _short(win: Fraction | None) -> str:
    return "" if win is None or len(str(win)) > LONGEST_FRACTION else str(win)


def _line(moves: Sequence[str]) -> str:
    return " ".join(moves[:MOST_MOVES]) + (" and so on" if len(moves) > MOST_MOVES else "")
