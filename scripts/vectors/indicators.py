"""Indicators of charts, whole columns at a time, from their textbook formulas.

Prices are taken as the decimals they are typed as; every figure but Bollinger's deviation is an exact fraction until it is written.
A column is a list as long as the bars, None where nothing is known. A bar without what an indicator reads is taken out first.
"""

import random
from fractions import Fraction

from exact import number
from mpmath import mp, mpf
from vector_files import case, vector_file


def exact(value):
    return None if value is None else Fraction(str(value))


def columns_of(bars):
    return {name: [exact(value) for value in column] for name, column in bars.items()}


def without_gaps(names, bars, figures):
    """Figures of the bars that have all of `names`, back at their places."""
    count = len(bars["close"])
    kept = [i for i in range(count) if all(bars[name][i] is not None for name in names)]
    dense = {name: [bars[name][i] for i in kept] for name in names}
    outputs = {}
    for output, column in figures(dense).items():
        outputs[output] = [None] * count
        for i, value in zip(kept, column):
            outputs[output][i] = value
    return outputs


def sma(values, n):
    return [sum(values[i - n + 1 : i + 1]) / n if i >= n - 1 else None for i in range(len(values))]


def recursive(values, n, weight):
    """The mean of the first n, then weight x value + (1 - weight) x average before; leading unknowns are passed over."""
    known = [i for i, value in enumerate(values) if value is not None]
    column = [None] * len(values)
    if len(known) < n:
        return column
    average = sum(values[i] for i in known[:n]) / n
    column[known[n - 1]] = average
    for i in known[n:]:
        average = weight * values[i] + (1 - weight) * average
        column[i] = average
    return column


def ema(values, n):
    return recursive(values, n, Fraction(2, n + 1))


def wilder(values, n):
    return recursive(values, n, Fraction(1, n))


def less(a, b):
    return [None if x is None or y is None else x - y for x, y in zip(a, b)]


def bollinger(close, n, factor):
    middle = sma(close, n)
    upper, lower = [], []
    for i, mean in enumerate(middle):
        if mean is None:
            upper.append(None)
            lower.append(None)
            continue
        variance = sum((value - mean) ** 2 for value in close[i - n + 1 : i + 1]) / n
        width = mpf(factor.numerator) / factor.denominator * mp.sqrt(mpf(variance.numerator) / variance.denominator)
        at = mpf(mean.numerator) / mean.denominator
        upper.append(at + width)
        lower.append(at - width)
    return {"middle": middle, "upper": upper, "lower": lower}


def rsi(close, n):
    changes = [b - a for a, b in zip(close, close[1:])]
    gains = wilder([max(change, Fraction(0)) for change in changes], n)
    losses = wilder([max(-change, Fraction(0)) for change in changes], n)
    column = [None] if close else []
    for gain, loss in zip(gains, losses):
        if gain is None:
            column.append(None)
        elif gain == 0 and loss == 0:
            column.append(Fraction(50))
        elif loss == 0:
            column.append(Fraction(100))
        else:
            column.append(100 - 100 / (1 + gain / loss))
    return column


def macd(close, fast, slow, signal):
    line = less(ema(close, fast), ema(close, slow))
    smoothed = ema(line, signal)
    both = [None if known is None else value for value, known in zip(line, smoothed)]
    return {"macd": line, "signal": smoothed, "histogram": less(both, smoothed)}


def true_ranges(high, low, close):
    first = [h - l for h, l in zip(high[:1], low[:1])]
    later = [max(h, before) - min(l, before) for h, l, before in zip(high[1:], low[1:], close)]
    return first + later


def atr(high, low, close, n):
    return wilder(true_ranges(high, low, close), n)


