import type { PricingKernel } from "#domain/pricing/kernel.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { CHAIN_FLAG_DELAYED, CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { Decoder } from "#wasm/decoder.ts";
import type { ChainViewSpec } from "../api.ts";
import type { RelayLink } from "../connection/relay-link.ts";
import { chainId, type Interest } from "../connection/subscriptions.ts";
import type { Clock, PortLike } from "../edges.ts";
import type { Measures } from "../measure/measures.ts";
import { createPublisher } from "../tabs/publisher.ts";
import { configureView, createView, type View } from "../tabs/view.ts";
import { createModeller, isInSession } from "./chain-model.ts";
import { createDerivatives, type Derivatives, type LiveChain } from "./derivatives.ts";
import { feedState } from "./feed-state.ts";
import { overlayPrices, type PolledPrices } from "./live-prices.ts";
import type { EngineStore } from "./store.ts";

/**
 * Chains somebody looks at, from the first view of one to the last: what is asked of the relay for them, what is kept in
 * storage, and the frames their views get.
 */
export interface Market {
  readonly derivatives: Derivatives;
  open(tabId: number, spec: ChainViewSpec, port: PortLike, visible: boolean): View;
  configure(view: View, spec: ChainViewSpec): void;
  close(view: View): void;
  setVisible(tabId: number, visible: boolean): void;
  closeTab(tabId: number): void;
  /** Connection, states or figures changed. */
  changed(): void;
  applyPolled(underlying: number, prices: PolledPrices): void;
  /** Saves what has changed since it was last saved. */
  persist(): void;
  /** How the chain of each view stands. */
  states(): FeedState[];
  /** The relay has not brought some chain of the underlying. */
  isAwaited(underlying: number): boolean;
  readonly views: ReadonlyMap<number, View>;
  readonly isSimulated: boolean;
  /** The decoder's table had no room for the quotes of a view (which then lives on chain packets alone). */
  readonly isFull: boolean;
}

/** Quotes are watched a little beyond the window, so that a moving ATM does not subscribe anew with each strike. */
const PAD_ROWS = 4;
const SPARE_ROWS = 24;

export interface MarketEdges {
  readonly clock: Clock;
  readonly decoder: Decoder;
  readonly kernel: PricingKernel;
  readonly link: RelayLink;
  readonly store: EngineStore;
  isFocused(tabId: number): boolean;
  measures(): Measures | null;
  multiplierOf(underlying: number): number;
  onEpoch(): void;
  onUnderlyings(underlyings: ReadonlySet<number>): void;
}

