// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ComponentType, type ReactNode, Suspense } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PageOrCrash } from "#src/app/PageOrCrash.tsx";
import { lazily } from "#src/components/lazily.tsx";
import { optional } from "#src/components/optional.ts";

let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // React tells of every error that a boundary took.
  vi.spyOn(console, "error").mockImplementation(() => {});
  const host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const shown = (): string => document.body.textContent ?? "";
const press = (name: string): void => {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  if (button === undefined) throw new Error(`no button ${name} in ${shown()}`);
  button.click();
};

/** A server that has its files, or not. */
function files() {
  const server = { isThere: false, asked: 0 };
  const load = (page: string) => async (): Promise<ComponentType> => {
    server.asked++;
    if (!server.isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return () => <p>{page}</p>;
  };
  return { server, load };
}

const pass = (ms = 5_000): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** Pages under one boundary, as the shell has them. */
async function house(pages: Readonly<Record<string, ComponentType>>, at: string) {
  const rootRoute = createRootRoute({ component: PageOrCrash });
  const routes = Object.entries(pages).map(([path, Page]) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      component: () => (
        <Suspense fallback="waiting">
          <Page />
        </Suspense>
      ),
    }),
  );
  const router = createRouter({
    routeTree: rootRoute.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    disableGlobalCatchBoundary: true,
  });
  await act(async () => root.render(<RouterProvider router={router as never} />));
  await pass();
  return async (path: string): Promise<void> => {
    await act(async () => router.history.push(path));
    await pass();
  };
}

test("[SHELL-17] what does not come is asked for twice, and the page behind it opens once the server is back", async () => {
  const { server, load } = files();
  const go = await house(
    { "/orders": lazily(load("the orders")), "/home": () => <p>the market</p> },
    "/orders",
  );
  expect(server.asked).toBe(2);
  expect(shown()).toContain("Oops !");
  expect(shown()).toContain("Reload for the new version");
  await go("/home");
  expect(shown()).toBe("the market");
  await go("/orders");
  expect(shown()).toContain("Oops !");
  server.isThere = true;
  await go("/home");
  await go("/orders");
  expect(shown()).toBe("the orders");
});

test("[SHELL-17] one file that all pages need: each page has its own chance, and none is broken for good", async () => {
  const { server, load } = files();
  const Frame = lazily(load("framed"));
  const go = await house({ "/home": Frame, "/orders": Frame, "/positions": Frame }, "/home");
  for (const path of ["/orders", "/positions"]) {
    const before = server.asked;
    await go(path);
    expect(shown()).toContain("could not be fetched");
    expect(server.asked).toBeGreaterThan(before);
  }
  server.isThere = true;
  await go("/home");
  expect(shown()).toBe("framed");
});

test("[SHELL-17] Try again asks anew where one stands, and a hiccup is not told at all", async () => {
  const { server, load } = files();
  await house({ "/orders": lazily(load("the orders")) }, "/orders");
  server.isThere = true;
  await act(async () => press("Try again"));
  await pass();
  expect(shown()).toBe("the orders");

  const hiccup = files();
  const Part = lazily(hiccup.load("there"));
  await act(async () =>
    root.render(
      <Suspense fallback="waiting">
        <Part />
      </Suspense>,
    ),
  );
  expect(shown()).toBe("waiting");
  hiccup.server.isThere = true;
  await pass();
  expect([shown(), hiccup.server.asked]).toEqual(["there", 2]);
});

test("[SHELL-12] a bug of one page is gone with it, and is there again where it is", async () => {
  const Broken = (): ReactNode => {
    throw new Error("no figure");
  };
  const go = await house({ "/broken": Broken, "/home": () => <p>the market</p> }, "/broken");
  expect(shown()).toContain("Something went wrong");
  expect(shown()).toContain("Retry");
  await go("/home");
  expect(shown()).toBe("the market");
  await go("/broken");
  expect(shown()).toContain("no figure");
});

test("what a page does without is tried twice too, and then left out", async () => {
  const { server, load } = files();
  const Extra = optional(load("extra"));
  await act(async () =>
    root.render(
      <Suspense fallback="waiting">
        page <Extra />
      </Suspense>,
    ),
  );
  await pass();
  expect([shown(), server.asked]).toEqual(["page ", 2]);
});
