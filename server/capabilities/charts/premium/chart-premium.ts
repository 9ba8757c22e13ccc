import { combinedPremium } from "#domain/chain/premium.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { ChartPremiumRequest, ChartPremiumResponse } from "#protocol/http/chart-premium.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { type ChartUnderlying, chartUnderlying, divisorOf, wantedOf } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { isOn, orNull } from "../minute-columns.ts";
import { sessionsUntil } from "../sessions.ts";
import { WrittenColumn, type WrittenPayload, writePayload } from "../written-json.ts";
import { type FixedLine, isRolling, type PremiumLine, premiumLines } from "./premium-strategies.ts";
import { hasRange, type LineColumn, sessionTexts } from "./premium-texts.ts";

type Payload = ChartPremiumResponse["payload"];
type Strategy = Payload["strategies"][number];
/** The same with columns that are written a session at a time. */
type Columned<T, Name extends keyof T> = Omit<T, Name> & {
  readonly [N in Name]: WrittenColumn | Extract<T[N], null>;
};
type WrittenStrategy = Columned<
  Strategy,
  "premium" | "vwap" | "volume" | "high" | "low" | "carried" | "strike"
>;

const lotOf = (contracts: readonly (InstrumentDetails | undefined)[]): number | null => {
  const lots = new Set(contracts.flatMap((each) => (each === undefined ? [] : [each.lot_size])));
  return lots.size === 1 ? [...lots][0]! : null;
};

function strategyOf(line: PremiumLine, previous: number, interval: Payload["interval"]): WrittenStrategy {
  const column = () => new WrittenColumn();
  const rangeOrNull = () => (hasRange(interval) ? column() : null);
  const columns = {
    premium: column(),
    vwap: column(),
    volume: column(),
    high: rangeOrNull(),
    low: rangeOrNull(),
    carried: column(),
  };
  if (isRolling(line)) {
    const { expiry, steps, reference, action, calls, puts } = line;
    return {
      legs: [],
      rolling: { expiry, steps, reference, trade_action: action },
      lot_size: lotOf([...calls, ...puts]),
      previous_premium: null,
      ...columns,
      strike: column(),
    };
  }
  return {
    legs: line.legs.map(({ contract, sign, ratio }) => ({
      tradingsymbol: contract.tradingsymbol,
      instrument_token: contract.instrument_token,
      trade_action: sign === 1 ? "SELL" : "BUY",
      ratio,
    })),
    rolling: null,
    lot_size: lotOf(line.legs.map(({ contract }) => contract)),
    previous_premium: orNull(previous),
    ...columns,
    strike: null,
  };
}

/** What fixed lines cost at the close before a session, rupees, NaN unknown. */
async function previousPremiums(
  past: Pick<ChartPast, "previousCloses">,
  underlying: ChartUnderlying,
  lines: readonly FixedLine[],
  { date }: SessionTimes,
): Promise<(line: FixedLine) => number> {
  const wanted = new Map(
    lines.flatMap(({ legs }) =>
      legs.map(({ contract }) => [contract.instrument_token, wantedOf(contract, underlying)] as const),
    ),
  );
  const closes = wanted.size === 0 ? null : await past.previousCloses([...wanted.values()], date);
  return ({ legs }) =>
    combinedPremium(legs, (i) => {
      const { contract } = legs[i]!;
      return (closes?.get(contract.instrument_token)?.close ?? 0) / divisorOf(contract);
    });
}

/**
 * Combined premiums and their averages over some sessions, as far as the viewer's market has come.
 * @throws AppError underlying.not_found, derivative.not_found, instrument.not_found, request.invalid, server.unavailable,
 * quotes.failed, metacache.failed
 */
export async function chartPremium(
  market: Pick<ChartMarket, "now" | "directory" | "quotes" | "measures">,
  past: ChartPast,
  request: ChartPremiumRequest,
): Promise<WrittenPayload> {
  const { underlying_symbol: symbol, interval = "1M", sessions: count = 1 } = request;
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const now = market.now();
  const lines = premiumLines(directory, underlying, request, now);
  const { sessions, present } = sessionsUntil(past, underlying.exchange, count, now);
  const reading = { market, past, underlying, now };
  const fixed = lines.filter((line) => line.kind === "fixed");
  const previous = await previousPremiums(past, underlying, fixed, sessions.at(-1)!);
  const [times, spots] = [new WrittenColumn(), new WrittenColumn()];
  const strategies = lines.map((line) =>
    strategyOf(line, isRolling(line) ? Number.NaN : previous(line), interval),
  );
  const told: ChartSession[] = [];
  let last: number | null = null;
  const writing = { reading, lines, interval, listed: directory.etag };
  for (const session of sessions) {
    await breathe();
    const texts = await sessionTexts(writing, session, session === present);
    told.push(texts.told);
    times.parts.push(texts.times);
    spots.parts.push(texts.spot);
    for (const [i, columns] of texts.lines.entries()) {
      for (const [name, text] of Object.entries(columns))
        strategies[i]![name as LineColumn]?.parts.push(text);
    }
    last = texts.last;
  }
  const isRunning = present !== null && isOn(present, now);
  const payload: Columned<Omit<Payload, "strategies">, "times" | "underlying_prices"> & {
    readonly strategies: readonly WrittenStrategy[];
  } = {
    underlying_symbol: symbol,
    underlying_token: underlying.spot.instrument_token,
    interval,
    times,
    running_at: isRunning ? last : null,
    underlying_prices: spots,
    strategies,
    sessions: told,
  };
  return writePayload(payload);
}