export function createMarket(edges: MarketEdges): Market {
  const { clock, link, store } = edges;
  const { subscriptions, serverClock } = link;
  const savedVersions = new Map<LiveChain, number>();
  let lastView = 0;
  let isFull = false;

  const derivatives = createDerivatives(edges.decoder, clock, {
    onChange: () => publisher.changed(),
    onGap: (chain) => subscriptions.resend(chainId(chain.underlying, chain.expiry)),
    onQuoteGap: () => subscriptions.resendQuotes(),
    onEpoch: edges.onEpoch,
  });
  const modeller = createModeller(edges.kernel, edges.multiplierOf, () => serverClock.marketSpeed);
  const publisher = createPublisher({
    clock,
    modeller,
    stateOf,
    clockOffset: () => serverClock.serverTime(clock.monotonic()) - clock.now(),
    measures: edges.measures,
    isFocused: edges.isFocused,
    onWindow: (chain) => ask(chain),
  });

  function stateOf(chain: LiveChain): FeedState {
    const now = clock.monotonic();
    const { root, table } = chain;
    return feedState(link.facts(), {
      status: chain.status,
      hasData: root !== null && table !== null,
      rows: table?.columns.count ?? 0,
      inSession: root !== null && isInSession(root),
      delayed: root !== null && (root.flags & CHAIN_FLAG_DELAYED) !== 0,
      silence: now - chain.heardAt,
      gapAge: chain.status === "gap" ? now - chain.gapAt : 0,
    });
  }

  /** Rows of the chain in the windows of visible views; -1 when there are none. */
  function rowsInView(chain: LiveChain): readonly [first: number, last: number] {
    let first = Infinity;
    let last = -1;
    for (const view of publisher.views.values()) {
      if (view.chain !== chain || !view.visible || view.rowCount === 0) continue;
      if (view.windowTable !== chain.table) continue;
      first = Math.min(first, view.rows[0]!);
      last = Math.max(last, view.rows[view.rowCount - 1]!);
    }
    return last < 0 ? [-1, -1] : [first, last];
  }

  /** Brings what the relay is asked for into line with what is in view. */
  function ask(chain: LiveChain): void {
    const { underlying, expiry, table } = chain;
    const stream: Interest = { kind: "chain", underlying, expiry };
    const [first, last] = rowsInView(chain);
    const isWatched =
      chain.watchedFirst <= first &&
      last <= chain.watchedLast &&
      chain.watchedLast - chain.watchedFirst - (last - first) <= SPARE_ROWS;
    if (first >= 0 && chain.watchedFirst >= 0 && isWatched) return;
    const count = table?.columns.count ?? 0;
    const from = first < 0 ? -1 : Math.max(first - PAD_ROWS, 0);
    const tokens = derivatives.watch(chain, from, Math.min(last + PAD_ROWS, count - 1));
    isFull = tokens === null;
    const quotes: Interest = { kind: "quotes", group: chain.key, mode: "full", tokens: tokens ?? [] };
    subscriptions.want(chain.key, quotes.tokens.length > 0 ? [stream, quotes] : [stream]);
  }

  function refreshUnderlyings(): void {
    const next = new Set<number>();
    for (const view of publisher.views.values()) if (view.visible) next.add(view.chain.underlying);
    edges.onUnderlyings(next);
  }

  /** The chain of a spec, with what storage has of it on its way. @returns settles when storage has spoken */
  function enter(spec: ChainViewSpec): { chain: LiveChain; restored: Promise<void> | null } {
    const chain = derivatives.open(spec.underlying, spec.expiry);
    ask(chain);
    return { chain, restored: chain.table === null ? restore(chain) : null };
  }

  async function restore(chain: LiveChain): Promise<void> {
    const stored = await store.readChain(chain.key);
    // The network may have been faster, or the view is gone.
    if (stored === null || chain.table !== null) return;
    chain.table = stored.table;
    chain.root = stored.root;
    chain.rootTime = stored.serverTime;
    chain.serverTime = stored.serverTime;
    chain.receivedAt = stored.savedAt;
    chain.version++;
  }

  function leave(chain: LiveChain): void {
    for (const view of publisher.views.values()) if (view.chain === chain) return ask(chain);
    save(chain);
    savedVersions.delete(chain);
    modeller.forget(chain);
    subscriptions.release(chain.key);
    derivatives.close(chain);
  }

  function save(chain: LiveChain): void {
    const { table, root, version, serverTime } = chain;
    // Only what the network brought: a restored chain is in storage already.
    if (table === null || root === null || chain.epoch < 0 || table.columns.count === 0) return;
    if (savedVersions.get(chain) === version) return;
    savedVersions.set(chain, version);
    void store.writeChain(chain.key, { table, root, serverTime });
  }

  function hold(view: View, restored: Promise<void> | null): void {
    view.isHeld = restored !== null;
    void restored?.then(() => {
      view.isHeld = false;
      if (publisher.views.has(view.id)) publisher.touch(view);
    });
  }

  function close(view: View): void {
    if (!publisher.views.has(view.id)) return;
    publisher.remove(view);
    leave(view.chain);
    refreshUnderlyings();
  }

  return {
    derivatives,
    open(tabId, spec, port, visible) {
      const { chain, restored } = enter(spec);
      const view = createView(++lastView, tabId, port, spec, chain, visible);
      hold(view, restored);
      publisher.add(view);
      refreshUnderlyings();
      return view;
    },
    configure(view, spec) {
      const before = view.chain;
      const { chain, restored } = enter(spec);
      configureView(view, spec, chain);
      hold(view, restored);
      publisher.touch(view);
      if (before !== chain) leave(before);
      refreshUnderlyings();
    },
    close,
    setVisible(tabId, visible) {
      const chains = new Set<LiveChain>();
      for (const view of publisher.views.values()) {
        if (view.tabId !== tabId || view.visible === visible) continue;
        view.visible = visible;
        view.needsFull = true;
        chains.add(view.chain);
        if (visible) publisher.touch(view);
      }
      for (const chain of chains) ask(chain);
      refreshUnderlyings();
    },
    closeTab(tabId) {
      for (const view of [...publisher.views.values()]) if (view.tabId === tabId) close(view);
    },
    changed: () => publisher.changed(),
    applyPolled(underlying, prices) {
      for (const chain of derivatives.chains()) {
        const { root } = chain;
        if (chain.underlying !== underlying || root === null) continue;
        const ahead = Math.max(chain.serverTime - chain.rootTime, 0) * serverClock.marketSpeed;
        if (overlayPrices(chain, prices, root.marketTime + ahead)) publisher.changed();
      }
    },
    persist() {
      for (const chain of derivatives.chains()) save(chain);
    },
    states: () => [...publisher.views.values()].map((view) => stateOf(view.chain)),
    isAwaited(underlying) {
      for (const chain of derivatives.chains()) {
        if (chain.underlying === underlying && chain.status !== "synced") return true;
      }
      return false;
    },
    views: publisher.views,
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
