"""What the thesis prints of its classifiers adds up to what docs/skat.md says of it."""

from tafelwerk.families.skat.published import GAMES, OUTCOMES, SEATS


def count(cell: str) -> int:
    return sum(int(number) for (*_, name), number in OUTCOMES.items() if name == cell)


def test_rows_are_outcomes_and_columns_predictions() -> None:
    """S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.2: 3000 hands per table."""
    cells = ("true_positives", "false_negatives", "false_positives", "true_negatives")
    tables = {(seat, game): [int(OUTCOMES[seat, game, cell]) for cell in cells] for seat in SEATS for game in GAMES}
    assert len(tables) == 18
    assert {sum(table) for table in tables.values()} == {3000}
    assert (count("true_positives"), count("true_positives") + count("false_negatives")) == (680, 3496)
    assert count("false_positives") == 3187
    assert count("true_positives") + count("true_negatives") == 47997
    assert count("false_positives") + count("true_negatives") == 50504
    suits = [game for game in GAMES if game not in ("grand", "null")]
    won = {seat: [tables[seat, game][0] + tables[seat, game][1] for game in suits] for seat in SEATS}
    assert (min(won["forehand"]), max(won["forehand"])) == (241, 255)
    others = won["middlehand"] + won["rearhand"]
    assert (min(others), max(others)) == (178, 193)
    called = [tables[seat, game][0] + tables[seat, game][2] for seat in SEATS for game in suits]
    assert (min(called), max(called)) == (52, 429)
