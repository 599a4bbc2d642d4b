"""`tafelwerk minimax grundy, octal, subtraction, memory, tictactoe, solve, race`: heaps, Memory, whole games, dice races."""

import re
from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Ask, Text, Unkept, asks
from tafelwerk.commands.minimax.pictures import board_picture, position_picture
from tafelwerk.commands.minimax.words import (
    CodeArgument,
    Heaps,
    LeadOption,
    MisereOption,
    ObjectiveOption,
    RuleOption,
    app,
    heap_numbers,
)
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.dice_race import LONGEST, MOST_SIDES
from tafelwerk.rules.minimax.games import ranked_game
from tafelwerk.rules.minimax.heaps import GRUNDY, LARGEST_HEAP, HeapGame, Left, octal_game, subtraction_game
from tafelwerk.rules.minimax.memory import MOST_PAIRS, Card, Objective, Plan
from tafelwerk.rules.minimax.preference import mark
from tafelwerk.rules.minimax.ranked import ENDLESS
from tafelwerk.rules.minimax.tictactoe import EMPTY
from tafelwerk.rules.numbers import between
from tafelwerk.tables.minimax import questions
from tafelwerk.tables.minimax.answers import Board, HalfTurn, Heap, HeapAnswer, Period, Race, Solution, Sum, Turn
from tafelwerk.tables.minimax.builds import heaps_build_line
from tafelwerk.wording import counted, exact_number, listed

TITLES = {
    "grundy": "Grundy's game",
    "octal 0.77": "Kayles (octal 0.77)",
    "octal 0.07": "Dawson's Kayles (octal 0.07)",
    "octal 0.137": "Dawson's chess (octal 0.137)",
    "octal 0.007": "Treblecross (octal 0.007)",
    "octal 0.6": "Officers (octal 0.6)",
}
"""Titles of the heap games that have a name of their own."""

OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}

WORTH = {"gain": "mean of pairs won minus pairs lost", "win": "chance to win minus chance to lose"}
"""Meaning of a value, by objective."""

WHOLE = {
    "take": "take a pair",
    "pass": "pass",
    "known": "a known card, then an unseen one",
    "paired": "a card of a fully known pair, then an unseen one",
}
AFTER_NEW = {"unseen": "another unseen card", "known": "a known one"}
AFTER_MATCH = {
    "take": "take the pair",
    "decline": "decline it by showing another known card",
    "unseen": "another unseen card",
}
"""The choices of cards in words: of a whole turn, of a second card after a new one, and after a match."""

_NAMED = 10

MOVES_SHOWN = 12
"""Winning moves that are shown of a heap that has more than an answer lists."""

_STYLES = {"X": "bold red", "O": "bold blue"}


@app.command()
@asks
def grundy(
    heaps: Annotated[list[str], typer.Argument(metavar="HEAP...", help="Number of tokens; several heaps make a sum.")],
    ask: Ask,
    misere: MisereOption = False,
) -> Text:
    """Grundy's game, in which a move splits a heap into two of different sizes: value and winning splits of a heap or a sum.

    Example: tafelwerk minimax grundy 8

    Example: tafelwerk minimax grundy 8 13 20

    Example: tafelwerk minimax grundy 20 --misere
    """
    return _heap_answer(GRUNDY, ask(questions.grundy, heap_numbers(heaps, GRUNDY), misere))


@app.command()
@asks
def octal(code: CodeArgument, played: Heaps, ask: Ask) -> Text:
    """Octal game: the period of its Grundy values, or with --heap the value and every winning move of a heap.

    Digit k after the point says what a move that takes k tokens may leave: 1 nothing, 2 one heap, 4 two heaps, or a
    sum of these. Kayles is 0.77, Dawson's Kayles 0.07. The search for a period ends at heap 200,000;
    `tafelwerk build minimax octal --help` says how to go further. A proved period answers for heaps of any size.

    Example: tafelwerk minimax octal 0.77

    Example: tafelwerk minimax octal 0.77 --heap 10 --heap 4

    Example: tafelwerk minimax octal 0.77 --heap 1000000000000000
    """
    game = octal_game(code)
    return _heap_answer(game, ask(questions.octal, code, played.heaps(game), played.misere))


@app.command()
@asks
def subtraction(
    taken: Annotated[str, typer.Argument(metavar="SET", help="Numbers of tokens that a move may take, such as 1,2,5.")],
    played: Heaps,
    ask: Ask,
) -> Text:
    """Subtraction game: the period of its Grundy values, or with --heap the value and every winning move of a heap.

    Example: tafelwerk minimax subtraction 1,2,5

    Example: tafelwerk minimax subtraction 1,2,5 --heap 100
    """
    game = subtraction_game(taken)
    return _heap_answer(game, ask(questions.subtraction, taken, played.heaps(game), played.misere))


