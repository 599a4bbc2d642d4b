"""`python -m benchmarks.compile_times`: measures what kernels take to compile, and which of them the common questions need.

Every question is asked with an empty kernel cache and an empty book, compiled and in plain Python. By the result commands
announce compiling, or do without. Measure on a quiet machine.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tafelwerk.commands.compiling import TIMES
from tafelwerk.fingerprint import PACKAGE

DEAL = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
CARDS = "HJ DJ CA CK C9 C8 C7 SA ST H9 | D8 D7"
QUESTIONS = (
    "montecarlo duel esr 5 6 1 --k 10",
    "montecarlo duel dsc 8 --k 7",
    "montecarlo duel subtraction 12 --moves 1,2 --k 1500",
    "montecarlo curve subtraction 12 --moves 1,2 --k-max 20",
    "montecarlo random esr 2 3 1",
    "montecarlo perfect esr 2 3 1",
    "montecarlo blunder subtraction --moves 1,2",
    "montecarlo errors subtraction --moves 1,2 --limit 50",
    "mastermind next --pegs 3 --colors 4 --strategy optimal",
    "mastermind next --pegs 3 --colors 4 --strategy h1",
    "mastermind next --pegs 3 --colors 4 --strategy h1 --tie mix",
    "mastermind summary --pegs 3 --colors 4 --strategy optimal",
    "mastermind summary --pegs 3 --colors 4 --strategy h1",
    "mastermind summary --pegs 3 --colors 4 --strategy h1 --tie mix",
    "mastermind play --pegs 3 --colors 4 --as maker --strategy optimal",
    "mastermind play --pegs 3 --colors 4 --as maker --strategy h1",
    "mastermind play --pegs 3 --colors 4 --as breaker --strategy h1",
    'mastermind explain --pegs 4 --colors 6 --history "AABC 1,2"',
    "mastermind puzzle --pegs 4 --colors 6 --seed 1",
    'beams next --variant 6c3p --history "1@2 -; 1@4 2,3" --strategy h1',
    "beams next --variant 3c6p --strategy optimal",
    "beams summary --variant 3c6p --strategy h1",
    "beams summary --variant 3c6p --strategy optimal",
    "beams counts --variant 3c6p",
    "beams play --variant 3c6p",
    "beams puzzle --variant 3c6p",
    "search free 20 3",
    "search root 50",
    "search root 50 --strategy h1.5",
    "dresher value 11",
    "dresher explain 11",
    "dresher play 11",
    f'skat solve --deal "{DEAL}" --game clubs --declarer forehand',
    f'skat solve --deal "{DEAL}" --game null --declarer forehand',
    f'skat explain --deal "{DEAL}" --game clubs --declarer forehand',
    'skat bid --hand "CJ HJ CA CK C9 C7 ST SK DA H8" --seat middlehand',
    f'skat discard --cards "{CARDS}" --seat rearhand --bid 30',
    "skat match --deals 1 --agents pimc:10,pimc:5,random --seed 1",
    "skat play --seed 1",
    "switching winrate 7",
    'switching move --order 3 --history "A5 C5 C3 A1" --policy perfect',
    'switching move --order 3 --history "A5 C5 C3 A1" --policy heuristic',
    "switching duel --order 2 --cut heuristic --short mc:10",
    "switching play --order 4 --as short",
    "minimax grundy 8 13 20",
    "minimax octal 0.77",
    'minimax tictactoe "X.O......"',
    "minimax memory 5 4",
    'minimax tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --alpha-beta',
    "minimax tree --game tictactoe",
    "minimax play tictactoe",
)
LATER = ("beams play", "switching play", "minimax play", "skat play")
"""Games whose work comes after the first board, where nothing can begin anew: they compile."""

TYPED = {"skat play": "pass\npass\npass\n", "minimax play": "4\n", "switching play": "C1\n"}

PROGRAM = """
import atexit, json, sys
def keep():
    compiler = sys.modules.get("tafelwerk.solvers.machine.compiler")
    open(sys.argv[1], "w").write(json.dumps(compiler.kernel_seconds() if compiler else {}))
if __name__ == "__main__":
    atexit.register(keep)
    from tafelwerk.cli import main
    sys.exit(main(sys.argv[2:]))
