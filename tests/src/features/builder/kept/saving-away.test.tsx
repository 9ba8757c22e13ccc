// @vitest-environment happy-dom
/** A save while the server's storage is away: it is said beside the button, and the work stays as it is. */

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#src/api/api-failure.ts";
import { createKeeping, type Keeping, KeepingContext } from "#src/features/builder/kept/keeping.ts";
import { signatureOf } from "#src/features/builder/kept/signature.ts";
import { createWorld, NOW, type World } from "../../../analyzer/world.ts";

const went: string[] = [];
vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ navigate: ({ href }: { href: string }) => void went.push(href) }),
  useRouterState: () => false,
}));
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
vi.mock("#src/shared/answers/use-answer.ts", () => ({ askAgain: async () => {}, useAnswer: () => ({}) }));
const call = vi.fn();
vi.mock("#src/api/site-api.ts", () => ({ api: { call } }));
const { AnalyzerProvider } = await import("#src/analyzer/use-analyzer.tsx");
const { KeepTools } = await import("#src/features/builder/kept/KeepTools.tsx");

const DRAFT = "strikewise.analyzer.builder";
const AWAY = "Storage is not available: the database is away. Try again shortly";
const away = () =>
  new ApiFailure({
    status: 503,
    statusText: "",
    body: { error: { code: "storage.unavailable", message: AWAY } },
    message: AWAY,
  });

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  went.length = 0;
  call.mockReset();
  sessionStorage.clear();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const at = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
const press = (id: string) => act(async () => at(id)!.click());

async function opened(open: (world: World, keeping: Keeping) => void = () => {}) {
  const world = await createWorld();
  world.sell(24_000, "CE", 130);
  world.buy(24_200);
  await world.clock.run(500);
  const keeping = createKeeping();
  open(world, keeping);
  await world.clock.run(500);
  const create = () => world.analyzer;
  await act(async () =>
    root.render(
      <AnalyzerProvider namespace="builder" create={create}>
        <KeepingContext value={keeping}>
          <KeepTools />
        </KeepingContext>
      </AnalyzerProvider>,
    ),
  );
  const work = () => JSON.stringify([world.analyzer.instance()!.legs, world.storage.get(DRAFT)]);
  return { ...world, keeping, work };
}

test("[ANZ-60] of a strategy that is open: beside the button, which takes the save again", async () => {
  const { analyzer, keeping, clock, state, work } = await opened(({ analyzer: own }, kept) => {
    const trades = own.instance()!.legs.map((leg) => ({
      contract: leg,
      action: leg.quantity < 0 ? ("SELL" as const) : ("BUY" as const),
      quantity: Math.abs(leg.quantity),
      entryPrice: 100,
      iv: null,
      isSelected: true,
    }));
    const meta = { id: "s1", name: "Mine" };
    own.dispatch({ type: "load-trades", source: "SAVED_STRATEGY", meta, trades });
    const signature = signatureOf(own.instance()!, NOW);
    kept.strategy = { ...meta, revision: 4, signature, keptOn: "2026-11-17" };
  });
  await act(async () => {
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(500);
  });
  const before = work();
  call.mockRejectedValueOnce(away());
  await press("save-strategy");
  expect(at("save-trouble")!.textContent).toBe(AWAY);
  expect(at("save-trouble")!.getAttribute("role")).toBe("alert");
  expect(at("save-trouble")!.nextElementSibling!.contains(at("save-strategy"))).toBe(true);
  expect(at("unsaved")).not.toBeNull();
  expect(keeping.strategy!.revision).toBe(4);
  expect(work()).toBe(before);
  expect(went).toEqual([]);

  // Storage is back: the same press saves the same work.
  call.mockResolvedValueOnce({ data: { id: "s1", name: "Mine", revision: 5, created_at: 0, updated_at: 0 } });
  await press("save-strategy");
  const bodies = call.mock.calls.map(([, input]) => input.body);
  expect(bodies[1].revision).toBe(4);
  expect(bodies[1].strategy.legs).toEqual(bodies[0].strategy.legs);
  expect(at("save-trouble")).toBeNull();
  expect(keeping.strategy!.revision).toBe(5);
  expect(state.instance!.targetPrice).toBe(24_100);
});

test("[ANZ-60] of one without a name: beside the name, which stays with the work", async () => {
  const { work, keeping } = await opened();
  const before = work();
  await press("save-strategy");
  call.mockRejectedValueOnce(away());
  await press("save-confirm");
  const field = document.querySelector<HTMLInputElement>('[data-testid="strategy-name"]')!;
  const said = document.getElementById(field.getAttribute("aria-describedby")!.split(" ")[0]!)!;
  expect(said.textContent).toBe(AWAY);
  expect(field.value).not.toBe("");
  expect(keeping.strategy).toBeNull();
  expect(work()).toBe(before);
  expect(JSON.parse(JSON.parse(before)[1]).trades).toHaveLength(2);
});
