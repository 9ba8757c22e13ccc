/** What several answers say of the same bars. Pure. */

import type { ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { FutOiVsTimeResponse } from "#protocol/http/open-interest.ts";
import type { Column } from "../../../shared/time-charts/lines.ts";

export type Measures = ChartMeasuresResponse["payload"];
export type Futures = FutOiVsTimeResponse["payload"];
type Expiry = Measures["expiries"][number];
type ColumnName = Exclude<keyof Expiry, "expiry" | "lot_size" | "strikes" | "strike_iv">;

/** A future on the bars of the chart. */
export interface FutureColumns {
  readonly expiry: string;
  readonly oi: Column;
  readonly price: Column;
}

/** Columns of one length; what was not asked for, or is of another answer's bars, is unknown throughout. */
export interface LiveTold {
  readonly times: readonly number[];
  readonly running_at: number | null;
  readonly sessions: readonly ChartSession[];
  /** session of each bar, by its place */
  readonly sessionOf: readonly number[];
  readonly underlying: Readonly<Record<"spot" | "iv30" | "ivp", Column>>;
  readonly expiry: (name: ColumnName) => Column;
  /** fractions, of the chosen strikes, rupees, ascending; none where they were not asked for */
  readonly strikeIvs: readonly { readonly strike: number; readonly iv: Column }[];
  /** the strikes of the newest session that some figures are of alone; null where all are of all, or it is not known yet */
  readonly strikes: readonly number[] | null;
  /** by session, units */
  readonly callOiBefore: Column;
  readonly putOiBefore: Column;
  readonly futures: readonly FutureColumns[];
  /** of each session the expiry that its figures are of; null where they are of one */
  readonly nearest: readonly string[] | null;
}

/** Place of the session that each bar lies in; bars before the first one have none. */
export function sessionOfBars(
  times: readonly number[],
  sessions: readonly Pick<ChartSession, "open">[],
): readonly number[] {
  let at = -1;
  return times.map((time) => {
    while (at + 1 < sessions.length && sessions[at + 1]!.open <= time) at++;
    return at;
  });
}

/** A column of other bars on these; null where it has none of them. */
function onBars(times: readonly number[], of: readonly number[]): (column: Column | undefined) => Column {
  const places = new Map(of.map((time, i) => [time, i]));
  const at = times.map((time) => places.get(time) ?? -1);
  return (column) => at.map((place) => column?.[place] ?? null);
}

/** What was asked beside the measures; null what was not, or is not answered yet. */
interface Beside {
  /** of the thirty days */
  readonly slow: Measures | null;
  /** of those listed now */
  readonly futures: Futures | null;
  /** what is of the chosen strikes alone */
  readonly chosen: Measures | null;
}

export function together(measures: Measures, { slow, futures, chosen }: Beside): LiveTold {
  const { times, running_at, sessions, underlying, expiries, nearest } = measures;
  const unknown: Column = times.map(() => null);
  const ofSlow = onBars(times, slow?.times ?? []);
  const ofFutures = onBars(times, futures?.times ?? []);
  const ofChosen = onBars(times, chosen?.times ?? []);
  const own = expiries[0];
  const some = chosen?.expiries[0];
  return {
    times,
    running_at,
    sessions,
    sessionOf: sessionOfBars(times, sessions),
    underlying: {
      spot: underlying.spot ?? unknown,
      iv30: slow === null ? unknown : ofSlow(slow.underlying.iv30),
      ivp: slow === null ? unknown : ofSlow(slow.underlying.ivp),
    },
    expiry(name) {
      const [found, ofSome] = [own?.[name], some?.[name]];
      return ofSome === undefined ? (found ?? unknown) : ofChosen(ofSome);
    },
    strikeIvs: (some?.strike_iv ?? []).map(({ strike, iv }) => ({ strike, iv: ofChosen(iv) })),
    strikes: some?.strikes?.at(-1) ?? null,
    callOiBefore: some?.call_oi_before ?? own?.call_oi_before ?? [],
    putOiBefore: some?.put_oi_before ?? own?.put_oi_before ?? [],
    futures: (futures?.futures ?? []).map(({ expiry, oi, price }) => ({
      expiry,
      oi: ofFutures(oi),
      price: ofFutures(price),
    })),
    nearest: nearest ?? null,
  };
}
