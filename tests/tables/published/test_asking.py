"""Questions in Python's words are read, not run."""

from types import SimpleNamespace

import pytest

from tafelwerk.tables.published.asking import Asking, follow, parse


def test_a_question_and_what_is_read_of_its_answer() -> None:
    found = parse("dresher.value(509).value")
    assert found == Asking("dresher", "value", (509,), {}, ("value",))
    found = parse("montecarlo.asymmetry(100, '1,2', kind='informed').bad_moves[0][0]")
    assert found == Asking("montecarlo", "asymmetry", (100, "1,2"), {"kind": "informed"}, ("bad_moves", 0, 0))
    assert parse("skat.solve('C7').cards['SA']").path == ("cards", "SA")


@pytest.mark.parametrize(
    "text", ["dresher", "dresher.value", "value(3)", "a.b(c)", "a.b.c(1)", "__import__('os').system('x')"]
)
def test_what_is_no_question(text: str) -> None:
    with pytest.raises(ValueError, match=r"no question|malformed"):
        parse(text)


def test_asking() -> None:
    asked: list[object] = []

    def value(*arguments: object, **named: object) -> object:
        asked.append((arguments, named))
        return SimpleNamespace(cards={"SA": [7, 8]})

    book = SimpleNamespace(skat=SimpleNamespace(solve=value))
    assert parse("skat.solve('C7', game='null').cards['SA'][1]").of(book, compute=True) == 8
    assert asked == [(("C7",), {"game": "null", "compute": True})]
    assert follow({"a": [1, {"b": 2}]}, ("a", 1, "b")) == 2
