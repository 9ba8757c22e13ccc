import type { PageRow } from "./pages/page-row.ts";
import { PAGE_ROWS, type PageName } from "./pages/rows.ts";

export type { RouteClass } from "./pages/page-row.ts";

/** One page of the product. The app's router, the server's list of addresses and the navigation all read its row. */
export interface Page extends PageRow {
  readonly name: PageName;
}

export function pageOf(name: PageName): Page {
  return { name, ...PAGE_ROWS[name] };
}

export const PAGES: readonly Page[] = (Object.keys(PAGE_ROWS) as PageName[]).map(pageOf);

/** Whether an address belongs to a page's path pattern. @param path without query, as in a URL */
function matchesPath(pattern: string, path: string): boolean {
  const want = pattern.split("/").filter((part) => part !== "");
  const have = path.split("/").filter((part) => part !== "");
  for (const [i, part] of want.entries()) {
    if (part === "$") return true;
    if (part.startsWith("{-$")) {
      if (have.length > want.length) return false;
      continue;
    }
    if (have[i] === undefined || (!part.startsWith("$") && part !== have[i])) return false;
  }
  return have.length <= want.length;
}

/** The page at an address: a page whose path names it letter by letter goes before one with parameters. */
export function pageAt(path: string): Page | null {
  const fits = PAGES.filter((candidate) => matchesPath(candidate.path, path));
  const parameters = ({ path: pattern }: Page) =>
    pattern.split("/").filter((part) => part.includes("$")).length;
  return fits.reduce<Page | null>(
    (best, candidate) => (best === null || parameters(candidate) < parameters(best) ? candidate : best),
    null,
  );
}
