"""Records in a stream: where they begin and end, whatever the blocks, the line ends and what stands between them."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.formats.iss.records import LONGEST, FaultError, RawRecord, properties, raw_records


def records(content: bytes, size: int = 1 << 16) -> list[RawRecord]:
    stream = BytesIO(content)
    return list(raw_records(lambda most: stream.read(min(most, size))))


GOOD = b"(;GM[Skat]MV[w x ]R[passed] ;)"


@given(
    st.lists(st.sampled_from([GOOD, b"\n", b"\r\n", b"junk (", b"(;GM[Skat]MV[cut", b"# (;) \n", b";)"])),
    st.integers(1, 40),
)
def test_blocks_do_not_matter(parts: list[bytes], size: int) -> None:
    content = b"".join(parts)
    found = records(content)
    assert records(content, size) == found
    for one in found:
        assert content.split(b"\n")[one.line - 1].count(b"(;") >= 1


def test_line_ends() -> None:
    spread = b"(;\nGM[Skat]\nPC[here]\nMV[w x\n]R[passed]\n;)"
    content = GOOD + b"\n" + spread + b"\n" + GOOD
    for text, end in ((content, "\n"), (content.replace(b"\n", b"\r\n"), "\r\n")):
        found = records(text)
        assert [one.line for one in found] == [1, 2, 8]
        assert all(one.whole for one in found)
        assert properties(found[1])[0] == {"GM": "Skat", "PC": "here", "MV": f"w x{end}", "R": "passed"}


def test_a_cut_record_ends_where_the_next_begins() -> None:
    found = records(b"(;GM[Skat]MV[w x 1 p\n" + GOOD + b" junk\n(;GM[Skat]MV[w x ]R[passed]")
    assert [(one.line, one.whole) for one in found] == [(1, False), (2, True), (3, False)]
    with pytest.raises(FaultError, match="truncated"):
        properties(found[0])


def test_a_record_without_end_is_given_up() -> None:
    found = records(b"(;GM[Skat]CO[" + b"a" * (2 * LONGEST) + b"\n" + GOOD)
    assert [(one.line, one.whole) for one in found] == [(1, False), (2, True)]


def test_brackets_and_smileys() -> None:
    """A value ends at its first ], and nothing else in it means anything."""
    (one,) = records(b"(;GM[Skat]CO[;) (; # [nice]P0[a[b#c]MV[w x ]R[passed] # a note ;)\n;)")
    found, unknown = properties(one)
    assert (found["CO"], found["P0"], found["R"], unknown) == (";) (; # [nice", "a[b#c", "passed", [])


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"(;GM[Skat]P0[a]b]MV[w x ]R[passed] ;)", "bad_syntax"),
        (b"(;GM[Skat]MV[w x R[passed] ;)", "bad_syntax"),
        (b"(;GM[Skat]MV[w x ]R[passed]) ;)", "bad_syntax"),
        (b"(;GM[Chess]MV[w x ]R[passed] ;)", "not_skat"),
        (b"(;PC[here]MV[w x ]R[passed] ;)", "not_skat"),
        (b"(;GM[Skat]R[passed] ;)", "missing_tag"),
        (b"(;GM[Skat]MV[w x ] ;)", "missing_tag"),
        (b"(;GM[Skat]MV[w x ]MV[w x ]R[passed] ;)", "duplicate_tag"),
        (b"(;GM[Skat]MV[w \xe4 ]R[passed] ;)", "bad_encoding"),
        (b"(;GM[Skat]P0[a\0b]MV[w x ]R[passed] ;)", "bad_encoding"),
    ],
)
def test_faults(content: bytes, kind: str) -> None:
    (one,) = records(content)
    with pytest.raises(FaultError) as fault:
        properties(one)
    assert fault.value.kind == kind


def test_unknown_properties_are_told() -> None:
    (one,) = records(b"(;GM[Skat]XY[1]XY[2]MV[w x ]R[passed] ;)")
    assert properties(one)[1] == ["XY"]
