"""Proofs of the Skat family.

Which claims are there?                            `claims`, by tables in the modules `..._claims`
What does a build owe?                             `contents`
Which value has a position?                        `second_program`: `Judge`, yes-or-no alpha-beta in another layout
Which positions follow in a deal stored whole?     `open_card_claims`: `WholeDeals`
Which points are sure for the side on lead?        `open_card_claims`: `sure_points`
What does a seat know, which card does it choose?  `second_program`: `Knowledge`, `Look`
What do classifiers see, which trials are drawn?   `learning_claims`: `open_features`, `draw_trials`
Cards, tricks, values of games, bidding, numbers   `second_program`
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.deals import deal_number, numbered_deal, random_deals
from tafelwerk.families.skat.rules.limits import ladder_steps
from tafelwerk.families.skat.rules.round_log import round_names
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.skat import learning_claims, null_claims, open_card_claims, round_claims
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Certainty, Contents, Evidence, text
from tafelwerk.tables.provenance import builds


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """All claims about the tables of the family: those of whole tables first, then the cheap ones."""
    stored = [record.parameters for record in builds(book, FAMILY)]
    own_claims = [
        claim
        for part in (open_card_claims, null_claims, round_claims, learning_claims)
        for claim in part.claims(book, stored)
    ]
    yield from sorted(own_claims, key=lambda claim: (not claim.whole, claim.seconds))


GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
SEATS = ("forehand", "middlehand", "rearhand")

MOST_DEALS = 1000
"""Largest number of deals of a sequence in one build."""

_SAMPLES = f"SELECT deal FROM {FAMILY}.main.samples WHERE"
_DEALT = f"SELECT dealt FROM {FAMILY}.main.rounds WHERE"
_PLAYED = f"SELECT deal FROM {FAMILY}.main.games WHERE"


class _LadderConditions(Mapping[str, str]):
    """Conditions on the rows of a build of the ladder; its deals are drawn when they are asked for, not when it is planned."""

    def __init__(self, numbers: range, seed: int, cards: int, steps: str) -> None:
        self._numbers, self._seed, self._cards, self._steps = numbers, seed, cards, steps

    @cached_property
    def _deals(self) -> str:
        deals = random_deals(len(self._numbers), self._seed, self._numbers[0], self._cards)
        return f"deal IN ({', '.join(str(deal_number(deal)) for deal in deals)})"

    def __getitem__(self, table: str) -> str:
        if table not in set(self):
            raise KeyError(table)
        return self._deals if table == "deals" else f"{self._deals} AND step IN ({self._steps})"

    def __iter__(self) -> Iterator[str]:
        return iter(("deals", "statistics"))

    def __len__(self) -> int:
        return 2


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    certainty: Certainty = "exact"
    evidence: Evidence = "recomputed"
    rows: Mapping[str, str]
    match dict(parameters):
        case {"seed": int(seed), "first": int(first), "last": int(last), **kind}:
            return _sequence(seed, first, last, kind)
        case {"seed": int(seed), "models": int(deals), "played": int(played), **none} if not none:
            name = f"--trials {deals} --playouts {played} --seed {seed}: models"
            condition = f"seed = {seed} AND deals = {deals} AND played = {played}"
            rows = {"models": condition, "validations": condition}
            certainty = "sampled"
        case {"null": "hands", **none} if not none:
            name = "--null"
            rows = dict.fromkeys(("null_suits", "null_hands", "null_deals"), "true")
        case {"games": [*names], **none} if not none:
            name = ""
            by_name = f"name IN ({_texts(names)})"
            rows = {"deals": f"deal IN ({_PLAYED} {by_name})", "games": by_name, "plays": by_name}
        case {"log": str(), "rounds": [*names], **none} if not none:
            name = f"--log FILE: {len(names)} rounds from {names[0]} on"
            rows = _rounds(names)
            certainty, evidence = "sampled", "single"
        case {"deals": [*numbers], "contracts": [*contracts], **none} if not none:
            name = f"--file FILE: {len(numbers)} deals from {int(numbers[0])} on{_contract_words(contracts)}"
            rows = _deal_rows(numbers, contracts)
        case {"deal": int(number), "contracts": [*contracts], "whole": bool(whole), **none} if not none:
            name = f'--deal "{numbered_deal(number).text()}"{_contract_words(contracts)}{" --whole" if whole else ""}'
            rows = deal_rows = _deal_rows([number], contracts)
            if whole:
                deal_rows["positions"] = deal_rows["results"]
        case _:
            raise ValueError("no such build")
    return Contents(f"{FAMILY} {name}".rstrip(), certainty, evidence, rows)


def _sequence(seed: int, first: int, last: int, kind: Mapping[str, Any]) -> Contents:
    """Contents of the build of deals of a seed's sequence; `kind`: what its other parameters say of it."""
    if not (0 <= seed < 2**32 and 0 <= first <= last < min(first + MOST_DEALS, 2**32)):
        raise ValueError("no such deals of a sequence")
    certainty: Certainty = "exact"
    evidence: Evidence = "recomputed"
    rows: Mapping[str, str]
    deals, of_seed, numbers = last + 1, f"--seed {seed}", f"seed = {seed} AND number BETWEEN {first} AND {last}"
    match kind:
        case {"question": "win", **none} if not none:
            name = f"--deals {deals} {of_seed} --question win"
            rows = {"wins": numbers}
        case {
            "ladder": int(cards),
            "question": None | "win" | "points" | "null" | "table" as question,
            **none,
        } if not none and 1 <= cards <= 10:
            name = f"--ladder {deals} --cards {cards} {of_seed}" + (f" --question {question}" if question else "")
            steps = ", ".join(map(text, ladder_steps(cards, question)))
            rows = _LadderConditions(range(first, deals), seed, cards, steps)
            # only the step itself can count its positions
            evidence = "single"
        case {"match": [*players], **none} if not none:
            name = f"--match {deals} {of_seed} --players {','.join(players)}"
            rows = _rounds(round_names(players, seed, first, last))
            certainty, evidence = "sampled", "single"
        case {"trials": "solved", **none} if not none:
            name = f"--trials {deals} {of_seed}"
            rows = {"trials": numbers}
        case {"trials": "played out", **none} if not none:
            name = f"--playouts {deals} {of_seed}"
            rows = {"playouts": numbers, "playout_cards": numbers}
            certainty = "sampled"
        case _ if not kind:
            name = f"--deals {deals} {of_seed}"
            sampled = f"deal IN ({_SAMPLES} {numbers})"
            rows = {"deals": sampled, "samples": numbers, "results": sampled}
        case _:
            raise ValueError("no such build")
    return Contents(f"{FAMILY} {name}", certainty, evidence, rows)


