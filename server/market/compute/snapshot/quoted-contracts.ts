import type { BuilderContract } from "#analysis/builder-market.ts";
import type { Exchange } from "#domain/calendar/exchange.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES, FLAG_IS_LIQUID, liquidityWarnings } from "#domain/chain/flags.ts";
import type { MarketStates } from "#domain/chain/market-states.ts";
import { activityFlags, bookFlags, usablePriceOf } from "#domain/pricing/usable-price.ts";
import { heardOrigin } from "#domain/settlement/settlement.ts";
import type { LegQuote, LegType } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { ChainRoot, ChainSide } from "#protocol/generated/records.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { type ReadChain, rowAt } from "./read-chains.ts";
import type { MarketSnapshot } from "./snapshots.ts";

/** Times that ages of trades are measured against. */
interface Session {
  readonly asOf: number;
  /** since continuous trading began, ms */
  readonly inSession: number;
}

/** A symbol may be spelt in many ways; those beyond are looked up each time. */
const MOST_SPELLINGS = 2_000;

const NOT_QUOTED: LegQuote = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  isLiquid: false,
  warnings: ["NO_QUOTES", "NO_VOLUME", "NO_OI"],
};

const price = (wire: number, divisor: number): number => (wire > 0 ? wire / divisor : Number.NaN);

