"""Candlestick patterns, from their rules in docs/quant.md; bullish and bearish ones are written out apart.

Prices are taken as the decimals they are typed as, and everything is an exact fraction: a case on an edge is on it.
"""

import random
from fractions import Fraction

from vector_files import case, vector_file

BEFORE = 15


class Candle:
    def __init__(self, prices):
        self.o, self.h, self.l, self.c = (Fraction(str(price)) for price in prices)
        self.body = abs(self.c - self.o)
        self.range = self.h - self.l
        self.top, self.foot = max(self.o, self.c), min(self.o, self.c)
        self.upper, self.lower = self.h - self.top, self.foot - self.l
        self.rises, self.falls = self.c > self.o, self.c < self.o
        self.middle = (self.o + self.c) / 2


def before(candles):
    """Mean range, and whether the closes fell or rose, of the candles before a pattern."""
    average = sum(each.range for each in candles[-14:]) / 14
    last, five_earlier = candles[-1].c, candles[-6].c
    mean = sum(each.c for each in candles[-10:]) / 10
    down = last <= five_earlier - average and last < mean
    up = last >= five_earlier + average and last > mean
    return average, down, up


def pair(a, down, up, first, last):
    if last.body >= Fraction(6, 10) * a and last.top >= first.top and last.foot <= first.foot:
        if last.top > first.top or last.foot < first.foot:
            if down and first.falls and last.rises:
                return "ENGULF_BULLISH"
            if up and first.rises and last.falls:
                return "ENGULF_BEARISH"
    if first.body >= Fraction(6, 10) * a:
        if down and first.falls and last.o < first.c and first.middle < last.c <= first.o:
            return "PIERCE_BULLISH"
        if up and first.rises and last.o > first.c and first.o <= last.c < first.middle:
            return "PIERCE_BEARISH"
    if first.body >= Fraction(8, 10) * a and 2 * last.body <= first.body:
        if last.top <= first.top and last.foot >= first.foot:
            if down and first.falls and last.rises:
                return "HARAMI_BULLISH"
            if up and first.rises and last.falls:
                return "HARAMI_BEARISH"
    return None


def single(a, down, up, candle):
    if candle.body >= Fraction(95, 100) * candle.range and candle.range >= a:
        if candle.rises:
            return "MARUBOZU_BULLISH"
        if candle.falls:
            return "MARUBOZU_BEARISH"
    if candle.body > 0 and candle.range >= Fraction(6, 10) * a:
        if down and candle.lower >= 2 * candle.body and candle.upper <= candle.range / 10:
            return "HAMMER"
        if up and candle.upper >= 2 * candle.body and candle.lower <= candle.range / 10:
            return "SHOOTING_STAR"
    return None


def is_whole(rows, gaps, first, last):
    """Whether candles `first` to `last` are all there and known, with nothing missing between two of them."""
    known = all(None not in row for row in rows[first : last + 1])
    return known and not any(first < gap <= last for gap in gaps)


def found(rows, gaps):
    patterns = []
    for i in range(len(rows)):
        name = None
        for length, find in ((2, pair), (1, single)):
            begin = i - length + 1
            if name is not None or begin < BEFORE or not is_whole(rows, gaps, begin - BEFORE, i):
                continue
            seen = [Candle(row) for row in rows[begin - BEFORE : i + 1]]
            average, down, up = before(seen[:BEFORE])
            if average > 0:
                name = find(average, down, up, *seen[BEFORE:])
        if name is not None:
            patterns.append({"index": i, "id": name})
    return patterns


def upside_down(rows, around):
    turn = lambda price: float(Fraction(str(around)) - Fraction(str(price)))
    return [[turn(o), turn(l), turn(h), turn(c)] for o, h, l, c in rows]


def fall(step=3, count=15, first=160):
    """Candles without a body of note, each ten from low to high: the mean range is ten. Closes fall by `step`."""
    rows = []
    for i in range(count):
        close = first - Fraction(str(step)) * i
        rows.append([float(close + 1), float(close + 5), float(close - 5), float(close)])
    return rows


