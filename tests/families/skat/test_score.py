"""`tafelwerk skat score`: generated games in every notation against the rules of scoring, and a published evening.

Its words are in tests/shown, its refusals in tests/refusals.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from naive import skat_contracts as naive
from skat_questions import ask
from skat_rounds import CONTRACTS

from tafelwerk.book import Book
from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import Game, cards_text, read_cards
from tafelwerk.families.skat.score import Score, ScoreSheet, cards_with
from tafelwerk.tables.answers import document


@pytest.mark.parametrize(
    ("matadors", "text"),
    [
        (2, "2"),
        (2, "with 2"),
        (3, "mit 3"),
        (1, "MIT EINEM"),
        (4, "with four"),
        (11, "mit 11"),
        (-2, "-2"),
        (-2, " ohne  2 "),
        (-2, "ohne zweien"),
        (-1, "without one"),
        (-10, "ohne10"),
    ],
)
def test_matadors_as_players_say_them(matadors: int, text: str) -> None:
    score = Score(game="clubs", matadors=text, points=70)
    assert (score.matadors, score.solve()) == (matadors, Score(game="clubs", matadors=matadors, points=70).solve())


def test_a_line_may_say_the_result_beside_the_points() -> None:
    lines = (
        "Anna gewinnt Kreuz mit 2 68 Augen\nBert Grand ohne 1, verloren, Augen 50\nCarla lost null tricks 2\nwon won 20"
    )
    sheet = Score(games=lines, players=4).solve()
    assert isinstance(sheet, ScoreSheet)
    assert {name: player.score for name, player in sheet.players.items()} == {
        "Anna": 36,
        "Bert": -96,
        "Carla": -46,
        "won": 20,
    }


POINTS = [0, 1, 29, 30, 31, 59, 60, 61, 62, 88, 89, 90, 91, 119, 120, *range(121)]
"""Card points, those at the edges of Schneider and of the game more often."""


class Finished(NamedTuple):
    """A finished game, of which `cards` are the declarer's twelve."""

    contract: contracts.Contract
    cards: int
    points: int
    tricks: int
    bid: int

    @property
    def matadors(self) -> int:
        return contracts.matadors(self.contract.game, self.cards)

    @property
    def announced(self) -> str:
        return "schwarz" if self.contract.schwarz else "schneider" if self.contract.schneider else ""

    @property
    def score(self) -> contracts.Score:
        return contracts.score(self.contract, self.cards, self.points, self.tricks, self.bid)


def some_game(seed: int) -> Finished:
    """Any game with any result that its tricks allow; half of the bids are near what it is worth."""
    random = Random(seed)
    cards, contract = read_cards(" ".join(naive.some_cards(seed, 12))), random.choice(CONTRACTS)
    tricks = random.choice([0, 10, *range(11)])
    points = 120 if tricks == 10 else random.choice([0, 22, 11]) if tricks == 0 else random.choice(POINTS)
    worth = contracts.game_value(contract, cards)
    bids = [bid for bid in contracts.BIDS if abs(bid - worth) < 48] if random.random() < 0.5 else contracts.BIDS
    if contract.game is Game.NULL:
        bids = [bid for bid in contracts.BIDS if bid <= worth]
    return Finished(contract, cards, points, tricks, random.choice(bids))


def options(played: Finished, *, as_cards: bool) -> dict[str, Any]:
    """The parameters of the question, with matadors given or to be counted."""
    contract = played.contract
    given: dict[str, Any] = {"game": contract.game.value, "points": played.points, "tricks": played.tricks}
    given |= {"bid": played.bid, "hand": contract.hand, "ouvert": contract.ouvert, "announce": played.announced or None}
    if as_cards or contract.game is Game.NULL:
        return given | {"cards": cards_text(played.cards)}
    return given | {"matadors": played.matadors}


def line(played: Finished) -> str:
    """A game as a list has it, behind the declarer's name."""
    contract, count = played.contract, played.matadors
    words = [contract.game.value]
    words += [f"{'with' if count > 0 else 'without'} {abs(count)}"] if count else []
    words += ["hand"] * contract.hand + ["ouvert"] * contract.ouvert
    words += [f"announced {played.announced}"] if played.announced else []
    words += [f"points {played.points}"] if count else []
    return " ".join([*words, f"tricks {played.tricks} bid {played.bid}"])


