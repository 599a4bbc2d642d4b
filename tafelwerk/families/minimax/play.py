"""Listed games of two players, heap games, burnt pancakes, and Memory with real cards, in play.

A game is named as in the list of whole games (tictactoe, notakto-2, nim-passes), or by its heaps: nim:7, grundy:7, kayles:12,
octal:0.77:12, subtraction:1,2,5:21. Several heaps have a plus between them: grundy:7+5+3.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.minimax.explanation import Explain
from tafelwerk.families.minimax.parameters import read_game_of_two
from tafelwerk.families.minimax.rows import heap_values, look_ahead, memory_table, solve_once
from tafelwerk.families.minimax.rules import games
from tafelwerk.families.minimax.rules.chance_games import Card, First, Rule, Second
from tafelwerk.play.duel import Opponent, Outcome, Playable, tone_of, verdict
from tafelwerk.play.session import Line, Said, Tone, command_line
from tafelwerk.rules.game_trees import Sides, Turn, Utility
from tafelwerk.wording import capitalised, count_noun, exact_number, join_words

MIDDLE = ("middle", "the middle", "centre", "center", "mitte", "b2")
"""Names of the middle field of tic-tac-toe: of coordinates, b2 alone is the same field wherever one begins to count."""

TOKENS_DRAWN = 60
"""Tokens of the largest heap that is drawn token by token."""

MOST_LOOKED_AT = 100_000
"""Most moves of a search that answers at once."""

MOST_DEPTH = 99


@dataclass(frozen=True, slots=True)
class Squares:
    """A board of tic-tac-toe: X, O or a point for each field."""

    fields: str


@dataclass(frozen=True, slots=True)
class SquareBoards:
    """Boards of Notakto, and the names of the fields that are free."""

    boards: tuple[str, ...]
    free: frozenset[str]


@dataclass(frozen=True, slots=True)
class Heaps:
    """Heaps of tokens, and what is to be said besides; heaps with that are numbered from 1."""

    heaps: tuple[int, ...]
    besides: str = ""

    def __str__(self) -> str:
        if self.besides:
            rows = [f"heap {number}  {heap}  {'o ' * heap}".rstrip() for number, heap in enumerate(self.heaps, 1)]
            return "\n".join([*rows, self.besides])
        width = max((len(str(heap)) for heap in self.heaps), default=1)
        rows = [f"{heap:>{width}}  {'o ' * heap if heap <= TOKENS_DRAWN else '...'}".rstrip() for heap in self.heaps]
        return "\n".join(rows) or "no heap"


@dataclass(frozen=True, slots=True)
class Stack:
    """Burnt pancakes from the top; a negative one has its burnt side up."""

    pancakes: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.pancakes))


class SearchedGame(Playable):
    """A game with the opponents perfect, random, and look-ahead:D, which searches D moves deep."""

    opponents = f"perfect, random or look-ahead:D with D moves, 1 to {MOST_DEPTH}"

    def __init__(self, game: games.GameOfTwo) -> None:
        self.name, self.searched, self.rules = game.name, game, Sides(game)
        self.start = self.rules.start
        self._evaluation = games.evaluation_of(game, self.rules)

    def read_state(self, text: str) -> Any:
        return self.rules.state(self.searched.read(text))

    def text(self, state: Any) -> str:
        return self.searched.text(state[0])

    def move_name(self, state: Any, move: Any) -> str:
        return self.searched.move_name(state[0], move)

    def evaluation(self, state: Any) -> Utility:
        return self._evaluation(state)

    def explanation(self, state: Any) -> Explain:
        return Explain(self.name, self.text(state))

    def opponent(self, name: str, begin: Any) -> Opponent:
        fits = re.fullmatch(r"look-ahead:([0-9]{1,2})", name.strip().lower(), re.ASCII)
        if fits is None or not int(fits[1]):
            return super().opponent(name, begin)
        depth = int(fits[1])
        if not self.rules.is_over(begin) and not look_ahead(self, depth, begin, MOST_LOOKED_AT):
            raise InputError(
                f"--against look-ahead:{depth} searches more than {MOST_LOOKED_AT:,} moves here; choose a smaller depth"
            )

        def choose(state: Any, draw: Random) -> Any:
            return draw.choice(look_ahead(self, depth, state))

        title = f"look-ahead by {count_noun(depth, 'move')}"
        return Opponent(f"look-ahead:{depth}", choose, title, "sees no further")

    def go_on(self, state: Any, side: str, other: str, seed: int) -> str:
        # if the position does not tell the players apart, the player to move is taken as the first
        side = self.sides[0 if self.rules.to_move(self.read_state(self.text(state))) is Turn.MAX else 1]
        return super().go_on(state, side, other, seed)


class WholeGame(SearchedGame):
    """A listed game."""

    how = "a move by its name"

    def __init__(self, game: games.RankedGame | games.TicTacToe) -> None:
        super().__init__(game)
        self.game = games.ranked_game(game.name)
        self.title, self.aim = self.game.title, AIMS.get(game.name, "")

    def rank(self, state: Any) -> int:
        """The rank of a state."""
        return int(state[0])

    def check(self, state: Any) -> None:
        if solve_once(self.game).place(self.rank(state)) is None:
            raise InputError(f"--at: no play from the start of {self.title} leads to {in_quotes(self.text(state))}")
        super().check(state)

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        solution = solve_once(self.game)
        outcomes = {}
        for label, rank in self.game.successors(self.rank(state)).items():
            index = solution.place(rank)
            assert index is not None, "the start leads to what a position of it leads to"
            distance = int(solution.distances[index])
            outcomes[label] = Outcome(-int(solution.values[index]), None if distance == games.ENDLESS else distance)
        return outcomes


class Boards(WholeGame):
    """Tic-tac-toe and its relatives."""

    def __init__(self, game: games.TicTacToe) -> None:
        super().__init__(game)
        self.knows_middle = not game.wild
        self.how = "mark and field, such as X4" if game.wild else "a field, such as 4, or the middle"

    def rank(self, state: Any) -> int:
        return games.board_rank(state[0])

    def read_move(self, state: Any, text: str) -> Any:
        return super().read_move(state, "4" if self.knows_middle and text.strip().lower() in MIDDLE else text)

    def board(self, state: Any) -> Said:
        return Squares(str(state[0]))


class NotaktoBoards(WholeGame):
    """Notakto, the boards side by side."""

    def __init__(self, game: games.RankedGame) -> None:
        super().__init__(game)
        self.boards = game.text(game.root).count("/") + 1
        self.how = "a field, such as 4" if self.boards == 1 else "board and field, such as b4"

    def board(self, state: Any) -> Said:
        free = frozenset(self.move_name(state, move) for move in self.rules.moves(state))
        return SquareBoards(tuple(self.text(state).split("/")), free)


class PassingHeaps(WholeGame):
    """Nim with passes."""

    how = "2 from heap 1, or just 2 1; pass"

    def deed(self, state: Any, move: Any, who: str) -> str:
        return f"{who} passes" if self.move_name(state, move) == "pass" else super().deed(state, move, who)

    def board(self, state: Any) -> Said:
        *heaps, passes = self.text(state).split()
        own, other = ("can still pass" if sign == "p" else "cannot pass any more" for sign in passes)
        return Heaps(tuple(map(int, heaps)), f"The player to move {own}, the other {other}.")


class HeapPlay(SearchedGame):
    """A heap game under normal play, on any heaps."""

    aim = "A player who cannot move loses."
    verb = "moves"

    def __init__(self, heaps: games.HeapSum) -> None:
        super().__init__(heaps)
        kind, _, code = heaps.game.name.partition(" ")
        title, self.how = KINDS[kind]
        self.title = f"{title} {code}".strip()
        self.heaps = heaps.game
        self.values = heap_values(heaps.game, max(heaps.heaps))

    def read_state(self, text: str) -> Any:
        return ((), Turn.MAX) if text.strip() == "0" else super().read_state(text)

    def board(self, state: Any) -> Said:
        return Heaps(tuple(state[0]))

    def read_move(self, state: Any, text: str) -> Any:
        words = " ".join(text.lower().split())
        taken = re.fullmatch(r"(?:take )?(\d{1,9}) (?:of|from) (\d{1,9})|take (\d{1,9})|(\d{1,9})", words, re.ASCII)
        if taken is None or self.heaps.breaks:
            return super().read_move(state, text)
        if taken[2] is not None and int(taken[2]) not in state[0]:
            raise InputError(
                f"there is no heap of {taken[2]}; there are {join_words([str(heap) for heap in state[0] if heap])}"
            )
        count = int(taken[1] or taken[3] or taken[4])
        readings = dict[str, Any]()
        for move in self.rules.moves(state):
            heap, left = move[0], sum(move[1])
            if heap - left == count and taken[2] in (None, str(heap)):
                readings[f"take {count} of {heap}"] = move
            if taken[4] and left == count and move not in readings.values():
                readings[f"{heap} to {left}"] = move
        if len(readings) == 1:
            return next(iter(readings.values()))
        if readings:
            raise InputError(f"{in_quotes(text)} may be {join_words(list(readings), 12, 'or')}: write more of it")
        return super().read_move(state, text)

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        outcomes = {}
        for move in self.rules.moves(state):
            value = 0
            for heap in self.rules.after(state, move)[0]:
                value ^= int(self.values[heap])
            outcomes[move] = Outcome(-1 if value else 1)
        return outcomes


class Pancakes(Playable):
    """Burnt pancakes: one player sorts a stack.

    Args:
        name: name of the puzzle.

    Raises:
        InputError: there is no such puzzle.
    """

    aim = "The stack from the top; a minus marks a burnt side up."
    how = "how many pancakes to turn over from the top, such as 3"
    move, plies, words, sides = "flip", ("flip", "flips"), {1: "sorted"}, ()
    scale = "flips until the stack is sorted, this one included; + is how many more than with the best flip"
    curve = "flips left"

    def __init__(self, name: str) -> None:
        self.game = games.ranked_game(name)
        self.rules = Sides(self.game)
        self.name, self.start = self.game.name, self.rules.start
        self.title = self.game.title.capitalize()
        self.solution = solve_once(self.game)

    def draw_stack(self, seed: int) -> Any:
        """A stack drawn from a seed, not the sorted one."""
        draw, rank = Random(seed), self.game.root
        while rank == self.game.root:
            rank = int(self.solution.ranks[draw.randrange(len(self.solution.ranks))])
        return self.rules.state(rank)

    def flips_left(self, rank: int) -> int:
        """Flips to the goal."""
        index = self.solution.place(rank)
        assert index is not None, "all positions are solved"
        return int(self.solution.distances[index])

    def explanation(self, state: Any) -> Explain:
        return Explain(self.name, self.text(state))

    def outcomes(self, state: Any) -> dict[Any, Outcome]:
        return {label: Outcome(1, self.flips_left(rank)) for label, rank in self.game.successors(state[0]).items()}

    def read_state(self, text: str) -> Any:
        return self.rules.state(self.game.read(text))

    def text(self, state: Any) -> str:
        return self.game.text(state[0])

    def board(self, state: Any) -> Said:
        return Stack(tuple(map(int, self.text(state).split())))

    def move_name(self, state: Any, move: Any) -> str:
        return str(move + 1)

    def who_plays(self, side: str, other: str) -> str:
        return "Sort the stack by flips from the top, the largest at the bottom, all burnt sides down."

    def intro(self, state: Any, side: str, other: str) -> Iterator[str]:
        yield f"{self.title}. {self.aim}"
        yield f"Sort it with all burnt sides down; the shortest solution has {count_noun(self.flips_left(state[0]), 'flip')}."

    def result(self, begin: Any, state: Any, moves: Sequence[str], won: Utility, other: str) -> Iterator[Line]:
        fewest = self.flips_left(begin[0])
        best = "the fewest possible" if fewest == len(moves) else f"{fewest} would have been enough"
        yield Line(f"Sorted after {count_noun(len(moves), 'flip')}, {best}: {' '.join(moves)}.", Tone.GOOD)

    def go_on(self, state: Any, side: str, other: str, seed: int) -> str:
        return command_line("minimax", "play", self.name, "--at", self.text(state))


KINDS = {
    "grundy": ("Grundy's game", "the two parts a heap is split into, such as 2+5; with the heap, 7 to 2+5"),
    "octal": ("octal game", "what a move leaves of a heap, such as 4, 2+1, or 0 for nothing; with the heap, 5 to 2+1"),
    "subtraction": (
        "subtraction game",
        "what a move takes or leaves, take 3 of 7 or 7 to 4; a number alone where it can only mean one of them",
    ),
    "nim": (
        "Nim",
        "what a move takes or leaves, take 3 of 7 or 7 to 4; a number alone where it can only mean one of them",
    ),
}
"""Titles of heap games, and how their moves are typed."""

AIMS = {
    "tictactoe": "Three of your own in a row win; X begins.",
    "tictactoe-misere": "A player with three of their own in a row loses; X begins.",
    "tictactoe-wild": "Both may set X or O; whoever completes a row of three equal marks wins.",
    "tictactoe-wild-misere": "Both may set X or O; whoever completes a row of three equal marks loses.",
    "notakto": "Both set X; whoever completes a row of three loses.",
    "notakto-2": "Both set X; a row of three finishes a board, and whoever finishes the last board loses.",
    "nim-passes": "Take any number from one heap, or pass, once each; whoever takes the last token wins.",
}


def playable(name: str) -> Playable:
    """The game of two players with this name.

    Raises:
        InputError: no game has this name, or it is a puzzle.
    """
    match read_game_of_two(name):
        case games.HeapSum() as heaps:
            return HeapPlay(heaps)
        case games.TicTacToe() as game:
            return Boards(game)
        case games.RankedGame(name="nim-passes") as game:
            return PassingHeaps(game)
        case game:
            return NotaktoBoards(game)


CARD_COLUMNS = 8

MEMORY_RULES = {
    Rule.PASS: "Any two cards may be turned; two known ones that do not match are a pass, and two passes in a row end the game.",
    Rule.FORCED: "A turn takes a known pair or shows a card that nobody has seen; a match may be declined by showing another "
    "known card.",
}

CARD_FACES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Table:
    """Cards on a table, and the pairs of both players; player 0 begins, the other is 1.

    Attributes:
        faces: face of every card.
        rule: which cards may be turned.
        seen: cards that have been turned, including those taken.
        taken: cards that are gone.
        scores: pairs of each player.
        player: the player to move.
        first: the first card of the turn, face up; None before it.
        first_was_seen: whether that card was known before the turn.
        after_pass: whether the previous turn was a pass.
        is_over: whether the game is over.
        flips: all cards turned, in order.
        result: outcome of the turn; "" after its first card.
    """

    faces: Sequence[str]
    rule: Rule
    seen: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    scores: list[int] = field(default_factory=lambda: [0, 0])
    player: int = 0
    first: int | None = None
    first_was_seen: bool = False
    after_pass: bool = False
    is_over: bool = False
    flips: list[int] = field(default_factory=list)
    result: str = ""

    @property
    def remaining(self) -> list[int]:
        """Cards that are not taken."""
        return [card for card in range(len(self.faces)) if card not in self.taken]

    @property
    def unseen(self) -> list[int]:
        """Cards that nobody has seen."""
        return [card for card in range(len(self.faces)) if card not in self.seen]

    def partner(self, card: int) -> int:
        """The other card of the same face."""
        return next(other for other, face in enumerate(self.faces) if face == self.faces[card] and other != card)

    def counts(self) -> tuple[int, int, int]:
        """Pairs left, pairs with one known card, pairs with two known cards; as before the first card of the turn."""
        known = {card for card in self.seen - self.taken if card != self.first or self.first_was_seen}
        both = sum(self.partner(card) in known for card in known) // 2
        return len(self.remaining) // 2, len(known) - 2 * both, both

    def possible(self) -> list[int]:
        """Cards that may be turned now."""
        if self.first is None:
            return self.remaining
        others = [card for card in self.remaining if card != self.first]
        if self.rule is Rule.PASS:
            return others
        partner = self.partner(self.first)
        if self.first_was_seen:
            return [card for card in others if card not in self.seen or card == partner]
        if partner in self.seen:
            # a match is taken, or declined by a known card
            return [card for card in others if card in self.seen]
        return others

    def turn(self, card: int) -> None:
        """Turn a card.

        Raises:
            InputError: the card may not be turned.
        """
        if card not in self.possible():
            raise InputError(f"card {card + 1} {self._why_not(card)}")
        self.flips.append(card)
        was_seen = card in self.seen
        self.seen.add(card)
        self.result = ""
        if self.first is None:
            self.first, self.first_was_seen = card, was_seen
            return
        first, self.first = self.first, None
        passed = was_seen and self.first_was_seen
        if self.faces[first] == self.faces[card]:
            self.taken |= {first, card}
            self.scores[self.player] += 1
            self.result, self.after_pass, self.is_over = "a pair", False, not self.remaining
            return
        self.player = 1 - self.player
        self.result = "a pass" if passed else "no pair"
        if passed and self.after_pass:
            self.result, self.is_over = "the second pass in a row, which ends the game", True
        self.after_pass = passed

    def _why_not(self, card: int) -> str:
        if not 0 <= card < len(self.faces):
            return f"is not there: cards are 1 to {len(self.faces)}"
        if card in self.taken:
            return "is taken already"
        if card == self.first:
            return "is up already"
        return (
            "may not be turned: take the pair, or show a card that nobody has seen"
            if self.first_was_seen
            else ("may not be turned: take the match, or decline it by showing another known card")
        )


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a table. As text, a number alone is unseen, a number with a face is known, brackets mark the open card."""

    table: Table

    def __str__(self) -> str:
        table, words = self.table, []
        for card, face in enumerate(table.faces):
            word = f"{card + 1}{face if card in table.seen else ''}"
            word = "-" if card in table.taken else f"[{word}]" if card == table.first else word
            words.append(word.center(6))
        lines = ["".join(words[begin : begin + CARD_COLUMNS]).rstrip() for begin in range(0, len(words), CARD_COLUMNS)]
        first, second = table.scores
        return "\n".join([*lines, f"Pairs: {first} of the first player, {second} of the second."])


