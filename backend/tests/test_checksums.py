"""The columns of every sample, value for value as the browser has them: both are compared with one file."""

from checksums import ACCEPT, expected, kind_sum, samples, sums_of
from mmscope.core import TraceModule
from mmscope.settings import Settings


def test_the_columns_of_every_sample_are_those_of_the_browser(trace: TraceModule, usual: Settings) -> None:
    accepted = expected(usual.root)
    seen = dict(samples(usual.root))
    assert accepted.keys() == seen.keys(), f"other samples; to accept them: {ACCEPT}"
    for name, path in seen.items():
        found = sums_of(trace, usual, path)
        other = [
            kind
            for kind in accepted[name].keys() | found.keys()
            if accepted[name].get(kind) != kind_sum(found.get(kind, {}))
        ]
        assert not other, f"{name}: { ({k: found.get(k) for k in other}) }; to accept a change: {ACCEPT}"
