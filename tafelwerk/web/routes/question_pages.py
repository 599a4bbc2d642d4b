"""Questions: a page for each, with an example's answer, and the documents that answer them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.errors import ExitCode, TafelwerkError
from tafelwerk.language import Language, translate
from tafelwerk.museum import rooms_of
from tafelwerk.web.answers import headline
from tafelwerk.web.command_forms import COMPUTED, SPOKEN, Form, address_of_line, form_of, forms, skat_form
from tafelwerk.web.guard import led_here
from tafelwerk.web.jobs import AT_ONCE, LONG, Working, fault, status_of
from tafelwerk.web.routes.figure_pages import ENDINGS, listed_figures
from tafelwerk.web.site import (
    LANG,
    Site,
    attachment,
    bilingual,
    json_response,
    language,
    link,
    one_of,
    page,
    patience,
    plain_fault,
    query,
    status_of_command,
)

END = "end"
"""What ends the work of a page; no form has such a field."""

MOST_BESIDE = 6
"""Other questions that can be asked with the same values."""

REPLAYS: Mapping[tuple[str, str], tuple[str, str]] = {("skat", "games"): ("name", "skat/round/book")}
"""Pages that show what a question is about card by card: the field that names it, and their address."""

_COMMAND = re.compile(r"`?(tafelwerk [a-z]+ [^`()\n]*[^`()\n.,; ])`?")
"""A command line in a text."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def questions(request: Request) -> Response:
        by_family = groupby(forms().values(), lambda form: form.family)
        return page("questions.html", parts=[(rooms_of(family), list(own)) for family, own in by_family])

    def question(request: Request) -> Response:
        return (bilingual(ask) if request.path_params["family"] == SPOKEN else ask)(request)

    def ask(request: Request) -> Response:
        form, more = spoken_form(request)
        fields = {key: value for key, value in request.query_params.items() if key != END and (key != LANG or more)}
        return answer_page(form, fields, bool(request.query_params.get(END)), **more)

    def answer_page(form: Form, fields: dict[str, str], is_ended: bool, **more: Any) -> Response:
        """A question with its answer; one that is just opened answers the first of its examples that can be answered."""
        fields = form.with_current_names(fields)
        values: dict[str, Any] = {
            "form": form,
            "values": fields,
            "line": "",
            "book": site.named_book,
            "is_led": led_here(),
        }
        values |= dict.fromkeys(("answer", "error", "missing", "ended")) | more
        values |= {"rooms": rooms_of(form.family), "linked": partial(link_commands, form)}
        is_opened, examples = fields.keys() <= {LANG}, form.examples or ({},)
        try:
            for asked in examples if is_opened else (fields,):
                values |= {"values": asked, "line": form.line(asked, site.named_book)}
                if values["is_led"]:
                    return page("question.html", **values)
                job = form.job({**more, **asked})
                if is_ended:
                    return page("question.html", **values | {"ended": site.end("answer", **job) or 0.0})
                done = site.ask("answer", patience(), most=LONG if asked.get(COMPUTED) else AT_ONCE, **job)
                if isinstance(done, Working):
                    return page("question.html", **values | {"answer": done})
                if not done["code"]:
                    return page("question.html", **values | answer_values(form, asked, done))
        except TafelwerkError as error:
            return page("question.html", status_of(error), **values | {"error": (str(error), "")})
        fault_text = plain_fault(fault(done))
        if is_opened or done["code"] == ExitCode.NOT_BUILT:
            return page("question.html", **values | {"missing": fault_text})
        return page("question.html", status_of_command(done), **values | {"error": fault_text})

    def picture(request: Request) -> Response:
        form, more = spoken_form(request)
        ending = one_of(request.path_params["ending"], ENDINGS if form.has_picture else (), "format")
        job = form.job({**more, **request.query_params})
        return attachment(site.ask("answer_file", None, most=LONG, ending=ending, **job), f"{form.name}.{ending}")

    def document(request: Request) -> Response:
        form = form_of(request.path_params["family"], request.path_params["question"])
        fields = dict(request.query_params)
        most = LONG if fields.get(COMPUTED) else AT_ONCE
        return json_response(site.ask("command", None, most=most, **form.job(fields, "--json")))

    def schema(request: Request) -> Response:
        return JSONResponse(site.ask("schema", None, **request.path_params))

    return [
        Route("/ask", questions),
        Route("/ask/{family}/{question}", question),
        Route("/ask/{family}/{question}/picture.{ending}", picture),
        Route("/api/{family}/{question}/schema", schema),
        Route("/api/{family}/{question}", document),
    ]