def _heap_answer(game: HeapGame, asked: HeapAnswer) -> str:
    title, found = TITLES.get(game.name, game.name.capitalize()), cast(Heap | Sum | Period, asked)
    if not isinstance(found, Period):
        return f"{title}, {_heap_words(found)}"
    if not found.proved or found.last_exception is None:
        further = heaps_build_line(game, min(2 * found.checked_to, LARGEST_HEAP))
        sparse = ", or --sparse in place of --heap" if game.is_octal else ""
        return (
            f"{title}: the values up to heap {found.checked_to:,} prove no period ({found.source}). "
            f"A longer search: {further}{sparse}"
        )
    heap = f"heap {found.last_exception:,}" if found.last_exception else "the empty heap"
    after = f"after {heap}, the last exception" if found.last_exception >= 0 else "from the empty heap on"
    return (
        f"{title}: period {found.period} {after}; "
        f"proved by the values up to heap {found.checked_to:,} ({found.source})."
    )


def _heap_words(found: Heap | Sum) -> str:
    value = ", misere play" if found.misere else f", value {found.grundy}"
    if isinstance(found, Heap):
        what = f"heap {found.heap:,}"
        moves = [_left(left) for left in found.moves]
    else:
        what = f"heaps {listed([f'{heap:,}' for heap in found.heaps])}"
        moves = [f"{move.heap} to {_left(move.left)}" for move in found.moves]
        value += "" if found.values is None else f" = {' xor '.join(map(str, found.values))}"
    text = f"{what}{value}: {'won' if found.won else 'lost'} for the player to move ({found.source})."
    if not moves:
        return text + (" There is no move, so the player to move wins." if found.won else "")
    named = listed(moves, last="or")
    if found.winning_moves is not None and found.winning_moves > len(moves):
        first = moves[:MOVES_SHOWN]
        named = f"{', '.join(first)} and {found.winning_moves - len(first):,} more"
    return f"{text} A winning move leaves {named}." if isinstance(found, Heap) else f"{text} Winning moves: {named}."


def _left(left: Left) -> str:
    return " + ".join(map(str, left)) or "nothing"


@app.command()
@asks
def memory(
    pairs: Annotated[
        int,
        typer.Argument(
            metavar="PAIRS",
            min=1,
            max=MOST_PAIRS[Objective.GAIN],
            help=f"Pairs left; with --objective win at most {MOST_PAIRS[Objective.WIN]}.",
        ),
    ],
    known: Annotated[
        int,
        typer.Argument(
            metavar="KNOWN",
            min=0,
            max=MOST_PAIRS[Objective.GAIN],
            help="Number of these pairs with one known card.",
        ),
    ],
    ask: Ask,
    rule: RuleOption = "pass",
    objective: ObjectiveOption = "gain",
    lead: LeadOption = None,
    turned: Annotated[
        str | None,
        typer.Option(
            "--turned",
            metavar="new|match",
            help="Unseen first card, already turned: new, or a match of a known card. PAIRS and KNOWN are those before the turn.",
        ),
    ] = None,
) -> Text:
    """Memory (Concentration) for two players who forget nothing: the value of a position for the mover, and every best turn.

    A turn is two cards. If the first is an unseen card, the best second cards are listed for either case: it is new, or it
    matches a known card. Under rule forced a match may be declined by showing another known card, not by an unseen one.

    Example: tafelwerk minimax memory 3 1

    Example: tafelwerk minimax memory 3 1 --turned new

    Example: tafelwerk minimax memory 8 5 --rule forced --objective win --lead -2
    """
    found = cast("Turn | HalfTurn", ask(questions.memory, pairs, known, rule, objective, lead, turned))
    left = f"{counted(found.pairs, 'pair')} left, {found.known} of them with one card known"
    ahead = ""
    if found.lead is not None:
        ahead = f", the mover {abs(found.lead)} {'ahead' if found.lead > 0 else 'behind'}" if found.lead else ", even"
    place = f"Memory, rule {found.rule}: {left}{ahead}"
    if isinstance(found, HalfTurn):
        words = AFTER_NEW if found.turned == Card.NEW else AFTER_MATCH
        lines = [
            f"{words[choice]}: {exact_number(value)}{'  best' if choice in found.best else ''}"
            for choice, value in found.choices.items()
        ]
        card = "a new card" if found.turned == Card.NEW else "a card that matches a known one"
        return "\n".join(
            [f"{place}, {card} turned: {WORTH[found.objective]}, by the second card ({found.source}):", *lines]
        )
    text = f"{place}: {exact_number(found.value)} for the mover, {WORTH[found.objective]}"
    return f"{text} ({found.source}). Best: {'; or '.join(_plan_words(plan) for plan in found.plans)}."


