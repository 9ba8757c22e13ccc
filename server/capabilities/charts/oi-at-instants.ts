import { AppError } from "#domain/errors.ts";
import { type ChartSession, MOST_MINUTE_SESSIONS } from "#protocol/http/chart-parts.ts";
import type { OiByStrikeRequest, OiByStrikeResponse } from "#protocol/http/open-interest.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import { chainFigures } from "./chain-figures.ts";
import { chartExpiries, optionTable } from "./chart-expiries.ts";
import { chartUnderlying, wantedOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { endedMinutes, orNull } from "./minute-columns.ts";
import { chainsOf } from "./oi-by-strike.ts";
import {
  closeBefore,
  closingForward,
  instantOf,
  nowOf,
  type OiSnapshot,
  pastOf,
  previousOf,
} from "./oi-snapshots.ts";
import { type InSession, sessionAt, sessionOf, sessionsUntil } from "./sessions.ts";

const figures = (side: Float64Array): (number | null)[] => Array.from(side, orNull);

/** @throws AppError request.invalid */
function mustBeBefore(from: InSession | null, to: number): void {
  if (from === null || from.at < to) return;
  const text =
    "from must be a minute before to: exchange them, or give null for the close of the session before";
  throw new AppError("request.invalid", text, { from: from.at, to });
}

/**
 * Open interest by strike at two moments, over some expiries together.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, metacache.failed
 */
export async function oiAtInstants(
  market: ChartMarket,
  past: ChartPast,
  { underlying_symbol: symbol, expiries: asked, from, to }: OiByStrikeRequest,
): Promise<OiByStrikeResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const expiries = chartExpiries(directory, underlying, symbol, asked);
  const now = market.now();
  const begun = sessionsUntil(past, underlying.exchange, MOST_MINUTE_SESSIONS, now);
  const { sessions, present } = begun;
  const end = to === null ? null : sessionAt(sessions, to, now, "to");
  const begin = from === null ? null : sessionAt(sessions, from, now, "from");
  mustBeBefore(begin, end?.at ?? now);

  const table = optionTable(directory, underlying, expiries);
  const session = end?.session ?? sessions.at(-1)!;
  // What chains call the previous close is that of the session before the present one.
  const isSinceClose = end === null || session === present;
  const needsChains = end === null || (begin === null && isSinceClose);
  const [chains, snapshots] = await Promise.all([
    needsChains
      ? chainsOf(market, underlying.spot.instrument_token, symbol, expiries).then((all) =>
          all.map(chainFigures),
        )
      : [],
    pastOf(
      past,
      underlying,
      table,
      [begin, end].filter((each) => each !== null),
      now,
    ),
  ]);
  /** The close before a session. */
  async function closeOf(after: SessionTimes | null): Promise<OiSnapshot> {
    // Before the open, what is now is since the close of the newest session.
    const closed = after === null ? sessions.at(-1)! : begun.before(after);
    const forward = await closingForward(past, underlying, expiries[0]!, closed);
    return isSinceClose
      ? previousOf(table, chains, forward)
      : closeBefore(past, underlying, table, session.date, forward);
  }
  const second: OiSnapshot = end === null ? nowOf(table, chains) : snapshots.at(-1)!;
  const first = begin === null ? await closeOf(end === null ? present : session) : snapshots[0]!;

  const shown = [...new Set<SessionTimes>([...(begin === null ? [] : [begin.session]), session])];
  const told = await Promise.all(
    shown.map(async (each): Promise<ChartSession> => {
      const { day } = await endedMinutes(past, [wantedOf(underlying.spot, underlying)], each, now);
      return sessionOf(each, day);
    }),
  );
  return {
    underlying_symbol: symbol,
    expiries: [...expiries],
    lot_size: table.lotSize,
    from: instantOf(table, first),
    to: instantOf(table, second),
    strikes: [...table.strikes],
    call_oi_from: figures(first.sums.call),
    put_oi_from: figures(first.sums.put),
    call_oi_to: figures(second.sums.call),
    put_oi_to: figures(second.sums.put),
    sessions: told,
  };
}
