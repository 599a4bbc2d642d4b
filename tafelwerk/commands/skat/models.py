"""`tafelwerk skat models`: the classifiers of hands, how they do on games held back, and the weights that ship."""

from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import app
from tafelwerk.errors import InputError, StorageError
from tafelwerk.files import read_limited
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Models

_WORDS = {
    "thesis": "least squares on the seven features of Kupferschmid 2003; every card open",
    "open": "logistic on the features suit by suit; every card open",
    "hidden": "logistic on what open says, and on who wins with open cards; played out with hidden cards",
}
_MARK = "_OPEN = {"
_WIDTH = 104


@app.command()
@asks
def models(
    ask: AtOnce,
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="Write the weights as the module that ships with the package."),
    ] = None,
) -> Text:
    """Classifiers of hands: how well each tells games that are won from games that are lost, on games it was not fitted to.

    True positives were given half a chance or more and won, false positives were given as much and lost. The loss is the mean
    squared difference of chance and outcome. The weights themselves are in table skat.models, and with --json.

    Example: tafelwerk skat models
    """

    found = ask(questions.models)
    if write is not None:
        _write(write, found)
    return lambda: _layout(found)


def _layout(found: Models) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    parts: list[Any] = []
    for model, words in _WORDS.items():
        rows = [one for one in found.validations if one.model == model]
        right = sum(one.true_positives + one.true_negatives for one in rows)
        games = sum(one.games for one in rows)
        columns = [
            Column("game", [one.game for one in rows]),
            Column("declarer", [one.declarer for one in rows]),
            Column("true pos.", [one.true_positives for one in rows], "won +"),
            Column("false pos.", [one.false_positives for one in rows], "lost +"),
            Column("false neg.", [one.false_negatives for one in rows], "won -"),
            Column("true neg.", [one.true_negatives for one in rows], "lost -"),
            Column("loss", [None if one.loss is None else f"{one.loss:.3f}" for one in rows]),
        ]
        share = f", {right:,} of {games:,} games told right" if games else ""
        parts += [Text(f"{model}: {words}{share}", "bold"), fitted(columns, console().width), ""]
    words = (
        f"Fitted to the trials of {found.deals:,} deals of seed {found.seed} and the playouts of {found.played:,};"
        " a fifth held back."
    )
    return Group(*parts, Text(words))


def _write(file: Path, found: Models) -> None:
    """Put the weights into a module like solvers/skat/shipped.py.

    Raises:
        InputError: the file is no such module.
        StorageError: it cannot be written.
    """
    try:
        head, mark, _ = read_limited(file).decode().partition(_MARK)
    except OSError as fault:
        raise StorageError(f"{file} cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        mark = ""
    if not mark:
        raise InputError(f"{file} is no module of weights: it has no line {_MARK!r}")
    weights = {(one.model, one.game, one.declarer): one.features for one in found.weights}
    kinds = {"suit": "clubs", "grand": "grand", "null": "null"}
    seats = ("forehand", "middlehand", "rearhand")
    lines = [_MARK]
    for kind, game in kinds.items():
        for number, seat in enumerate(seats):
            values = " ".join(f"{value:.4g}" for value in weights["open", game, seat].values())
            *rows, last = wrap(values, _WIDTH)
            texts = [*(f"{row} " for row in rows), last]
            lines += [f'    ("{kind}", {number}): (', *(f'        "{text}"' for text in texts), "    ),"]
    lines += ["}", "_HIDDEN = {"]
    for kind, game in kinds.items():
        for number, seat in enumerate(seats):
            step = ", ".join(f"{weight:.4g}" for weight in weights["hidden", game, seat].values())
            lines.append(f'    ("{kind}", {number}): ({step}),')
    lines.append("}\n")
    try:
        file.write_text(head + "\n".join(lines), encoding="utf-8")
    except OSError as fault:
        raise StorageError(f"{file} cannot be written: {fault.strerror}") from None
