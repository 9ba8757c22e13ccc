import { expiryInstant } from "#domain/calendar/expiries.ts";
import { strikeVolatility } from "#domain/pricing/strike-volatility.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import type { MinuteColumns } from "../../market/history/minute-days.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import { chainFigures } from "./chain-figures.ts";
import type { OptionTable } from "./chart-expiries.ts";
import type { ChartUnderlying } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import { closeAt, volumeOf } from "./minute-columns.ts";

/** Of the underlying's options, rupees. */
export const tickOf = (directory: InstrumentDirectory, { u }: ChartUnderlying): number =>
  directory.options(u)[0]?.tick_size ?? Number.NaN;

/** A last trade counts for so many minutes: a volatility of an older one and of the forward now is none. */
export const FRESH_MINUTES = 15;

/** What prices of an expiry's options are turned into volatilities with. */
export interface Terms {
  readonly expiryInstant: number;
  /** Worth of a rupee on the expiry. @param at epoch ms */
  discount(at: number): number;
}

/** At the rate that the expiry's chain has now: it moves little in days. Of one that is not listed a rupee is worth one. */
export async function termsOf(
  market: Pick<ChartMarket, "now" | "chain">,
  { spot, exchange }: ChartUnderlying,
  expiry: string,
): Promise<Terms> {
  const end = expiryInstant(exchange, expiry as IsoDate);
  const message = await market.chain(spot.instrument_token, expiry);
  const root = message === null ? null : chainFigures(message).root;
  const years = yearsToExpiry(market.now(), end);
  const isTold = root !== null && root.discount > 0 && years > 0;
  const rate = isTold ? -Math.log(root.discount) / years : 0;
  return { expiryInstant: end, discount: (at) => Math.exp(-rate * yearsToExpiry(at, end)) };
}

/** Rupees of a last trade at the end of a minute that is recent enough; NaN there is none. */
export function freshClose(column: MinuteColumns | undefined, minute: number): number {
  const isFresh = volumeOf(column, Math.max(0, minute - FRESH_MINUTES + 1), minute) > 0;
  return isFresh ? closeAt(column, minute) / priceDivisor(column!.token) : Number.NaN;
}

interface Moment {
  /** epoch ms */
  readonly at: number;
  /** rupees, NaN unknown */
  readonly forward: number;
  /** rupees of the n-th option of the table, NaN without a price that counts */
  price(option: number): number;
}

/** IV by the table's strikes at one moment, fractions; NaN unknown. @param tick of the options, rupees */
export function strikeIvs(
  { strikes, options }: OptionTable,
  terms: Terms,
  tick: number,
  { at, forward, price }: Moment,
): Float64Array {
  const call = new Float64Array(strikes.length).fill(Number.NaN);
  const put = new Float64Array(strikes.length).fill(Number.NaN);
  for (const [i, { isCall, row }] of options.entries()) (isCall ? call : put)[row] = price(i);
  const years = yearsToExpiry(at, terms.expiryInstant);
  const discount = terms.discount(at);
  return Float64Array.from(strikes, (strike, row) =>
    strikeVolatility({ forward, strike, years, discount, call: call[row]!, put: put[row]!, tick }),
  );
}
