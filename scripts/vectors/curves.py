"""One curve of discounts an underlying, and whose curve the others hear: docs/decisions/0036, with mpmath."""

import random

from exact import number
from mpmath import mp, mpf
from vector_files import case, vector_file

DRIFT, SPREAD, BETWEEN = mpf("0.02") ** 2, mpf("0.02") ** 2, mpf("0.01") ** 2
MOST_RATE = mpf("0.15")
LEAST_VARIANCE = mpf("1e-12")
LENDERS = {"NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTYNXT50", "SENSEX", "BANKEX"}


def smooth(x):
    x = min(mpf(1), max(mpf(0), x))
    return x * x * (3 - 2 * x)


def entered(years):
    p = (365 * years - 45) / 30
    if p <= 0:
        return mpf(0)
    return mpf(1) if p >= 1 else smooth(p * (2 - p))


class Witness:
    def __init__(self, years, discount, error):
        self.years = years
        self.rate = -mp.log(discount) / years
        self.variance = max(LEAST_VARIANCE, (error / (discount * years)) ** 2 / entered(years))


def witnesses_of(expiries):
    """By place; an expiry that says nothing, or what no interest is, is not among them."""
    found = {}
    for place, each in enumerate(expiries):
        years = mpf(each["days"]) / 365
        if each["discount"] is None or entered(years) == 0:
            continue
        discount, error = mpf(each["discount"]), mpf(each["error"])
        if mp.exp(-MOST_RATE * years) - 2 * error <= discount <= 1 + 2 * error:
            found[place] = Witness(years, discount, error)
    return found


def middle(witnesses):
    """Weighted median: a rate stands at the middle of its own weight, and between two of them the line goes."""
    ranked = sorted(witnesses, key=lambda each: each.rate)
    weights = [1 / (each.variance + SPREAD) for each in ranked]
    half = sum(weights) / 2
    places = [sum(weights[:i]) + weight / 2 for i, weight in enumerate(weights)]
    for i, place in enumerate(places):
        if place < half:
            continue
        if i == 0:
            return ranked[0].rate
        part = (half - places[i - 1]) / (place - places[i - 1])
        return ranked[i - 1].rate + part * (ranked[i].rate - ranked[i - 1].rate)
    return None


class Curve:
    def __init__(self, expiries, lender=None):
        self.expiries, self.lender = expiries, lender
        self.witnesses = witnesses_of(expiries)
        centre = middle(self.witnesses.values()) if lender is None else None
        self.weighed = {}
        for place, each in self.witnesses.items():
            hold = centre if lender is None else lender.level(each.years)[0]
            away = (each.rate - hold) ** 2
            far = (away / (each.variance + SPREAD)) ** 2
            self.weighed[place] = each.variance + away * far / (far + 16)
        self.told = self.fit()

    def level(self, years):
        """(rate, what it weighs) for any life, by its own witnesses."""
        weight = total = mpf(0)
        for place, each in self.witnesses.items():
            own = 1 / (self.weighed[place] + DRIFT * abs(mp.log(years / each.years)))
            weight += own
            total += own * each.rate
        if weight == 0:
            return mpf(0), mpf(0)
        return min(MOST_RATE, max(mpf(0), total / weight)), weight

    def heard(self, place, years):
        """(rate, weight, source) with the lender's beside its own."""
        rate, weight = self.level(years)
        own = 1 / self.weighed[place] if place in self.weighed else mpf(0)
        lent_rate, lent = mpf(0), mpf(0)
        if self.lender is not None:
            lent_rate, knows = self.lender.level(years)
            lent = 1 / (1 / knows + BETWEEN)
        whole = weight + lent
        if whole == 0:
            return mpf(0), whole, None
        source = "BORROWED" if lent > weight else "OWN_PAIRS" if own >= weight / 2 else "OWN_CURVE"
        return (rate * weight + lent_rate * lent) / whole, whole, source

    def fit(self):
        lives = [mpf(each["days"]) / 365 for each in self.expiries]
        alive = [place for place, years in enumerate(lives) if years > 0]
        heard = {place: self.heard(place, lives[place]) for place in alive}
        known = [weight for _, weight, _ in heard.values() if weight > 0]
        self.best = 1 / mp.sqrt(max(known)) if known else None
        if self.best is None:
            return [None] * len(lives)
        # Neighbours that contradict the order of time share their mean, by what their interest weighs.
        blocks = []
        for place in alive:
            rate, weight, _ = heard[place]
            block = [rate * lives[place], weight / lives[place] ** 2, [place]]
            while blocks and blocks[-1][0] > block[0]:
                value, weighs, places = blocks.pop()
                both = weighs + block[1]
                block = [(value * weighs + block[0] * block[1]) / both, both, places + block[2]]
            blocks.append(block)
        interest = {place: value for value, _, places in blocks for place in places}
        sure = 1 - smooth((self.best - mpf("0.02")) / mpf("0.02"))
        told = []
        for place, years in enumerate(lives):
            part = entered(years) * sure if years > 0 else mpf(0)
            if part == 0:
                told.append(None)
                continue
            _, weight, source = heard[place]
            all_of_it = part * interest[place]
            error = part * years / mp.sqrt(weight) * mp.exp(-all_of_it)
            told.append((all_of_it / years, error, source))
        return told

    def knows(self):
        return self.best is not None and self.best < mpf("0.04")


