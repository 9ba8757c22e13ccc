import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DATA_SOURCES, parseUp, strongestModes, UP_LIMITS } from "#protocol/control/up.ts";

const parse = (value: unknown) => parseUp(JSON.stringify(value));
const subscribe = (more: object) => ({ command: "subscribe", brokerId: 1, uniqueId: "a1", ...more });

function refusal(value: unknown) {
  const answer = parse(value);
  return "refused" in answer ? [answer.refused.code, answer.refused.uniqueId] : answer;
}

describe("the conversation of docs/wire-protocol.md", () => {
  test("a quote batch", () => {
    const quoteBatch = [
      { mode: "ltp", tokens: [256265] },
      { mode: "full", tokens: [10924290] },
    ];
    const message = subscribe({ dataSource: "quote-batch", quoteBatch });
    expect(parse(message)).toEqual(message);
  });

  test("an option chain", () => {
    const underlyingExpiry = [{ underlying: 256265, expiry: "2026-11-24" }];
    const message = subscribe({ dataSource: "option-chain", underlyingExpiry });
    expect(parse(message)).toEqual(message);
  });

  test("a running chart, a minute a bar unless said otherwise", () => {
    const message = subscribe({ dataSource: "quote-chart", tokens: [258] });
    expect(parse(message)).toEqual({ ...message, intervalSeconds: 60 });
    expect(parse({ ...message, intervalSeconds: 300 })).toMatchObject({ intervalSeconds: 300 });
  });

  test("sources that need nothing else", () => {
    for (const dataSource of ["screener-stats", "order-updates", "order-updates-v2", "nse-events"]) {
      expect(parse(subscribe({ dataSource }))).toEqual(subscribe({ dataSource }));
    }
    expect(parse(subscribe({ dataSource: "underlying-stats", tokens: [256265] }))).toMatchObject({
      tokens: [256265],
    });
  });

  test("unsubscribing needs the uniqueId and nothing else", () => {
    const expected = { command: "unsubscribe", uniqueId: "c1" };
    expect(parse(expected)).toEqual(expected);
    expect(parse({ ...expected, dataSource: "option-chain", brokerId: 1 })).toEqual(expected);
  });

  test("members that only a newer relay knows are ignored", () => {
    const message = subscribe({ dataSource: "nse-events", compression: "zstd", __proto__x: { a: 1 } });
    expect(parse(message)).toEqual(subscribe({ dataSource: "nse-events" }));
  });

  test("brokerId may be left out: the socket's address has it", () => {
    expect(parse({ command: "subscribe", uniqueId: "a1", dataSource: "nse-events" })).toMatchObject({
      brokerId: null,
    });
  });
});

describe("refusals name the fault and the subscription", () => {
  test.each([
    ["", "relay.bad_json"],
    ["{", "relay.bad_json"],
    ["null", "relay.bad_message"],
    ["[]", "relay.bad_message"],
    ['"subscribe"', "relay.bad_message"],
    ["1e999", "relay.bad_message"],
    ["{}", "relay.unknown_command"],
    ['{"command":"constructor"}', "relay.unknown_command"],
    [
      '{"__proto__":{"command":"subscribe","uniqueId":"a","dataSource":"nse-events"}}',
      "relay.unknown_command",
    ],
  ])("%s is %s", (text, code) => {
    expect(parseUp(text)).toMatchObject({ refused: { code, uniqueId: null } });
  });

  test("unknown sources", () => {
    for (const dataSource of ["toString", "Option-Chain", "", null, 3, ["option-chain"]]) {
      expect(refusal(subscribe({ dataSource }))).toEqual(["relay.unknown_source", "a1"]);
    }
    expect(refusal(subscribe({}))).toEqual(["relay.unknown_source", "a1"]);
    expect(refusal({ command: "unsubscribe", uniqueId: "a1", dataSource: "x" })).toEqual([
      "relay.unknown_source",
      "a1",
    ]);
  });

  test("uniqueIds that could not be sent back or logged", () => {
    const bad = ["", "x".repeat(65), "a\nb", "a\u0000", "\u2028", "\ud800", 7, null, {}, undefined];
    for (const uniqueId of bad) {
      expect(refusal({ command: "unsubscribe", uniqueId })).toEqual(["relay.bad_message", null]);
    }
    expect(parse({ command: "unsubscribe", uniqueId: "चेन \u{1f4c8}" })).toEqual({
      command: "unsubscribe",
      uniqueId: "चेन \u{1f4c8}",
    });
  });

  test("tokens that are none", () => {
    for (const token of [0, -1, 1.5, 2 ** 32, "256265", null, [256265], true]) {
      const quoteBatch = [{ mode: "ltp", tokens: [256265, token] }];
      expect(refusal(subscribe({ dataSource: "quote-batch", quoteBatch }))).toEqual([
        "relay.bad_message",
        "a1",
      ]);
      expect(refusal(subscribe({ dataSource: "quote-chart", tokens: [token] }))).toEqual([
        "relay.bad_message",
        "a1",
      ]);
    }
    const huge = `{"command":"subscribe","uniqueId":"a1","dataSource":"quote-chart","tokens":[1e999]}`;
    expect(parseUp(huge)).toMatchObject({ refused: { code: "relay.bad_message" } });
  });

  test("batches of another shape", () => {
    const wrong = [
      undefined,
      null,
      {},
      [null],
      [[]],
      [{ tokens: [1] }],
      [{ mode: "FULL", tokens: [1] }],
      [{ mode: "ltp" }],
    ];
    for (const quoteBatch of wrong) {
      expect(refusal(subscribe({ dataSource: "quote-batch", quoteBatch }))).toEqual([
        "relay.bad_message",
        "a1",
      ]);
    }
  });

  test("days that no calendar has", () => {
    const days = [
      "2026-13-01",
      "2026-00-10",
      "2026-04-31",
      "2026-02-30",
      "2026-11-24T00:00",
      "24-11-2026",
      "",
      20261124,
      null,
    ];
    for (const expiry of days) {
      const underlyingExpiry = [{ underlying: 256265, expiry }];
      expect(refusal(subscribe({ dataSource: "option-chain", underlyingExpiry }))).toEqual([
        "relay.bad_message",
        "a1",
      ]);
    }
    expect(refusal(subscribe({ dataSource: "option-chain", underlyingExpiry: [] }))).toEqual([
      "relay.bad_message",
      "a1",
    ]);
  });

  test("a bar of no length, a broker that is none", () => {
    const chart = subscribe({ dataSource: "quote-chart", tokens: [258] });
    for (const intervalSeconds of [0, -60, 0.5, 86_401, "60", null]) {
      expect(refusal({ ...chart, intervalSeconds })).toEqual(["relay.bad_message", "a1"]);
    }
    for (const brokerId of [-1, 1.5, "1", {}, 2 ** 40]) {
      expect(refusal({ ...chart, brokerId })).toEqual(["relay.bad_message", "a1"]);
    }
  });
});

