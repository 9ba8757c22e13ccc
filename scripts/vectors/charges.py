"""What trades cost: brokerage, STT or CTT, exchange, SEBI, stamp duty, GST; in exact fractions of published rates."""

from fractions import Fraction

from exact import number
from vector_files import case, vector_file


def pct(text):
    return Fraction(text) / 100


# By segment: tax on buy and sell, transaction by venue, stamp on buy; per cent of turnover, from 1 Apr 2026.
RATES = {
    "EQUITY_DELIVERY": (("0.1", "0.1"), {"NSE": "0.00307", "BSE": "0.00375"}, "0.015"),
    "EQUITY_INTRADAY": (("0", "0.025"), {"NSE": "0.00307", "BSE": "0.00375"}, "0.003"),
    "EQUITY_FUTURE": (("0", "0.05"), {"NSE": "0.00183", "BSE": "0"}, "0.002"),
    "EQUITY_OPTION": (("0", "0.15"), {"NSE": "0.03553", "BSE": "0.0325"}, "0.003"),
    "CURRENCY_FUTURE": (("0", "0"), {"NSE": "0.00035", "BSE": "0.00045"}, "0.0001"),
    "CURRENCY_OPTION": (("0", "0"), {"NSE": "0.0311", "BSE": "0.001"}, "0.0001"),
    "COMMODITY_FUTURE": (("0", "0.01"), {"MCX": "0.0021"}, "0.002"),
    "COMMODITY_OPTION": (("0", "0.05"), {"MCX": "0.0418"}, "0.003"),
}
# What was different before.
OLDER_TAX = {"EQUITY_FUTURE": ("0", "0.02"), "EQUITY_OPTION": ("0", "0.1")}
CHANGED = "2026-04-01"
# CTT on an option that its holder exercises, per cent of the settlement price.
COMMODITY_EXERCISE = "0.0001"
SEBI, SEBI_AGRICULTURAL = Fraction(10, 10**7), Fraction(1, 10**7)
VENUE = {"NSE": "NSE", "NFO": "NSE", "CDS": "NSE", "BSE": "BSE", "BFO": "BSE", "BCD": "BSE", "MCX": "MCX"}
AGRICULTURAL = {"COTTON"}


def segment_of(trade):
    future = trade["instrument_type"] == "FUT"
    exchange = trade["exchange"]
    if trade["instrument_type"] == "EQ":
        return "EQUITY_INTRADAY" if trade.get("product") == "MIS" else "EQUITY_DELIVERY"
    if exchange == "MCX":
        return "COMMODITY_FUTURE" if future else "COMMODITY_OPTION"
    if exchange in ("CDS", "BCD"):
        return "CURRENCY_FUTURE" if future else "CURRENCY_OPTION"
    return "EQUITY_FUTURE" if future else "EQUITY_OPTION"


# [first day, units of the largest order that is whole lots within NSE's freeze quantity], from the monthly notices.
LARGEST_ORDER = {
    "NIFTY": (("2024-11-20", 1800), ("2025-12-31", 1755)),
    "BANKNIFTY": (("2024-11-20", 900), ("2025-06-27", 595), ("2025-09-01", 875), ("2025-12-01", 595), ("2025-12-31", 600)),
}


