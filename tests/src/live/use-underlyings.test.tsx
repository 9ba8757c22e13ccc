// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "#src/live/live-state.ts";
import { useUnderlying } from "#src/live/use-underlyings.ts";
import type { EngineApi, EngineHealth, Outcome, UnderlyingSummary } from "#workers/engine/api.ts";

const asked: string[] = [];
let answer: (symbol: string) => Promise<Outcome<UnderlyingSummary>>;
vi.mock("#src/live/engine-client.ts", () => ({
  engine: () => ({
    ask: (call: (api: Partial<EngineApi>) => unknown) =>
      call({
        underlying: (symbol: string) => {
          asked.push(symbol);
          return answer(symbol);
        },
      }),
  }),
}));

const known = (symbol: string): Promise<Outcome<UnderlyingSummary>> =>
  Promise.resolve({ ok: true, value: { symbol, expiries: [] } as unknown as UnderlyingSummary });
const withEtag = (etag: string): EngineHealth => ({ metacache: { etag } }) as EngineHealth;

const seen: unknown[] = [];
function Probe({ symbol }: { symbol: string }): null {
  seen.push(useUnderlying(symbol));
  return null;
}

let root: Root;
const show = (symbol: string): Promise<void> => act(async () => root.render(<Probe symbol={symbol} />));

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  [asked.length, seen.length] = [0, 0];
  live.health = null;
  answer = known;
  root = createRoot(document.createElement("div"));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("new instruments are asked about again, and an underlying that is the same stays the same object", async () => {
  await show("NIFTY");
  const first = seen.at(-1);
  expect(first).toMatchObject({ ok: true, value: { symbol: "NIFTY" } });
  await act(async () => {
    live.health = withEtag("a");
  });
  expect(asked).toEqual(["NIFTY", "NIFTY"]);
  expect(seen.at(-1)).toBe(first);
});

test("another symbol never wears the last one's answer, however late that comes", async () => {
  let late: (outcome: Outcome<UnderlyingSummary>) => void = () => {};
  answer = () => new Promise((resolve) => (late = resolve));
  await show("NIFTY");
  answer = known;
  await show("SENSEX");
  await act(async () => late(await known("NIFTY")));
  expect(seen.at(-1)).toMatchObject({ value: { symbol: "SENSEX" } });
  await show("GOLD");
  expect(seen.filter((one) => one !== null)).not.toContainEqual({ ok: true, value: { symbol: "NIFTY" } });
});

test("an engine that cannot be asked is a failure with its words, not silence", async () => {
  answer = () => Promise.reject(new Error("The engine did not answer."));
  await show("NIFTY");
  expect(seen.at(-1)).toEqual({
    ok: false,
    code: "engine.unavailable",
    message: "The engine did not answer.",
  });
});
