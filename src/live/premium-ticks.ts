/** Moments of combined premiums, from streams: Σ sign × ratio × last price, and what was traded in the legs since the bar began. */
import { atmStrikeIndex } from "#domain/chain/measures.ts";
import { combinedPremium, type PremiumLeg } from "#domain/chain/premium.ts";
import type { QuoteSnapshot, StatsSnapshot } from "#workers/engine/api.ts";
import { createBarVolumes } from "./bar-volumes.ts";
import type { Figure } from "./chart-columns.ts";
import { figure, type Take } from "./follow-ticks.ts";
import { live } from "./live-state.ts";
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

/** Columns of each strategy, after that of the underlying's price; `carried` is 1 where a leg has not traded in the bar. */
export const PREMIUM_COLUMNS = ["premium", "vwap", "volume", "carried", "strike"] as const;

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

/** Rupees of the day's last trade; NaN before it. */
const priceOf = (quote: QuoteSnapshot | undefined): number =>
  quote !== undefined && quote.volume > 0 ? quote.lastPrice : Number.NaN;

/** The bar that was on when a chart was answered. */
export interface AnsweredBar {
  readonly time: number;
  /** by strategy: what was traded in its legs, and the strike it had */
  readonly lines: readonly { readonly volume: Figure; readonly strike: Figure }[];
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
  const volumes = createBarVolumes(barMs);
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

  function valuesOf(told: StatsSnapshot | null, data: readonly QuoteSnapshot[], at: number): Figure[] {
    const quoteOf = new Map(data.map((quote) => [quote.token, quote]));
    const time = barOf(at);
    if (time !== null) volumes.take(time, data);
    const values = lines.flatMap((line, i): Figure[] => {
      const atm = line.kind === "fixed" ? -1 : atmOf(line, told);
      const legs = line.kind === "fixed" ? line.legs : legsAt(line, atm);
      const strike = line.kind === "fixed" ? null : figure(line.strikes[atm]);
      if (legs === null) return [null, null, null, null, strike];
      const before = answered();
      const of = before?.time === time ? before?.lines[i] : undefined;
      const seed = of !== undefined && Object.is(of.strike, strike) ? of.volume : null;
      const { volume, isCarried } = volumes.of(
        i,
        strike,
        legs.map(({ token }) => token),
        seed,
      );
      const premium = combinedPremium(legs, (leg) => priceOf(quoteOf.get(legs[leg]!.token)));
      return [figure(premium), null, volume, isCarried === null ? null : isCarried ? 1 : 0, strike];
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
