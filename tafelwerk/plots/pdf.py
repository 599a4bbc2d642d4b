"""PDF documents joined into one.

All documents come from one writer of PDF 1.7, with a cross-reference table and no object streams: the bytes between two offsets
of that table are one object, and an object's references come before its stream.

Source: ISO 32000-1, Document management: Portable document format, sections 7.3 and 7.5.
"""

import re
from collections.abc import Sequence

_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")


def joined(documents: Sequence[bytes]) -> bytes:
    """One document with the pages of several.

    Args:
        documents: of one page or more each.
    """
    if len(documents) == 1:
        return documents[0]
    # 1 is the catalogue, 2 the list of pages
    objects: list[bytes] = [b"", b""]
    pages: list[int] = []
    for document in documents:
        shift = len(objects)
        contents = _objects(document)
        for number in range(1, max(contents) + 1):
            content = _renumber(contents.get(number, b"null"), shift)
            if re.search(rb"/Type\s*/Page\b(?!s)", content.partition(b"stream")[0]):
                pages.append(number + shift)
                content = re.sub(rb"/Parent \d+ 0 R", b"/Parent 2 0 R", content, count=1)
            objects.append(content)
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids)
    written, offsets = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n"), []
    for number, content in enumerate(objects, 1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    written += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(written)


def _objects(document: bytes) -> dict[int, bytes]:
    """The objects by number, read from the cross-reference table."""
    table = int(document[document.rindex(b"startxref") + 9 :].split()[0])
    rows = re.findall(rb"(\d{10}) (\d{5}) ([nf])", document[table : document.rindex(b"trailer")])
    offsets = {number: int(offset) for number, (offset, _, kind) in enumerate(rows) if kind == b"n"}
    ends = sorted((*offsets.values(), table))
    contents = {}
    for number, offset in offsets.items():
        text = document[offset : ends[ends.index(offset) + 1]]
        contents[number] = text[text.index(b"obj") + 3 : text.rindex(b"endobj")].strip(b"\r\n")
    return contents


def _renumber(content: bytes, shift: int) -> bytes:
    """An object with its references shifted and its stream unchanged."""
    head, stream, data = content.partition(b"\nstream")
    return _REFERENCE.sub(lambda match: b"%d 0 R" % (int(match[1]) + shift), head) + stream + data
