"""The direction of imports, as the contracts in pyproject.toml state it."""

import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_no_room_imports_against_the_direction() -> None:
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run(
        [program, "--config", "pyproject.toml", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout
