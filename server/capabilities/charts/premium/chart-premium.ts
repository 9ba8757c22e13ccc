import { combinedPremium, premiumAverage } from "#domain/chain/premium.ts";
import type { ChartPremiumRequest, ChartPremiumResponse } from "#protocol/http/chart-premium.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { type BarSpan, barsOf } from "../chart-bars.ts";
import { type ChartUnderlying, chartUnderlying, divisorOf, wantedOf } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { isOn, orNull } from "../minute-columns.ts";
import { sessionsUntil } from "../sessions.ts";
import { linePremium } from "./premium-minutes.ts";
import { type PremiumSession, readSession } from "./premium-session.ts";
import { type FixedLine, isRolling, type PremiumLine, premiumLines } from "./premium-strategies.ts";

type Payload = ChartPremiumResponse["payload"];
type Strategy = Payload["strategies"][number];

/** Puts a session's bars at the end of the columns. */
function addSession(payload: Payload, lines: readonly PremiumLine[], session: PremiumSession): void {
  const bars = barsOf(session.open, session.minutes, payload.interval);
  payload.sessions.push(session.told);
  for (const { start, last } of bars) {
    payload.times.push(start);
    payload.underlying_prices.push(orNull(session.spot.price(last)));
  }
  for (const [i, line] of lines.entries()) {
    addLine(payload.strategies[i]!, line, session, session.references[i]!, bars);
  }
}

function addLine(
  strategy: Strategy,
  line: PremiumLine,
  { of }: PremiumSession,
  reference: (minute: number) => number,
  bars: readonly BarSpan[],
): void {
  const premium = linePremium(line, of, reference);
  const average = premiumAverage();
  for (const { first, last } of bars) {
    let volume = Number.NaN;
    let traded: readonly boolean[] = [];
    let told = premium(first);
    let mean = Number.NaN;
    let [high, low] = [Number.NaN, Number.NaN];
    for (let minute = first; minute <= last; minute++) {
      const before = told.strike;
      if (minute > first) told = premium(minute);
      // What another strike's legs traded says nothing of these.
      const isSame = minute > first && Object.is(before, told.strike);
      traded = isSame ? told.traded.map((each, leg) => each || traded[leg] === true) : told.traded;
      if (!Number.isNaN(told.volume)) volume = (Number.isNaN(volume) ? 0 : volume) + told.volume;
      mean = average(told.premium, told.volume);
      if (!(told.premium <= high)) high = Number.isNaN(told.premium) ? high : told.premium;
      if (!(told.premium >= low)) low = Number.isNaN(told.premium) ? low : told.premium;
    }
    strategy.premium.push(orNull(told.premium));
    strategy.vwap.push(orNull(mean));
    strategy.strike?.push(orNull(told.strike));
    strategy.volume.push(orNull(volume));
    strategy.high?.push(orNull(high));
    strategy.low?.push(orNull(low));
    strategy.carried.push(traded.includes(false));
  }
}

const lotOf = (contracts: readonly (InstrumentDetails | undefined)[]): number | null => {
  const lots = new Set(contracts.flatMap((each) => (each === undefined ? [] : [each.lot_size])));
  return lots.size === 1 ? [...lots][0]! : null;
};

function strategyOf(line: PremiumLine, previous: number, interval: Payload["interval"]): Strategy {
  const ranges = interval === "1M" ? { high: null, low: null } : { high: [], low: [] };
  const columns = { premium: [], vwap: [], volume: [], ...ranges, carried: [] };
  if (isRolling(line)) {
    const { expiry, steps, reference, action, calls, puts } = line;
    return {
      legs: [],
      rolling: { expiry, steps, reference, trade_action: action },
      lot_size: lotOf([...calls, ...puts]),
      previous_premium: null,
      ...columns,
      strike: [],
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
): Promise<Payload> {
  const { underlying_symbol: symbol, interval = "1M", sessions: count = 1 } = request;
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const now = market.now();
  const lines = premiumLines(directory, underlying, request, now);
  const { sessions, present } = sessionsUntil(past, underlying.exchange, count, now);
  const reading = { market, past, underlying, now };
  const previous = await previousPremiums(
    past,
    underlying,
    lines.filter((line) => line.kind === "fixed"),
    sessions.at(-1)!,
  );
  const payload: Payload = {
    underlying_symbol: symbol,
    underlying_token: underlying.spot.instrument_token,
    interval,
    times: [],
    running_at: null,
    underlying_prices: [],
    strategies: lines.map((line) =>
      strategyOf(line, isRolling(line) ? Number.NaN : previous(line), interval),
    ),
    sessions: [],
  };
  for (const session of sessions) {
    await breathe();
    addSession(payload, lines, await readSession(reading, lines, session, session === present));
  }
  const isRunning = present !== null && isOn(present, now);
  return { ...payload, running_at: isRunning ? payload.times.at(-1)! : null };
}
