import { DEFAULT_LANGUAGE, type InEveryLanguage, type Language } from "../language.ts";
import { ANONYMOUS, type BrokerId } from "./brokers.ts";
import { type AccessSubject, requiredLevel } from "./features.ts";
import { pageOutcome } from "./outcome.ts";
import type { MenuGroup, MenuLine, MenuTag } from "./pages/page-row.ts";
import type { PageName } from "./pages/rows.ts";
import { PAGES, pageOf } from "./pages.ts";

/** Where entries lead that live outside the product; the addresses are configuration. */
export type Elsewhere = "faq" | "about" | "whats_new";

/** One line of the navigation (rules NAV-1 to NAV-6). */
export interface NavEntry {
  readonly label: string;
  /** What it is for, in a few words. */
  readonly tagline: string;
  readonly page: PageName | null;
  /** Behind the page's path: `?view=heatmap`, `/multistrike-oi`. */
  readonly rest?: string;
  readonly elsewhere?: Elsewhere;
  readonly tag?: MenuTag;
  /** Whom it is shown to, beyond what the access matrix says. */
  readonly isFor?: (broker: BrokerId) => boolean;
}

export interface NavGroup {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

type TitledGroup = Exclude<MenuGroup, "home" | "bar">;

const TITLES: InEveryLanguage<Readonly<Record<TitledGroup, string>>> = {
  en: {
    chain: "Chain and open interest",
    volatility: "Volatility and charts",
    find: "Find",
    market: "Market",
    ideas: "Find a trade",
    practice: "Practise and keep calm",
    learn: "Learn",
    settings: "Settings",
    community: "Community",
    help: "Help",
  },
};

interface OutsideLine extends Pick<MenuLine, "group" | "place" | "texts"> {
  readonly elsewhere: Elsewhere;
}

/** Lines that lead to no page of ours, among those of the pages' rows. */
const OUTSIDE: readonly OutsideLine[] = [
  {
    group: "help",
    place: 10,
    elsewhere: "faq",
    texts: { en: { label: "FAQ", tagline: "What is asked most" } },
  },
  {
    group: "help",
    place: 30,
    elsewhere: "about",
    texts: { en: { label: "About Us", tagline: "Who we are and what we stand for" } },
  },
  {
    group: "help",
    place: 40,
    elsewhere: "whats_new",
    texts: { en: { label: "What's New", tagline: "What has changed lately" } },
  },
];

const LINES = [
  ...PAGES.flatMap(({ name, menu = [] }) => menu.map((line) => ({ ...line, page: name }))),
  ...OUTSIDE.map((line) => ({ ...line, page: null })),
].sort((a, b) => a.place - b.place);

function entriesOf(group: MenuGroup, language: Language): readonly NavEntry[] {
  return LINES.filter((line) => line.group === group).map(({ group: _, place: __, texts, ...entry }) => ({
    ...texts[language],
    ...entry,
  }));
}

const groupsOf = (groups: readonly TitledGroup[], language: Language): readonly NavGroup[] =>
  groups.map((group) => ({ title: TITLES[language][group], entries: entriesOf(group, language) }));

export const ANALYSE = groupsOf(["chain", "volatility", "find", "market"], DEFAULT_LANGUAGE);
export const TRADE = groupsOf(["ideas", "practice", "learn"], DEFAULT_LANGUAGE);
export const MORE = groupsOf(["settings", "community", "help"], DEFAULT_LANGUAGE);

/** Entries of the bar itself, between the two menus and the rest. */
export const BAR = entriesOf("bar", DEFAULT_LANGUAGE);

export const HOME = entriesOf("home", DEFAULT_LANGUAGE)[0]!;

/**
 * open: leads to its page. login: leads there too, and the page asks for a login first. plan: the page asks for a plan.
 * disabled: greyed, because the visitor's kind of account never has it. absent: not shown.
 */
export type EntryState = "open" | "login" | "plan" | "disabled" | "absent";

/** What the access matrix makes of an entry for the caller; while the caller is unknown, for a visitor. */
export function entryState({ page: name, isFor }: NavEntry, subject: AccessSubject | null): EntryState {
  const who: AccessSubject = subject ?? { broker: ANONYMOUS, plan: "no_plan", isMobileApp: false };
  if (isFor !== undefined && !isFor(who.broker)) return "absent";
  if (name === null) return "open";
  const page = pageOf(name);
  const level = page.feature === null ? "free" : requiredLevel(page.feature, who.broker);
  if (!who.isMobileApp && level === "hidden") return "absent";
  const outcome = pageOutcome({
    page,
    subject: who,
    isAdmin: false,
    needsRenewal: false,
    isExempt: false,
  });
  if (outcome === "show") return "open";
  if (outcome === "login_needed") return "login";
  return outcome === "upgrade" || outcome === "renew" ? "plan" : "disabled";
}
