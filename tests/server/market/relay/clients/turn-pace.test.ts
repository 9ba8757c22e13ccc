import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RelayClient } from "#server/market/relay/clients/relay-client.ts";
import { EASY_TURN_MS, SPACED_MS, TurnPace } from "#server/market/relay/clients/turn-pace.ts";
import { Turns } from "#server/market/relay/clients/write-turns.ts";

describe("the pace", () => {
  /** So many turns one after another, each of so long. @returns when the last one began */
  function run(pace: TurnPace, turns: number, tookMs: number, from = 0): number {
    for (let i = 0; i < turns; i += 1) {
      pace.begin(from + i * SPACED_MS);
      pace.end(from + i * SPACED_MS + tookMs);
    }
    return from + (turns - 1) * SPACED_MS;
  }

  it("lets turns follow at once while they are short, and after a single long one", () => {
    const pace = new TurnPace();
    expect(pace.wait(0)).toBe(0);
    const last = run(pace, 100, EASY_TURN_MS - 0.5);
    expect(pace.wait(last + EASY_TURN_MS)).toBe(0);
    const cold = new TurnPace();
    run(cold, 1, 7 * EASY_TURN_MS);
    expect(cold.wait(7 * EASY_TURN_MS)).toBe(0);
  });

  it("spaces turns that are long again and again, by their beginnings, until they are short again", () => {
    const pace = new TurnPace();
    const last = run(pace, 40, 3 * EASY_TURN_MS);
    expect(pace.wait(last + 24)).toBe(SPACED_MS - 24);
    expect(pace.wait(last + SPACED_MS + 1)).toBe(0);
    const after = run(pace, 40, 1, last + SPACED_MS);
    expect(pace.wait(after + 1)).toBe(0);
  });
});

describe("turns", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setImmediate", "setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());

  /** Turns of one client whose writes take so long, and how many it had. */
  function market(writeMs: number) {
    let now = 0;
    const seen = { writes: 0 };
    const client = {
      ...{ isQueued: false, isRegroupDue: false, isBlocked: false, isOpen: false, isBehind: false },
      outbox: { count: 1, bytes: 1 },
      flush() {
        seen.writes += 1;
        now += writeMs;
      },
    } as unknown as RelayClient;
    const none = {
      store: { changed: [], turn: 0, endTurn() {} },
      audiences: { touch: () => [], reset() {} },
    };
    const turns = new Turns({
      quotes: none as never,
      charts: {} as never,
      counters: { sentBytes: 0, sentMessages: 0, sentWrites: 0, conflations: 0 },
      regroup: () => {},
      now: () => now,
      wallNow: () => now,
    });
    const pass = (ms: number): void => {
      now += ms;
      vi.advanceTimersByTime(ms);
    };
    return { turns, client, seen, pass };
  }

  it("are written at once where that takes little", () => {
    const { turns, client, seen, pass } = market(1);
    for (let i = 0; i < 50; i += 1) {
      turns.add(client);
      pass(1);
    }
    expect(seen.writes).toBe(50);
  });

  it("are spaced where it takes long, but for what says when it was sent", () => {
    const { turns, client, seen, pass } = market(3 * EASY_TURN_MS);
    for (let i = 0; i < 20; i += 1) {
      turns.add(client);
      pass(SPACED_MS);
    }
    const before = seen.writes;
    turns.add(client);
    pass(0);
    turns.add(client);
    pass(0);
    expect(seen.writes).toBe(before);
    turns.hurry();
    turns.hurry();
    pass(0);
    expect(seen.writes).toBe(before + 1);
    // Nothing is left of the turn that was to come later.
    pass(2 * SPACED_MS);
    expect(seen.writes).toBe(before + 1);
    turns.hurry();
    pass(SPACED_MS);
    expect(seen.writes).toBe(before + 1);
  });
});