describe("absurd sizes", () => {
  test("100,000 tokens are refused by their size, 3,001 by their number, also when spread over entries", () => {
    const tokens = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
    const batch = (...counts: number[]) =>
      subscribe({
        dataSource: "quote-batch",
        quoteBatch: counts.map((n) => ({ mode: "ltp", tokens: tokens(n) })),
      });
    expect(refusal(batch(100_000))).toEqual(["request.too_large", null]);
    expect(refusal(batch(UP_LIMITS.tokens + 1))).toEqual(["relay.limit_tokens", "a1"]);
    expect(refusal(batch(2000, 1001))).toEqual(["relay.limit_tokens", "a1"]);
    expect(parse(batch(2000, 1000))).toMatchObject({ uniqueId: "a1" });
  });

  test("too many entries and chains are refused", () => {
    const entries = Array.from({ length: UP_LIMITS.batchEntries + 1 }, () => ({ mode: "ltp", tokens: [] }));
    expect(refusal(subscribe({ dataSource: "quote-batch", quoteBatch: entries }))).toEqual([
      "relay.bad_message",
      "a1",
    ]);
    const chains = Array.from({ length: UP_LIMITS.chains + 1 }, () => ({
      underlying: 1,
      expiry: "2026-11-24",
    }));
    expect(refusal(subscribe({ dataSource: "option-chain", underlyingExpiry: chains }))).toEqual([
      "relay.limit_subscriptions",
      "a1",
    ]);
  });

  test("lists nested to any depth are refused, wherever they stand", () => {
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    for (const member of [
      "command",
      "dataSource",
      "uniqueId",
      "brokerId",
      "tokens",
      "quoteBatch",
      "underlyingExpiry",
    ]) {
      const text = `{"command":"subscribe","dataSource":"quote-chart","uniqueId":"a1","tokens":[[]],"${member}":${deep}}`;
      expect(parseUp(text)).toHaveProperty("refused");
    }
  });

  test("a refusal does not send a large value back", () => {
    const answer = parse(subscribe({ dataSource: "x".repeat(50_000) }));
    if (!("refused" in answer)) throw new Error("taken");
    expect(answer.refused.message.length).toBeLessThan(300);
  });
});

test("any JSON, and any text, is taken or refused without throwing", () => {
  const word = fc.constantFrom<unknown>(
    "subscribe",
    "unsubscribe",
    "a1",
    ...DATA_SOURCES,
    "ltp",
    "full",
    1,
    256265,
    null,
  );
  const value = fc.oneof(word, fc.jsonValue(), fc.array(fc.oneof(word, fc.jsonValue())));
  const entry = fc.record(
    { mode: value, tokens: value, underlying: value, expiry: value },
    { requiredKeys: [] },
  );
  const list = fc.oneof(value, fc.array(fc.oneof(entry, value)));
  const message = fc.record(
    {
      command: word,
      dataSource: word,
      uniqueId: word,
      brokerId: value,
      tokens: list,
      quoteBatch: list,
      underlyingExpiry: list,
    },
    { requiredKeys: [] },
  );
  const isAnswer = (text: string): boolean => {
    const answer = parseUp(text);
    return "refused" in answer ? answer.refused.message.length > 0 : typeof answer.uniqueId === "string";
  };
  fc.assert(
    fc.property(
      fc.oneof(message, fc.jsonValue()).map((v) => JSON.stringify(v)),
      isAnswer,
    ),
    { numRuns: 1500 },
  );
  fc.assert(fc.property(fc.string({ unit: "binary" }), isAnswer), { numRuns: 1000 });
});

test("a token asked for in several modes is sent in the strongest", () => {
  const modes = strongestModes([
    { mode: "full", tokens: [1, 2] },
    { mode: "ltp", tokens: [2, 3, 3] },
    { mode: "mini", tokens: [3, 4, 1] },
  ]);
  expect([...modes]).toEqual([
    [1, "full"],
    [2, "full"],
    [3, "mini"],
    [4, "mini"],
  ]);
});
