"""Shared parts of the commands for puzzles: options, batches, text output and pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Look, Unkept
from tafelwerk.commands.compiling import trial
from tafelwerk.commands.output import OutputOption, is_read, json_text, note, save_picture, unbroken
from tafelwerk.errors import InputError
from tafelwerk.language import say
from tafelwerk.places import with_book
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.puzzles import GRADES, MOST_PUZZLES, Scale
from tafelwerk.tables.questions import Question
from tafelwerk.texts import Group, StyledText

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block


PATIENCE = 10
"""A batch is given up after this many repetitions in a row per different puzzle, as if there were five more of them."""

DRAWING_OPERATIONS = 1.5e7
"""Estimated operations for drawing a puzzle of a batch."""

DifficultyOption = Annotated[
    str | None, typer.Option("--difficulty", metavar="|".join(GRADES), help="Difficulty. Default: any.")
]


@dataclass
class Batch:
    """Options of a batch: the number of puzzles, the first seed, solutions, and the file."""

    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed. Default: random."),
    ] = None
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            min=1,
            max=MOST_PUZZLES,
            metavar="N",
            help="Number of different puzzles, with seeds from --seed upwards; with -o, on A4 pages. Default: 1.",
        ),
    ] = None
    solution: Annotated[
        bool, typer.Option("--solution", help="Show solutions as well; on a sheet, on separate pages.")
    ] = False
    output: OutputOption = None

    def ask_all(self, ask: Unkept, asks: Callable[..., "Question[Any]"], *given: Any, **named: Any) -> list[Any]:
        """The puzzles; with --count the answer is their array, each with its own seed.

        Args:
            ask: the object that asks the book.
            asks: the question; its parameter `seed` is filled in.
            given, named: its other parameters.

        Raises:
            InputError: there are fewer different puzzles.
        """
        if self.count is None:
            return [ask(asks, *given, seed=self.seed, **named)]
        from tafelwerk.book import Progress, announce, open_book

        seed = SystemRandom().randrange(10**6) if self.seed is None else self.seed
        with open_book(ask.book) as opened, trial(is_repeatable=True) as tell:
            work = asks(*given, seed=seed, **named).computation(opened).operations
            announce(self.count * (work + DRAWING_OPERATIONS * (self.output is not None)), tell)
        progress, answers = Progress(note), dict[str, Any]()
        tried = repeated = 0
        while tried < 10 * self.count + 20 and repeated < PATIENCE * (len(answers) + 5):
            answer = ask(asks, *given, seed=seed + tried, **named)
            tried += 1
            repeated = 0 if answers.setdefault(_identity(answer), answer) is answer else repeated + 1
            progress(len(answers) / self.count)
            if len(answers) == self.count:
                ask.answer = several = list(answers.values())
                return several
        raise InputError(
            say(
                "--count {count}: {different} different puzzles in {seeds} seeds; ask for fewer",
                count=self.count,
                different=len(answers),
                seeds=tried,
            )
        )

    def layout(
        self,
        puzzles: Sequence[Any],
        one: Callable[[Any, str], Any],
        line: str,
        book: Path,
        solved: Callable[[Any], str] | None = attrgetter("solution"),
    ) -> Callable[[], Any]:
        """Layout of puzzles for people, one below the other, solutions last, or else the command line that shows them.

        Args:
            puzzles: the answer of `ask_all`.
            one: layout of a puzzle, given the text before its title: its number in a batch.
            line: the command line without the options of this class.
            book: folder of the book.
            solved: the solution in a line. None: it stands beside the puzzle.
        """
        is_batch, to_solve = len(puzzles) > 1, ""
        if not self.solution and not is_read():  # a page shows the answer
            count = "" if self.count is None else f" --count {self.count}"
            to_solve = with_book(f"{line} --seed {puzzles[0].seed}{count} --solution", book)

        def make_layout() -> Any:
            parts: list[Any] = []
            for number, puzzle in enumerate(puzzles, 1):
                parts += [*([""] if parts else []), one(puzzle, f"{number}. " if is_batch else "")]
            if self.solution and solved is not None:
                lines = (f"{f'{number}. ' * is_batch}{solved(puzzle)}" for number, puzzle in enumerate(puzzles, 1))
                heading = say("Solutions") if is_batch else say("Solution")
                parts += ["", StyledText(heading, "bold"), *map(StyledText, lines)]
            if to_solve:
                parts += ["", unbroken(f"{say('To see the solution')}: {to_solve}")]
            return Group(*parts)

        return make_layout

    def look(self, blocks: "Callable[[], tuple[Block, Block]]") -> Look:
        """What is seen of a puzzle: its picture, with the solution if that is wanted; nothing of several.

        Args:
            blocks: makes the first puzzle, and the same solved.
        """
        return Look(None if self.count is not None else lambda: blocks()[self.solution].picture)

    def draw(
        self,
        title: str,
        below: Sequence[str],
        puzzles: "Sequence[Block]",
        solutions: "Sequence[Block]",
        line: str,
        columns: int = 2,
    ) -> None:
        """Write the file of --output: one puzzle as a picture, a batch as a sheet.

        Args:
            title, below: the title, and the task below it.
            puzzles, solutions: one block per puzzle.
            line: the command line without the options of this class.
            columns: puzzles side by side on a sheet.
        """
        if self.output is None:
            return
        from tafelwerk.plots.pictures import add_caption
        from tafelwerk.plots.sheets import puzzle_pages

        if self.count is None:
            puzzle = (solutions if self.solution else puzzles)[0]
            picture = add_caption(puzzle.picture, f"{title}: {puzzle.title}", *below, *puzzle.lines)
            save_picture(picture, self.output)
            return
        seed = f" --seed {self.seed}" if self.seed is not None else ""
        source = f"{line}{seed} --count {self.count}{' --solution' if self.solution else ''}"
        answers = solutions if self.solution else ()
        pages = puzzle_pages(
            title, below, puzzles, answers, columns, source, solved=say("solutions"), numbering=say("page {} of {}")
        )
        save_picture(pages, self.output)


def _identity(puzzle: Any) -> str:
    """Identity of a puzzle: everything but its seed."""
    from tafelwerk.tables.answers import document

    written = document(puzzle)
    return json_text({name: value for name, value in written.items() if name not in ("seed", "question", "nodes")})


def difficulty_text(puzzle: Any) -> str:
    """Difficulty of a puzzle in words: "medium (3)"."""
    return f"{puzzle.grade} ({puzzle.difficulty})"


def scale_text(scale: Scale) -> str:
    """The measure of difficulty, in a sentence."""
    return say(
        "Difficulty: {measure} (easy below {medium}, medium below {hard}, hard from there).",
        measure=say(scale.measure),
        medium=scale.medium,
        hard=scale.hard,
    )
