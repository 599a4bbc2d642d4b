"""`tafelwerk skat score`: generated games in every notation against the rules of scoring, and a published evening.

Its words are in tests/shown, its refusals in tests/refusals.
Contracts by the International Skat Order: the bidding word by word, values and scores, as a scorer at the table has them.
"""

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat_contracts as naive
from naive.skat_contracts import declarer_and_bid
from program import call as call_program
from skat_questions import ask
from skat_rounds import CONTRACTS

from tafelwerk.book import Book
from tafelwerk.commands.output import json_text
from tafelwerk.errors import FaultsError, InputError
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, cards_text, mask_of, read_cards
from tafelwerk.families.skat.rules.contracts import (
    BASE,
    BIDS,
    Auction,
    Contract,
    Word,
    dialogues,
    game_value,
    goal,
    matadors,
    ranges,
    run_auction,
    say_bid,
    score,
    value_counts,
)
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


def test_score_sheets() -> None:
    """Ways to write games, names and that all passed: score_sheets.txt."""
    for line in Path(__file__).with_name("score_sheets.txt").read_text(encoding="utf-8").splitlines()[2:]:
        text, _, wanted = line.partition(" => ")
        sheet = Score(games=text.replace("; ", "\n")).solve()
        assert isinstance(sheet, ScoreSheet)
        parts = [f"{name} {player.score} {player.seeger_fabian}" for name, player in sheet.players.items()]
        assert ", ".join([*parts, *[f"{sheet.passed} passed"] * (sheet.passed > 0)]) == wanted, text


def test_a_sheet_is_drawn_game_by_game(tmp_path: Path) -> None:
    """With the declarer's sum so far; one game has no sheet."""
    sheet = Score(games="Anna won 48\nBert lost 20\nAnna -96\nCarla won 20")
    answer = sheet.solve()
    text = " ".join(sheet.picture(answer).text.split())
    games = "1, score +48, Anna 48. 2, score -40, Bert -40. 3, score -96, Anna -48. 4, score +20, Carla 20."
    assert games in " ".join(text.replace(" 1,", "1,").split()), text
    assert [(row["player"], row["score"]) for row in sheet.as_rows(answer)] == [
        ("Carla", 20),
        ("Anna", -48),
        ("Bert", -40),
    ]
    (tmp_path / "sheet.txt").write_text("Anna won 48\nBert lost 20", encoding="utf-8")
    for name in ("sheet.csv", "sheet.parquet"):
        assert call_program("skat", "score", "--list", tmp_path / "sheet.txt", "-o", tmp_path / name).returncode == 0
    wanted = "player,games,won,lost,score,seeger_fabian\nAnna,1,1,0,48,138\nBert,1,0,1,-40,-90\n"
    assert (tmp_path / "sheet.csv").read_text(encoding="utf-8") == wanted
    assert polars.read_parquet(tmp_path / "sheet.parquet").write_csv() == wanted
    with pytest.raises(InputError, match="--output draws a score sheet"):
        Score(game="grand with 2 won").check_picture()


def test_all_faults_of_a_list_are_told_in_lines_and_what_can_be_written_once() -> None:
    with pytest.raises(FaultsError) as caught:
        Score(games="Bert won 48\nAn evening\nAnna clubs with few points 68\nAnna grand alone\nAnna clubs soon")
    lines = str(caught.value).split("\n")
    assert [line[:28] for line in lines] == [
        "line 2: 'An evening' is no g",
        "line 3: 'with' must be a who",
        "line 4: unknown word 'alone'",
        "line 5: unknown word 'soon'",
        "write NAME won VALUE, NAME l",
        "behind the game stand with N",
    ]


SHORT = {
    Game.CLUBS: ["Kreuz", "Kr.", "Eichel", "clubs"],
    Game.SPADES: ["Pik", "pi"],
    Game.HEARTS: ["Herz", "He", "rot"],
}
SHORT |= {Game.DIAMONDS: ["Karo", "Ka.", "Schellen"], Game.GRAND: ["Grand", "G", "Gr."], Game.NULL: ["Null", "N", "N."]}
NOISE = ["fast", "hätte", "kein", "keine", "aus", "dem", "den", "im", "klar", "doch", "beinahe", "mit", "nur", "solo"]
"""Games as players write them, and words that slip into a line."""


