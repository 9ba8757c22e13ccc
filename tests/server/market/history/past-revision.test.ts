import { afterEach, describe, expect, it } from "vitest";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { createPastRevision, noteWrites } from "#server/market/history/past-revision.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import type { HistoryBlock } from "#server/market/history/repository.ts";
import type { Wanted } from "#server/market/history/wanted.ts";
import { callToken, FUTURE, NIFTY } from "../../../support/market/scripted-feed.ts";
import { createBlockStore, flatBars, openScriptedHistory } from "../../../support/market/scripted-history.ts";

const MINUTE_MS = 60_000;
const [FRIDAY, MONDAY] = ["2026-11-20", "2026-11-23"] as const;
const openOf = (date: string) => Date.parse(`${date}T09:15:00+05:30`);
const CALL = callToken(0, 3);
const EXPIRY = 20261124;
const WANTED: Wanted = { token: CALL, underlying: NIFTY, exchange: "NFO", expiry: EXPIRY };
const dayOf = (date: IsoDate): MarketDay => ({
  ...{ market: "kite", isInvented: false, heardAs: "recorded", date },
  followed: [
    {
      ...{ underlying: NIFTY, exchange: "NFO", linear: [NIFTY, FUTURE] },
      chains: [{ expiry: EXPIRY, tokens: [CALL] }],
    },
  ],
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
function open(options: Omit<Parameters<typeof openScriptedHistory>[0], "at"> & { readonly at?: number }) {
  const history = openScriptedHistory({ at: openOf(options.day.date), ...options });
  stops.push(() => history.kill());
  return history;
}
const friday = async ({ reader, now }: ReturnType<typeof open>) => {
  const [day] = (await reader.minutes([WANTED], { date: FRIDAY }, now()))!;
  return [...day!.columns[0]!.close.slice(0, 17)];
};

describe("the revision of the past", () => {
  it("goes up with a block of an earlier session that is written, and with none of today's", async () => {
    const revision = createPastRevision();
    const written: HistoryBlock[] = [];
    const { putBlocks } = noteWrites(
      { putBlocks: async (_, blocks) => void written.push(...blocks) },
      () => ({ date: MONDAY }),
      revision,
    );
    const block = (start: number): HistoryBlock => ({
      ...{ kind: "option_minutes", underlying: NIFTY, expiry: EXPIRY, start, body: new Uint8Array(1) },
    });
    await putBlocks("kite", [block(openOf(MONDAY))]);
    expect(revision.number()).toBe(0);
    await putBlocks("kite", [block(openOf(MONDAY)), block(openOf(FRIDAY))]);
    expect([revision.number(), written.length]).toEqual([1, 3]);
  });

  it("has what was written late read, though the session had been read without it", async () => {
    const [store, revision] = [createBlockStore(), createPastRevision()];
    const before = open({ store, day: dayOf(FRIDAY) });
    for (let m = 0; m < 17; m++)
      before.quote(openOf(FRIDAY) + m * MINUTE_MS, CALL, 10_000 + m, 65 * (m + 1), 65);
    // The first quarter is written, the second one is on.
    const after = open({ store, day: dayOf(MONDAY), revision });
    expect((await friday(after)).slice(13)).toEqual([10_013, 10_014, 0, 0]);
    before.stop();
    revision.wrote();
    expect((await friday(after)).slice(13)).toEqual([10_013, 10_014, 10_015, 10_016]);
  });

  it("goes up each time that storage does not answer", async () => {
    const [store, revision] = [createBlockStore(), createPastRevision()];
    let isAway = true;
    const history = open({
      store: {
        put: store.put,
        blocks: async (query) => {
          if (isAway) throw new Error("away");
          return store.blocks(query);
        },
      },
      day: dayOf(MONDAY),
      past: ({ tokens, ...span }) => ({ series: tokens.map((token) => flatBars(token, "source", span)) }),
      revision,
    });
    await friday(history);
    const first = revision.number();
    expect(first).toBeGreaterThan(0);
    await friday(history);
    const second = revision.number();
    expect(second).toBeGreaterThan(first);
    isAway = false;
    await friday(history);
    expect(revision.number()).toBe(second);
  });

  it("goes up each time that something is told without the source, also while that is left alone", async () => {
    const revision = createPastRevision();
    const history = open({ store: createBlockStore(), day: dayOf(MONDAY), past: () => null, revision });
    await friday(history);
    const first = revision.number();
    expect(first).toBeGreaterThan(0);
    const { length } = history.asked;
    await friday(history);
    expect(history.asked.length).toBe(length);
    expect(revision.number()).toBeGreaterThan(first);
  });
});
