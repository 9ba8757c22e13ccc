// @vitest-environment happy-dom
/** What a page asks of the engine before it takes a token for a contract. */

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { Outcome } from "#workers/engine/api.ts";
import { CONTRACTS } from "../../analysis/builder-fixture.ts";

const contracts = vi.fn<(underlying: number) => Promise<Outcome<readonly LegContract[]>>>();
const ask = (question: (api: { contracts: typeof contracts }) => unknown) => question({ contracts });
vi.mock("#src/live/engine-client.ts", () => ({ engine: () => ({ ask }) }));
const tokens: Record<string, number> = { NIFTY: 1, SBIN: 2, AWAY: 3 };
vi.mock("#src/live/use-underlyings.ts", () => ({
  useUnderlying: (symbol: string) =>
    symbol in tokens ? { ok: true, value: { token: tokens[symbol] } } : { ok: false },
}));
const { useListed } = await import("#src/live/use-listed.ts");

function Row({ symbol }: { readonly symbol: string }) {
  const listed = useListed(symbol);
  return <p>{listed === null ? "--" : listed.expiries.join(" ")}</p>;
}

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  contracts.mockReset();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function shown(...symbols: readonly string[]): Promise<string[]> {
  // biome-ignore lint/suspicious/noArrayIndexKey: a row that stays and is of another underlying by now
  await act(async () => root.render(symbols.map((symbol, i) => <Row key={i} symbol={symbol} />)));
  return [...document.querySelectorAll("p")].map(({ textContent }) => textContent ?? "");
}

test("[ANZ-61] an underlying is asked for once, however many strategies are of it, and never stands for another", async () => {
  contracts.mockResolvedValue({ ok: true, value: CONTRACTS });
  const [first, second] = await shown("NIFTY", "NIFTY");
  expect(first).toMatch(/2026-/);
  expect(second).toBe(first);
  expect(contracts.mock.calls).toEqual([[1]]);
  contracts.mockReturnValue(new Promise(() => {}));
  expect(await shown("SBIN", "NOT-LISTED")).toEqual(["--", "--"]);
  expect(contracts.mock.calls).toEqual([[1], [2]]);
});

test("[ANZ-61] what the engine could not say is unknown, and asked again by who looks next", async () => {
  contracts.mockRejectedValueOnce(new Error("away"));
  expect(await shown("AWAY")).toEqual(["--"]);
  await shown();
  contracts.mockResolvedValueOnce({ ok: false, code: "engine.unavailable", message: "away" });
  expect(await shown("AWAY")).toEqual(["--"]);
  await shown();
  contracts.mockResolvedValueOnce({ ok: true, value: CONTRACTS });
  expect((await shown("AWAY"))[0]).toMatch(/2026-/);
});