@pytest.mark.parametrize("as_cards", [True, False])
def test_generated_games(as_cards: bool, tmp_path: Path) -> None:
    kinds = set()
    for seed in range(150):
        played = some_game(seed)
        given, wanted, game = options(played, as_cards=as_cards), played.score, played.contract.game
        answer = json.loads(json_text(document(Book(tmp_path).ask(Score(**given)))))
        assert [answer[key] for key in ("won", "overbid", "value", "score")] == [
            wanted.won,
            wanted.overbid,
            wanted.value,
            wanted.score,
        ]
        alone = wanted.score + (50 if wanted.won else -50)
        assert answer["seeger_fabian"] == {
            table: {"declarer": alone, "others": 0 if wanted.won else others}
            for table, others in (("3", 40), ("4", 30))
        }
        said = answer["explanation"]
        assert f"Score: {wanted.score:+d}." in said
        if game is Game.NULL:
            assert answer["multiplier"] is None
        else:
            reached = contracts.game_value(
                played.contract, played.cards, schneider=not 30 < played.points < 90, schwarz=played.tricks in (0, 10)
            )
            base, times, count = contracts.BASE[game], answer["multiplier"], answer["matadors"]
            assert (times * base, count) == (reached, played.matadors)
            assert f"{times} x {base} = {reached}" in said
            assert said.startswith(f"{'With' if count > 0 else 'Without'} {abs(count)}, game ")
        kinds.add((game is Game.NULL, wanted.won, wanted.overbid))
    # won, lost and overbid; a Null is never overbid
    assert len(kinds) == 5


def test_without_tricks_nobody_is_schwarz(tmp_path: Path) -> None:
    words = ("--game", "hearts", "--matadors", "1", "--points", "120")
    assert ask("score", *words, book=tmp_path)["multiplier"] == 3
    assert ask("score", *words, "--tricks", "10", book=tmp_path)["multiplier"] == 4


@pytest.mark.parametrize("game", Game)
def test_cards_with_matadors(game: Game) -> None:
    most = {Game.GRAND: 4, Game.NULL: 0}.get(game, 11)
    for count in {*range(-most, most + 1)} - {0}:
        cards = cards_with(game, count)
        assert (cards.bit_count(), contracts.matadors(game, cards)) == (12, count)


def test_python_refuses_an_unknown_level() -> None:
    with pytest.raises(InputError, match="announce must be schneider or schwarz, not durch"):
        Score("clubs", 1, hand=True, announce="durch", points=70)  # type: ignore[arg-type]


@pytest.mark.parametrize(("table", "others"), [(3, 40), (4, 30)])
def test_sheets_of_generated_games(table: int, others: int, tmp_path: Path) -> None:
    """As many players as the list names sit at the table."""
    random, names = Random(table), ["Anna", "Bert B.", "Carla", "Dora"][:table]
    totals = {name: dict.fromkeys(("games", "won", "lost", "score", "seeger_fabian"), 0) for name in names}
    lines = [f"players: {', '.join(names)}"]
    for number in range(60):
        played, declarer = some_game(number), random.choice(names)
        wanted, own = played.score, totals[declarer]
        result = f"{'won' if wanted.won else 'lost'} {wanted.value}"
        lines += [f"{declarer} {random.choice([result, line(played)])}"]
        lines += random.choice([[], ["passed"], ["", "# a comment"]])
        own["games"] += 1
        own["won" if wanted.won else "lost"] += 1
        own["score"] += wanted.score
        for name in names:
            lost = 0 if wanted.won else others
            totals[name]["seeger_fabian"] += wanted.score + (50 if wanted.won else -50) if name == declarer else lost
    answer = ask("score", "--list", "-", book=tmp_path, stdin="\n".join(lines))
    assert answer["players"] == totals
    assert (answer["table"], answer["games"], answer["passed"]) == (table, 60, lines.count("passed"))


