"""skat in the museum: what a visitor reads of it, and what was found."""

from tafelwerk.museum import Finding, Room

ROOMS = (
    Room(
        family="skat",
        name="skat",
        title="Skat",
        about="Three players, thirty-two cards: one plays against two.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
)

FINDINGS = (
    Finding(
        room="skat",
        name="lost-game-won",
        is_first=True,
        title="A lost game of Skat was won",
        question="What did each card of a real game cost?",
        query="SELECT points, start FROM skat.games WHERE name = 'kupferschmid-6' AND won AND start < 61",
        sentence="In this recorded game the declarer won with {points} points; with best play by all three from the first"
        " card he would have had {start}.",
        command="tafelwerk skat games kupferschmid-6",
        figure="",
        rows={"name": "kupferschmid-6"},
    ),
)
