import { expiryInstant } from "#domain/calendar/expiries.ts";
import { daysBetween, istDate } from "#domain/calendar/ist.ts";
import { nextTradingDay, sessionClose } from "#domain/calendar/market-sessions.ts";
import { AppError } from "#domain/errors.ts";
import type { Instrument, UnderlyingSpec } from "#domain/instruments/types.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { startOfNextSession } from "../../clock.ts";
import { startWithLead } from "../../late/opening-auctions.ts";
import type { MarketSource, PreviousVolatility } from "../../market-source.ts";
import { type ClockKind, rollInstant } from "../sim/day-plan.ts";
import type { ChainSeed } from "../sim/latent.ts";
import { createSimulatedSource } from "../sim/simulated-source.ts";
import type { SimulationBase } from "../sim/simulation-base.ts";
import { fitSmile, INDEX_SMILE, type SmileShape, STOCK_SMILE } from "../sim/surface.ts";
import type { Market, MarketChain, MarketFuture, MarketSide, MarketUnderlying } from "./imported-market.ts";

/** Volatilities of underlyings whose options say nothing, annual fractions. */
const USUAL_VOLATILITY = { index: 0.15, stock: 0.3 } as const;
/** Correlation with NIFTY assumed of a share the product's table does not know, and the betas it may give. */
const USUAL_CORRELATION = 0.55;
const LEAST_BETA = 0.4;
const MOST_BETA = 1.8;
/** Further than this after its session a market file is no start: every day between would have to be made up. */
const MOST_DAYS_LATER = 31;

function specOf(underlying: MarketUnderlying, marketVolatility: number): UnderlyingSpec {
  const { symbol, name, kind, token, exchange, derivativeExchange, sectors, spotTickSize, strikeStep } =
    underlying;
  const known = underlyingBySymbol(symbol);
  const iv30 = underlying.history.at(-1)?.iv30 ?? Number.NaN;
  const annualVolatility = iv30 > 0 ? iv30 : (known?.annualVolatility ?? USUAL_VOLATILITY[kind]);
  const beta = (USUAL_CORRELATION * annualVolatility) / marketVolatility;
  return {
    token,
    symbol,
    name,
    kind,
    exchange,
    derivativeExchange,
    isNonFno: false,
    sectors,
    spotTickSize,
    strikeStep,
    basePrice: underlying.close,
    annualVolatility,
    beta: known?.beta ?? Math.max(LEAST_BETA, Math.min(MOST_BETA, beta)),
    niftyWeightPct: known?.niftyWeightPct ?? 0,
  };
}

function contractOf(
  underlying: MarketUnderlying,
  terms: MarketChain | MarketFuture,
  token: number,
  tradingsymbol: string,
  type: "CE" | "PE" | "FUT",
  strike: number,
): Instrument {
  const exchange = underlying.derivativeExchange;
  return {
    token,
    tradingsymbol,
    name: underlying.symbol,
    exchange,
    segment: type === "FUT" ? `${exchange}-FUT` : `${exchange}-OPT`,
    type,
    underlying: underlying.symbol,
    strike,
    expiry: terms.expiry,
    expiryType: terms.expiryType,
    lotSize: terms.lotSize,
    // Market files are of shares' and indices' contracts, which count in units.
    multiplier: 1,
    tickSize: terms.tickSize,
  };
}

/** Points that say all there is about the shape of a smile. */
const MOST_POINTS = 25;
const FARTHEST = 8;

/**
 * A chain in the simulation's terms. Interest that has not come in all yet for the chain (quant.md §3) is all there in a
 * market, so that each price stays what it was and volatilities are those at the whole of it.
 */