/** Row of a strike, -1 none: strikes ascend. */
function rowOfStrike(chain: ReadChain, strike: number): number {
  const { root } = chain.view;
  const wire = Math.round(strike * root.priceDivisor);
  let low = 0;
  let high = root.rowCount - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = chain.data.getInt32(chain.view.rowsOffset + middle * chain.view.rowLength, false);
    if (at === wire) return middle;
    if (at < wire) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function optionQuote(side: ChainSide, { view: { root } }: ReadChain, { asOf }: Session): LegQuote {
  const { priceDivisor: divisor, tickSize } = root;
  const age = side.lastTradeTime > 0 ? asOf - side.lastTradeTime * 1000 : Number.POSITIVE_INFINITY;
  const ltp = side.lastPrice / divisor;
  return {
    lastPrice: price(side.lastPrice, divisor),
    usablePrice: usablePriceOf(side.bid / divisor, side.ask / divisor, ltp, age, tickSize),
    isLiquid: (side.flags & FLAG_IS_LIQUID) !== 0,
    warnings: liquidityWarnings(side.flags),
  };
}

/** A future or a share, by the same rules; there is no book in the packet of an index. */
function linearQuote(
  snapshot: MarketSnapshot,
  details: InstrumentDetails,
  { asOf, inSession }: Session,
): LegQuote {
  const quote = snapshot.quotes.get(details.instrument_token);
  if (quote === undefined) return NOT_QUOTED;
  const bid = quote.depth?.buy[0]?.price ?? 0;
  const ask = quote.depth?.sell[0]?.price ?? 0;
  const { lastPrice: ltp, lastTradeTime } = quote;
  const age = lastTradeTime === null ? Number.POSITIVE_INFINITY : asOf - lastTradeTime;
  const tick = details.tick_size;
  // Shares have no open interest, and are none the less liquid for it.
  const oi = details.instrument_type === "FUT" ? (quote.openInterest ?? 0) : 1;
  const activity = activityFlags(bid, ask, Math.min(age, inSession), quote.volume ?? 0, oi, tick);
  return {
    lastPrice: ltp > 0 ? ltp : Number.NaN,
    usablePrice: usablePriceOf(bid, ask, ltp, age, tick),
    isLiquid: (activity & FLAG_IS_LIQUID) !== 0,
    warnings: liquidityWarnings(bookFlags(bid, ask, tick) | activity),
  };
}

const SETTLED: readonly (string | undefined)[] = ["settled", "expired"];
const isSettled = ({ state }: ChainRoot): boolean => SETTLED.includes(CHAIN_STATES[state]);
const isSecurity = (kind: string): boolean => kind === "index" || kind === "stock";

/** Contracts and shares of one underlying with their quotes, looked up as they are asked for. */
interface Contracts {
  byToken(token: number): BuilderContract | undefined;
  bySymbol(tradingsymbol: string): BuilderContract | undefined;
}

interface ContractsOptions {
  readonly states: MarketStates;
  /** market time of the snapshot */
  readonly now: number;
  /** told of each expiry (YYYYMMDD) that contracts are asked of */
  readonly onExpiry: (expiry: number) => void;
}

export function createContracts(
  snapshot: MarketSnapshot,
  { states, now, onExpiry }: ContractsOptions,
): Contracts {
  const { directory, underlying } = snapshot.listed;
  const { derivativeExchange } = underlying;
  const made = new Map<number, BuilderContract>();
  const symbols = new Map<string, BuilderContract>();
  const chainOf = new Map(snapshot.chains.map((chain) => [chain.view.root.expiry, chain]));
  const sessions = new Map<Exchange, Session>();

  function sessionOf(exchange: Exchange): Session {
    const known = sessions.get(exchange);
    if (known !== undefined) return known;
    const asOf = Math.min(now, states.quotesUntil(exchange, now));
    const session = { asOf, inSession: asOf - states.quotesFrom(exchange, now) };
    sessions.set(exchange, session);
    return session;
  }

  function quoteOf(details: InstrumentDetails): LegQuote {
    const session = sessionOf(details.exchange as Exchange);
    const { instrument_type: type, expiry, strike } = details;
    if (type !== "CE" && type !== "PE") return linearQuote(snapshot, details, session);
    const chain = expiry === null ? undefined : chainOf.get(compactDate(expiry as IsoDate));
    const row = chain === undefined ? -1 : rowOfStrike(chain, strike);
    if (chain === undefined || row < 0) return NOT_QUOTED;
    const { call, put } = rowAt(chain, row);
    const side = type === "CE" ? call : put;
    return side.token === details.instrument_token ? optionQuote(side, chain, session) : NOT_QUOTED;
  }

  /** The chain's own instant, else the calendar's. */
  function instantOf(expiry: string | null): number {
    if (expiry === null) return Number.NaN;
    const chain = chainOf.get(compactDate(expiry as IsoDate));
    return chain?.view.root.expiryInstant ?? expiryInstant(derivativeExchange, expiry as IsoDate);
  }

  /** What its chain says that it settled at; null before, and where no chain says. */
  function settlementFor(expiry: string | null): BuilderContract["settlement"] {
    const root = expiry === null ? undefined : chainOf.get(compactDate(expiry as IsoDate))?.view.root;
    if (root === undefined || !isSettled(root) || !(root.forward > 0)) return null;
    const isSimulated = (root.flags & CHAIN_FLAG_SIMULATED) !== 0;
    const market = { price: root.forward, origin: heardOrigin(isSimulated, isSecurity(underlying.kind)) };
    return { price: null, underlyingClose: null, market };
  }

  function contract(details: InstrumentDetails | null): BuilderContract | undefined {
    // An index is no contract: it cannot be held.
    if (details === null || details.instrument_type === "INDEX") return undefined;
    const held = made.get(details.instrument_token);
    if (held !== undefined) return held;
    const fresh: BuilderContract = {
      token: details.instrument_token,
      tradingsymbol: details.tradingsymbol,
      type: details.instrument_type as LegType,
      strike: details.strike,
      expiry: details.expiry,
      expiryInstant: instantOf(details.expiry),
      lotSize: details.lot_size,
      multiplier: details.multiplier,
      quote: quoteOf(details),
      settlement: settlementFor(details.expiry),
    };
    made.set(fresh.token, fresh);
    if (fresh.expiry !== null) onExpiry(compactDate(fresh.expiry as IsoDate));
    return fresh;
  }

  return {
    byToken: (token) => made.get(token) ?? contract(directory.byToken(token)),
    bySymbol(symbol) {
      const found = symbols.get(symbol) ?? contract(directory.bySymbol(symbol));
      if (found !== undefined && symbols.size < MOST_SPELLINGS) symbols.set(symbol, found);
      return found;
    },
  };
}
