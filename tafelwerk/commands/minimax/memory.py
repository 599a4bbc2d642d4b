"""`tafelwerk minimax memory`: the value of a position of Memory, and all best turns."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer
from tafelwerk.commands.minimax.words import ObjectiveOption, RuleOption, app, listed, shown
from tafelwerk.commands.miss import settle
from tafelwerk.tables.minimax import memory as tables
from tafelwerk.tables.minimax.memory import MemoryPosition, Turn

WORTH = {"gain": "mean of pairs won less pairs lost", "win": "chance to win less chance to lose"}
"""What the objectives' values are."""


@app.command()
def memory(
    pairs: Annotated[int, typer.Argument(metavar="PAIRS", help="Pairs left, 1 to 100; for the chance to win 1 to 30.")],
    known: Annotated[int, typer.Argument(metavar="KNOWN", help="Those of them of which one card is known.")],
    book: BookOption,
    rule: RuleOption = "pass",
    objective: ObjectiveOption = "gain",
    lead: Annotated[
        int | None,
        typer.Option("--lead", metavar="D", help="Pairs that the mover is ahead, with --objective win; else 0."),
    ] = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Memory (Concentration) by two who forget nothing: what a position is worth to the mover, and every best turn.

    Example: tafelwerk minimax memory 3 1

    Example: tafelwerk minimax memory 8 5 --rule forced --objective win --lead -2
    """
    position = MemoryPosition(pairs, known, rule, objective, lead or 0)

    def computation() -> Any:
        from tafelwerk.build.minimax.memory import turn

        return turn(position)

    found, source = settle(
        book,
        lambda opened: tables.get_turn(opened, position),
        computation,
        tables.missing_turn(position),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {"pairs": pairs, "known": known, "rule": rule, "objective": objective}
    if objective == "win":
        document["lead"] = position.lead
    document |= {
        "value": found.value,
        "value_float": float(found.value),
        "actions": list(found.actions),
        "certainty": "exact",
        "error": float(abs(Fraction(float(found.value)) - found.value)),
        "source": source,
    }
    answer(json, document, lambda: _words(found, source))


def _words(found: Turn, source: str) -> str:
    asked = found.position
    left = f"{asked.pairs} {'pair' if asked.pairs == 1 else 'pairs'} left, {asked.known} of them with one card known"
    ahead = ""
    if asked.objective == "win":
        ahead = f", the mover {abs(asked.lead)} {'ahead' if asked.lead > 0 else 'behind'}" if asked.lead else ", even"
    text = f"Memory, rule {asked.rule}: {left}{ahead}: {shown(found.value)} for the mover, {WORTH[asked.objective]} ({source}). "
    return f"{text}Best: {listed(found.actions, last='or')}."
