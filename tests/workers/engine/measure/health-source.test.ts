/** What of the engine's health is news to a tab. */
import { expect, it } from "vitest";
import type { EngineHealth } from "#workers/engine/measure/engine-health.ts";
import { createHealthSource } from "#workers/engine/measure/health-source.ts";

const HEALTH: EngineHealth = {
  state: "live",
  feed: "live",
  error: false,
  problem: null,
  connections: 1,
  reconnects: 0,
  gaps: 0,
  refused: 0,
  messages: 10,
  bytes: 1_000,
  quotes: 50,
  tabs: 1,
  views: 1,
  subscriptions: 1,
  ageMs: 5,
  latencyMs: 4.2,
  clockOffsetMs: 3,
  marketTime: Date.parse("2026-08-19T11:00:00+05:30"),
  simulated: true,
  marketKind: null,
  measuring: false,
  decoder: "wasm",
  storage: "ready",
  metacache: { etag: "a", savedAt: 1, error: null },
  slowCalls: null,
  bannerEtag: null,
};

/** Whether a second look, with these differences, has news. */
function isNews(first: Partial<EngineHealth>, second: Partial<EngineHealth>): boolean {
  let health = { ...HEALTH, ...first };
  const source = createHealthSource({
    health: () => health,
    deliveries: { changed: () => {} } as unknown as Parameters<typeof createHealthSource>[0]["deliveries"],
  });
  const before = source.news(undefined as never);
  health = { ...health, ...second };
  source.tell();
  return source.news(undefined as never) !== before;
}

const COUNTS = { messages: 11, bytes: 1_100, quotes: 60, latencyMs: 5.1, ageMs: 900 };
const CLOSED = { feed: "closed" } as const;

it("counts are news each second while the market is open or the engine's performance is watched", () => {
  expect(isNews({}, COUNTS)).toBe(true);
  expect(isNews({ ...CLOSED, measuring: true }, COUNTS)).toBe(true);
  expect(isNews({}, { ageMs: 700 })).toBe(false);
});

it("while it is closed, counts alone are none; each ten seconds of market time and every change of state are", () => {
  const later = (ms: number) => ({ ...COUNTS, marketTime: HEALTH.marketTime! + ms });
  expect(isNews(CLOSED, later(9_000))).toBe(false);
  expect(isNews(CLOSED, later(10_000))).toBe(true);
  expect(isNews({ ...CLOSED, marketTime: null }, {})).toBe(false);
  expect(isNews({ ...CLOSED, marketTime: null }, later(0))).toBe(true);
  for (const change of [
    { feed: "live" },
    { state: "stale" },
    { error: true },
    { problem: "relay.full" },
    { tabs: 2 },
    { gaps: 1 },
    { bannerEtag: "b" },
    { storage: "unavailable" },
  ] as unknown as Partial<EngineHealth>[])
    expect(isNews(CLOSED, change), JSON.stringify(change)).toBe(true);
});
