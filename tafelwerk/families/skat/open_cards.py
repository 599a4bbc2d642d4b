"""Play with all cards open: the value of a position and of each card in it, sure points, the course of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat import answers, board, parameters, stored_games
from tafelwerk.families.skat.rules.cards import (
    Game,
    Seat,
    bits,
    card_name,
    card_text,
    does,
    read_card,
    term,
    titled,
)
from tafelwerk.families.skat.rules.cards import points as points_of
from tafelwerk.families.skat.rules.play import OpenGame, PricedGame, open_game, price
from tafelwerk.language import count_noun, in_german, join_words, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import Source
from tafelwerk.tables.questions import A, Question, Text

if TYPE_CHECKING:
    from tafelwerk.families.skat.builds import GivenDeal
    from tafelwerk.families.skat.rules.play import Judge
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book


Shown = Callable[[Sequence[int]], Any]
"""How cards are shown."""


def solution_layout(wanted: OpenGame, answer: answers.Solution, *, kept: bool) -> Any:
    """The value of a position and of its cards, for people; `kept`: whether the answer was computed and kept."""
    heading = f"{wanted.name}; {_turn(wanted)}.", "bold"
    parts: list[Any] = [heading, "", board.draw_position(wanted, wanted.position)]
    cards = {read_card(card): int(value) for card, value in (answer.cards or {}).items()}
    if cards:
        parts += [value_table(wanted, cards), ""]
    how = say("computed and kept") if kept else board.origin(answer)
    how = "" if wanted.position.over else f" ({how})"
    return lay_out(*parts, f"{_verdict(wanted, answer, cards)}{how}")


def _turn(wanted: OpenGame) -> str:
    """The player to move, and the declarer's points or tricks so far."""
    position = wanted.position
    if position.over:
        return say("all cards are played")
    seat = term(position.to_move.word)
    turn = say("{seat} is to play", seat=seat) if position.table else does(seat, "lead", you=False)
    if not wanted.cards and wanted.is_whole:
        return turn
    if not wanted.null:
        points = count_noun(position.declarer_points, "point")
        return turn + say("; the declarer has {points} so far", points=points)
    taken = count_noun(position.declarer_tricks, "trick") if position.declarer_tricks else say("no trick")
    return turn + say("; the declarer has taken {taken} so far", taken=taken)


def value_table(wanted: OpenGame, cards: dict[int, int], show: Shown = board.draw_cards) -> list[Column]:
    """A table of the cards, best first, with the points that each gives away."""
    in_order = board.best_first(cards, wanted.position)
    best = cards[in_order[0]]
    columns = [Column(term("card"), [show([card]) for card in in_order])]
    if wanted.null:
        columns.append(Column(term("the declarer has"), [won_or_lost(cards[card]) for card in in_order]))
    else:
        columns.append(Column(term("points"), [cards[card] for card in in_order]))
        columns.append(Column(term("gives away"), [abs(cards[card] - best) or None for card in in_order]))
    return columns


def won_or_lost(value: int) -> str:
    """The value of a position of Null, in a word."""
    return term(("lost", "won")[value])


def _verdict(wanted: OpenGame, answer: answers.Solution, cards: dict[int, int]) -> str:
    """The outcome, and the cards that keep it."""

    position = wanted.position
    verdict = board.outcome_text(wanted, answer.points, won=bool(answer.won), over=position.over)
    if position.over or (answer.points is None and not wanted.winnable):
        return f"{verdict}."
    verdict += say(" under best play by all")
    if cards:
        in_order = board.best_first(cards, position)
        good = [card for card in in_order if cards[card] == cards[in_order[0]]]
        seat, good_names = term(position.to_move.word), join_words([card_name(card) for card in good])
        if len(good) < len(in_order):
            best_card = say(": {seat} plays {kept}", seat=seat, kept=good_names)
            verdict += best_card if len(good) == 1 else say("; {kept} keep that", kept=good_names)
        elif len(good) > 1:
            verdict += say("; every card of {seat} keeps that", seat=seat)
        else:
            verdict += say("; the only card of {seat} keeps that", seat=seat)
    return f"{verdict}."


