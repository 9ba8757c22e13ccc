import { AppError } from "#domain/errors.ts";
import { MOST_MINUTE_SESSIONS } from "#protocol/http/chart-parts.ts";
import type { OiMinutesRequest, OiMinutesResponse } from "#protocol/http/open-interest.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import { chainFigures } from "./chain-figures.ts";
import { chartExpiries, type OptionTable, optionTable, wantedOptions } from "./chart-expiries.ts";
import { chartUnderlying, divisorOf, wantedOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { closeAt, endedMinutes, isOn, oiAt, orNull } from "./minute-columns.ts";
import { chainsOf } from "./oi-by-strike.ts";
import {
  closeBefore,
  closingForward,
  forwardsOf,
  nowOf,
  type OiSnapshot,
  previousOf,
} from "./oi-snapshots.ts";
import { sessionOf, sessionsUntil } from "./sessions.ts";

const UNKNOWN = -1;

/** The session of a date. @throws AppError request.invalid, with those there are */
function sessionOn(sessions: readonly SessionTimes[], date: string | undefined): SessionTimes {
  const newest = sessions.at(-1)!;
  if (date === undefined) return newest;
  const found = sessions.find((each) => each.date === date);
  if (found !== undefined) return found;
  const why =
    date > newest.date ? "has not begun" : date < sessions[0]!.date ? "is too far back" : "had no session";
  const text = `${date} ${why}; sessions by the minute are ${sessions.map((each) => each.date).join(", ")}`;
  throw new AppError("request.invalid", text, { date });
}

/**
 * Each strike of a side as what changed: minute, units, minute, units …
 * @param options of each strike, positions in the table
 * @param minutes that have ended; @param last by strike in the minute that is on, null where none is
 */
function changesOf(
  options: readonly (readonly number[])[],
  minutes: number,
  oi: (option: number, minute: number) => number,
  last: Float64Array | null,
): number[][] {
  return options.map((own, row) => {
    const changes: number[] = [];
    let before = Number.NaN;
    const tell = (minute: number, value: number): void => {
      const units = Number.isNaN(value) ? UNKNOWN : value;
      if (units !== before) changes.push(minute, units);
      before = units;
    };
    for (let minute = 0; minute < minutes; minute++) {
      let sum = Number.NaN;
      for (const option of own) {
        const value = oi(option, minute);
        if (!Number.isNaN(value)) sum = Number.isNaN(sum) ? value : sum + value;
      }
      tell(minute, sum);
    }
    if (last !== null) tell(minutes, last[row]!);
    return changes;
  });
}

/** Positions of the options of each strike, on one side. */
function byStrike({ strikes, options }: OptionTable, isCall: boolean): number[][] {
  const rows = strikes.map((): number[] => []);
  for (const [i, each] of options.entries()) if (each.isCall === isCall) rows[each.row]!.push(i);
  return rows;
}

/**
 * Open interest by strike through one session, every minute of it that the viewer's market has come to.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, metacache.failed
 */
export async function oiMinutes(
  market: ChartMarket,
  past: ChartPast,
  { underlying_symbol: symbol, expiries: asked, date }: OiMinutesRequest,
): Promise<OiMinutesResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const expiries = chartExpiries(directory, underlying, symbol, asked);
  const now = market.now();
  const begun = sessionsUntil(past, underlying.exchange, MOST_MINUTE_SESSIONS, now);
  const { sessions, present } = begun;
  const session = sessionOn(sessions, date);
  const table = optionTable(directory, underlying, expiries);
  const { spot } = underlying;
  const wanted = [wantedOf(spot, underlying), ...wantedOptions(table, underlying)];
  const [{ day, ended }, chains, forward, closed] = await Promise.all([
    endedMinutes(past, wanted, session, now),
    session === present
      ? chainsOf(market, spot.instrument_token, symbol, expiries).then((all) => all.map(chainFigures))
      : null,
    forwardsOf(past, underlying, expiries[0]!, session.date, Math.min(now, session.close)),
    closingForward(past, underlying, expiries[0]!, begun.before(session)),
  ]);
  const previous =
    chains === null
      ? await closeBefore(past, underlying, table, session.date, closed)
      : previousOf(table, chains, closed);
  const running: OiSnapshot | null = chains !== null && isOn(session, now) ? nowOf(table, chains) : null;
  const columns = day?.columns ?? [];
  const oi = (option: number, minute: number): number => oiAt(columns[option + 1], minute);
  const through = (of: (minute: number) => number, last: number | undefined): (number | null)[] => [
    ...Array.from({ length: ended }, (_, minute) => orNull(of(minute))),
    ...(last === undefined ? [] : [orNull(last)]),
  ];
  const divisor = divisorOf(spot);
  return {
    underlying_symbol: symbol,
    expiries: [...expiries],
    lot_size: table.lotSize,
    session: sessionOf(session, day),
    minutes: ended + (running === null ? 0 : 1),
    spot: through((minute) => closeAt(columns[0], minute) / divisor, running?.spot),
    forward: through(forward, running?.forward),
    strikes: [...table.strikes],
    previous_call_oi: Array.from(previous.sums.call, orNull),
    previous_put_oi: Array.from(previous.sums.put, orNull),
    previous_spot: orNull(previous.spot),
    previous_forward: orNull(previous.forward),
    call_oi: changesOf(byStrike(table, true), ended, oi, running?.sums.call ?? null),
    put_oi: changesOf(byStrike(table, false), ended, oi, running?.sums.put ?? null),
  };
}
