"""`tafelwerk skat models`: what a book says of its classifiers, and the module of weights that is written from it."""

import importlib.util
from pathlib import Path
from typing import Any

import duckdb
import pytest
from program import call, refused
from skat_books import BUILD, PLAYOUTS, TRIALS, learnt_book
from skat_questions import ask, read

from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.solvers.skat import shipped
from tafelwerk.solvers.skat.chances import Weights
from tafelwerk.solvers.skat.features import KINDS, OWN

COUNTS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return learnt_book(tmp_path_factory)


def rows(book: Path, statement: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(book / "skat.duckdb"), read_only=True) as connection:
        return connection.execute(statement).fetchall()


def loaded(module: Path) -> Weights:
    """The weights of a module that was written."""
    spec = importlib.util.spec_from_file_location("written", module)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    weights = found.shipped_weights()
    assert isinstance(weights, Weights)
    return weights


def test_document(book: Path) -> None:
    found = ask("models", book=book)
    assert (found["deals"], found["played"]) == (TRIALS, PLAYOUTS)
    assert (found["certainty"], found["source"]) == ("sampled", "book")
    columns = ("model", "game", "declarer", *COUNTS, "loss")
    stored = rows(book, f"SELECT {', '.join(columns)} FROM validations ORDER BY model, game, declarer")
    assert [tuple(one[column] for column in columns) for one in found["validations"]] == stored
    assert len(found["weights"]) == len(stored) == 54
    features = [
        (one["model"], one["game"], one["declarer"], *pair)
        for one in found["weights"]
        for pair in one["features"].items()
    ]
    wanted = "SELECT model, game, declarer, feature, weight FROM models ORDER BY model, game, declarer, place"
    assert features == rows(book, wanted)


def test_table(book: Path) -> None:
    text = read("models", book=book)
    for model in ("thesis", "open", "hidden"):
        ((right, games),) = rows(
            book,
            "SELECT sum(true_positives + true_negatives),"
            f" sum({' + '.join(COUNTS)}) FROM validations WHERE model = '{model}'",
        )
        (heading,) = (line for line in text.splitlines() if line.startswith(f"{model}: "))
        assert heading.endswith(f", {right} of {games} games told right")
    shown = [line.split() for line in text.splitlines() if line.startswith(tuple(Game))]
    stored = rows(
        book,
        f"SELECT game, declarer, {', '.join(COUNTS)}, loss FROM validations"
        " ORDER BY list_position(['thesis', 'open', 'hidden'], model), game, declarer",
    )
    assert shown == [[*map(str, row[:-1]), *([] if row[-1] is None else [f"{row[-1]:.3f}"])] for row in stored]
    assert f"trials of {TRIALS} deals" in text
    assert f"playouts of {PLAYOUTS}" in text


def test_weights_are_written_as_a_module(book: Path, tmp_path: Path) -> None:
    module = tmp_path / "shipped.py"
    module.write_bytes(Path(shipped.__file__).read_bytes())
    read("models", "--write", module, book=book)
    found = loaded(module)
    stored = {
        (one["model"], one["game"], one["declarer"]): tuple(
            float(f"{weight:.4g}") for weight in one["features"].values()
        )
        for one in ask("models", book=book)["weights"]
    }
    for game in Game:
        for seat in Seat:
            key = (KINDS[game], seat)
            assert found.open[key] == stored["open", game.value, seat.word]
            assert len(found.open[key]) == len(OWN[KINDS[game]])
            assert found.hidden[key] == stored["hidden", game.value, seat.word]
    # what stands before the weights stays, and writing again changes nothing
    text = module.read_text(encoding="utf-8")
    assert text.partition("_OPEN")[0] == Path(shipped.__file__).read_text(encoding="utf-8").partition("_OPEN")[0]
    assert max(map(len, text.splitlines())) <= 120
    read("models", "--write", module, book=book)
    assert module.read_text(encoding="utf-8") == text


def test_a_file_that_is_no_such_module(book: Path, tmp_path: Path) -> None:
    module = tmp_path / "other.py"
    module.write_text("OPEN = {}\n")
    error = refused(call("skat", "models", "--write", module, "--book", book), 2)
    assert error == f"error: {module} is no module of weights: it has no line '_OPEN = {{'"
    assert module.read_text() == "OPEN = {}\n"
    absent = tmp_path / "absent.py"
    error = refused(call("skat", "models", "--write", absent, "--book", book), 5)
    assert error == f"error: {absent} cannot be read: No such file or directory"
    assert not absent.exists()


def test_nothing_is_stored(tmp_path: Path) -> None:
    error = refused(call("skat", "models", "--book", tmp_path), 3)
    assert error == (
        f"error: models of hands: not in the book {tmp_path}; "
        f"build it with: tafelwerk build skat --trials 3000 --book {tmp_path}"
    )


def test_a_second_build_does_nothing(book: Path) -> None:
    before = (book / "skat.duckdb").stat().st_mtime_ns
    done = call(*BUILD, "--book", book)
    assert done.returncode == 0, done.stderr
    assert "nothing to do" in done.stdout + done.stderr, (done.stdout, done.stderr)
    assert (book / "skat.duckdb").stat().st_mtime_ns == before
