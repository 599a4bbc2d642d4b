"""Values that a shell completes, asked as a shell asks for them."""

import subprocess
from pathlib import Path

import pytest
from program import PROGRAM, call, environment

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.plots.figure import figures
from tafelwerk.rules.beams.board import VARIANTS


def completed(line: str, shell: str = "bash") -> list[str]:
    """What Tab offers at the end of a line."""
    words = line.split(" ")
    asked = {"_TAFELWERK_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    if shell == "zsh":
        asked = {"_TAFELWERK_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    env = environment(**asked)
    done = subprocess.run([PROGRAM], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("tables ", FAMILIES),
        ("verify s", [name for name in FAMILIES if name.startswith("s")]),
        ("plot search-", [name for name in figures("search") if name.startswith("search-")]),
        ("export dresher.g", ["dresher.games"]),
        ("export --all out --family se", ["search"]),
        ("export minimax.grundy --format b", ["bfile"]),
        ("cite dresher.g", ["dresher.games"]),
        ("cite search-", [name for name in figures("search") if name.startswith("search-")]),
        ("schema dresher.g", ["dresher.games"]),
        ("beams next --variant ", VARIANTS),
        ("build beams --variant 6", [name for name in VARIANTS if name.startswith("6")]),
        ("beams next --tie ", ["lex-c", "lex-d", "mix"]),
        ("mastermind next --tie ", ["lex", "mix"]),
        ("mastermind next --strategy h", ["h0", "h0.5", "h1", "h2", "hinf"]),
        ("skat solve --game g", ["grand"]),
        ("skat solve --declarer ", ["forehand", "middlehand", "rearhand"]),
        ("skat bid --position m", ["middlehand"]),
        ("switching duel --cut h", ["heuristic"]),
        ("montecarlo duel --first p", ["perfect"]),
        ("minimax solve tictactoe-w", ["tictactoe-wild", "tictactoe-wild-misere"]),
        ("play mas", ["mastermind"]),
    ],
)
def test_values_of_options_and_arguments(line: str, values: list[str]) -> None:
    assert completed(f"tafelwerk {line}") == list(values)


def test_zsh_is_told_the_same() -> None:
    assert any("6c3p" in word for word in completed("tafelwerk beams next --variant 6c3", "zsh"))


def test_names_of_word_lists_come_from_the_book(tmp_path: Path) -> None:
    words, book = tmp_path / "words.txt", tmp_path / "book"
    words.write_text("crane\nslate\nstone\n")
    game = ("--codes", words, "--score", "wordle", "--name", "mine", "--strategy", "h1")
    done = call("build", "mastermind", *game, "--jobs", "1", "--book", book)
    assert done.returncode == 0, done.stderr
    assert completed(f"tafelwerk --book {book} mastermind next --name ") == ["mine"]
    assert completed(f"tafelwerk mastermind next --book {book} --name m") == ["mine"]
    assert completed(f"tafelwerk --book {tmp_path} mastermind next --name ") == []
