/** A session by strike, minute by minute: decoded once, and then looked at without asking anybody. Pure. */

import { atmStrikeIndex, maxPain, pcr } from "#domain/chain/measures.ts";
import type { ChartSession, OiMinutesResponse } from "#protocol/http/open-interest.ts";

type Told = OiMinutesResponse["payload"];

/** The close of the session before. */
export const PREVIOUS_CLOSE = -1;

/** Open interest at one place of the day; NaN is not known. */
export interface OiAt {
  /** units, one a strike */
  readonly call: Float64Array;
  readonly put: Float64Array;
  /** units of all strikes that are known; NaN where none is */
  readonly callTotal: number;
  readonly putTotal: number;
  /** rupees */
  readonly spot: number;
  readonly forward: number;
  readonly atmStrike: number;
  readonly maxPain: number;
  readonly pcr: number;
}

export interface OiDay {
  readonly session: ChartSession;
  /** units a lot; NaN where the expiries do not share one */
  readonly lotSize: number;
  /** rupees, ascending */
  readonly strikes: Float64Array;
  /** places 0 to this less one are minutes from the session's open */
  readonly minutes: number;
  /** @param place a minute, or `PREVIOUS_CLOSE`; beyond the day its nearest end */
  at(place: number): OiAt;
}

const known = (value: number | null | undefined): number => value ?? Number.NaN;

interface Side {
  /** a row of all strikes a place, the previous close first */
  readonly rows: Float64Array;
  readonly totals: Float64Array;
}

function sideOf(
  previous: readonly (number | null)[],
  changes: readonly (readonly number[])[],
  strikes: number,
  minutes: number,
): Side {
  const places = minutes + 1;
  const rows = new Float64Array(places * strikes).fill(Number.NaN);
  const totals = new Float64Array(places).fill(Number.NaN);
  const add = (place: number, units: number): void => {
    totals[place] = (Number.isNaN(totals[place]!) ? 0 : totals[place]!) + units;
  };
  for (let strike = 0; strike < strikes; strike++) {
    const before = known(previous[strike]);
    rows[strike] = before;
    if (!Number.isNaN(before)) add(0, before);
    const told = changes[strike] ?? [];
    for (let i = 0; i + 1 < told.length; i += 2) {
      const units = told[i + 1]!;
      if (units < 0) continue;
      const until = Math.min(told[i + 2] ?? minutes, minutes);
      for (let minute = Math.max(0, told[i]!); minute < until; minute++) {
        rows[(minute + 1) * strikes + strike] = units;
        add(minute + 1, units);
      }
    }
  }
  return { rows, totals };
}

/** @throws nothing: what is missing is not known */
export function createOiDay(told: Told): OiDay {
  const strikes = Float64Array.from(told.strikes);
  const count = strikes.length;
  const minutes = Math.max(0, told.minutes);
  const calls = sideOf(told.previous_call_oi, told.call_oi, count, minutes);
  const puts = sideOf(told.previous_put_oi, told.put_oi, count, minutes);
  return {
    session: told.session,
    lotSize: known(told.lot_size),
    strikes,
    minutes,
    at(place) {
      const row = Math.min(Math.max(place, PREVIOUS_CLOSE), minutes - 1) + 1;
      const call = calls.rows.subarray(row * count, (row + 1) * count);
      const put = puts.rows.subarray(row * count, (row + 1) * count);
      const callTotal = calls.totals[row]!;
      const putTotal = puts.totals[row]!;
      const spot = known(row === 0 ? told.previous_spot : told.spot[row - 1]);
      const forward = known(row === 0 ? told.previous_forward : told.forward[row - 1]);
      const atm = atmStrikeIndex(count, strikes, forward);
      return {
        call,
        put,
        callTotal,
        putTotal,
        spot,
        forward,
        atmStrike: atm < 0 ? Number.NaN : strikes[atm]!,
        maxPain: maxPain(count, strikes, call, put, forward),
        pcr: pcr(putTotal, callTotal),
      };
    },
  };
}
