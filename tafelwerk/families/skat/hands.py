"""Questions about hands: games won by class, fitted chances, contracts that a program bids, Nulls that nothing beats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.families.skat import answers, surveys
from tafelwerk.families.skat.answers import Validation, Weights
from tafelwerk.families.skat.board import draw_cards, share_range
from tafelwerk.families.skat.parameters import SEATS, Seed, StoredOnly, cards_words, seat_word
from tafelwerk.families.skat.rules.cards import (
    SUIT_TERMS,
    SUITS,
    Game,
    card_name,
    card_text,
    order,
    read_card,
    read_cards,
    term,
)
from tafelwerk.families.skat.rules.contracts import Contract, goal
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.limits import MOST_DRAWN, MOST_PLAYED, WORLDS, agent_name
from tafelwerk.families.skat.rules.matches import SOURCE
from tafelwerk.families.skat.rules.play import HAND_CARDS, beating_hands, hand_with, holdings, suit_cards
from tafelwerk.families.skat.surveys import mean_of, paired_difference, share_of
from tafelwerk.language import count_noun, message, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.builds import NullCounts
    from tafelwerk.tables.book import Book


LEAST = 20
"""Default: smallest number of games of a class that is listed."""

DEALS, DEALT = 3000, 1000
"""Deals that the build line of a miss tries, and deals that it plays as dealt."""

_CLASS_COLUMNS = (
    "t.number, enum_code(t.game)::INTEGER AS game, enum_code(t.declarer)::INTEGER AS declarer, t.hand, t.skat, t.build"
)

PLACES = 1
"""Decimals of a share in percent."""

KINDS = {"suit": "suit games", "grand": "grand", "null": "null"}
"""Terms of the kinds of games."""

FEATURES = {"suit": ("jacks", "trumps", "aces"), "grand": ("jacks", "aces"), "null": ("excess",)}
"""Features that define the classes of a kind, which are terms too."""


class Hands(StoredOnly[surveys.Hands]):
    """Games won by classes of the declarer's hands, with open cards, beside the chances by which the program bids.

    A class is given by jacks, trumps and aces outside trumps; in Null by how far the cards are above safe ones. A second table
    divides games by the chance that the fitted models give them, with --dealt another one by the cards of the Skat. Only games
    count to which the models were not fitted.

    Example: tafelwerk skat hands

    Example: tafelwerk skat hands --dealt --seed 2 --declarer forehand
    """

    seed: Seed = 1
    position: (
        Annotated[
            str,
            Parameter(
                "SEAT",
                f"Declarer's seat: {SEATS}. Default: all seats together.",
                parse=seat_word("--declarer"),
                option="--declarer",
            ),
        ]
        | None
    ) = None
    dealt: Annotated[bool, Parameter("", "Hands as dealt, the Skat left, from the deals of --question win.")] = False
    least: Annotated[int, Parameter("N", "Smallest number of games of a class.", 1, MOST_DRAWN)] = LEAST

    @property
    def phrase(self) -> str:
        return say("games by classes of hands")

    @property
    def build_options(self) -> str:
        games = f"--deals {DEALT} --question win" if self.dealt else f"--trials {DEALS}"
        return games + f" --seed {self.seed}" * (self.seed != 1)

    def look_up(self, book: Book) -> surveys.Hands | None:
        # codes of games and seats are their places
        table = "skat.wins" if self.dealt else "skat.trials"
        if book.one("skat", f"SELECT number FROM {table} WHERE seed = ? LIMIT 1", self.seed) is None:
            return None
        solved = book.arrays(
            "skat", f"SELECT {_CLASS_COLUMNS}, t.won FROM {table} t WHERE seed = ? ORDER BY ALL", self.seed
        )
        playouts = (
            {}
            if self.dealt
            else book.arrays(
                "skat",
                f"SELECT {_CLASS_COLUMNS}, p.won FROM {table} t JOIN skat.playouts p USING (seed, number, game) WHERE seed = ?"
                " ORDER BY ALL",
                self.seed,
            )
        )
        from tafelwerk.families.skat.classifiers import hand_classes

        return hand_classes(solved, playouts, self.seed, self.position, self.dealt, self.least)

    def text(self, answer: surveys.Hands) -> Text:
        return lambda: _hands_tables(answer)


def _hands_tables(answer: surveys.Hands) -> Any:
    parts: list[Any] = []
    for kind, title in KINDS.items():
        classes = [group for group in answer.classes if group.kind == kind]
        if classes:
            parts += [(term(title), "bold"), _classes(kind, classes), ""]
    if answer.skats:
        title = say("by the cards of the Skat left")
        parts += [(title, "bold"), _skats(answer.skats), ""]
    models = {
        "open": say("model open, games solved with open cards"),
        "hidden": say("model hidden, games played out"),
    }
    for model, title in models.items():
        ratings = [group for group in answer.ratings if group.model == model]
        if ratings:
            parts += [(title, "bold"), _ratings(ratings), ""]
    games, deals, seed = (
        count_noun(answer.games, "game"),
        count_noun(answer.deals, "deal"),
        number_text(answer.seed, "d"),
    )
    below = say(
        "{games} on {deals} of seed {seed} to which the models were not fitted; games of one deal count "
        "as independent. Chance: mean of the fitted model.",
        games=games,
        deals=deals,
        seed=seed,
    )
    how = say("Hands as dealt, the Skat left; its points are the declarer's.")
    if not answer.dealt:
        how = say(
            "Hands after discarding, of declarers with a fair prospect of the game; the discard is drawn "
            "from roughly good ones."
        )
    return lay_out(*parts, f"{below} {how}")


def _classes(kind: str, classes: list[surveys.HandClass]) -> list[Column]:
    return _table([Column(term(name), [getattr(group, name) for group in classes]) for name in FEATURES[kind]], classes)


def _skats(skats: list[surveys.SkatClass]) -> list[Column]:
    kinds = Column(term("game"), [term(KINDS[group.kind]) for group in skats])
    held = (Column(term(name), [getattr(group, name) for group in skats]) for name in ("trumps", "aces"))
    return _table([kinds, *held], skats)


def _ratings(ratings: list[surveys.RatedGames]) -> list[Column]:
    ranges = [f"{percent(group.least)} - {percent(group.most)}" for group in ratings]
    return _table(
        [Column(term("game"), [term(KINDS[group.kind]) for group in ratings]), Column(term("range"), ranges)], ratings
    )


def _table(
    first: list[Column], rows: list[surveys.HandClass] | list[surveys.SkatClass] | list[surveys.RatedGames]
) -> list[Column]:
    return [
        *first,
        Column(term("games"), [row.games for row in rows]),
        Column(term("won"), [percent(row.won.share, PLACES) for row in rows]),
        Column(term("95 % interval"), [share_range(*row.won.interval, PLACES) for row in rows], goes=1),
        Column(term("chance"), [percent(row.chance, PLACES) for row in rows]),
    ]


CONTRACTS_DEALS = 100
"""Random deals that the build line of a miss plays, unless a number was asked for."""

_ROUNDS = """WITH rounds AS (
    SELECT seed & 4294967295 AS number, name, bid, declarer, hand, schneider, schwarz, ouvert, build FROM skat.rounds
    WHERE source = $2 AND seed >> 32 = $1 AND forehand = $3 AND middlehand = $3 AND rearhand = $3
    QUALIFY row_number() OVER (PARTITION BY seed ORDER BY name) = 1
), run AS (
    SELECT *, row_number() OVER (ORDER BY number) AS place FROM rounds WHERE number < $4 QUALIFY place = number + 1
)
SELECT r.bid, r.declarer, g.game, r.hand, r.schneider, r.schwarz, r.ouvert, g.start, g.points, g.won,
    CASE r.declarer WHEN 'forehand' THEN d.forehand WHEN 'middlehand' THEN d.middlehand ELSE d.rearhand END | d.skat, r.build
