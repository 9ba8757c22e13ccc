import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import type { ChainSearch } from "../search-params.ts";

/** A window of one chain begins at this size, CSS pixels. */
const WIDTH = 760;
const HEIGHT = 640;

/** Opens a chain in a window without the site's bar; it is served by the same engine. @returns whether the browser let it open */
export function popOut(search: ChainSearch): boolean {
  const params = new URLSearchParams({ pop: "true" });
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) params.set(name, String(value));
  const features = `popup,width=${WIDTH},height=${HEIGHT}`;
  return window.open(`${PAGE_PATHS["option-chain"]}?${params}`, "_blank", features) !== null;
}
