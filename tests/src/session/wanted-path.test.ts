// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { loginPanel, openLogin } from "#src/session/login-panel.ts";
import { forgetWantedPath, keepWantedPath, wantedPath } from "#src/session/wanted-path.ts";

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/support");
});

const returnPath = (): string | null => {
  openLogin();
  return loginPanel.returnPath;
};

test("[SHELL-1] a login begun in the dialog ends where redirect_to says, else on the page that is open", () => {
  expect(returnPath()).toBe("/support");
  history.replaceState(null, "", "/support?redirect_to=%2Fpositions");
  expect(returnPath()).toBe("/positions");
  // The visitor has gone elsewhere in the meantime.
  keepWantedPath("/orders");
  history.replaceState(null, "", "/home");
  expect(returnPath()).toBe("/orders");
  openLogin("/pricing");
  expect(loginPanel.returnPath).toBe("/pricing");
  forgetWantedPath();
  expect(returnPath()).toBe("/home");
});

test("[LOGIN-6] it leads nowhere but to this site", () => {
  for (const path of ["//evil.example", "/\\\\evil.example", "https://evil.example"]) {
    const end = new URL(wantedPath(`?redirect_to=${encodeURIComponent(path)}`) ?? "", "https://own.example");
    expect(end.origin).toBe("https://own.example");
  }
});
