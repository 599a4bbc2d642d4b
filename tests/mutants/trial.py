"""Runs tests on a copy of the repository, with or without a bug."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from mutants import ROOT, Mutant
from tafelwerk.places import user_cache

PROGRAM = """#!{python}
import sys
from tafelwerk.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""


class SetupError(Exception):
    """The tests cannot be run, with or without a bug."""


@dataclass(frozen=True, slots=True)
class Run:
    """Outcome of a run of tests.

    Attributes:
        test: the test that failed first, "" if none did.
        end: another end of the run than by its tests.
    """

    test: str = ""
    end: str = ""

    @property
    def passed(self) -> bool:
        """Whether all tests passed."""
        return not self.test and not self.end


class Trials:
    """Runs of tests on copies of the repository.

    Kernels and test books are kept under keys of the code that makes them, so those of a mutant never pass for those of the sound
    code, unless the bug is in the code that computes keys, or that writes files whole. And test books of other code are removed.
    So every mutant has a copy of the caches, which is thrown away with it; only runs of the sound code add to the original.

    Args:
        work: a temporary folder for all copies.
        caches: folder of the caches that are copied, kept from run to run; filled from the user's the first time.
        limit: seconds after which a run is ended.
    """

    def __init__(self, work: Path, caches: Path, limit: float) -> None:
        self._work, self._caches, self._limit = work, caches, limit
        self._files = _repository_files()
        self._lock = Lock()  # of what is known of the sound code
        self._sound: dict[tuple[str, ...], bool] = {}
        if not caches.exists():
            _copy_caches(user_cache(), caches / "tafelwerk")
        self._tree = self._copy(work / "sound")

    def sound(self, tests: Sequence[str]) -> bool:
        """Whether tests pass without a bug."""
        key = tuple(tests)
        with self._lock:
            if key not in self._sound:
                self._sound[key] = self._run(self._tree, self._caches, key).passed
            return self._sound[key]

    def run_mutant(self, mutant: Mutant, runs: Sequence[Sequence[str]], without: Sequence[str] = ()) -> Run:
        """The first of several runs that fails with a bug, or the last one.

        Args:
            mutant: the bug.
            runs: files and folders of tests, per run.
            without: tests that are left out.

        Raises:
            SetupError: the tests cannot be run.
        """
        with self._folder() as folder:
            tree, caches = self._copy(folder / "tree"), folder / "caches"
            _copy_caches(self._caches, caches)
            file = tree / "tafelwerk" / mutant.file
            file.write_text(mutant.plant(file.read_text(encoding="utf-8")), encoding="utf-8")
            left_out = [f"--deselect={test}" for test in without]
            for tests in runs:
                run = self._run(tree, caches, [*tests, *left_out])
                while run.test and self._run(tree, caches, [run.test]).passed:
                    left_out.append(f"--deselect={run.test}")  # it failed by chance, as on a busy machine
                    run = self._run(tree, caches, [*tests, *left_out])
                if not run.passed:
                    return run
            return Run()

    @contextmanager
    def _folder(self) -> Iterator[Path]:
        folder = Path(tempfile.mkdtemp(dir=self._work))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _copy(self, tree: Path) -> Path:
        """A copy of the repository with an environment of its own, whose program runs it."""
        for name in self._files:
            target = tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        environment = tree / ".venv"
        venv.create(environment, symlinks=True)
        (packages,) = environment.glob("lib/python*/site-packages")
        below = [path for path in sys.path if Path(path).name == "site-packages"]
        (packages / "tree.pth").write_text("\n".join([str(tree), *below]), encoding="utf-8")
        program = environment / "bin" / "tafelwerk"
        program.write_text(PROGRAM.format(python=environment / "bin" / "python"), encoding="utf-8")
        program.chmod(0o755)
        return tree

    def _run(self, tree: Path, caches: Path, tests: Sequence[str]) -> Run:
        kept = tree / ".pytest-own"  # pytest's own record says exactly which test failed
        shutil.rmtree(kept, ignore_errors=True)
        words = [str(tree / ".venv/bin/python"), "-m", "pytest", "-x", "-q", "-n0", "-o", f"cache_dir={kept}", *tests]
        left_out = ("NUMBA_CACHE_DIR", "PYTHONPATH", "TAFELWERK_BOOK", "VIRTUAL_ENV")
        env = {name: value for name, value in os.environ.items() if name not in left_out}
        env["XDG_CACHE_HOME"] = str(caches)
        with subprocess.Popen(
            words,
            cwd=tree,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=self._limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                return Run(end=f"none within {self._limit:g} s")
        if process.returncode == 0:
            return Run()
        if process.returncode in (-signal.SIGTERM, -signal.SIGINT):
            raise SetupError(f"another process ended the tests {' '.join(tests)}")
        if process.returncode in (4, 5) and "ConftestImportFailure" not in output:
            raise SetupError(output.strip().rpartition("\n")[2])
        with suppress(FileNotFoundError):
            (test, *_) = json.loads((kept / "v/cache/lastfailed").read_text(encoding="utf-8"))
            return Run(test)
        return Run(end=f"exit code {process.returncode}")


def _copy_caches(source: Path, target: Path) -> None:
    """Copy a folder while others may be writing to it: what has its name is whole, and what is being written comes and goes.

    Left out is what mypy keeps, which no test reads and which may be larger than all else.
    """
    with suppress(shutil.Error, FileNotFoundError):
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("mypy*"))


def _repository_files() -> list[str]:
    """The files under version control, without the mutants: their own test would see that a bug is planted."""
    words = ["git", "ls-files", "-z"]
    names = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in names if (ROOT / name).is_file() and not name.startswith("tests/mutants/")]
