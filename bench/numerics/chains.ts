/**
 * What is computed: expiries as the engine meets them, and options that have nothing to do with each other. Prices lie
 * on ticks, as quotes do: off a smooth smile neighbours would help too much.
 */
import { type ChainColumns, createChainColumns } from "#domain/chain/chain-columns.ts";
import type { ChainContext } from "#domain/chain/solution.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { roundToTick } from "#domain/units/tick.ts";

export const STRIKES = 120;
const STEP = 50;
const TICK = 0.05;
/** Chains in turn, of moving forwards: a single one would train the branch predictor. */
const CHAINS = 32;
const NOW = Date.UTC(2026, 7, 19, 6);
const EXPIRY = Date.UTC(2026, 7, 25, 10, 10);

/** Options of one forward and expiry: what a kernel is handed. */
export interface Batch {
  readonly forward: number;
  readonly years: number;
  readonly rate: number;
  readonly strike: Float64Array;
  /** Volatilities to compute greeks of. */
  readonly sigma: Float64Array;
  /** Undiscounted prices of the out-of-the-money side. */
  readonly price: Float64Array;
  readonly isCall: Uint8Array;
}

/** An expiry with its quotes. */
export interface Sample extends Batch {
  readonly chain: ChainColumns;
  readonly context: ChainContext;
}

function createSample(index: number, rate: number): Sample {
  const forward = 24000 + 37 * index;
  const years = yearsToExpiry(NOW, EXPIRY);
  const chain = createChainColumns(STRIKES);
  chain.count = STRIKES;
  const strike = chain.strikes.subarray(0, STRIKES);
  const price = new Float64Array(STRIKES);
  const sigma = new Float64Array(STRIKES);
  const isCall = new Uint8Array(STRIKES);
  for (let i = 0; i < STRIKES; i++) {
    strike[i] = forward - (forward % STEP) + STEP * (i - STRIKES / 2);
    const moneyness = Math.log(strike[i]! / forward);
    sigma[i] = 0.13 - 0.4 * moneyness + 4 * moneyness * moneyness;
    isCall[i] = strike[i]! >= forward ? 1 : 0;
    for (const [type, side] of [["CE", chain.call] as const, ["PE", chain.put] as const]) {
      const fair = blackPrice(type, forward, strike[i]!, years, sigma[i]!, rate);
      const value = Math.max(TICK, roundToTick(fair, TICK));
      side.bid[i] = Math.max(TICK, value - TICK);
      side.ask[i] = value + TICK;
      side.ltp[i] = value;
      side.lastTradeTime[i] = NOW - 1000;
      side.oi[i] = 65 * (100 + ((i * 37) % 101));
      side.volume[i] = 650;
      if ((type === "CE") === (isCall[i] === 1)) price[i] = value * Math.exp(rate * years);
    }
  }
  const context: ChainContext = {
    now: NOW,
    expiryInstant: EXPIRY,
    sessionClose: EXPIRY,
    spot: forward - 20,
    future: { bid: forward - 0.1, ask: forward + 0.1, ltp: forward, lastTradeTime: NOW - 500 },
    isCommodity: false,
    previousForward: Number.NaN,
    near: null,
    fallbackAtmIv: Number.NaN,
    rate,
    tickSize: TICK,
    roundStep: 100,
    strikeStep: STEP,
  };
  return { chain, context, forward, years, rate, strike, sigma, price, isCall };
}

export const createSamples = (rate: number): Sample[] =>
  Array.from({ length: CHAINS }, (_, index) => createSample(index, rate));

/** Volatilities of 5 to 150 % and strikes within two deviations, in no order: no neighbour helps. */
export function createScattered(): Batch[] {
  let seed = 20261121;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  return Array.from({ length: CHAINS }, (_, index) => {
    const forward = 24000 + 37 * index;
    const years = (1 + 29 * random()) / 365;
    const strike = new Float64Array(STRIKES);
    const sigma = new Float64Array(STRIKES);
    const price = new Float64Array(STRIKES);
    const isCall = new Uint8Array(STRIKES);
    for (let i = 0; i < STRIKES; i++) {
      sigma[i] = 0.05 + 1.45 * random();
      strike[i] = forward * Math.exp((4 * random() - 2) * sigma[i]! * Math.sqrt(years));
      isCall[i] = strike[i]! >= forward ? 1 : 0;
      price[i] = blackPrice(isCall[i] === 1 ? "CE" : "PE", forward, strike[i]!, years, sigma[i]!, 0);
    }
    return { forward, years, rate: 0, strike, sigma, price, isCall };
  });
}
