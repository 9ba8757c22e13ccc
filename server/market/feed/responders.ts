import { fromCompactDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { packSnapshots } from "../../platform/bus/packing.ts";
import type {
  InterestMessage,
  PastClosesMessage,
  PastDaysMessage,
  StatsInterestMessage,
  VolatilityHistoryMessage,
  VolatilityRankMessage,
  VolumeHistoryMessage,
} from "../bus/bus-messages.ts";
import type { FeedStatus } from "../bus/feed-status.ts";
import { BAR_SECONDS, type BarQuery, type BarSeries } from "../bus/market-past.ts";
import {
  chainSnapshotRequest,
  feedStatusRequest,
  interestSubject,
  liveChainsRequest,
  measuresRequest,
  metacacheRequest,
  pastBarsRequest,
  pastClosesRequest,
  pastDaysRequest,
  pastMeasuresRequest,
  quotesRequest,
  screenerRequest,
  statsInterestSubject,
  statsRequest,
  volatilityHistorySubject,
  volatilityRankRequest,
  volumeHistorySubject,
} from "../bus/market-subjects.ts";
import { packQuarters } from "../bus/measure-quarters.ts";
import { packBars } from "../bus/packed-bars.ts";
import { packMeasures, type UnderlyingSample } from "../bus/packed-measures.ts";

/** Full packets of 186 bytes: the answer stays below NATS' megabyte. */
const MOST_TOKENS_PER_REQUEST = 5_000;

/** What the responders ask of the feed. */
export interface FeedAnswers {
  /** packet 3 snapshot, null when there is no such chain */
  chain(underlying: number, expiry: number): Uint8Array | null;
  /** packet 3 snapshots near to far, null when there is no such underlying */
  liveChains(underlying: number): readonly Uint8Array[] | null;
  /** packet 2 of the tokens that exist */
  quotes(tokens: readonly number[]): Uint8Array;
  /** packet 5 of the underlyings that exist */
  stats(underlyings: readonly number[]): readonly Uint8Array[];
  /** of the underlyings that exist */
  measures?(underlyings: readonly number[]): readonly UnderlyingSample[];
  /** packet 7 of every underlying */
  screener(): Uint8Array;
  metacache(): MetacacheBody;
  status(): FeedStatus;
  interest(chains: InterestMessage["chains"]): void;
  statsInterest(message: StatsInterestMessage): void;
  /** null: there is no past to be had */
  bars?(query: BarQuery): Promise<readonly BarSeries[] | null>;
  closes?(underlying: number, days: number): Promise<PastClosesMessage>;
  days?(underlying: number, days: number): Promise<PastDaysMessage>;
  pastMeasures?(
    underlying: number,
    date: IsoDate,
    expiries: readonly number[],
  ): Promise<ReadonlyMap<number, Uint8Array> | null>;
  volatilityHistory?(message: VolatilityHistoryMessage): void;
  volumeHistory?(message: VolumeHistoryMessage): void;
  /** 0 to 100, NaN unknown */
  volatilityRank?(underlying: number): number;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function toJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

function refuse(what: string): AppError {
  return new AppError("request.invalid", `The request to the feed is not valid: ${what}.`);
}

function parseRecord(payload: Uint8Array): Record<string, unknown> {
  if (payload.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(payload));
  } catch {
    throw refuse("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("it is not an object");
  return value as Record<string, unknown>;
}

function isWord(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
}

function wordOf(record: Record<string, unknown>, name: string): number {
  const value = record[name];
  if (!isWord(value)) throw refuse(`"${name}" must be an unsigned 32-bit integer`);
  return value;
}

function tokensOf(record: Record<string, unknown>, name = "tokens"): readonly number[] {
  const tokens = record[name];
  if (!Array.isArray(tokens) || !tokens.every(isWord)) {
    throw refuse(`"${name}" must be a list of instrument tokens`);
  }
  if (tokens.length > MOST_TOKENS_PER_REQUEST) {
    throw new AppError("request.too_large", `Ask for at most ${MOST_TOKENS_PER_REQUEST} tokens at a time.`, {
      tokens: tokens.length,
    });
  }
  return tokens;
}

/** Chains of an interest message; entries that are no pair of numbers are left out, so that one bad relay harms none. */
function parseInterest(payload: Uint8Array): InterestMessage["chains"] {
  let chains: unknown;
  try {
    ({ chains } = parseRecord(payload));
  } catch {
    return [];
  }
  if (!Array.isArray(chains)) return [];
  return chains.filter(
    (pair: unknown): pair is [number, number] =>
      Array.isArray(pair) && pair.length === 2 && isWord(pair[0]) && isWord(pair[1]),
  );
}

/** A stats interest message; entries that are no token are left out. */
export function parseStatsInterest(payload: Uint8Array): StatsInterestMessage {
  let record: Record<string, unknown> = {};
  try {
    record = parseRecord(payload);
  } catch {
    // No client waits for an answer; it lapses like any other silence.
  }
  const { underlyings, screener } = record;
  return {
    underlyings: Array.isArray(underlyings) ? underlyings.filter(isWord) : [],
    screener: screener === true,
  };
}

/** Bars of the past asked for at a time: 28 bytes each, the answer stays below NATS' megabyte. */
const MOST_BARS = 30_000;
const MOST_PAST_TOKENS = 200;
const MOST_PAST_CLOSES = 1_000;

/** @throws AppError request.invalid, request.too_large */
function parseBarQuery(payload: Uint8Array): BarQuery {
  const record = parseRecord(payload);
  const tokens = tokensOf(record);
  const { from, to, seconds } = record;
  const length = BAR_SECONDS.find((each) => each === seconds);
  if (typeof from !== "number" || typeof to !== "number" || !Number.isFinite(to - from)) {
    throw refuse(`"from" and "to" must be times`);
  }
  if (length === undefined) throw refuse(`"seconds" must be one of ${BAR_SECONDS.join(", ")}`);
  const bars = (tokens.length * (to - from)) / (1_000 * length);
  if (tokens.length > MOST_PAST_TOKENS || bars > MOST_BARS) {
    throw new AppError("request.too_large", `Ask for at most ${MOST_BARS} bars at a time.`, { bars });
  }
  return { tokens, from, to, seconds: length };
}

/** Expiries of a past day asked for at a time: a day of one is 50 kB around the clock, and made in a tenth of a second. */
const MOST_PAST_EXPIRIES = 12;

function isDate(n: number): boolean {
  try {
    return fromCompactDate(n) !== "";
  } catch {
    return false;
  }
}

/** @throws AppError request.invalid, request.too_large */
function parseMeasuresQuery(payload: Uint8Array) {
  const record = parseRecord(payload);
  const { date } = record;
  const expiries = tokensOf(record, "expiries");
  if (typeof date !== "string" || !isDate(Number(date.replaceAll("-", ""))))
    throw refuse('"date" must be a date');
  if (!expiries.every(isDate)) throw refuse('"expiries" must be dates like 20261124');
  if (expiries.length > MOST_PAST_EXPIRIES) {
    throw new AppError("request.too_large", `Ask for at most ${MOST_PAST_EXPIRIES} expiries at a time.`, {
      expiries: expiries.length,
    });
  }
  return {
    underlying: wordOf(record, "underlying"),
    date: fromCompactDate(Number(date.replaceAll("-", ""))),
    expiries,
  };
}

/** What a message lists of underlyings; none where it is no such message. */
function listedUnderlyings(payload: Uint8Array): readonly unknown[] {
  let record: Record<string, unknown> = {};
  try {
    record = parseRecord(payload);
  } catch {
    // As with interest: one bad sender harms none.
  }
  return Array.isArray(record.underlyings) ? record.underlyings : [];
}

/** A volume history message; what is no figure is left out. */
function parseVolumeHistory(payload: Uint8Array): VolumeHistoryMessage {
  return {
    underlyings: listedUnderlyings(payload).filter(
      (each): each is VolumeHistoryMessage["underlyings"][number] =>
        typeof each === "object" &&
        each !== null &&
        isWord((each as { underlying?: unknown }).underlying) &&
        isWord((each as { days?: unknown }).days) &&
        ((each as { average?: unknown }).average === null ||
          Number.isFinite((each as { average?: unknown }).average)),
    ),
  };
}

/** A volatility history message; what is no list of figures is left out. */
function parseVolatilityHistory(payload: Uint8Array): VolatilityHistoryMessage {
  return {
    underlyings: listedUnderlyings(payload).filter(
      (each): each is VolatilityHistoryMessage["underlyings"][number] =>
        typeof each === "object" &&
        each !== null &&
        isWord((each as { underlying?: unknown }).underlying) &&
        Array.isArray((each as { closes?: unknown }).closes) &&
        (each as { closes: unknown[] }).closes.every(Number.isFinite) &&
        isWord((each as { origins?: unknown }).origins),
    ),
  };
}

/**
 * Answers the feed's requests on the bus (`server/market/bus/market-subjects.ts` describes each).
 * @returns the function that stops answering
 */
export function startResponders(bus: Bus, answers: FeedAnswers): () => void {
  const stops = [
    bus.respond(chainSnapshotRequest(), (payload) => {
      const request = parseRecord(payload);
      return answers.chain(wordOf(request, "underlying"), wordOf(request, "expiry")) ?? new Uint8Array(0);
    }),
    bus.respond(liveChainsRequest(), (payload) => {
      const underlying = wordOf(parseRecord(payload), "underlying");
      return packSnapshots(answers.liveChains(underlying) ?? []);
    }),
    bus.respond(quotesRequest(), (payload) => answers.quotes(tokensOf(parseRecord(payload)))),
    bus.respond(statsRequest(), (payload) =>
      packSnapshots(answers.stats(tokensOf(parseRecord(payload), "underlyings"))),
    ),
    bus.respond(measuresRequest(), (payload) =>
      packMeasures(answers.measures?.(tokensOf(parseRecord(payload), "underlyings")) ?? []),
    ),
    bus.respond(screenerRequest(), () => answers.screener()),
    bus.respond(metacacheRequest(), (payload) => {
      const { etag } = parseRecord(payload);
      const body = answers.metacache();
      return toJson(etag === body.etag ? { etag: body.etag } : { etag: body.etag, body });
    }),
    bus.respond(feedStatusRequest(), () => toJson(answers.status())),
    bus.respond(pastBarsRequest(), async (payload) => {
      const series = (await answers.bars?.(parseBarQuery(payload))) ?? null;
      return series === null ? new Uint8Array(0) : packBars(series);
    }),
    bus.respond(pastClosesRequest(), async (payload) => {
      const record = parseRecord(payload);
      const days = Math.min(wordOf(record, "days"), MOST_PAST_CLOSES);
      const nothing: PastClosesMessage = { market: "", closes: null };
      return toJson((await answers.closes?.(wordOf(record, "underlying"), days)) ?? nothing);
    }),
    bus.respond(pastDaysRequest(), async (payload) => {
      const record = parseRecord(payload);
      const days = Math.min(wordOf(record, "days"), MOST_PAST_CLOSES);
      const nothing: PastDaysMessage = { market: "", days: null };
      return toJson((await answers.days?.(wordOf(record, "underlying"), days)) ?? nothing);
    }),
    bus.respond(pastMeasuresRequest(), async (payload) => {
      const { underlying, date, expiries } = parseMeasuresQuery(payload);
      const quarters = (await answers.pastMeasures?.(underlying, date, expiries)) ?? null;
      return quarters === null ? new Uint8Array(0) : packQuarters(quarters);
    }),
    bus.respond(volatilityRankRequest(), (payload) => {
      const rank = answers.volatilityRank?.(wordOf(parseRecord(payload), "underlying")) ?? Number.NaN;
      return toJson({ rank: Number.isFinite(rank) ? rank : null } satisfies VolatilityRankMessage);
    }),
    bus.subscribe(volatilityHistorySubject(), (payload) =>
      answers.volatilityHistory?.(parseVolatilityHistory(payload)),
    ),
    bus.subscribe(volumeHistorySubject(), (payload) => answers.volumeHistory?.(parseVolumeHistory(payload))),
    bus.subscribe(interestSubject(), (payload) => answers.interest(parseInterest(payload))),
    bus.subscribe(statsInterestSubject(), (payload) => answers.statsInterest(parseStatsInterest(payload))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
