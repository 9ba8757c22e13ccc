/** Contracts and shares of one underlying with their quotes, by the same rules on the server and in the browser. */

import type { Exchange } from "#domain/calendar/exchange.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES, FLAG_IS_LIQUID, liquidityWarnings } from "#domain/chain/flags.ts";
import type { MarketStates } from "#domain/chain/market-states.ts";
import { activityFlags, bookFlags, usablePriceOf } from "#domain/pricing/usable-price.ts";
import { heardOrigin } from "#domain/settlement/settlement.ts";
import type { LegQuote, LegType } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChainPacket, LinearQuote } from "#protocol/frames/strategy-market.ts";
import { CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { ChainRoot, ChainSide } from "#protocol/generated/records.ts";
import type { BuilderContract, BuilderMarket } from "./builder-market.ts";
import type { ContractTerms, ListedMarket, MarketPackets } from "./market-packets.ts";

/** Times that ages of trades are measured against. */
interface QuoteSession {
  readonly asOf: number;
  /** since continuous trading began, ms */
  readonly inSession: number;
}

/** A symbol may be spelt in many ways; those beyond are looked up each time. */
const MOST_SPELLINGS = 2_000;

const NOT_QUOTED: LegQuote = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: ["NO_QUOTES", "NO_VOLUME", "NO_OI"],
};

const positive = (price: number): number => (price > 0 ? price : Number.NaN);

function sessionOf(states: MarketStates, exchange: Exchange, now: number): QuoteSession {
  const asOf = Math.min(now, states.quotesUntil(exchange, now));
  return { asOf, inSession: asOf - states.quotesFrom(exchange, now) };
}

