import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageName } from "#domain/access/page-paths.ts";

/** What stands at an address: a component; until there is one, what it will show, in a few lines. */
interface PageContent {
  readonly Component: LazyExoticComponent<ComponentType> | null;
  readonly shows: readonly string[];
}

const page = (load: () => Promise<ComponentType>): PageContent => ({
  Component: lazy(() => load().then((component) => ({ default: component }))),
  shows: [],
});

const soon = (shows: readonly string[]): PageContent => ({ Component: null, shows });

const loginResults = () => import("../features/login/result-pages.tsx");

const WIZARD = [
  "Your target for an index or a stock: price, date and direction",
  "The trades that fit it, ranked by profit, risk and probability of profit",
  "Each trade’s payoff, margin and breakevens before anything is placed",
];
const OI = [
  "Open interest and its change at every strike, calls beside puts",
  "OI of chosen strikes, and of the futures, through the day",
  "Any expiry, or several added up, with PCR and max pain",
];
const VERIFIED = [
  "A day’s profit and loss as the broker reports it, which nobody can edit",
  "Live positions and long-term profit and loss, if their owner shares them",
  "A Hall of Fame of the best verified days",
];
const DRAFTS = [
  "Strategies kept with the prices they were made at",
  "Their profit and loss as the market moves, leg by leg",
  "Any of them opened in the builder again",
];

/**
 * What stands at each address. A page that is missing here, or has no component yet, says honestly that it is not available,
 * with the words of `domain/access/page-texts.ts`.
 */
