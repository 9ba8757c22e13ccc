import {
  BLOCK_MINUTES,
  blankExpiry,
  blankUnderlying,
  EXPIRY_COLUMNS,
  keptFigure,
  type MeasureQuarter,
  packQuarter,
  unpackQuarter,
} from "../../bus/measure-quarters.ts";
import type { UnderlyingSample } from "../../bus/packed-measures.ts";
import { QUARTER_MS, quarterStart } from "../quarters.ts";

export const MINUTE_MS = QUARTER_MS / BLOCK_MINUTES;

/** A quarter that has been packed. */
export interface PackedQuarter {
  /** instrument token */
  readonly underlying: number;
  readonly start: number;
  readonly body: Uint8Array;
}

/**
 * The present day's measures in memory: quarters that are over packed as storage keeps them, the one that is on as columns. A day of
 * 97 underlyings is some 4 MB of sessions, four times that around the clock.
 */
export interface MeasureTape {
  /** Takes what is of a minute in what was answered; whatever is older or newer is unknown. @param minute its start */
  take(sample: UnderlyingSample, minute: number): void;
  /** Packs quarters that began before an instant and have not been packed yet. */
  end(before: number): PackedQuarter[];
  /** Quarters of an underlying, the running one included, by their starts. */
  quarters(underlying: number): Map<number, MeasureQuarter>;
  clear(): void;
}

interface Running {
  readonly start: number;
  sampled: number;
  readonly underlying: ReturnType<typeof blankUnderlying>;
  readonly expiries: Map<number, ReturnType<typeof blankExpiry>>;
}

export function createMeasureTape(): MeasureTape {
  /** by underlying, then by start: two at a change of quarters */
  const running = new Map<number, Map<number, Running>>();
  const packed = new Map<number, Map<number, Uint8Array>>();

  function quarterOf(underlying: number, start: number): Running {
    const own = running.get(underlying) ?? new Map<number, Running>();
    running.set(underlying, own);
    const quarter = own.get(start) ?? {
      start,
      sampled: 0,
      underlying: blankUnderlying(),
      expiries: new Map<number, ReturnType<typeof blankExpiry>>(),
    };
    own.set(start, quarter);
    return quarter;
  }

  return {
    take({ underlying, at, spot, iv30, ivp, expiries }, minute) {
      const isOfMinute = (time: number): boolean => time >= minute && time < minute + MINUTE_MS;
      const fresh = expiries.filter(({ solvedAt }) => isOfMinute(solvedAt));
      const isSpotKnown = isOfMinute(at) && spot > 0;
      if (fresh.length === 0 && !isSpotKnown) return;
      const start = quarterStart(minute);
      const place = (minute - start) / MINUTE_MS;
      const quarter = quarterOf(underlying, start);
      quarter.sampled |= 1 << place;
      if (isSpotKnown) quarter.underlying.spot[place] = keptFigure("spot", spot);
      if (fresh.length > 0) {
        quarter.underlying.iv30[place] = keptFigure("iv30", iv30);
        quarter.underlying.ivp[place] = keptFigure("ivp", ivp);
      }
      for (const each of fresh) {
        const columns = quarter.expiries.get(each.expiry) ?? blankExpiry();
        quarter.expiries.set(each.expiry, columns);
        for (const column of EXPIRY_COLUMNS) columns[column][place] = keptFigure(column, each[column]);
      }
    },
    end(before) {
      const ended: PackedQuarter[] = [];
      for (const [underlying, own] of running) {
        for (const [start, quarter] of own) {
          if (start >= before) continue;
          own.delete(start);
          const body = packQuarter(quarter);
          const kept = packed.get(underlying) ?? new Map<number, Uint8Array>();
          packed.set(underlying, kept.set(start, body));
          ended.push({ underlying, start, body });
        }
      }
      return ended;
    },
    quarters(underlying) {
      const found = new Map<number, MeasureQuarter>();
      for (const [start, body] of packed.get(underlying) ?? []) found.set(start, unpackQuarter(body));
      for (const [start, quarter] of running.get(underlying) ?? []) found.set(start, quarter);
      return found;
    },
    clear() {
      running.clear();
      packed.clear();
    },
  };
}
