"""Questions: each command that answers in JSON is a form, and its document is the one that --json prints."""

import contextlib
import io
import json
import re
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from settling import settled
from starlette.testclient import TestClient

import tafelwerk
from tafelwerk.book import Book
from tafelwerk.build.catalogue import KNOWN
from tafelwerk.cli import main
from tafelwerk.commands.output import json_text
from tafelwerk.tables import question
from tafelwerk.web.questions import WITHHELD, Form, commands, forms
from tafelwerk.web.routes.questions import END
from tafelwerk.web.worker import command

POCKET = Path(tafelwerk.__file__).parent / "pocket"
EXAMPLES = [(form, dict(example)) for form in forms().values() for example in form.examples if "compute" not in example]
SLOW = {
    ("skat", "bid"),
    ("skat", "discard"),
    ("skat", "card"),
    ("skat", "deals"),
    ("beams", "puzzle"),
    ("mastermind", "puzzle"),
}
"""Forms whose examples take seconds."""


def printed(words: list[str]) -> tuple[int, str]:
    """Exit code and standard output of a command on the pocket book."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([words[0], "--book", str(POCKET), *words[1:]])
    return code, out.getvalue()


def unmeasured(text: str) -> str:
    """A document without the seconds that its work took."""
    return re.sub(r'"seconds": [0-9.e+-]+', '"seconds": 0', text)


def test_every_command_with_json_is_a_form_or_withheld_with_a_reason() -> None:
    for family in KNOWN:
        for name, found, context in commands(family):
            has_json = any("--json" in param.opts for param in found.get_params(context))
            assert ((family, name) in forms()) == (has_json and f"{family} {name}" not in WITHHELD), (family, name)
    assert all(reason for reason in WITHHELD.values())
    known = {f"{family} {name}" for family in KNOWN for name, _, _ in commands(family)}
    assert known >= set(WITHHELD)


@pytest.mark.parametrize("form", forms().values(), ids=lambda form: f"{form.family}-{form.name}")
def test_examples_are_command_lines_of_the_help(form: Form) -> None:
    for example in form.examples:
        words = form.words(example)
        assert words[:2] == [form.family, form.name]
        assert shlex.split(form.line(example))[1:] == words


@pytest.mark.parametrize(
    ("form", "example"),
    [(form, example) for form, example in EXAMPLES if (form.family, form.name) not in SLOW],
    ids=lambda one: "-".join([one.family, one.name]) if isinstance(one, Form) else None,
)
def test_the_document_is_that_of_the_command_line(site: TestClient, form: Form, example: dict[str, str]) -> None:
    words = form.words(example)
    place = words.index("--") if "--" in words else len(words)
    code, text = printed([*words[:place], "--json", *words[place:]])
    found = site.get(f"/api/{form.family}/{form.name}", params=example)
    if code:
        assert found.status_code != 200
        assert found.json()["exit_code"] == code
    else:
        assert found.status_code == 200
        assert unmeasured(found.text) == unmeasured(text)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(
        [one for one in forms().values() if one.family in ("dresher", "minimax", "montecarlo", "switching")]
    ),
    st.dictionaries(st.integers(0, 8), st.text(max_size=12) | st.integers(-3, 30).map(str) | st.just("1")),
)
def test_no_query_is_a_fault(site: TestClient, form: Form, values: dict[int, str]) -> None:
    named = (
        {form.fields[place % len(form.fields)].name: value for place, value in values.items()} if form.fields else {}
    )
    found = site.get(f"/ask/{form.family}/{form.name}", params=named)
    assert found.status_code < 500, (form.family, form.name, named)
    assert found.elapsed.total_seconds() < 20


def plain(document: object) -> object:
    """A document without what another run measures."""
    if isinstance(document, list):
        return [plain(one) for one in document]
    if isinstance(document, dict):
        return {name: plain(one) for name, one in document.items() if name not in ("seconds", "nodes")}
    return document


FEW = [(form, example) for form, example in EXAMPLES if (form.family, form.name) not in SLOW][::5]
"""Examples whose lines are always compared; `tests/test_questions.py` reads the line of every golden question."""


@pytest.fixture(scope="module")
def pocket_book() -> Iterator[Book]:
    with tafelwerk.open_book(POCKET) as book:
        yield book


@pytest.mark.parametrize(
    ("form", "example"),
    [*FEW, *(pytest.param(*one, marks=pytest.mark.slow) for one in EXAMPLES if one not in FEW)],
    ids=lambda one: "-".join([one.family, one.name]) if isinstance(one, Form) else None,
)
def test_the_line_of_python_has_the_same_answer(
    monkeypatch: pytest.MonkeyPatch, pocket_book: Book, form: Form, example: dict[str, str]
) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    done = command(form.words(example, "--json"))
    if "python" not in done:
        assert done["code"] or (form.family, form.name) in WITHOUT_METHOD
        return
    code, answer = 0, None
    try:
        answer = eval(done["python"], {"book": pocket_book})
    except tafelwerk.TafelwerkError as error:
        code = int(error.exit_code)
    assert code == done["code"]
    if answer is not None:
        assert plain(json.loads(json_text(question.document(answer)))) == plain(json.loads(done["out"]))


WITHOUT_METHOD = {("games", "list")}
"""Commands that ask no question of a book."""


def test_a_page_has_the_lines_of_the_terminal_and_of_python_and_its_schema(site: TestClient) -> None:
    text = settled(site, "/ask/dresher/value", n="11")
    assert f"<code>tafelwerk dresher value 11 --book {shlex.quote(str(POCKET))}</code>" in text
    assert f"tafelwerk.open_book(&#34;{POCKET}&#34;)" in text or f'tafelwerk.open_book("{POCKET}")' in text
    assert "<code>book.dresher.value(n=11)</code>" in text
    assert 'href="/api/dresher/value?n=11"' in text
    schema = site.get("/api/dresher/value/schema").json()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(site.get("/api/dresher/value?n=11").json())
    assert 'href="/api/dresher/value/schema"' in text
    for path in ("/api/dresher/nothing/schema", "/api/nothing/value/schema"):
        assert site.get(path).status_code == 400


def test_work_that_takes_long_can_be_ended(site: TestClient) -> None:
    path = "/ask/montecarlo/simulate"
    asked = {"words": "dsc 40", "first": "mc:1000", "second": "mc:1000", "games": "1000000", "compute": "1"}
    page = site.get(path, params=asked)
    assert page.headers["refresh"] == "1"
    end = re.search(r'<a class="button" href="([^"]+)">End it</a>', page.text)
    assert end
    ended = site.get(f"{path}{unescape(end[1])}")
    assert "refresh" not in ended.headers
    assert "It was ended after" in ended.text
    assert "It is not at work" in site.get(path, params=asked | {"end": "1"}).text


def test_no_form_has_a_field_of_the_pages_own() -> None:
    assert not [form for form in forms().values() if END in {field.name for field in form.fields}]
