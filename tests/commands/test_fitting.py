"""Tables that fit: what goes first, and that nothing is broken that should stay whole."""

import io
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from program import read
from rich.console import Console

from tafelwerk.commands.fitting import BAR_WIDTH, GAP, Column, bar, copyable, fit_table
from tafelwerk.commands.output import table
from tafelwerk.texts import Group, Indent, StyledText, plain_page

LISTS = ["1-3, 12", "101, 103, 105, 107, 109, 111"]
COLUMNS = [
    Column("number", LISTS, folds=True),
    Column("exactly", ["12345/678901", "1/2"], goes=2),
    Column("probability", ["0.018184", "0.500000"], "p", goes=1),
    Column("weight", ["2.5424", "1"]),
]
SHARES = [1.0, 0.5]


def lines(made: Any, width: int) -> list[str]:
    """The table on a page."""
    page = io.StringIO()
    Console(file=page, width=width).print(made)
    return [line.rstrip() for line in page.getvalue().splitlines()]


def test_a_page_as_wide_as_the_table_has_all() -> None:
    found = lines(fit_table(COLUMNS, 1000, bars=SHARES), 1000)
    assert found[0].split() == ["number", "exactly", "probability", "weight"]
    assert found[2].split() == ["1-3,", "12", "12345/678901", "0.018184", "2.5424", "█" * BAR_WIDTH]
    assert found[3].split()[-1] == "█" * (BAR_WIDTH // 2)
    assert len(found) == 4
    whole = len(LISTS[1]) + len("12345/678901") + len("probability") + len("weight") + 3 * GAP
    for less in (0, 1):
        made = fit_table(COLUMNS, whole - less)
        assert [column.header for column in made.columns] == ["number", "exactly", "probability", "weight"]
        assert made.columns[0].width == len(LISTS[1]) - less


def test_what_goes_first() -> None:
    """Bars, whole lists, long headings, exact fractions, then what matters least."""
    seen = []
    for width in range(120, 20, -1):
        made = fit_table(COLUMNS, width, bars=SHARES, unicode=False)
        headings = [column.header for column in made.columns]
        bar = made.columns[-1].width if headings[-1] == "" else 0
        seen.append((headings[:-1] if bar else headings, bar, made.columns[0].width))
    full = ["number", "exactly", "probability", "weight"]
    bars = [bar for headings, bar, wide in seen if headings == full and wide == len(LISTS[1])]
    assert bars[0] == BAR_WIDTH
    assert bars[-1] == 0
    assert all(0 <= a - b <= 4 for a, b in pairwise(bars))
    kinds: list[list[str]] = []
    for headings, _, _ in seen:
        if headings not in kinds:
            kinds.append(headings)
    assert kinds == [
        full,
        ["number", "exactly", "p", "weight"],
        ["number", "probability", "weight"],
        ["number", "p", "weight"],
        ["number", "weight"],
    ]


def test_a_column_may_have_briefer_cells() -> None:
    columns = [Column("rule", ["a1 > aj for all j"], folds=True), Column("left", ["1/62 (0.016)"], brief=["0.016"])]
    assert lines(fit_table(columns, 40), 40)[2].split("   ") == ["a1 > aj for all j", "1/62 (0.016)"]
    assert lines(fit_table(columns, 26), 26)[2].split("   ") == ["a1 > aj for all j", "0.016"]


def test_nothing_but_lists_is_broken() -> None:
    for width in range(19, 120):
        found = lines(fit_table(COLUMNS, width, bars=SHARES), width)
        assert max(map(len, found)) <= width
        words = " ".join(found).split()
        assert {"1-3,", "12", "101,", "103,", "105,", "107,", "109,", "111", "2.5424", "1"} <= set(words)
        assert not {"12345/67", "0.0181", "probabili"} & set(words)
        assert sum("█" in word for word in words) in (0, 2)


def test_cells_bars_and_gaps() -> None:
    """Numbers stand on the right, None is empty; colours take no width; columns close up before anything is broken."""
    found = lines(fit_table([Column("tree", [1, 10]), Column("mirror image", [None, 2], "mirror")], 15), 15)
    assert found == ["tree   mirror", "─────────────", "   1", "  10        2"]
    made = fit_table(
        [Column("card", [StyledText("♣A", "bold"), StyledText("♥K ♥Q", "red")]), Column("points", [67, 8])], 17
    )
    assert lines(made, 17) == ["card    points", "──────────────", "♣A          67", "♥K ♥Q        8"]
    assert [cell.style for cell in made.columns[0].cells] == ["bold", "red"]
    columns = [Column("game", ["clubs", "diamonds"]), Column("won", [1, 2]), Column("loss", ["0.127", "0.160"])]
    assert lines(fit_table(columns, 19), 19)[2:] == ["clubs      1 0.127", "diamonds   2 0.160"]
    signs = {1: "████", 0.5: "██", 0.3: "█▎", 0: "", 1e-9: "▏"}
    assert {share: bar(share, 4, unicode=True) for share in signs} == signs
    plain = {1: "####", 0.3: "#", 0: "", 1e-9: "#"}
    assert {share: bar(share, 4, unicode=False) for share in plain} == plain


CELLS = st.one_of(
    st.none(),
    st.integers(-(10**9), 10**9),
    st.text("ab █─½", max_size=9),
    st.builds(StyledText, st.text("ab ", max_size=9), st.just("bold"), justify=st.sampled_from([None, "right"])),
)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5), st.text("ab [/]", max_size=40), st.integers(0, 9))
def test_a_file_has_what_rich_would_write(rows: list[tuple[Any, Any]], words: str, indent: int) -> None:
    text = StyledText(words, "bold").append("\n", "dim").append(StyledText(words, "red"))
    tables = Group(table(("a", "long heading"), rows, title=words or None), fit_table(COLUMNS, 1000, bars=SHARES))
    made = Group(text, "", words, Indent(Group(tables, text), indent), StyledText(" ").join([text, text]))
    page = io.StringIO()
    Console(file=page, width=100_000).print(made)
    assert plain_page(made) == page.getvalue()


def test_only_rich_lays_out_wide_characters_and_other_renderables() -> None:
    assert plain_page(table(("a",), [("漢",)])) is None
    assert plain_page(Group("a", Console())) is None


words_of_a_line = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12)


@given(
    st.lists(st.lists(words_of_a_line, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=8),
    st.integers(40, 120),
)
def test_a_shell_reads_the_lines_as_one_command(arguments: list[str], width: int) -> None:
    example = " ".join(f'"{text}"' if " " in text else text for text in arguments)
    lines = copyable(f"tafelwerk {example}", width)
    assert all(len(line) <= width for line in lines)
    assert read("\n".join(lines)) == ["tafelwerk", *arguments]
