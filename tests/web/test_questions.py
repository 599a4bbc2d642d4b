"""Questions: each command that answers in JSON is a form, and its document is the one that --json prints."""

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest
from jsonschema import Draft202012Validator
from program import call
from starlette.testclient import TestClient
from web.asking import open_page
from web.conftest import POCKET

import tafelwerk
from tafelwerk.book import Book
from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError
from tafelwerk.families import KNOWN
from tafelwerk.tables.answers import document
from tafelwerk.web import answers
from tafelwerk.web.command_forms import LONGEST_VALUE, WITHHELD, Form, commands, form_of, forms
from tafelwerk.web.routes.question_pages import END
from tafelwerk.web.worker import command

SLOW = {
    ("skat", "bid"),
    ("skat", "discard"),
    ("skat", "card"),
    ("skat", "deals"),
    ("beams", "puzzle"),
    ("mastermind", "puzzle"),
}
"""Forms whose examples take seconds."""

WITHOUT_METHOD = {("games", "list")}
"""Commands that ask no question of a book."""

UNBUILT = {
    ("skat", "contracts"),
    ("skat", "hands"),
    ("skat", "models"),
    ("games", "position"),
    ("games", "explain"),
    ("games", "summary"),
}
"""Questions of which the pocket book answers no example: their pages say what to build."""

MOST_ALIKE = 3
"""Links of a page to itself that are followed of those that give the same fields: a board has one for every answer to it."""

LONG = re.compile(r"\?(variant=(6c10p$|6c6p&history|3c6p&patterns)|board=4x4&colors=4&history)")
"""Links to answers that take seconds; golden questions ask these commands."""

OPTION = re.compile(r"(?<![\w-])--[a-z]")

EXAMPLES = {
    family: (form, dict(form.examples[0]))
    for (family, name), form in reversed(forms().items())
    if form.examples and "compute" not in form.examples[0] and (family, name) not in SLOW
}.values()
"""An example of each family; tests/test_questions.py reads the line of every golden question."""


@pytest.fixture(scope="module")
def pocket_book() -> Iterator[Book]:
    with tafelwerk.open_book(POCKET) as book:
        yield book


def plain(document: object) -> object:
    """A document without what another run measures."""
    if isinstance(document, list):
        return [plain(part) for part in document]
    if isinstance(document, dict):
        return {name: plain(part) for name, part in document.items() if name not in ("seconds", "nodes")}
    return document


def test_every_command_with_json_is_a_form_or_withheld_with_a_reason() -> None:
    for family in KNOWN:
        for name, found, context in commands(family):
            has_json = any("--json" in param.opts for param in found.get_params(context))
            assert ((family, name) in forms()) == (has_json and f"{family} {name}" not in WITHHELD), (family, name)
    assert all(reason for reason in WITHHELD.values())
    known = {f"{family} {name}" for family in KNOWN for name, _, _ in commands(family)}
    assert known >= set(WITHHELD)
    assert not [form for form in forms().values() if END in {field.name for field in form.fields}]


def test_examples_are_command_lines_of_the_help() -> None:
    for form in forms().values():
        for example in form.examples:
            words = form.words(example)
            assert words[:2] == [form.family, form.name]
            assert shlex.split(form.line(example))[1:] == words
            assert form.values(form.line(example)) == example


@pytest.mark.parametrize(("form", "example"), EXAMPLES, ids=lambda part: getattr(part, "family", None))
def test_the_document_is_that_of_the_command_line_and_of_the_line_of_python(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, pocket_book: Book, form: Form, example: dict[str, str]
) -> None:
    printed = call("--book", POCKET, *form.words(example, "--json"))
    response = site.get(f"/api/{form.family}/{form.name}", params=example)
    assert (response.status_code == 200) == (printed.returncode == 0)
    answer = response.json()
    assert answer.get("exit_code", 0) == printed.returncode if isinstance(answer, dict) else not printed.returncode
    assert printed.returncode or plain(answer) == plain(json.loads(printed.stdout))
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    done, shown = command(form.words(example, "--json")), answers.answer(form.words(example))
    assert shown["code"] == done["code"] == printed.returncode
    assert printed.returncode or plain(shown["document"]) == plain(answer)
    if "python" not in done:
        assert done["code"] or (form.family, form.name) in WITHOUT_METHOD
        return
    code, method = 0, None
    try:
        method = eval(done["python"], {"book": pocket_book})
    except tafelwerk.TafelwerkError as error:
        code = int(error.exit_code)
    assert code == printed.returncode
    assert code or plain(json.loads(json_text(document(method)))) == plain(answer)


def test_a_value_has_a_limit_and_a_flag_is_one_or_nothing() -> None:
    form = form_of("dresher", "value")
    assert form.words({"n": "1" * LONGEST_VALUE})[2] == "1" * LONGEST_VALUE
    for values, said in (
        ({"n": "1" * (LONGEST_VALUE + 1)}, "n may have 4,000 characters, not 4,001"),
        ({"n": "-"}, "n cannot be read from standard input here"),
        ({"m": "1"}, "dresher value has no field 'm'"),
    ):
        with pytest.raises(InputError, match=said):
            form.words(values)
    flags = [(form, field) for form in forms().values() for field in form.fields if field.kind == "flag"]
    for form, field in flags:
        yes, no = (
            [word for word in form.words({field.name: value}) if word in (field.option, field.no)] for value in "10"
        )
        assert (yes, no) == (([], [field.no]) if field.no else ([field.option], []))
        with pytest.raises(InputError, match=f"{field.name} is 1 or 0, not 'maybe'"):
            form.words({field.name: "maybe"})
    assert len(flags) > 5


