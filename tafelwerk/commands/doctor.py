"""`tafelwerk doctor`: versions, machine, book and kernel cache; what is damaged, stale or not built, and how to fix it."""

import os
import platform
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from tafelwerk import __version__
from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption, JsonOption, book_is_named, rebuild_line
from tafelwerk.commands.output import answer
from tafelwerk.errors import BookError, ExitCode, StorageError
from tafelwerk.places import BOOK_VARIABLE, POCKET_VARIABLE, pocket_folder, quote_path, with_book
from tafelwerk.streams import legible
from tafelwerk.tables.book import Book
from tafelwerk.wording import bytes_text, count_noun

app = App()

REQUIRED = ("numba", "llvmlite", "numpy", "duckdb", "polars", "highspy", "python-flint")
"""Distributions that compute and store the numbers."""

LIBRARIES = (*REQUIRED, "altair", "vl-convert-python")
"""The same, and those that draw them, if they are installed."""

_LITTLE_SPACE = 10**9
_SHOWN = 3

_Family = dict[str, Any]


@app.command()
def doctor(context: typer.Context, book: BookOption, json: JsonOption = False) -> None:
    """Report versions, machine, book and kernel cache, and what is damaged, stale or not built.

    A file is stale if other code made it: its rows may differ from those that this version computes. The report is always
    printed; exit code 0 if all is well, also without a book, 4 if a file is damaged or stale, 5 if the only problem is that
    one cannot be read, such as a file that another program writes to.

    Example: tafelwerk doctor

    Example: tafelwerk doctor --book DIR --json
    """
    refusals: list[StorageError] = []
    findings = _examine(book, _chosen_by(context), refusals)
    answer(json, findings, lambda: _layout(legible(findings)))
    if not findings["ok"]:
        raise typer.Exit(ExitCode.STORAGE if len(refusals) == len(findings["problems"]) else ExitCode.DAMAGED)


def _chosen_by(context: typer.Context) -> str:
    """The option, variable or default that gave the book's folder."""
    if book_is_named(context):
        return "--book"
    return BOOK_VARIABLE if os.environ.get(BOOK_VARIABLE) else "default"


def _examine(book: Path, chosen_by: str, refusals: list[StorageError]) -> dict[str, Any]:
    """The report; problems that are refusals of the system, or of a program that uses a file, are added to a list, too."""
    from tafelwerk.build.executors import cores
    from tafelwerk.fingerprint import installed_version, machine

    held = _book(book, refusals)
    cache = _kernel_cache()
    versions = {name: installed_version(name) for name in LIBRARIES}
    warnings = [f"{name} is not installed" for name in REQUIRED if versions[name] is None]
    if not cache["writable"]:
        warnings.append(f"{cache['folder']} is not writable: kernels are compiled anew in every process")
    for folder in dict.fromkeys((held["folder"], cache["folder"])):
        free = shutil.disk_usage(_existing(folder)).free
        if free < _LITTLE_SPACE:
            warnings.append(f"{bytes_text(free)} left where {folder} lies")
    problems, following = _verdict(book, held)
    pocket = _pocket(refusals)
    if pocket is not None:
        problems += pocket["problems"]
    return {
        "ok": not problems,
        "versions": {"tafelwerk": __version__, "python": platform.python_version()} | versions,
        "executable": sys.executable,
        "machine": machine(),
        "cores": cores(),
        "book": held | {"chosen_by": chosen_by},
        "pocket": pocket,
        "kernel_cache": cache,
        "problems": problems,
        "warnings": warnings,
        "next": following,
    }


