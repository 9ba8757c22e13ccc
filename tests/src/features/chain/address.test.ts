import { expect, test } from "vitest";
import { parseChainSearch, withoutDefaults } from "#src/features/chain/search-params.ts";

test("the address says only what is not at its default, and reads back the same", () => {
  const plain = withoutDefaults({ view: "ltp", above: 30, below: 30, hundreds: false });
  expect(plain).toEqual({});
  const search = {
    tradingsymbol: "GOLD",
    view: "all",
    above: 10,
    below: 40,
    hundreds: true,
    size: "small",
  } as const;
  expect(withoutDefaults(search)).toEqual(search);
  expect(parseChainSearch(withoutDefaults(search) as Record<string, unknown>)).toEqual(search);
});

test("[CHAIN-8] what the reader chose goes without saying, and what a link says against it is said", () => {
  const usual = { view: "v1", above: 20, below: 20, hundreds: true } as const;
  expect(withoutDefaults(usual, usual)).toEqual({});
  const link = { view: "ltp", above: 30, below: 20, hundreds: false } as const;
  expect(withoutDefaults(link, usual)).toEqual({ view: "ltp", above: 30, hundreds: false });
  expect(parseChainSearch({ view: "ltp", above: 30, hundreds: false })).toEqual({
    view: "ltp",
    above: 30,
    hundreds: false,
  });
});
