import type { UnderlyingSpec } from "#domain/instruments/types.ts";
import type { Group } from "./day-plan.ts";
import type { FactorSpec } from "./paths.ts";

/** What moves one underlying: price and volatility are sums of factor levels. */
export interface Loading {
  readonly factor: number;
  /** Annual, fraction. */
  readonly load: number;
}

interface UnderlyingFactors {
  /** Of the log price. */
  readonly price: readonly Loading[];
  /** Of the log of the volatility. */
  readonly volatility: readonly Loading[];
  /** Change of log volatility per change of log price: markets that fall grow nervous. */
  readonly leverage: number;
  /** Of the skew, around 1. */
  readonly skew: readonly Loading[];
  /** Of futures over their carry, fraction. */
  readonly basis: readonly Loading[];
}

export interface FactorModel {
  readonly factors: readonly FactorSpec[];
  readonly underlyings: readonly UnderlyingFactors[];
}

/** Options are priced above what the market then does: the volatility risk premium. */
export const REALISED_SHARE = 0.92;
const NIFTY_VOLATILITY = 0.1015;
/** However high its beta, a share keeps this much variance of its own. */
const MOST_MARKET_SHARE = 0.72;
const SECTOR_SHARE = 0.3;
/** An index is its sector but for weights. */
const INDEX_SECTOR_SHARE = 0.85;

const INDEX_SECTOR: Readonly<Record<string, string>> = {
  BANKNIFTY: "Financial Services",
  BANKEX: "Financial Services",
  FINNIFTY: "Financial Services",
  MIDCPNIFTY: "Midcaps",
  NIFTYNXT50: "Midcaps",
};
const COMMODITY_SECTOR: Readonly<Record<string, readonly [string, number]>> = {
  GOLD: ["Bullion", 0.8],
  SILVER: ["Bullion", 0.6],
  CRUDEOIL: ["Energy", 0.7],
  NATURALGAS: ["Energy", 0.1],
};
const LEVERAGE: Readonly<Record<UnderlyingSpec["kind"], number>> = {
  index: -4.5,
  stock: -1.8,
  currency: 2,
  commodity: -0.6,
};

export function groupOf(spec: UnderlyingSpec): Group {
  if (spec.kind === "commodity") return "commodity";
  return spec.kind === "currency" ? "currency" : "equity";
}

/**
 * Splits every underlying's variance into market, sector and its own. Commodities and currency keep other hours, so
 * their factors are apart from equity's.
 */
export function createFactorModel(specs: readonly UnderlyingSpec[]): FactorModel {
  const factors: FactorSpec[] = [];
  const indices = new Map<string, number>();
  const factor = (group: Group, name: string, fine: boolean, persistence: number, jumps: number): number => {
    const key = `${group}:${name}`;
    const known = indices.get(key);
    if (known !== undefined) return known;
    const index = factors.length;
    factors.push({ name: key, group, fine, persistence, jumps });
    indices.set(key, index);
    return index;
  };

  const underlyings = specs.map((spec): UnderlyingFactors => {
    const group = groupOf(spec);
    const variance = spec.annualVolatility ** 2;
    const market = group === "equity" ? spec.beta * NIFTY_VOLATILITY : 0;
    const isWholeMarket = spec.symbol === "NIFTY" || spec.symbol === "SENSEX";
    const most = isWholeMarket ? 0.995 : spec.kind === "index" ? 0.97 : MOST_MARKET_SHARE;
    const marketLoad = Math.min(market, Math.sqrt(most * variance)) * (spec.symbol === "NIFTY" ? 0 : 1);
    const rest = spec.symbol === "NIFTY" ? 0 : variance - marketLoad ** 2;
    const price: Loading[] = [];
    const add = (list: Loading[], index: number, load: number): void => {
      if (load !== 0) list.push({ factor: index, load: load * REALISED_SHARE });
    };
    if (group === "equity") {
      const load = spec.symbol === "NIFTY" ? spec.annualVolatility : marketLoad;
      add(price, factor("equity", "market", true, 0.97, 0.4), load);
    }
    const [sector, share]: readonly [string | undefined, number] =
      spec.kind === "commodity"
        ? (COMMODITY_SECTOR[spec.symbol] ?? [undefined, 0])
        : spec.kind === "index"
          ? [INDEX_SECTOR[spec.symbol], INDEX_SECTOR_SHARE]
          : [spec.sectors[0], SECTOR_SHARE];
    const sectorVariance = sector === undefined ? 0 : rest * share;
    if (sector !== undefined)
      add(price, factor(group, `sector:${sector}`, true, 0.97, 0.1), Math.sqrt(sectorVariance));
    const own = rest - sectorVariance;
    if (own > 0) add(price, factor(group, `own:${spec.symbol}`, true, 0.97, 0.25), Math.sqrt(own));

    const volatility = [
      { factor: factor(group, "volatility", false, 0.95, 0.1), load: spec.kind === "index" ? 0.75 : 0.5 },
      {
        factor: factor(group, `volatility:${spec.symbol}`, false, 0.93, 0.1),
        load: spec.kind === "index" ? 0.12 : 0.45,
      },
    ];
    const skew = [
      { factor: factor(group, "skew", false, 0.9, 0), load: 0.7 },
      { factor: factor(group, `skew:${spec.symbol}`, false, 0.9, 0), load: 0.5 },
    ];
    // Mean reverting within days: an hour of it is a basis point or two.
    const basis = [{ factor: factor(group, `basis:${spec.symbol}`, false, 0.5, 0), load: 0.006 }];
    return { price, volatility, leverage: LEVERAGE[spec.kind], skew, basis };
  });
  return { factors, underlyings };
}
