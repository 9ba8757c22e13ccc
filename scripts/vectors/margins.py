"""SPAN-style margin of a strategy: sixteen scenarios, calendar charge, net option value, exposure."""

from chains import epoch
from exact import greeks, money, number
from mpmath import mp, mpf
from vector_files import case, vector_file

YEAR = 365 * 86_400_000
EXPIRY = {"expiry": "2026-12-08", "expiryInstant": "2026-12-08T15:40:00+05:30", "forward": 24060}
NEXT = {"expiry": "2026-12-29", "expiryInstant": "2026-12-29T15:40:00+05:30", "forward": 24150.5}
LONG_DATED = {"expiry": "2027-12-28", "expiryInstant": "2027-12-28T15:40:00+05:30", "forward": 25510}
NOW = "2026-12-01T15:40:00+05:30"
TICK = mpf("0.05")

# Move in scan ranges, volatility shift in its ranges, weight.
SCENARIOS = [(mpf(move) / 3, shift, mpf(1)) for move in (0, 1, -1, 2, -2, 3, -3) for shift in (1, -1)] + [
    (mpf(2), 0, mpf("0.35")),
    (mpf(-2), 0, mpf("0.35")),
]

RATES = {
    "index": {"psr": "0.093", "longDated": "0.177", "vsr": "0.04", "calendar": "0.0175", "exposure": "0.02"},
    "stock": {"psr": "0.142", "longDated": "0.142", "vsr": "0.10", "calendar": "0.022", "exposure": "0.035"},
}


def leg(type, strike, quantity, sigma=None, entry=None, expiry=EXPIRY["expiry"]):
    return {"type": type, "strike": strike, "expiry": expiry, "quantity": quantity, "sigma": sigma, "entry": entry}


def margin(input):
    rates = {name: mpf(value) for name, value in RATES[input["kind"]].items()}
    spot, previous = mpf(input["spot"]), mpf(input["previousClose"])
    daily = mpf(input["dailyVolatility"])
    psr = max(6 * daily * mp.sqrt(2), rates["psr"])
    long_dated = max(6 * daily * mp.sqrt(2), rates["longDated"])
    vsr = max(daily * mp.sqrt(365) / 4, rates["vsr"])
    expiries = {each["expiry"]: each for each in input["expiries"]}
    now = epoch(input["now"])
    today = input["now"][:10]

    def value(leg, forward, sigma, years):
        if leg["type"] == "FUT":
            return forward
        return money(leg["type"], max(forward, TICK), leg["strike"], years, sigma)

    groups = {False: [mpf(0)] * 16, True: [mpf(0)] * 16}
    deltas = {}
    net, exposure, deep, expiry_day, premium = mpf(0), mpf(0), mpf(0), mpf(0), mpf(0)
    for l in input["legs"]:
        expiry = expiries[l["expiry"]]
        years = mpf(epoch(expiry["expiryInstant"]) - now) / YEAR
        forward, units = mpf(expiry["forward"]), l["quantity"]
        is_option = l["type"] != "FUT"
        sigma = mpf(l["sigma"]) if is_option else None
        before = value(l, forward, sigma, years)
        scan = spot * (long_dated if is_option and years > mpf("0.75") else psr)
        is_today = l["expiry"] == today and input["kind"] == "index"
        for i, (move, shift, weight) in enumerate(SCENARIOS):
            after = value(l, max(forward + move * scan, TICK), max(sigma + shift * vsr, mpf("0.0001")) if is_option else None, years)
            groups[is_today][i] -= weight * units * (after - before)
        delta = greeks(l["type"], forward, l["strike"], years, sigma, 0)["delta"] if is_option else mpf(1)
        if not is_today:
            deltas[l["expiry"]] = deltas.get(l["expiry"], mpf(0)) + units * delta
        short = is_option and units < 0
        if is_option:
            net += units * before
            premium += units * (before if l["entry"] is None else mpf(str(l["entry"])))
        if short or not is_option:
            exposure += rates["exposure"] * spot * abs(units)
        if short and input["kind"] == "index":
            away = (l["strike"] - previous if l["type"] == "CE" else previous - l["strike"]) / previous
            deep += mpf("0.03") * spot * abs(units) if away > mpf("0.1") else 0
            expiry_day += mpf("0.02") * spot * abs(units) if l["expiry"] == today else 0
    scan_risk = sum(max(mpf(0), *losses) for losses in groups.values())
    calendar = mpf(0)
    order = sorted(deltas)
    for gap in range(1, len(order)):
        for near, far in zip(order, order[gap:]):
            if deltas[near] * deltas[far] < 0:
                matched = min(abs(deltas[near]), abs(deltas[far]))
                calendar += matched * rates["calendar"] * mpf(expiries[far]["forward"])
                deltas[near] -= mp.sign(deltas[near]) * matched
                deltas[far] -= mp.sign(deltas[far]) * matched
    span = max(mpf(0), scan_risk + calendar - net)
    required = span + exposure + deep + expiry_day
    figures = {
        "scanRisk": scan_risk,
        "calendarCharge": calendar,
        "netOptionValue": net,
        "span": span,
        "exposure": exposure,
        "deepOtm": deep,
        "expiryDay": expiry_day,
        "marginRequired": required,
        "capitalRequired": max(mpf(0), required + premium),
    }
    return {name: number(figure) for name, figure in figures.items()}


