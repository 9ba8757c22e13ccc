// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfirmDialog } from "#src/components/dialog/ConfirmDialog.tsx";
import { LONG_TOAST_MS, showToast, TOAST_MS } from "#src/components/toast/toast.ts";
import { Tip } from "#src/components/tooltip/Tip.tsx";

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rule = (file: string, selector: string): string => {
  const css = readFileSync(`src/components/${file}`, "utf8");
  const at = css.indexOf(`${selector} {`);
  return at < 0 ? "" : css.slice(at, css.indexOf("}", at));
};

describe("[SHELL-6] sizes", () => {
  test.each([
    ["small", "600px", "400px"],
    ["medium", "960px", "600px"],
    ["large", "1284px", "700px"],
  ])("a %s dialog is %s by %s", (size, width, height) => {
    const text = rule("dialog/Dialog.module.css", `.modal[data-size="${size}"]`);
    expect(text).toContain(`width: ${width}`);
    expect(text).toContain(`height: ${height}`);
  });

  test("no dialog is larger than 85 % of the screen; drawers are 15.6rem wide or 21rem high", () => {
    expect(rule("dialog/Dialog.module.css", ".modal")).toMatch(/max-width: 85vw;\s+max-height: 85vh/);
    expect(rule("drawer/Drawer.module.css", '.modal:is([data-side="left"], [data-side="right"])')).toContain(
      "width: 15.6rem",
    );
    expect(rule("drawer/Drawer.module.css", '.modal:is([data-side="top"], [data-side="bottom"])')).toContain(
      "height: 21rem",
    );
  });
});

test("[SHELL-7] a confirmation has a title, a content and a button that reads OK unless told otherwise", () => {
  let confirmed = 0;
  act(() =>
    root.render(
      <ConfirmDialog title="Log out everywhere?" isOpen onClose={() => {}} onConfirm={() => confirmed++}>
        Other devices are logged out.
      </ConfirmDialog>,
    ),
  );
  const dialog = document.querySelector('[role="dialog"]');
  expect(dialog?.textContent).toContain("Log out everywhere?");
  expect(dialog?.textContent).toContain("Other devices are logged out.");
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "OK");
  act(() => button?.click());
  expect(confirmed).toBe(1);
});

test("[SHELL-8] a toast stands 47 px off the edge and says what it was told to", async () => {
  expect([TOAST_MS, LONG_TOAST_MS]).toEqual([5_000, 6_000]);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  showToast("Google Authentication Failed!", { tone: "error", detail: "Popup closed" });
  await vi.waitFor(() => expect(document.body.textContent).toContain("Google Authentication Failed!"), {
    timeout: 5_000,
  });
  expect(document.body.textContent).toContain("Popup closed");
  const place = document.querySelector<HTMLElement>("[data-sonner-toaster]");
  expect(place?.getAttribute("style")).toContain("47px");
});

describe("[SHELL-9] a tooltip", () => {
  const tip = (): Element | null => document.querySelector('[role="tooltip"]');
  function show(): HTMLButtonElement {
    act(() =>
      root.render(
        <Tip text="Put OI over call OI">
          <button type="button">PCR</button>
        </Tip>,
      ),
    );
    return document.querySelector("button")!;
  }

  test("opens by a tap, and closes by another, there or elsewhere", () => {
    const button = show();
    const tap = (): void =>
      act(() => {
        for (const type of ["pointerdown", "pointerup"]) {
          button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" }));
        }
      });
    expect(tip()).toBeNull();
    tap();
    expect(tip()?.textContent).toContain("Put OI over call OI");
    tap();
    expect(tip()).toBeNull();
    tap();
    act(
      () =>
        void document.body.dispatchEvent(
          new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }),
        ),
    );
    expect(tip()).toBeNull();
  });
});
