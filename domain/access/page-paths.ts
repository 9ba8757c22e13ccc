/**
 * Address of every page, by the page's stable name. What else is known of a page stands under the same name in `pages.ts`
 * (who may open it) and `page-texts.ts` (what it is called): apart, because the browser's router needs only this at once.
 * As the router writes it: `$name` is a parameter, `{-$name}` one that may be missing, a last `$` is the rest.
 */
export const PAGE_PATHS = {
  // The house itself
  home: "/home",
  analyze: "/home/analyze",
  login: "/login",
  logout: "/logout",
  profile: "/profile",
  "account-details": "/account-details",
  support: "/support",
  invoice: "/invoice",
  loading: "/loading",
  // Login result pages
  "kite-login-redirect": "/kite_login_redirect",
  "kite-login-error": "/kite_login_error",
  "too-many-devices": "/toomanydevicesloggedin",
  "validate-ssb": "/validate_ssb",
  "angel-login": "/validate_angel_broking_login",
  "upstox-login": "/upstox_login_redirect",
  "icici-validate": "/validate_icici_login",
  "icici-login": "/icici_login_redirect",
  "icici-instructions": "/icici-direct-login-instructions",
  "icici-error": "/icici_error",
  // Trading ideas
  "trade-options": "/trade-options",
  "trade-options-strategies": "/trade-options-strategies",
  compare: "/compare",
  "easy-options": "/easy-options",
  "expiry-trades": "/expiry-trades",
  builder: "/option-strategy-builder",
  calculator: "/option-price-calculator",
  // Market data
  "option-chain": "/option-chain",
  "open-interest": "/open-interest/{-$tabName}",
  "open-interest-old": "/open-interest-old/{-$tabName}",
  "spider-open-interest": "/spider-open-interest/{-$tabName}",
  screener: "/options-screener",
  "iv-chart": "/implied-volatility-chart",
  "fii-dii": "/fii-dii-data/{-$tabName}",
  "spider-fii-dii": "/spider-fii-dii-data/{-$tabName}",
  "stock-data": "/futures-options-data",
  candles: "/candlestick-patterns",
  calendar: "/stock-market-calendar/{-$tabName}",
  "daily-analysis": "/daily-nifty-analysis",
  "covered-call": "/coveredcall",
  "live-options-charts": "/live-options-charts",
  "multi-straddle": "/multi-straddle-strangle-charts",
  chart: "/chart",
  // Trading
  positions: "/positions",
  orders: "/orders",
  basket: "/basket-order",
  watchlist: "/stocks-watchlist",
  alerts: "/stock-alerts",
  "virtual-trading": "/virtual-trading",
  "virtual-portfolios": "/virtual-portfolios",
  "draft-portfolios": "/draft-portfolios",
  "draft-portfolio": "/draft-portfolios/$portfolioId",
  "mindful-trading": "/mindful-trading",
  // Verified P&L
  "verified-pnl": "/verified-pnl",
  "verified-following": "/verified-pnl/following",
  "hall-of-fame": "/verified-pnl/hall-of-fame",
  "verified-user": "/verified-pnl/$sbWordHash",
  "verified-longterm": "/verified-pnl/$sbWordHash/longterm-pnl",
  "verified-live": "/verified-pnl/$sbWordHash/live-positions",
  "verified-screenshot": "/verified-pnl/$sbWordHash/$screenshotId",
  // Plans and partners
  pricing: "/pricing",
  sales: "/sales-page/$promoCode",
  "broker-promo": "/broker-promo-page/$promoCode",
  "partner-reports": "/partners/reports/$partnerUuid",
  "payment-success": "/mobile_razorpay_payment_success",
  "payment-failure": "/mobile_razorpay_payment_failure",
  "purchase-failure": "/purchase-failure",
  // Learning
  learn: "/learn-options-trading/$",
  "learn-strategies": "/learn-options-strategies",
  "learn-strategy": "/learn-options-strategies/$strategy",
  // Other public addresses
  "twitter-redirect": "/twitter_redirect",
  verify: "/verify/$id/$uid",
  manifesto: "/manifesto/{-$section}",
  refer: "/refer",
  campaign: "/campaign",
  "open-account": "/open-new-account",
  klrhm: "/klrhm",
  "test-info-widget": "/test-info-widget",
  // Widgets
  "widget-builder": "/widget/builder/$source",
  "widget-chain": "/widget/option-chain",
  "widget-klrhm": "/widget/klrhm",
  admin: "/admin/$",
} as const;

/** Stable name of a page: navigation, page tracking, tests. */
export type PageName = keyof typeof PAGE_PATHS;
export const PAGE_NAMES = Object.keys(PAGE_PATHS) as readonly PageName[];

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
