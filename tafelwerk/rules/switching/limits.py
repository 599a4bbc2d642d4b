"""How large the numbers of agents and samples may be."""

from fractions import Fraction

from tafelwerk.errors import InputError

MOST_AGENT_PLAYOUTS = 1_000_000

MOST_SWEEPS = 1000

LEAST_TEMPERATURE, MOST_TEMPERATURE = Fraction(1, 10**6), Fraction(10**6)

MOST_GAMES = 10_000_000
"""Games of a sample."""


def check_sweeps(sweeps: int) -> None:
    """Raise InputError unless it is from 1 to MOST_SWEEPS."""
    if not 1 <= sweeps <= MOST_SWEEPS:
        raise InputError(f"sweeps are 1 to {MOST_SWEEPS}, not {sweeps}")


def check_temperature(temperature: Fraction) -> None:
    """Raise InputError unless it is 0, or from LEAST_TEMPERATURE to MOST_TEMPERATURE."""
    if temperature != 0 and not LEAST_TEMPERATURE <= temperature <= MOST_TEMPERATURE:
        raise InputError(
            f"a temperature is 0, or from {float(LEAST_TEMPERATURE)} to {float(MOST_TEMPERATURE):.0f}, not {temperature}"
        )
