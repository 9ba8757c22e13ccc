import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { changed, lastKnown, lessEach, ratioOf, sumOf } from "#src/shared/time-charts/lines.ts";
import { gapsText, originOf, originText } from "#src/shared/time-charts/origin.ts";

const at = (clock: string, date = "2026-11-18"): number => istInstant(date, clock);

const session = (more: Partial<ChartSession> = {}): ChartSession => ({
  date: "2026-11-18",
  open: at("09:15"),
  close: at("15:30"),
  origin: "recorded",
  recorded_since: at("09:15"),
  gaps: [],
  ...more,
});

describe("[OI-10] columns made of columns", () => {
  test("are not known where what they are made of is not", () => {
    expect(lessEach([5, null, 3], [2, 1, null])).toEqual([3, null, null]);
    expect(ratioOf([5, 1, 0, null], [2, 0, 4, 1])).toEqual([2.5, null, 0, null]);
    expect(
      sumOf(
        [
          [1, 2],
          [3, null],
        ],
        2,
      ),
    ).toEqual([4, null]);
    expect(sumOf([], 2)).toEqual([null, null]);
    expect(changed([5, null], 2)).toEqual([3, null]);
    expect(changed([5, 6], null)).toEqual([null, null]);
    expect(lastKnown([1, 2, null])).toBe(2);
    expect(lastKnown([null])).toBeNaN();
  });
});

describe("[OI-13] where figures come from", () => {
  test("is the least trustworthy of all sessions, in words", () => {
    expect(originOf([session(), session({ origin: "simulated" })])).toBe("simulated");
    expect(originOf([session({ origin: null })])).toBeNull();
    expect(originText([session()])).toBe("Recorded here");
    expect(originText([session({ recorded_since: at("10:02") })])).toBe("Recorded here since 10:02");
    expect(originText([session({ origin: "imported" })])).toBe("From the exchange's files");
    expect(originText([session({ origin: null })])).toBe("Nothing is known of this session");
  });

  test("gaps are counted and named", () => {
    expect(gapsText([session()])).toBe("");
    const one = [{ from: at("11:02"), to: at("11:05") }];
    expect(gapsText([session({ gaps: one })])).toBe("3 minutes not known (11:02 to 11:05), left open");
    const two = [...one, { from: at("13:00"), to: at("13:01") }];
    expect(gapsText([session({ date: "2026-11-17" }), session({ gaps: two })])).toBe(
      "4 minutes not known in 2 gaps (the last 18 Nov 13:00 to 13:01), left open",
    );
  });
});
