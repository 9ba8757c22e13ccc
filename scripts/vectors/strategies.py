"""Strategies: curves at expiry and before, breakevens, extremes, probability of profit, greeks."""

from fractions import Fraction

from chains import epoch
from exact import greeks, intrinsic, money, number, settles_below
from mpmath import mp, mpf
from vector_files import case, vector_file

YEAR = 365 * 86_400_000
NOW = "2026-11-17T15:40:00+05:30"
NEAR = {"expiry": "2026-11-24", "expiryInstant": "2026-11-24T15:40:00+05:30", "forward": 24060, "atmIv": 0.13}
FAR = {"expiry": "2026-12-29", "expiryInstant": "2026-12-29T15:40:00+05:30", "forward": 24180.5, "atmIv": 0.14}
NEAR_DAY, FAR_DAY = NEAR["expiry"], FAR["expiry"]


def leg(type, strike, quantity, entry, sigma=0.13, expiry=NEAR_DAY, settlement=None):
    return {
        "type": type,
        "strike": strike,
        "expiry": expiry,
        "quantity": quantity,
        "entry": entry,
        "sigma": sigma if type in ("CE", "PE") else None,
        "settlement": settlement,
    }


class Strategy:
    def __init__(self, input):
        self.input = input
        self.now = epoch(input["now"])
        self.spot = mpf(input["spot"])
        self.expiries = {each["expiry"]: each for each in input["expiries"]}
        alive = [each for each in input["legs"] if each["settlement"] is None]
        self.first = min((self.expiries[each["expiry"]] for each in alive), key=lambda e: epoch(e["expiryInstant"]))
        self.end = epoch(self.first["expiryInstant"])
        self.is_straight = all(each["expiry"] == self.first["expiry"] for each in alive)

    def basis(self, expiry):
        return mpf(expiry["forward"]) - self.spot

    def forward(self, leg, time, price):
        """S' and what is left of the basis; never below a tick while the contract lives. On MCX the basis stays."""
        expiry = self.expiries[leg["expiry"]]
        end = epoch(expiry["expiryInstant"])
        basis = self.basis(expiry)
        if self.input["kind"] != "commodity":
            basis *= mpf(max(end - time, 0)) / (end - self.now)
        return max(mpf(str(self.input["tickSize"])) if time < end else mpf(0), price + basis)

    def years(self, leg, time):
        left = epoch(self.expiries[leg["expiry"]]["expiryInstant"]) - time
        return mpf(0) if left <= 0 else mpf(max(left, 60_000)) / YEAR

    def worth(self, leg, time, price):
        if leg["settlement"] is not None:
            return mpf(str(leg["settlement"]))
        forward = self.forward(leg, time, price)
        if leg["type"] == "FUT":
            return forward
        years = self.years(leg, time)
        if years == 0:
            return intrinsic(leg["type"], forward, leg["strike"])
        return money(leg["type"], forward, leg["strike"], years, leg["sigma"])

    def pnl(self, time, price):
        price = mpf(price)
        return sum(l["quantity"] * (self.worth(l, time, price) - mpf(str(l["entry"]))) for l in self.input["legs"])

    def at_expiry(self, price):
        return self.pnl(self.end, price)

    def tail_slope(self):
        """Rupees a rupee far above all strikes."""
        alive = [l for l in self.input["legs"] if l["settlement"] is None]
        return sum(l["quantity"] for l in alive if l["type"] in ("CE", "FUT"))

    def knots(self):
        shift = self.basis(self.first) if self.input["kind"] == "commodity" else mpf(0)
        options = [l for l in self.input["legs"] if l["type"] in ("CE", "PE") and l["settlement"] is None]
        own = {x for x in [mpf(0), -shift, *(mpf(l["strike"]) - shift for l in options)] if x >= 0}
        if not self.is_straight:
            own |= {4 * self.spot * i / 400 for i in range(401)}
        return sorted(own)

    def breakevens(self):
        points = self.knots()
        last = points[-1]
        if self.is_straight:
            # One more point of the last, straight piece.
            points.append(2 * last + 1)
        values = [self.clean(self.at_expiry(x)) for x in points]
        found = []
        for i, (x, y) in enumerate(zip(points, values)):
            inside = y == 0 and (i == 0 or values[i - 1] == 0) and (i + 1 == len(points) or values[i + 1] == 0)
            is_end = self.is_straight and i + 1 == len(points)
            if y == 0 and not inside and x > 0 and not is_end:
                found.append(x)
            if i + 1 < len(points) and y * values[i + 1] < 0:
                found.append(self.root(x, points[i + 1]))
        if self.is_straight and values[-2] * self.tail_slope() < 0 and values[-2] * values[-1] > 0:
            found.append(last - values[-2] / self.tail_slope())
        return sorted(found)

    @staticmethod
    def clean(value):
        return mpf(0) if abs(value) < mpf(10) ** -30 else value

    def root(self, low, high):
        sign = mp.sign(self.at_expiry(low))
        if self.is_straight:
            a, b = self.at_expiry(low), self.at_expiry(high)
            return low + (high - low) * a / (a - b)
        for _ in range(90):
            middle = (low + high) / 2
            if mp.sign(self.at_expiry(middle)) == sign:
                low = middle
            else:
                high = middle
        return low

    def extremes(self):
        points = self.knots()
        values = [self.at_expiry(x) for x in points]
        slope = self.tail_slope()
        low, high = self.peak(points, values, -1), self.peak(points, values, 1)
        return ("Unlimited" if slope > 0 else number(high)), ("Unlimited" if slope < 0 else number(low))

    def peak(self, points, values, sign):
        """Best of the knots; between knots only where the curve bends, by thirds."""
        at = max(range(len(points)), key=lambda i: sign * values[i])
        if self.is_straight:
            return values[at]
        low, high = points[max(at - 1, 0)], points[min(at + 1, len(points) - 1)]
        best = values[at]
        for _ in range(60):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            if sign * self.at_expiry(a) < sign * self.at_expiry(b):
                low = a
            else:
                high = b
        return max(best, self.at_expiry((low + high) / 2), key=lambda value: sign * value)

    def pop(self, breakevens):
        years = self.years({"expiry": self.first["expiry"]}, self.now)
        forward, sigma = self.first["forward"], self.first["atmIv"]
        shift = self.basis(self.first) if self.input["kind"] == "commodity" else mpf(0)
        ends = [mpf(0), *breakevens, None]
        chance = mpf(0)
        for low, high in zip(ends, ends[1:]):
            look = (low + high) / 2 if high is not None else 2 * max(low, 4 * self.spot)
            if not self.is_straight and high is None:
                look = (low + 4 * self.spot) / 2 if low < 4 * self.spot else 2 * low
            if self.clean(self.at_expiry(look)) > 0:
                top = mpf(1) if high is None else settles_below(high + shift, forward, years, sigma)
                chance += top - (settles_below(low + shift, forward, years, sigma) if low > 0 else 0)
        return chance

    def greeks(self, time, price):
        total = {name: mpf(0) for name in ("delta", "gamma", "theta", "vega")}
        for l in self.input["legs"]:
            if l["settlement"] is not None:
                continue
            if l["type"] == "FUT":
                total["delta"] += l["quantity"]
                continue
            forward = self.forward(l, time, mpf(price))
            each = greeks(l["type"], forward, l["strike"], self.years(l, time), l["sigma"], 0)
            for name in total:
                total[name] += l["quantity"] * each[name]
        return {name: number(value) for name, value in total.items()}

    def output(self):
        input = self.input
        breakevens = self.breakevens()
        best, worst = self.extremes()
        limited = best != "Unlimited" and worst != "Unlimited" and worst < 0
        years = self.years({"expiry": self.first["expiry"]}, self.now)
        target = epoch(input["targetTime"])
        premium = sum(
            Fraction(str(l["entry"])) * l["quantity"]
            for l in input["legs"]
            if l["type"] in ("CE", "PE") and l["settlement"] is None
        )
        return {
            "expiry": self.first["expiry"],
            "atExpiry": [number(self.clean(self.at_expiry(x))) for x in input["prices"]],
            "atTarget": [number(self.clean(self.pnl(target, x))) for x in input["prices"]],
            "breakevens": [number(x) for x in breakevens],
            "maxProfit": best,
            "maxLoss": worst,
            "riskReward": number(mpf(best) / -mpf(worst)) if limited else None,
            "pop": number(self.pop(breakevens)),
            "standardDeviation": number(self.first["forward"] * mpf(self.first["atmIv"]) * mp.sqrt(years)),
            "totalPremium": number(premium),
            "greeks": self.greeks(target, input["targetPrice"]),
        }


