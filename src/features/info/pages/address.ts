import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import type { ThemeChoice } from "../../../components/theme/theme-state.ts";

export interface InfoSearch {
  /** Symbol of the instrument, such as NIFTY. */
  readonly symbol: string;
}

const DEFAULT_SYMBOL = "NIFTY";

/** A symbol that is none is left out rather than believed: the default stands in its place. */
export function parseInfoSearch(params: URLSearchParams): InfoSearch {
  const symbol = params.get("instrument_symbol") ?? "";
  return { symbol: /^[A-Z0-9&._-]{1,32}$/i.test(symbol) ? symbol.toUpperCase() : DEFAULT_SYMBOL };
}

/** Address of the widget; the system's theme is what it has without being told. */
export function widgetAddress(symbol: string, theme: ThemeChoice): string {
  const params = new URLSearchParams({
    instrument_symbol: symbol,
    ...(theme !== "system" && { theme }),
  });
  return `${PAGE_PATHS["widget-info"]}?${params}`;
}
