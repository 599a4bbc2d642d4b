"""Puzzles of Beams for pages, to be solved by clicks. Runs in a worker.

`tafelwerk beams puzzle` makes the puzzles, each by its variant and seed. A turn is a field and a colour, such as 7=2; colour 0
empties the field.
"""

import json
import re
from dataclasses import asdict
from typing import Any

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.beams.figures import reading
from tafelwerk.families.beams.pictures import draw_puzzle
from tafelwerk.families.beams.rules import hit_fields, hits_on, read_history, variant_of
from tafelwerk.web.game_jobs import BARE
from tafelwerk.web.jobs import check_done
from tafelwerk.web.worker import command
from tafelwerk.wording import count_noun, join_words

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
        As of `game_jobs.play`.

    Raises:
        JobError: there is no such puzzle.
        InputError: a turn is none.
    """
    document = json.loads(check_done(command(["beams", "puzzle", *options, "--json"]))["out"])
    rules = variant_of(document["variant"])
    history, solution = tuple(read_history(document["history"], rules)), document["solution"]
    givens = hit_fields(rules.board, history)
    colours = list(givens)
    for turn in turns:
        fits = _TURN.fullmatch(turn)
        if turn == REVEAL:
            colours = list(map(int, solution))
        elif fits is None or not 1 <= int(fits[1]) <= len(colours) or int(fits[2]) > rules.colours:
            raise InputError(f"type a field and its colour, such as 7=2, not {in_quotes(turn)}")
        elif givens[int(fits[1]) - 1]:
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
        lines = [_line("This is the solution." if REVEAL in turns else "Solved: every beam fits.", "good")]
    else:
        lines = [_line(f"{count_noun(open_fields, 'field')} left. Choose a colour, then its fields.")]
        unfit = [
            str(beam) for beam in history if hits_on(rules.board, beam.diagonal, colours, beam.colour + 1) != beam.hits
        ]
        if not open_fields:
            sizes = [str(c) for c in range(1, rules.colours + 1) if colours.count(c) != rules.size]
            why = f"these beams do not fit: {', '.join(unfit)}" if unfit else "the colours do not lie as they must"
            why = f"colour {join_words(sizes)} is not on {rules.size} fields" if sizes else why
            lines = [_line(f"All fields are filled, but {why}.", "bad")]
    verdict = "No field is wrong."
    if wrong:
        verdict = f"Wrong: {'field' if len(wrong) == 1 else 'fields'} {join_words(wrong)}."
    spots_for = "" if over else (chosen if chosen in map(str, range(1, rules.colours + 1)) else "1")
    drawing = draw_puzzle(rules, history, colours, givens, spots_for, wrong if hint else [])
    return {
        **BARE,
        "title": f"Beams {document['variant']}: a puzzle of {count_noun(document['beams'], 'beam')}, {document['grade']}",
        "about": f"{rules.colours} colours, each on {rules.size} connected fields. Exactly one code fits the beams.",
        "players": " ".join(reading(rules.board)),
        "said": [*lines, *([_line(verdict)] if hint and not over else [])],
        "board": asdict(drawing),
        "over": over,
        "words": [] if over else [REVEAL],
        "line": f"tafelwerk beams puzzle {' '.join(options)}",
    }


def _line(text: str, tone: str = "") -> dict[str, str]:
    return {"kind": "line", "text": text, "tone": tone}
