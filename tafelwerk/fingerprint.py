"""What the solvers are, as a hash: kernels compiled from other sources must not be reused, and every build says what made it.

numba keys a cached kernel on its own file alone and returns stale code when a helper in another file changes, so the cache
folder carries the hash of all of them.
"""

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path


@cache
def solver_fingerprint() -> str:
    """Sixteen hexadecimal digits over the sources of the solvers and the versions of numba and numpy."""
    folder = Path(__file__).parent / "solvers"
    digest = hashlib.sha256()
    for package in ("numba", "numpy"):
        digest.update(f"{package}=={version(package)}\n".encode())
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def user_cache() -> Path:
    """The user's cache folder for Tafelwerk; not created."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tafelwerk"


def use_kernel_cache() -> None:
    """Point numba at the cache folder of this fingerprint; before numba is imported, unless the user chose a folder."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache() / solver_fingerprint()))
