"""A name that is given twice in an address is refused, so that no value counts in another's place."""

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/dresher/value?n=1&n=2", "n"),
        ("/api/dresher/value?n=1&%6E=1", "n"),
        ("/ask/dresher/value?n=&n=2", "n"),
        ("/api/dresher/value?n=1&compute=&compute=1", "compute"),
        ("/sql?q=SELECT 1&q=SELECT 2", "q"),
        ("/sql/rows.csv?q=SELECT 1&q=SELECT 2", "q"),
        ("/api/sql/chart.json?q=SELECT 1 AS x&x=x&x=y&y=x", "x"),
        ("/tables/dresher.games?n=1&n=2", "n"),
        ("/tables/dresher.games?turn=1&turn=2", "turn"),
        ("/tables/dresher.games?page=1&page=2", "page"),
        ("/builds?family=dresher&family=search", "family"),
        ("/figures?words=a&words=b", "words"),
        ("/api/figures/dresher-3.1.json?theme=light&theme=dark", "theme"),
        ("/figures/dresher-3.1/picture.svg?theme=light&theme=dark", "theme"),
        ("/play/tictactoe?seed=3&seed=4", "seed"),
        ("/play/tictactoe?seed=3&turn=4&turn=0&hint=1&hint=1", "hint"),
        ("/play/beams/puzzle?seed=1&seed=2", "seed"),
        ("/play/dresher/proof?n=7&n=8", "n"),
        ("/skat/puzzle?seed=1&seed=2", "seed"),
        ("/skat/rounds/book?result=won&result=lost", "result"),
        ("/nothing?x=1&x=1", "x"),
    ],
)
def test_a_name_given_twice_is_refused(site: TestClient, path: str, name: str) -> None:
    found = site.get(path)
    assert found.status_code == 400
    text = f"'{name}' is given twice in the address; give it once"
    if path.startswith("/api/"):
        assert found.json() == {"error": text}
    else:
        assert text.replace("'", "&#39;") in found.text


def test_turns_are_given_several_times(site: TestClient) -> None:
    found = site.get("/play/tictactoe?seed=3&turn=4&turn=4")
    assert "is given twice" not in found.text


def test_an_empty_seed_begins_a_game(site: TestClient) -> None:
    for path in ("/play/skat?seed=&go=1", "/play/tictactoe?seed=&go=1"):
        found = site.get(path, follow_redirects=False)
        assert found.status_code == 303
        assert found.headers["location"].count("seed=") == 1


@pytest.mark.parametrize(
    "body", ['{"sql": "SELECT 1", "sql": "SELECT 2"}', '{"sql": "SELECT 1", "limit": 1, "limit": 2}']
)
def test_a_key_given_twice_is_refused(site: TestClient, body: str) -> None:
    headers = {"origin": "http://127.0.0.1:8731", "content-type": "application/json"}
    found = site.post("/api/sql", content=body, headers=headers)
    assert found.status_code == 400
    assert "is given twice" in found.json()["error"]