def _rounds(names: Sequence[str]) -> dict[str, str]:
    by_name = f"name IN ({_texts(names)})"
    deals = f"deal IN ({_DEALT} {by_name}) OR deal IN ({_PLAYED} {by_name})"
    return {"deals": deals, "rounds": by_name, "decisions": by_name, "games": by_name, "plays": by_name}


def _deal_rows(numbers: Iterable[int], contracts: Sequence[Sequence[str]]) -> dict[str, str]:
    deals = f"deal IN ({', '.join(str(int(number)) for number in numbers)})"
    pairs = " OR ".join(f"game = {text(game)} AND declarer = {text(seat)}" for game, seat in contracts)
    return {"deals": deals, "results": f"{deals} AND ({pairs})"}


def _contract_words(contracts: Sequence[Sequence[str]]) -> str:
    """Command-line options for these games and declarers."""
    if any(game not in GAMES or seat not in SEATS for game, seat in contracts):
        raise ValueError("no such games and declarers")
    games, seats = {game for game, _ in contracts}, {seat for _, seat in contracts}
    words = f" --game {contracts[0][0]}" if len(games) == 1 else ""
    return words + (f" --declarer {contracts[0][1]}" if len(seats) == 1 else "")


def _texts(names: Iterable[str]) -> str:
    return ", ".join(map(text, names))
