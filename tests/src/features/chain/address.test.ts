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
