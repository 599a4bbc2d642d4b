"""Faults that no file and no signal can make, planted in every process of the program whose PYTHONPATH has this folder.

TAFELWERK_FAULTS names them, as NAME=VALUE separated by commas:

    clock=SECONDS       the clock is so much ahead, or behind
    host=NAME           the machine has this name
    kill=PLACE          the process is killed at a place of a commit: written, renamed, or staged
    memory=BYTES        a worker may have so much more memory than at the start of its first task
    lost=FILE           a worker is killed at its first task as long as the file holds a digit above 0, which counts down
    loading=FILE        the file is made when the program begins to load its modules
    code=TEXT           the family's code has this fingerprint
"""

import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

PLANTED = dict(one.split("=", 1) for one in os.environ.get("TAFELWERK_FAULTS", "").split(",") if one)


def _kill(*_: Any) -> None:
    os.kill(os.getpid(), 9)


def _clock(ahead: float) -> None:
    import datetime
    import time

    now, now_ns = time.time, time.time_ns

    class Other(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().fromtimestamp(now() + ahead, tz)

    time.time = lambda: now() + ahead
    time.time_ns = lambda: now_ns() + int(ahead * 1e9)
    datetime.datetime = Other  # type: ignore[misc]


def _counted_down(counter: Path) -> int:
    """The number in a file, which several workers count down to 0."""
    import fcntl

    with counter.open("r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        left = int(file.read())
        file.seek(0)
        file.write(str(max(left - 1, 0)))
        file.truncate()
    return left


def _after_import(name: str, module: Any) -> None:
    if name == "tafelwerk.build.commit" and PLANTED.get("kill") == "written":
        write = module._write

        def killed(book: Any, family: Any, staged: Any, new: Any, force: Any) -> Any:
            write(book, family, staged, new, force)
            _kill()

        module._write = killed
    if name == "tafelwerk.build.commit" and PLANTED.get("kill") == "renamed":
        module.sync_folder = _kill
    if name == "tafelwerk.build.runner" and PLANTED.get("kill") == "staged":
        module.is_short = lambda builds: False  # tasks are staged by workers, however short
    if name == "tafelwerk.build.staging":
        if PLANTED.get("kill") == "staged":
            write_part = module._write_part

            def killed_after(path: Any, part: Any) -> None:
                write_part(path, part)
                _kill()

            module._write_part = killed_after
        if "code" in PLANTED:
            module.family_fingerprint = lambda family: PLANTED["code"]
        if "memory" in PLANTED or "lost" in PLANTED:
            run = module._run

            def starved(*words: Any) -> Any:
                if "lost" in PLANTED and _counted_down(Path(PLANTED["lost"])):
                    _kill()
                if "memory" in PLANTED:
                    import resource

                    pages = int(Path("/proc/self/statm").read_text().split()[0])
                    most = pages * resource.getpagesize() + int(PLANTED["memory"])
                    resource.setrlimit(resource.RLIMIT_AS, (most, most))
                return run(*words)

            module._run = starved


class _Watching(MetaPathFinder):
    """Calls `_after_import` for modules of the builder."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name == "tafelwerk.cli" and "loading" in PLANTED:
            Path(PLANTED["loading"]).touch()
        if not name.startswith("tafelwerk.build."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def planted(module: Any) -> None:
                execute(module)
                _after_import(name, module)

            spec.loader.exec_module = planted  # type: ignore[method-assign]
        return spec


if "clock" in PLANTED:
    _clock(float(PLANTED["clock"]))
if "host" in PLANTED:
    import platform

    platform.node = lambda: PLANTED["host"]
if PLANTED:
    sys.meta_path.insert(0, _Watching())
