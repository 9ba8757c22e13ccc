import Fuse from "fuse.js";
import type { UnderlyingSummary } from "#workers/engine/api.ts";

/** Fuzzy, with these weights and at most ten answers (rule INST-6). */
const MAX_RESULTS = 10;

export type UnderlyingSearch = (text: string) => readonly UnderlyingSummary[];

export function createUnderlyingSearch(underlyings: readonly UnderlyingSummary[]): UnderlyingSearch {
  const fuse = new Fuse(underlyings, {
    threshold: 0.4,
    ignoreLocation: true,
    keys: [
      { name: "symbol", weight: 0.5 },
      { name: "name", weight: 0.4 },
      { name: "sectors", weight: 0.1 },
    ],
  });
  return (text) => {
    const query = text.trim();
    if (query === "") return [];
    const exact = underlyings.filter((u) => u.symbol === query.toUpperCase());
    const fuzzy = fuse.search(query, { limit: MAX_RESULTS }).map((match) => match.item);
    return [...new Set([...exact, ...fuzzy])].slice(0, MAX_RESULTS);
  };
}
