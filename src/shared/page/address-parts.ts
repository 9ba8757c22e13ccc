/** What addresses of pages are made of. Any site may have written them: what is not understood is nothing. */

import { istDate, istInstant } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** Between the members of a list: in no date and no symbol. */
export const BETWEEN = ".";
export const SYMBOL = /^[A-Z0-9&-]{1,40}$/;

/** What of a chart is in view: epoch ms, or strikes. */
export interface View {
  readonly from: number;
  readonly to: number;
}

export function isDate(text: string): text is IsoDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return istDate(istInstant(text, "00:00")) === text;
  } catch {
    return false;
  }
}

export const listOf = (text: string | null): string[] =>
  text === null ? [] : [...new Set(text.split(BETWEEN))];

export const pick = <T extends string>(text: string | null, allowed: readonly T[], usual: T): T =>
  allowed.find((one) => one === text) ?? usual;

export function viewOf(text: string | null): View | null {
  const match = /^(\d{1,14}(?:\.\d{1,4})?)-(\d{1,14}(?:\.\d{1,4})?)$/.exec(text ?? "");
  if (match === null) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return from < to ? { from, to } : null;
}

export const viewText = (view: View | null): string | null =>
  view === null ? null : `${view.from}-${view.to}`;

/** The query as short as it can be: what would be so without it is not said. */
export function queryText(
  parts: readonly (readonly [name: string, value: string | null, usual: string | null])[],
): string {
  const params = new URLSearchParams();
  for (const [name, value, usual] of parts) {
    if (value !== null && value !== usual) params.set(name, value);
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
