"""The discount of a far expiry that stands alone, from put-call pairs: exact fractions, logarithms and roots with mpmath."""

from fractions import Fraction
from statistics import median

from books import exact, price_for_iv, spread, usable_price
from mpmath import mp, mpf

MOST, LEAST = 40, 6
NEAR, FAR = mpf(45) / 365, mpf(75) / 365
UNTOLD = mpf(1), None


def smooth(x):
    x = min(mpf(1), max(mpf(0), x))
    return x * x * (3 - 2 * x)


def entry_weight(years):
    """How much of an expiry's interest counts: 0 up to 45 days, 1 from 75."""
    part = (years - NEAR) / (FAR - NEAR)
    if part <= 0:
        return mpf(0)
    return mpf(1) if part >= 1 else smooth(part * (2 - part))


def discount_of(rows, anchor, years, tick):
    """(discount, its error or None): the median slope of C - P as far as it is known, 1 where it cannot be told."""
    weight = entry_weight(years)
    if anchor is None or weight == 0:
        return UNTOLD
    pairs = []
    for row in sorted(rows, key=lambda row: (abs(exact(row["strike"]) - anchor), exact(row["strike"]))):
        sides = row["call"], row["put"]
        prices = [price_for_iv(side, tick) for side in sides]
        if None in prices:
            continue
        both = sum(spread(side, usable_price(side["bid"], side["ask"], side["ltp"], side["ageSeconds"], tick)[0], tick) for side in sides)
        pairs.append((exact(row["strike"]), prices[0] - prices[1], both))
        if len(pairs) == MOST:
            break
    if len(pairs) < LEAST:
        return UNTOLD
    widest = 2 * median(both for _, _, both in pairs)
    pairs = [(strike, value) for strike, value, both in pairs if both <= widest]
    if len(pairs) < LEAST:
        return UNTOLD
    reach = max(k for k, _ in pairs) - min(k for k, _ in pairs)
    slope = median(
        (v - w) / (l - k) for k, v in pairs for l, w in pairs if l - k > 0 and 3 * (l - k) >= reach
    )
    level = median(value + slope * strike for strike, value in pairs)
    off = median(abs(value + slope * strike - level) for strike, value in pairs)
    middle = sum(strike for strike, _ in pairs) / len(pairs)
    squares = sum((strike - middle) ** 2 for strike, _ in pairs)
    deviation = max(Fraction("1.4826") * off, exact(tick) / 2)
    error = mpf("1.1") * deviation.numerator / deviation.denominator / mp.sqrt(mpf(squares.numerator) / squares.denominator)
    told = mpf(slope.numerator) / slope.denominator
    if told > 1 + 2 * error or told < mp.exp(mpf("-0.15") * years) - 2 * error:
        return UNTOLD
    rate = min(mpf("0.15"), max(mpf(0), -mp.log(told) / years))
    deviation = error / (told * years) / mp.sqrt(weight)
    known = weight * (1 - smooth((deviation - mpf("0.02")) / mpf("0.02")))
    if known == 0:
        return UNTOLD
    discount = mp.exp(-known * rate * years)
    return discount, known * years * deviation * discount
