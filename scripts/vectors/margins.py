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
    "index": {"psr": "0.093", "longDated": "0.177", "vsr": "0.04", "calendar": "0.0175", "exposure": "0.02", "ofFar": True},
    "stock": {"psr": "0.142", "longDated": "0.142", "vsr": "0.10", "calendar": "0.022", "exposure": "0.035", "ofFar": True},
    # CRUDEOIL: three days of one-sided 99 %, the floor of its scan on what is sold, half a range of a calendar.
    "commodity": {"psr": "0.33", "longDated": "0.33", "vsr": "0.33", "exposure": "0.01", "ofFar": False, "minimum": "0.33"},
}
ONE_SIDED_99 = mpf("2.3263478740408408")


def leg(type, strike, quantity, sigma=None, entry=None, expiry=EXPIRY["expiry"], **more):
    return {"type": type, "strike": strike, "expiry": expiry, "quantity": quantity, "sigma": sigma, "entry": entry, **more}


def net(legs):
    """Legs of one contract in one product are one position, of the sum of their units."""
    positions = {}
    for l in legs:
        key = (l.get("product", "NRML"), l["type"], l["strike"], l["expiry"])
        first = positions.setdefault(key, {**l, "quantity": 0})
        first["quantity"] += l["quantity"]
    return [each for each in positions.values() if each["quantity"] != 0]


def spreads(sides):
    """Opposite sides by expiry, matched nearest first: (near, far, units), and what is left."""
    sides = dict(sides)
    order, found = sorted(sides), []
    for gap in range(1, len(order)):
        for near, far in zip(order, order[gap:]):
            if sides[near] * sides[far] < 0:
                matched = min(abs(sides[near]), abs(sides[far]))
                found.append((near, far, matched))
                sides[near] -= mp.sign(sides[near]) * matched
                sides[far] -= mp.sign(sides[far]) * matched
    return found, sides


def margin_of_product(input, legs):
    kind = input["kind"]
    rates = {name: mpf(value) if isinstance(value, str) else value for name, value in RATES[kind].items()}
    spot, previous = mpf(input["spot"]), mpf(input["previousClose"])
    daily = mpf(input["dailyVolatility"])
    sigmas = ONE_SIDED_99 * mp.sqrt(3) if kind == "commodity" else 6 * mp.sqrt(2)
    psr = max(sigmas * daily, rates["psr"])
    long_dated = max(sigmas * daily, rates["longDated"])
    vsr = max(daily * mp.sqrt(365) / 4, rates["vsr"])
    expiries = {each["expiry"]: each for each in input["expiries"]}
    now = epoch(input["now"])
    today = input["now"][:10]

    def value(leg, forward, sigma, years):
        if leg["type"] == "FUT":
            return forward
        return money(leg["type"], max(forward, TICK), leg["strike"], years, sigma)

    groups = {False: [mpf(0)] * 16, True: [mpf(0)] * 16}
    deltas, futures, apart = {}, {}, {}
    value_held, exposure, deep, expiry_day, minimum = mpf(0), mpf(0), mpf(0), mpf(0), mpf(0)
    for l in legs:
        expiry = expiries[l["expiry"]]
        years = mpf(epoch(expiry["expiryInstant"]) - now) / YEAR
        forward, units = mpf(expiry["forward"]), l["quantity"] * l.get("multiplier", 1)
        is_option = l["type"] != "FUT"
        sigma = mpf(l["sigma"]) if is_option else None
        before = value(l, forward, sigma, years)
        scan = spot * (long_dated if is_option and years > mpf("0.75") else psr)
        is_today = l["expiry"] == today
        for i, (move, shift, weight) in enumerate(SCENARIOS):
            after = value(l, max(forward + move * scan, TICK), max(sigma + shift * vsr, mpf("0.0001")) if is_option else None, years)
            groups[is_today][i] -= weight * units * (after - before)
        delta = greeks(l["type"], forward, l["strike"], years, sigma, 0)["delta"] if is_option else mpf(1)
        if not is_today:
            deltas[l["expiry"]] = deltas.get(l["expiry"], mpf(0)) + units * delta
        if is_option:
            value_held += units * before
        else:
            sides = apart if is_today else futures
            sides[l["expiry"]] = sides.get(l["expiry"], mpf(0)) + units
        if is_option and units < 0:
            exposure += rates["exposure"] * spot * abs(units)
            minimum += rates.get("minimum", mpf(0)) * spot * abs(units)
        if is_option and units < 0 and kind == "index":
            away = (l["strike"] - previous if l["type"] == "CE" else previous - l["strike"]) / previous
            deep += mpf("0.03") * spot * abs(units) if away > mpf("0.1") else 0
            expiry_day += mpf("0.02") * spot * abs(units) if is_today else 0
    scan_risk = sum(max(mpf(0), *losses) for losses in groups.values())
    charge = (lambda far: psr * spot / 2) if kind == "commodity" else (lambda far: rates["calendar"] * mpf(expiries[far]["forward"]))
    calendar = sum((units * charge(far) for _, far, units in spreads(deltas)[0]), mpf(0))
    found, rest = spreads(futures) if rates["ofFar"] else ([], futures)
    exposed = sum((units * mpf(expiries[far]["forward"]) / 3 for _, far, units in found), mpf(0))
    exposed += sum((abs(units) * spot for units in [*rest.values(), *apart.values()]), mpf(0))
    exposure += rates["exposure"] * exposed
    span = max(mpf(0), max(scan_risk + calendar, minimum) - value_held)
    figures = {
        "scanRisk": scan_risk,
        "calendarCharge": calendar,
        "netOptionValue": value_held,
        "span": span,
        "exposure": exposure,
        "deepOtm": deep,
        "expiryDay": expiry_day,
    }
    return {**figures, "marginRequired": span + exposure + deep + expiry_day}


