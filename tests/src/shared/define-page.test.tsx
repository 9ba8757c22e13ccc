// @vitest-environment happy-dom
import { act, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";

const address = { search: "" };
vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ history: { location: address } }),
  useRouterState: () => address.search,
}));
const { definePage } = await import("#src/shared/page/define-page.tsx");
const { useAddress } = await import("#src/shared/page/use-address.ts");

const tokenOf = (params: URLSearchParams): string | null => params.get("token");

afterEach(() => vi.unstubAllGlobals());

test("a page gets what its own reader makes of the address, in which long numbers are still text", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const { Component } = definePage({
    names: ["loading"],
    load: async () =>
      function Shown() {
        return <p>{useAddress(tokenOf)}</p>;
      },
  });
  const host = document.createElement("div");
  const root = createRoot(host);
  const show = () =>
    act(async () => root.render(<Suspense fallback="waiting">{Component && <Component />}</Suspense>));
  address.search = "?token=00123456789012345678&other=1";
  await show();
  expect(host.innerHTML).toBe("<p>00123456789012345678</p>");
  address.search = "?token=2";
  await show();
  expect(host.innerHTML).toBe("<p>2</p>");
  act(() => root.unmount());
});
