"""One implied volatility of a strike, from the prices of its call and its put."""

import random

from exact import black, implied_volatility, number
from mpmath import mp, mpf
from vector_files import case, vector_file

DAY = 1 / 365
MINUTE = 1 / (365 * 24 * 60)
# What parity leaves of a price in the money may be a tick of thousands of rupees: so many of a double's digits are lost.
PARITY = {"relative": 1e-9}

# id, forward, strike, years, discount, call, put, tick, a volatility near the answer (None: there is none).
EDGES = [
    ("out-of-the-money-call", 24060, 24500, 7 * DAY, 1, 38.4, 476.1, 0.05, 0.13),
    ("out-of-the-money-put", 24060, 23500, 7 * DAY, 1, 588.9, 29.95, 0.05, 0.13),
    ("at-the-forward-is-the-call's", 24060, 24060, 7 * DAY, 1, 160.2, 150, 0.05, 0.12),
    ("discounted", 24400, 25000, 300 * DAY, 0.948, 1105.3, 1673.6, 0.05, 0.14),
    ("call-alone-in-the-money", 24060, 23500, 7 * DAY, 1, 588.9, None, 0.05, 0.13),
    ("put-alone-in-the-money", 24060, 24500, 7 * DAY, 1, None, 478.4, 0.05, 0.13),
    ("alone-in-the-money-discounted", 24400, 25000, 300 * DAY, 0.948, None, 1673.6, 0.05, 0.14),
    ("price-of-zero-out-of-the-money", 24060, 24500, 7 * DAY, 1, 0, 478.4, 0.05, 0.13),
    ("prices-of-zero", 24060, 24500, 7 * DAY, 1, 0, 0, 0.05, None),
    ("price-below-zero", 24060, 24500, 7 * DAY, 1, -0.05, None, 0.05, None),
    ("no-price", 24060, 24500, 7 * DAY, 1, None, None, 0.05, None),
    ("no-forward", None, 24500, 7 * DAY, 1, 38.4, 476.1, 0.05, None),
    ("in-the-money-at-intrinsic", 24060, 23500, 7 * DAY, 1, 560, None, 0.05, None),
    ("in-the-money-below-intrinsic", 24060, 23500, 7 * DAY, 1, 512.35, None, 0.05, None),
    ("below-intrinsic-but-for-the-discount", 24400, 23000, 300 * DAY, 0.948, 1390, None, 0.05, 0.07),
    ("half-a-tick-left-over", 24060, 23500, 7 * DAY, 1, 560.025, None, 0.05, None),
    ("a-tick-left-over", 24000, 23000, 7 * DAY, 1, 1000.05, None, 0.05, 0.12),
    ("deep-in-the-money-call", 24060, 20000, 30 * DAY, 1, 4061.35, None, 0.05, 0.22),
    ("deep-in-the-money-put", 24060, 28000, 30 * DAY, 1, None, 3941.2, 0.05, 0.2),
    ("deep-in-the-money-beside-its-twin", 24060, 20000, 30 * DAY, 1, 4070, 1.35, 0.05, 0.22),
    ("least-price-far-out", 24060, 28000, 30 * DAY, 1, 0.05, 3941.2, 0.05, 0.15),
    ("one-minute-at-the-money", 24060, 24050, MINUTE, 1, 12.6, 2.4, 0.05, 0.12),
    ("one-minute-in-the-money-alone", 24060, 24050, MINUTE, 1, 12.6, None, 0.05, 0.12),
    ("one-minute-one-strike-away", 24060, 24100, MINUTE, 1, 0.05, 40.05, 0.05, 0.4),
    ("expired", 24060, 24050, 0, 1, 10, 0.05, 0.05, None),
    ("call-at-the-forward's-worth", 24060, 24500, 7 * DAY, 1, 24060, None, 0.05, None),
    ("put-at-the-strike's-worth", 24060, 23500, 7 * DAY, 1, None, 23500, 0.05, None),
    ("put-above-the-strike-but-for-the-discount", 24060, 23500, 7 * DAY, 0.9, None, 21200, 0.05, None),
    ("currency", 85.2575, 84.75, 11 * DAY, 1, 0.63, 0.1175, 0.0025, 0.04),
    ("commodity", 6123, 6200, 16 * DAY, 1, 155.3, 232.1, 0.1, 0.38),
]


def solved(forward, strike, years, discount, call, put, tick, near):
    """(sigma, whether it came of parity); None where no side has a price that counts."""
    kind, own, other = ("CE", call, put) if strike >= forward else ("PE", put, call)
    if own is not None and own > 0:
        value, by_parity = mpf(own) / mpf(discount), False
    else:
        if other is None:
            return None, False
        # As they are written: a tick left over of decimals is a tick.
        written = mpf(str(other)) / mpf(str(discount)) - abs(mpf(str(forward)) - mpf(str(strike)))
        if written < mpf(str(tick)) - mpf(10) ** -25:
            return None, False
        value, by_parity = mpf(other) / mpf(discount) - abs(mpf(forward) - mpf(strike)), True
    return implied_volatility(kind, value, forward, strike, years, near), by_parity


def strike_volatilities():
    rows = list(EDGES)
    dice = random.Random(6)
    for i in range(60):
        forward, tick = dice.choice([(24060.35, 0.05), (54321.1, 0.05), (1432.7, 0.05), (85.2575, 0.0025), (6123.0, 0.1)])
        years = round(dice.choice([0.2 * DAY, 3 * DAY, 18 * DAY, 0.3, 1.2]) * dice.uniform(0.5, 1.5), 10)
        sigma = dice.choice([0.11, 0.2, 0.45]) * dice.uniform(0.7, 1.3)
        discount = round(float(mp.exp(-mpf(dice.choice([0, 0, 0.065])) * years)), 12)
        strike = round(float(forward * mp.exp(mpf(dice.uniform(-2, 2)) * sigma * mp.sqrt(years))), 2)
        call, put = (
            round(round(float(discount * black(kind, forward, strike, years, sigma)) / tick) * tick, 4) for kind in ("CE", "PE")
        )
        missing = dice.choice(["", "", "call", "put"])
        rows.append(
            (
                f"random-{i + 1}",
                *(forward, strike, years, discount),
                *(None if missing == "call" else call, None if missing == "put" else put),
                *(tick, sigma),
            )
        )
    cases = []
    for id, *prices, near in rows:
        sigma, by_parity = (None, False) if near is None else solved(*prices, near)
        input = dict(zip(("forward", "strike", "years", "discount", "call", "put", "tick"), prices))
        more = {"tolerance": PARITY} if by_parity else {}
        cases.append(case(id, input, {"sigma": number(sigma)}, **more))
    return vector_file(
        "Implied volatility of a strike from its call and its put",
        "mpmath, 60 digits and more: the price out of the money, else what put-call parity leaves of the other one, and Newton on "
        "the logarithm of Black's formula.",
        {
            "forward, strike, tick": "rupees; null = none",
            "call, put": "rupees as they are paid, discounted; null = no price that counts",
            "years": "calendar time over 365 days; 0 = expired",
            "discount": "worth of a rupee on the expiry",
            "sigma": "annual fraction; null where there is none",
        },
        {"relative": 1e-11},
        cases,
    )
