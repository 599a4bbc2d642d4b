"""Colour and width where output is no terminal: --color, FORCE_COLOR, NO_COLOR, COLUMNS."""

from program import call, on_pseudo_terminal, on_terminal

BOLD = "\x1b["


def is_coloured(*words: str, **env: str) -> bool:
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


def test_who_decides() -> None:
    for before, after, env, expected in WHO:
        assert is_coloured(*before, "play", *after, TERM="xterm-256color", **env) is expected, (before, after, env)
    # what follows --help is not read
    assert is_coloured("minimax", "octal", "--color", "always", "--help", TERM="xterm-256color")
    # it is forced where the terminal names none
    assert is_coloured("play", "--color", "always", TERM="dumb")
    assert not is_coloured("play", "--json", "--color", "always")
    begun = ("--color", "always", "play", "mastermind")
    assert "41m A " in call(*begun, stdin="AABB\nquit\n", TERM="xterm-256color").stdout


def test_a_terminal_without_colour(tmp_path: object) -> None:
    assert BOLD in on_pseudo_terminal("play", columns=80, book=tmp_path)
    assert BOLD not in on_terminal("play", "--color", "never", columns=80, book=tmp_path)


def test_columns_fold_a_pipe() -> None:
    assert max(map(len, call("schema").stdout.splitlines())) > 120
    assert max(map(len, call("schema", COLUMNS="60").stdout.splitlines())) <= 60
    assert call("schema", COLUMNS="wide").stdout == call("schema").stdout == call("schema", COLUMNS="0").stdout
