import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { CHAIN_FLAG_DELAYED, CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { Decoder } from "#wasm/decoder.ts";
import type { RelayLink } from "../connection/relay-link.ts";
import { chainId, type Interest } from "../connection/wanted-streams.ts";
import type { Clock } from "../edges.ts";
import { isInSession } from "./chain-model.ts";
import { createDerivatives, type Derivatives } from "./derivatives.ts";
import type { EngineStore } from "./engine-store.ts";
import { feedState } from "./feed-state.ts";
import type { LiveChain } from "./live-chain.ts";
import type { Overlay } from "./polled-prices.ts";

/** Rows of a chain, both included. */
export type RowRange = readonly [first: number, last: number];

/** Chains that tabs look at, from the first look to the last: what is asked of the relay for them, what storage keeps. */
export interface Market {
  readonly derivatives: Derivatives;
  /** A tab begins to look at the chain. @returns it, and when storage has told what it has; null when nobody asked it */
  enter(underlying: number, expiry: string): { chain: LiveChain; restored: Promise<void> | null };
  /** Brings what the relay is asked for into line with the rows in view; null none. */
  ask(chain: LiveChain, rows: RowRange | null): void;
  /** No tab looks at the chain any more. */
  leave(chain: LiveChain): void;
  stateOf(chain: LiveChain): FeedState;
  /** @returns whether any chain is another */
  applyPolled(underlying: number, overlay: Overlay): boolean;
  /** The relay has not brought some chain of the underlying. */
  isAwaited(underlying: number): boolean;
  /** Saves what has changed since it was last saved. */
  persist(): void;
  readonly isSimulated: boolean;
  /** The decoder's table had no room for the quotes of a view (which then lives on chain packets alone). */
  readonly isFull: boolean;
}

/** Quotes are watched a little beyond the window, so that a moving ATM does not subscribe anew with each strike. */
const PAD_ROWS = 4;
const SPARE_ROWS = 24;

/** True when the rows are watched, and not far too many besides. */
function covers(watched: RowRange, [first, last]: RowRange): boolean {
  const spare = watched[1] - watched[0] - (last - first);
  return watched[0] <= first && last <= watched[1] && spare <= SPARE_ROWS;
}

interface MarketEdges {
  readonly clock: Clock;
  readonly decoder: Decoder;
  readonly link: RelayLink;
  readonly store: EngineStore;
  /** Figures of a chain changed. */
  onChange(): void;
  /** The feed started anew: instruments may have changed. */
  onEpoch(): void;
}

export function createMarket(edges: MarketEdges): Market {
  const { clock, link, store } = edges;
  const { subscriptions, serverClock } = link;
  const savedVersions = new Map<LiveChain, number>();
  let isFull = false;

  const derivatives = createDerivatives(edges.decoder, clock, {
    onChange: edges.onChange,
    onGap: (chain) => subscriptions.resend(chainId(chain.underlying, chain.expiry)),
    onQuoteGap: () => subscriptions.resendQuotes(),
    onEpoch: edges.onEpoch,
  });

  function ask(chain: LiveChain, rows: RowRange | null): void {
    const { underlying, expiry, table } = chain;
    const watched = derivatives.watched(chain);
    if (rows !== null && watched !== null && covers(watched, rows)) return;
    const count = table?.columns.count ?? 0;
    const [first, last] =
      rows === null ? [-1, -1] : [Math.max(rows[0] - PAD_ROWS, 0), Math.min(rows[1] + PAD_ROWS, count - 1)];
    const tokens = derivatives.watch(chain, first, last);
    isFull = tokens === null;
    const stream: Interest = { kind: "chain", underlying, expiry };
    // Bid and ask come with the chain's own packets; the depth, two thirds of a full quote, is shown nowhere.
    const quotes: Interest = { kind: "quotes", group: chain.key, mode: "mini", tokens: tokens ?? [] };
    subscriptions.want(chain.key, quotes.tokens.length > 0 ? [stream, quotes] : [stream]);
  }

  async function restore(chain: LiveChain): Promise<void> {
    const stored = await store.readChain(chain.key);
    // The network may have been faster, or the view is gone.
    if (stored !== null && chain.table === null) derivatives.restore(chain, stored);
  }

  function save(chain: LiveChain): void {
    const { table, root, version, serverTime } = chain;
    // Only what the network brought: a restored chain is in storage already.
    if (table === null || root === null || chain.stream.epoch < 0 || table.columns.count === 0) return;
    if (savedVersions.get(chain) === version) return;
    savedVersions.set(chain, version);
    void store.writeChain(chain.key, { table, root, serverTime });
  }

  return {
    derivatives,
    enter(underlying, expiry) {
      const chain = derivatives.open(underlying, expiry);
      return { chain, restored: chain.table === null ? restore(chain) : null };
    },
    ask,
    leave(chain) {
      save(chain);
      savedVersions.delete(chain);
      subscriptions.release(chain.key);
      derivatives.close(chain);
    },
    stateOf(chain) {
      const now = clock.monotonic();
      const { root, stream, table } = chain;
      return feedState(link.facts(), {
        status: stream.status,
        hasData: root !== null && table !== null,
        rows: table?.columns.count ?? 0,
        inSession: root !== null && isInSession(root),
        delayed: root !== null && (root.flags & CHAIN_FLAG_DELAYED) !== 0,
        silence: now - chain.heardAt,
        gapAge: stream.status === "gap" ? now - stream.gapAt : 0,
      });
    },
    applyPolled(underlying, overlay) {
      let isAny = false;
      for (const chain of derivatives.chains()) {
        if (chain.underlying !== underlying || chain.root === null) continue;
        const ahead = Math.max(chain.serverTime - chain.rootTime, 0) * serverClock.marketSpeed;
        const root = overlay(chain, chain.root.marketTime + ahead);
        if (root === null) continue;
        derivatives.replaceRoot(chain, root);
        isAny = true;
      }
      return isAny;
    },
    isAwaited(underlying) {
      for (const chain of derivatives.chains()) {
        if (chain.underlying === underlying && chain.stream.status !== "synced") return true;
      }
      return false;
    },
    persist() {
      for (const chain of derivatives.chains()) save(chain);
    },
    get isSimulated() {
      for (const { root } of derivatives.chains()) {
        if (root !== null) return (root.flags & CHAIN_FLAG_SIMULATED) !== 0;
      }
      return false;
    },
    get isFull() {
      return isFull;
    },
  };
}
