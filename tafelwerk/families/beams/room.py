"""beams in the museum: what a visitor reads of it, and what was found."""

from tafelwerk.museum import Finding, Room

ROOMS = (
    Room(
        family="beams",
        name="beams",
        title="Beams",
        about="Coloured pieces hidden on a board are found by beams along its lines.",
        rules=(),
        picture="",
        shows="",
        example=(),
    ),
)

FINDINGS: tuple[Finding, ...] = ()
