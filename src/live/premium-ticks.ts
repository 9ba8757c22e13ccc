/** Moments of combined premiums, from streams: Σ sign × ratio × last price, and what was traded in the legs since the bar began. */
import { atmStrikeIndex } from "#domain/chain/measures.ts";
import { combinedPremium, type PremiumLeg } from "#domain/chain/premium.ts";
import type { QuoteSnapshot, StatsSnapshot } from "#workers/engine/api.ts";
import { createBarVolumes } from "./bar-volumes.ts";
import type { Figure } from "./chart-columns.ts";
import { figure, type Take } from "./follow-ticks.ts";
import { live } from "./live-state.ts";
import { createMinuteFold, type MinuteBar } from "./minute-fold.ts";
import { type Stream, streamOf } from "./streams.ts";

export interface LiveLeg extends PremiumLeg {
  readonly token: number;
}

/** The same contracts throughout, or a call above and a put below whose strikes go with the market. */
export type LivePremium =
  | { readonly kind: "fixed"; readonly legs: readonly LiveLeg[] }
  | {
      readonly kind: "rolling";
      /** YYYYMMDD */
      readonly expiry: number;
      readonly reference: "forward" | "spot";
      readonly sign: 1 | -1;
      /** listed strikes away from the one at the money */
      readonly steps: number;
      /** rupees, ascending */
      readonly strikes: Float64Array;
      /** tokens by strike; null where there is no such contract */
      readonly calls: readonly (number | null)[];
      readonly puts: readonly (number | null)[];
    };
type Rolling = Extract<LivePremium, { kind: "rolling" }>;

/**
 * Columns of each strategy, after that of the underlying's price; `carried` is 1 where a leg has not traded in the bar, `worth` the Σ of
 * premium × units of the bar's minutes, which is not answered.
 */
export const PREMIUM_COLUMNS = [
  "premium",
  "vwap",
  "volume",
  "carried",
  "strike",
  "high",
  "low",
  "worth",
] as const;

const MINUTE_MS = 60_000;

/** Strikes to each side of the money whose contracts are told: it may move so far before others are asked for. */
const AROUND = 4;

/** @returns place among the strikes, -1 unknown */
export function atmOf({ expiry, reference, strikes }: Rolling, stats: StatsSnapshot | null): number {
  const level =
    reference === "spot" ? stats?.spot : stats?.expiries.find((each) => each.expiry === expiry)?.forward;
  return atmStrikeIndex(strikes.length, strikes, level ?? Number.NaN);
}

/** Legs for a strike at the money; null where the list has no such contracts. */
export function legsAt({ calls, puts, steps, sign }: Rolling, atm: number): readonly LiveLeg[] | null {
  const [call, put] = [calls[atm + steps] ?? null, puts[atm - steps] ?? null];
  if (atm < 0 || call === null || put === null) return null;
  return [call, put].map((token) => ({ token, sign, ratio: 1 }));
}

/** Tokens of the contracts around a place. */
const tokensAround = (line: Rolling, atm: number): number[] =>
  Array.from({ length: 2 * AROUND + 1 }, (_, i) => legsAt(line, atm + i - AROUND) ?? []).flatMap((legs) =>
    legs.map(({ token }) => token),
  );

/** Start of the minute of a bar that holds an instant. */
const minuteOf = (bar: number, at: number): number => bar + Math.floor((at - bar) / MINUTE_MS) * MINUTE_MS;

/** Rupees of the day's last trade; NaN before it. */
const priceOf = (quote: QuoteSnapshot | undefined): number =>
  quote !== undefined && quote.volume > 0 ? quote.lastPrice : Number.NaN;

/** The bar that was on when a chart was answered. */
export interface AnsweredBar {
  readonly time: number;
  /** by strategy: what its minutes had come to, and the strike it had */
  readonly lines: readonly (MinuteBar & { readonly strike: Figure })[];
}

interface Wanted {
  /** token of the underlying */
  readonly underlying: number;
  readonly lines: readonly LivePremium[];
  /** Start of the bar that holds an instant; null outside the session. */
  barOf(at: number): number | null;
  readonly barMs: number;
  /** the newest that was answered */
  answered(): AnsweredBar | null;
}

/**
 * The underlying's price, then of each strategy the columns of PREMIUM_COLUMNS (the average is not streamed); null while what is told is
 * old. A rolling line has the strike that the streamed forward or spot says.
 */