def _book(folder: Path, refusals: list[StorageError], *, is_pocket: bool = False) -> dict[str, Any]:
    """A book's folder and families; if it is not a folder or cannot be read, that is a problem of its own."""
    from tafelwerk.families import FAMILIES, KNOWN

    document: dict[str, Any] = {"folder": folder, "exists": _exists(folder), "problem": None, "families": []}
    try:
        with open_book(folder, pocket=False) as opened:
            names = [name for name in KNOWN if name in opened.families or (name in FAMILIES and not is_pocket)]
            document["families"] = [_family(opened, name, refusals, is_pocket) for name in names]
    except (BookError, StorageError) as error:
        document["problem"] = str(error)
        refusals += [error] if isinstance(error, StorageError) else []
    document["bytes"] = sum(entry["bytes"] for entry in document["families"])
    document["free_bytes"] = shutil.disk_usage(_existing(folder)).free
    return document


def _pocket(refusals: list[StorageError]) -> dict[str, Any] | None:
    """The pocket book's folder and families, and what is damaged; None if there is no pocket book."""
    folder = pocket_folder()
    if folder is None:
        return None
    held = _book(folder, refusals, is_pocket=True)
    families = [entry["family"] for entry in held["families"] if not entry["problem"]]
    problems = [entry["problem"] for entry in (held, *held["families"]) if entry["problem"]]
    return {"folder": folder, "families": families, "bytes": held["bytes"], "problems": problems}


def _family(book: "Book", family: str, refusals: list[StorageError], is_pocket: bool) -> _Family:
    """State of a family's file: "ok", "stale", "unreadable", "inaccessible" (it may be sound) or "not built".

    The pocket book ships with the program, so whether the current code made it is not checked.
    """
    from tafelwerk.build.commit import lacking_tables
    from tafelwerk.tables.layout import layout
    from tafelwerk.tables.provenance import builds, family_bytes, stale_builds, table_summaries

    document: _Family = {
        "family": family,
        "state": "not built",
        "bytes": 0,
        "builds": 0,
        "stale_builds": [],
        "missing_tables": [],
        "problem": None,
    }
    if family not in book.families:
        return document
    try:
        document["bytes"] = family_bytes(book, family)
        made = len(builds(book, family))
        if is_pocket:
            return document | {"state": "ok", "builds": made}
        stale = [record.name for record in stale_builds(book, family)]
        tables = {entry.name for entry in table_summaries(book, family)}
        missing = [table.name for table in layout(family) if table.name not in tables]
        if missing:
            # raises where a build would refuse the file, too
            lacking_tables(book.path, family)
    except BookError as error:
        return document | {"state": "unreadable", "problem": str(error)}
    except StorageError as error:
        refusals.append(error)
        return document | {"state": "inaccessible", "problem": str(error)}
    state = "stale" if stale or missing else "ok"
    return document | {"state": state, "builds": made, "stale_builds": stale, "missing_tables": missing}


def _kernel_cache() -> dict[str, Any]:
    from tafelwerk.fingerprint import kernel_cache

    folder = kernel_cache()
    existing = _existing(folder)
    return {
        "folder": folder,
        "bytes": _size(folder),
        "writable": existing.is_dir() and os.access(existing, os.W_OK | os.X_OK),
        "free_bytes": shutil.disk_usage(existing).free,
    }


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    return next((folder for folder in (path, *path.parents) if _exists(folder)), path)


def _exists(path: Path) -> bool:
    """Whether a path exists; one that the system refuses to look at does not."""
    with suppress(OSError):
        return path.exists()
    return False


def _size(folder: Path) -> int:
    """Bytes of all files in a folder; files deleted meanwhile do not count."""
    total = 0
    for directory, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += (Path(directory) / name).stat().st_size
    return total