def candle_patterns():
    cases = []

    def add(id, rows, gaps=()):
        columns = {name: [row[k] for row in rows] for k, name in enumerate(("open", "high", "low", "close"))}
        cases.append(case(id, columns | {"gapsBefore": list(gaps)}, {"patterns": found(rows, list(gaps))}))

    def both(id, rows, gaps=()):
        """A case of falling closes, and the same upside down."""
        add(id, rows, gaps)
        add(f"{id}-upside-down", upside_down(rows, 300), gaps)

    # The closes of fall() end at 118; the last candle's range is 113 to 123.
    both("marubozu", fall() + [[118, 128, 118, 128]])
    both("marubozu-of-the-least-body", fall() + [[118.25, 128, 118, 127.75]])
    both("marubozu-of-too-small-a-body", fall() + [[118.3, 128, 118, 127.75]])
    both("marubozu-of-too-small-a-range", fall() + [[118, 127.95, 118, 127.95]])
    both("marubozu-without-a-trend", fall(0) + [[160, 170, 160, 170]])
    both("marubozu-of-pence", [[round(p / 100, 4) for p in row] for row in fall()] + [[1.1825, 1.28, 1.18, 1.2775]])
    both("hammer", fall() + [[116, 117.9, 107.5, 117.5]])
    both("hammer-of-either-colour", fall() + [[117.5, 117.9, 107.5, 116]])
    both("hammer-of-least-shadows", fall() + [[114, 118, 108, 117]])
    both("hammer-of-too-short-a-lower-shadow", fall() + [[114, 118, 108.05, 117]])
    both("hammer-of-too-long-an-upper-shadow", fall() + [[114, 118.05, 108, 117]])
    both("hammer-of-the-least-range", fall() + [[117, 118, 112, 118]])
    both("hammer-of-too-small-a-range", fall() + [[117, 118, 112.05, 118]])
    both("hammer-without-a-body", fall() + [[118, 118, 108, 118]])
    both("hammer-without-a-trend", fall(0) + [[156, 158, 148, 158]])
    both("trend-of-exactly-the-mean-range", fall(2) + [[130, 132, 122, 132]])
    both("trend-of-a-little-less", fall(1.99) + [[130, 132, 122, 132]])
    late = fall(0, 9, 100) + fall(2, 6, 150)
    both("trend-not-below-the-mean-of-ten", late + [[140, 142, 132, 142]])
    both("engulf", fall() + [[118, 119, 112, 113], [112, 120, 111, 119]])
    both("engulf-with-one-end-level", fall() + [[118, 119, 112, 113], [113, 121, 111, 120]])
    both("engulf-with-the-other-end-level", fall() + [[118, 119, 111, 112], [111.9, 120, 111, 118]])
    both("engulf-with-both-ends-level", fall() + [[118, 119, 111, 112], [112, 120, 111, 118]])
    both("engulf-of-the-least-body", fall() + [[118, 119, 112, 113], [113, 120, 111, 119]])
    both("engulf-of-too-small-a-body", fall() + [[118, 119, 112, 113], [113, 120, 111, 118.95]])
    both("engulf-of-a-candle-without-colour", fall() + [[115, 119, 112, 115], [112, 120, 111, 119]])
    both("engulf-of-the-same-colour", fall() + [[113, 119, 112, 118], [112, 120, 111, 119]])
    both("engulf-without-a-trend", fall(0) + [[160, 161, 154, 155], [154, 162, 153, 161]])
    both("engulf-that-would-pierce", fall() + [[118, 119, 111, 112], [110, 120, 109, 118]])
    both("pierce", fall() + [[118, 120, 108, 110], [108, 117, 107, 116]])
    both("pierce-to-the-middle", fall() + [[118, 120, 108, 110], [108, 117, 107, 114]])
    both("pierce-from-its-close", fall() + [[118, 120, 108, 110], [110, 117, 107, 116]])
    both("pierce-of-the-least-body", fall() + [[116, 120, 108, 110], [109, 117, 107, 114]])
    both("pierce-of-too-small-a-body", fall() + [[115.95, 120, 108, 110], [109, 117, 107, 114]])
    both("harami", fall() + [[118, 120, 107, 109], [112, 117, 110, 115]])
    both("harami-of-the-least-body", fall() + [[118, 120, 107, 110], [112, 117, 110, 115]])
    both("harami-of-too-small-a-body", fall() + [[117.95, 120, 107, 110], [112, 117, 110, 115]])
    both("harami-of-half", fall() + [[118, 120, 107, 110], [110, 117, 109, 114]])
    both("harami-of-more-than-half", fall() + [[118, 120, 107, 110], [110, 117, 109, 114.05]])
    both("harami-that-reaches-the-open", fall() + [[118, 120, 107, 110], [115, 119, 109, 118]])
    both("harami-that-leaves-the-body", fall() + [[118, 120, 107, 110], [115, 119, 109, 118.05]])
    both("harami-without-colour", fall() + [[118, 120, 107, 110], [115, 119, 109, 115]])
    both("pierce-that-is-a-marubozu-too", fall() + [[125, 126, 108, 110], [109, 124, 109, 124]])
    both("a-pair-goes-before-a-hammer", fall() + [[118, 120, 107, 109], [114, 117.2, 104, 117]])
    both("two-in-a-row", fall() + [[118, 118, 108, 108], [108, 128, 108, 128]])
    both("fourteen-candles-before", fall(3, 14) + [[118, 128, 118, 128]])
    both("fifteen-before-one-candle-not-before-two", fall() [:14] + [[118, 119, 112, 113], [112, 124, 112, 124]])
    both("a-gap-within", fall() + [[118, 128, 118, 128]], [1])
    both("a-gap-before-all-that-is-looked-at", fall(3, 16) + [[115, 125, 115, 125]], [1])
    both("a-gap-within-a-pair", fall() + [[118, 119, 112, 113], [112, 120, 111, 119]], [16])
    for back, id in ((16, "an-unknown-candle-further-back"), (15, "an-unknown-candle-is-a-gap")):
        rows = fall(3, 17)
        rows[17 - back] = [None, 170, 160, None]
        add(id, rows + [[112, 122, 112, 122]])
    add("nothing-moved", [[100, 100, 100, 100]] * 20)
    add("closes-jump-without-a-range", [[100 - i] * 4 for i in range(20)] + [[70, 70, 50, 69]])
    add("none", [])
    dice = random.Random(41)
    for i in range(12):
        add(f"random-{i + 1}", *drawn(dice, 120))
    return vector_file(
        "Candlestick patterns",
        "Exact fractions of the decimals given, every candle with its fifteen before.",
        {
            "open, high, low, close": "rupees, oldest first; null = unknown",
            "gapsBefore": "indexes of candles before which others are missing",
            "patterns": "index of the last candle, and name",
        },
        {},
        cases,
    )


def drawn(dice, count):
    """Candles of paise that trend, turn, hesitate and reach; some missing."""
    rows, price, drift = [], 500.0, 0.0
    for _ in range(count):
        if dice.random() < 0.12:
            drift = dice.choice([-3, -2, 2, 3, 0])
        opened = price + dice.choice([0, dice.gauss(0, 2), drift])
        closed = opened + drift + dice.gauss(0, 4)
        if dice.random() < 0.25:
            closed = opened + dice.choice([-1, 1])
        reach = lambda: dice.choice([0, 0.1, abs(dice.gauss(0, 1.5)), abs(dice.gauss(0, 6))])
        row = [opened, max(opened, closed) + reach(), min(opened, closed) - reach(), closed]
        rows.append([round(value, 2) for value in row])
        price = closed
    return rows, sorted(i for i in range(1, count) if dice.random() < 0.01)
