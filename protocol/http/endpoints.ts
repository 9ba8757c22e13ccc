import { ACCESS_ROWS } from "./access.ts";
import { ACCOUNT_ROWS } from "./account.ts";
import { ADMIN_ROWS } from "./admin.ts";
import { BUILDER_SETTINGS_ROWS } from "./builder-settings.ts";
import { CANDLE_ROWS } from "./candles.ts";
import { CHAIN_SETTINGS_ROWS } from "./chain-settings.ts";
import { CHART_BAR_ROWS } from "./chart-bars.ts";
import { CHART_MEASURE_ROWS } from "./chart-measures.ts";
import { CHART_PREMIUM_ROWS } from "./chart-premium.ts";
import { CHART_ROWS } from "./charts.ts";
import type { Endpoints } from "./contract.ts";
import { EVENT_ROWS } from "./events.ts";
import { INSTRUMENT_ROWS } from "./instruments.ts";
import { IV_HISTORY_ROWS } from "./iv-history.ts";
import { KEPT_STRATEGY_ROWS } from "./kept-strategies.ts";
import { OPEN_INTEREST_ROWS } from "./open-interest.ts";
import { OPERATION_ROWS } from "./operation.ts";
import { POSITION_ROWS } from "./positions.ts";
import { PREFERENCE_ROWS } from "./preferences.ts";
import { PRICE_ROWS } from "./prices.ts";
import { SIGN_IN_ROWS } from "./sign-in.ts";
import { STRATEGY_ROWS } from "./strategies.ts";
import { STRATEGY_LINK_ROWS } from "./strategy-links.ts";
import { SUBSCRIPTION_ROWS } from "./subscriptions.ts";

/** Every endpoint of ours, by the file of `protocol/http` that holds its row. */
export const ENDPOINTS = {
  access: ACCESS_ROWS,
  account: ACCOUNT_ROWS,
  admin: ADMIN_ROWS,
  "builder-settings": BUILDER_SETTINGS_ROWS,
  candles: CANDLE_ROWS,
  "chain-settings": CHAIN_SETTINGS_ROWS,
  "chart-bars": CHART_BAR_ROWS,
  "chart-measures": CHART_MEASURE_ROWS,
  "chart-premium": CHART_PREMIUM_ROWS,
  charts: CHART_ROWS,
  events: EVENT_ROWS,
  instruments: INSTRUMENT_ROWS,
  "iv-history": IV_HISTORY_ROWS,
  "kept-strategies": KEPT_STRATEGY_ROWS,
  "open-interest": OPEN_INTEREST_ROWS,
  operation: OPERATION_ROWS,
  positions: POSITION_ROWS,
  preferences: PREFERENCE_ROWS,
  prices: PRICE_ROWS,
  "sign-in": SIGN_IN_ROWS,
  strategies: STRATEGY_ROWS,
  "strategy-links": STRATEGY_LINK_ROWS,
  subscriptions: SUBSCRIPTION_ROWS,
} satisfies Readonly<Record<string, Endpoints>>;