def said_game(played: Finished, random: Random) -> list[str]:
    """A game as a player writes it down, with all that is needed to score it."""
    contract, count, won = played.contract, played.matadors, played.score.won
    verbs = {True: ["gewinnt", "gewann", "wins"], False: ["verliert", "verlor", "loses"]}[won]
    results = {
        True: ["gewonnen", "gew.", "nicht verloren", "won"],
        False: ["verloren", "verl", "nicht gewonnen", "lost"],
    }[won]
    number = str(abs(count))
    matadors = {
        True: ["mit {}", "m{}", "m. {}", "with {}", "mit {} Spitzen"],
        False: ["ohne {}", "o.{}", "o {}", "without {}"],
    }
    is_short = random.random() < 0.3
    begin = random.choice(
        [["hat"], ["spielt", "einen"], ["spielte"], []] if random.random() < 0.5 else [[v, "den"] for v in verbs]
    )
    facts = [random.choice(matadors[count > 0]).format(number)] if count else []
    facts += [random.choice(["Hand", "aus der Hand", "H"])] * contract.hand
    facts += [random.choice(["ouvert", "offen", "Ouv."])] * contract.ouvert
    facts += [random.choice(["{} angesagt", "{} ang.", "announced {}"]).format(played.announced.capitalize())] * bool(
        played.announced
    )
    if count:
        facts += [random.choice(["{} Augen", "Augen {}", "mit {} Augen", "{} Pkt."]).format(played.points)]
        facts += [f"{played.tricks} Stiche"] if played.tricks in (0, 10) or played.points in (0, 120) else []
    facts += [random.choice(results)] if not count or random.random() < 0.5 else []
    facts += [f"gereizt {played.bid}"]
    random.shuffle(facts)
    games = SHORT[contract.game] if is_short else SHORT[contract.game][:1]
    return ["Anna", *begin, random.choice(games), *facts]


def test_what_players_write_is_read_right_or_refused() -> None:
    """Every generated line is read; with a word more that says nothing, or denies something, it may be refused."""
    random, refusals, readings = Random(1), [], 0
    for seed in range(1500):
        played = some_game(seed)
        words, right = said_game(played, random), ("Anna", played.score.score)
        at = random.randint(1, len(words))
        for line in (words, [*words[:at], random.choice(NOISE), *words[at:]]):
            try:
                sheet = Score(games=" ".join(line)).solve()
            except InputError as fault:
                refusals += [(line, str(fault))] * (line is words)
                continue
            assert isinstance(sheet, ScoreSheet)
            assert [(name, player.score) for name, player in sheet.players.items()] == [right], line
            readings += line is not words
    assert refusals == []
    assert readings > 300


F, M, R = Seat
limits = st.tuples(*[st.one_of(st.sampled_from([0, *BIDS[:12]]), st.integers(0, 300))] * 3)


def test_all_small_limits() -> None:
    """Whoever wins the bidding by the dialogue does by the rule, and the dialogue is among those of its bids."""
    for bounds in product([0, *BIDS[:5]], repeat=3):
        auction = run_auction(bounds)
        assert (auction.declarer, auction.bid) == declarer_and_bid(bounds)
        if auction.declarer is not None:
            bids = [call.bid for call in auction.calls if call.word is Word.BIDS]
            assert auction in dialogues(bids, auction.declarer)


