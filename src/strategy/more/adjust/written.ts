/** What the panel says of figures and suggestions: pure, so that a test reads what a trader reads. */

import {
  formatFixed,
  formatPct,
  formatRupees,
  formatSigned,
  formatSignedPct,
  UNKNOWN,
} from "#domain/format/number.ts";
import type { AdjustFigures } from "#domain/strategy/adjust/figures.ts";
import type { Suggestion } from "#domain/strategy/adjust/suggest.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { contractName, strikeText } from "../../fields/leg-names.ts";
import { TEXTS } from "./texts.ts";

export const ROWS = [
  "price",
  "delta",
  "gamma",
  "theta",
  "vega",
  "margin",
  "charges",
  "maxProfit",
  "maxLoss",
  "pop",
] as const satisfies readonly (keyof AdjustFigures)[];
export type Row = (typeof ROWS)[number];

/** What charges make another figure of, where the strategy is looked at net of them. */
export const AFTER_CHARGES: ReadonlySet<Row> = new Set(["maxProfit", "maxLoss", "pop"]);

const isMoney = (row: Row): boolean => row !== "delta" && row !== "gamma" && row !== "pop";
const decimals: Partial<Record<Row, number>> = { delta: 2, gamma: 4 };

export function figureText(row: Row, value: number): string {
  if (row === "pop") return formatPct(value, 1);
  return isMoney(row) ? formatRupees(value, 0) : formatFixed(value, decimals[row]!);
}

/** "+₹1,240"; nothing has no sign. */
export function signedRupees(rupees: number): string {
  const text = formatRupees(rupees, 0);
  return rupees >= 0.5 && Number.isFinite(rupees) ? `+${text}` : text;
}

/** Of what is without end, before or after, no difference is told. */
export function changeText(row: Row, before: number, after: number): string {
  if (before === after) return isMoney(row) ? formatRupees(0, 0) : formatFixed(0, decimals[row] ?? 1);
  const change = after - before;
  if (!Number.isFinite(change)) return UNKNOWN;
  if (row === "pop") return formatSignedPct(change, 1);
  return isMoney(row) ? signedRupees(change) : formatSigned(change, decimals[row]!);
}

const greekText = (value: number): string => formatFixed(value, Math.abs(value) < 100 ? 1 : 0);

interface Held extends LegContract {
  readonly quantity: number;
}

const spokenOf = (leg: Held): string =>
  TEXTS.suggestions[leg.quantity < 0 ? "sold" : "bought"](contractName(leg));

/** What it does. @param leg the one that it is about, as it is now; null for a hedge, or when it is gone meanwhile */
export function deedText({ kind, contract, lots, adjustment }: Suggestion, leg: Held | null): string {
  const { suggestions } = TEXTS;
  const name = contract === null ? "" : contractName(contract);
  if (kind === "hedge")
    return lots < 0 ? suggestions.hedgeSell(-lots, name) : suggestions.hedgeBuy(lots, name);
  if (leg === null) return name;
  if (kind === "wing") return suggestions.wing(lots, name, spokenOf(leg));
  if (kind === "strike" && contract !== null)
    return suggestions.moves(spokenOf(leg), strikeText(contract.strike));
  if (kind !== "close") return suggestions.moves(spokenOf(leg), name);
  if (adjustment.quantities[0]?.quantity === 0) return suggestions.closes(spokenOf(leg));
  const whole = Math.abs(leg.quantity) / leg.lotSize;
  return suggestions.closesPart(lots, suggestions.lots(whole), spokenOf(leg));
}

/** Why: what it cuts, and what that takes. */
export function reasonTexts(
  { after, cost }: Pick<Suggestion, "after" | "cost">,
  before: AdjustFigures,
): string[] {
  const { suggestions } = TEXTS;
  const margin = after.margin - before.margin;
  const { premium } = cost;
  return [
    suggestions.delta(greekText(before.delta), greekText(after.delta)),
    ...(Number.isNaN(margin)
      ? []
      : [Math.abs(margin) < 0.5 ? suggestions.sameMargin : suggestions.margin(signedRupees(margin))]),
    ...(Math.abs(premium) < 0.5
      ? []
      : [(premium > 0 ? suggestions.pays : suggestions.receives)(formatRupees(Math.abs(premium), 0))]),
    suggestions.lost(formatRupees(cost.lost, 0)),
  ];
}

/** The same change in another answer: the market ticks beneath it. */
export const suggestionKey = ({ kind, legId, contract, lots }: Suggestion): string =>
  [kind, legId, contract?.token, lots].join(" ");
