import { ANGEL, ANONYMOUS, type BrokerId, GOOGLE, ICICI, UPSTOX, ZERODHA } from "./brokers.ts";
import { type AccessLevel, type PlanType, rankOf } from "./plans.ts";

/** Columns: Google, Zerodha, ICICI, Upstox, Angel, visitor, as in the table of rule ACC-12. */
type Row = readonly [AccessLevel, AccessLevel, AccessLevel, AccessLevel, AccessLevel, AccessLevel];

const CHAIN: Row = ["pro", "free", "pro", "pro", "pro", "pro"];
const IV: Row = ["pro", "free", "pro", "pro", "pro", "free"];
const ENGINE: Row = ["lite", "free", "lite", "lite", "pro", "lite"];
const COMPARE: Row = ["lite", "free", "lite", "lite", "pro", "disabled"];
const SCREENER: Row = ["lite", "free", "lite", "lite", "pro", "free"];
const DRAFTS: Row = ["free", "free", "pro", "pro", "pro", "disabled"];
const COVERED: Row = ["hidden", "free", "hidden", "free", "hidden", "hidden"];
const MINDFUL: Row = ["hidden", "free", "hidden", "hidden", "hidden", "disabled"];
const MEMBERS: Row = ["free", "free", "free", "free", "free", "disabled"];
const EVERYONE: Row = ["free", "free", "free", "free", "free", "free"];

/** The access matrix: the level each feature asks of each broker's accounts. */
const MATRIX = {
  option_chain: CHAIN,
  oi_graphs: CHAIN,
  multistrike_oi: CHAIN,
  builder: CHAIN,
  learn_strategies: CHAIN,
  iv_chart: IV,
  strategy_engine: ENGINE,
  easy_options: ENGINE,
  compare: COMPARE,
  screener: SCREENER,
  positions: COMPARE,
  virtual_trading: COMPARE,
  draft_portfolios: DRAFTS,
  draft_portfolio_detail: DRAFTS,
  intraday_charts: IV,
  multi_straddle: IV,
  candlesticks: IV,
  covered_calls: COVERED,
  mindful_trading: MINDFUL,
  orders: MEMBERS,
  invoice: MEMBERS,
  alerts: MEMBERS,
  watchlist: MEMBERS,
  logout: MEMBERS,
  admin: MEMBERS,
  basket: MEMBERS,
  calculator: EVERYONE,
  calendar: EVERYONE,
  education: EVERYONE,
  fii_dii: EVERYONE,
  home: EVERYONE,
  manifesto: EVERYONE,
  support: EVERYONE,
  verified_pnl: EVERYONE,
  chart: EVERYONE,
  expiry_trades: EVERYONE,
} as const satisfies Record<string, Row>;

export type Feature = keyof typeof MATRIX;
export const FEATURES = Object.keys(MATRIX) as readonly Feature[];

const COLUMN: Readonly<Record<BrokerId, number>> = {
  [GOOGLE]: 0,
  [ZERODHA]: 1,
  [ICICI]: 2,
  [UPSTOX]: 3,
  [ANGEL]: 4,
  [ANONYMOUS]: 5,
};

export function isFeature(value: string): value is Feature {
  return Object.hasOwn(MATRIX, value);
}

/** The level that a feature asks of an account of this broker. */
export function requiredLevel(feature: Feature, broker: BrokerId): AccessLevel {
  return MATRIX[feature][COLUMN[broker]] ?? "hidden";
}

/** The caller, as far as access is concerned. */
export interface AccessSubject {
  readonly broker: BrokerId;
  readonly plan: PlanType;
  /** proved by a token that the mobile app signed; a user agent proves nothing (rule ACC-14) */
  readonly isMobileApp: boolean;
}

/** Whether the subject's plan reaches what the feature asks of its broker (rule ACC-11). */
export function isAllowed(feature: Feature, { broker, plan, isMobileApp }: AccessSubject): boolean {
  return isMobileApp || rankOf(plan) >= rankOf(requiredLevel(feature, broker));
}
