import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { type ConnectionFacts, isRefused } from "../connection/relay-link.ts";
import { SILENCE_MS } from "../connection/socket-watch.ts";
import type { StreamStatus } from "./stream-place.ts";

/** A stream of a market in session that says nothing for so long is silent, whatever else the connection says. */
const STREAM_SILENCE_MS = 5_000;

interface StreamFacts {
  readonly status: StreamStatus;
  /** There is something to show; rows of it. */
  readonly hasData: boolean;
  readonly rows: number;
  /** The market is in session (chain state live or spot auction). */
  readonly inSession: boolean;
  readonly delayed: boolean;
  /** ms since the stream, or a quote of it, was heard; NaN never. */
  readonly silence: number;
  /** ms the stream has had a gap, 0 none. */
  readonly gapAge: number;
}

/** What a figure of the stream is (rules LIVE-15 to LIVE-17): the one place where that is decided. */
export function feedState(connection: ConnectionFacts, stream: StreamFacts): FeedState {
  if (stream.status === "refused") return "failed";
  if (!stream.hasData) {
    if (connection.state === "offline") return "offline";
    if (isRefused(connection)) return "refused";
    return connection.error || connection.problem !== null ? "failed" : "loading";
  }
  if (stream.status === "synced" && stream.rows === 0) return "empty";
  if (connection.state === "offline") return "offline";
  if (connection.state !== "live" || stream.status === "waiting") return "stale";
  if (stream.gapAge > SILENCE_MS) return "stale";
  if (!stream.inSession) return "closed";
  if (!(stream.silence <= STREAM_SILENCE_MS) || connection.feedAge > STREAM_SILENCE_MS) return "stale";
  return stream.delayed ? "delayed" : "live";
}

/** What the feed as a whole is: of the connection alone while no view shows a chain. */
export function overallState(connection: ConnectionFacts, streams: readonly FeedState[]): FeedState {
  if (connection.state === "offline") return "offline";
  if (isRefused(connection)) return "refused";
  if (connection.problem !== null) return "failed";
  if (connection.state === "live") {
    for (const state of ["stale", "live", "delayed", "closed"] as const) {
      if (streams.includes(state)) return state;
    }
    return "live";
  }
  if (connection.state === "stale") return "stale";
  if (streams.some((state) => state === "stale" || state === "closed")) return "stale";
  return connection.error ? "failed" : "loading";
}
