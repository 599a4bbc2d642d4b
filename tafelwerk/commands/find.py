"""`tafelwerk find`: commands, figures, tables, named queries and games by what is said of them."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.frozen import frozen
from tafelwerk.language import Language, in_german, speaking, translate
from tafelwerk.places import with_book

app = App()

SHOWN = 30
"""Results, at most, that a person is shown; documents have all."""

ALSO = {
    "export": "excel spreadsheet spreadsheets",
    "mastermind compare": "knuth minimax entropy parts",
    "mastermind next": "codes left",
    "tables": "date dates",
    "sheet": "hand-out hand-outs handout handouts worksheet worksheets",
    "montecarlo watch": "more thinking can hurt",
}
"""Other words, of the README and of those who look for a command, by the command's name."""

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
    "mastermind explain": "Farbe Farben erklären warum",
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
    "montecarlo duel": "Wettrennen Zufall",
    "montecarlo play": "Wettrennen spielen",
    "play": "spielen Spiel Spiele",
    "plot": "Abbildung Abbildungen Bild Bilder Diagramm zeichnen",
    "rules": "Regel Regeln Spielregeln Anleitung",
    "schema": "Tabelle Tabellen Spalte Spalten",
    "search free": "Frage Fragen Suche",
    "serve": "Webseite Webseiten",
    "sheet": "Arbeitsblatt Arbeitsblätter Kopiervorlage drucken ausdrucken",
    "sql": "Abfrage Abfragen Datenbank",
    "switching play": "Brücke Brücken Verbindung spielen",
    "switching solve": "Graphen Netz",
    "tables": "Tabelle Tabellen",
    "verify": "Beweis Beweise beweisen prüfen",
}
"""Words by which commands are looked for in German; those of Skat speak German themselves."""

_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@frozen
class Entry:
    """Something that can be found.

    Attributes:
        kind: "question", "command", "figure", "table", "query" or "game".
        name: its name.
        title: what it is, a sentence.
        line: a command line to go on with.
        more: the rest of what is said of it, which is searched, too.
    """

    kind: str
    name: str
    title: str
    line: str
    more: str = ""

    def rank(self, words: Sequence[str]) -> tuple[bool, int, int] | None:
        """How well it fits, None if a word is nowhere.

        Returns:
            Whether the words are its name, how many of them it has as whole words (or their plurals) rather than as parts of
            words, and a sum to which a word of the name adds most, then one of the title.
        """
        name = fold(self.name)
        texts = {9: name, 3: fold(self.title), 1: fold(self.more)}
        parts = [sum(weight for weight, text in texts.items() if word in text) for word in words]
        if not all(parts):
            return None
        wholes = [sum(weight for weight, text in texts.items() if has_word(text, word)) for word in words]
        return name == " ".join(words), sum(map(bool, wholes)), 3 * sum(wholes) + sum(parts)


def fold(text: str) -> str:
    """A text as it is compared: in lower case, with umlauts as two letters."""
    return text.casefold().translate(_FOLDED)


def has_word(text: str, word: str) -> bool:
    """Whether a text has a word, or its plural, as a whole word; both folded."""
    return re.search(rf"(?<![^\W_]){re.escape(word)}(?:e?s)?(?![^\W_])", text) is not None


