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

  /** Column by column, as they lie in memory. @param first minute of the quarter's first place; @param places that are taken of it */
  function lay(quarter: MeasureQuarter, first: number, places: readonly number[]): void {
    const copy = (into: Float64Array, from: ArrayLike<number>): void => {
      for (const place of places) into[first + place] = from[place]!;
    };
    for (const name of UNDERLYING_FIGURES) copy(underlying[name], quarter.underlying[name]);
    for (const into of expiries) {
      const from = quarter.expiries.get(into.expiry);
      if (from === undefined) continue;
      for (const name of EXPIRY_COLUMNS) copy(into[name], from[name]);
      const { callOi, putOi } = into;
      for (const place of places)
        into.pcr[first + place] = pcr(putOi[first + place]!, callOi[first + place]!);
    }
  }

  for (const layer of layers.toReversed()) {
    for (const [start, quarter] of layer.quarters) {
      const first = (start - open) / MINUTE_MS;
      const places: number[] = [];
      for (let place = 0; place < BLOCK_MINUTES; place++) {
        const minute = first + place;
        if ((quarter.sampled & (1 << place)) === 0 || minute < 0 || minute >= length) continue;
        if (known[minute] === 1) continue;
        known[minute] = 1;
        places.push(place);
      }
      if (places.length === 0) continue;
      lay(quarter, first, places);
      origin = origin === null ? layer.origin : weakerOrigin(origin, layer.origin);
      const since = start + places[0]! * MINUTE_MS;
      if (layer.isRecorded && (recordedSince === null || since < recordedSince)) recordedSince = since;
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