def solution_picture(wanted: OpenGame, answer: answers.Solution) -> Picture:
    """The position as a picture, with its best cards highlighted and the value of each card."""
    cards = {read_card(card): int(value) for card, value in (answer.cards or {}).items()}
    in_order = board.best_first(cards, wanted.position)
    best = [card for card in in_order if cards[card] == cards[in_order[0]]]
    read = [say("Yellow: the best cards.")] if len(best) < len(cards) else []
    return board.position_picture(
        wanted,
        wanted.position,
        f"{wanted.name}; {_turn(wanted)}",
        _verdict(wanted, answer, {}),
        *read,
        chosen=best if read else (),
        tables=[value_table(wanted, cards, board.print_cards)] if cards else (),
    )


def sure_layout(wanted: OpenGame, answer: answers.Sure) -> Any:
    """Sure points for people."""
    return lay_out((f"{wanted.name}.", "bold"), "", board.draw_position(wanted, wanted.position), _sure_words(answer))


def _sure_words(answer: answers.Sure) -> str:
    """The sure points of the side on lead, in words."""
    points, leader = count_noun(answer.to_come, "point"), titled(answer.leader)
    if answer.side == "declarer":
        return say(
            "The declarer leads and is sure of {sure} of the {points} still to be won: the declarer makes at "
            "least {least} in total.",
            sure=answer.sure,
            points=points,
            least=answer.least,
        )
    return say(
        "{leader} leads and the defenders are sure of {sure} of the {points} still to be won: the "
        "declarer makes at most {most} in total.",
        leader=leader,
        sure=answer.sure,
        points=points,
        most=answer.most,
    )


def sure_picture(wanted: OpenGame, answer: answers.Sure) -> Picture:
    """The position as a picture, with the sure points below it."""
    return board.position_picture(wanted, wanted.position, wanted.name, _sure_words(answer))


def explanation_layout(answer: answers.Explanation) -> Any:
    """The course of a game, for people."""
    return priced_layout(answer.priced, board.origin(answer))


def priced_layout(priced: PricedGame, how: str, title: str = "", won: bool | None = None) -> Any:
    """A priced game as text and tables.

    Args:
        priced: the game.
        how: where the prices come from.
        title: stands before the game's name.
        won: whether the finished game is won, where announcement and bid decide it. Default: by 61 points.
    """
    game = priced.game
    parts: list[Any] = [(f"{title}{game.name}.", "bold"), "", board.draw_position(game, game.positions[0])]
    if game.cards:
        parts += [_costs(priced, board.draw_cards), "", (_reading(priced), "dim"), _given_away(priced)]
    if priced.line:
        parts += [*([""] if game.cards else []), _outlook(priced), "", _line(priced, board.draw_cards), ""]
    else:
        parts.append(_outcome(priced, won))
    return lay_out(*parts, (f"({how})", "dim"))


def priced_picture(priced: PricedGame, title: str = "", won: bool | None = None) -> Picture:
    """A priced game as a picture: all hands at the start, the cards played, the tricks to come. `won` as for `layout`."""
    game = priced.game
    below = [_given_away(priced)] if game.cards else []
    below.append(_outlook(priced) if priced.line else _outcome(priced, won))
    tables = [_costs(priced, board.print_cards)] if game.cards else []
    tables += [_line(priced, board.print_cards)] if priced.line else []
    return board.position_picture(game, game.positions[0], f"{title}{game.name}", *below, tables=tables)


