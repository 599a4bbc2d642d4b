"""Look-ups as forms: one per command with --json, its parameters as fields, and the command line of a filled form.

Forms are read from the definitions of the commands, so that pages offer what the command line offers. A file that may be standard
input is a field of several lines; other parameters that name files are left out. Commands that need such a parameter, write to
the book or take minutes are withheld.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import typer

from tafelwerk.cli import PROGRAM, root
from tafelwerk.commands.coercion import truth
from tafelwerk.commands.common import NEGATIVE_NUMBER
from tafelwerk.commands.help_page import alternatives, bounds, default_text, first_sentence, split_help
from tafelwerk.commands.old_names import current_name
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families import KNOWN
from tafelwerk.language import Language, speaking, translate
from tafelwerk.museum import pickers_of
from tafelwerk.plots.pictures import Picker
from tafelwerk.wording import capitalised, suggestion

WITHHELD: Mapping[str, str] = {
    "games check": "it is for authors, who have the file",
    "games solve": "it writes to the book",
    "games source": "a book's code is for its reader's terminal; tables show it, too",
    "games verify": "it takes minutes; run it on the command line",
    "skat bench": "it measures the machine",
    "skat match": "it plays for minutes",
    "skat replay": "a log has thousands of rounds; those that the server is given, and one that is typed, have pages",
    "switching dual": "its graph is a file that only a person has; a page opens with an example",
    "switching solve": "its graph is a file that only a person has; `switching move` takes one as lines",
}
"""Commands with --json that no page offers, each with the reason."""

LEFT_OUT = frozenset({"--book", "--json", "--keep", "--color", "--help", "--output", "--log", "--jobs"})
"""Options that are no fields."""

SPOKEN = "skat"
"""The family whose texts are there in German, too."""

COMPUTE, COMPUTED = "--compute", "compute"
"""The option by which whatever is missing is computed, and its name in an address."""

WITH_FILE = ("With --words:",)
"""Help of options that go with one that games in play leave out."""

SHOWN_ELSEWHERE = ("json", "output")
"""Parameters of examples that make a document or a file of an answer; a page shows it without."""

STANDARD_INPUT, IS_READ = "-", re.compile("standard input|Standardeingabe")
"""What stands for standard input on the command line, and what the help of a file says that may be standard input."""

LONGEST_VALUE = 4000
"""Characters of a field."""

_LABEL = re.compile(r"(?:\[[^]]*\]|[^.;:(,\[\"])+")
"""What a help text begins with: the label of its field."""

_GOES_WITH = re.compile(r"^(?:With|Without|Mit|Ohne) --[a-z-]+[:,] ")
"""What a help text says of an option without which it counts, or with which it does not."""

_CLAUSE = re.compile(r"(?<=[.;])\s+|,\s+(?=instead of --)")
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
_OF_TERMINAL = re.compile(r"\btafelwerk \w|standard input|Standardeingabe|\bFILE\b|PAIRS and KNOWN")
"""Clauses of a help text that mean nothing on a page."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a command as a field of a form.

    Attributes:
        name: in the address of the page.
        option: on the command line; "" for an argument.
        label: what stands before it, in a person's words.
        help: what it means besides.
        kind: "text", "lines" (a file's), "words" (several, parted by blanks), "number", "flag" or "choice".
        choices: values of a choice.
        default: what holds where it is left empty, "" where nothing does.
        is_required: whether it must be given.
        least, most: bounds of a number.
        no: the option that says no to a flag that is on by default, "" otherwise.
        picker: how a text is put together by clicks, if it can be.
    """

    name: str
    option: str
    label: str
    help: str
    kind: str
    choices: tuple[str, ...]
    default: str
    is_required: bool
    least: float | None
    most: float | None
    no: str = ""
    picker: Picker | None = None

    @property
    def meaning(self) -> tuple[str, str]:
        """What a value of it means, which is the same in another form: its label, and what is said of a text besides."""
        return self.label, self.help if self.kind == "text" else ""

    def takes(self, value: str) -> bool:
        """Whether a value is within the bounds, if it is a number."""
        try:
            number = float(value)
        except ValueError:
            return True
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


@dataclass(frozen=True, slots=True)
class Form:
    """A question as a form.

    Attributes:
        family, name: of the command.
        title: what is asked, in a person's words.
        text: what it answers.
        examples: filled forms, as values by field, that take no long computation.
        fields: arguments first.
        can_compute: whether an answer that is not stored can be computed.
        has_picture: whether an answer can be drawn.
        read: the values of the words behind the command's name, None where they have what is no field.
    """

    family: str
    name: str
    title: str
    text: str
    examples: tuple[Mapping[str, str], ...]
    fields: tuple[Field, ...]
    can_compute: bool
    has_picture: bool
    read: Callable[[Sequence[str]], Mapping[str, str] | None]

    @property
    def summary(self) -> str:
        """What it answers, in a sentence."""
        return first_sentence(self.text)

    def words(self, values: Mapping[str, str], *more: str) -> list[str]:
        """The command line of a filled form behind the program's name.

        Args:
            values: by field; those that are empty are left out.
            more: options besides, such as --json.

        Raises:
            InputError: there is no such field, a value is too long, or one of a flag is no flag.
        """
        values = self.with_current_names(values)
        known = {field.name: field for field in self.fields}
        for name, value in values.items():
            if name not in known and not (name == COMPUTED and self.can_compute):
                path = f"{self.family} {self.name}"
                raise InputError(f"{path} has no field {in_quotes(name)}; {suggestion(name, known, f'{path} --help')}")
            if len(value) > LONGEST_VALUE:
                raise InputError(f"{name} may have {LONGEST_VALUE:,} characters, not {len(value):,}")
        arguments: list[str] = []
        options = list(more)
        for field in self.fields:
            value = values.get(field.name, "").strip()
            if not value:
                continue
            if value == STANDARD_INPUT:
                raise InputError(f"{field.name} cannot be read from standard input here; give it itself")
            if field.kind == "lines":
                value = STANDARD_INPUT
            if field.kind == "flag":
                options += _flag(field, value)
            elif field.option and field.kind == "lines":
                options += [field.option, value]
            elif field.option:
                options.append(f"{field.option}={value}" if value.startswith("-") else field.option)
                options += [] if value.startswith("-") else [value]
            else:
                arguments += value.split() if field.kind == "words" else [value]
        if values.get(COMPUTED):
            options.append(COMPUTE)
        if any(argument.startswith("-") and argument != STANDARD_INPUT for argument in arguments):
            arguments = ["--", *arguments]
            return [self.family, self.name, *options, *arguments]
        return [self.family, self.name, *arguments, *options]

    def job(self, values: Mapping[str, str], *more: str) -> dict[str, Any]:
        """What a job is given to run a filled form: "words", and "text" where it has lines; see `words`."""
        text = self._lines(values)
        return {"words": self.words(values, *more)} | ({"text": text} if text else {})

    def _lines(self, values: Mapping[str, str]) -> str:
        """The text of the field of several lines."""
        current_values = self.with_current_names(values)
        texts = (current_values.get(field.name, "").strip() for field in self.fields if field.kind == "lines")
        return "".join(f"{text}\n" for text in texts if text).replace("\r", "")

    def with_current_names(self, values: Mapping[str, str]) -> dict[str, str]:
        """Values by today's names of their fields, where an address has those of version 0.1."""
        # an argument may be called as an option was
        options = {f"--{field.name}": field for field in self.fields}
        return {current_name(f"--{name}", options).removeprefix("--"): value for name, value in values.items()}

    def fits(self, values: Mapping[tuple[str, str], str]) -> bool:
        """Whether values of another form of the family, by the meaning of its fields, ask this one something, too."""
        fields = {field.meaning: field for field in self.fields}
        required = {meaning for meaning, field in fields.items() if field.is_required}
        return required <= values.keys() <= fields.keys() and all(
            fields[meaning].takes(value) for meaning, value in values.items()
        )

    def description(self, values: Mapping[str, str]) -> str:
        """Values in words, for a link; the title where there are none."""
        said = [
            field.label if field.kind == "flag" else f"{field.label}: {values[field.name]}"
            for field in self.fields
            if values.get(field.name) and field.name != "lang"
        ]
        return "; ".join(said) or self.title

    def of_game(self, texts: Mapping[str, str]) -> "Form":
        """The form of one game: its fields say what `Entry.texts` has of them, and those of other games alone are left out."""
        fields = []
        for field in self.fields:
            text = texts.get(field.option or field.name.upper())
            if text is None:
                fields.append(field)
            elif text:
                label = label_of(text)
                fields.append(replace(field, label=label, help=text[len(label) :].lstrip(" .;:,")))
        return replace(self, fields=tuple(fields))

    def plain(self, text: str) -> str:
        """A text that names options, with the labels of their fields instead."""
        return _with_labels(text, _labels(self.fields))

    def values(self, line: str) -> Mapping[str, str]:
        """The values that a command line of this form gives, by field; empty where it has what is no field."""
        words = shlex.split(line)
        return (self.read(words[3:]) if words[:3] == [PROGRAM, self.family, self.name] else None) or {}

    def line(self, values: Mapping[str, str], book: str = "") -> str:
        """The command line of a filled form, to be copied.

        Args:
            values: as of `words`.
            book: folder of the book, "" for the default book.
        """
        line = shlex.join([PROGRAM, *self.words(values, *(("--book", book) if book else ()))])
        lines = self._lines(values).splitlines()
        return " | ".join([shlex.join(["printf", r"%s\n", *lines]), line]) if lines else line


def _flag(field: Field, value: str) -> list[str]:
    try:
        is_on = truth(value)
    except ValueError:
        raise InputError(f"{field.name} is 1 or 0, not {in_quotes(value)}") from None
    if field.no:
        return [] if is_on else [field.no]
    return [field.option] if is_on else []


@cache
def forms() -> Mapping[tuple[str, str], Form]:
    """The forms of all families, by family and name."""
    with speaking(Language.ENGLISH):
        return {(form.family, form.name): form for family in KNOWN for form in _forms(family)}


def form_of(family: str, name: str) -> Form:
    """A form.

    Raises:
        InputError: there is none.
    """
    form = forms().get((family, name))
    if form is None:
        known = [" ".join(path) for path in forms()]
        raise InputError(
            f"unknown question {in_quotes(f'{family} {name}')}; {suggestion(f'{family} {name}', known, 'tafelwerk --help')}"
        )
    return form


def address_of_line(line: str) -> tuple[str, str]:
    """The page of a question's command line, below the first page, and its title; two empty texts if no page asks it."""
    try:
        words = shlex.split(line)
    except ValueError:
        return "", ""
    form = forms().get((words[1], words[2])) if len(words) > 2 and words[0] == PROGRAM else None
    values = {} if form is None else form.values(line)
    if form is None or (not values and len(words) > 3):
        return "", ""
    return f"ask/{form.family}/{form.name}{'?' if values else ''}{urlencode(values)}", form.title


def schema(family: str, question: str) -> dict[str, Any]:
    """The JSON Schema of a question's documents.

    Raises:
        InputError: there is no such question.
    """
    from tafelwerk.tables import json_schema
    from tafelwerk.tables.questions import kinds

    kind_of = {kind.name: kind for kind in (kinds(family) if family in KNOWN else ())}
    if question not in kind_of:
        raise InputError(
            f"unknown question {in_quotes(f'{family} {question}')}; {suggestion(question, kind_of, 'tafelwerk --help')}"
        )
    return {"$schema": json_schema.DIALECT, **json_schema.schema(kind_of[question])}


def commands(family: str) -> Iterator[tuple[str, Any, Any]]:
    """Name, command and context of every command of a family."""
    top = typer.main.get_command(root)
    group = top.get_command(typer.Context(top), family)  # type: ignore[attr-defined]
    above = typer.Context(group, parent=typer.Context(top, info_name=PROGRAM), info_name=family)
    for name in group.list_commands(above):
        command = group.get_command(above, name)
        yield name, command, typer.Context(command, parent=above, info_name=name)


def _forms(family: str) -> Iterator[Form]:
    for name, command, context in commands(family):
        params = command.get_params(context)
        is_asked = any("--json" in param.opts for param in params) and f"{family} {name}" not in WITHHELD
        if is_asked and not any(param.required and _is_left_out(param) for param in params):
            yield _form(family, name, command, context)


@cache
def play_form(family: str) -> Form:
    """What `tafelwerk FAMILY play` is given."""
    return _named_form(family, "play")


@cache
def skat_form(name: str, language: Language) -> Form:
    """What a command of Skat is given, with texts in a language."""
    with speaking(language, signs=language is Language.GERMAN):
        form = _named_form(SPOKEN, name)
    if language is Language.ENGLISH:
        return form
    return replace(form, examples=tuple({**example, "lang": language.value} for example in form.examples))


def _named_form(family: str, name: str) -> Form:
    command, context = next(entry[1:] for entry in commands(family) if entry[0] == name)
    return _form(family, name, command, context)


def _form(family: str, name: str, command: Any, context: Any) -> Form:
    params = command.get_params(context)
    is_game = not any("--json" in param.opts for param in params)
    used = sorted(
        (param for param in params if not _is_left_out(param, is_game)),
        key=lambda param: param.param_type_name != "argument",
    )
    fields = tuple(_field(param, context) for param in used)
    fields = tuple(replace(field, help=_hint(field.help, fields), picker=_picker(family, field)) for field in fields)
    by_parameter = {param.name: field for param, field in zip(used, fields, strict=True)}
    read = partial(_read_line, command=command, context=context, fields=by_parameter)
    paragraphs, examples = split_help(command.help or "")
    filled = (read(shlex.split(example)[3:]) for example in examples)
    can_compute = any(COMPUTE in param.opts for param in params)
    different = {
        tuple(example.items()): example for example in filled if example is not None and COMPUTED not in example
    }
    _, title = import_module(f"tafelwerk.families.{family}").COMMANDS.get(name, ("", ""))
    form = Form(
        family,
        name,
        translate(title or name, "title"),
        " ".join(paragraphs),
        tuple(different.values()),
        fields,
        can_compute,
        has_picture=any("--output" in param.opts for param in params),
        read=read,
    )
    return replace(form, text=form.plain(form.text))


def _picker(family: str, field: Field) -> Picker | None:
    """How a field of a family is put together by clicks."""
    makes = pickers_of(family).get(field.name) if field.kind == "text" else None
    return None if makes is None else makes()


def _labels(fields: Iterable[Field]) -> Mapping[str, str]:
    return {field.option: field.label for field in fields if field.option}


def _with_labels(text: str, labels: Mapping[str, str]) -> str:
    """A text with labels for options; an option that is no field is left as a word."""
    return OPTION.sub(
        lambda option: f"\u201c{labels[option[0]]}\u201d" if option[0] in labels else option[0].lstrip("-"), text
    )


def _is_left_out(param: Any, is_game: bool = False) -> bool:
    """Whether a parameter is no field: it names a file, or means something on the command line alone.

    A game in play reads its turns from standard input, so it has no field for a file, nor for what goes with one.
    """
    return (
        bool(LEFT_OUT & set(param.opts))
        or COMPUTE in param.opts
        or (param.type_descriptor.annotation is Path and (is_game or not IS_READ.search(param.help or "")))
        or (is_game and (param.help or "").startswith(WITH_FILE))
    )


def label_of(text: str) -> str:
    """The label of a field: what its help text begins with, apart from the option that it goes with."""
    begin = _LABEL.match(_GOES_WITH.sub("", text))
    label = begin[0].strip() if begin else text
    return capitalised(label)


def _hint(text: str, fields: Iterable[Field]) -> str:
    """What a help text says behind the label: without what concerns the command line, options by the labels of their fields."""
    labels = _labels(fields)
    clauses = [
        _with_labels(clause, labels)
        for clause in _CLAUSE.split(_GOES_WITH.sub("", text)[len(label_of(text)) :].lstrip(" .;:,"))
        if clause and not _OF_TERMINAL.search(clause) and labels.keys() >= {*OPTION.findall(clause)}
    ]
    return " ".join(clauses).rstrip(";,")


def _field(param: Any, context: Any) -> Field:
    is_argument = param.param_type_name == "argument"
    option = "" if is_argument else next(name for name in param.opts if name.startswith("--"))
    no = next(iter(param.secondary_opts), "") if not is_argument and param.default is True else ""
    name = param.name if is_argument else option.lstrip("-")
    choices = () if is_argument else alternatives(param)
    least, most = bounds(param)
    kind = "text"
    if param.type_descriptor.annotation is Path:
        kind = "lines"
    elif getattr(param, "is_flag", False):
        kind = "flag"
    elif choices:
        kind = "choice"
    elif param.nargs == -1:
        kind = "words"
    elif param.type_descriptor.annotation in (int, float):
        kind = "number"
    return Field(
        name=name,
        option=option,
        label=label_of(" ".join((param.help or name).split())),
        help=" ".join((param.help or "").split()),
        kind=kind,
        choices=choices,
        default=default_text(param, context),
        is_required=bool(param.required),
        least=least,
        most=most,
        no=no,
    )


def _read_line(
    words: Sequence[str], command: Any, context: Any, fields: Mapping[str, Field]
) -> Mapping[str, str] | None:
    """The values of a command line; None where it has what is no field, such as a file, or is none of this command.

    Args:
        words: behind the command's name.
        command, context: the command.
        fields: by the names of its parameters.
    """
    # as the command line does: a negative number is an argument
    context.ignore_unknown_options = any(re.match(NEGATIVE_NUMBER, word) for word in words)
    try:
        given, left, _ = command.make_parser(context).parse_args([*words])
    except typer.TyperException:
        return None
    values: dict[str, str] = {}
    for name, value in given.items():
        if name in fields and value is not None:
            field = fields[name]
            if field.kind == "lines":
                return None
            values[field.name] = (
                f"{value:d}" if field.kind == "flag" else value if isinstance(value, str) else " ".join(value)
            )
        elif name == COMPUTED:
            values[COMPUTED] = "1"
        elif value is not None and name not in SHOWN_ELSEWHERE:
            return None
    return None if left or STANDARD_INPUT in values.values() else values
