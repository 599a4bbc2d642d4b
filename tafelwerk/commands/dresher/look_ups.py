"""`tafelwerk dresher value, hider, searcher, certificate, explain`: questions about stored games."""

from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.common import note
from tafelwerk.commands.dresher.drawn import hider_bars, searcher_trees
from tafelwerk.commands.dresher.words import NumbersArgument, app, guesses, shown
from tafelwerk.commands.output import json_text
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.rules.dresher import MOST_NUMBERS
from tafelwerk.tables.dresher import questions
from tafelwerk.tables.dresher.answers import Certificate, CertificateFile, OneTree, Value
from tafelwerk.tables.question import Answer, provided
from tafelwerk.wording import counted

AllOption = Annotated[bool, typer.Option("--all", help="All lines, not only the first.")]


@app.command()
@asks
def value(n: NumbersArgument, ask: Ask) -> Text:
    """Value of the game: mean number of guesses when both sides play optimally.

    Example: tafelwerk dresher value 100

    Example: tafelwerk dresher value 11 --json
    """
    found = ask(questions.value, n)
    return lambda: _sentences(found)


def _sentences(found: Value) -> str:
    text = f"{counted(found.n, 'number')}: {guesses(found.value, 9)} on average when both sides play optimally "
    text += f"({found.source}). The searcher mixes {counted(found.trees, 'tree')} "
    text += f"of at most {counted(found.depth, 'guess')}. "
    bound = shown(found.bound)
    if found.bound_met:
        return text + f"The value is L({found.n}) = {bound}: the weights 2, 1, ..., 1, 2 are optimal for the hider."
    over = shown(found.value - found.bound)
    return text + f"The weights 2, 1, ..., 1, 2 guarantee the hider only L({found.n}) = {bound}, which is {over} less."


@app.command()
@asks
def hider(n: NumbersArgument, every: AllOption = False, output: OutputOption = None, *, ask: Ask) -> Text:
    """Optimal strategy of the hider: the probability of each number.

    Example: tafelwerk dresher hider 11

    Example: tafelwerk dresher hider 11 -o bars.svg
    """
    found = ask(questions.hider, n)
    if output is not None:
        save(hider_bars(found), output)

    def layout() -> Any:
        from tafelwerk.commands.dresher.pictures import hider_picture

        return hider_picture(found, every=every)

    return layout


@app.command()
@asks
def searcher(
    n: NumbersArgument,
    tree: Annotated[
        int | None,
        typer.Option(
            "--tree", min=1, max=MOST_NUMBERS, metavar="K", help="Number of the only tree to draw; 1 is the likeliest."
        ),
    ] = None,
    levels: Annotated[
        int | None,
        typer.Option(
            "--levels",
            min=1,
            max=MOST_NUMBERS,
            metavar="L",
            help="Number of levels to draw. Default: all, or as many as fit.",
        ),
    ] = None,
    every: AllOption = False,
    output: OutputOption = None,
    *,
    ask: Ask,
) -> Text:
    """Optimal strategy of the searcher: binary search trees and their probabilities.

    Example: tafelwerk dresher searcher 7

    Example: tafelwerk dresher searcher 40 --tree 1

    Example: tafelwerk dresher searcher 7 -o trees.svg
    """
    found = ask(questions.searcher, n, tree)
    if output is not None:
        save(searcher_trees(found), output)

    def layout() -> Any:
        from tafelwerk.commands.dresher.pictures import searcher_picture, tree_picture

        if isinstance(found, OneTree):
            return tree_picture(found, levels=levels)
        return searcher_picture(found, every=every, levels=levels)

    return layout


@app.command()
@asks
def certificate(
    n: NumbersArgument,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="File to write, - for standard output. Default: -."),
    ] = None,
    *,
    ask: Ask,
) -> Text:
    """Certificate of the value as JSON: both strategies with integer weights, for the checker or for one of your own.

    Example: tafelwerk dresher certificate 11 -o dresher-11.json
    """
    found = ask(questions.certificate, n)
    if output is None or str(output) == "-":
        return lambda: _file_text(found)
    from tafelwerk.files import written_whole

    with written_whole(output) as path:
        path.write_text(f"{_file_text(found)}\n", encoding="utf-8")
    said = {field.name: getattr(found, field.name) for field in fields(Answer)}
    ask.answer = provided(CertificateFile(n, found.value, str(output)), **said)
    note(f"{output} written; check it with: python -m tafelwerk.proofs.dresher.checker {output}")
    return ""


def _file_text(found: Certificate) -> str:
    """The document that the checker reads."""
    said = {field.name for field in fields(Answer)}
    return json_text({field.name: getattr(found, field.name) for field in fields(found) if field.name not in said})


@app.command()
@asks
def explain(n: NumbersArgument, ask: Ask) -> Text:
    """Proof of the value in words and numbers: what each strategy guarantees, computed anew.

    Example: tafelwerk dresher explain 11
    """
    found = ask(questions.explain, n)

    def layout() -> Any:
        from tafelwerk.commands.dresher.proof_text import proof_text

        return proof_text(found)

    return layout
