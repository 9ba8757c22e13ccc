/**
 * One pass over an expiry: usable prices, forward, IV, greeks and OI measures (quant.md §3–8).
 *
 * Server and engine call it many times a second, so a call allocates nothing: the solution and all scratch
 * belong to the solver and are overwritten by its next call.
 */

import type { PairColumns } from "../pricing/discount.ts";
import { entryWeight } from "../pricing/discount-entry.ts";
import { carryForward, createSyntheticForward, futurePrice, lowerBound } from "../pricing/forward.ts";
import { ivReason } from "../pricing/iv-reason.ts";
import type { PricingKernel } from "../pricing/kernel-port.ts";
import { atmVolatility } from "../pricing/smile.ts";
import { solveInCalls } from "../pricing/solve-in-calls.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import { activityFlags, bookFlags, spreadOf, strikeFlags, usablePriceOf } from "../pricing/usable-price.ts";
import { settledDelta } from "../settlement/settled-greeks.ts";
import type { ChainColumns, SideColumns } from "./chain-columns.ts";
import {
  FLAG_IV_INTERPOLATED,
  FLAG_IV_SUSPECT,
  FLAG_NO_ASK,
  FLAG_NO_BID,
  FLAG_NO_QUOTES,
  FLAG_STALE_TIME_VALUE,
  FORWARD_CARRY,
  FORWARD_FUTURE,
  FORWARD_NONE,
  FORWARD_SETTLEMENT,
  FORWARD_SYNTHETIC,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
  IV_REASON_SHIFT,
} from "./flags.ts";
import { atmStrikeIndex, maxPain, pcr } from "./measures.ts";
import { type ChainContext, type ChainSolution, createChainSolution } from "./solution.ts";

/** Room for the longest NSE expiry; a longer chain makes the solver grow once. */
const DEFAULT_CAPACITY = 512;
/** IVs outside these are kept and flagged. */
const LEAST_SANE_IV = 0.01;
const GREATEST_SANE_IV = 5;
const NOT_TWO_SIDED = FLAG_NO_ASK | FLAG_NO_BID | FLAG_NO_QUOTES;
/** Rupees of rounding in F - K: a time value is negative only beyond it. */
const ROUNDING = 1e-9;

export type ChainSolver = (chain: ChainColumns, context: ChainContext) => ChainSolution;

/** Prices of the side for IV and for the synthetic forward; rows as in the chain. */
interface SideScratch {
  /** The usable price, NaN also where a one-sided or empty book has never traded. */
  price: Float64Array;
  spread: Float64Array;
}

function createScratch(capacity: number) {
  return {
    call: { price: new Float64Array(capacity), spread: new Float64Array(capacity) },
    put: { price: new Float64Array(capacity), spread: new Float64Array(capacity) },
    /** Undiscounted out-of-the-money prices as the kernel gets them; NaN = none with a volatility. */
    price: new Float64Array(capacity),
    isCall: new Uint8Array(capacity),
    reason: new Uint8Array(capacity),
  };
}

/**
 * A solver around a pricing kernel. Its solution is one object, rewritten by every call: copy what must outlive
 * the next call. Columns have the solver's capacity; only the chain's `count` rows mean anything.
 */
