"""`tafelwerk skat score`: 300 games against a list keeper who reckons by the sections of the Skat Order, and published examples.

Its words are in tests/shown, its refusals in tests/refusals.
"""

import json
from pathlib import Path
from random import Random
from shlex import split
from typing import Any

import pytest
from naive import skat_score as naive
from program import call
from skat_questions import ask

from tafelwerk.book import Book
from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game
from tafelwerk.families.skat.rules.contracts import matadors
from tafelwerk.families.skat.score import Score, cards_with
from tafelwerk.tables.answers import document

GAMES = 300


def asked(played: naive.Game, *, as_cards: bool) -> Score:
    """The question of a game, as Python asks it."""
    words = naive.options(played, as_cards=as_cards)
    named: dict[str, object] = {}
    for word, after in zip(words, [*words[1:], "--"], strict=True):
        if word.startswith("--"):
            named[word[2:]] = True if after.startswith("--") else after
    numbers = {name: int(str(named[name])) for name in ("matadors", "points", "tricks", "bid") if name in named}
    return Score(**{**named, **numbers})


def answered_in_python(question: Score, folder: Path) -> Any:
    """The document of its answer."""
    return json.loads(json_text(document(Book(folder).ask(question))))


@pytest.mark.parametrize("as_cards", [True, False])
def test_generated_games(as_cards: bool, tmp_path: Path) -> None:
    results = set()
    for seed in range(GAMES):
        played = naive.some_game(seed)
        expected = naive.score(played)
        answer = answered_in_python(asked(played, as_cards=as_cards), tmp_path)
        assert {name: answer[name] for name in expected} == expected, played
        if played.game != "null":
            count = naive.signed_matadors(played)
            base = naive.BASE[played.game]
            assert answer["matadors"] == count
            assert f"{answer['multiplier']} x {base} = {answer['multiplier'] * base}" in answer["explanation"]
            assert answer["explanation"].startswith(f"{'With' if count > 0 else 'Without'} {abs(count)}, game ")
        assert f"Score: {expected['score']:+d}." in answer["explanation"]
        results.add((played.game == "null", expected["won"], expected["overbid"]))
    # won, lost and overbid; a Null is never overbid
    assert results == {
        (False, True, False),
        (False, False, False),
        (False, False, True),
        (True, True, False),
        (True, False, False),
    }


def test_the_command_line_and_python_agree(tmp_path: Path) -> None:
    for seed in Random(1).sample(range(GAMES), 12):
        played = naive.some_game(seed)
        answer = ask("score", *naive.options(played, as_cards=False), book=tmp_path)
        assert answer == answered_in_python(asked(played, as_cards=False), tmp_path)


@pytest.mark.parametrize(
    ("line", "value", "score"),
    [
        # International Skat Order, 5.4.2: overbid by a jack in the Skat
        ('hearts --cards "HT HK HQ H9 H8 H7 CA CT SA SK | SJ C7" --hand --points 85 --bid 59', 60, -120),
        # the four Nulls
        ("null --tricks 0", 23, 23),
        ("null --hand --tricks 0", 35, 35),
        ("null --ouvert --tricks 0 --bid 46", 46, 46),
        ("null --hand --ouvert --tricks 1", 59, -118),
        # en.wikipedia.org, "Skat scoring": Anton's Grand with 4 and Schneider, his lost diamonds without 2, Carla's Null Ouvert
        ("grand --matadors 4 --points 91", 144, 144),
        ("diamonds --matadors -2 --points 50", 27, -54),
        # an announced Schneider counts if it is not made
        ("clubs --matadors 2 --hand --announce schneider --points 95", 72, 72),
        ("clubs --matadors 2 --hand --announce schneider --points 89", 72, -144),
        # the dearest games, and the cheapest
        ("grand --matadors 4 --hand --announce schwarz --ouvert --points 120 --tricks 10", 264, 264),
        ("clubs --matadors -11 --hand --announce schwarz --ouvert --points 120 --tricks 10 --bid 216", 216, 216),
        ("diamonds --matadors -1 --points 61", 18, 18),
        # 18 was bid on diamonds without one; 20 are not reached, 27 are
        ("diamonds --matadors 1 --points 89 --bid 20", 27, -54),
        ("diamonds --matadors 1 --points 90 --bid 20", 27, 27),
        # the declarer Schneider, and Schwarz
        ("spades --matadors 2 --points 30", 44, -88),
        ("spades --matadors 2 --points 11 --tricks 0", 55, -110),
    ],
)
def test_published_games(line: str, value: int, score: int, tmp_path: Path) -> None:
    answer = ask("score", "--game", *split(line), book=tmp_path)
    assert (answer["value"], answer["score"], answer["won"]) == (value, score, score > 0)


def test_points_of_all_players(tmp_path: Path) -> None:
    """Seeger and Fabian: 50 for the declarer; for a lost game 40 for each other player, at a table of four 30."""
    won = ask("score", "--game", "clubs", "--matadors", 1, "--points", 61, book=tmp_path)
    assert won["seeger_fabian"] == {"3": {"declarer": 74, "others": 0}, "4": {"declarer": 74, "others": 0}}
    lost = ask("score", "--game", "clubs", "--matadors", 1, "--points", 60, book=tmp_path)
    assert lost["seeger_fabian"] == {"3": {"declarer": -98, "others": 40}, "4": {"declarer": -98, "others": 30}}


