"""Black-76 prices and greeks, implied volatilities, and rows that others have published."""

import random

from exact import black, greeks, implied_volatility, intrinsic, number
from mpmath import mp, mpf
from vector_files import case, vector_file

DAY = 1 / 365
MINUTE = 1 / (365 * 24 * 60)

# Section 14 of the project's quant reference: type, F, K, days, sigma, r.
REFERENCE_ROWS = [
    ("CE", 24000, 24000, 7, 0.12, 0),
    ("PE", 24000, 24000, 7, 0.12, 0),
    ("CE", 24060, 24500, 7, 0.135, 0),
    ("PE", 24060, 23000, 30, 0.165, 0),
    ("CE", 24060, 22000, 30, 0.18, 0.065),
    ("PE", 24060, 26000, 90, 0.14, 0.065),
    ("CE", 54000, 54000, 0.25, 0.20, 0),
    ("CE", 85.25, 86, 20, 0.04, 0),
    ("PE", 6000, 5500, 45, 0.35, 0.065),
    ("CE", 1400, 1600, 4, 0.25, 0),
]

EDGES = [
    ("expired-itm-call", "CE", 24100, 24000, 0, 0.12, 0.065),
    ("expired-otm-call", "CE", 23900, 24000, 0, 0.12, 0.065),
    ("expired-atm-call", "CE", 24000, 24000, 0, 0.12, 0),
    ("expired-atm-put", "PE", 24000, 24000, 0, 0.12, 0),
    ("expired-itm-put", "PE", 23900, 24000, 0, 0.12, 0),
    ("certain-itm-call", "CE", 24100, 24000, 0.25, 0, 0.065),
    ("certain-atm-put", "PE", 24000, 24000, 0.25, 0, 0.065),
    ("certain-otm-put", "PE", 24100, 24000, 0.25, 0, 0.065),
    ("one-minute-atm", "CE", 24000, 24000, MINUTE, 0.14, 0),
    ("five-minutes-atm", "PE", 24000, 24000, 5 * MINUTE, 0.14, 0),
    ("five-minutes-one-strike-away", "CE", 24000, 24050, 5 * MINUTE, 0.14, 0),
    ("five-years-tripled-strike", "CE", 24000, 72000, 5, 0.3, 0.065),
    ("volatility-500-percent", "PE", 24000, 20000, 30 * DAY, 5, 0),
    ("volatility-1-basis-point", "CE", 24000, 24000, 30 * DAY, 0.0001, 0),
    ("currency", "PE", 85.25, 84.75, 11.3 * DAY, 0.035, 0.065),
    ("commodity", "CE", 6123.0, 6200, 16.4 * DAY, 0.38, 0.065),
    ("paise-stock", "CE", 9.45, 10, 26 * DAY, 0.62, 0),
    ("wing-20-deviations", "CE", 24000, 36000, 7 * DAY, 0.1464, 0),
    ("wing-36-deviations", "PE", 24000, 12000, 7 * DAY, 0.139, 0),
]


