import { ANONYMOUS, BROKERS, type BrokerId, ZERODHA } from "./brokers.ts";
import { type AccessSubject, requiredLevel } from "./features.ts";
import { pageOutcome } from "./outcome.ts";
import type { PageName } from "./page-paths.ts";
import { pageOf } from "./pages.ts";

type NavTag = "New" | "Popular" | "New And Improved";

/** Where entries lead that live outside the product; the addresses are configuration. */
export type Elsewhere = "faq" | "about" | "whats_new";

/** One line of the navigation (rules NAV-1 to NAV-6). */
export interface NavEntry {
  readonly label: string;
  /** What it is for, in a few words. */
  readonly tagline: string;
  readonly page: PageName | null;
  /** Behind the page's path: `?view=heatmap`, `/multistrike-oi`. */
  readonly rest?: string;
  readonly elsewhere?: Elsewhere;
  readonly tag?: NavTag;
  /** Whom it is shown to, beyond what the access matrix says. */
  readonly isFor?: (broker: BrokerId) => boolean;
}

export interface NavGroup {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

const entry = (
  label: string,
  page: PageName,
  tagline: string,
  more: Pick<NavEntry, "rest" | "tag" | "isFor"> = {},
): NavEntry => ({ label, page, tagline, ...more });

export const ANALYSE: readonly NavGroup[] = [
  {
    title: "Chain and open interest",
    entries: [
      entry("Option Chain", "option-chain", "Live prices, IV, greeks and OI of every strike"),
      entry("Open Interest", "open-interest", "OI by strike and through the day", {
        tag: "New And Improved",
      }),
      entry("Open Interest (old)", "open-interest-old", "The older open-interest page"),
      entry("Multi Strike OI", "open-interest", "OI of several strikes on one chart", {
        rest: "/multistrike-oi",
      }),
    ],
  },
  {
    title: "Volatility and charts",
    entries: [
      entry("IV Chart", "iv-chart", "Implied volatility over time and across strikes"),
      entry("Live Options Charts", "live-options-charts", "OI, IV, PCR, IVP"),
      entry("Multi Straddle-Strangle Charts", "multi-straddle", "Straddles and strangles through the day"),
    ],
  },
  {
    title: "Find",
    entries: [
      entry("Screener", "screener", "Every underlying by IV, OI, volume and PCR"),
      entry("Heatmap", "screener", "The same market as colours", { rest: "?view=heatmap" }),
      entry("Technical Signals", "candles", "Candlestick patterns across the market"),
      entry("Stock Data", "stock-data", "Futures and options data of every stock"),
    ],
  },
  {
    title: "Market",
    entries: [
      entry("FII DII Data", "fii-dii", "What institutions bought and sold"),
      entry("Stock Market Calendar", "calendar", "Economic events, results and holidays"),
      entry("Market Analysis", "daily-analysis", "The market's day, explained"),
    ],
  },
];

export const TRADE: readonly NavGroup[] = [
  {
    title: "Find a trade",
    entries: [
      entry("Easy Options", "easy-options", "Just guess up or down"),
      entry("Strategy Wizard", "trade-options", "Give a target, get a trade"),
      entry("Strategy Builder", "builder", "Leg by leg, with its payoff", { tag: "Popular" }),
      entry("Expiry Trades", "expiry-trades", "Predict the expiry and get profitable option trades"),
      entry("Covered Calls", "covered-call", "Calls to sell against what you hold"),
      entry("Option Price Calculator", "calculator", "Price and greeks of one option"),
    ],
  },
  {
    title: "Practise and keep calm",
    entries: [
      entry("Practice Trade / Draft Portfolios", "draft-portfolios", "Strategies kept to practise with"),
      entry("Virtual Trading", "virtual-trading", "Trade without money"),
      entry("Mindful Trading", "mindful-trading", "Stop Impulsive Trading", { tag: "New" }),
    ],
  },
  {
    title: "Learn",
    entries: [
      entry("Learn Options Trading", "learn", "Free video courses"),
      entry("Learn Options Strategies", "learn-strategies", "Every strategy, with live prices", {
        tag: "New",
      }),
    ],
  },
];

/** Entries of the bar itself, between the two menus and the rest. */
export const BAR: readonly NavEntry[] = [
  entry("Positions", "positions", "Your positions and what they are worth"),
  entry("Watchlist", "watchlist", "The underlyings you follow", { tag: "New" }),
  entry("Orders", "orders", "Your orders of today"),
];

const isAccount = (broker: BrokerId): boolean => broker !== ANONYMOUS;

export const MORE: readonly NavGroup[] = [
  {
    title: "Settings",
    entries: [
      entry("Account details", "account-details", "Who you are here", { isFor: isAccount }),
      // A Zerodha account has no plan to choose: the matrix frees everything for it.
      entry("My Plan", "profile", "What you hold, and what else there is", {
        rest: "?tab=strikewise_plans",
        isFor: (broker) => isAccount(broker) && broker !== ZERODHA,
      }),
    ],
  },
  {
    title: "Community",
    entries: [
      entry("Verified By Strikewise", "verified-pnl", "Profit and loss that a broker vouches for", {
        isFor: (broker) => BROKERS[broker].shareableVerifiedPnl,
      }),
    ],
  },
  {
    title: "Help",
    entries: [
      { label: "FAQ", tagline: "What is asked most", page: null, elsewhere: "faq" },
      entry("Help / Support", "support", "How to reach us"),
      { label: "About Us", tagline: "Who we are and what we stand for", page: null, elsewhere: "about" },
      { label: "What's New", tagline: "What has changed lately", page: null, elsewhere: "whats_new" },
    ],
  },
];

export const HOME: NavEntry = entry("Home", "home", "The market at a glance");

/**
 * open: leads to its page. login: leads there too, and the page asks for a login first. plan: the page asks for a plan.
 * disabled: greyed, because the visitor's kind of account never has it. absent: not shown.
 */
export type EntryState = "open" | "login" | "plan" | "disabled" | "absent";

/** What the access matrix makes of an entry for the caller; while the caller is unknown, for a visitor. */
export function entryState({ page: name, isFor }: NavEntry, subject: AccessSubject | null): EntryState {
  const who: AccessSubject = subject ?? { broker: ANONYMOUS, plan: "no_plan", isMobileApp: false };
  if (isFor !== undefined && !isFor(who.broker)) return "absent";
  if (name === null) return "open";
  const page = pageOf(name);
  const level = page.feature === null ? "free" : requiredLevel(page.feature, who.broker);
  if (!who.isMobileApp && level === "hidden") return "absent";
  const outcome = pageOutcome({
    page,
    subject: who,
    isAdmin: false,
    needsRenewal: false,
    isExempt: false,
  });
  if (outcome === "show") return "open";
  if (outcome === "login_needed") return "login";
  return outcome === "upgrade" || outcome === "renew" ? "plan" : "disabled";
}
