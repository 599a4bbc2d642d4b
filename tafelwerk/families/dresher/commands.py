"""Commands that do more than answer a question: a certificate and a matrix as files, and a game against the program."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.asking import Ask, AtOnce, Text, asks
from tafelwerk.commands.common import (
    BookOption,
    BuildOptions,
    ChosenSet,
    ComputeOption,
    bundle_options,
    exclusive,
    needs,
    refuse_options_before,
    run_builds,
)
from tafelwerk.commands.output import encodes, json_text, note, write_text
from tafelwerk.commands.terminal import SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError
from tafelwerk.families.dresher import questions
from tafelwerk.families.dresher.answers import Certificate, CertificateFile, Matrix
from tafelwerk.families.dresher.rules import MOST_NUMBERS, FewNumbers, Numbers, tree_text
from tafelwerk.tables.answers import Answer, with_provenance
from tafelwerk.texts import StyledText
from tafelwerk.wording import count_noun

STRIP = 60
"""Width of the strip, in columns."""


@asks
def certificate(
    n: Numbers,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="File to write, - for standard output. Default: -."),
    ] = None,
    *,
    ask: Ask,
) -> Text:
    proof = ask(questions.Certificate, n)
    if output is None or str(output) == "-":
        return lambda: _file_text(proof)
    from tafelwerk.files import written_whole

    with written_whole(output) as path:
        path.write_text(f"{_file_text(proof)}\n", encoding="utf-8")
    common = {field.name: getattr(proof, field.name) for field in fields(Answer)}
    ask.answer = with_provenance(CertificateFile(n, proof.value, str(output)), **common)
    note(f"{output} written; check it with: python -m tafelwerk.proofs.dresher.checker {output}")
    return ""


certificate.__doc__ = questions.Certificate.__doc__


def _file_text(proof: Certificate) -> str:
    """The document that the checker reads."""
    common = {field.name for field in fields(Answer)}
    return json_text({field.name: getattr(proof, field.name) for field in fields(proof) if field.name not in common})


@asks
def matrix(
    n: FewNumbers,
    ask: AtOnce,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File for the payoff matrix: FILE.nfg for Gambit, or FILE.csv."
        ),
    ] = None,
) -> Text:
    if output is not None and output.suffix.lower() not in (".nfg", ".csv"):
        raise InputError(
            f"--output {output}: a payoff matrix is written to FILE.nfg or FILE.csv; choose one of these endings"
        )
    trees = ask(questions.Matrix, n)
    if output is not None:
        write_text(_nfg(trees) if output.suffix.lower() == ".nfg" else _csv(trees), output)
    return questions.Matrix(n).text(trees)


matrix.__doc__ = questions.Matrix.__doc__


@bundle_options
def play(
    book: BookOption,
    n: Numbers = 20,
    role: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="searcher|hider",
            help="Your role: search for the program's number, or hide a number from it.",
        ),
    ] = "searcher",
    history: Annotated[
        str,
        typer.Option(
            "--history", metavar='"10 higher; ..."', help="Guesses so far, each with higher, lower or correct."
        ),
    ] = "",
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play Dresher's game: guess a number and hear what each guess cost, or keep one in mind and have it guessed.

    Example: tafelwerk dresher play

    Example: tafelwerk dresher play 11 --as hider
    """
    from tafelwerk.families.dresher.play import Dresher
    from tafelwerk.play.deduction import deducing

    with open_book(book) as opened:
        problem = Dresher(opened.ask(questions.Certificate(n), compute=compute, note=note))
    at_terminal(deducing(role, problem, problem.read_history(history), seed_of_game(seed)), draw_strip, book)


def draw_strip(strip: Any) -> Any:
    """The numbers that are left, as a strip."""
    from itertools import pairwise

    width = min(strip.n, STRIP)
    inside, outside = ("█", "░") if encodes("█░") else ("#", ".")
    numbers = [1 + column * strip.n // width for column in range(width + 1)]
    overlap = [strip.first < after and strip.last >= begin for begin, after in pairwise(numbers)]
    cells = "".join(inside if shared else outside for shared in overlap)
    return StyledText(f"  1 {cells} {strip.n}", "cyan")


def _nfg(trees: Matrix) -> Iterator[str]:
    """The game for Gambit: the hider is paid the guesses, the searcher pays them."""
    from tafelwerk.formats import nfg_lines, zero_sum

    numbers = [str(number) for number in range(1, trees.n + 1)]
    names = [tree_text(tree) for tree in trees.trees]
    title = f"Dresher's guessing game, {count_noun(trees.n, 'number')}"
    return nfg_lines(title, ("Hider", "Searcher"), (numbers, names), zero_sum(trees.matrix), "Payoffs: guesses")


def _csv(trees: Matrix) -> Iterator[str]:
    """The payoff matrix with a column per tree."""
    yield ",".join(["number", *map(tree_text, trees.trees)]) + "\n"
    for number, guesses in enumerate(trees.matrix, 1):
        yield ",".join(map(str, (number, *guesses))) + "\n"


@bundle_options
def build(
    context: typer.Context,
    first: Annotated[
        int | None,
        typer.Option("--from", min=1, max=MOST_NUMBERS, metavar="N", help="Size of the smallest game. Default: 1."),
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", min=1, max=MOST_NUMBERS, metavar="M", help="Size of the largest game.")
    ] = None,
    *,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """The family's standard set, or the games with N to M numbers that the book lacks: values and optimal strategies, proved.

    Games are built in blocks of 16, of 32 beyond N = 256. The first of a block is solved from scratch, every other one from
    its predecessor; several blocks run side by side. A build that was stopped resumes after the last game it solved.

    Example: tafelwerk build dresher --dry-run

    Example: tafelwerk build dresher --from 257 --to 512
    """
    if context.invoked_subcommand is not None:
        refuse_options_before(context)
        return
    from tafelwerk.families.dresher import builds

    exclusive(context, ("--quick", "--full", "--from"), ("--quick", "--full", "--to"))
    needs(context, (("--from",), ("--to",)))
    if last is None:
        run_builds(chosen_set.of(builds), options)
        return
    begin = 1 if first is None else first
    if options.force:
        wanted = tuple(builds.games_builds(begin, last))
    else:
        with open_book(options.book, pocket=False) as opened:
            wanted = tuple(builds.missing_builds(begin, last, questions.stored_numbers(opened)))
    run_builds(wanted, options, next_steps=builds.Games(begin, last).try_next())
