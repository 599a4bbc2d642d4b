"""Functions of a variant for games in play; a code is a text, the colours of its fields."""

from pathlib import Path
from random import Random

import numpy as np

from tafelwerk.families.beams.problems import knowledge_of, problem_of
from tafelwerk.families.beams.rules.board import SAMPLED, variant_of
from tafelwerk.families.beams.rules.history import Beam, explain_contradiction
from tafelwerk.families.beams.sampling import any_left
from tafelwerk.solvers.beams.code_samples import answers_of, ground_of, hidden_codes, preferred_code
from tafelwerk.solvers.beams.codes_left import Knowledge, allows, code_text, draw_code, mask_text, read_code, read_masks
from tafelwerk.solvers.beams.elements import count_elements

__all__ = ["Knowledge", "check_code", "contradiction", "hide", "left", "listed"]

DRAWN = 1000
"""Number of random codes that are tried to fit some beams."""


def left(variant: str, history: tuple[Beam, ...], book: Path) -> Knowledge:
    """Knowledge of the codes that some beams leave."""
    return knowledge_of(variant, history, book)


def listed(knowledge: Knowledge, most: int) -> list[str]:
    """Texts of the codes left, at most `most` of them."""
    return [code_text(knowledge.problem, code) for code in knowledge.codes(most)]


def hide(variant: str, history: tuple[Beam, ...], seed: int, book: Path) -> str:
    """Hidden code of a seed: the first of its random codes that the beams allow.

    If the beams allow none of them, the seed orders the pieces, and each colour gets the first piece that is left.
    Either way the code stays the same when its own answers are added to the beams.
    """
    if variant in SAMPLED:
        return _hidden_sampled(variant, history, seed)
    problem, random = problem_of(variant, book), Random(seed)
    for _ in range(DRAWN):
        code = draw_code(problem, random)
        if allows(problem, code, history):
            return code_text(problem, code)
    left, found = knowledge_of(variant, history, book), list[int]()
    for colour in range(problem.variant.colours):
        pieces = left.owners(colour).nonzero()[0].tolist()
        found.append(min(pieces, key=lambda piece: Random(f"{seed} {piece}").random()))
        shown = enumerate(problem.answers[found[-1]].tolist())
        left = Knowledge(problem, [*left.history, *(Beam(colour, diagonal, hits) for diagonal, hits in shown)])
    return code_text(problem, tuple(found))


def _hidden_sampled(variant: str, history: tuple[Beam, ...], seed: int) -> str:
    """The same for sampled variants. If no random code is allowed, each field in turn gets its first admissible colour, in an
    order given by the seed: the same code after its own answers as long as all paths can be followed."""
    ground = ground_of(variant_of(variant))
    masks = hidden_codes(ground, seed, DRAWN)
    fits = np.ones(len(masks), np.bool_)
    for colour, diagonal, hits in history:
        fits &= answers_of(masks[:, colour], ground.lines[diagonal]) == hits
    if fits.any():
        return mask_text(masks[fits.argmax()].tolist())
    return mask_text(preferred_code(ground, history, lambda field, colour: Random(f"{seed} {field} {colour}").random()))


def check_code(variant: str, text: str, book: Path) -> None:
    """Raise InputError if a text is not a code of the variant."""
    if variant in SAMPLED:
        read_masks(variant_of(variant), text)
    else:
        read_code(problem_of(variant, book), text)


def contradiction(variant: str, history: tuple[Beam, ...], book: Path) -> str | None:
    """Smallest explanation of why some beams leave no code; None if they leave one."""
    rules = variant_of(variant)
    if variant in SAMPLED:
        return explain_contradiction(history, rules, lambda beams: any_left(variant, beams))
    problem = problem_of(variant, book)
    return explain_contradiction(
        history, rules, lambda beams: count_elements(problem.patterns, problem.answers, beams, 1) > 0
    )
