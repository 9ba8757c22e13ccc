// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { CHAIN_STATES, type ChainState } from "#domain/chain/flags.ts";
import { HEAD_FIELDS } from "#protocol/frames/chain-frame.ts";
import type { ChainHead } from "#src/features/chain/shown-chain.ts";
import { MarketChip } from "#src/features/chain/signs/Signs.tsx";
import { live } from "#src/live/live-state.ts";
import type { EngineHealth } from "#workers/engine/api.ts";
import { NIFTY } from "../../info/world.ts";

vi.mock("#src/shared/answers/use-sleepless.ts", () => ({ useSleepless: () => false }));

const at = (text: string): number => Date.parse(`${text}+05:30`);

function said(state: ChainState, asOf: string, now: string | null): string | null {
  live.health = now === null ? null : ({ marketTime: at(now) } as EngineHealth);
  const unknown = Object.fromEntries(HEAD_FIELDS.map((name) => [name, Number.NaN])) as unknown as ChainHead;
  const head = { ...unknown, asOf: at(asOf), marketState: CHAIN_STATES.indexOf(state) };
  const host = document.createElement("div");
  host.innerHTML = renderToStaticMarkup(<MarketChip head={head} underlying={NIFTY} />);
  return host.querySelector('[data-testid="market-state"]')?.textContent ?? null;
}

afterEach(() => {
  live.health = null;
});

test("[CHAIN-56] on a holiday it has the holiday's name, though the figures are of the last session", () => {
  // Guru Nanak Jayanti, a Tuesday.
  expect(said("closed", "2026-11-23T15:40:00", "2026-11-24T11:00:00")).toMatch(
    /^Closed for .*Gurpurb.* · opens 25 Nov, 09:15$/,
  );
  expect(said("before_open", "2026-11-23T15:40:00", "2026-11-25T09:05:00")).toBe("Pre-open · opens 09:15");
});

test("[CHAIN-56] until the time is known it goes by the figures, and of a market that trades always", () => {
  expect(said("closed", "2026-11-23T15:40:00", null)).toBe("Market closed · opens 25 Nov, 09:15");
  // Late figures: the exchange has closed since.
  expect(said("live", "2026-11-25T15:39:30", "2026-11-25T15:40:30")).toBeNull();
});
