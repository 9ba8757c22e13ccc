import { afterEach, expect, test, vi } from "vitest";
import { goToChain, goToUnderlying } from "#src/app/palette/go-to-chain.ts";
import { chainTarget, pickChain } from "#src/shared/chain-target.ts";
import { shell } from "#src/shared/shell-state.ts";

type Router = Parameters<typeof goToChain>[0];
const at = (pathname: string) => {
  const navigate = vi.fn();
  return { navigate, router: { state: { location: { pathname } }, navigate } as unknown as Router };
};
afterEach(() => {
  chainTarget.take = null;
  shell.pickerOpen = false;
});

test("a chain that is picked goes where the page has a place for it, from elsewhere to the chain's page", () => {
  const take = vi.fn();
  chainTarget.take = take;
  const here = at("/option-chain");
  goToChain(here.router, "BANKNIFTY", "2026-12-29");
  expect(take).toHaveBeenCalledExactlyOnceWith("BANKNIFTY", "2026-12-29");
  expect(here.navigate).not.toHaveBeenCalled();
  const elsewhere = at("/builder");
  goToChain(elsewhere.router, "BANKNIFTY");
  expect(elsewhere.navigate).toHaveBeenCalledOnce();
  expect(take).toHaveBeenCalledOnce();
});

test("a chart stays one of another instrument, with all but the bars that were in view", () => {
  const navigate = vi.fn();
  const location = {
    pathname: "/chart",
    search: "?tradingSymbol=NIFTY&interval=15&date=2026-11-02&view=1-2",
  };
  goToUnderlying({ state: { location }, history: { location }, navigate } as unknown as Router, "RELIANCE");
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ href: "/chart?tradingSymbol=RELIANCE&interval=15" });
});

test("what is picked for once is taken once, and a picker that is closed leaves nothing behind", async () => {
  const usual = vi.fn();
  const once = vi.fn();
  chainTarget.take = usual;
  pickChain(once);
  expect(shell.pickerOpen).toBe(true);
  const { router } = at("/option-chain");
  shell.pickerOpen = false;
  goToChain(router, "SENSEX");
  await Promise.resolve();
  await Promise.resolve();
  goToChain(router, "NIFTY");
  expect(once).toHaveBeenCalledExactlyOnceWith("SENSEX", undefined);
  expect(usual).toHaveBeenCalledExactlyOnceWith("NIFTY", undefined);
});