FROM run r LEFT JOIN skat.games g USING (name) LEFT JOIN skat.deals d USING (deal) ORDER BY r.number"""
"""Rounds of a player with itself, in the longest run of deals from number 0. A deal counts once: rounds of three equal players
are equal. Their seeds give the deals: 32 bits for the seed of the sequence, then 32 for the place in it. Parameters: seed,
source, player, largest number of deals."""


class _PairOfGames(NamedTuple):
    """A contract: its game; won with open cards, with hidden cards; final points of both, None in Null."""

    game: str
    open: bool
    hidden: bool
    open_points: int | None
    hidden_points: int | None


class Contracts(StoredOnly[surveys.Contracts]):
    """Contracts won with all cards open, and by a program against itself with hidden cards.

    The program bids, discards and announces on random deals. Each contract is judged by best play with all cards open, and is
    played once by the program at all three seats. The difference is about this program, not about perfect play with hidden cards.

    Example: tafelwerk skat contracts

    Example: tafelwerk skat contracts --agent pimc:30 --deals 50
    """

    deals: (
        Annotated[
            int, Parameter("N", "Number of deals, the first of the seed. Default: all in the book.", 1, MOST_PLAYED)
        ]
        | None
    ) = None
    player: Annotated[
        str, Parameter("AGENT", "Program at all three seats, such as pimc:100.", parse=agent_name, option="--agent")
    ] = f"pimc:{WORLDS}"
    seed: Seed = 1

    @property
    def phrase(self) -> str:
        return say("contracts played with hidden cards")

    @property
    def build_options(self) -> str:
        return f"--match {self.deals or CONTRACTS_DEALS} --agents {self.player}" + f" --seed {self.seed}" * (
            self.seed != 1
        )

    def look_up(self, book: Book) -> surveys.Contracts | None:
        most = MOST_PLAYED if self.deals is None else self.deals
        rows = book.rows("skat", _ROUNDS, self.seed, SOURCE, self.player, most)
        pairs = [_games_played(*row) for row in rows if row[0]]
        if not pairs or (self.deals is not None and len(rows) < self.deals):
            return None
        games = [[pair for pair in pairs if pair.game == game.value] for game in Game]
        shares = [
            _contract_shares("all", pairs),
            *(_contract_shares(same_game[0].game, same_game) for same_game in games if same_game),
        ]
        gain = shares[0].gain
        return surveys.Contracts(
            self.player,
            self.seed,
            len(rows),
            len(rows) - len(pairs),
            shares,
            certainty="sampled",
            samples=len(pairs),
            standard_error=gain.standard_error,
            interval=gain.interval,
            level=LEVEL,
        )

    def text(self, answer: surveys.Contracts) -> Text:
        return lambda: _contracts_table(answer)


def _games_played(
    bid: int,
    declarer: str,
    game: str,
    hand: bool,
    schneider: bool,
    schwarz: bool,
    ouvert: bool,
    start: int,
    points: int | None,
    won: bool,
    cards: int,
) -> _PairOfGames:
    """A contract from its rows; `start`: value with open cards, `cards`: the declarer's hand and the Skat."""
    if points is None:
        return _PairOfGames(game, bool(start), won, None, None)
    wanted = goal(Contract(Game(game), hand, schneider, schwarz, ouvert), cards, bid)
    opened, hidden = (wanted is not None and value >= wanted.points for value in (start, points))
    return _PairOfGames(game, opened, hidden, start, points)