export const PAGE_CONTENTS: Partial<Readonly<Record<PageName, PageContent>>> = {
  home: page(() => import("../features/home/Home.tsx").then((m) => m.Home)),
  analyze: page(() => import("../features/home/Analyze.tsx").then((m) => m.Analyze)),
  login: page(() => import("../features/login/LoginPage.tsx").then((m) => m.LoginPage)),
  profile: page(() => import("../features/account/ProfilePage.tsx").then((m) => m.ProfilePage)),
  "account-details": page(() =>
    import("../features/account/AccountDetailsPage.tsx").then((m) => m.AccountDetailsPage),
  ),
  pricing: page(() => import("../features/account/PricingPage.tsx").then((m) => m.PricingPage)),
  logout: page(() => import("../features/login/LogoutPage.tsx").then((m) => m.LogoutPage)),
  "kite-login-redirect": page(() => loginResults().then((m) => m.KiteLoginRedirect)),
  "kite-login-error": page(() => loginResults().then((m) => m.KiteLoginError)),
  "upstox-login": page(() => loginResults().then((m) => m.UpstoxLoginRedirect)),
  "angel-login": page(() => loginResults().then((m) => m.AngelLogin)),
  "icici-login": page(() => loginResults().then((m) => m.IciciLogin)),
  "icici-validate": page(() => loginResults().then((m) => m.IciciLogin)),
  "icici-error": page(() => loginResults().then((m) => m.IciciError)),
  "validate-ssb": page(() => loginResults().then((m) => m.ValidateSsb)),
  "too-many-devices": page(() =>
    import("../features/login/TooManyDevices.tsx").then((m) => m.TooManyDevices),
  ),
  support: page(() => import("../features/support/Support.tsx").then((m) => m.Support)),
  manifesto: page(() => import("../features/static/Manifesto.tsx").then((m) => m.Manifesto)),
  "open-account": page(() => import("../features/static/OpenAccount.tsx").then((m) => m.OpenAccount)),
  "icici-instructions": page(() =>
    import("../features/static/IciciInstructions.tsx").then((m) => m.IciciInstructions),
  ),
  "payment-success": page(() => import("../features/static/PaymentResult.tsx").then((m) => m.PaymentResult)),
  "payment-failure": page(() => import("../features/static/PaymentResult.tsx").then((m) => m.PaymentResult)),
  "purchase-failure": page(() =>
    import("../features/static/PurchaseFailure.tsx").then((m) => m.PurchaseFailure),
  ),
  loading: page(() => import("../features/static/Loading.tsx").then((m) => m.Loading)),
  "trade-options": soon(WIZARD),
  "trade-options-strategies": soon(WIZARD),
  compare: soon([
    "Up to several strategies on one payoff chart",
    "Margin, breakevens, greeks and probability of profit side by side",
    "The same target price and date for all of them",
  ]),
  "easy-options": soon([
    "One question: will it go up or down, and by when?",
    "Three ready trades, from careful to bold",
    "What each can win and lose, in rupees",
  ]),
  "expiry-trades": soon([
    "Where the underlying may close on its expiry",
    "Trades that profit from it, with their payoff on that day",
    "Probability of profit from the market’s own volatility",
  ]),
  builder: soon([
    "Any legs of any expiry, or one of 38 ready strategies",
    "Payoff today, on a date you choose and at expiry",
    "Greeks, margin, breakevens and probability of profit, live",
  ]),
  calculator: soon([
    "Price and greeks of one option from spot, strike, time and volatility",
    "Implied volatility from a price",
    "Filled in from the live market with one press",
  ]),
  "open-interest": soon(OI),
  "open-interest-old": soon(OI),
  "spider-open-interest": soon(OI),
  screener: soon([
    "Every underlying by IV, IV percentile, PCR, OI, volume and price",
    "Filters by sector and by what has moved most",
    "The same market as a heatmap",
  ]),
  "iv-chart": soon([
    "At-the-money IV through the day and over months",
    "The smile across strikes, expiry by expiry",
    "IV percentile, and the futures price beside it",
  ]),
  "fii-dii": soon([
    "What foreign and domestic institutions bought and sold in cash",
    "Open interest by participant in index futures and options",
    "Day by day, with the index beside it",
  ]),
  "spider-fii-dii": soon([
    "What foreign and domestic institutions bought and sold in cash",
    "Open interest by participant in index futures and options",
    "Day by day, with the index beside it",
  ]),
  "stock-data": soon([
    "Futures and options of every stock: price, OI, IV, PCR, max pain",
    "Build-up of open interest: long, short, covering, unwinding",
    "One press to a stock’s chain",
  ]),
  candles: soon([
    "Candlestick patterns found in daily, hourly and weekly bars",
    "What each pattern says, with a picture",
    "The chart where it was found",
  ]),
  calendar: soon([
    "Economic events with their expected impact",
    "Results of companies with derivatives",
    "Holidays of every exchange",
  ]),
  "daily-analysis": soon([
    "What moved the index today, and where positions were built",
    "Support and resistance from open interest",
    "The days before, to compare with",
  ]),
  "covered-call": soon([
    "Calls to sell against the stocks you hold",
    "What each earns if nothing happens, and if the stock is called away",
    "Lots worked out from your holdings",
  ]),
  "live-options-charts": soon([
    "OI, IV, PCR and IVP of an underlying through the day",
    "Several charts in one window, each with its own expiry",
    "The days before, for comparison",
  ]),
  "multi-straddle": soon([
    "Prices of straddles and strangles through the day",
    "Several strikes and expiries on one chart",
    "IV and greeks of each beside its price",
  ]),
  chart: soon(["Candles of any instrument", "Indicators and drawings", "Trading from the chart"]),
  positions: soon([
    "Your broker’s positions, grouped by underlying",
    "Payoff, greeks and breakevens of each group, live",
    "Adjustments tried out before they are placed",
  ]),
  orders: soon([
    "All, open, executed and stop-loss orders",
    "Changing and cancelling them",
    "Refreshed by itself",
  ]),
  basket: soon([
    "Several orders placed together",
    "Margin needed before and after",
    "What each order ended as",
  ]),
  watchlist: soon([
    "The underlyings you follow, with price, IV, PCR and OI",
    "Several lists, in your own order",
    "Shared by all your devices",
  ]),
  alerts: soon([
    "A price, an IV or a PCR to wait for",
    "A message when it is reached",
    "What has been reached before",
  ]),
  "virtual-trading": soon([
    "Trades at live prices without money",
    "Profit and loss as if they were real",
    "Portfolios to keep apart what you try",
  ]),
  "virtual-portfolios": soon([
    "Your practice portfolios",
    "Their profit and loss, day by day",
    "Every trade in them",
  ]),
  "draft-portfolios": soon(DRAFTS),
  "draft-portfolio": soon(DRAFTS),
  "mindful-trading": soon([
    "Entries that wait until you have slept over them",
    "Exits that ask you twice when the day goes badly",
    "What the pauses have saved you",
  ]),
  "verified-pnl": soon(VERIFIED),
  "verified-following": soon(VERIFIED),
  "hall-of-fame": soon(VERIFIED),
  "verified-user": soon(VERIFIED),
  "verified-longterm": soon(VERIFIED),
  "verified-live": soon(VERIFIED),
  "verified-screenshot": soon(VERIFIED),
  learn: soon([
    "Courses in short videos, in English and Hindi",
    "From the first option to adjusting a position",
    "Free",
  ]),
  "learn-strategies": soon([
    "Every strategy with its payoff at live prices",
    "When it wins, when it loses, what to watch",
    "One press to the builder",
  ]),
  "learn-strategy": soon([
    "The strategy’s payoff at live prices",
    "When it wins, when it loses, what to watch",
    "One press to the builder",
  ]),
  invoice: soon(["An invoice for each payment", "GST as it was charged", "A PDF to keep"]),
};
