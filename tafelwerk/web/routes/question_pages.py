"""Questions as forms, and the documents that answer them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.errors import ExitCode, TafelwerkError
from tafelwerk.language import Language, speaking
from tafelwerk.web.command_forms import SPOKEN, Form, form_of, forms, skat_form
from tafelwerk.web.guard import led_here
from tafelwerk.web.jobs import AT_ONCE, LONG, Working, status_of
from tafelwerk.web.site import Site, fault, json_response, page, patience, status_of_command

END = "end"
"""What ends the work of a page; no form has such a field."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def questions(request: Request) -> Response:
        return page("questions.html", forms=list(forms().values()))

    def question(request: Request) -> Response:
        family, name = request.path_params.values()
        fields = {key: value for key, value in request.query_params.items() if key != END}
        is_ended = bool(request.query_params.get(END))
        if (family, fields.get("lang")) != (SPOKEN, Language.GERMAN.value):
            return answer_page(form_of(family, name), fields, is_ended)
        form_of(family, name)
        with speaking(Language.GERMAN, signs=True):
            return answer_page(skat_form(name, Language.GERMAN), fields, is_ended, lang="de")

    def answer_page(form: Form, given: dict[str, str], is_ended: bool, **more: Any) -> Response:
        values: dict[str, Any] = {"form": form, "values": given, "line": "", "told": "", "book": site.named_book}
        values |= dict.fromkeys(("answer", "error", "ended")) | {"is_led": led_here()} | more
        is_empty = given.keys() <= {"lang"}
        if is_empty and any(field.is_required for field in form.fields):
            return page("question.html", **values)
        try:
            values["line"] = form.line(given, site.named_book)
            if values["is_led"]:
                return page("question.html", **values)
            if is_ended:
                ended = site.end("command", words=form.words(given, "--json")) or 0.0
                return page("question.html", **values | {"ended": ended})
            done = _answer(form, given, patience())
        except TafelwerkError as error:
            return page("question.html", status_of(error), **values | {"error": str(error)})
        if isinstance(done, Working):
            return page("question.html", **values | {"answer": done})
        if done["code"] == ExitCode.BAD_INPUT and is_empty:
            # a form that was just opened is no mistake
            return page("question.html", **values | {"line": ""})
        if done["code"]:
            return page("question.html", status_of_command(done), **values | {"error": fault(done)})
        if more:
            # the document is in English; what a terminal shows is not
            values["told"] = site.need("command", words=form.words(given))["out"]
        ways = {key: done.get(key, "") for key in ("question", "python")}
        answer = json.loads(done["out"])
        if isinstance(answer, dict):
            # the form and the lines below say it already
            answer.pop("question", None)
        return page("question.html", **values | ways | {"answer": answer})

    def document(request: Request) -> Response:
        form = form_of(request.path_params["family"], request.path_params["question"])
        return json_response(_answer(form, dict(request.query_params), None))

    def schema(request: Request) -> Response:
        return JSONResponse(site.ask("schema", None, **request.path_params))

    def _answer(form: Form, given: Mapping[str, str], patience: float | None) -> Any:
        most = LONG if given.get("compute") else AT_ONCE
        return site.ask("command", patience, most=most, words=form.words(given, "--json"))

    return [
        Route("/ask", questions),
        Route("/ask/{family}/{question}", question),
        Route("/api/{family}/{question}/schema", schema),
        Route("/api/{family}/{question}", document),
    ]
