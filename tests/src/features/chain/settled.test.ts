import { expect, test } from "vitest";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { settledText } from "#src/features/chain/settled/SettledText.tsx";

const NIFTY = { kind: "index", spotTickSize: 0.05 } as const;
const USDINR = { kind: "currency", spotTickSize: 0.0025 } as const;
const EXPIRY = { lastTrade: Date.parse("2026-08-18T15:40:00+05:30") };
const head = (state: (typeof CHAIN_STATES)[number], forward = 24_154.9, simulated = 0) => ({
  marketState: CHAIN_STATES.indexOf(state),
  forward,
  simulated,
});

test("says nothing while the payoff is open", () => {
  for (const state of [
    "live",
    "before_open",
    "spot_auction",
    "spot_closed",
    "closed",
    "no_underlying",
  ] as const) {
    expect(settledText(head(state), NIFTY, EXPIRY)).toBeNull();
  }
});

test("says what the expiry settled at, and until when its contracts trade", () => {
  expect(settledText(head("settled"), NIFTY, EXPIRY)).toBe(
    "Settled at 24,154.90. Its contracts trade until 15:40.",
  );
  expect(settledText(head("expired"), NIFTY, EXPIRY)).toBe("Expired at 15:40, settled at 24,154.90.");
  expect(settledText(head("expired", Number.NaN), NIFTY, EXPIRY)).toBe(
    "Expired at 15:40. What it settled at is not known yet.",
  );
});

test("a settlement that the feed does not carry is named an estimate; a simulated market knows its own", () => {
  expect(settledText(head("expired", 95.7125), USDINR, EXPIRY)).toContain("about 95.7125");
  expect(settledText(head("expired", 95.7125, 1), USDINR, EXPIRY)).toBe(
    "Expired at 15:40, settled at 95.7125.",
  );
});
