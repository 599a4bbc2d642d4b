"""Claims about trials, the games to learn from, their playouts with hidden cards, and the classifiers fitted to them.

Weights of least squares and of a logistic model with a ridge are where a gradient vanishes, which is checked. Only if all
games of a constant have the same outcome, a logistic model has no such point; then its steps are taken again.

In a playout each seat plays as in `second_program`, with its own random seed 3 * number + seat, and without a bid to reach.
Among cards that win in equally many worlds one is chosen by points in the first 4, 8, 12 ... worlds, until a program has
searched a number of positions with its own solver, which no other program can count. The number of worlds with computed points
is therefore stored; given that number, each card is chosen again, and the game is played by the cards.

Features of hands and the drawing of trials are written a second time here. Strengths are summed in the order given here: their
last bits decide between discards of equal strength.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim, Rows, Stored, key_proof, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.skat import second_program as rules
from tafelwerk.proofs.skat.open_card_claims import sure_points
from tafelwerk.proofs.skat.second_program import Judge, Look
from tafelwerk.tables.book import Book

Values = NDArray[np.float64]

DEALS_AVERAGED = 30
"""Random deals over which the thesis's sure tricks are averaged."""

OF_INTEREST = {"grand": 4.2, "null": 1.0}
IN_DOUBT = {"grand": (5.0, 8.0), "null": (0.5, 4.0)}
OTHERS_OF_INTEREST, OTHERS_IN_DOUBT = 6.5, (7.5, 10.5)
"""Smallest strengths of games of interest, and ranges of games in doubt; the same for suit games."""

FIRST = 12
"""Discards among which one is drawn."""

_THESIS = (
    "jacks",
    "trumps",
    "tens and aces",
    "points of all cards",
    "suits held",
    "bare tens",
    "points in sure tricks",
)
_THESIS_NULL = (
    *("sevens and eights", "unsafe suits", "kings and aces", "sum of ranks", "suits held", "suits without the seven"),
    "safe cards",
)

_LOW = {"no": 0, "one": 1, "more": 2}


def kind_of_game(game: str) -> str:
    """Games of one kind share their features."""
    return game if game in ("grand", "null") else "suit"


@cache
def feature_names(model: str, game: str) -> tuple[str, ...]:
    """Names of the features of a model."""
    if model == "hidden":
        return ("one", "log odds of open", "won with open cards", "trumps")
    if model == "thesis":
        return ("one", *(_THESIS_NULL if game == "null" else _THESIS))
    if game == "null":
        lengths = [(str(n) if n < 5 else "5 or more") for n in range(1, 6)]
        above = [(str(n) if n < 4 else "4 or more") for n in range(5)]
        return ("one", *(f"suit of {length}, {excess} too high" for length in lengths for excess in above))
    highs = ["".join(rank for rank in "ATK" if rank in part) for part in ("", "K", "T", "TK", "A", "AK", "AT", "ATK")]
    if game == "grand":
        highs = [high + queen for high in highs for queen in ("", "Q")]
    sides = [f"suit {high or '-'} with {lower} lower" for high in highs for lower in _LOW][1:]
    jacks = ["CJ", "SJ", "HJ", "DJ"]
    if game == "grand":
        held = [" ".join(jack for bit, jack in enumerate(jacks) if subset >> 3 - bit & 1) for subset in range(1, 16)]
        return ("one", "points laid away", *held, *sides)
    more = [f"{number} trumps or more" for number in range(5, 9)]
    own = ["trump A", "trump T", "trump A and T"]
    return ("one", "points laid away", *jacks, "CJ and SJ", "trumps", *more, *own, *sides)


