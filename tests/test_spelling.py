"""One spelling of a name: texts that Unicode holds for equal give the same answer wherever they enter."""

import asyncio
import inspect
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_nim import SOURCE
from program import answered, build_here, call, every_command
from skat_rounds import random_round
from wcwidth import iter_graphemes

from tafelwerk.commands import coercion
from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import Rules, normal_text, text_of
from tafelwerk.families.mastermind import next_query
from tafelwerk.families.mastermind import questions as mastermind
from tafelwerk.families.mastermind.game_files import read_matrix, read_words
from tafelwerk.families.skat.rules.round_log import read_round, write_round
from tafelwerk.families.switching.rules import parse
from tafelwerk.solvers.mastermind import word_problems
from tafelwerk.spelling import compose, compose_all, letters
from tafelwerk.web.guard import with_composed_query

LETTERS = ["é", "Ä", "Å", "\u212b", "Ω", "\u2126", "ṩ", "s\u0307\u0323", "가", "\u1100\u1161", "ñ", "a", "ß", "ﬁ", "x²"]
"""Letters with several spellings: marks in either order, a syllable of Korean, signs that are letters; and some with one."""

NAMES = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=3).map("".join)
FORMS: tuple[Callable[[str], str], ...] = (
    str,
    partial(normalize, "NFD"),
    partial(normalize, "NFC"),
    lambda text: text.replace("Å", "\u212b"),
)
SPELLINGS = st.sampled_from(FORMS)


@given(st.text())
def test_spellings_of_a_text_are_one(text: str) -> None:
    assert compose(normalize("NFD", text)) == compose(text) == normalize("NFC", text) == compose(compose(text))
    assert compose_all([(text,), {text: [text, 1, None]}]) == [
        (compose(text),),
        {compose(text): [compose(text), 1, None]},
    ]


VERBATIM = {
    *("sql statement", "serve game", "games game", "games name", "games names", "build games name"),
    *("minimax tree source", "sheet games name"),
}
"""Parameters that are not composed: a statement of SQL, and what may be the path of a file."""


def test_every_word_of_the_command_line() -> None:
    """Every parameter that is text is composed, but for those listed; paths never are."""
    typed = normalize("NFD", "Ä")
    texts, verbatim = 0, set()
    for names, command in every_command():
        context = command.make_context("test", [], resilient_parsing=True)
        for param in command.get_params(context):
            process = vars(param).get("process_value")
            kind = process.args[1] if process is not None else None
            if kind is Path:
                assert coercion._single(param, Path, typed, compose) == Path(typed)
            if kind not in (str, list[str]):
                continue
            spell = process.args[2]
            texts += 1
            if spell(typed) == typed:
                verbatim.add(f"{' '.join(dict.fromkeys((names[0], *names[1:][: names[0] != 'games'])))} {param.name}")
            else:
                assert spell(typed) == "Ä"
    assert texts > 200
    assert verbatim == VERBATIM


@given(st.data())
def test_a_graph_has_one_node_per_name(data: st.DataObject) -> None:
    """Each name of each line in a spelling of its own."""
    nodes = ["A", "B", *data.draw(st.lists(NAMES, min_size=1, max_size=4))]
    pairs = [("A", nodes[2]), (nodes[2], "B")]
    pairs += data.draw(st.lists(st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)), max_size=6))
    lines = [f"{data.draw(SPELLINGS)(one)} {data.draw(SPELLINGS)(other)}" for one, other in pairs]
    graph = parse("\n".join(lines))
    assert graph == parse("\n".join(f"{normalize('NFC', one)} {normalize('NFC', other)}" for one, other in pairs))
    for number, name in enumerate(graph.names):
        assert graph.edges(data.draw(SPELLINGS)(name)) == [number]


@given(st.sets(NAMES.map(compose), min_size=2, max_size=5), st.lists(SPELLINGS, min_size=10, max_size=10))
def test_words_of_a_list(
    tmp_path_factory: pytest.TempPathFactory, codes: set[str], forms: list[Callable[[str], str]]
) -> None:
    """Words from files and from Python, and the queries and answers typed."""
    spelled = [form(code) for form, code in zip(forms, sorted(codes), strict=False)]
    file = tmp_path_factory.mktemp("words") / "words.txt"
    file.write_text("\n".join(spelled), encoding="utf-8")
    assert [*read_words(file)] == sorted(codes)
    header = ",".join(["", *spelled])
    rows = [
        ",".join([word, *("=" if one == word else str(number) for number, one in enumerate(spelled))])
        for word in spelled
    ]
    file.write_text("\n".join([header, *rows]), encoding="utf-8")
    matrix = read_matrix(file)
    for problem in (
        word_problems.jotto(spelled),
        word_problems.from_table(spelled, spelled, matrix.cells),
        word_problems.from_table(*matrix),
    ):
        assert list(problem.codes) == sorted(codes)
        assert [next_query.query_index(problem, word) for word in spelled] == [*range(len(codes))]
    table = word_problems.from_table(["a", "b"], ["q"], [[forms[0]("Ä"), "ö"]])
    assert next_query.answer_index(table, forms[1]("Ä")) == table.labels.index("Ä")


@given(SPELLINGS, SPELLINGS)
def test_parameters_of_a_question(one: Callable[[str], str], other: Callable[[str], str]) -> None:
    """Python and the command line ask the same question, whatever the spelling."""
    asked = [mastermind.Next("words", "h1", f"{form('étude')} G---G; {form('Åse')} -") for form in (one, other)]
    assert asked[0] == asked[1]


