"""What players write, read as queries and answers of a game."""

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.next_query import answer_index, codes_left, history_indices, query_index
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.word_problems import from_table, mastermind_words, wordle

WORDS = wordle(["speed", "steal", "least"], ["erase", "crane"])
PEGS = mastermind(4, 6)
COMPARED = mastermind_words(["speed", "steal", "least"])
TALL = from_table(["ann", "bob"], ["who is tall", "who"], [["too tall", "no"], ["not tall", "is tall"]])


def test_queries_in_any_case() -> None:
    for text, word in [("speed", "speed"), ("SPEED", "speed"), ("Erase", "erase")]:
        assert WORDS.queries[query_index(WORDS, text)] == word
    both = wordle(["Polish", "polish"])
    assert [both.queries[query_index(both, word)] for word in both.codes] == list(both.codes)
    with pytest.raises(InputError, match=r"'POLISH' is not a query of this game; did you mean Polish or polish\?"):
        query_index(both, "POLISH")


def test_answers_as_people_write_them() -> None:
    problem = wordle(["abcde", "abdec", "axcyz"])
    for text, label in [
        ("ggyyy", "GGYYY"),
        ("g.g..", "G-G--"),
        ("G b g _ X", "G-G--"),
        ("🟩⬛🟩⬜⬛", "G-G--"),
        ("🟧🟧🟦🟦🟦", "GGYYY"),
        ("20200", "G-G--"),
    ]:
        assert problem.labels[answer_index(problem, text)] == label
    assert PEGS.labels[answer_index(PEGS, " 1, 2 ")] == "1,2"
    assert [
        COMPARED.labels[answer] for _, answer in history_indices(COMPARED, [("speed", "2B"), ("steal", "0A5B")])
    ] == [
        "0,2",
        "0,5",
    ]
    for history, meant in [
        ([("who", "is tall too tall")], ("who is tall", "too tall")),
        ([("WHO", "not tall")], ("who", "not tall")),
    ]:
        ((query, answer),) = history_indices(TALL, history)
        assert (TALL.queries[query], TALL.labels[answer]) == meant


def test_what_is_unknown_is_refused() -> None:
    for problem, history, message in [
        (WORDS, ("speek", "-----"), "'speek' is not a query of this game; did you mean speed?"),
        (WORDS, ("xxxxx", "-----"), "'xxxxx' is not a query of this game; its queries are crane; erase; least"),
        (PEGS, ("ABCZ", "0,0"), "'ABCZ' is not a query of this game; did you mean"),
        (PEGS, ("9999", "0,0"), "its 1296 queries are AAAA, AAAB, ... to FFFF"),
        (WORDS, ("speed", "GG"), "'GG' is not an answer; write a sign for each of the 5 letters"),
        (WORDS, ("speed", "GGGGY"), "'GGGGY' is an answer that no word of this game gives to another"),
        (COMPARED, ("speed", "BWW"), "'BWW' is not an answer of this game; its answers are 0,2; 2,0; 0,5; 5,0"),
        (TALL, ("who", "cares"), "'cares' is not an answer of this game; its answers are is tall; no; not tall; too"),
    ]:
        with pytest.raises(InputError) as caught:
            history_indices(problem, [history])
        assert message in str(caught.value)


def test_codes_left_and_contradictions() -> None:
    assert len(codes_left(PEGS, [])) == 1296
    assert [WORDS.codes[code] for code in codes_left(WORDS, [("crane", "--Y-Y")])] == ["steal"]
    for history, message in [
        ([("AABC", "1,2"), ("EEFF", "0,0"), ("abde", "4, 0")], r"AABC 1,2 and ABDE 4,0 .*: no code has both answers"),
        ([("AABC", "1,2"), ("AABC", "3,1")], "AABC 3,1 is impossible: no code has this answer"),
        ([(letter * 4, "0,0") for letter in "ABCDEF"], r"AAAA 0,0, BBBB 0,0, .* and FFFF 0,0 .* all these answers"),
    ]:
        with pytest.raises(InputError, match=f"^{message}$"):
            codes_left(PEGS, history)
