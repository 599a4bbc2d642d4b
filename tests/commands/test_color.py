"""Colour and width where output is no terminal: --color, FORCE_COLOR, NO_COLOR, COLUMNS."""

import pytest
from program import call, on_pseudo_terminal

BOLD = "\x1b["


def coloured(*words: str, **env: str) -> bool:
    done = call(*words, **env)
    assert (done.returncode, done.stderr) == (0, "")
    return BOLD in done.stdout


WHO = (
    ((), (), {}, False),
    (("--color", "always"), (), {}, True),
    ((), ("--color", "always"), {}, True),
    ((), ("--color=always",), {}, True),
    (("--color", "never"), ("--color", "always"), {}, True),
    ((), (), {"FORCE_COLOR": "1"}, True),
    ((), (), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ((), ("--color", "always"), {"NO_COLOR": "1"}, True),
    ((), ("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ((), ("--color", "auto"), {"FORCE_COLOR": "1"}, True),
    ((), (), {"FORCE_COLOR": ""}, False),
)


@pytest.mark.parametrize("words", [("play",), ("minimax", "octal", "--help")])
def test_who_decides(words: tuple[str, ...]) -> None:
    for before, after, env, expected in WHO:
        # what follows --help is not read
        line = (*words[:-1], *after, words[-1]) if "--help" in words else (*words, *after)
        assert coloured(*before, *line, TERM="xterm-256color", **env) is expected, (before, after, env)


def test_colour_is_forced_where_the_terminal_names_none() -> None:
    assert coloured("play", "--color", "always", TERM="dumb")
    assert coloured("play", "--color", "always", TERM="unknown")


def test_json_and_boards() -> None:
    assert not coloured("play", "--json", "--color", "always")
    game = ("mastermind", "play", "--pegs", "2", "--colors", "3", "--seed", "1", "--color", "always")
    assert "41m A " in call(*game, stdin="AA\nquit\n", TERM="xterm-256color").stdout
    begun = ("--color", "always", "play", "mastermind")
    assert "41m A " in call(*begun, stdin="AABB\nquit\n", TERM="xterm-256color").stdout


def test_a_terminal_without_colour(tmp_path: object) -> None:
    assert BOLD in on_pseudo_terminal("play", columns=80, book=tmp_path)
    assert BOLD not in on_pseudo_terminal("play", "--color", "never", columns=80, book=tmp_path)


def test_columns_fold_a_pipe() -> None:
    assert max(map(len, call("schema").stdout.splitlines())) > 120
    for columns in (60, 80, 120):
        assert max(map(len, call("schema", COLUMNS=str(columns)).stdout.splitlines())) <= columns
    assert call("schema", COLUMNS="wide").stdout == call("schema").stdout == call("schema", COLUMNS="0").stdout
