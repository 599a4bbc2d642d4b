"""Games: a state is an address; each kind can be played to the end by what the page offers.
Mastermind, word lists and Dresher's game in pages: to the end by what a page offers, from both sides.
"""

import json
import re
from collections import Counter
from fractions import Fraction
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from golden.small_book import FILES
from naive import words as naive
from starlette.testclient import TestClient
from web.asking import best_moves, link, links, moves, open_page, play_on
from web.asking import links as offers
from web.conftest import POCKET, asked_here

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.rules import parse_game, read_guess
from tafelwerk.families.switching.play import Bridge
from tafelwerk.museum import starts_of
from tafelwerk.play.duel import Duel
from tafelwerk.play.games import GAMES
from tafelwerk.plots.pictures import dark_document
from tafelwerk.plots.style import DARK
from tafelwerk.web import game_jobs
from tafelwerk.web.game_jobs import board
from tafelwerk.web.routes.game_pages import BY_WEEKDAY, OFFERED
from tafelwerk.web.site import art
from tafelwerk.web.worker import command
from tafelwerk.wording import short_number

# words need a list in the book, which the pocket book has not; the others have tests of their own
PLAYED = [entry.name for entry in GAMES if entry.name not in ("wordle", "mastermind", "skat")]
SMALL = {"beams": [("variant", "3c6p")]}
"""What is chosen of games that would be long."""


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_is_played_to_the_end_by_its_hints(site: TestClient, game: str) -> None:
    path, pairs = f"/play/{game}", [*SMALL.get(game, ()), ("seed", "7")]
    text = open_page(site, path, pairs)
    assert 'aria-label="Hint"' not in text
    assert not re.search(r'class="(spot|chip) (good|fair|bad)', text), "prices are hidden until asked for"
    for turn in range(80):
        hinted = open_page(site, path, [*pairs, ("hint", "1")])
        if not moves(hinted):
            break
        if turn == 1:
            assert moves(hinted) == moves(open_page(site, path, pairs))
            assert re.search(r'class="chip (good|fair|bad)', hinted)
            assert "hint=" not in str(offers(hinted, '<section class="tabletop"')[0]), "for this move alone"
        pairs.append(("turn", (best_moves(hinted) or moves(hinted))[0]))
    text = open_page(site, path, pairs)
    assert not moves(text)
    assert re.search(r'<p class="(good|fair|bad)">', text)
    assert game != "beams" or re.search(r"Found |Solved\.", text)
    # back is undo
    assert moves(open_page(site, path, pairs[:-1]))


POSITIONS = (
    "/play/memory?seed=7",
    "/play/switching?seed=7&turn=A1",
    "/play/beams?seed=7&variant=3c6p&turn=1%401",
    "/play/mastermind?pegs=3&colors=4&seed=5&turn=AAB&turn=ABC&hint=1",
    "/play/dresher?n=11&as=hider&seed=4&turn=lower",
)


def test_an_address_gives_the_same_position_again_and_after_a_second_start(site: TestClient) -> None:
    second = asked_here(POCKET)
    for path in POSITIONS:
        text = open_page(site, path)
        assert open_page(site, path) == open_page(second, path) == text
    assert open_page(site, "/play/tictactoe?seed=3") != open_page(site, "/play/tictactoe?seed=3&turn=5")


def test_a_game_has_a_limit_of_turns_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["minimax", "play", "tictactoe", "--seed", "3"]
    monkeypatch.setattr(game_jobs, "MOST_TURNS", 1)
    monkeypatch.setattr(game_jobs, "KEPT", 1)
    assert not game_jobs.play(words, ["5"])["over"]
    assert len(game_jobs._GAMES) == 1
    with pytest.raises(InputError, match="a game may have 1 turns, not 2"):
        game_jobs.play(words, ["5", "1"])


