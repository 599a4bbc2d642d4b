"""dresher in the museum: what a visitor reads of it, and what was found."""

from tafelwerk.museum import Finding, Room

ROOMS = (
    Room(
        family="dresher",
        name="dresher",
        title="Dresher's guessing game",
        about="One player hides a number, the other guesses and hears higher or lower.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
)

FINDINGS = (
    Finding(
        room="dresher",
        name="johnson",
        title="One of Johnson's conjectures fails",
        question="Are the hider's chances as simple as they look?",
        query="SELECT count(*) FILTER (NOT double_rule) AS against, count(*) AS games, min(n) FILTER (NOT double_rule) AS"
        " first FROM dresher.conjectures WHERE n >= 5 HAVING against > 0",
        sentence="In Dresher's game the hider's chance of the number 1 was conjectured to be twice that of 2; in"
        " {against} of the {games} stored games with five numbers or more it is not, for the first time with {first}.",
        command="tafelwerk dresher explain 5",
        figure="dresher-conjectures",
    ),
)
