import { readChainRow } from "#protocol/generated/records.ts";
import { MOST_MINUTE_SESSIONS } from "#protocol/http/chart-parts.ts";
import type { IvTermResponse } from "#protocol/http/iv-history.ts";
import { chainView } from "#protocol/wire/codec.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { type OptionTable, wantedOptions } from "../chart-expiries.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { endedMinutes, orNull } from "../minute-columns.ts";
import { forwardsOf } from "../oi-snapshots.ts";
import { endedBy } from "../sessions.ts";
import { freshClose, strikeIvs, termsOf } from "../strike-ivs.ts";

type Smile = NonNullable<IvTermResponse["payload"]["smile"]>;

interface Given {
  readonly market: Pick<ChartMarket, "now" | "chain">;
  readonly past: Pick<ChartPast, "sessions" | "minutes" | "measures">;
  readonly underlying: ChartUnderlying;
  /** of one listed expiry */
  readonly table: OptionTable;
  /** of its options, rupees */
  readonly tick: number;
}

/** IV by strike as the chain has it now. */
async function nowOf({ market, underlying, table }: Given): Promise<Pick<Smile, "now" | "forward">> {
  const message = await market.chain(underlying.spot.instrument_token, table.expiries[0]!);
  const chain = message === null ? null : chainView(message);
  if (message === null || chain === null || "error" in chain) {
    return { now: table.strikes.map(() => null), forward: null };
  }
  const { root, rowsOffset, rowLength } = chain;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const ivs = new Map<number, number>();
  for (let i = 0; i < root.rowCount; i++) {
    const { strike, call, put } = readChainRow(view, rowsOffset + i * rowLength);
    ivs.set(strike / root.priceDivisor, call.token === 0 ? put.iv : call.iv);
  }
  return {
    now: table.strikes.map((strike) => orNull(ivs.get(strike) ?? Number.NaN)),
    forward: orNull(root.forward),
  };
}

const NOT_KEPT = { close: null, close_forward: null, close_origin: null } as const;

/** The same at the end of a session, of the last trades of its options and its own forward. */
async function closeOf(
  { market, past, underlying, table, tick }: Given,
  session: SessionTimes,
): Promise<Pick<Smile, "close" | "close_forward" | "close_origin">> {
  const now = market.now();
  const kept = past.sessions(underlying.exchange, MOST_MINUTE_SESSIONS) ?? [];
  if (!kept.some(({ date }) => date === session.date)) return NOT_KEPT;
  const [expiry] = table.expiries;
  const last = endedBy(session, now) - 1;
  const [{ day }, forwards, terms] = await Promise.all([
    endedMinutes(past, wantedOptions(table, underlying), session, now),
    forwardsOf(past, underlying, expiry!, session.date, session.close),
    termsOf(market, underlying, expiry!),
  ]);
  const forward = forwards(last);
  const ivs = strikeIvs(table, terms, tick, {
    at: session.close,
    forward,
    price: (option) => freshClose(day?.columns[option], last),
  });
  if (ivs.every(Number.isNaN)) return NOT_KEPT;
  return {
    close: Array.from(ivs, orNull),
    close_forward: orNull(forward),
    close_origin: day?.origin ?? null,
  };
}

/**
 * IV by strike of an expiry now, and at the close of a session.
 * @param session null: at none
 */
export async function smile(given: Given, session: SessionTimes | null): Promise<Smile> {
  const { expiries, strikes } = given.table;
  return {
    expiry: expiries[0]!,
    strikes: [...strikes],
    ...(await nowOf(given)),
    ...(session === null ? NOT_KEPT : await closeOf(given, session)),
  };
}