def _verdict(book: Path, held: dict[str, Any]) -> tuple[list[str], str]:
    """What is damaged or stale, and the command to run next."""
    from tafelwerk.families import OWN

    if held["problem"]:
        is_link = Path(held["folder"]).is_symlink()
        return [
            held["problem"]
        ], f"ln -sfn DIR {quote_path(held['folder'])}" if is_link else "tafelwerk doctor --book DIR"
    families: list[_Family] = held["families"]
    problems = [f"{entry['family']}: {entry['problem']}" for entry in families if entry["problem"]]
    unreadable = [entry["family"] for entry in families if entry["state"] == "unreadable"]
    following = [f"tafelwerk build {unreadable[0] if len(unreadable) == 1 else ''}".rstrip()] if unreadable else []
    for entry in families:
        name = entry["family"]
        if entry["stale_builds"]:
            stale = entry["stale_builds"]
            problems.append(
                f"{name}: {len(stale)} of {count_noun(entry['builds'], 'build')} made by other code: {_names_text(stale)}"
            )
            is_single = len(stale) == 1 and name != OWN
            # behind a colon the name says what no option says, such as the rounds of a log, whose file only the user knows
            line = f"tafelwerk build {stale[0].partition(': ')[0]} --force"
            following.append(line if is_single else rebuild_line(name, stale))
        elif entry["missing_tables"]:
            problems.append(f"{name}: tables that the file lacks: {_names_text(entry['missing_tables'])}")
            following.append(f"tafelwerk build {name}")
    if problems and not following:
        following = ["tafelwerk doctor"]
    if following:
        return problems, with_book(following[0], book)
    if all(entry["state"] == "not built" for entry in families):
        return [], with_book("tafelwerk build --quick", book)
    return [], with_book("tafelwerk verify", book)


def _names_text(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return "; ".join(names[:_SHOWN]) + more


def _layout(found: dict[str, Any]) -> str:
    versions, held, cache = found["versions"], found["book"], found["kernel_cache"]
    book, below = str(held["folder"]), "no such folder: an empty book"
    if held["chosen_by"] != "default":
        book += f", named by {held['chosen_by']}"
    if held["exists"]:
        below = f"{bytes_text(held['bytes'])}, {bytes_text(held['free_bytes'])} free"
    lines = [
        ("tafelwerk", versions["tafelwerk"]),
        ("Python", f"{versions['python']}, {found['executable']}"),
        *((name, versions[name] or "not installed") for name in LIBRARIES),
        ("machine", f"{found['machine']}; {count_noun(found['cores'], 'core')}"),
        ("book", book),
        ("", below),
        *((f"  {entry['family']}", _family_line(entry)) for entry in held["families"]),
        *_pocket_lines(found["pocket"]),
        ("kernel cache", cache["folder"]),
        ("", f"{bytes_text(cache['bytes'])}, {bytes_text(cache['free_bytes'])} free"),
    ]
    width = max(len(name) for name, _ in lines) + 2
    notes = [f"problem: {problem}" for problem in found["problems"]] + [
        f"warning: {warning}" for warning in found["warnings"]
    ]
    return "\n".join([*(f"{name:<{width}}{value}" for name, value in lines), "", *notes, _closing(found)])


def _pocket_lines(pocket: dict[str, Any] | None) -> list[tuple[str, Any]]:
    if pocket is None:
        return [("pocket book", f"none, by {POCKET_VARIABLE}")]
    held = f"{bytes_text(pocket['bytes'])}, families: {', '.join(pocket['families']) or 'none'}"
    return [("pocket book", pocket["folder"]), ("", held)]


def _family_line(entry: _Family) -> str:
    if entry["state"] == "not built":
        return "not built"
    builds = "" if entry["problem"] else f", {count_noun(entry['builds'], 'build')}"
    return f"{entry['state']}, {bytes_text(entry['bytes'])}{builds}"


def _closing(found: dict[str, Any]) -> str:
    """The verdict in one line, with the next command."""
    families = found["book"]["families"]
    if found["problems"]:
        is_unreadable = any(entry["state"] == "unreadable" for entry in families)
        away = "Move unreadable files away, then run" if is_unreadable else "Next"
        return f"{count_noun(len(found['problems']), 'problem')}. {away}: {found['next']}"
    if all(entry["state"] == "not built" for entry in families):
        return f"All is well, and the book is empty. Next: {found['next']}"
    return f"Nothing is damaged or stale. To re-prove the rows: {found['next']}"
