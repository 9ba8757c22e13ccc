import { bareSymbol } from "#domain/instruments/symbol.ts";
import type { MarginProduct } from "#domain/margin/net-positions.ts";
import type { MarginRequest } from "#protocol/http/margin.ts";

/** One trade of either form of the request. */
export interface AskedTrade {
  readonly tradingsymbol: string;
  /** Signed units. */
  readonly quantity: number;
  /** Rupees; null at the market. */
  readonly price: number | null;
  readonly product: MarginProduct;
  readonly kind: "trade" | "position";
}

/** The exchange that a symbol names before it: NFO of "nfo:NIFTY26NOVFUT"; null where it names none. */
const exchangeNamed = (text: string): string | null =>
  /^\s*([a-z]+):/i.exec(text)?.[1]?.toUpperCase() ?? null;

/** Whether two symbols are one contract's, however each is written. Two exchanges may list a name, which then are two. */
function isSameContract(a: string, b: string): boolean {
  if (a === b) return true;
  if (bareSymbol(a) !== bareSymbol(b)) return false;
  const [of, other] = [exchangeNamed(a), exchangeNamed(b)];
  return of === null || other === null || of === other;
}

type Told = Omit<AskedTrade, "product"> & { readonly product: MarginProduct | null };

function toldTrades(request: MarginRequest): Told[] {
  if ("trades" in request) {
    return request.trades.map(({ tradingsymbol, action, quantity, price, product, trade_type: type }) => ({
      tradingsymbol,
      quantity: action === "BUY" ? quantity : -quantity,
      price: price ?? null,
      product: product ?? null,
      kind: type === "new_trade" ? "trade" : "position",
    }));
  }
  return request.trade_inputs.map(({ tradingsymbol, action, quantity, price, product }) => ({
    tradingsymbol,
    quantity: action === "BUY" ? quantity : -quantity,
    price: price ?? null,
    product: product ?? null,
    kind: "trade",
  }));
}

/**
 * Trades of a request as one list. `trade_inputs` are new trades: their form has no place for another kind. A trade that names no
 * product is of the position that it leaves, else carried overnight.
 */
export function askedTrades(request: MarginRequest): AskedTrade[] {
  const told = toldTrades(request);
  const positions = told.filter(({ kind }) => kind === "position");
  const leftBy = ({ tradingsymbol, quantity }: Told): MarginProduct | null =>
    positions.find(
      (each) => isSameContract(each.tradingsymbol, tradingsymbol) && each.quantity * quantity < 0,
    )?.product ?? null;
  return told.map((trade) => ({ ...trade, product: trade.product ?? leftBy(trade) ?? "NRML" }));
}

/** Symbols that a request names, each once: its answer needs their markets. */
export function marginSymbols(request: MarginRequest): string[] {
  return [...new Set(askedTrades(request).map(({ tradingsymbol }) => tradingsymbol))];
}

/** Whether the account's positions at the broker are to hedge the trades. */
export function considersPositions(request: MarginRequest): boolean {
  return "trades" in request && request.consider_positions_for_margin;
}

/** What a broker need not be asked about: all trades in a symbol, or those of one product alone. */
export interface LeftOut {
  readonly tradingsymbol: string;
  readonly product?: MarginProduct;
}

/** The same request without some of its trades. */
export function withoutTrades(request: MarginRequest, leftOut: readonly LeftOut[]): MarginRequest {
  const asked = askedTrades(request);
  const isKept = (_: unknown, i: number): boolean => {
    const { tradingsymbol, product } = asked[i]!;
    return !leftOut.some(
      (each) => isSameContract(each.tradingsymbol, tradingsymbol) && (each.product ?? product) === product,
    );
  };
  if ("trades" in request) return { ...request, trades: request.trades.filter(isKept) };
  return { ...request, trade_inputs: request.trade_inputs.filter(isKept) };
}
