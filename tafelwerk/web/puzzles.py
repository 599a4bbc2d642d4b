"""Puzzles of Beams on pages: one to be solved by clicks, and sheets to print. Runs in a worker.

`tafelwerk beams puzzle` makes the puzzles, each by its variant and seed. A turn on a puzzle is a field and a colour, such as 7=2;
colour 0 empties the field.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.beams.figures.board import PIECES, reading
from tafelwerk.families.beams.rules.board import Variant, variant_of
from tafelwerk.families.beams.rules.history import Beam, answer_text, hit_fields, read_history
from tafelwerk.plots.colours import INK, MUTED
from tafelwerk.plots.pictures import words
from tafelwerk.web.boards import Board, Choice, Spot
from tafelwerk.web.boards.beams import NUMBER, TEXT, UNIT, Frame
from tafelwerk.web.jobs import JobError
from tafelwerk.web.worker import command
from tafelwerk.wording import counted, listed

REVEAL = "reveal"

_TURN = re.compile(r"([0-9]{1,3})=([0-9])", re.ASCII)


def puzzle(options: list[str], turns: list[str], hint: bool = False, chosen: str = "") -> dict[str, Any]:
    """How a puzzle stands.

    Args:
        options: of `tafelwerk beams puzzle`: variant, seed, perhaps a difficulty.
        turns: fields with their colours, or "reveal".
        hint: whether to say which fields are wrong.
        chosen: colour for the next field.

    Returns:
        As `play.play`.

    Raises:
        JobError: there is no such puzzle.
        InputError: a turn is none.
    """
    (one,) = _made([*options, "--count", "1"])
    rules = variant_of(one["variant"])
    history, solution = tuple(read_history(one["history"], rules)), one["solution"]
    given = hit_fields(rules.board, history)
    colours = list(given)
    for turn in turns:
        fits = _TURN.fullmatch(turn)
        if turn == REVEAL:
            colours = list(map(int, solution))
        elif fits is None or not 1 <= int(fits[1]) <= len(colours) or int(fits[2]) > rules.colours:
            raise InputError(f"type a field and its colour, such as 7=2, not {quoted(turn)}")
        elif given[int(fits[1]) - 1]:
            raise InputError(f"the colour of field {fits[1]} is given")
        else:
            colours[int(fits[1]) - 1] = int(fits[2])
    text = "".join(map(str, colours))
    over, open_fields = text == solution, colours.count(0)
    wrong = [
        str(n)
        for n, (mine, right) in enumerate(zip(colours, map(int, solution), strict=True), 1)
        if mine and mine != right
    ]
    if over:
        said = [_line("This is the solution." if REVEAL in turns else "Solved: every beam fits.", "good")]
    else:
        task = f"{rules.colours} colours, each on {rules.size} connected fields. Exactly one code fits."
        said = [_line(task), _line(" ".join(reading(rules.board)))] if not turns else []
        said.append(_line(f"{counted(open_fields, 'field')} left."))
        unfit = [str(beam) for beam in history if _hits(rules, beam, colours) != beam.hits]
        if not open_fields:
            sizes = [str(c) for c in range(1, rules.colours + 1) if colours.count(c) != rules.size]
            why = f"these beams do not fit: {', '.join(unfit)}" if unfit else "the colours do not lie as they must"
            why = f"colour {listed(sizes)} is not on {rules.size} fields" if sizes else why
            said = [_line(f"All fields are filled, but {why}.", "bad")]
    hints = [
        _line(f"Wrong: {'field' if len(wrong) == 1 else 'fields'} {listed(wrong)}." if wrong else "No field is wrong.")
    ]
    told = [{"turn": turn, "said": [] if place < len(turns) else said} for place, turn in enumerate(["", *turns])]
    spots_for = "" if over else (chosen if chosen in map(str, range(1, rules.colours + 1)) else "1")
    drawn = _drawn(rules, history, colours, given, spots_for, wrong if hint else [])
    return {
        "turns": told,
        "legal": [spot.turn for spot in drawn.spots],
        "prompt": "" if over else "field and colour, such as 7=2",
        "over": over,
        "words": [] if over else [REVEAL],
        "line": f"tafelwerk beams puzzle {' '.join(options)}",
        "prices": {},
        "board": asdict(drawn),
        "hint": hints if hint and not over else [],
        "title": f"Beams {one['variant']}: a puzzle of {counted(one['beams'], 'beam')}, {one['grade']}",
    }


def sheet(options: list[str], count: int) -> dict[str, Any]:
    """Puzzles to print, and their solutions.

    Args:
        options: of `tafelwerk beams puzzle`: variant, seed of the first, perhaps a difficulty.
        count: number of puzzles.

    Returns:
        "title", "lines": what the puzzles are; "puzzles", "solutions": boards with their headings.

    Raises:
        JobError: there are no such puzzles.
    """
    found = _made([*options, "--count", str(count)])
    rules = variant_of(found[0]["variant"])
    puzzles, solutions = [], []
    for number, one in enumerate(found, 1):
        history = tuple(read_history(one["history"], rules))
        given, heading = hit_fields(rules.board, history), f"{number}. {counted(one['beams'], 'beam')}, {one['grade']}"
        puzzles.append(
            {"heading": f"{heading}, seed {one['seed']}", **asdict(_drawn(rules, history, given, given, "", []))}
        )
        whole = tuple(map(int, one["solution"]))
        solutions.append(
            {"heading": f"{number}. {one['solution']}", **asdict(_drawn(rules, history, whole, whole, "", []))}
        )
    return {
        "title": f"Beams {found[0]['variant']}",
        "lines": [
            f"{rules.colours} colours, each on {rules.size} connected fields. A beam asks for one colour along one "
            f"{rules.board.noun}; its colour and the places that have it stand at its end. In each puzzle exactly one filling "
            "of the board gives these answers.",
            " ".join(reading(rules.board)),
        ],
        "puzzles": puzzles,
        "solutions": solutions,
        "line": f"tafelwerk beams puzzle {' '.join(options)} --count {count} --solution -o puzzles.pdf",
    }


def _made(options: list[str]) -> list[dict[str, Any]]:
    """The puzzles that the command makes."""
    done = command(["beams", "puzzle", *options, "--json"])
    if done["code"]:
        raise JobError(done["err"].strip().removeprefix("error: "), done["code"])
    found: list[dict[str, Any]] = json.loads(done["out"])
    return found


def _hits(rules: Variant, beam: Beam, colours: Sequence[int]) -> int:
    fields = enumerate(rules.board.windows[beam.diagonal])
    return sum(1 << place for place, field in fields if colours[field] == beam.colour + 1)


def _drawn(
    rules: Variant,
    history: Sequence[Beam],
    colours: Sequence[int],
    given: Sequence[int],
    chosen: str,
    wrong: Sequence[str],
) -> Board:
    """The board; with a chosen colour every field that is not given is a turn."""
    frame = Frame(rules.board, TEXT + 0.6)
    parts, spots, size = [], [], 0.94 * UNIT
    for number, (x, y) in enumerate(frame.fields):
        fill, ink = PIECES[colours[number] - 1] if colours[number] else ("#ffffff", INK)
        parts.append(frame.field(number, fill, INK if given[number] else MUTED, 2.5 if given[number] else 1))
        if colours[number]:
            parts.append(words(x, y, str(colours[number]), 15, ink, "middle", bold=True))
        if chosen and not given[number]:
            colour = "0" if str(colours[number]) == chosen else chosen
            label = f"field {number + 1}, {f'colour {colours[number]}' if colours[number] else 'empty'}"
            label += f": {'make it empty' if colour == '0' else f'give it colour {colour}'}"
            tone = "bad" if str(number + 1) in wrong else ""
            turn = f"{number + 1}={colour}"
            spots.append(Spot(turn, x - size / 2, y - size / 2, size, size, label, "×" if tone else "", tone))
    parts += [
        words(*frame.outside(window, NUMBER), str(window + 1), 11, INK, "middle", bold=True)
        for window in range(len(rules.board.windows))
    ]
    parts += [frame.beam(beam.diagonal, beam.colour, answer_text(beam.hits)) for beam in history]
    choices = tuple(
        Choice(str(one), f"colour {one}", *PIECES[one - 1], is_chosen=str(one) == chosen)
        for one in range(1, rules.colours + 1)
        if chosen
    )
    text = f"Beams: {'; '.join(map(str, history))}. Colours of the fields, 0 for empty: {''.join(map(str, colours))}."
    return Board(frame.width, frame.height, "".join(parts), text, tuple(spots), choices=choices)


def _line(text: str, tone: str = "") -> dict[str, str]:
    return {"kind": "line", "text": text, "tone": tone}
