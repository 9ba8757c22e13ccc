/**
 * The live market of the strategy on screen: of the expiries of its legs, of the one that the leg picker shows, and of those that the
 * server said it needed besides. Its frames go from engine to worker; what comes here are their heads.
 */

import { ref } from "valtio";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { MarketHead, MarketRefusal } from "#workers/compute/api.ts";
import type { AnalyzerCompute, AnalyzerEdges, LiveMarket } from "./edges.ts";
import { createPace } from "./pace.ts";
import { expiriesOf } from "./request-of.ts";
import type { Store } from "./store.ts";

/** Frames a second: what only ticks is read, not followed, and each frame is an analysis, a drawing and a page of figures. */
const MAX_RATE = 1;
/** More than one stream of the engine serves; the far ones are left out. */
const MOST_EXPIRIES = 12;
/** React is told with the answers; where there are none, in its own time. */
const PUBLISH_MS = 1_500;

export interface LiveDesk {
  /** The newest head; null before one. */
  head(): MarketHead | null;
  onHead(listener: (head: MarketHead) => void): () => void;
  lookAt(expiry: IsoDate | null, by: string): void;
  /** Shows the newest head now. */
  publish(): void;
  /** Expiries that the server's answer was made of. */
  alsoNeeds(expiries: readonly IsoDate[]): void;
  /** What may be looked at may be another. */
  reconsider(): void;
  /** Hears a worker, and opens its market when there is something to look at. */
  attach(compute: AnalyzerCompute | null): void;
  dispose(): void;
}

export function createLive(store: Store, { clock }: Pick<AnalyzerEdges, "clock">): LiveDesk {
  const { view } = store;
  const listeners = new Set<(head: MarketHead) => void>();
  let compute: AnalyzerCompute | null = null;
  let unhear: () => void = () => {};
  let market: LiveMarket | null = null;
  let wanted = "";
  let newest: MarketHead | null = null;
  /** Expiries beside those of the legs, by who looks at them. */
  const looks = new Map<string, IsoDate>();
  let needed: readonly IsoDate[] = [];

  const publishing = createPace(clock, () => {
    view.market = newest === null ? null : ref(newest);
  });

  function expiries(): readonly IsoDate[] {
    const instance = store.instance();
    if (instance === null || view.underlying?.symbol !== instance.underlying) return [];
    const legs = expiriesOf(instance);
    const all = new Set([...legs, ...looks.values(), ...(legs.length > 0 ? needed : [])]);
    return [...all].sort().slice(0, MOST_EXPIRIES);
  }

  function close(): void {
    market?.close();
    market = null;
    wanted = "";
    publishing.cancel();
    newest = null;
    view.market = null;
    view.marketRefused = null;
  }

  function configure(): void {
    const underlying = view.underlying?.token;
    const list = expiries();
    if (compute === null || underlying === undefined || list.length === 0 || view.mayAnalyse !== true)
      return close();
    const next = `${underlying} ${list}`;
    if (next === wanted) return;
    // Another underlying's head says nothing of this one.
    if (newest !== null && newest.underlying !== underlying) close();
    wanted = next;
    const spec = { underlying, expiries: list, maxRate: MAX_RATE };
    if (market !== null) return market.configure(spec);
    market = compute.openMarket(spec, (refused) => {
      view.marketRefused = ref(refused);
    });
  }

  function hear(head: MarketHead | MarketRefusal): void {
    if ("refused" in head) {
      view.marketRefused = ref(head.refused);
      return;
    }
    // A last frame of what was closed meanwhile.
    if (market === null || head.underlying !== view.underlying?.token) return;
    newest = head;
    view.marketRefused = null;
    publishing.call(PUBLISH_MS);
    for (const listener of listeners) listener(head);
  }

  const unsubscribe = store.onChange(({ before, after }) => {
    if (before?.underlying !== after?.underlying) needed = [];
    configure();
  });

  return {
    head: () => newest,
    onHead(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lookAt(expiry, by) {
      if (expiry === null) looks.delete(by);
      else looks.set(by, expiry);
      configure();
    },
    publish() {
      if (newest !== view.market) publishing.call(0);
    },
    alsoNeeds(more) {
      needed = more;
      configure();
    },
    reconsider: configure,
    attach(next) {
      if (next !== compute) {
        unhear();
        close();
        compute = next;
        unhear = next?.onMarket(hear) ?? (() => {});
      }
      configure();
    },
    dispose() {
      unsubscribe();
      unhear();
      close();
      listeners.clear();
    },
  };
}
