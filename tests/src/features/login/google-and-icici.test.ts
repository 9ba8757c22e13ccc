// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buttonStyle, loadGoogle } from "#src/features/login/google-client.ts";
import { postIciciForm } from "#src/features/login/post-form.ts";
import { TEXTS } from "#src/features/login/texts.ts";

/** A page whose scripts are never fetched: the test says how each one ended. */
function fakePage() {
  const scripts: HTMLScriptElement[] = [];
  const page = {
    createElement: (name: string) => document.createElement(name),
    head: { append: (script: HTMLScriptElement) => void scripts.push(script) },
  } as unknown as Document;
  return { page, scripts };
}
const identity = { initialize() {}, renderButton() {}, prompt() {}, cancel() {} };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("[LOGIN-12] Google's button: filled blue, large, standard, sign-in-with, square, left, 326 or 364 px", () => {
  expect(buttonStyle(true)).toEqual({
    type: "standard",
    theme: "filled_blue",
    size: "large",
    text: "signin_with",
    shape: "square",
    logo_alignment: "left",
    width: 326,
  });
  expect(buttonStyle(false).width).toBe(364);
});

test("Google's script is loaded once, however often it is asked for", async () => {
  const { page, scripts } = fakePage();
  const first = loadGoogle("/one.js", page);
  const second = loadGoogle("/one.js", page);
  expect(scripts).toHaveLength(1);
  vi.stubGlobal("google", { accounts: { id: identity } });
  scripts[0]?.onload?.(new Event("load"));
  expect(await first).toBe(identity);
  expect(await second).toBe(identity);
});

test("[LOGIN-12] a script that is blocked, hangs or is something else is told in one text, and can be tried again", async () => {
  const { page, scripts } = fakePage();
  const blocked = loadGoogle("/two.js", page);
  scripts[0]?.onerror?.(new Event("error"));
  await expect(blocked).rejects.toThrow(TEXTS.google.setupFailed);
  const odd = loadGoogle("/two.js", page);
  scripts[1]?.onload?.(new Event("load"));
  await expect(odd).rejects.toThrow("Error initializing Google Sign-In client");
  const hanging = loadGoogle("/two.js", page);
  vi.advanceTimersByTime(10_000);
  await expect(hanging).rejects.toThrow(TEXTS.google.setupFailed);
  expect(scripts).toHaveLength(3);
});

const PAYLOAD = {
  login_url: "https://api.icici.example/login?a=1",
  AppKey: "k&<",
  time_stamp: "t",
  checksum: "c",
};

test("[LOGIN-11] ICICI gets AppKey, time_stamp and checksum in a posted form, and nothing else", () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  postIciciForm(PAYLOAD);
  const form = document.querySelector("form");
  expect(submit).toHaveBeenCalledOnce();
  expect(form?.method.toUpperCase()).toBe("POST");
  expect(form?.action).toBe(PAYLOAD.login_url);
  const fields = [...(form?.querySelectorAll("input") ?? [])].map(({ name, value }) => [name, value]);
  expect(fields).toEqual([
    ["AppKey", "k&<"],
    ["time_stamp", "t"],
    ["checksum", "c"],
  ]);
  form?.remove();
});

test.each(["http://evil.example/login", "javascript:alert(1)"])(
  "a form is never posted to %s",
  (login_url) => {
    const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
    submit.mockClear();
    expect(() => postIciciForm({ ...PAYLOAD, login_url })).toThrow(TypeError);
    expect(submit).not.toHaveBeenCalled();
  },
);