def required(input, legs):
    """Of net positions, each product by itself."""
    figures = {}
    positions = net(legs)
    for product in {l.get("product", "NRML") for l in positions} or {"NRML"}:
        own = [l for l in positions if l.get("product", "NRML") == product]
        for name, figure in margin_of_product(input, own).items():
            figures[name] = figures.get(name, mpf(0)) + figure
    return figures


def premium_of(input, l):
    """Of a new trade in options: paid above 0."""
    if l["type"] == "FUT" or l.get("held"):
        return mpf(0)
    units = l["quantity"] * l.get("multiplier", 1)
    if l["entry"] is not None:
        return units * mpf(str(l["entry"]))
    expiry = next(each for each in input["expiries"] if each["expiry"] == l["expiry"])
    years = mpf(epoch(expiry["expiryInstant"]) - epoch(input["now"])) / YEAR
    return units * money(l["type"], mpf(expiry["forward"]), l["strike"], years, mpf(l["sigma"]))


def peak_funds(input):
    """The most of margin and premiums paid while new trades are placed, bought ones first; what is received pays for no margin."""
    legs = input["legs"]
    open_legs = [l for l in legs if l.get("held")]
    peak = required(input, open_legs)["marginRequired"]
    paid = mpf(0)
    trades = [l for l in legs if not l.get("held")]
    for l in [l for l in trades if l["quantity"] > 0] + [l for l in trades if l["quantity"] < 0]:
        open_legs.append(l)
        paid += max(mpf(0), premium_of(input, l))
        peak = max(peak, required(input, open_legs)["marginRequired"] + paid)
    return peak


def margin(input):
    figures = required(input, input["legs"])
    premium = sum((premium_of(input, l) for l in input["legs"]), mpf(0))
    figures["capitalRequired"] = max(mpf(0), figures["marginRequired"] + premium)
    figures["peakFunds"] = peak_funds(input)
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
    position = {"held": True}
    yield "sold-and-bought-back", strategy([leg("CE", 24500, -2 * LOT, 0.135, 120, **position), leg("CE", 24500, 2 * LOT, 0.135, 55.5)])
    yield "half-bought-back", strategy([leg("CE", 24500, -2 * LOT, 0.135, 120, **position), leg("CE", 24500, LOT, 0.135, 55.5)])
    yield "one-position-in-four-trades", strategy([leg("PE", 23500, units * LOT, 0.145) for units in (-3, 2, -4, 1)])
    yield "future-bought-and-sold", strategy([leg("FUT", 0, LOT), leg("FUT", 0, -LOT, **position)])
    yield "two-products", strategy(
        [leg("FUT", 0, LOT, product="NRML", **position), leg("FUT", 0, -LOT, product="MIS", **position), leg("CE", 24500, -LOT, 0.135, product="MIS")]
    )
    yield "iron-fly-with-credit", strategy(
        [leg("CE", 24050, -LOT, 0.125, 210.5), leg("PE", 24050, -LOT, 0.125, 199.8), leg("CE", 24450, LOT, 0.132, 62.4), leg("PE", 23650, LOT, 0.141, 58.1)]
    )
    morning = "2026-12-08T10:00:00+05:30"
    yield "futures-calendar-on-expiry-day", strategy([leg("FUT", 0, LOT), leg("FUT", 0, -LOT, expiry=NEXT["expiry"])], now=morning)
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
    yield "stock-sold-and-bought-back", strategy(
        [leg("PE", 1300, -1000, 0.5, None, NEXT["expiry"], **position), leg("PE", 1300, 1000, 0.5, 12.5, NEXT["expiry"])], **stock
    )
    later = {"expiry": "2027-01-25", "expiryInstant": "2027-01-25T15:40:00+05:30", "forward": 1449.85}
    yield "stock-futures-calendar", strategy(
        [leg("FUT", 0, 500, expiry=NEXT["expiry"]), leg("FUT", 0, -500, expiry=later["expiry"])],
        **{**stock, "expiries": [*stock["expiries"], later]},
    )
    crude = {
        "symbol": "CRUDEOIL",
        "kind": "commodity",
        "spot": 7449,
        "previousClose": 7420,
        "dailyVolatility": 0.021,
        "now": "2026-12-01T15:00:00+05:30",
        "expiries": [
            {"expiry": "2026-12-18", "expiryInstant": "2026-12-18T23:55:00+05:30", "forward": 7449},
            {"expiry": "2027-01-19", "expiryInstant": "2027-01-19T23:55:00+05:30", "forward": 7391},
        ],
    }
    barrels = {"multiplier": 100}
    yield "crude-futures-calendar", strategy(
        [leg("FUT", 0, 3, expiry="2026-12-18", **barrels), leg("FUT", 0, -3, expiry="2027-01-19", **barrels)], **crude
    )
    yield "crude-sold-and-bought-back", strategy(
        [leg("CE", 7600, -6, 0.38, 210, "2026-12-18", **barrels, **position), leg("CE", 7600, 6, 0.38, 180.5, "2026-12-18", **barrels)], **crude
    )
    yield "crude-half-bought-back", strategy(
        [leg("CE", 7600, -6, 0.38, 210, "2026-12-18", **barrels, **position), leg("CE", 7600, 3, 0.38, 180.5, "2026-12-18", **barrels)], **crude
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
            "multiplier": "money = price x quantity x multiplier; 1 where it is left out",
            "held": "a position that is there; others are new trades",
            "product": "NRML where it is left out",
            "dailyVolatility": "fraction, EWMA of daily returns",
            "outputs": "rupees",
        },
        {"relative": 1e-9, "absolute": 1e-6},
        [case(id, input, margin(input)) for id, input in margin_cases()],
    )