def test_a_published_evening(tmp_path: Path) -> None:
    """The example of en.wikipedia.org, "Skat scoring": Anton 144, then -54; Carla 46; Bernd never declares."""
    lines = (
        "players: Anton, Bernd, Carla\nAnton grand with 4 points 91\nAnton diamonds without 2 points 50\nCarla won 46\n"
    )
    players = ask("score", "--list", "-", book=tmp_path, stdin=lines)["players"]
    assert {name: (player["score"], player["seeger_fabian"]) for name, player in players.items()} == {
        "Anton": (90, 90),
        "Bernd": (0, 40),
        "Carla": (46, 136),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Anna Clubs with 2, Hand, Schneider announced, 95 points, 9 tricks, bid 36",
        "Anna Kreuz mit 2 Hand, Schneider angesagt, 95 Augen, 9 Stiche, gereizt 36  # ein Kommentar",
        "Anna gewonnen 72",
    ],
)
def test_ways_to_write_a_game(text: str, tmp_path: Path) -> None:
    (player,) = ask("score", "--list", "-", book=tmp_path, stdin=text)["players"].items()
    assert player == ("Anna", {"games": 1, "won": 1, "lost": 0, "score": 72, "seeger_fabian": 122})


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Grand mit 4 Schneider, 95 Augen", 144),
        ("Grand with 4, 25 points, Schneider", -288),
        ("Grand mit 4 Schneider Schwarz 120 Augen", 168),
        ("Grand ohne 4, Schwarz, Augen 11, verloren", -336),
        ("Clubs with 2 game 3 points 68", 36),
        ("Kreuz ohne 2 Spiel 3 68 Augen gewonnen", 36),
        ("Null Ouvert gewonnen 46", 46),
        ("Grand mit 2, 85 Augen, gewonnen 72", 72),
    ],
)
def test_what_follows_may_be_said_too(text: str, score: int) -> None:
    """Levels that were made, the game behind the matadors, the value; Schwarz says the tricks."""
    sheet = Score(games=f"Anna {text}").solve()
    assert isinstance(sheet, ScoreSheet)
    assert {name: player.score for name, player in sheet.players.items()} == {"Anna": score}


@pytest.mark.parametrize("text", ["eingepasst", "gepasst", "Passe", "alle passen", "passed", "All passed"])
def test_ways_to_write_that_all_passed(text: str) -> None:
    sheet = Score(games=f"Anna won 48\n{text}").solve()
    assert isinstance(sheet, ScoreSheet)
    assert ([*sheet.players], sheet.games, sheet.passed) == (["Anna"], 1, 1)


def test_a_listed_name_may_be_a_games() -> None:
    sheet = Score(games="players: Anna Herz, Bert, Carla\nAnna Herz won 48\nAnna Herz Grand mit 2, 68 Augen").solve()
    assert isinstance(sheet, ScoreSheet)
    assert sheet.players["Anna Herz"].score == 48 + 72


@pytest.mark.parametrize("game", ["null ouvert hand", "Hand Null offen"])
def test_a_game_may_be_named_with_hand_and_ouvert(game: str, tmp_path: Path) -> None:
    assert Score(game=game, tricks=0) == Score(game="null", hand=True, ouvert=True, tricks=0)
    assert ask("score", "--game", game, "--tricks", "0", book=tmp_path)["value"] == 59


def test_null_in_a_list_is_won_or_lost_without_its_tricks(tmp_path: Path) -> None:
    stdin = "Anna Null ouvert gewonnen\nBert Null Hand lost\n"
    players = ask("score", "--list", "-", book=tmp_path, stdin=stdin)["players"]
    assert [players[name]["score"] for name in ("Anna", "Bert")] == [46, -70]


def test_a_lost_game_may_be_worth_what_none_is_bid_at(tmp_path: Path) -> None:
    """Diamonds overbid at 165 count 171; to win 171 is refused in tests/refusals."""
    overbid = ask("score", "--game=diamonds", "--matadors=1", "--points=70", "--bid=165", book=tmp_path)
    assert overbid["value"] == 171
    assert ask("score", "--list", "-", book=tmp_path, stdin="A lost 171")["players"]["A"]["score"] == -342
