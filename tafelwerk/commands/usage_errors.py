"""Usage errors: what was wrong with the words of a command line, what is meant, and where to read on."""

import re
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from shlex import quote
from typing import Any

import typer

from tafelwerk.commands.coercion import IS_RANGE
from tafelwerk.commands.common import Group, options_of
from tafelwerk.commands.help_page import main_name, split_help
from tafelwerk.commands.old_names import MEANINGS, MEANT_COMMANDS, bare_option, meaning_of
from tafelwerk.commands.output import rows_hint
from tafelwerk.errors import LONGEST_QUOTE, InputError, in_quotes, shorten
from tafelwerk.families import KNOWN
from tafelwerk.wording import join_words, near, suggestion

MOST_WORDS = 60
"""Words of a message of typer's."""

NEWCOMERS = ("help", "version")
"""Words with the meaning of --help and --version."""

SO_FAR = "--history"
"""The option that takes what was asked or played so far; words without an option are mostly meant for it."""

TAKES_FAMILY = frozenset({"FAMILY", "GAME", "WORDS"})
"""Placeholders of arguments for which a family's name may stand."""

TRUTH_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "0", "1"})

_LETTERS = r"[A-Z](,[A-Z])+"
_FILE = r"\S+\.[a-z]\w*"
_HAPPENED = r"\s|[A-Z]\d|\d\W"
"""A placeholder of several values; a file's name; what a word has that says what was asked or played, rather than something else
in the wrong place."""


def usage_text(error: typer.TyperException) -> str:
    """What was wrong with the words, what they may be, and where to read on."""
    message = " ".join(shorten(word, LONGEST_QUOTE) for word in error.format_message().split()[:MOST_WORDS])
    message = message.rstrip(".")
    message = message[:1].lower() + message[1:]
    missing: Sequence[Any] = getattr(error, "missing", ())
    if len(missing) > 1:
        message = _missing_text(missing)
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return message
    page = f"{ctx.command_path} --help"
    option = getattr(error, "option_name", "")
    if not option and (bare := bare_option(getattr(error, "given", ()), options_of(ctx.command, ctx))):
        return f"unexpected {in_quotes(bare[0])}; write: {bare[1]}; try: {page}"
    words = " ".join(getattr(error, "extra", ()))
    if words and len(missing) == 1 and missing[0].param_type_name == "option":
        option = main_name(missing[0])
        line = f'{ctx.command_path} {option} "{shorten(words, LONGEST_QUOTE)}"'
        return f"unexpected {in_quotes(words)}; it follows {option}: {line}; try: {page}"
    example = next(iter(split_help(ctx.command.help or "")[1]), "") if missing else ""
    if example:
        return f"{message}; as in: {example}; try: {page}"
    if isinstance(ctx.command, Group) and "no such command" in message:
        return _unknown_command(ctx, message.partition("'")[2].partition("'")[0], page)
    if "no such option" in message and (text := _answer_of_signs(ctx, error) or _unknown_option(ctx, option, page)):
        return text
    return _unexpected_words(ctx, message, error, page)


def _unknown_command(ctx: Any, word: str, page: str) -> str:
    """What may be meant by a word where a command's name is expected."""
    commands = ctx.command.list_commands(ctx)
    if not commands:
        return f"{ctx.command_path} takes no argument {in_quotes(word)}; try: {page}"
    if line := MEANT_COMMANDS.get(f"{ctx.info_name} {word}") or _in_program(ctx, word):
        return f"unknown command {in_quotes(word)}; it is: {line}"
    is_first = ctx.parent is None
    names = commands + (list(NEWCOMERS) if is_first else [])
    families = _in_families(ctx, word) if is_first else []
    games = _as_game(word, "" if is_first else ctx.info_name)
    known = "; ".join([*families, *games]) or suggestion(word, names, page)
    if not near(word, names) and not families and (is_first or not games):
        known += f"; or look for it: tafelwerk find {quote(word)}"
    return f"unknown command {in_quotes(word)}; {known}"


def _in_program(ctx: Any, word: str) -> str:
    """The line of a command of the program that is called behind a family's name, which it may take; "" if there is none."""
    if ctx.parent is None or ctx.parent.parent is not None or word not in ctx.parent.command.list_commands(ctx):
        return ""
    command = ctx.parent.command.get_command(None, word)
    known = set(command.list_commands(ctx.parent)) if isinstance(command, Group) else set()
    for param in command.params:
        if param.param_type_name == "argument" and TAKES_FAMILY & set(re.findall("[A-Z]+", param.metavar or "")):
            known.add(ctx.info_name)
    return f"tafelwerk {word} {ctx.info_name}" if ctx.info_name in known else f"tafelwerk {word}"


