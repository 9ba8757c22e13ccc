import { expiryInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import { heardOrigin } from "#domain/settlement/settlement.ts";
import { decodeMessage } from "#protocol/wire/codec.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { unpackSnapshots } from "../../platform/bus/packing.ts";
import { statsRequest } from "../bus/market-subjects.ts";
import { knownMarketTime, type MarketWatch } from "../bus/market-watch.ts";
import type { Followed } from "./kept-instruments.ts";
import type { MarketDay } from "./recorder.ts";
import type { HistoryRepository, KeptSettlement } from "./repository.ts";

/** Writes down what the day's expiries settle at, as the feed has it (docs/decisions/0029). */
export interface SettlementsKeeper {
  /**
   * Asks the feed for what has been fixed by now and is not heard yet, or may have been corrected.
   * @param isAgain what was heard before is not asked about
   * @returns whether all that is fixed has been heard
   */
  hear(day: MarketDay, isAgain?: boolean): Promise<boolean>;
  /** What is known of an underlying's expiries, stored or heard, oldest first; whole when nothing of it is still to be heard or read. */
  of(
    market: string,
    underlying: number,
  ): Promise<{ readonly known: readonly KeptSettlement[]; readonly isWhole: boolean }>;
}

interface SettlementsOptions {
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "marketTime">;
  readonly store: Pick<HistoryRepository, "putSettlements" | "settlements">;
}

/** Underlyings a question about stats. */
const PORTION = 25;
const isEquity = (exchange: Followed["exchange"]): boolean => exchange === "NFO" || exchange === "BFO";

/** Days of which no settlement is known have the underlying's close, which is what an expiry of theirs is estimated by. */
export function withCloses(
  known: readonly Pick<KeptSettlement, "expiry" | "price" | "origin">[],
  closes: readonly { readonly date: number; readonly spot: number | null }[],
): readonly Pick<KeptSettlement, "expiry" | "price" | "origin">[] {
  const days = new Set(known.map(({ expiry }) => expiry));
  const estimates = closes.flatMap(({ date, spot }) =>
    days.has(date) || spot === null || spot <= 0
      ? []
      : [{ expiry: date, price: spot, origin: "evening_spot" as const }],
  );
  return [...known, ...estimates].sort((a, b) => a.expiry - b.expiry);
}

export function createSettlementsKeeper({ bus, watch, store }: SettlementsOptions): SettlementsKeeper {
  let today = "";
  /** underlyings without an expiry on the day: asked once */
  let idle = new Set<number>();
  /** by market and underlying, then by expiry: they outlive a storage that is away */
  const heard = new Map<string, Map<number, KeptSettlement>>();
  /** the day as it was asked about last */
  let present: MarketDay | null = null;

  /** Underlyings whose expiry of the day may be fixed by now. */
  function dueOf(day: MarketDay, now: number): Followed[] {
    return day.followed.filter(
      ({ underlying, exchange }) => !idle.has(underlying) && now >= expiryInstant(exchange, day.date),
    );
  }

  const isHeard = (day: MarketDay, underlying: number): boolean =>
    heard.get(`${day.market} ${underlying}`)?.has(compactDate(day.date)) ?? false;

  async function ask(day: MarketDay, some: readonly Followed[], now: number): Promise<KeptSettlement[]> {
    const byToken = new Map(some.map((each) => [each.underlying, each]));
    const request = Buffer.from(JSON.stringify({ underlyings: [...byToken.keys()] }));
    const found: KeptSettlement[] = [];
    for (const packet of unpackSnapshots(await bus.request(statsRequest(), request))) {
      const message = decodeMessage(packet);
      if ("error" in message || message.kind !== "stats") continue;
      const { underlying } = message.root;
      const followed = byToken.get(underlying);
      if (followed === undefined) continue;
      const row = message.rows.find(({ expiry }) => expiry === compactDate(day.date));
      if (row === undefined) idle.add(underlying);
      // The forward of an expiry whose payoff is fixed is what it settled at.
      else if (row.forward > 0) {
        const origin = heardOrigin(day.heardAs === "simulated", isEquity(followed.exchange));
        found.push({ underlying, expiry: row.expiry, price: row.forward, origin, heardAt: now });
      }
    }
    return found;
  }

  return {
    async hear(day, isAgain = false) {
      present = day;
      if (day.date !== today) {
        today = day.date;
        idle = new Set();
      }
      const now = knownMarketTime(watch);
      const due = dueOf(day, now).filter(({ underlying }) => !(isAgain && isHeard(day, underlying)));
      for (let from = 0; from < due.length; from += PORTION) {
        const found = await ask(day, due.slice(from, from + PORTION), now);
        for (const each of found) {
          const key = `${day.market} ${each.underlying}`;
          heard.set(key, (heard.get(key) ?? new Map()).set(each.expiry, each));
        }
        if (found.length > 0) await store.putSettlements(day.market, found);
      }
      return dueOf(day, now).every(({ underlying }) => isHeard(day, underlying));
    },
    async of(market, underlying) {
      const stored = await store.settlements(market, underlying).catch(() => null);
      const byExpiry = new Map((stored ?? []).map((each) => [each.expiry, each]));
      for (const each of heard.get(`${market} ${underlying}`)?.values() ?? [])
        byExpiry.set(each.expiry, each);
      const [day, now] = [present, watch.marketTime()];
      const isAwaited =
        day === null ||
        now === null ||
        dueOf(day, now).some((each) => each.underlying === underlying && !isHeard(day, underlying));
      const known = [...byExpiry.values()].sort((a, b) => a.expiry - b.expiry);
      return { known, isWhole: stored !== null && !isAwaited };
    },
  };
}
