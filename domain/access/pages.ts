import type { Feature } from "./features.ts";

/** Who may look at a page at all (spec 1 §2.2). */
export type RouteClass = "public" | "authenticated" | "app_initialized" | "privileged";

/** One page of the product. The app's router, the server's list of addresses and the navigation all read this table. */
export interface Page {
  /** stable name: page tracking, tests */
  readonly name: string;
  /** as the router writes it: `$name` is a parameter, `{-$name}` one that may be missing, a last `$` is the rest */
  readonly path: string;
  readonly feature: Feature | null;
  readonly access: RouteClass;
  readonly title: string;
  readonly description: string;
  readonly tags?: readonly string[];
  /** path of the canonical link when it is not the page's own */
  readonly canonical?: string;
  /** query parameters that stay in the canonical link; default instrument_symbol, tradingsymbol */
  readonly canonicalParams?: readonly string[];
  /** content is at most this wide, in px; default 1440 */
  readonly width?: 1_366 | 1_440 | 1_560;
  /** a passive 401 shows an inline banner here and never navigates away (decisions) */
  readonly isSpecial?: boolean;
  readonly theme?: "light";
  /** without header, navigation and banners: embedded in another app */
  readonly isWidget?: boolean;
  /** what it will show, while it is not built yet; absent when it works */
  readonly comesWith?: string;
}

const page = (
  name: string,
  path: string,
  feature: Feature | null,
  access: RouteClass,
  title: string,
  description: string,
  rest: Partial<Page> = {},
): Page => ({ name, path, feature, access, title, description, ...rest });

