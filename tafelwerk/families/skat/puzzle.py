"""Positions in which exactly one card wins."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.fitting import lay_out
from tafelwerk.commands.output import is_read, unbroken
from tafelwerk.commands.puzzles import Batch, DifficultyOption, scale_text
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat import answers
from tafelwerk.families.skat.board import draw_position, on_paper
from tafelwerk.families.skat.parameters import GAMES
from tafelwerk.families.skat.rules.cards import (
    SPELLINGS,
    Game,
    Seat,
    bits,
    card_name,
    card_text,
    cards_text,
    does,
    read_card,
    read_game,
    term,
    titled,
)
from tafelwerk.families.skat.rules.deals import random_deal
from tafelwerk.families.skat.rules.play import Judge, OpenGame, game_of, legal, open_game, play, start, winning
from tafelwerk.language import count_noun, in_german, say
from tafelwerk.parameters import Parameter, command_line
from tafelwerk.places import with_book
from tafelwerk.rules.puzzles import GRADES, SKAT, Difficulty, Grade, Seed, first_fitting
from tafelwerk.tables.questions import Question

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block


LEAST_CARDS, MOST_CARDS = 3, 8
"""Limits of the number of cards in the hand of the player to move."""

PUZZLE_OPERATIONS = 4e7
"""Estimated operations per puzzle of up to six cards; they triple with each card more."""

CardsInHand = Annotated[
    int, Parameter("N", "Cards in hand of the player to move.", LEAST_CARDS, MOST_CARDS, option="--cards-each")
]
AnyGame = Annotated[
    str, Parameter("GAME", f"Game: {GAMES}. Default: any.", parse=lambda text: read_game(text).value, option="--game")
]


class Puzzle(Question[answers.Puzzle], title="a puzzle of Skat"):
    """A position in which exactly one card wins for the side to move, all cards open."""

    seed: Seed | None = None
    cards: CardsInHand = 6
    game: AnyGame | None = None
    difficulty: Difficulty | None = None

    def operations(self) -> float:
        return PUZZLE_OPERATIONS * 3.0 ** max(self.cards - 6, 0)

    def solve(self) -> answers.Puzzle:

        assert self.seed is not None
        return search_puzzle(self.seed, self.cards, self.game, self.difficulty)


@asks
def puzzle(
    ask: Computes,
    cards: CardsInHand = 6,
    game: AnyGame | None = None,
    difficulty: DifficultyOption = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: a position with all cards open in which exactly one card wins for the side to move. Which card is it?

    The declarer wins with 61 points, in Null without a trick; after every card, best play by all is searched. Difficulty is the
    number of legal cards that do not win: 2 is easy, 3 and 4 medium, 5 or more hard.

    Example: tafelwerk skat puzzle --seed 1

    Example: tafelwerk skat puzzle --cards-each 7 --game grand --difficulty hard --seed 1 --solution --json

    Example: tafelwerk skat puzzle --seed 1 --count 6 --solution -o puzzles.pdf
    """
    difficulty = _grade(difficulty)
    puzzle_list: list[answers.Puzzle] = batch.ask_all(ask, Puzzle, cards=cards, game=game, difficulty=difficulty)
    ask.look = batch.look(lambda: _blocks(puzzle_list[0]))
    options = "".join(f" {name} {value}" for name, value in (("--game", game), ("--difficulty", difficulty)) if value)
    line = f"tafelwerk skat puzzle{' --lang de' * in_german()} --cards-each {cards}{options}"
    if batch.output is not None:
        puzzles, solutions = zip(*map(_blocks, puzzle_list), strict=True)
        below = (
            say("All cards are open. Exactly one card wins for the player to move: which one?"),
            scale_text(SKAT),
        )
        batch.draw("Skat", below, puzzles, solutions, line)

    def layout(puzzle: answers.Puzzle, number: str) -> Any:
        game_ = _open_game(puzzle)
        difficulty = say("difficulty")
        heading = f"{number}{game_.name} (--seed {puzzle.seed}); {difficulty}: {grade_text(puzzle)}"
        to_check = f"{say('To solve this position')}: {with_book(solving_line(puzzle), ask.book)}"
        # a page has no command lines beside an answer
        below = () if is_read() else ("", unbroken(to_check))
        return lay_out((heading, "bold"), task(puzzle), "", draw_position(game_, game_.position), *below)

    def solution_text(puzzle: answers.Puzzle) -> str:
        return f"{_in_terminal(puzzle.solution)}. {_outcomes(puzzle, _in_terminal)}"

    return batch.layout(puzzle_list, layout, line, ask.book, solution_text)


def _grade(text: str | None) -> str | None:
    """The English name of a grade given in either language.

    Raises:
        InputError: unknown grade.
    """
    if text is None or text in GRADES:
        return text
    german = {SPELLINGS[grade]: grade for grade in GRADES}
    if text in german:
        return german[text]
    raise InputError(say("--difficulty must be easy, medium or hard, not {given}", given=in_quotes(text)))


def grade_text(puzzle: answers.Puzzle) -> str:
    """How hard it is, in words and as a number."""
    return f"{term(puzzle.grade)} ({puzzle.difficulty})"


def _in_terminal(card: str) -> str:
    return card_name(read_card(card))


def _open_game(puzzle: answers.Puzzle) -> OpenGame:
    return open_game(puzzle.deal, puzzle.game, puzzle.declarer, puzzle.played or None)


