import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAutomation, isSupportedBrowser } from "#src/browser/user-agent.ts";
import { isWebView, onAppToken, tellApp } from "#src/browser/web-view.ts";

const sent: string[] = [];
const bridge = { postMessage: (text: string) => void sent.push(text) };
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  sent.length = 0;
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["Android", { StrikewiseApp: bridge }],
  ["iOS", { webkit: { messageHandlers: { strikewise: bridge } } }],
  ["React Native", { ReactNativeWebView: bridge }],
])("[EMB-1] each of the five messages reaches the app on %s", (_, at) => {
  tellApp("open_webview", { url: "https://strikewise.example/x" }, at);
  tellApp("payment_status", { success: true }, at);
  tellApp("copy_to_clipboard", { text: "NIFTY" }, at);
  tellApp("share_pnl", { url: "https://strikewise.example/verified-pnl/a" }, at);
  expect(tellApp("theme_change", { theme: "dark" }, at)).toBe(true);
  expect(sent.map((text) => JSON.parse(text).type)).toEqual([
    "open_webview",
    "payment_status",
    "copy_to_clipboard",
    "share_pnl",
    "theme_change",
  ]);
  expect(JSON.parse(sent[4]!)).toEqual({ type: "theme_change", theme: "dark" });
});

test("[EMB-1] an app without the method is logged and nothing else; a browser is not even that", () => {
  expect(tellApp("theme_change", { theme: "dark" }, { StrikewiseApp: {} })).toBe(false);
  expect(
    tellApp("theme_change", { theme: "dark" }, { navigator: { userAgent: "Android 16; StrikewiseApp/2.1" } }),
  ).toBe(false);
  const angry = {
    postMessage() {
      throw new Error("gone");
    },
  };
  expect(tellApp("theme_change", { theme: "dark" }, { StrikewiseApp: angry })).toBe(false);
  expect(logged).toHaveBeenCalledTimes(3);
  expect(tellApp("theme_change", { theme: "dark" }, {})).toBe(false);
  expect(logged).toHaveBeenCalledTimes(3);
  expect(isWebView({})).toBe(false);
});

test("[EMB-2] programs are known as programs, and Chrome, Edge and Firefox as browsers we test with", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
  const safari =
    "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15";
  expect(isSupportedBrowser({ userAgent: chrome })).toBe(true);
  expect(isSupportedBrowser({ userAgent: `${chrome} Edg/142.0.0.0` })).toBe(true);
  expect(isSupportedBrowser({ userAgent: "Mozilla/5.0 (X11; rv:145.0) Gecko/20100101 Firefox/145.0" })).toBe(
    true,
  );
  expect(isSupportedBrowser({ userAgent: safari })).toBe(false);
  expect(isAutomation({ userAgent: chrome, webdriver: true })).toBe(true);
  expect(isAutomation({ userAgent: chrome.replace("Chrome/", "HeadlessChrome/"), webdriver: false })).toBe(
    true,
  );
  expect(isAutomation({ userAgent: safari, webdriver: false })).toBe(false);
});

test("[EMB-2] a token is heard of the app's own page alone, in its own shape", () => {
  const heard: string[] = [];
  const at = new EventTarget() as unknown as Window;
  const origin = "https://strikewise.example";
  const stop = onAppToken((token) => heard.push(token), at, origin);
  const say = (data: unknown, source: unknown = at, from = origin) =>
    at.dispatchEvent(Object.assign(new Event("message"), { data, source, origin: from }));
  say({ type: "app_token", token: "mine" });
  say({ type: "app_token", token: "of a frame" }, {});
  say({ type: "app_token", token: "of elsewhere" }, at, "https://evil.example");
  for (const data of [null, "app_token", { type: "app_token" }, { type: "app_token", token: 1 }]) say(data);
  stop();
  say({ type: "app_token", token: "too late" });
  expect(heard).toEqual(["mine"]);
});
