"""The German catalogue: what the code says is in it, with the same places, and nothing else is."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import polib
import pytest
import typer.main

import tafelwerk
from tafelwerk import cli, language
from tafelwerk.commands.help_page import default_text, paragraphs
from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.families import skat
from tafelwerk.language import CATALOGUE, Language, count_noun, say, speaking, translate
from tafelwerk.tables.answers import Source
from tafelwerk.tables.metadata import CERTAINTY, EVIDENCE
from tafelwerk.web.command_forms import forms, schema
from tafelwerk.web.site import words

PACKAGE = Path(tafelwerk.__file__).parent
ENTRIES = polib.pofile(str(CATALOGUE), encoding="utf-8")

TEMPLATE = re.compile(r"""\bsay\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
SHORTER = ("{bid} cannot be bid: no game has this value; the nearest possible bid for {who} is {near}",)
"""Texts whose German leaves out who it is about."""

STORED = {"appendix", *CERTAINTY, *EVIDENCE, *(source.value for source in Source)}
"""Terms that are stored in tables, or stand in documents."""

SPEAKS = re.compile(
    r"from tafelwerk\.language import (\([^)]*|.*)\b(say|message)\b|^def say\(text: str, /", re.MULTILINE
)
OF_SKAT = re.compile(r"from tafelwerk\.(language|families\.skat\.[\w.]+) import")
PIECES = ("[OPTIONS]", "COMMAND [ARGS]...")
"""What typer writes behind a command's name."""


@cache
def trees(that: re.Pattern[str]) -> list[ast.Module]:
    """The modules whose text has this."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    return [ast.parse(text) for text in texts if that.search(text)]


def calls_in(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Calls of functions by these names in a part of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def calls(*names: str) -> Iterator[ast.Call]:
    """Calls of functions by these names in the package."""
    for tree in trees(SPEAKS):
        yield from calls_in(tree, *names)


def text_of(call: ast.Call) -> str | None:
    """The text that a call is given, None for one that is kept elsewhere."""
    return call.args[0].value if isinstance(call.args[0], ast.Constant) else None


def said() -> set[str]:
    """All texts that are said."""
    python = {text for call in calls("say", "message") if (text := text_of(call)) is not None}
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.html")))
    errors = {*MissingTableError.forms, UncomputedError.form}
    return (
        python
        | errors
        | set(PIECES)
        | set(skat.PURPOSES)
        | {ast.literal_eval(text) for text in TEMPLATE.findall(pages)}
    )


def constants() -> set[str]:
    """All texts in the package, those of pages included."""
    python = {
        node.value
        for tree in trees(OF_SKAT)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.html")))
    quoted = {ast.literal_eval(text) for text in re.findall(r"""'[^'\n]*'|"[^"\n]*\"""", pages)}
    return {text.strip(", ") for text in python | quoted}


def helped() -> Iterator[str]:
    """Texts and defaults in the help of Skat, in English."""
    root = typer.main.get_command(cli.root)
    group = root.get_command(typer.Context(root), "skat")  # type: ignore[attr-defined]
    above = typer.Context(group, info_name="skat", parent=typer.Context(root, info_name="tafelwerk"))
    for name, command in {"skat": group, **group.commands}.items():
        yield command.help
        context = typer.Context(command, info_name=name, parent=above)
        for param in command.get_params(context):
            yield param.help or ""
            yield default_text(param, context)


def entries(context: str | None) -> set[str]:
    return {entry.msgid for entry in ENTRIES if entry.msgctxt == context}


def places(text: str) -> set[tuple[str, str, str]]:
    """What is filled in: names, forms and conversions."""
    return {(name, form or "", how or "") for _, name, form, how in Formatter().parse(text) if name is not None}


def test_what_is_said_is_translated_and_nothing_else() -> None:
    assert entries(None) - said() == set()
    assert said() - entries(None) == set()


def test_texts_that_are_said_are_written_out() -> None:
    """As one text each, for the catalogue; its places are those that are filled."""
    for call in calls("say", "message"):
        text = text_of(call)
        if text is None:
            assert not any(isinstance(node, ast.Constant | ast.JoinedStr) for node in ast.walk(call.args[0])), (
                ast.unparse(call)
            )
        elif call.keywords:
            assert {name for name, _, _ in places(text)} == {keyword.arg for keyword in call.keywords}, text


def test_places_are_the_same() -> None:
    for entry in ENTRIES:
        if entry.msgctxt != "help":
            left_out = places(entry.msgid) ^ places(entry.msgstr)
            assert left_out == ({("who", "", "")} if entry.msgid in SHORTER else set()), entry.msgid


def test_help_is_translated_and_nothing_else() -> None:
    texts = {"\n\n".join(paragraphs(text)) for text in helped()} - {""}
    assert entries("help") - texts == set()
    assert {text for text in texts - entries("help") if not re.fullmatch(r"\d+|pimc(:\d+)?", text)} == set()


def test_titles_of_questions_are_translated_and_nothing_else() -> None:
    assert entries("title") == {title for _, title in skat.COMMANDS.values()} - {""}


def keys_in(schema: object) -> Iterator[str]:
    """The keys of the documents of a JSON Schema, as words."""
    if isinstance(schema, dict):
        for name in schema.get("properties", ()):
            yield words(name)
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from keys_in(part)


def test_keys_are_translated_and_nothing_else() -> None:
    schemas = [schema(family, name) for family, name in forms() if family == "skat"]
    assert entries("key") == {*keys_in(schemas)}


@pytest.mark.parametrize("context", ["term", "counted", "counted, dative"])
def test_every_other_entry_is_used(context: str) -> None:
    assert entries(context) - constants() - STORED == set()


def test_verbs_are_used() -> None:
    """Each in the form for "you" and in that for others."""
    verbs = {form for form in entries("verb") if not form.endswith("s") or form.endswith("ss")}
    assert verbs - constants() == set()
    assert entries("verb") - verbs == {verb + ("es" if verb.endswith("ss") else "s") for verb in verbs}


def test_the_catalogue_is_sound() -> None:
    assert not ENTRIES.untranslated_entries()
    assert not ENTRIES.fuzzy_entries()
    assert not ENTRIES.obsolete_entries()
    keys = [(entry.msgctxt, entry.msgid) for entry in ENTRIES]
    assert len(set(keys)) == len(keys)
    assert all(set(entry.msgstr_plural) == {0, 1} for entry in ENTRIES if entry.msgid_plural)


def test_what_is_not_translated_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    with speaking(Language.GERMAN):
        assert say("{path} written", path="a.svg") == "a.svg geschrieben"
        assert say("no {such} text", such="plain") == "no plain text"
        assert (say("no {such} text"), translate("such", "term")) == ("no {such} text", "such")
        assert count_noun(3, "card") == "3 Karten"


def test_english_does_not_read_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "CATALOGUE", Path("nowhere"))
    language._german.cache_clear()
    assert say("{path} written", path="a.svg") == "a.svg written"
    assert (translate("clubs", "term"), count_noun(2, "card")) == ("clubs", "2 cards")
