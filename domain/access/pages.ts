import type { Feature } from "./features.ts";
import { PAGE_NAMES, PAGE_PATHS, type PageName } from "./page-paths.ts";

/** Who may look at a page at all (rule ACC-1). */
export type RouteClass = "public" | "authenticated" | "app_initialized" | "privileged";

interface PageRow {
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
}

/** One page of the product. The app's router, the server's list of addresses and the navigation all read this table. */
export interface Page extends PageRow {
  readonly name: PageName;
  readonly path: string;
}

const row = (
  feature: Feature | null,
  access: RouteClass,
  rest: Omit<PageRow, "feature" | "access"> = {},
): PageRow => ({ feature, access, ...rest });

const ROWS: Readonly<Record<PageName, PageRow>> = {
  // The house itself
  home: row("home", "app_initialized"),
  analyze: row("home", "app_initialized", { canonical: "/home/analyze" }),
  login: row(null, "public"),
  logout: row("logout", "public"),
  profile: row(null, "authenticated", { width: 1_366 }),
  "account-details": row(null, "authenticated", { width: 1_366 }),
  support: row("support", "public"),
  invoice: row("invoice", "authenticated"),
  loading: row(null, "public"),
  // Login result pages
  "kite-login-redirect": row(null, "public"),
  "kite-login-error": row(null, "public"),
  "too-many-devices": row(null, "public"),
  "validate-ssb": row(null, "public"),
  "angel-login": row(null, "public"),
  "upstox-login": row(null, "public"),
  "icici-validate": row(null, "public"),
  "icici-login": row(null, "public"),
  "icici-instructions": row(null, "public"),
  "icici-error": row(null, "public"),
  // Trading ideas
  "trade-options": row("strategy_engine", "app_initialized"),
  "trade-options-strategies": row("strategy_engine", "app_initialized"),
  compare: row("compare", "app_initialized"),
  "easy-options": row("easy_options", "app_initialized"),
  "expiry-trades": row("expiry_trades", "app_initialized"),
  builder: row("builder", "authenticated", { width: 1_560 }),
  calculator: row("calculator", "authenticated"),
  // Market data
  "option-chain": row("option_chain", "app_initialized", { isSpecial: true }),
  "open-interest": row("oi_graphs", "authenticated", { width: 1_366 }),
  "open-interest-old": row("oi_graphs", "authenticated", { width: 1_366 }),
  "spider-open-interest": row("oi_graphs", "authenticated", { width: 1_366 }),
  screener: row("screener", "authenticated", { canonicalParams: ["view"] }),
  "iv-chart": row("iv_chart", "authenticated"),
  "fii-dii": row("fii_dii", "authenticated"),
  "spider-fii-dii": row("fii_dii", "authenticated"),
  "stock-data": row("candlesticks", "authenticated"),
  candles: row("candlesticks", "authenticated"),
  calendar: row("calendar", "public"),
  "daily-analysis": row("education", "public"),
  "covered-call": row("covered_calls", "authenticated"),
  "live-options-charts": row("intraday_charts", "authenticated"),
  "multi-straddle": row("multi_straddle", "authenticated"),
  chart: row("chart", "public", { canonicalParams: ["tradingSymbol"] }),
  // Trading
  positions: row("positions", "authenticated", { isSpecial: true }),
  orders: row("orders", "authenticated", { isSpecial: true }),
  basket: row("basket", "authenticated", { isSpecial: true }),
  watchlist: row("watchlist", "authenticated"),
  alerts: row("alerts", "authenticated"),
  "virtual-trading": row("virtual_trading", "authenticated"),
  "virtual-portfolios": row("virtual_trading", "authenticated"),
  "draft-portfolios": row("draft_portfolios", "authenticated"),
  "draft-portfolio": row("draft_portfolio_detail", "authenticated"),
  "mindful-trading": row("mindful_trading", "authenticated"),
  // Verified P&L
  "verified-pnl": row("verified_pnl", "public", { isSpecial: true }),
  "verified-following": row("verified_pnl", "authenticated", { isSpecial: true }),
  "hall-of-fame": row("verified_pnl", "public", { canonicalParams: ["category"], isSpecial: true }),
  "verified-user": row("verified_pnl", "public", { isSpecial: true }),
  "verified-longterm": row("verified_pnl", "public", { isSpecial: true }),
  "verified-live": row("verified_pnl", "public", { isSpecial: true }),
  "verified-screenshot": row("verified_pnl", "public", { isSpecial: true }),
  // Plans and partners
  pricing: row(null, "public", { canonical: "/pricing" }),
  sales: row(null, "public"),
  "broker-promo": row(null, "public"),
  "partner-reports": row(null, "public"),
  "payment-success": row(null, "public", { theme: "light" }),
  "payment-failure": row(null, "public", { theme: "light" }),
  "purchase-failure": row(null, "public"),
  // Learning
  learn: row("education", "public"),
  "learn-strategies": row("learn_strategies", "public"),
  "learn-strategy": row("learn_strategies", "public"),
  // Other public addresses
  "twitter-redirect": row(null, "public"),
  verify: row(null, "public"),
  manifesto: row("manifesto", "public"),
  refer: row(null, "public"),
  campaign: row(null, "public"),
  "open-account": row(null, "public"),
  klrhm: row(null, "public"),
  "test-info-widget": row(null, "public"),
  // Widgets
  "widget-builder": row("builder", "authenticated", { isWidget: true }),
  "widget-chain": row("option_chain", "app_initialized", { isSpecial: true, isWidget: true }),
  "widget-klrhm": row(null, "public", { isWidget: true }),
  admin: row("admin", "privileged"),
};

export function pageOf(name: PageName): Page {
  return { name, path: PAGE_PATHS[name], ...ROWS[name] };
}

export const PAGES: readonly Page[] = PAGE_NAMES.map(pageOf);

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
