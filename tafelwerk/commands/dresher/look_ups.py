"""`tafelwerk dresher value, hider, searcher, certificate`: what the book holds of a game."""

import json as json_format
import sys
from fractions import Fraction
from math import ulp
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from tafelwerk.commands.common import (
    BookOption,
    ComputeOption,
    JsonOption,
    KeepOption,
    answer,
    note,
)
from tafelwerk.commands.dresher.words import (
    NumbersArgument,
    answers,
    app,
    bound_of,
    counted,
    find,
    find_game,
    guesses,
    shown,
    value_of,
)
from tafelwerk.errors import InputError
from tafelwerk.tables import dresher as tables
from tafelwerk.tables.dresher import Value

AllOption = Annotated[bool, typer.Option("--all", help="Every line, however many there are.")]


@app.command()
def value(
    n: NumbersArgument,
    book: BookOption,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Value of the game: how many guesses it takes on average when both sides play best.

    Example: tafelwerk dresher value 100

    Example: tafelwerk dresher value 11 --json
    """
    found, source = find(book, n, tables.get_value, lambda: answers().value(n), compute=compute, keep=keep)
    exact = value_of(found)
    document = {
        "n": n,
        "value": found.text,
        "value_float": found.value,
        "depth": found.depth,
        "trees": found.trees,
        "bound": tables.fraction_text(*found.bound),
        "bound_met": found.bound_met,
        "certainty": "exact",
        "error": 0.0 if Fraction(found.value) == exact else ulp(found.value) / 2,
        "source": source,
    }
    answer(json, document, lambda: _sentences(found, source))


def _sentences(found: Value, source: str) -> str:
    text = f"{counted(found.n, 'number')}: {guesses(value_of(found), 9)} on average when both sides play best "
    text += (
        f"({source}). The searcher mixes {counted(found.trees, 'tree')} of at most {counted(found.depth, 'guess')}. "
    )
    bound = shown(bound_of(found))
    if found.bound_met:
        return text + f"The value is L({found.n}) = {bound}: the weights 2, 1, ..., 1, 2 are optimal for the hider."
    over = shown(value_of(found) - bound_of(found))
    return text + f"The weights 2, 1, ..., 1, 2 guarantee the hider only L({found.n}) = {bound}, less by {over}."


@app.command()
def hider(
    n: NumbersArgument,
    book: BookOption,
    every: AllOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """An optimal strategy of the hider: how probable each number is.

    Example: tafelwerk dresher hider 11
    """
    found, source = find(book, n, tables.get_hider, lambda: answers().hider(n), compute=compute, keep=keep)

    def layout() -> Any:
        from tafelwerk.commands.dresher.pictures import hider_picture

        return hider_picture(found, source, every=every)

    answer(json, {"n": n, "weights": found.probabilities, "certainty": "exact", "source": source}, layout)


@app.command()
def searcher(
    n: NumbersArgument,
    book: BookOption,
    tree: Annotated[
        int | None,
        typer.Option(
            "--tree",
            min=1,
            max=tables.MOST_NUMBERS,
            metavar="K",
            help="Only the K-th tree, drawn; 1 is the likeliest.",
        ),
    ] = None,
    levels: Annotated[
        int | None,
        typer.Option(
            "--levels",
            min=1,
            max=tables.MOST_NUMBERS,
            metavar="L",
            help="Levels of trees to draw. Default: all, or what fits.",
        ),
    ] = None,
    every: AllOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """An optimal strategy of the searcher: binary search trees, and how probable each is.

    Example: tafelwerk dresher searcher 7

    Example: tafelwerk dresher searcher 40 --tree 1
    """
    found, source = find(book, n, tables.get_searcher, lambda: answers().searcher(n), compute=compute, keep=keep)
    if tree is not None and tree > len(found.trees):
        raise InputError(f"--tree is 1 to {len(found.trees)}, the trees that are mixed for {n} numbers, not {tree}")
    chosen = range(len(found.trees)) if tree is None else range(tree - 1, tree)
    if json:
        trees = [{"probability": found.probabilities[k], "depths": list(found.trees[k].depths)} for k in chosen]
        document: dict[str, Any] = {"n": n, "trees": trees, "certainty": "exact", "source": source}
        _write(document if tree is None else document | {"tree": tree}, sys.stdout)
        return

    def layout() -> Any:
        from tafelwerk.commands.dresher.pictures import searcher_picture, tree_picture

        if tree is not None:
            return tree_picture(found, tree, source, levels=levels)
        return searcher_picture(found, source, every=every, levels=levels)

    answer(json, {}, layout)


@app.command()
def certificate(
    n: NumbersArgument,
    book: BookOption,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write; else, or as -, standard output."),
    ] = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What proves the value, as JSON: both strategies with integer weights, for the checker or one of your own.

    Example: tafelwerk dresher certificate 11 -o dresher-11.json
    """
    game, source = find_game(book, n, compute=compute, keep=keep)
    document = tables.certificate(game.value.text, game.hider, game.searcher)
    if output is None or str(output) == "-":
        _write(document | {"source": source} if json else document, sys.stdout)
        return
    from tafelwerk.files import written_whole

    with written_whole(output) as path, path.open("w", encoding="utf-8") as file:
        _write(document, file)
    if json:
        answer(json, {"n": n, "value": game.value.text, "output": str(output), "source": source}, "")
    note(f"{output} written; check it with: python -m tafelwerk.proofs.dresher.checker {output}")


def _write(document: dict[str, Any], file: TextIO) -> None:
    """A document of JSON's own types, as it is: about n trees of n integers are many to look through."""
    file.write(json_format.dumps(document) + "\n")
