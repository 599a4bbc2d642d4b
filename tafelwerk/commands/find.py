"""`tafelwerk find`: commands, figures, tables, named queries and games by what is said of them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property
from math import log
from shlex import split
from typing import Annotated, Any, NamedTuple

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption
from tafelwerk.commands.output import answer
from tafelwerk.commands.progress import status
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.language import Language, in_german, speaking, translate
from tafelwerk.places import with_book
from tafelwerk.wording import join_words

app = App()

SHOWN = 30
"""Results, at most, that a person is shown; documents have all."""

FINDING = "surprise"
"""What is said of every finding."""

SYNONYMS = {
    "atlas": "offline static",
    "bid": "auction overbid",
    "blunder": "error mistake misplay",
    "board": "diagram",
    "break": "crack guess",
    "card": "trick",
    "chance": "odds probability",
    "cite": "bibliography citation doi reference",
    "compare": "knuth minimax parts",
    "deals": "dealing shuffle",
    "discard": "bury push",
    "doctor": "install installation setup",
    "errors": "blunder misplay mistake",
    "explain": "lesson steps why",
    "export": "database download excel latex pandas polars save spreadsheet",
    "fabian": "club league tournament",
    "figure": "chart diagram graph picture plot",
    "first": "opening start starting",
    "heap": "coins matches matchsticks sticks stones",
    "least": "best fewest worst",
    "leads": "lead opening",
    "left": "possible remaining",
    "luck": "fortunate lucky unlucky",
    "maximum": "worst",
    "mean": "average expected",
    "mixture": "equilibrium nash",
    "next": "advice best helper solver suggestion",
    "open": "double dummy",
    "perfect": "optimal unbeatable",
    "play": "ai beat bot computer opponent practice practise train",
    "plot": "presentation projector slides",
    "puzzle": "exercise problem quiz task",
    "rules": "explanation how instructions introduction learn lesson manual poster tutorial",
    "simulate": "confidence interval sampling",
    "serve": "browser web website webpage",
    "score": "count reckon settle",
    "sheet": "blank cheat classroom handout paper poster print template worksheet",
    "solve": "solution solver winner wins",
    "sql": "database query",
    "strategy": "algorithm method",
    "summary": "histogram simulate worst",
    FINDING: "astonishing counterintuitive curious finding findings paradox paradoxical unexpected",
    "tree": "decision diagram",
    "value": "evaluation worth",
    "verify": "certain certainty certificate check confidence evidence proof prove reproduce trust",
    "warm": "faster slow speed",
}
"""What people say who look for something, by the word that the program has for it."""

_STOP_WORDS = """
a an and any are as at be by can case do does for from get how i in into is it make me my of on one or show that the their this to
was what when where which who why will with you your
"""

STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that nothing must have beside others."""

KINDS = {
    "question": 1.0,
    "command": 1.0,
    "room": 0.9,
    "game": 0.9,
    "page": 0.9,
    "finding": 0.5,
    "figure": 0.4,
    "query": 0.25,
    "source": 0.2,
    "printed number": 0.2,
    "table": 0.2,
}
"""How much a kind of thing weighs: who asks in everyday words looks for a command or a game rather than for a table."""

