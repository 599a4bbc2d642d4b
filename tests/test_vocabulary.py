"""One word per idea in the options of all commands; old words are understood, and shown nowhere."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from shlex import split

import pytest
import typer.main
from program import call

from reference.commands import CommandPage, commands
from reference.options import Idea, Use, uses, vocabulary
from tafelwerk.cli import PROGRAM, root
from tafelwerk.commands.old_names import OLD_NAMES, current_name, with_current_names
from tafelwerk.errors import ExitCode
from tafelwerk.web.command_forms import form_of

OLD_LINES = {
    'skat bid --hand "CJ SJ CA CT C9 C8 DA DT HA H7" --position rearhand --worlds 0': "--seat",
    'skat discard --cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9" --worlds=0 --count=2': "--most",
    'skat solve --deal "CJ CA | SJ CT | HJ C7" --game clubs --declarer forehand --played "CA CT HJ"': "--history",
    "skat deals --random 2 --seed 7 --cards 5": "--deals --cards-each",
    "skat games --limit 2": "--most",
    "skat hands --dealt --position forehand": "--declarer",
    'minimax tree --game tictactoe --position "XO.X.O..." --alpha-beta --order natural --depth 1': "--at --ordering --levels",
    'switching move --order 3 --moves "A5 C5 C3 A1"': "--history",
    "beams bitset --variant 3c6p --first 2": "--most",
    "skat --lang de puzzle --seed 1 --cards 3": "--cards-each",
    "build skat --match 2 --players pimc:3,pimc:2,random --dry-run": "--agents",
    "skat match --auto 1 --players pimc:1,random,random --seed 3 --jobs 1": "--deals --agents",
}
"""Command lines of version 0.1, each with today's names of the options that are called otherwise."""


@cache
def known_ideas() -> tuple[Idea, ...]:
    return tuple(vocabulary())


@cache
def options_in_use() -> tuple[Use, ...]:
    return tuple(uses())


@cache
def pages() -> tuple[CommandPage, ...]:
    return tuple(commands())


def test_every_option_of_every_command_has_its_idea() -> None:
    known = {(idea.option, label) for idea in known_ideas() for label in idea.labels}
    for use in options_in_use():
        named = [name for name in use.names if (name, use.label) in known]
        assert len(named) == 1, (
            f'{PROGRAM} {use.command} {use.names[0]}, "{use.label}": not in reference/options.txt. Is the idea there under '
            "another word? Then give the option that name, or begin its help as the others do; otherwise add it"
        )
    in_use = {(name, use.label) for use in options_in_use() for name in use.names}
    assert known <= in_use, "reference/options.txt has what no command takes any more"


def test_an_idea_has_one_word_and_a_word_one_idea_or_a_reason() -> None:
    entries = Counter((idea.option, label) for idea in known_ideas() for label in idea.labels)
    assert [entry for entry, count in entries.items() if count > 1] == []
    assert [text for text, count in Counter(idea.text for idea in known_ideas()).items() if count > 1] == []
    by_option = {option: [idea for idea in known_ideas() if idea.option == option] for option, _ in entries}
    by_label = {label: [idea for idea in known_ideas() if label in idea.labels] for _, label in entries}
    for word, ideas in (*by_option.items(), *by_label.items()):
        assert sum(not idea.reason for idea in ideas) <= 1, f"{word}: {len(ideas)} ideas or words, and no reason why"
    assert known_ideas() == tuple(sorted(known_ideas(), key=lambda idea: idea.option))


def test_old_names_stand_in_no_help() -> None:
    met = set()
    for command in pages():
        options = dict.fromkeys(name for option in command.options for name in option.names)
        met |= {(old, new) for old in OLD_NAMES if (new := current_name(old, options)) != old}
        words = [command.text, *(option.text for option in command.options), *command.examples]
        for word in re.findall(r"(?<![\w-])--[a-z-]+", " ".join(words)):
            assert current_name(word, options) == word, f"{command.path}: {word} is {current_name(word, options)} today"
    assert {old for old, _ in met} == OLD_NAMES.keys(), "every old name is that of an option"


def test_old_names_are_understood(small_book: object) -> None:
    for line, names in OLD_LINES.items():
        words = split(line)
        path = [word for word in words if word not in ("--lang", "de")][: 1 if words[0] == "serve" else 2]
        command = typer.main.get_command(root)
        for word in path:
            below = command.get_command(None, word) if hasattr(command, "list_commands") else None  # type: ignore[arg-type]
            command = below or command
        options = {name: param for param in command.params for name in param.opts}
        today = with_current_names(words, options)
        assert {*names.split()} <= {word.partition("=")[0] for word in today}, today
        old, new = (call(*said, TAFELWERK_BOOK=str(small_book)) for said in (words, today))
        assert old.returncode != ExitCode.BAD_INPUT, old.stderr
        assert (old.returncode, without_progress(old.stderr)) == (new.returncode, without_progress(new.stderr))
        assert without_seconds(old.stdout) == without_seconds(new.stdout), line


def without_progress(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.endswith(" left")]


