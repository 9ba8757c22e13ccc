import type { BrokerMarginFigure } from "#analysis/margin-answer.ts";
import { type AskedTrade, askedTrades, considersPositions } from "#analysis/margin-request.ts";
import { AppError } from "#domain/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { MarginRequest } from "#protocol/http/margin.ts";
import { type BrokerMargins, type MarginOrder, netOrders } from "../../brokers/margins/margin-orders.ts";
import type { BrokerAccounts } from "../../identity/broker-accounts.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Log } from "../../platform/lib/log.ts";

interface BrokerMarginOptions {
  readonly brokerAccounts: BrokerAccounts;
  readonly clock: () => number;
  /** Instruments by symbol, as the market of now lists them. */
  readonly instruments: () => Promise<{ bySymbol(symbol: string): InstrumentDetails | null }>;
  readonly log: Log;
}

/**
 * The margin of trades as the caller's own broker says it; null where it says none, for whatever reason: the
 * caller is a visitor, the broker knows no such question, is down, or refuses. Never rejects: the estimate
 * is there to answer with.
 */
export type BrokerMargin = (identity: Identity, request: MarginRequest) => Promise<BrokerMarginFigure | null>;

/** The same question again within this time is not put to the broker again: the page asks at every change of a leg. */
const KEEP_MS = 3_000;
const MOST_KEPT = 1_000;

interface Kept {
  readonly figure: Promise<BrokerMarginFigure | null>;
  readonly until: number;
}

/** Premiums of the new trades alone, rupees; null while one has no price. */
function newPremium(orders: readonly (MarginOrder & Pick<AskedTrade, "kind">)[]): number | null {
  let sum = 0;
  for (const { instrument, quantity, price, kind } of orders) {
    const isOption = instrument.instrument_type === "CE" || instrument.instrument_type === "PE";
    if (kind === "position" || !isOption) continue;
    if (price === null) return null;
    sum += quantity * instrument.multiplier * price;
  }
  return sum;
}

/**
 * A total without its premium told apart stands for both figures, as long as no old position's premium is in it, and each contract
 * is traded once: the broker was asked for the net of several, at one price.
 */
function figureOf(
  { total, premium, span, exposure, additional }: BrokerMargins,
  orders: readonly (MarginOrder & Pick<AskedTrade, "kind">)[],
): BrokerMarginFigure | null {
  const parts = { span, exposure, additional };
  const marginRequired = Math.max(0, total - (premium ?? 0));
  if (orders.every(({ kind }) => kind === "trade") && netOrders(orders).length === orders.length) {
    return { marginRequired, capitalRequired: Math.max(0, total), ...parts };
  }
  const paid = newPremium(orders);
  if (premium === null || paid === null) return null;
  return { marginRequired, capitalRequired: Math.max(0, marginRequired + paid), ...parts };
}

export function createBrokerMargin({
  brokerAccounts,
  clock,
  instruments,
  log,
}: BrokerMarginOptions): BrokerMargin {
  const kept = new Map<string, Kept>();

  async function ordersOf(
    request: MarginRequest,
  ): Promise<(MarginOrder & Pick<AskedTrade, "kind">)[] | null> {
    const directory = await instruments();
    const orders = [];
    for (const { tradingsymbol, quantity, price, product, kind } of askedTrades(request)) {
      const instrument = directory.bySymbol(tradingsymbol);
      if (instrument === null || instrument.instrument_type === "INDEX") return null;
      if (quantity !== 0) orders.push({ instrument, quantity, price, product, kind });
    }
    return orders.length === 0 ? null : orders;
  }

  async function put(
    accountId: string,
    identity: Identity,
    request: MarginRequest,
  ): Promise<BrokerMarginFigure | null> {
    const [way, orders] = await Promise.all([brokerAccounts.way(accountId, identity), ordersOf(request)]);
    const ask = way?.adapter.margins;
    if (way === null || ask == null || orders === null) return null;
    const { tokens } = way;
    const margins = await brokerAccounts.run(accountId, tokens, () =>
      ask(tokens, orders, considersPositions(request)),
    );
    return margins === null ? null : figureOf(margins, orders);
  }

  async function figure(
    accountId: string,
    identity: Identity,
    request: MarginRequest,
  ): Promise<BrokerMarginFigure | null> {
    try {
      return await put(accountId, identity, request);
    } catch (error) {
      // A fault of our own is no reason to leave the trader without the estimate, but one to be seen.
      const level = error instanceof AppError ? "debug" : "error";
      log[level]({ err: error, broker: identity.broker }, "margin: no figure from the broker");
      return null;
    }
  }

  return (identity, request) => {
    const { accountId } = identity;
    if (accountId === null) return Promise.resolve(null);
    const at = clock();
    const key = `${accountId} ${considersPositions(request)} ${JSON.stringify(askedTrades(request))}`;
    const known = kept.get(key);
    if (known !== undefined && known.until > at) return known.figure;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    const asked = figure(accountId, identity, request);
    kept.delete(key);
    kept.set(key, { figure: asked, until: at + KEEP_MS });
    return asked;
  };
}
