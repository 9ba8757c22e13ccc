import { describe, expect, it } from "vitest";
import { pastDaysRequest, pastMeasuresRequest } from "#server/market/bus/market-subjects.ts";
import { unpackQuarters } from "#server/market/bus/measure-quarters.ts";
import type { FeedAnswers } from "#server/market/feed/responders.ts";
import { startResponders } from "#server/market/feed/responders.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

function open(answers: Partial<FeedAnswers>) {
  const bus = createLocalBus();
  startResponders(bus, answers as FeedAnswers);
  return {
    ask: (subject: string, body: unknown) =>
      bus.request(subject, Buffer.from(typeof body === "string" ? body : JSON.stringify(body))),
  };
}

describe("questions about past measures", () => {
  const question = { underlying: 256265, date: "2026-11-18", expiries: [20261123] };

  it("are answered by quarters of an hour, by nothing where there is no such past", async () => {
    const quarters = new Map([[Date.UTC(2026, 10, 18, 3, 45), Uint8Array.of(1, 2)]]);
    const asked: unknown[] = [];
    const { ask } = open({
      async pastMeasures(...all) {
        asked.push(all);
        return quarters;
      },
    });
    expect(unpackQuarters(await ask(pastMeasuresRequest(), question))).toEqual(quarters);
    expect(asked).toEqual([[256265, "2026-11-18", [20261123]]]);
    expect((await open({}).ask(pastMeasuresRequest(), question)).byteLength).toBe(0);
  });

  it.each([
    ["no date", { ...question, date: undefined }],
    ["a day that is none", { ...question, date: "2026-02-30" }],
    ["a number for a date", { ...question, date: 20261118 }],
    ["an expiry that is no day", { ...question, expiries: [20261131] }],
    ["no expiries", { ...question, expiries: null }],
    ["thirteen expiries", { ...question, expiries: Array.from({ length: 13 }, () => 20261123) }],
    ["no underlying", { ...question, underlying: -1 }],
    ["no JSON", "{"],
  ])("are refused with %s", async (_, body) => {
    await expect(
      open({ pastMeasures: async () => null }).ask(pastMeasuresRequest(), body),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^request\./) });
  });
});

describe("questions about past days", () => {
  it("are of a thousand days at most, and answered as JSON, null where there is no past", async () => {
    const asked: number[] = [];
    const { ask } = open({
      async days(_, days) {
        asked.push(days);
        return { market: "kite", days: [] };
      },
    });
    const answer = await ask(pastDaysRequest(), { underlying: 256265, days: 1e6 });
    expect(JSON.parse(Buffer.from(answer).toString())).toEqual({ market: "kite", days: [] });
    expect(asked).toEqual([1_000]);
    const none = await open({}).ask(pastDaysRequest(), { underlying: 1, days: 9 });
    expect(JSON.parse(Buffer.from(none).toString())).toEqual({ market: "", days: null });
    await expect(ask(pastDaysRequest(), { underlying: 1 })).rejects.toMatchObject({
      code: "request.invalid",
    });
  });
});