export const PAGES: readonly Page[] = [
  // The house itself
  page(
    "home",
    "/home",
    "home",
    "app_initialized",
    "Home",
    "The market at a glance, and every tool one step away.",
  ),
  page(
    "analyze",
    "/home/analyze",
    "home",
    "app_initialized",
    "Analyse",
    "Every analysis tool: chains, open interest, volatility, screeners.",
    { canonical: "/home/analyze" },
  ),
  page(
    "login",
    "/login",
    null,
    "public",
    "Login",
    "Sign in with your broker for real-time prices and trading.",
  ),
  page("logout", "/logout", "logout", "public", "Logout", "Leave this account on this device."),
  page(
    "profile",
    "/profile",
    null,
    "authenticated",
    "Profile",
    "Your account, plan, devices and preferences.",
    { width: 1_366 },
  ),
  page(
    "account-details",
    "/account-details",
    null,
    "authenticated",
    "Account details",
    "Who you are here, and which broker you came with.",
    { width: 1_366 },
  ),
  page(
    "support",
    "/support",
    "support",
    "public",
    "Support",
    "How to reach us, and answers to what is asked most.",
  ),
  page("invoice", "/invoice", "invoice", "authenticated", "Invoices", "Invoices of your plans.", {
    comesWith: "Invoices come with payments.",
  }),
  page("loading", "/loading", null, "public", "Loading", "One moment."),

  // Login result pages
  page(
    "kite-login-redirect",
    "/kite_login_redirect",
    null,
    "public",
    "Signing in with Zerodha",
    "Back from Zerodha.",
  ),
  page(
    "kite-login-error",
    "/kite_login_error",
    null,
    "public",
    "Zerodha login",
    "What went wrong at Zerodha.",
  ),
  page(
    "too-many-devices",
    "/toomanydevicesloggedin",
    null,
    "public",
    "Too many devices",
    "This account is signed in on too many devices.",
  ),
  page("validate-ssb", "/validate_ssb", null, "public", "Signing in", "Back from your broker."),
  page(
    "angel-login",
    "/validate_angel_broking_login",
    null,
    "public",
    "Signing in with Angel One",
    "Back from Angel One.",
  ),
  page(
    "upstox-login",
    "/upstox_login_redirect",
    null,
    "public",
    "Signing in with Upstox",
    "Back from Upstox.",
  ),
  page(
    "icici-validate",
    "/validate_icici_login",
    null,
    "public",
    "Signing in with ICICI Direct",
    "Back from ICICI Direct.",
  ),
  page(
    "icici-login",
    "/icici_login_redirect",
    null,
    "public",
    "Signing in with ICICI Direct",
    "Back from ICICI Direct.",
  ),
  page(
    "icici-instructions",
    "/icici-direct-login-instructions",
    null,
    "public",
    "ICICI Direct: switch to SPAN margin",
    "How to switch an ICICI Direct account to SPAN margin.",
  ),
  page(
    "icici-error",
    "/icici_error",
    null,
    "public",
    "ICICI Direct login",
    "What went wrong at ICICI Direct.",
  ),

  // Trading ideas
  page(
    "trade-options",
    "/trade-options",
    "strategy_engine",
    "app_initialized",
    "Strategy Wizard",
    "Give a target, get a trade.",
    { comesWith: "The strategy wizard comes with the strategy engine." },
  ),
  page(
    "trade-options-strategies",
    "/trade-options-strategies",
    "strategy_engine",
    "app_initialized",
    "Strategies",
    "Trades for a view of the market.",
    { comesWith: "The list of strategies comes with the strategy engine." },
  ),
  page(
    "compare",
    "/compare",
    "compare",
    "app_initialized",
    "Compare strategies",
    "Strategies side by side.",
    { comesWith: "Comparing comes with the strategy engine." },
  ),
  page(
    "easy-options",
    "/easy-options",
    "easy_options",
    "app_initialized",
    "Easy Options",
    "Just guess up or down.",
    { comesWith: "Easy Options comes with the strategy engine." },
  ),
  page(
    "expiry-trades",
    "/expiry-trades",
    "expiry_trades",
    "app_initialized",
    "Expiry Trades",
    "Predict the expiry and get profitable option trades.",
    { comesWith: "Expiry Trades comes with the strategy engine." },
  ),
  page(
    "builder",
    "/option-strategy-builder",
    "builder",
    "authenticated",
    "Strategy Builder",
    "Build a strategy leg by leg and see its payoff.",
    { width: 1_560, comesWith: "The strategy builder comes after the compute service." },
  ),
  page(
    "calculator",
    "/option-price-calculator",
    "calculator",
    "authenticated",
    "Option Price Calculator",
    "Price and greeks of one option.",
    { comesWith: "The calculator comes with the compute service." },
  ),

  // Market data
  page(
    "option-chain",
    "/option-chain",
    "option_chain",
    "app_initialized",
    "Option Chain",
    "Live option chain, greeks and open interest for NSE, BSE, MCX and currency derivatives.",
    { isSpecial: true },
  ),
  page(
    "open-interest",
    "/open-interest/{-$tabName}",
    "oi_graphs",
    "authenticated",
    "Open Interest",
    "Open interest by strike and by time.",
    { width: 1_366, comesWith: "Open-interest charts come after the compute service." },
  ),
  page(
    "open-interest-old",
    "/open-interest-old/{-$tabName}",
    "oi_graphs",
    "authenticated",
    "Open Interest (old)",
    "The older open-interest page.",
    { width: 1_366, comesWith: "The older open-interest page comes with the new one." },
  ),
  page(
    "spider-open-interest",
    "/spider-open-interest/{-$tabName}",
    "oi_graphs",
    "authenticated",
    "Open Interest",
    "Open interest by strike and by time.",
    { width: 1_366, comesWith: "Open-interest charts come after the compute service." },
  ),
  page(
    "screener",
    "/options-screener",
    "screener",
    "authenticated",
    "Options Screener",
    "Every underlying by IV, open interest, volume and PCR; as a heatmap too.",
    { canonicalParams: ["view"], comesWith: "The screener comes after the open-interest charts." },
  ),
  page(
    "iv-chart",
    "/implied-volatility-chart",
    "iv_chart",
    "authenticated",
    "IV Chart",
    "Implied volatility over time and across strikes.",
    { comesWith: "The IV chart comes with the volatility history." },
  ),
  page(
    "fii-dii",
    "/fii-dii-data/{-$tabName}",
    "fii_dii",
    "authenticated",
    "FII DII Data",
    "What institutions bought and sold.",
    { comesWith: "FII and DII data come with the data pages." },
  ),
  page(
    "spider-fii-dii",
    "/spider-fii-dii-data/{-$tabName}",
    "fii_dii",
    "authenticated",
    "FII DII Data",
    "What institutions bought and sold.",
    { comesWith: "FII and DII data come with the data pages." },
  ),
  page(
    "stock-data",
    "/futures-options-data",
    "candlesticks",
    "authenticated",
    "Stock Data",
    "Futures and options data of every stock.",
    { comesWith: "The stock dashboard comes with the data pages." },
  ),
  page(
    "candles",
    "/candlestick-patterns",
    "candlesticks",
    "authenticated",
    "Technical Signals",
    "Candlestick patterns across the market.",
    { comesWith: "Technical signals come with the charts." },
  ),
  page(
    "calendar",
    "/stock-market-calendar/{-$tabName}",
    "calendar",
    "public",
    "Stock Market Calendar",
    "Economic events, results and holidays.",
    { comesWith: "The calendar comes with the data pages." },
  ),
  page(
    "daily-analysis",
    "/daily-nifty-analysis",
    "education",
    "public",
    "Market Analysis",
    "The market's day, explained.",
    { comesWith: "Market analysis comes with the data pages." },
  ),
  page(
    "covered-call",
    "/coveredcall",
    "covered_calls",
    "authenticated",
    "Covered Calls",
    "Calls to sell against what you hold.",
    { comesWith: "Covered calls come with the strategy engine." },
  ),
  page(
    "live-options-charts",
    "/live-options-charts",
    "intraday_charts",
    "authenticated",
    "Live Options Charts",
    "OI, IV, PCR and IVP through the day.",
    { comesWith: "Live options charts come with the charts." },
  ),
  page(
    "multi-straddle",
    "/multi-straddle-strangle-charts",
    "multi_straddle",
    "authenticated",
    "Multi Straddle-Strangle Charts",
    "Straddles and strangles through the day.",
    { comesWith: "Straddle charts come with the charts." },
  ),
  page("chart", "/chart", "chart", "public", "Chart", "A chart of one instrument.", {
    canonicalParams: ["tradingSymbol"],
    comesWith: "Charts come after the open-interest pages.",
  }),

  // Trading
  page(
    "positions",
    "/positions",
    "positions",
    "authenticated",
    "Positions",
    "Your positions and what they are worth.",
    { isSpecial: true, comesWith: "Positions come with the trading pages." },
  ),
  page("orders", "/orders", "orders", "authenticated", "Orders", "Your orders of today.", {
    isSpecial: true,
    comesWith: "Orders come with the trading pages.",
  }),
  page("basket", "/basket-order", "basket", "authenticated", "Basket order", "Several orders at once.", {
    isSpecial: true,
    comesWith: "Basket orders come with the trading pages.",
  }),
  page(
    "watchlist",
    "/stocks-watchlist",
    "watchlist",
    "authenticated",
    "Watchlist",
    "The underlyings you follow.",
    { comesWith: "The watchlist comes with the trading pages." },
  ),
  page("alerts", "/stock-alerts", "alerts", "authenticated", "Alerts", "Be told when a price is reached.", {
    comesWith: "Alerts come with the watchlist.",
  }),
  page(
    "virtual-trading",
    "/virtual-trading",
    "virtual_trading",
    "authenticated",
    "Virtual Trading",
    "Trade without money.",
    { comesWith: "Virtual trading comes with the trading pages." },
  ),
  page(
    "virtual-portfolios",
    "/virtual-portfolios",
    "virtual_trading",
    "authenticated",
    "Virtual Portfolios",
    "Your practice portfolios.",
    { comesWith: "Virtual portfolios come with virtual trading." },
  ),
  page(
    "draft-portfolios",
    "/draft-portfolios",
    "draft_portfolios",
    "authenticated",
    "Draft Portfolios",
    "Strategies kept to practise with.",
    { comesWith: "Draft portfolios come with virtual trading." },
  ),
  page(
    "draft-portfolio",
    "/draft-portfolios/$portfolioId",
    "draft_portfolio_detail",
    "authenticated",
    "Draft Portfolio",
    "One practice portfolio.",
    { comesWith: "Draft portfolios come with virtual trading." },
  ),
  page(
    "mindful-trading",
    "/mindful-trading",
    "mindful_trading",
    "authenticated",
    "Mindful Trading",
    "Stop impulsive trading.",
    { comesWith: "Mindful trading comes with the trading pages." },
  ),

  // Verified P&L
  page(
    "verified-pnl",
    "/verified-pnl",
    "verified_pnl",
    "public",
    "Verified P&L",
    "Profit and loss that a broker vouches for.",
    { isSpecial: true, comesWith: "Verified P&L comes with the social pages." },
  ),
  page(
    "verified-following",
    "/verified-pnl/following",
    "verified_pnl",
    "authenticated",
    "Following",
    "Traders you follow.",
    { isSpecial: true, comesWith: "Verified P&L comes with the social pages." },
  ),
  page(
    "hall-of-fame",
    "/verified-pnl/hall-of-fame",
    "verified_pnl",
    "public",
    "Hall of Fame",
    "The best verified days.",
    {
      isSpecial: true,
      canonicalParams: ["category"],
      comesWith: "The Hall of Fame comes with the social pages.",
    },
  ),
  page(
    "verified-user",
    "/verified-pnl/$sbWordHash",
    "verified_pnl",
    "public",
    "Verified P&L",
    "One trader's verified days.",
    { isSpecial: true, comesWith: "Verified P&L comes with the social pages." },
  ),
  page(
    "verified-longterm",
    "/verified-pnl/$sbWordHash/longterm-pnl",
    "verified_pnl",
    "public",
    "Long-term P&L",
    "One trader's long-term profit and loss.",
    { isSpecial: true, comesWith: "Verified P&L comes with the social pages." },
  ),
  page(
    "verified-live",
    "/verified-pnl/$sbWordHash/live-positions",
    "verified_pnl",
    "public",
    "Live positions",
    "One trader's live positions.",
    { isSpecial: true, comesWith: "Verified P&L comes with the social pages." },
  ),
  page(
    "verified-screenshot",
    "/verified-pnl/$sbWordHash/$screenshotId",
    "verified_pnl",
    "public",
    "Verified P&L",
    "One verified day.",
    { isSpecial: true, comesWith: "Verified P&L comes with the social pages." },
  ),

  // Plans and partners
  page("pricing", "/pricing", null, "public", "Plans", "What Lite and Pro cost.", { canonical: "/pricing" }),
  page("sales", "/sales-page/$promoCode", null, "public", "Offer", "A plan at a special price.", {
    comesWith: "Offers come with payments.",
  }),
  page("broker-promo", "/broker-promo-page/$promoCode", null, "public", "Offer", "An offer of your broker.", {
    comesWith: "Offers come with payments.",
  }),
  page(
    "partner-reports",
    "/partners/reports/$partnerUuid",
    null,
    "public",
    "Partner reports",
    "Reports for partners.",
    { comesWith: "Partner reports come with payments." },
  ),
  page(
    "payment-success",
    "/mobile_razorpay_payment_success",
    null,
    "public",
    "Payment successful",
    "Back to where you were.",
  ),
  page(
    "payment-failure",
    "/mobile_razorpay_payment_failure",
    null,
    "public",
    "Payment failed",
    "Try again, or go home.",
  ),
  page(
    "purchase-failure",
    "/purchase-failure",
    null,
    "public",
    "Purchase failed",
    "What to do when a payment did not go through.",
  ),

  // Learning
  page(
    "learn",
    "/learn-options-trading/$",
    "education",
    "public",
    "Learn Options Trading",
    "Free video courses.",
    { comesWith: "The courses come with the education pages." },
  ),
  page(
    "learn-strategies",
    "/learn-options-strategies",
    "learn_strategies",
    "public",
    "Learn Options Strategies",
    "Every strategy, explained with live prices.",
    { comesWith: "Strategy lessons come with the education pages." },
  ),
  page(
    "learn-strategy",
    "/learn-options-strategies/$strategy",
    "learn_strategies",
    "public",
    "Learn Options Strategies",
    "One strategy, explained with live prices.",
    { comesWith: "Strategy lessons come with the education pages." },
  ),

  // Other public addresses
  page(
    "twitter-redirect",
    "/twitter_redirect",
    null,
    "public",
    "Linking your account",
    "Back from X (Twitter).",
    { comesWith: "Linking comes with Verified P&L." },
  ),
  page("verify", "/verify/$id/$uid", null, "public", "Verify", "Confirms an address.", {
    comesWith: "Verification by mail comes with notifications.",
  }),
  page("manifesto", "/manifesto/{-$section}", "manifesto", "public", "Manifesto", "What we stand for."),
  page("refer", "/refer", null, "public", "Refer a friend", "Bring a friend.", {
    comesWith: "Referrals come with payments.",
  }),
  page("campaign", "/campaign", null, "public", "Campaign", "What is going on.", {
    comesWith: "Campaigns come with payments.",
  }),
  page(
    "open-account",
    "/open-new-account",
    null,
    "public",
    "Open an account",
    "Open a trading account with a broker we support.",
  ),
  page("klrhm", "/klrhm", null, "public", "Key levels", "Key levels.", {
    comesWith: "Key levels come with the admin pages.",
  }),
  page(
    "test-info-widget",
    "/test-info-widget",
    null,
    "public",
    "Info widget test",
    "Tries the instrument info widget.",
    { comesWith: "The info widget comes with the instrument pages." },
  ),

  // Widgets
  page(
    "widget-builder",
    "/widget/builder/$source",
    "builder",
    "authenticated",
    "Strategy Builder",
    "The builder inside a broker's app.",
    { isWidget: true, comesWith: "The builder widget comes with the builder." },
  ),
  page(
    "widget-chain",
    "/widget/option-chain",
    "option_chain",
    "app_initialized",
    "Option Chain",
    "The option chain inside a broker's app.",
    { isWidget: true, isSpecial: true },
  ),
  page("widget-klrhm", "/widget/klrhm", null, "public", "Key levels", "Key levels inside a broker's app.", {
    isWidget: true,
    comesWith: "Key levels come with the admin pages.",
  }),

  page("admin", "/admin/$", "admin", "privileged", "Admin", "For those who run the product.", {
    comesWith: "Admin pages come last.",
  }),
];

/** Old addresses and where they lead now (spec 1 §2.1); what follows in the query goes along. */
export const ALIASES: Readonly<Record<string, string>> = {
  "/": "/home",
  "/options": "/trade-options",
  "/easyoptions": "/easy-options",
  "/builder": "/option-strategy-builder",
  "/paper-trading": "/virtual-trading",
  "/watchlist": "/stocks-watchlist",
  "/learn": "/learn-options-trading",
  "/ivchart": "/implied-volatility-chart",
  "/screener": "/options-screener",
  "/oigraphs": "/open-interest",
  "/optionchain": "/option-chain",
  "/candles": "/candlestick-patterns",
  "/events": "/stock-market-calendar",
  "/stockdata": "/futures-options-data",
  "/buyselldata": "/fii-dii-data",
  "/widget/optionchain": "/widget/option-chain",
  "/widgets/option-chain": "/widget/option-chain",
};

/** Whether an address belongs to a page's path pattern. @param path without query, as in a URL */
export function matchesPath(pattern: string, path: string): boolean {
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
