import type { Endpoint } from "#protocol/http/contract.ts";

/** What calls are counted in, a minute at a time. */
export type Budget = "begins" | "ends" | "panels" | "computes" | "charts" | "writes";

const LOGIN = { begin: "begins", end: "ends", panel: "panels" } as const satisfies Record<string, Budget>;
const CLASS = {
  read: "charts",
  chart: "charts",
  compute: "computes",
  write: "writes",
  webhook: "writes",
} as const satisfies Record<string, Budget>;

/** The budget that a call is counted in; null for one whose number is not counted. */
export function budgetOf({ class: kind, step, cost }: Endpoint): Budget | null {
  if (cost === 0) return null;
  return kind === "login" ? LOGIN[step ?? "end"] : CLASS[kind];
}

/**
 * Milliseconds that a call is charged for before it is answered, by its row and its size.
 * @param bytes of address and body
 */
export function msOf({ ms, msPerKilobyte = 0 }: Endpoint, bytes: number): number {
  return ms + (msPerKilobyte * bytes) / 1_024;
}