def open_features(game: str, hand: int, skat: int) -> list[float]:
    """The features of model open."""
    features = dict.fromkeys(feature_names("open", game), 0.0)
    features["one"] = 1.0
    held = {rules.CARDS[card] for card in rules.cards_of(hand)}
    if game == "null":
        for suit in "CSHD":
            length, above = excess(held, suit)
            if length:
                words = str(length) if length < 5 else "5 or more"
                features[f"suit of {words}, {above if above < 4 else '4 or more'} too high"] += 1
        return list(features.values())
    features["points laid away"] = float(rules.points_of(skat))
    jacks = [suit + "J" for suit in "CSHD" if suit + "J" in held]
    own = "" if game == "grand" else "CSHD"[rules.GAMES.index(game)]
    tops = "ATKQ" if game == "grand" else "ATK"
    for suit in "CSHD":
        ranks = [name[1] for name in held if name[0] == suit and name[1] != "J"]
        if suit == own or not ranks:
            continue
        high = "".join(rank for rank in tops if rank in ranks)
        lower = ("no", "one", "more")[min(len(ranks) - len(high), 2)]
        name = f"suit {high or '-'} with {lower} lower"
        features[name] += 1
    if game == "grand":
        if jacks:
            features[" ".join(jacks)] = 1.0
        return list(features.values())
    for jack in jacks:
        features[jack] = 1.0
    features["CJ and SJ"] = float("CJ" in held and "SJ" in held)
    count = (hand & rules.suits_of(game)[0]).bit_count()
    features["trumps"] = float(count)
    for number in range(5, 9):
        features[f"{number} trumps or more"] = float(count >= number)
    features["trump A"], features["trump T"] = float(own + "A" in held), float(own + "T" in held)
    features["trump A and T"] = features["trump A"] * features["trump T"]
    return list(features.values())


def excess(held: set[str], suit: str) -> tuple[int, int]:
    """In Null: number of cards of a suit, and excess of the worst over a safe one (kth from below among the 2k - 1 lowest)."""
    ranks = [index for index, rank in enumerate("789TJQKA") if suit + rank in held]
    return len(ranks), max([0, *(rank - 2 * index for index, rank in enumerate(ranks))])


def thesis_features(game: str, hand: int, seed: int) -> list[float]:
    """A constant and the seven features of Kupferschmid 2003, section 13.1; the seed is that of the random deals."""
    held = {rules.CARDS[card] for card in rules.cards_of(hand)}
    if game == "null":
        suits = [sorted("789TJQKA".index(name[1]) for name in held if name[0] == suit) for suit in "CSHD"]
        safe = 0
        for ranks in suits:
            fits = [rank <= 2 * index for index, rank in enumerate(ranks)]
            safe += fits.index(False) if False in fits else len(fits)
        return [
            1.0,
            sum(name[1] in "78" for name in held),
            sum(excess(held, suit)[1] > 0 for suit in "CSHD"),
            sum(name[1] in "KA" for name in held),
            sum(map(sum, suits)),
            sum(map(bool, suits)),
            sum(bool(ranks) and 0 not in ranks for ranks in suits),
            safe,
        ]
    plain = [rules.cards_of(hand & suit) for suit in rules.suits_of(game)[1:]]
    bare = sum(len(cards) == 1 and rules.CARDS[cards[0]][1] == "T" for cards in plain)
    trumps = (hand & rules.suits_of(game)[0]).bit_count()
    return [
        1.0,
        sum(name[1] == "J" for name in held),
        trumps,
        sum(name[1] in "AT" for name in held),
        rules.points_of(hand),
        sum(map(bool, plain)) + bool(trumps),
        bare,
        _sure_tricks(game, hand, seed) / DEALS_AVERAGED,
    ]


def _sure_tricks(game: str, hand: int, seed: int) -> int:
    """Points in sure tricks of the declarer on lead, summed over random deals of the other cards."""
    others = rules.Placements([suit & ~hand for suit in rules.suits_of(game)], [[True] * 5] * 2, (10, 10))
    deals = others.sample(DEALS_AVERAGED, seed).tolist()
    return sum(sure_points(game, 0, 0, (hand, left, right)) for left, right in deals)


def draw_trials(dealt: Sequence[int], declarer: int, uniform: Sequence[int]) -> list[tuple[str, int, int, float]]:
    """Trials of a declarer on a deal: game, hand, discard, strength.

    Args:
        dealt: the hands and the Skat.
        declarer: seat of the declarer.
        uniform: numbers of 53 random bits, one per game.
    """
    cards = dealt[declarer] | dealt[3]
    skats = [1 << low | 1 << high for low, high in combinations(rules.cards_of(cards), 2)]
    hands = np.array([cards ^ skat for skat in skats], np.int64)
    trials = []
    for game, number in zip(rules.GAMES, uniform, strict=False):
        strengths = strength(game, hands, np.array(skats, np.int64))
        order = np.argsort(-strengths, kind="stable")
        rank = int((number / 2**53) ** 2 * FIRST)
        if strengths[order[0]] >= OF_INTEREST.get(game, OTHERS_OF_INTEREST):
            discard = int(order[rank])
            trials.append((game, int(hands[discard]), skats[discard], float(strengths[discard])))
    return trials


