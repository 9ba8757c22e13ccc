import type { Clock, Timer } from "../edges.ts";
import type { LateCalls } from "../late-calls.ts";
import type { FreshPrices } from "./polled-prices.ts";

/**
 * The safety net under the relay: every 30 s the live prices of each underlying that a visible tab shows, by HTTP. Of relay and
 * snapshot the newer market time wins, so while the stream flows nothing of it is used. The code that asks and reads comes with the
 * first question: no chain waits for it.
 */
const LIVE_PRICES_MS = 30_000;
/** Only when the relay has not brought the chain by then. */
const FIRST_MS = 3_000;

/** Underlyings whose chain a visible tab shows, and those that streams want the answers of. */
type Owner = "views" | "streams";

export interface LivePrices {
  /** Replaces what the owner wants polled: a view at first only what the relay has not brought, a stream at once. */
  watch(owner: Owner, underlyings: ReadonlySet<number>): void;
}

export function createLivePrices(edges: {
  readonly clock: Clock;
  readonly calls: Pick<LateCalls, "livePrices">;
  /** The market may not be given to us: asking again changes nothing. */
  isRefused(): boolean;
  /** The relay has not brought any chain of it. */
  isNeeded(underlying: number): boolean;
  /** @param fresh null when the newest are those that were told before */
  onPrices(underlying: number, fresh: FreshPrices | null): void;
  onFailed(underlying: number): void;
  log(message: string): void;
}): LivePrices {
  const { clock } = edges;
  const timers = new Map<number, Timer>();
  const etags = new Map<number, string>();
  const wanted: Record<Owner, ReadonlySet<number>> = { views: new Set(), streams: new Set() };

  async function poll(underlying: number): Promise<void> {
    try {
      const fresh = await edges.calls.livePrices(underlying, etags.get(underlying) ?? null);
      if (fresh !== null) etags.set(underlying, fresh.prices.etag);
      if (timers.has(underlying)) edges.onPrices(underlying, fresh);
    } catch (reason) {
      edges.log(`Failed to fetch derivative prices for underlying ${underlying} (${String(reason)})`);
      if (timers.has(underlying)) edges.onFailed(underlying);
    }
  }

  function stop(underlying: number): void {
    clock.clearTimeout(timers.get(underlying));
    timers.delete(underlying);
    // What was fetched before is not on screen any more: the next first load starts from nothing.
    etags.delete(underlying);
  }

  function plan(underlying: number, ms: number, always: boolean): void {
    timers.set(
      underlying,
      clock.setTimeout(() => {
        plan(underlying, LIVE_PRICES_MS - (always ? 0 : FIRST_MS), true);
        if (!edges.isRefused() && (always || edges.isNeeded(underlying))) void poll(underlying);
      }, ms),
    );
  }

  return {
    watch(owner, underlyings) {
      const before = wanted[owner];
      wanted[owner] = underlyings;
      const { views, streams } = wanted;
      for (const underlying of [...timers.keys()]) {
        const isNew = owner === "streams" && underlyings.has(underlying) && !before.has(underlying);
        if (isNew || !(views.has(underlying) || streams.has(underlying))) stop(underlying);
      }
      for (const underlying of underlyings) {
        if (!timers.has(underlying))
          plan(underlying, owner === "streams" ? 0 : FIRST_MS, owner === "streams");
      }
    },
  };
}
