"""Open interest, IV over time, and probabilities."""

import random
from fractions import Fraction

from exact import number, settles_below
from mpmath import mp, mpf
from vector_files import case, vector_file


def max_pain(strikes, call_oi, put_oi, forward):
    """Strike of least payout, in exact fractions; on a tie the one nearest the forward, then the lower."""
    if not any(call_oi) and not any(put_oi):
        return None
    pains = [
        sum(c * max(x - k, 0) + p * max(k - x, 0) for k, c, p in zip(strikes, call_oi, put_oi)) for x in strikes
    ]
    least = min(pains)
    best = [strike for strike, pain in zip(strikes, pains) if pain == least]
    if forward is None:
        return best[0]
    return min(best, key=lambda strike: (abs(as_mpf(strike) - as_mpf(forward)), strike))


def as_mpf(value):
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def pcr(put_oi, call_oi):
    return Fraction(put_oi, call_oi) if call_oi > 0 else None


def reading(value, above, below):
    return None if value is None else "bullish" if value >= above else "bearish" if value <= below else "neutral"


def lean(strike, forward, step):
    if strike is None or forward is None:
        return None
    distance = as_mpf(strike) - as_mpf(forward)
    return "bullish" if distance > as_mpf(step) / 2 else "bearish" if distance < -as_mpf(step) / 2 else "neutral"


def oi_case(id, strikes, calls, puts, forward):
    exact = [Fraction(str(strike)) for strike in strikes]
    pain = max_pain(exact, calls, puts, None if forward is None else Fraction(str(forward)))
    ratio = pcr(sum(puts), sum(calls))
    step = exact[1] - exact[0]
    return case(
        id,
        {"strikes": strikes, "callOi": calls, "putOi": puts, "forward": forward, "strikeStep": number(step)},
        {
            "pcr": number(ratio),
            "pcrType": reading(ratio, Fraction(9, 10), Fraction(6, 10)),
            "maxPain": number(pain),
            "maxPainType": lean(pain, None if forward is None else Fraction(str(forward)), step),
        },
    )


def open_interest():
    grid = [23800, 23900, 24000, 24100, 24200]
    cases = [
        oi_case("reference", grid, [100, 300, 900, 1500, 2000], [1800, 1400, 1000, 200, 100], 24060),
        oi_case("none-at-all", grid, [0] * 5, [0] * 5, 24060),
        oi_case("no-calls", grid, [0] * 5, [1800, 1400, 1000, 200, 100], 24060),
        oi_case("no-puts", grid, [100, 300, 900, 1500, 2000], [0] * 5, 24060),
        oi_case("tie-goes-to-the-forward", grid, [0, 0, 0, 0, 10], [10, 0, 0, 0, 0], 24060),
        oi_case("tie-half-way-goes-down", grid, [0, 0, 0, 0, 10], [10, 0, 0, 0, 0], 23950),
        oi_case("tie-without-forward-is-the-lowest", grid, [0, 0, 0, 0, 10], [10, 0, 0, 0, 0], None),
        oi_case("ratio-on-the-bullish-edge", grid, [1000, 0, 0, 0, 0], [900, 0, 0, 0, 0], 23850),
        oi_case("ratio-on-the-bearish-edge", grid, [1000, 0, 0, 0, 0], [600, 0, 0, 0, 0], 23850),
        oi_case("ratio-between", grid, [1000, 0, 0, 0, 0], [750, 0, 0, 0, 0], 23851),
    ]
    dice = random.Random(8)
    for i in range(30):
        count, step = dice.randint(2, 60), dice.choice([0.0025, 0.5, 2.5, 50, 100])
        first = Fraction(str(step)) * dice.randint(400, 900)
        strikes = [float(first + k * Fraction(str(step))) for k in range(count)]
        lots = [dice.choice([0, dice.randint(0, 300_000)]) * 65 for _ in range(2 * count)]
        forward = round(strikes[0] + dice.uniform(0, count) * step, 4)
        cases.append(oi_case(f"random-{i + 1}", strikes, lots[:count], lots[count:], forward))
    return vector_file(
        "Put-call ratio and max pain of an expiry, and how they read",
        "Exact fractions, every strike against every strike. The case `reference` is the project's published example.",
        {"strikes, forward, maxPain": "rupees", "callOi, putOi": "units", "pcr": "put over call open interest"},
        {"relative": 1e-15},
        cases,
    )


