import type { PageName } from "#domain/access/page-paths.ts";

/** Tabs of the pages, by the part of the path that names them (rule OI-1). */
export const TABS = [
  "oi-change-vs-strike",
  "oi-vs-strike",
  "multistrike-oi",
  "oi-vs-time",
  "fut-oi-vs-time",
] as const;
export type TabName = (typeof TABS)[number];

export const FIRST_TAB: TabName = TABS[0];

/** How one of the three pages shows what they all show. */
export interface Variant {
  readonly page: PageName;
  /** path without its tab */
  readonly base: string;
  /** calls beside puts, or to the two sides of a common axis of strikes */
  readonly layout: "beside" | "mirrored";
  /** several expiries add up, two instants are compared, the day can be played */
  readonly isWhole: boolean;
}

const VARIANTS: readonly Variant[] = [
  { page: "open-interest", base: "/open-interest", layout: "beside", isWhole: true },
  { page: "spider-open-interest", base: "/spider-open-interest", layout: "mirrored", isWhole: true },
  { page: "open-interest-old", base: "/open-interest-old", layout: "beside", isWhole: false },
];

export interface Place {
  readonly variant: Variant;
  /** null: there is no such tab */
  readonly tab: TabName | null;
}

/** What an address of these pages is: without a tab it is the first. */
export function placeOf(pathname: string): Place {
  const [, first = "", second = ""] = pathname.split("/");
  const variant = VARIANTS.find(({ base }) => base === `/${first}`) ?? VARIANTS[0]!;
  return { variant, tab: second === "" ? FIRST_TAB : (TABS.find((tab) => tab === second) ?? null) };
}

/** Where a tab of a page stands. */
export const pathOf = ({ base }: Variant, tab: TabName): string => `${base}/${tab}`;
