import { pcr } from "#domain/chain/measures.ts";
import { type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import { BLOCK_MINUTES, EXPIRY_COLUMNS, type MeasureQuarter } from "../../bus/measure-quarters.ts";
import type { Gap } from "../minute-days.ts";
import { EXPIRY_FIGURES, type ExpiryMeasures, type MeasureDay, UNDERLYING_FIGURES } from "./measure-days.ts";
import { MINUTE_MS } from "./measure-tape.ts";

/** What is known of a day, from the least to the most trusted: a minute that a later one has is not taken of an earlier one. */
export interface Layer {
  readonly origin: Origin;
  /** heard here, by whichever process */
  readonly isRecorded: boolean;
  readonly quarters: ReadonlyMap<number, MeasureQuarter>;
}

interface Frame {
  readonly date: MeasureDay["date"];
  readonly open: number;
  readonly length: number;
  /** YYYYMMDD, in the order wanted */
  readonly expiries: readonly number[];
}

function blankExpiry(expiry: number, length: number): ExpiryMeasures {
  const columns = EXPIRY_FIGURES.map((name) => [name, new Float64Array(length).fill(Number.NaN)]);
  return { expiry, ...Object.fromEntries(columns) } as ExpiryMeasures;
}

/** Layers of a day as columns by the minute. */
export function columnsOf(
  { date, open, length, expiries: wanted }: Frame,
  layers: readonly Layer[],
): MeasureDay {
  const expiries = wanted.map((expiry) => blankExpiry(expiry, length));
  const [spot, iv30, ivp] = UNDERLYING_FIGURES.map(() => new Float64Array(length).fill(Number.NaN));
  const underlying = { spot: spot!, iv30: iv30!, ivp: ivp! };
  const known = new Uint8Array(length);
  let origin: Origin | null = null;
  let recordedSince: number | null = null;

  function lay(quarter: MeasureQuarter, place: number, minute: number): void {
    for (const name of UNDERLYING_FIGURES) underlying[name][minute] = quarter.underlying[name][place]!;
    for (const into of expiries) {
      const from = quarter.expiries.get(into.expiry);
      for (const name of EXPIRY_COLUMNS) into[name][minute] = from?.[name][place] ?? Number.NaN;
      into.pcr[minute] = pcr(into.putOi[minute]!, into.callOi[minute]!);
    }
  }

  for (const layer of layers.toReversed()) {
    for (const [start, quarter] of layer.quarters) {
      for (let place = 0; place < BLOCK_MINUTES; place++) {
        const at = start + place * MINUTE_MS;
        const minute = (at - open) / MINUTE_MS;
        if ((quarter.sampled & (1 << place)) === 0 || minute < 0 || minute >= length) continue;
        if (known[minute] === 1) continue;
        known[minute] = 1;
        lay(quarter, place, minute);
        origin = origin === null ? layer.origin : weakerOrigin(origin, layer.origin);
        if (layer.isRecorded && (recordedSince === null || at < recordedSince)) recordedSince = at;
      }
    }
  }
  return { date, open, length, ...underlying, expiries, gaps: gapsOf(known, open), origin, recordedSince };
}

function gapsOf(known: Uint8Array, open: number): Gap[] {
  const gaps: Gap[] = [];
  let from = -1;
  for (let i = 0; i <= known.length; i++) {
    const isGap = i < known.length && known[i] === 0;
    if (isGap && from < 0) from = i;
    if (isGap || from < 0) continue;
    gaps.push({ from: open + from * MINUTE_MS, to: open + i * MINUTE_MS });
    from = -1;
  }
  return gaps;
}
