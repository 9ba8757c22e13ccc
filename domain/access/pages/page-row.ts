import type { InEveryLanguage } from "../../language.ts";
import type { BrokerId } from "../brokers.ts";
import type { Feature } from "../features.ts";

/** Who may look at a page at all (rule ACC-1). */
export type RouteClass = "public" | "authenticated" | "app_initialized" | "privileged";

/** What a page is called, in its tab, in search results and in links to it; the browser and the server say the same. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  readonly tags?: readonly string[];
  /** while the page is not built: when it will be there, and what it will show, in a few lines */
  readonly soon?: { readonly comesWith: string; readonly shows: readonly string[] };
}

/** Where a line of the navigation stands; `navigation.ts` has the menus that the groups make up. */
export type MenuGroup =
  | "home"
  | "bar"
  | "chain"
  | "volatility"
  | "find"
  | "market"
  | "ideas"
  | "practice"
  | "learn"
  | "settings"
  | "community"
  | "help";

export type MenuTag = "New" | "Popular" | "New And Improved";

/** What a menu says of a line: its name, and what it is for in a few words. */
interface MenuText {
  readonly label: string;
  readonly tagline: string;
}

/** One line of the navigation that leads to the page (rules NAV-1 to NAV-6). */
export interface MenuLine {
  readonly group: MenuGroup;
  /** lines of a group stand in this order; in tens, so that one fits between two others */
  readonly place: number;
  readonly texts: InEveryLanguage<MenuText>;
  /** behind the page's path: `?view=heatmap`, `/multistrike-oi` */
  readonly rest?: string;
  readonly tag?: MenuTag;
  /** whom it is shown to, beyond what the access matrix says */
  readonly isFor?: (broker: BrokerId) => boolean;
}

/** All that browser and server know of a page without its code. */
export interface PageRow {
  /** as the router writes it: `$name` is a parameter, `{-$name}` one that may be missing, a last `$` is the rest */
  readonly path: string;
  /** earlier addresses, which lead here */
  readonly oldPaths?: readonly string[];
  readonly feature: Feature | null;
  readonly access: RouteClass;
  /** path of the canonical link when it is not the page's own */
  readonly canonical?: string;
  /** query parameters that stay in the canonical link; default instrument_symbol, tradingsymbol */
  readonly canonicalParams?: readonly string[];
  /** content is at most this wide, in px; default 1440 */
  readonly width?: 1_366 | 1_440 | 1_560;
  /** a passive 401 shows an inline banner here and never navigates away (rule ACC-10) */
  readonly isSpecial?: boolean;
  /** whatever theme was chosen, this page is shown in this one */
  readonly theme?: "light";
  /** without header, navigation and banners: embedded in another app; its path begins with /widget/ */
  readonly isWidget?: boolean;
  readonly menu?: readonly MenuLine[];
  readonly texts: InEveryLanguage<PageText>;
}

/** Rows of an area, each under the page's stable name. */
export const pageRows = <Name extends string>(
  rows: Readonly<Record<Name, PageRow>>,
): Readonly<Record<Name, PageRow>> => rows;