def test_every_link_to_begin_leads_to_a_game(site: TestClient) -> None:
    count = 0
    for game in (entry.name for entry in GAMES if entry.name not in ("wordle", "skat")):
        begun = open_page(site, f"/play/{game}")
        starts = starts_of(game)
        assert starts is not None
        assert f"<h1>{starts.title}</h1>" in unescape(begun)
        given = [start.fields for several in (starts.ready, *(more for _, more in starts.more)) for start in several]
        assert {frozenset(fields.items()) for fields in given} == {frozenset(pairs) for _, pairs in offers(begun)}, game
        for fields in given:
            count += 1
            # a large board of Beams takes seconds
            if fields.get("variant", "3c6p") == "3c6p":
                text = open_page(site, f"/play/{game}", [*fields.items(), ("seed", "3")])
                assert moves(text) or 'class="key"' in text, (game, fields)
    assert count > 60


def test_a_mark_is_chosen_before_its_field(site: TestClient) -> None:
    text = open_page(site, "/play/tictactoe?game=tictactoe-wild&seed=3&choose=O")
    assert set(re.findall(r'class="spot " aria-label="(\w)\d"', text)) == {"O"}
    assert text.count('aria-label="mark ') == 2
    assert 'aria-label="mark ' not in open_page(site, "/play/tictactoe?seed=3")


def test_a_token_is_the_turn_that_takes_it_and_those_behind_it(site: TestClient) -> None:
    text = open_page(site, "/play/nim-passes?seed=7")
    assert set(re.findall(r'class="spot " aria-label="([^"]*)"', text)) == set(moves(text)) - {"pass"}


def test_windows_of_beams_are_asked_for_the_chosen_colour(site: TestClient) -> None:
    text = open_page(site, "/play/beams?seed=5&variant=3c6p&choose=2")
    assert moves(text) == [f"2@{window}" for window in range(1, 16)]
    # the colour is kept for the next query
    assert re.search(r'turn=2%401&amp;choose=2"', text)


def test_a_hint_of_beams_prices_every_query_best_first(site: TestClient) -> None:
    text = open_page(site, "/play/beams?seed=5&variant=3c6p&hint=1")
    hint = text[text.index('aria-label="Hint"') :]
    priced = re.findall(r'aria-label="(\d@\d+): leaves ([\d.,]+) on average(, best)?"', hint)
    means = [float(mean.replace(",", "")) for _, mean, _ in priced]
    assert (len({query for query, *_ in priced}), means) == (45, sorted(means))
    assert {mean for _, mean, best in priced if best} == {priced[0][1]}
    assert [short_number(number) for number in (4.25, 72, 999, 1234, 1e6, 416749069, 2.7e9)] == [
        "4.25", "72", "999", "1.23k", "1M", "417M", "2.7G"
    ]  # fmt: skip