def task(puzzle: answers.Puzzle) -> str:
    """The player to move, the declarer's points so far, and the side for which one card wins."""
    seat, points = titled(puzzle.to_move), count_noun(puzzle.points, "point")
    turn = say("{seat} plays", seat=seat) if puzzle.table else does(seat, "lead", you=False)
    stands = say("; the declarer has {points}", points=points) * (puzzle.game != "null")
    for_whom = say("One card wins for the declarer.")
    if puzzle.side != "declarer":
        for_whom = say("One card wins for the defenders.")
    return f"{turn}{stands}. {for_whom}"


def solving_line(puzzle: answers.Puzzle) -> str:
    """The command line that solves the position as it is printed, from the cards still held."""
    from tafelwerk.families.skat.open_cards import Solve

    game = _open_game(puzzle)
    position = game.position
    points = None if game.null else position.declarer_points
    asked = Solve(
        " | ".join(map(cards_text, (*position.hands, game.deal.skat))),
        puzzle.game,
        puzzle.declarer,
        leader=position.leader.word,
        points=points,
        table=puzzle.table or None,
    )
    return command_line(f"tafelwerk skat solve{' --lang de' * in_german()}", asked)


def _outcomes(puzzle: answers.Puzzle, name: Callable[[str], str]) -> str:
    """The declarer's result after each card."""
    if puzzle.game == "null":
        worth = term("lost" if puzzle.side == "defenders" else "won")
        return say("After this card the declarer has {worth}.", worth=worth)
    values = ", ".join(f"{name(card)} {value}" for card, value in puzzle.cards.items())
    return say("The declarer's points after each card: {told}.", told=values)


def _blocks(puzzle: answers.Puzzle) -> tuple[Block, Block]:
    """The puzzle and its solution."""
    from tafelwerk.families.skat.pictures import position
    from tafelwerk.plots.sheets import Block

    game = _open_game(puzzle)
    shown_position, best = game.position, read_card(puzzle.solution)
    rating = say("{grade}; seed {seed}", grade=grade_text(puzzle), seed=puzzle.seed)
    return (
        Block(position(game, shown_position), game.name, (task(puzzle), rating)),
        Block(
            position(game, shown_position, (best,), skat=False),
            f"{titled(puzzle.to_move)}: {on_paper(puzzle.solution)}",
            (_outcomes(puzzle, on_paper), solving_line(puzzle)),
        ),
    )


FEWEST_CARDS = 3
"""Least number of legal cards in a puzzle."""


MOST_DRAWN = 8000
"""Greatest number of positions to try; each takes a fraction of a millisecond, searched ones a few milliseconds."""


class _Candidate(NamedTuple):
    """A position, the values of the legal cards, and the only one that wins."""

    game: OpenGame
    worth: dict[int, int]
    card: int


def search_puzzle(seed: int, cards: int, game: str | None, grade: Grade | None) -> answers.Puzzle:
    """A puzzle of Skat.

    Args:
        seed: random seed.
        cards: cards in the hand of the player to move.
        game: the game. Default: any.
        grade: difficulty. Default: any.

    Raises:
        InputError: no such puzzle was found.
    """
    from tafelwerk.solvers.skat.open_judge import judge_of

    judges: dict[Game, Judge] = {}
    games = [Game(game)] if game else list(Game)

    def draw(random: Random) -> _Candidate | None:
        drawn_game = random.choice(games)
        if drawn_game not in judges:
            judges[drawn_game] = judge_of(drawn_game)
        return _draw_candidate(random, drawn_game, cards, judges[drawn_game])

    candidate, count = first_fitting(draw, seed, SKAT, lambda one: len(one.worth) - 1, grade, MOST_DRAWN)
    position, open_game_ = candidate.game.position, candidate.game
    deal, name, declarer, before = open_game_.words
    return answers.Puzzle(
        deal=deal,
        game=name,
        declarer=declarer,
        played=before or "",
        seed=seed,
        to_move=position.to_move.word,
        side="declarer" if position.to_move is position.declarer else "defenders",
        hands={seat.word: cards_text(position.hands[seat]) for seat in Seat},
        table=" ".join(map(card_text, position.table)),
        points=position.declarer_points,
        solution=card_text(candidate.card),
        cards={card_text(card): bool(value) if open_game_.null else value for card, value in candidate.worth.items()},
        difficulty=count,
        grade=SKAT.grade(count),
        measure=SKAT.measure,
    )


def _draw_candidate(random: Random, game: Game, cards: int, judge: Judge) -> _Candidate | None:
    """A deal played at random to a position of that many cards; None unless exactly one of several cards wins there."""
    deal, declarer = random_deal(random), random.choice(list(Seat))
    position, cards_played = start(deal, game, declarer), list[int]()
    # the player to move holds `cards` cards; up to two others have played to the trick
    for _ in range(3 * (10 - cards) + random.randrange(3)):
        cards_played.append(random.choice(bits(legal(position))))
        position = play(position, cards_played[-1])
    if len(bits(legal(position))) < FEWEST_CARDS or (game is Game.NULL and position.declarer_tricks):
        return None
    worth = judge.cards(position)
    alone = position.to_move is declarer
    winners = [card for card, value in worth.items() if (value >= winning(game)) == alone]
    return _Candidate(game_of(deal, game, declarer, cards_played), worth, winners[0]) if len(winners) == 1 else None
