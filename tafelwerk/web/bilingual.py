"""Pages in English or German: the language in an address, and texts of Skat for templates."""

from collections.abc import Callable, Iterable
from functools import partial
from os import environ
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.skat.pictures import SHAPES
from tafelwerk.families.skat.rules.cards import term, titled
from tafelwerk.language import Language, count_noun, language_of, speaking
from tafelwerk.web.guard import ForeignError
from tafelwerk.web.jobs import status_of
from tafelwerk.web.site import NotDoneError, address_of, not_done_page, page
from tafelwerk.wording import number_text

_WORDS = {"term": term, "titled": titled, "counted": count_noun, "number_text": number_text, "shapes": SHAPES}
"""The vocabulary and the suits, for templates."""


def language(request: Request) -> Language:
    """The language of a page: what its address says, or that of the environment.

    Raises:
        InputError: there is no such language.
    """
    code = request.query_params.get("lang")
    if not code:
        return language_of(environ)
    if code not in [known.value for known in Language]:
        raise InputError(f"lang is de or en, not {code[:20]!r}")
    return Language(code)


def bilingual(route: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """A route in the language of its page, errors and pages that wait included."""

    def respond(request: Request) -> Response:
        with speaking(language(request), signs=True):
            try:
                return route(request)
            except NotDoneError as error:
                return not_done_page(error, partial(bilingual_page, request))
            except ForeignError:
                return bilingual_page(request, "unasked.html", 403, address=address_of(request))
            except TafelwerkError as error:
                status = status_of(error)
                return bilingual_page(request, "error.html", status, text=str(error), code=status)

    return respond


def bilingual_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page in the current language, with the address of the same page in the other."""
    here = language(request)
    query = request.query_params.multi_items()

    def link(path: str = "", **changed: Any) -> str:
        """The address of a page in this language."""
        parameters = {"lang": request.query_params.get("lang"), **changed}
        return path + query_of(parameters.items())

    other = Language.ENGLISH if here is Language.GERMAN else Language.GERMAN
    pairs = [(name, value) for name, value in query if name != "lang"]
    return page(
        template,
        status,
        lang=here.value,
        link=link,
        other=query_of([*pairs, ("lang", other.value)]),
        **_WORDS,
        **values,
    )


def query_of(pairs: Iterable[tuple[str, Any]]) -> str:
    """The query of an address, with its question mark; what is None or "" is left out."""
    present = [(name, value) for name, value in pairs if value not in (None, "")]
    return f"?{urlencode(present)}" if present else "?"