/** Row of a strike, -1 none: strikes ascend. */
function rowOfStrike(packet: ChainPacket, strike: number): number {
  const wire = Math.round(strike * packet.root.priceDivisor);
  let low = 0;
  let high = packet.rowCount - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = packet.strike(middle);
    if (at === wire) return middle;
    if (at < wire) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The price that stands for an option; NaN none. */
function optionPrice(side: ChainSide, root: ChainRoot, { asOf }: QuoteSession): number {
  const { priceDivisor: divisor, tickSize } = root;
  const age = side.lastTradeTime > 0 ? asOf - side.lastTradeTime * 1000 : Infinity;
  return usablePriceOf(side.bid / divisor, side.ask / divisor, side.lastPrice / divisor, age, tickSize);
}

function optionQuote(side: ChainSide, root: ChainRoot, session: QuoteSession): LegQuote {
  const { priceDivisor: divisor } = root;
  return {
    lastPrice: positive(side.lastPrice / divisor),
    usablePrice: optionPrice(side, root, session),
    bid: positive(side.bid / divisor),
    ask: positive(side.ask / divisor),
    isLiquid: (side.flags & FLAG_IS_LIQUID) !== 0,
    warnings: liquidityWarnings(side.flags),
  };
}

/** A future or a share, by the same rules; there is no book in the packet of an index. */
function linearQuote(
  quote: LinearQuote | undefined,
  details: ContractTerms,
  { asOf, inSession }: QuoteSession,
): LegQuote {
  if (quote === undefined) return NOT_QUOTED;
  const { lastPrice: ltp, bid, ask, lastTradeTime, volume } = quote;
  const age = lastTradeTime > 0 ? asOf - lastTradeTime : Infinity;
  const tick = details.tick_size;
  // Shares have no open interest, and are none the less liquid for it.
  const oi = details.instrument_type === "FUT" ? quote.oi : 1;
  const activity = activityFlags(bid, ask, Math.min(age, inSession), volume, oi, tick);
  return {
    lastPrice: positive(ltp),
    usablePrice: usablePriceOf(bid, ask, ltp, age, tick),
    bid: positive(bid),
    ask: positive(ask),
    isLiquid: (activity & FLAG_IS_LIQUID) !== 0,
    warnings: liquidityWarnings(bookFlags(bid, ask, tick) | activity),
  };
}

const SETTLED: readonly (string | undefined)[] = ["settled", "expired"];
const isSettled = ({ state }: ChainRoot): boolean => SETTLED.includes(CHAIN_STATES[state]);
const isSecurity = (kind: string): boolean => kind === "index" || kind === "stock";
/** Indices are no contracts, nor is the reference of a currency or a commodity, which lists give as they give a share. */
const isHeld = (type: string, kind: string): boolean => (type === "EQ" ? kind === "stock" : type !== "INDEX");

interface QuotedContractsTerms {
  readonly listed: ListedMarket;
  readonly lookup: {
    byToken(token: number): ContractTerms | null;
    bySymbol(tradingsymbol: string): ContractTerms | null;
  };
  readonly known: MarketPackets;
  readonly states: MarketStates;
  /** Market time. */
  readonly now: number;
  readonly onExpiry?: ((expiry: number) => void) | undefined;
}

/** Looked up, and quoted, as they are asked for. */
export function createQuotedContracts({
  listed,
  lookup,
  known,
  states,
  now,
  onExpiry,
}: QuotedContractsTerms): Pick<BuilderMarket, "byToken" | "bySymbol"> {
  const { derivativeExchange, kind } = listed.underlying;
  const made = new Map<number, BuilderContract>();
  const symbols = new Map<string, BuilderContract>();
  const packetOf = new Map(known.packets.map((packet) => [packet.root.expiry, packet]));
  const sessions = new Map<Exchange, QuoteSession>();

  function sessionAt(exchange: Exchange): QuoteSession {
    const held = sessions.get(exchange);
    if (held !== undefined) return held;
    const session = sessionOf(states, exchange, now);
    sessions.set(exchange, session);
    return session;
  }

  function quoteOf(details: ContractTerms): LegQuote {
    const session = sessionAt(details.exchange as Exchange);
    const { instrument_token: token, instrument_type: type, expiry, strike } = details;
    if (type !== "CE" && type !== "PE") return linearQuote(known.quotes.get(token), details, session);
    const packet = expiry === null ? undefined : packetOf.get(compactDate(expiry as IsoDate));
    const row = packet === undefined ? -1 : rowOfStrike(packet, strike);
    if (packet === undefined || row < 0) return NOT_QUOTED;
    const { call, put } = packet.row(row);
    const side = type === "CE" ? call : put;
    return side.token === token ? optionQuote(side, packet.root, session) : NOT_QUOTED;
  }

  /** A future may expire with no chain of options: then by the calendar. */
  function instantOf(expiry: string | null): number {
    if (expiry === null) return Number.NaN;
    const packet = packetOf.get(compactDate(expiry as IsoDate));
    return packet?.root.expiryInstant ?? expiryInstant(derivativeExchange, expiry as IsoDate);
  }

  /** What its chain says that it settled at; null before, and where no chain says. */
  function settlementFor(expiry: string | null): BuilderContract["settlement"] {
    const root = expiry === null ? undefined : packetOf.get(compactDate(expiry as IsoDate))?.root;
    if (root === undefined || !isSettled(root) || !(root.forward > 0)) return null;
    const isSimulated = (root.flags & CHAIN_FLAG_SIMULATED) !== 0;
    const market = { price: root.forward, origin: heardOrigin(isSimulated, isSecurity(kind)) };
    return { price: null, underlyingClose: null, market };
  }

  function contract(details: ContractTerms | null): BuilderContract | undefined {
    if (details === null || !isHeld(details.instrument_type, kind)) return undefined;
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
      tickSize: details.tick_size,
      quote: quoteOf(details),
      settlement: settlementFor(details.expiry),
    };
    made.set(fresh.token, fresh);
    if (fresh.expiry !== null) onExpiry?.(compactDate(fresh.expiry as IsoDate));
    return fresh;
  }

  return {
    byToken: (token) => made.get(token) ?? contract(lookup.byToken(token)),
    bySymbol(symbol) {
      const found = symbols.get(symbol) ?? contract(lookup.bySymbol(symbol));
      if (found !== undefined && symbols.size < MOST_SPELLINGS) symbols.set(symbol, found);
      return found;
    },
  };
}
