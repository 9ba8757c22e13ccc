import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUp } from "#protocol/control/up.ts";
import { createSubscriptions } from "#workers/engine/connection/relay-subscriptions.ts";
import { type Interest, MAX_QUOTE_TOKENS } from "#workers/engine/connection/wanted-streams.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import type { UpText } from "../../../support/relay/fake-relay.ts";

function bench(open = true) {
  const clock = createFakeClock();
  const texts: string[] = [];
  const wire = { open };
  const subscriptions = createSubscriptions({
    clock,
    brokerId: 1,
    send(text) {
      if (wire.open) texts.push(text);
      return wire.open;
    },
  });
  const taken = (): UpText[] => texts.splice(0).map((text) => JSON.parse(text) as UpText);
  return { clock, wire, subscriptions, texts, taken };
}

const chain = (expiry = "2026-11-24"): Interest => ({ kind: "chain", underlying: 256265, expiry });
const quotes = (group: string, mode: "ltp" | "mini" | "full", ...tokens: number[]): Interest => ({
  kind: "quotes",
  group,
  mode,
  tokens,
});

const SHARED_ID = { bars: "b", stats: "u", screener: "s", events: "e" } as const;

describe("subscriptions", () => {
  test("[LIVE-4] changes within 20 ms become one message for each uniqueId", () => {
    const b = bench();
    b.subscriptions.want("a", [chain()]);
    b.clock.step(10);
    b.subscriptions.want("b", [quotes("g", "ltp", 5)]);
    b.subscriptions.want("b", [quotes("g", "ltp", 5, 9)]);
    b.subscriptions.want("c", [quotes("g", "ltp", 7)]);
    b.clock.step(9);
    expect(b.texts).toHaveLength(0);
    b.clock.step(1);
    expect(b.taken()).toEqual([
      {
        command: "subscribe",
        dataSource: "option-chain",
        brokerId: 1,
        uniqueId: "c.256265.2026-11-24",
        underlyingExpiry: [{ underlying: 256265, expiry: "2026-11-24" }],
      },
      {
        command: "subscribe",
        dataSource: "quote-batch",
        brokerId: 1,
        uniqueId: "q.g",
        quoteBatch: [{ mode: "ltp", tokens: [5, 7, 9] }],
      },
    ]);
    b.clock.step(1_000);
    expect(b.texts).toHaveLength(0);
  });

  test("the relay's own parser takes every message", () => {
    const b = bench();
    b.subscriptions.want("a", [chain(), quotes("g", "full", 5, 9)]);
    b.clock.step(20);
    b.subscriptions.release("a");
    b.clock.step(20);
    expect(b.texts).toHaveLength(4);
    for (const text of b.texts) expect(parseUp(text)).not.toHaveProperty("refused");
  });

  test("what comes and goes within 20 ms is never said", () => {
    const b = bench();
    b.subscriptions.want("a", [chain()]);
    b.subscriptions.release("a");
    b.clock.step(100);
    expect(b.texts).toHaveLength(0);
  });

  test("a stream is released when its last owner goes, and only then", () => {
    const b = bench();
    b.subscriptions.want("a", [chain()]);
    b.subscriptions.want("b", [chain()]);
    b.clock.step(20);
    b.taken();
    b.subscriptions.release("a");
    b.clock.step(20);
    expect(b.taken()).toEqual([]);
    b.subscriptions.release("b");
    b.clock.step(20);
    expect(b.taken()).toEqual([
      { command: "unsubscribe", dataSource: "option-chain", brokerId: 1, uniqueId: "c.256265.2026-11-24" },
    ]);
  });

  test("the strongest mode that a view asks for wins, and yields when that view leaves", () => {
    const b = bench();
    b.subscriptions.want("a", [quotes("g", "ltp", 1, 2)]);
    b.subscriptions.want("b", [quotes("g", "full", 2, 3)]);
    b.subscriptions.want("c", [quotes("g", "mini", 2, 4)]);
    b.clock.step(20);
    expect(b.taken()[0]?.quoteBatch).toEqual([
      { mode: "ltp", tokens: [1] },
      { mode: "mini", tokens: [4] },
      { mode: "full", tokens: [2, 3] },
    ]);
    b.subscriptions.release("b");
    b.clock.step(20);
    expect(b.taken()[0]?.quoteBatch).toEqual([
      { mode: "ltp", tokens: [1] },
      { mode: "mini", tokens: [2, 4] },
    ]);
  });

  test("the same tokens in another order are no change", () => {
    const b = bench();
    b.subscriptions.want("a", [quotes("g", "ltp", 2, 1)]);
    b.clock.step(20);
    b.taken();
    b.subscriptions.want("a", [quotes("g", "ltp", 1, 2)]);
    b.clock.step(20);
    expect(b.taken()).toEqual([]);
  });

  test("[LIVE-5] after a reconnect everything wanted is sent once, what was released is not", () => {
    const b = bench();
    b.subscriptions.want("a", [chain(), quotes("g", "ltp", 1)]);
    b.subscriptions.want("b", [chain("2026-12-01")]);
    b.clock.step(20);
    b.taken();
    b.wire.open = false;
    b.subscriptions.lost();
    b.subscriptions.release("b");
    b.subscriptions.want("c", [chain("2026-12-08")]);
    b.clock.step(5_000);
    expect(b.texts).toHaveLength(0);
    b.wire.open = true;
    b.subscriptions.opened();
    const ids = b.taken().map((message) => `${message.command} ${message.uniqueId}`);
    expect(ids.sort()).toEqual([
      "subscribe c.256265.2026-11-24",
      "subscribe c.256265.2026-12-08",
      "subscribe q.g",
    ]);
    b.clock.step(1_000);
    expect(b.texts).toHaveLength(0);
  });

  test("a change just before the reconnect is not sent twice", () => {
    const b = bench();
    b.subscriptions.want("a", [chain()]);
    b.subscriptions.opened();
    b.clock.step(100);
    expect(b.taken()).toHaveLength(1);
  });

  test("asking for a snapshot again repeats the message with its uniqueId; what is not sent is not asked for", () => {
    const b = bench();
    b.subscriptions.want("a", [chain()]);
    b.subscriptions.resend("c.256265.2026-11-24");
    expect(b.taken()).toEqual([]);
    b.clock.step(20);
    const [first] = b.taken();
    b.subscriptions.resend("c.256265.2026-11-24");
    expect(b.taken()).toEqual([first]);
    b.subscriptions.release("a");
    b.subscriptions.resend("c.256265.2026-11-24");
    expect(b.taken()).toEqual([]);
  });

  test("[LIVE-6, LIVE-8] stats, the screener and events are one stream each, in the relay's own words", () => {
    const b = bench();
    b.subscriptions.want("a", [{ kind: "stats", tokens: [9, 5] }, { kind: "screener" }]);
    b.subscriptions.want("b", [{ kind: "stats", tokens: [7, 5] }, { kind: "screener" }, { kind: "events" }]);
    b.clock.step(20);
    const common = { command: "subscribe", brokerId: 1 };
    const said = b.texts.map((text) => parseUp(text));
    expect(said).toEqual([
      { ...common, dataSource: "screener-stats", uniqueId: "s" },
      { ...common, dataSource: "nse-events", uniqueId: "e" },
      { ...common, dataSource: "underlying-stats", uniqueId: "u", tokens: [5, 7, 9] },
    ]);
    b.texts.length = 0;
    b.subscriptions.release("b");
    b.clock.step(20);
    expect(b.taken().map((m) => [m.command, m.uniqueId, m.tokens])).toEqual([
      ["unsubscribe", "e", undefined],
      ["subscribe", "u", [5, 9]],
    ]);
  });

  test("groups beyond the relay's limit of tokens are left out and counted, never refused whole", () => {
    const b = bench();
    const many = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
    b.subscriptions.want("a", [quotes("g1", "ltp", ...many(1, MAX_QUOTE_TOKENS - 10))]);
    b.subscriptions.want("b", [quotes("g2", "ltp", ...many(100_000, 11))]);
    b.subscriptions.want("c", [quotes("g3", "ltp", ...many(1, 50))]);
    b.clock.step(20);
    expect(b.taken().map((message) => message.uniqueId)).toEqual(["q.g1", "q.g3"]);
    expect(b.subscriptions.overflowing).toBe(1);
  });

  test("whatever the order of wants, releases and reconnects, the relay ends up with exactly what is wanted", () => {
    const interest = fc.oneof(
      fc.constantFrom("2026-11-24", "2026-12-01", "2026-12-08").map((expiry) => chain(expiry)),
      fc
        .tuple(
          fc.constantFrom("g", "h"),
          fc.constantFrom("ltp", "full" as const),
          fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        )
        .map(([group, mode, tokens]) => quotes(group, mode as "ltp" | "full", ...tokens)),
      fc
        .tuple(
          fc.constantFrom("bars", "stats" as const),
          fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        )
        .map(([kind, tokens]): Interest => ({ kind: kind as "bars" | "stats", tokens })),
      fc.constantFrom("screener", "events" as const).map((kind): Interest => ({ kind: kind as "screener" })),
    );
    const step = fc.oneof(
      fc.tuple(fc.constant("want"), fc.constantFrom("a", "b", "c"), fc.array(interest, { maxLength: 3 })),
      fc.tuple(fc.constant("release"), fc.constantFrom("a", "b", "c"), fc.constant([])),
      fc.tuple(fc.constant("reconnect"), fc.constant(""), fc.constant([])),
      fc.tuple(fc.constant("wait"), fc.constant(""), fc.constant([])),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const b = bench();
        const held = new Map<string, UpText>();
        const owned = new Map<string, readonly Interest[]>();
        const apply = (): void => {
          for (const message of b.taken()) {
            if (message.command === "unsubscribe") expect(held.delete(message.uniqueId)).toBe(true);
            else held.set(message.uniqueId, message);
          }
        };
        for (const [kind, owner, interests] of steps) {
          if (kind === "want") {
            b.subscriptions.want(owner, interests);
            owned.set(owner, interests);
          } else if (kind === "release") {
            b.subscriptions.release(owner);
            owned.delete(owner);
          } else if (kind === "reconnect") {
            apply();
            b.subscriptions.lost();
            held.clear();
            b.subscriptions.opened();
          } else b.clock.step(25);
          apply();
        }
        b.clock.step(25);
        apply();
        const all = [...owned.values()].flat();
        const idOf = (i: Interest): string => {
          if (i.kind === "chain") return `c.${i.underlying}.${i.expiry}`;
          return i.kind === "quotes" ? `q.${i.group}` : SHARED_ID[i.kind];
        };
        expect(new Set(held.keys())).toEqual(new Set(all.map(idOf)));
        for (const kind of ["bars", "stats"] as const) {
          const tokens = new Set(all.flatMap((i) => (i.kind === kind ? i.tokens : [])));
          expect(new Set(held.get(SHARED_ID[kind])?.tokens)).toEqual(tokens);
        }
        for (const group of ["g", "h"]) {
          const tokens = new Set(
            all.flatMap((i) => (i.kind === "quotes" && i.group === group ? i.tokens : [])),
          );
          const said = held.get(`q.${group}`)?.quoteBatch?.flatMap((part) => part.tokens) ?? [];
          expect(said).toHaveLength(tokens.size);
          expect(new Set(said)).toEqual(tokens);
        }
      }),
      { numRuns: 500 },
    );
  });
});
