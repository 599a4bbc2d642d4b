"""A person and two programs at a table, without a terminal: answers, the way back, hints, what cannot be."""

from dataclasses import replace

import pytest
from skat_rounds import plain_agent

from tafelwerk.errors import InputError
from tafelwerk.families.skat.board import Cards, Table
from tafelwerk.families.skat.play import card_hint
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, cards_text, read_card
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.deals import read_deal
from tafelwerk.families.skat.rules.rounds import CardOutcomes, Choice
from tafelwerk.families.skat.table import (
    FixedContract,
    Sitting,
    answers_so_far,
    take_answer,
)

DEAL = "CJ SJ HJ C7 ST HA H8 H7 DK DQ | CQ C9 SA S9 S8 S7 HT HK DT D8 | DJ CA CT C8 SK SQ HQ H9 D9 D7 | CK DA"
"""Forehand has three jacks."""


def sitting(seat: Seat = Seat.FOREHAND, name: str = "random", fixed: FixedContract | None = None) -> Sitting:
    """The others never bid."""
    others = plain_agent(name, least=30.0), plain_agent(name, least=30.0)
    begun = Sitting(lambda number: read_deal(DEAL), seat, others, 3, fixed)
    begun.begin()
    return begun


def test_the_way_back() -> None:
    """Every moment comes back as it was, and the same answers meet the same cards."""
    table = sitting(name="pimc:3")
    seen = []
    for answer in ("18", "skat", "ST DK", "hearts", "1", "1", "1"):
        seen.append(table.moment)
        take_answer(table, answer)
    end = table.moment
    said = answers_so_far(table)
    for moment in reversed(seen):
        assert table.undo()
        assert table.moment == moment
    assert not table.undo()
    for answer in said:
        take_answer(table, answer)
    assert table.moment == end


def test_answers_that_cannot_be_leave_all_as_it_was() -> None:
    table = sitting()
    for answers, answer in (
        (("20", "17", "foo", "CJ"), "y"),
        (("hand null schneider",), "take"),
        (("ST DK foo", "ST", "ST S7", "ST DK grand ouvert"), "ST DK"),
    ):
        before = table.moment
        for wrong in answers:
            with pytest.raises(InputError):
                take_answer(table, wrong)
        assert table.moment == before
        take_answer(table, answer)


def test_cards_that_must_follow_suit() -> None:
    fixed = FixedContract(Contract(Game.GRAND, hand=True), Seat.FOREHAND, lambda cards, contract, seat: 0)
    table = sitting(Seat.REARHAND, fixed=fixed)
    assert table.round.game is not None
    known = table.round.game.known[Seat.REARHAND]
    before = table.moment
    for card in bits(known.hand & ~known.legal):
        with pytest.raises(InputError, match="was led and you must follow suit; legal cards:"):
            take_answer(table, cards_text(1 << card))
    assert table.moment == before
    assert 0 < known.legal.bit_count() < 10


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