GERMAN = {
    "build": "berechnen bauen",
    "beams next": "Strahl Strahlen Farbe Farben Tipp",
    "beams play": "Strahl Strahlen Farbe Farben Sechseck spielen",
    "beams puzzle": "Strahl Strahlen Rätsel",
    "cite": "zitieren Zitat Quelle Quellen Literatur",
    "dresher hider": "Zahlenraten Zahl Zahlen verstecken",
    "dresher play": "Zahlenraten Zahl Zahlen raten spielen",
    "dresher searcher": "Zahlenraten Zahl Zahlen suchen",
    "export": "exportieren speichern Datei",
    "mastermind compare": "Farbe Farben Strategie Strategien vergleichen Vergleich",
    "mastermind explain": "Farbe Farben erklären warum Glück",
    "mastermind next": "Farbe Farben Wort Wörter Wortliste Versuch Tipp raten",
    "mastermind play": "Farbe Farben Superhirn Wort Wörter Wortliste Galgenmännchen raten spielen",
    "mastermind puzzle": "Farbe Farben Rätsel",
    "minimax explain": "Stellung Stellungen Zug Züge erklären warum",
    "minimax grundy": "Haufen teilen",
    "minimax memory": "Gedächtnis Paar Paare Pärchen",
    "minimax nim": "Streichholz Streichhölzer Haufen wegnehmen",
    "minimax octal": "Haufen Kegel wegnehmen",
    "minimax play": "Drei gewinnt spielen",
    "minimax puzzle": "Drei gewinnt Rätsel",
    "minimax race": "Würfel würfeln Würfelspiel",
    "minimax solve": "Stellung Stellungen",
    "minimax subtraction": "Streichholz Streichhölzer Haufen wegnehmen",
    "minimax tictactoe": "Drei gewinnt Stellung Stellungen Kreuze Kreise Nullen",
    "minimax tree": "Baum Bäume Spielbaum Suchbaum",
    "montecarlo blunder": "Fehler",
    "montecarlo duel": "Wettrennen Zufall",
    "montecarlo errors": "Fehler",
    "montecarlo play": "Wettrennen spielen",
    "play": "spielen Spiel Spiele",
    "plot": "Abbildung Abbildungen Bild Bilder Diagramm zeichnen",
    "rules": "Regel Regeln Spielregeln Anleitung Plakat drucken ausdrucken",
    "schema": "Tabelle Tabellen Spalte Spalten",
    "search free": "Frage Fragen Suche",
    "serve": "Webseite Webseiten",
    "skat score": "abrechnen Abrechnung Spielwert Turnierpunkte Turnier Liga Spielliste",
    "sheet": "Arbeitsblatt Arbeitsblätter Kopiervorlage Plakat drucken ausdrucken",
    "sql": "Abfrage Abfragen Datenbank",
    "switching play": "Brücke Brücken Verbindung spielen",
    "switching solve": "Graphen Netz",
    "tables": "Tabelle Tabellen",
    "verify": "Beweis Beweise beweisen prüfen",
}
"""Words by which commands are looked for in German; those of Skat speak German themselves."""

_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Entry:
    """Something that can be found.

    Attributes:
        kind: as in `KINDS`.
        name: its name.
        title: what it is, a sentence.
        line: a command line to go on with.
        fields: what is said of it, folded, each with its weight: name, title, and the rest of the text, where the options of a
            command are, too.
    """

    def __init__(self, kind: str, name: str, title: str, line: str, more: str = "") -> None:
        self.kind, self.name, self.title, self.line = kind, name, title, line
        self.fields = ((6, fold(name)), (3, fold(title)), (1, fold(more)))

    @cached_property
    def stems(self) -> tuple[tuple[int, frozenset[str]], ...]:
        """The stems of the words of each field, with the field's weight."""
        return tuple((weight, frozenset(map(stem, _WORD.findall(text)))) for weight, text in self.fields)

    def weight_of_stems(self, stems: Iterable[str]) -> int:
        """Weight of the fields that have one of these stems."""
        alternatives = frozenset(stems)
        return sum(weight for weight, own in self.stems if not own.isdisjoint(alternatives))

    def weight_of_part(self, word: str) -> int:
        """Weight of the fields that have a word within longer words."""
        return sum(weight for weight, text in self.fields if word in text)


_WORD = re.compile(r"\d+\.\d+|[^\W_]+")
_ENDING = re.compile(r"(?<=\w\w)(?:ings?|ers?|ed|es|(?<!s)s|e)$")
_DOUBLE = re.compile(r"([bdfgklmnprtz])\1$")


@cache
def stem(word: str) -> str:
    """What a folded word has in common with its other forms: bid of bids and bidding, solv of solve and solver."""
    return _DOUBLE.sub(r"\1", _ENDING.sub("", word.removesuffix("ies") + "y" * word.endswith("ies")))


def synonym_stems(word: str) -> tuple[str, ...]:
    """The stems of a word and of what the program calls it."""
    own = stem(word)
    return (own, *(stem(name) for name, words in SYNONYMS.items() if own in map(stem, words.split())))


def fold(text: str) -> str:
    """A text as it is compared: in lower case, with umlauts as two letters."""
    return text.casefold().translate(_FOLDED)


Rank = tuple[bool, int, float]
"""Whether the words are the name, how many of them are whole words, and a sum of weights, larger for what is said seldom."""


class Hits(NamedTuple):
    """What fits search words.

    Attributes:
        ranks: the entries, with how well they fit.
        lacking: the words that the entries do not have.
        has_all: whether one has all words.
    """

    ranks: Mapping[Entry, Rank]
    lacking: Sequence[str]
    has_all: bool


