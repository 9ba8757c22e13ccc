import type { MarginRequest } from "#protocol/http/margin.ts";

/** One trade of either form of the request. */
export interface AskedTrade {
  readonly tradingsymbol: string;
  /** Signed units. */
  readonly quantity: number;
  /** Rupees; null at the market. */
  readonly price: number | null;
  readonly product: "NRML" | "MIS" | "CNC";
  readonly kind: "trade" | "position";
}

/** Trades of a request as one list. `trade_inputs` are new trades: their form has no place for another kind. */
export function askedTrades(request: MarginRequest): AskedTrade[] {
  if ("trades" in request) {
    return request.trades.map(({ tradingsymbol, action, quantity, price, product, trade_type: type }) => ({
      tradingsymbol,
      quantity: action === "BUY" ? quantity : -quantity,
      price: price ?? null,
      product: product ?? "NRML",
      kind: type === "new_trade" ? "trade" : "position",
    }));
  }
  return request.trade_inputs.map(({ tradingsymbol, action, quantity, price }) => ({
    tradingsymbol,
    quantity: action === "BUY" ? quantity : -quantity,
    price: price ?? null,
    product: "NRML",
    kind: "trade",
  }));
}

/** Symbols that a request names, each once: its answer needs their markets. */
export function marginSymbols(request: MarginRequest): string[] {
  return [...new Set(askedTrades(request).map(({ tradingsymbol }) => tradingsymbol))];
}

/** Whether the account's positions at the broker are to hedge the trades. */
export function considersPositions(request: MarginRequest): boolean {
  return "trades" in request && request.consider_positions_for_margin;
}

/** The same request without the trades in some symbols. */
export function withoutSymbols(request: MarginRequest, symbols: readonly string[]): MarginRequest {
  const isKept = ({ tradingsymbol }: { readonly tradingsymbol: string }) => !symbols.includes(tradingsymbol);
  if ("trades" in request) return { ...request, trades: request.trades.filter(isKept) };
  return { ...request, trade_inputs: request.trade_inputs.filter(isKept) };
}