def _contract_shares(game: str, games: Sequence[_PairOfGames]) -> surveys.ContractShares:
    count = len(games)
    both, only_open, only_hidden = (
        sum((pair.open, pair.hidden) == outcome for pair in games)
        for outcome in ((True, True), (True, False), (False, True))
    )
    pairs = [
        (pair.open_points, pair.hidden_points)
        for pair in games
        if pair.open_points is not None and pair.hidden_points is not None
    ]
    gain, error = mean_of([hidden - start for start, hidden in pairs])
    return surveys.ContractShares(
        game,
        count,
        share_of(both + only_open, count),
        share_of(both + only_hidden, count),
        only_open,
        only_hidden,
        paired_difference(both, only_open, only_hidden, count - both - only_open - only_hidden),
        mean_of([start for start, _ in pairs])[0],
        mean_of([hidden for _, hidden in pairs])[0],
        gain,
        error,
    )


def _contracts_table(answer: surveys.Contracts) -> Any:
    rows = answer.shares
    columns = [
        Column(term("game"), [term(row.game) for row in rows]),
        Column(term("contracts"), [row.contracts for row in rows]),
        Column(term("won, open"), [percent(row.open.share, PLACES) for row in rows], term("open")),
        Column(term("won, hidden"), [percent(row.hidden.share, PLACES) for row in rows], term("hidden")),
        Column(term("difference"), [number_text(100 * row.gain.difference, "+.1f") for row in rows]),
        Column(term("95 % interval"), [_share_interval(row) for row in rows], goes=1),
        Column(term("won only open"), [row.only_open for row in rows], term("only open"), goes=3),
        Column(term("won only hidden"), [row.only_hidden for row in rows], term("only hidden"), goes=3),
        Column(term("points, open"), [_mean_points(row.open_points) for row in rows], goes=2),
        Column(term("points, hidden"), [_mean_points(row.hidden_points) for row in rows], goes=2),
    ]
    deals, seed, passed = (
        count_noun(answer.deals, "random deal"),
        number_text(answer.seed, "d"),
        number_text(answer.passed),
    )
    below = say(
        "{drawn} of seed {seed}, {passed} of them passed. {player} bids, discards and announces, and "
        "plays all three hands with hidden cards; open: best play by all with all cards open. "
        "Differences are in points of percentage, paired by contract. They are about this program, not "
        "about perfect play with hidden cards.",
        drawn=deals,
        seed=seed,
        passed=passed,
        player=answer.player,
    )
    return lay_out(columns, "", below)


