import type { ContractMatch, ContractMatches, UnderlyingSummary } from "#workers/engine/api.ts";
import { readList } from "../../browser/kept-list.ts";
import type { ListSection } from "../../components/virtual-list/list-rows.ts";
import { ACTIONS, type Action, LOGIN } from "./actions.ts";
import { chartActions, infoActions } from "./info-actions.ts";
import { type PageHit, startsWord } from "./pages-search.ts";
import { TEXTS } from "./texts.ts";
import type { UnderlyingSearch } from "./underlying-search.ts";

const { sections: TITLES } = TEXTS;
const KINDS = ["index", "commodity", "currency", "stock"] as const;

/** What a line of the palette leads to. */
export type Line =
  | { readonly kind: "underlying"; readonly underlying: UnderlyingSummary }
  | { readonly kind: "contract"; readonly contract: ContractMatch }
  | { readonly kind: "page"; readonly hit: PageHit }
  | { readonly kind: "action"; readonly action: Action };

/** One line of the palette among all of its section. */
export function keyOf(line: Line): string {
  if (line.kind === "underlying") return line.underlying.symbol;
  if (line.kind === "page") return line.hit.entry.label;
  if (line.kind === "action") return line.action.id;
  const { underlying, expiry, strike, kind } = line.contract;
  return `${underlying} ${expiry} ${strike} ${kind}`;
}

interface Sources {
  readonly all: readonly UnderlyingSummary[];
  readonly search: UnderlyingSearch;
  readonly searchPages: (text: string) => readonly PageHit[];
  /** what the engine found for the same words */
  readonly contracts: ContractMatches;
  readonly isSignedIn: boolean;
  /** symbol of the page's own instrument; of several chains, of the one that is worked with */
  readonly here: string | null;
  /** inside another app */
  readonly isWidget: boolean;
}

type Section = ListSection<Line>;

const underlyingLines = (underlyings: readonly UnderlyingSummary[]): Line[] =>
  underlyings.map((underlying) => ({ kind: "underlying", underlying }));

/** Before anything is typed: what was looked at lately, then everything by its kind. */
function everything(all: readonly UnderlyingSummary[]): readonly Section[] {
  const recent = readList("recent").flatMap((symbol) => all.filter((u) => u.symbol === symbol));
  const byKind = KINDS.map((kind) => ({
    id: kind,
    title: TITLES[kind],
    options: underlyingLines(all.filter((u) => u.kind === kind)),
  }));
  return [{ id: "recent", title: TITLES.recent, options: underlyingLines(recent) }, ...byKind];
}

function contractSection({ found, total }: ContractMatches): Section {
  return {
    id: "contracts",
    title: total > found.length ? TITLES.someContracts(found.length, total) : TITLES.contracts,
    options: found.map((contract) => ({ kind: "contract", contract })),
  };
}

/** What is found for the words, in groups that have something in them; the likeliest first. */
export function groupsFor(
  typed: string,
  { all, search, searchPages, contracts, isSignedIn, here, isWidget }: Sources,
): readonly Section[] {
  const isFilled = ({ options }: Section): boolean => options.length > 0;
  if (typed.trim() === "") return everything(all).filter(isFilled);
  const means = (label: string): boolean => startsWord(label, typed);
  const found = search(typed);
  const results: Section = { id: "found", title: TITLES.results, options: underlyingLines(found) };
  // A widget is one page: what would lead away from it is not offered.
  if (isWidget) return [results].filter(isFilled);
  const pages = searchPages(typed);
  const actions = ACTIONS.filter(({ id, label }) => means(label) && (id !== LOGIN || !isSignedIn));
  const places: Section = {
    id: "pages",
    title: TITLES.pages,
    options: pages.map((hit) => ({ kind: "page", hit })),
  };
  // A user who types the beginning of a page's name, and of no underlying's, means the page.
  const isPage =
    pages.some(({ entry }) => means(entry.label)) &&
    !found.some(({ symbol, name }) => means(symbol) || means(name));
  const groups = isPage ? [places, results] : [results, places];
  const things: Section = {
    id: "do",
    title: TITLES.actions,
    options: [
      ...actions,
      ...infoActions(typed, { all, search, here }),
      ...chartActions(typed, { all, search, here }),
    ].map((action) => ({
      kind: "action",
      action,
    })),
  };
  return [contractSection(contracts), ...groups, things].filter(isFilled);
}
