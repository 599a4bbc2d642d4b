"""Random numbers inside kernels: even, the same everywhere, a stream for every game."""

from collections import Counter

import numpy as np

from tafelwerk.solvers.machine.draws import WORDS, begin_stream, below, bring_forward, draw, drawn, scattered, unit


def test_draws_are_even() -> None:
    stream = np.zeros(WORDS, np.int64)
    begin_stream(12345, 7, stream)
    again = stream.copy()
    assert [draw(stream) for _ in range(4)] == [draw(again) for _ in range(4)]
    counts = np.bincount([below(stream, 10) for _ in range(20000)], minlength=10)
    assert len(counts) == 10
    # chi-squared with 9 degrees of freedom is above 30 with chance 0.0004
    assert float(((counts - 2000.0) ** 2 / 2000.0).sum()) < 30
    units = np.array([unit(stream) for _ in range(20000)])
    assert 0 <= units.min() < 0.001
    assert 0.999 < units.max() < 1
    assert abs(units.mean() - 0.5) < 0.01
    firsts = []
    for number in range(4000):
        begin_stream(1, number, stream)
        firsts.append(draw(stream) / 2**32)
    assert abs(np.mean(firsts) - 0.5) < 0.02
    assert abs(np.corrcoef(firsts[:-1], firsts[1:])[0, 1]) < 0.06


def test_draws_are_those_of_sfc32() -> None:
    """The recurrence in plain whole numbers."""
    a, b, c, counter = 9, 0, 3, 1
    stream = np.array([a, b, c, counter], np.int64)
    for _ in range(50):
        found = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ (b >> 9), (c * 9) % 2**32, ((c * 2**21 % 2**32 | c >> 11) + found) % 2**32
        assert draw(stream) == found


def test_some_of_many_are_drawn_evenly() -> None:
    """Three of six, 4000 times: each of the 20 sets about 200 times."""
    stream = np.zeros(WORDS, np.int64)
    begin_stream(9, 0, stream)
    items = np.arange(6, dtype=np.int32)
    counts: Counter[frozenset[int]] = Counter()
    for _ in range(4000):
        bring_forward(stream, items, 6, 3)
        assert sorted(items.tolist()) == list(range(6))
        counts[frozenset(items[:3].tolist())] += 1
    assert len(counts) == 20
    # chi-squared with 19 degrees of freedom is above 45 with chance 0.0007
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 45


def test_words_depend_on_number_and_seed_alone() -> None:
    numbers = np.arange(1000, dtype=np.int32)
    words = scattered(numbers, 7)
    assert len(set(words.tolist())) == 1000
    assert scattered(numbers[500:], 7).tolist() == words[500:].tolist()
    assert (scattered(numbers, 8) != words).all()
    # as by the function on whole numbers
    mixed = (1 * 0x9E3779B97F4A7C15) % 2**64 ^ 7
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> shift) * factor % 2**64
    assert words[0] == mixed ^ mixed >> 31


def test_scattered_bits_are_even() -> None:
    words = scattered(np.arange(20_000, dtype=np.int32), 2**64 - 1)
    shares = [(words >> np.uint64(bit) & np.uint64(1)).mean() for bit in range(64)]
    assert max(abs(share - 0.5) for share in shares) < 0.02


def test_draws_without_replacement() -> None:
    numbers = np.arange(0, 3000, 3, dtype=np.int32)
    some = drawn(numbers, 100, 1)
    assert len(set(some.tolist())) == 100
    assert set(some.tolist()) <= set(numbers.tolist())
    assert (np.diff(some) > 0).all()
    assert drawn(numbers, 100, 1).tolist() == some.tolist() != drawn(numbers, 100, 2).tolist()
    assert drawn(numbers, 1000, 1).tolist() == numbers.tolist()
