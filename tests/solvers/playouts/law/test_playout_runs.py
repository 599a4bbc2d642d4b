"""What a curve of duels costs, and which numbers of playouts are worth runs."""

from tafelwerk.solvers.playouts.law.playout_runs import LONGEST_RUN_K, is_dense, operations


def test_runs_are_for_many_close_numbers() -> None:
    ks = range(1, 101)
    assert is_dense(ks, 3, 1000)
    assert not is_dense(ks, 2, 1000)
    assert not is_dense(range(1, 10), 3, 1000)
    assert not is_dense([5 * k for k in ks], 3, 1000)
    assert not is_dense([LONGEST_RUN_K + k for k in ks], 3, 1000)
    assert not is_dense(ks, 3, 10**7)


def test_work_grows() -> None:
    ks, rivals = list(range(1, 11)), [2 * k for k in range(1, 11)]
    assert operations(10, ks, rivals) < operations(20, ks, rivals)
    assert operations(10, ks, rivals) < operations(10, [100 * k for k in ks], [100 * k for k in rivals])
    assert operations(10, ks, rivals) < operations(10, [*ks, 11], [*rivals, 22])
    assert operations(10, [10**12], [10**12], pairs=True) < operations(10, [10**12], [10**12])
