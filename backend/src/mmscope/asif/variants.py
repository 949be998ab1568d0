"""What a run as if assumes, varied: the runs that a band is from."""

from collections.abc import Mapping
from itertools import product

from mmscope.core import ALL, CoreError, Driven, ParamValue, Tables


def variants_of(param: str, tables: Tables) -> list[str]:
    """Of an assumption, the one that a run takes by default first."""
    enum = tables.params[param].enum
    return [name for name in tables.enums[enum or ""] if name != ALL]


def variants(
    driven: Driven, tables: Tables, chosen: Mapping[str, str], seeds: int
) -> list[dict[str, ParamValue]]:
    """Tunables of each run: every variant of what is not chosen, and each seed where one is drawn.

    Raises CoreError for what is no assumption of this machine, or none of its variants.
    """
    known = [assumed.param for assumed in driven.assumed]
    for name, value in chosen.items():
        if name not in known:
            raise CoreError("range", f"“{name}” is nothing that is assumed here: say {' or '.join(known)}")
        if value != ALL and value not in variants_of(name, tables):
            words = ", ".join([ALL, *variants_of(name, tables)])
            raise CoreError("range", f"{name} is {words}, not “{value}”")
    values = [variants_of(name, tables) if chosen.get(name, ALL) == ALL else [chosen[name]] for name in known]
    drawn = {(assumed.param, assumed.drawn) for assumed in driven.assumed}
    return [
        {**dict(zip(known, run, strict=True)), "seed": seed}
        for run in product(*values)
        for seed in range(1, 1 + (seeds if drawn & set(zip(known, run, strict=True)) else 1))
    ]
