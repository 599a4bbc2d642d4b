"""Layout of explanations for people: every move of a listed game, of heaps, or every card of Memory."""

from typing import Any

from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explained, tie_text
from tafelwerk.commands.fitting import Column
from tafelwerk.families.minimax.explanation import (
    AnyExplanation,
    CardChoice,
    HeapExplanation,
    MemoryExplanation,
    RankedExplanation,
)
from tafelwerk.families.minimax.heaps import TITLES
from tafelwerk.families.minimax.memory import AFTER_MATCH, AFTER_NEW, WHOLE, WORTH
from tafelwerk.families.minimax.rules.games import ranked_game
from tafelwerk.wording import counted, exact_number, listed

MOST_MOVES = 40
"""Most moves shown of a line of play."""


def explanation_text(found: AnyExplanation) -> Any:
    """An explanation for people."""
    match found:
        case RankedExplanation():
            return _ranked(found)
        case HeapExplanation():
            return _heaps(found)
    return _memory(found)


def _ranked(found: RankedExplanation) -> Any:
    game = ranked_game(found.game)
    place = f"{game.title}, {found.position}"
    if not found.moves:
        return f"{place}: the game is over, {OUTCOMES[found.value]} for the player to move ({found.source})."
    if game.is_puzzle:
        far = f"{counted(found.distance, 'move')} from the goal" if found.distance else "the goal"
        heading = f"{place}: {far} (exact; {found.source})."
    else:
        ends = "" if found.distance is None else f", in {counted(found.distance, 'ply', 'plies')}"
        heading = f"{place}: {OUTCOMES[found.value]} for the player to move{ends} (exact; {found.source})."
    shown = found.moves[:MOST_ROWS]
    columns = [Column("move", [one.move for one in shown])]
    if not game.is_puzzle:
        columns.append(Column("for the mover", [OUTCOMES[one.value] for one in shown], "value"))
    columns.append(Column("left" if game.is_puzzle else "plies left", [_plies(one.distance) for one in shown], "plies"))
    if any(one.reply is not None for one in shown):
        columns.append(Column("reply", [one.reply for one in shown], goes=1))
    columns += [Column("leads to", [one.position for one in shown], goes=2), best_column(shown, alone=game.is_puzzle)]
    kept = sum(one.best if game.is_puzzle else one.value == found.value for one in found.moves)
    verbs = ("comes", "keeps") if kept == 1 else ("come", "keep")
    keeps = f"{verbs[0]} nearer to the goal" if game.is_puzzle else f"{verbs[1]} the value"
    why = f"{kept} of {counted(len(found.moves), 'move')} {keeps}."
    if not game.is_puzzle and found.value:
        why += f" Best: the {'fastest wins' if found.value > 0 else 'longest defences'}."
    return explained(heading, columns, why, _line(found.line), count=len(found.moves))


def _plies(distance: int | None) -> str:
    return "-" if distance is None else str(distance)


def _heaps(found: HeapExplanation) -> Any:
    heaps = " + ".join(map(str, found.heaps))
    title = TITLES.get(found.game, found.game.capitalize())
    heading = f"{title}, {heaps}: {OUTCOMES[found.value]} for the player to move (exact; {found.source})."
    shown = found.moves[:MOST_ROWS]
    columns = [
        Column("move", [one.move for one in shown]),
        Column("Grundy value after it", [one.nimber for one in shown], "value"),
        Column("outcome", [OUTCOMES[one.value] for one in shown], goes=2),
        *([Column("reply", [one.reply for one in shown], goes=1)] if any(one.reply for one in shown) else []),
        best_column(shown),
    ]
    values = " xor ".join(map(str, found.values))
    why = f"Grundy values: {values} = {found.grundy}." if len(found.heaps) > 1 else f"Grundy value: {found.grundy}."
    why += (
        " A move wins if it leaves a total value of 0."
        if found.value > 0
        else " A value of 0 is lost: after every move, some reply restores 0."
    )
    why += f" {tie_text(found.moves)}".rstrip()
    return explained(heading, columns if shown else [], why, _line(found.line), count=len(found.moves))


def _memory(found: MemoryExplanation) -> Any:
    from rich.console import Group

    ahead = "" if found.lead is None else f", lead {found.lead}"
    heading = (
        f"Memory, rule {found.rule}, {counted(found.pairs, 'pair')} left, {found.known} with one card known{ahead}: "
        f"{exact_number(found.value)} for the mover, {WORTH[found.objective]} (exact; {found.source})."
    )
    parts: list[Any] = [explained(heading, _choices("first card", found.moves, {**WHOLE, "unseen": "an unseen card"}))]
    for title, words, choices in (
        ("second card after a new one", AFTER_NEW, found.after_new),
        ("second card after a match", AFTER_MATCH, found.after_match),
    ):
        if choices:
            parts += [*explained("", _choices(title, choices, words)).renderables[2:]]
    unseen = next((one for one in found.moves if one.move == "unseen"), None)
    if unseen is not None:
        chances = [(found.chance_new, found.after_new, "new"), (1 - found.chance_new, found.after_match, "a match")]
        sums = [
            f"{chance} times {choices[0].value} ({name})" for chance, choices, name in chances if choices and chance
        ]
        parts.append(f"An unseen card is worth {exact_number(unseen.value)}: {listed(sums, last='plus')}.")
    return Group(*parts)


def _choices(title: str, choices: tuple[CardChoice, ...], words: dict[str, str]) -> list[Column]:
    return [
        Column(title, [words.get(one.move, one.move) for one in choices], folds=True),
        Column("value", [f"{float(one.value):+.6f}" for one in choices]),
        Column(
            "as a fraction", [str(one.value) if len(str(one.value)) < 25 else "" for one in choices], "exactly", goes=1
        ),
        best_column(choices),
    ]


def _line(moves: tuple[str, ...]) -> str:
    if not moves:
        return ""
    return f"Best play: {', '.join(moves[:MOST_MOVES])}{', and so on' if len(moves) > MOST_MOVES else ''}."
