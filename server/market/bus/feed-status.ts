import { Type } from "typebox";
import type { MarketKind } from "#domain/chain/origin.ts";
import { type JsonReader, jsonReader } from "../../platform/lib/read-json.ts";

/** Where prices come from (MARKET_SOURCE). */
export const SOURCES = ["sim", "import", "replay", "kite", "upstox"] as const;
export type SourceName = (typeof SOURCES)[number];

export const MARKET_KIND_OF: Readonly<Record<SourceName, MarketKind>> = {
  sim: "simulated",
  import: "imported",
  replay: "recorded",
  kite: "broker",
  upstox: "broker",
};

/** How a source that depends on an outside service is doing. */
export interface SourceHealth {
  /**
   * live: prices come. closed: no session is on. connecting: on its way. stale: a session is on and no prices come.
   * no_token, token_rejected: waits for the operator. no_instruments: nothing is listed yet.
   */
  readonly state:
    | "live"
    | "closed"
    | "connecting"
    | "stale"
    | "no_token"
    | "token_rejected"
    | "no_instruments";
  /** one line for people: what is wrong and what to do, or what is going on */
  readonly message: string;
  /** epoch ms of the last price, null before the first */
  readonly lastDataAt: number | null;
  readonly connections: readonly { readonly phase: string; readonly instruments: number }[];
  /** instruments followed; listed and not followed for want of room */
  readonly followed: number;
  readonly leftOut: number;
  /** trading day of the list of instruments in use, null none; whether a newer one should be there */
  readonly listedOn: string | null;
  readonly isListOld: boolean;
  /** rows of the list that made no sense and were left out */
  readonly listFaults: number;
  /** messages or packets of the stream that made no sense and were left out */
  readonly garbled: number;
  readonly reconnects: number;
}

/** Answer to `feedStatusRequest()`. */
export interface FeedStatus {
  readonly epoch: number;
  readonly source: SourceName;
  /** names this market and no other: history is kept under it */
  readonly market?: string;
  readonly simulated: boolean;
  readonly sessions: boolean;
  /** the universe's market date, "YYYY-MM-DD" */
  readonly date: string;
  readonly marketTime: number;
  readonly serverTime: number;
  readonly speed: number;
  readonly feedAgeMs: number | null;
  readonly instruments: number;
  readonly underlyings: number;
  readonly chains: number;
  readonly activeChains: number;
  /** sequence of the last quote message */
  readonly quoteSequence: number;
  /** packets published since the start */
  readonly packets: number;
  readonly ticksPerSecond: number;
  /** share of the last seconds that the loop was busy, 0 to 1 */
  readonly busy: number;
  readonly slowestStepMs: number;
  readonly recording: string | null;
  /** how a broker's feed is doing; null or left out for a source that is always well */
  readonly health?: SourceHealth | null;
}

/** Whether all of a market is made up, its past too: an imported one is simulated onward from a real close. */
export function isInvented({ source, simulated }: Pick<FeedStatus, "source" | "simulated">): boolean {
  return simulated && source !== "import";
}

/** What other roles read of it. */
export const readFeedStatus: JsonReader<
  Pick<FeedStatus, "source" | "simulated" | "market" | "date" | "underlyings">
> = jsonReader(
  Type.Object({
    source: Type.Enum(SOURCES),
    simulated: Type.Boolean(),
    market: Type.Optional(Type.String()),
    date: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
    underlyings: Type.Integer(),
  }),
);