def without_seconds(text: str) -> str:
    return re.sub(r"[0-9.,]+ (?:m?s|seconds)\b", "", text)


@pytest.mark.parametrize(
    ("form", "given", "today"),
    [
        (("skat", "bid"), {"position": "rearhand", "hand": "CJ"}, {"seat": "rearhand", "hand": "CJ"}),
        (("switching", "move"), {"moves": "A5", "order": "3"}, {"history": "A5", "order": "3"}),
        (("montecarlo", "bias"), {"moves": "1,2", "limit": "9"}, {"moves": "1,2", "limit": "9"}),
    ],
)
def test_addresses_with_old_names_lead_to_the_same_answers(
    form: tuple[str, str], given: dict[str, str], today: dict[str, str]
) -> None:
    assert form_of(*form).with_current_names(given) == today


def test_what_looks_like_an_old_name_and_is_a_value_stays() -> None:
    options = {"--history": object(), "--name": object()}
    words = ["--name", "--moves", "--moves", "A5", "--", "--moves"]
    assert with_current_names(words, options)[:4] == ["--name", "--history", "--history", "A5"]
    flags = {"--history": type("Flag", (), {"is_flag": False}), "--name": type("Flag", (), {"is_flag": False})}
    assert with_current_names(words, flags) == ["--name", "--moves", "--history", "A5", "--", "--moves"]
    assert with_current_names(["kind", "--moves", "A5"], flags, is_group=True) == ["kind", "--moves", "A5"]


SEEDS_OF_NAMES = "part of the name of a build, which is the same for the same options"
SEEDS_OF_ROWS = "asks for the rows of a seed in the book"
FIXED_SEEDS = {
    "build montecarlo simulate": SEEDS_OF_NAMES,
    "build skat": SEEDS_OF_NAMES,
    "build switching": SEEDS_OF_NAMES,
    "montecarlo simulate": SEEDS_OF_ROWS,
    "switching duel": SEEDS_OF_ROWS,
    "skat shares": SEEDS_OF_ROWS,
    "skat points": SEEDS_OF_ROWS,
    "skat hands": SEEDS_OF_ROWS,
    "skat contracts": SEEDS_OF_ROWS,
    "beams curve": "curves are compared on the same preselection",
    "skat bench": "times are compared on the same deals",
}
"""Commands whose seed is not fresh by default, and why."""

DRAWN = {
    "beams simulate": "--variant 3c6p --strategy h1 --games 2",
    "montecarlo match": "dsc 4 --k 2 --games 2",
    "skat bid": '--hand "CJ SJ CA CT C9 C8 DA DT HA H7" --worlds 1',
    "skat card": '--hand "HJ CA C8 SA S9 HA HT H8 D9 D7" --game grand --declarer rearhand --seat forehand --worlds 2',
    "skat deals": "--deals 1",
    "skat discard": '--cards "CJ SJ CA CT CK DA DT HA H7 S7 S8 D9" --worlds 1 --most 1',
    "skat match": "--deals 1 --agents pimc:1,random,random --jobs 1",
    "minimax puzzle": "tictactoe",
    "switching puzzle": "",
    "beams puzzle": "--variant 3c6p",
    "mastermind puzzle": "3x4",
    "skat puzzle": "--cards-each 3",
    "sheet switching": "--order 3 -o board.svg",
    "sheet skat": "--limit 1 -o hand.svg",
    "sheet beams": "-o board.svg",
}
"""Arguments of commands that draw, with which they answer soon."""

FILED = {"skat replay", "verify", "games check"}
"""Commands that draw, and are tested with files of their own."""


def test_a_seed_is_fresh_by_default_or_there_is_a_reason() -> None:
    helps = {command.path.removeprefix(f"{PROGRAM} "): seed_help(command) for command in pages()}
    drawing = {path: text for path, text in helps.items() if text}
    fresh = {path for path, text in drawing.items() if re.search(r"Default: random", text)}
    assert drawing.keys() - fresh == FIXED_SEEDS.keys()
    play = {path for path in fresh if path.split()[-1] in ("play", "watch")}
    assert fresh - play == {*DRAWN, *FILED}, "a command that draws is tested for printing its seed"


def seed_help(command: CommandPage) -> str:
    return next((option.text for option in command.options if "--seed" in option.names), "")


@pytest.mark.parametrize("command", DRAWN)
def test_a_fresh_seed_is_printed_and_gives_the_same_again(command: str, tmp_path: Path) -> None:
    words = (*command.split(), *split(DRAWN[command]))
    first = call(*words, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    page = "".join(re.sub("<[^>]*>", " ", file.read_text(encoding="utf-8")) for file in tmp_path.glob("*.svg"))
    match = re.search(r"(?i)\bseed\s+(\d+)", " ".join(f"{first.stdout} {first.stderr} {page}".split()))
    assert match is not None, f"{first.stdout} {first.stderr}"
    again = call(*words, "--seed", match[1], cwd=tmp_path)
    assert without_seconds(again.stdout) == without_seconds(first.stdout)
