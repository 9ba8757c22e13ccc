"""Usable prices, forwards and whole chains: from rows of quotes to one IV a strike, ATM IV, PCR and max pain."""

import math
import random
from datetime import datetime
from fractions import Fraction

from books import exact, future_price, is_liquid, is_odd, price_for_iv, synthetic, trading_flags, usable_price
from discounts import discount_of
from exact import black, implied_volatility, number
from measures import max_pain, pcr
from mpmath import mp, mpf
from vector_files import case, vector_file

YEAR = 365 * 86_400_000
NOW = "2026-08-19T11:30:00+05:30"
CLOSE = "2026-08-19T15:40:00+05:30"
EXPIRY = "2026-08-25T15:40:00+05:30"


def epoch(text):
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def years_between(now, expiry):
    left = epoch(expiry) - epoch(now)
    if left <= 0:
        return mpf(0)
    return mpf(max(left, 60_000)) / YEAR


def quote(bid=0, ask=0, ltp=0, age=5, oi=6500, volume=650):
    return {"bid": bid, "ask": ask, "ltp": ltp, "ageSeconds": age, "oi": oi, "volume": volume}


SILENT = quote(age=None)


def book_cases():
    rows = [
        ("tight", quote(100, 100.1, 90)),
        ("locked", quote(100, 100, 90)),
        ("five-ticks-is-tight", quote(0.05, 0.3, 0.1, 61)),
        ("five-ticks-in-binary", quote(10.05, 10.3, 10.1, 61)),
        ("six-ticks-is-wide", quote(0.05, 0.35, 0.1, 61)),
        ("a-fifth-is-tight", quote(90, 110, 91)),
        ("just-past-a-fifth-is-wide", quote(89.95, 110.05, 91)),
        ("wide-fresh-trade-inside", quote(80, 120, 90)),
        ("wide-trade-at-the-bid", quote(80, 120, 80)),
        ("wide-trade-at-sixty-seconds", quote(80, 120, 90, 60)),
        ("wide-trade-after-sixty-seconds", quote(80, 120, 90, 60.001)),
        ("wide-trade-outside", quote(80, 120, 121)),
        ("bid-only-fresh-above", quote(80, 0, 85)),
        ("bid-only-fresh-below", quote(80, 0, 75)),
        ("bid-only-old", quote(80, 0, 85, 61)),
        ("bid-only-never-traded", quote(80, 0, 0, None, volume=0)),
        ("ask-only-fresh-below", quote(0, 120, 110)),
        ("ask-only-fresh-above", quote(0, 120, 130)),
        ("ask-only-old", quote(0, 120, 110, 61)),
        ("no-quotes-fresh", quote(0, 0, 110)),
        ("no-quotes-old", quote(0, 0, 110, 61)),
        ("nothing-at-all", quote(age=None, oi=0, volume=0)),
        ("crossed", quote(101, 100, 90, 3600)),
        ("crossed-never-traded", quote(101, 100, 0, None, volume=0)),
        ("stale-after-fifteen-minutes", quote(100, 100.1, 99, 900.001)),
        ("not-stale-at-fifteen-minutes", quote(100, 100.1, 99, 900)),
        ("liquid-at-three-percent", quote(98.5, 101.5, 99)),
        ("not-liquid-past-three-percent", quote(98.45, 101.55, 99)),
        ("liquid-at-two-ticks", quote(0.1, 0.2, 0.15)),
        ("not-liquid-without-volume", quote(100, 100.1, 100, volume=0)),
        ("not-liquid-without-interest", quote(100, 100.1, 100, oi=0)),
    ]
    return [(id, side, 24000) for id, side in rows] + [
        ("odd-strike", quote(100, 100.1, 90), 24050),
        ("strike-off-the-grid", quote(100, 100.1, 90), 24025),
    ]


def usable_prices():
    cases = []
    for id, side, strike in book_cases():
        price, flags = usable_price(side["bid"], side["ask"], side["ltp"], side["ageSeconds"], 0.05)
        flags = flags + trading_flags(side["ageSeconds"], side["volume"], side["oi"])
        if is_odd(strike, 100):
            flags.append("ODD_STRIKE")
        liquid = is_liquid(side["bid"], side["ask"], side["volume"], side["oi"], 0.05)
        output = {"price": number(price), "flags": flags, "isLiquid": liquid}
        cases.append(case(id, {**side, "tickSize": 0.05, "strike": strike, "roundStep": 100}, output))
    return vector_file(
        "The price used for IV and greeks, and what the book says about it",
        "Exact fractions of the quoted decimals, by the table in docs/quant.md.",
        {"bid, ask, ltp, price": "rupees; 0 = none, null = no usable price", "ageSeconds": "of the last trade; null = never"},
        {"relative": 1e-14},
        cases,
    )


