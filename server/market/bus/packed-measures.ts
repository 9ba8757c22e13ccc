/** What the feed says of underlyings and their expiries at a moment, as packed for the bus: big-endian, no padding. */

/** Figures of an expiry, in packed order; rupees, fractions and units. */
export const PACKED_FIGURES = [
  "forward",
  "forwardSource",
  "synthetic",
  "atmStrike",
  "atmIv",
  "maxPain",
  "callOi",
  "putOi",
  "callVolume",
  "putVolume",
  "straddle",
] as const;
export type PackedFigure = (typeof PACKED_FIGURES)[number];

/** An expiry as it was last solved; NaN unknown. */
export type ExpirySample = {
  /** YYYYMMDD */
  readonly expiry: number;
  /** market time of the solve, epoch ms; NaN before the first */
  readonly solvedAt: number;
} & Readonly<Record<PackedFigure, number>>;

/** An underlying now; NaN unknown. */
export interface UnderlyingSample {
  /** instrument token */
  readonly underlying: number;
  /** market time of the answer, epoch ms: `spot` is of it */
  readonly at: number;
  readonly spot: number;
  /** as of the expiry that was solved last */
  readonly iv30: number;
  readonly ivp: number;
  readonly expiries: readonly ExpirySample[];
}

const HEAD = 8 + 4 * 8;
const ROW = 4 + 8 + 8 * PACKED_FIGURES.length;

export function packMeasures(samples: readonly UnderlyingSample[]): Uint8Array {
  const size = samples.reduce((sum, { expiries }) => sum + HEAD + ROW * expiries.length, 4);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  view.setUint32(0, samples.length);
  let at = 4;
  const put = (value: number): void => {
    view.setFloat64(at, value);
    at += 8;
  };
  for (const sample of samples) {
    view.setUint32(at, sample.underlying);
    view.setUint32(at + 4, sample.expiries.length);
    at += 8;
    for (const value of [sample.at, sample.spot, sample.iv30, sample.ivp]) put(value);
    for (const each of sample.expiries) {
      view.setUint32(at, each.expiry);
      at += 4;
      put(each.solvedAt);
      for (const figure of PACKED_FIGURES) put(each[figure]);
    }
  }
  return packed;
}

/** The way back; packed by this product, so it is trusted to be whole. */
export function unpackMeasures(packed: Uint8Array): UnderlyingSample[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 4;
  const take = (): number => {
    at += 8;
    return view.getFloat64(at - 8);
  };
  return Array.from({ length: view.getUint32(0) }, () => {
    const underlying = view.getUint32(at);
    const count = view.getUint32(at + 4);
    at += 8;
    const [time, spot, iv30, ivp] = [take(), take(), take(), take()];
    const expiries = Array.from({ length: count }, () => {
      const expiry = view.getUint32(at);
      at += 4;
      const solvedAt = take();
      const figures = Object.fromEntries(PACKED_FIGURES.map((figure) => [figure, take()]));
      return { expiry, solvedAt, ...(figures as Record<PackedFigure, number>) };
    });
    return { underlying, at: time, spot, iv30, ivp, expiries };
  });
}
