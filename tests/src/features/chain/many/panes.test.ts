import { describe, expect, test } from "vitest";
import { readBeside, writeBeside } from "#src/features/chain/many/beside-address.ts";
import { addressOf, panesOf, searchOf } from "#src/features/chain/many/panes.ts";
import { parseChainSearch } from "#src/features/chain/search-params.ts";

// [CHAIN-62]
describe("chains beside the first in the address", () => {
  test.each([
    [[{ symbol: "BANKNIFTY" }], "BANKNIFTY"],
    [[{ symbol: "M&M", expiry: "2026-12-29" }], "M&M_2026-12-29"],
    [[{ symbol: "CRUDEOIL", view: "my_view" }], "CRUDEOIL__my_view"],
    [
      [{ symbol: "NIFTY", expiry: "2026-12-01", view: "greeks" }, { symbol: "BAJAJ-AUTO" }],
      "NIFTY_2026-12-01_greeks*BAJAJ-AUTO",
    ],
  ])("%j are written and read back", (panes, text) => {
    expect(writeBeside(panes)).toBe(text);
    expect(parseChainSearch({ beside: text }).beside).toBe(text);
    expect(readBeside(text)).toEqual({ panes, tooMany: false });
  });

  test("what cannot be read is left out, and what is too much is told", () => {
    expect(readBeside("*<b>*NIFTY_tomorrow*banknifty")).toEqual({
      panes: [{ symbol: "NIFTY" }, { symbol: "BANKNIFTY" }],
      tooMany: false,
    });
    const five = readBeside("A*B*C*D");
    expect(five.panes).toHaveLength(3);
    expect(five.tooMany).toBe(true);
  });

  test.each(["<script>", "a b", "A".repeat(401), 5])("%s is no list of chains", (beside) => {
    expect(parseChainSearch({ beside }).beside).toBeUndefined();
  });
});

describe("several chains", () => {
  const address = {
    tradingsymbol: "NIFTY",
    beside: "BANKNIFTY_2026-12-29*CRUDEOIL",
    at: 1,
    legs: "1.C",
    above: 10,
  } as const;

  test("the address says which of them is worked with; one that there is not is the first", () => {
    expect(panesOf(address)).toMatchObject({
      at: 1,
      panes: [{ symbol: "NIFTY" }, { symbol: "BANKNIFTY" }, { symbol: "CRUDEOIL" }],
    });
    expect(panesOf({ ...address, at: 3 }).at).toBe(0);
    expect(panesOf({ ...address, at: 0.5 }).at).toBe(0);
    expect(panesOf({ beside: "CRUDEOIL" }).panes[0]?.symbol).toBe("NIFTY");
  });

  test("each is shown by its own underlying, expiry and view, and by the strikes of all", () => {
    const [, second] = panesOf(address).panes;
    expect(searchOf(address, second!)).toEqual({
      tradingsymbol: "BANKNIFTY",
      expiry: "2026-12-29",
      above: 10,
    });
  });

  test("the trades stay in the address as long as it is their underlying that is worked with", () => {
    const { panes } = panesOf(address);
    expect(addressOf(address, panes, 1, false)).toMatchObject({ legs: "1.C", at: 1 });
    expect(addressOf(address, panes, 2, true)).not.toHaveProperty("legs");
    expect(addressOf(address, panes, 2, true)).toMatchObject({ at: 2 });
  });

  test("the last one is alone in the address", () => {
    const next = addressOf(address, [{ symbol: "CRUDEOIL" }], 0, true);
    expect(next).toMatchObject({ tradingsymbol: "CRUDEOIL", above: 10 });
    expect(next.beside).toBeUndefined();
    expect(next.at).toBeUndefined();
  });
});
