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
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import Game, cards_text, read_cards
from tafelwerk.families.skat.score import Score, cards_with
from tafelwerk.families.skat.score_sheets import ScoreSheet
from tafelwerk.tables.answers import document

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
        # in one sentence
        assert Score(game=line(played)).solve() == Score(**given).solve()
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


@pytest.mark.parametrize("game", Game)
def test_cards_with_matadors(game: Game) -> None:
    most = {Game.GRAND: 4, Game.NULL: 0}.get(game, 11)
    for count in {*range(-most, most + 1)} - {0}:
        cards = cards_with(game, count)
        assert (cards.bit_count(), contracts.matadors(game, cards)) == (12, count)


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


@pytest.mark.parametrize(
    ("sentence", "score"),
    [
        ("Grand Hand mit 2, 75 Punkte, gereizt 48", 96),
        ("Herz ohne 3 verloren", -80),
        ("gewonnen: Null ouvert", 46),
        ("Pik o1 verloren Schneider", -66),
        ("Spades hand game without 2, lost", -88),
        ("Kreuz Hand m1 Schwarz angesagt gewonnen", 84),
        ("Spades Hand with Schneider announced, with 2: 89 points to 31: lost.", -132),
    ],
)
def test_a_game_in_one_sentence(sentence: str, score: int) -> None:
    asked = Score(game=sentence)
    assert asked.score.score == score
    # its parameters say the same without the sentence
    assert Score(**asked.parameters).solve() == asked.solve()
    in_list = Score(games=f"Anna {sentence.removeprefix('gewonnen: ')}{' won' * sentence.startswith('gew')}").solve()
    assert isinstance(in_list, ScoreSheet)
    assert in_list.players["Anna"].score == score


def test_score_sheets() -> None:
    """Ways to write games, names and that all passed: score_sheets.txt."""
    for line in Path(__file__).with_name("score_sheets.txt").read_text(encoding="utf-8").splitlines()[2:]:
        text, _, wanted = line.partition(" => ")
        sheet = Score(games=text.replace("; ", "\n")).solve()
        assert isinstance(sheet, ScoreSheet)
        parts = [f"{name} {player.score} {player.seeger_fabian}" for name, player in sheet.players.items()]
        assert ", ".join([*parts, *[f"{sheet.passed} passed"] * (sheet.passed > 0)]) == wanted, text
