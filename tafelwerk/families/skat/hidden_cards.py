"""Play with hidden cards: how high to bid, what to discard and to announce, which card to play; programs at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import inf
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.fitting import Column, fit_table
from tafelwerk.commands.output import console
from tafelwerk.errors import InputError
from tafelwerk.families.skat import answers, board, parameters
from tafelwerk.families.skat.answers import AnnouncedContract, Candidate, CardAdvice, PlannedBid, Range, TriedGame
from tafelwerk.families.skat.board import share
from tafelwerk.families.skat.rules import contracts, limits
from tafelwerk.families.skat.rules.cards import (
    WIN,
    Game,
    bits,
    card_name,
    card_names,
    card_text,
    order,
    read_card,
    read_cards,
    read_game,
    read_list,
    read_seat,
    term,
    titled,
)
from tafelwerk.families.skat.rules.knowledge import Knowledge, to_choose
from tafelwerk.families.skat.stored_games import stopwatch
from tafelwerk.language import count_noun, join_words, percent, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import LEVEL, sampled_share, share_error
from tafelwerk.tables.questions import BUDGET, Computation, Question, Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.rules.rounds import Agent, Program
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.solvers.skat import model_bidder
    from tafelwerk.solvers.skat.model_bidder import ModelBidder
    from tafelwerk.tables.book import Book


def bid_layout(answer: answers.Bid, hand: int, seed: int | None) -> Any:
    """Advice for bidding, for people; `hand`: mask of the ten cards; `seed`: of the deals on which the game is tested."""
    from rich.console import Group
    from rich.text import Text

    games = sorted(Game, key=lambda game: -answer.chances[game])
    heading = Text(f"{term(answer.position):<11}", "bold").append_text(
        board.draw_hand(hand, Game(answer.game or Game.GRAND))
    )
    chances = [answer.chances[game] for game in games]
    columns = [
        Column(term("game"), [term(game) for game in games]),
        Column(term("with the Skat"), [share(chance) for chance in chances], short=term("Skat")),
        Column(term("Hand"), [share(answer.hand_chances[game]) for game in games]),
        Column(term("value"), [_value_text(game, answer.values[game]) for game in games], goes=1),
    ]
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
    table = fit_table(columns, console().width, bars=chances)
    tried: list[Any] = (
        [] if answer.tried is None else ["", Text(_test_sentence(answer, answer.tried) + _seed_sentence(seed))]
    )
    return Group(heading, "", Text(_bid_advice(answer), "bold"), "", table, "", Text(below), *tried)


def bid_as_picture(answer: answers.Bid, hand: int) -> Picture:
    """The hand and its chances as a picture."""
    return board.bid_picture(answer, hand, _bid_advice(answer))


def _seed_sentence(seed: int | None) -> str:
    return say(" Seed {seed}.", seed=seed)


def _test_sentence(answer: answers.Bid, tried: TriedGame) -> str:
    """Result of the game to be announced on random deals, in words."""
    low, high = answer.interval or (0.0, 1.0)
    name, deals = board.contract_text(board.contract_of(tried)), count_noun(tried.worlds, "random deal")
    estimate = (answer.hand_chances if tried.hand else answer.chances)[tried.game]
    return say(
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
    ) + _gap_sentence(estimate, answer.interval)


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
    from rich.console import Group
    from rich.text import Text

    rows = answer.candidates
    heading = Text(f"{term(answer.position):<11}", "bold").append_text(board.draw_hand(cards, Game(answer.game)))
    right = [Text(f"{candidate.expected:+.0f}", justify="right") for candidate in rows]
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
    advice = [Text(line, "bold") for line in _discard_advice(answer, cards)]
    below = say(
        "Chance: with hidden cards. With open cards the defenders see all hands and win more often. "
        "Points are tournament points."
    )
    below += _gap_sentence(answer.chance, answer.interval)
    if answer.race_wins is not None:
        race, fresh = count_noun(answer.race_worlds, "deal"), count_noun(answer.worlds, "fresh deal", dative=True)
        below += say(
            " The first was chosen on {race}, of which it won {wins}; its numbers are from {fresh}, since "
            "the best of several looks better than it is.",
            race=race,
            wins=answer.race_wins,
            fresh=fresh,
        )
        below += _seed_sentence(answer.seed)
    return Group(heading, "", *advice, "", fit_table(columns, console().width), "", Text(below))


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
            Parameter("GAME", f"The only game to consider: {parameters.GAMES}.", parse=parameters.game_word),
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
            best = bidder.candidates(mask, seat, self.bid, self.seed, self.count, chosen)
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
    return sampled_share(share, worlds, share_error(share, worlds))


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


def card_choice_picture(answer: CardAdvice, known: Knowledge) -> Picture:
    """The hand as a picture, with the card to play highlighted."""
    others = [name for name in answer.open_card_share if name != answer.card]
    advice = _card_advice(answer, known, [answer.card, *others])
    return board.card_picture(answer, known.hand, known.game, known.table, advice)


def card_layout(answer: CardAdvice, known: Knowledge, bids: str | None, seed: int | None) -> Any:
    """The card to play, and the share of deals that each card wins; `seed`: of the deals that were drawn."""
    from rich.console import Group
    from rich.text import Text

    heading = Text(f"{term(known.seat.word):<11}", "bold").append_text(board.draw_hand(known.hand, known.game))
    parts: list[Any] = [heading]
    if known.table:
        parts.append(
            Text(f"{term('table'):<11}").append_text(board.draw_cards(known.table)).append(board.led_by(known.leader))
        )
    rank = {card: at for at, card in enumerate(order(known.game).sorted(known.legal))}
    cards = sorted(
        map(read_card, answer.open_card_share),
        key=lambda card: (card_text(card) != answer.card, -answer.open_card_share[card_text(card)], rank[card]),
    )
    names = [card_text(card) for card in cards]
    wins = "deals the declarer wins" if known.seat is known.declarer else "deals the defenders win"
    columns = [
        Column(term("card"), [board.draw_cards([card]) for card in cards]),
        Column(term(wins), [share(answer.open_card_share[name]) for name in names]),
    ]
    if answer.certainty == "sampled":
        to = say(" to ")
        ranges = [to.join(f"{100 * end:.0f}" for end in answer.intervals[name]) + " %" for name in names]
        columns.append(Column(term("95 % interval"), ranges, goes=1))
    lines = [
        _card_advice(answer, known, names),
        "",
        _sampling(answer, bids) + (_seed_sentence(seed) if answer.certainty == "sampled" else ""),
    ]
    return Group(*parts, "", Text(lines[0], "bold"), "", fit_table(columns, console().width), "", Text(lines[2]))


def _card_advice(answer: CardAdvice, known: Knowledge, names: list[str]) -> str:
    card = card_name(read_card(answer.card))
    if len(names) == 1:
        return say("Play {shown}: no other card is legal.", shown=card)
    alike = [name for name in names if answer.open_card_share[name] == answer.open_card_share[answer.card]]
    if len(alike) == 1:
        return say("Play {shown}: it wins in most deals.", shown=card)
    others = join_words([card_name(read_card(name)) for name in alike[1:]])
    reason = say("is best of these by points")
    if known.game.value == "null":
        reason = say("is the lowest of equal cards")
    return say("Play {shown}: it wins as often as {others} and {reason}.", shown=card, others=others, reason=reason)


def _sampling(answer: CardAdvice, bids: str | None) -> str:
    """The sample behind the shares, and their meaning, in words."""
    aim = say(" The declarer needs {needs} points.", needs=answer.needs)
    if answer.needs == 0:
        aim = say(" The declarer wins with no trick.")
    elif answer.needs == 120:
        aim = say(" The declarer needs all tricks.")
    deals = count_noun(answer.worlds, "deal")
    agree = say("{deals} are consistent with the cards seen and the suits not followed", deals=deals)
    if answer.worlds == 1:
        agree = say("{deals} is consistent with the cards seen and the suits not followed", deals=deals)
    if answer.certainty == "sampled":
        samples = count_noun(answer.samples or 0, "deal")
        by = say(" by the bids {bids}", bids=bids) if bids else ""
        if answer.standard_error is None:
            agree += say("; {samples} drawn{by}, from which no standard error follows", samples=samples, by=by)
        else:
            agree += say(
                "; {samples} drawn{by}, standard error of a share at most {error} %",
                samples=samples,
                by=by,
                error=number_text(100 * answer.standard_error, ".1f"),
            )
    elif bids and answer.worlds > 1:
        agree += say(", weighted by the bids {bids}", bids=bids)
    return f"{agree}.{'' if answer.needs == WIN else aim} " + say(
        "Shares are for open cards and best play by all from here; they are not the chance to win with hidden cards."
    )


CARD_OPERATIONS, NULL_CARD_OPERATIONS = 1.2e6, 5e4
"""Estimated operations per deal of the hidden cards in which every card of a hand of ten is tried; the former halves with each
card less in hand, down to `LEAST_CARD_OPERATIONS`."""

LEAST_CARD_OPERATIONS = 1e5

BIDS_OPERATIONS = 5e6
"""Estimated operations for weighting the candidates for one such deal by the bids."""


def _bids_words(text: str) -> str:
    # rising bids are always consistent with some bidding, whoever is declarer
    return " ".join(map(str, parameters.read_argument("--bids", text, contracts.read_bids)))


class Card(Question[CardAdvice], title="a card to play"):
    """Which card to play now, the other hands hidden: the one that wins in most deals that agree with what you know.

    In each of these deals all cards lie open and all play best from there. So the shares are no chances of winning at the table,
    where nobody sees the other hands.

    Example: tafelwerk skat card --hand "CJ SJ CA CT CK DA DT HA H7 S7" --game clubs --declarer forehand --seat forehand

    Example: tafelwerk skat card --hand "HJ CA C8 SA S9 HA HT H8 D9 D7" --game grand --declarer rearhand --seat forehand
    """

    at_once = True

    hand: Annotated[
        str,
        Parameter(
            '"CJ ..."',
            "The ten cards held by the seat when play began, for the declarer after discarding; or those still held, with "
            "--leader, --points or --table, or with all cards played by --history.",
            parse=parameters.held_words("--hand"),
            write=quote,
            is_argument=False,
        ),
    ]
    game: Annotated[
        str,
        Parameter(
            "GAME",
            f"Game: {parameters.GAMES}.",
            parse=parameters.game_and(ouvert='--open "CJ ..."'),
            is_argument=False,
        ),
    ]
    declarer: parameters.Declarer
    seat: Annotated[
        str, Parameter("SEAT", "Your seat; it is your turn.", parse=parameters.seat_word("--seat"), is_argument=False)
    ]
    skat: (
        Annotated[
            str,
            Parameter(
                '"S7 HQ"',
                "The two cards discarded, for the declarer only. Default: unknown, as in a Hand game.",
                parse=parameters.cards_words("--skat", 2),
                write=quote,
            ),
        ]
        | None
    ) = None
    played: parameters.Played | None = None
    leader: parameters.Leader | None = None
    points: parameters.DeclarerPoints | None = None
    table: parameters.TableCards | None = None
    open: (
        Annotated[
            str,
            Parameter(
                '"CJ ..."',
                "The declarer's cards, which lie open: Ouvert; but for Null the declarer must take every trick.",
                parse=parameters.held_words("--open"),
                write=quote,
            ),
        ]
        | None
    ) = None
    worlds: Annotated[
        int,
        Parameter(
            "N",
            "Number of deals of the hidden cards to solve; all of them if there are no more.",
            1,
            limits.MOST_WORLDS,
        ),
    ] = limits.WORLDS
    bids: (
        Annotated[
            str,
            Parameter(
                '"18 20 22"',
                "The bids in order, by which the deals are weighted.",
                parse=_bids_words,
                write=quote,
            ),
        ]
        | None
    ) = None
    seed: parameters.FreshSeed | None = None

    def __post_init__(self) -> None:
        name, flags = parameters.name_and_flags(self.game)
        # what the other options say may be said by the game, too
        if flags <= {word for word, says in (("hand", self.skat is None), ("ouvert", self.open)) if says}:
            object.__setattr__(self, "game", name or self.game)
        super().__post_init__()

    def check(self) -> None:
        known = self.known
        assert known.to_move is known.seat
        if self.bids and known.cards != tuple(read_list(self.played or "")):
            raise InputError(say("--bids need all cards since the start, in order, by --history"))
        if self.bids and self.worlds > limits.MOST_WEIGHTED:
            most, worlds = number_text(limits.MOST_WEIGHTED), number_text(self.worlds)
            raise InputError(say("--worlds must be 1 to {most} with --bids, not {given}", most=most, given=worlds))

    @property
    def known(self) -> Knowledge:
        """What the player knows."""
        return to_choose(
            self.hand,
            self.game,
            self.declarer,
            self.seat,
            self.skat,
            self.played,
            leader=self.leader,
            declarer_points=self.points,
            table=self.table,
            shown=self.open,
        )

    def computation(self, book: Book) -> Computation[CardAdvice]:
        operations = _card_operations(self.known, self.worlds, weighted=bool(self.bids))
        return Computation(operations, self.solve, always=True, watched=self.solve)

    def solve(self, report: Callable[[float], None] = lambda share: None) -> CardAdvice:
        """From worlds with open cards; from a sample if there are too many."""
        from tafelwerk.build.executors import cores
        from tafelwerk.families.skat.classifiers import default_bidder, default_chances
        from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, Positions, declarer_goal
        from tafelwerk.solvers.skat.inference import Weigh, bid_weights, sampled_worlds
        from tafelwerk.solvers.skat.worlds import count_worlds

        assert self.seed is not None
        known = self.known
        declares = known.seat is known.declarer
        is_hand = declares and self.skat is None
        contract = contracts.Contract(
            known.game, hand=is_hand, ouvert=self.open is not None and known.game is Game.NULL
        )
        if self.open is not None and known.game is not Game.NULL:
            contract = contracts.Contract(known.game, *[True] * 4)
        heard = contracts.read_bids(self.bids) if self.bids else []
        needs = contracts.announced_goal(contract)
        stages: list[Weigh] = []
        with stopwatch() as watch:
            if heard:
                ways = contracts.dialogues(heard, known.declarer)
                stages = bid_weights(known, contract, ways, default_bidder(worlds=0).limit, default_chances())
                if declares and known.game is not Game.NULL:
                    cards = known.hand | known.played[known.seat] | (known.skat or 0)
                    needs = declarer_goal(contract, cards, heard[-1])
            sample = sampled_worlds(known, self.worlds, 32 * self.seed + len(known.cards), stages)
            positions = Positions(known, sample.worlds)
            chooser = Chooser(min(cores(), limits.MOST_THREADS), report=report)
            chosen = chooser.choose(positions, needs, Effort(full=True), sample.weights)
        shares = {card_text(outcome.card): outcome.wins / outcome.worlds for outcome in chosen.cards}
        share_fields = {name: shares_of_worlds(share, len(positions), sample.size) for name, share in shares.items()}
        first = share_fields[card_text(chosen.card)]
        errors = [
            outcome["standard_error"] for outcome in share_fields.values() if outcome["standard_error"] is not None
        ]
        return CardAdvice(
            card=card_text(chosen.card),
            open_card_share=shares,
            intervals={
                name: outcome["interval"] or (shares[name], shares[name]) for name, outcome in share_fields.items()
            },
            worlds=count_worlds(known),
            needs=needs.points,
            seconds=watch.seconds,
            **first | {"standard_error": max(errors, default=None)},
        )

    def text(self, answer: CardAdvice) -> Text:
        return lambda: card_layout(answer, self.known, self.bids, self.seed)

    def picture(self, answer: CardAdvice) -> Picture:
        return card_choice_picture(answer, self.known)


def _card_operations(known: Knowledge, worlds: int, *, weighted: bool) -> float:
    """Estimated operations for the choice of a card over some worlds, which may be weighted by bids."""
    work = NULL_CARD_OPERATIONS
    if known.game is not Game.NULL:
        work = max(CARD_OPERATIONS / 2 ** (10 - known.hand.bit_count()), LEAST_CARD_OPERATIONS)
    work += BIDS_OPERATIONS * weighted
    if worlds * work > BUDGET:
        from tafelwerk.solvers.skat.worlds import count_worlds

        worlds = min(worlds, count_worlds(known))
    return worlds * work


def shares_of_worlds(share: float, looked_at: int, size: float) -> dict[str, Any]:
    """Fields of an answer for a share of worlds.

    Args:
        share: the share.
        looked_at: number of worlds.
        size: effective sample size in independent worlds; infinite for all worlds.
    """
    if size == inf:
        return {"certainty": "exact", "samples": looked_at, "standard_error": 0.0, "interval": None, "level": None}
    return sampled_share(share, int(size), share_error(share, size)) | {"samples": looked_at}


@dataclass(frozen=True)
class Programs:
    """The programs at a person's table.

    Attributes:
        left, right: agents to the person's left and right.
        bidder: bids and announces for both, and for hints.
        adviser: chooses the cards for hints.
    """

    left: Agent
    right: Agent
    bidder: ModelBidder
    adviser: Program


def programs(left: str, right: str, worlds: int, seconds: float | None) -> Programs:
    """The programs at a person's table.

    Args:
        left, right: names of agents.
        worlds: worlds per card for hints.
        seconds: time limit per card. None: no limit.
    """
    from tafelwerk.build.executors import cores
    from tafelwerk.families.skat.classifiers import default_bidder, default_chances
    from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, pimc, read_agent

    bidder, chooser = default_bidder(), Chooser(min(cores(), limits.MOST_THREADS))
    first, second = (
        read_agent(name, bidder=bidder, chances=default_chances(), chooser=chooser, seconds=seconds)
        for name in (left, right)
    )
    return Programs(first, second, bidder, pimc(worlds, chooser, Effort(full=True, seconds=seconds)))
