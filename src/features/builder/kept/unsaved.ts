/** Whether something would be lost if another strategy took the place of the one on the page. */

import type { BuilderInstance } from "../../../analyzer/analyzer.ts";
import type { Keeping, OpenedStrategy } from "./keeping.ts";
import { signatureOf } from "./signature.ts";

/** The saved strategy that is worked on; null: the work is none that was saved. */
export function openedOf(
  { dataSource, dataSourceMeta }: Pick<BuilderInstance, "dataSource" | "dataSourceMeta">,
  { strategy }: Pick<Keeping, "strategy">,
): OpenedStrategy | null {
  const isSaved = dataSource === "SAVED_STRATEGY" && dataSourceMeta?.id === strategy?.id;
  return isSaved ? strategy : null;
}

/** @param now market time */
export function hasUnsavedWork(
  instance: BuilderInstance | null,
  keeping: Pick<Keeping, "strategy" | "link">,
  now: number,
): boolean {
  if (instance === null || instance.legs.length === 0) return false;
  const known = openedOf(instance, keeping) ?? keeping.link;
  return known === null || signatureOf(instance, now) !== known.signature;
}