def spoken_form(request: Request) -> tuple[Form, dict[str, str]]:
    """The form that an address names, and for one that is there in two languages the language of its answer.

    Raises:
        InputError: there is none.
    """
    family, name = request.path_params["family"], request.path_params["question"]
    form = form_of(family, name)
    if family != SPOKEN:
        return form, {}
    here = language(request)
    return skat_form(name, here), {LANG: here.value}


def answer_values(form: Form, given: Mapping[str, str], done: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of an answer shows.

    Args:
        form: the question.
        given: what it was asked with.
        done: the answer, as of `answers.answer`.
    """
    scene = done.get("scene")
    sentence, parts = headline(done.get("parts", ()), scene["legend"] if scene else ())
    # a long run is repeated in a terminal
    sentence, repeat = plain_fault(sentence)
    said = " ".join([sentence, *(part["text"] for part in parts if part["kind"] == "text")])
    if scene is not None:
        scene["legend"] = [text for text in scene["legend"] if text.rstrip(".") not in said]
        # the picture shows the board better
        parts = [part for part in parts if part["kind"] != "lines"]
    document, notes = done.get("document"), ()
    for part in document if isinstance(document, list) else (document,):
        if isinstance(part, dict):
            # the form and the lines below say it already
            part.pop("question", None)
    if isinstance(document, dict):
        notes = document.pop("notes", ())
    steps = {step["name"]: step for step in done.get("steps", ())}
    row_names = {row[0] for part in parts if part["kind"] == "table" for row in part["rows"]}
    replay, address = REPLAYS.get((form.family, form.name), ("", ""))
    return {
        "answer": {
            "sentence": sentence or form.summary,
            "scene": scene,
            "parts": parts,
            "document": _without_lines(document),
            "notes": notes,
        },
        "steps": {name: query(given, **step["values"]) for name, step in steps.items() if name in row_names},
        "spots": [
            (name, query(given, **step["values"]), step["place"]) for name, step in steps.items() if step["place"]
        ],
        "others": {
            name: query(given, **step["values"])
            for name, step in steps.items()
            if name not in row_names and not step["place"]
        },
        "question": done.get("question", ""),
        "python": done.get("python", ""),
        "repeat": repeat,
        "figures": figures_of(form.family),
        "beside": list(islice(beside(form, given), MOST_BESIDE)),
        "replay": f"{address}{query({'name': given[replay], LANG: given.get(LANG)})}" if given.get(replay) else "",
    }


def _without_lines(document: Any) -> Any:
    """A document without command lines, which stand below."""
    if isinstance(document, list):
        return [_without_lines(entry) for entry in document]
    if not isinstance(document, dict):
        return document
    return {
        key: _without_lines(value)
        for key, value in document.items()
        if not (isinstance(value, str) and value.startswith("tafelwerk "))
    }


def beside(form: Form, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Other questions that can be asked with the same values: their addresses and titles."""
    values = {name: value for name, value in given.items() if value and name != COMPUTED}
    meant = {field.meaning: values[field.name] for field in form.fields if field.name in values.keys() - {LANG}}
    for family, name in forms():
        if family == form.family and name != form.name and meant:
            other = skat_form(name, Language(values[LANG])) if LANG in values else form_of(family, name)
            if other.fits(meant):
                # what means the same may be called otherwise there
                asked = {field.name: meant[field.meaning] for field in other.fields if field.meaning in meant}
                yield f"ask/{family}/{name}{query(asked, lang=values.get(LANG))}", other.title


def figures_of(family: str) -> list[tuple[str, str]]:
    """Names and titles of the figures that the rooms of a family show."""
    titles = {figure["name"]: figure["title"] for figure in listed_figures()}
    return [(name, titles[name]) for room in rooms_of(family) for name in room.figures]


def link_commands(form: Form, text: str) -> Markup:
    """A text of an answer: command lines of questions as links to their pages, options by the labels of their fields.

    Args:
        form: the question.
        text: the text.
    """
    pieces, end = Markup(), 0
    for line in _COMMAND.finditer(text):
        address, title = address_of_line(line[1])
        pieces += form.plain(text[end : line.start()])
        pieces += (
            Markup('<a href="{}">{}</a>').format(link(f"/{address}"), translate(title, "title"))
            if address
            else Markup("<code>{}</code>").format(line[1])
        )
        end = line.end()
    return pieces + form.plain(text[end:])
