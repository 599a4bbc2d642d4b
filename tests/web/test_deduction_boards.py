"""Mastermind, word lists and Dresher's game in pages: to the end by what a page offers, from both sides."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from golden.small_book import FILES
from naive import words as naive
from naive.dresher import least_by_recursion
from program import call, tasks_here
from starlette.testclient import TestClient
from web.asking import link, links, open_page
from web.conftest import asked_here

Pairs = list[tuple[str, str]]

SMALL: Pairs = [("pegs", "3"), ("colors", "4")]
CODES = ["".join(code) for code in product("ABCD", repeat=3)]
WORDS = FILES["words.txt"].split()


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """The server of a book with a word list."""
    folder = tmp_path_factory.mktemp("listed")
    (folder / "words.txt").write_text(FILES["words.txt"])
    line = "build mastermind --codes words.txt --score wordle --name wordle --strategy h1 --jobs 1"
    with tasks_here():
        assert call(*line.split(), "--book", folder / "book", cwd=folder).returncode == 0
    return asked_here(folder / "book")


def keyed(site: TestClient, path: str, text: str, guess: str, verb: str) -> tuple[str, Pairs]:
    """The page after a guess or an answer that is put together key by key."""
    for key in guess:
        text = open_page(site, path, link(text, key))
    pairs = link(text, f"{verb} {guess}")
    return open_page(site, path, pairs), pairs


def best(site: TestClient, path: str, pairs: Pairs) -> str:
    """The first guess of the hint."""
    text = open_page(site, path, [*pairs, ("hint", "1")])
    return links(text, 'class="priced"')[0][0].partition(",")[0]


def rows(text: str) -> list[tuple[str, str, str]]:
    """Guesses with their answers and what is left, as they are read aloud."""
    pattern = r'aria-label="guess (\d+), ([^":]+):".*?class="answer">([^<]*)<.*?class="left">([^<]*)<'
    found = re.findall(pattern, text, re.DOTALL)
    assert [int(number) for number, *_ in found] == list(range(1, len(found) + 1))
    return [(guess, answer, left) for _, guess, answer, left in found]


def pegs(answer: str) -> str:
    """An answer as it is typed."""
    return ",".join(re.findall(r"\d+", answer))


def test_a_code_is_broken_by_keys_and_hints(site: TestClient) -> None:
    path, pairs = "/play/mastermind", [*SMALL, ("seed", "5")]
    text = open_page(site, path, pairs)
    for _ in range(6):
        if "Found " in text:
            break
        text, pairs = keyed(site, path, text, best(site, path, pairs), "Guess")
    told = rows(text)
    assert re.search(f'<p class="good">Found {told[-1][0]} with {len(told)} quer', text)
    left = CODES
    for guess, answer, remains in told:
        left = [code for code in left if naive.mastermind(guess, code) == pegs(answer)]
        assert remains == f"{len(left)} code{'s' * (len(left) != 1)} left"
    assert not links(text, "<main") or "pick" not in dict(links(text, "<main")[-1][1])


def test_prices_of_guesses_are_hidden_until_asked_for_and_have_a_unit(site: TestClient) -> None:
    pairs = [*SMALL, ("seed", "5"), ("turn", "AAB")]
    assert "priced" not in open_page(site, "/play/mastermind", pairs)
    text = open_page(site, "/play/mastermind", [*pairs, ("hint", "1")])
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)<', text)
    assert heads == [
        "guess",
        "queries expected",
        "codes left, at most",
        "codes left, on average",
        "may be the code",
    ]
    answer = pegs(rows(text)[0][1])
    left = [code for code in CODES if naive.mastermind("AAB", code) == answer]
    table = text[text.index('class="priced"') :]
    listed_rows = re.findall(r'aria-label="(\w+)(?:, best)?">.*?</a></th>(.*?)</tr>', table, re.DOTALL)
    assert len(listed_rows) > 3
    costs = []
    for guess, cells in listed_rows:
        expected, most, mean, may = re.findall(r"<td[^>]*>([^<]*)</td>", cells)
        sizes = Counter(naive.mastermind(guess, code) for code in left).values()
        assert int(most) == max(sizes)
        assert float(mean) == pytest.approx(sum(size * size for size in sizes) / len(left), abs=0.005)
        assert may == ("yes" if guess in left else "no")
        costs.append(float(expected))
    assert costs == sorted(costs)


def test_keys_of_colours_that_may_not_repeat_are_off(site: TestClient) -> None:
    pairs = [*SMALL, ("distinct", "1"), ("seed", "5"), ("pick", "B")]
    text = open_page(site, "/play/mastermind", pairs)
    assert {told for told, to in links(text) if ("pick", told) in to} == {"A", "C", "D"}
    # keys that there are not are left out
    assert 'aria-label="Nothing chosen yet"' in open_page(
        site, "/play/mastermind", [*SMALL, ("seed", "5"), ("pick", "<x>")]
    )


def making(text: str) -> list[str]:
    """The answers that a page offers."""
    part = text[text.index('aria-labelledby="answers"') :]
    return [dict(to)["turn"] if len(to) == len(dict(to)) else to[-1][1] for _, to in links(part[: part.index("</ul>")])]


@pytest.mark.parametrize("code", ["ABA", "DDC"])
def test_a_code_that_is_thought_of_is_found_by_answers_that_are_possible(site: TestClient, code: str) -> None:
    path, pairs = "/play/mastermind", [*SMALL, ("as", "maker"), ("seed", "5")]
    left = CODES
    for _ in range(7):
        text = open_page(site, path, pairs)
        if "Found " in text:
            break
        asked = re.findall(r'aria-label="guess \d+, (\w+)"', text)[-1]
        assert set(making(text)) == {naive.mastermind(asked, other) for other in left}
        answer = naive.mastermind(asked, code)
        left = [other for other in left if naive.mastermind(asked, other) == answer]
        pairs.append(("turn", answer))
    assert f"Found {code} with " in text


def test_an_answer_may_be_typed_in_other_notations(site: TestClient) -> None:
    path, pairs = "/play/mastermind", [*SMALL, ("as", "maker"), ("seed", "5")]
    usual = rows(open_page(site, path, [*pairs, ("turn", "1,1")]))
    assert len(usual) == 1
    for answer in ("bw", "1b1w", "1A1B", "⚫⚪", "1 black, 1 white"):
        assert rows(open_page(site, path, [*pairs, ("turn", answer)])) == usual


def test_a_contradiction_is_said_in_words_and_an_answer_can_be_given_again(site: TestClient) -> None:
    path, pairs = "/play/mastermind", [*SMALL, ("as", "maker"), ("seed", "5")]
    asked = re.findall(r'aria-label="guess \d+, (\w+)"', open_page(site, path, pairs))[0]
    pairs.append(("turn", "1,1"))
    text = open_page(site, path, pairs)
    others = links(text[: text.index("</details>", text.index("not among them"))], "not among them")
    told = open_page(site, path, next(to for words, to in others if words == "0 black, 0 white"))
    fault = re.search(r'role="alert">([^<]*)', told)
    assert fault is not None
    assert f"{asked} 1,1 and " in fault[1]
    assert "contradict each other: no code has both answers" in fault[1]
    again = link(told, "Answer again")
    assert again == pairs[:-1]
    assert open_page(site, path, again) == open_page(site, path, pairs[:-1])


@pytest.mark.parametrize("more", [[], [("hard", "1")]])
def test_a_word_is_found_by_its_keyboard(listed: TestClient, more: Pairs) -> None:
    path, pairs = "/play/wordle", [*more, ("seed", "3")]
    text = open_page(listed, path, pairs)
    for _ in range(8):
        if "Found " in text:
            break
        text, pairs = keyed(listed, path, text, best(listed, path, pairs), "Guess")
    left = WORDS
    for guess, answer, _ in rows(text):
        left = [word for word in left if naive.wordle(guess, word) == answer]
    assert re.search(f"Found {left[0]} with", text)
    assert len(left) == 1


def test_letters_say_what_is_known_of_them(listed: TestClient) -> None:
    text = open_page(listed, "/play/wordle", [("seed", "3"), ("turn", "crane")])
    ((_, answer, _),) = rows(text)
    for letter, sign in zip("crane", answer, strict=True):
        meant = {"G": "right place", "Y": "elsewhere", "-": "absent"}[sign]
        assert link(text, f"{letter}, {meant}")
    assert "G: right place; Y: elsewhere; -: absent." in text


def test_hard_mode_says_why_a_word_is_refused(listed: TestClient) -> None:
    pairs = [("hard", "1"), ("seed", "3"), ("turn", "crane")]
    ((_, answer, _),) = rows(open_page(listed, "/play/wordle", pairs))
    word = next(word for word in WORDS if not any(letter in word for letter in "crane")) if answer != "-----" else ""
    assert word
    text = open_page(listed, "/play/wordle", [*pairs, ("turn", word)])
    assert f"{word} is refused in hard mode" in text


def test_a_word_that_is_thought_of_is_found(listed: TestClient) -> None:
    path, pairs = "/play/wordle", [("as", "maker"), ("seed", "3")]
    for _ in range(7):
        text = open_page(listed, path, pairs)
        if "Found " in text:
            break
        asked = re.findall(r'aria-label="guess \d+, (\w+)"', text)[-1]
        answer = naive.wordle(asked, "stare")
        if f"Answer {answer}" not in text and 'class="keys"' in text:
            _, pairs = keyed(listed, path, text, answer, "Answer")
        else:
            pairs.append(("turn", answer))
    assert "Found stare with " in text


def test_lists_are_offered_and_without_one_the_page_says_how_to_store_one(listed: TestClient, site: TestClient) -> None:
    text = open_page(listed, "/play/wordle", [])
    assert link(text, "in hard mode") == [("name", "wordle"), ("as", "breaker"), ("hard", "1")]
    assert "tafelwerk build mastermind --codes words.txt --score wordle --name wordle" in open_page(
        site, "/play/wordle", []
    )


def test_the_hiders_chances_and_prices_of_guesses(site: TestClient) -> None:
    pairs = [("n", "11"), ("seed", "4")]
    assert "chances" not in open_page(site, "/play/dresher", pairs)
    text = open_page(site, "/play/dresher", [*pairs, ("hint", "1")])
    chances = re.findall(r'</svg></td><td class="n">([\d/]+)<', text)
    assert len(chances) == 11
    assert sum(map(Fraction, chances)) == 1
    told = re.findall(r"<td>(optimal|\+[\d/]+ guess(?:es)?)</td>", text)
    assert len(told) == 11
    assert told[5] == "optimal"
    assert told == told[::-1]
    weights = [int(Fraction(chance) * 372) for chance in chances]
    least = Fraction(least_by_recursion(weights), 372)
    first = 1 + Fraction(least_by_recursion(weights[1:]), 372) - least
    assert told[0] == f"+{first} guesses"


@pytest.mark.parametrize("number", [1, 6, 10])
def test_a_number_that_is_kept_in_mind_is_found(site: TestClient, number: int) -> None:
    pairs = [("n", "11"), ("as", "hider"), ("seed", "4")]
    for _ in range(8):
        text = open_page(site, "/play/dresher", pairs)
        if "Found " in text:
            break
        asked = int(re.findall(r"The guess is <strong>(\d+)<", text)[0])
        words = "correct: it is" if asked == number else "higher than" if number > asked else "lower than"
        pairs = link(text, f"{words} {asked}")
    assert f"Found {number} with " in text
    assert "chances" in text


def test_the_proof_is_stepped_through_and_every_line_holds(site: TestClient) -> None:
    text = open_page(site, "/play/dresher/proof", [("n", "4")])
    count = int(re.findall(r"line 1 of (\d+)", text)[0])
    for number in range(1, count + 1):
        assert "✓" in text
        assert "✗" not in text
        if number < count:
            text = open_page(site, "/play/dresher/proof", link(text, "Next line"))
            assert f"line {number + 1} of {count}" in text
    assert "Next line" not in text
    assert "The value of the game is 2 guesses." in text
