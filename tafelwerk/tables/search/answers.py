"""What the family's questions answer."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.question import Answer, answer
from tafelwerk.tables.search.models import Parts


@answer
class FreeTotal(Answer):
    """Free search, in queries. Floats are rounded to the nearest double.

    Attributes:
        total, mean: summed over all codes under perfect play, and per code.
        bound: log_width(codes), below which no mean lies.
        even: total of even splits.
        query: parts of an optimal first query, none for one code.
    """

    total: Fraction
    mean: float
    bound: float
    even: Fraction
    query: Parts


@dataclass(frozen=True, slots=True)
class RootQuery:
    """A query of the root model: codes of the free part, and the small parts."""

    rest: int
    small: Parts


@answer
class RootTotal(Answer):
    """The root model under a strategy, in queries. The mean is rounded to the nearest double.

    Attributes:
        total, mean: summed over all codes, and per code.
        strategy: as in the tables.
        query: the first query, None for one code.
    """

    total: Fraction
    mean: float
    strategy: str
    query: RootQuery | None