def test_a_query_is_answered_before_the_codes_left_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a line that is no turn leaves the game where it was."""
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    words, said = ["beams", "play", "--variant", "square30", "--seed", "3"], list[dict[str, Any]]()
    monkeypatch.setattr(game_jobs, "tell", said.append)
    done = game_jobs.play(words, ["1@2"])
    answered = said[1]
    assert answered.keys() == done.keys()
    assert ([part["text"] for part in answered["said"]], done["said"]) == (["1. 1@2 4"], [])
    assert "1@2: 4. Colours of the fields, 0 for unknown: 0" in answered["board"]["picture"]["text"]
    assert not answered["board"]["spots"]
    assert len(done["board"]["spots"]) == 21
    assert "codes are left" in done["sentence"]
    with pytest.raises(InputError):
        game_jobs.play(words, ["1@2", "1@2"])
    assert (*words, "", "1@2") in game_jobs._GAMES


@pytest.mark.parametrize("role", [("players", "3"), ("as", "maker"), ("colors", "3")])
def test_every_role_of_beams_is_played_to_the_end(site: TestClient, role: tuple[str, str]) -> None:
    """Also on a board of squares."""
    begun = [("board", "3x4") if role[0] == "colors" else ("variant", "3c6p"), role, ("seed", "4")]
    _, text = play_on(site, "/play/beams", begun, -1)
    assert re.search(r'<p class="(good|fair|bad)">', text)
    if role == ("as", "maker"):
        assert "are numbered" in open_page(site, "/play/beams", begun)
        assert "Found " in text or "I pay " in text


def test_a_puzzle_is_that_of_its_date(site: TestClient) -> None:
    response = site.get("/play/beams/today", follow_redirects=False)
    assert response.status_code == 303
    assert re.fullmatch(r"/play/beams/puzzle\?date=\d{4}-\d\d-\d\d", response.headers["location"])
    first, again, next_day = (open_page(site, f"/play/beams/puzzle?date=2026-03-0{day}") for day in (3, 3, 4))
    assert first == again != next_day
    # a Tuesday and a Wednesday
    assert f"--variant {BY_WEEKDAY[1]} --seed 20260303<" in first
    assert f"--variant {BY_WEEKDAY[2]} --seed 20260304<" in next_day
    assert set(BY_WEEKDAY) <= set(OFFERED)


def test_a_puzzle_is_solved_by_its_links_and_has_the_solution_of_the_command(site: TestClient) -> None:
    path, pairs = "/play/beams/puzzle", [("variant", "3c6p"), ("seed", "1")]
    solution = json.loads(command(["beams", "puzzle", "--variant", "3c6p", "--seed", "1", "--json"])["out"])["solution"]
    text = open_page(site, path, pairs)
    wrongs = []
    for field, colour in enumerate(solution, 1):
        turn = f"{field}={colour}"
        if re.search(rf"turn={field}%3D{colour}&amp;", open_page(site, path, [*pairs, ("choose", colour)])) is None:
            continue  # given by a beam
        if not wrongs:
            tried = [[*pairs, ("turn", f"{field}={other}")] for other in "123"]
            assert not [one for one in tried if "rong" in open_page(site, path, one)]
            hinted = [open_page(site, path, [*one, ("hint", "1")]) for one in tried]
            wrongs = [f"Wrong: field {field}." in page for page in hinted]
        pairs.append(("turn", turn))
        text = open_page(site, path, pairs)
    assert wrongs.count(True) == 2
    assert "Solved: every beam fits." in text
    assert 'class="spot' not in text
    assert "This is the solution." in open_page(site, f"{path}?variant=3c6p&seed=2&turn=reveal")


def test_a_sheet_to_print_has_its_puzzles_and_their_solutions(site: TestClient) -> None:
    """In a question, which saves it as pages."""
    (sheet,) = re.findall(r'href="/(ask/[^"]*)">A sheet of puzzles to print', open_page(site, "/play/beams"))
    text = unescape(open_page(site, f"/{unescape(sheet)}"))
    line = ["beams", "puzzle", "--variant", "3c6p", "--seed", "1", "--count", "6", "--json"]
    for number, puzzle in enumerate(json.loads(command(line)["out"]), 1):
        assert f"{number}. {puzzle['solution']}" in text
    (pages,) = re.findall(r'href="(/ask/beams/puzzle/picture.pdf[^"]*)"', text)
    assert site.get(pages).content.count(b"/Type /Page\n") + site.get(pages).content.count(b"/Type /Page ") >= 2


def test_a_hint_of_bridg_it_tells_outcome_answer_and_potential_of_every_link(site: TestClient) -> None:
    begun = "/play/switching?seed=3&order=4&against=perfect"
    text = open_page(site, begun)
    assert len(moves(text)) == 25
    assert not [words for words in ("potential difference", "Why ", "Show what is hidden") if words in text]
    text = unescape(open_page(site, f"{begun}&as=short&turn=C3&hint=1"))
    labels = re.findall(r'class="spot " aria-label="([A-G]\d): loses, answered by ([A-G]\d); .* (0\.\d+)"', text)
    assert len(labels) == 22
    assert "Why Cut wins</summary>" in text
    assert '<th scope="col">Cut answers</th>' in text
    # no number is coded as a width alone
    assert text.count("<td>loses</td>") == 22


def drawing_of(session: Duel) -> dict[str, Any]:
    """The board of a game with its prices."""
    drawing = board(session, session.prices())
    assert drawing is not None
    return drawing


def test_the_answer_to_the_last_move_of_bridg_it_is_marked() -> None:
    game = Bridge(4)
    drawing = drawing_of(Duel(game, "cut", game.read_state("D4 G5 C3 G3"), "perfect", 1))
    proof, currents = drawing["panels"]
    assert "Short has just taken G3 of the green set. The answer, ringed in yellow: F2, E3 or F4." in proof["lines"]
    assert "Marked on the board: F2, E3, F4." in proof["picture"]["text"]
    best = {row[0] for row in currents["rows"] if row[1] == "wins"}
    assert {"F2", "E3", "F4"} <= best == {spot["turn"] for spot in drawing["spots"] if spot["is_best"]}


def test_the_end_of_bridg_it_names_the_links_that_join() -> None:
    session = Duel(Bridge(2), "cut", (), "random", 1)
    list(session.start())
    while not session.over:
        list(session.turn(session.prices()[0].turn))
    drawing = drawing_of(session)
    assert re.search(r"Joined by A\d, .*and C\d\.|Joined by A(\d) and C\1\.", drawing["picture"]["text"])
    assert not drawing["spots"]


def test_the_end_of_a_game_tells_the_costliest_move(site: TestClient) -> None:
    """With a link to the position before it, and to a new game by the same rules."""
    begun = [("game", "tictactoe"), ("as", "second"), ("seed", "1")]

    _, text = play_on(site, "/play/tictactoe", begun)
    assert "Perfect play wins after" in text
    worst = re.search(r'Your costliest move: <a href="([^"]*)">(\d)\. (\d)</a>, turns a draw into a loss\.', text)
    assert worst
    before = unescape(worst[1])
    assert worst[3] in moves(open_page(site, f"/play/tictactoe{before}"))
    assert worst[3] not in best_moves(open_page(site, f"/play/tictactoe{before}"))
    again = next(to for words, to in offers(text) if words == "Again with the same rules")
    assert dict(again) == {"game": "tictactoe", "as": "second", "seed": ""}
    response = site.get("/play/tictactoe", params=again, follow_redirects=False)
    assert (response.status_code, "seed=" in response.headers["location"]) == (303, True)


def test_a_turn_that_was_taken_back_can_be_made_again(site: TestClient) -> None:
    begun = [("game", "tictactoe"), ("seed", "3"), ("turn", "4")]
    undo = next(to for words, to in offers(open_page(site, "/play/tictactoe", begun)) if words == "Undo")
    assert undo == [*begun[:-1], ("undone", "4")]
    redo = next(to for words, to in offers(open_page(site, "/play/tictactoe", undo)) if words == "Redo")
    assert redo == begun


def test_every_colour_of_a_drawing_has_its_colour_in_the_dark() -> None:
    drawing = art('<text fill="#1b1b1b" font-size="4.00"/>', 330)
    assert drawing == f'<text fill="light-dark(#1b1b1b,{DARK["#1b1b1b"]})" font-size="11.50"/>'
    assert dark_document('"white" "#fffffe"') == '"#16191e" "#fffffe"'


Pairs = list[tuple[str, str]]

PEGS, WORDLE, DRESHER = "/play/mastermind", "/play/wordle", "/play/dresher"
PEGGED: Pairs = [("pegs", "3"), ("colors", "4"), ("seed", "5")]
CODES = ["".join(code) for code in product("ABCD", repeat=3)]
WORDS = FILES["words.txt"].split()


@pytest.fixture(scope="module")
def listed(small_book: Path) -> TestClient:
    """The server of a book with word lists."""
    return asked_here(small_book)


def keyed(site: TestClient, path: str, pairs: Pairs, guess: str) -> tuple[str, Pairs]:
    """The page after a guess or an answer that is put together of keys which the page has."""
    text = open_page(site, path, pairs)
    assert {*guess} <= {*re.findall(r'class="key" data-pick="(.)"', text)}
    pairs = [*pairs, ("turn", guess)]
    return open_page(site, path, pairs), pairs


def best(site: TestClient, path: str, pairs: Pairs) -> str:
    """The first guess of the hint."""
    return best_moves(open_page(site, path, [*pairs, ("hint", "1")]))[0]


def rows(text: str) -> list[tuple[str, str, str]]:
    """Guesses with their answers and what is left, as they are read aloud."""
    pattern = r'aria-label="guess (\d+), ([^":]+):".*?class="answer">([^<]*)<.*?class="left">([^<]*)<'
    guesses = re.findall(pattern, text, re.DOTALL)
    assert [int(number) for number, *_ in guesses] == list(range(1, len(guesses) + 1))
    return [(guess, answer, left) for _, guess, answer, left in guesses]


def last_asked(text: str) -> str:
    """The program's last guess."""
    return str(re.findall(r'aria-label="guess \d+, (\w+)"', text)[-1])