def test_without_tricks_nobody_is_schwarz(tmp_path: Path) -> None:
    words = ("--game", "hearts", "--matadors", "1", "--points", "120")
    assert ask("score", *words, book=tmp_path)["multiplier"] == 3
    assert ask("score", *words, "--tricks", "10", book=tmp_path)["multiplier"] == 4
    assert "Schwarz counts with --tricks 0 or 10 alone." in call("skat", "score", *words).stdout
    assert "Schwarz counts" not in call("skat", "score", *words, "--tricks", "9").stdout


@pytest.mark.parametrize("game", Game)
def test_cards_with_matadors(game: Game) -> None:
    most = {Game.GRAND: 4, Game.NULL: 0}.get(game, 11)
    for count in {*range(-most, most + 1)} - {0}:
        cards = cards_with(game, count)
        assert (cards.bit_count(), matadors(game, cards)) == (12, count)


def test_python_refuses_an_unknown_level() -> None:
    with pytest.raises(InputError, match="announce must be schneider or schwarz, not durch"):
        Score("clubs", 1, hand=True, announce="durch", points=70)  # type: ignore[arg-type]


# score sheets


@pytest.mark.parametrize(("table", "others"), [(3, 40), (4, 30)])
def test_sheets_of_generated_games(table: int, others: int, tmp_path: Path) -> None:
    random, names = Random(table), ["Anna", "Bert B.", "Carla", "Dora"][:table]
    for seed in range(0, GAMES, 25):
        lines, games = [f"players: {', '.join(names)}"], []
        for number in range(seed, seed + 25):
            played, declarer = naive.some_game(number), random.choice(names)
            result = naive.score(played)
            games.append((declarer, result["won"], result["value"]))
            said = f"{'won' if result['won'] else 'lost'} {result['value']}"
            lines += [f"{declarer} {random.choice([said, naive.in_words(played)])}"]
            lines += random.choice([[], ["passed"], ["", "# a comment"]])
        found = ask("score", "--list", "-", "--players", table, book=tmp_path, stdin="\n".join(lines))
        assert found["players"] == naive.sheet(games, names, others)
        assert (found["table"], found["games"], found["passed"]) == (table, 25, lines.count("passed"))


def test_a_published_evening(tmp_path: Path) -> None:
    """The example of en.wikipedia.org, "Skat scoring": Anton 144, then -54; Carla 46; Bernd never declares."""
    lines = (
        "players: Anton, Bernd, Carla\nAnton grand with 4 points 91\nAnton diamonds without 2 points 50\nCarla won 46\n"
    )
    found = ask("score", "--list", "-", book=tmp_path, stdin=lines)["players"]
    assert {name: player["score"] for name, player in found.items()} == {"Anton": 90, "Bernd": 0, "Carla": 46}
    assert {name: player["seeger_fabian"] for name, player in found.items()} == {"Anton": 90, "Bernd": 40, "Carla": 136}


@pytest.mark.parametrize(
    "line",
    [
        "Anna clubs with 2 hand announced schneider points 95 tricks 9 bid 36",
        "Anna Clubs with 2, Hand, Schneider announced, 95 points, 9 tricks, bid 36",
        "Anna Kreuz mit 2 Hand, Schneider angesagt, 95 Augen, 9 Stiche, gereizt 36  # ein Kommentar",
        "Anna won 72",
        "Anna gewonnen 72",
    ],
)
def test_ways_to_write_a_game(line: str, tmp_path: Path) -> None:
    (player,) = ask("score", "--list", "-", book=tmp_path, stdin=line)["players"].items()
    assert player == ("Anna", {"games": 1, "won": 1, "lost": 0, "score": 72, "seeger_fabian": 122})


def test_as_many_players_as_a_list_names_sit_at_the_table(tmp_path: Path) -> None:
    for names in ("A, B, C", "A, B, C, D"):
        found = ask("score", "--list", "-", book=tmp_path, stdin=f"players: {names}\nA lost 18\n")
        assert found["table"] == len(found["players"]) == len(names.split())
        assert found["players"]["B"]["seeger_fabian"] == {3: 40, 4: 30}[found["table"]]


def test_a_lost_game_may_be_worth_what_none_is_bid_at(tmp_path: Path) -> None:
    """Diamonds overbid at 165 count 171, hearts at 187 count 190."""
    for game, bid, value in (("diamonds", 165, 171), ("hearts", 187, 190)):
        overbid = ask("score", "--game", game, "--matadors", 1, "--points", 70, "--bid", bid, book=tmp_path)
        assert overbid["value"] == value
        assert (
            ask("score", "--list", "-", book=tmp_path, stdin=f"A lost {value}")["players"]["A"]["score"] == -2 * value
        )
        assert call("skat", "score", "--list", "-", stdin=f"A won {value}").returncode == 2