function seedOf(chain: MarketChain, kind: "index" | "stock", years: number): ChainSeed {
  const { strikes, forward, rate: told } = chain;
  const entered = entryWeight(years);
  const rate = entered > 0 ? told / entered : 0;
  const ratio = Math.exp((rate - told) * years);
  const volatilityAt = (strike: number, iv: number): number => {
    if (ratio === 1) return iv;
    const isCall = strike >= forward;
    const price = blackPrice(isCall ? "CE" : "PE", forward, strike, years, iv, 0);
    const found = impliedVolatility(price * ratio, forward, strike, years, isCall);
    return Number.isNaN(found) ? iv : found;
  };
  // The ends are flat where nothing traded: they say nothing about the shape.
  let from = 0;
  let to = strikes.length - 1;
  while (from < to && chain.iv[from] === chain.iv[from + 1]) from += 1;
  while (to > from && chain.iv[to] === chain.iv[to - 1]) to -= 1;
  const closed = { strikes: strikes.subarray(from, to + 1), iv: chain.iv.slice(from, to + 1) };
  const iv = closed.iv.map((each, i) => volatilityAt(closed.strikes[i]!, each));
  const atmIv = volatilityAt(forward, chain.atmIv);
  const shape = shapeOf(closed.strikes, iv, { forward, deviation: atmIv * Math.sqrt(years), atmIv }, kind);
  return { forward, atmIv, shape, rate, strikes: closed.strikes, iv, prints: chain.solved };
}

interface Money {
  readonly forward: number;
  readonly atmIv: number;
  readonly deviation: number;
}

/** The simulation's smile through volatilities by strike. */
function shapeOf(
  strikes: Float64Array,
  iv: Float64Array,
  { forward, atmIv, deviation }: Money,
  kind: "index" | "stock",
): SmileShape {
  const points: [number, number][] = [];
  for (let i = 0; i < strikes.length; i++) {
    const z = Math.log(strikes[i]! / forward) / deviation;
    if (Math.abs(z) <= FARTHEST) points.push([z, iv[i]! / atmIv]);
  }
  const every = Math.ceil(points.length / MOST_POINTS);
  return fitSmile(
    points.filter((_, i) => i % Math.max(1, every) === 0),
    kind === "index" ? INDEX_SMILE : STOCK_SMILE,
  );
}

function orZero(value: number): number {
  return value > 0 ? value : 0;
}

/** What the simulation starts from. */
export function simulationBase(market: Market, carried: readonly MarketUnderlying[]): SimulationBase {
  const instruments: Instrument[] = [];
  const previousClose = new Map<number, number>();
  const previousOi = new Map<number, number>();
  const chains = new Map<string, ChainSeed>();
  const nifty = market.underlyings.find((each) => each.symbol === "NIFTY")?.history.at(-1)?.iv30;
  const marketVolatility = nifty !== undefined && nifty > 0 ? nifty : USUAL_VOLATILITY.index;

  function add(instrument: Instrument, close: number, oi: number): void {
    instruments.push(instrument);
    previousClose.set(instrument.token, orZero(close));
    previousOi.set(instrument.token, orZero(oi));
  }
  function addSide(
    underlying: MarketUnderlying,
    chain: MarketChain,
    side: MarketSide,
    type: "CE" | "PE",
  ): void {
    chain.strikes.forEach((strike, i) => {
      const token = side.token[i]!;
      if (token === 0) return;
      const instrument = contractOf(underlying, chain, token, side.tradingsymbol[i]!, type, strike);
      add(instrument, side.close[i]!, side.oi[i]!);
    });
  }
  for (const underlying of carried) {
    previousClose.set(underlying.token, underlying.close);
    for (const future of underlying.futures) {
      const instrument = contractOf(underlying, future, future.token, future.tradingsymbol, "FUT", 0);
      add(instrument, future.close, future.oi);
    }
    for (const chain of underlying.chains) {
      addSide(underlying, chain, chain.call, "CE");
      addSide(underlying, chain, chain.put, "PE");
      if (!(chain.atmIv > 0) || !(chain.forward > 0)) continue;
      const exchange = underlying.derivativeExchange;
      const years = yearsToExpiry(sessionClose(exchange, market.date), expiryInstant(exchange, chain.expiry));
      chains.set(`${underlying.symbol} ${chain.expiry}`, seedOf(chain, underlying.kind, years));
    }
  }
  return {
    date: nextTradingDay("NFO", market.date),
    underlyings: carried.map((each) => specOf(each, marketVolatility)),
    instruments,
    spot: new Map(carried.map((each) => [each.symbol, each.close])),
    chains,
    previousClose,
    previousOi,
    closes: new Map(
      carried.map(({ symbol, history }) => [
        symbol,
        new Map(history.map(({ date, close, iv30, figures }) => [date, { spot: close, iv30, figures }])),
      ]),
    ),
  };
}