def _plan_words(plan: Plan) -> str:
    """A best turn for a person: "an unseen card (if it is new: a known one; if it matches: take the pair)"."""
    if plan.first != "unseen":
        return WHOLE[plan.first]
    new = listed([AFTER_NEW[second] for second in plan.after_new], last="or")
    match = listed([AFTER_MATCH[second] for second in plan.after_match], last="or")
    branches = [f"if it is new: {new}"] if plan.after_new else []
    branches += [f"if it matches: {match}"] if plan.after_match else []
    return f"an unseen card ({'; '.join(branches)})"


@app.command()
@asks
def tictactoe(
    ask: Ask,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help='Nine characters row by row: X, O and a point, such as "X.O......".')
    ] = EMPTY,
    output: OutputOption = None,
) -> Text:
    """Tic-tac-toe: winner and distance from any board, and every move that keeps the result.

    Fields are 0 to 8, row by row; X begins.

    Example: tafelwerk minimax tictactoe "X.O......"

    Example: tafelwerk minimax tictactoe "X.O......" -o board.svg
    """
    found = ask(questions.tictactoe, board)
    if output is not None:
        said = str(_board_words(found)).splitlines()[-1].partition(" Moves in brackets")[0]
        save(board_picture(found, f"Tic-tac-toe: {said}"), output)
    return lambda: _board_words(found)


def _board_words(found: Board) -> Any:
    from rich.text import Text

    value = found.value
    outcome = "drawn" if value == 0 else f"{'won by' if found.decided else 'a win for'} {'X' if value > 0 else 'O'}"
    text = Text(no_wrap=True)
    for field, sign in enumerate(found.board):
        best, kept = field in found.best, field in found.moves
        shown = sign if sign != "." else f"[{field}]" if best else f"({field})" if kept else str(field)
        style = _STYLES.get(sign) or ("bold green" if best else "green" if kept else "dim")
        text.append(shown.center(5), style)
        if field % 3 == 2:
            text.append("\n")
    if found.decided:
        return text.append(f"The game is over: {outcome} ({found.source}).")
    plies = counted(found.distance, "ply", "plies")
    ends = f"{outcome}, in {plies}" if value else f"{outcome}, {plies} to a full board"
    return text.append(f"{found.to_move} to move: {ends} ({found.source}). {_kept_words(found)}")


def _kept_words(found: Board) -> str:
    """What the brackets and the parentheses of a board mean."""
    if not found.value:
        return "Moves in brackets keep the draw."
    wins = (found.value > 0) == (found.to_move == "X")
    best, others = ("win fastest", "also win, but later") if wins else ("hold out longest", "lose sooner")
    text = f"Moves in brackets {best}"
    return f"{text}; those in parentheses {others}." if len(found.best) < len(found.moves) else f"{text}."


@app.command()
@asks
def solve(
    ask: Ask,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Listed game; the list is in: tafelwerk build minimax game --help")
    ],
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="Position in the game's notation. Default: the start.")
    ] = None,
    output: OutputOption = None,
) -> Text:
    """Position of a stored game: its value, its distance to the end, and the position after every move.

    `value` is for the player to move: 1 won, 0 drawn, -1 lost; in a puzzle 1, and -1 at the goal. Each of `replies` has the
    value of its move for the same player, and the distance that is left after it. Only positions that can be reached from
    the start are stored. Finished boards of Notakto are all stored as XXXXXXXXX, since their marks no longer matter.

    Example: tafelwerk minimax solve tictactoe-misere "X...O...."

    Example: tafelwerk minimax solve nim-passes "1 3 3 pp"

    Example: tafelwerk minimax solve burnt-pancakes-7 "-7 3 -1 5 2 -6 4"
    """
    found = ask(questions.solve, game, position)
    if output is not None:
        save(position_picture(found, _position_title(found)), output)
    return lambda: _position_words(found)


