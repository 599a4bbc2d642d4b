"""Card play of two programs on the same contracts: what a pair of games counts, and what is told of many."""

from itertools import product
from random import Random
from statistics import fmean

import pytest

from benchmarks.skat_play import SIDES, difference, kind_name, measured, per_list, row, table
from benchmarks.skat_tables import Task
from benchmarks.skat_tried import Plans, front, next_turns
from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, points
from tafelwerk.families.skat.rules.contracts import Goal
from tafelwerk.families.skat.rules.deals import Deal, random_deals
from tafelwerk.families.skat.rules.play import Position, legal, play, start
from tafelwerk.solvers.skat.open_judge import WorldOutcomes


def pair(first: tuple[int, int], second: tuple[int, int]) -> dict[str, object]:
    return {"ends": [{"above": above, "card_points": 60, "won": won} for above, won in (first, second)]}


def test_one_side_changes() -> None:
    """A deal on which both play alike differs by nothing."""
    (dealt,) = random_deals(1, 5)
    ends = {side: measured(Task(0, ("open", "random"), 5, dealt), side)["ends"] for side in SIDES}
    assert ends["declarer"][1] == ends["defenders"][1]
    assert len({str(ends[side][0]) for side in SIDES} | {str(ends["declarer"][1])}) == 3
    alike = measured(Task(0, ("random", "random"), 5, dealt), "declarer")
    assert alike["ends"][0] == alike["ends"][1]
    assert difference(alike, "declarer") == difference({"ends": []}, "declarer") == 0


def test_points_per_list() -> None:
    # a game of 48 won in place of one lost: 98 against -146 and 40 for each defender, at a third of the deals
    deal = pair((2 * 98, 1), (2 * (-146 - 40), 0))
    assert per_list(difference(deal, "declarer")) == pytest.approx(36 * (98 + 146 + 40) / 3)
    assert difference(deal, "defenders") == -difference(deal, "declarer")


def test_what_some_deals_show() -> None:
    deals = [pair((100, 1), (-200, 0)), pair((-300, 0), (100, 1)), pair((90, 1), (90, 1)), {"ends": []}]
    found = row(deals, "declarer")
    assert (found.deals, found.played, found.turned, found.won) == (4, 3, (1, 1), (2 / 3, 2 / 3))
    assert found.difference == pytest.approx(per_list(fmean((300, -400, 0, 0))))
    assert row(deals, "defenders").difference == pytest.approx(-found.difference)
    assert row([*deals, deals[0]], "defenders").turned == (1, 2)
    assert len(table(("a", "b"), "declarer", found).splitlines()) == 3


def test_names_of_kinds() -> None:
    assert kind_name("alphamu:20") == "alphamu:20"
    assert kind_name("pimc") == "pimc:100"
    for wrong in ("alphamu", "alphamu:x", "beta:3"):
        with pytest.raises(InputError, match=wrong.split(":")[0]):
            kind_name(wrong)


def worlds(seed: int, cards: int, count: int) -> list[Position]:
    """Small deals that differ in the defenders' hands only, the declarer to lead."""
    random = Random(seed)
    pack = random.sample(range(32), 3 * cards)
    own, others = sum(1 << card for card in pack[:cards]), pack[cards:]
    found = []
    for _ in range(count):
        random.shuffle(others)
        one, two = (sum(1 << card for card in part) for part in (others[:cards], others[cards:]))
        found.append(start(Deal((own, one, two)), Game.CLUBS, Seat.FOREHAND))
    return found


def middle(position: Position) -> Goal:
    """A goal at about half of the points in play."""
    return Goal(points(sum(position.hands)) // 2 + 1, 0, 10)


def strategies(met: list[tuple[int, Position]], goal: Goal) -> set[int]:
    """Masks of worlds won by each way to play on knowing only what is seen, defenders seeing all: in every way, to the end."""
    position = met[0][1]
    if position.over:
        return {sum(1 << place for place, one in met if one.declarer_points >= goal.points)}
    found = set()
    for card in bits(legal(position)):
        seen: dict[tuple[int, ...], list[tuple[int, Position]]] = {}
        for place, one in met:
            for told, then in next_turns(play(one, card)):
                seen.setdefault(told, []).append((place, then))
        everything = sum(1 << place for place, _ in met)
        groups = []
        for same in seen.values():
            others = everything & ~sum(1 << place for place, _ in same)
            groups.append({won | others for won in strategies(same, goal)})
        for chosen in product(*groups):
            kept = everything
            for one in chosen:
                kept &= one
            found.add(kept)
    return set(front(found))


@pytest.mark.parametrize("seed", range(3))
def test_plans_to_the_end_are_the_best_strategies(seed: int) -> None:
    few = worlds(seed, 3, 4)
    goal, outcomes = middle(few[0]), WorldOutcomes(12)
    numbered = list(enumerate(few))
    found = Plans(few, goal, outcomes).at(numbered, 3)
    assert set(found or [0]) == strategies(numbered, goal)


def test_the_front_keeps_what_is_part_of_no_other() -> None:
    assert front([0b011, 0b001, 0b110, 0b011, 0b100]) == [0b011, 0b110]
    assert front([0b011, 0b001], beyond=2) == []
    assert front([]) == []
