import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { readList } from "../../browser/kept-list.ts";
import { ACTIONS, type Action, LOGIN } from "./actions.ts";
import { type PageHit, startsWord } from "./pages-search.ts";
import type { UnderlyingSearch } from "./underlying-search.ts";

const KIND_LABEL = {
  index: "Indices",
  stock: "Stocks",
  commodity: "Commodities",
  currency: "Currency",
} as const;
const KINDS = ["index", "commodity", "currency", "stock"] as const;

/** Lines of the palette under one heading; ids of groups and of their lines make keys (`keysOf`). */
export type Group =
  | { readonly id: string; readonly title: string; readonly underlyings: readonly UnderlyingSummary[] }
  | { readonly id: "pages"; readonly title: string; readonly pages: readonly PageHit[] }
  | { readonly id: "do"; readonly title: string; readonly actions: readonly Action[] };

/** Keys of a group's items, in their order; the first of the first group is what Enter takes. */
export function keysOf(group: Group): readonly string[] {
  if ("underlyings" in group) return group.underlyings.map(({ symbol }) => `${group.id}:${symbol}`);
  if ("pages" in group) return group.pages.map(({ entry }) => `${group.id}:${entry.label}`);
  return group.actions.map(({ id }) => `${group.id}:${id}`);
}

interface Sources {
  readonly all: readonly UnderlyingSummary[];
  readonly search: UnderlyingSearch;
  readonly searchPages: (text: string) => readonly PageHit[];
  readonly isSignedIn: boolean;
}

/** Before anything is typed: what was looked at lately, then everything by its kind. */
function everything(all: readonly UnderlyingSummary[]): readonly Group[] {
  const recent = readList("recent").flatMap((symbol) => all.filter((u) => u.symbol === symbol));
  const byKind = KINDS.map((kind) => ({
    id: kind,
    title: KIND_LABEL[kind],
    underlyings: all.filter((u) => u.kind === kind),
  }));
  return [{ id: "recent", title: "Recent", underlyings: recent }, ...byKind];
}

/** What is found for the words, in groups that have something in them; the likeliest first. */
export function groupsFor(
  typed: string,
  { all, search, searchPages, isSignedIn }: Sources,
): readonly Group[] {
  const isFilled = (group: Group): boolean => keysOf(group).length > 0;
  if (typed.trim() === "") return everything(all).filter(isFilled);
  const means = (label: string): boolean => startsWord(label, typed);
  const found = search(typed);
  const pages = searchPages(typed);
  const actions = ACTIONS.filter(({ id, label }) => means(label) && (id !== LOGIN || !isSignedIn));
  const results: Group = { id: "found", title: "Results", underlyings: found };
  const places: Group = { id: "pages", title: "Pages", pages };
  // A user who types the beginning of a page's name, and of no underlying's, means the page.
  const isPage =
    pages.some(({ entry }) => means(entry.label)) &&
    !found.some(({ symbol, name }) => means(symbol) || means(name));
  const groups: readonly Group[] = isPage ? [places, results] : [results, places];
  return [...groups, { id: "do", title: "Actions", actions } as const].filter(isFilled);
}
