import { NEEDS_ACCOUNT } from "./error-response.ts";

/** What the rows of charts share: apart from them, since those of one kind stand in a file of their own. */
export const chartCall = {
  access: "app_initialized",
  class: "chart",
  cost: 1,
  ms: 3,
  method: "POST",
  tags: ["history"],
} as const;

export const CHART_ERRORS = {
  ...NEEDS_ACCOUNT,
  400: ["request.invalid"],
  403: ["access.denied", "access.upgrade_needed"],
  404: ["underlying.not_found", "instrument.not_found", "derivative.not_found"],
  503: ["prices.failed", "server.unavailable"],
} as const;