def _share_interval(row: surveys.ContractShares) -> str:
    low, high = (number_text(100 * end, "+.1f") for end in row.gain.interval)
    return say("{low} to {high}", low=low, high=high)


def _mean_points(mean: float | None) -> str | None:
    return None if mean is None else number_text(mean, ".1f")


_FEATURE_WORDS = {
    "thesis": message("least squares on the seven features of Kupferschmid 2003; all cards open"),
    "open": message("logistic regression on features of each suit; all cards open"),
    "hidden": message(
        "logistic regression on the result of open and the winner with open cards; played out with hidden cards"
    ),
}


class Models(StoredOnly[answers.Models]):
    """Classifiers of hands: how well each separates games won from games lost, on games that it was not fitted to.

    True positives had a chance of at least one half and were won; false positives had such a chance and were lost. The loss is
    the mean squared difference of chance and outcome. The weights are in table skat.models, and in the answer with --json.

    Example: tafelwerk skat models
    """

    @property
    def build_options(self) -> str:
        return "--trials 3000"

    @property
    def phrase(self) -> str:
        return term("models of hands")

    def look_up(self, book: Book) -> answers.Models | None:
        return fitted_models(book)

    def text(self, answer: answers.Models) -> Text:
        return lambda: _models_tables(answer)


def fitted_models(book: Book) -> answers.Models | None:
    """The classifiers fitted to the largest number of deals, and their results on held-out games."""
    rows = book.rows(
        "skat",
        "SELECT seed, deals, played, model, game, declarer, list(feature ORDER BY place), list(weight ORDER BY place),"
        " list(DISTINCT build) AS build"
        " FROM skat.models GROUP BY seed, deals, played, model, game, declarer"
        " QUALIFY rank() OVER (ORDER BY deals DESC, played DESC, seed) = 1"
        " ORDER BY model, game, declarer",
    )
    if not rows:
        return None
    seed, deals, playouts = rows[0][:3]
    validations = book.rows(
        "skat",
        "SELECT model, game, declarer, true_positives, false_positives, false_negatives, true_negatives, loss"
        " FROM skat.validations WHERE seed = ? AND deals = ? AND played = ? ORDER BY model, game, declarer",
        seed,
        deals,
        playouts,
    )
    weights = [
        Weights(model, game, declarer, dict(zip(features, values, strict=True)))
        for _, _, _, model, game, declarer, features, values in rows
    ]
    return answers.Models(
        seed, deals, playouts, [Validation(*row) for row in validations], weights, certainty="sampled"
    )


def _models_tables(answer: answers.Models) -> Any:
    parts: list[Any] = []
    for model, words in _FEATURE_WORDS.items():
        rows = [row for row in answer.validations if row.model == model]
        right = sum(row.true_positives + row.true_negatives for row in rows)
        games = sum(row.games for row in rows)
        columns = [
            Column(term("game"), [term(row.game) for row in rows]),
            Column(term("declarer"), [term(row.declarer) for row in rows]),
            Column(term("true pos."), [row.true_positives for row in rows], term("won +")),
            Column(term("false pos."), [row.false_positives for row in rows], term("lost +")),
            Column(term("false neg."), [row.false_negatives for row in rows], term("won -")),
            Column(term("true neg."), [row.true_negatives for row in rows], term("lost -")),
            Column(term("loss"), [None if row.loss is None else number_text(row.loss, ".3f") for row in rows]),
        ]
        right_text, of = number_text(right), number_text(games)
        share = say(", {told} of {of} games right", told=right_text, of=of) if games else ""
        parts += [(f"{model}: {say(words)}{share}", "bold"), columns, ""]
    deals, playouts = number_text(answer.deals), number_text(answer.played)
    below = say(
        "Fitted to the trials of {deals} deals of seed {seed} and the playouts of {played}; a fifth held out.",
        deals=deals,
        seed=answer.seed,
        played=playouts,
    )
    return lay_out(*parts, below)


DEFENDER, DECLARER = "defender", "declarer"
"""Who leads."""

