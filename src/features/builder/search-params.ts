/** What the address asks to be opened; the id as it stands there, which may be none. */
export interface Wanted {
  readonly kind: "strategy" | "link";
  readonly id: string;
}

export interface BuilderSearch {
  /** Symbol of the underlying, such as NIFTY. */
  readonly symbol: string;
  /** null: nothing that is kept. */
  readonly wanted: Wanted | null;
}

export const DEFAULT_SYMBOL = "NIFTY";
/** More than any id: what is longer is cut, and is none. */
const MOST_ID = 64;

/** A link is named before a saved strategy: it came from somewhere. */
function wantedOf(params: URLSearchParams): Wanted | null {
  const link = params.get("builder_redirect_id");
  if (link !== null) return { kind: "link", id: link.slice(0, MOST_ID) };
  const strategy = params.get("builder_strategy_id");
  return strategy === null ? null : { kind: "strategy", id: strategy.slice(0, MOST_ID) };
}

/** A symbol that is none is left out rather than believed: the default stands in its place. */
export function parseBuilderSearch(params: URLSearchParams): BuilderSearch {
  const symbol = params.get("instrument_symbol") ?? "";
  return {
    symbol: /^[A-Z0-9&-]{1,32}$/i.test(symbol) ? symbol.toUpperCase() : DEFAULT_SYMBOL,
    wanted: wantedOf(params),
  };
}

/** Inside a broker's app: what is kept is an account's alone, and a widget's token does not open it. */
export const parseWidgetSearch = (params: URLSearchParams): BuilderSearch => ({
  ...parseBuilderSearch(params),
  wanted: null,
});