def strategy(legs, **changes):
    return {
        "kind": "index",
        "now": NOW,
        "spot": 24000,
        "tickSize": 0.05,
        "expiries": [NEAR, FAR],
        "legs": legs,
        "prices": [0, 18000, 23000, 23785.55, 24000, 24215.4, 25000, 36000],
        "targetTime": NOW,
        "targetPrice": 24000,
        **changes,
    }


LOT = 65
MIDWEEK = "2026-11-20T11:15:00+05:30"


def strategy_cases():
    call = lambda strike, quantity, entry, sigma=0.13, expiry=NEAR_DAY: leg("CE", strike, quantity, entry, sigma, expiry)
    put = lambda strike, quantity, entry, sigma=0.13, expiry=NEAR_DAY: leg("PE", strike, quantity, entry, sigma, expiry)
    yield "long-call", strategy([call(24200, LOT, 118.35)])
    yield "short-put", strategy([put(23800, -LOT, 92.1)], targetTime=MIDWEEK)
    yield "short-put-of-ten-million", strategy([put(23800, -10_000_000, 92.1)])
    yield "long-future", strategy([leg("FUT", 0, LOT, 24061.5)], targetTime=MIDWEEK)
    yield "short-straddle", strategy([call(24000, -LOT, 205.4), put(24000, -LOT, 145.5)], targetTime=MIDWEEK, targetPrice=24150)
    yield "long-strangle", strategy([call(24500, LOT, 38.9, 0.128), put(23500, LOT, 41.25, 0.141)])
    yield "bull-call-spread", strategy([call(24000, LOT, 205.4), call(24300, -LOT, 84.75)])
    yield "bear-put-spread", strategy([put(24100, 2 * LOT, 190.05), put(23800, -2 * LOT, 80)], targetTime=MIDWEEK)
    yield "iron-condor", strategy(
        [put(23300, LOT, 21.15, 0.15), put(23500, -LOT, 41.25, 0.145), call(24500, -LOT, 38.9, 0.135), call(24700, LOT, 17.6, 0.132)]
    )
    yield "iron-butterfly", strategy(
        [put(23700, LOT, 61.4), put(24000, -LOT, 145.5), call(24000, -LOT, 205.4), call(24300, LOT, 84.75)]
    )
    yield "ratio-spread", strategy([call(24000, LOT, 205.4), call(24300, -2 * LOT, 84.75)])
    yield "put-back-spread", strategy([put(24000, -LOT, 145.5), put(23700, 2 * LOT, 61.4)])
    yield "covered-by-a-future", strategy([leg("FUT", 0, LOT, 24061.5), call(24300, -LOT, 84.75)])
    yield "future-and-protective-put", strategy([leg("FUT", 0, LOT, 24061.5), put(23800, LOT, 92.1)], targetTime=MIDWEEK)
    yield "box-that-is-flat", strategy(
        [call(23900, LOT, 260), put(23900, -LOT, 100), call(24100, -LOT, 150), put(24100, LOT, 185)]
    )
    yield "free-of-cost-and-flat-between", strategy([call(24200, LOT, 30), call(24300, -LOT, 20), put(23700, -LOT, 10)])
    yield "nothing-to-lose", strategy([call(24200, LOT, 0)])
    yield "settled-leg-counts", strategy(
        [call(24200, LOT, 118.35), leg("PE", 24100, -LOT, 88.2, None, "2026-11-10", 63.45)]
    )
    yield "calendar-of-calls", strategy(
        [call(24000, -LOT, 205.4), call(24000, LOT, 555.25, 0.14, FAR_DAY)], targetTime=MIDWEEK
    )
    yield "double-diagonal", strategy(
        [
            call(24400, -LOT, 60.1),
            call(24600, LOT, 290.35, 0.138, FAR_DAY),
            put(23600, -LOT, 49.9),
            put(23400, LOT, 205.75, 0.147, FAR_DAY),
        ]
    )
    yield "far-future-against-near-calls", strategy([leg("FUT", 0, LOT, 24185, None, FAR_DAY), call(24200, -LOT, 118.35)])
    yield "near-future-against-far-calls", strategy([leg("FUT", 0, LOT, 24061.5), call(24200, -2 * LOT, 480.2, 0.14, FAR_DAY)])
    crude = {
        "kind": "commodity",
        "spot": 6123,
        "expiries": [{"expiry": "2026-12-16", "expiryInstant": "2026-12-16T23:30:00+05:30", "forward": 6158, "atmIv": 0.34}],
        "prices": [0, 4000, 5715, 6123, 6400.5, 9000],
        "targetTime": "2026-12-10T12:00:00+05:30",
        "targetPrice": 6100,
    }
    barrels = lambda type, strike, quantity, entry: leg(type, strike, quantity, entry, 0.34, "2026-12-16")
    yield "commodity-above-its-spot", strategy([barrels("CE", 6400, -100, 148.2), barrels("PE", 5900, -100, 139.6)], **crude)
    below = [{**crude["expiries"][0], "forward": 6080}]
    yield "commodity-below-its-spot", strategy(
        [barrels("PE", 6000, 100, 190.4), barrels("PE", 5600, -100, 66.1)], **{**crude, "expiries": below}
    )
    yield "on-expiry-day", strategy(
        [call(24000, -LOT, 42.15, 0.16), put(24000, -LOT, 38.6, 0.16)],
        now="2026-11-24T13:10:00+05:30",
        targetTime="2026-11-24T15:00:00+05:30",
        expiries=[{**NEAR, "forward": 24003.5, "atmIv": 0.16}],
    )


def strategies():
    return vector_file(
        "Strategies: payoff curves, breakevens, extremes, probability of profit, greeks",
        "mpmath, 60 digits, in a second implementation of the rules in docs/quant.md (scripts/vectors/strategies.py).",
        {
            "prices, entry, strike, forward": "rupees",
            "quantity": "signed units: bought above 0",
            "sigma, atmIv": "annual fraction; a leg's own volatility is given, null for futures",
            "settlement": "price at which an expired leg was settled; null while it lives",
            "atExpiry, atTarget": "P&L in rupees at `prices`, on the day of the earliest expiry and at `targetTime`",
            "maxProfit, maxLoss": "rupees, or Unlimited",
            "pop": "0 to 1",
            "greeks": "of the strategy at targetPrice and targetTime: delta in units, theta in rupees a day, vega in rupees a point",
        },
        {"relative": 1e-9, "absolute": 1e-7},
        [case(id, input, Strategy(input).output()) for id, input in strategy_cases()],
    )
