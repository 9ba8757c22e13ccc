import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { PREVIOUS_CLOSE } from "#src/features/open-interest/by-strike/oi-day.ts";
import {
  addressOf,
  clockOf,
  endOf,
  isGap,
  lastOf,
  type Places,
  placesOf,
  played,
  rewound,
  type Span,
  WHOLE_DAY,
  withHandle,
} from "#src/features/open-interest/by-strike/places.ts";
import { hourMarks, leftOf, placeUnder, stretchOf } from "#src/features/open-interest/by-strike/time-bar.ts";

const at = (clock: string): number => istInstant("2026-11-18", clock);
const spanTo = (clock: string): Span => ({
  open: at("09:15"),
  close: at("15:30"),
  minutes: (at(clock) - at("09:15")) / 60_000,
});
const RUNNING = spanTo("10:00");
const OVER = spanTo("15:30");

const spans = fc
  .integer({ min: 0, max: 375 })
  .map((minutes): Span => ({ open: at("09:15"), close: at("15:30"), minutes }));

describe("[OI-5] the handles of a day", () => {
  test("stand at the ends of minutes: the first one's is a minute after the open", () => {
    expect(clockOf(0, OVER)).toBe("09:16");
    expect(clockOf(374, OVER)).toBe("15:30");
    expect(clockOf(PREVIOUS_CLOSE, OVER)).toBeNull();
  });

  test("a day that ends at midnight says so", () => {
    const evening: Span = { open: at("09:00"), close: at("09:00") + 15 * 3_600_000, minutes: 900 };
    expect(clockOf(899, evening)).toBe("24:00");
    expect(placesOf({ from: "23:58", to: "23:59" }, evening)).toEqual({ from: 897, to: 898 });
  });

  test("a day that never closes goes on past midnight: its clock begins anew, its address counts on", () => {
    const night: Span = { open: at("09:00"), close: at("09:00") + 24 * 3_600_000, minutes: 15 * 60 + 28 };
    expect([898, 899, 900, 927].map((place) => clockOf(place, night))).toEqual([
      "23:59",
      "24:00",
      "00:01",
      "00:28",
    ]);
    const places = { from: 660, to: 910 };
    expect(addressOf(places, night)).toEqual({ from: "20:01", to: "24:11" });
    expect(placesOf(addressOf(places, night), night)).toEqual(places);
    const over = { ...night, minutes: 1_440 };
    expect([clockOf(1_439, over), addressOf({ from: 1_438, to: null }, over).from]).toEqual([
      "09:00",
      "32:59",
    ]);
  });

  test("an address leads to the minutes it names, and they back to it", () => {
    expect(placesOf({ from: "09:30", to: "09:45" }, RUNNING)).toEqual({ from: 14, to: 29 });
    fc.assert(
      fc.property(
        spans,
        fc.integer({ min: -1, max: 374 }),
        fc.integer({ min: 0, max: 374 }),
        (span, from, to) => {
          const places = withHandle(withHandle(WHOLE_DAY, "to", to, span), "from", from, span);
          expect(placesOf(addressOf(places, span), span)).toEqual(places);
        },
      ),
    );
  });

  test("a time that has not come yet is now, one before the open the close before", () => {
    expect(placesOf({ from: null, to: "14:00" }, RUNNING)).toEqual(WHOLE_DAY);
    expect(placesOf({ from: "09:00", to: "09:30" }, RUNNING)).toEqual({ from: PREVIOUS_CLOSE, to: 14 });
    expect(placesOf({ from: "14:00", to: null }, RUNNING)).toEqual(WHOLE_DAY);
    expect(placesOf({ from: null, to: "15:30" }, OVER)).toEqual(WHOLE_DAY);
  });

  test("never meet and never cross, wherever a hand wants them", () => {
    const moves = fc.array(
      fc.tuple(fc.constantFrom("from" as const, "to" as const), fc.integer({ min: -40, max: 500 })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(spans, moves, (span, wanted) => {
        let places: Places = WHOLE_DAY;
        for (const [handle, place] of wanted) {
          places = withHandle(places, handle, place, span);
          expect(places.from).toBeGreaterThanOrEqual(PREVIOUS_CLOSE);
          expect(endOf(places, span)).toBeLessThanOrEqual(lastOf(span));
          if (span.minutes > 0) expect(places.from).toBeLessThan(endOf(places, span));
        }
      }),
    );
  });

  test("at the newest minute the end stays with the market", () => {
    const moved = withHandle({ from: 3, to: 20 }, "to", 44, RUNNING);
    expect(moved.to).toBeNull();
    expect(endOf(moved, spanTo("10:30"))).toBe(74);
  });

  test("a day plays minute by minute from where it stands to its end, and at its end from its start", () => {
    let places: Places | null = rewound({ from: 9, to: null }, RUNNING);
    expect(places.to).toBe(10);
    let steps = 0;
    for (; places !== null; steps++) places = played(places, 1, RUNNING);
    expect(steps).toBe(lastOf(RUNNING) - 10 + 1);
    expect(rewound({ from: 9, to: 30 }, RUNNING)).toEqual({ from: 9, to: 30 });
  });

  test("a minute of a gap is one of which nothing is known; the close before lies in none", () => {
    const gaps = [{ from: at("09:20"), to: at("09:22") }];
    const unknown = [PREVIOUS_CLOSE, 3, 4, 5, 6, 7].filter((place) => isGap(place, RUNNING, gaps));
    expect(unknown).toEqual([5, 6]);
  });
});

describe("[OI-5] the bar of a day", () => {
  test("has the close before at its left edge and the session's end at its right", () => {
    expect(leftOf(PREVIOUS_CLOSE, 375)).toBe(0);
    expect(leftOf(374, 375)).toBe(1);
  });

  test("gives the place under a point back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_440 }), fc.nat(1_439), (length, nth) => {
        const place = (nth % (length + 1)) - 1;
        expect(placeUnder(leftOf(place, length), length)).toBe(place);
      }),
    );
    expect(placeUnder(-3, 375)).toBe(PREVIOUS_CLOSE);
    expect(placeUnder(3, 375)).toBe(374);
  });

  test("names full hours, at most ten of them", () => {
    expect(hourMarks(OVER).map(({ clock }) => clock)).toEqual([
      "10:00",
      "11:00",
      "12:00",
      "13:00",
      "14:00",
      "15:00",
    ]);
    const endless = { open: at("00:00"), close: at("00:00") + 86_400_000 };
    expect(hourMarks(endless).length).toBeLessThanOrEqual(10);
    expect(stretchOf(0, 375, 375)).toEqual({ left: 0.04, width: 0.96 });
  });
});
