import { createChainColumns, type SideColumns } from "#domain/chain/chain-columns.ts";
import {
  FLAG_IS_LIQUID,
  FLAG_IV_INTERPOLATED,
  FORWARD_NAMES,
  IV_REASON_MASK,
  IV_REASON_SHIFT,
  liquidityWarnings,
} from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import type { ChainSolution } from "#domain/chain/solution.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { activityFlags, strikeFlags, usablePrice } from "#domain/pricing/usable-price.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";
import { reasonName } from "./reasons.ts";

interface Quote {
  readonly bid: number;
  readonly ask: number;
  readonly ltp: number;
  /** null = never traded */
  readonly ageSeconds: number | null;
  readonly oi: number;
  readonly volume: number;
}

interface BookInput extends Quote {
  readonly tickSize: number;
  readonly strike: number;
  readonly roundStep: number;
}

interface BookOutput {
  readonly price: number | null;
  readonly flags: readonly string[];
  readonly isLiquid: boolean;
}

export const checkUsablePrice = vectorCheck<BookInput, BookOutput>((figures, { input, output }) => {
  const { bid, ask, ltp, oi, volume, tickSize } = input;
  const ageMs = input.ageSeconds === null ? Infinity : 1000 * input.ageSeconds;
  const got = usablePrice({ bid, ask, ltp, ageMs, tick: tickSize });
  const activity = activityFlags(bid, ask, ageMs, volume, oi, tickSize);
  const flags = got.flags | activity | strikeFlags(input.strike, input.roundStep);
  figures.number("price", got.price, output.price);
  figures.word("flags", liquidityWarnings(flags).join(" "), output.flags.join(" "));
  figures.word("isLiquid", String((flags & FLAG_IS_LIQUID) !== 0), String(output.isLiquid));
});

interface Future {
  readonly bid: number;
  readonly ask: number;
  readonly ltp: number;
  readonly ageSeconds: number;
}

interface ChainInput {
  /** ISO times with their zone */
  readonly now: string;
  readonly expiryInstant: string;
  readonly sessionClose: string;
  readonly spot: number | null;
  readonly future: Future | null;
  readonly isCommodity: boolean;
  readonly previousForward: number | null;
  readonly near: { readonly forward: number; readonly years: number } | null;
  readonly fallbackAtmIv: number | null;
  /** null = by the pairs of the chain */
  readonly rate: number | null;
  readonly tickSize: number;
  readonly roundStep: number;
  readonly strikeStep: number;
  readonly rows: readonly { readonly strike: number; readonly call: Quote; readonly put: Quote }[];
}

interface RowOutput {
  readonly iv: number | null;
  readonly reason: string | null;
  readonly callUsable: number | null;
  readonly putUsable: number | null;
  /** Of a chain whose payoff is fixed. */
  readonly callDelta?: number | null;
  readonly putDelta?: number | null;
}

interface ChainOutput {
  readonly years: number;
  readonly forward: number | null;
  readonly forwardSource: string;
  readonly synthetic: number | null;
  readonly discount: number;
  readonly discountError: number | null;
  readonly atmStrike: number | null;
  readonly atmIv: number | null;
  readonly rows: readonly RowOutput[];
  readonly pcr: number | null;
  readonly maxPain: number | null;
}

function solve(kernel: PricingKernel, input: ChainInput): ChainSolution {
  const now = Date.parse(input.now);
  const sessionClose = Date.parse(input.sessionClose);
  const asOf = Math.min(now, sessionClose);
  const chain = createChainColumns(input.rows.length);
  chain.count = input.rows.length;
  const write = (side: SideColumns, row: number, quote: Quote): void => {
    side.bid[row] = quote.bid;
    side.ask[row] = quote.ask;
    side.ltp[row] = quote.ltp;
    side.oi[row] = quote.oi;
    side.volume[row] = quote.volume;
    side.lastTradeTime[row] = quote.ageSeconds === null ? 0 : asOf - 1000 * quote.ageSeconds;
  };
  input.rows.forEach(({ strike, call, put }, row) => {
    chain.strikes[row] = strike;
    write(chain.call, row, call);
    write(chain.put, row, put);
  });
  const { future } = input;
  return createLoneChainSolver(kernel, input.rows.length)(chain, {
    now,
    expiryInstant: Date.parse(input.expiryInstant),
    sessionClose,
    spot: numberOr(input.spot),
    future: future && { ...future, lastTradeTime: asOf - 1000 * future.ageSeconds },
    isCommodity: input.isCommodity,
    previousForward: numberOr(input.previousForward),
    near: input.near,
    fallbackAtmIv: numberOr(input.fallbackAtmIv),
    rate: input.rate ?? Number.NaN,
    tickSize: input.tickSize,
    roundStep: input.roundStep,
    strikeStep: input.strikeStep,
  });
}

const FIGURES = [
  "years",
  "forward",
  "synthetic",
  "discount",
  "discountError",
  "atmStrike",
  "atmIv",
  "pcr",
  "maxPain",
] as const;

/** "BELOW_INTRINSIC, from the smile" where a strike has no volatility of its own. */
const reasonWords = (reason: string | null, isInterpolated: boolean): string =>
  `${reason ?? "own"}${isInterpolated ? " interpolated" : ""}`;

export const checkChain = vectorCheck<ChainInput, ChainOutput>((figures, { input, output }, { pricing }) => {
  const got = solve(pricing, input);
  figures.word("forwardSource", FORWARD_NAMES[got.forwardSource] ?? "NONE", output.forwardSource);
  for (const name of FIGURES) figures.number(name, got[name], output[name]);
  output.rows.forEach(({ iv, reason, callUsable, putUsable, callDelta, putDelta }, row) => {
    const { strike } = input.rows[row]!;
    if (callDelta !== undefined) figures.number(`delta call ${strike}`, got.callDelta[row]!, callDelta);
    if (putDelta !== undefined) figures.number(`delta put ${strike}`, got.putDelta[row]!, putDelta);
    figures.number(`usable call ${strike}`, got.callUsable[row]!, callUsable);
    figures.number(`usable put ${strike}`, got.putUsable[row]!, putUsable);
    figures.number(`iv ${strike}`, got.iv[row]!, iv);
    const wanted = reasonWords(reason, reason !== null && iv !== null);
    for (const [side, flags] of [
      ["call", got.callFlags[row]!] as const,
      ["put", got.putFlags[row]!] as const,
    ]) {
      const why = reasonName((flags & IV_REASON_MASK) >>> IV_REASON_SHIFT);
      const words = reasonWords(why, (flags & FLAG_IV_INTERPOLATED) !== 0);
      figures.word(`iv's origin, ${side} ${strike}`, words, wanted);
    }
  });
}, true);
