/** The prices of a leg as they are shown and typed: with inverted prices those of sold legs stand below zero (rule STRAT-23). */

import { formatFixed } from "#domain/format/number.ts";
import type { AnalyzerLeg, AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import { effectiveIv } from "#domain/strategy/effective-iv.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { type Reading, readPrice } from "../fields/read-figure.ts";
import { TEXTS } from "./texts.ts";

/** What the market says of a leg, as it is written. */
export interface LegMarket {
  readonly lastPrice: string;
  /** What stands for an entry price that was not typed. */
  readonly usablePrice: string;
  readonly iv: number;
  readonly isLiquid: boolean;
  /** Why that is not what the entry's mode says; "" it is. */
  readonly priceNote: string;
}

export const isShownNegative = (
  { quantity }: Pick<AnalyzerLeg, "quantity">,
  { invertPrice }: Pick<AnalyzerSettings, "invertPrice">,
): boolean => invertPrice && quantity < 0;

export const priceText = (price: number, isNegative: boolean, decimals: number): string =>
  formatFixed(isNegative ? -price : price, decimals);

/** A price is typed as it is shown: with a minus or without one. */
export function readShownPrice(text: string, isNegative: boolean): Reading<number | null> {
  return readPrice(isNegative ? text.trim().replace(/^[-−]/, "") : text);
}

interface Shown {
  readonly ivOffset: number;
  readonly decimals: number;
  readonly settings: Pick<AnalyzerSettings, "invertPrice">;
}

type LegPrice = BuilderPayload["leg_prices"][number];

/** A side of the book that is not quoted, and what is taken in its place (rules STRAT-26 and STRAT-27). */
function noteOf(price: LegPrice | undefined): string {
  if (price === undefined || price.entry_source === "OWN" || price.entry_source === null) return "";
  const { unquoted, entry_source: source } = price;
  const { notes } = TEXTS;
  if (unquoted !== null) return notes.instead(notes.unquoted[unquoted], notes.sources[source]);
  return source === "MODEL" ? notes.instead(notes.unquoted.BOTH, notes.sources.MODEL) : "";
}

/** What the newest answer says of a leg; before one, what its quote said. */
export function marketOf(
  leg: AnalyzerLeg,
  answer: Pick<BuilderPayload, "trade_stats" | "leg_prices"> | null,
  { ivOffset, decimals, settings }: Shown,
): LegMarket {
  const stat = answer?.trade_stats[String(leg.token)];
  const price =
    leg.entryPrice === null ? answer?.leg_prices.find((each) => each.leg_id === leg.id) : undefined;
  const isNegative = isShownNegative(leg, settings);
  const write = (price: number | null | undefined) => priceText(price ?? Number.NaN, isNegative, decimals);
  const marketIv = stat === undefined ? leg.marketIv : (stat.iv ?? Number.NaN);
  return {
    lastPrice: write(stat === undefined ? leg.quote.lastPrice : stat.last_price),
    usablePrice: write(price === undefined ? (stat?.usable_price ?? leg.quote.usablePrice) : price.entry),
    priceNote: noteOf(price),
    iv: effectiveIv(leg.customIv, marketIv, ivOffset),
    // Before anything is known nothing is amiss either.
    isLiquid: stat?.is_liquid ?? (!leg.isInitialized || leg.quote.isLiquid),
  };
}