def in_doubt(game: str, value: float) -> bool:
    """Whether a game of this strength is in doubt with hidden cards."""
    least, most = IN_DOUBT.get(game, OTHERS_IN_DOUBT)
    return least <= value <= most


def strength(game: str, hands: rules.Words, skats: rules.Words) -> Values:
    """Rough strengths of hands: trumps, an extra for jacks, high cards, minus likely losses in plain suits."""

    def holds(name: str) -> Values:
        return (hands >> rules.CARDS.index(name) & 1).astype(np.float64)

    total = np.zeros(len(hands))
    if game == "null":
        for suit in "CSHD":
            length, worst = np.zeros(len(hands)), np.zeros(len(hands))
            for rank, name in enumerate("789TJQKA"):
                has = holds(suit + name)
                worst = np.maximum(worst, has * (rank - 2 * length))
                length += has
            total -= worst
        return total + 4.0
    jacks = np.sum([holds(suit + "J") for suit in "CSHD"], axis=0)
    laid = np.array([rules.points_of(int(skat)) for skat in skats], np.float64)
    total = total + (1.8 * jacks + laid / 18)
    own = "" if game == "grand" else "CSHD"[rules.GAMES.index(game)]
    for suit in "CSHD":
        ace, ten = holds(suit + "A"), holds(suit + "T")
        length = np.sum([holds(suit + rank) for rank in "ATKQ987"], axis=0)
        if suit == own:
            total = total + (length + 0.5 * ace + 0.3 * ten)
            continue
        with_ace = total + (1.0 + 0.8 * ten - 0.35 * (length - 1 - ten))
        if game == "grand":
            with_ace = np.where(length > 2, with_ace + 0.3 * (length - 2), with_ace)
        with_ten = total + (np.where(length > 1, 0.35, -0.3) - 0.35 * (length - 1))
        total = np.where(ace > 0, with_ace, np.where(ten > 0, with_ten, total - 0.35 * length))
    return np.asarray(total)


TRIALS = f"{FAMILY}.trials"


class Trial(NamedTuple):
    """A trial as it is drawn."""

    game: str
    declarer: str
    deal: int
    hand: int
    skat: int
    strength: float


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    yield from trial_claims(book, stored)
    yield from playout_claims(book, stored)
    yield from model_claims(book, stored)


def trial_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """Claims about trials."""
    yield complete(book, TRIALS, lambda: _trial_keys(stored))
    columns, keys = ("declarer", "deal", "hand", "skat"), ("seed", "number", "game")
    rows = Rows(book, TRIALS, (*keys, *columns, "won"))
    yield key_proof(book, TRIALS, "drawn again", keys, columns, _drawn_again, seconds=5e-4)
    yield proof(TRIALS, "a second solver", ("won",), rows, _check_outcomes, seconds=0.01)


@cache
def trials_of(seed: int, number: int) -> tuple[Trial, ...]:
    """The trials of deal `number` of a seed's sequence; seats alternate."""
    (dealt,) = rules.random_deals(seed, [number]).tolist()
    declarer, trials = number % 3, []
    for game, hand, skat, strength in draw_trials(
        dealt, declarer, rules.uniforms((seed << 32) + number, len(rules.GAMES))
    ):
        hands = [hand if seat == declarer else dealt[seat] for seat in range(3)]
        deal = rules.deal_number((hands[0], hands[1], hands[2], skat))
        trials.append(Trial(game, rules.SEATS[declarer], deal, hand, skat, strength))
    return tuple(trials)


def numbers_of(stored: Stored, what: str) -> list[tuple[int, int]]:
    """Seeds and numbers of the deals that were solved or played out."""
    spans = [build for build in stored if build.get("trials") == what]
    return sorted({(build["seed"], n) for build in spans for n in range(build["first"], build["last"] + 1)})


def _trial_keys(stored: Stored) -> list[tuple[int, int, str]]:
    return [(*key, trial.game) for key in numbers_of(stored, "solved") for trial in trials_of(*key)]


