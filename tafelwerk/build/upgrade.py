"""Files of the format before this one, whose rows do not say which build they are of: it is found by the builds' parameters."""

import re
from collections.abc import Sequence

from tafelwerk.tables.layout import BUILD, Table, identifier
from tafelwerk.tables.metadata import EVIDENCE, Build, contents

BUILDS = f"(SELECT ('0x' || left(digest, 13))::UBIGINT AS {BUILD}, * FROM old.meta.builds)"
"""SQL after FROM: the builds of such a file, attached as "old", with their numbers."""


def rows_with_build(family: str, table: Table, builds: Sequence[Build]) -> str:
    """SQL after FROM: the rows of a table of such a file, attached as "old", with the build that they are of.

    Where builds overlap it is the one with the best evidence; where only the better of two rows stayed, the one with the
    weakest, because the row does not tell which it was.
    """
    is_chosen = bool(table.together) or "error" in table.column_names
    by_evidence = sorted(builds, key=lambda one: (EVIDENCE.index(one.evidence), one.number))
    cases = []
    for build in reversed(by_evidence) if is_chosen else by_evidence:
        described = contents(family, build.parameters)
        if described is not None and table.name in described.rows:
            condition = re.sub(rf"\b{family}\.", "old.", described.rows[table.name])
            cases.append(f"WHEN {condition} THEN {build.number}::UBIGINT")
    number = f"CASE {' '.join(cases)} END" if cases else "NULL::UBIGINT"
    return f"(SELECT *, {number} AS {BUILD} FROM old.main.{identifier(table.name)})"
