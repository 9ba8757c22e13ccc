import { describe, expect, test } from "vitest";
import type { ChainState } from "#domain/chain/flags.ts";
import { inOneLine, marketSaid } from "#src/features/chain/signs/market-words.ts";

const at = (text: string): number => Date.parse(`${text}+05:30`);
function marketWords(...of: Parameters<typeof marketSaid>): string | null {
  const said = marketSaid(...of);
  return said && inOneLine(said);
}
const words = (state: ChainState, when: string, exchange: "NFO" | "MCX" = "NFO") =>
  marketWords(exchange, state, at(when));

describe("[CHAIN-56] how the market stands, in words", () => {
  test("in session there is nothing to say", () => {
    expect(words("live", "2026-11-25T10:00:00")).toBeNull();
    expect(words("live", "2026-11-25T19:00:00", "MCX")).toBeNull();
  });

  test("of a chain whose time is not known yet nothing is said", () => {
    for (const state of ["live", "before_open", "closed"] as const) {
      expect(marketWords("NFO", state, Number.NaN)).toBeNull();
      expect(marketWords("NFO", state, 0)).toBeNull();
    }
  });

  test("open at an hour when no exchange is, it is a market that never closes", () => {
    expect(words("live", "2026-11-25T18:00:00")).toBe("Open around the clock");
    expect(words("live", "2026-11-28T11:00:00", "MCX")).toBe("Open around the clock");
  });

  test("a market that is known never to close says so at the hours of an exchange too", () => {
    expect(marketWords("NFO", "live", at("2026-11-25T10:00:00"), true)).toBe("Open around the clock");
    expect(marketWords("NFO", "expired", at("2026-11-25T10:00:00"), true)).toBeNull();
  });

  test("before it opens it says when, and that orders are collected already", () => {
    expect(words("before_open", "2026-11-25T08:30:00")).toBe("Before open · opens 09:15");
    expect(words("before_open", "2026-11-25T09:05:00")).toBe("Pre-open · opens 09:15");
  });

  test("closed, it names the holiday and the next opening", () => {
    // Guru Nanak Jayanti, a Tuesday.
    expect(words("closed", "2026-11-24T11:00:00")).toMatch(/^Closed for .*Gurpurb.* · opens 25 Nov, 09:15$/);
    expect(words("closed", "2026-11-27T18:00:00")).toBe("Market closed · opens 30 Nov, 09:15");
    expect(words("closed", "2026-11-28T11:00:00")).toBe("Market closed · opens 30 Nov, 09:15");
  });

  test("a session of the calendar's own has its name: MCX's evening of a holiday", () => {
    expect(words("live", "2026-11-24T19:00:00", "MCX")).toBe("Evening session");
    expect(words("before_open", "2026-11-24T11:00:00", "MCX")).toBe("Before open · opens 17:00");
  });

  test("the closing auction, the hours after it, and a missing price are said; settled chains say so themselves", () => {
    expect(words("spot_auction", "2026-11-25T15:20:00")).toBe("Closing auction of the cash market");
    expect(words("spot_closed", "2026-11-25T15:36:00")).toBe("Cash market closed, F&O open");
    expect(words("no_underlying", "2026-11-25T10:00:00")).toBe("No price for the underlying");
    expect(words("settled", "2026-11-25T15:36:00")).toBeNull();
    expect(words("expired", "2026-11-25T15:36:00")).toBeNull();
    expect(marketWords("NFO", undefined, Number.NaN)).toBeNull();
  });
});
