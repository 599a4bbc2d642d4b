"""search in the museum: what a visitor reads of it, and what was found."""

from tafelwerk.museum import Finding, Room

ROOMS = (
    Room(
        family="search",
        name="search",
        title="Search models",
        about="Find one of many things by questions with several answers.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
)

FINDINGS: tuple[Finding, ...] = ()
