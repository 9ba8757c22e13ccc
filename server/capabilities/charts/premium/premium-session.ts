import { compactDate } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { MinuteDay } from "../../../market/history/minute-days.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { type ChartUnderlying, divisorOf, priceOf, wantedOf } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { closeAt, endedMinutes, isOn, runningVolume, volumeOf } from "../minute-columns.ts";
import { forwardsOf } from "../oi-snapshots.ts";
import { sessionOf } from "../sessions.ts";
import { atmPlace, type ContractMinutes, legsAt } from "./premium-minutes.ts";
import { isRolling, type PremiumLine } from "./premium-strategies.ts";

type OfMinute = (minute: number) => number;

/** What premiums are read of. */
export interface Reading {
  readonly market: Pick<ChartMarket, "now" | "quotes" | "measures">;
  readonly past: Pick<ChartPast, "minutes" | "measures">;
  readonly underlying: ChartUnderlying;
  /** the viewer's market time */
  readonly now: number;
}

/** A session as far as the viewer's market has come. */
export interface PremiumSession {
  readonly told: ChartSession;
  /** epoch ms */
  readonly open: number;
  /** that are told, the one that is on included */
  readonly minutes: number;
  readonly spot: ContractMinutes;
  /** The minutes of a contract of one of the lines. */
  of(token: number): ContractMinutes;
  /** by line, what a rolling one follows: rupees by minute, NaN unknown */
  readonly references: readonly OfMinute[];
  /** by line, all that it has in the session */
  readonly contracts: readonly (readonly InstrumentDetails[])[];
}

/** A contract through a session: minutes that have ended, then the one that is on. @param quotes of that one, null where none is */
function contractMinutes(
  contract: InstrumentDetails,
  day: MinuteDay | null,
  ended: number,
  quotes: ReadonlyMap<number, QuoteDetails> | null,
): ContractMinutes {
  const { instrument_token: token } = contract;
  const column = day?.columns.find((each) => each.token === token);
  const quote = quotes?.get(token);
  const divisor = divisorOf(contract);
  const traded = quotes === null ? Number.NaN : runningVolume(quote, column, ended, ended);
  return {
    price: (minute) => (minute < ended ? closeAt(column, minute) / divisor : priceOf(contract, quote)),
    volume: (minute) => (minute < ended ? volumeOf(column, minute, minute) : traded),
  };
}

/** Contracts that a line has in a session. */
function contractsOf(line: PremiumLine, minutes: number, reference: OfMinute): readonly InstrumentDetails[] {
  if (!isRolling(line)) return line.legs.map(({ contract }) => contract);
  const places = new Set(Array.from({ length: minutes }, (_, minute) => atmPlace(line, reference(minute))));
  return [...places].flatMap((atm) => (legsAt(line, atm) ?? []).map(({ contract }) => contract));
}

/** The forwards that lines follow by expiry: minutes that have ended, then the one that is on. */
async function forwardsFollowed(
  { market, past, underlying, now }: Reading,
  lines: readonly PremiumLine[],
  { date, close }: SessionTimes,
  ended: number,
  isRunning: boolean,
): Promise<ReadonlyMap<string, OfMinute>> {
  const followed = lines.flatMap((line) =>
    isRolling(line) && line.reference === "forward" ? [line.expiry] : [],
  );
  const expiries = [...new Set(followed)];
  if (expiries.length === 0) return new Map();
  const sample = isRunning ? await market.measures(underlying.spot.instrument_token) : null;
  const told = await Promise.all(
    expiries.map(async (expiry): Promise<[string, OfMinute]> => {
      const own = await forwardsOf(past, underlying, expiry, date, Math.min(now, close));
      const compact = compactDate(expiry as IsoDate);
      const last = sample?.expiries.find((each) => each.expiry === compact)?.forward ?? Number.NaN;
      return [expiry, (minute) => (minute < ended ? own(minute) : last)];
    }),
  );
  return new Map(told);
}

/**
 * What the lines need of one session. Of rolling ones the strikes are known once what they follow is.
 * @throws AppError quotes.failed, prices.failed
 */
export async function readSession(
  reading: Reading,
  lines: readonly PremiumLine[],
  session: SessionTimes,
  isPresent: boolean,
): Promise<PremiumSession> {
  const { market, past, underlying, now } = reading;
  const { spot } = underlying;
  const isRunning = isPresent && isOn(session, now);
  // A share is its own underlying, and lines may have the same contracts.
  const read = (contracts: readonly InstrumentDetails[]) => {
    const own = new Map(
      [spot, ...contracts].map((each) => [each.instrument_token, wantedOf(each, underlying)]),
    );
    return endedMinutes(past, [...own.values()], session, now);
  };
  const quotesOf = (contracts: readonly InstrumentDetails[]) =>
    isRunning ? market.quotes([...new Set(contracts.map((each) => each.instrument_token))]) : null;

  const fixed = lines.flatMap((line) => (isRolling(line) ? [] : line.legs.map(({ contract }) => contract)));
  const isMoving = lines.some(isRolling);
  const first = await read(isMoving ? [] : fixed);
  const { ended } = first;
  const minutes = ended + (isRunning ? 1 : 0);
  const spotNow = isMoving ? await quotesOf([spot]) : null;
  const before = contractMinutes(spot, first.day, ended, spotNow);
  const forwards = await forwardsFollowed(reading, lines, session, ended, isRunning);
  const references = lines.map((line) =>
    isRolling(line) && line.reference === "forward" ? forwards.get(line.expiry)! : before.price,
  );

  const ofLines = lines.map((line, i) => contractsOf(line, minutes, references[i]!));
  const contracts = ofLines.flat();
  const { day } = isMoving ? await read(contracts) : first;
  const quotes = await quotesOf([spot, ...contracts]);
  const of = (contract: InstrumentDetails) => contractMinutes(contract, day, ended, quotes);
  const byToken = new Map(contracts.map((each) => [each.instrument_token, of(each)] as const));
  return {
    told: sessionOf(session, day),
    open: session.open,
    minutes,
    spot: of(spot),
    of: (token) => byToken.get(token)!,
    references,
    contracts: ofLines,
  };
}
