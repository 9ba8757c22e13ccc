import type { StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import type { StrategyMarket } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { ScanRanges } from "./margin-rates.ts";
import type { MarginRates } from "./rate-row.ts";

/** The day's rates and prices, as every leg of an underlying is margined by. */
export interface MarginMarket {
  readonly market: StrategyMarket;
  readonly rates: MarginRates;
  readonly ranges: ScanRanges;
  /** VaR and ELM of the share, as a part of its price; 0 where nothing is delivered. */
  readonly cashMargin: number;
  /** Annual σ that serves a leg without any implied volatility; NaN = none. */
  readonly annualVolatility: number;
  /** Close of the underlying on the previous session; NaN takes S. */
  readonly previousClose: number;
  /** Expiries of a commodity's listed futures, near to far; none of other kinds. */
  readonly futures: readonly IsoDate[];
  readonly kernel: StrategyKernel;
}
