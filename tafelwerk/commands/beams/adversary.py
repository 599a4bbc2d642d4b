"""`tafelwerk beams adversary`: the game in which the codemaker chooses, too."""

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.beams.words import Chosen, app
from tafelwerk.commands.choosing import ShowTreesOption, choice_shown
from tafelwerk.tables.beams import questions


@app.command()
@asks
def adversary(chosen: Chosen, ask: Ask, show_trees: ShowTreesOption = False) -> Text:
    """The codemaker chooses, too: value of the game of codemaker and codebreaker, and an optimal choice of codes.

    The codemaker chooses a code, the breaker a strategy; the breaker pays the queries and the wrong fields of a guess. Codes of
    one class, which symmetries of the board and permutations of the colours map to each other, have equal chances; a class is
    named by its first code. A code is never worth hiding if it costs an optimal breaker less than the value.

    Example: tafelwerk beams adversary --variant 3c6p

    Example: tafelwerk beams adversary --board 3x3 --colors 3 --show-trees --json
    """
    name = chosen.name
    found = ask(questions.adversary, name, show_trees)
    return lambda: choice_shown(f"Beams {name}", "queries and wrong fields", found)
