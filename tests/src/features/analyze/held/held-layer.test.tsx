// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { proxy, ref } from "valtio";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { session } from "#src/session/session-state.ts";
import { queries } from "#src/shared/answers/query-client.ts";
import type { ChainDesk, GridPlace } from "#src/shared/beside-chain.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { Painter, PainterCommand } from "#workers/painter/api.ts";
import { position } from "./position.ts";

const call = vi.fn();
vi.mock("#src/api/site-api.ts", () => ({ api: { call } }));
const { AnalyzeLayer } = await import("#src/features/analyze/AnalyzeLayer.tsx");
const { HeldLayer } = await import("#src/features/analyze/held/HeldLayer.tsx");

const NOW = Date.parse("2026-11-20T05:01:05Z");
const NIFTY = { token: 256_265, symbol: "NIFTY", kind: "index" } as UnderlyingSummary;
const answer = (positions = [position()]) => ({
  data: { positions, as_of: NOW, broker_id: 1, is_sandbox: true },
});
const away = (message: string) =>
  new ApiFailure({ status: 503, statusText: "", body: { error: { message } }, message });

let root: Root;
let desk: ChainDesk;
let marked: Extract<PainterCommand, { type: "tags" }>[];
/** The painter's code to mark things is there. */
let hasCode: boolean;
let scroller: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  Object.assign(session, {
    phase: "signed_in",
    profile: { id: "a1", broker_details: { positions_supported: true } },
  });
  marked = [];
  hasCode = true;
  const painter: Painter = {
    post(command: PainterCommand) {
      if (command.type !== "tags") return;
      marked.push(command);
      command.port?.postMessage(hasCode);
    },
    dispose() {},
  } as Painter;
  const layout = layoutChain({
    view: "ltp",
    width: 1_200,
    page: 0,
    quantity: quantityUnit(1e6),
    tickSize: 0.05,
    strikeStep: 50,
    isCurrency: false,
    isLastDay: false,
  });
  scroller = document.body.appendChild(document.createElement("div"));
  const content = scroller.appendChild(document.createElement("div"));
  const body = content.appendChild(document.createElement("div"));
  const grid: GridPlace = {
    content,
    frame: document.body,
    scroller,
    body,
    rowHeight: 24,
    layout,
    painter,
    row: -1,
    column: -1,
    goTo() {},
  };
  desk = proxy<ChainDesk>({ grid: ref(grid), strikes: ref(Float64Array.of(24_150, 24_200, 24_250)) });
});
afterEach(() => {
  act(() => root.unmount());
  queries.clear();
  document.body.replaceChildren();
  call.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Time passes, and what waits for messages of ports comes. */
async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  });
}
async function show(inUnits = false): Promise<void> {
  await act(async () =>
    root.render(
      <HeldLayer desk={desk} underlying={NIFTY} expiry="2026-11-24" inUnits={inUnits} isWorkedWith />,
    ),
  );
  await pass(10);
}
const tags = () => marked.at(-1)?.tags ?? [];
const notice = () => document.querySelector('[data-testid="foot-notice"] p')?.textContent ?? null;
const press = async (name: string) => {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  await act(async () => button!.click());
  await pass(10);
};

test("[POS-7] the account's positions are marked, and asked for again every minute", async () => {
  call.mockResolvedValue(answer());
  await show();
  expect(marked.at(-1)).toMatchObject({ kind: "position", underlying: 256_265 });
  expect(tags()).toEqual([expect.objectContaining({ strike: 24_200, side: "SELL", count: 2, isOld: false })]);
  expect(call).toHaveBeenCalledTimes(1);
  call.mockResolvedValue(answer([position({ quantity: -65 })]));
  await pass(60_000);
  expect(call).toHaveBeenCalledTimes(2);
  expect(tags()).toEqual([expect.objectContaining({ count: 1 })]);
  expect(notice()).toBeNull();
});

test("[POS-6] in units by the trader's choice", async () => {
  call.mockResolvedValue(answer());
  await show(true);
  expect(tags()).toEqual([expect.objectContaining({ count: 130 })]);
});

test("[POS-7] an account that holds nothing here has the painter load nothing", async () => {
  call.mockResolvedValue(answer([]));
  await show();
  expect(marked).toEqual([]);
  expect(notice()).toBeNull();
});

