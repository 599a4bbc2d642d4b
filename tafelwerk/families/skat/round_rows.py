"""Rows of games and rounds: from a log or a match, with each card priced; trials to learn from; a program in place of a seat.

A match is determined by its players and seed: its log and a build of the match have the same rows.

A program in place of one seat chooses each card from what that seat knew. The value of a position in tournament points with all
cards open depends on the level that the declarer reaches: no trick, 30 points or fewer, up to 60, up to 89, 90 and more, all
tricks. Levels are nested, so that the highest level that the declarer can force under best play decides the score. It follows
from the points under best play and, at both ends, from the tricks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from random import Random
from typing import Any

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.classifiers import default_bidder, default_chances
from tafelwerk.families.skat.deal_rows import deal_rows, judge
from tafelwerk.families.skat.replays import InPlace, OtherCard
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text
from tafelwerk.families.skat.rules.contracts import BIDS, Contract, Goal, is_schneider, settle, side_points
from tafelwerk.families.skat.rules.deals import deal_number, random_deals
from tafelwerk.families.skat.rules.matches import match_round, seat_programs
from tafelwerk.families.skat.rules.play import Judge, Position, legal, play, price, start
from tafelwerk.families.skat.rules.round_log import calls_text, round_numbers
from tafelwerk.families.skat.rules.rounds import Agent, Bidder, GameInPlay, Round, begin, play_out, seat_seed
from tafelwerk.solvers.skat.hand_chances import KINDS
from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, pimc, read_agent
from tafelwerk.solvers.skat.learning import IN_DOUBT, Trial, trials
from tafelwerk.solvers.skat.open_judge import WorldOutcomes

POINTS_NODES = 100_000
"""Positions searched for the points of tied cards in playouts."""


@cache
def chooser() -> Chooser:
    """The worker's chooser, shared by all its games."""
    return Chooser()


def trial_rows(seed: int, first: int, last: int) -> Rows:
    """Rows of table trials: trials of deals number `first` to `last` of a seed, solved."""
    return [
        {
            "seed": seed,
            "number": number,
            "game": trial.game.value,
            "declarer": trial.declarer.word,
            "deal": deal_number(trial.deal),
            "hand": trial.deal.hands[trial.declarer],
            "skat": trial.deal.skat,
            "won": judge(trial.game is Game.NULL).won(start(trial.deal, trial.game, trial.declarer)),
        }
        for number, trial in trials_of(seed, first, last)
    ]


def playout_tables(seed: int, first: int, last: int, worlds: int) -> Mapping[str, Rows]:
    """Rows of playouts and their cards: one trial per deal number `first` to `last` of a seed, with `worlds` per card."""
    rows, cards = [], []
    for number in range(first, last + 1):
        trial = trial_in_doubt(seed, number)
        if trial is None:
            continue
        program = pimc(worlds, chooser(), Effort(POINTS_NODES))
        game = begin(trial.deal, Contract(trial.game), trial.declarer)
        over = play_out(game, [program(game, seat_seed(number, seat)) for seat in Seat])
        key = {"seed": seed, "number": number, "game": trial.game.value, "worlds": worlds}
        points = None if trial.game is Game.NULL else over.position.declarer_points
        rows.append({**key, "won": over.won, "points": points})
        for card_number, (card, choice) in enumerate(zip(over.cards, over.choices, strict=True), 1):
            seen = () if choice is None else choice.cards
            looked = max((outcome.points_worlds for outcome in seen), default=0)
            cards.append({**key, "place": card_number, "card": card, "points_worlds": looked})
    return {"playouts": rows, "playout_cards": cards}


def trials_of(seed: int, first: int, last: int) -> Iterator[tuple[int, Trial]]:
    """Trials of deals number `first` to `last` of a seed, each with the number of its deal."""
    for number, dealt in enumerate(random_deals(last - first + 1, seed, first), first):
        for trial in trials(dealt, Seat(number % 3), Random((seed << 32) + number)):
            yield number, trial


def trial_in_doubt(seed: int, number: int) -> Trial | None:
    """The trial of a deal that is played out; None if no trial is in doubt."""
    doubtful = []
    for _, trial in trials_of(seed, number, number):
        least, most = IN_DOUBT[KINDS[trial.game]]
        if least <= trial.strength <= most:
            doubtful.append(trial)
    return doubtful[int(Random((seed << 32) + number).random() * len(doubtful))] if doubtful else None


def match_tables(players: tuple[str, ...], seed: int, first: int, last: int) -> Mapping[str, Rows]:
    """Rows of a match on the deals `first` to `last` of a seed's sequence: three players play each deal three times, one player
    plays it once against itself."""
    seated = seat_programs(players)
    numbers = round_numbers(players, first, last)
    return round_tables([match_round(seated, seed, number, agent) for number in numbers])


