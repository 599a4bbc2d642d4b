"""minimax in the museum: what a visitor reads of it, and what was found."""

from tafelwerk.museum import Finding, Room

ROOMS = (
    Room(
        family="minimax",
        name="tic-tac-toe",
        title="Tic-tac-toe",
        about="Three in a row.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
    Room(
        family="minimax",
        name="heaps",
        title="Heap games",
        about="Take tokens from heaps, or split them; whoever cannot move loses.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
    Room(
        family="minimax",
        name="memory",
        title="Memory",
        about="Turn two cards, find pairs, remember what you saw.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
    Room(
        family="minimax",
        name="burnt-pancakes",
        title="Burnt pancakes",
        about="Sort a stack of pancakes by flipping the top of it.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
)

FINDINGS = (
    Finding(
        room="memory",
        name="learn-nothing",
        is_first=True,
        title="In Memory, the best move can be to learn nothing",
        question="Should one always turn an unknown card?",
        query="SELECT pairs, known FROM minimax.memory WHERE rule = 'pass' AND objective = 'gain' AND pairs = 9 AND known"
        " = 8 AND lead = 0 AND actions = ['pass']",
        sentence="With {pairs} pairs left, and one card known of {known} of them, the best move is to turn two cards that"
        " everybody has already seen.",
        command="tafelwerk minimax memory 9 8",
        figure="minimax-memory",
        rows={"rule": "pass", "objective": "gain", "pairs": 9},
    ),
    Finding(
        room="tic-tac-toe",
        name="order-of-moves",
        title="The order of moves decides",
        question="How much work does a good guess save?",
        query="SELECT min(nodes) FILTER (move_order = 'best first') AS best, min(nodes) FILTER (move_order = 'worst"
        " first') AS worst, min(nodes) FILTER (algorithm = 'minimax') AS every FROM minimax.node_counts WHERE game ="
        " 'tictactoe' AND (algorithm = 'minimax' OR move_order != 'natural') HAVING best IS NOT NULL AND every IS NOT NULL",
        sentence="All of tic-tac-toe has {every:,} nodes; alpha-beta visits {worst:,} with the worst order of moves,"
        " {best:,} with the best.",
        command="tafelwerk plot minimax-nodes",
        figure="minimax-nodes",
        rows={"game": "tictactoe"},
    ),
    Finding(
        room="heaps",
        name="late-period",
        title="A heap game that settles late",
        question="When does a heap game begin to repeat?",
        query="SELECT period, last_exception AS late FROM minimax.periods WHERE game = 'octal 0.127' AND proved",
        sentence="The Grundy values of the octal game 0.127 repeat with period {period}, but only beyond heap {late:,}.",
        command="tafelwerk minimax octal 0.127",
        figure="minimax-grundy",
        rows={"game": "octal 0.127"},
    ),
    Finding(
        room="burnt-pancakes",
        name="fourteen-flips",
        title="Fourteen flips",
        question="How many flips does the worst stack need?",
        query="SELECT greatest FROM minimax.games WHERE game = 'burnt-pancakes-7'",
        sentence="No stack of seven burnt pancakes needs more than {greatest} flips.",
        command="tafelwerk minimax solve burnt-pancakes-7",
        figure="minimax-pancakes",
        rows={"game": "burnt-pancakes-7"},
    ),
)
