/** A strategy on its way to the builder, from a page of this tab: taken once. */

import { proxy, ref } from "valtio";
import type { DataSource, DataSourceMeta } from "#domain/strategy/analyzer/model.ts";
import type { Opening } from "#domain/strategy/analyzer/opening.ts";

export interface Handed {
  readonly opening: Opening;
  readonly source: DataSource;
  readonly meta: DataSourceMeta | null;
}

/** What the builder looks at: another value with each strategy that is handed over. */
export const handed = proxy<{ next: Handed | null }>({ next: null });

export function handOver(next: Handed): void {
  handed.next = ref({ ...next });
}

/** @returns null where nothing of this underlying is on its way */
export function takeHanded(underlying: string): Handed | null {
  const { next } = handed;
  if (next === null || next.opening.underlying !== underlying) return null;
  handed.next = null;
  return next;
}
