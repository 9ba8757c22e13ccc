import type { ErrorBody } from "#domain/errors.ts";
import { parseDown } from "#protocol/control/down.ts";
import type { Subscriptions } from "../connection/relay-subscriptions.ts";
import { chainId, type SharedStream, sharedStream } from "../connection/wanted-streams.ts";
import type { Clock } from "../edges.ts";
import type { TabStreams } from "../streams/tab-streams.ts";
import type { LiveChain } from "./live-chain.ts";

/**
 * What the relay refused. An error frame refuses one message: the stream it names is refused, all others go on, and it is
 * asked for again after a while, because what could not be had may have become possible (a feed that started, a day that
 * rolled).
 */
export interface Refusals {
  onText(text: string): void;
  /** Asks again for what has been refused long enough; to be called once a second. */
  retry(): void;
  forget(): void;
}

const RETRY_MS = 5_000;

export interface RefusalEdges {
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  chains(): Iterable<LiveChain>;
  /** Which keep chains of their own; null while there are none. */
  streams(): Pick<TabStreams, "packetChains" | "chainRefused"> | null;
  /** The relay refuses the chain's stream. */
  onRefused(chain: LiveChain): void;
  /** The relay refuses what is one stream for all tabs. */
  onShared(stream: SharedStream, error: ErrorBody["error"]): void;
  log(text: string): void;
}

export function createRefusals(edges: RefusalEdges): Refusals {
  const { clock, subscriptions } = edges;
  /** Monotonic moment of the refusal, or of the last request since, by the stream's id. */
  const since = new Map<string, number>();

  return {
    onText(text) {
      const frame = parseDown(text);
      if (frame === null) return edges.log("Relay text frame of an unknown kind");
      edges.log(`Relay refused ${frame.uniqueId ?? "a message"}: ${frame.error.code} ${frame.error.message}`);
      const shared = sharedStream(frame.uniqueId);
      if (shared !== undefined && frame.uniqueId !== null) {
        since.set(frame.uniqueId, clock.monotonic());
        edges.onShared(shared, frame.error);
      }
      for (const chain of edges.chains()) {
        if (chainId(chain.underlying, chain.expiry) !== frame.uniqueId) continue;
        since.set(frame.uniqueId, clock.monotonic());
        edges.onRefused(chain);
      }
      const streams = edges.streams();
      for (const chain of streams?.packetChains() ?? []) {
        if (chainId(chain.underlying, chain.expiry) !== frame.uniqueId) continue;
        since.set(frame.uniqueId, clock.monotonic());
        streams?.chainRefused(chain, frame.error);
      }
    },
    retry() {
      const now = clock.monotonic();
      for (const chain of [...edges.chains(), ...(edges.streams()?.packetChains() ?? [])]) {
        const id = chainId(chain.underlying, chain.expiry);
        if (chain.stream.status !== "refused" || now - (since.get(id) ?? 0) < RETRY_MS) continue;
        since.set(id, now);
        subscriptions.resend(id);
      }
      for (const [id, refusedAt] of since) {
        if (sharedStream(id) === undefined || now - refusedAt < RETRY_MS) continue;
        since.delete(id);
        subscriptions.resend(id);
      }
    },
    forget: () => since.clear(),
  };
}