def shuffle_faces(pairs: int, seed: int) -> tuple[str, ...]:
    """Two cards of each of `pairs` faces, in an order drawn from the seed."""
    faces = [face for face in CARD_FACES[:pairs] for _ in (0, 1)]
    Random(f"memory {seed}").shuffle(faces)
    return tuple(faces)


def _firsts(table: Table, first: First) -> list[int]:
    """Cards that carry out the choice of a first card."""
    known = [card for card in table.remaining if card in table.seen]
    if first is First.UNSEEN:
        return table.unseen
    if first is First.PASS:
        return known
    paired = [card for card in known if table.partner(card) in table.seen]
    return [card for card in known if card not in paired] if first is First.KNOWN else paired


def _seconds(table: Table, second: Second) -> list[int]:
    """Cards that carry out the choice of a second card."""
    assert table.first is not None
    partner = table.partner(table.first)
    if second is Second.TAKE:
        return [partner]
    if second is Second.UNSEEN:
        return [card for card in table.unseen if card != table.first]
    return [card for card in table.remaining if card in table.seen and card not in (table.first, partner)]


Flips = tuple[int, ...]
"""The state of a game: all cards turned, in order."""


class Memory(Playable):
    """Memory against an opponent who forgets nothing; known cards stay face up, so the user need not remember them either.

    Args:
        name: memory:PAIRS or memory:PAIRS:RULE.
        seed: random seed of the cards.

    Raises:
        InputError: there is no such game.
    """

    start: Flips = ()
    how = "the number of a card to turn"
    move, verb, takes_back, tells_turns = "card", "turns", False, True
    is_plain, unit = False, "pairs"
    scale = "mean of your further pairs minus the opponent's"
    curve = "pairs ahead, expected"

    def __init__(self, name: str, seed: int) -> None:
        fits = re.fullmatch(r"memory:([0-9]{1,3})(:pass|:forced)?", name.strip().lower(), re.ASCII)
        if fits is None or not 1 <= int(fits[1]) <= len(CARD_FACES):
            raise InputError(
                f"{in_quotes(name)}: Memory is memory:PAIRS or memory:PAIRS:RULE, 1 to {len(CARD_FACES)} pairs, "
                "rule pass or forced, such as memory:6:forced"
            )
        pairs, self.rule = int(fits[1]), Rule((fits[2] or ":pass")[1:])
        self.name, self.title = f"memory:{pairs}:{self.rule}", f"Memory with {count_noun(pairs, 'pair')}"
        self.aim = f"{MEMORY_RULES[self.rule]} Cards once seen stay face up."
        self.faces = shuffle_faces(pairs, seed)
        self.table = lru_cache(maxsize=8)(self._table)
        self.rules: Any = self
        self.solved = memory_table(pairs, self.rule)

    def _table(self, flips: Flips) -> Table:
        """The table after these flips.

        Raises:
            InputError: the cards cannot be turned in this order.
        """
        table = Table(self.faces, self.rule)
        for card in flips:
            table.turn(card)
        return table

    def to_move(self, state: Flips) -> Turn:
        """Who turns a card."""
        return (Turn.MAX, Turn.MIN)[self.table(state).player]

    def moves(self, state: Flips) -> list[int]:
        """Cards that may be turned."""
        return self.table(state).possible()

    def after(self, state: Flips, card: int) -> Flips:
        """The state with a card turned."""
        return (*state, card)

    def is_over(self, state: Flips) -> bool:
        """Whether the game is over."""
        return self.table(state).is_over

    def utility(self, state: Flips) -> int:
        """Pairs of the first player minus those of the second."""
        first, second = self.table(state).scores
        return first - second

    def perfect(self, state: Flips, draw: Random) -> int:
        return self.perfect_card(self.table(state), draw)

    def perfect_card(self, table: Table, draw: Random) -> int:
        """The card that the player to move turns for the greatest mean gain."""
        pairs, known, both = table.counts()
        plans = self.solved.actions(pairs, known, both, after_pass=table.after_pass)
        if table.first is None:
            return draw.choice(_firsts(table, draw.choice(plans).first))
        partner = table.partner(table.first)
        if not table.first_was_seen:
            card = Card.MATCH if partner in table.seen else Card.NEW
            values = self.solved.second_values(pairs, known, card, both, after_pass=table.after_pass)
            second = draw.choice([choice for choice, value in values.items() if value == max(values.values())])
            return draw.choice(_seconds(table, second))
        values_of = self.solved.first_values(pairs, known, both, after_pass=table.after_pass)
        wanted = [First.TAKE, First.PAIRED] if partner in table.seen else [First.KNOWN]
        choices = {first: values_of[first] for first in [*wanted, First.PASS] if first in values_of}
        first = draw.choice([choice for choice, value in choices.items() if value == max(choices.values())])
        if first is First.TAKE:
            return partner
        return draw.choice(_seconds(table, Second.KNOWN if first is First.PASS else Second.UNSEEN))

    def read_state(self, text: str) -> Flips:
        flips = tuple(self._card(word) for word in text.replace(",", " ").split())
        self.table(flips)
        return flips

    def past(self, state: Any) -> Sequence[Any]:
        return tuple(state)

    def text(self, state: Any) -> str:
        return " ".join(str(card + 1) for card in state)

    def move_name(self, state: Any, move: Any) -> str:
        return str(move + 1)

    def read_move(self, state: Any, text: str) -> int:
        self.table((*state, card := self._card(text)))
        return card

    def prompt(self, state: Any, number: int) -> str:
        return "your first card: " if self.table(state).first is None else "your second card: "

    def move_line(self, state: Any, move: Any, number: int, who: str) -> str:
        first = self.table(state).first
        if first is None:
            return "" if who else f"Card {move + 1} is {self.faces[move]}."
        result = self.table((*state, move)).result
        turns = f"{capitalised(who)} turns" if who else "You have turned"
        return f"{turns} {self._word(first)} and {self._word(move)}: {result}."

    def within_turn(self, state: Any) -> bool:
        return self.table(state).first is not None

    def board(self, state: Any) -> Said:
        return Cards(self.table(state))

    def values(self, state: Any) -> dict[str, tuple[Fraction, list[int]]]:
        """By choice: the mean of the player's further pairs minus the opponent's, and the cards that carry it out."""
        table = self.table(state)
        pairs, known, both = table.counts()
        firsts = self.solved.first_values(pairs, known, both, after_pass=table.after_pass)
        if table.first is None:
            return {str(first): (value, _firsts(table, first)) for first, value in firsts.items()}
        if not table.first_was_seen:
            card = Card.MATCH if table.partner(table.first) in table.seen else Card.NEW
            seconds = self.solved.second_values(pairs, known, card, both, after_pass=table.after_pass)
            return {str(second): (value, _seconds(table, second)) for second, value in seconds.items()}
        has_partner = table.partner(table.first) in table.seen
        names = {First.TAKE: Second.TAKE, First.PAIRED: Second.UNSEEN} if has_partner else {First.KNOWN: Second.UNSEEN}
        names[First.PASS] = Second.KNOWN
        return {
            str(second): (firsts[first], _seconds(table, second)) for first, second in names.items() if first in firsts
        }

    def won(self, state: Any) -> int:
        return self.utility(state)

    def outcomes(self, state: Any) -> dict[int, Outcome]:
        """By card that may be turned: the value of the best choice that begins with it."""
        possible, values = set(self.moves(state)), dict[int, Any]()
        for value, cards in self.values(state).values():
            for card in possible.intersection(cards):
                values[card] = max(value, values.get(card, value))
        return {card: Outcome(value) for card, value in values.items()}

    def hint(self, state: Any) -> Iterator[str]:
        """The value of every choice."""
        values = {name: value for name, (value, _) in self.values(state).items()}
        yield "Mean of your further pairs minus the opponent's, by the card you turn:"
        for name, value in values.items():
            yield f"{name}: {exact_number(value)}{'  best' if value == max(values.values()) else ''}"

    def result(self, begin: Any, state: Any, moves: Sequence[str], won: Utility, other: str) -> Iterator[Line]:
        scores = sorted(self.table(state).scores, reverse=won >= 0)
        pairs = f"you have {scores[0]}, {other} has {scores[1]}"
        yield Line(f"{verdict(won, other)} after {count_noun(len(state), 'card')}: {pairs}.", tone_of(won))

    def _card(self, text: str) -> int:
        """The index of the card that the user typed."""
        word = text.lower().removeprefix("card").strip()
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise InputError(f"{in_quotes(text)} is not a card: type its number, 1 to {len(self.faces)}")
        return int(word) - 1

    def _word(self, card: int) -> str:
        """A card with its face."""
        return f"{card + 1} ({self.faces[card]})"
