"""The score of a finished game: its value, who won it and the points of every player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk.errors import InputError
from tafelwerk.families.skat.board import contract_text, value_text
from tafelwerk.families.skat.games_in_words import (
    Facts,
    Level,
    check_facts,
    check_won,
    read_game_in_words,
    read_matadors,
    read_result,
    solo_notes,
    unknown_words,
)
from tafelwerk.families.skat.parameters import GAMES, cards_words, game_word, read_argument
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import WIN, Game, mask_of, order, read_cards, term, titled
from tafelwerk.families.skat.score_sheets import (
    TABLES,
    GameList,
    ScoreSheet,
    is_line,
    parse,
    sheet_picture,
    sheet_rows,
    sheet_text,
    totals,
)
from tafelwerk.frozen import frozen
from tafelwerk.language import count_noun, join_words, message, say
from tafelwerk.parameters import Parameter, Parsed, slots
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.questions import Question, Text

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

MOST_MATADORS = 11
"""Matadors of a suit game at most: the jacks and all seven cards of the suit."""

SOME_TRICKS = 5
"""A number of tricks that leaves both parties some, where it is not given."""


@frozen
class TournamentPoints:
    """Points after Seeger and Fabian at a table.

    Attributes:
        declarer: of the declarer.
        others: of each other player, the dealer at a table of four included.
    """

    declarer: int
    others: int


@answer
class GameScore(Answer):
    """The score of a game.

    Attributes:
        value: value of the game; if overbid, the lowest multiple of the base value that reaches the bid.
        won: whether the declarer won.
        score: the declarer's score: the value, or minus twice the value.
        overbid: whether the game was worth less than the bid.
        multiplier: matadors, one for the game, and one for each level made or announced; None in Null.
        matadors: number of matadors, negative without them; None in Null.
        seeger_fabian: tournament points by the number of players at the table.
        explanation: the sum in words.
    """

    value: int
    won: bool
    score: int
    overbid: bool
    multiplier: int | None
    matadors: int | None
    seeger_fabian: Mapping[str, TournamentPoints]
    explanation: str


Games = Annotated[
    GameList,
    Parameter(
        "FILE",
        "List of games, one per line, such as: Anna won 48; a score sheet instead of one game. - is standard input.",
        parse=lambda text: parse(text, score_of),
        file=message("a game per line, such as: Anna won 48"),
        notes=lambda games: games.notes,
        option="--list",
    ),
]


Matadors = Annotated[
    int,
    Parameter("N", 'Matadors: 2 or "with 2", -2 or "without 2". In Null they do not count.', parse=read_matadors),
]


class Score(Question[GameScore | ScoreSheet], title="the score of a game"):
    """Score of a finished game by the International Skat Order: its value, won or lost, and the points after Seeger and Fabian;
    or a score sheet of a list of games.

    The matadors are given, or counted from the declarer's twelve cards. Levels that the tricks made are added: Schneider by card
    points, Schwarz by tricks. The Skat Order has no Ramsch, Kontra or Re.

    The game may say all of it, as a player does. A list has a game per line: the declarer's name, won or lost, and the value; or
    the name, the game and the rest in words.

    Example: tafelwerk skat score --game spades --matadors 2 --hand --points 92 --tricks 9

    Example: tafelwerk skat score --game "grand hand with 2, 75 points, bid 48"

    Example: tafelwerk skat score --game grand --cards "SJ HJ CA CT CK SA ST HA D7 D8 | H7 H8" --points 85 --bid 72

    Example: tafelwerk skat score --game null --ouvert --tricks 0 --bid 46 --json

    Example: tafelwerk skat score --list evening.txt --players 4 -o evening.pdf
    """

    game: (
        Annotated[
            str,
            Parameter(
                "GAME",
                f'Game: {GAMES}; alone, or with all that is to be said of it, such as "hearts without 3 lost".',
                parse=game_word,
            ),
        ]
        | None
    ) = None
    matadors: Parsed[Matadors] | None = None
    cards: (
        Annotated[
            str,
            Parameter(
                '"CJ ..."',
                "The declarer's twelve cards, hand and Skat, instead of --matadors.",
                parse=cards_words("--cards", 12),
                write=quote,
            ),
        ]
        | None
    ) = None
    hand: Annotated[bool, Parameter("", "The Skat was not taken up.")] = False
    ouvert: Annotated[
        bool, Parameter("", "The declarer's cards lay open; except in Null, it says --hand and --announce schwarz.")
    ] = False
    announce: (
        Annotated[Level, Parameter("schneider|schwarz", "What was announced with Hand; schwarz includes schneider.")]
        | None
    ) = None
    points: (
        Annotated[int, Parameter("P", "Card points of the declarer with the Skat; in Null they do not count.", 0, 120)]
        | None
    ) = None
    tricks: (
        Annotated[
            int,
            Parameter("T", "Tricks of the declarer. Default: both parties have some. Needed in Null, 0 is won.", 0, 10),
        ]
        | None
    ) = None
    result: (
        Annotated[
            str,
            Parameter(
                "RESULT",
                'Result where card points are not known: won or lost, with the level made if any, such as "won schneider".',
                parse=read_result,
                write=quote,
            ),
        ]
        | None
    ) = None
    bid: Annotated[
        int, Parameter("BID", "The declarer's last bid, made or held.", contracts.BIDS[0], contracts.BIDS[-1])
    ] = contracts.BIDS[0]
    games: Parsed[Games] | None = None
    players: (
        Annotated[
            int,
            Parameter(
                "3|4", "With --list: players at the table, 3 or 4. Default: as many as it lists first, or 3.", *TABLES
            ),
        ]
        | None
    ) = None

    _solo_notes: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        facts = None
        if isinstance(self.game, str) and self.games is None:
            object.__setattr__(self, "_solo_notes", solo_notes(self.game))
            facts = read_argument("--game", self.game, self._read_words)
        super().__post_init__()
        if facts is not None:
            read_argument("--game", self.score, partial(check_facts, facts, bid=self.bid))

    def _read_words(self, text: str) -> Facts | None:
        """What the words of the game say of it; the parameters that they are take it. A line of a list is a list."""
        outcome = {name: number for name in ("points", "tricks") if (number := getattr(self, name)) is not None}
        sentence = read_game_in_words(text, outcome)
        if sentence is None:
            if is_line(text):
                object.__setattr__(self, "games", parse(text, score_of))
            object.__setattr__(self, "game", None if is_line(text) else unknown_words(text) or text)
            return None
        game, facts = sentence
        for slot in slots(Score):
            value = facts.options.get(slot.name)
            if slot.name in outcome or (value is not None and getattr(self, slot.name) == slot.default):
                object.__setattr__(self, slot.name, value)
            elif value not in (None, getattr(self, slot.name)):
                raise InputError(say("it says what {option} says; leave one of them out", option=slot.option))
        object.__setattr__(self, "game", game)
        return facts

    def check(self) -> None:
        if self.announce not in (None, *Level):
            raise InputError(f"announce must be schneider or schwarz, not {self.announce}")
        if self.games is not None:
            _check_list(self)
            return
        if self.game is None or self.players is not None:
            raise InputError(
                say("give --game, for one game, or --list FILE, for a score sheet, which --players goes with")
            )
        read_argument("--bid", self.bid, contracts.check_bid)
        _check_contract(self)
        _check_given(self)
        if self.matadors is not None and not self.is_null:
            _check_matadors(self.kind, self.matadors)
        # refuses a Null below the bid and points that no such tricks have
        if self.result is not None:
            check_won(self.score, self.bid, won=self.is_won)
        _ = self.score
        if not self.is_null:
            _check_tricks(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines that were skipped, and how "Solo" is read."""
        return super().notes if self.games is not None or self.contract.hand else self._solo_notes

    @property
    def kind(self) -> Game:
        """The game."""
        assert self.game is not None
        return Game(self.game)

    @property
    def is_null(self) -> bool:
        """Whether the game is Null."""
        return self.kind is Game.NULL

    @property
    def table(self) -> int:
        """Number of players at the table of a list."""
        if self.players is None and isinstance(self.games, GameList) and self.games.is_complete:
            return len(self.games.players)
        return self.players or TABLES[0]

    @property
    def contract(self) -> contracts.Contract:
        """The contract; Ouvert with trumps is with Hand, and all tricks are announced."""
        if self.ouvert and not self.is_null:
            return contracts.Contract(self.kind, *[True] * 4)
        schwarz = self.announce == Level.SCHWARZ
        return contracts.Contract(self.kind, self.hand, self.announce is not None, schwarz, self.ouvert)

    @property
    def mask(self) -> int:
        """The declarer's twelve cards, or any twelve with the matadors that are given."""
        if self.cards is not None:
            return read_cards(self.cards)
        return cards_with(self.kind, 1 if self.is_null or self.matadors is None else self.matadors)

    @property
    def is_won(self) -> bool:
        """Whether the result says that the game was won."""
        return self.result is not None and self.result.startswith("won")

    @property
    def outcome(self) -> tuple[int, int]:
        """The declarer's card points and tricks, or any with the result that is given: all such have the same score."""
        if self.result is None:
            # who has all tricks has all points, too
            points = 120 if self.tricks == 10 and self.points is None else self.points or 0
            return points, SOME_TRICKS if self.tricks is None else self.tricks
        if self.is_null:
            return 0, 0 if self.is_won else 1
        if "schwarz" in self.result or (self.is_won and self.contract.schwarz):
            return (120, 10) if self.is_won else (0, 0)
        is_schneider = "schneider" in self.result or (self.is_won and self.contract.schneider)
        if self.is_won:
            return 90 if is_schneider else WIN, SOME_TRICKS
        return 30 if is_schneider else WIN - 1, SOME_TRICKS

    @property
    def goal(self) -> contracts.Goal | None:
        """What wins the game; None if nothing does."""
        return contracts.goal(self.contract, self.mask, self.bid)

    @property
    def score(self) -> contracts.Score:
        """The score."""
        return contracts.score(self.contract, self.mask, *self.outcome, self.bid)

    def solve(self) -> GameScore | ScoreSheet:
        """By the rules."""
        if self.games is not None:
            return totals(self.games, self.table)
        result, (points, tricks) = self.score, self.outcome
        worth = contracts.game_value(
            self.contract, self.mask, schneider=contracts.is_schneider(points), schwarz=tricks in (0, 10)
        )
        return GameScore(
            value=result.value,
            won=result.won,
            score=result.score,
            overbid=result.overbid,
            multiplier=None if self.is_null else worth // contracts.BASE[self.kind],
            matadors=result.matadors or None,
            seeger_fabian={
                str(players): TournamentPoints(
                    contracts.side_points(result, alone=True),
                    contracts.side_points(result, alone=False, players=players),
                )
                for players in TABLES
            },
            explanation=value_text(self.contract, result, points, tricks, self.bid),
        )

    def text(self, answer: GameScore | ScoreSheet) -> Text:
        if isinstance(answer, ScoreSheet):
            return lambda: sheet_text(answer)
        lines = [_outcome_text(self, answer), answer.explanation]
        if self.points in (0, 120) and self.tricks is None and not self.is_null:
            lines.append(say("Schwarz counts with --tricks 0 or 10 alone."))
        return "\n".join([*lines, _tournament_text(answer)])

    def check_picture(self) -> None:
        if self.games is None:
            raise InputError(say("--output draws a score sheet; give its games by --list FILE"))

    def picture(self, answer: GameScore | ScoreSheet) -> Picture:
        assert isinstance(answer, ScoreSheet)
        assert isinstance(self.games, GameList)
        return sheet_picture(self.games, answer)

    def as_rows(self, answer: GameScore | ScoreSheet) -> list[dict[str, Any]]:
        assert isinstance(answer, ScoreSheet)
        return sheet_rows(answer)