@given(st.data())
def test_any_dialogue_ends_well(data: st.DataObject) -> None:
    """Bids left out too: bids rise, whoever has passed is silent, all but the declarer pass."""
    auction = Auction()
    while not auction.over:
        assert auction.declarer is None
        auction = say_bid(auction, data.draw(st.sampled_from([0, *auction.offers])))
    made = [call.bid for call in auction.calls if call.word is Word.BIDS]
    assert made == sorted(set(made))
    assert auction.bid == (made[-1] if made else 0)
    passed: set[Seat] = set()
    for call in auction.calls:
        assert call.seat not in passed or (call.seat is F and not made)
        if call.word is Word.PASSES:
            passed.add(call.seat)
        if call.word is Word.HOLDS:
            assert call.bid in made
    assert passed == set(Seat) - {auction.declarer}
    if auction.declarer is None:
        assert [call.seat for call in auction.calls] == [M, R, F]
    with pytest.raises(InputError, match="the bidding is over"):
        say_bid(auction)


@given(limits)
def test_what_bids_alone_tell(bounds: tuple[int, int, int]) -> None:
    """The true dialogue is among those that agree with the bids and the declarer, and no limit is outside what was said."""
    auction = run_auction(bounds)
    assert (auction.declarer, auction.bid) == declarer_and_bid(bounds)
    assert all(call.bid <= bounds[call.seat] for call in auction.calls if call.word is not Word.PASSES)
    if auction.declarer is None:
        return
    bids = [call.bid for call in auction.calls if call.word is Word.BIDS]
    found = dialogues(bids, auction.declarer)
    assert auction in found
    assert len(found) == len(set(found))
    for one in found:
        assert one.over
        assert (one.declarer, one.bid) == (auction.declarer, bids[-1])
        assert [call.bid for call in one.calls if call.word is Word.BIDS] == bids
    told = ranges(auction)
    assert all(told[seat].least <= bounds[seat] < told[seat].below for seat in Seat)


EDGES = (0, 30, 31, 60, 61, 89, 90, 120)
trump_games = st.sampled_from([game for game in Game if game is not Game.NULL])
steps = st.integers(0, 4)


def contract_of(game: Game, step: int) -> Contract:
    return Contract(game, step > 0, step > 1, step > 2, step > 3)


@given(st.integers(0, 2**32), trump_games)
def test_scores_as_at_the_table(seed: int, game: Game) -> None:
    """By the second program: points at both sides of every edge; bids at the value, just below and above it, and others."""
    cards = read_cards(" ".join(naive.some_cards(seed, 12)))
    for step, (points, tricks) in product(range(5), (*product(EDGES, [5]), (0, 0), (22, 0), (120, 9), (120, 10))):
        contract = contract_of(game, step)
        reached = game_value(contract, cards, schneider=not 30 < points < 90, schwarz=tricks in (0, 10))
        below = [bid for bid in BIDS if bid <= reached]
        for bid in {18, *below[-2:], *BIDS[len(below) : len(below) + 2], BIDS[seed % len(BIDS)]}:
            result, wanted = score(contract, cards, points, tricks, bid), goal(contract, cards, bid)
            found = matadors(game, cards), result.won, result.overbid, result.value, result.score
            assert found == naive.scored(contract, cards, points, tricks, bid)
            assert result.won == (wanted is not None and wanted.met(points, tricks))


def test_all_contracts() -> None:
    assert len(set(CONTRACTS)) == len(CONTRACTS) == 5 * 5 + 4
    possible = set()
    for game in Game:
        for flags in product([False, True], repeat=4):
            try:
                possible.add(Contract(game, *flags))
            except InputError:
                continue
    assert set(CONTRACTS) == possible


@given(st.integers(0, 2**32), trump_games, steps)
def test_values_over_all_skats(seed: int, game: Game, step: int) -> None:
    contract, hand = contract_of(game, step), read_cards(" ".join(naive.some_cards(seed, 10)))
    skats, second = combinations(bits(ALL_CARDS ^ hand), 2), naive.second_contract(contract)
    counts = value_counts(contract, hand)
    assert counts == Counter(second.value(hand | mask_of(skat), False, False) for skat in skats)
    assert list(counts) == sorted(counts)
    assert set(counts) <= set(BIDS)
    # with the jack of clubs nothing is at risk, without it all but one matador is
    least = max(matadors(game, hand), 1)
    assert min(counts) == game_value(contract, hand) - BASE[game] * (abs(matadors(game, hand)) - least)
