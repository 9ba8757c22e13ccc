import { CHAIN_VIEWS, type ChainViewName } from "#domain/format/chain-columns.ts";

export const STRIKE_COUNTS = [10, 20, 30, 40] as const;
export type StrikeCount = (typeof STRIKE_COUNTS)[number];
export const SIZES = ["small", "medium", "large"] as const;
export type RowSize = (typeof SIZES)[number];
export const ROW_HEIGHT: Record<RowSize, number> = { small: 24, medium: 28, large: 34 };

/** The address is the state: what is absent takes its default (NIFTY, nearest expiry, LTP view, 30 strikes each way). */
export interface ChainSearch {
  readonly tradingsymbol?: string;
  readonly expiry?: string;
  readonly view?: ChainViewName;
  readonly above?: StrikeCount;
  readonly below?: StrikeCount;
  readonly hundreds?: boolean;
  readonly size?: RowSize;
}

const pick = <T>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((item) => item === value);

/** Other names that an address may give the views; the short ones are what we write (rule CHAIN-1). */
const VIEW_ALIASES: ReadonlyMap<unknown, ChainViewName> = new Map([
  ["LTP", "ltp"],
  ["GREEKS", "greeks"],
  ["ALL_COLUMN", "all"],
]);

/** Anything unknown in the address is left out rather than believed. */
export function parseChainSearch(raw: Record<string, unknown>): ChainSearch {
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && /^[A-Z0-9&-]{1,32}$/i.test(value) ? value : undefined;
  const symbol = text(raw.tradingsymbol)?.toUpperCase();
  const expiry =
    typeof raw.expiry === "string" && /^\d{4}-\d{2}-\d{2}$/.test(raw.expiry) ? raw.expiry : undefined;
  const view = pick(raw.view, CHAIN_VIEWS) ?? VIEW_ALIASES.get(raw.view);
  const count = (value: unknown): StrikeCount | undefined =>
    STRIKE_COUNTS.find((n) => value === n || value === String(n));
  const above = count(raw.above);
  const below = count(raw.below);
  const size = pick(raw.size, SIZES);
  return {
    ...(symbol && { tradingsymbol: symbol }),
    ...(expiry && { expiry }),
    ...(view && { view }),
    ...(above && { above }),
    ...(below && { below }),
    ...(raw.hundreds === true && { hundreds: true }),
    ...(size && { size }),
  };
}

export const DEFAULT_SYMBOL = "NIFTY";

/** An address as short as it can be: what is at its default is not said. */
export function withoutDefaults(search: ChainSearch): ChainSearch {
  const { view, above, below, hundreds, ...rest } = search;
  return {
    ...rest,
    ...(view && view !== "ltp" && { view }),
    ...(above && above !== 30 && { above }),
    ...(below && below !== 30 && { below }),
    ...(hundreds && { hundreds }),
  };
}