def pegs(answer: str) -> str:
    """An answer as it is typed."""
    return ",".join(re.findall(r"\d+", answer))


def test_a_code_is_broken_by_keys_and_hints(site: TestClient) -> None:
    pairs = PEGGED
    text = open_page(site, PEGS, pairs)
    for _ in range(6):
        if "Found " in text:
            break
        text, pairs = keyed(site, PEGS, pairs, best(site, PEGS, pairs))
    guesses = rows(text)
    assert re.search(f'<p class="good">Found {guesses[-1][0]} with {len(guesses)} guess', text)
    left = CODES
    for guess, answer, remains in guesses:
        left = [code for code in left if naive.mastermind(guess, code) == pegs(answer)]
        assert remains == f"{len(left)} code{'s' * (len(left) != 1)} left"


def test_prices_of_guesses_are_hidden_until_asked_for_and_have_a_unit(site: TestClient) -> None:
    pairs = [*PEGGED, ("turn", "AAB")]
    assert 'aria-label="Hint"' not in open_page(site, PEGS, pairs)
    text = open_page(site, PEGS, [*pairs, ("hint", "1")])
    assert "guesses expected until the code is found; + is how many more than with the best guess" in text
    answer = pegs(rows(text)[0][1])
    left = [code for code in CODES if naive.mastermind("AAB", code) == answer]
    row = r'aria-label="(\w+): ([\d.]+) guesses(?:, best)?">.*?<b>(best|\+[\d.]+)</b><small>'
    row += r"(.*?)leaves ([\d.]+) on average, (\d+) at most"
    priced = re.findall(row, text, re.DOTALL)
    assert len(priced) > 3
    costs = []
    for guess, expected, behind, may, mean, most in priced:
        sizes = Counter(naive.mastermind(guess, code) for code in left).values()
        assert (int(most), bool(may)) == (max(sizes), guess in left)
        assert float(mean) == pytest.approx(sum(size * size for size in sizes) / len(left), abs=0.05)
        costs.append(float(expected))
        assert behind == "best" or float(behind) == pytest.approx(costs[-1] - costs[0], abs=0.011)
    assert costs == sorted(costs)


