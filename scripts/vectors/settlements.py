"""Where the underlying settles, from a fitted smile: the fit by an interior-point method in fifty digits."""

import random

from exact import black, cdf, number, settles_below
from mpmath import mp, mpf
from vector_files import case, vector_file

SPACING = mpf(1) / 2
WIDTH = mpf(1) / 2
LEAST_REACH, MOST_REACH = 4, 8
PULL = 100
LEAST_PRICES, LEAST_A_SIDE, WORST_MEDIAN = 6, 2, 10


def quoted_prices(input):
    """(strike, is a put, price) of what counts: out of the money, a tick or more, within eight deviations."""
    forward, years, tick = input["forward"], input["years"], input["tickSize"]
    deviation = mpf(input["atmIv"] + input["ivOffset"]) * mp.sqrt(mpf(years))
    found = []
    for strike, iv in zip(input["strikes"], input["iv"]):
        if iv is None or iv + input["ivOffset"] <= 0 or abs(mp.log(mpf(strike) / forward)) > MOST_REACH * deviation:
            continue
        is_put = strike < forward
        price = black("PE" if is_put else "CE", forward, strike, years, iv + input["ivOffset"])
        if price >= tick:
            found.append((mpf(strike), is_put, price))
    return deviation, found


def steps(reach, deviation):
    return int(mp.ceil(min(MOST_REACH, max(LEAST_REACH, reach / deviation + 1)) / SPACING))


def least_squares(quadratic, linear, sums):
    """Weights >= 0 with sums · w = 1 that minimise w·Qw/2 - linear·w: primal-dual interior point, to thirty digits."""
    n = len(linear)
    w = mp.matrix([mpf(1) / n] * n)
    y = mp.matrix([mpf(0)] * 2)
    z = mp.matrix([mp.norm(linear, mp.inf)] * n)
    for _ in range(200):
        dual = [linear[i] - sum(quadratic[i, j] * w[j] for j in range(n)) + sum(sums[k][i] * y[k] for k in range(2)) + z[i] for i in range(n)]
        primal = [1 - sum(sums[k][i] * w[i] for i in range(n)) for k in range(2)]
        gap = sum(w[i] * z[i] for i in range(n)) / n
        size = max(abs(each) for each in linear)
        if gap < mpf(10) ** -34 * size and max(map(abs, primal)) < mpf(10) ** -30 and max(map(abs, dual)) < mpf(10) ** -28 * size:
            return w
        centre = gap * (mpf(10) ** -3 if gap > mpf(10) ** -3 * size else mpf(10) ** -2)
        system = mp.matrix(n + 2, n + 2)
        right = mp.matrix(n + 2, 1)
        for i in range(n):
            for j in range(n):
                system[i, j] = quadratic[i, j]
            system[i, i] += z[i] / w[i]
            right[i] = dual[i] + centre / w[i] - z[i]
            for k in range(2):
                system[i, n + k] = -sums[k][i]
                system[n + k, i] = sums[k][i]
        for k in range(2):
            right[n + k] = primal[k]
        step = mp.lu_solve(system, right)
        dz = [centre / w[i] - z[i] - z[i] / w[i] * step[i] for i in range(n)]
        share = mpf(1)
        for i in range(n):
            if step[i] < 0:
                share = min(share, mpf("0.995") * w[i] / -step[i])
            if dz[i] < 0:
                share = min(share, mpf("0.995") * z[i] / -dz[i])
        for i in range(n):
            w[i] += share * step[i]
            z[i] += share * dz[i]
        for k in range(2):
            y[k] += share * step[n + k]
    raise ArithmeticError("the interior point did not arrive")


