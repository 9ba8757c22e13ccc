/** Broker ids of accounts; 0 is anonymous, 5 Google (docs/spec, decisions on names and ids). */
export const BROKERS: ReadonlyMap<number, string> = new Map([
  [0, "anonymous"],
  [1, "zerodha"],
  [2, "angel_one"],
  [3, "upstox"],
  [4, "icici_direct"],
  [5, "google"],
]);

export const PLANS: ReadonlySet<string> = new Set(["no_plan", "free", "trial", "mini_trial", "lite", "pro"]);

/** Who looks, as far as market data is concerned. */
export interface Viewer {
  readonly broker: number;
  readonly plan: string;
  /** How late everything reaches them. Until there are accounts everybody is real-time; a delay line will sit behind this. */
  readonly delayMs: number;
}

/** @returns null for a broker id nobody has; only plain decimal digits count as an id */
export function parseBroker(text: string): number | null {
  const id = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  return BROKERS.has(id) ? id : null;
}

export function viewerOf(broker: number, plan: string): Viewer {
  return { broker, plan, delayMs: 0 };
}
