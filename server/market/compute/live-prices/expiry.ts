import { FLAG_IS_LIQUID, FORWARD_NAMES, liquidityWarnings } from "#domain/chain/flags.ts";
import { ivLevel } from "#domain/chain/iv-statistics.ts";
import { maxPainType, netChange, oiChange, pcrType } from "#domain/chain/measures.ts";
import { createChainSolution } from "#domain/chain/solution.ts";
import { rateOf } from "#domain/pricing/discount.ts";
import { DISCOUNT_NAMES, lenderSymbol } from "#domain/pricing/discount-origin.ts";
import type { GreekColumns, PricingKernel } from "#domain/pricing/kernel-port.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { settledDelta, settledGreeks } from "#domain/settlement/settled-greeks.ts";
import type { ChainRoot, ChainRow, ChainSide } from "#protocol/generated/records.ts";
import { known } from "#protocol/http/figures.ts";
import type { LiveExpiry, LiveFuture, LiveOption } from "#protocol/http/live-prices.ts";
import type { Quote } from "#protocol/wire/codec.ts";
import { ivOf, type ReadChain, rowsOf } from "../snapshot/read-chains.ts";
import type { MarketSnapshot } from "../snapshot/snapshots.ts";

/** Room for the greeks of the longest chain so far, used again and again. */
interface GreekRoom {
  of(rows: readonly ChainRow[], root: ChainRoot): GreekColumns;
}

export function createGreekRoom(kernel: PricingKernel): GreekRoom {
  let capacity = 0;
  let columns: GreekColumns = createChainSolution(0);
  return {
    of(rows, root) {
      if (rows.length > capacity) {
        capacity = rows.length;
        columns = createChainSolution(capacity);
      }
      const strikes = Float64Array.from(rows, (row) => row.strike / root.priceDivisor);
      const sigma = Float64Array.from(rows, ivOf);
      const years = yearsToExpiry(root.marketTime, root.expiryInstant);
      if (Number.isFinite(root.forward)) {
        kernel.greeks(
          rows.length,
          root.forward,
          strikes,
          years,
          rateOf(root.discount, years),
          sigma,
          columns,
        );
      } else
        for (const column of Object.values(columns)) if (column instanceof Float64Array) column.fill(NaN);
      return columns;
    },
  };
}

function option(side: ChainSide, divisor: number, iv: number, greeks: LiveGreeks): LiveOption {
  const traded = side.lastPrice > 0;
  return {
    token: side.token,
    last_price: traded ? side.lastPrice / divisor : null,
    ltp_change: traded && side.close > 0 ? known(netChange(side.lastPrice, side.close)) : null,
    last_trade_time: side.lastTradeTime > 0 ? side.lastTradeTime * 1000 : null,
    oi: side.oi,
    oi_change: known(oiChange(side.oi, side.previousOi)),
    volume: side.volume,
    is_liquid: (side.flags & FLAG_IS_LIQUID) !== 0,
    greeks_with_iv: {
      iv: known(iv),
      delta: known(greeks.delta),
      gamma: known(greeks.gamma),
      vega: known(greeks.vega),
      theta: known(greeks.theta),
    },
    liquidity_warnings: liquidityWarnings(side.flags),
  };
}

type LiveGreeks = Readonly<Record<"delta" | "gamma" | "vega" | "theta", number>>;
type GreeksOfRow = (i: number, type: "CE" | "PE", strike: number) => LiveGreeks;

const UNKNOWN: LiveGreeks = { delta: Number.NaN, gamma: Number.NaN, vega: Number.NaN, theta: Number.NaN };

/** By the IV of each strike; once the payoff is fixed, by what it settled at. */
function greeksOf(rows: readonly ChainRow[], root: ChainRoot, room: GreekRoom): GreeksOfRow {
  if (root.marketTime >= root.expiryInstant)
    return (_, type, strike) => settledGreeks(settledDelta(type, root.forward, strike));
  const g = room.of(rows, root);
  return (i, type) => {
    // Without an IV there are no greeks, whatever the kernel left in its columns.
    if (!Number.isFinite(ivOf(rows[i]!))) return UNKNOWN;
    const isCall = type === "CE";
    return {
      delta: (isCall ? g.callDelta : g.putDelta)[i]!,
      gamma: g.gamma[i]!,
      vega: g.vega[i]!,
      theta: (isCall ? g.callTheta : g.putTheta)[i]!,
    };
  };
}

function optionsOf(rows: readonly ChainRow[], root: ChainRoot, room: GreekRoom): LiveExpiry["options"] {
  const greeks = greeksOf(rows, root, room);
  const options: LiveExpiry["options"] = {};
  for (const [i, row] of rows.entries()) {
    // The wire's single precision holds seven digits; more would be noise.
    const iv = Number(ivOf(row).toPrecision(7));
    const { call, put } = row;
    const strike = row.strike / root.priceDivisor;
    const pair: LiveExpiry["options"][string] = {};
    if (call.token !== 0) pair.CE = option(call, root.priceDivisor, iv, greeks(i, "CE", strike));
    if (put.token !== 0) pair.PE = option(put, root.priceDivisor, iv, greeks(i, "PE", strike));
    options[String(strike)] = pair;
  }
  return options;
}

/** A future as the answer has it; null when the feed does not carry it. */
function liveFuture(quote: Quote | undefined): LiveFuture | null {
  if (quote === undefined) return null;
  const { lastPrice, ohlc } = quote;
  const close = ohlc.close ?? Number.NaN;
  return {
    token: quote.instrumentToken,
    last_price: lastPrice > 0 ? lastPrice : null,
    ltp_change: lastPrice > 0 && close > 0 ? known(netChange(lastPrice, close)) : null,
    last_trade_time: quote.lastTradeTime,
    oi: quote.openInterest ?? 0,
    volume: quote.volume ?? 0,
  };
}

/** One expiry with everything that is said of it and of its options. */
export function liveExpiry(
  chain: ReadChain,
  { quotes, ivRank }: Pick<MarketSnapshot, "quotes" | "ivRank">,
  room: GreekRoom,
): LiveExpiry {
  const { root } = chain.view;
  const rows = rowsOf(chain);
  const maxOi = rows.reduce((most, { call, put }) => Math.max(most, call.oi, put.oi), 0);
  return {
    atm_strike: known(root.atmStrike),
    atm_iv: known(root.atmIv),
    atm_iv_change: known(root.atmIv - root.atmIvPrevious),
    atm_iv_percentile: known(root.atmIvPercentile),
    atm_iv_closes: root.ivCloses,
    atm_iv_rank: ivRank,
    atm_ivp_type: ivLevel(root.atmIvPercentile),
    max_oi: maxOi,
    pcr: known(root.pcr),
    pcr_type: pcrType(root.pcr),
    max_pain_strike: known(root.maxPain),
    max_pain_type: maxPainType(root.maxPain, root.forward, root.strikeStep),
    forward: known(root.forward),
    forward_source: FORWARD_NAMES[root.forwardSource] ?? null,
    synthetic_future: known(root.synthetic),
    discount: root.discount,
    discount_error: known(root.discountError),
    discount_source: DISCOUNT_NAMES[root.discountSource] ?? null,
    discount_lender: lenderSymbol(root.discountLender),
    future_price: known(root.future) ?? known(root.synthetic),
    future_data: liveFuture(quotes.get(root.futureToken)),
    options: optionsOf(rows, root, room),
  };
}