def _position_title(found: Solution) -> str:
    """Game, position, and its value and distance in words."""
    game = ranked_game(found.game)
    if game.is_puzzle and found.distance is not None:
        head = f"{counted(found.distance, 'move')} from the goal"
    elif not found.replies:
        head = f"the game is over, {OUTCOMES[found.value]} for the player to move"
    elif found.distance is None:
        head = "drawn: nobody can force an end"
    else:
        head = f"{OUTCOMES[found.value]} for the player to move, in {counted(found.distance, 'ply', 'plies')}"
    shown = found.position if found.stored_as is None else f"{found.position}, stored as {found.stored_as}"
    return f"{game.title}, {shown}: {head} ({found.source})."


def _position_words(found: Solution) -> Any:
    from tafelwerk.commands.output import headed, table

    game, title = ranked_game(found.game), _position_title(found)
    if not found.replies:
        return title
    columns = ("left",) if game.is_puzzle else ("for the mover", "plies left")
    rows = []
    for reply in found.replies:
        left = "-" if reply.distance == ENDLESS else str(reply.distance)
        ends = (left,) if game.is_puzzle else (OUTCOMES[reply.value], left)
        of = reply.value - 1 if game.is_puzzle else found.value
        rows.append((reply.move, reply.position, *ends, mark(reply.best, reply.value, of)))
    return headed(title, table(("move", "leads to", *columns, ""), rows))


@app.command()
@asks
def race(
    ask: Unkept,
    length: Annotated[
        int, typer.Option("--length", min=1, max=LONGEST, metavar="L", help="Squares from the start to home.")
    ],
    tokens: Annotated[int, typer.Option("--tokens", min=1, max=LONGEST, metavar="T", help="Tokens of each player.")],
    sides: Annotated[int, typer.Option("--sides", min=1, max=MOST_SIDES, metavar="S", help="Sides of the die.")],
    own: Annotated[
        str | None,
        typer.Option("--own", metavar="3,1", help="Distances to home of the mover's tokens. Default: the start."),
    ] = None,
    other: Annotated[
        str | None,
        typer.Option("--other", metavar="2,2", help="Distances to home of the opponent's tokens. Default: the start."),
    ] = None,
    roll: Annotated[
        int | None,
        typer.Option(
            "--roll", min=1, max=MOST_SIDES, metavar="R", help="The roll. If omitted, the position before rolling."
        ),
    ] = None,
) -> Text:
    """Dice race of two players, solved by expectiminimax: the first player with all tokens home wins.

    A roll moves one token, chosen by the mover; the last squares of a roll may be wasted on the way home. A token is named by
    its distance to home.

    Example: tafelwerk minimax race --length 8 --tokens 2 --sides 6

    Example: tafelwerk minimax race --length 4 --tokens 2 --sides 3 --own 3,1 --other 2,2 --roll 1
    """
    mine, yours = _tokens("--own", own, length, tokens), _tokens("--other", other, length, tokens)
    if roll is not None:
        between("--roll", roll, 1, sides)
    found = ask(questions.race, length, tokens, sides, mine, yours, roll)
    return lambda: _race_words(found)


def _race_words(found: Race) -> Any:
    from tafelwerk.commands.output import headed, table

    own, other = (listed([str(one) for one in tokens]) for tokens in (found.own, found.other))
    where = f"Own tokens at {own}, the opponent's at {other}"
    if not found.rolls:
        return f"{where}: the race is over, {'won' if found.chance else 'lost'}."
    before = "before the roll" if found.roll is None else f"after a roll of {found.roll}"
    rows = []
    for rolled in found.rolls:
        for choice in rolled.choices:
            best = "best" if choice.move in rolled.moves else ""
            rows.append((str(rolled.roll), str(choice.move), exact_number(choice.chance), best))
    return headed(
        f"{where}: the player to move wins with chance {exact_number(found.chance)} {before}.",
        table(("roll", "move the token at", "chance to win", ""), rows),
    )


def _tokens(option: str, text: str | None, length: int, tokens: int) -> list[int] | None:
    """Distances to home of a player's tokens; None if none are given.

    Raises:
        InputError: the number of distances is wrong, or one is off the track.
    """
    if text is None:
        return None
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 7 else -1 for word in words]
    if len(numbers) != tokens or not all(0 <= number <= length for number in numbers):
        count = "a distance to home," if tokens == 1 else f"{tokens} distances to home, each"
        such_as = ",".join([str(length)] * min(tokens, _NAMED)) + (",..." if tokens > _NAMED else "")
        raise InputError(f"{option} must be {count} 0 to {length}, such as {such_as}, not {quoted(text)}")
    return numbers
