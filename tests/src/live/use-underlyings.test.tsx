// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSame } from "#src/live/is-same.ts";
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
  await show("BANKNIFTY");
  answer = known;
  await show("SENSEX");
  await act(async () => late(await known("BANKNIFTY")));
  expect(seen.at(-1)).toMatchObject({ value: { symbol: "SENSEX" } });
  await show("GOLD");
  expect(seen.filter((one) => one !== null)).not.toContainEqual(await known("BANKNIFTY"));
});

test("an engine that cannot be asked is a failure with its words; who looks again asks again", async () => {
  answer = () => Promise.reject(new Error("The engine did not answer."));
  await show("FINNIFTY");
  expect(seen.at(-1)).toEqual({
    ok: false,
    code: "engine.unavailable",
    message: "The engine did not answer.",
  });
  answer = known;
  await show("CRUDEOIL");
  await show("FINNIFTY");
  expect(seen.at(-1)).toMatchObject({ ok: true, value: { symbol: "FINNIFTY" } });
});

test("an answer is asked for once, is there at once for the next that shows it, and an overtaken one is dropped", async () => {
  await act(async () =>
    root.render(
      <>
        <Probe symbol="USDINR" />
        <Probe symbol="USDINR" />
      </>,
    ),
  );
  await show("RELIANCE");
  seen.length = 0;
  await show("USDINR");
  expect(seen[0]).toMatchObject({ value: { symbol: "USDINR" } });
  expect(asked.filter((symbol) => symbol === "USDINR")).toHaveLength(1);

  const waiting: ((outcome: Outcome<UnderlyingSummary>) => void)[] = [];
  answer = () => new Promise((resolve) => waiting.push(resolve));
  for (const etag of ["b", "c"]) {
    await act(async () => {
      live.health = withEtag(etag);
    });
  }
  await act(async () => waiting[1]?.(await known("NEWER")));
  await act(async () => waiting[0]?.(await known("OLDER")));
  expect(seen.at(-1)).toMatchObject({ value: { symbol: "NEWER" } });
});

test.each([
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
  [{ a: Number.NaN, b: 1 }, { b: 1, a: Number.NaN }, true],
  [[], {}, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: [1, 2] }, { a: [1, 2, 3] }, false],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
  [null, {}, false],
])("%j and %j: the same is %s", (a, b, same) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([same, same]);
});