def score_of(**given: Any) -> contracts.Score:
    """The score of a game by the parameters of a question."""
    return Score(**given).score


def cards_with(game: Game, matadors: int) -> int:
    """The mask of twelve cards with so many matadors; negative: without."""
    own = order(game)
    trumps = own.sorted(own.from_game(own.trumps))
    plain = [card for card in range(32) if card not in trumps]
    top = trumps[:matadors] if matadors > 0 else trumps[-matadors : 1 - matadors]
    return mask_of([*top, *plain][:12])


def _check_list(question: Score) -> None:
    """Refuse options of one game beside a list, and a list with more players than its table has."""
    others = [
        slot.option
        for slot in slots(Score)
        if slot.name not in ("games", "players") and getattr(question, slot.name) != slot.default
    ]
    if others:
        raise InputError(
            say("{others} and --list do not go together: a list says all of its games", others=join_words(others))
        )
    if isinstance(question.games, GameList) and len(question.games.players) > question.table:
        names, table = join_words(question.games.players), question.table
        raise InputError(
            say(
                "the list has {count} players, {names}, and the table {table}; use --players 4",
                count=len(question.games.players),
                names=names,
                table=table,
            )
        )


def _check_contract(question: Score) -> None:
    """Refuse a contract that there is not; what else is missing is told with it."""
    try:
        _ = question.contract
    except InputError as fault:
        if question.is_null:
            raise InputError(f"--announce: {fault}") from None
        add = say('add: --hand, in words: "{game} Hand ..."', game=titled(question.kind))
        raise InputError("; ".join([f"{fault}; {add}", *_missing_text(question)])) from None