def strategy(legs, **changes):
    return {
        "kind": "index",
        "now": NOW,
        "spot": 24000,
        "previousClose": 24000,
        "dailyVolatility": 0.008,
        "expiries": [EXPIRY, NEXT, LONG_DATED],
        "legs": legs,
        **changes,
    }


LOT = 65


def margin_cases():
    short_call = leg("CE", 24500, -LOT, 0.135)
    short_put = leg("PE", 23500, -LOT, 0.145)
    wings = [leg("CE", 24700, LOT, 0.132), leg("PE", 23300, LOT, 0.15)]
    yield "reference-short-call", strategy([short_call])
    yield "reference-short-strangle", strategy([short_call, short_put])
    yield "reference-iron-condor", strategy([short_call, short_put, *wings])
    yield "reference-long-future", strategy([leg("FUT", 0, LOT)])
    yield "nothing", strategy([])
    yield "bought-options-need-no-margin", strategy([leg("CE", 24200, LOT, 0.13, 118.35), leg("PE", 23800, LOT, 0.14, 92.1)])
    yield "entry-price-counts-for-capital", strategy([leg("CE", 24500, -LOT, 0.135, 55.5)])
    yield "future-and-bought-put", strategy([leg("FUT", 0, LOT), leg("PE", 23800, LOT, 0.14, 92.1)])
    yield "futures-calendar", strategy([leg("FUT", 0, LOT), leg("FUT", 0, -LOT, expiry=NEXT["expiry"])])
    yield "options-calendar", strategy([leg("CE", 24000, -LOT, 0.13), leg("CE", 24000, LOT, 0.14, None, NEXT["expiry"])])
    yield "unequal-calendar", strategy([leg("FUT", 0, 3 * LOT), leg("FUT", 0, -LOT, expiry=NEXT["expiry"])])
    yield "far-out-of-the-money", strategy([leg("CE", 26500, -LOT, 0.19), leg("PE", 21500, -LOT, 0.24)])
    yield "long-dated", strategy([leg("PE", 24000, -LOT, 0.15, None, LONG_DATED["expiry"])])
    yield "a-volatile-index", strategy([short_call, leg("FUT", 0, -LOT)], dailyVolatility=0.021)
    morning = "2026-12-08T10:00:00+05:30"
    yield "expiry-day", strategy([leg("CE", 24100, -LOT, 0.12), leg("PE", 23900, -LOT, 0.13)], now=morning)
    yield "expiry-day-without-calendar-benefit", strategy(
        [leg("CE", 24000, -LOT, 0.12), leg("CE", 24000, LOT, 0.14, None, NEXT["expiry"])], now=morning
    )
    stock = {
        "kind": "stock",
        "spot": 1432.7,
        "previousClose": 1420.05,
        "dailyVolatility": 0.014,
        "now": "2026-12-01T15:40:00+05:30",
        "expiries": [{**NEXT, "forward": 1441.2}],
    }
    yield "stock-short-call", strategy([leg("CE", 1500, -500, 0.27, None, NEXT["expiry"])], **stock)
    yield "stock-covered-call", strategy(
        [leg("FUT", 0, 500, expiry=NEXT["expiry"]), leg("CE", 1500, -500, 0.27, 21.4, NEXT["expiry"])], **stock
    )
    yield "a-volatile-stock", strategy(
        [leg("PE", 1300, -500, 0.5, None, NEXT["expiry"])], **{**stock, "dailyVolatility": 0.031}
    )


def margins():
    return vector_file(
        "Margin of a strategy, SPAN style: an estimate of what the clearing corporation asks",
        "mpmath, 60 digits, in a second implementation of the rules in docs/quant.md (scripts/vectors/margins.py); rates of "
        "December 2026 for an underlying with none published of its own. The four reference cases are the project's published examples.",
        {
            "spot, previousClose, forward, strike, entry": "rupees; entry null = the model's price",
            "quantity": "signed units: bought above 0",
            "sigma": "annual fraction, the leg's own; null for futures",
            "dailyVolatility": "fraction, EWMA of daily returns",
            "outputs": "rupees",
        },
        {"relative": 1e-9, "absolute": 1e-6},
        [case(id, input, margin(input)) for id, input in margin_cases()],
    )
