/**
 * What a trader chooses of the option chain, and how it is read where it was kept: by another version of ours, on another device, or by a
 * hand that wrote nonsense. What is not known takes its default, and the reader is told (rule CHAIN-45).
 */

import type { AccessSubject } from "../access/features.ts";
import { isAllowed } from "../access/features.ts";
import {
  BAR_FIGURES,
  type BarFigure,
  CENTRE_COLUMN_IDS,
  type CentreColumnId,
  QUANTITY_UNITS,
  type QuantityUnitName,
  SIDE_COLUMN_IDS,
  type SideColumnId,
} from "./column-ids.ts";
import { SIZES, STRIKE_COUNTS, type StrikeCount, VIEW_ID } from "./view-choices.ts";

/** A column by the name it has in a view; decay comes in theta's place by itself. */
export type ViewColumnId = Exclude<SideColumnId, "decay"> | CentreColumnId;
export const VIEW_COLUMN_IDS: readonly ViewColumnId[] = [...SIDE_COLUMN_IDS, ...CENTRE_COLUMN_IDS];

/** `auto` follows the height of the screen (rule CHAIN-4). */
export const ROW_SIZES = ["auto", ...SIZES] as const;
export type RowSizeSetting = (typeof ROW_SIZES)[number];

export const BUILT_IN_IDS = ["ltp", "greeks", "all", "straddle"] as const;
export type BuiltInId = (typeof BUILT_IN_IDS)[number];
export const isBuiltIn = (id: string): id is BuiltInId => (BUILT_IN_IDS as readonly string[]).includes(id);

/** An ordered set of columns under a name. Those of the calls stand from the outside in, those of the strike around it. */
export interface KeptView {
  /** short, of letters, digits, - and _; a built-in view's where its columns were changed */
  readonly id: string;
  readonly name: string;
  readonly columns: readonly ViewColumnId[];
}

export interface ChainSettings {
  /** figures of a lot instead of a unit */
  readonly perLot: boolean;
  readonly size: RowSizeSetting;
  readonly showNstrikesAboveATM: StrikeCount;
  readonly showNStrikesBelowATM: StrikeCount;
  readonly showHundredsMultiple: boolean;
  readonly showTradesInQuantity: boolean;
  readonly showExistingPositions: boolean;
  /** how OI and volume are written */
  readonly quantityUnit: QuantityUnitName;
  readonly bars: BarFigure;
  readonly bidFirst: boolean;
  /** the view that is shown where the address names none */
  readonly view: string;
  /** named views, and built-in ones whose columns were changed */
  readonly views: readonly KeptView[];
}

/** The first of the trader's own views, to be made theirs: what a strike's buyer and seller weigh beside its price. */
export const FIRST_VIEW: KeptView = {
  id: "mine",
  name: "My view",
  columns: ["oi", "delta", "breakeven", "popSeller", "pop", "ltp", "changePct", "strike", "iv"],
};

export const DEFAULT_CHAIN_SETTINGS: ChainSettings = {
  perLot: false,
  size: "auto",
  showNstrikesAboveATM: 30,
  showNStrikesBelowATM: 30,
  showHundredsMultiple: false,
  showTradesInQuantity: false,
  showExistingPositions: true,
  quantityUnit: "auto",
  bars: "oi",
  bidFirst: false,
  view: "ltp",
  views: [FIRST_VIEW],
};

export const MOST_VIEWS = 50;
export const MOST_NAME_LENGTH = 40;

