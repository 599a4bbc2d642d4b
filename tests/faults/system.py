"""What the system may refuse: space, memory, permission, a reader of the output, a whole cache."""

import os
import resource
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from privileges import without_privileges
from program import PROGRAM, environment

from faults.scene import ASKED, NEW, PARTED, Play, Scene, Trial, is_wrong


@cache
def _mounts() -> bool:
    """Whether a process may have mounts of its own."""
    try:
        tried = subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False)
    except OSError:
        return False
    return tried.returncode == 0


def _limited(kind: int, most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(kind, (most, most))


def quota(scene: Scene) -> Iterator[Trial]:
    for most in (0, 1000, 20_000, 200_000)[:: 1 if scene.thorough else -4]:
        yield scene.rebuild(preexec_fn=_limited(resource.RLIMIT_FSIZE, most))


def full_disk(scene: Scene) -> Iterator[Trial]:
    script = (
        'mount -t tmpfs -o size=$1k none "$2" && cp -r "$3/." "$2" || exit 99; shift 3; out=$1; place=$2; shift 2;'
        ' "$@"; code=$?; cp -r "$place/." "$out"; exit $code'
    )
    size = sum(path.stat().st_size for path in scene.book().iterdir()) // 1024
    for more in (20, 60, 100, 300) if scene.thorough else (300,):
        if not _mounts():
            return
        base, place, out = scene.book(), scene.place(), scene.place()
        place.mkdir()
        out.mkdir()
        command = ("unshare", "-rm", "sh", "-c", script, "sh", str(size + more), place, base, out, place, PROGRAM)
        done = scene.run("build", *NEW, "--book", place, command=command)
        yield scene.trial(done, done.stderr.replace(str(place), str(out)), out, resume=NEW)


def read_only_asked(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    done = scene.ask(book, **_read_only(book))
    book.chmod(0o755)
    yield scene.trial(done, done.stderr, book, wrong=is_wrong(done))


def read_only_built(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    done = scene.build(book, **_read_only(book))
    book.chmod(0o755)
    yield scene.trial(done, done.stderr, book, resume=NEW)


def _read_only(book: Path) -> dict[str, object]:
    """How the program is run with a book that it may not write to: a read-only mount, or a folder without permission."""
    if _mounts():
        script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99; shift; exec "$@"'
        return {"command": ("unshare", "-rm", "sh", "-c", script, "sh", book, PROGRAM)}
    book.chmod(0o555)
    return {"preexec_fn": without_privileges}


def unreadable(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    (book / "search.duckdb").chmod(0)
    done = scene.ask(book, preexec_fn=without_privileges)
    (book / "search.duckdb").chmod(0o644)
    yield scene.trial(done, done.stderr, book, wrong=is_wrong(done))


def home(scene: Scene) -> Iterator[Trial]:
    home = scene.place()
    home.mkdir(mode=0o555)
    env = {name: text for name, text in environment(HOME=str(home)).items() if not name.startswith("XDG_")}
    book = scene.book()
    asked = scene.ask(book, env=env, preexec_fn=without_privileges)
    yield Trial(asked.returncode, asked.stderr.strip(), True, True, is_wrong(asked), "defect" in asked.stderr)
    if scene.thorough:  # without a cache, kernels are compiled
        yield scene.rebuild(book, env=env, preexec_fn=without_privileges)


def _cache(scene: Scene) -> tuple[Path, dict[str, str]]:
    """A cache of its own with the kernels of a build, and the environment that names it."""
    folder = scene.place()
    env = environment(XDG_CACHE_HOME=str(folder))
    scene.build(scene.book(), env=env)
    assert list(folder.rglob("*.nbc"))
    return folder, env


def damaged_cache(scene: Scene) -> Iterator[Trial]:
    folder, env = _cache(scene)
    for _ in scene.some(10, 1):
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size):
            content = bytearray(path.read_bytes())
            content[scene.draw.randrange(len(content))] ^= 1 << scene.draw.randrange(8)
            path.write_bytes(content)
        yield scene.rebuild(env=env)


def cut_cache(scene: Scene) -> Iterator[Trial]:
    folder, env = _cache(scene)
    for number in scene.some(6, 1):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            os.truncate(path, scene.draw.randrange(path.stat().st_size + 1) if number % 2 else 0)
        yield scene.rebuild(env=env)


def read_only_cache(scene: Scene) -> Iterator[Trial]:
    folder, env = _cache(scene)
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield scene.rebuild(env=env, preexec_fn=without_privileges)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)


def worker_memory(scene: Scene) -> Iterator[Trial]:
    for most in (0, 10**5, 10**6, 10**7, 10**8) if scene.thorough else (10**5,):
        yield scene.rebuild(words=PARTED, plants=f"memory={most}")


def program_memory(scene: Scene) -> Iterator[Trial]:
    for most in range(800, 2500, 200) if scene.thorough else (1400,):
        yield scene.rebuild(preexec_fn=_limited(resource.RLIMIT_AS, most * 10**6))


def few_files(scene: Scene) -> Iterator[Trial]:
    for most in (8, 12, 16, 24, 32) if scene.thorough else (16,):
        yield scene.rebuild(preexec_fn=_limited(resource.RLIMIT_NOFILE, most))


_LONG = "SELECT range, repeat('x', 100) FROM range({})"


def full_temporary(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    if not _mounts():
        return
    place = scene.place()
    place.mkdir()
    script = 'mount -t tmpfs -o size=1m none "$1" || exit 99; TMPDIR=$1; export TMPDIR; shift; exec "$@"'
    command = ("unshare", "-rm", "sh", "-c", script, "sh", place, PROGRAM)
    done = scene.run("sql", _LONG.format(1_100_000), "--format", "csv", "--book", book, command=command)
    trial = scene.trial(done, done.stderr, book)
    yield Trial(trial.exit, trial.said, trial.kept, None, bool(done.returncode and done.stdout), trial.broke)


def _shell(scene: Scene, line: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return scene.run(*words, command=("bash", "-o", "pipefail", "-c", line, "bash", PROGRAM))


def _within(line: str, *words: str, resume: Sequence[str] = ()) -> Play:
    """The program within a line of the shell."""

    def play(scene: Scene) -> Iterator[Trial]:
        book = scene.book()
        done = _shell(scene, line, *words, "--book", book)
        yield scene.trial(done, done.stderr, book, resume=resume)

    return play


reader_gone = _within('"$@" | head -1', "sql", _LONG.format(20_000), "--format", "csv")
closed_output = _within('"$@" >&-', *ASKED)
full_output = _within('"$@" > /dev/full', *ASKED)
closed_error = _within('"$@" 2>&-', "build", *NEW, resume=NEW)


def no_folder(scene: Scene) -> Iterator[Trial]:
    book, gone = scene.book(), scene.place()
    gone.mkdir()
    done = _shell(scene, f'cd "{gone}" && rmdir "{gone}" && "$@"', *ASKED, "--book", book)
    yield scene.trial(done, done.stderr, book, wrong=is_wrong(done))
