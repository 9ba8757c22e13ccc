import { expect, test } from "vitest";
import { createChainState, takeWidths } from "#src/features/chain/shown-chain.ts";

const NIFTY = { underlying: 256_265, expiry: 20_261_124 };

test("columns grow while a chain is shown and do not shrink; another chain begins anew", () => {
  const state = createChainState();
  takeWidths(state, { ...NIFTY, widths: { theta: 80, ltp: 120 } });
  takeWidths(state, { ...NIFTY, widths: { theta: 72, ltp: 132, iv: 60 } });
  expect(state.widest).toEqual({ ...NIFTY, widths: { theta: 80, ltp: 132, iv: 60 } });
  const { widest } = state;
  takeWidths(state, { ...NIFTY, widths: { theta: 80, iv: 60 } });
  // The same object: nothing is laid out anew for it.
  expect(state.widest).toBe(widest);
  takeWidths(state, { ...NIFTY, expiry: 20_261_201, widths: { theta: 72 } });
  expect(state.widest?.widths).toEqual({ theta: 72 });
});
