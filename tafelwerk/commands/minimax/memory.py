"""`tafelwerk minimax memory`: the value of a position of Memory, and all best turns."""

from typing import Annotated

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.minimax.words import ObjectiveOption, RuleOption, app
from tafelwerk.commands.wording import exact_number, listed
from tafelwerk.tables.minimax import Plan, questions
from tafelwerk.tables.minimax.memory import MOST_PAIRS

WORTH = {"gain": "mean of pairs won less pairs lost", "win": "chance to win less chance to lose"}
"""What the objectives' values are."""

WHOLE = {
    "take": "take a pair",
    "pass": "pass",
    "known": "a known card, then an unseen one",
    "paired": "a card of a pair known whole, then an unseen one",
}
AFTER_NEW = {"unseen": "another unseen card", "known": "a known one"}
AFTER_MATCH = {
    "take": "take the pair",
    "decline": "decline it by showing another known card",
    "unseen": "another unseen card",
}
"""What cards are turned, in words for people."""


@app.command()
@asks
def memory(
    pairs: Annotated[
        int,
        typer.Argument(
            metavar="PAIRS",
            min=1,
            max=MOST_PAIRS["gain"],
            help=f"Pairs left; with --objective win at most {MOST_PAIRS['win']}.",
        ),
    ],
    known: Annotated[
        int,
        typer.Argument(
            metavar="KNOWN", min=0, max=MOST_PAIRS["gain"], help="How many of these pairs have one known card."
        ),
    ],
    ask: Ask,
    rule: RuleOption = "pass",
    objective: ObjectiveOption = "gain",
    lead: Annotated[
        int | None,
        typer.Option(
            "--lead",
            min=-MOST_PAIRS["win"],
            max=MOST_PAIRS["win"],
            metavar="D",
            help="Pairs that the mover is ahead, with --objective win. Default: 0.",
        ),
    ] = None,
) -> Text:
    """Memory (Concentration) by two who forget nothing: what a position is worth to the mover, and every best turn.

    A turn is two cards. Of an unseen first card the best second cards are named for either case: it is new, or it matches a
    known one. Under rule forced a match may be declined by showing another known card, not by an unseen one.

    Example: tafelwerk minimax memory 3 1

    Example: tafelwerk minimax memory 8 5 --rule forced --objective win --lead -2
    """
    found = ask(questions.memory, pairs, known, rule, objective, lead)
    left = f"{found.pairs} {'pair' if found.pairs == 1 else 'pairs'} left, {found.known} of them with one card known"
    ahead = ""
    if found.lead is not None:
        ahead = f", the mover {abs(found.lead)} {'ahead' if found.lead > 0 else 'behind'}" if found.lead else ", even"
    text = (
        f"Memory, rule {found.rule}: {left}{ahead}: {exact_number(found.value)} for the mover, {WORTH[found.objective]}"
    )
    return f"{text} ({found.source}). Best: {'; or '.join(_plan_words(plan) for plan in found.plans)}."


def _plan_words(plan: Plan) -> str:
    """A best turn for a person: "an unseen card (if it is new: a known one; if it matches: take the pair)"."""
    if plan.first != "unseen":
        return WHOLE[plan.first]
    new = listed([AFTER_NEW[second] for second in plan.after_new], last="or")
    match = listed([AFTER_MATCH[second] for second in plan.after_match], last="or")
    branches = [f"if it is new: {new}"] if plan.after_new else []
    branches += [f"if it matches: {match}"] if plan.after_match else []
    return f"an unseen card ({'; '.join(branches)})"