export function createChainSolver(kernel: PricingKernel, capacity = DEFAULT_CAPACITY): ChainSolver {
  const syntheticForward = createSyntheticForward();
  const none = new Float64Array(0);
  const pairs: { -readonly [K in keyof PairColumns]: PairColumns[K] } = {
    count: 0,
    strikes: none,
    callPrice: none,
    putPrice: none,
    callSpread: none,
    putSpread: none,
  };
  let room = capacity;
  let out = createChainSolution(room);
  let scratch = createScratch(room);

  return (chain, context) => {
    if (chain.count > room) {
      room = 2 * chain.count;
      out = createChainSolution(room);
      scratch = createScratch(room);
    }
    const { count, strikes } = chain;
    const years = yearsToExpiry(context.now, context.expiryInstant);
    const asOf = context.now > context.sessionClose ? context.sessionClose : context.now;
    const inSession = asOf - (context.sessionOpen ?? -Infinity);
    const { tickSize } = context;
    out.years = years;

    readSide(count, chain.call, asOf, inSession, tickSize, out.callUsable, out.callFlags, scratch.call);
    readSide(count, chain.put, asOf, inSession, tickSize, out.putUsable, out.putFlags, scratch.put);

    const future = context.future;
    const futureNow =
      future === null
        ? Number.NaN
        : futurePrice(
            future.bid,
            future.ask,
            future.ltp,
            age(asOf, future.lastTradeTime),
            context.isCommodity,
          );
    const anchor = firstPositive(context.previousForward, context.spot, futureNow);
    let rate = context.rate;
    out.discountError = Number.NaN;
    if (Number.isNaN(rate)) {
      pairs.count = entryWeight(years) > 0 ? count : 0;
      pairs.strikes = strikes;
      pairs.callPrice = scratch.call.price;
      pairs.putPrice = scratch.put.price;
      pairs.callSpread = scratch.call.spread;
      pairs.putSpread = scratch.put.spread;
      if (context.discounts === undefined)
        throw new RangeError("a chain without a rate has nobody to tell it one");
      const told = context.discounts(years, pairs, anchor, tickSize);
      rate = told.rate;
      out.discountError = told.error;
    }
    const discount = Math.exp(-rate * years);
    out.discount = discount;
    out.synthetic = syntheticForward(
      count,
      strikes,
      out.callUsable,
      out.putUsable,
      scratch.call.spread,
      scratch.put.spread,
      anchor,
      discount,
    );
    chooseForward(out, context, futureNow);

    if (years > 0 && out.forward > 0) solveRows(kernel, chain, context, rate, out, scratch);
    else {
      out.iv.fill(Number.NaN, 0, count);
      out.atmIv = Number.NaN;
      scratch.reason.fill(years === 0 ? IV_REASON_EXPIRED : IV_REASON_NO_PRICE, 0, count);
      if (years === 0) settleRows(chain, out);
    }
    finishRows(chain, context, out, scratch);
    measure(chain, context, out);
    return out;
  };
}

function age(asOf: number, lastTradeTime: number): number {
  return lastTradeTime > 0 ? Math.max(0, asOf - lastTradeTime) : Infinity;
}

function firstPositive(a: number, b: number, c: number): number {
  return a > 0 ? a : b > 0 ? b : c;
}

/** @param inSession ms since the session opened: no instrument has been silent in it for longer */
function readSide(
  count: number,
  side: SideColumns,
  asOf: number,
  inSession: number,
  tick: number,
  usable: Float64Array,
  flags: Uint32Array,
  scratch: SideScratch,
): void {
  for (let i = 0; i < count; i++) {
    const bid = side.bid[i]!;
    const ask = side.ask[i]!;
    const ltp = side.ltp[i]!;
    const ageMs = age(asOf, side.lastTradeTime[i]!);
    const price = usablePriceOf(bid, ask, ltp, ageMs, tick);
    const book = bookFlags(bid, ask, tick);
    usable[i] = price;
    const silence = ageMs < inSession ? ageMs : inSession;
    flags[i] = book | activityFlags(bid, ask, silence, side.volume[i]!, side.oi[i]!, tick);
    // A lone quote that no trade ever met is an invitation, not a price (quant.md §4).
    const neverTraded = ageMs === Infinity || !(ltp > 0);
    scratch.price[i] = neverTraded && (book & NOT_TWO_SIDED) !== 0 ? Number.NaN : price;
    scratch.spread[i] = spreadOf(bid, ask, price, tick);
  }
}

function chooseForward(out: ChainSolution, context: ChainContext, futureNow: number): void {
  const { spot, near } = context;
  // Once the payoff is fixed, what is left in the books is not a market of it.
  const isOver = out.years === 0;
  if (!isOver && futureNow > 0) {
    out.forward = futureNow;
    out.forwardSource = FORWARD_FUTURE;
  } else if (!isOver && out.synthetic > 0) {
    out.forward = out.synthetic;
    out.forwardSource = FORWARD_SYNTHETIC;
  } else {
    // Over no time at all: spot itself, which then is the settlement.
    out.forward = carryForward(
      spot,
      out.years,
      near === null ? 0 : near.forward,
      near === null ? 0 : near.years,
    );
    out.forwardSource = !(out.forward > 0) ? FORWARD_NONE : isOver ? FORWARD_SETTLEMENT : FORWARD_CARRY;
  }
}

/** Greeks of contracts whose payoff is fixed. */
function settleRows({ count, strikes }: ChainColumns, out: ChainSolution): void {
  for (let i = 0; i < count; i++) {
    out.callDelta[i] = settledDelta("CE", out.forward, strikes[i]!);
    out.putDelta[i] = settledDelta("PE", out.forward, strikes[i]!);
    out.gamma[i] = out.vega[i] = out.callTheta[i] = out.putTheta[i] = 0;
  }
}

type Scratch = ReturnType<typeof createScratch>;

