"""Games: a state is an address; each kind can be played to the end by what the page offers."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient
from web.conftest import POCKET, PORT

from tafelwerk.play.games import GAMES
from tafelwerk.web.app import application
from tafelwerk.web.boards.minimax import rows_of_three
from tafelwerk.web.starts import STARTS


def shown(site: TestClient, path: str, pairs: list[tuple[str, str]]) -> str:
    """A page of a game, once its work is done."""
    for _ in range(60):
        found = site.get(path, params=pairs)  # type: ignore[arg-type]
        assert found.status_code == 200, found.text
        if "refresh" not in found.headers:
            return found.text
    raise AssertionError("still at work")


def moves(text: str) -> list[str]:
    """The moves that a page offers."""
    found = re.search(r'<ul class="moves[^>]*>(.*?)</ul>', text, re.DOTALL) or re.search(
        r'<datalist id="legal">(.*?)</datalist>', text, re.DOTALL
    )
    return [unescape(move).strip() for move in re.findall(r"<(?:a [^>]*|option)>([^<]*)<", found[1])] if found else []


@pytest.mark.parametrize(
    "game",
    [one.name for one in GAMES if one.name not in ("mastermind", "wordle", "beams", "skat", "memory", "dresher")],
)
def test_a_game_is_played_to_the_end_by_its_links(site: TestClient, game: str) -> None:
    pairs = [("seed", "7")]
    text = shown(site, f"/play/{game}", pairs)
    for _ in range(80):
        if not moves(text):
            break
        priced = shown(site, f"/play/{game}", [*pairs, ("hint", "1")])
        best = re.search(r'aria-label="Hint".*?<p>[^<]*?: ([^<]*)</p>', priced, re.DOTALL)
        # the best move is among those that are priced best
        good = [
            move
            for move in moves(text)
            if best and re.search(rf"(^|, | and ){re.escape(move)}($|,| and )", unescape(best[1]))
        ]
        pairs.append(("turn", (good or moves(text))[0]))
        text = shown(site, f"/play/{game}", pairs)
    assert not moves(text)
    assert re.search(r'<p class="(good|fair|bad)">', text)


@pytest.mark.parametrize(
    ("game", "begun", "first"),
    [
        ("dresher", [], []),
        ("memory", [], []),
    ],
)
def test_a_game_is_played_to_the_end_by_any_of_its_turns(
    site: TestClient, game: str, begun: list[tuple[str, str]], first: list[str]
) -> None:
    pairs = [*begun, ("seed", "4"), *(("turn", turn) for turn in first)]
    text = shown(site, f"/play/{game}", pairs)
    for _ in range(60):
        if not moves(text):
            break
        pairs.append(("turn", moves(text)[0]))
        text = shown(site, f"/play/{game}", pairs)
    assert not moves(text)
    assert len(pairs) > len(begun) + 2


@pytest.mark.parametrize(("game", "begun"), [("beams", [("variant", "3c6p")])])
def test_a_hidden_code_is_found_by_the_hints(site: TestClient, game: str, begun: list[tuple[str, str]]) -> None:
    pairs = [*begun, ("seed", "5")]
    text = shown(site, f"/play/{game}", pairs)
    for _ in range(12):
        hint = re.search(
            r'aria-label="Hint".*?<p>([^<]*)', shown(site, f"/play/{game}", [*pairs, ("hint", "1")]), re.DOTALL
        )
        asked = re.search(r" asks (\S+?)[.,]", hint[1] + " ") if hint else None
        if not moves(text):
            break
        pairs.append(("turn", asked[1] if asked else moves(text)[0]))
        text = shown(site, f"/play/{game}", pairs)
    assert not moves(text)
    assert re.search("Found |Solved\\.", text)


def test_an_address_gives_the_same_page_again_and_back_is_undo(site: TestClient) -> None:
    before = shown(site, "/play/tictactoe", [("seed", "3")])
    after = shown(site, "/play/tictactoe", [("seed", "3"), ("turn", "5")])
    assert after != before
    assert shown(site, "/play/tictactoe", [("seed", "3"), ("turn", "5")]) == after
    assert shown(site, "/play/tictactoe", [("seed", "3")]) == before


def test_prices_are_hidden_until_asked_for(site: TestClient) -> None:
    plain = shown(site, "/play/tictactoe", [("seed", "3")])
    hinted = shown(site, "/play/tictactoe", [("seed", "3"), ("hint", "1")])
    assert "plies" not in plain
    assert "draws" in hinted


# words need a list in the book, which the pocket book has not
@pytest.mark.parametrize("game", [one.name for one in GAMES if one.name != "wordle"])
def test_every_game_has_a_hint(site: TestClient, game: str) -> None:
    assert 'aria-label="Hint"' in shown(site, f"/play/{game}", [("seed", "4"), ("hint", "1")])


def test_a_turn_that_cannot_be_is_said_and_changes_nothing(site: TestClient) -> None:
    found = site.get("/play/tictactoe", params={"seed": "3", "turn": "99"})
    assert found.status_code == 200
    assert 'role="alert"' in found.text
    assert moves(found.text) == moves(shown(site, "/play/tictactoe", [("seed", "3")]))


def test_a_game_begins_with_a_seed_of_its_own(site: TestClient) -> None:
    found = site.get("/play/tictactoe", params={"go": ""}, follow_redirects=False)
    assert found.status_code == 303
    assert re.search(r"seed=\d+", found.headers["location"])


def test_no_game_is_loaded_from_a_file(site: TestClient) -> None:
    for named in ("nim.py", "nim.py:Nim", "os:path"):
        assert site.get(f"/play/{named}", params={"seed": "1"}).status_code == 400
        assert site.get("/api/games/position", params={"name": named}).status_code == 400


def middle(site: TestClient, game: str) -> list[tuple[str, str]]:
    """A game after two turns that its page offers."""
    pairs = [("seed", "7")]
    for _ in range(2):
        found = moves(shown(site, f"/play/{game}", pairs))
        pairs += [("turn", found[len(found) // 2])] if found else []
    return pairs


# a hint for Mastermind with ten colours may take long; Skat has bids before cards
@pytest.mark.parametrize("game", [one.name for one in GAMES if one.name not in ("mastermind", "skat", "wordle")])
def test_every_turn_in_the_middle_of_a_game_has_a_price(site: TestClient, game: str) -> None:
    text = shown(site, f"/play/{game}", [*middle(site, game), ("hint", "1")])
    assert 'aria-label="Hint"' in text
    assert re.search(r'class="(spot )?(good|fair|bad)"', text)


def test_an_address_gives_the_same_position_on_a_second_start(site: TestClient) -> None:
    chosen = ("tictactoe", "grundy", "memory", "switching", "beams")
    once = {game: (pairs := middle(site, game), shown(site, f"/play/{game}", pairs)) for game in chosen}
    with TestClient(application(POCKET, PORT), base_url=f"http://127.0.0.1:{PORT}") as second:
        for game, (pairs, text) in once.items():
            assert shown(second, f"/play/{game}", pairs) == text


def test_the_line_that_ends_a_game_is_marked() -> None:
    assert rows_of_three("XXX.O.O..") == "012"
    assert rows_of_three("X.OXO.O.X") == "246"
    assert rows_of_three("XOX......") == ""


def test_a_token_is_the_turn_that_takes_it_and_those_behind_it(site: TestClient) -> None:
    text = shown(site, "/play/nim-passes", [("seed", "7")])
    offered = set(moves(text))
    spots = set(re.findall(r'class="spot " aria-label="([^"]*)"', text))
    assert spots == offered - {"pass"}


def test_a_relative_of_a_game_is_played_by_a_link_of_its_first_page(site: TestClient) -> None:
    begun = site.get("/play/tictactoe").text
    assert 'href="?game=tictactoe-misere"' in begun
    text = shown(site, "/play/tictactoe", [("game", "tictactoe-misere"), ("seed", "3")])
    assert "<h1>tictactoe-misere</h1>" in text
    assert "in a row loses" in text
    assert "game=tictactoe-misere" in text


@pytest.mark.parametrize(
    ("game", "given"),
    [
        (game, given)
        for game, starts in STARTS.items()
        for _, links in starts
        for _, given in links
        if "variant" not in given
    ],
)
def test_every_link_to_begin_leads_to_a_game(site: TestClient, game: str, given: dict[str, str]) -> None:
    assert moves(shown(site, f"/play/{game}", [*given.items(), ("seed", "3")]))


def test_a_mark_is_chosen_before_its_field(site: TestClient) -> None:
    text = shown(site, "/play/tictactoe", [("game", "tictactoe-wild"), ("seed", "3"), ("choose", "O")])
    assert set(re.findall(r'class="spot " aria-label="(\w)\d"', text)) == {"O"}
    assert text.count('aria-label="mark ') == 2
    assert 'aria-label="mark ' not in shown(site, "/play/tictactoe", [("seed", "3")])