def straddle_case(id, strike, call, put, call_close, put_close, forward):
    exact = lambda value: None if value is None else Fraction(str(value))
    premium = None if call is None or put is None else exact(call) + exact(put)
    before = exact(call_close) + exact(put_close) if call_close > 0 and put_close > 0 else None
    change = None if premium is None or before is None else premium - before
    lower = None if premium is None else exact(strike) - premium
    return case(
        id,
        {"strike": strike, "call": call, "put": put, "callClose": call_close, "putClose": put_close, "forward": forward},
        {
            "change": number(change),
            "changeFraction": number(None if change is None else change / before),
            "impliedMove": number(None if premium is None or forward is None else premium / exact(forward)),
            "lower": number(None if lower is None or lower <= 0 else lower),
            "upper": number(None if premium is None else exact(strike) + premium),
        },
    )


def straddles():
    cases = [
        straddle_case("reference", 24050, 151, 130.5, 180, 100, 24060),
        straddle_case("unchanged", 24050, 151, 130.5, 130.5, 151, 24060),
        straddle_case("no-call-price", 24050, None, 130.5, 180, 100, 24060),
        straddle_case("no-put-price", 24050, 151, None, 180, 100, 24060),
        straddle_case("no-call-close", 24050, 151, 130.5, 0, 100, 24060),
        straddle_case("no-put-close", 24050, 151, 130.5, 180, 0, 24060),
        straddle_case("no-forward", 24050, 151, 130.5, 180, 100, None),
        straddle_case("no-lower-breakeven", 100, 101, 0.05, 90, 0.1, 200),
        straddle_case("lower-breakeven-of-nought", 100, 99.5, 0.5, 90, 0.5, 200),
        straddle_case("currency", 95.75, 0.1275, 0.09, 0.1175, 0.105, 95.7938),
    ]
    dice = random.Random(21)
    for i in range(20):
        strike = dice.choice([0.25, 2.5, 50, 250]) * dice.randint(300, 900)
        price = lambda: round(dice.uniform(0.05, strike / 10), 2)
        forward = round(strike * dice.uniform(0.8, 1.25), 4)
        cases.append(straddle_case(f"random-{i + 1}", strike, price(), price(), price(), price(), forward))
    return vector_file(
        "A call and a put of one strike held together",
        "Exact fractions of the decimals given.",
        {
            "strike, call, put, forward, change, lower, upper": "rupees; null = unknown",
            "callClose, putClose": "rupees; 0 = none",
            "changeFraction, impliedMove": "fractions; null = unknown",
        },
        {"relative": 1e-13, "absolute": 1e-9},
        cases,
    )


def build_ups():
    """Changes against the day before, and what they are called."""
    cases = []

    def add(id, close, previous_close, oi, previous_oi):
        price = Fraction(str(close)) - Fraction(str(previous_close))
        known = previous_close > 0 and close > 0
        change = Fraction(oi - previous_oi, previous_oi) if previous_oi > 0 else None
        name = "none"
        if known and change is not None and abs(change) >= Fraction(5, 1000) and price != 0:
            up = price > 0
            name = ("long_build_up" if up else "short_build_up") if change > 0 else ("short_covering" if up else "long_unwinding")
        net = price / Fraction(str(previous_close)) if known else None
        input = {"close": close, "previousClose": previous_close, "oi": oi, "previousOi": previous_oi}
        cases.append(case(id, input, {"netChange": number(net), "oiChange": number(change), "buildUp": name}))

    add("price-up-oi-up", 120.5, 100, 130_000, 100_000)
    add("price-down-oi-up", 80, 100, 130_000, 100_000)
    add("price-up-oi-down", 120.5, 100, 70_000, 100_000)
    add("price-down-oi-down", 80, 100, 70_000, 100_000)
    add("half-a-per-cent-counts", 101, 100, 100_500, 100_000)
    add("less-does-not", 101, 100, 100_499, 100_000)
    add("half-a-per-cent-less-counts", 99, 100, 99_500, 100_000)
    add("price-unchanged", 100, 100, 130_000, 100_000)
    add("all-interest-gone", 0.05, 0.1, 0, 65_000)
    add("no-interest-before", 101, 100, 65_000, 0)
    add("no-price-before", 101, 0, 130_000, 100_000)
    add("never-traded", 0, 100, 130_000, 100_000)
    return vector_file(
        "Change of price and open interest, and the build-up they are called",
        "Exact fractions of the decimals given.",
        {"close, previousClose": "rupees; 0 = none", "oi, previousOi": "units", "netChange, oiChange": "fractions; null = unknown"},
        {"relative": 1e-13},
        cases,
    )


