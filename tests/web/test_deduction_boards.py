"""Mastermind, word lists and Dresher's game in pages: to the end by what a page offers, from both sides."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from golden.small_book import FILES
from naive import words as naive
from starlette.testclient import TestClient
from web.asking import best_moves, link, links, open_page
from web.conftest import asked_here

from tafelwerk.families.mastermind.rules import parse_game, read_guess

Pairs = list[tuple[str, str]]

PEGS, WORDLE, DRESHER = "/play/mastermind", "/play/wordle", "/play/dresher"
SMALL: Pairs = [("pegs", "3"), ("colors", "4"), ("seed", "5")]
CODES = ["".join(code) for code in product("ABCD", repeat=3)]
WORDS = FILES["words.txt"].split()


@pytest.fixture(scope="module")
def listed(small_book: Path) -> TestClient:
    """The server of a book with word lists."""
    return asked_here(small_book)


def keyed(site: TestClient, path: str, text: str, guess: str, verb: str) -> tuple[str, Pairs]:
    """The page after a guess or an answer that is put together key by key."""
    for key in guess:
        text = open_page(site, path, link(text, key))
    pairs = link(text, f"{verb} {guess}")
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
    pairs = SMALL
    text = open_page(site, PEGS, pairs)
    for _ in range(6):
        if "Found " in text:
            break
        text, pairs = keyed(site, PEGS, text, best(site, PEGS, pairs), "Guess")
    guesses = rows(text)
    assert re.search(f'<p class="good">Found {guesses[-1][0]} with {len(guesses)} guess', text)
    left = CODES
    for guess, answer, remains in guesses:
        left = [code for code in left if naive.mastermind(guess, code) == pegs(answer)]
        assert remains == f"{len(left)} code{'s' * (len(left) != 1)} left"
    assert not links(text, "<main") or "pick" not in dict(links(text, "<main")[-1][1])


def test_prices_of_guesses_are_hidden_until_asked_for_and_have_a_unit(site: TestClient) -> None:
    pairs = [*SMALL, ("turn", "AAB")]
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
    pairs = [*SMALL, ("palette", palette)]
    text = open_page(site, PEGS, pairs)
    for key in keys:
        text = open_page(site, PEGS, link(text, key))
    pairs = link(text, f"Guess {''.join(keys)}")
    plain = [*SMALL, ("turn", "AAB")]
    assert rows(open_page(site, PEGS, pairs)) == [(guess, *rows(open_page(site, PEGS, plain))[0][1:])]
    hint = best(site, PEGS, pairs)
    game = parse_game(f"3x4 palette {palette}")
    assert read_guess(game, hint) == best(site, PEGS, plain)
    assert [row[0] for row in rows(open_page(site, PEGS, [*pairs, ("turn", hint)]))] == [guess, hint]


def test_keys_of_colours_that_may_not_repeat_are_off(site: TestClient) -> None:
    text = open_page(site, PEGS, [*SMALL, ("distinct", "1"), ("pick", "B")])
    assert {label for label, to in links(text) if ("pick", label) in to} == {"A", "C", "D"}


def answers_offered(text: str) -> list[str]:
    part = text[text.index('aria-labelledby="answers"') :]
    return [dict(to)["turn"] if len(to) == len(dict(to)) else to[-1][1] for _, to in links(part[: part.index("</ul>")])]


def test_a_contradiction_is_said_in_words_and_an_answer_can_be_given_again(site: TestClient) -> None:
    pairs = [*SMALL, ("as", "maker")]
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
    for letter, sign in zip("crane", answer, strict=True):
        assert link(text, f"{letter}, " + {"G": "right place", "Y": "elsewhere", "-": "absent"}[sign])
    assert "G: right place; Y: elsewhere; -: absent." in text
    assert re.search(r"\d\.\d\d (bits|guesses)", open_page(listed, WORDLE, [*pairs[:-1], ("hint", "1")]))
    assert answer != "-----"
    outside = next(word for word in WORDS if not set(word) & set("crane"))
    assert f"{outside} is refused in hard mode" in open_page(listed, WORDLE, [*pairs, ("turn", outside)])
    for _ in range(8):
        if "Found " in text:
            break
        text, pairs = keyed(listed, WORDLE, text, best(listed, WORDLE, pairs), "Guess")
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
            _, pairs = keyed(listed, WORDLE, text, answer, "Answer")
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
    prices = re.findall(r'aria-label="(\d+): ([\d.]+) guesses on average(?:, best)?">\d+<small>', text)
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
