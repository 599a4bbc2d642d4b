"""Long searches of kernels that an exception in the calling thread ends, such as that of Ctrl-C."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

INTERVAL = 0.25
"""Seconds after which an interrupt is noticed."""

T = TypeVar("T")


def interruptible(stopped: NDArray[np.int64], work: Callable[[], T]) -> T:
    """The result of kernels, which run in a thread of their own.

    Args:
        stopped: shape (1,): set to 1 by an exception in this thread; the kernels then return soon.
        work: calls the kernels.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while True:
                try:
                    return future.result(INTERVAL)
                except TimeoutError:
                    continue
        except BaseException:
            stopped[0] = 1
            raise
