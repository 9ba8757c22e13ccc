import { describe, expect, it } from "vitest";
import { createContractSearch } from "#workers/engine/chains/contract-search.ts";
import { metacacheBody } from "../../../support/market/metacache-body.ts";

const body = metacacheBody();
const find = createContractSearch(body);
const lines = (text: string): string[] =>
  find(text).found.map(({ underlying, expiry, kind, strike }) => `${underlying} ${expiry} ${strike} ${kind}`);
const STRIKE = body.chains.strikes[0]![5]!;

describe("[INST-7] a search for contracts", () => {
  it.each([
    [`nifty ${STRIKE} ce 24 nov`, [`NIFTY 2026-11-24 ${STRIKE} CE`]],
    [`NIFTY ${STRIKE}PE 1DEC`, [`NIFTY 2026-12-01 ${STRIKE} PE`]],
    [`nif put ${STRIKE.toLocaleString("en-IN")} nov`, [`NIFTY 2026-11-24 ${STRIKE} PE`]],
    ["nifty fut", ["NIFTY 2026-11-24 0 FUT"]],
    [`NIFTY26N24${STRIKE}CE`, [`NIFTY 2026-11-24 ${STRIKE} CE`]],
    ["NIFTY26NOVFUT", ["NIFTY 2026-11-24 0 FUT"]],
  ])("%s", (text, found) => {
    expect(lines(text)).toEqual(found);
  });

  it("lists nearest expiries first, and the strike that is typed before those that begin like it", () => {
    const both = lines(`nifty ${STRIKE} ce`);
    expect(both).toEqual([`NIFTY 2026-11-24 ${STRIKE} CE`, `NIFTY 2026-12-01 ${STRIKE} CE`]);
    const beginning = String(STRIKE).slice(0, 3);
    const strikes = find(`nifty ${beginning} ce nov`).found.map(({ strike }) => strike);
    expect(strikes.length).toBeGreaterThan(1);
    expect(strikes.every((strike) => String(strike).startsWith(beginning))).toBe(true);
    expect(strikes).toEqual([...strikes].sort((a, b) => a - b));
  });

  it("finds nothing for words that name an underlying alone, a share without derivatives, or two strikes", () => {
    for (const text of [
      "",
      "nifty",
      "nifty 50 index",
      "reliance ce",
      `nifty ${STRIKE} 24000 ce`,
      "xyz 100 ce",
    ]) {
      expect(lines(text)).toEqual([]);
    }
  });

  describe("by kind of expiry", () => {
    /** NIFTY's first expiry as its month's, and futures of both kinds in one month, as USDINR has. */
    const kinds = createContractSearch({
      ...body,
      chains: { ...body.chains, type: ["monthly", "weekly"] },
      futures: {
        underlyer: [0, 0],
        expiry: [20261124, 20261127],
        type: ["monthly", "weekly"],
        token: [14_000_130, 14_000_386],
        lotSize: [65, 65],
        tickSize: [0.1, 0.1],
      },
    });
    it.each([
      ["nifty fut monthly", ["2026-11-24 FUT"]],
      ["nifty fut weekly", ["2026-11-27 FUT"]],
      ["nifty fut nov", ["2026-11-24 FUT", "2026-11-27 FUT"]],
      ["NIFTY26NOVFUT", ["2026-11-24 FUT"]],
      ["NIFTY26N27FUT", ["2026-11-27 FUT"]],
      [`nifty ${STRIKE} ce monthly`, ["2026-11-24 CE"]],
      [`NIFTY26NOV${STRIKE}CE`, ["2026-11-24 CE"]],
      [`nifty ${STRIKE} ce weekly`, ["2026-12-01 CE"]],
      [`NIFTY26DEC${STRIKE}CE`, []],
    ])("%s", (text, found) => {
      expect(kinds(text).found.map(({ expiry, kind }) => `${expiry} ${kind}`)).toEqual(found);
    });
  });

  it("counts all that it found and hands over the first thousand", () => {
    const wide = metacacheBody();
    const strikes = Array.from({ length: 700 }, (_, i) => 10_000 + i * 50);
    const many = createContractSearch({
      ...wide,
      chains: { ...wide.chains, strikes: [strikes, strikes] },
    })("nifty ce");
    expect(many.total).toBe(1_400);
    expect(many.found).toHaveLength(1_000);
  });
});