def _missing_text(question: Score) -> list[str]:
    """What a question lacks that its game needs, in a sentence; empty if nothing."""
    missing = []
    if question.is_null and question.tricks is None and question.result is None:
        missing.append(say("--tricks, 0 if Null is won (or --result won)"))
    if not question.is_null and question.matadors is None and question.cards is None:
        missing.append(say("--matadors, 2 for with two, -2 for without two (or --cards, all twelve)"))
    if not question.is_null and question.points is None and question.tricks != 10 and question.result is None:
        missing.append(say("--points, the declarer's with the Skat (or --result won)"))
    return [f"{say('missing')}: {join_words(missing)}"] if missing else []


def _check_given(question: Score) -> None:
    """Refuse a question that lacks what its game needs, or gives the matadors twice."""
    if missing := _missing_text(question):
        raise InputError(*missing)
    if question.matadors is not None and question.cards is not None:
        raise InputError(say("--matadors and --cards both give the matadors; leave one of them out"))
    if question.result is not None and (question.points, question.tricks) != (None, None):
        raise InputError(say("--result says it without --points and --tricks; leave them out, or it"))
    if question.result is not None and question.is_null and " " in question.result:
        raise InputError(say("Null has no Schneider and no Schwarz; only Hand and Ouvert can be added"))


