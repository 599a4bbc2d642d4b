"""Breaks command lines wider than the terminal into several lines that a shell reads as one."""

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""")
_STEP = 2


def copyable(example: str, width: int) -> list[str]:
    r"""A command line over as many lines as it needs: each but the last ends with a `\`, which shells join.

    Args:
        example: the command line.
        width: columns of a line.

    Returns:
        The lines. An option stays next to its value if both fit; a wider quoted text is broken at a blank.
    """
    lines: list[str] = []
    parts = _parts(_TOKEN.findall(example), width - 2 * _STEP)
    for end, part in enumerate(parts, 1):
        room = width if end == len(parts) else width - _STEP  # for the ` \` behind it
        if lines and len(lines[-1]) + 1 + len(part) <= room:
            lines[-1] += f" {part}"
            continue
        if lines:
            lines[-1] += " \\"
        lines += _broken(part, width - _STEP, " " * _STEP if lines else "")
    return lines


def _parts(tokens: Sequence[str], width: int) -> list[str]:
    """Words of a command line, options together with their values."""
    parts: list[str] = []
    for token in tokens:
        before = parts[-1] if parts else ""
        if before.startswith("--") and " " not in before and token[0] != "-" and len(before) + len(token) < width:
            parts[-1] = f"{before} {token}"
        else:
            parts.append(token)
    return parts


def _broken(part: str, width: int, indent: str) -> list[str]:
    """A part of a command line; if it is too wide, its quoted text is broken at blanks."""
    quote = next((sign for sign in part if sign in "\"'"), "")
    if len(indent) + len(part) <= width or not quote:
        return [indent + part]
    end = " \\" if quote == '"' else ""  # within '...' a line break stays one
    lines, line = [], indent
    for word in part.split(" "):
        if line.strip() and len(line) + 1 + len(word) > width:
            lines.append(line + end)
            line = word
        else:
            line += (" " if line.strip() else "") + word
    return [*lines, line]
