// @vitest-environment happy-dom
/** When the window opens, whom it shows and what closes it. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { proxy, useSnapshot } from "valtio";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_WINDOWS } from "#src/components/floating/window-state.ts";
import { windows } from "#src/components/floating/windows.ts";
import { closeInfo, instrumentWindows, openInfo } from "#src/shared/instrument-windows.ts";

const at = proxy({ pathname: "/option-chain", searchStr: "?tradingsymbol=NIFTY" });
vi.mock("@tanstack/react-router", () => ({ useRouterState: () => useSnapshot(at) }));
vi.mock("#src/features/info/InfoPanel.tsx", () => ({
  InfoPanel: ({ symbol }: { symbol: string }) => <p data-testid="panel">{symbol}</p>,
}));
const { InfoWindow } = await import("#src/features/info/InfoWindow.tsx");

function Mount() {
  return useSnapshot(instrumentWindows).info === null ? null : <InfoWindow />;
}

let root: Root;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(1366);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(768);
  Object.assign(at, { pathname: "/option-chain", searchStr: "?tradingsymbol=NIFTY" });
  windows.state = NO_WINDOWS;
  document.body.innerHTML = "<main></main><button>Info</button>";
  root = createRoot(document.body.firstElementChild!);
  await act(async () => root.render(<Mount />));
  document.querySelector("button")!.focus();
});
afterEach(async () => {
  await act(async () => {
    closeInfo();
    root.unmount();
  });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (symbol: string) => act(async () => openInfo(symbol));
const go = (to: Partial<typeof at>) => act(async () => void Object.assign(at, to));
const shown = () => document.querySelector('[data-testid="panel"]')?.textContent ?? null;
const frame = () => document.querySelector<HTMLElement>('[data-testid="window-info"]');

test("[INFO-1] it is titled, has its size, and may not be resized or minimised", async () => {
  await open("NIFTY");
  expect(frame()?.querySelector("h2")?.textContent).toBe("NIFTY Info");
  expect([frame()!.style.width, frame()!.style.height]).toEqual(["660px", "464px"]);
  const buttons = [...frame()!.querySelectorAll("button")].map((button) => button.getAttribute("aria-label"));
  expect(buttons).toEqual(["Move NIFTY Info", "Close"]);
  expect(frame()!.querySelector('[data-testid^="edge"]')).toBeNull();
});

test("[INFO-1] Escape closes it and the focus goes back where it came from", async () => {
  await open("NIFTY");
  expect(document.activeElement).toBe(frame());
  await act(async () => {
    frame()!.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  });
  expect(frame()).toBeNull();
  expect(instrumentWindows.info).toBeNull();
  expect(document.activeElement?.textContent).toBe("Info");
});

test("[INFO-1] asked for on another instrument it goes over to that one and takes the focus", async () => {
  await open("NIFTY");
  document.querySelector("button")!.focus();
  await open("SBIN");
  expect([shown(), frame()?.querySelector("h2")?.textContent]).toEqual(["SBIN", "SBIN Info"]);
  expect(document.activeElement).toBe(frame());
});

test("[INFO-12] it closes on every change of the path, and stays where the path does", async () => {
  await open("NIFTY");
  await go({ searchStr: "?tradingsymbol=NIFTY&expiry=2026-11-24" });
  expect(shown()).toBe("NIFTY");
  await go({ pathname: "/home", searchStr: "" });
  expect(frame()).toBeNull();
  expect(instrumentWindows.info).toBeNull();
});

test("[INFO-12] on the page's own instrument it follows the page; on another one it stays", async () => {
  await open("NIFTY");
  await go({ searchStr: "?tradingsymbol=BANKNIFTY" });
  expect(shown()).toBe("BANKNIFTY");
  await open("SBIN");
  await go({ searchStr: "?tradingsymbol=NIFTY" });
  expect(shown()).toBe("SBIN");
});

test("[INFO-12][CHAIN-62] of several chains it follows the one that it is of, and no other", async () => {
  const at = (...chains: string[]) => go({ searchStr: `?tradingsymbol=NIFTY&beside=${chains.join("*")}` });
  await at("BANKNIFTY_2026-11-24", "SBIN");
  await open("BANKNIFTY");
  await at("BANKNIFTY_2026-12-29", "SBIN");
  expect(shown()).toBe("BANKNIFTY");
  await at("BANKNIFTY_2026-12-29", "CRUDEOIL");
  expect(shown()).toBe("BANKNIFTY");
  await at("SENSEX", "CRUDEOIL");
  expect(shown()).toBe("SENSEX");
  // A chain that is closed leaves its window.
  await at("CRUDEOIL");
  expect(shown()).toBe("SENSEX");
});

test("[INFO-12] over a page of virtual trading it says so", async () => {
  await go({ pathname: "/virtual-trading", searchStr: "" });
  await open("NIFTY");
  expect(frame()?.textContent).toContain("Virtual trading");
});