def play_match_round(players: tuple[str, str, str], seed: int, number: int) -> Round:
    """A round of a match; for a worker."""
    return match_round(players, seed, number, agent)


@cache
def agent(name: str) -> Agent:
    """The worker's agent with a given name; all agents share bidder and solvers."""
    return read_agent(name, bidder=_bidder(), chances=default_chances(), chooser=chooser())


@cache
def _bidder() -> Bidder:
    return default_bidder()


def deals_of(done: Round) -> set[int]:
    """Numbers of a round's deals: as dealt, and when play began."""
    return {deal_number(done.dealt)} | (set() if done.game is None else {done.game.number})


def together(rounds: Iterable[Round], least: int) -> Iterator[list[Round]]:
    """Rounds in batches of a minimum size, except the last batch; rounds of one deal stay together."""
    lots: list[tuple[set[int], list[Round]]] = []
    for round_ in rounds:
        same_deals = [lot for lot in lots if lot[0] & deals_of(round_)]
        if not same_deals:
            lots.append((deals_of(round_), [round_]))
            continue
        (deals, members), *others = same_deals
        deals |= deals_of(round_)
        members.append(round_)
        for lot in others:
            deals |= lot[0]
            members += lot[1]
            lots.remove(lot)
    gathered: list[Round] = []
    for _, members in lots:
        gathered += members
        if len(gathered) >= least:
            yield gathered
            gathered = []
    if gathered:
        yield gathered


def round_tables(rounds: Sequence[Round]) -> Mapping[str, Rows]:
    """Rows of all tables with data of rounds."""
    return {
        **game_tables(rounds),
        "deals": deal_rows(sorted(set[int]().union(*map(deals_of, rounds)))),
        "rounds": [round_row(done) for done in rounds],
        "decisions": [row for done in rounds for row in decision_rows(done)],
    }


def game_tables(rounds: Sequence[Round]) -> Mapping[str, Rows]:
    """Rows of deals, games and plays, for rounds that were played, with each card priced."""
    deals: dict[int, None] = {}
    rows, plays = [], []
    for done in rounds:
        game = done.game
        if game is None:
            continue
        deals[game.number] = None
        priced = price(judge(game.null), game)
        contract = {"deal": game.number, "game": game.game.value, "declarer": game.declarer.word}
        points = None if game.null else priced.values[-1]
        result = {"start": priced.values[0], "points": points, "won": priced.won}
        rows.append({"name": done.name, **contract, **result, "source": done.source})
        for number, card in enumerate(priced.played, 1):
            values = {"before": card.before, "after": card.after, "best": card.best}
            plays.append({"name": done.name, "place": number, "player": card.seat.word, "card": card.card, **values})
    return {"deals": deal_rows(deals), "games": rows, "plays": plays}


def round_row(done: Round) -> dict[str, Any]:
    """A row of table rounds, in the order of its columns; without a game if all passed."""
    announced_contract = None if done.game is None else done.game.contract
    contract = {
        name: getattr(announced_contract, name, None) for name in ("game", "hand", "schneider", "schwarz", "ouvert")
    }
    result = {name: getattr(done.score, name, None) for name in ("matadors", "won", "overbid", "value", "score")}
    return {
        "name": done.name,
        "dealt": deal_number(done.dealt),
        "bid": done.bid,
        "declarer": None if done.declarer is None else done.declarer.word,
        **contract,
        **result,
        **dict(zip(("forehand", "middlehand", "rearhand"), done.players, strict=True)),
        "calls": calls_text(done.auction),
        "seed": done.seed,
        "source": done.source,
    }


def decision_rows(done: Round) -> Iterator[dict[str, Any]]:
    """Rows of table decisions: one per legal card of each decision for which a program evaluated cards."""
    game = done.game
    for number, (played_card, choice) in enumerate(
        () if game is None else zip(game.cards, game.choices, strict=True), 1
    ):
        for card in () if choice is None else choice.cards:
            seen = {name: getattr(card, name) for name in ("card", "worlds", "wins", "points_worlds", "points")}
            yield {"name": done.name, "place": number, "chosen": card.card == played_card, **seen}


_ALL_TRICKS, _A_TRICK = Goal(120, 10, 10), Goal(0, 1, 10)


class ReachedLevel(IntEnum):
    """Level reached by a declarer in a game for points."""

    NO_TRICK = 0
    SCHNEIDER = 1
    LOST = 2
    WON = 3
    NINETY = 4
    ALL_TRICKS = 5


