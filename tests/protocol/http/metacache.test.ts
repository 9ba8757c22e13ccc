import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEGMENT } from "#domain/units/segments.ts";
import { decodeTokens, encodeTokens, parseMetacache } from "#protocol/http/metacache.ts";
import { metacacheRequest } from "#server/market/bus/market-subjects.ts";
import { withLastTrades } from "#server/market/instruments/last-trades.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { startScriptedFeed } from "../../support/market/scripted-feed.ts";

async function body(): Promise<Record<string, unknown>> {
  const bus = createLocalBus();
  startScriptedFeed(bus);
  const answer = await bus.request(metacacheRequest(), new Uint8Array(0));
  return (JSON.parse(Buffer.from(answer).toString()) as { body: Record<string, unknown> }).body;
}

describe("token columns", () => {
  it("come back as they were, unlisted sides included", () => {
    const exchangeTokens = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 24 - 1 }), { maxLength: 60 });
    fc.assert(
      fc.property(exchangeTokens, fc.func(fc.boolean()), (own, isListed) => {
        const tokens = own.map((token) => (isListed(token) ? token * 256 + SEGMENT.BFO : 0));
        expect([...decodeTokens(encodeTokens(tokens), SEGMENT.BFO)]).toEqual(tokens);
      }),
    );
  });

  it("hold the first listed token as it is and then differences", () => {
    const tokens = [0, 1000, 1002, 0, 999].map((own) => (own === 0 ? 0 : own * 256 + SEGMENT.NFO));
    expect(encodeTokens(tokens)).toEqual([0, 1000, 2, 0, -3]);
  });
});

describe("parseMetacache", () => {
  it("takes a whole body and returns it as it is", async () => {
    const whole = await body();
    expect(parseMetacache(whole)).toEqual(whole);
  });

  it("takes a body of an older program, whose futures have no types: symbols name weekly ones, the rest are their months'", async () => {
    const whole = await body();
    const { type: _, ...futures } = whole.futures as Record<string, unknown[]>;
    const types = futures.token!.map(() => "monthly");
    expect(parseMetacache({ ...whole, futures })).toEqual({ ...whole, futures: { ...futures, type: types } });
  });

  it("of an older program's body, which does not say when chains trade last, a server works it out and a browser takes none", async () => {
    const whole = await body();
    const { lastTrade: _, ...chains } = whole.chains as Record<string, unknown[]>;
    expect(parseMetacache({ ...whole, chains })).toBeNull();
    expect(parseMetacache({ ...whole, chains }, withLastTrades)).toEqual(whole);
    expect(parseMetacache({ ...whole, chains: { ...chains, lastTrade: [] } }, withLastTrades)).toBeNull();
  });

  it("refuses a body with any member missing", async () => {
    const whole = await body();
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest } = whole;
      expect(parseMetacache(rest), name).toBeNull();
    }
  });

  it("refuses a block with any column missing, shorter or of another type", async () => {
    const whole = await body();
    for (const block of ["underlyers", "chains", "futures"]) {
      const columns = whole[block] as Record<string, unknown[]>;
      for (const [name, column] of Object.entries(columns)) {
        const { [name]: _, ...rest } = columns;
        const isOfOlder = `${block}.${name}` === "futures.type";
        if (!isOfOlder)
          expect(parseMetacache({ ...whole, [block]: rest }), `${block}.${name} missing`).toBeNull();
        const longer = { ...columns, [name]: [...column, column[0]] };
        expect(parseMetacache({ ...whole, [block]: longer }), `${block}.${name} longer`).toBeNull();
        const odd = { ...columns, [name]: column.map(() => ({})) };
        expect(parseMetacache({ ...whole, [block]: odd }), `${block}.${name} of objects`).toBeNull();
      }
    }
  });

  it("refuses chains that point nowhere, whose strikes fall or whose tokens do not line up", async () => {
    const whole = await body();
    const chains = whole.chains as Record<string, number[][]>;
    const strikes = chains.strikes as number[][];
    const broken = [
      { ...chains, underlyer: [0, 2] },
      { ...chains, strikes: [(strikes[0] as number[]).toReversed(), strikes[1]] },
      { ...chains, callTokens: [[1], (chains.callTokens as number[][])[1]] },
    ];
    for (const block of broken) expect(parseMetacache({ ...whole, chains: block })).toBeNull();
  });

  it("refuses everything that is no object, and never throws", () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(parseMetacache(value)).toBeNull()));
  });
});
