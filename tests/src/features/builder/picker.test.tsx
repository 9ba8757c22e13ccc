// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { REFUSALS } from "#domain/strategy/analyzer/refusals.ts";
import {
  createFrameBuffer,
  FEED_STATES,
  type FeedState,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { live } from "#src/live/live-state.ts";
import type { Page } from "#tests/support/strategy/on-page.tsx";
import { contract, createWorld, FAR, NEAR, type World } from "../../analyzer/world.ts";

/** The engine in the hands of a test: the port of the view that was opened last, and what was said in a toast. */
const told = vi.hoisted(() => ({ port: null as MessagePort | null, said: [] as string[] }));
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
vi.mock("#src/components/toast/toast.ts", () => ({ showToast: (text: string) => told.said.push(text) }));
vi.mock("#src/live/streams.ts", () => {
  const nothing = { data: null };
  const read = () => nothing;
  return {
    streamOf: () => ({ read }),
    useStream: (_: unknown, select: (state: typeof nothing) => unknown) => select(nothing),
  };
});
vi.mock("#src/live/engine-client.ts", () => ({
  engine: () => ({
    openChain(_: unknown, take: (port: MessagePort) => void) {
      const { port1 } = new MessageChannel();
      told.port = port1;
      take(port1);
      return { configure() {}, close() {} };
    },
  }),
}));
const { onPage } = await import("#tests/support/strategy/on-page.tsx");
const { LadderGrid } = await import("#src/features/builder/picker/LadderGrid.tsx");
const { Futures } = await import("#src/features/builder/picker/Futures.tsx");

const STRIKES = Array.from({ length: 41 }, (_, i) => 23_000 + 50 * i);

let page: Page;
let world: World;
beforeEach(async () => {
  // Nothing is laid out here: the list has the heights that it has on screen.
  for (const size of ["offsetHeight", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, size, "get").mockReturnValue(364);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(28 * 42);
  live.link = { phase: "ready", shared: true };
  told.said = [];
  world = await createWorld();
});
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

function grid(expiry: string) {
  return (
    <LadderGrid
      underlying={256_265}
      expiry={expiry}
      contracts={world.state.contracts!}
      legs={world.state.instance!.legs}
      priceDecimals={2}
    />
  );
}

const nextFrame = () => page.after(() => new Promise((done) => requestAnimationFrame(done)));

async function frame(strikes: readonly number[], state: FeedState = "live"): Promise<void> {
  const buffer = createFrameBuffer(strikes.length, 0);
  const head = new Float64Array(buffer, 0, HEAD_LENGTH);
  head[HEAD_INDEX.kind] = FRAME_FULL;
  head[HEAD_INDEX.rows] = strikes.length;
  head[HEAD_INDEX.atmRow] = strikes.indexOf(24_000);
  head[HEAD_INDEX.state] = FEED_STATES.indexOf(state);
  readChainFrame(buffer).strikes.set(strikes);
  await page.after(() => told.port!.onmessage!({ data: buffer } as MessageEvent));
  await nextFrame();
}

/** The strike where the keys are. */
const stop = () =>
  page.host
    .querySelector('[data-column][tabindex="0"]')
    ?.closest('[role="row"]')
    ?.querySelector('[role="rowheader"]')?.textContent;

test("a full frame of the same strikes moves neither the list nor the place of the keys; another expiry begins at the money", async () => {
  page = await onPage(world.analyzer, grid(NEAR));
  await frame(STRIKES);
  expect(stop()).toBe("24,000");
  const list = page.one("picker-grid");
  const middle = list.scrollTop;
  expect(middle).toBeGreaterThan(100);
  for (let i = 0; i < 3; i++) await page.key(list, "ArrowDown");
  await nextFrame();
  expect(stop()).toBe("24,150");
  list.scrollTop = 40;
  await frame(STRIKES);
  expect([stop(), list.scrollTop]).toEqual(["24,150", 40]);
  // A strike is listed below: the keys stay at theirs.
  await frame([22_950, ...STRIKES]);
  expect([stop(), list.scrollTop]).toEqual(["24,150", 40]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Buy 24,150 CE");
  await page.show(grid(FAR));
  await frame(STRIKES);
  expect(stop()).toBe("24,000");
  expect(list.scrollTop).toBe(middle);
});

/** As many trades as a strategy may have. */
async function fill(): Promise<void> {
  const share = { ...contract("FUT", 0), type: "EQ" as const, expiry: null, expiryInstant: Number.NaN };
  const trades = Array.from({ length: 500 }, (_, i) => ({
    contract: { ...share, token: 90_000 + i, tradingsymbol: `SHARE${i}` },
    action: "BUY" as const,
    quantity: 1,
    entryPrice: 1,
    iv: null,
    isSelected: true,
  }));
  world.worker.isPrompt = world.server.isPrompt = false;
  world.analyzer.dispatch({ type: "load-trades", source: "UNSAVED_STRATEGY", meta: null, trades });
  expect(world.analyzer.instance()!.legs).toHaveLength(500);
}

test("[ANZ-7] a leg too many is refused with its reason, of options and of futures", async () => {
  await fill();
  page = await onPage(world.analyzer, grid(NEAR));
  await frame(STRIKES);
  await page.press(page.host.querySelector<HTMLElement>('[data-column="0"][tabindex="0"]')!);
  expect(told.said).toEqual([REFUSALS.TOO_MANY_LEGS]);
  await page.key(page.one("picker-grid"), "s");
  expect(told.said).toHaveLength(2);
  const { futures } = world.state.contracts!;
  await page.show(<Futures futures={futures} legs={world.state.instance!.legs} priceDecimals={2} />);
  await page.press(page.host.querySelector<HTMLElement>('[data-side="BUY"]')!);
  expect(told.said).toEqual(Array.from({ length: 3 }, () => REFUSALS.TOO_MANY_LEGS));
  expect(world.analyzer.instance()!.legs).toHaveLength(500);
});

test("figures that are not of now are dimmed, and said to be", async () => {
  page = await onPage(world.analyzer, grid(NEAR));
  await frame(STRIKES);
  const list = page.one("picker-grid");
  const said = () => page.texts('[role="status"]').join("");
  expect([list.dataset.stale, said()]).toEqual([undefined, ""]);
  await frame(STRIKES, "stale");
  expect([list.dataset.stale, said()]).toEqual(["", "These prices are old: nothing newer has come."]);
  await frame(STRIKES);
  expect([list.dataset.stale, said()]).toEqual([undefined, ""]);
  await page.after(() => {
    live.link = { phase: "restarting" };
  });
  expect(list.dataset.stale).toBe("");
});