def test_a_page_has_the_lines_of_the_terminal_and_of_python_and_its_schema(site: TestClient) -> None:
    text = open_page(site, "/ask/dresher/value?n=11")
    assert f"<code>tafelwerk dresher value 11 --book {shlex.quote(str(POCKET))}</code>" in text
    assert re.search(f'tafelwerk.open_book\\((&#34;|"){POCKET}(&#34;|")\\)', text)
    assert "<code>book.dresher.value(n=11)</code>" in text
    assert 'href="/api/dresher/value?n=11"' in text
    schema = site.get("/api/dresher/value/schema").json()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(site.get("/api/dresher/value?n=11").json())
    assert 'href="/api/dresher/value/schema"' in text


def answer_of(text: str) -> str:
    """The part of a page that answers."""
    return text.partition('<section id="answer"')[2].partition("</section>")[0]


def said(html: str) -> str:
    """What is read of a part of a page, without command lines and the folded document."""
    return unescape(
        re.sub(r"<[^>]*>", " ", re.sub(r'<p class="command">.*?</p>|<dl.*</dl>', "", html, flags=re.DOTALL))
    )


@pytest.mark.parametrize("family", KNOWN)
def test_a_page_opens_with_an_example_and_its_answer_and_so_does_every_link(site: TestClient, family: str) -> None:
    """Of every question: no error, no empty form; a sentence first; no option's name; and each of its links to itself answers."""
    for form in (form for form in forms().values() if form.family == family):
        path = f"/ask/{family}/{form.name}"
        text = open_page(site, path)
        addresses = {path: text}
        alike = Counter[tuple[str, ...]]()
        of_main = text.partition("<main")[2]
        for address in dict.fromkeys(unescape(link) for link in re.findall(r'<a [^>]*href="(\?[^"]*)"', of_main)):
            fields = tuple(re.findall(r"[?&]([^=&]*)", address))
            if not LONG.match(address) and alike[fields] < MOST_ALIKE:
                alike[fields] += 1
                addresses[path + address] = open_page(site, path + address)
        for address, page in addresses.items():
            assert 'role="alert"' not in page, address
            answer = answer_of(page)
            sentence = re.search(r'^[^<]*aria-label="Answer">\s*<p class="sentence">(.*?)</p>', answer, re.DOTALL)
            is_missing = 'class="working"' in answer
            assert is_missing == (sentence is None), address
            assert sentence is None or len(said(sentence[1]).split()) > 2, address
            assert not OPTION.search(said(page.partition("<main")[2].partition("The same elsewhere")[0])), address
        is_empty = 'class="working"' in answer_of(text)
        assert is_empty == ((family, form.name) in UNBUILT), path
        assert form.title[0].isupper()
        assert form.title != form.name
        for field in form.fields:
            assert not OPTION.search(f"{field.label} {field.help}"), (path, field.name)
            assert field.label[0].isupper(), (path, field.label)
            assert re.search(rf'<label for="f-{field.name}">', text) or field.name == "lang", (path, field.name)


def test_a_question_is_asked_again_from_its_answer(site: TestClient) -> None:
    """By an answer of a table or a place of the board; and other questions with the same values, and the replay of a round."""
    text = open_page(site, "/ask/mastermind/next?game=4x6")
    (address,) = re.findall(r'href="(\?[^"]*AABC\+1%2C2)"', text)
    text = open_page(site, f"/ask/mastermind/next{unescape(address)}")
    assert "Next guess: ADAE. 84 codes left" in text
    assert 'href="/ask/mastermind/explain?game=4x6&amp;history=AABC+1%2C2"' in text
    text = open_page(site, "/ask/switching/move?order=3&moves=A5 C5 C3 A1")
    spots = sorted(re.findall(r'class="spot" aria-label="(\w+)"', text))
    assert " ".join(spots) == "A3 B2 B4 C1 D2 D4 E1 E3 E5"
    assert "moves=A5+C5+C3&amp;" not in text
    text = open_page(site, "/ask/switching/move?graph=Von;Nach%0AA;x%0Ax;B")
    assert '<p class="note">Line 1 is read as a header, nodes are Von and Nach.</p>' in text
    text = open_page(site, "/ask/skat/games?name=kupferschmid-1")
    (replay,) = re.findall('class="button" href="(/skat/[^"]*name=kupferschmid-1)"', text)
    assert "Next card" in open_page(site, replay)
    asymmetry = open_page(site, "/ask/montecarlo/asymmetry?moves=1,2&kind=informed&epsilon=0.32&heap=100")
    assert 'href="/ask/montecarlo/bias?moves=1%2C2&amp;kind=informed&amp;epsilon=0.32&amp;limit=100"' in asymmetry
    bid = open_page(site, "/ask/skat/bid?hand=CJ SJ CA CT C9 C8 DA DT HA H7&worlds=0")
    assert "/ask/skat/null?hand=" not in bid
    assert 'href="/ask/skat/score' not in bid


def test_a_form_that_was_just_opened_is_no_mistake(site: TestClient) -> None:
    """What is asked of it then may be."""
    for address, mistake in (("mastermind/next?", "history=7"), ("skat/score?lang=de", "&points=7")):
        text = open_page(site, f"/ask/{address}")
        assert 'class="error' not in text
        assert "<form" in text
        assert 'class="error' in open_page(site, f"/ask/{address}{mistake}", status=400)
