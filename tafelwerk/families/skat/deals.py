"""Random deals, or deals of a file, checked and numbered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.errors import InputError
from tafelwerk.families.skat import answers
from tafelwerk.families.skat.answers import NumberedDeal
from tafelwerk.families.skat.rules.cards import card_names, read_list
from tafelwerk.families.skat.rules.deals import deal_number, deal_of, random_deals
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, MOST_CARDS, MOST_DRAWN
from tafelwerk.families.skat.sources import deals_in
from tafelwerk.language import in_german, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.questions import Question

Count = Annotated[int, Parameter("N", "Number of random deals. Default: 1.", 1, MOST_DRAWN)]
DealsSeed = Annotated[int, Parameter("S", "Random seed of the deals. Default: 0.", 0, LARGEST_SEED)]
CardsEach = Annotated[int, Parameter("K", "Cards per hand; below ten there is no Skat. Default: 10.", 1, MOST_CARDS)]
GivenDeals = Annotated[
    Sequence[str],
    Parameter("DEALS", "Deals, or their numbers.", parse=lambda given: [deal_of(text).text() for text in given]),
]


class Deals(Question[answers.Deals], title="deals"):
    """Deals and their numbers: random deals, always the same for a seed, or given deals."""

    random: Count | None = None
    seed: DealsSeed | None = None
    cards: CardsEach | None = None
    given: GivenDeals | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.given is None:
            for name, usual in (("random", 1), ("seed", 0), ("cards", 10)):
                if getattr(self, name) is None:
                    object.__setattr__(self, name, usual)

    def solve(self) -> answers.Deals:
        if self.given is None:
            dealt = random_deals(self.random or 1, self.seed or 0, cards_each=self.cards or 10)
        else:
            dealt = map(deal_of, self.given)
        numbered = [NumberedDeal(str(deal_number(deal)), deal.text(), deal.cards_each) for deal in dealt]
        return answers.Deals(seed=None if self.given is not None else self.seed, deals=numbered)


@asks
def deals(
    ask: AtOnce,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Deals to check and number, one per line; - reads standard input."),
    ] = None,
    random: Count | None = None,
    seed: DealsSeed | None = None,
    cards: CardsEach | None = None,
) -> Text:
    """Deals as text, one per line: random deals, always the same for a seed, or the deals of a file.

    The deal's number follows after #; the book and --deal know the deal by it. Printed lines can be read again as they are.

    Example: tafelwerk skat deals --random 5 --seed 7

    Example: tafelwerk skat deals deals.txt --json
    """
    given = None
    if file is not None:
        for name, value in (("--random", random), ("--seed", seed), ("--cards", cards)):
            if value is not None:
                raise InputError(
                    say(
                        "{name} is for random deals, and {file} is a file of deals; give one or the other",
                        name=name,
                        file=file,
                    )
                )
        given = [deal.text() for deal in deals_in(file)]
    numbered = ask(Deals, random, seed, cards, given)
    return lambda: "".join(f"{_in_words(one.deal)}  # {one.number}\n" for one in numbered.deals)


def _in_words(deal: str) -> str:
    """A deal as shown to people; in English it is written as in tables and logs."""
    return " | ".join(card_names(read_list(part)) for part in deal.split("|")) if in_german() else deal
