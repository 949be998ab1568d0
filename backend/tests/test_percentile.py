"""The cases that frontend/src/core/percentile.test.ts has: one definition."""

from mmscope.core.percentile import median, percentiles


def test_the_median_of_an_even_number_is_the_lower_of_the_two_in_the_middle() -> None:
    assert median([196, 9.5, 70.7, 13.7]) == 13.7
    assert median([2, 1]) == 1
    assert median([3, 1, 2]) == 2


def test_of_few_values_the_99th_is_the_greatest_of_a_hundred_the_last_but_one() -> None:
    hundred = [float(n) for n in range(1, 101)]
    assert percentiles([5, 7, 6], (99,)) == (7,)
    assert percentiles(hundred, (99, 100)) == (99, 100)
    assert percentiles([*hundred, 101], (50, 99)) == (51, 100)
    assert percentiles(hundred, range(1, 101)) == tuple(hundred)
