"""Marks that tests of several folders share."""

import pytest
from numba import config

compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too long without compiled kernels")
