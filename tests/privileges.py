"""Permissions bind the root user too, once it has given up its right to pass over them."""

import ctypes
import os

_PR_CAPBSET_DROP = 24
_OVERRIDES = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def without_privileges() -> None:
    """For subprocess's preexec_fn: what is executed next has no override of file permissions."""
    if os.geteuid() == 0:
        library = ctypes.CDLL(None, use_errno=True)
        for capability in _OVERRIDES:
            if library.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "prctl")