def search(entries: Sequence[Entry], words: Sequence[str]) -> Hits:
    """What has the folded words: as they are, with another ending, within longer words, or as the program calls it.

    Stop words only add to the rank. Where nothing has all others, what has the most of them fits, if that is half of them, and
    what has the rarest ones: those that are said seldom.
    """
    terms = [word for word in words if word not in STOP_WORDS] or words
    as_words = {word: {entry: entry.weight_of_stems(synonym_stems(word)) for entry in entries} for word in words}
    as_parts = {term: {entry: entry.weight_of_part(term) for entry in entries} for term in terms}
    rarity = {word: log(1 + len(entries) / (1 + sum(map(bool, as_words[word].values())))) for word in words}
    terms_of = {entry: [term for term in terms if as_words[term][entry] or as_parts[term][entry]] for entry in entries}
    rarities = {entry: sum(rarity[term] for term in own) for entry, own in terms_of.items() if own}
    most, rarest = max(map(len, terms_of.values()), default=0), max(rarities.values(), default=0.0)
    is_most = most > 1 and 2 * most >= len(terms)
    ranks = {}
    for entry in rarities:
        if (len(terms_of[entry]) == most and is_most) or rarities[entry] == rarest:
            weight = sum(rarity[word] * 3 * as_words[word][entry] for word in words)
            weight += sum(rarity[term] * as_parts[term][entry] for term in terms)
            is_name = fold(entry.name) == " ".join(words)
            ranks[entry] = (is_name, sum(bool(as_words[term][entry]) for term in terms), KINDS[entry.kind] * weight)
    lacking = [term for term in terms if not any(term in terms_of[entry] for entry in ranks)]
    return Hits(ranks, lacking, most == len(terms))


@app.command()
def find(
    context: typer.Context,
    book: BookOption,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS",
            help="Words or parts of words, in any form; what has all of them, as whole words, comes first.",
        ),
    ],
    json: JsonOption = False,
) -> None:
    """Find commands, questions, figures, tables, named queries and games by words that name or describe them, the best first.

    Everyday words are understood, too, and words that commands are looked for in German.

    Example: tafelwerk find entropy

    Example: tafelwerk find hard mode

    Example: tafelwerk find Grundy period --json
    """
    with status("searching"):  # all texts are read first
        others = [*_english_entries(), *_printed_numbers({*" ".join(words).split()})]
        entries = [*_entries_of_speech(context), *others]
    terms = [term for text in words for word in fold(text).split() for term in _terms(word, entries)]
    if not terms:
        raise InputError("give words to find, such as: tafelwerk find entropy")
    with status("searching"):
        german = {word for text in GERMAN.values() for word in fold(text).split()}
        hits = Hits({}, terms, has_all=False) if german & {*terms} else search(entries, terms)
        if hits.lacking:
            with speaking(Language.GERMAN):
                german_entries = [*_entries_of_speech(context), *others]
            german_hits = search(german_entries, terms)
            if len(german_hits.lacking) < len(hits.lacking):
                # an answer is in one language, and most titles are in English alone
                english = dict(zip(german_entries, entries, strict=True))
                ranks = {english[entry]: rank for entry, rank in german_hits.ranks.items()}
                hits = german_hits._replace(ranks=ranks)
    if not hits.ranks and not json:
        raise InputError(
            f"nothing is called {in_quotes(' '.join(words))} or says so; give fewer words or parts of them, or: tafelwerk --help"
        )
    results = [
        {"kind": entry.kind, "name": entry.name, "title": entry.title, "line": with_book(entry.line, book)}
        for entry in sorted(hits.ranks, key=lambda entry: hits.ranks[entry], reverse=True)
    ]
    answer(json, {"results": results}, lambda: _layout(results, hits))


_PRINTED = re.compile(r"([^\W\d_]+\()[\w,;]+\)")


def _terms(word: str, entries: Sequence[Entry]) -> list[str]:
    """The terms of a word without blanks: a printed name such as DSC(10) is one, or DSC( if nothing names that game, and hand-out
    if the program knows it as one."""
    if printed := _PRINTED.fullmatch(word):
        return [word if any(entry.weight_of_part(word) for entry in entries) else printed[1]]
    words = _WORD.findall(word)
    joined = "".join(words)
    return [joined] if len(synonym_stems(joined)) > 1 else words


def _layout(results: list[dict[str, str]], hits: Hits) -> Any:
    from tafelwerk.commands.output import command_table, with_heading

    rows = [(result["kind"], result["line"], result["title"]) for result in results[:SHOWN]]
    count = f"{len(results)} found"
    if not hits.has_all:
        lacking = f", without {join_words([*hits.lacking], last='or')}" if hits.lacking else ""
        count = f"nothing has all of these words; {len(results)} come{'s' * (len(results) == 1)} nearest{lacking}"
    if len(results) > SHOWN:
        count += f", the best {SHOWN} of them; more words find fewer, --json has all"
    return with_heading(count, command_table(("what", "to go on", "title"), rows, 1))


