/**
 * The live market of the strategy on screen: of the expiries of its legs, of the one that the leg picker shows, and of those that the
 * server said it needed besides, as far as options are listed on them. Its frames go from engine to worker; what comes here are their
 * heads.
 */

import { ref } from "valtio";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { MarketHead, MarketRefusal } from "#workers/compute/api.ts";
import type { AnalyzerCompute, AnalyzerEdges, LiveMarket } from "./edges.ts";
import { createAlarm, createPace } from "./pace.ts";
import { expiriesOf } from "./request-of.ts";
import type { Store } from "./store.ts";

/** Frames a second: what only ticks is read, not followed, and each frame is an analysis, a drawing and a page of figures. */
const RATE = 1;
/**
 * The same while the server is asked, and for a while after its answer: as often as the feed tells packets, so that those which it
 * answers in are held here too and can be compared (decision 0031).
 */
const ASKED_RATE = 10;
const AFTER_ANSWER_MS = 500;
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
  /** The server is being asked, or has answered: frames come quicker meanwhile. */
  serverAsked(isAsked: boolean): void;
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
  let rate = RATE;

  const calmDown = createAlarm(clock, () => setRate(RATE));
  const publishing = createPace(clock, () => {
    view.market = newest === null ? null : ref(newest);
  });

  function expiries(): readonly IsoDate[] {
    const instance = store.instance();
    const listed = view.contracts?.expiries ?? [];
    if (instance === null || view.underlying?.symbol !== instance.underlying) return [];
    const isListed = (expiry: IsoDate): boolean => listed.includes(expiry);
    const legs = expiriesOf(instance).filter(isListed);
    const isRunning = strategyLegs(instance).some(({ isExpired }) => !isExpired);
    // A future may expire where no options do, and a share never does: then the nearest expiry says how the market stands.
    const own = legs.length > 0 || !isRunning ? legs : listed.slice(0, 1);
    const beside = [...looks.values(), ...(own.length > 0 ? needed : [])].filter(isListed);
    return [...new Set([...own, ...beside])].sort().slice(0, MOST_EXPIRIES);
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
    const next = `${underlying} ${rate} ${list}`;
    if (next === wanted) return;
    // Another underlying's head says nothing of this one.
    if (newest !== null && newest.underlying !== underlying) close();
    wanted = next;
    const spec = { underlying, expiries: list, maxRate: rate };
    if (market !== null) return market.configure(spec);
    market = compute.openMarket(spec, (refused) => {
      view.marketRefused = ref(refused);
    });
  }

  function setRate(next: number): void {
    if (rate === next) return;
    rate = next;
    configure();
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
    serverAsked(isAsked) {
      if (isAsked) {
        // A drag asks all along; what it ends in is asked once more when it is over, and compared then.
        if (store.instance()?.dragFrom != null) return;
        calmDown.clear();
        setRate(ASKED_RATE);
      } else if (rate !== RATE) calmDown.set(AFTER_ANSWER_MS);
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
      calmDown.clear();
      close();
      listeners.clear();
    },
  };
}
