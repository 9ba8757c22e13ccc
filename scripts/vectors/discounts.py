"""The discount of a far expiry, from put-call pairs: exact fractions, logarithms and roots with mpmath."""

from fractions import Fraction
from statistics import median

from books import exact, price_for_iv, spread, usable_price
from mpmath import mp, mpf

MOST, LEAST = 40, 6


def discount_of(rows, anchor, years, tick):
    """(discount, its error or None): the median slope of C - P, 1 where it cannot be told."""
    if anchor is None or years <= mpf(60) / 365:
        return Fraction(1), None
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
        return Fraction(1), None
    widest = 2 * median(both for _, _, both in pairs)
    pairs = [(strike, value) for strike, value, both in pairs if both <= widest]
    if len(pairs) < LEAST:
        return Fraction(1), None
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
    if error > mpf("0.01") or told < mp.exp(mpf("-0.15") * years) or 1 - told <= 2 * error:
        return Fraction(1), error
    return slope, error