def supertrend(high, low, close, n, factor):
    ranges = atr(high, low, close, n)
    line, directions = [], []
    upper = lower = None
    direction = -1
    for i, average in enumerate(ranges):
        if average is None:
            line.append(None)
            directions.append(None)
            continue
        basic_upper = (high[i] + low[i]) / 2 + factor * average
        basic_lower = (high[i] + low[i]) / 2 - factor * average
        if upper is None or basic_upper < upper or close[i - 1] > upper:
            upper = basic_upper
        if lower is None or basic_lower > lower or close[i - 1] < lower:
            lower = basic_lower
        if direction == -1 and close[i] > upper:
            direction = 1
        elif direction == 1 and close[i] < lower:
            direction = -1
        line.append(lower if direction == 1 else upper)
        directions.append(Fraction(direction))
    return {"line": line, "direction": directions}


def vwap(bars, starts):
    count = len(bars["close"])
    column = []
    for i in range(count):
        begin = max([start for start in starts if start <= i], default=0)
        needed = [[bars[name][j] for name in ("high", "low", "close", "volume")] for j in range(begin, i + 1)]
        known = [each for each in needed if None not in each]
        traded = sum(volume for *_, volume in known)
        if None in needed[-1] or traded == 0:
            column.append(None)
        else:
            column.append(sum((high + low + close) / 3 * volume for high, low, close, volume in known) / traded)
    return column


def figures_of(indicator, params, bars, starts):
    read = columns_of(bars)
    whole = {name: int(value) for name, value in params.items() if name not in ("deviations", "factor")}
    n = whole.get("length")
    close, ranged = ["close"], ["high", "low", "close"]
    match indicator:
        case "sma":
            return without_gaps(close, read, lambda of: {"sma": sma(of["close"], n)})
        case "ema":
            return without_gaps(close, read, lambda of: {"ema": ema(of["close"], n)})
        case "bollinger":
            factor = exact(params["deviations"])
            return without_gaps(close, read, lambda of: bollinger(of["close"], n, factor))
        case "rsi":
            return without_gaps(close, read, lambda of: {"rsi": rsi(of["close"], n)})
        case "macd":
            lengths = [whole[name] for name in ("fast", "slow", "signal")]
            return without_gaps(close, read, lambda of: macd(of["close"], *lengths))
        case "atr":
            return without_gaps(ranged, read, lambda of: {"atr": atr(of["high"], of["low"], of["close"], n)})
        case "supertrend":
            factor = exact(params["factor"])
            return without_gaps(ranged, read, lambda of: supertrend(of["high"], of["low"], of["close"], n, factor))
        case "vwap":
            return {"vwap": vwap(read, starts)}


DEFAULTS = {
    "sma": {"length": 20},
    "ema": {"length": 20},
    "bollinger": {"length": 20, "deviations": 2},
    "rsi": {"length": 14},
    "macd": {"fast": 12, "slow": 26, "signal": 9},
    "atr": {"length": 14},
    "supertrend": {"length": 10, "factor": 3},
    "vwap": {},
}
SHORT = {
    "sma": {"length": 3},
    "ema": {"length": 3},
    "bollinger": {"length": 3, "deviations": 1.5},
    "rsi": {"length": 3},
    "macd": {"fast": 2, "slow": 4, "signal": 3},
    "atr": {"length": 3},
    "supertrend": {"length": 3, "factor": 1.5},
    "vwap": {},
}
ONE = {
    "sma": {"length": 1},
    "ema": {"length": 1},
    "bollinger": {"length": 1, "deviations": 2},
    "rsi": {"length": 1},
    "macd": {"fast": 1, "slow": 2, "signal": 1},
    "atr": {"length": 1},
    "supertrend": {"length": 1, "factor": 0.5},
}