def _costs(priced: PricedGame, show: Shown) -> list[Column]:
    """The played cards, a line each."""
    cards = priced.played
    tricks = [str(card.trick) if number % 3 == 0 else None for number, card in enumerate(cards)]
    costs: Sequence[Any] = [card.cost or None for card in cards]
    columns = [
        Column(term("trick"), tricks, goes=1),
        Column(term("player"), [term(card.seat.word) for card in cards]),
        Column(term("card"), [show([card.card]) for card in cards]),
    ]
    if priced.game.null:
        columns.append(Column(term("after"), [won_or_lost(card.after) for card in cards], goes=2))
        costs = [cost and term("the game") for cost in costs]
    else:
        columns.append(Column(term("points after"), [card.after for card in cards], term("after"), goes=2))
    columns.append(Column(term("cost"), costs))
    columns.append(Column(term("better"), [show([card.best]) if card.cost else None for card in cards]))
    return columns


def _reading(priced: PricedGame) -> str:
    """What the columns of the played cards mean, in words."""
    if priced.game.null:
        return say("After: how the game ends with best play by all from there. Better: a card that keeps the game.")
    return say(
        "After: the declarer's points with best play by all from there. Cost: points the card gave away. "
        "Better: a card that gives nothing away."
    )


def _given_away(priced: PricedGame) -> str:
    """Points given away by each seat, in words."""
    null, start = priced.game.null, priced.values[0]
    began = won_or_lost(start) if null else count_noun(start, "point")
    who = [(seat, cost) for seat in Seat if (cost := priced.cost(seat))]
    text = say("Best play from the start: {began} for the declarer", began=began)
    if not who:
        return text + say("; no card gave anything away.")
    shares = join_words([f"{term(seat.word)} {count_noun(cost, 'time' if null else 'point')}" for seat, cost in who])
    heading = say("Game given away") if null else say("Given away")
    return f"{text}. {heading}: {shares}."


def _outlook(priced: PricedGame) -> str:
    """The outcome of best play, in words."""
    begin = say("Best play by all")
    if priced.game.cards:
        begin = say("Best play from here")
    outcome = board.outcome_text(priced.game, _points(priced), won=priced.won)
    # nouns have capital letters in German
    return f"{begin}: {outcome if in_german() else outcome[:1].lower() + outcome[1:]}."


def _outcome(priced: PricedGame, won: bool | None) -> str:
    return f"{board.outcome_text(priced.game, _points(priced), won=priced.won if won is None else won, over=True)}."


def _points(priced: PricedGame) -> int | None:
    """The declarer's final points; None in Null."""
    return None if priced.game.null else priced.values[-1]


def _line(priced: PricedGame, show: Shown) -> list[Column]:
    """The tricks to come, the current one with the cards already played."""
    first = len(priced.game.cards) // 3
    tricks = priced.tricks[first:]
    columns = [
        Column(term("trick"), list(range(first + 1, first + 1 + len(tricks))), goes=2),
        Column(term("led by"), [term(trick.leader.word) for trick in tricks]),
        Column(term("cards"), [show(trick.cards) for trick in tricks]),
        Column(
            term("taken by"), [None if trick.winner is None else term(trick.winner.word) for trick in tricks], goes=1
        ),
    ]
    if not priced.game.null:
        columns += [
            Column(term("points"), [trick.points for trick in tricks], goes=4),
            Column(term("declarer"), [trick.after.declarer_points for trick in tricks]),
            Column(term("defenders"), [trick.after.defender_points for trick in tricks], goes=3),
        ]
    return columns


OPERATIONS = 5e8
"""Estimated operations for the values of all cards of a position: mostly far fewer, on about one deal in a hundred more."""


class SolveGoal(StrEnum):
    """What to find out of a game."""

    WIN = "win"
    POINTS = "points"


class OfPosition(Question[A]):
    """A question about a game with all cards open, and the cards played so far."""

    deal: parameters.DealWords
    game: parameters.OpenGameName
    declarer: parameters.Declarer
    played: parameters.Played | None = None
    leader: parameters.Leader | None = None
    points: parameters.DeclarerPoints | None = None
    table: parameters.TableCards | None = None

    def check(self) -> None:
        parameters.open_game_named(
            self.deal, self.game, self.declarer, self.played, self.leader, self.points, self.table
        )

    @property
    def game_so_far(self) -> OpenGame:
        """The game."""
        return open_game(self.deal, self.game, self.declarer, self.played, self.leader, self.points, self.table)

    @property
    def phrase(self) -> str:
        return self.game_so_far.name