def black76():
    rows = [
        (f"reference-{i + 1}", kind, f, k, days / 365, s, r)
        for i, (kind, f, k, days, s, r) in enumerate(REFERENCE_ROWS)
    ]
    rows += EDGES
    dice = random.Random(76)
    for i in range(120):
        forward = dice.choice([24060.0, 54321.35, 1432.7, 85.2575, 9.45, 6123.0])
        years = round(dice.choice([2 * MINUTE, 0.3 * DAY, 3 * DAY, 18 * DAY, 0.25, 1.5, 4]) * dice.uniform(0.5, 1.5), 12)
        sigma = round(dice.choice([0.04, 0.12, 0.3, 0.9, 3]) * dice.uniform(0.5, 1.5), 6)
        away = dice.choice([0, 0.5, 1.5, 4, 9, 25]) * dice.choice([-1, 1]) * dice.uniform(0.5, 1.2)
        strike = round(float(forward * mp.exp(away * sigma * mp.sqrt(years))), 4)
        rows.append((f"random-{i + 1}", dice.choice(["CE", "PE"]), forward, strike, years, sigma, dice.choice([0, 0.065, 0.1])))
    cases = []
    for id, kind, f, k, t, s, r in rows:
        if not 1e-4 < k < 1e9:
            continue
        got = {name: number(value) for name, value in greeks(kind, f, k, t, s, r).items()}
        smallest = min((abs(value) for name, value in got.items() if value != 0), default=1)
        # Below the normal doubles the last digits are gone before the computation begins.
        if smallest < 1e-290:
            continue
        input = {"type": kind, "forward": f, "strike": k, "years": t, "sigma": s, "rate": r}
        cases.append(case(id, input, got))
    return vector_file(
        "Black-76: price and greeks of one option, per unit",
        "mpmath, 60 digits and more, from F. Black, The pricing of commodity contracts (1976). Inputs of reference-1 to "
        "reference-10 are the project's published examples.",
        {
            "price, forward, strike": "rupees",
            "years": "calendar time over 365 days",
            "sigma, rate": "annual fraction, rate continuous",
            "delta": "to the forward, discounted",
            "gamma": "change of delta a rupee",
            "theta": "rupees a calendar day",
            "vega": "rupees a volatility point (0.01)",
            "rho": "rupees a rate point (0.01), forward unchanged",
        },
        {"relative": 1e-11},
        cases,
    )


# E. G. Haug, The Complete Guide to Option Pricing Formulas (1998), as QuantLib's European option tests quote it:
# type, K, S, dividend yield, r, T, sigma, value.
HAUG = [
    ("CE", 65, 60, 0, 0.08, 0.25, 0.30, 2.1334),
    ("PE", 95, 100, 0.05, 0.10, 0.5, 0.20, 2.4648),
    ("PE", 19, 19, 0.10, 0.10, 0.75, 0.28, 1.7011),
    ("CE", 19, 19, 0.10, 0.10, 0.75, 0.28, 1.7011),
    ("CE", 1.6, 1.56, 0.08, 0.06, 0.5, 0.12, 0.0291),
    ("PE", 70, 75, 0.05, 0.10, 0.5, 0.35, 4.0870),
    ("CE", 40, 42, 0.08, 0.04, 0.75, 0.35, 5.0975),
]
# His table of options on futures: K 100, r = yield = 10 %; by T, sigma: value at S 90, 100, 110, calls then puts.
HAUG_FUTURES = {
    (0.1, 0.15): ([0.0205, 1.8734, 9.9413], [9.9210, 1.8734, 0.0408]),
    (0.1, 0.25): ([0.3150, 3.1217, 10.3556], [10.2155, 3.1217, 0.4551]),
    (0.1, 0.35): ([0.9474, 4.3693, 11.1381], [10.8479, 4.3693, 1.2376]),
    (0.5, 0.15): ([0.8069, 4.0232, 10.5769], [10.3192, 4.0232, 1.0646]),
    (0.5, 0.25): ([2.7026, 6.6997, 12.7857], [12.2149, 6.6997, 3.2734]),
    (0.5, 0.35): ([4.9329, 9.3679, 15.3086], [14.4452, 9.3679, 5.7963]),
}
# The same book's examples of greeks, to the spot and per 1.00 of volatility, rate and year.
HAUG_GREEKS = [
    ("delta", "CE", 100, 105, 0.10, 0.10, 0.5, 0.36, 0.5946),
    ("delta", "PE", 100, 105, 0.10, 0.10, 0.5, 0.36, -0.3566),
    ("gamma", "CE", 60, 55, 0, 0.10, 0.75, 0.30, 0.0278),
    ("gamma", "PE", 60, 55, 0, 0.10, 0.75, 0.30, 0.0278),
    ("vega", "CE", 60, 55, 0, 0.10, 0.75, 0.30, 18.9358),
    ("vega", "PE", 60, 55, 0, 0.10, 0.75, 0.30, 18.9358),
    ("theta", "PE", 405, 430, 0.05, 0.07, 1 / 12, 0.20, -31.1924),
    ("rho", "CE", 75, 72, 0, 0.09, 1, 0.19, 38.7325),
]


