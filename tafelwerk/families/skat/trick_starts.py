"""The start of a trick found by its number, in a deal stored with all positions: its value, best cards, and best play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat import answers, board, stored_games
from tafelwerk.families.skat.open_cards import value_table
from tafelwerk.families.skat.parameters import GAMES, SEATS, DealWords, game_word, read_argument, seat_word
from tafelwerk.families.skat.rules.cards import (
    Game,
    Seat,
    bits,
    card_name,
    card_text,
    cards_text,
    does,
    points,
    read_card,
    read_cards,
    read_seat,
    term,
)
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.limits import PRINTED, PRINTED_GAMES, WHOLE_GAME
from tafelwerk.families.skat.rules.play import OpenGame, PricedGame, leader_cards, open_game, price, start_key
from tafelwerk.families.skat.rules.play import Position as PlayPosition
from tafelwerk.language import count_noun, join_words, say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.questions import Question, Text

if TYPE_CHECKING:
    from tafelwerk.families.skat.builds import GivenDeal
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.questions import Computation

OPERATIONS_EACH = 250.0
"""Estimated operations per position of a deal whose table is computed and not written."""


def _read_printed(deal: str | None, text: str) -> str:
    """The name of a printed game, which may be given by its number; `deal`: a deal given beside it."""
    names = [f"{PRINTED}-{number}" for number in range(1, PRINTED_GAMES + 1)]
    name = f"{PRINTED}-{text}" if text.isdecimal() else text
    if name not in names:
        quoted_name = in_quotes(text)
        raise InputError(
            say(
                "--printed must be one of {first} to {last}, not {given}",
                first=names[0],
                last=names[-1],
                given=quoted_name,
            )
        )
    if deal is not None:
        raise InputError(say("--printed or --deal says which deal it is; give one of them"))
    return name


@lru_cache(16)
def _printed_game(name: str) -> OpenGame:
    """A printed game when play begins."""
    from tafelwerk.families.skat.builds import published_games

    (game,) = (done.game for done in published_games() if done.name == name)
    assert game is not None
    return open_game(game.deal.text(), game.game.value, game.declarer.word)


def position_at(deal: Deal, game: Game, declarer: Seat, key: int) -> PlayPosition:
    """The start of a trick with a number, before which nobody has points.

    Raises:
        InputError: no trick of this deal starts so.
    """
    high, low = leader_cards(deal)
    leader, held = 2 * (key >> high & 1) + (key >> low & 1), key & ~(1 << high | 1 << low)
    forehand, middlehand, rearhand = (hand & held for hand in deal.hands)
    sizes = forehand.bit_count(), middlehand.bit_count(), rearhand.bit_count()
    if held != forehand | middlehand | rearhand or leader > Seat.REARHAND or len({*sizes}) > 1 or not sizes[0]:
        raise InputError(
            say(
                "no trick of this deal starts with number {key}: the bits of the cards held, equally many in each hand, "
                "and the leader in the bits of two cards that nobody holds",
                key=key,
            )
        )
    return PlayPosition((forehand, middlehand, rearhand), (), Seat(leader), 0, 0, declarer, game)


def _default_printed(deal: str | None) -> str | None:
    return WHOLE_GAME if deal is None else None


def _read_held(text: str) -> str:
    return cards_text(read_argument("--held", text.replace("|", " "), read_cards))


class Position(Question[answers.TrickStart]):
    """The start of a trick by its number: the points that the declarer still takes, the best cards, and best play from there.

    It is read from the table of a deal stored with all positions. Of the printed games the standard set has kupferschmid-4,
    `build skat --full` all nine. The number has the bit of each card still held, and says who leads by the bits of the two cards
    of the Skat: none for forehand, the lower for middlehand, the higher for rearhand. The answer has the number of each trick to
    come.

    Example: tafelwerk skat position --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand

    Example: tafelwerk skat position 203423744 --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand
    """

    position: (
        Annotated[
            int,
            Parameter(
                "HASH",
                "Number of the position, as in table positions. Default: the start of play.",
                0,
                2**32 - 1,
                is_argument=True,
            ),
        ]
        | None
    ) = None
    deal: DealWords | None = None
    printed: (
        Annotated[
            str,
            Parameter(
                "NAME",
                f"Without --deal: a printed game, {PRINTED}-1 to {PRINTED}-{PRINTED_GAMES}. Default: {WHOLE_GAME}.",
                parse=_read_printed,
                needs=("deal",),
                fallback=_default_printed,
            ),
        ]
        | None
    ) = None
    game: Annotated[str, Parameter("GAME", f"With --deal, the game: {GAMES}.", parse=game_word)] | None = None
    declarer: (
        Annotated[str, Parameter("SEAT", f"With --deal, the declarer's seat: {SEATS}.", parse=seat_word("--declarer"))]
        | None
    ) = None
    held: (
        Annotated[
            str,
            Parameter(
                "CARDS",
                "All cards still held, in any order, instead of HASH; with --leader.",
                parse=_read_held,
                write=quote,
            ),
        ]
        | None
    ) = None
    leader: (
        Annotated[str, Parameter("SEAT", f"With --held, the seat that leads: {SEATS}.", parse=seat_word("--leader"))]
        | None
    ) = None

    def check(self) -> None:
        if self.deal is None and (self.game or self.declarer):
            raise InputError(say("--game and --declarer belong to --deal, which is missing"))
        if self.deal is not None and not (self.game and self.declarer):
            raise InputError(say("--deal needs --game and --declarer"))
        if (self.held is None) != (self.leader is None):
            raise InputError(say("--held and --leader say a position together; give both"))
        if self.held is not None and self.position is not None:
            raise InputError(say("HASH or --held says which position it is; give one of them"))
        whole = self.whole_game
        position_at(whole.deal, whole.game, whole.declarer, self.key)

    @property
    def whole_game(self) -> OpenGame:
        """The game when play begins."""
        if self.deal is None or self.game is None or self.declarer is None:
            return _printed_game(self.printed or WHOLE_GAME)
        return open_game(self.deal, self.game, self.declarer)

    @property
    def key(self) -> int:
        """The number of the position."""
        if self.position is not None:
            return self.position
        deal = self.whole_game.deal
        if self.held is None or self.leader is None:
            return start_key(deal.hands, Seat.FOREHAND, leader_cards(deal))
        held, dealt = read_cards(self.held), deal.hands[0] | deal.hands[1] | deal.hands[2]
        if foreign := held & ~dealt:
            name = card_name(bits(foreign)[0])
            raise InputError(say("--held: nobody holds {name} in this deal", name=name))
        return start_key((held, 0, 0), read_seat(self.leader), leader_cards(deal))

    @property
    def position_game(self) -> OpenGame:
        """The game with this position only.

        Raises:
            InputError: no trick of the deal starts so.
        """
        whole = self.whole_game
        position = position_at(whole.deal, whole.game, whole.declarer, self.key)
        return OpenGame(whole.deal, whole.game, whole.declarer, (), (position,))

    @property
    def phrase(self) -> str:
        return say("all positions of {name}", name=self.whole_game.name)

    def look_up(self, book: Book) -> answers.TrickStart | None:
        game, key = self.position_game, self.key
        with stored_games.stopwatch() as watch, stored_games.whole(game):
            judge = stored_games.stored_judge(book, game, [game.position])
            if judge is None or not judge.has(game.position):
                return None
            course, leads = price(judge, game), judge.cards(game.position)
        return _answer(key, course, leads, 0, watch.seconds)

    def computation(self, book: Book) -> Computation[answers.TrickStart]:
        if stored_games.stored_judge(book, self.whole_game, ()) is not None:
            raise _unreachable(self.key)
        return super().computation(book)

    def operations(self) -> float:
        from tafelwerk.families.skat.tasks import WholeDeals

        game = self.whole_game
        return OPERATIONS_EACH * WholeDeals(game.number, game.game.value, game.declarer.word).expected_rows()

    def solve(self) -> answers.TrickStart:
        """By the table of the whole deal, which is not kept."""
        from tafelwerk.families.skat.deal_rows import position_look_up

        game, key = self.position_game, self.key
        with stored_games.stopwatch() as watch:
            positions, look_up = position_look_up(game.number, game.game.value, game.declarer.word)
            judge = stored_games.TableJudge(game.deal, look_up)
            judge.gather([game.position])
            if not judge.has(game.position):
                raise _unreachable(key)
            course, leads = price(judge, game), judge.cards(game.position)
        return _answer(key, course, leads, positions, watch.seconds)

    def build(self) -> GivenDeal:
        from tafelwerk.families.skat.builds import GivenDeal

        game = self.whole_game
        return GivenDeal(game.deal, ((game.game.value, game.declarer.word),), whole=True)

    def text(self, answer: answers.TrickStart) -> Text:
        return lambda: _layout(self.position_game, answer)


def _unreachable(key: int) -> InputError:
    return InputError(
        say(
            "no legal play of this deal comes to position {key}; the answer without HASH has numbers of others", key=key
        )
    )


def _answer(key: int, course: PricedGame, values: Mapping[int, int], nodes: int, seconds: float) -> answers.TrickStart:
    """The answer for a position.

    Args:
        key: its number.
        course: best play from it.
        values: the value after each card that can be led.
        nodes: positions computed.
        seconds: time taken.
    """
    wanted, position, null, (value,) = course.game, course.game.position, course.game.null, course.values
    leads = {card_text(card): bool(after) if null else after for card, after in values.items()}
    starts = [position, *(trick.after for trick in course.tricks)]
    tricks = [
        answers.TrickToCome(
            start_key(start.hands, start.leader, leader_cards(wanted.deal)),
            start.leader.word,
            [card_text(card) for card in trick.cards],
            trick.after.leader.word,
            None if null else trick.points,
        )
        for start, trick in zip(starts, course.tricks, strict=False)
    ]
    return answers.TrickStart(
        position=key,
        leader=position.leader.word,
        hands={seat.word: cards_text(position.hands[seat]) for seat in Seat},
        value=bool(value) if null else value,
        to_come=None if null else sum(map(points, position.hands)),
        best=[card for card, after in leads.items() if after == value],
        cards=leads,
        tricks=tricks,
        deal=str(wanted.number),
        nodes=nodes,
        seconds=seconds,
    )


def _layout(wanted: OpenGame, answer: answers.TrickStart) -> Any:
    """The position, its cards and best play, for people."""
    leads = {read_card(card): int(value) for card, value in answer.cards.items()}
    turn = does(term(answer.leader), "lead", you=False)
    tricks = answer.tricks
    columns = [
        Column(term("led by"), [term(trick.leader) for trick in tricks], goes=1),
        Column(term("cards"), [board.draw_cards([read_card(card) for card in trick.cards]) for trick in tricks]),
        Column(term("taken by"), [term(trick.winner) for trick in tricks], goes=2),
        *([] if wanted.null else [Column(term("points"), [trick.points for trick in tricks], goes=3)]),
        Column(term("position"), [str(trick.position) for trick in tricks]),
    ]
    return lay_out(
        (say("{name}; {turn}; position {key}.", name=wanted.name, turn=turn, key=answer.position), "bold"),
        "",
        board.draw_position(wanted, wanted.position),
        value_table(wanted, leads),
        "",
        f"{_verdict(answer)} ({board.origin(answer)})",
        "",
        columns,
    )


def _verdict(answer: answers.TrickStart) -> str:
    """The value and the best cards, in words."""
    best = join_words([card_name(read_card(card)) for card in answer.best])
    if answer.to_come is None:
        if answer.value:
            return say("Under best play the declarer takes no trick; best leads: {best}.", best=best)
        return say("Under best play the declarer takes a trick; best leads: {best}.", best=best)
    to_come = count_noun(answer.to_come, "point", dative=True)
    return say(
        "Under best play the declarer takes {value} of {to_come} still to be won; best leads: {best}.",
        value=answer.value,
        to_come=to_come,
        best=best,
    )