/** Columns of the built-in views. */
export const BUILT_IN_COLUMNS: Readonly<Record<BuiltInId, readonly ViewColumnId[]>> = {
  ltp: ["oiChange", "oi", "volume", "delta", "ltp", "changePct", "strike", "iv"],
  greeks: ["oi", "theta", "delta", "ltp", "changePct", "vega", "gamma", "strike", "iv"],
  all: [
    ...(["oiChangePct", "oiChange", "oi", "volume", "theta", "delta", "bid", "ask"] as const),
    ...(["ltp", "changePct", "vega", "gamma", "strike", "iv", "straddle"] as const),
  ],
  straddle: [
    ...(["strike", "straddle", "straddleChange", "straddleChangePct", "impliedMove"] as const),
    ...(["straddleLower", "straddleUpper", "pcr", "totalOi"] as const),
    ...(["netDelta", "netGamma", "netTheta", "netVega"] as const),
  ],
};

/** Columns that each toggle stands for; a view shows them or not. */
export const TOGGLES = {
  bidOffer: ["bid", "ask"],
  delta: ["delta"],
  gamma: ["gamma"],
  theta: ["theta"],
  vega: ["vega"],
  intrinsicValue: ["intrinsic"],
  intrinsicValueFromSpot: ["intrinsicSpot"],
  iv: ["iv"],
  ivChange: ["ivChange"],
  oi: ["oi"],
  oiChange: ["oiChange"],
  oiChangePercentage: ["oiChangePct"],
  pcr: ["pcr"],
  pop: ["pop", "popSeller"],
  showLtpChangePercentage: ["changePct"],
  timeValue: ["timeValue"],
  volume: ["volume"],
  absolutePriceChange: ["change"],
  breakeven: ["breakeven"],
  breakEvenPercentage: ["breakevenPct"],
  straddle: ["straddle"],
  straddleChange: ["straddleChange", "straddleChangePct"],
  impliedMove: ["impliedMove"],
  straddleBreakevens: ["straddleLower", "straddleUpper"],
  totalOi: ["totalOi"],
  netGreeks: ["netDelta", "netGamma", "netTheta", "netVega"],
} as const satisfies Readonly<Record<string, readonly ViewColumnId[]>>;
export type Toggle = keyof typeof TOGGLES;
export const TOGGLE_NAMES = Object.keys(TOGGLES) as readonly Toggle[];

/** Columns that come with the level `option_chain` of a plan. */
const PREMIUM: ReadonlySet<string> = new Set<ViewColumnId>([
  ...(["ivChange", "pcr", "intrinsic", "intrinsicSpot", "pop", "popSeller", "timeValue"] as const),
]);

export const isPremiumColumn = (id: string): boolean => PREMIUM.has(id);
export const isPremiumToggle = (toggle: Toggle): boolean => TOGGLES[toggle].some(isPremiumColumn);

/** @param subject null while it is not known who asks: nothing is taken away on a guess */
export const mayShowPremium = (subject: AccessSubject | null): boolean =>
  subject === null || isAllowed("option_chain", subject);

/** What is left of columns for a plan that is without the premium ones. */
export const allowedColumns = (
  columns: readonly ViewColumnId[],
  subject: AccessSubject | null,
): readonly ViewColumnId[] =>
  mayShowPremium(subject) ? columns : columns.filter((id) => !isPremiumColumn(id));

/** What a view begins with; null where it is one that a trader has made. */
const firstColumns = (id: string): readonly ViewColumnId[] | null =>
  id === FIRST_VIEW.id ? FIRST_VIEW.columns : isBuiltIn(id) ? BUILT_IN_COLUMNS[id] : null;

/** Premium columns that a change would bring into a view that is without them now, and did not begin with them. */
export function newPremium(before: readonly KeptView[], after: readonly KeptView[]): readonly ViewColumnId[] {
  return after.flatMap(({ id, columns }) => {
    const had: ReadonlySet<string> = new Set([...(columnsOf(before, id) ?? []), ...(firstColumns(id) ?? [])]);
    return columns.filter((column) => isPremiumColumn(column) && !had.has(column));
  });
}

/** Columns of a view, the trader's before the built-in ones; null where there is no such view. */
export function columnsOf(views: readonly KeptView[], id: string): readonly ViewColumnId[] | null {
  const kept = views.find((view) => view.id === id);
  return kept?.columns ?? (isBuiltIn(id) ? BUILT_IN_COLUMNS[id] : null);
}

