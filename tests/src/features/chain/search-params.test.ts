import fc from "fast-check";
import { expect, test } from "vitest";
import { parseChainSearch } from "#src/features/chain/search-params.ts";

test("the address keeps what it understands", () => {
  expect(
    parseChainSearch({
      tradingsymbol: "banknifty",
      expiry: "2026-12-29",
      view: "GREEKS",
      above: "20",
      below: 40,
      size: "small",
    }),
  ).toEqual({
    tradingsymbol: "BANKNIFTY",
    expiry: "2026-12-29",
    view: "greeks",
    above: 20,
    below: 40,
    size: "small",
  });
});

test("[CHAIN-1] the long names of the views are understood", () => {
  expect(parseChainSearch({ view: "ALL_COLUMN" })).toEqual({ view: "all" });
  expect(parseChainSearch({ view: "LTP" })).toEqual({ view: "ltp" });
  expect(parseChainSearch({ view: "STRADDLE" })).toEqual({ view: "straddle" });
});

test("what it does not understand is left out, whatever it is", () => {
  expect(
    parseChainSearch({ tradingsymbol: "<script>", expiry: "soon", view: "<b>", above: 7, size: 1 }),
  ).toEqual({});
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => {
      const search = parseChainSearch(raw);
      if (search.tradingsymbol !== undefined) expect(search.tradingsymbol).toMatch(/^[A-Z0-9&-]{1,32}$/);
      if (search.expiry !== undefined) expect(search.expiry).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }),
  );
});
