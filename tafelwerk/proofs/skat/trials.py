"""Claims about trials, the games to learn from: drawn again, with outcomes proved by the second solver."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.skat import features
from tafelwerk.proofs.skat.chance import drawn, random_deals
from tafelwerk.proofs.skat.deals import deal_number
from tafelwerk.proofs.skat.judge import Judge
from tafelwerk.proofs.skat.rules import GAMES, SEATS
from tafelwerk.proofs.skat.stored import Stored, has_keys, proved
from tafelwerk.tables.book import Book

TRIALS = f"{FAMILY}.trials"


class Trial(NamedTuple):
    """A trial as it is drawn."""

    game: str
    declarer: str
    deal: int
    hand: int
    skat: int
    strength: float


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    yield has_keys(book, TRIALS, lambda: _trial_keys(stored))
    columns = ("declarer", "deal", "hand", "skat")
    rows = Rows(book, TRIALS, ("seed", "number", "game", *columns, "won"))
    yield proved(TRIALS, "drawn again", columns, rows, _drawn, seconds=5e-4)
    yield proved(TRIALS, "a second solver", ("won",), rows, _solved, seconds=0.01)


@cache
def trials_of(seed: int, number: int) -> tuple[Trial, ...]:
    """The trials of deal `number` of a seed's sequence; seats alternate."""
    (dealt,) = random_deals(seed, [number]).tolist()
    declarer, found = number % 3, []
    for game, hand, skat, strength in features.trials_of(dealt, declarer, drawn((seed << 32) + number, len(GAMES))):
        hands = [hand if seat == declarer else dealt[seat] for seat in range(3)]
        deal = deal_number((hands[0], hands[1], hands[2], skat))
        found.append(Trial(game, SEATS[declarer], deal, hand, skat, strength))
    return tuple(found)


def numbers_of(stored: Stored, what: str) -> list[tuple[int, int]]:
    """Seeds and numbers of the deals that were solved or played out."""
    spans = [build for build in stored if build.get("trials") == what]
    return sorted({(build["seed"], n) for build in spans for n in range(build["first"], build["last"] + 1)})


def _trial_keys(stored: Stored) -> list[tuple[int, int, str]]:
    return [(*key, trial.game) for key in numbers_of(stored, "solved") for trial in trials_of(*key)]


def _drawn(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for seed, number, game, *columns, _ in rows:
        found = next((trial for trial in trials_of(seed, number) if trial.game == game), None)
        wanted = None if found is None else [found.declarer, found.deal, found.hand, found.skat]
        faults.unless(columns == wanted, f"seed {seed}, number {number}, {game}", f"{columns} should be {wanted}")
    return faults.texts


def _solved(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for seed, number, game, seat, deal, _, _, won in rows:
        if judge.reaches(judge.take(deal, game, seat), 1 if game == "null" else 61) != won:
            yield f"seed {seed}, number {number}, {game}: won {won}"