def historical_volatilities():
    def deviation(closes):
        returns = [mp.log(mpf(str(b)) / mpf(str(a))) for a, b in zip(closes, closes[1:])]
        if len(returns) < 2:
            return None
        mean = sum(returns) / len(returns)
        return mp.sqrt(sum((r - mean) ** 2 for r in returns) / (len(returns) - 1) * 252)

    dice = random.Random(252)
    walk = [24000.0]
    for _ in range(60):
        walk.append(round(walk[-1] * (1 + dice.gauss(0, 0.008)), 2))
    rolling = [
        ("ten-sessions-of-sixty", walk, 10),
        ("twenty-sessions-of-sixty", walk, 20),
        ("thirty-sessions-of-sixty", walk, 30),
        ("ten-sessions-want-eleven-closes", walk[:10], 10),
        ("just-eleven-closes", walk[:11], 10),
    ]
    rows = [
        ("three-closes", [100, 101, 100]),
        ("two-are-too-few", [100, 101]),
        ("unchanged", [100, 100, 100, 100]),
        ("sixty-sessions", walk),
        ("a-fall-of-a-third", [24000, 24100, 16000, 16050]),
    ]
    return vector_file(
        "Historical volatility",
        "mpmath: sample deviation of the logarithms of daily returns, times the root of 252.",
        {
            "closes": "rupees, oldest first",
            "sessions": "returns up to the last close that count; all of them where it is left out",
            "volatility": "annual fraction; null = too few closes",
        },
        {"relative": 1e-12, "absolute": 1e-15},
        [case(id, {"closes": closes}, {"volatility": number(deviation(closes))}) for id, closes in rows]
        + [
            case(
                id,
                {"closes": closes, "sessions": sessions},
                {"volatility": number(deviation(closes[-sessions - 1 :])) if len(closes) > sessions else None},
            )
            for id, closes, sessions in rolling
        ],
    )


def iv_statistics():
    cases = []

    def add(id, closes, now):
        past = [Fraction(str(close)) for close in closes[-250:] if close is not None]
        percentile = rank = None
        if len(past) >= 60 and now is not None:
            at = Fraction(str(now))
            percentile = Fraction(100 * sum(close < at for close in past), len(past))
            low, high = min(past), max(past)
            rank = None if low == high else 100 * min(max((at - low) / (high - low), Fraction(0)), Fraction(1))
        cases.append(
            case(id, {"closes": closes, "now": now}, {"percentile": number(percentile), "rank": number(rank)})
        )

    rising = [round(0.1 + (i + 1) / 1000, 3) for i in range(300)]
    add("middle", rising[:100], 0.1505)
    add("a-close-that-equals-now-is-not-below", rising[:100], 0.15)
    add("below-all", rising[:100], 0.05)
    add("above-all", rising[:100], 0.5)
    add("sixty-closes-are-enough", rising[:60], 0.13)
    add("fifty-nine-are-not", rising[:59], 0.13)
    add("unknown-closes-do-not-count", [None, *rising[:59]], 0.13)
    add("only-the-last-250", rising, 0.21)
    add("all-the-same", [0.2] * 100, 0.2)
    add("now-unknown", rising[:100], None)
    dice = random.Random(7)
    for i in range(8):
        closes = [None if dice.random() < 0.03 else round(dice.lognormvariate(-2, 0.3), 4) for _ in range(dice.randint(61, 320))]
        add(f"random-{i + 1}", closes, round(dice.lognormvariate(-2, 0.3), 4))
    return vector_file(
        "IV percentile and rank",
        "Exact fractions: share of the last 250 known closes below now, and now's place between their least and greatest.",
        {"closes, now": "30-day IV at each close, oldest first, annual fraction; null = unknown", "percentile, rank": "0 to 100"},
        {"relative": 1e-12},
        cases,
    )


