import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { retryDelay } from "#server/market/feed/sources/broker/backoff.ts";
import {
  accountToken,
  answerFeedTokens,
  fileToken,
  fixedToken,
} from "#server/market/feed/sources/broker/feed-tokens.ts";
import { listingDay, nextTimeOfDay } from "#server/market/feed/sources/broker/schedule.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

describe("a feed's token", () => {
  it("in a file is the one in it now; a file that is not there, empty or no token is none", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "strikewise-token-"));
    const file = path.join(folder, "token");
    try {
      const tokens = fileToken(file);
      expect(await tokens.current()).toBeNull();
      writeFileSync(file, "first\n");
      expect(await tokens.current()).toBe("first");
      writeFileSync(file, "  second  ");
      expect(await tokens.current()).toBe("second");
      writeFileSync(file, "\n");
      expect(await tokens.current()).toBeNull();
      writeFileSync(file, "two words");
      expect(await tokens.current()).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("of the environment stays what it is", async () => {
    expect(await fixedToken("t").current()).toBe("t");
  });

  it("of a signed-in account comes over the bus, and its change is told", async () => {
    const bus = createLocalBus({ onError: () => {} });
    let token: string | null = null;
    const asked: string[] = [];
    const answers = answerFeedTokens(bus, async (account) => {
      asked.push(account);
      return token;
    });
    const tokens = accountToken(bus, "zerodha:AB1234");
    let changes = 0;
    const stop = tokens.onChange(() => changes++);
    expect(await tokens.current()).toBeNull();
    token = "signed in";
    answers.changed();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(changes).toBe(1);
    expect(await tokens.current()).toBe("signed in");
    expect(asked).toEqual(["zerodha:AB1234", "zerodha:AB1234"]);
    stop();
    answers.stop();
    expect(await tokens.current()).toBeNull();
    await bus.close();
  });

  it("is none when the process that keeps the accounts fails", async () => {
    const bus = createLocalBus({ onError: () => {} });
    const answers = answerFeedTokens(bus, () => Promise.reject(new Error("storage is away")));
    expect(await accountToken(bus, "zerodha:AB1234").current()).toBeNull();
    answers.stop();
    await bus.close();
  });
});

describe("times", () => {
  const at = (text: string) => Date.parse(`${text}+05:30`);

  it.each([
    ["2026-08-19T08:29:59", "2026-08-18"],
    ["2026-08-19T08:30:00", "2026-08-19"],
    ["2026-08-19T23:59:59", "2026-08-19"],
    // Saturday, Sunday, Monday before and after the list is there.
    ["2026-08-22T12:00:00", "2026-08-21"],
    ["2026-08-23T12:00:00", "2026-08-21"],
    ["2026-08-24T08:00:00", "2026-08-21"],
    ["2026-08-24T09:00:00", "2026-08-24"],
    // Republic Day 2026, a Monday, closes NSE all day and MCX all day.
    ["2026-01-26T12:00:00", "2026-01-23"],
  ])("at %s the newest list is that of %s", (now, day) => {
    expect(listingDay(at(now))).toBe(day);
  });

  it("of a day come round", () => {
    expect(nextTimeOfDay(at("2026-08-19T05:59:59"), "06:00")).toBe(at("2026-08-19T06:00:00"));
    expect(nextTimeOfDay(at("2026-08-19T06:00:00"), "06:00")).toBe(at("2026-08-20T06:00:00"));
  });

  it("between tries grow to a minute, half of each at random", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map((n) => retryDelay(n, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect(retryDelay(3, 0)).toBe(2_000);
  });
});