class OfOutcome(OfPosition[A]):
    """A question about the outcome of such a game."""

    ouvert: Annotated[
        bool, Parameter("", "Ouvert: in Null as without; in other games the declarer must take every trick.")
    ] = False

    def __post_init__(self) -> None:
        parameters.separate_flags(self, spare=["hand"])
        super().__post_init__()

    @property
    def game_so_far(self) -> OpenGame:
        return replace(super().game_so_far, ouvert=self.ouvert)

    def judge(self) -> Judge:
        """A solver of the game."""
        from tafelwerk.solvers.skat.open_judge import judge_of

        wanted = self.game_so_far
        return judge_of(wanted.game, wanted.deal.cards_each if wanted.all_tricks else 0)


class Solve(OfOutcome[answers.Solution]):
    """The declarer's points under best play by all with all cards open, in total and after each card; in Null, who wins.

    Points include the Skat and the tricks already taken; 61 win.

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat solve --deal - --game null --declarer rearhand --question win --json

    Example: tafelwerk skat solve --deal "CA | SJ | HJ C7" --table "CJ CT" --points 40 --game clubs --declarer forehand

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand -o hands.svg
    """

    question: (
        Annotated[
            SolveGoal, Parameter("", "Question. win: only whether the declarer wins (faster); points: the full result.")
        ]
        | None
    ) = None

    def check(self) -> None:
        super().check()
        if self.question is not None and self.question not in [*SolveGoal]:
            question = in_quotes(self.question)
            raise InputError(say("--question must be win or points, not {given}", given=question))
        if self.question == SolveGoal.POINTS and self.game_so_far.null:
            raise InputError(
                say(
                    "--question points: in Null and with Ouvert points do not count; use --question win, or leave it out"
                )
            )

    @property
    def only_win(self) -> bool:
        """Whether only the winner is asked for."""
        return self.question == SolveGoal.WIN

    def look_up(self, book: Book) -> answers.Solution | None:
        wanted = self.game_so_far
        if not wanted.is_whole or wanted.all_tricks:
            return None
        with stored_games.stopwatch() as watch:
            row = None
            if not wanted.cards:
                row = book.one(
                    "skat",
                    "SELECT points, won, openings, build FROM skat.results WHERE deal = ? AND game = ? AND declarer = ?",
                    wanted.number,
                    self.game,
                    self.declarer,
                )
            if row is None:
                with stored_games.whole(wanted):
                    judge = stored_games.stored_judge(book, wanted, [wanted.position])
                    values = None if judge is None else judge_position(judge, wanted, self.only_win)
        if row is None:
            return None if values is None else solution(wanted, *values, 0, watch.seconds)
        points, won, openings = row
        leads = bits(wanted.deal.hands[0])
        if len(openings) != len(leads) or (points is None) != wanted.null:
            raise stored_games.impossible_result(wanted, len(openings), points)
        cards = None if self.only_win else dict(zip(leads, openings, strict=True))
        return solution(wanted, won, None if self.only_win else points, cards, 0, watch.seconds)

    def operations(self) -> float:
        return OPERATIONS

    def solve(self) -> answers.Solution:
        """By search."""
        wanted, judge = self.game_so_far, self.judge()
        with stored_games.stopwatch() as watch:
            values = judge_position(judge, wanted, self.only_win)
        return solution(wanted, *values, judge.nodes, watch.seconds)

    def build(self) -> GivenDeal | None:
        from tafelwerk.families.skat.builds import GivenDeal

        wanted = self.game_so_far
        if wanted.cards or not wanted.is_whole or wanted.all_tricks:
            return None
        return GivenDeal(wanted.deal, ((self.game, self.declarer),))

    def text(self, answer: answers.Solution) -> Text:
        wanted = self.game_so_far
        is_kept = self.keep and answer.source is Source.COMPUTED and not wanted.cards
        return lambda: solution_layout(wanted, answer, kept=is_kept)

    def picture(self, answer: answers.Solution) -> Picture:
        return solution_picture(self.game_so_far, answer)


