import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compactDate, istInstant } from "#domain/calendar/ist.ts";
import { unpackBars } from "#server/market/bus/packed-bars.ts";
import { MINUTE } from "#server/market/history/minute-days.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import type { Wanted } from "#server/market/history/wanted.ts";
import { hasMarketFile } from "../../../domain/calendar/market-files.ts";
import { CHAIN_MINUTES, chainMinutes } from "../../../support/market/published-chains.ts";
import { NIFTY } from "../../../support/market/scripted-feed.ts";
import { createBlockStore, openScriptedHistory } from "../../../support/market/scripted-history.ts";

const DATE = "2026-08-19";
const LOT = 65;
const MINUTE_MS = 60_000;

/** 102 minutes of four NIFTY expiries as the exchange published them, heard by the recorder a minute after the other. */
describe.skipIf(!hasMarketFile(CHAIN_MINUTES))("the chain minutes of 19 Aug 2026", () => {
  const store = createBlockStore();
  const tokens = new Map<string, Wanted>();
  /** by token, by minute: open interest in units, rupees × 100, units of the day */
  const published = new Map<number, Map<number, { oi: number; close: number; volume: number }>>();
  const starts: number[] = [];
  let history: ReturnType<typeof openScriptedHistory>;
  let day: MarketDay;

  beforeAll(() => {
    const rows = chainMinutes();
    const instantOf = (minute: string) => istInstant(DATE, `${minute.slice(8, 10)}:${minute.slice(10, 12)}`);
    for (const { minute, expiry, strike, type, price, oi, volume } of rows) {
      const start = instantOf(minute);
      if (starts.at(-1) !== start) starts.push(start);
      const name = `${expiry} ${strike} ${type}`;
      const date = new Date(`${expiry} UTC`).toISOString().slice(0, 10);
      const wanted = tokens.get(name) ?? {
        token: 1_000_000 + 256 * tokens.size,
        underlying: NIFTY,
        exchange: "NFO",
        expiry: compactDate(date),
      };
      tokens.set(name, wanted);
      const own = published.get(wanted.token) ?? new Map();
      published.set(wanted.token, own);
      own.set(start, { oi: oi * LOT, close: Math.round(price * 100), volume: volume * LOT });
    }
    const expiries = [...new Set([...tokens.values()].map(({ expiry }) => expiry))];
    day = {
      market: "published",
      isInvented: false,
      heardAs: "recorded",
      date: DATE,
      followed: [
        {
          underlying: NIFTY,
          exchange: "NFO",
          linear: [NIFTY],
          chains: expiries.map((expiry) => ({
            expiry,
            tokens: [...tokens.values()].filter((each) => each.expiry === expiry).map(({ token }) => token),
          })),
        },
      ],
    };
    history = openScriptedHistory({ day, at: starts[0]!, store });
    for (const start of starts) {
      history.index(start + 1_000, NIFTY, 2_405_240);
      for (const [token, minutes] of published) {
        const own = minutes.get(start);
        if (own !== undefined) history.quote(start + 20_000, token, own.close, own.volume, own.oi);
      }
    }
    history.wait(starts.at(-1)! + MINUTE_MS);
  }, 120_000);
  afterAll(() => history?.kill());

  /** What was published of a contract by the end of a minute. */
  function lastOf(token: number, start: number) {
    let last: { oi: number; close: number; volume: number } | null = null;
    for (const [at, figures] of published.get(token)!) if (at <= start) last = figures;
    return last;
  }

  async function readsAsPublished({ reader, now }: typeof history): Promise<void> {
    const wanted = [...tokens.values()];
    const [told] = (await reader.minutes(wanted, { sessionsBefore: 0 }, now()))!;
    expect(told!.recordedSince).toBe(starts[0]);
    expect(told!.gaps).toEqual([{ from: told!.open, to: starts[0] }]);
    for (const { token, close, oi, known } of told!.columns) {
      for (const start of starts) {
        const place = (start - told!.open) / MINUTE_MS;
        const own = lastOf(token, start);
        const price = own === null || own.volume === 0 ? 0 : own.close;
        expect([token, start, known[place] !== MINUTE.UNKNOWN, oi[place], close[place]]).toEqual([
          token,
          start,
          own !== null,
          own?.oi ?? 0,
          price,
        ]);
      }
    }
    // Two instants, as a page's handles have them: each difference is that of what was published.
    const pairs = [
      [0, 101],
      [10, 11],
      [14, 75],
      [33, 34],
    ] as const;
    for (const [a, b] of pairs) {
      const [from, to] = (await reader.at(wanted, [starts[a]!, starts[b]!], now()))!;
      wanted.forEach(({ token }, i) => {
        const [before, after] = [lastOf(token, starts[a]!), lastOf(token, starts[b]!)];
        expect(to!.oi[i]! - from!.oi[i]!).toBe((after?.oi ?? 0) - (before?.oi ?? 0));
      });
    }
  }

  it("are read as they were published, each minute and the difference of any two", async () => {
    expect([starts.length, tokens.size > 400]).toEqual([102, true]);
    await readsAsPublished(history);
  });

  it("after a restart too", async () => {
    history.stop();
    const again = openScriptedHistory({ day, at: starts.at(-1)! + MINUTE_MS, store });
    await readsAsPublished(again);
    again.kill();
    const kinds = new Set([...store.rows.values()].map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["minutes", "option_minutes"]);
    expect(unpackBars([...store.rows.values()].find(({ kind }) => kind === "minutes")!.body)[0]!.token).toBe(
      NIFTY,
    );
  });
});
