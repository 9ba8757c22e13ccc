import { compactDate } from "#domain/calendar/ist.ts";
import { atmStrikeIndex, maxPain, pcr } from "#domain/chain/measures.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { OiInstant } from "#protocol/http/open-interest.ts";
import { MINUTE } from "../../market/history/minute-days.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import type { ChainFigures } from "./chain-figures.ts";
import { type OptionTable, wantedOptions } from "./chart-expiries.ts";
import { type ChartUnderlying, divisorOf, wantedOf } from "./chart-instruments.ts";
import type { ChartPast } from "./chart-past.ts";
import { orNull } from "./minute-columns.ts";
import { type ByStrikeSums, sumsByStrike, totalOf } from "./oi-sums.ts";
import { type InSession, MINUTE_MS } from "./sessions.ts";

/** Open interest of some expiries at one moment. */
export interface OiSnapshot {
  /** epoch ms; null of a previous close */
  readonly at: number | null;
  /** rupees, NaN unknown */
  readonly spot: number;
  /** of the nearest expiry, rupees, NaN unknown */
  readonly forward: number;
  readonly sums: ByStrikeSums;
}

/** The newest of packets 3: the figures of the chain's page. @param chains of each of the table's expiries */
export function nowOf(table: OptionTable, chains: readonly ChainFigures[]): OiSnapshot {
  const newest = chains.reduce((best, each) => (each.root.marketTime > best.root.marketTime ? each : best));
  const sums = sumsByStrike(table, (i) => {
    const { token, expiry } = table.options[i]!;
    return chains[expiry]!.options.get(token)?.oi ?? Number.NaN;
  });
  return { at: newest.root.marketTime, spot: newest.root.spot, forward: chains[0]!.root.forward, sums };
}

/** The close before the present session, as packets 3 have it. @param forward rupees at that close, NaN unknown */
export function previousOf(table: OptionTable, chains: readonly ChainFigures[], forward: number): OiSnapshot {
  const sums = sumsByStrike(table, (i) => {
    const { token, expiry } = table.options[i]!;
    return chains[expiry]!.options.get(token)?.previousOi ?? Number.NaN;
  });
  return { at: null, spot: chains[0]!.root.spotPreviousClose, forward, sums };
}

/** The close before an earlier session. @param forward rupees at that close, NaN unknown */
export async function closeBefore(
  past: Pick<ChartPast, "previousCloses">,
  underlying: ChartUnderlying,
  table: OptionTable,
  date: IsoDate,
  forward: number,
): Promise<OiSnapshot> {
  const { spot } = underlying;
  const wanted = [wantedOf(spot, underlying), ...wantedOptions(table, underlying)];
  const closes = await past.previousCloses(wanted, date);
  const close = closes?.get(spot.instrument_token)?.close ?? 0;
  return {
    at: null,
    spot: close > 0 ? close / divisorOf(spot) : Number.NaN,
    forward,
    sums: sumsByStrike(table, (i) => closes?.get(table.options[i]!.token)?.oi ?? Number.NaN),
  };
}

/** The forward of the nearest expiry at the end of minutes of one session, rupees, NaN unknown. */
export async function forwardsOf(
  past: Pick<ChartPast, "measures">,
  { spot, exchange }: ChartUnderlying,
  expiry: string,
  date: IsoDate,
  until: number,
): Promise<(minute: number) => number> {
  const days = await past.measures({
    underlying: spot.instrument_token,
    exchange,
    expiries: [compactDate(expiry as IsoDate)],
    span: { date },
    until,
  });
  const forward = days?.find((day) => day.date === date)?.expiries[0]?.forward;
  return (minute) => forward?.[minute] ?? Number.NaN;
}

/** The forward of the nearest expiry at the close of a session, rupees, NaN unknown. @param session null where none is known */
export async function closingForward(
  past: Pick<ChartPast, "measures">,
  underlying: ChartUnderlying,
  expiry: string,
  session: SessionTimes | null,
): Promise<number> {
  if (session === null) return Number.NaN;
  const { date, open, close } = session;
  const forward = await forwardsOf(past, underlying, expiry, date, close);
  return forward((close - open) / MINUTE_MS - 1);
}

/** The ends of minutes that are over. @param now the viewer's market time */
export async function pastOf(
  past: Pick<ChartPast, "at" | "measures">,
  underlying: ChartUnderlying,
  table: OptionTable,
  instants: readonly InSession[],
  now: number,
): Promise<OiSnapshot[]> {
  if (instants.length === 0) return [];
  const { spot } = underlying;
  const wanted = [wantedOf(spot, underlying), ...wantedOptions(table, underlying)];
  const starts = instants.map(({ at }) => at - MINUTE_MS);
  const [figures, forwards] = await Promise.all([
    past.at(wanted, starts, now),
    Promise.all(
      instants.map(({ session, at }) =>
        forwardsOf(past, underlying, table.expiries[0]!, session.date, Math.min(at, now)),
      ),
    ),
  ]);
  return instants.map(({ session, at }, n) => {
    const found = figures?.[n];
    const isKnown = (i: number) => found !== undefined && found.known[i] !== MINUTE.UNKNOWN;
    const close = isKnown(0) ? found!.close[0]! : 0;
    return {
      at,
      spot: close > 0 ? close / divisorOf(spot) : Number.NaN,
      forward: forwards[n]!((starts[n]! - session.open) / MINUTE_MS),
      sums: sumsByStrike(table, (i) => (isKnown(i + 1) ? found!.oi[i + 1]! : Number.NaN)),
    };
  });
}

/** A snapshot's own figures, by the rules of the chain (quant.md §8). */
export function instantOf({ nearStrikes, strikes }: OptionTable, snapshot: OiSnapshot): OiInstant {
  const { at, spot, forward, sums } = snapshot;
  const [callOi, putOi] = [totalOf(sums.call), totalOf(sums.put)];
  const atm = atmStrikeIndex(nearStrikes.length, nearStrikes, forward);
  return {
    at,
    spot: orNull(spot),
    forward: orNull(forward),
    atm_strike: atm < 0 ? null : nearStrikes[atm]!,
    pcr: orNull(pcr(putOi, callOi)),
    max_pain: orNull(maxPain(strikes.length, Float64Array.from(strikes), sums.call, sums.put, forward)),
    call_oi: orNull(callOi),
    put_oi: orNull(putOi),
  };
}
