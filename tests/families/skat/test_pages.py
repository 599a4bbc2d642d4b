"""Skat in pages: rounds card by card, the table, puzzles; logs that are named at the start, and no other file."""

import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from program import answered, call
from starlette.testclient import TestClient
from web.asking import Pairs, open_page
from web.conftest import POCKET, asked_here
from web.visible import VisibleTexts

from tafelwerk.web import jobs as jobs_module
from tafelwerk.web import site as site_module
from tafelwerk.web.jobs import Working
from tafelwerk.web.routes import skat_pages

FILES = Path(__file__).parents[2]
XSKAT, OWN = FILES / "data/xskat.log", FILES / "golden/files/rounds.jsonl"
asked = partial(answered, book=POCKET)
"""What a command prints with --json."""
TABLE = [("against", "random"), ("game", "clubs"), ("declarer", "middlehand"), ("seat", "forehand"), ("seed", "4")]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """A server with three logs, two of which have one name, and one of which is damaged in part."""
    torn = tmp_path_factory.mktemp("logs") / OWN.name
    torn.write_text(OWN.read_text() + '{"skat_round": 1, "na\n')
    return asked_here(POCKET, logs=[XSKAT, OWN, torn])


def queries(text: str, tag: str) -> list[Pairs]:
    """What the addresses say of links whose tags begin in this way."""
    links = re.findall(rf'<a {tag}[^>]*?href="[^"?]*\?([^"]*)"', text)
    return [parse_qsl(unescape(link)) for link in links]


def names(client: TestClient, source: str, pairs: Pairs = ()) -> list[str]:
    """The rounds that a list shows."""
    text = open_page(client, f"/skat/rounds/{source}", pairs)
    return [unescape(name) for name in re.findall(r'<th scope="row"><a href="[^"]*">([^<]*)</a>', text)]


def costs(text: str) -> list[int]:
    """What each card of a replay cost, in the order played."""
    (course,) = re.findall(r'<table class="course">(.*?)</table>', text, re.DOTALL)
    cells = re.findall(r"<td><a class=.*?</td>", course, re.DOTALL)
    return [int(found[1]) if (found := re.search(r"−(\d+)", cell)) else 0 for cell in cells]


def measured_no_more(document: dict[str, Any]) -> dict[str, Any]:
    """A document without what differs from run to run."""
    return {name: value for name, value in document.items() if name not in ("seconds", "nodes")}


@pytest.mark.parametrize(("source", "log"), [("rounds.jsonl", OWN), ("book", None)])
def test_a_round_costs_what_the_command_says(logs: TestClient, source: str, log: Path | None) -> None:
    for name in names(logs, source)[:1]:
        told = asked("skat", "replay", log, name) if log else asked("skat", "games", name)
        at = next((number for number, card in enumerate(told["cards"], 1) if card["cost"]), 1)
        text = open_page(logs, f"/skat/round/{source}", [("name", name), ("card", str(at))])
        assert costs(text) == [card["cost"] for card in told["cards"]]
        cost = told["cards"][at - 1]["cost"]
        assert (f"it cost {cost} point" if cost else "no card was better") in text
        served = logs.get(f"/api/skat/rounds/{source}", params={"name": name}).json()
        assert measured_no_more(served) == measured_no_more(told)


def test_a_round_that_was_typed_costs_what_the_stored_one_does(logs: TestClient) -> None:
    text = open_page(logs, "/skat/typed", [("round", skat_pages.EXAMPLE.replace("\n", "\r\n"))])
    assert costs(text) == costs(open_page(logs, "/skat/round/book", [("name", "kupferschmid-6")]))
    (form,) = re.findall(r'href="/skat/typed\?([^"]*)">Change the round', text)
    assert skat_pages.EXAMPLE.splitlines()[0] in open_page(logs, "/skat/typed", parse_qsl(unescape(form)))
    assert skat_pages.EXAMPLE.splitlines()[0] in open_page(logs, "/skat/typed")
    two = [("round", f"{skat_pages.EXAMPLE}\n\n{skat_pages.EXAMPLE}")]
    assert "type one round, not 2" in open_page(logs, "/skat/typed", two, status=400)