def fitted(input):
    """P(settles below), or None where the quotes do not carry a fit."""
    forward, tick = mpf(input["forward"]), mpf(input["tickSize"])
    deviation, prices = quoted_prices(input)
    puts = sum(1 for _, is_put, _ in prices if is_put)
    if len(prices) < LEAST_PRICES or puts < LEAST_A_SIDE or len(prices) - puts < LEAST_A_SIDE:
        return None
    low = -mp.log(min(min(k for k, _, _ in prices), forward) / forward)
    high = mp.log(max(max(k for k, _, _ in prices), forward) / forward)
    nodes = [SPACING * j for j in range(-steps(low, deviation), steps(high, deviation) + 1)]
    width = WIDTH * deviation
    means = [forward * mp.exp(z * deviation) for z in nodes]
    bells = [mp.exp(-z * z / (2 * (1 - WIDTH * WIDTH))) for z in nodes]
    n = len(nodes)

    def component(j, strike, is_put):
        d1 = mp.log(means[j] / strike) / width + width / 2
        d2 = d1 - width
        return strike * cdf(-d2) - means[j] * cdf(-d1) if is_put else means[j] * cdf(d1) - strike * cdf(d2)

    rows = [[component(j, strike, is_put) for j in range(n)] for strike, is_put, _ in prices]
    doubts = [tick / 2 + price * mpf("0.002") for _, _, price in prices]
    quadratic = mp.matrix(n, n)
    linear = [PULL * bell / sum(bells) for bell in bells]
    for row, (_, _, price), doubt in zip(rows, prices, doubts):
        for i in range(n):
            linear[i] += row[i] * price / doubt**2
            for j in range(n):
                quadratic[i, j] += row[i] * row[j] / doubt**2
    for i in range(n):
        quadratic[i, i] += PULL
    weights = least_squares(quadratic, linear, [[mpf(1)] * n, [mean / forward for mean in means]])
    misses = sorted(
        abs(sum(row[j] * weights[j] for j in range(n)) - price) / doubt
        for row, (_, _, price), doubt in zip(rows, prices, doubts)
    )
    if misses[len(misses) // 2] > WORST_MEDIAN:
        return None
    return lambda level: sum(weights[j] * cdf(mp.log(level / means[j]) / width + width / 2) for j in range(n))


def smile(strikes, forward, years, level, skew, bend):
    """IV by the distance in deviations, four of them at most."""
    deviation = level * years**0.5
    return [
        round(level * (1 + skew * x + bend * x * x), 6)
        for x in (max(-4.0, min(4.0, float(mp.log(mpf(k) / forward)) / deviation)) for k in strikes)
    ]


def settlements():
    cases = []

    def add(id, strikes, iv, levels, forward=24108.3, years=6.2 / 365, atm=0.0985, offset=0, tick=0.05):
        input = {
            "forward": forward,
            "years": years,
            "atmIv": atm,
            "ivOffset": offset,
            "tickSize": tick,
            "strikes": strikes,
            "iv": iv,
            "levels": levels,
        }
        with mp.workdps(50):
            below = fitted(input)
            found = [
                below(mpf(level)) if below is not None else settles_below(level, forward, years, atm + offset)
                for level in levels
            ]
        source = "SMILE" if below is not None else "ATM_IV"
        cases.append(case(id, input, {"source": source, "below": [number(each) for each in found]}))

    week = list(range(23000, 25300, 100))
    near = [23000, 23765, 23800, 24108.3, 24300, 24500, 25000]
    skewed = smile(week, 24108.3, 6.2 / 365, 0.0985, -0.06, 0.025)
    add("flat", week, [0.0985] * len(week), near)
    add("skewed-week", week, skewed, near)
    dice = random.Random(28)
    jittered = [round(iv * (1 + dice.gauss(0, 0.02)), 6) for iv in skewed]
    add("quotes-that-arbitrage", week, jittered, near)
    add("gaps", week, [iv if i % 3 else None for i, iv in enumerate(skewed)], near)
    add("offset-up", week, skewed, near, offset=0.03)
    add("offset-down", week, skewed, near, offset=-0.03)
    add("too-few", week, [iv if i in (8, 10, 11, 12, 14) else None for i, iv in enumerate(skewed)], near)
    add("one-sided", week, [iv if k > 24050 else None for k, iv in zip(week, skewed)], near)
    add("nonsense", week, [iv * (1.6 if i % 2 else 0.5) for i, iv in enumerate(skewed)], near)
    last = list(range(23800, 24450, 50))
    add("five-minutes", last, [0.13] * len(last), [24090, 24108.3, 24120], years=5 / 525600, atm=0.13)
    long = list(range(18000, 34000, 1000))
    add(
        "two-years",
        long,
        smile(long, 26223.55, 2, 0.14, -0.1, 0.01),
        [18000, 24000, 26223.55, 30000, 40000],
        forward=26223.55,
        years=2,
        atm=0.14,
    )
    share = list(range(1180, 1460, 20))
    add(
        "share",
        share,
        smile(share, 1317.55, 41 / 365, 0.1744, -0.04, 0.04),
        [1200, 1300, 1317.55, 1400],
        forward=1317.55,
        years=41 / 365,
        atm=0.1744,
    )
    return vector_file(
        "Where the underlying settles: the digital of a fitted arbitrage-free smile",
        "mpmath: a mixture of lognormals fitted to the out-of-the-money prices by an interior-point method in fifty digits; where the quotes do not carry it, lognormal with the ATM IV.",
        {
            "forward, strikes, levels, tickSize": "rupees",
            "years": "to expiry",
            "atmIv, iv, ivOffset": "annual fractions; null = no price of its own; the offset is added to all",
            "below": "probability of settling below each level",
        },
        {"absolute": 1e-7},
        cases,
    )
