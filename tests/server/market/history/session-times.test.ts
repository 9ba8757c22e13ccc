import { describe, expect, it } from "vitest";
import { isTradingDay } from "#domain/calendar/market-sessions.ts";
import { sessionsBefore } from "#server/market/history/session-times.ts";

describe("sessions before a day", () => {
  it("are as many as are asked for, however many weekends lie between", () => {
    const dates = sessionsBefore("NFO", "2026-11-20", 300, true);
    expect(dates).toHaveLength(300);
    expect(dates.at(-1)).toBe("2026-11-19");
    expect(dates).toEqual([...dates].sort());
    expect(dates.every((date) => isTradingDay("NFO", date))).toBe(true);
  });

  it("are all days of a market that never sleeps", () => {
    expect(sessionsBefore("NFO", "2026-11-23", 3, false)).toEqual(["2026-11-20", "2026-11-21", "2026-11-22"]);
  });
});
