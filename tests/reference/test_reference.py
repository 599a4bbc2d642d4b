"""The reference has every command, option, JSON key, column, figure and public name, and says what each means."""

import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
from jsonschema import Draft202012Validator

import tafelwerk
from reference.__main__ import PAGES, main
from tafelwerk.cli import PROGRAM, root
from tafelwerk.families import FAMILIES, KNOWN
from tafelwerk.plots.figure import figures
from tafelwerk.tables.answers import document_fields
from tafelwerk.tables.layout import layout, macros, views
from tafelwerk.tables.questions import answer_type, kinds

DOCS = Path(__file__).parent.parent.parent / "docs"


@cache
def page(name: str) -> str:
    return PAGES[name]()


def test_pages_and_schemas_are_written_for_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.__main__.PAGES", {name: lambda name=name: page(name) for name in PAGES})
    main(tmp_path)
    named = re.findall(r"^reference/(\w+)$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {path.stem for path in (tmp_path / "reference").iterdir()} == set(named)
    for family in KNOWN:
        schemas = json.loads((tmp_path / "schemas" / f"{family}.json").read_text(encoding="utf-8"))["$defs"]
        assert set(schemas) == {asks.name for asks in kinds(family)}
        for schema in schemas.values():
            Draft202012Validator.check_schema(schema)
    targets = [
        (path.parent / target).resolve()
        for path in (tmp_path / "reference").iterdir()
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    ]
    assert len(targets) > len(KNOWN)
    assert [target for target in targets if not target.is_file()] == []


def section(text: str, heading: str) -> str:
    """What stands under a heading, to the next of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no heading {heading}"
    return found[1]


def commands(command: Any, ctx: Any) -> Iterator[tuple[str, Any]]:
    """Every command and group that help pages list, with its context."""
    yield ctx.command_path, ctx
    for name in command.list_commands(ctx) if hasattr(command, "list_commands") else ():
        child = command.get_command(ctx, name)
        if not child.hidden:
            yield from commands(child, type(ctx)(child, info_name=name, parent=ctx, resilient_parsing=True))


def test_commands_and_options() -> None:
    text = page("commands.md")
    command = typer.main.get_command(root)
    found = dict(commands(command, command.make_context(PROGRAM, [], resilient_parsing=True)))
    assert len(found) > 80
    for path, ctx in found.items():
        own = section(text, path)
        for param in ctx.command.get_params(ctx):
            if param.param_type_name == "option" and "--help" not in param.opts and not param.hidden:
                for name in (*param.opts, *param.secondary_opts):
                    assert f"`{name}`" in own, f"{path} {name}"
                assert re.search(rf"^- .*`{param.opts[-1]}`.*: \S", own, re.MULTILINE), f"{path} {param.opts}: no help"
        for example in re.findall(r"^Example: (.*)$", ctx.command.help or "", re.MULTILINE):
            assert example.strip() in own


def answers(kind: Any) -> Iterator[type]:
    """Dataclasses of a type and of the fields inside."""
    if is_dataclass(kind):
        yield kind  # type: ignore[misc]
    for part in getattr(kind, "__args__", ()):
        yield from answers(part)


@pytest.mark.parametrize("family", FAMILIES)
def test_questions_and_tables_of_a_family(family: str) -> None:
    """Their keys, columns, macros and figures, and the methods in Python."""
    keys, in_python, tables = page("json.md"), page("python.md"), page("tables.md")
    shared = section(keys, "Keys of every document")
    for asks in kinds(family):
        assert section(in_python, f"book.{family}.{asks.method}")
        own = section(keys, f"{family} {asks.name}")
        for kind in answers(answer_type(asks)):
            for field in document_fields(kind):
                assert re.search(rf"^\| `([^`]*\.)?{field.name}` \|", own + shared, re.MULTILINE), field.name
    for one in (*layout(family), *views(family)):
        own = section(tables, f"{family}.{one.name}")
        assert all(f"| `{column.name}` |" in own for column in one.columns)
    assert all(section(tables, f"{family}.{one.name}({', '.join(one.parameters)})") for one in macros(family))
    assert all(f"| `{name}` |" in page("figures.md") for name in figures(family))


def test_every_line_says_what_it_means() -> None:
    for name in ("json.md", "tables.md", "figures.md"):
        lines = [line for line in page(name).splitlines() if re.match(r"\| `", line)]
        assert len(lines) > 50
        assert [line for line in lines if re.search(r"\|\s*\|", line.replace(r"\|", ""))] == []


def test_public_names() -> None:
    text = page("python.md")
    assert ") -> list[Point]\n" in section(text, "book.mastermind.curve"), "a list of answers is named as one"
    names = [name for name in tafelwerk.__all__ if callable(getattr(tafelwerk, name))]
    assert len(names) > 7
    assert all(section(text, f"tafelwerk.{name}") for name in names)
