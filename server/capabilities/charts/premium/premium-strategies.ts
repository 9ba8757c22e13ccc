import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { commonDivisor, type PremiumLeg } from "#domain/chain/premium.ts";
import { AppError } from "#domain/errors.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type { PremiumReference } from "#protocol/http/chart-limits.ts";
import type { ChartPremiumRequest, PremiumStrategy } from "#protocol/http/chart-premium.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { InstrumentDirectory } from "../../../market/instruments/directory.ts";
import { chartExpiries } from "../chart-expiries.ts";
import { type ChartUnderlying, chartLeg } from "../chart-instruments.ts";

export type TradeAction = "BUY" | "SELL";

/** The same contracts throughout. */
export interface FixedLine {
  readonly kind: "fixed";
  readonly legs: readonly (PremiumLeg & { readonly contract: InstrumentDetails })[];
}

/** A call above and a put below, both of an expiry, whose strikes go with the market. */
export interface RollingLine {
  readonly kind: "rolling";
  /** YYYY-MM-DD */
  readonly expiry: string;
  /** listed strikes away from the money, 0 a straddle */
  readonly steps: number;
  readonly reference: PremiumReference;
  readonly action: TradeAction;
  /** rupees, ascending */
  readonly strikes: Float64Array;
  /** by strike; undefined where there is no such contract */
  readonly calls: readonly (InstrumentDetails | undefined)[];
  readonly puts: readonly (InstrumentDetails | undefined)[];
}

export type PremiumLine = FixedLine | RollingLine;

export const isRolling = (line: PremiumLine): line is RollingLine => line.kind === "rolling";

export const signOf = (action: TradeAction): 1 | -1 => (action === "SELL" ? 1 : -1);

/** @throws AppError for a contract that is not listed, not the underlying's, or named twice */
function fixedLine(
  directory: InstrumentDirectory,
  underlying: ChartUnderlying,
  legs: NonNullable<PremiumStrategy["legs"]>,
): FixedLine {
  const contracts = legs.map(({ tradingsymbol }) => chartLeg(directory, underlying, tradingsymbol));
  const tokens = contracts.map(({ instrument_token }) => instrument_token);
  const twice = contracts.find((_, i) => tokens.indexOf(tokens[i]!) !== i);
  if (twice !== undefined) {
    const { tradingsymbol: symbol } = twice;
    const text = `${symbol} is named twice in one strategy; give all of it in one leg`;
    throw new AppError("request.invalid", text, { symbol });
  }
  const unit = commonDivisor(legs.map(({ quantity }) => quantity));
  return {
    kind: "fixed",
    legs: legs.map(({ trade_action, quantity }, i) => ({
      sign: signOf(trade_action),
      ratio: quantity / unit,
      contract: contracts[i]!,
    })),
  };
}

/**
 * The expiry asked for, or the nearest that trades.
 * @throws AppError derivative.not_found
 */
export function premiumExpiry(
  directory: InstrumentDirectory,
  underlying: ChartUnderlying,
  symbol: string,
  asked: string | undefined,
  now: number,
): string {
  if (asked !== undefined) return chartExpiries(directory, underlying, symbol, [asked])[0]!;
  const { u, exchange } = underlying;
  const listed = directory
    .expiries(u)
    .map((expiry) => ({ expiry, lastTrade: lastTradeInstant(exchange, expiry) }));
  const nearest = defaultExpiry(listed, now) ?? listed.at(-1);
  if (nearest !== undefined) return nearest.expiry;
  const text = `${symbol} has no options; give its futures or the share itself as legs`;
  throw new AppError("derivative.not_found", text, { symbol });
}

type Listed = Pick<RollingLine, "strikes" | "calls" | "puts">;

/** By directory, then underlying and expiry: a list of thousands is looked through once. */
const listedOf = new WeakMap<InstrumentDirectory, Map<string, Listed>>();

function listedStrikes(directory: InstrumentDirectory, u: number, expiry: string): Listed {
  const known = listedOf.get(directory) ?? new Map<string, Listed>();
  listedOf.set(directory, known);
  const name = `${u} ${expiry}`;
  const listed = known.get(name);
  if (listed !== undefined) return listed;
  const own = directory.options(u).filter((each) => each.expiry === expiry);
  const strikes = Float64Array.from(new Set(own.map(({ strike }) => strike))).sort();
  const side = (type: string) => {
    const at = new Map(
      own.filter((each) => each.instrument_type === type).map((each) => [each.strike, each]),
    );
    return Array.from(strikes, (strike) => at.get(strike));
  };
  const found = { strikes, calls: side("CE"), puts: side("PE") };
  known.set(name, found);
  return found;
}

function rollingLine(
  directory: InstrumentDirectory,
  underlying: ChartUnderlying,
  symbol: string,
  rolling: NonNullable<PremiumStrategy["rolling"]>,
  now: number,
): RollingLine {
  const { steps = 0, reference = "forward", trade_action: action = "SELL" } = rolling;
  const expiry = premiumExpiry(directory, underlying, symbol, rolling.expiry, now);
  const { strikes, calls, puts } = listedStrikes(directory, underlying.u, expiry);
  return { kind: "rolling", expiry, steps, reference, action, strikes, calls, puts };
}

/**
 * What the lines of a chart are made of, in the order asked for.
 * @param now the viewer's market time
 * @throws AppError derivative.not_found, instrument.not_found, request.invalid
 */
export function premiumLines(
  directory: InstrumentDirectory,
  underlying: ChartUnderlying,
  { underlying_symbol: symbol, strategies }: Pick<ChartPremiumRequest, "underlying_symbol" | "strategies">,
  now: number,
): PremiumLine[] {
  return strategies.map(({ legs, rolling }, i) => {
    if ((legs === undefined) === (rolling === undefined)) {
      const text = `strategies[${i}] has ${legs === undefined ? "neither" : "both"} of legs and rolling; give one of them`;
      throw new AppError("request.invalid", text, { strategy: i });
    }
    return legs === undefined
      ? rollingLine(directory, underlying, symbol, rolling!, now)
      : fixedLine(directory, underlying, legs);
  });
}
