import { ACCESS_ROWS } from "./access.ts";
import { ACCOUNT_ROWS } from "./account.ts";
import { ADMIN_ROWS } from "./admin.ts";
import { CHART_ROWS } from "./charts.ts";
import type { Endpoints } from "./contract.ts";
import { INSTRUMENT_ROWS } from "./instruments.ts";
import { OPERATION_ROWS } from "./operation.ts";
import { PREFERENCE_ROWS } from "./preferences.ts";
import { PRICE_ROWS } from "./prices.ts";
import { SIGN_IN_ROWS } from "./sign-in.ts";
import { STRATEGY_ROWS } from "./strategies.ts";
import { SUBSCRIPTION_ROWS } from "./subscriptions.ts";

/** Every endpoint of ours, by the file of `protocol/http` that holds its row. */
export const ENDPOINTS = {
  access: ACCESS_ROWS,
  account: ACCOUNT_ROWS,
  admin: ADMIN_ROWS,
  charts: CHART_ROWS,
  instruments: INSTRUMENT_ROWS,
  operation: OPERATION_ROWS,
  preferences: PREFERENCE_ROWS,
  prices: PRICE_ROWS,
  "sign-in": SIGN_IN_ROWS,
  strategies: STRATEGY_ROWS,
  subscriptions: SUBSCRIPTION_ROWS,
} satisfies Readonly<Record<string, Endpoints>>;
