import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { ChainViewSpec } from "../api.ts";
import { createModeller, type ExplainedChain } from "../chains/chain-model.ts";
import type { LiveChain } from "../chains/live-chain.ts";
import type { Market, RowRange } from "../chains/live-market.ts";
import type { ServerClock } from "../connection/server-clock.ts";
import type { Clock, PortLike } from "../edges.ts";
import { createPublisher, type PublisherEdges } from "./frame-publisher.ts";
import { configureView, createView, type View } from "./view.ts";

/** Windows of tabs onto the chains of the market, and the frames they get. */
export interface ChainViews {
  /** Brings the code of the figures that a view is to show; null when there is nothing to wait for. */
  prepare(fields: Uint8Array): Promise<void> | null;
  open(tabId: number, spec: ChainViewSpec, port: PortLike, visible: boolean): View;
  configure(view: View, spec: ChainViewSpec): void;
  close(view: View): void;
  setVisible(tabId: number, visible: boolean): void;
  closeTab(tabId: number): void;
  /** Connection, states or figures changed. */
  changed(): void;
  /** A chain of a view, in sight of the tab first, with what it was made of; null where no view has it. */
  explain(
    tabId: number,
    chain: Pick<ChainViewSpec, "underlying" | "expiry">,
    fields: Uint8Array,
  ): Explained | null;
  /** How the chain of each view stands. */
  states(): FeedState[];
  readonly all: ReadonlyMap<number, View>;
}

export interface Explained extends ExplainedChain {
  readonly chain: LiveChain;
  readonly state: FeedState;
  /** The cell as the tab's painter holds it, which small movements do not change; NaN where it holds none. */
  shown(row: number, field: number): number;
}

export interface ChainViewEdges extends Pick<PublisherEdges, "isFocused" | "measures"> {
  readonly clock: Clock;
  readonly kernel: PricingKernel;
  readonly market: Market;
  readonly serverClock: ServerClock;
  /** Money per unit of price of an underlying, NaN while its instruments are not known. */
  multiplierOf(underlying: number): number;
  /** Underlyings of views in sight. */
  onUnderlyings(underlyings: ReadonlySet<number>): void;
}

export function createChainViews(edges: ChainViewEdges): ChainViews {
  const { clock, market, serverClock } = edges;
  const views = new Map<number, View>();
  let last = 0;

  const modeller = createModeller(
    edges.kernel,
    edges.multiplierOf,
    () => serverClock.marketSpeed,
    () => publisher.remade(),
  );
  const publisher = createPublisher({
    clock,
    modeller,
    stateOf: market.stateOf,
    clockOffset: () => serverClock.serverTime(clock.monotonic()) - clock.now(),
    measures: edges.measures,
    isFocused: edges.isFocused,
    onWindow: ask,
  });

  /** Rows of the chain in the windows of visible views; null when there are none. */
  function rowsInView(chain: LiveChain): RowRange | null {
    let first = Infinity;
    let end = -1;
    for (const { chain: own, visible, window } of views.values()) {
      if (own !== chain || !visible || window.rowCount === 0 || window.table !== chain.table) continue;
      first = Math.min(first, window.rows[0]!);
      end = Math.max(end, window.rows[window.rowCount - 1]!);
    }
    return end < 0 ? null : [first, end];
  }

  function ask(chain: LiveChain): void {
    market.ask(chain, rowsInView(chain));
  }

  function tellUnderlyings(): void {
    const underlyings = new Set<number>();
    for (const view of views.values()) if (view.visible) underlyings.add(view.chain.underlying);
    edges.onUnderlyings(underlyings);
  }

  function enter({ underlying, expiry }: ChainViewSpec): ReturnType<Market["enter"]> {
    const entered = market.enter(underlying, expiry);
    ask(entered.chain);
    return entered;
  }

  function leave(chain: LiveChain): void {
    for (const view of views.values()) if (view.chain === chain) return ask(chain);
    modeller.forget(chain);
    market.leave(chain);
  }

  function close(view: View): void {
    if (!views.delete(view.id)) return;
    publisher.remove(view);
    leave(view.chain);
    tellUnderlyings();
  }

  return {
    prepare: modeller.prepare,
    open(tabId, spec, port, visible) {
      const { chain, restored } = enter(spec);
      const view = createView(++last, tabId, port, spec, chain, visible);
      views.set(view.id, view);
      publisher.add(view, restored);
      tellUnderlyings();
      return view;
    },
    configure(view, spec) {
      const before = view.chain;
      const { chain, restored } = enter(spec);
      configureView(view, spec, chain);
      publisher.configured(view, restored);
      if (before !== chain) leave(before);
      tellUnderlyings();
    },
    close,
    setVisible(tabId, visible) {
      const chains = new Set<LiveChain>();
      for (const view of views.values()) {
        if (view.tabId !== tabId || view.visible === visible) continue;
        view.visible = visible;
        chains.add(view.chain);
        publisher.shown(view);
      }
      for (const chain of chains) ask(chain);
      tellUnderlyings();
    },
    closeTab(tabId) {
      for (const view of [...views.values()]) if (view.tabId === tabId) close(view);
    },
    explain(tabId, { underlying, expiry }, fields) {
      const of = [...views.values()].filter(
        ({ chain }) => chain.underlying === underlying && chain.expiry === expiry,
      );
      const view = of.find((each) => each.tabId === tabId) ?? of[0];
      const explained = view === undefined ? null : modeller.explain(view.chain, fields);
      if (view === undefined || explained === null) return null;
      const held = publisher.heldBy(view);
      return {
        ...explained,
        chain: view.chain,
        state: market.stateOf(view.chain),
        shown(row, field) {
          const at = view.window.rows.subarray(0, view.window.rowCount).indexOf(row);
          const column = view.fields.indexOf(field);
          if (held === null || at < 0 || column < 0 || view.window.table !== view.chain.table)
            return Number.NaN;
          return held.values[at * view.fields.length + column] ?? Number.NaN;
        },
      };
    },
    changed: publisher.changed,
    states: () => [...views.values()].map((view) => market.stateOf(view.chain)),
    all: views,
  };
}