"""


def main() -> None:
    """Ask the questions and write what was measured."""
    least: dict[str, float] = {}
    users: dict[str, list[str]] = {}
    interpreted: dict[str, float] = {}
    for question in QUESTIONS:
        own, kernels = _ask(question)
        time_interpreted = None if question.startswith(LATER) else _interpret(question, sum(own.values()))
        if time_interpreted is not None:
            interpreted[question] = round(time_interpreted, 2)
        print(f"{sum(own.values()):6.2f} s, {len(kernels)} kernels: {question}", flush=True)
        for kernel in kernels:
            users.setdefault(kernel, []).append(question)
        for kernel, time in own.items():
            # the least of several is the least disturbed
            least[kernel] = min(time, least.get(kernel, time))
    seconds, questions = _units(least, users)
    TIMES.write_text(_lines({"seconds": seconds, "questions": questions, "interpreted": interpreted}) + "\n", "utf-8")


def _units(least: dict[str, float], users: dict[str, list[str]]) -> tuple[dict[str, float], dict[str, list[str]]]:
    """Seconds by unit, and units by question: kernels that the same questions need, named by the dearest of them.

    Args:
        least: seconds by kernel.
        users: questions by kernel.
    """
    units: dict[tuple[str, ...], list[str]] = {}
    for kernel in sorted(users):
        units.setdefault(tuple(users[kernel]), []).append(kernel)
    seconds: dict[str, float] = {}
    questions: dict[str, list[str]] = {question: [] for question in QUESTIONS}
    for asked, kernels in units.items():
        dearest = max(kernels, key=lambda kernel: least.get(kernel, 0.0))
        seconds[dearest] = round(sum(least.get(kernel, 0.0) for kernel in kernels), 2)
        for question in asked:
            questions[question].append(dearest)
    return dict(sorted(seconds.items())), questions


def _lines(document: dict[str, dict[str, Any]]) -> str:
    """JSON with a line per kernel and per question."""
    parts = [
        f" {json.dumps(name)}: {{\n"
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in part.items())
        for name, part in document.items()
    ]
    return "{\n" + "\n },\n".join(parts) + "\n }\n}"


def _ask(question: str) -> tuple[dict[str, float], list[str]]:
    """CPU seconds of compiling by kernel, and the kernels that were compiled, in this process or in workers."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "seconds.json")
        done = _run(question, Path(folder), out, "0")
        if done.returncode:
            print(f"exit {done.returncode}: {question}: {done.stderr.strip()[-300:]}")
        own = json.loads(out.read_text(encoding="utf-8"))
        kernels = sorted(_kernel(path) for path in Path(folder, "tafelwerk", "kernels").glob("*/*/*.nbi"))
    return {_kernel_name(*name.split(":")): time for name, time in own.items()}, kernels


def _interpret(question: str, most: float) -> float | None:
    """CPU seconds of a question in plain Python; None if they are more than those of compiling."""
    before = os.times()
    with tempfile.TemporaryDirectory() as folder, suppress(subprocess.TimeoutExpired):
        _run(question, Path(folder), Path(folder, "seconds.json"), "1", 5 + 3 * most)
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        return seconds if seconds < most else None
    return None


def _run(
    question: str, folder: Path, out: Path, interpreted: str, limit: float | None = None
) -> "subprocess.CompletedProcess[str]":
    words, program = shlex.split(question), folder / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    environment = os.environ | {
        "PYTHONPATH": str(PACKAGE.parent),
        "XDG_CACHE_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "TAFELWERK_POCKET": "",
        "NUMBA_DISABLE_JIT": interpreted,
    }
    environment.pop("NUMBA_CACHE_DIR", None)
    return subprocess.run(
        [sys.executable, program, out, *words],
        input=TYPED.get(" ".join(words[:2]), ""),
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
        timeout=limit,
    )


def _kernel_name(module: str, function: str) -> str:
    """Name of a kernel as its file in the cache spells it: "core.entropy:same_kernel"."""
    return f"{module.removeprefix('tafelwerk.solvers.')}:{function}".replace("<", "").replace(">", "")


def _kernel(index: Path) -> str:
    """Name of a kernel by its file in the cache."""
    module = index.parent.parent.name
    return f"{module}:{index.name.rpartition('-kernel.')[0].removeprefix(module.rpartition('.')[2] + '.')}"


if __name__ == "__main__":
    main()
