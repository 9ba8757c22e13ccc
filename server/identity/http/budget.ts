import type { Endpoint } from "#protocol/http/contract.ts";

/** What calls are counted in, a minute at a time. */
export type Budget = "begins" | "ends" | "panels" | "computes" | "writes";

const LOGIN = { begin: "begins", end: "ends", panel: "panels" } as const satisfies Record<string, Budget>;

/** The budget that a call is counted in; null for one that costs nothing. Charts and other reads that cost are counted with writes. */
export function budgetOf({ class: kind, step, cost }: Endpoint): Budget | null {
  if (cost === 0) return null;
  if (kind === "login") return LOGIN[step ?? "end"];
  return kind === "compute" ? "computes" : "writes";
}
