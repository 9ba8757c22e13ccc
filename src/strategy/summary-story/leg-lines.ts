/** The legs that a figure is made of, as its story lists them. */

import { formatFixed, formatIv } from "#domain/format/number.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { effectiveIv } from "#domain/strategy/effective-iv.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { Line } from "../../shared/provenance/provenance-lines.ts";
import { legName, quantityText } from "../fields/leg-names.ts";
import type { SummaryFigure } from "../summary/figures.ts";
import { TEXTS } from "./texts.ts";

/** More lines are not read. */
const MOST_LINES = 8;

/** What of a leg goes into a figure: what it was entered at, what it is worth now, its volatility. */
type Fact = "entry" | "now" | "iv";

const FACTS: Readonly<Partial<Record<SummaryFigure, Fact>>> = {
  premium: "entry",
  values: "now",
  delta: "iv",
  gamma: "iv",
  theta: "iv",
  vega: "iv",
  decay: "iv",
};

interface Inputs {
  readonly payload: BuilderPayload | null;
  readonly legs: readonly AnalyzerLeg[];
  readonly ivOffset: number;
  readonly decimals: number;
}

const isOption = ({ type }: AnalyzerLeg): boolean => type === "CE" || type === "PE";

/** A future has a delta and nothing else of all this. */
const isPart = (leg: AnalyzerLeg, figure: SummaryFigure): boolean =>
  leg.isSelected && !leg.isExpired && leg.quantity !== 0 && (figure === "delta" || isOption(leg));

function factText(leg: AnalyzerLeg, fact: Fact, { payload, ivOffset, decimals }: Inputs): string {
  const quantity = quantityText(leg, "lots");
  if (fact === "iv") {
    const marketIv = payload?.trade_stats[String(leg.token)]?.iv ?? leg.marketIv;
    const iv = effectiveIv(leg.customIv, marketIv, ivOffset);
    return isOption(leg) ? TEXTS.atIv(quantity, formatIv(iv)) : quantity;
  }
  const prices = payload?.leg_prices.find(({ leg_id }) => leg_id === leg.id);
  return TEXTS.atPrice(quantity, formatFixed(prices?.[fact], decimals));
}

/** A line a leg, the first eight; none for a figure that is of no leg by itself. */
export function legLines(figure: SummaryFigure, inputs: Inputs): Line[] {
  const fact = FACTS[figure];
  if (fact === undefined) return [];
  const parts = inputs.legs.filter((leg) => isPart(leg, figure));
  const lines = parts.slice(0, MOST_LINES).map((leg): Line => {
    const name = legName(leg);
    return [leg.kind === "position" ? TEXTS.position(name) : name, factText(leg, fact, inputs)];
  });
  const left = parts.length - lines.length;
  return left > 0 ? [...lines, [TEXTS.legs, TEXTS.more(left)]] : lines;
}