def published():
    rows = [("price", *row) for row in HAUG]
    for (years, sigma), (calls, puts) in HAUG_FUTURES.items():
        for kind, values in (("CE", calls), ("PE", puts)):
            rows += [
                ("price", kind, 100, spot, 0.1, 0.1, years, sigma, value) for spot, value in zip([90, 100, 110], values)
            ]
    rows += HAUG_GREEKS
    cases = []
    for i, (figure, kind, strike, spot, dividend, rate, years, sigma, value) in enumerate(rows):
        input = {
            "type": kind,
            "spot": spot,
            "strike": strike,
            "dividendYield": dividend,
            "rate": rate,
            "years": years,
            "sigma": sigma,
        }
        cases.append(case(f"haug-{i + 1}", input, {figure: value}))
    return vector_file(
        "Black-Scholes-Merton values that a textbook publishes",
        "E. G. Haug, The Complete Guide to Option Pricing Formulas (1998), pages 2-8, 11-16, 24, 27; the rows QuantLib "
        "tests its European engine with. Not computed here.",
        {
            "price, spot, strike": "currency",
            "years": "years",
            "sigma, rate, dividendYield": "annual fraction, rates continuous",
            "delta, gamma": "to the spot",
            "vega, rho": "for a change of 1.00",
            "theta": "a year, spot unchanged",
        },
        {"absolute": 1e-4},
        cases,
    )


REASONS = [
    ("price-is-intrinsic", "CE", 500, 24500, 24000, 7 * DAY, "BELOW_INTRINSIC"),
    ("price-below-intrinsic", "CE", 450, 24500, 24000, 7 * DAY, "BELOW_INTRINSIC"),
    ("put-below-intrinsic", "PE", 450, 24000, 24500, 7 * DAY, "BELOW_INTRINSIC"),
    ("price-zero", "CE", 0, 24000, 24500, 7 * DAY, "BELOW_INTRINSIC"),
    ("time-value-of-rounding", "CE", 500.00000002, 24500, 24000, 7 * DAY, "BELOW_INTRINSIC"),
    ("call-at-the-forward", "CE", 24000, 24000, 24500, 7 * DAY, "ABOVE_BOUND"),
    ("call-above-the-forward", "CE", 25000, 24000, 24500, 7 * DAY, "ABOVE_BOUND"),
    ("put-at-the-strike", "PE", 23000, 24000, 23000, 7 * DAY, "ABOVE_BOUND"),
    ("expired", "CE", 100, 24000, 24000, 0, "EXPIRED"),
    ("expired-without-price", "PE", None, 24000, 24000, 0, "EXPIRED"),
    ("no-price", "CE", None, 24000, 24000, 7 * DAY, "NO_PRICE"),
    ("no-forward", "CE", 100, None, 24000, 7 * DAY, "NO_PRICE"),
]

# Forward, moneyness in deviations, years, sigma.
SOLVABLE = [
    (24060, x, t, s)
    for x in (-6, -3, -1.2, -0.4, 0, 0.4, 1.2, 3, 6)
    for t, s in ((5 * MINUTE, 0.14), (7 * DAY, 0.11), (45 * DAY, 0.35), (2, 0.18))
] + [
    (85.25, 0.8, 20 * DAY, 0.04),
    (1400, 7, 4 * DAY, 0.25),
    (6000, -2.5, 45 * DAY, 0.9),
    (24060, 1, 30 * DAY, 5),
    (24060, 0.2, 30 * DAY, 0.0005),
    (9.45, 2, 26 * DAY, 1.4),
]