def answer(underlyings):
    def is_equity(each):
        return each["exchange"] in ("NFO", "BFO") and each["kind"] in ("index", "stock")

    alone = [Curve(each["expiries"]) for each in underlyings]
    lenders = [
        i
        for i, each in enumerate(underlyings)
        if is_equity(each) and each["kind"] == "index" and each["symbol"] in LENDERS and alone[i].knows()
    ]
    deepest = max(lenders, key=lambda i: underlyings[i]["depth"], default=None)
    answers = []
    for i, each in enumerate(underlyings):
        borrows = deepest is not None and deepest != i and is_equity(each)
        curve = Curve(each["expiries"], alone[deepest]) if borrows else alone[i]
        expiries = [
            {"rate": 0.0, "error": None, "source": None}
            if told is None
            else {"rate": number(told[0]), "error": number(told[1]), "source": told[2]}
            for told in curve.told
        ]
        answers.append({"lender": underlyings[deepest]["symbol"] if borrows else None, "expiries": expiries})
    return {"underlyings": answers}


def expiry(days, discount=None, error=None):
    return {"days": days, "discount": discount, "error": error}


def underlying(symbol, expiries, depth=1e9, kind="index", exchange="NFO"):
    return {"symbol": symbol, "kind": kind, "exchange": exchange, "depth": depth, "expiries": expiries}


SURE = [expiry(71, 0.9838, 0.001), expiry(134, 0.9656, 0.00102), expiry(225), expiry(498)]


