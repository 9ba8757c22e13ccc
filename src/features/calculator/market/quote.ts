/** What the market says of one option now, and how the fields are filled of it. */

import type { ChainField } from "#domain/chain/fields.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { FEED_STATES, type FeedState, HEAD_INDEX, type HeadField } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import { cellAt } from "../../../live/chain-grid.ts";
import { BOUNDS, type Inputs, isWithin, type NumberInput } from "../inputs.ts";
import type { NamedContract } from "./contract.ts";

export const QUOTE_FIELDS = ["call.ltp", "iv", "put.ltp"] as const satisfies readonly ChainField[];

/** NaN is unknown. */
export interface OptionQuote {
  readonly option: LegContract;
  readonly spot: number;
  readonly forward: number;
  readonly discount: number;
  /** Percent; the expiry's at the money where the strike has none. */
  readonly iv: number;
  readonly ltp: { readonly CE: number; readonly PE: number };
  /** Market time, epoch ms. */
  readonly asOf: number;
  readonly state: FeedState;
  readonly isSimulated: boolean;
}

function optionAt(named: NamedContract, strike: number): LegContract | null {
  if (named.option !== null) return named.option;
  if (!(strike > 0)) return null;
  const calls = named.options.filter(({ type }) => type === "CE");
  const near = (a: LegContract, b: LegContract) =>
    Math.abs(b.strike - strike) < Math.abs(a.strike - strike) ? b : a;
  return calls.length === 0 ? null : calls.reduce(near);
}

/** @returns null until the frames have said something of it */
export function quoteOf(named: NamedContract, grid: GridState): OptionQuote | null {
  const head = (field: HeadField): number => grid.head[HEAD_INDEX[field]] ?? Number.NaN;
  const option = optionAt(named, head("atmStrike"));
  if (option === null || grid.rows === 0) return null;
  const row = grid.strikes.indexOf(option.strike);
  const iv = cellAt(grid, row, "iv");
  return {
    option,
    spot: head("spot"),
    forward: head("forward"),
    discount: head("discount"),
    iv: iv > 0 ? iv : head("atmIv") * 100,
    ltp: { CE: cellAt(grid, row, "call.ltp"), PE: cellAt(grid, row, "put.ltp") },
    asOf: head("asOf"),
    state: FEED_STATES[head("state")] ?? "loading",
    isSimulated: head("simulated") === 1,
  };
}

/** To so many decimals; null for what is not known or what no field takes. */
function figure(name: NumberInput, value: number, decimals: number): number | null {
  const rounded = Number(value.toFixed(decimals));
  return Number.isFinite(rounded) && isWithin(rounded, BOUNDS[name]) ? rounded : null;
}

const MINUTE_MS = 60_000;
const toTheMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** Of the underlying: the forward that the option is priced on, or its spot. */
export const livePrice = (quote: OptionQuote, basis: Inputs["basis"]): number | null =>
  figure("price", basis === "future" ? quote.forward : quote.spot, quote.option.strike < 200 ? 4 : 2);

/** All fields as the market has them (rule CALC-3). @returns null while its forward is not known */
export function inputsOf(quote: OptionQuote): Inputs | null {
  const { option, discount, iv, ltp, asOf } = quote;
  const price = livePrice(quote, "future");
  if (price === null || !(asOf > 0)) return null;
  const years = yearsToExpiry(asOf, option.expiryInstant);
  const rate = years > 0 && discount > 0 ? (-Math.log(discount) / years) * 100 : 0;
  const side = option.type === "PE" ? "PE" : "CE";
  return {
    basis: "future",
    price,
    strike: option.strike,
    expiry: toTheMinute(option.expiryInstant),
    at: toTheMinute(asOf),
    iv: figure("iv", iv, 2),
    rate: figure("rate", rate, 2) ?? 0,
    side,
    premium: ltp[side] > 0 ? figure("premium", ltp[side], 4) : null,
  };
}

/** What was given stays; what was not is the market's. */
export function filled(given: Inputs, hasInputs: boolean, market: Inputs): Inputs {
  if (!hasInputs) return market;
  const isPriceGiven = given.price !== null;
  return {
    ...given,
    basis: isPriceGiven ? given.basis : market.basis,
    price: given.price ?? market.price,
    strike: given.strike ?? market.strike,
    expiry: given.expiry ?? market.expiry,
    at: given.at ?? market.at,
    iv: given.iv ?? market.iv,
    rate: given.rate ?? market.rate,
  };
}
