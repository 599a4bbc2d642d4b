"""Games as Gambit reads them."""

import re
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.formats.exports import complete_part, nfg_lines, zero_sum

NAMES = st.text(st.characters(exclude_categories=("C",)), max_size=8)


def read(text: str) -> tuple[str, list[str], list[list[str]], str, list[Fraction]]:
    """Title, players, strategies, comment and payoffs of a file, by its grammar alone."""
    tokens = re.findall(r'"(?:\\.|[^"\\])*"|[{}]|[^\s{}"]+', text)
    assert tokens[:3] == ["NFG", "1", "R"]

    def plain(token: str) -> str:
        assert token[0] == token[-1] == '"'
        return re.sub(r"\\(.)", r"\1", token[1:-1])

    def group(place: int) -> tuple[list[str], int]:
        assert tokens[place] == "{"
        end = tokens.index("}", place)
        return [plain(token) for token in tokens[place + 1 : end]], end + 1

    players, place = group(4)
    assert tokens[place] == "{"
    strategies, place = [], place + 1
    while tokens[place] == "{":
        names, place = group(place)
        strategies.append(names)
    assert tokens[place] == "}"
    return (
        plain(tokens[3]),
        players,
        strategies,
        plain(tokens[place + 1]),
        [Fraction(one) for one in tokens[place + 2 :]],
    )


@given(st.data(), NAMES, st.tuples(NAMES, NAMES), NAMES)
def test_what_is_written_is_read(data: st.DataObject, title: str, players: tuple[str, str], comment: str) -> None:
    names = [data.draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)) for _ in range(2)]
    payoffs = [[data.draw(st.tuples(st.fractions(), st.integers())) for _ in names[1]] for _ in names[0]]
    found = read("".join(nfg_lines(title, players, (names[0], names[1]), payoffs, comment)))
    assert found[:4] == (title, list(players), names, comment)
    # the first player's strategy changes fastest
    wanted = [value for column in range(len(names[1])) for row in payoffs for value in row[column]]
    assert found[4] == wanted


def test_a_game_word_for_word() -> None:
    text = "".join(nfg_lines('A "game"', ("I", "II"), (["a", "b"], ["x"]), zero_sum([[1], [Fraction(-1, 2)]])))
    assert text == 'NFG 1 R "A \\"game\\"" { "I" "II" }\n\n{ { "a" "b" }\n{ "x" }\n}\n""\n\n1 -1\n-1/2 1/2\n'


def test_the_complete_part() -> None:
    pairs = {("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("c", "x")}
    assert complete_part(["a", "b", "c"], ["x", "y"], pairs) == (["a", "b"], ["x", "y"])
    assert complete_part(["a"], ["x"], {("a", "x")}) == (["a"], ["x"])


@given(st.sets(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz")), min_size=1))
def test_a_part_is_complete_and_not_empty(pairs: set[tuple[str, str]]) -> None:
    rows, columns = (sorted(set(names)) for names in zip(*pairs, strict=True))
    kept = complete_part(rows, columns, pairs)
    assert all(kept)
    assert set(product(*kept)) <= pairs
    # of a table with one gap, one strategy is left out
    if len(pairs) == len(rows) * len(columns) - 1:
        assert sum(map(len, kept)) == len(rows) + len(columns) - 1