def _drawn_again(seed: int, number: int, game: str) -> tuple[Any, ...]:
    """Declarer, deal, hand and Skat of a trial; none if it is not drawn."""
    return next((trial[1:5] for trial in trials_of(seed, number) if trial.game == game), ())


def _check_outcomes(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for seed, number, game, seat, deal, _, _, won in rows:
        if judge.reaches(judge.take(deal, game, seat), 1 if game == "null" else 61) != won:
            yield f"seed {seed}, number {number}, {game}: won {won}"


PLAYOUTS, PLAYOUT_CARDS = f"{FAMILY}.playouts", f"{FAMILY}.playout_cards"
KEY = ("seed", "number", "game", "worlds")

WORLDS_PLAYED = 20
"""Worlds per card of the programs of playouts."""

BID = 18
"""The lowest bid, at which a game only has to reach what was announced."""

Key = tuple[int, int, str, int]


def playout_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """Claims about playouts and their cards."""
    yield complete(book, PLAYOUTS, lambda: _keys(stored))
    games = Rows(book, PLAYOUTS, (*KEY, "won", "points"))
    tables, columns = f"{PLAYOUTS}, {PLAYOUT_CARDS}", (*KEY, "won", "points", "place")
    # also without playouts, so that cards without a playout are found
    units, all_games = max(1, len(games)), lambda at: _ends(book, games.at(range(len(games))))
    yield Claim(tables, "the end of the cards", columns, "recomputed", units, all_games, noun="games", whole=True)
    cards, chosen = Rows(book, PLAYOUT_CARDS, (*KEY, "place", "card", "points_worlds")), partial(_chosen_again, book)
    yield proof(PLAYOUT_CARDS, "chosen again", ("card",), cards, chosen, noun="cards", seconds=0.05)


def _keys(stored: Stored) -> list[Key]:
    """One trial per deal, drawn among those in doubt."""
    keys = []
    for seed, number in numbers_of(stored, "played out"):
        candidates = [trial for trial in trials_of(seed, number) if in_doubt(trial.game, trial.strength)]
        if candidates:
            index = rules.uniforms((seed << 32) + number, 1)[0] * len(candidates) >> 53
            keys.append((seed, number, candidates[index].game, WORLDS_PLAYED))
    return keys


def _beginning(key: Key) -> tuple[rules.Hands, int, int] | None:
    """Hands, Skat and declarer of a playout; None if no such trial is drawn."""
    seed, number, game, _ = key
    trial = next((candidate for candidate in trials_of(seed, number) if candidate.game == game), None)
    if trial is None:
        return None
    forehand, middlehand, rearhand, skat = rules.deal_of(trial.deal)
    return (forehand, middlehand, rearhand), skat, rules.SEATS.index(trial.declarer)


def _cards(book: Book) -> Mapping[Key, list[tuple[int, int]]]:
    """Places and cards of each playout, in order."""
    by_key: dict[Key, list[tuple[int, int]]] = {}
    for *key, number, card in book.rows(
        FAMILY, f"SELECT {', '.join(KEY)}, place, card FROM {PLAYOUT_CARDS} ORDER BY ALL"
    ):
        by_key.setdefault((key[0], key[1], key[2], key[3]), []).append((number, card))
    return by_key


def _ends(book: Book, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Errors of the cards: illegal or missing cards, or a game that does not end as stored."""
    cards = dict(_cards(book))
    for seed, number, game, worlds, won, points in rows:
        key = (seed, number, game, worlds)
        name, plays, first = _name(key), cards.pop(key, []), _beginning(key)
        if first is None:
            yield f"{name}: no such trial"
            continue
        if [turn for turn, _ in plays] != list(range(1, len(plays) + 1)):
            yield f"{name}: places of cards are not 1 to {len(plays)}"
            continue
        state = _position(first, game, [card for _, card in plays])
        if state is None or not state.over:
            yield f"{name}: its cards are no whole game"
            continue
        end = (state.tricks == 0, None) if game == "null" else (state.points >= 61, state.points)
        if end != (won, points):
            yield f"{name}: won {won}, points {points}; by the cards {end[0]}, {end[1]}"
    for key in cards:
        yield f"{_name(key)}: cards of no playout"


def _position(first: tuple[rules.Hands, int, int], game: str, cards: Sequence[int]) -> rules.State | None:
    """The position after some cards; None if one of them is not legal."""
    hands, skat, declarer = first
    state = rules.begin(hands, skat)
    for card in cards:
        if state.over or not rules.legal_cards(game, state.hands[state.mover], state.lying) >> card & 1:
            return None
        state = rules.after(state, game, declarer, card)
    return state


def _chosen_again(book: Book, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge, playouts = Judge(), _cards(book)
    for seed, number, game, worlds, turn, card, points_worlds in rows:
        key = (seed, number, game, worlds)
        first, before = _beginning(key), tuple(earlier for at, earlier in playouts[key] if at < turn)
        if first is None:
            yield f"{_name(key)}: no such trial"
            continue
        hands, skat, declarer = first
        state = _position(first, game, before)
        if state is None or state.over:
            yield f"{_name(key)}, card {turn}: no card can be played there"
            continue
        contract = rules.Contract(game, False, False, False, False)
        look = Look(contract, declarer, BID, hands, skat, before, worlds, 3 * number + state.mover)
        if look.chosen_card(judge, points_worlds) != card:
            yield f"{_name(key)}, card {turn}: not {card} with the points of {points_worlds} worlds"


def _name(key: Key) -> str:
    return f"seed {key[0]}, number {key[1]}, {key[2]}"


MODELS, VALIDATIONS = f"{FAMILY}.models", f"{FAMILY}.validations"

STEPS, RIDGE, TAIL = 24, 0.03, -5.0
"""Steps of a fit, its ridge, and the log odds below which hidden log odds fall as fast as open ones."""

HALF = 0.5e-6 + 1e-8
"""Tolerance of a weight: half of its last digit, and rounding of sums."""

NEAREST = 1e-12
"""Tolerance of losses, which are sums of doubles in any order."""

LOOSE, LOOSE_STEP = 1e-12, 1e-3
"""Relative curvature of directions that are only rounding, and tolerance of weights along these."""

Vector = NDArray[np.float64]


class Game(NamedTuple):
    """A game to learn from: number of its deal, cards, whether won with open cards, and the outcome to fit."""

    number: int
    game: str
    seat: int
    hand: int
    skat: int
    opened: bool
    won: bool

    @property
    def held_back(self) -> bool:
        """Whether it is held out for validation."""
        return self.number // 3 % 5 == 4


def model_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """Claims about the classifiers."""
    fits = sorted({(build["seed"], build["models"], build["played"]) for build in stored if "models" in build})
    yield complete(book, VALIDATIONS, lambda: _contracts(fits))
    key = ("model", "seed", "deals", "played", "game", "declarer", "place", "feature")
    yield complete(book, MODELS, lambda: _feature_keys(fits), key)
    proofs = cache(lambda fit: _Fit(book, *fit))
    # for each fit, the groups of classifiers that share weights
    units = [(fit, part) for fit in fits for part in _parts()]

    def slopes(units: Sequence[Any]) -> Iterator[str]:
        return (text for fit, part in units for text in proofs(fit).slopes(*part))

    def recount(fits: Sequence[Any]) -> Iterator[str]:
        return (text for fit in fits for text in proofs(fit).validations())

    finely = {"weight": "its last digit, except where features always occur together"}
    yield proof(MODELS, "slopes vanish", ("weight",), units, slopes, noun="fits", whole=True, within=finely)
    counts = ("true_positives", "false_positives", "false_negatives", "true_negatives", "loss")
    finely = {"loss": f"within a relative {NEAREST}"}
    yield proof(VALIDATIONS, "counted again", counts, fits, recount, noun="fits", whole=True, within=finely)


def _contracts(fits: Sequence[tuple[int, int, int]]) -> list[tuple[str, int, int, int, str, str]]:
    models = ("thesis", "open", "hidden")
    return [
        (model, *fit, game, seat) for fit in fits for model in models for game in rules.GAMES for seat in rules.SEATS
    ]


def _feature_keys(fits: Sequence[tuple[int, int, int]]) -> list[tuple[str, int, int, int, str, str, int, str]]:
    return [(*key, index, name) for key in _contracts(fits) for index, name in enumerate(feature_names(key[0], key[4]))]


def _parts() -> list[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """Groups fitted together: model, games, seats."""
    kinds = {
        kind: tuple(game for game in rules.GAMES if kind_of_game(game) == kind) for kind in ("suit", "grand", "null")
    }
    thesis = [("thesis", (game,), (seat,)) for game in rules.GAMES for seat in range(3)]
    own = [("open", games, (seat,)) for games in kinds.values() for seat in range(3)]
    return [*thesis, *own, *(("hidden", games, (0, 1, 2)) for games in kinds.values())]


class _Fit:
    """The classifiers of one build, and the games that they were fitted to."""

    def __init__(self, book: Book, seed: int, deals: int, played: int) -> None:
        self._name = f"seed {seed}, {deals} deals, {played} played out"
        sql = f"SELECT number, game, declarer, hand, skat, won, won FROM {TRIALS} WHERE seed = ? AND number < ? ORDER BY ALL"
        self._solved = [_game(row) for row in book.rows(FAMILY, sql, seed, deals)]
        sql = (
            f"SELECT t.number, t.game, t.declarer, t.hand, t.skat, t.won, p.won FROM {TRIALS} t JOIN {PLAYOUTS} p"
            " USING (seed, number, game) WHERE seed = ? AND number < ? ORDER BY number, game, worlds"
        )
        self._played = [_game(row) for row in book.rows(FAMILY, sql, seed, played)]
        fit, condition = (seed, deals, played), "WHERE seed = ? AND deals = ? AND played = ?"
        sql = f"SELECT model, game, declarer, list(weight ORDER BY place) FROM {MODELS} {condition} GROUP BY ALL"
        self._weights: dict[tuple[str, str, int], Vector] = {}
        for model, game, declarer, weights in book.rows(FAMILY, sql, *fit):
            self._weights[model, game, rules.SEATS.index(declarer)] = np.array(weights, np.float64)
        counts = "true_positives, false_positives, false_negatives, true_negatives"
        sql = f"SELECT model, game, declarer, {counts}, loss FROM {VALIDATIONS} {condition}"
        self._validations = book.rows(FAMILY, sql, *fit)

    def slopes(self, model: str, games: Sequence[str], seats: Sequence[int]) -> Iterator[str]:
        """Errors of weights that are fitted together."""
        name = f"{self._name}, {model}, {' '.join(games)} by {' '.join(rules.SEATS[seat] for seat in seats)}"
        pool = self._played if model == "hidden" else self._solved
        rows = [row for row in pool if row.game in games and row.seat in seats and not row.held_back]
        weights = {(game, seat): self._weights[model, game, seat] for game in games for seat in seats}
        own = [weights[games[0], seat] for seat in seats]
        for seat, first in zip(seats, own, strict=True):
            if any(not np.array_equal(weights[game, seat], first) for game in games):
                yield f"{name}: games of one kind with other weights"
        if any(not np.array_equal(first[1:], own[0][1:]) for first in own):
            yield f"{name}: seats with other weights"
        for vector in own:
            # weights have six digits
            if not np.isfinite(vector).all() or (vector != np.round(vector, 6)).any():
                yield f"{name}: weights of more than six digits"
                return
        won = np.array([row.won for row in rows], np.bool_)
        values = self._values(model, games[0], rows)
        if model == "thesis":
            # a tiny ridge, needed by features that never occur
            curve = values.T @ values + 1e-9 * np.eye(values.shape[1])
            problem = _off(values.T @ won - curve @ own[0], curve)
            if own[0][~values.any(0)].any():
                problem = "features that never occur have weights"
        elif model == "open":
            problem = _off_logistic(values, won, own[0], 1)
        else:
            constants = np.array([[float(row.seat == seat) for seat in seats] for row in rows]).reshape(-1, len(seats))
            shared = np.array([*(first[0] for first in own), *own[0][1:]])
            problem = _off_logistic(np.hstack([constants, values[:, 1:]]), won, shared, len(seats))
        if problem:
            yield f"{name}: {problem}"

    def _values(self, model: str, game: str, rows: Sequence[Game]) -> Vector:
        """Features of games; those of `hidden` as it is fitted: whether the deal is won with open cards is known."""
        if model == "thesis":
            features = [thesis_features(row.game, row.hand, row.number) for row in rows]
        elif model == "open":
            features = [open_features(row.game, row.hand, row.skat) for row in rows]
        else:
            odds = self._odds(rows)
            features = [
                [1.0, max(float(odd), TAIL), float(row.opened), float(_trumps(row))]
                for odd, row in zip(odds, rows, strict=True)
            ]
        return np.array(features, np.float64).reshape(len(rows), len(feature_names(model, game)))

    def _odds(self, rows: Sequence[Game]) -> Vector:
        """Log odds of model open."""
        return np.array(
            [
                np.dot(open_features(row.game, row.hand, row.skat), self._weights["open", row.game, row.seat])
                for row in rows
            ]
        )

    def validations(self) -> Iterator[str]:
        """Errors of results on held-out games."""
        for model, game, declarer, *stored, loss in self._validations:
            seat = rules.SEATS.index(declarer)
            pool = self._played if model == "hidden" else self._solved
            rows = [row for row in pool if (row.game, row.seat) == (game, seat) and row.held_back]
            weights = self._weights[model, game, seat]
            won = np.array([row.won for row in rows], np.bool_)
            chances = self._chances(model, rows, weights) if rows else np.zeros(0)
            wins = chances >= 0.5
            counts = [int(cell.sum()) for cell in (wins & won, wins & ~won, ~wins & won, ~wins & ~won)]
            squares = float(((chances - won) ** 2).mean()) if rows else None
            near = loss is None if squares is None else abs(loss - squares) <= NEAREST * squares
            if counts != stored or not near:
                yield f"{self._name}, {model}, {game} by {declarer}: {stored}, {loss} should be {counts}, {squares}"

    def _chances(self, model: str, rows: Sequence[Game], weights: Vector) -> Vector:
        if model == "thesis":
            return np.asarray(self._values(model, rows[0].game, rows) @ weights)
        odds = self._odds(rows)
        if model == "open":
            return _logistic(odds)
        constant, slope, gain, trump = weights
        trumps = np.array([_trumps(row) for row in rows])
        lost = constant + slope * np.maximum(odds, TAIL) + np.minimum(odds - TAIL, 0.0) + trump * trumps
        opened = _logistic(odds)
        return np.asarray(opened * _logistic(lost + gain) + (1 - opened) * _logistic(lost))


def _game(row: Sequence[Any]) -> Game:
    number, game, declarer, hand, skat, opened, won = row
    return Game(number, game, rules.SEATS.index(declarer), hand, skat, opened, won)


def _trumps(row: Game) -> int:
    return (row.hand & rules.suits_of(row.game)[0]).bit_count()


def _logistic(log_odds: Vector) -> Vector:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _off_logistic(values: Vector, won: NDArray[np.bool_], weights: Vector, free: int) -> str | None:
    """The error of weights of a logistic model with a ridge except on the first `free` features; None if there is none."""
    alike = [len({*won[values[:, feature] != 0].tolist()}) < 2 for feature in range(free)]
    if not any(alike):
        return _off(*_slope(values, won, weights, free))
    fitted = np.zeros(len(weights))
    for _ in range(STEPS):
        slope, curve = _slope(values, won, fitted, free)
        fitted = fitted + np.linalg.solve(curve + 1e-9 * np.eye(len(fitted)), slope)
    return None if np.abs(weights - fitted).max() <= HALF else "not where the steps lead"


def _slope(values: Vector, won: NDArray[np.bool_], weights: Vector, free: int) -> tuple[Vector, Vector]:
    """Gradient of the log likelihood minus the ridge, and its negative Hessian."""
    ridge = np.full(len(weights), RIDGE)
    ridge[:free] = 0.0
    chances = _logistic(values @ weights)
    curve = values.T @ (values * (chances * (1 - chances))[:, None]) + np.diag(ridge)
    return values.T @ (won - chances) - ridge * weights, curve


def _off(slope: Vector, curve: Vector) -> str | None:
    """The error of weights with a given gradient: a step of Newton's method must be no larger than their rounding.

    If features are equal in all games, such as jacks and trumps in Grand, only the sum of their weights is determined.
    """
    values, vectors = np.linalg.eigh(curve)
    components = vectors.T @ slope
    loose = values < LOOSE * values[-1]
    step = vectors @ np.where(loose, 0.0, components / values)
    drift = vectors @ np.where(loose, components / values, 0.0)
    worst = int(np.abs(step).argmax())
    if abs(step[worst]) > HALF * (2 if np.abs(drift).max() > HALF else 1):
        return f"off by {step[worst]:.3g} at feature {worst}"
    return None if np.abs(drift).max() < LOOSE_STEP else f"off by {drift[int(np.abs(drift).argmax())]:.3g}"
