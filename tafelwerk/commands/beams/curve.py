"""`tafelwerk beams curve`: what entropy strategies cost over the order of the entropy."""

from tafelwerk.commands.beams.words import TieOption, VariantOption, answers, app
from tafelwerk.commands.common import (
    BookOption,
    ComputeOption,
    JsonOption,
    KeepOption,
    answer,
    rational,
    table,
)
from tafelwerk.commands.miss import settle
from tafelwerk.commands.output import headed
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.tables import beams as tables
from tafelwerk.tables.beams import Entropy
from tafelwerk.tables.entropy_orders import order_name


@app.command()
def curve(
    variant: VariantOption,
    book: BookOption,
    tie: TieOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What entropy strategies cost over the order alpha of the entropy: every order that the book holds, infinity last.

    Example: tafelwerk beams curve --variant 3c6p

    Example: tafelwerk beams curve --variant 6c3p --tie lex-d --json
    """
    name, wanted = tables.variant(variant), tables.strategy("h1", tie)
    assert isinstance(wanted, Entropy)
    if name not in tables.ANALYSED:
        raise InputError(
            f"--variant {name}: its codes are too many to be analysed; curves are of {', '.join(tables.ANALYSED)}"
        )
    options = "--curve" + ("" if wanted.tie == "lex-c" else f" --tie {wanted.tie}")
    found, source = settle(
        book,
        lambda opened: tables.get_curve(opened, name, wanted.tie) or None,
        lambda: answers().curve(name, wanted.tie),
        MissingTableError(f"Beams {name}, ties {wanted.tie}: a curve", f"{tables.build_line(name)} {options}", book),
        compute=compute,
        keep=keep,
    )
    document = [
        {
            "alpha": float("inf") if point.alpha is None else float(point.alpha),
            "mean": float(point.mean),
            "total": rational(point.total),
            "strategy": order_name(point.alpha),
            "certainty": "exact",
            "source": source,
        }
        for point in found
    ]
    least = min(found, key=lambda point: point.total)

    def layout() -> object:
        heading = (
            f"Beams {name}, ties {wanted.tie}: {len(found):,} orders, {float(least.mean):.6f} on average at best, by "
            f"{order_name(least.alpha)} ({source})"
        )
        rows = [
            (
                order_name(point.alpha)[1:],
                f"{float(point.mean):.6f}",
                text if len(text := rational(point.total)) <= 40 else f"{float(point.total):.6f}",
            )
            for point in found
        ]
        return headed(heading, table(("alpha", "mean", "total"), rows))

    answer(json, document, layout)