def orders_of(trade, date):
    """What the request says, else what the freeze quantity of the day makes; one of an underlying that is not known."""
    if "orders" in trade:
        return trade["orders"]
    if trade["exchange"] != "NFO" or trade["underlying"] not in LARGEST_ORDER:
        return 1
    largest = [units for first, units in LARGEST_ORDER[trade["underlying"]] if first <= date][-1]
    return -(-trade["quantity"] // largest)


def brokerage(segment, turnover, strikes, orders):
    """Zerodha's list: options 20 rupees an order, of currencies 0.03 % of strike and premium, at most 20; futures and
    intraday 0.03 %, at most 20; delivery free. `strikes` is the strike's turnover."""
    if segment == "EQUITY_DELIVERY":
        return Fraction(0)
    if segment == "CURRENCY_OPTION":
        turnover += strikes
    elif segment.endswith("_OPTION"):
        return Fraction(20 * orders)
    return min(pct("0.03") * turnover / orders, Fraction(20)) * orders


def bill(brokerage, tax, exchange, sebi, stamp):
    gst = pct("18") * (brokerage + exchange + sebi)
    parts = {
        "brokerage": brokerage,
        "transaction_tax": tax,
        "exchange_charge": exchange,
        "sebi_charge": sebi,
        "stamp_duty": stamp,
        "gst": gst,
    }
    return {**parts, "total": sum(parts.values())}


NOTHING = bill(*[Fraction(0)] * 5)


def side(trade, is_buy, price, date):
    segment = segment_of(trade)
    tax, transaction, stamp = RATES[segment]
    if date < CHANGED:
        tax = OLDER_TAX.get(segment, tax)
    units = trade["quantity"] * Fraction(str(trade.get("multiplier", 1)))
    turnover = Fraction(str(price)) * units
    strikes = Fraction(str(trade.get("strike", 0))) * units
    agricultural = trade["exchange"] == "MCX" and trade["underlying"] in AGRICULTURAL
    rate = Fraction(0) if agricultural else pct(tax[0 if is_buy else 1])
    return bill(
        brokerage(segment, turnover, strikes, orders_of(trade, date)),
        turnover * rate,
        turnover * pct(transaction[VENUE[trade["exchange"]]]),
        turnover * (SEBI_AGRICULTURAL if agricultural else SEBI),
        turnover * pct(stamp) if is_buy else Fraction(0),
    )


def intrinsic(trade, settlement):
    strike = Fraction(str(trade.get("strike", 0)))
    if trade["instrument_type"] == "CE":
        return max(settlement - strike, Fraction(0))
    if trade["instrument_type"] == "PE":
        return max(strike - settlement, Fraction(0))
    return settlement


def cash_settlement(trade, settlement, date):
    """An option that ends in the money counts as an order; its holder pays STT on the intrinsic value."""
    worth = intrinsic(trade, settlement)
    if trade["instrument_type"] not in ("CE", "PE") or worth == 0:
        return NOTHING
    bought = trade["trade_action"] == "BUY"
    units = trade["quantity"] * Fraction(str(trade.get("multiplier", 1)))
    if trade["exchange"] == "MCX":
        taxed = bought and trade["underlying"] not in AGRICULTURAL
        tax = settlement * units * pct(COMMODITY_EXERCISE) if taxed else Fraction(0)
        return bill(Fraction(0), tax, *[Fraction(0)] * 3)
    rate = pct("0.15" if date >= CHANGED else "0.125")
    return bill(Fraction(20 * orders_of(trade, date)), worth * units * rate if bought else Fraction(0), *[Fraction(0)] * 3)


def charged(trade, date):
    date = trade.get("date", date)
    bought = trade["trade_action"] == "BUY"
    entry = side(trade, bought, trade["price"], date)
    exit, gross = NOTHING, None
    left = trade.get("exit")
    if left is not None:
        out = left.get("date", date)
        if left["kind"] == "trade":
            worth = Fraction(str(left["price"]))
            exit = side(trade, not bought, left["price"], out)
        else:
            settlement = Fraction(str(left["settlement_price"]))
            worth = intrinsic(trade, settlement)
            exit = cash_settlement(trade, settlement, out)
        sign = 1 if bought else -1
        units = trade["quantity"] * Fraction(str(trade.get("multiplier", 1)))
        gross = sign * units * (worth - Fraction(str(trade["price"])))
    total = {name: entry[name] + exit[name] for name in entry}
    return {"entry": entry, "exit": exit, "total": total, "gross_pnl": gross, "net_pnl": None if gross is None else gross - total["total"]}


def rounded(value):
    return {name: rounded(each) for name, each in value.items()} if isinstance(value, dict) else number(value)


def trade(exchange, type, underlying, action, quantity, price, **more):
    head = {"exchange": exchange, "instrument_type": type, "underlying": underlying, "trade_action": action}
    return {**head, "quantity": quantity, "price": price, **more}


def charge_cases():
    new, old = "2026-08-19", "2026-03-31"
    nifty = lambda action, **more: trade("NFO", "CE", "NIFTY", action, 65, 100, **more)
    future = lambda action, **more: trade("NFO", "FUT", "NIFTY", action, 65, 24000, **more)
    yield "reference-option-sold", new, [nifty("SELL")]
    yield "reference-option-bought", new, [nifty("BUY")]
    yield "reference-future-sold", new, [future("SELL")]
    yield "reference-future-bought", new, [future("BUY")]
    yield "first-day-of-the-new-rates", CHANGED, [nifty("SELL"), future("SELL")]
    yield "last-day-of-the-old-rates", old, [nifty("SELL"), future("SELL")]
    yield "sliced-into-three-orders", new, [trade("NFO", "PE", "NIFTY", "SELL", 5200, 82.35, orders=3)]
    put = lambda **more: trade("NFO", "PE", "NIFTY", "BUY", 3000, 50, strike=19500, **more)
    over_freeze = {"kind": "expiry", "settlement_price": 19400, "is_physical": False}
    yield "exercise-over-the-freeze-quantity", "2025-06-05", [put(exit=over_freeze), put(exit={**over_freeze, "date": "2026-06-04"})]
    bank = {"kind": "trade", "price": 180, "date": "2025-12-02"}
    yield "freeze-quantity-lowered-in-between", "2025-11-28", [trade("NFO", "CE", "BANKNIFTY", "SELL", 875, 210, exit=bank)]
    yield "round-trip", new, [nifty("SELL", exit={"kind": "trade", "price": 37.65})]
    condor = [
        trade("NFO", "PE", "NIFTY", "BUY", 65, 21.15),
        trade("NFO", "PE", "NIFTY", "SELL", 65, 41.25),
        trade("NFO", "CE", "NIFTY", "SELL", 65, 38.9),
        trade("NFO", "CE", "NIFTY", "BUY", 65, 17.6),
    ]
    yield "iron-condor", new, condor
    for id, settlement in (("in-the-money", 24140.35), ("worthless", 23980)):
        expiry = {"kind": "expiry", "settlement_price": settlement, "is_physical": False}
        yield f"held-to-expiry-{id}", new, [nifty("BUY", strike=24000, exit=expiry), nifty("SELL", strike=24000, exit=expiry)]
    expiry = {"kind": "expiry", "settlement_price": 24140.35, "is_physical": False}
    yield "held-to-expiry-at-the-old-rate", old, [nifty("BUY", strike=24000, exit=expiry)]
    yield "future-held-to-expiry", new, [future("BUY", exit=expiry)]
    yield "bse", new, [trade("BFO", "CE", "SENSEX", "SELL", 20, 315.4), trade("BFO", "FUT", "SENSEX", "BUY", 20, 79250)]
    yield "currency", new, [
        trade("CDS", "FUT", "USDINR", "SELL", 5, 85.2575, multiplier=1000),
        trade("CDS", "PE", "USDINR", "BUY", 5, 0.2125, multiplier=1000, strike=84.5),
    ]
    yield "currency-options-of-strike-and-premium", "2025-06-05", [
        trade("CDS", "CE", "USDINR", "BUY", 1, 0.19, multiplier=1000, strike=73.25, exit={"kind": "trade", "price": 0.23}),
        trade("CDS", "CE", "JPYINR", "BUY", 1, 0.3, multiplier=1000, strike=58, exit={"kind": "trade", "price": 0.4}),
    ]
    yield "commodities", new, [
        trade("MCX", "FUT", "CRUDEOIL", "SELL", 1, 6123, multiplier=100),
        trade("MCX", "CE", "CRUDEOIL", "SELL", 1, 152.3, multiplier=100),
        trade("MCX", "FUT", "COTTON", "SELL", 1, 27300, multiplier=48),
    ]
    crude = {"kind": "expiry", "settlement_price": 6312, "is_physical": False}
    option = lambda action, strike: trade("MCX", "CE", "CRUDEOIL", action, 1, 152.3, multiplier=100, strike=strike, exit=crude)
    yield "commodity-option-exercised", new, [option("BUY", 6100), option("SELL", 6100), option("BUY", 6400)]
    over = {"kind": "trade", "price": 60, "date": "2026-04-02"}
    yield "entered-at-the-old-rates-and-left-at-the-new", old, [
        nifty("SELL", exit=over),
        nifty("BUY", exit=over),
        future("BUY", exit={**over, "price": 24100}),
        nifty("BUY", strike=24000, exit={**expiry, "date": "2026-04-07"}),
        nifty("BUY", date="2026-03-30", exit={"kind": "trade", "price": 60}),
    ]
    yield "shares", new, [
        trade("NSE", "EQ", "RELIANCE", "BUY", 250, 1432.7),
        trade("NSE", "EQ", "RELIANCE", "SELL", 250, 1432.7, product="MIS"),
        trade("BSE", "EQ", "RELIANCE", "BUY", 10, 1432.7, product="MIS"),
    ]


def charges():
    cases = []
    for id, date, trades in charge_cases():
        cases.append(
            case(
                id,
                {"broker_id": 1, "date": date, "trades": trades},
                {"trades": [rounded(charged(each, date)) for each in trades]},
            )
        )
    return vector_file(
        "Charges of trades and their exits: bodies for POST /v1/compute/charges",
        "Exact fractions of the rates in docs/quant.md, typed a second time (scripts/vectors/charges.py). The reference cases "
        "are the project's published examples. Broker 1 is Zerodha.",
        {"price": "rupees", "quantity": "units", "outputs": "rupees, not rounded to paise"},
        {"relative": 1e-12, "absolute": 1e-9},
        cases,
    )