/** IV of the out-of-the-money prices, the smile and the greeks to `out`; why a price has no IV to `scratch.reason`. */
function solveRows(
  kernel: PricingKernel,
  chain: ChainColumns,
  context: ChainContext,
  rate: number,
  out: ChainSolution,
  scratch: Scratch,
): void {
  const { count, strikes } = chain;
  const { forward, years, iv, discount } = out;
  for (let i = 0; i < count; i++) {
    const strike = strikes[i]!;
    const isCall = strike >= forward;
    let price = (isCall ? scratch.call : scratch.put).price[i]! / discount;
    let why: number = ivReason(price, forward, strike, years, isCall);
    if (why !== IV_REASON_NONE) {
      const twin = (isCall ? scratch.put : scratch.call).price[i]! / discount;
      if (!Number.isNaN(twin)) {
        price = twin - Math.abs(forward - strike);
        const enough = price * discount >= context.tickSize * (1 - 1e-6);
        why = enough ? ivReason(price, forward, strike, years, isCall) : IV_REASON_BELOW_INTRINSIC;
      }
    }
    scratch.reason[i] = why;
    scratch.price[i] = why === IV_REASON_NONE ? price : Number.NaN;
    scratch.isCall[i] = isCall ? 1 : 0;
  }
  const { price, isCall } = scratch;
  const { fallbackAtmIv } = context;
  if (count <= kernel.chainCapacity)
    kernel.solveChain(count, price, forward, strikes, years, rate, isCall, fallbackAtmIv, iv, out);
  else solveInCalls(kernel, count, price, forward, strikes, years, rate, isCall, fallbackAtmIv, iv, out);
  const atm = atmVolatility(count, strikes, iv, forward, lowerBound(count, strikes, forward));
  out.atmIv = Number.isNaN(atm) ? fallbackAtmIv : atm;
}

/** Flags that need the forward and the smile, and NaN for greeks that have no σ. */
function finishRows(chain: ChainColumns, context: ChainContext, out: ChainSolution, scratch: Scratch): void {
  const { forward, iv, years } = out;
  for (let i = 0; i < chain.count; i++) {
    const strike = chain.strikes[i]!;
    const sigma = iv[i]!;
    const why = scratch.reason[i]!;
    let flags = strikeFlags(strike, context.roundStep) | (why << IV_REASON_SHIFT);
    if (why === IV_REASON_NONE) {
      if (sigma < LEAST_SANE_IV || sigma > GREATEST_SANE_IV) flags |= FLAG_IV_SUSPECT;
    } else if (!Number.isNaN(sigma)) flags |= FLAG_IV_INTERPOLATED;
    const moneyness = forward - strike;
    const callStale = out.callUsable[i]! - Math.max(moneyness, 0) < -ROUNDING;
    const putStale = out.putUsable[i]! - Math.max(-moneyness, 0) < -ROUNDING;
    out.callFlags[i] = out.callFlags[i]! | flags | (callStale ? FLAG_STALE_TIME_VALUE : 0);
    out.putFlags[i] = out.putFlags[i]! | flags | (putStale ? FLAG_STALE_TIME_VALUE : 0);
    if (!(forward > 0) || (years !== 0 && Number.isNaN(sigma))) {
      out.callDelta[i] = out.putDelta[i] = out.gamma[i] = Number.NaN;
      out.vega[i] = out.callTheta[i] = out.putTheta[i] = Number.NaN;
    }
  }
}

function measure(chain: ChainColumns, context: ChainContext, out: ChainSolution): void {
  const { count, strikes, call, put } = chain;
  out.callOi = out.putOi = out.callVolume = out.putVolume = out.maxOi = 0;
  for (let i = 0; i < count; i++) {
    const callOi = call.oi[i]!;
    const putOi = put.oi[i]!;
    if (callOi > 0) out.callOi += callOi;
    if (putOi > 0) out.putOi += putOi;
    if (call.volume[i]! > 0) out.callVolume += call.volume[i]!;
    if (put.volume[i]! > 0) out.putVolume += put.volume[i]!;
    if (callOi > out.maxOi) out.maxOi = callOi;
    if (putOi > out.maxOi) out.maxOi = putOi;
  }
  out.pcr = pcr(out.putOi, out.callOi);
  const reference = out.forward > 0 ? out.forward : context.spot;
  out.maxPain = maxPain(count, strikes, call.oi, put.oi, reference);
  // Without an underlying nothing is centred (quant.md §13). A commodity's underlying is its future.
  const centred = context.isCommodity || context.spot > 0;
  out.atmIndex = centred ? atmStrikeIndex(count, strikes, out.forward) : -1;
  out.atmStrike = out.atmIndex < 0 ? Number.NaN : strikes[out.atmIndex]!;
  out.straddle = out.atmIndex < 0 ? Number.NaN : out.callUsable[out.atmIndex]! + out.putUsable[out.atmIndex]!;
}
