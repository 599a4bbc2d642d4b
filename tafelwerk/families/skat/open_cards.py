"""Value of a position with all cards open, and of each card in it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat import answers, open_cards_text
from tafelwerk.families.skat.parameters import DealWords, Declarer, GameName, Played, open_game_named
from tafelwerk.families.skat.positions import impossible_result, stored_judge, timed, whole
from tafelwerk.families.skat.prices import explanation_fields, stored_explanation
from tafelwerk.families.skat.rules.cards import Game, bits, card_text
from tafelwerk.families.skat.rules.cards import points as points_of
from tafelwerk.families.skat.rules.play import OpenGame, open_game
from tafelwerk.families.skat.rules.pricing import price
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.answers import Source
from tafelwerk.tables.questions import A, Question, Text

if TYPE_CHECKING:
    from tafelwerk.families.skat.builds import GivenDeal
    from tafelwerk.families.skat.rules.play import Judge
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book

OPERATIONS = 5e8
"""Estimated operations for the values of all cards of a position: mostly far fewer, on about one deal in a hundred more."""


class Wanted(StrEnum):
    """What to find out of a game."""

    WIN = "win"
    POINTS = "points"


class OfPosition(Question[A]):
    """A question about a game with all cards open, and the cards played so far."""

    deal: DealWords
    game: GameName
    declarer: Declarer
    played: Played | None = None

    def check(self) -> None:
        open_game_named(self.deal, self.game, self.declarer, self.played)

    @property
    def opened(self) -> OpenGame:
        """The game."""
        return open_game(self.deal, self.game, self.declarer, self.played)

    @property
    def phrase(self) -> str:
        return self.opened.name


class Solve(OfPosition[answers.Solution]):
    """The declarer's points under best play by all with all cards open, in total and after each card; in Null, who wins.

    Points include the Skat and the tricks already taken; 61 win.

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat solve --deal - --game null --declarer rearhand --question win --json

    Example: tafelwerk skat solve --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand -o hands.svg
    """

    question: (
        Annotated[Wanted, Parameter("", "win: only whether the declarer wins (faster); points: the full result.")]
        | None
    ) = None

    def check(self) -> None:
        super().check()
        if self.question is not None and self.question not in [*Wanted]:
            given = quoted(self.question)
            raise InputError(say("--question must be win or points, not {given}", given=given))
        if self.question == Wanted.POINTS and self.opened.null:
            raise InputError(say("--question points: in Null points do not count; use --question win, or leave it out"))

    @property
    def only_win(self) -> bool:
        """Whether only the winner is asked for."""
        return self.question == Wanted.WIN

    def look_up(self, book: Book) -> answers.Solution | None:
        wanted = self.opened
        with timed() as watch:
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
                with whole(wanted):
                    judge = stored_judge(book, wanted, [wanted.position])
                    values = None if judge is None else judged(judge, wanted, self.only_win)
        if row is None:
            return None if values is None else solution(wanted, *values, 0, watch.seconds)
        points, won, openings = row
        leads = bits(wanted.deal.hands[0])
        if len(openings) != len(leads) or (points is None) != wanted.null:
            raise impossible_result(wanted, len(openings), points)
        cards = None if self.only_win else dict(zip(leads, openings, strict=True))
        return solution(wanted, won, None if self.only_win else points, cards, 0, watch.seconds)

    def operations(self) -> float:
        return OPERATIONS

    def solve(self) -> answers.Solution:
        """By search."""
        from tafelwerk.solvers.skat.open.judge import judge_of

        wanted = self.opened
        judge = judge_of(wanted.game)
        with timed() as watch:
            values = judged(judge, wanted, self.only_win)
        return solution(wanted, *values, judge.nodes, watch.seconds)

    def build(self) -> GivenDeal | None:
        from tafelwerk.families.skat.builds import GivenDeal

        return None if self.played else GivenDeal(self.opened.deal, ((self.game, self.declarer),))

    def text(self, answer: answers.Solution) -> Text:
        wanted = self.opened
        kept = self.keep and answer.source is Source.COMPUTED and not wanted.cards
        return lambda: open_cards_text.solution_layout(wanted, answer, kept=kept)

    def picture(self, answer: answers.Solution) -> Picture:
        return open_cards_text.solution_picture(self.opened, answer)


def judged(judge: Judge, wanted: OpenGame, only_win: bool) -> tuple[bool, int | None, dict[int, int] | None]:
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
    """The answer for a position, from the results of `judged`, the positions searched and the time taken."""
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
        position = self.opened.position
        if position.game is Game.NULL:
            raise InputError(say("sure tricks count card points, which do not count in Null; give another game"))
        if position.over or position.table:
            raise InputError(
                say("sure tricks need the start of a trick; here a trick is incomplete, or no cards are left")
            )

    def solve(self) -> answers.Sure:
        from tafelwerk.solvers.skat.open.thesis_quick_tricks import sure_tricks

        wanted = self.opened
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
        return lambda: open_cards_text.sure_layout(self.opened, answer)

    def picture(self, answer: answers.Sure) -> Picture:
        return open_cards_text.sure_picture(self.opened, answer)


class Explain(OfPosition[answers.Explanation]):
    """The course of the game under best play, trick by trick; for each card in --played its cost and a better card.

    Among several best cards the line takes the highest.

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand --played "CA CT HJ"

    Example: tafelwerk skat explain --deal "CJ CA | SJ CT | HJ C7 | HT HA" --game clubs --declarer forehand -o game.svg
    """

    def look_up(self, book: Book) -> answers.Explanation | None:
        return stored_explanation(book, self.opened)

    def solve(self) -> answers.Explanation:
        """By search."""
        from tafelwerk.solvers.skat.open.judge import judge_of

        judge = judge_of(self.opened.game)
        with timed() as watch:
            priced = price(judge, self.opened)
        return answers.Explanation(**explanation_fields(priced, judge.nodes, watch.seconds))

    def text(self, answer: answers.Explanation) -> Text:
        return lambda: open_cards_text.explained_layout(answer)

    def picture(self, answer: answers.Explanation) -> Picture:
        return open_cards_text.explained_picture(answer.priced)