def test_a_round_is_turned_card_by_card(logs: TestClient) -> None:
    for card in (0, 1, 29, 30):
        text = open_page(logs, "/skat/round/book", [("name", "kupferschmid-1"), ("card", str(card))])
        turned = [[dict(pairs)["card"] for pairs in queries(text, f'rel="{way}"')] for way in ("prev", "next")]
        assert turned == [[str(card - 1)] if card else [], [str(card + 1)] if card < 30 else []]
    assert "Card 30 of 30" in text


def test_the_value_of_every_legal_card_is_what_solve_says(logs: TestClient) -> None:
    told = asked("skat", "games", "kupferschmid-1")
    before = " ".join(card["card"] for card in told["cards"][:4])
    solved = asked(
        "skat", "solve", "--deal", told["deal"], "--game", "grand", "--declarer", "forehand", "--history", before
    )
    text = open_page(logs, "/skat/round/book", [("name", "kupferschmid-1"), ("card", "4"), ("values", "1")])
    assert re.findall(r'<span class="price \w+"[^>]*>(\d+)</span>', text) == [
        str(one) for one in solved["cards"].values()
    ]


def test_rounds_are_filtered(logs: TestClient) -> None:
    every = names(logs, "book")
    lost = names(logs, "book", [("result", "lost")])
    assert len(every) == 9
    assert lost == ["kupferschmid-1", "kupferschmid-3", "kupferschmid-7"]
    assert names(logs, "book", [("result", "lost"), ("game", "grand")]) == ["kupferschmid-1"]
    assert names(logs, "book", [("declarer", "rearhand"), ("game", "spades")]) == ["kupferschmid-6", "kupferschmid-9"]
    assert names(logs, "rounds.jsonl", [("player", "no such")]) == []


def test_logs_of_one_name_and_what_cannot_be_read(logs: TestClient) -> None:
    text = open_page(logs, "/skat/rounds/rounds.jsonl-2")
    assert "Records that cannot be read: 1" in text
    assert "line 4: " in text
    assert names(logs, "rounds.jsonl-2") == names(logs, "rounds.jsonl")


def answers(text: str) -> list[Pairs]:
    """What the page of a table offers: cards, or other answers; for a discard, its last two cards."""
    found = queries(text, 'class="playing play') or [
        pairs for part in re.findall(r'<ul class="answers".*?</ul>', text, re.DOTALL) for pairs in queries(part, "")
    ]
    picks = re.findall(r'name="pick" value="(\w\w)"', text)
    if picks:
        hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)
        found = [[*hidden, *(("pick", card) for card in picks[-2:])]]
    return found


def play_round(client: TestClient, begun: Pairs) -> tuple[Pairs, str]:
    """A round played to its end by the last answer that each page offers: its address, and its last page."""
    pairs, text = begun, open_page(client, "/play/skat", begun)
    for _ in range(40):
        offered = answers(text)
        if not offered:
            return pairs, text
        pairs = offered[-1]
        text = open_page(client, "/play/skat", pairs)
    raise AssertionError("no end")


def test_a_round_is_played_to_its_end_and_costs_what_the_search_says(logs: TestClient) -> None:
    pairs, text = play_round(logs, TABLE)
    assert "The round is over - Skat" in text
    assert re.search(r"(With|Without) \d, game \d.*Score: [+-]\d+", text)
    replay = open_page(logs, "/play/skat/replay", [*pairs, ("card", "1")])
    assert len(costs(replay)) == 30
    total = sum(costs(replay))
    assert total == sum(
        map(int, re.findall(r"hand (\d+)", replay.split("Given away against best play")[1].split("</p>")[0]))
    )
    # the score goes on with the next round
    (following,) = queries(text, 'class="first" rel="next"')
    assert dict(following)["round"] == "2"
    assert dict(following)["seat"] == "rearhand"
    assert "turn" not in dict(following)
    _, second = play_round(logs, following)
    rows = re.findall(r"<tr><td>([^<]*)</td><td[^>]*>(\d+)</td>", second)
    assert sum(int(games) for _, games in rows) == 2


def test_bidding_the_skat_and_an_announcement_by_what_the_page_offers(logs: TestClient) -> None:
    pairs: Pairs = [("against", "random"), ("seat", "forehand"), ("seed", "7")]
    text = open_page(logs, "/play/skat", pairs)
    seen = []
    for _ in range(60):
        seen.append(re.search(r"<title>(.*?) - Skat", text)[1])  # type: ignore[index]
        offered = answers(text)
        if seen[-1].startswith("Your card") or not offered:
            break
        text = open_page(logs, "/play/skat", offered[0])
    assert seen[-1].startswith("Your card")
    assert {"You are the declarer: the Skat, or Hand?", "Discard two cards", "Announce your game"} <= set(seen)