_COUNTED = {
    ReachedLevel.NO_TRICK: (0, 0),
    ReachedLevel.SCHNEIDER: (30, 1),
    ReachedLevel.LOST: (60, 1),
    ReachedLevel.WON: (61, 1),
    ReachedLevel.NINETY: (90, 1),
    ReachedLevel.ALL_TRICKS: (120, 10),
}
"""Representative points and tricks of each level."""


def in_place(done: Round, name: str, seat: str, number: int, seed: int) -> InPlace:
    """A round with a program in place of one seat.

    Args:
        done: the round.
        name: name of the program.
        seat: seat in whose place it plays, one of `tafelwerk.families.skat.replays.PLACES`.
        number: number of the round in the log; with `seed` it determines the program's random numbers.
        seed: random seed.
    """
    key: dict[str, Any] = {"name": done.name, "line": done.line, "agent": name, "seat": seat, "seed": seed}
    recorded = done.game
    if recorded is None:
        return InPlace(
            **key, game=None, declarer=None, decisions=0, played_loss=0, chosen_loss=0, difference=0, others=[]
        )
    declarer, game = recorded.declarer, begin(recorded.deal, recorded.contract, recorded.declarer)
    # a bid that is not the value of a game requires the next higher value
    bid = min((value for value in BIDS if value >= done.bid), default=BIDS[-1])
    seats = [
        candidate
        for candidate in Seat
        if seat in (candidate.word, "declarer" if candidate is declarer else "defenders")
    ]
    program = agent(name).program
    players = {candidate: program(game, seat_seed((seed << 32) + number, candidate), bid) for candidate in seats}
    value = _Value(recorded, done.bid)
    decisions, losses, others = 0, [0, 0], []
    for card_number, card in enumerate(recorded.cards):
        mover, position = game.to_move, game.position
        known = game.known[mover]
        if mover in players and known.legal & (known.legal - 1):
            decisions += 1
            chosen = players[mover](known).card
            best, after = value(position, mover), value(play(position, card), mover)
            ours = after if chosen == card else value(play(position, chosen), mover)
            losses[0] += best - after
            losses[1] += best - ours
            if chosen != card:
                names = card_text(card), card_text(chosen)
                others.append(OtherCard(card_number // 3 + 1, mover.word, *names, best, after, ours))
        game = game.played(card)
    return InPlace(
        **key,
        game=recorded.game.value,
        declarer=declarer.word,
        decisions=decisions,
        played_loss=losses[0],
        chosen_loss=losses[1],
        difference=losses[0] - losses[1],
        others=others,
    )


class _Value:
    """Values of positions of a game for a seat, in tournament points, under best play by all with all cards open."""

    def __init__(self, game: GameInPlay, bid: int) -> None:
        self._declarer = game.declarer
        self._judge = judge(game.null)
        cards = game.deal.hands[game.declarer] | game.deal.skat
        # indexed by `reached_level`
        self._scores = [
            settle(
                game.contract,
                cards,
                points,
                tricks,
                bid,
                schneider=is_schneider(points),
                schwarz=tricks in (0, 10),
            )
            for points, tricks in (((0, 1), (0, 0)) if game.null else _COUNTED.values())
        ]

    def __call__(self, position: Position, seat: Seat) -> int:
        """Value of a position for a seat."""
        return side_points(self._scores[reached_level(self._judge, position)], alone=seat is self._declarer)


def reached_level(own: Judge, position: Position) -> int:
    """Level that the declarer reaches under best play by all, one of `ReachedLevel`; in Null 1 (won) or 0 (lost).

    Args:
        own: judge of the game.
        position: any position of it.
    """
    value = own.value(position)
    if position.game is Game.NULL:
        return value
    if value >= 120 and _reaches(position, _ALL_TRICKS):
        return ReachedLevel.ALL_TRICKS
    if value <= 30:
        none = not position.declarer_tricks and value == position.declarer_points and not _reaches(position, _A_TRICK)
        return ReachedLevel.NO_TRICK if none else ReachedLevel.SCHNEIDER
    return ReachedLevel.NINETY if value >= 90 else ReachedLevel.WON if value >= 61 else ReachedLevel.LOST


def _reaches(position: Position, goal: Goal) -> bool:
    """Whether the declarer takes at least this number of tricks."""
    if position.over:
        return position.declarer_tricks >= goal.least_tricks
    cards = legal(position)
    won = _tricks().won(position, cards, goal)
    return bool(won) if position.to_move is position.declarer else won == cards


@cache
def _tricks() -> WorldOutcomes:
    """One per process."""
    return WorldOutcomes()
