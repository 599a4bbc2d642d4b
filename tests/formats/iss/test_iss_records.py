"""Records in a stream: where they begin and end, whatever the blocks, the line ends and what stands between them."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skat_rounds import random_round

from benchmarks.iss import iss_record
from tafelwerk.families.skat.log_formats.iss import LONGEST, FaultError, RawRecord, properties, raw_records


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
        assert all(one.complete for one in found)
        assert properties(found[1])[0] == {"GM": "Skat", "PC": "here", "MV": f"w x{end}", "R": "passed"}


def test_a_cut_record_ends_where_the_next_begins() -> None:
    found = records(b"(;GM[Skat]MV[w x 1 p\n" + GOOD + b" junk\n(;GM[Skat]MV[w x ]R[passed]")
    assert [(one.line, one.complete) for one in found] == [(1, False), (2, True), (3, False)]
    with pytest.raises(FaultError, match="truncated"):
        properties(found[0])


def test_a_record_without_end_is_given_up() -> None:
    found = records(b"(;GM[Skat]CO[" + b"a" * (2 * LONGEST) + b"\n" + GOOD)
    assert [(one.line, one.complete) for one in found] == [(1, False), (2, True)]


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


def removed(record: bytes, place: int, what: bytes) -> bytes:
    """A record without one of the places where a text stands in it."""
    places = [at for at in range(len(record)) if record.startswith(what, at)]
    at = places[place % len(places)]
    return record[:at] + record[at + len(what) :]


def doubled(record: bytes, place: int, what: bytes) -> bytes:
    places = [at for at in range(len(record)) if record.startswith(what, at)]
    at = places[place % len(places)]
    return record[:at] + what + record[at:]


def within(record: bytes, place: int, what: bytes) -> bytes:
    at = place % len(record)
    return record[:at] + what + record[at:]


DAMAGES = {
    "no parenthesis": lambda record, place: record[1:],
    "no beginning": lambda record, place: record[2:],
    "a space in the beginning": lambda record, place: b"( " + record[1:],
    "another beginning": lambda record, place: [b"(GM[", b";;GM[", b"( ; GM[", b"[GM["][place % 4] + record[5:],
    "begun twice": lambda record, place: b"(;" + record,
    "in parentheses": lambda record, place: b"((" + record[1:] + b")",
    "no end": lambda record, place: record[:-2],
    "ended twice": lambda record, place: record + b";)",
    "no [": lambda record, place: removed(record, place, b"["),
    "no ]": lambda record, place: removed(record, place, b"]"),
    "[[": lambda record, place: doubled(record, place, b"["),
    "]]": lambda record, place: doubled(record, place, b"]"),
    "junk": lambda record, place: within(record, place, b"\0\xff\x80"),
    "a line end": lambda record, place: within(record, place, b"\n"),
    "a zero byte": lambda record, place: record.replace(b"GM[", b"G\0M["),
    "cut at its end": lambda record, place: record[: 3 + place % (len(record) - 3)],
    "cut at its beginning": lambda record, place: record[place % (len(record) - 4) :],
    "no game": lambda record, place: record.replace(b"GM[Skat]", b""),
    "only moves": lambda record, place: record[record.index(b"MV[") : record.index(b"]R[")],
}


WRITTEN = [iss_record(random_round(seed), seed).strip().encode() for seed in range(3)]


@settings(max_examples=150)
@given(
    st.sampled_from(list(DAMAGES)),
    st.integers(0, 2),
    st.integers(0, 2**16),
    st.sampled_from([b"\n", b"", b"\r\n", b"\njunk \x80 [\n"]),
)
def test_a_damaged_record_is_one_record(damage: str, number: int, place: int, between: bytes) -> None:
    """It is left out or read, and those around it come out as they are."""
    parts = [*WRITTEN]
    parts[number] = DAMAGES[damage](WRITTEN[number], place)
    content = between.join(parts)
    found = records(content)
    assert len(found) == 3, [(one.line, one.content[:30]) for one in found]
    for at, (one, record) in enumerate(zip(found, WRITTEN, strict=True)):
        if at != number:
            assert (one.content, one.complete, one.begun) == (record[2:-2], True, True)
    assert records(content, 40 + place % 500) == found