def _answer_of_signs(ctx: Any, error: Any) -> str:
    """Where an answer such as --Y-Y, which looks like an option, is written; "" for another word, or another command."""
    given = list(getattr(error, "given", ()))
    if not any(SO_FAR in param.opts for param in ctx.command.params):
        return ""
    for before, word in zip(["GUESS", *given], given, strict=False):
        if re.fullmatch(r"-[-GYB]*[GYB][-GYB]*", word, re.IGNORECASE):
            guess = "GUESS" if before.startswith("-") else before
            return f'{in_quotes(word)} is no option; an answer follows its guess behind {SO_FAR}: {SO_FAR} "{guess} {word}"'
    return ""


def _unknown_option(ctx: Any, option: str, page: str) -> str:
    """What may be meant by an option that a command does not have; "" where nothing more can be said."""
    if option == "--lang" and "skat" not in ctx.command_path:
        return f"{ctx.command_path} is in English; in German: tafelwerk skat COMMAND --lang de, tafelwerk rules skat --lang de"
    if isinstance(ctx.command, Group):
        owners = _owners(ctx, option)
        if owners or not near(option, [name for param in ctx.command.params for name in param.opts]):
            owner = owners[0] if len(owners) == 1 else "COMMAND"
            return f"{option} follows the command's name: {ctx.command_path} {owner} {option}"
    if option in ("-o", "--output", "--format") and (hint := output_hint(ctx, option)):
        return f"unknown option {in_quotes(option)}; {hint}"
    if not option.startswith("--") and option not in MEANINGS:
        return ""
    params = ctx.command.get_params(ctx)
    words = {word for param in params for word in (param.metavar, *param.opts)}
    name, sentence = meaning_of(option, words)
    if sentence:
        return f"unknown option {in_quotes(option)}; {sentence.format(ctx.command_path)}"
    options = [word for param in params for word in param.opts if word.startswith("--")]
    is_near = bool(near(name, options))
    joined = max((word for word in options if option.startswith(word)), key=len, default=option)
    if (
        name == option
        and (value := option.removeprefix(joined))
        and (value[0].isdigit() or (value[0].isalpha() and not is_near))
    ):
        return f"unknown option {in_quotes(option)}; write: {joined} {quote(value)}"
    owned = ""
    if not is_near and ctx.parent.parent is not None and (owners := _owners(ctx.parent, option)):
        owned = f"it belongs to: {ctx.parent.command_path} {join_words(owners, 4, 'or')}; "
    return f"unknown option {in_quotes(option)}; {owned}{suggestion(name, options, page)}"


def _option_before(ctx: Any, text: str) -> str:
    """The option that lacks before a text, by its first word in `OPTION_SYNONYMS` of the room of the command's family; or ""."""
    families = [word for word in ctx.command_path.split() if word in KNOWN]
    room = import_module(f"tafelwerk.families.{families[0]}") if families else None
    first_word = re.split(r"\W", text.lower())[0]
    option: str = getattr(room, "OPTION_SYNONYMS", {}).get(first_word, "")
    return option


