"""How high to bid, and what to discard and to announce, by the chances that the shipped models give the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.fitting import Column, fit_table, lay_out
from tafelwerk.errors import InputError
from tafelwerk.families.skat import answers, board, parameters
from tafelwerk.families.skat.answers import AnnouncedContract, Candidate, PlannedBid, Range, TriedGame
from tafelwerk.families.skat.board import share
from tafelwerk.families.skat.rules import contracts, limits
from tafelwerk.families.skat.rules.cards import (
    Game,
    bits,
    card_names,
    card_text,
    read_card,
    read_cards,
    read_game,
    read_seat,
    term,
    titled,
)
from tafelwerk.families.skat.stored_games import stopwatch
from tafelwerk.language import count_noun, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL, sampled_share
from tafelwerk.tables.questions import Computation, Question, Text
from tafelwerk.texts import StyledText
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.solvers.skat import model_bidder
    from tafelwerk.tables.book import Book


def bid_layout(answer: answers.Bid, hand: int, seed: int | None) -> Any:
    """Advice for bidding, for people; `hand`: mask of the ten cards; `seed`: of the deals on which the game is tested."""
    games = _likeliest_first(answer)
    heading = StyledText(f"{term(answer.position):<11}", "bold").append(
        board.draw_hand(hand, Game(answer.game or Game.GRAND))
    )
    chances = [answer.chances[game] for game in games]
    values = Column(term("value"), [_value_text(game, answer.values[game]) for game in games], goes=1)
    below = say(
        "Chances to win as declarer, the Skat taken up or left. Value: range over all Skats; Hand adds "
        "one multiple (Null 35, Ouvert 59)."
    )
    if any(step.hand and Game(step.game) is not Game.NULL for step in answer.plan):
        below += say(
            " The advice leaves out announcements of Schneider, Schwarz and Ouvert; each adds one more multiple, and the game "
            "is lost if it is missed."
        )
    if answer.plan and answer.chances[Game(answer.plan[0].game)] < chances[0]:
        below += say(
            " The advice goes by points on average, won and lost, not by the chance alone: {likeliest} is won more often than "
            "{game}, and scores less.",
            likeliest=titled(games[0]),
            game=board.contract_text(board.contract_of(answer.plan[0])),
        )
    table = fit_table([*_chances(answer), values], bars=chances)
    tried = [] if answer.tried is None else ["", _test_sentence(answer, answer.tried) + board.seed_sentence(seed)]
    return lay_out(heading, "", (_bid_advice(answer), "bold"), "", table, "", below, *tried)


def _likeliest_first(answer: answers.Bid) -> list[Game]:
    return sorted(Game, key=lambda game: -answer.chances[game])


def _chances(answer: answers.Bid) -> list[Column]:
    """The chances per game, best first."""
    games = _likeliest_first(answer)
    return [
        Column(term("game"), [term(game) for game in games]),
        Column(term("with the Skat"), [share(answer.chances[game]) for game in games], short=term("Skat")),
        Column(term("Hand"), [share(answer.hand_chances[game]) for game in games]),
    ]


def bid_as_picture(answer: answers.Bid, hand: int) -> Picture:
    """The hand and its chances as a picture."""
    below = say("Chances to win as declarer, the Skat taken up or left (Hand).")
    game = Game(answer.game) if answer.game else None
    return board.hand_picture(hand, game, _bid_advice(answer), below, tables=[_chances(answer)])


def _test_sentence(answer: answers.Bid, tried: TriedGame) -> str:
    """Result of the game to be announced on random deals, in words."""
    low, high = answer.interval or (0.0, 1.0)
    name, deals = board.contract_text(board.contract_of(tried)), count_noun(tried.worlds, "random deal")
    estimate = (answer.hand_chances if tried.hand else answer.chances)[tried.game]
    tested = say(
        "{name} on {deals}: {wins} won with all cards open (95 % interval {low:.0f} to {high:.0f} %), so "
        "a {chance} chance with hidden cards on these deals. The chance in the table, {estimate}, is estimated from your cards "
        "alone.",
        name=name,
        deals=deals,
        wins=tried.wins,
        low=100 * low,
        high=100 * high,
        chance=percent(tried.chance),
        estimate=board.chance_text(estimate),
    )
    model = say(
        " A model turns deals won with open cards into a chance with hidden cards; it was fitted to games that Tafelwerk's "
        "programs played against each other."
    )
    return f"{tested}{model}{_gap_sentence(estimate, answer.interval)}"


def _gap_sentence(chance: float, interval: tuple[float, float] | None) -> str:
    """A sentence where a chance with hidden cards is outside the interval of the share won with open cards."""
    low, high = interval or (0.0, 1.0)
    if low <= chance <= high:
        return ""
    start, end, estimate = number_text(100 * low, ".0f"), percent(high), board.chance_text(chance)
    text = say(" With open cards {low} to {high} of the deals are won (95 % interval)", low=start, high=end)
    if chance > high:
        return text + say(
            ", less than {chance}: the difference relies on defenders who do not see your cards.", chance=estimate
        )
    return text + say(", more than {chance}: with hidden cards you do not see the other hands.", chance=estimate)


def _bid_advice(answer: answers.Bid) -> str:
    """What to do, in words."""
    from tafelwerk.solvers.skat.model_bidder import LEAST

    brings = say("a game at 18 scores {points:+.0f} tournament points on average", points=answer.expected)
    if answer.game is None:
        alone = say("; if both others pass, play at 18 all the same, since such a game scores some 50 more")
        return say(
            "Pass: {brings}, and a bid should score more than {least:.0f}{alone}.",
            brings=brings,
            least=LEAST,
            alone=alone * answer.alone,
        )
    to, with_ = say("to"), say("with")
    steps = ", ".join(f"{to} {step.bid} {with_} {board.contract_text(board.contract_of(step))}" for step in answer.plan)
    return say("Bid up {steps}; {brings}.", steps=steps, brings=brings)


def _value_text(game: Game, values: Range) -> str:
    if game is Game.NULL:
        return f"{values.least}, Ouvert {contracts.NULL_VALUES[False, True]}"
    if values.least == values.most:
        return str(values.least)
    return say("{least} to {most}", least=values.least, most=values.most)


def discard_layout(answer: answers.Discard, cards: int) -> Any:
    """The best discards, for people; `cards`: mask of the twelve cards."""
    rows = answer.candidates
    heading = StyledText(f"{term(answer.position):<11}", "bold").append(board.draw_hand(cards, Game(answer.game)))
    right = [StyledText(f"{candidate.expected:+.0f}", justify="right") for candidate in rows]
    columns = [
        Column(term("discard"), [board.draw_cards([read_card(card) for card in candidate.skat]) for candidate in rows]),
        Column(term("announce"), [board.contract_text(board.contract_of(candidate.contract)) for candidate in rows]),
        Column(term("chance"), [share(candidate.chance) for candidate in rows]),
        Column(term("value"), [candidate.value for candidate in rows], goes=1),
        Column(term("expected points"), right, short=term("tournament points"), goes=2),
    ]
    if any(candidate.worlds for candidate in rows):
        of = say("of")
        solved = [f"{candidate.wins} {of} {candidate.worlds}" if candidate.worlds else "" for candidate in rows]
        columns.append(Column(term("deals won with open cards"), solved, short=term("deals won"), goes=3))
    advice = [(line, "bold") for line in _discard_advice(answer, cards)]
    below = say(
        "Chance: with hidden cards. With open cards the defenders see all hands and win more often. "
        "Points are tournament points."
    )
    below += _gap_sentence(answer.chance, answer.interval) + _ties_sentence(rows)
    if answer.race_wins is not None:
        race, fresh = count_noun(answer.race_worlds, "deal"), count_noun(answer.worlds, "fresh deal", dative=True)
        below += say(
            " The first was chosen on {race}, of which it won {wins}; its numbers are from {fresh}, since "
            "the best of several looks better than it is.",
            race=race,
            wins=answer.race_wins,
            fresh=fresh,
        )
        below += board.seed_sentence(answer.seed)
    return lay_out(heading, "", *advice, "", columns, "", below)


def _ties_sentence(rows: Sequence[answers.Candidate]) -> str:
    """How many choices the sample does not tell from the first, and what decides among them; "" if it does."""
    first = rows[0]
    low, high = first.interval or (first.chance, first.chance)
    ties = sum(
        row.value == first.value
        and percent(row.chance) == percent(first.chance)
        and (row.worlds == 0 or low <= (row.wins or 0) / row.worlds <= high)
        for row in rows
    )
    if ties < 2:
        return ""
    return say(
        " {count} of these choices tie as shown; the order follows the unrounded mean of points.",
        count=number_text(ties),
    )


def discard_picture(answer: answers.Discard, cards: int) -> Picture:
    """The twelve cards as a picture, with the two to discard highlighted."""
    laid = [read_card(card) for card in answer.skat]
    return board.hand_picture(cards, Game(answer.game), " ".join(_discard_advice(answer, cards)), chosen=laid)


def _discard_advice(answer: answers.Discard, cards: int) -> list[str]:
    """What to do, in words, and what the bid makes of it."""

    contract = board.contract_of(answer.contract)
    laid, name = card_names(map(read_card, answer.skat)), board.contract_text(contract)
    lines = [say("Discard {laid} and announce {name}.", laid=laid, name=name)]
    if answer.needs is None:
        # every announcement is lost; this one loses least
        worth, counts = contracts.game_value(contract, cards), 2 * answer.value
        lines.append(
            say(
                "Overbid: the game is worth {worth}, the bid was {bid}, and not even Schwarz makes up for that. It is lost "
                "however it is played and counts {counts} points against you.",
                worth=worth,
                bid=answer.bid,
                counts=counts,
            )
        )
    elif warning := board.warning_text(contract, cards, answer.bid):
        lines.append(warning)
    return lines


DEALS, SHOWN = 40, 5
"""Defaults: number of deals on which discards are compared, and number of candidates shown."""

FOREHAND = "forehand"

WORLD_OPERATIONS = 2.4e7
"""Estimated operations per deal of the other cards, on which the best discards are solved."""

TRIED_OPERATIONS = 1e6
"""Estimated operations per random deal on which an announcement is tested."""


class Bid(Question[answers.Bid], title="a bid"):
    """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards.

    The chances come from features of the cards, with weights fitted to solved and played games, over every Skat and every
    discard. The highest bid is the last one with a sufficient mean of tournament points. The best of many choices looks
    better than it is, so the game to be announced is also tested on random deals, with all cards open.

    Example: tafelwerk skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7"

    Example: tafelwerk skat bid --hand "HJ SA ST SK S9 S8 CA C7 D9 D8" --seat rearhand --json
    """

    at_once = True

    hand: Annotated[
        str,
        Parameter(
            '"CJ ..."',
            "The ten cards, in any order.",
            parse=parameters.cards_words("--hand", 10),
            write=quote,
            is_argument=False,
        ),
    ]
    position: parameters.Position = FOREHAND
    worlds: Annotated[
        int,
        Parameter(
            "N", "Number of random deals on which the game to be announced is tested; 0: none.", 0, limits.MOST_WORLDS
        ),
    ] = DEALS
    seed: parameters.FreshSeed | None = None

    def computation(self, book: Book) -> Computation[answers.Bid]:
        return Computation(self.worlds * TRIED_OPERATIONS, self.solve, always=True)

    def solve(self) -> answers.Bid:
        """By the shipped weights; the announcement is tested on random deals."""
        from tafelwerk.families.skat.classifiers import default_bidder

        assert self.seed is not None
        cards, seat, bidder = read_cards(self.hand), read_seat(self.position), default_bidder()
        with stopwatch() as watch:
            advice = bidder.advise(cards, seat)
            first = advice.plan[0][1] if advice.plan else None
            # for a hand that passes, the likeliest game, the first in case of a tie
            contract = first or contracts.Contract(max(Game, key=lambda game: advice.chances[game]))
            tried = bidder.try_contract(contract, cards, seat, self.worlds, self.seed) if self.worlds else None
        counts = {game: contracts.value_counts(contracts.Contract(game), cards) for game in Game}
        return answers.Bid(
            game=None if advice.game is None else advice.game.value,
            bid=advice.limit,
            chances={game.value: advice.chances[game] for game in Game},
            hand_chances={game.value: advice.hand_chances[game] for game in Game},
            values={game.value: Range(min(worth), max(worth)) for game, worth in counts.items()},
            hand=contract_answer(first) if first and first.hand else None,
            plan=[PlannedBid(**asdict(contract_answer(contract)), bid=most) for most, contract in advice.plan],
            alone=advice.alone,
            expected=advice.expected,
            tried=None if tried is None else _tried_game(contract, tried),
            cards=[card_text(card) for card in bits(cards)],
            position=self.position,
            seconds=watch.seconds,
            **({"certainty": "sampled"} if tried is None else _share_won(tried.wins, tried.worlds)),
        )

    def text(self, answer: answers.Bid) -> Text:
        return lambda: bid_layout(answer, read_cards(self.hand), self.seed)

    def picture(self, answer: answers.Bid) -> Picture:
        return bid_as_picture(answer, read_cards(self.hand))


class Discard(Question[answers.Discard]):
    """Which two of twelve cards to discard and what to announce, by expected tournament points.

    All 66 discards are rated for each game by features of the cards. The best are then solved on sampled deals with all cards
    open. Both results together give the chance against players who see only their own cards.

    Example: tafelwerk skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9"

    Example: tafelwerk skat discard --hand "HJ DJ CA CK C9 C8 C7 SA ST H9" --skat "D8 D7" --seat rearhand --bid 30 --json
    """

    cards: (
        Annotated[
            str,
            Parameter(
                '"CJ ..."',
                "The twelve cards, hand and Skat, in any order.",
                parse=parameters.cards_words("--cards", 12),
                write=quote,
                is_argument=False,
            ),
        ]
        | None
    ) = None
    hand: (
        Annotated[
            str,
            Parameter(
                '"CJ ..."',
                "The ten cards, if the Skat is given apart.",
                parse=parameters.cards_words("--hand", 10),
                write=quote,
            ),
        ]
        | None
    ) = None
    skat: (
        Annotated[
            str,
            Parameter(
                '"S7 HQ"',
                "The two cards of the Skat, beside the ten of the hand.",
                parse=parameters.cards_words("--skat", 2),
                write=quote,
            ),
        ]
        | None
    ) = None
    position: parameters.Position = FOREHAND
    bid: Annotated[int, Parameter("BID", "Your last bid, made or held.", contracts.BIDS[0], contracts.BIDS[-1])] = (
        contracts.BIDS[0]
    )
    game: (
        Annotated[
            str,
            Parameter("GAME", f"The only game to consider: {parameters.GAMES}.", parse=parameters.game_and(ouvert="")),
        ]
        | None
    ) = None
    worlds: Annotated[
        int,
        Parameter(
            "N", "Sampled deals used to compare the best discards; 0 uses the hand model only.", 0, limits.MOST_WORLDS
        ),
    ] = DEALS
    seed: parameters.FreshSeed | None = None
    count: Annotated[
        int, Parameter("N", "Number of discards with announcement to show.", 1, limits.MOST_WAYS, option="--most")
    ] = SHOWN

    @property
    def phrase(self) -> str:
        return say("a discard tested on {deals} of the other cards", deals=count_noun(self.worlds, "deal"))

    def __post_init__(self) -> None:
        parts = [part for part in (self.hand, self.skat) if part]
        if len(parts) == 2 and self.cards is None:
            object.__setattr__(self, "cards", " ".join(parts))
            object.__setattr__(self, "hand", None)
            object.__setattr__(self, "skat", None)
        super().__post_init__()

    def check(self) -> None:
        parameters.read_argument("--bid", self.bid, contracts.check_bid)
        if self.cards is None or self.hand or self.skat:
            raise InputError(say("give --cards, all twelve, or --hand and --skat"))

    @property
    def mask(self) -> int:
        """The twelve cards."""
        return read_cards(self.cards or "")

    def operations(self) -> float:
        return self.worlds * WORLD_OPERATIONS

    def solve(self) -> answers.Discard:
        from tafelwerk.families.skat.classifiers import default_bidder

        assert self.seed is not None
        mask, seat = self.mask, read_seat(self.position)
        chosen = tuple(Game) if self.game is None else (read_game(self.game),)
        bidder = default_bidder(worlds=self.worlds)
        with stopwatch() as watch:
            best = bidder.candidates(mask, seat, self.bid, self.seed, chosen)[: self.count]
            first = bidder.afresh(best[0], mask, seat, self.bid, self.seed) if best[0].worlds else best[0]
        candidates = [
            _candidate_answer(first, mask, self.bid, fresh=first.worlds > 0),
            *(_candidate_answer(candidate, mask, self.bid, fresh=False) for candidate in best[1:]),
        ]
        return answers.Discard(
            **vars(candidates[0]),
            candidates=candidates,
            race_worlds=best[0].worlds,
            race_wins=best[0].wins if best[0].worlds else None,
            cards=[card_text(card) for card in bits(mask)],
            position=self.position,
            bid=self.bid,
            seed=self.seed,
            seconds=watch.seconds,
            certainty="sampled",
            samples=first.worlds or None,
            level=LEVEL if first.worlds else None,
        )

    def text(self, answer: answers.Discard) -> Text:
        return lambda: discard_layout(answer, self.mask)

    def picture(self, answer: answers.Discard) -> Picture:
        return discard_picture(answer, self.mask)


def contract_answer(contract: contracts.Contract) -> AnnouncedContract:
    """A contract as an answer."""
    return AnnouncedContract(contract.game.value, contract.hand, contract.schneider, contract.schwarz, contract.ouvert)


def _share_won(wins: int, worlds: int) -> dict[str, Any]:
    """Fields of an answer for a share of deals won."""
    share = wins / worlds
    return sampled_share(share, worlds)


def _tried_game(contract: contracts.Contract, tried: model_bidder.ContractTrial) -> TriedGame:
    share = tried.wins / tried.worlds
    return TriedGame(
        **asdict(contract_answer(contract)), worlds=tried.worlds, wins=tried.wins, share=share, chance=tried.chance
    )


def _candidate_answer(candidate: model_bidder.Candidate, cards: int, bid: int, *, fresh: bool) -> Candidate:
    needs = contracts.goal(candidate.contract, cards, bid)
    won = _share_won(candidate.wins, candidate.worlds) if candidate.worlds else {}
    return Candidate(
        skat=[card_text(card) for card in bits(candidate.skat)],
        game=candidate.contract.game.value,
        chance=candidate.chance,
        contract=contract_answer(candidate.contract),
        value=candidate.value,
        overbid=contracts.game_value(candidate.contract, cards) < bid,
        needs=None if needs is None else needs.points,
        expected=candidate.expected,
        worlds=candidate.worlds,
        wins=candidate.wins if candidate.worlds else None,
        standard_error=won.get("standard_error"),
        interval=won.get("interval"),
        fresh=fresh,
    )