test("[POS-9][POS-10] a broker that is away leaves the marks, old and said so; asked again it may answer", async () => {
  call.mockResolvedValue(answer());
  await show();
  call.mockRejectedValue(away("Zerodha cannot be reached at the moment."));
  await pass(60_000);
  expect(tags()).toEqual([expect.objectContaining({ isOld: true })]);
  expect(notice()).toBe("Your positions are those of 10:31:05. Zerodha cannot be reached at the moment.");
  call.mockResolvedValue(answer());
  await press("Try again");
  expect(notice()).toBeNull();
  expect(tags()).toEqual([expect.objectContaining({ isOld: false })]);
});

test("[POS-10] what could never be had is said, and can be put away", async () => {
  call.mockRejectedValue(away("Zerodha does not tell your positions."));
  await show();
  expect(notice()).toBe("Your positions could not be marked. Zerodha does not tell your positions.");
  await press("Hide");
  expect(notice()).toBeNull();
  await pass(60_000);
  // The same again a minute later is no news.
  expect(notice()).toBeNull();
});

test("[POS-10] without the code that marks them it is said, and asked again they are marked", async () => {
  hasCode = false;
  call.mockResolvedValue(answer());
  await show();
  await pass(2_000);
  expect(notice()).toContain("The code that marks them could not be loaded");
  hasCode = true;
  await press("Try again");
  expect(notice()).toBeNull();
});

test("[POS-8] with the keys in its cell a position is said in full, and heard", async () => {
  call.mockResolvedValue(answer());
  await show();
  const tip = () => document.querySelector('[data-testid="held-tip"]');
  expect(tip()).toBeNull();
  const { grid } = desk;
  const column = grid!.layout.columns.findLastIndex(({ side }) => side === "call");
  await act(async () => {
    desk.grid = ref({ ...grid!, row: 1, column });
  });
  expect([...tip()!.querySelectorAll("h2, p")].map(({ textContent }) => textContent)).toEqual([
    "Position: sold 2 lots (130), NRML",
    "Average 102.50 · last 98.00",
    "Open P&L +585.00",
    "As Zerodha told at 10:31:05",
  ]);
  expect(tip()!.closest("[role=status]")).not.toBeNull();
  await act(async () => {
    desk.grid = ref({ ...grid!, row: 1, column: column + 1 });
  });
  expect(tip()).toBeNull();
});

test("[POS-8] under the pointer it comes after half a second, and goes with it", async () => {
  call.mockResolvedValue(answer());
  await show();
  const { content, body, layout } = desk.grid!;
  body.getBoundingClientRect = () => new DOMRect(0, 100, 1_200, 72);
  const column = layout.columns.findLastIndex(({ side }) => side === "call");
  const at = { clientX: layout.edges[column]! + 5, clientY: 100 + 24 + 4, bubbles: true };
  const tip = () => document.querySelector('[data-testid="held-tip"]');
  act(() => void content.dispatchEvent(new PointerEvent("pointermove", at)));
  await pass(300);
  expect(tip()).toBeNull();
  await pass(300);
  expect(tip()).not.toBeNull();
  expect(tip()!.closest("[role=status]")).toBeNull();
  act(() => void content.dispatchEvent(new PointerEvent("pointerleave")));
  expect(tip()).toBeNull();
});

test("[POS-6][POS-7] a chain that leaves positions out asks for none, and so does one of a visitor", async () => {
  call.mockResolvedValue(answer());
  const layer = async (positions: boolean): Promise<number> => {
    const marks = { positions, inUnits: true };
    const rest = { legs: undefined, onLegs() {}, onSymbol() {} };
    await act(async () =>
      root.render(
        <AnalyzeLayer
          desk={desk}
          underlying={{ ...NIFTY, expiries: [] }}
          expiry="2026-11-24"
          marks={marks}
          {...rest}
        />,
      ),
    );
    await pass(50);
    return call.mock.calls.length;
  };
  expect(await layer(false)).toBe(0);
  session.phase = "anonymous";
  expect(await layer(true)).toBe(0);
  session.phase = "signed_in";
  expect(await layer(true)).toBe(1);
  expect(tags()).toEqual([expect.objectContaining({ count: 130 })]);
});

test("[POS-7] leaving the page takes the marks away", async () => {
  call.mockResolvedValue(answer());
  await show();
  act(() => root.render(null));
  expect(marked.at(-1)).toMatchObject({ kind: "position", tags: [] });
});