def solve(input):
    """The whole chain of one expiry, from its description."""
    years = years_between(input["now"], input["expiryInstant"])
    rows, tick = input["rows"], input["tickSize"]
    spot = exact(input["spot"]) if input["spot"] else None
    future = input["future"]
    now = (
        None
        if future is None
        else future_price(future["bid"], future["ask"], future["ltp"], future["ageSeconds"], input["isCommodity"])
    )
    anchor = exact(input["previousForward"]) if input["previousForward"] else (spot or now)
    error = None
    if input["rate"] is None:
        discount, error = discount_of(rows, anchor, years, tick)
        fraction = Fraction(1) if discount == 1 else Fraction(mp.nstr(discount, 50))
    else:
        discount = mp.exp(-mpf(input["rate"]) * years)
        # Exact where money is not discounted; else to sixty digits.
        fraction = Fraction(1) if input["rate"] == 0 or years == 0 else Fraction(mp.nstr(discount, 50))
    parity = synthetic(rows, anchor, fraction, tick)
    near = input["near"]
    if years == 0:
        # The payoff is fixed: what it settled at, which the caller gives as spot, or nothing.
        forward, source = spot, ("SETTLEMENT" if spot else "NONE")
    elif now:
        forward, source = now, "FUTURE"
    elif parity:
        forward, source = parity, "SYNTHETIC"
    elif spot and near:
        forward = mpf(input["spot"]) * (mpf(near["forward"]) / mpf(input["spot"])) ** (years / mpf(near["years"]))
        source = "CARRY"
    else:
        forward, source = spot, ("CARRY" if spot else "NONE")
    f = None if forward is None else to_mpf(forward)

    solved = [one_iv(row, f, years, discount, tick) for row in rows]
    ivs = fill([iv for iv, _ in solved], rows, f, input["fallbackAtmIv"])
    atm = None
    if f is not None and years > 0:
        atm = at_the_money(ivs, rows, f)
        if atm is None and input["fallbackAtmIv"] is not None:
            atm = mpf(input["fallbackAtmIv"])
    strikes = [exact(row["strike"]) for row in rows]
    call_oi = [row["call"]["oi"] for row in rows]
    put_oi = [row["put"]["oi"] for row in rows]
    centre = f if f is not None and (input["isCommodity"] or spot) else None
    atm_row = None if centre is None else min(range(len(rows)), key=lambda i: (abs(to_mpf(strikes[i]) - f), strikes[i]))
    return {
        "years": number(years),
        "forward": number(f),
        "forwardSource": source,
        "synthetic": number(parity),
        "discount": number(discount),
        "discountError": number(error),
        "atmStrike": None if atm_row is None else rows[atm_row]["strike"],
        "atmIv": number(atm),
        "rows": [
            {
                "iv": number(iv) if years > 0 else None,
                "reason": reason,
                "callUsable": number(usable(row["call"], tick)),
                "putUsable": number(usable(row["put"], tick)),
                **(settled_deltas(row, spot) if years == 0 else {}),
            }
            for iv, (_, reason), row in zip(ivs, solved, rows)
        ],
        "pcr": number(pcr(sum(put_oi), sum(call_oi))),
        "maxPain": number(max_pain(strikes, call_oi, put_oi, f if f is not None else spot)),
    }


def settled_deltas(row, settlement):
    """A call is exercised above its strike and a put below it, half of either at the strike itself."""
    if settlement is None:
        return {"callDelta": None, "putDelta": None}
    strike = exact(row["strike"])
    call = 0.5 if settlement == strike else float(settlement > strike)
    return {"callDelta": call, "putDelta": call - 1}


def to_mpf(value):
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def usable(side, tick):
    return usable_price(side["bid"], side["ask"], side["ltp"], side["ageSeconds"], tick)[0]


