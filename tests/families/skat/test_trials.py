"""Games to learn from: what is drawn, and how it ends."""

from tafelwerk.families.skat.rules.cards import Game, read_seat
from tafelwerk.families.skat.rules.deals import numbered_deal
from tafelwerk.families.skat.rules.play import start, winning
from tafelwerk.families.skat.tasks import Trials
from tafelwerk.solvers.skat.open_judge import judge_of


def test_rows_are_solved() -> None:
    rows = Trials(3, 40, 59).run()
    assert len(rows) > 15
    for row in rows:
        deal, game, declarer = numbered_deal(row["deal"]), Game(row["game"]), read_seat(row["declarer"])
        assert row["won"] == (judge_of(game).value(start(deal, game, declarer)) >= winning(game))
        assert row["hand"] == deal.hands[declarer]
        assert row["number"] % 3 == declarer


def test_any_part_can_be_had_alone() -> None:
    whole, part = Trials(3, 40, 59).run(), Trials(3, 50, 52).run()
    assert part == [row for row in whole if row["number"] in (50, 51, 52)]
