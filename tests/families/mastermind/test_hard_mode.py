"""Hard mode of Wordle: what is refused, and why."""

from itertools import product

import pytest
from naive import hard as naive

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.rules import Hard, parse_strategy, refusal, stored_strategy, strategy
from tafelwerk.rules.deduction import Optimal


@pytest.mark.parametrize(
    ("asked", "answer", "query", "words"),
    [
        ("crane", "G---Y", "cedes", None),
        ("crane", "G---Y", "pedes", "letter 1 must be c, as crane G---Y shows"),
        ("crane", "G---Y", "cigar", "it must have e"),
        ("eerie", "YY---", "speed", None),
        ("eerie", "YY---", "spend", "it must have e 2 times"),
        ("eerie", "-G--Y", "jetty", "it must have e 2 times"),
        # what is absent may be asked again, and what is elsewhere in the same place
        ("crane", "-----", "crane", None),
        ("crane", "Y----", "crane", None),
    ],
)
def test_what_is_refused(asked: str, answer: str, query: str, words: str | None) -> None:
    reason = refusal(asked, answer, query)
    assert (reason is None) == naive.takes(asked, answer, query) == (words is None)
    if words is not None:
        assert reason is not None
        assert words in reason
        assert reason.startswith(f"{query} is refused in hard mode: ")


def test_every_query_and_answer_of_three_letters() -> None:
    words = ["".join(word) for word in product("abc", repeat=3)]
    for asked, answer, query in product(words, map("".join, product("GY-", repeat=3)), words):
        assert (refusal(asked, answer, query) is None) == naive.takes(asked, answer, query)


def test_names() -> None:
    for word, name, text in [
        ("h1", "h1 hard", "h1 lex hard"),
        ("hinf", "hinf hard", "hinf lex hard"),
        ("optimal", "optimal hard", "optimal hard"),
    ]:
        chosen = strategy(word, hard=True)
        assert isinstance(chosen, Hard)
        assert (chosen.name, str(chosen)) == (name, text)
        assert parse_strategy(text) == stored_strategy(chosen.name, chosen.tie) == chosen
        assert chosen.options == f"--strategy {word} --hard"
        assert "hard mode" in chosen.title


def test_what_does_not_go_with_it() -> None:
    with pytest.raises(InputError, match=r"--hard needs --strategy optimal alone, .* not --tie mix"):
        strategy("h1", "mix", hard=True)
    with pytest.raises(InputError, match="not --max-depth 5"):
        Hard(Optimal(max_depth=5))
    with pytest.raises(InputError, match="--strategy letter is for hangman"):
        strategy("letter", hard=True)
