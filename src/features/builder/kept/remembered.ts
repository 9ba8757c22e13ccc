/**
 * What this tab has opened, by whose account it is kept no longer than the tab: after a reload the draft that was worked on comes
 * back, and not what was saved before it.
 */

import { PREFIX } from "../../../browser/kept-preferences.ts";
import type { Wanted } from "../search-params.ts";

interface Remembered extends Wanted {
  readonly revision: number;
  readonly signature: string;
}

const NAME = `${PREFIX}builder.opened`;

export function remember(opened: Remembered): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(opened));
  } catch {
    // Then a reload opens what is saved.
  }
}

/** @returns null unless it is what this tab opened last */
export function remembered({ kind, id }: Wanted): Remembered | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { kind: ofKind, id: ofId, revision, signature } = value as Record<string, unknown>;
    if (ofKind !== kind || ofId !== id) return null;
    if (typeof revision !== "number" || typeof signature !== "string") return null;
    return { kind, id, revision, signature };
  } catch {
    return null;
  }
}