export function premiumTicks(wanted: Wanted, take: Take): () => void {
  const { underlying, lines, barOf, barMs, answered } = wanted;
  const rolling = lines.filter((line) => line.kind === "rolling");
  const stats = rolling.length === 0 ? null : streamOf({ kind: "stats", tokens: [underlying] });
  const isOfMinutes = barMs > MINUTE_MS;
  const volumes = createBarVolumes(barMs);
  const minutes = isOfMinutes ? createBarVolumes(MINUTE_MS) : volumes;
  const fold = createMinuteFold();
  /** An answer from before a break: what was traded since is not known. */
  let stale: AnsweredBar | null = null;
  const centres = new Map<Rolling, number>();
  let quotes: Stream<"quotes"> | null = null;
  let tokens = "";
  let endQuotes: () => void = () => {};

  function tokensOf(line: LivePremium, told: StatsSnapshot | null): number[] {
    if (line.kind === "fixed") return line.legs.map(({ token }) => token);
    const atm = atmOf(line, told);
    const centre = centres.get(line) ?? -1;
    if (atm >= 0 && (centre < 0 || Math.abs(atm - centre) >= AROUND)) centres.set(line, atm);
    const own = centres.get(line);
    return own === undefined ? [] : tokensAround(line, own);
  }

  function openQuotes(told: StatsSnapshot | null): void {
    const all = [...new Set([underlying, ...lines.flatMap((line) => tokensOf(line, told))])];
    const key = all.join();
    if (key === tokens) return;
    const end = endQuotes;
    tokens = key;
    quotes = streamOf({ kind: "quotes", tokens: all, mode: "full" });
    endQuotes = quotes.subscribe(look);
    end();
  }

  function barOfLine(
    i: number,
    legs: readonly LiveLeg[],
    strike: Figure,
    premium: number,
    bar: number,
    at: number,
  ): { readonly bar: MinuteBar; readonly isCarried: Figure } {
    const tokens = legs.map(({ token }) => token);
    const before = answered();
    const own = before === stale || before?.time !== bar ? null : (before.lines[i] ?? null);
    const isSame = own !== null && Object.is(own.strike, strike);
    // Of a minute that is the bar what was answered of it goes on; of a longer bar it is what was before.
    const ofMinute = !isOfMinutes && isSame ? own.volume : null;
    const { isCarried } = volumes.of(i, strike, tokens, ofMinute);
    const told = fold.take(
      i,
      {
        bar,
        minute: isOfMinutes ? minuteOf(bar, at) : bar,
        premium,
        volumeOf: (isSeeded) => minutes.of(i, strike, tokens, isSeeded ? 0 : ofMinute).volume,
      },
      isOfMinutes ? own : null,
    );
    return { bar: told, isCarried: isCarried === null ? null : Number(isCarried) };
  }

  function valuesOf(told: StatsSnapshot | null, data: readonly QuoteSnapshot[], at: number): Figure[] {
    const quoteOf = new Map(data.map((quote) => [quote.token, quote]));
    const time = barOf(at);
    if (time !== null) {
      volumes.take(time, data);
      if (isOfMinutes) minutes.take(minuteOf(time, at), data);
    }
    const values = lines.flatMap((line, i): Figure[] => {
      const atm = line.kind === "fixed" ? -1 : atmOf(line, told);
      const legs = line.kind === "fixed" ? line.legs : legsAt(line, atm);
      const strike = line.kind === "fixed" ? null : figure(line.strikes[atm]);
      if (legs === null || time === null) return [null, null, null, null, strike, null, null, null];
      const premium = combinedPremium(legs, (leg) => priceOf(quoteOf.get(legs[leg]!.token)));
      const { bar, isCarried } = barOfLine(i, legs, strike, premium, time, at);
      const { volume, high, low, worth } = bar;
      return [figure(premium), null, volume, isCarried, strike, high, low, worth];
    });
    return [figure(quoteOf.get(underlying)?.lastPrice), ...values];
  }

  function look(): void {
    const stated = stats?.read() ?? null;
    const told = stated?.data?.[0] ?? null;
    if (stats !== null && told === null) return;
    openQuotes(told);
    const { data, isOld } = quotes!.read();
    if (data === null || data.length === 0) return;
    const isBroken =
      isOld || stated?.isOld === true || told?.stale === true || data.some(({ stale }) => stale);
    const at = live.health?.marketTime ?? null;
    if (isBroken || at === null) {
      volumes.forget();
      minutes.forget();
      fold.forget();
      stale = answered();
      return take(null);
    }
    take({ at, values: valuesOf(told, data, at) });
  }

  const endStats = stats?.subscribe(look);
  look();
  return () => {
    endStats?.();
    endQuotes();
  };
}
