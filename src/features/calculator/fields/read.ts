/** What is typed into a field of the calculator, read or refused with a reason (rule CALC-2). */

import { formatFixed } from "#domain/format/number.ts";
import { type Reading, within } from "../../../strategy/fields/read-figure.ts";
import { BOUNDS, type NumberInput } from "../inputs.ts";
import { TEXTS } from "./texts.ts";

const { refusals } = TEXTS;

const SAID: Readonly<Record<NumberInput, { readonly below: string; readonly above: string }>> = {
  price: { below: refusals.above0, above: refusals.atMost(BOUNDS.price.most) },
  strike: { below: refusals.above0, above: refusals.atMost(BOUNDS.strike.most) },
  iv: { below: refusals.iv, above: refusals.iv },
  rate: { below: refusals.rate, above: refusals.rate },
  premium: { below: refusals.above0, above: refusals.atMost(BOUNDS.premium.most) },
};

export function readInput(typed: string, name: NumberInput): Reading<number | null> {
  if (name === "premium" && typed.trim() === "") return { ok: true, value: null };
  const text = typed.replace(/^\s*₹/, "").replace(/%\s*$/, "");
  const read = within(text, { ...BOUNDS[name], ...SAID[name] });
  if (!read.ok && read.reason !== SAID[name].below && read.reason !== SAID[name].above) {
    return { ok: false, reason: refusals.noNumber };
  }
  return read.ok ? { ok: true, value: Number(read.value.toFixed(8)) } : read;
}

/** A value as its field writes it: two decimals, or as many as it has. */
export function inputText(value: number | null): string {
  if (value === null) return "";
  const decimals = String(Number(value.toFixed(8))).split(".")[1]?.length ?? 0;
  return formatFixed(value, Math.max(2, decimals));
}
