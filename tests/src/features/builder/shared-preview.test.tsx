// @vitest-environment happy-dom
/** A shared strategy where the builder may not be opened: what was stored with the link, and the way in. */

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LinkPreview } from "#protocol/http/strategy-links.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { loginPanel } from "#src/session/login-panel.ts";

const went: string[] = [];
vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ navigate: ({ href }: { href: string }) => void went.push(href) }),
  useRouterState: () => false,
}));
const call = vi.fn();
vi.mock("#src/api/site-api.ts", () => ({ api: { call } }));
const { SharedPreview } = await import("#src/features/builder/preview/SharedPreview.tsx");

const ID = "A".repeat(24);
const SKETCH: LinkPreview["sketch"] = [
  [0, -0.4],
  [0.5, 1],
  [1, -1],
];

function preview(change: Partial<LinkPreview> = {}): LinkPreview {
  return {
    needs: "upgrade",
    underlying: "NIFTY",
    kept_on: "2026-11-23",
    expiries: ["2026-11-24", "2026-12-29"],
    legs: [
      { tradingsymbol: "NIFTY26N2424500CE", action: "SELL" },
      { tradingsymbol: "NIFTY26DEC24700CE", action: "BUY" },
    ],
    sketch: SKETCH,
    ...change,
  };
}

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  went.length = 0;
  call.mockReset();
  loginPanel.isOpen = false;
  const host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function opened(answer: LinkPreview | Error): Promise<HTMLElement> {
  if (answer instanceof Error) call.mockRejectedValue(answer);
  else call.mockResolvedValue({ data: null, preview: answer });
  await act(async () => root.render(<SharedPreview search={`?builder_redirect_id=${ID}`} />));
  return document.querySelector<HTMLElement>("[role=dialog]")!;
}

describe.each(["login", "upgrade"] as const)("[ANZ-63] a link before who needs a %s", (needs) => {
  test("says names, expiries and the day as they were stored, and no figure", async () => {
    const dialog = await opened(preview({ needs }));
    const shown = dialog.querySelector<HTMLElement>("[data-testid=shared-preview]")!;
    expect([...shown.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
      "SellNIFTY26N2424500CE",
      "BuyNIFTY26DEC24700CE",
    ]);
    const said = shown.textContent;
    for (const day of ["23 Nov 2026", "24 Nov 2026", "29 Dec 2026"]) expect(said).toContain(day);
    const figures = said
      .replaceAll(/NIFTY26\w+/g, "")
      .replaceAll(/\d{1,2} (Nov|Dec) 2026/g, "")
      .match(/\d|₹|%/g);
    expect(figures).toBeNull();
  });

  test("draws the sketch that was stored, point by point", async () => {
    const dialog = await opened(preview({ needs }));
    const paths = [...dialog.querySelectorAll("[data-testid=preview-sketch] path")];
    const line = paths.at(-1)!.getAttribute("d")!;
    const points = [...line.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const [width, height] = dialog
      .querySelector("[data-testid=preview-sketch]")!
      .getAttribute("viewBox")!
      .split(" ")
      .slice(2)
      .map(Number);
    expect(points.map(([x]) => x! / width!)).toEqual(SKETCH!.map(([x]) => x));
    // Profit stands above the middle, loss below it, each as far as it was stored.
    const [, high, low] = points.map(([, y]) => height! / 2 - y!);
    expect(high).toBeGreaterThan(0);
    expect(low).toBeCloseTo(-high!, 6);
    expect(points[0]![1]! - height! / 2).toBeCloseTo(0.4 * high!, 6);
  });

  test("asks the server for the link and for nothing else", async () => {
    await opened(preview({ needs }));
    expect(call).toHaveBeenCalledTimes(1);
    expect(call.mock.calls[0]![0]).toMatchObject({ path: "/analyze-builder-data/:id" });
    expect(call.mock.calls[0]![1]).toEqual({ params: { id: ID } });
  });
});

test("[ANZ-63] the way in is the plans where the plan is too low, and a login for a visitor", async () => {
  const tooLow = await opened(preview());
  expect(tooLow.querySelector("[data-testid=preview-login]")).toBeNull();
  expect(tooLow.textContent).toContain("part of a higher plan");
  const plans = [...tooLow.querySelectorAll("a")].find(({ textContent }) => textContent === "See plans")!;
  expect(plans.getAttribute("href")).toBe("/profile?tab=strikewise_plans&upgrade=true");
  await act(async () => plans.click());
  expect(went).toEqual(["/profile?tab=strikewise_plans&upgrade=true"]);

  act(() => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const visitor = await opened(preview({ needs: "login" }));
  expect(visitor.querySelector("a")).toBeNull();
  await act(async () => visitor.querySelector<HTMLElement>("[data-testid=preview-login]")!.click());
  expect(loginPanel.isOpen).toBe(true);
});

test("[ANZ-63] a link without a sketch says so, and one that has ended says that", async () => {
  const without = await opened(preview({ sketch: null }));
  expect(without.textContent).toContain("No sketch was stored with it");
  expect(without.querySelectorAll("li")).toHaveLength(2);

  act(() => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const error = { code: "link.deleted", message: "This link was ended." };
  const failure = new ApiFailure({ status: 404, statusText: "", body: { error }, message: error.message });
  const ended = await opened(failure);
  expect(ended.textContent).toContain("This strategy is not shared any more");
  expect(ended.querySelector("[data-testid=shared-preview]")).toBeNull();
});
