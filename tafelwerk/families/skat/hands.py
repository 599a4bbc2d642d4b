"""Games won by classes of the declarer's hands, and the fitted chances beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.families.skat import surveys
from tafelwerk.families.skat.parameters import SEATS, Seed, seat_word
from tafelwerk.families.skat.rules.limits import MOST_DRAWN
from tafelwerk.families.skat.rules.words import term
from tafelwerk.families.skat.stored_only import StoredOnly
from tafelwerk.families.skat.surveys import HandClass, RatedGames, SkatClass
from tafelwerk.language import counted, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.questions import Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LEAST = 20
"""Default: smallest number of games of a class that is listed."""

DEALS, DEALT = 3000, 1000
"""Deals that the build line of a miss tries, and deals that it plays as dealt."""

_COLUMNS = (
    "t.number, enum_code(t.game)::INTEGER AS game, enum_code(t.declarer)::INTEGER AS declarer, t.hand, t.skat, t.build"
)

PLACES = 1
"""Decimals of a share in percent."""

KINDS = {"suit": "suit games", "grand": "grand", "null": "null"}
"""Terms of the kinds of games."""

FEATURES = {"suit": ("jacks", "trumps", "aces"), "grand": ("jacks", "aces"), "null": ("excess",)}
"""Features that define the classes of a kind, which are terms too."""


class Hands(StoredOnly[surveys.Hands]):
    """Games won by classes of the declarer's hands, with open cards, beside the chances by which the program bids.

    A class is given by jacks, trumps and aces outside trumps; in Null by how far the cards are above safe ones. A second table
    divides games by the chance that the fitted models give them, with --dealt another one by the cards of the Skat. Only games
    count to which the models were not fitted.

    Example: tafelwerk skat hands

    Example: tafelwerk skat hands --dealt --seed 2 --position forehand
    """

    seed: Seed = 1
    position: (
        Annotated[
            str,
            Parameter("SEAT", f"Declarer's seat: {SEATS}. Default: all seats together.", parse=seat_word("--position")),
        ]
        | None
    ) = None
    dealt: Annotated[bool, Parameter("", "Hands as dealt, the Skat left, from the deals of --question win.")] = False
    least: Annotated[int, Parameter("N", "Smallest number of games of a class.", 1, MOST_DRAWN)] = LEAST

    @property
    def phrase(self) -> str:
        return say("games by classes of hands")

    @property
    def build_options(self) -> str:
        games = f"--deals {DEALT} --question win" if self.dealt else f"--trials {DEALS}"
        return games + f" --seed {self.seed}" * (self.seed != 1)

    def look_up(self, book: Book) -> surveys.Hands | None:
        # codes of games and seats are their places
        table = "skat.wins" if self.dealt else "skat.trials"
        if book.one("skat", f"SELECT number FROM {table} WHERE seed = ? LIMIT 1", self.seed) is None:
            return None
        solved = book.arrays("skat", f"SELECT {_COLUMNS}, t.won FROM {table} t WHERE seed = ? ORDER BY ALL", self.seed)
        played = (
            {}
            if self.dealt
            else book.arrays(
                "skat",
                f"SELECT {_COLUMNS}, p.won FROM {table} t JOIN skat.playouts p USING (seed, number, game) WHERE seed = ?"
                " ORDER BY ALL",
                self.seed,
            )
        )
        from tafelwerk.families.skat.hand_classes import hand_classes

        return hand_classes(solved, played, self.seed, self.position, self.dealt, self.least)

    def text(self, answer: surveys.Hands) -> Text:
        return lambda: _layout(answer)


def _layout(found: surveys.Hands) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    parts: list[Any] = []
    for kind, title in KINDS.items():
        classes = [one for one in found.classes if one.kind == kind]
        if classes:
            parts += [Line(term(title), "bold"), _classes(kind, classes), ""]
    if found.skats:
        title = say("by the cards of the Skat left")
        parts += [Line(title, "bold"), _skats(found.skats), ""]
    models = {
        "open": say("model open, games solved with open cards"),
        "hidden": say("model hidden, games played out"),
    }
    for model, title in models.items():
        ratings = [one for one in found.ratings if one.model == model]
        if ratings:
            parts += [Line(title, "bold"), _ratings(ratings), ""]
    games, deals, seed = counted(found.games, "game"), counted(found.deals, "deal"), number_text(found.seed, "d")
    below = say(
        "{games} on {deals} of seed {seed} to which the models were not fitted; games of one deal count "
        "as independent. Chance: mean of the fitted model.",
        games=games,
        deals=deals,
        seed=seed,
    )
    how = say("Hands as dealt, the Skat left; its points are the declarer's.")
    if not found.dealt:
        how = say(
            "Hands after discarding, of declarers with a fair prospect of the game; the discard is drawn "
            "from roughly good ones."
        )
    return Group(*parts, Line(f"{below} {how}"))


def _classes(kind: str, classes: list[HandClass]) -> Any:
    from tafelwerk.commands.fitting import Column

    return _table([Column(term(name), [getattr(one, name) for one in classes]) for name in FEATURES[kind]], classes)


def _skats(skats: list[SkatClass]) -> Any:
    from tafelwerk.commands.fitting import Column

    kinds = Column(term("game"), [term(KINDS[one.kind]) for one in skats])
    held = (Column(term(name), [getattr(one, name) for one in skats]) for name in ("trumps", "aces"))
    return _table([kinds, *held], skats)


def _ratings(ratings: list[RatedGames]) -> Any:
    from tafelwerk.commands.fitting import Column

    ranges = [f"{percent(one.least)} - {percent(one.most)}" for one in ratings]
    return _table(
        [Column(term("game"), [term(KINDS[one.kind]) for one in ratings]), Column(term("range"), ranges)], ratings
    )


def _table(first: list[Any], rows: list[HandClass] | list[SkatClass] | list[RatedGames]) -> Any:
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    columns = [
        *first,
        Column(term("games"), [one.games for one in rows]),
        Column(term("won"), [percent(one.won.share, PLACES) for one in rows]),
        Column(term("95 % interval"), [_interval(*one.won.interval) for one in rows], goes=1),
        Column(term("chance"), [percent(one.chance, PLACES) for one in rows]),
    ]
    return fitted(columns, console().width)


def _interval(low: float, high: float) -> str:
    start, end = number_text(100 * low, f".{PLACES}f"), percent(high, PLACES)
    return say("{start} to {end}", start=start, end=end)
