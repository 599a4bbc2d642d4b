"""Pages as a reader asks for them, and what they offer."""

import re
from collections.abc import Sequence
from html import unescape
from urllib.parse import parse_qsl

from starlette.testclient import TestClient

Pairs = Sequence[tuple[str, str]]
"""Names and values of an address, in its order."""


FORBIDDEN = re.compile(
    r'<script(?![^>]*\b(src=|type="application/json"))|<style|\sstyle=|\son\w+=|javascript:', re.IGNORECASE
)
"""Code and style within a page."""


def check_page(text: str, name: object) -> None:
    """One heading, one title, a language, no code within, no identifier twice, a text for every image."""
    assert text.startswith("<!DOCTYPE html>"), name
    assert not FORBIDDEN.search(text), name
    assert len(re.findall("<h1", text)) == len(re.findall("<main", text)) == 1, name
    assert len(re.findall(r"<title>[^<]*\S[^<]*</title>", text.partition("</head>")[0])) == 1, name
    assert '<html lang="en">' in text, name
    assert not re.search(r"<img(?![^>]*\balt=)", text), name
    ids = identifiers(text)
    assert len(ids) == len({*ids}), name


def identifiers(text: str) -> list[str]:
    """What can be linked to in a page."""
    return re.findall(r'\sid="([^"]*)"', text)


def targets(text: str) -> list[str]:
    """What a page leads to or loads."""
    return [unescape(target) for target in re.findall(r'\b(?:href|src|action)="([^"]*)"', text)]


def open_page(site: TestClient, path: str, pairs: Pairs = (), status: int = 200) -> str:
    """The text of a page that has this status."""
    response = site.get(path, params=list(pairs) or None)  # type: ignore[arg-type]
    assert response.status_code == status, (path, pairs, response.status_code, response.text)
    assert "refresh" not in response.headers, f"{path} is still at work"
    return str(response.text)


def moves(text: str) -> list[str]:
    """The turns that the board of a game offers, and those beside it."""
    bench = re.search(r'data-turns="(\d+)".*?<section class="tabletop"(.*?)<div class="side"', text, re.DOTALL)
    if bench is None:
        return []
    taken = [[value for name, value in pairs if name == "turn"] for _, pairs in links(bench[2])]
    return list(dict.fromkeys(turns[-1] for turns in taken if len(turns) == int(bench[1]) + 1))


def best_moves(text: str) -> list[str]:
    """The moves that the hint of a page rings."""
    hint = re.search(r'aria-label="Hint"(.*?)</section>', text, re.DOTALL)
    return re.findall(r'class="chip \w* best".*?aria-label="([^":]*):', unescape(hint[1])) if hint else []


def play_on(
    site: TestClient, path: str, begun: Pairs, place: int = 0, most: int = 80
) -> tuple[list[tuple[str, str]], str]:
    """A game played to its end by the move that each page offers at a place: its address, and its last page."""
    pairs = list(begun)
    text = open_page(site, path, pairs)
    for _ in range(most):
        if not moves(text):
            return pairs, text
        pairs.append(("turn", moves(text)[place]))
        text = open_page(site, path, pairs)
        assert 'role="alert"' not in text, pairs
    raise AssertionError(f"{path} has no end after {most} moves")


def links(text: str, within: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Text and address of every link to another state of a page, or of its part that begins with `within`."""
    part = text[text.index(within) :] if within else text
    pairs = []
    for before, address, after, inside in re.findall(r'<a\b([^>]*)href="\?([^"]*)"([^>]*)>(.*?)</a>', part, re.DOTALL):
        label = re.search(r'aria-label="([^"]*)"', before + after)
        words = label[1] if label else re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", inside)).strip()
        pairs.append((unescape(words), parse_qsl(unescape(address), keep_blank_values=True)))
    return pairs


def link(text: str, words: str) -> list[tuple[str, str]]:
    """The address of the link with this text."""
    return next(pairs for label, pairs in links(text) if label == words or label.startswith(f"{words},"))
