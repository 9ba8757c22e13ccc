import Fuse from "fuse.js";
import type { AccessSubject } from "#domain/access/features.ts";
import {
  ANALYSE,
  BAR,
  type EntryState,
  entryState,
  HOME,
  MORE,
  type NavEntry,
  TRADE,
} from "#domain/access/navigation.ts";

export interface PageHit {
  readonly entry: NavEntry;
  readonly state: EntryState;
}

const ALL: readonly NavEntry[] = [
  HOME,
  ...BAR,
  ...[...ANALYSE, ...TRADE, ...MORE].flatMap((group) => group.entries),
];

/** More than these would push what else was found out of sight. */
const MAX_PAGES = 6;

/** Whether one of the words begins with what is typed. */
export function startsWord(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted !== "" && ` ${text.toLowerCase()}`.includes(` ${wanted}`);
}

/** Finds pages by their names and what they are for; never one that is not this visitor's. */
export function createPageSearch(subject: AccessSubject | null): (text: string) => readonly PageHit[] {
  const hits = ALL.map((entry) => ({ entry, state: entryState(entry, subject) })).filter(
    ({ state }) => state !== "absent" && state !== "disabled",
  );
  const fuse = new Fuse(hits, {
    threshold: 0.3,
    ignoreLocation: true,
    keys: [
      { name: "entry.label", weight: 0.8 },
      { name: "entry.tagline", weight: 0.2 },
    ],
  });
  return (text) => {
    if (text.trim() === "") return [];
    const exact = hits.filter(({ entry }) => startsWord(entry.label, text));
    const fuzzy = fuse.search(text.trim(), { limit: MAX_PAGES }).map(({ item }) => item);
    return [...new Set([...exact, ...fuzzy])].slice(0, MAX_PAGES);
  };
}
