/**
 * Addresses of pages, apart from all else that is known of them: the browser's router needs them at once, and reads the
 * copy that `npm run gen` writes of the rows' paths.
 */
import { ALIASES, PAGE_PATHS } from "../generated/page-paths.ts";
import type { PageName } from "./pages/rows.ts";

export { ALIASES, PAGE_PATHS, type PageName };
export const PAGE_NAMES = Object.keys(PAGE_PATHS) as readonly PageName[];