def named():
    yield "one-expiry", [underlying("NIFTY", [expiry(134, 0.9656, 0.00102)])]
    yield "neighbours-of-one", [underlying("NIFTY", [expiry(30), expiry(134, 0.9656, 0.00102), expiry(225), expiry(1800)])]
    yield "several", [underlying("NIFTY", SURE)]
    yield "near-ones-not-yet", [underlying("NIFTY", [expiry(7), expiry(45, 0.98, 0.001), *[expiry(d) for d in (46, 50, 60, 69, 74.9)], expiry(134, 0.9656, 0.001)])]
    yield "expired-first", [underlying("NIFTY", [expiry(0), *SURE])]
    yield "a-wild-one", [underlying("NIFTY", [expiry(71, 0.9838, 0.002), expiry(134, 0.9656, 0.001), expiry(225, 0.925, 0.001), expiry(316, 0.92, 0.003)])]
    yield "wild-by-more", [underlying("NIFTY", [expiry(100, 0.975, 0.001), expiry(134, 0.9656, 0.001), expiry(225, 0.99, 0.0005)])]
    yield "above-one-and-dear", [underlying("NIFTY", [expiry(100, 1.01, 0.001), expiry(134, 0.9, 0.001), expiry(225, 0.944, 0.003)])]
    yield "above-one-within-errors", [underlying("NIFTY", [expiry(100, 1.001, 0.001), expiry(225, 0.99, 0.003)])]
    yield "against-time", [underlying("NIFTY", [expiry(134, 0.96, 0.0005), expiry(150, 0.966, 0.0005), expiry(225, 0.963, 0.0004)])]
    yield "half-known", [underlying("USDINR", [expiry(100, 0.98, 0.008)], kind="currency", exchange="CDS")]
    yield "hardly-known", [underlying("GOLD", [expiry(100, 0.98, 0.02)], kind="commodity", exchange="MCX")]
    yield "none-known", [underlying("NIFTY", [expiry(100), expiry(200)])]
    yield "lent-to-a-silent-index", [underlying("NIFTY", SURE, 9e9), underlying("BANKNIFTY", [expiry(71), expiry(134), expiry(225)], 3e9)]
    yield "lent-to-a-share", [underlying("NIFTY", SURE, 9e9), underlying("RELIANCE", [expiry(71, 0.99, 0.004), expiry(100)], 4e9, "stock")]
    yield "lent-to-who-knows-better", [underlying("NIFTY", SURE, 9e9), underlying("BANKNIFTY", [expiry(71), expiry(134, 0.9702, 0.0004), expiry(225)], 3e9)]
    yield "lent-to-one-far-off", [underlying("NIFTY", SURE, 9e9), underlying("BANKNIFTY", [expiry(134, 0.995, 0.0004)], 3e9)]
    yield "not-lent-to-commodities", [underlying("NIFTY", SURE, 9e9), underlying("GOLD", [expiry(134)], 3e9, "commodity", "MCX"), underlying("USDINR", [expiry(134)], 3e9, "currency", "CDS")]
    yield "not-lent-by-a-share", [underlying("RELIANCE", SURE, 9e9, "stock"), underlying("NIFTY", [expiry(134)], 3e9)]
    yield "not-lent-by-a-deeper-silent-one", [underlying("SENSEX", [expiry(134)], 2e10, exchange="BFO"), underlying("NIFTY", SURE, 9e9), underlying("BANKNIFTY", [expiry(134, 0.97, 0.004)], 3e9)]
    yield "lent-by-the-deepest", [underlying("NIFTY", SURE, 9e9), underlying("SENSEX", [expiry(133, 0.98, 0.0005)], 1e10, exchange="BFO"), underlying("INFY", [expiry(71)], 1e8, "stock")]


def drawn():
    dice = random.Random(36)
    for i in range(24):
        found = []
        for symbol, kind in (("NIFTY", "index"), ("BANKNIFTY", "index"), ("TCS", "stock")):
            rate = dice.uniform(0.02, 0.11)
            expiries, days = [], dice.uniform(1, 40)
            for _ in range(dice.randint(2, 7)):
                if dice.random() < 0.35:
                    expiries.append(expiry(round(days, 2)))
                else:
                    error = round(10 ** dice.uniform(-3.6, -1.9), 6)
                    off = dice.gauss(0, error) + (dice.uniform(-0.03, 0.03) if dice.random() < 0.2 else 0)
                    expiries.append(expiry(round(days, 2), round(float(mp.exp(-rate * days / 365)) + off, 6), error))
                days += dice.uniform(10, 120)
            found.append(underlying(symbol, expiries, round(dice.uniform(1e8, 1e10)), kind))
        yield f"drawn-{i + 1}", found


def discount_curves():
    cases = [case(id, {"underlyings": each}, answer(each)) for part in (named, drawn) for id, each in part()]
    return vector_file(
        "Discounts of all expiries, and whose curve is heard",
        "mpmath: docs/decisions/0036 a second time.",
        {
            "days": "to expiry, ascending; 365 are a year",
            "discount, error of the input": "what the expiry's own pairs say, and one standard error; null = nothing",
            "depth": "option open interest in rupees of the underlying",
            "rate": "a year, continuous, as told: D = e^(-rate x days / 365); 0 where nothing is told",
            "error of the output": "one standard error of D; null where nothing is told",
            "source": "who said most of it; null: nobody",
            "lender": "the index whose curve was heard beside its own",
        },
        {"relative": 1e-10},
        cases,
    )
