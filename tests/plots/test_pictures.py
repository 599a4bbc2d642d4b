"""Pictures without charts: shapes, text alternatives, pages, documents of several pages."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tafelwerk.plots import pictures
from tafelwerk.plots.output import join_documents, write
from tafelwerk.plots.pictures import A4, Branch, Picture, document, of_depths, tree, width_of
from tafelwerk.plots.sheets import Block, puzzle_pages, set_on_pages


def square(side: float = 100) -> Picture:
    return Picture(side, side, pictures.box(0, 0, side, side), "a square", "four sides")


def test_what_is_written_is_escaped_and_described() -> None:
    drawn = pictures.svg(pictures.add_caption(replace(square(), title="A < B", text="x & y"), "1 < 2", "3 > 2 & 1"))
    root = ElementTree.fromstring(drawn)
    kinds = {child.tag.rpartition("}")[2]: child.text for child in root}
    assert (kinds["title"], kinds["desc"]) == ("1 < 2", "3 > 2 & 1 x & y")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title text"


def test_lines_are_broken_by_their_width() -> None:
    text = "one two three four five six seven eight nine ten " * 4
    lines = pictures.wrap_text(text, 10, 120)
    assert " ".join(lines) == text.strip()
    assert all(width_of(line, 10) <= 120 for line in lines)
    assert pictures.wrap_text("", 10, 100) == []
    assert pictures.wrap_text("Donaudampfschifffahrt", 10, 20) == ["Donaudampfschifffahrt"]


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "html"])
def test_every_kind_of_file(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{suffix}"
    write(document(square()), file)
    begins = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF-1.7", "html": b"<!doctype html>"}
    assert file.read_bytes().startswith(begins[suffix])


def test_documents_of_several_pages(tmp_path: Path) -> None:
    """Every object stands where the table says; pages are in order; each reference names an object of its own document."""
    file = tmp_path / "pages.pdf"
    numbered = [
        Picture(*A4, pictures.words(50, 50, f"page {number}") + pictures.circle(9, 9, 3), "pages", "")
        for number in range(4)
    ]
    write(document(numbered), file)
    content = file.read_bytes()
    table_at = int(content[content.rindex(b"startxref") + 9 :].split()[0])
    offsets = [int(row) for row in re.findall(rb"(\d{10}) 00000 n", content[table_at:])]
    for number, offset in enumerate(offsets, 1):
        assert content[offset:].startswith(b"%d 0 obj" % number)
    (kids,) = re.findall(rb"/Count 4 /Kids \[([\d R]+)\]", content)
    pages_at = [int(number) for number in re.findall(rb"(\d+) 0 R", kids)]
    assert pages_at == sorted(set(pages_at))
    for number in pages_at:
        page = content[offsets[number - 1] : offsets[number] if number < len(offsets) else table_at]
        assert b"/Parent 2 0 R" in page
        assert b"/MediaBox [0 0 595 842]" in page
    heads = [content[a:b].partition(b"\nstream")[0] for a, b in zip(offsets, [*offsets[1:], table_at], strict=True)]
    named = {int(number) for head in heads for number in re.findall(rb"\b(\d+) 0 R\b", head)}
    assert named <= set(range(1, len(offsets) + 1))
    assert join_documents([b"%PDF-1.7 whatever"]) == b"%PDF-1.7 whatever", "one document stays as it is"


@pytest.mark.parametrize(("count", "columns"), [(1, 2), (7, 2), (40, 3), (12, 1)])
def test_blocks_are_set_on_pages(count: int, columns: int) -> None:
    """Every block stands on a page once, in order, inside the margins."""
    blocks = [Block(square(200), f"block {number}", ("a line below",)) for number in range(count)]
    found = set_on_pages("A title", ["What this is."], blocks, columns, "tafelwerk sheet x")
    assert all((page.width, page.height) == A4 for page in found)
    shown = [text for page in found for text in re.findall(r">(block \d+)<", page.body)]
    assert shown == [f"block {number}" for number in range(count)]
    for number, page in enumerate(found, 1):
        assert ("What this is." in page.body) == (number == 1)
        assert (f"page {number} of {len(found)}" in page.body) == (len(found) > 1)
        numbers = r'<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
        for x, y, width, height in re.findall(numbers, page.body):
            assert 41.9 <= float(x) <= A4[0] - 41.9 - float(width)
            assert 41.9 <= float(y) <= A4[1] - 36 - float(height)


def test_solutions_stand_behind_puzzles() -> None:
    blocks = [Block(square(), "easy")] * 3
    found = puzzle_pages("Puzzles", ["Solve."], blocks, [Block(square(), "A1")] * 3)
    assert [page.title for page in found] == ["Puzzles", "Puzzles: solutions"]
    assert "1. easy" in found[0].body
    assert "3. A1" in found[1].body
    assert len(puzzle_pages("Puzzles", ["Solve."], blocks)) == 1


def test_trees_keep_left_and_right_apart() -> None:
    """Numbers of a search tree stand in their order from the left, deeper ones lower."""
    depths = [2, 3, 1, 3, 2, 3]
    drawn = tree(of_depths(depths))
    places = {
        int(text): (float(x), float(y))
        for x, y, text in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d+)<', drawn.body)
    }
    assert [places[number][0] for number in range(1, 7)] == sorted(place[0] for place in places.values())
    levels = sorted({y for _, y in places.values()})
    assert [levels.index(places[number][1]) + 1 for number in range(1, 7)] == depths
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in places.values())


def test_labels_of_branches_do_not_meet() -> None:
    root = Branch("root", [Branch(str(number), edge=f"a long move {number}") for number in range(5)])
    drawn = tree(root)
    spots = sorted(float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*>a long move', drawn.body))
    width = width_of("a long move 0", 0.85 * 11)
    assert all(other - one >= width for one, other in pairwise(spots))


def test_tables_and_lists() -> None:
    drawn = pictures.table(("name", "count"), [("a", "1"), ("bb", "20")], shades=[("", "#eeeeee"), ("", "")])
    assert drawn.text == "name a, count 1. name bb, count 20."
    assert drawn.body.count("#eeeeee") == 1
    lines = [(number % 3, f"line {number}") for number in range(200)]
    found = pictures.column_pages(lines, 8, 300, 300)
    assert [text for page in found for text in re.findall(r">(line \d+)<", page.body)] == [text for _, text in lines]
    assert all(page.height <= 300 for page in found)


def test_a_column_of_lines_is_filled_before_the_next_one_begins() -> None:
    """Where there is room, a column ends before a line that is not indented; a full page is cut where it must be."""

    lines = [(int(name.isdigit()), name) for name in "a12b345c6"]

    def columns(rows: int) -> list[str]:
        body = pictures.column_pages(lines, 10, rows * 12.2 + 1, 400)[0].body
        names: dict[int, str] = {}
        for x, name in re.findall(r'<text x="([\d.]+)"[^>]*>(\w)<', body):
            column = round(float(x) - 11 * name.isdigit())
            names[column] = names.get(column, "") + name
        return list(names.values())

    assert columns(9) == ["a12b345c6"]
    # not a12b3, 45c6
    assert columns(5) == ["a12", "b345", "c6"]
    assert columns(3) == ["a12", "b34", "5c6"]


def test_pictures_beside_and_below_each_other() -> None:
    stack = pictures.stack_pictures([square(10), square(30)], 5)
    grid = pictures.in_grid([(str(number), square(50)) for number in range(4)], 3, 10)
    assert (stack.width, stack.height, grid.width, grid.height) == (30, 45, 170, 2 * 68 + 10)
