"""Which codes are worth hiding."""

from fractions import Fraction

from tafelwerk.tables.explanation import choice_answer


def test_codes_are_chosen_never_worth_hiding_or_left_open() -> None:
    half = Fraction(1, 2)
    chances = {"a": half, "b": Fraction(0), "c": Fraction(0), "d": half}
    trees = [(Fraction(2, 3), [3, 2, 3, 3]), (Fraction(1, 3), [3, 3, 3, 3])]
    choice = choice_answer(Fraction(3), chances, dict.fromkeys(chances, 1), trees, None)
    assert choice.breaker == {"a": 3, "b": Fraction(7, 3), "c": 3, "d": 3}
    assert choice.hiding == {"a": "chosen", "b": "never", "c": "open", "d": "chosen"}
