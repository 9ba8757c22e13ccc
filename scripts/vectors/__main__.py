"""Writes tests/vectors/*.json; with --check says which of them differ from what is committed.

Usage, from the project's folder: python3 scripts/vectors [--check]. Needs Python 3.10 and mpmath 1.3 (pip install mpmath).
"""

import sys

sys.dont_write_bytecode = True

import candles
import chains
import charges
import curves
import indicators
import margins
import measures
import pricing
import settlements
import strategies
import strikes
from vector_files import committed, write

FILES = {
    "black-76.json": pricing.black76,
    "published-black-scholes.json": pricing.published,
    "implied-volatility.json": pricing.implied_volatilities,
    "normalised-volatility.json": pricing.normalised_volatilities,
    "strike-volatility.json": strikes.strike_volatilities,
    "usable-price.json": chains.usable_prices,
    "chain.json": chains.chains,
    "discount-curve.json": curves.discount_curves,
    "open-interest.json": measures.open_interest,
    "straddle.json": measures.straddles,
    "build-up.json": measures.build_ups,
    "historical-volatility.json": measures.historical_volatilities,
    "iv-statistics.json": measures.iv_statistics,
    "constant-maturity-iv.json": measures.constant_maturity,
    "probability.json": measures.probabilities,
    "settlement-distribution.json": settlements.settlements,
    "strategy.json": strategies.strategies,
    "margin.json": margins.margins,
    "charges.json": charges.charges,
    "indicators.json": indicators.indicators,
    "candle-patterns.json": candles.candle_patterns,
}

check = "--check" in sys.argv
stale = []
for name, make in FILES.items():
    contents = make()
    if committed(name) == contents:
        continue
    stale.append(name)
    if not check:
        write(name, contents)
if check and stale:
    sys.exit(f"vectors: {', '.join(stale)} differ from what scripts/vectors computes; run: python3 scripts/vectors")
print(f"vectors: {', '.join(stale)} written" if stale else "vectors: up to date")
