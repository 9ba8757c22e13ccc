/** Columns of a trader's own: any ordered set of them, as the grid shows it (rule CHAIN-40). */
import {
  type BarFigure,
  type CentreColumnId,
  type ColumnId,
  isCentreColumn,
  type QuantityUnitName,
  type SideColumnId,
} from "../chain/column-ids.ts";
import { isPremiumColumn } from "../chain/settings.ts";
import {
  CENTRE as BUILT_IN_CENTRE,
  SIDE as BUILT_IN_SIDE,
  type ChainColumn,
  type ColumnSpec,
  columnOf,
  type OwnView,
  PHONE_COLUMNS,
  PHONE_PAGES,
  VIEW_NAMES,
  type ViewName,
} from "./chain-columns.ts";

/** What a grid shows, and how, as a trader chose it. */
export interface GridLook {
  /** Those of the calls from the outside in, which puts mirror, and those of the strike; none counts twice. */
  readonly columns: readonly ColumnId[];
  /** Figures of a lot instead of a unit (rule CHAIN-41). */
  readonly perLot: boolean;
  readonly unit: QuantityUnitName;
  readonly bars: BarFigure;
  /** Bid stands left of ask on both sides, and both are tinted (rule CHAIN-43). */
  readonly bidFirst: boolean;
}

const SIDE: Record<SideColumnId, ColumnSpec> = {
  ...BUILT_IN_SIDE,
  changePct: { format: "signedPct", width: 78 },
  change: { format: "signedPrice", width: 74 },
  timeValue: { format: "price", width: 74 },
  intrinsic: { format: "price", width: 74 },
  intrinsicSpot: { format: "price", width: 84 },
  breakeven: { format: "level", width: 86 },
  breakevenPct: { format: "signedPct", width: 78 },
  pop: { format: "pct1", width: 76 },
  popSeller: { format: "pct1", width: 76 },
};

const CENTRE: Record<CentreColumnId, ColumnSpec> = {
  ...BUILT_IN_CENTRE,
  ivChange: { format: "signedPct", width: 60 },
  pcr: { format: "ratio", width: 56 },
  straddleChange: { format: "signedPrice", width: 74 },
  straddleChangePct: { format: "signedPct", width: 66 },
  impliedMove: { format: "pct2", width: 74 },
  straddleLower: { format: "level", width: 92 },
  straddleUpper: { format: "level", width: 92 },
  totalOi: { format: "quantity", width: 100 },
  netDelta: { format: "delta", width: 78 },
  netGamma: { format: "gamma", width: 84 },
  netTheta: { format: "theta", width: 78 },
  netVega: { format: "vega", width: 78 },
};

/** Rupees and greeks: a lot has them so many times as a unit. Levels, percentages and quantities are what they are. */
const OF_LOT: ReadonlySet<ColumnId> = new Set<ColumnId>([
  ...(["ltp", "change", "bid", "ask", "timeValue", "intrinsic", "intrinsicSpot", "straddle"] as const),
  ...(["delta", "theta", "decay", "gamma", "vega"] as const),
  ...(["straddleChange", "netDelta", "netGamma", "netTheta", "netVega"] as const),
]);

