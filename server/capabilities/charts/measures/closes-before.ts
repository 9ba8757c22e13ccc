import { compactDate } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { InstrumentDirectory } from "../../../market/instruments/directory.ts";
import { chainFigures } from "../chain-figures.ts";
import { optionTable } from "../chart-expiries.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { chainsOf } from "../oi-by-strike.ts";
import { closeBefore, type OiSnapshot, previousOf } from "../oi-snapshots.ts";
import { totalOf } from "../oi-sums.ts";
import { lastFigures } from "./measure-figures.ts";
import type { MeasureSessions } from "./measure-question.ts";

/** Units, NaN unknown. */
interface SideTotals {
  readonly call: number;
  readonly put: number;
}

interface Given {
  readonly market: Pick<ChartMarket, "chain">;
  readonly past: Pick<ChartPast, "expiryDays" | "previousCloses" | "measures">;
  readonly directory: InstrumentDirectory;
  readonly underlying: ChartUnderlying;
  /** Sessions are days: what is not kept of them is not read minute by minute. */
  readonly isDaily: boolean;
}

const totalsOf = ({ sums }: OiSnapshot): SideTotals => ({ call: totalOf(sums.call), put: totalOf(sums.put) });
const UNKNOWN: SideTotals = { call: Number.NaN, put: Number.NaN };

/**
 * Open interest of expiries at the close before each session: before the present one as their chains have it, before others as it is
 * kept of that day, else as the listed options closed, or as was said last of an expiry that is over.
 * @param namesOf the expiries of a session, YYYY-MM-DD
 * @returns by session, then by expiry
 */
export async function closesBefore(
  { market, past, directory, underlying, isDaily }: Given,
  { sessions, present, before }: MeasureSessions,
  namesOf: (session: SessionTimes) => readonly string[],
): Promise<readonly (readonly SideTotals[])[]> {
  const { u, spot, exchange } = underlying;
  const first = before(sessions[0]!)?.date ?? sessions[0]!.date;
  const days = (await past.expiryDays(spot.instrument_token, first, sessions.at(-1)!.date)) ?? [];
  const listed = directory.expiries(u);

  async function saidLast({ date, close }: SessionTimes, expiry: number): Promise<SideTotals> {
    const question = { underlying: spot.instrument_token, exchange, expiries: [expiry] };
    const read = await past.measures({ ...question, span: { date }, until: close });
    const day = lastFigures(read?.find((each) => each.date === date) ?? null);
    return { call: day.expiry(0, "call_oi"), put: day.expiry(0, "put_oi") };
  }

  async function of(session: SessionTimes, expiry: string): Promise<SideTotals> {
    const isListed = listed.includes(expiry);
    if (session === present && isListed) {
      const table = optionTable(directory, underlying, [expiry]);
      const chains = await chainsOf(market, spot.instrument_token, spot.tradingsymbol, [expiry]);
      return totalsOf(previousOf(table, chains.map(chainFigures), Number.NaN));
    }
    const last = before(session);
    if (last === null) return UNKNOWN;
    const { date: day } = last;
    const [date, compact] = [compactDate(day), compactDate(expiry as IsoDate)];
    const kept = days.find((each) => each.date === date && each.expiry === compact);
    if (kept !== undefined) return { call: kept.callOi, put: kept.putOi };
    if (isDaily) return UNKNOWN;
    if (!isListed) return saidLast(last, compact);
    const table = optionTable(directory, underlying, [expiry]);
    return totalsOf(await closeBefore(past, underlying, table, session.date, Number.NaN));
  }

  const told: SideTotals[][] = [];
  for (const session of sessions) {
    const own: SideTotals[] = [];
    for (const expiry of namesOf(session)) own.push(await of(session, expiry));
    told.push(own);
  }
  return told;
}