@pytest.mark.parametrize(
    ("palette", "keys", "guess"),
    [
        ("RGBY", ("R", "R", "G"), "RRG"),
        # two colours begin with B
        ("red,blue,brown,green", ("red-", "red-", "blue-"), "red-red-blue"),
    ],
)
def test_a_palette_names_keys_guesses_and_hints(
    site: TestClient, palette: str, keys: tuple[str, ...], guess: str
) -> None:
    pairs = [*PEGGED, ("palette", palette)]
    assert {*keys} <= {*re.findall(r'class="key" data-pick="([^"]*)"', open_page(site, PEGS, pairs))}
    pairs = [*pairs, ("turn", "".join(keys))]
    plain = [*PEGGED, ("turn", "AAB")]
    assert rows(open_page(site, PEGS, pairs)) == [(guess, *rows(open_page(site, PEGS, plain))[0][1:])]
    hint = best(site, PEGS, pairs)
    game = parse_game(f"3x4 palette {palette}")
    assert read_guess(game, hint) == best(site, PEGS, plain)
    assert [row[0] for row in rows(open_page(site, PEGS, [*pairs, ("turn", hint)]))] == [guess, hint]


def answers_offered(text: str) -> list[str]:
    part = text[text.index('aria-labelledby="answers"') :]
    return [dict(to)["turn"] if len(to) == len(dict(to)) else to[-1][1] for _, to in links(part[: part.index("</ul>")])]


def test_a_contradiction_is_said_in_words_and_an_answer_can_be_given_again(site: TestClient) -> None:
    pairs = [*PEGGED, ("as", "maker")]
    text = open_page(site, PEGS, pairs)
    asked = last_asked(text)
    assert set(answers_offered(text)) == {naive.mastermind(asked, code) for code in CODES}
    pairs.append(("turn", "1,1"))
    text = open_page(site, PEGS, pairs)
    left = [code for code in CODES if naive.mastermind(asked, code) == "1,1"]
    assert set(answers_offered(text)) == {naive.mastermind(last_asked(text), code) for code in left}
    others = links(text[: text.index("</details>", text.index("not among them"))], "not among them")
    refused = open_page(site, PEGS, next(to for words, to in others if words == "0 black, 0 white"))
    fault = re.search(r'role="alert">([^<]*)', refused)
    assert f"{asked} 1,1 and " in fault[1]
    assert "contradict each other: no code has both answers" in fault[1]
    again = link(refused, "Answer again")
    assert again == pairs[:-1]
    assert open_page(site, PEGS, again) == open_page(site, PEGS, pairs[:-1])


