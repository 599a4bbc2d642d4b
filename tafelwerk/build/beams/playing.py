"""What a game in play asks of a variant: codes are texts, the colours of their fields."""

from pathlib import Path
from random import Random

from tafelwerk.build.beams.problems import knowledge_of, problem_of
from tafelwerk.rules.beams.history import Beam, History, explain_contradiction
from tafelwerk.solvers.beams.counting import count_elements
from tafelwerk.solvers.beams.knowledge import Knowledge, allows, code_text, draw_code, read_code

__all__ = ["Knowledge", "check_code", "contradiction", "hide", "left", "listed"]


def left(variant: str, history: tuple[Beam, ...], book: Path) -> Knowledge:
    """What some beams leave."""
    return knowledge_of(variant, history, book)


def listed(knowledge: Knowledge, most: int) -> list[str]:
    """The codes left, at most so many of them."""
    return [code_text(knowledge.problem, code) for code in knowledge.codes(most)]


def hide(variant: str, history: tuple[Beam, ...], seed: int, book: Path) -> str:
    """The code of a seed: drawn from all codes or, where the beams exclude that one, from those that they leave."""
    problem, random = problem_of(variant, book), Random(seed)
    code = draw_code(problem, random)
    if not allows(problem, code, history):
        code = knowledge_of(variant, history, book).draw(random)
    return code_text(problem, code)


def check_code(variant: str, text: str, book: Path) -> None:
    """Raise InputError where a text is no code of a variant."""
    read_code(problem_of(variant, book), text)


def contradiction(variant: str, history: tuple[Beam, ...], book: Path) -> str | None:
    """The least explanation of why some beams leave no code; None where they leave one."""
    problem = problem_of(variant, book)

    def any_left(beams: History) -> bool:
        return count_elements(problem.patterns, problem.answers, beams, 1) > 0

    return explain_contradiction(history, problem.variant, any_left)
