"""montecarlo in the museum: what a visitor reads of it, and what was found."""

from tafelwerk.museum import Finding, Room

ROOMS = (
    Room(
        family="montecarlo",
        name="crash-race",
        title="The crash race",
        about="Two players race on a short track; whoever enters a field that is taken loses.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
)

FINDINGS = (
    Finding(
        room="crash-race",
        name="more-thinking",
        is_first=True,
        title="More thinking can hurt",
        question="Does a player who thinks longer play better?",
        query="SELECT k, rival, 100 * mean AS share FROM montecarlo.dsc_duels WHERE n = 10 AND k = 200 AND rival = 2 * k"
        " AND mean > 0.5",
        sentence="In the crash race DSC(10), a Monte-Carlo agent with {k} playouts per move beats the same agent with"
        " {rival} in {share:.1f} % of the games.",
        command="tafelwerk montecarlo duel dsc 10 --k 200",
        figure="montecarlo-2.11",
        rows={"n": 10, "k": 200},
    ),
    Finding(
        room="crash-race",
        name="unlimited-playouts",
        title="Unlimited playouts can lose a won position",
        question="Does a player who may think for ever play perfectly?",
        query="SELECT blunder FROM montecarlo.subtraction_games WHERE moves = '1,2' AND overshoot = 'wins' AND blunder IS"
        " NOT NULL",
        sentence="Who may take one or two tokens loses a won heap of {blunder}, however many random playouts judge the"
        " moves.",
        command="tafelwerk montecarlo blunder subtraction --moves 1,2",
        figure="montecarlo-2.14",
        rows={"moves": "1,2"},
    ),
)