# x = ln(F/K), s = sigma sqrt(T): where solvers break. F = 1, K = e^-x, T = 1.
EXTREMES = [
    (-0.1, 0.0028),
    (-0.5, 0.0145),
    (-1, 0.03),
    (-2, 0.055),
    (-4, 0.12),
    (-0.001, 0.00003),
    (-10, 0.4),
    (-0.1, 6),
    (-2, 8),
    (-0.0001, 3),
    (-1e-8, 1e-6),
]


def implied_volatilities():
    cases = []
    for i, (forward, away, years, sigma) in enumerate(SOLVABLE):
        strike = round(float(mpf(forward) * mp.exp(mpf(away) * sigma * mp.sqrt(years))), 2)
        kind = "CE" if strike >= forward else "PE"
        price = float(black(kind, forward, strike, years, sigma))
        if price < 1e-9 * forward:
            continue
        solved = implied_volatility(kind, price, forward, strike, years, sigma)
        input = {"type": kind, "price": price, "forward": forward, "strike": strike, "years": years}
        cases.append(case(f"otm-{i + 1}", input, {"sigma": number(solved), "reason": None}))
        if abs(away) <= 1.2 and years > DAY:
            # The same strike from in the money: fewer digits of time value, the volatility of those digits.
            twin = "PE" if kind == "CE" else "CE"
            price = float(black(twin, forward, strike, years, sigma))
            solved = implied_volatility(twin, price, forward, strike, years, sigma)
            input = {"type": twin, "price": price, "forward": forward, "strike": strike, "years": years}
            cases.append(case(f"itm-{i + 1}", input, {"sigma": number(solved), "reason": None}))
    # Market prices: two decimals, as they are quoted; and the least that is still a price.
    for i, (kind, price, strike) in enumerate(
        [("CE", 159.1, 24050), ("CE", 40.05, 24500), ("CE", 0.05, 26500), ("PE", 3.35, 22800), ("PE", 142.7, 24050), ("CE", 1e-7, 26500), ("PE", 3e-8, 21000)]
    ):
        solved = implied_volatility(kind, price, 24060, strike, 7 * DAY, 0.14)
        input = {"type": kind, "price": price, "forward": 24060, "strike": strike, "years": 7 * DAY}
        cases.append(case(f"quoted-{i + 1}", input, {"sigma": number(solved), "reason": None}))
    for id, kind, price, forward, strike, years, reason in REASONS:
        input = {"type": kind, "price": price, "forward": forward, "strike": strike, "years": years}
        cases.append(case(id, input, {"sigma": None, "reason": reason}))
    return vector_file(
        "Implied volatility of one option from its undiscounted price",
        "mpmath, 60 digits and more: Newton on the logarithm of Black's formula. The price is taken as the double it is.",
        {
            "price, forward, strike": "rupees, price undiscounted; null = none",
            "years": "calendar time over 365 days; 0 = expired",
            "sigma": "annual fraction; null with a reason",
        },
        {"relative": 1e-12},
        cases,
    )


def normalised_volatilities():
    cases = []
    for x, s in EXTREMES:
        scale = black("CE", 1, mp.exp(-mpf(x)), 1, s) * mp.exp(mpf(x) / 2)
        beta = float(scale)
        if not 1e-300 < beta:
            raise ValueError(f"x {x}, s {s}: {beta} is out of range")
        strike = mp.exp(-mpf(x))
        # Solve for the double beta, whose last digit is not the model's.
        target = mpf(beta) * mp.sqrt(strike)
        solved = implied_volatility("CE", target, 1, strike, 1, s)
        cases.append(case(f"x {x} s {s}", {"x": x, "beta": beta}, {"s": number(solved)}))
    return vector_file(
        "Implied volatility at its extremes, in normalised form",
        "mpmath. b(x, s) = e^(x/2) N(x/s + s/2) - e^(-x/2) N(x/s - s/2), P. Jackel, Let's Be Rational (2013).",
        {"x": "ln(F/K), at most 0", "beta": "out-of-the-money price over sqrt(F K)", "s": "sigma sqrt(T)"},
        {"relative": 1e-12},
        cases,
    )