def walk(seed, count, start, step, tick=0.05):
    """Bars that wander and gap, on a tick."""
    dice = random.Random(seed)
    round_to = lambda value: round(round(value / tick) * tick, 4)
    bars = {"open": [], "high": [], "low": [], "close": [], "volume": []}
    price, drift = start, 0.0
    for _ in range(count):
        if dice.random() < 0.1:
            drift = dice.gauss(0, step / 2)
        opened = price + dice.gauss(0, step / 3)
        closed = opened + drift + dice.gauss(0, step)
        bars["open"].append(round_to(opened))
        bars["close"].append(round_to(closed))
        bars["high"].append(round_to(max(opened, closed) + abs(dice.gauss(0, step / 2)) + tick))
        bars["low"].append(round_to(min(opened, closed) - abs(dice.gauss(0, step / 2)) - tick))
        bars["volume"].append(dice.choice([0, dice.randint(1, 4000), dice.randint(1, 4000)]) * 65)
        price = closed
    return bars


def flat(count, price, volume):
    return {name: [price] * count for name in ("open", "high", "low", "close")} | {"volume": [volume] * count}


def with_gaps(bars, at):
    return {name: [None if i in at else value for i, value in enumerate(column)] for name, column in bars.items()}


def line_of(closes, reach):
    return {
        "open": closes,
        "high": [close + reach for close in closes],
        "low": [close - reach for close in closes],
        "close": closes,
        "volume": [65] * len(closes),
    }


def indicators():
    cases = []

    def add(id, indicator, params, bars, starts=()):
        read = {name: bars[name] for name in ("high", "low", "close", "volume")}
        figures = figures_of(indicator, params, read, list(starts))
        outputs = {name: [number(value) for value in column] for name, column in figures.items()}
        input = {"indicator": indicator, "params": params, "bars": read, "sessionStarts": list(starts)}
        cases.append(case(f"{indicator}-{id}", input, outputs))

    day = walk(5, 60, 24050.0, 12.0)
    option = walk(14, 40, 151.0, 6.0)
    currency = walk(3, 40, 95.75, 0.03, 0.0025)
    for indicator, params in DEFAULTS.items():
        add("defaults", indicator, params, day, [0, 25, 50])
        add("short", indicator, SHORT[indicator], option, [0, 13])
        add("gaps", indicator, SHORT[indicator], with_gaps(currency, {0, 4, 5, 20, 39}), [0, 20])
        add("flat", indicator, SHORT[indicator], flat(12, 102.35, 650), [0])
        add("never-traded", indicator, SHORT[indicator], with_gaps(flat(6, 100, 0), set(range(6))), [0])
        if indicator in ONE:
            add("one", indicator, ONE[indicator], option, [0])
    short_day = {name: column[:18] for name, column in day.items()}
    for indicator in ("sma", "bollinger", "macd"):
        add("too-few", indicator, DEFAULTS[indicator], short_day)
    add("rising-only", "rsi", SHORT["rsi"], line_of([100, 101, 102.5, 103, 108, 108], 1))
    add("falling-only", "rsi", SHORT["rsi"], line_of([100, 99, 98.5, 96, 95, 95], 1))
    add("turns-both-ways", "supertrend", SHORT["supertrend"], line_of([100, 100, 100, 108, 120, 119, 96, 84, 85, 110], 2))
    add("a-close-on-the-band-does-not-turn", "supertrend", {"length": 1, "factor": 1}, line_of([100, 108, 108, 114, 102], 4))
    add("no-volume-at-first", "vwap", {}, day | {"volume": [0, 0, 650, 0, 65] + day["volume"][5:]}, [0])
    add("volume-unknown", "vwap", {}, day | {"volume": [None, 65, None, 130] + day["volume"][4:]}, [0])
    add("an-index-has-none", "vwap", {}, short_day | {"volume": [None] * 18}, [0])
    add("without-sessions", "vwap", {}, short_day)
    return vector_file(
        "Indicators of charts",
        "Exact fractions of the decimals given, every column from its textbook formula; Bollinger's deviation with mpmath.",
        {
            "bars": "oldest first; prices in rupees, volume in units; null = unknown",
            "sessionStarts": "indexes of the bars that a session begins with, for VWAP",
            "direction": "1 rising, -1 falling",
            "rsi": "0 to 100",
            "all other outputs": "rupees; null = unknown",
        },
        {"relative": 1e-10, "absolute": 1e-9},
        cases,
    )