NULL_PLACES = 4
"""Decimals of a share in percent."""

BeatenDeal = Callable[[tuple[int, int, int, int]], tuple[int, int, int]]
"""For the holdings of a class of hands: the hands after and before the declarer and the Skat of a deal that beats it."""


class SuitFacts(NamedTuple):
    """What is known of a holding.

    Attributes:
        safe: whether no distribution gets a trick with this suit.
        opens: whether the declarer can lead its 7, whatever the distribution.
    """

    safe: bool
    opens: bool


class Null(Question[surveys.NullHands | surveys.NullHand]):
    """How many hands win Null against every distribution of the other 22 cards, or whether a given hand does.

    The defenders may see all cards, so the answer is the same for Null Ouvert. The 22 cards lie in any way with the defenders,
    ten each, and in the Skat. For a hand that can be beaten the answer has a deal in which the defenders win.

    Example: tafelwerk skat null

    Example: tafelwerk skat null --hand "C7 C8 C9 S7 S9 SJ H7 H9 D7 D9"

    Example: tafelwerk skat null --hand "C7 C9 CJ S7 S9 SJ H7 H8 HT D8" --json
    """

    hand: (
        Annotated[
            str,
            Parameter(
                '"S7 S8 ..."',
                "The ten cards, in any order. Default: all hands, counted.",
                parse=cards_words("--hand", HAND_CARDS),
                write=quote,
            ),
        ]
        | None
    ) = None

    @property
    def phrase(self) -> str:
        return say("hands that no distribution beats in Null")

    def look_up(self, book: Book) -> surveys.NullHands | surveys.NullHand | None:
        if self.hand is None:
            rows = book.rows(
                "skat",
                "SELECT longest, second, third, shortest, hands, defender, declarer, build FROM skat.null_hands"
                " ORDER BY 1 DESC, 2 DESC, 3 DESC, 4 DESC",
            )
            return counted_hands([surveys.NullLengths(list(row[:4]), *row[4:]) for row in rows]) if rows else None
        cards = read_cards(self.hand)
        facts = {
            holding: SuitFacts(safe, opens)
            for holding, safe, opens in book.rows(
                "skat",
                "SELECT holding, safe, opens, build FROM skat.null_suits WHERE holding IN (?, ?, ?, ?)",
                *holdings(cards),
            )
        }
        if not facts:
            return None

        def deal(held: tuple[int, int, int, int]) -> tuple[int, int, int]:
            row = book.one(
                "skat",
                "SELECT after, before, skat, build FROM skat.null_deals"
                " WHERE clubs = ? AND spades = ? AND hearts = ? AND diamonds = ?",
                *held,
            )
            assert row is not None
            after, before, skat = row
            return after, before, skat

        return judged_hand(cards, facts, deal)

    def operations(self) -> float:
        from tafelwerk.families.skat.tasks import NULL_OPERATIONS

        return NULL_OPERATIONS

    def solve(self) -> surveys.NullHands | surveys.NullHand:
        """From the holdings of a suit; a deal that beats a hand is found by search."""
        from tafelwerk.solvers.skat import null_game as solver

        if self.hand is None:
            return counted_hands([surveys.NullLengths(list(row[0]), *row[1:]) for row in solver.hands_by_lengths()])
        cards = read_cards(self.hand)
        facts = {suit: SuitFacts(solver.is_safe(suit), solver.is_opening(suit)) for suit in holdings(cards)}
        return judged_hand(cards, facts, solver.beating)

    def build(self) -> NullCounts:
        from tafelwerk.families.skat.builds import NullCounts

        return NullCounts()

    def text(self, answer: surveys.NullHands | surveys.NullHand) -> Text:
        return lambda: _null_counts_table(answer) if isinstance(answer, surveys.NullHands) else _null_hand_text(answer)


def counted_hands(rows: Sequence[surveys.NullLengths]) -> surveys.NullHands:
    """The answer for the numbers by lengths of the suits."""
    hands = sum(row.hands for row in rows)
    totals = {DEFENDER: sum(row.defender for row in rows), DECLARER: sum(row.declarer for row in rows)}
    return surveys.NullHands(
        hands,
        [surveys.NullCount(leader, hand_count, hand_count / hands) for leader, hand_count in totals.items()],
        list(rows),
    )


