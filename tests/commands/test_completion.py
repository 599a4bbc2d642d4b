"""Values that a shell completes, asked as a shell asks for them."""

import re
from pathlib import Path

from program import Runs, build_here, call, run
from typer.main import get_command

import tafelwerk
from tafelwerk.commands.completion import _known_in
from tafelwerk.commands.families import build_app, family_app
from tafelwerk.families import KNOWN
from tafelwerk.plots.figure import figures

POCKET = Path(tafelwerk.__file__).parent / "pocket"


def complete(line: str, shell: str = "bash", by: Runs = call, **extra: str) -> list[str]:
    """What Tab offers at the end of a line."""
    words = line.split(" ")
    asked = {"_TAFELWERK_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    if shell == "zsh":
        asked = {"_TAFELWERK_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    done = by(**asked, **extra)
    assert done.stderr == ""
    return done.stdout.split()


LINES = (Path(__file__).parent / "completions.txt").read_text(encoding="utf-8").splitlines()
VALUES = [
    *((line, values.split()) for line, _, values in (line.partition(" => ") for line in LINES[1:])),
    ("tables ", list(KNOWN)),
    ("plot search-", [name for name in figures("search") if name.startswith("search-")]),
]


def test_values_of_options_and_arguments() -> None:
    for line, values in VALUES:
        assert complete(f"tafelwerk {line}") == values, line


def test_zsh_is_told_the_same() -> None:
    for line, values in VALUES[::3]:
        told = "\n".join(complete(f"tafelwerk {line}", "zsh")).partition("((")[2]
        first = values[0].replace(":", "\\\\:")
        assert re.findall(r'^"([^"]+)"', told, re.MULTILINE)[:1] == [first], line


def test_the_installed_program_completes() -> None:
    assert complete("tafelwerk plot search-", "zsh", by=run) == complete("tafelwerk plot search-", "zsh")


def test_an_option_that_is_completed_by_name_means_one_thing_in_its_family() -> None:
    """What stands for its values, wherever it is an option; games of Skat are contracts in some commands."""
    for family in KNOWN:
        groups = [get_command(app) for app in (family_app(family), build_app(family))]
        commands = [command for group in groups for command in (group, *getattr(group, "commands", {}).values())]
        for option in (key for key in _known_in(family) if key.startswith("--")):
            metavars = {param.metavar for command in commands for param in command.params if option in param.opts}
            assert len(metavars - {"CONTRACT"}) == 1, (family, option, metavars)


def test_names_of_word_lists_come_from_the_book(tmp_path: Path) -> None:
    words, book = tmp_path / "words.txt", tmp_path / "book"
    words.write_text("crane\nslate\nstone\n")
    game = ("--codes", words, "--score", "wordle", "--name", "mine", "--strategy", "h1")
    done = build_here("build", "mastermind", *game, "--book", book)
    assert done.returncode == 0, done.stderr
    assert complete(f"tafelwerk --book {book} mastermind next --name ") == ["mine"]
    assert complete(f"tafelwerk mastermind next --book {book} --name m") == ["mine"]
    assert complete(f"tafelwerk build mastermind --force --jobs 2 --book {book} --name m") == ["mine"]
    assert complete(f"tafelwerk --book {tmp_path} mastermind next --name ") == []


def test_names_of_played_games_come_from_the_pocket_book_too() -> None:
    names = complete("tafelwerk skat games kupfer", TAFELWERK_POCKET=str(POCKET))
    assert names == [f"kupferschmid-{number}" for number in range(1, 10)]
    assert complete("tafelwerk skat replay FILE kupfer", TAFELWERK_POCKET=str(POCKET)) == []