def _unexpected_words(ctx: Any, message: str, error: Any, page: str) -> str:
    """A message about words that are too many or no value of an argument, and what they may be meant for."""
    bad, given = getattr(error, "param", None), getattr(error, "given", ())
    family = ctx.command_path.split()[1] if " " in ctx.command_path else ""
    if IS_RANGE in message and family in KNOWN:
        return f"{message}; for several, there are statements: tafelwerk sql --queries {family}"
    extra = re.sub(r"^.*got unexpected extra arguments?(?:\(s\))? \((.*)\)$|^.*$", r"\1", message, flags=re.DOTALL)
    if extra.lower() in TRUTH_WORDS:
        message += "; a flag such as --json takes no value"
    elif extra:
        usage = " ".join(param.metavar for param in ctx.command.params if param.param_type_name == "argument")
        what = f"takes {usage} alone, not" if usage else "takes no argument"
        message = f"{ctx.command_path} {what} {in_quotes(extra)}"
    if bad is not None and bad.param_type_name == "argument" and bad.nargs == 1:
        arguments = [param for param in ctx.command.params if param.param_type_name == "argument"]
        usage = " ".join(param.metavar if param.required else f"[{param.metavar}]" for param in arguments)
        message += f"; write: {ctx.command_path} {usage}" if " " in usage else ""
    options = {name for param in ctx.command.params for name in param.opts}
    if "--family" in options and extra in KNOWN:
        return f"unexpected {in_quotes(extra)}; a family follows --family: --family {extra}"
    words, triples = extra.split(), zip(given, given[1:], given[2:], strict=False)
    before = {option: value for option, value, word in triples if words[:1] == [word]}
    for param in ctx.command.params:
        name, metavar = main_name(param), param.metavar or ""
        if name in before and (sign := "," if "," in metavar else " " * (f'{name} "' in (ctx.command.help or ""))):
            value = quote(sign.join([before[name], *words]))
            return f"unexpected {in_quotes(extra)}; the value of {name} is one word: {name} {value}"
        if re.fullmatch(_LETTERS, metavar) and metavar.count(",") + 1 == len(words):
            return f"unexpected {in_quotes(extra)}; they follow {name}: {name} {','.join(words)}"
        if metavar == "FILE" and name.startswith("--") and name != "--output" and re.fullmatch(_FILE, extra):
            return f"unexpected {in_quotes(extra)}; a file follows {name}: {name} {quote(extra)}"
    if (name := _option_before(ctx, extra)) in options:
        return f'unexpected {in_quotes(extra)}; it follows {name}: {ctx.command_path} {name} "{extra}"; try: {page}'
    if "--queries" in given and extra:
        asked = quote(" ".join(word for word in given if not word.startswith("-")))
        return f"unexpected {in_quotes(extra)}; several words are one argument: {ctx.command_path} --queries {asked}"
    if "--heap" in options and extra.replace(" ", "").isdigit():
        heaps = " ".join(f"--heap {heap}" for heap in words)
        return f"unexpected {in_quotes(extra)}; heaps follow --heap: {heaps}"
    if "--only" in options and all(re.fullmatch(r"\w+=.+", word) for word in words) and words:
        conditions = " ".join(f"--only {quote(word)}" for word in words)
        return f"unexpected {in_quotes(extra)}; conditions follow --only: {conditions}"
    if "--strategies" in options and re.fullmatch(r"[a-z][\w. -]*", extra) and extra not in TRUTH_WORDS:
        return f"unexpected {in_quotes(extra)}; they follow --strategies: --strategies {','.join(words)}; try: {page}"
    if SO_FAR in options and re.search(_HAPPENED, extra) and extra.lower() not in TRUTH_WORDS:
        message = f'unexpected {in_quotes(extra)}; what was asked or played so far follows {SO_FAR}: {SO_FAR} "{extra}"'
    return f"{message}; try: {page}"


def _in_families(ctx: Any, word: str) -> list[str]:
    """Which families have a command that is called without a family, in a sentence; nothing if none has."""
    groups = ((name, ctx.command.get_command(None, name)) for name in ctx.command.list_commands(ctx))
    lines = [
        f"tafelwerk {name} {called}"
        for name, group in groups
        for called in {word, word.removesuffix("s")}
        if called in getattr(group, "commands", {})
    ]
    return [f"it follows a family's name: {join_words(lines, last='or')}"] if lines else []


def _as_game(word: str, family: str) -> list[str]:
    """How a game is played that is called as a command, and where its rules are; nothing if there is none, or none of the family
    behind whose name it is called.
    """
    from tafelwerk.museum import room_named
    from tafelwerk.play.games import game_named

    lines = []
    with suppress(InputError):
        line = game_named(word).line
        if not line.startswith(f"tafelwerk {family}"):
            return []
        lines.append(f"the game is played with: {line}")
        room_named(word)
        lines.append(f"its rules: tafelwerk rules {quote(word)}")
    return lines


def output_hint(ctx: Any, option: str) -> str:
    """Where pictures and rows of a family's answers are, for a command that writes none itself; "" for other commands."""
    from tafelwerk.families import FAMILIES

    family = ctx.command_path.split()[1]
    if family not in FAMILIES or isinstance(ctx.command, Group):
        return ""
    rows = rows_hint(ctx.command_path, "-o FILE.csv") if option == "--format" else ""
    return rows or f"figures: tafelwerk plot --list {family}; rows: tafelwerk sql --queries {family}"


def _missing_text(missing: Sequence[Any]) -> str:
    """Which parameters are missing, arguments first."""
    parts = []
    for kind in ("argument", "option"):
        names = [param.get_error_hint() for param in missing if param.param_type_name == kind]
        if names:
            parts.append(f"{kind}{'s' * (len(names) > 1)} {join_words(names)}")
    return f"missing {' and '.join(parts)}"


def _owners(ctx: Any, option: str) -> list[str]:
    """Names of a group's commands that have an option, all of the group's loaded."""
    group = ctx.command if ctx.parent is None else ctx.parent.command.make_command(None, ctx.info_name)
    commands = ((name, group.get_command(None, name)) for name in group.list_commands(None))
    return [name for name, command in commands if any(option in param.opts for param in command.params)]