def reason_of(price, forward, strike, years, is_call):
    if years == 0:
        return "EXPIRED"
    if forward is None or price is None:
        return "NO_PRICE"
    intrinsic = max(forward - strike if is_call else strike - forward, mpf(0))
    if price <= intrinsic + mpf("1e-12") * forward:
        return "BELOW_INTRINSIC"
    return "ABOVE_BOUND" if price >= (forward if is_call else strike) else None


def one_iv(row, forward, years, discount, tick):
    """(IV or None, reason or None) of a strike, from its out-of-the-money side or by parity from the other."""
    strike = to_mpf(exact(row["strike"]))
    is_call = forward is None or strike >= forward
    own, twin = (row["call"], row["put"]) if is_call else (row["put"], row["call"])
    price = price_for_iv(own, tick)
    price = None if price is None else to_mpf(price) / discount
    reason = reason_of(price, forward, strike, years, is_call)
    other = price_for_iv(twin, tick)
    if reason is not None and other is not None and forward is not None and years > 0:
        price = to_mpf(other) / discount - abs(forward - strike)
        # A billionth of a tick for prices that are a whole number of them.
        enough = price * discount >= to_mpf(exact(tick)) * (1 - mpf("1e-9"))
        reason = reason_of(price, forward, strike, years, is_call) if enough else "BELOW_INTRINSIC"
    if reason is not None:
        return None, reason
    kind = "CE" if is_call else "PE"
    return implied_volatility(kind, price, forward, strike, years, guess(kind, price, forward, strike, years)), None


def guess(kind, price, forward, strike, years):
    """Bisection in doubles, which is near enough to start from: these prices are a tick and more."""
    f, k, target = float(forward), float(strike), float(price)

    def cheap(sigma):
        v = sigma * math.sqrt(float(years))
        d1 = math.log(f / k) / v + v / 2
        below = lambda x: math.erfc(-x / math.sqrt(2)) / 2
        if kind == "CE":
            return f * below(d1) - k * below(d1 - v)
        return k * below(v - d1) - f * below(-d1)

    low, high = 1e-4, 200.0
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if cheap(middle) > target else (middle, high)
    return low


def fill(ivs, rows, forward, fallback):
    """Total variance linear in ln(K/F) between solved strikes, flat outside; with fewer than two, the fallback."""
    known = [i for i, iv in enumerate(ivs) if iv is not None]
    if len(known) < 2:
        spare = None if fallback is None or forward is None else mpf(fallback)
        return [spare if iv is None else iv for iv in ivs]
    x = [mp.log(to_mpf(exact(row["strike"])) / forward) for row in rows]
    filled = []
    for i, iv in enumerate(ivs):
        left = max((k for k in known if k <= i), default=None)
        right = min((k for k in known if k >= i), default=None)
        if left is None or right is None or left == right:
            filled.append(ivs[right if left is None else left])
            continue
        w = (x[i] - x[left]) / (x[right] - x[left])
        filled.append(mp.sqrt((1 - w) * ivs[left] ** 2 + w * ivs[right] ** 2))
    return filled


def at_the_money(ivs, rows, forward):
    """The same line at K = F, from the strikes on either side of it."""
    strikes = [to_mpf(exact(row["strike"])) for row in rows]
    above = next((i for i, strike in enumerate(strikes) if strike >= forward), None)
    if above is None:
        return ivs[-1]
    if above == 0 or strikes[above] == forward:
        return ivs[above]
    low, high = ivs[above - 1], ivs[above]
    if low is None or high is None:
        return high if low is None else low
    x0, x1 = mp.log(strikes[above - 1] / forward), mp.log(strikes[above] / forward)
    w = -x0 / (x1 - x0)
    return mp.sqrt((1 - w) * low**2 + w * high**2)


def chain_input(rows, **changes):
    return {
        "now": NOW,
        "expiryInstant": EXPIRY,
        "sessionClose": CLOSE,
        "spot": 24000,
        "future": None,
        "isCommodity": False,
        "previousForward": None,
        "near": None,
        "fallbackAtmIv": None,
        "rate": 0,
        "tickSize": 0.05,
        "roundStep": 100,
        "strikeStep": 50,
        "rows": rows,
        **changes,
    }


def to_tick(price, tick=0.05):
    return max(tick, round(float(price) / tick) * tick)