@app.command()
def find(
    context: typer.Context,
    book: BookOption,
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORDS", help="Words or parts of words; all must fit, whole words come first."),
    ],
    json: JsonOption = False,
) -> None:
    """Find commands, questions, figures, tables, named queries and games by words that name or describe them, the best first.

    Words that commands are looked for in German are understood, too.

    Example: tafelwerk find entropy

    Example: tafelwerk find null skat

    Example: tafelwerk find Grundy period --json
    """
    wanted = [fold(word) for given in words for word in given.split()]
    if not wanted:
        raise InputError("give words to find, such as: tafelwerk find entropy")
    german = {word for text in GERMAN.values() for word in fold(text).split()}
    ranks = {} if german & {*wanted} else _ranks(context, wanted)
    if not ranks:
        with speaking(Language.GERMAN):
            in_words = _ranks(context, wanted)
        # an answer is in one language, and most titles are in English alone
        entries = {(entry.kind, entry.name): entry for entry in _entries(context)} if in_words else {}
        ranks = {entries[entry.kind, entry.name]: rank for entry, rank in in_words.items()}
    if not ranks and not json:
        raise InputError(
            f"nothing is called {in_quotes(' '.join(words))} or says so; give fewer words or parts of them, or: tafelwerk --help"
        )
    results = [
        {"kind": entry.kind, "name": entry.name, "title": entry.title, "line": with_book(entry.line, book)}
        for entry in sorted(ranks, key=lambda entry: ranks[entry], reverse=True)
    ]
    answer(json, {"results": results}, lambda: _layout(results))


def _ranks(context: typer.Context, wanted: Sequence[str]) -> dict[Entry, tuple[bool, int, int]]:
    """What fits the words, with how well it does, in the current language."""
    return {entry: rank for entry in _entries(context) if (rank := entry.rank(wanted))}


def _layout(results: list[dict[str, str]]) -> Any:
    from tafelwerk.commands.output import command_table, with_heading

    rows = [(result["kind"], result["line"], result["title"]) for result in results[:SHOWN]]
    count = f"{len(results)} found"
    if len(results) > SHOWN:
        count += f", the best {SHOWN} of them; more words find fewer, --json has all"
    return with_heading(count, command_table(("what", "to go on", "title"), rows, 1))


def _entries(context: typer.Context) -> Iterator[Entry]:
    """Everything that can be found."""
    from tafelwerk.commands.schema import described_tables
    from tafelwerk.families import FAMILIES
    from tafelwerk.museum import findings, rooms
    from tafelwerk.named_queries import named_queries
    from tafelwerk.play.games import all_games
    from tafelwerk.plots.figure import all_figures

    yield from _commands(context)
    for room in rooms():
        said = " ".join((*room.also, *map(translate, (*room.rules, *room.example))))
        title = f"{translate(room.title)}: {translate(room.about)}"
        yield Entry("room", room.name, title, f"tafelwerk rules {room.name}", said)
    for finding in findings():
        yield Entry(
            "finding", finding.name, finding.title, finding.command, " ".join((finding.question, *finding.story))
        )
    titles = {name: _titles(room.name) for room in rooms() for name, _ in room.games}
    for game in all_games():
        yield Entry("game", game.name, game.task, game.line, titles.get(game.name, ""))
    for name, figure in all_figures(FAMILIES).items():
        yield Entry("figure", name, figure.title, f"tafelwerk plot {name}")
    for described in described_tables(None):
        if "table" in described:
            columns = " ".join(f"{column['column']} {column['comment'] or ''}" for column in described["columns"])
            name = described["table"]
            yield Entry("table", name, described.get("comment") or "", f"tafelwerk schema {name}", columns)
    for query in named_queries().values():
        if query.statement:  # a figure is in the list already
            yield Entry("query", query.name, query.title, f"tafelwerk sql --query {query.name}", query.statement)


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
    for name in root.list_commands(context):
        command = root.get_command(None, name)
        own = {name: command} | {f"{name} {below}": each for below, each in getattr(command, "commands", {}).items()}
        questions = {f"{name} {kind.name}" for kind in kinds(name)} if name in KNOWN else set[str]()
        for path, each in own.items():
            paragraphs, examples = split_help(each.help or "")
            title = first_sentence(paragraphs[0]) if paragraphs else ""
            line = examples[0] if examples else f"tafelwerk {path} --help"
            kind = "question" if path in questions else "command"
            also = GERMAN if in_german() else ALSO
            yield Entry(kind, path, title, line, " ".join((*paragraphs, *examples, also.get(path, ""))))
