"""Files of the package in which a function runs while a command answers: `python -m benchmarks.flow [WORDS ...]`.

Code of modules and of class bodies, which runs at import, is not counted. Without words, the common flows are counted.
"""

import subprocess
import sys

FLOWS = (
    "tables dresher --json",
    "mastermind next --pegs 4 --colors 6 --history 'AABC 1,2'",
    "montecarlo duel dsc 10 --k 100",
    "switching winrate 9",
    "minimax octal 0.77",
    "beams next --variant 3c6p",
    "skat games kupferschmid-6",
    "skat solve --game grand --declarer forehand --deal 'CA CT CK | SA ST SK | HA HT HK'",
    "sql 'SELECT 1'",
)

COUNTER = """
import contextlib, inspect, io, sys
from pathlib import Path
import tafelwerk
from tafelwerk.cli import main
root, met = str(Path(tafelwerk.__file__).parent), set()
def note(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(root) and code.co_flags & inspect.CO_OPTIMIZED:
        met.add(code.co_filename[len(root) + 1:])
sys.setprofile(note)
with contextlib.redirect_stdout(io.StringIO()):
    code = main(sys.argv[1:])
sys.setprofile(None)
print(code, len(met), " ".join(sorted(met)))
"""


def files(words: list[str]) -> list[str]:
    """The files; the first words are the exit code and their number."""
    done = subprocess.run([sys.executable, "-c", COUNTER, *words], capture_output=True, text=True, check=True)
    return done.stdout.split()


if __name__ == "__main__":
    import shlex

    for flow in [sys.argv[1:]] if sys.argv[1:] else map(shlex.split, FLOWS):
        code, count, *names = files(flow)
        print(f"{count:>3} exit {code}: {shlex.join(flow)}")
        print("      " + " ".join(names))
