"""Chains of far expiries, whose discount is to be told from their pairs."""

import random

from chains import GRID, chain_input, priced, quote


def far_cases():
    """Nothing is said of interest: the pairs are asked."""
    far = "2027-06-29T15:40:00+05:30"
    wide_grid = range(20000, 29500, 500)
    terms = {"rate": None, "expiryInstant": far}
    told = priced(25444, wide_grid, rate=0.055, expiry=far, half_spread=2)
    yield "discount", chain_input(told, **terms)
    yield "discount-of-none", chain_input(priced(25444, wide_grid, expiry=far, half_spread=2), **terms)
    yield "discount-near", chain_input(priced(24060, GRID), rate=None)
    yield "discount-of-five-pairs", chain_input(priced(25444, range(23500, 26000, 500), rate=0.055, expiry=far), **terms)
    dice = random.Random(60)
    rough = [
        {**row, "call": {**row["call"], "ltp": row["call"]["ltp"] + dice.randint(-300, 300), "bid": 0, "ask": 0}} for row in told
    ]
    yield "discount-of-rough-prices", chain_input(rough, **terms)
    stale = [
        {**row, "put": quote(0, 0, row["put"]["ltp"] * 2, 30)} if i in (3, 11, 16) else row for i, row in enumerate(told)
    ]
    yield "discount-past-stale-puts", chain_input(stale, **terms)
    dear = priced(25444, wide_grid, rate=0.2, expiry=far, half_spread=2)
    yield "discount-too-dear", chain_input(dear, **terms)
    free = priced(25444, wide_grid, rate=-0.03, expiry=far, half_spread=2)
    yield "discount-above-one", chain_input(free, **terms)
    dense = priced(24800, range(21000, 28600, 100), rate=0.08, expiry="2026-12-29T15:40:00+05:30", half_spread=1)
    yield "discount-of-the-nearest-forty", chain_input(dense, rate=None, expiryInstant="2026-12-29T15:40:00+05:30")
    # Interest comes in between 45 and 75 days to expiry.
    for days, expiry in ((45, "2026-10-03"), (48, "2026-10-06"), (55, "2026-10-13"), (69, "2026-10-27"), (76, "2026-11-03")):
        instant = f"{expiry}T15:40:00+05:30"
        coming = priced(24400, range(22000, 27000, 100), rate=0.1, expiry=instant, half_spread=0.5)
        yield f"discount-at-{days}-days", chain_input(coming, rate=None, expiryInstant=instant)