def priced(forward, strikes, level=0.13, half_spread=0.05, rate=0.0, now=NOW, expiry=EXPIRY, dice=None):
    """Rows priced off a smile, quoted around the price in whole ticks."""
    dice = dice or random.Random(1)
    years = years_between(now, expiry)
    discount = mp.exp(-mpf(rate) * years)
    rows = []
    for strike in strikes:
        x = mp.log(mpf(strike) / mpf(forward))
        sigma = mpf(level) - mpf("0.2") * x + mpf("1.5") * x * x
        sides = []
        for kind in ("CE", "PE"):
            price = to_tick(discount * black(kind, forward, strike, years, sigma))
            bid, ask = round(max(0, price - half_spread), 2), round(price + half_spread, 2)
            sides.append(quote(bid, ask, round(price, 2), 3, 65 * dice.randint(0, 4000), 65 * dice.randint(1, 900)))
        rows.append({"strike": strike, "call": sides[0], "put": sides[1]})
    return rows


GRID = [23700, 23800, 23900, 24000, 24100, 24200, 24300]


def with_side(rows, strike, **sides):
    return [{**row, **sides} if row["strike"] == strike else row for row in rows]


def chain_cases():
    base = priced(24060, GRID)
    future = {"bid": 24057, "ask": 24063, "ltp": 24055, "ageSeconds": 2}
    yield "parity", chain_input(base)
    yield "future-tight", chain_input(base, future=future)
    yield "future-wide-last-is-fresh", chain_input(base, future={"bid": 24000, "ask": 24100, "ltp": 24071, "ageSeconds": 60})
    yield "future-wide-last-inside", chain_input(base, future={"bid": 24000, "ask": 24100, "ltp": 24071, "ageSeconds": 900})
    yield "future-wide-last-old", chain_input(base, future={"bid": 24000, "ask": 24100, "ltp": 24071, "ageSeconds": 901})
    yield "future-one-sided-old", chain_input(base, future={"bid": 24050, "ask": 0, "ltp": 24071, "ageSeconds": 61})
    yield "future-crossed", chain_input(base, future={"bid": 24070, "ask": 24060, "ltp": 24066, "ageSeconds": 500})
    unsure = {"strike": 24000, "call": quote(185, 0, 190), "put": quote(130, 130.1, 130)}
    wide = {"strike": 24100, "call": quote(140, 168, 150), "put": quote(180, 210, 190)}
    yield "one-sided-book-hardly-votes", chain_input([unsure, wide])
    calls_only = [{**row, "put": SILENT} for row in base]
    yield "carry-from-the-near-expiry", chain_input(calls_only, near={"forward": 24020, "years": 0.005})
    yield "carry-is-spot", chain_input(calls_only)
    yield "no-underlying", chain_input(base, spot=None)
    yield "no-underlying-but-a-future", chain_input(base, spot=None, future=future)
    yield "commodity", chain_input(
        base, spot=None, isCommodity=True, future={"bid": 0, "ask": 0, "ltp": 24040, "ageSeconds": 3600}
    )
    yield "previous-forward-chooses-the-strikes", chain_input(
        priced(24060, [22000, 22100, 22200, 22300, 22400, 22500, *GRID]), spot=22200, previousForward=24050
    )
    over = {"now": "2026-08-25T15:40:00+05:30", "sessionClose": EXPIRY}
    yield "expired", chain_input(base, **over, spot=24050)
    yield "expired-at-a-strike", chain_input(base, **over, spot=24100, future=future)
    yield "expired-commodity", chain_input(
        base, **over, spot=24040, isCommodity=True, future={"bid": 24099, "ask": 24101, "ltp": 24100, "ageSeconds": 1}
    )
    yield "expired-and-not-settled-yet", chain_input(base, **over, spot=None, future=future)
    last = "2026-08-25T15:39:30+05:30"
    yield "last-half-minute", chain_input(
        priced(24050, GRID, now=last), now=last, sessionClose=EXPIRY, spot=24050
    )
    five = "2026-08-25T15:35:00+05:30"
    yield "five-minutes", chain_input(priced(24055, GRID, now=five), now=five, sessionClose=EXPIRY, spot=24055)
    discounted = "2026-12-29T15:40:00+05:30"
    yield "interest", chain_input(
        priced(24600, [23800, 24200, 24600, 25000, 25400], rate=0.065, expiry=discounted),
        rate=0.065,
        expiryInstant=discounted,
    )
    rows = with_side(base, 23800, call=quote(0, 0, 241, 3600))
    yield "stale-in-the-money", chain_input(rows, future=future)
    rows = with_side(base, 23800, put=SILENT)
    yield "converted-by-parity", chain_input(rows, future=future)
    rows = with_side(with_side(base, 23700, put=SILENT), 23700, call=quote(360.0, 360.04, 360.02))
    yield "less-than-a-tick-left", chain_input(rows, future=future)
    rows = with_side(with_side(base, 23900, put=SILENT), 23900, call=quote(155, 155.1, 155))
    yield "below-intrinsic", chain_input(rows, future=future)
    rows = with_side(with_side(base, 24300, call=SILENT), 24300, put=SILENT)
    rows = with_side(with_side(rows, 23700, call=SILENT), 23700, put=SILENT)
    rows = with_side(with_side(rows, 24000, call=SILENT), 24000, put=SILENT)
    yield "smile-fills-and-is-flat-outside", chain_input(rows, future=future)
    rows = with_side(with_side(base, 24300, call=quote(90, 0, 0, None)), 24300, put=quote(0, 500, 0, None))
    yield "lone-quotes-never-traded", chain_input(rows, future=future)
    yield "above-the-bound", chain_input(with_side(base, 24300, call=quote(24200, 24210, 24205), put=SILENT), future=future)
    silent = [{**row, "call": SILENT, "put": SILENT} for row in base]
    yield "nothing-solved-and-a-neighbour", chain_input(silent, fallbackAtmIv=0.15)
    yield "nothing-solved", chain_input(silent)
    yield "no-open-interest", chain_input(
        [{**row, "call": {**row["call"], "oi": 0}, "put": {**row["put"], "oi": 0}} for row in base]
    )
    no_calls = [{**row, "call": {**row["call"], "oi": 0}} for row in base]
    yield "puts-held-only", chain_input(no_calls)
    yield "forward-on-a-strike", chain_input(base, future={"bid": 24100, "ask": 24100, "ltp": 24100, "ageSeconds": 1})
    yield "forward-between-two-strikes", chain_input(base, future={"bid": 24050, "ask": 24050, "ltp": 24050, "ageSeconds": 1})
    yield "forward-above-every-strike", chain_input(base, future={"bid": 24500, "ask": 24500, "ltp": 24500, "ageSeconds": 1})
    dice = random.Random(2026)
    for i in range(20):
        forward = round(dice.uniform(23500, 24600), 2)
        rows = priced(forward, range(23000, 25100, 100), dice.uniform(0.08, 0.3), dice.choice([0.05, 0.5, 4]), dice=dice)
        for row in rows:
            for side in ("call", "put"):
                luck = dice.random()
                if luck < 0.12:
                    row[side] = SILENT
                elif luck < 0.2:
                    row[side] = {**row[side], "bid": 0}
                elif luck < 0.28:
                    row[side] = {**row[side], "ask": 0, "ageSeconds": dice.choice([30, 300])}
                elif luck < 0.34:
                    row[side] = {**row[side], "bid": 0, "ask": 0, "ageSeconds": dice.choice([10, 60, 61, 4000])}
        yield f"random-{i + 1}", chain_input(rows, spot=round(forward - dice.uniform(-20, 90), 2))


def chains():
    from far_chains import far_cases

    return vector_file(
        "One expiry: forward, one IV a strike, ATM strike and IV, PCR, max pain",
        "Forward, prices and open interest in exact fractions; volatilities with mpmath; by the rules of docs/quant.md, in a "
        "second implementation (scripts/vectors/chains.py).",
        {
            "prices": "rupees; 0 = none",
            "ageSeconds": "of the last trade, before now or the session's close, whichever is earlier; null = never",
            "oi, volume": "units",
            "spot": "once the payoff is fixed: what the expiry settled at",
            "callDelta, putDelta": "only then: how the options ended",
            "iv, atmIv, rate": "annual fraction; a rate of null = as the put-call pairs say",
            "discount": "of a rupee on the expiry, and its standard error where it was fitted",
            "reason": "why the strike has no IV of its own; its iv is then the smile's",
        },
        {"relative": 1e-9},
        [case(id, input, solve(input)) for id, input in [*chain_cases(), *far_cases()]],
    )
