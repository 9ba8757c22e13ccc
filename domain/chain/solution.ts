import type { PairColumns } from "../pricing/discount.ts";
import type { ToldDiscount } from "../pricing/discount-curve.ts";
import type { GreekColumns } from "../pricing/kernel-port.ts";
import type { ForwardSource } from "./flags.ts";

/** @param pairs of the expiry itself; none while interest has not come in, when they need not be asked */
export type DiscountTeller = (
  years: number,
  pairs: PairColumns,
  anchor: number,
  tickSize: number,
) => Readonly<ToldDiscount>;

/** What the solver needs to know besides the columns. Times are epoch ms, prices rupees. */
export interface ChainContext {
  /** Market time: what T is measured from. */
  now: number;
  /** The instant that fixes the payoff: T runs to it. */
  expiryInstant: number;
  /** End of the session the quotes belong to; ages of trades are measured against the earlier of it and `now`. */
  sessionClose: number;
  /**
   * Start of that session's continuous trading: a trade of an earlier day is not yet stale in its first minutes.
   * Absent: ages count from the trade alone.
   */
  sessionOpen?: number;
  /** What the expiry settled at once its payoff is fixed; NaN or 0 = missing. */
  spot: number;
  /** The future of the same expiry; on MCX the option's own underlying future. */
  future: { bid: number; ask: number; ltp: number; lastTradeTime: number } | null;
  isCommodity: boolean;
  /** The last forward of this expiry, NaN = none: where the search for synthetic strikes starts. */
  previousForward: number;
  /** Nearest expiry with a forward, for carry. */
  near: { forward: number; years: number } | null;
  /** ATM IV of the nearest expiry that has one, NaN = none. */
  fallbackAtmIv: number;
  /** Annual, continuous; NaN: told by `discounts`, of put-call pairs (quant.md §3). */
  rate: number;
  /** Not needed where a rate is given. */
  discounts?: DiscountTeller;
  tickSize: number;
  /** A strike at an odd multiple of half of this is flagged; 0 = none. */
  roundStep: number;
  strikeStep: number;
}

/** The solved expiry. Columns are by strike row and hold `count` good rows; unknown is NaN. */
export interface ChainSolution extends GreekColumns {
  years: number;
  forward: number;
  forwardSource: ForwardSource;
  /** Parity-implied forward, also when a future was used. */
  synthetic: number;
  /** Of a rupee on the expiry; 1 up to 45 days and where it cannot be told. */
  discount: number;
  /** Its standard error; NaN where it is not told, or was given as a rate. */
  discountError: number;
  /** Row of the strike nearest the forward; -1 = none. */
  atmIndex: number;
  atmStrike: number;
  atmIv: number;
  /** One IV a strike, fraction. */
  iv: Float64Array;
  callUsable: Float64Array;
  putUsable: Float64Array;
  callFlags: Uint32Array;
  putFlags: Uint32Array;
  pcr: number;
  maxPain: number;
  callOi: number;
  putOi: number;
  callVolume: number;
  putVolume: number;
  /** Greatest OI of one option, either side. */
  maxOi: number;
  /** Usable price of the ATM call and put together. */
  straddle: number;
}

/** A blank solution with room for `capacity` strikes. */
export function createChainSolution(capacity: number): ChainSolution {
  const column = () => new Float64Array(capacity);
  return {
    years: Number.NaN,
    forward: Number.NaN,
    forwardSource: 0,
    synthetic: Number.NaN,
    discount: 1,
    discountError: Number.NaN,
    atmIndex: -1,
    atmStrike: Number.NaN,
    atmIv: Number.NaN,
    iv: column(),
    callUsable: column(),
    putUsable: column(),
    callFlags: new Uint32Array(capacity),
    putFlags: new Uint32Array(capacity),
    callDelta: column(),
    putDelta: column(),
    gamma: column(),
    vega: column(),
    callTheta: column(),
    putTheta: column(),
    pcr: Number.NaN,
    maxPain: Number.NaN,
    callOi: 0,
    putOi: 0,
    callVolume: 0,
    putVolume: 0,
    maxOi: 0,
    straddle: Number.NaN,
  };
}