def _entries_of_speech(context: typer.Context) -> Iterator[Entry]:
    """Commands, rooms and further pages of games, whose texts are in the current language."""
    from tafelwerk.museum import rooms, starts_of

    yield from _commands(context)
    for room in rooms():
        text = " ".join((*room.also, *map(translate, (*room.rules, *room.example))))
        title = f"{translate(room.title)}: {translate(room.about)}"
        yield Entry("room", room.name, title, f"tafelwerk rules {room.name}", text)
        for starts in filter(None, (starts_of(game) for game, _ in room.games)):
            for address, page in starts.pages:
                title = f"{translate(starts.title)}: {translate(page)} (/{address})"
                yield Entry("page", f"/{address}", title, "tafelwerk serve", text)


def _english_entries() -> Iterator[Entry]:
    """Everything else that can be found."""
    from tafelwerk.commands.schema import described_tables
    from tafelwerk.families import FAMILIES
    from tafelwerk.museum import findings, rooms
    from tafelwerk.named_queries import named_queries
    from tafelwerk.play.games import all_games
    from tafelwerk.plots.figure import all_figures
    from tafelwerk.tables.bibliography import works

    for finding in findings():
        text = " ".join((FINDING, finding.question, *finding.story))
        title = f"{finding.title} (figure {finding.figure})" if finding.figure else finding.title
        yield Entry("finding", finding.name, title, finding.command, text)
    titles = {name: _titles(room.name) for room in rooms() for name, _ in room.games}
    for game in all_games():
        yield Entry("game", game.name, game.task, game.line, titles.get(game.name, ""))
    for name, figure in all_figures(FAMILIES).items():
        yield Entry("figure", name, figure.title, f"tafelwerk plot {name}", figure.texts)
    for described in described_tables(None):
        if "table" in described:
            columns = " ".join(f"{column['column']} {column['comment'] or ''}" for column in described["columns"])
            name = described["table"]
            yield Entry("table", name, described.get("comment") or "", f"tafelwerk schema {name}", columns)
    for query in named_queries().values():
        if query.statement:  # a figure is in the list already
            yield Entry("query", query.name, query.title, f"tafelwerk sql --query {query.name}", query.statement)

    for work in works():
        yield Entry("source", work.key, work.text, f"tafelwerk cite {work.key}")


def _printed_numbers(numbers: Set[str]) -> Iterator[Entry]:
    """The places where sources print these numbers."""
    from tafelwerk.tables.published import printed_numbers

    for family, number in printed_numbers():
        if number.printed in numbers:
            title = f"{number.place}: {number.source.value}"
            yield Entry("printed number", number.printed, title, f"tafelwerk published {family}")


def _titles(room: str) -> str:
    """The titles of a room's findings."""
    from tafelwerk.museum import findings

    return " ".join(finding.title for finding in findings() if finding.room == room)


def _commands(context: typer.Context) -> Iterator[Entry]:
    """The commands of the program and of its families; those that ask a question are questions."""
    from tafelwerk.commands.help_page import first_sentence, split_help
    from tafelwerk.families import KNOWN
    from tafelwerk.tables.questions import kinds

    root: Any = context.find_root().command
    questions_of_rooms = _questions_of_rooms()
    for name in root.list_commands(context):
        command = root.get_command(None, name)
        own = {name: command} | {f"{name} {below}": each for below, each in getattr(command, "commands", {}).items()}
        questions = {f"{name} {kind.name}" for kind in kinds(name)} if name in KNOWN else set[str]()
        for path, each in own.items():
            if path == "find":
                continue
            paragraphs, examples = split_help(each.help or "")
            title = first_sentence(paragraphs[0]) if paragraphs else ""
            line = examples[0] if examples else f"tafelwerk {path} --help"
            kind = "question" if path in questions else "command"
            options = [
                f"{param.name} {param.help or ''}" for param in each.params if not getattr(param, "hidden", False)
            ]
            also = [GERMAN.get(path, "")] if in_german() else questions_of_rooms.get(path, ())
            yield Entry(kind, path, title, line, " ".join((*paragraphs, *examples, *options, *also)))


def _questions_of_rooms() -> Mapping[str, Sequence[str]]:
    """What visitors of rooms ask first, by the command that answers."""
    from tafelwerk.museum import rooms

    questions: dict[str, list[str]] = {}
    for room in rooms():
        for line, question in room.asks:
            questions.setdefault(" ".join(split(line)[1:3]), []).append(question)
    return questions