/** The built-in views as the sets that they are. */
export const VIEW_COLUMNS: Readonly<Record<ViewName, readonly ColumnId[]>> = {
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

/** A last price without the change beside it, CSS pixels. */
const LONE_LTP_PX = 76;
/** A column that has bars, and what "/lot" over one takes. */
const BAR_PX = 104;
const OF_LOT_PX = 22;

/** Left of the strike, unless a view's order says otherwise by naming the strike. */
const BEFORE: readonly ColumnId[] = ["vega", "gamma"];

/** Columns by where they stand. */
interface ColumnSet {
  readonly side: readonly SideColumnId[];
  readonly before: readonly CentreColumnId[];
  readonly after: readonly CentreColumnId[];
  /** The change in percent stands in the cell of the last price. */
  readonly hasChange: boolean;
}

/** On the last day decay stands where theta did (rule CHAIN-10). */
const onDay = (id: SideColumnId, isLastDay: boolean): SideColumnId =>
  isLastDay && id === "theta" ? "decay" : id;

function setOf(columns: readonly ColumnId[], isLastDay: boolean): ColumnSet {
  const ids = [...new Set(columns)];
  const all = ids.filter((id): id is SideColumnId => !isCentreColumn(id));
  const ltp = all.indexOf("ltp");
  // A change in percent that follows the last price stands beside it; elsewhere it is a column like others.
  const hasChange = ltp >= 0 && all[ltp + 1] === "changePct";
  const side = all.filter((id) => id !== "changePct" || !hasChange).map((id) => onDay(id, isLastDay));
  const centre = ids.filter(isCentreColumn).filter((id) => id !== "strike");
  const strike = ids.indexOf("strike");
  const isBefore = (id: ColumnId): boolean => (strike < 0 ? BEFORE.includes(id) : ids.indexOf(id) < strike);
  return {
    side,
    before: centre.filter(isBefore),
    after: centre.filter((id) => !isBefore(id)),
    hasChange,
  };
}

/** What a phone shows left of the strike, and right of it. */
type Page = readonly [left: readonly ColumnId[], right: readonly ColumnId[]];

function pagesOf({ side: beside, before, after, hasChange }: ColumnSet): readonly Page[] {
  // A phone's cells have one number: the change beside the price has a place of its own, the last.
  const side = hasChange ? (["changePct", ...beside] as const) : beside;
  const pages: Page[] = [];
  // From the strike outwards: the price comes first, as it stands next to the strike on a wide screen.
  for (let end = side.length; end > 0; end -= 2) {
    const pair = side.slice(Math.max(0, end - 2), end);
    pages.push([pair, [...pair].reverse()]);
  }
  const centre = [...before, ...after];
  for (let at = 0; at < centre.length; at += 4) {
    const four = centre.slice(at, at + 4);
    const half = Math.ceil(four.length / 2);
    pages.push([four.slice(0, half), four.slice(half)]);
  }
  return pages.length === 0 ? [[[], []]] : pages;
}

/**
 * Where the columns are a built-in view's, all of them or those that a plan has, they stay on the pages that a phone has of that view;
 * null where they are others.
 */
function builtInPages(columns: readonly ColumnId[], isLastDay: boolean): readonly Page[] | null {
  const has = (id: ColumnId): boolean => columns.includes(id);
  const name = VIEW_NAMES.find(
    (view) => VIEW_COLUMNS[view].filter((id) => has(id) || !isPremiumColumn(id)).join() === columns.join(),
  );
  if (name === undefined) return null;
  if (name === "straddle")
    return pagesOf(setOf(VIEW_COLUMNS.straddle, isLastDay)).map(([left, right]) => [
      left.filter(has),
      right.filter(has),
    ]);
  return PHONE_PAGES[name].map((pair) => {
    const left = pair.map((id) => onDay(id, isLastDay));
    return [left, [...left].reverse()];
  });
}

/** Bid left of ask, wherever the two stand. */
function bidBeforeAsk(ids: readonly SideColumnId[]): readonly SideColumnId[] {
  const [bid, ask] = [ids.indexOf("bid"), ids.indexOf("ask")];
  if (bid < 0 || ask < 0 || bid < ask) return ids;
  return ids.map((id, i) => (i === bid ? "ask" : i === ask ? "bid" : id));
}

/** @param isLastDay a day or less to expiry: decay stands where theta did (rule CHAIN-10) */
export function ownView(look: Omit<GridLook, "unit">, isLastDay: boolean): OwnView {
  const { bars, perLot, bidFirst } = look;
  const set = setOf(look.columns, isLastDay);

  function made(id: ColumnId, side: "call" | "put", hasChange: boolean): ChainColumn {
    const isCentre = isCentreColumn(id);
    const spec = isCentre ? CENTRE[id] : SIDE[id];
    const column = columnOf(id, isCentre ? "centre" : side, spec);
    const ofLot = perLot && OF_LOT.has(id);
    const width =
      id === "ltp" && !hasChange ? LONE_LTP_PX : id === bars ? Math.max(BAR_PX, spec.width) : spec.width;
    return {
      ...column,
      companion: hasChange ? column.companion : null,
      width: width + (ofLot ? OF_LOT_PX : 0),
      bar: id === bars,
      ofLot,
      quote: bidFirst && (id === "bid" || id === "ask") ? id : null,
    };
  }

  const order = bidFirst ? bidBeforeAsk : (ids: readonly SideColumnId[]) => ids;
  const wide = [
    ...order(set.side).map((id) => made(id, "call", set.hasChange)),
    ...[...set.before, "strike" as const, ...set.after].map((id) => made(id, "call", false)),
    ...order([...set.side].reverse()).map((id) => made(id, "put", set.hasChange)),
  ];
  const [outer, inner, strike] = PHONE_COLUMNS;
  const pages = (builtInPages(look.columns, isLastDay) ?? pagesOf(set)).map(([left, right]) => [
    ...left.map((id, i) => ({ ...made(id, "call", false), width: i === left.length - 1 ? inner : outer })),
    { ...made("strike", "call", false), width: strike },
    ...right.map((id, i) => ({ ...made(id, "put", false), width: i === 0 ? inner : outer })),
  ]);
  return { wide, pages };
}
