import { pcr } from "#domain/chain/measures.ts";
import type { ExpiryMeasure, UnderlyingMeasure } from "#protocol/http/chart-measures.ts";
import type { UnderlyingSample } from "../../../market/bus/packed-measures.ts";
import type { ExpiryFigure, MeasureDay } from "../../../market/history/measures/measure-days.ts";

/** What is said of an underlying and some expiries at one moment; NaN unknown. */
export interface MeasureFigures {
  underlying(name: UnderlyingMeasure): number;
  /** @param place among the expiries asked for */
  expiry(place: number, name: ExpiryMeasure): number;
}

/** By the names of the wire, those that history and the feed have. */
export const KEPT_AS: Readonly<Record<ExpiryMeasure, Exclude<ExpiryFigure, "forwardSource">>> = {
  forward: "forward",
  synthetic: "synthetic",
  atm_strike: "atmStrike",
  atm_iv: "atmIv",
  pcr: "pcr",
  max_pain: "maxPain",
  call_oi: "callOi",
  put_oi: "putOi",
  call_volume: "callVolume",
  put_volume: "putVolume",
  straddle: "straddle",
};

const NAN = Number.NaN;

export const NOTHING_KNOWN: MeasureFigures = { underlying: () => NAN, expiry: () => NAN };

/** The end of a minute, or nothing where it is not told. @param day its expiries are those asked for, in their order */
export const minuteFigures = (day: MeasureDay | null, minute: number): MeasureFigures => ({
  underlying: (name) => day?.[name][minute] ?? NAN,
  expiry: (place, name) => day?.expiries[place]?.[KEPT_AS[name]][minute] ?? NAN,
});

/** Each figure as it was told last in a session. */
export function lastFigures(day: MeasureDay | null): MeasureFigures {
  const last = (column: Float64Array | undefined): number =>
    column?.findLast((value) => !Number.isNaN(value)) ?? NAN;
  return {
    underlying: (name) => last(day?.[name]),
    expiry: (place, name) => last(day?.expiries[place]?.[KEPT_AS[name]]),
  };
}

/** The viewer's own market now. @param expiries YYYYMMDD, in the order asked for */
export function sampleFigures(sample: UnderlyingSample, expiries: readonly number[]): MeasureFigures {
  const own = expiries.map((expiry) => sample.expiries.find((each) => each.expiry === expiry));
  return {
    underlying: (name) => sample[name],
    expiry(place, name) {
      const found = own[place];
      if (found === undefined) return NAN;
      const key = KEPT_AS[name];
      return key === "pcr" ? pcr(found.putOi, found.callOi) : found[key];
    },
  };
}