def test_while_programs_think_the_card_lies_on_the_table(logs: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs: Pairs = [
        ("against", "pimc:60"),
        ("game", "grand"),
        ("declarer", "forehand"),
        ("seat", "forehand"),
        ("seed", "12"),
    ]
    pairs = answers(open_page(logs, "/play/skat", pairs))[0]
    text = open_page(logs, "/play/skat", pairs)
    card = next(one for one in answers(text) if dict(one)["turn"] == "CJ")
    told: list[bytes] = []
    monkeypatch.setattr(jobs_module._Entry, "hear", lambda entry, line: told.append(line))
    done = open_page(logs, "/play/skat", card)
    assert "thinking" not in done
    assert answers(done)
    working = Working(0.0, 60.0, json.loads(told[0]))
    monkeypatch.setattr(site_module.Site, "ask", lambda *asked, **given: working)
    response = logs.get("/play/skat", params=card)  # type: ignore[arg-type]
    assert response.headers["refresh"] == "0"
    assert "<title>Middlehand is thinking ... - Skat" in response.text
    assert 'role="status"><strong>Middlehand is thinking' in response.text
    trick = response.text.split('<section class="trick"')[1].split("</section>")[0]
    assert 'aria-label="jack of clubs"' in trick
    assert not answers(response.text)


def test_hints_are_there_when_asked_for(logs: TestClient) -> None:
    pairs = answers(
        open_page(logs, "/play/skat", [*TABLE[1:3], ("against", "pimc:5"), ("seat", "forehand"), ("seed", "4")])
    )[0]
    plain = open_page(logs, "/play/skat", pairs)
    hinted = open_page(logs, "/play/skat", [*pairs, ("hint", "1")])
    assert "Hint</h2>" not in plain
    assert 'class="price' not in plain
    assert "The program would play" in hinted
    assert len(re.findall(r'<span class="price[^>]*>\d+ %</span>', hinted)) == len(answers(plain))


def test_pages_in_german(logs: TestClient) -> None:
    german = ("lang", "de")
    begin = open_page(logs, "/play/skat", [german])
    assert '<html lang="de">' in begin
    assert "Dein Platz in der ersten Runde" in begin
    pairs, text = play_round(logs, [german, *TABLE])
    assert "Die Runde ist vorbei" in text
    replay = open_page(logs, "/play/skat/replay", [*pairs, ("card", "1")])
    assert "Mittelhand" in replay
    for page in (
        text,
        replay,
        open_page(logs, "/skat/round/xskat.log", [("name", names(logs, "xskat.log")[0]), german]),
    ):
        assert '<html lang="de">' in page
        words = re.sub(r"<[^>]*>", " ", page.split("<details class")[0])
        assert not re.search(
            r"\b(forehand|middlehand|rearhand|declarer|defenders?|trick|bids|passes|Back|Next)\b", words
        )
    # a link leads to the same table in the other language
    (other,) = queries(text, 'class="language"')
    assert "The round is over" in open_page(logs, "/play/skat", other)


IN_BOTH = (
    "/", "/game/skat", "/skat/rounds/book", "/skat/rounds/none", "/skat/round/book?name=none", "/skat/typed",
    "/skat/typed?round=none", "/play/skat", "/play/skat?seed=5&turn=pass", "/play/skat?seed=3&score=4", "/skat/puzzle?seed=3",
    "/skat/puzzle?seed=x",
    "/ask/skat/score?list=Anna won 48", "/ask/skat/score?list=Anna", "/ask/skat/bid", "/ask/skat/games", "/ask/skat/solve",
)  # fmt: skip
NAME = re.compile(
    r"Tafelwerk( [\d.]+)?|Skat|Grand|Hand|(23, )?Ouvert( 46)?|Seeger-Fabian|SVG|PNG|PDF|pimc.*|(kupferschmid|match)-.*"
    r"|S\. Kupfer.*|deal|declarer|contract|discard|cards|Anna|.*[.](log|jsonl)(-2)?|[CSHDAKQJT0-9 |,:♣♠♥♦-]*"
)


def read_texts(page: str) -> set[str]:
    """What is read of a page and of its fields, without what is marked as English."""
    page = re.sub(r'<a [^>]*lang="(en|de)"[^>]*>.*?</a>', "", page, flags=re.DOTALL)
    texts = [text for around, text in VisibleTexts(page).texts if not around & {"pre", "textarea", "code"}]
    return {
        text.strip()
        for text in (*texts, *map(unescape, re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', page)))
    }


@pytest.mark.parametrize("path", IN_BOTH)
def test_what_is_the_same_in_both_languages_is_a_name(logs: TestClient, path: str) -> None:
    mark = "&" if "?" in path else "?"
    english, german = (read_texts(logs.get(f"{path}{mark}lang={lang}").text) for lang in ("en", "de"))
    assert {text for text in english & german if re.search("[a-z]{2}", text) and not NAME.fullmatch(text)} == set()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_puzzle_is_answered_by_the_search(logs: TestClient, lang: str) -> None:
    told = asked("skat", "puzzle", "--seed", "1", "--cards", "4", "--game", "clubs")
    address = [("seed", "1"), ("cards", "4"), ("game", "clubs"), ("lang", lang)]
    puzzle = open_page(logs, "/skat/puzzle", address)
    assert 'class="price' not in puzzle
    offered = queries(puzzle, 'class="playing play')
    assert {dict(pairs)["answer"] for pairs in offered} == set(told["cards"])
    for pairs in offered:
        answered = open_page(logs, "/skat/puzzle", pairs)
        verdict = ("Right:", "No:") if lang == "en" else ("Richtig:", "Nein:")
        assert verdict[dict(pairs)["answer"] != told["solution"]] in answered
        prices = re.findall(r'<span class="price (\w+)"[^>]*>(\d+)</span>', answered)
        assert sorted(int(value) for _, value in prices) == sorted(told["cards"].values())
        assert [int(value) for tone, value in prices if tone == "good"] == [told["cards"][told["solution"]]]


def test_the_puzzle_of_the_day_has_an_address(logs: TestClient) -> None:
    found = logs.get("/skat/puzzle", follow_redirects=False)
    assert found.status_code == 303
    assert re.fullmatch(r"\?seed=20\d{6}", found.headers["location"])


def test_questions_in_german_say_what_the_terminal_says(logs: TestClient) -> None:
    given = {"deal": "♣B ♣A | ♠B ♣10 | ♥B ♣7 | ♥10 ♥A", "game": "Kreuz", "declarer": "Vorhand"}
    text = unescape(open_page(logs, "/ask/skat/explain", [*given.items(), ("lang", "de")]))
    told = call("skat", "explain", *(f"--{key}={value}" for key, value in given.items()), "--lang", "de").stdout
    sentences = [line.strip() for line in told.split("\n") if line.strip().endswith(".")]
    assert len(sentences) > 1
    assert all(sentence in text for sentence in sentences)
    # the hands are a picture, and rows are cells
    assert "Vorhand: ♣B ♣A." in text
    (first, *_) = [line.split() for line in told.split("\n") if line.split()[:1] == ["1"]]
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", text)
    assert " ".join(first) in " ".join(cells)


def test_a_hint_has_the_legend_of_all_boards_and_is_for_one_card_unless_it_is_kept(logs: TestClient) -> None:
    for hint, kept in (("1", []), ("on", [("hint", "on")])):
        text = open_page(logs, "/play/skat", [*TABLE, ("hint", hint)])
        legend = re.search(r'<p class="legend"><span class="chip best">best</span> (.*?)</p>', text)
        assert legend
        assert legend[1] == "share of the imagined deals that your side wins"
        best = re.findall(r'<a class="chip best" href="[^"]*" aria-label="[^:]*: \d+ %">', text)
        ringed = re.findall(r'<a class="playing play s\w best" href="\?([^"]*)"', text)
        assert len(best) == len(ringed) == 1
        assert [pair for pair in parse_qsl(unescape(ringed[0])) if pair[0] == "hint"] == kept
        assert ("Always hint" in text) == (hint == "1")
    undone = open_page(logs, "/play/skat", [*TABLE, ("hint", "on"), ("turn", "D8")])
    (back,) = re.findall(r'<a href="([^"]*)">Undo</a>', undone)
    redo = open_page(logs, "/play/skat" + unescape(back))
    assert ">Redo</a>" in redo
    assert "Always hint" not in redo
