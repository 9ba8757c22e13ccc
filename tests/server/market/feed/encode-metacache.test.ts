import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import { segmentOf } from "#domain/units/segments.ts";
import { decodeTokens, type MetacacheBody, parseMetacache } from "#protocol/http/metacache.ts";
import { encodeMetacache } from "#server/market/feed/encode-metacache.ts";
import type { Universe } from "#server/market/feed/market-table.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { FAKE_NOW, fakeUniverse } from "#tests/support/market/fake-market.ts";

const SIM = { name: "sim", simulated: true } as const;

/** Every contract a reader of the columns finds, by token: symbol, strike, expiry and lot. */
function contractsOf(body: MetacacheBody): Map<number, string> {
  const found = new Map<number, string>();
  const put = (token: number, symbol: string, strike: number, expiry: number, lot: number): void => {
    found.set(token, `${body.symbols[token] ?? symbol} ${strike} ${expiry} ${lot}`);
  };
  const { chains, futures, underlyers } = body;
  chains.underlyer.forEach((u, c) => {
    const strikes = chains.strikes[c]!;
    const expiry = chains.expiry[c]!;
    const segment = underlyers.derivativeExchange[u] === "NFO" ? 2 : 0;
    for (const [type, deltas] of [
      ["CE", chains.callTokens[c]!],
      ["PE", chains.putTokens[c]!],
    ] as const) {
      decodeTokens(deltas, segment).forEach((token, i) => {
        if (token === 0) return;
        const kind = chains.type[c] as "weekly" | "monthly" | "quarterly";
        const symbol = optionSymbol(underlyers.symbol[u]!, fromCompactDate(expiry), kind, strikes[i]!, type);
        put(token, symbol, strikes[i]!, expiry, chains.lotSize[c]!);
      });
    }
  });
  futures.underlyer.forEach((u, f) => {
    const expiry = futures.expiry[f]!;
    const kind = futures.type[f] as "weekly" | "monthly";
    const symbol = futureSymbol(underlyers.symbol[u]!, fromCompactDate(expiry), kind);
    put(futures.token[f]!, symbol, 0, expiry, futures.lotSize[f]!);
  });
  return found;
}

function listed(universe: Universe): Map<number, string> {
  return new Map(
    universe.instruments
      .filter((instrument) => instrument.expiry !== null)
      .map((one) => [
        one.token,
        `${one.tradingsymbol} ${one.strike} ${Number(one.expiry!.replaceAll("-", ""))} ${one.lotSize}`,
      ]),
  );
}

describe("metacache", () => {
  it("lets a reader find every listed contract and nothing else", () => {
    const universe = fakeUniverse();
    const body = parseMetacache(JSON.parse(JSON.stringify(encodeMetacache(universe, SIM, FAKE_NOW))));
    expect(body).not.toBeNull();
    expect(contractsOf(body!)).toEqual(listed(universe));
    expect(body!.underlyers.symbol).toEqual(["NIFTY", "RELIANCE"]);
    expect(segmentOf(body!.vixToken)).toBe(9);
    expect(body!.simulated).toBe(true);
    expect(body!.marketKind).toBe("simulated");
  });

  it("names every instrument that the rule of symbols does not give", () => {
    const universe = fakeUniverse();
    const odd = universe.underlyings[0]!.chains[0]!.callIndex[0]!;
    const instruments = universe.instruments.map((instrument, row) =>
      row === odd ? { ...instrument, tradingsymbol: "NIFTYODD1CE" } : instrument,
    );
    const renamed = { ...universe, instruments };
    const body = encodeMetacache(renamed, SIM, FAKE_NOW);
    expect(contractsOf(body)).toEqual(listed(renamed));
    expect(Object.values(body.symbols)).toEqual(
      expect.arrayContaining(["NIFTYODD1CE", "NIFTY 50", "INDIA VIX"]),
    );
    expect(Object.keys(body.symbols).length).toBe(3);
  });

  it("says which futures are weekly, so that none is taken for its month's", () => {
    const universe = fakeUniverse();
    const [row] = universe.underlyings[0]!.futures.map(({ index }) => index);
    const { underlying, expiry } = universe.instruments[row!]!;
    const tradingsymbol = futureSymbol(underlying, expiry!, "weekly");
    const instruments = universe.instruments.map((instrument, at) =>
      at === row ? { ...instrument, expiryType: "weekly" as const, tradingsymbol } : instrument,
    );
    const body = encodeMetacache({ ...universe, instruments }, SIM, FAKE_NOW);
    expect(body.futures.type[0]).toBe("weekly");
    expect(Object.values(body.symbols)).not.toContain(tradingsymbol);
    expect(contractsOf(body)).toEqual(listed({ ...universe, instruments }));
  });

  it("skips sides that are not listed", () => {
    const universe = fakeUniverse();
    const chain = universe.underlyings[0]!.chains[0]!;
    const gone = [chain.callIndex[0]!, chain.callIndex[7]!, chain.putIndex.at(-1)!];
    chain.callIndex[0] = chain.callIndex[7] = -1;
    chain.putIndex[chain.putIndex.length - 1] = -1;
    const expected = listed(universe);
    for (const row of gone) expected.delete(universe.instruments[row]!.token);
    const body = parseMetacache(JSON.parse(JSON.stringify(encodeMetacache(universe, SIM, FAKE_NOW))));
    expect(contractsOf(body!)).toEqual(expected);
  });

  it("keeps its etag while nothing listed changes, whatever the time", () => {
    const one = encodeMetacache(fakeUniverse(), SIM, FAKE_NOW);
    const later = encodeMetacache(fakeUniverse(), SIM, FAKE_NOW + 60_000);
    const rolled = encodeMetacache(fakeUniverse(["2026-09-29"]), SIM, FAKE_NOW);
    const real = encodeMetacache(fakeUniverse(), { name: "kite", simulated: false }, FAKE_NOW);
    expect(later.etag).toBe(one.etag);
    expect(later.asOf).toBe(FAKE_NOW + 60_000);
    expect(new Set([one.etag, rolled.etag, real.etag]).size).toBe(3);
    expect(one.etag).toMatch(/^[\w-]{22}$/);
  });

  it("of the whole simulated market travels in less than 900 kB and lines up", () => {
    const source = createSimulatedSource({ seed: 1, clock: "exchange", startAt: FAKE_NOW, universe: null });
    const universe = source.universe();
    source.dispose();
    const text = JSON.stringify(encodeMetacache(universe, SIM, FAKE_NOW));
    expect(universe.instruments.length).toBeGreaterThan(30_000);
    expect(parseMetacache(JSON.parse(text))).not.toBeNull();
    const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    expect(brotliCompressSync(text, fast).length).toBeLessThan(900_000);
  });
});