/**
 * A view as it first was: one that everybody has its own, a named one that of the last prices.
 * @returns null where there is no such view
 */
export function resetView(settings: ChainSettings, id: string): ChainSettings | null {
  if (isBuiltIn(id)) return { ...settings, views: settings.views.filter((view) => view.id !== id) };
  if (!settings.views.some((view) => view.id === id)) return null;
  const views = settings.views.map((view) =>
    view.id === id ? { ...view, columns: firstColumns(id) ?? BUILT_IN_COLUMNS.ltp } : view,
  );
  return { ...settings, views };
}

type Raw = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readView(raw: unknown): { view: KeptView; isWhole: boolean } | null {
  if (!isRecord(raw) || typeof raw.id !== "string" || !VIEW_ID.test(raw.id)) return null;
  if (typeof raw.name !== "string" || raw.name.trim() === "" || raw.name.length > MOST_NAME_LENGTH)
    return null;
  if (!Array.isArray(raw.columns) || raw.columns.length > 4 * VIEW_COLUMN_IDS.length) return null;
  const named: readonly unknown[] = raw.columns;
  const columns = VIEW_COLUMN_IDS.filter((id) => named.includes(id)).sort(
    (a, b) => named.indexOf(a) - named.indexOf(b),
  );
  // None left of what another version knew: its view would be a blank grid.
  if (columns.length === 0) return null;
  return { view: { id: raw.id, name: raw.name, columns }, isWhole: columns.length === named.length };
}

/** @param raw anything @returns settings that can be shown, and whether all that was kept is in them */
export function readChainSettings(raw: unknown): {
  readonly settings: ChainSettings;
  readonly isWhole: boolean;
} {
  if (!isRecord(raw)) return { settings: DEFAULT_CHAIN_SETTINGS, isWhole: false };
  let isWhole = Object.keys(raw).every((name) => Object.hasOwn(DEFAULT_CHAIN_SETTINGS, name));
  const one = <K extends keyof ChainSettings>(
    name: K,
    allowed: readonly ChainSettings[K][],
  ): ChainSettings[K] => {
    const found = allowed.find((value) => value === raw[name]);
    if (found === undefined && raw[name] !== undefined) isWhole = false;
    return found ?? DEFAULT_CHAIN_SETTINGS[name];
  };
  const yesNo = [true, false] as const;

  const kept: readonly unknown[] = Array.isArray(raw.views) ? raw.views : DEFAULT_CHAIN_SETTINGS.views;
  if (raw.views !== undefined && !Array.isArray(raw.views)) isWhole = false;
  const views = new Map<string, KeptView>();
  for (const item of kept.slice(0, MOST_VIEWS)) {
    const read = readView(item);
    if (read === null || !read.isWhole || views.has(read.view.id)) isWhole = false;
    if (read !== null && !views.has(read.view.id)) views.set(read.view.id, read.view);
  }
  if (kept.length > MOST_VIEWS) isWhole = false;

  const settings: ChainSettings = {
    perLot: one("perLot", yesNo),
    size: one("size", ROW_SIZES),
    showNstrikesAboveATM: one("showNstrikesAboveATM", STRIKE_COUNTS),
    showNStrikesBelowATM: one("showNStrikesBelowATM", STRIKE_COUNTS),
    showHundredsMultiple: one("showHundredsMultiple", yesNo),
    showTradesInQuantity: one("showTradesInQuantity", yesNo),
    showExistingPositions: one("showExistingPositions", yesNo),
    quantityUnit: one("quantityUnit", QUANTITY_UNITS),
    bars: one("bars", BAR_FIGURES),
    bidFirst: one("bidFirst", yesNo),
    view: one("view", [...BUILT_IN_IDS, ...views.keys()]),
    views: [...views.values()],
  };
  return { settings, isWhole };
}
