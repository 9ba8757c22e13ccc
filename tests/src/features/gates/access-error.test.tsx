// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageName } from "#domain/access/page-paths.ts";
import { pageOf } from "#domain/access/pages.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { accessErrorKind, widgetErrorKind } from "#src/features/gates/access-error-kinds.ts";

vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ navigate() {} }),
  useRouterState: () => false,
}));
const { AccessBoundary } = await import("#src/features/gates/AccessBoundary.tsx");

/** The screen's code comes when it is needed. */
const WAIT = { timeout: 15_000 };

const refused = (code: ErrorCode, status: number): ApiFailure =>
  new ApiFailure({ status, statusText: "", body: { error: { code, message: "No." } }, message: "" });

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "error").mockImplementation(() => {});
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(name: PageName, thrown: unknown): void {
  function Refused(): null {
    throw thrown;
  }
  act(() =>
    root.render(
      <AccessBoundary page={pageOf(name)}>
        <Refused />
      </AccessBoundary>,
    ),
  );
}

test.each([
  ["orders", refused("access.denied", 403), "This account may not open this page"],
  ["orders", refused("broker.rejected", 401), "Your broker no longer vouches for this login"],
  ["widget-builder", refused("access.denied", 403), "The builder is not open to you here"],
  ["widget-builder", refused("access.upgrade_needed", 403), "The builder is not open to you here"],
] as const)("[ACC-16] a refusal met on %s reaches its own screen", async (name, thrown, title) => {
  show(name, thrown);
  await vi.waitFor(() => expect(host.querySelector("h1")?.textContent).toBe(title), WAIT);
  expect(host.querySelectorAll("a[href]").length).toBeGreaterThanOrEqual(2);
});

test("[ACC-16] a page in a frame whose address names no broker says so; with a broker the login is what is missing", () => {
  expect(widgetErrorKind("")).toBe("MissingBroker");
  expect(widgetErrorKind("?broker=")).toBe("MissingBroker");
  expect(widgetErrorKind("?broker=zerodha")).toBe("BrokerAuthenticationError");
});

test("a fault that is no refusal goes on to the crash screen", () => {
  expect(() => show("orders", new TypeError("a bug"))).toThrow("a bug");
  expect(accessErrorKind(refused("server.internal", 500), false)).toBeNull();
  expect(accessErrorKind(refused("access.upgrade_needed", 403), false)).toBeNull();
});
