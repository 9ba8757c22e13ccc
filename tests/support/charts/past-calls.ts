/** A simulated market whose two hours before are the source's, watched for half an hour and half of a minute, and its charts' calls. */
import { expect } from "vitest";
import type { BarInterval, BarsResponse } from "#protocol/http/chart-bars.ts";
import type { ChartMeasuresRequest, ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import type { ChartPremiumRequest, ChartPremiumResponse } from "#protocol/http/chart-premium.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { startHistoryWorld } from "../market/history-world.ts";

export const MINUTE = 60_000;
export const OPEN = Date.parse("2026-11-20T09:15:00+05:30");
/** The source makes days of a thousand contracts up. */
export const SOURCE_MS = 120_000;
export type ErrorBody = { error: { code: string; message: string } };
export type Bars = BarsResponse["payload"];
type Viewer = "live" | "late";

export async function startPastCalls() {
  const world = await startHistoryWorld();
  await world.known();
  await world.pass(30.5 * MINUTE);
  const now = () => knownMarketTime(world.doors.watch);

  async function payloadOf<T>(path: string, body: unknown, who: Viewer): Promise<T> {
    const answer = await world.call<{ payload: T }>(path, body, who);
    expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200);
    return answer.body.payload;
  }
  function bars(
    tradingsymbol: string,
    interval: BarInterval,
    range: { from?: number; to?: number } = {},
    who: Viewer = "live",
  ): Promise<Bars> {
    const said = Object.entries(range).map(([name, at]) => [name, String(at)]);
    const query = new URLSearchParams({ tradingsymbol, interval, ...Object.fromEntries(said) });
    return payloadOf(`/v1/charts/bars?${query}`, undefined, who);
  }

  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  const near = directory.expiries(u)[0]!;
  const own = directory.options(u).filter((each) => each.expiry === near && each.instrument_type === "CE");
  const spot = (await bars("NIFTY", "1M")).close.at(-1)!;
  const money = own.reduce((best, each) =>
    Math.abs(each.strike - spot) < Math.abs(best.strike - spot) ? each : best,
  );
  return {
    world,
    /** the nearest expiry */
    near,
    /** of it, at the money */
    call: { symbol: money.tradingsymbol, strike: money.strike },
    future: directory.futures(u)[0]!.tradingsymbol,
    now,
    /** The end of the newest minute that is over. */
    lastEnd: () => Math.floor(now() / MINUTE) * MINUTE,
    bars,
    measures: (
      body: Partial<ChartMeasuresRequest>,
      who: Viewer = "live",
    ): Promise<ChartMeasuresResponse["payload"]> =>
      payloadOf("/v1/compute/charts/measures", { underlying_symbol: "NIFTY", ...body }, who),
    premium: (
      body: Omit<ChartPremiumRequest, "underlying_symbol">,
      who: Viewer = "live",
    ): Promise<ChartPremiumResponse["payload"]> =>
      payloadOf("/v1/compute/charts/premium", { underlying_symbol: "NIFTY", ...body }, who),
  };
}

export type PastCalls = Awaited<ReturnType<typeof startPastCalls>>;
