"""The price that stands for an option, its flags, and the forward of an expiry, in exact fractions of the quoted decimals."""

from fractions import Fraction

FRESH = 60
STALE = 15 * 60


def exact(value):
    """The decimal as it is quoted, not as a double holds it; None and 0 are no price."""
    return Fraction(0) if value is None else Fraction(str(value))


def is_fresh(age):
    return age is not None and age <= FRESH


def usable_price(bid, ask, ltp, age, tick):
    """(price or None, book flags) of one option."""
    b, a, l, tick = exact(bid), exact(ask), exact(ltp), exact(tick)
    traded = l > 0
    fresh = traded and is_fresh(age)
    if b > 0 and a > 0:
        if b > a:
            return (l if traded else None), ["CROSSED"]
        middle = (a + b) / 2
        if a - b <= max(5 * tick, middle / 5):
            return middle, []
        return (l if fresh and b <= l <= a else middle), ["WIDE_SPREAD"]
    if b > 0:
        return (max(l, b) if fresh else b), ["NO_ASK"]
    if a > 0:
        return (min(l, a) if fresh else None), ["NO_BID"]
    return (l if fresh else None), ["NO_QUOTES"]


def trading_flags(age, volume, oi):
    flags = []
    if age is None or age > STALE:
        flags.append("STALE_LTP")
    if not volume > 0:
        flags.append("NO_VOLUME")
    if not oi > 0:
        flags.append("NO_OI")
    return flags


def is_odd(strike, round_step):
    """An odd multiple of half the round step."""
    if not round_step:
        return False
    halves = exact(strike) / (exact(round_step) / 2)
    return halves.denominator == 1 and halves % 2 == 1


def is_liquid(bid, ask, volume, oi, tick):
    b, a, tick = exact(bid), exact(ask), exact(tick)
    if not (b > 0 and a >= b and volume > 0 and oi > 0):
        return False
    return a - b <= max(2 * tick, Fraction(3, 100) * (a + b) / 2)


def future_price(bid, ask, ltp, age, is_commodity):
    """What a future says of its expiry, or None (docs/decisions/0005 for books that are wide)."""
    b, a, l = exact(bid), exact(ask), exact(ltp)
    quoted = b > 0 and a > 0
    if quoted and a >= b:
        middle = (a + b) / 2
        if a - b <= middle / 1000:
            return middle
    if l <= 0:
        return None
    fresh = is_fresh(age)
    if quoted and b > a:
        return l
    if not quoted:
        return l if fresh or is_commodity else None
    if fresh or (b <= l <= a and age is not None and age <= STALE):
        return l
    return min(a, max(b, l)) if is_commodity else None


def spread(side, price, tick):
    b, a = exact(side["bid"]), exact(side["ask"])
    if b > 0 and a >= b:
        return max(a - b, exact(tick))
    return max(price, 5 * exact(tick))


def synthetic(rows, anchor, discount, tick):
    """Weighted median of K + (C - P)/D over up to five strikes nearest the anchor that have both prices."""
    if anchor is None:
        return None
    votes = []
    for row in sorted(rows, key=lambda row: (abs(exact(row["strike"]) - anchor), exact(row["strike"]))):
        prices = [usable_price(s["bid"], s["ask"], s["ltp"], s["ageSeconds"], tick)[0] for s in (row["call"], row["put"])]
        if None in prices:
            continue
        value = exact(row["strike"]) + (prices[0] - prices[1]) / discount
        if value <= 0:
            continue
        votes.append((value, 1 / (spread(row["call"], prices[0], tick) + spread(row["put"], prices[1], tick))))
        if len(votes) == 5:
            break
    if not votes:
        return None
    votes.sort()
    total = sum(weight for _, weight in votes)
    below = Fraction(0)
    for i, (value, weight) in enumerate(votes):
        below += weight
        if below == total / 2:
            return (value + votes[i + 1][0]) / 2
        if below > total / 2:
            return value
    raise AssertionError


def price_for_iv(side, tick):
    """The usable price, but not a lone quote in a contract that has never traded."""
    price, flags = usable_price(side["bid"], side["ask"], side["ltp"], side["ageSeconds"], tick)
    lone = any(flag in ("NO_ASK", "NO_BID", "NO_QUOTES") for flag in flags)
    never = side["ageSeconds"] is None or not side["ltp"] > 0
    return None if lone and never else price
