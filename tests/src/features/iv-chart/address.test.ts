import { expect, test } from "vitest";
import { NOTHING_ASKED, parseIvSearch, writeIvSearch } from "#src/features/iv-chart/address.ts";

const read = (query: string) => parseIvSearch(new URLSearchParams(query));

test("[IV-2] what the address says comes back as it was, and what is usual is not said", () => {
  for (const query of [
    "",
    "?tradingsymbol=M%26M&range=3m&hv=10.30",
    "?tab=term&date=2026-11-20",
    "?expiry=2026-11-24&hv=none&view=1700000000000-1710000000000",
  ]) {
    expect(writeIvSearch(read(query))).toBe(query);
  }
});

test("[IV-2] what is not understood is left out", () => {
  expect(
    read("?tab=moon&range=7y&hv=11.x&expiry=soon&date=2026-13-40&view=9-1&tradingsymbol=%3Cb%3E"),
  ).toEqual({
    ...NOTHING_ASKED,
    hv: [],
  });
});