def _check_matadors(game: Game, matadors: int) -> None:
    most = 4 if game is Game.GRAND else MOST_MATADORS
    if not 0 < abs(matadors) <= most:
        name, range_ = titled(game), say("1 to {most} or -1 to -{most}", most=most)
        raise InputError(
            say("--matadors: in {name} {range}, not {matadors}", name=name, range=range_, matadors=matadors)
        )


def _check_tricks(question: Score) -> None:
    goal = question.goal
    if question.points == 120 and question.tricks is None and goal is not None and goal.least_tricks:
        raise InputError(
            say("--tricks is missing: with 120 points this game is won only if the declarer has all 10 tricks")
        )


def _outcome_text(question: Score, answer: GameScore) -> str:
    """The game, what the declarer made of it, and what would have won."""
    name, result = contract_text(question.contract), term("won" if answer.won else "lost")
    if question.result is not None:
        return f"{name}: {result}."
    if question.is_null:
        return f"{name}, {count_noun(question.outcome[1], 'trick')}: {result}."
    points = question.outcome[0]
    others = 120 - points
    text = say("{name}, {points} points to {others}: {result}", name=name, points=points, others=others, result=result)
    goal = question.goal
    if answer.won or goal is None or goal.points == WIN:
        return f"{text}."
    if goal.least_tricks:
        text += say(", all 10 tricks were needed")
    else:
        text += say(", {points} points were needed", points=goal.points)
    if contracts.announced_goal(question.contract) != goal:
        level = "Schwarz" if goal.least_tricks else "Schneider"
        text += say(": the bid of {bid} needs {level}", bid=question.bid, level=level)
    return f"{text}."


def _tournament_text(answer: GameScore) -> str:
    three, four = (answer.seeger_fabian[str(players)] for players in TABLES)
    alone = f"{three.declarer:+d}"
    if answer.won:
        return say("Seeger-Fabian: {alone} for the declarer, nothing for the others.", alone=alone)
    return say(
        "Seeger-Fabian: {alone} for the declarer; for each of the others {three:+d} at a table of three, {four:+d} at a table of "
        "four, the dealer too.",
        alone=alone,
        three=three.others,
        four=four.others,
    )
