/** What lines are called, and how they are told apart. Pure. */

import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import type { FixedWish } from "../address/wishes.ts";
import { TEXTS } from "../texts.ts";
import type { Line } from "./lines.ts";

const { names } = TEXTS;

export const strikeText = (strike: number, strikeStep: number): string =>
  formatFixed(strike, decimalsOfTick(strikeStep || 1));

/** "24,350 CE", or "FUT". */
export const contractText = ({ type, strike }: Pick<LegContract, "type" | "strike">, step: number): string =>
  type === "FUT" ? names.future : `${strikeText(strike, step)} ${type}`;

function fixedName({ legs }: FixedWish, contracts: readonly LegContract[], step: number): string {
  const days = [...new Set(contracts.map(({ expiry }) => (expiry === null ? "" : formatExpiry(expiry))))];
  const when = days.join("/");
  const [first, second] = contracts;
  const isPair =
    legs.length === 2 &&
    days.length === 1 &&
    legs[0]!.action === legs[1]!.action &&
    legs[0]!.lots === legs[1]!.lots &&
    new Set(contracts.map(({ type }) => type)).size === 2 &&
    contracts.every(({ type }) => type !== "FUT");
  if (isPair) {
    const bought = legs[0]!.action === "BUY";
    const strikes = [first!.strike, second!.strike].sort((a, b) => a - b);
    if (strikes[0] === strikes[1]) return names.straddle(strikeText(strikes[0]!, step), when, bought);
    return names.strangle(strikes.map((strike) => strikeText(strike, step)).join("/"), when, bought);
  }
  if (legs.length > 2) return names.custom(legs.length, when);
  const each = legs.map(
    ({ action, lots }, i) =>
      `${names.sides[action]}${lots > 1 ? lots : ""} ${contractText(contracts[i]!, step)}`,
  );
  return `${each.join(" ")} ${when}`;
}

/** "24,350 Straddle 23 Nov", or "ATM ± 2 strangle, rolling". */
export function lineName({ wish, contracts }: Line, strikeStep: number): string {
  if (wish.kind === "fixed") return fixedName(wish, contracts, strikeStep);
  const { steps, expiry, reference, action } = wish;
  return names.rolling({
    steps,
    when: expiry === null ? "" : formatExpiry(expiry),
    bySpot: reference === "spot",
    bought: action === "BUY",
  });
}

/** Colour and dash of each place: no two alike in either. */
export const LOOKS: readonly (Pick<ChartLine, "colour"> & { readonly dash: readonly number[] })[] = [
  { colour: "accent", dash: [] },
  { colour: "oi-put-ink", dash: [7, 3] },
  { colour: "oi-call-ink", dash: [3, 3] },
  { colour: "warn", dash: [9, 3, 2, 3] },
  { colour: "ink", dash: [13, 4] },
  { colour: "ink-2", dash: [5, 2, 1, 2] },
];
