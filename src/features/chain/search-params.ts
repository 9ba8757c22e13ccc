import { type RowSize, SIZES, STRIKE_COUNTS, type StrikeCount, VIEW_ID } from "#domain/chain/view-choices.ts";

export const ROW_HEIGHT: Record<RowSize, number> = { small: 24, medium: 28, large: 34 };

/** The address before the settings: what is absent is as the trader chose it, or NIFTY, nearest expiry, LTP view, 30 strikes each way. */
export interface ChainSearch {
  readonly tradingsymbol?: string | undefined;
  readonly expiry?: string | undefined;
  /** id of a view, a built-in one or the trader's */
  readonly view?: string | undefined;
  readonly above?: StrikeCount;
  readonly below?: StrikeCount;
  readonly hundreds?: boolean;
  readonly size?: RowSize;
  /** Trades built on the chain, as whom they concern writes them. */
  readonly legs?: string | undefined;
  /** Chains beside the first one, as `many/beside-address.ts` writes them. */
  readonly beside?: string | undefined;
  /** Which of several chains is worked with, whose trades they are: 1 the first beside; absent the first. */
  readonly at?: number | undefined;
  /** In a window of its own, without the site's bar. */
  readonly pop?: true;
}

const pick = <T>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((item) => item === value);

/** Other names that an address may give the views; the short ones are what we write (rule CHAIN-1). */
const VIEW_ALIASES: ReadonlyMap<unknown, string> = new Map([
  ["LTP", "ltp"],
  ["GREEKS", "greeks"],
  ["ALL_COLUMN", "all"],
  ["STRADDLE", "straddle"],
]);

/** Anything unknown in the address is left out rather than believed. */
export function parseChainSearch(raw: Record<string, unknown>): ChainSearch {
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && /^[A-Z0-9&-]{1,32}$/i.test(value) ? value : undefined;
  const symbol = text(raw.tradingsymbol)?.toUpperCase();
  const expiry =
    typeof raw.expiry === "string" && /^\d{4}-\d{2}-\d{2}$/.test(raw.expiry) ? raw.expiry : undefined;
  const named = typeof raw.view === "string" && VIEW_ID.test(raw.view) ? raw.view : undefined;
  const view = VIEW_ALIASES.get(raw.view) ?? named;
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
    ...(typeof raw.hundreds === "boolean" && { hundreds: raw.hundreds }),
    ...(size && { size }),
    ...(typeof raw.legs === "string" && /^[\w.*-]{1,4000}$/.test(raw.legs) && { legs: raw.legs }),
    ...(typeof raw.beside === "string" && /^[\w&*-]{1,400}$/.test(raw.beside) && { beside: raw.beside }),
    ...(typeof raw.at === "number" && { at: raw.at }),
    ...(raw.pop === true && { pop: true }),
  };
}

export const DEFAULT_SYMBOL = "NIFTY";

/** What a chain shows where neither address nor settings say anything. */
export const DEFAULTS = { view: "ltp", above: 30, below: 30, hundreds: false } as const;

type Defaults = Readonly<Required<Pick<ChainSearch, keyof typeof DEFAULTS>>>;

/** An address as short as it can be: what is as it would be without it is not said. */
export function withoutDefaults(search: ChainSearch, usual: Defaults = DEFAULTS): ChainSearch {
  const { view, above, below, hundreds, ...rest } = search;
  return {
    ...rest,
    ...(view && view !== usual.view && { view }),
    ...(above && above !== usual.above && { above }),
    ...(below && below !== usual.below && { below }),
    ...(hundreds !== undefined && hundreds !== usual.hundreds && { hundreds }),
  };
}