def constant_maturity():
    def iv30(days, ivs):
        known = [(mpf(str(d)), mpf(str(s))) for d, s in zip(days, ivs) if s is not None and d > 0]
        below = [each for each in known if each[0] < 30]
        above = [each for each in known if each[0] >= 30]
        if not known:
            return None
        if not below:
            return above[0][1]
        if not above:
            return below[-1][1]
        (t0, s0), (t1, s1) = below[-1], above[0]
        return mp.sqrt((s0**2 * t0 + (s1**2 * t1 - s0**2 * t0) * (30 - t0) / (t1 - t0)) / 30)

    rows = [
        ("between", [6, 20, 40], [0.2, 0.15, 0.12]),
        ("on-an-expiry", [20, 30, 40], [0.15, 0.13, 0.12]),
        ("one-expiry", [7], [0.2]),
        ("all-beyond", [40, 60], [0.2, 0.3]),
        ("all-before", [3, 10], [0.3, 0.2]),
        ("unknown-passed-over", [0, 20, 25, 40], [0.9, 0.15, None, 0.12]),
        ("expired-only", [0], [0.9]),
        ("none", [], []),
        ("weekly-and-monthly", [0.9, 7.9, 14.9, 21.9, 28.9, 63.9], [0.168, 0.131, 0.124, 0.122, 0.1215, 0.128]),
    ]
    cases = [case(id, {"days": days, "atmIv": ivs}, {"iv30": number(iv30(days, ivs))}) for id, days, ivs in rows]
    return vector_file(
        "Constant-maturity IV: 30 days",
        "mpmath: at-the-money total variance, linear in time between the expiries around thirty days.",
        {"days": "to each expiry, ascending", "atmIv, iv30": "annual fraction; null = unknown"},
        {"relative": 1e-13},
        cases,
    )


def probabilities():
    cases = []

    def add(id, forward, sigma, days, intervals):
        years = mpf(days) / 365
        chance = mpf(0)
        for low, high in intervals:
            top = mpf(1) if high is None else settles_below(high, forward, years, sigma)
            chance += top - settles_below(low, forward, years, sigma)
        deviation = mpf(forward) * mpf(sigma) * mp.sqrt(years)
        input = {"forward": forward, "sigma": sigma, "days": days, "profitBetween": intervals}
        cases.append(case(id, input, {"pop": number(chance), "standardDeviation": number(deviation)}))

    add("reference-between", 24060, 0.13, 7, [[23600, 24520]])
    add("reference-above", 24060, 0.13, 7, [[24350, None]])
    add("below", 24060, 0.13, 7, [[0, 23700]])
    add("everywhere", 24060, 0.13, 7, [[0, None]])
    add("two-humps", 24060, 0.13, 7, [[23300, 23600], [24500, 24900]])
    add("far-wing", 24060, 0.13, 7, [[27500, None]])
    add("five-minutes", 24060, 0.13, 5 / 1440, [[24050, 24070]])
    add("two-years", 24060, 0.18, 730, [[22000, 30000]])
    add("stock", 1432.7, 0.42, 26.4, [[1350, 1520]])
    return vector_file(
        "Probability of profit at expiry and one standard deviation",
        "mpmath: lognormal around the forward. The two reference cases are the project's published examples.",
        {
            "forward, profitBetween": "rupees; the intervals of the underlying in which the strategy profits, null = no end",
            "sigma": "annual fraction",
            "days": "calendar days to expiry",
            "standardDeviation": "rupees",
        },
        {"relative": 1e-11},
        cases,
    )
