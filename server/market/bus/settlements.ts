import { compactDate, istDate } from "#domain/calendar/ist.ts";
import type { Settlement } from "#domain/settlement/settlement.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { mustRead } from "../../platform/lib/read-json.ts";
import { readSettlements } from "./bus-messages.ts";
import { settlementsRequest } from "./market-subjects.ts";

/** What past expiries settled at, as history has kept it. */
export interface Settlements {
  /**
   * Asked anew each day, and every ten minutes while it is asked for. A failure, or an answer that knows nothing, is asked again
   * sooner, and an answer that is not whole within seconds: after a start and after an expiry the past arrives bit by bit.
   * @param at market time
   * @returns by expiry, YYYYMMDD
   */
  of(underlying: number, at: number): Promise<ReadonlyMap<number, Settlement>>;
}

/** A request is not kept longer than this; what comes later is there for the next one. */
const PATIENCE_MS = 250;
const RENEW_MS = 600_000;
const RETRY_MS = 60_000;
const ARRIVING_RENEW_MS = 2_000;
const NONE: ReadonlyMap<number, Settlement> = new Map();

interface Kept {
  readonly date: IsoDate;
  readonly until: number;
  readonly settlements: ReadonlyMap<number, Settlement>;
}

/** @param now monotonic ms */
export function createSettlements(bus: Bus, now: () => number = () => performance.now()): Settlements {
  const kept = new Map<number, Kept>();
  const loading = new Map<number, Promise<void>>();

  async function load(underlying: number, date: IsoDate): Promise<void> {
    try {
      const request = Buffer.from(JSON.stringify({ underlying }));
      const answer = await bus.request(settlementsRequest(), request);
      const { settlements, isWhole } = mustRead(readSettlements, answer, "The settlements of an underlying");
      const byExpiry = settlements.map(([expiry, price, origin]) => [expiry, { price, origin }] as const);
      const keptMs = !isWhole ? ARRIVING_RENEW_MS : settlements.length > 0 ? RENEW_MS : RETRY_MS;
      kept.set(underlying, {
        date,
        until: now() + keptMs,
        settlements: new Map(byExpiry),
      });
    } catch {
      const before = kept.get(underlying)?.settlements ?? NONE;
      kept.set(underlying, { date, until: now() + RETRY_MS, settlements: before });
    } finally {
      loading.delete(underlying);
    }
  }

  return {
    async of(underlying, at) {
      const date = istDate(at);
      const held = kept.get(underlying);
      if (held === undefined || held.date !== date || held.until <= now()) {
        const begun = loading.get(underlying) ?? load(underlying, date);
        if (!loading.has(underlying)) loading.set(underlying, begun);
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, PATIENCE_MS);
        });
        await Promise.race([begun, late]);
        clearTimeout(timer);
      }
      return kept.get(underlying)?.settlements ?? NONE;
    },
  };
}

/** The key of an expiry in them. */
export const settlementKey = (expiry: string): number => compactDate(expiry as IsoDate);