def judge_position(judge: Judge, wanted: OpenGame, only_win: bool) -> tuple[bool, int | None, dict[int, int] | None]:
    """Whether a position is won; its value, and the value after each card, unless only the winner is asked for."""
    position = wanted.position
    if only_win:
        return judge.won(position), None, None
    cards = judge.cards(position)
    best = max if position.to_move is position.declarer else min
    value = best(cards.values()) if cards else judge.value(position)
    return value >= wanted.winning, value, cards


def solution(
    wanted: OpenGame, won: bool, value: int | None, cards: dict[int, int] | None, nodes: int, seconds: float
) -> answers.Solution:
    """The answer for a position, from the results of `judge_position`, the positions searched and the time taken."""
    position = wanted.position
    return answers.Solution(
        points=None if wanted.null else value,
        won=won,
        cards=None if cards is None else {card_text(card): _worth(worth, wanted) for card, worth in cards.items()},
        to_move=None if position.over else position.to_move.word,
        deal=str(wanted.number),
        nodes=nodes,
        seconds=seconds,
    )


def _worth(value: int, game: OpenGame) -> int | bool:
    return bool(value) if game.null else value


class Sure(OfPosition[answers.Sure]):
    """Points that are certain for the side on lead without search, at the start of a trick.

    The side on lead plays its cards from the top, and the other side gives as few points as it can.

    Example: tafelwerk skat sure --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand
    """

    def check(self) -> None:
        super().check()
        position = self.game_so_far.position
        if position.game is Game.NULL:
            raise InputError(say("sure tricks count card points, which do not count in Null; give another game"))
        if position.over or position.table:
            raise InputError(
                say("sure tricks need the start of a trick; here a trick is incomplete, or no cards are left")
            )

    def solve(self) -> answers.Sure:
        from tafelwerk.solvers.skat.thesis_ladder import sure_tricks

        wanted = self.game_so_far
        position = wanted.position
        leads, sure = position.leader is position.declarer, sure_tricks(position)
        won, to_come = position.declarer_points, sum(map(points_of, position.hands))
        return answers.Sure(
            leader=position.leader.word,
            side="declarer" if leads else "defenders",
            sure=sure,
            to_come=to_come,
            least=won + sure if leads else won,
            most=won + to_come - (0 if leads else sure),
            deal=str(wanted.number),
        )

    def text(self, answer: answers.Sure) -> Text:
        return lambda: sure_layout(self.game_so_far, answer)

    def picture(self, answer: answers.Sure) -> Picture:
        return sure_picture(self.game_so_far, answer)


class Explain(OfOutcome[answers.Explanation]):
    """The course of the game under best play, trick by trick; for each card in --history its cost and a better card.

    Among several best cards the line takes the highest.

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand --history "CA CT HJ"

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand -o game.svg
    """

    def look_up(self, book: Book) -> answers.Explanation | None:
        wanted = self.game_so_far
        if not wanted.is_whole or wanted.all_tricks:
            return None
        with stored_games.stopwatch() as watch:
            priced = stored_games.stored_prices(book, wanted)
        if priced is None:
            return None
        return answers.Explanation(**stored_games.explanation_fields(priced, 0, watch.seconds))

    def solve(self) -> answers.Explanation:
        """By search."""
        judge = self.judge()
        with stored_games.stopwatch() as watch:
            priced = price(judge, self.game_so_far)
        return answers.Explanation(**stored_games.explanation_fields(priced, judge.nodes, watch.seconds))

    def text(self, answer: answers.Explanation) -> Text:
        return lambda: explanation_layout(answer)

    def picture(self, answer: answers.Explanation) -> Picture:
        return priced_picture(answer.priced)