def judged_hand(hand: int, facts: Mapping[int, SuitFacts], deal: BeatenDeal) -> surveys.NullHand:
    """The answer for a hand.

    Args:
        hand: mask of ten cards.
        facts: what is known of its holdings.
        deal: a deal that beats a class of hands with four safe suits, none of which opens.
    """
    own, held = order(Game.NULL), holdings(hand)
    names = list(SUIT_TERMS.values())
    suits = {
        name: surveys.NullSuit(
            [card_text(card) for card in reversed(own.sorted(hand & suit_cards(suit)))], *facts[held[suit]]
        )
        for suit, name in enumerate(names)
    }
    weak = [suit for suit, name in enumerate(names) if not suits[name].safe]
    opening = [suit for suit, name in enumerate(names) if suits[name].opens]
    leads = []
    for leader in (DEFENDER, DECLARER):
        lead = text = seat = None
        if weak:
            first, other, skat = beating_hands(hand, weak[0])
            # the defender with the weak suit leads, or plays after the declarer's lead
            hands = (first, hand, other) if leader == DEFENDER else (hand, first, other)
            text, seat = Deal(hands, skat).text(), "middlehand" if leader == DEFENDER else "forehand"
        elif leader == DECLARER and opening:
            lead = f"{SUITS[opening[0]]}7"
        elif leader == DECLARER:
            text, seat = _in_suits(hand, deal).text(), "forehand"
        leads.append(surveys.NullLead(leader, text is None, lead, text, seat))
    return surveys.NullHand(
        [card_text(card) for card in own.sorted(hand)], suits, [names[suit] for suit in weak], leads
    )


def _in_suits(hand: int, deal: BeatenDeal) -> Deal:
    """A deal that beats a hand, from that of its class, with the suits exchanged."""
    held = holdings(hand)
    places = sorted(range(len(held)), key=lambda suit: -held[suit])
    first, second, third, fourth = (held[suit] for suit in places)

    def exchange_suits(cards: int) -> int:
        cards_by_suit = holdings(cards)
        return hand_with(cards_by_suit[places.index(suit)] for suit in range(len(held)))

    after, before, skat = map(exchange_suits, deal((first, second, third, fourth)))
    return Deal((hand, after, before), skat)


def _leader_phrase(leader: str) -> str:
    if leader == DEFENDER:
        return say("a defender")
    return say("the declarer")


def _null_counts_table(answer: surveys.NullHands) -> Any:
    totals = [
        Column(say("who leads"), [_leader_phrase(lead.leader) for lead in answer.leads]),
        Column(say("unbeatable hands"), [lead.unbeatable for lead in answer.leads]),
        Column(term("share"), [percent(lead.share, NULL_PLACES) for lead in answer.leads]),
    ]
    rows = answer.lengths
    lengths = [
        Column(say("suits"), [" ".join(map(str, row.lengths)) for row in rows]),
        Column(say("hands"), [row.hands for row in rows]),
        Column(say("a defender leads"), [row.defender for row in rows]),
        Column(say("the declarer leads"), [row.declarer for row in rows]),
    ]
    hands = number_text(answer.hands)
    below = say(
        "Of {hands} hands, these win Null against every distribution of the other 22 cards, even with "
        "all cards open. Below: the same by the lengths of the suits.",
        hands=hands,
    )
    return lay_out(totals, "", below, "", lengths)


def _null_hand_text(answer: surveys.NullHand) -> Any:
    names = list(answer.suits)
    kinds = [_suit_kind(suit.cards, safe=suit.safe, opens=suit.opens) for suit in answer.suits.values()]
    columns = [
        Column(say("suit"), [term(name) for name in names]),
        Column(
            say("cards"),
            [draw_cards([read_card(card) for card in suit.cards]) for suit in answer.suits.values()],
        ),
        Column("", kinds),
    ]
    return lay_out(columns, "", *(text for lead in answer.leads for text in _lead_lines(lead)))


def _suit_kind(cards: list[str], *, safe: bool, opens: bool) -> str:
    if not cards:
        return say("void")
    if not safe:
        return say("not safe")
    return say("safe, may be led") if opens else say("safe")


def _lead_lines(lead: surveys.NullLead) -> list[str]:
    leader = _leader_phrase(lead.leader)
    if lead.unbeatable:
        card = f" ({card_name(read_card(lead.lead))})" if lead.lead else ""
        return [say("If {leader} leads{lead}: no distribution beats this Null.", leader=leader, lead=card)]
    line = f'tafelwerk skat explain --deal "{lead.deal}" --game null --declarer {lead.declarer}'
    return [
        say("If {leader} leads: beaten, for example in", leader=leader),
        f"  {line}",
    ]
