/**
 * A chain as NSE's site gives it: its published IVs, reproduced under the site's own convention with our solver, and its
 * totals. The convention: Black-Scholes on spot at 10 %, whole calendar days over 365. That is Black-76 on F = S e^{rT}
 * with the price grown by e^{rT}.
 */

import { daysBetween } from "#domain/calendar/ist.ts";
import { pcr } from "#domain/chain/measures.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Problems } from "../../market-files/problems.ts";
import type { PublishedChain, PublishedOption } from "../../market-files/published-chain.ts";
import type { CheckedFigure, Measure } from "../figures.ts";
import type { Kernels } from "../vector-check.ts";
import { type ExchangeTable, figure } from "./exchange-table.ts";
import { IN_PARTS, openInterestFigures } from "./open-interest.ts";
import type { WholeRow } from "./whole-numbers.ts";

const NSE_RATE = 0.1;
const DAYS_A_YEAR = 365;
/** Further from the money the published figure is often a placeholder, and a tick is worth points. */
const WIDTH = 0.02;
const LEAST_PUBLISHED = 1;
const IN_POINTS: Measure = { unit: "points", allowed: 0.5 };

const nameOf = (symbol: string, { expiry, strike, type }: PublishedOption): string =>
  `${symbol} ${expiry} ${strike} ${type}`;

const isNear = ({ iv, price, strike }: PublishedOption, spot: number): boolean =>
  iv >= LEAST_PUBLISHED && price > 0 && Math.abs(strike / spot - 1) <= WIDTH;

/** The spot at which an option with its published IV costs what it cost; it rises or falls with the spot alone. */
function spotOf({ type, strike, price, iv }: PublishedOption, years: number): number {
  const growth = Math.exp(NSE_RATE * years);
  const priceAt = (spot: number): number =>
    blackPrice(type, spot * growth, strike, years, iv / 100, 0) / growth;
  let [low, high] = [strike / 2, strike * 2];
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high);
    if (priceAt(middle) < price === (type === "CE")) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

const LEAST_AGREEING = 4;

/** What a file without a spot was computed with: the median of what its most traded options say. NaN if too few do. */
function agreedSpot(options: readonly PublishedOption[], date: IsoDate): number {
  const spots = options
    .filter(({ iv, price, expiry }) => iv >= LEAST_PUBLISHED && price > 1 && expiry > date)
    .sort((a, b) => b.volume - a.volume)
    .slice(0, 40)
    .map((option) => spotOf(option, daysBetween(date, option.expiry) / DAYS_A_YEAR))
    .sort((a, b) => a - b);
  return spots.length < LEAST_AGREEING ? Number.NaN : spots[spots.length >> 1]!;
}

function publishedIvs(
  chain: PublishedChain,
  date: IsoDate,
  spot: number,
  { pricing }: Kernels,
): ExchangeTable {
  const figures: CheckedFigure[] = [];
  const out = new Float64Array(1);
  for (const option of chain.options) {
    const years = daysBetween(date, option.expiry) / DAYS_A_YEAR;
    if (!(years > 0) || !isNear(option, spot)) continue;
    const growth = Math.exp(NSE_RATE * years);
    const isCall = Uint8Array.of(option.type === "CE" ? 1 : 0);
    pricing.impliedVolatility(
      1,
      Float64Array.of(option.price * growth),
      spot * growth,
      Float64Array.of(option.strike),
      years,
      isCall,
      out,
    );
    const got = 100 * out[0]!;
    figures.push(figure(nameOf(chain.symbol, option), "iv", got, option.iv, got - option.iv, IN_POINTS));
  }
  return { id: "published-iv", measure: IN_POINTS, usesKernel: true, figures };
}

function wholeRows(options: readonly PublishedOption[]): WholeRow[] {
  const rows = new Map<number, { strike: number; callOi: number; putOi: number }>();
  for (const { strike, type, oi } of options) {
    const row = rows.get(strike) ?? { strike, callOi: 0, putOi: 0 };
    rows.set(strike, row);
    if (type === "CE") row.callOi = oi;
    else row.putOi = oi;
  }
  return [...rows.values()].sort((a, b) => a.strike - b.strike);
}

function openInterest(chain: PublishedChain, spot: number): ExchangeTable {
  const figures: CheckedFigure[] = [];
  for (const expiry of [...new Set(chain.options.map((option) => option.expiry))].sort()) {
    const rows = wholeRows(chain.options.filter((option) => option.expiry === expiry));
    figures.push(...openInterestFigures(`${chain.symbol} ${expiry}`, rows, spot));
  }
  return { id: "open-interest", measure: IN_PARTS, usesKernel: false, figures };
}

function totals({ symbol, options, totals: published }: PublishedChain): ExchangeTable | null {
  if (published === null) return null;
  const first = options.map(({ expiry }) => expiry).sort()[0]!;
  const sum = (type: "CE" | "PE"): number =>
    options.reduce((total, each) => total + (each.type === type && each.expiry === first ? each.oi : 0), 0);
  const of = `${symbol} ${first}`;
  // The exchange rounds its totals to whole contracts.
  const measure: Measure = { unit: "relative", allowed: 1e-6 };
  const { callOi, putOi } = published;
  const rows = [
    ["call OI", sum("CE"), callOi],
    ["put OI", sum("PE"), putOi],
    ["pcr", pcr(sum("PE"), sum("CE")), putOi / callOi],
  ] as const;
  const figures = rows.map(([name, got, wanted]) => figure(of, name, got, wanted, got / wanted - 1, measure));
  return { id: "totals", measure, usesKernel: false, figures };
}

export interface ChainReport {
  readonly date: IsoDate;
  readonly spot: number;
  /** whether the spot was found from the file's own IVs */
  readonly isSpotFound: boolean;
  readonly tables: readonly ExchangeTable[];
}

/**
 * @param day of the file where it does not say it itself
 * @returns null after adding the fault
 */
export function checkPublishedChain(
  chain: PublishedChain,
  day: IsoDate | null,
  kernels: Kernels,
  problems: Problems,
): ChainReport | null {
  const date = chain.date ?? day;
  if (date === null) {
    problems.add(chain.file, null, "it does not say of which day it is", "enter its day beside the file");
    return null;
  }
  const isSpotFound = Number.isNaN(chain.spot);
  const spot = isSpotFound ? agreedSpot(chain.options, date) : chain.spot;
  const ivs = Number.isNaN(spot) ? null : publishedIvs(chain, date, spot, kernels);
  if (ivs === null || ivs.figures.length === 0) {
    const what = `on ${date} it has no traded option with an IV near the money and days to go`;
    problems.add(chain.file, null, what, "check the day beside the file, or save the chain in market hours");
    return null;
  }
  const added = totals(chain);
  return {
    date,
    spot,
    isSpotFound,
    tables: [ivs, openInterest(chain, spot), ...(added === null ? [] : [added])],
  };
}