@given(SPELLINGS, SPELLINGS)
def test_names_in_a_log(one: Callable[[str], str], other: Callable[[str], str]) -> None:
    done = random_round(1)
    logged = [done.with_record(form("Rundé"), (form("Ä"), "b", "c"), form("Öl")) for form in (one, other)]
    texts = [write_round(each) for each in logged] + [json.dumps(json.loads(write_round(logged[0])))]
    assert len({read_round(text).name for text in texts}) == 1
    assert read_round(texts[0]) == read_round(texts[1]) == read_round(texts[2])


class Letters:
    """Name the letters; the last one wins. Its texts are decomposed."""

    def start(self) -> str:
        return normalize("NFD", "ÄÖ")

    def moves(self, position: str) -> list[str]:
        return [normalize("NFD", letter) for letter in normalize("NFC", position)]

    def after(self, position: str, move: str) -> str:
        return normalize("NFD", normalize("NFC", position).replace(normalize("NFC", move), "") or "-")

    def outcome(self, position: str) -> int | None:
        return -1 if position == "-" else None


class Twice(Letters):
    """Two spellings of one move."""

    def moves(self, position: str) -> list[str]:
        return [normalize("NFD", "Ä"), "Ä"]


@given(SPELLINGS)
def test_a_game_of_your_own(form: Callable[[str], str]) -> None:
    rules = Rules(Letters())
    start = rules.start()
    assert (rules.text(start), list(rules.node(start).names)) == ("ÄÖ", ["Ä", "Ö"])
    assert text_of((form("Ä"), 1)) == '["Ä",1]' == normal_text(f'["{form("Ä")}", 1]') == normal_text('["A\\u0308", 1]')
    rules = Rules(Twice())
    with pytest.raises(InputError, match="has 'Ä' twice"):
        rules.node(rules.start())


def test_words_that_are_typed(tmp_path: Path) -> None:
    """In a game, and the names in a file: `test_every_word_of_the_command_line` has the others."""
    table = tmp_path / "table.csv"
    table.write_text(normalize("NFD", "q,été,île\nété,=,1\nîle,1,=\n"), encoding="utf-8")
    named = ("--name", "french", "--strategy", "h1", "--book", tmp_path / "book")
    assert build_here("build", "mastermind", "--matrix", table, *named).returncode == 0
    typed = normalize("NFD", "été\nquit\n")
    assert "1. été" in call("mastermind", "play", *named, "--seed", 1, stdin=typed).stdout
    graph = tmp_path / normalize("NFD", "Öl.txt")
    graph.write_text(f"A Ä\nÄ B\nA {normalize('NFD', 'Ä')}\n{normalize('NFD', 'Ä')} B\n", encoding="utf-8")
    moved = answered("switching", "move", "--graph", graph, "--moves", normalize("NFD", "A-Ä"))
    assert moved["question"]["moves"] == "A-Ä"


def test_moves_of_a_game_of_your_own(tmp_path: Path) -> None:
    file, book = tmp_path / "letters.py", tmp_path / "book"
    source = inspect.getsource(Letters).replace("normalize(", "unicodedata.normalize(")
    file.write_text(f"import unicodedata\n\n{source}", encoding="utf-8")
    answered("games", "solve", file, book=book)
    words = ("games", "play", file, "--seed", 1, "--history", "Ä", "--as", "second", "--book", book)
    assert "You win" in call(*words, stdin=normalize("NFD", "Ö\n")).stdout


@given(SPELLINGS, st.sampled_from(["/api/mastermind/next", "/play/mastermind", "/sql", "/api/sql/chart.json"]))
def test_addresses(form: Callable[[str], str], path: str) -> None:
    """A page sees one spelling, a statement stays as it is."""
    seen: list[Any] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        seen.append(parse_qsl(scope["query_string"].decode("ascii"), keep_blank_values=True))

    pairs = [("history", f"{form('étude')} G---G"), ("turn", ""), ("turn", form("Ä+b"))]
    scope = {"type": "http", "path": path, "query_string": urlencode(pairs).encode("ascii")}
    asyncio.run(with_composed_query(page)(scope, None, None))
    assert seen == [pairs if "sql" in path else compose_all(pairs)]


def test_sql_and_paths_stay_as_they_are(tmp_path: Path) -> None:
    typed = normalize("NFD", "é")
    (row,) = answered("sql", f"SELECT strlen('{typed}') - 1 AS n, 'é' = '{typed}' AS same", book=tmp_path)
    assert row == {"n": 2, "same": False}
    file = tmp_path / f"{typed}.py"
    file.write_text(SOURCE, encoding="utf-8")
    assert answered("games", "solve", file, book=tmp_path / "book")["value"] == "1"


def test_characters_that_stand_alone_are_what_the_library_says() -> None:
    """No list of them needs the library: between two letters each is one of its own."""
    codes = (*range(0x3000), *range(0x3000, 0x110000, 7))
    alone = [chr(code) for code in codes if not 0xD800 <= code < 0xE000 and len(letters(chr(code))) == 1]
    taken = [sign for sign in alone if letters(f"{sign}a") == f"{sign}a" and letters(f"a{sign}") == f"a{sign}"]
    assert len(taken) > 10_000
    assert all(len(list(iter_graphemes(f"a{sign}a"))) == 3 for sign in taken if sign.isalpha())