interface ImportedSourceOptions {
  /** For messages. */
  readonly file: string;
  readonly seed: number;
  readonly clock: ClockKind;
  /** Market time now, epoch ms. */
  readonly startAt: number;
  /** market ms before `startAt` that the market has run by then */
  readonly leadMs?: number;
  /** Symbols of the underlyings to carry; null all. */
  readonly universe: readonly string[] | null;
}

function carriedOf(market: Market, options: ImportedSourceOptions): readonly MarketUnderlying[] {
  if (options.universe === null) return market.underlyings;
  const missing = options.universe.filter(
    (symbol) => !market.underlyings.some((each) => each.symbol === symbol),
  );
  if (missing.length > 0) {
    const message = `MARKET_UNIVERSE names ${missing.join(", ")}, which ${options.file} does not hold; leave it out or import files with it`;
    throw new AppError("config.invalid", message, { variable: "MARKET_UNIVERSE", value: missing.join(",") });
  }
  const wanted = new Set(options.universe);
  return market.underlyings.filter((each) => wanted.has(each.symbol));
}

function checkStart(market: Market, options: ImportedSourceOptions): void {
  const opens = nextTradingDay("NFO", market.date);
  const days = daysBetween(opens, istDate(options.startAt));
  if (options.startAt >= rollInstant(opens) && days <= MOST_DAYS_LATER) return;
  const message = `MARKET_CLOCK starts on ${istDate(options.startAt)} and ${options.file} opens the session of ${opens}; unset MARKET_CLOCK, or start it within ${MOST_DAYS_LATER} days of then`;
  throw new AppError("config.invalid", message, {
    variable: "MARKET_CLOCK",
    value: istDate(options.startAt),
  });
}

/** Real volatilities of the imported close, for as long as it is the previous one. */
function closingVolatility(chain: MarketChain | undefined, strikes: Float64Array): PreviousVolatility | null {
  if (chain === undefined || Number.isNaN(chain.atmIv)) return null;
  const rows = new Map(Array.from(chain.strikes, (strike, i) => [strike, i]));
  const iv = strikes.map((strike) => {
    const row = rows.get(strike);
    return row === undefined ? Number.NaN : chain.iv[row]!;
  });
  return { atmIv: chain.atmIv, iv };
}

/**
 * The session after an imported close: real contracts, closes, positions and volatilities, simulated from the open on.
 * @throws AppError config.invalid when the clock or the universe asks for what the file does not hold
 */
export function createImportedSource(market: Market, options: ImportedSourceOptions): MarketSource {
  const carried = carriedOf(market, options);
  checkStart(market, options);
  const base = simulationBase(market, carried);
  const first = Math.min(options.startAt, startOfNextSession(market.date));
  const simulation = createSimulatedSource({
    name: "import",
    seed: options.seed,
    clock: options.clock,
    // A later start is caught up with by the feed, day by day, so that closes and positions follow one another. Before the
    // roll there is the imported close and nothing else: that is what the day begins with.
    startAt: Math.max(
      startWithLead(first, options.leadMs ?? 0, options.clock === "exchange"),
      rollInstant(base.date),
    ),
    universe: null,
    base,
  });
  const chainOf = new Map(
    carried.flatMap((each) => each.chains.map((chain) => [`${each.symbol} ${chain.expiry}`, chain] as const)),
  );
  return {
    ...simulation,
    previousVolatility(underlyingIndex, chainIndex) {
      const universe = simulation.universe();
      const entry = universe.underlyings[underlyingIndex];
      const chain = entry?.chains[chainIndex];
      if (universe.date !== base.date || entry === undefined || chain === undefined) {
        return simulation.previousVolatility(underlyingIndex, chainIndex);
      }
      return closingVolatility(chainOf.get(`${entry.underlying.symbol} ${chain.expiry}`), chain.strikes);
    },
  };
}
