"""Hints to a player of Skat: the cards in their order, and what is said of the choice."""

from dataclasses import replace

from tafelwerk.families.skat.board import Cards, Table
from tafelwerk.families.skat.play import card_hint
from tafelwerk.families.skat.rules.cards import Game, read_card
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice

PLAYED, FEW, MANY, WORSE = map(read_card, ("CA", "SA", "HA", "DA"))
CHOICE = Choice(
    PLAYED,
    (
        CardOutcomes(WORSE, 4, 1, 0, 0),
        CardOutcomes(FEW, 4, 3, 4, 120),
        CardOutcomes(MANY, 4, 3, 4, 160),
        CardOutcomes(PLAYED, 4, 3, 4, 140),
    ),
    4,
)


def told(choice: Choice, *, declares: bool) -> tuple[str, list[int]]:
    """What is said of the choice, and the cards from the top."""
    (*_, said), table = card_hint(choice, Game.GRAND, declares=declares)
    assert isinstance(said, str)
    assert isinstance(table, Table)
    return said, [row[0].cards[0] for row in table.rows if isinstance(row[0], Cards)]


def test_cards_in_the_order_in_which_they_help_the_player() -> None:
    """The one that is played, then by wins, then by points: many for the declarer, few for a defender."""
    assert told(CHOICE, declares=True)[1] == [PLAYED, MANY, FEW, WORSE]
    assert told(CHOICE, declares=False)[1] == [PLAYED, FEW, MANY, WORSE]


def test_what_is_said_of_a_choice() -> None:
    by_points = "Of the cards that win most often it is best by points"
    assert told(CHOICE, declares=True)[0] == f", based on 4 worlds. {by_points}."
    alone = replace(CHOICE, cards=(CHOICE.cards[0], CHOICE.cards[-1]), stopped=True)
    assert told(alone, declares=True)[0] == ", based on 4 worlds (time ran out)."