def test_a_word_is_found_by_its_keyboard_in_hard_mode(listed: TestClient) -> None:
    """Letters say what is known of them, and a word that does without them is refused."""
    pairs = [("name", "words"), ("strategy", "h1"), ("hard", "1"), ("seed", "3"), ("turn", "crane")]
    text = open_page(listed, WORDLE, pairs)
    ((_, answer, _),) = rows(text)
    meanings = {"G": "right place", "Y": "elsewhere", "-": "absent"}
    for letter, sign in zip("crane", answer, strict=True):
        assert f'aria-label="{letter}, {meanings[sign]}"' in text
    assert "G: right place; Y: elsewhere; -: absent." in text
    assert re.search(r"\d\.\d\d (bits|guesses)", open_page(listed, WORDLE, [*pairs[:-1], ("hint", "1")]))
    assert answer != "-----"
    outside = next(word for word in WORDS if not set(word) & set("crane"))
    assert f"{outside} is refused in hard mode" in open_page(listed, WORDLE, [*pairs, ("turn", outside)])
    for _ in range(8):
        if "Found " in text:
            break
        text, pairs = keyed(listed, WORDLE, pairs, best(listed, WORDLE, pairs))
    left = WORDS
    for guess, answer, _ in rows(text):
        left = [word for word in left if naive.wordle(guess, word) == answer]
    assert re.search(f"Found {left[0]} with", text)
    assert len(left) == 1


def test_a_word_that_is_thought_of_is_found(listed: TestClient) -> None:
    pairs = [("name", "words"), ("as", "maker"), ("seed", "3")]
    for _ in range(7):
        text = open_page(listed, WORDLE, pairs)
        if "Found " in text:
            break
        answer = naive.wordle(last_asked(text), "stare")
        if f"Answer {answer}" not in text and 'class="keys"' in text:
            _, pairs = keyed(listed, WORDLE, pairs, answer)
        else:
            pairs.append(("turn", answer))
    assert "Found stare with " in text


def test_lists_are_offered_and_without_one_the_page_says_how_to_store_one(listed: TestClient, site: TestClient) -> None:
    hard = ("in hard mode", [("name", "words"), ("as", "breaker"), ("hard", "1")])
    assert hard in links(open_page(listed, WORDLE))
    assert "tafelwerk build mastermind --codes words.txt --score wordle --name wordle" in open_page(site, WORDLE)


def test_the_hiders_chances_and_prices_of_guesses(site: TestClient) -> None:
    pairs = [("n", "11"), ("seed", "4")]
    assert "chances" not in open_page(site, DRESHER, pairs)
    text = open_page(site, DRESHER, [*pairs, ("hint", "1")])
    chances = re.findall(r"<td>([\d/]+) \([\d.]+ %\)</td>", text)
    assert (len(chances), sum(map(Fraction, chances))) == (11, 1)
    prices = re.findall(r'class="spot[^"]*" aria-label="(\d+): ([\d.]+) guesses on average', text)
    assert [number for number, _ in prices] == [str(number) for number in range(1, 12)]
    worths = [float(worth) for _, worth in prices]
    assert (worths[5], worths) == (min(worths), worths[::-1])


def test_the_proof_is_stepped_through_and_every_line_holds(site: TestClient) -> None:
    text = open_page(site, f"{DRESHER}/proof", [("n", "3")])
    count = int(re.findall(r"line 1 of (\d+)", text)[0])
    for number in range(1, count + 1):
        assert "✓" in text
        assert "✗" not in text
        if number < count:
            text = open_page(site, f"{DRESHER}/proof", link(text, "Next line"))
            assert f"line {number + 1} of {count}" in text
    assert "Next line" not in text
    assert "The value of the game is 9/5 guesses." in text
