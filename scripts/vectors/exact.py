"""Black-76 and its relatives with mpmath, from their textbook formulas and from nothing of this project's code.

Inputs are doubles and are taken as the exact numbers they are; outputs are the doubles nearest to the exact answers.
"""

from mpmath import mp, mpf

mp.dps = 60


def number(value):
    """The nearest double; JSON has no NaN, so unknown is None."""
    return None if value is None else float(value)


def cdf(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def density(x):
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def intrinsic(kind, forward, strike):
    return max(mpf(forward) - mpf(strike) if kind == "CE" else mpf(strike) - mpf(forward), mpf(0))


def black(kind, forward, strike, years, sigma):
    """Undiscounted price. The two terms cancel in the wings, so there the digits follow the distance."""
    f, k, t, s = mpf(forward), mpf(strike), mpf(years), mpf(sigma)
    if t <= 0 or s <= 0:
        return intrinsic(kind, f, k)
    distance = abs(mp.log(f / k)) / (s * mp.sqrt(t))
    with mp.workdps(60 + int(distance * distance / 4)):
        return two_terms(kind, f, k, t, s)


def money(kind, forward, strike, years, sigma):
    """The same to forty decimals of a rupee, which is what sums of money need."""
    f, k, t, s = mpf(forward), mpf(strike), mpf(years), mpf(sigma)
    if t <= 0 or s <= 0 or abs(mp.log(f / k)) / (s * mp.sqrt(t)) > 20:
        # Beyond twenty deviations a time value is below 1e-80 of the strike.
        return intrinsic(kind, f, k)
    with mp.workdps(45):
        return two_terms(kind, f, k, t, s)


def two_terms(kind, f, k, t, s):
    v = s * mp.sqrt(t)
    d1 = mp.log(f / k) / v + v / 2
    d2 = d1 - v
    if kind == "CE":
        return f * cdf(d1) - k * cdf(d2)
    return k * cdf(-d2) - f * cdf(-d1)


def greeks(kind, forward, strike, years, sigma, rate):
    """Price and greeks in the units of docs/quant.md: theta a calendar day, vega and rho a point."""
    f, k, t, s, r = mpf(forward), mpf(strike), mpf(years), mpf(sigma), mpf(rate)
    call = kind == "CE"
    discount = mp.exp(-r * t) if t > 0 else mpf(1)
    price = discount * black(kind, f, k, t, s)
    rho = -t * price / 100 if t > 0 else mpf(0)
    if t <= 0 or s <= 0:
        exercised = mpf("0.5") if f == k else mpf(1 if (f > k) == call else 0)
        delta = (1 if call else -1) * discount * exercised
        return {"price": price, "delta": delta, "gamma": mpf(0), "theta": mpf(0), "vega": mpf(0), "rho": rho}
    root = mp.sqrt(t)
    v = s * root
    d1 = mp.log(f / k) / v + v / 2
    return {
        "price": price,
        "delta": discount * cdf(d1) if call else -discount * cdf(-d1),
        "gamma": discount * density(d1) / (f * v),
        "theta": (-discount * f * density(d1) * s / (2 * root) + r * price) / 365,
        "vega": discount * f * density(d1) * root / 100,
        "rho": rho,
    }


def implied_volatility(kind, price, forward, strike, years, near):
    """Sigma at which `black` gives the undiscounted price, by Newton on its logarithm from a guess near it."""
    f, k, t = mpf(forward), mpf(strike), mpf(years)
    value = mpf(price) - intrinsic(kind, f, k)
    other = kind if intrinsic(kind, f, k) == 0 else ("PE" if kind == "CE" else "CE")
    sigma = mpf(near)
    for _ in range(200):
        v = sigma * mp.sqrt(t)
        d1 = mp.log(f / k) / v + v / 2
        with mp.workdps(60 + int((mp.log(f / k) / v) ** 2 / 4)):
            model = black(other, f, k, t, sigma)
            step = (mp.log(model) - mp.log(value)) * model / (f * density(d1) * mp.sqrt(t))
        sigma -= step
        if abs(step) < mpf(10) ** -40 * sigma:
            return sigma
    raise ArithmeticError(f"no volatility for {kind} {price} at {forward}, {strike}, {years}")


def settles_below(level, forward, years, sigma):
    """Probability that a lognormal around the forward ends below the level."""
    if level <= 0:
        return mpf(0)
    v = mpf(sigma) * mp.sqrt(mpf(years))
    return cdf(mp.log(mpf(level) / mpf(forward)) / v + v / 2)
