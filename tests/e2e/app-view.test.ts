/** The mobile app's web view: the app proves itself by what it signs, and then nothing is shut; a user agent proves nothing. */
import { expect, type Page } from "@playwright/test";
import { type AppKey, appKey, signAppToken } from "../support/http/app-token.ts";
import { APP_KEY, test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

const APP_AGENT =
  "Mozilla/5.0 (Linux; Android 16; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 StrikewiseApp/2.1";

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});
test.use({ userAgent: APP_AGENT, viewport: { width: 390, height: 844 } });

interface Wanted {
  readonly audience: string;
  readonly device_id: string;
}

/** Puts the app around a page: its bridge, and what it answers, signed with the key. @returns tokens it gave */
async function inApp(page: Page, key: AppKey): Promise<string[]> {
  const given: string[] = [];
  await page.exposeFunction("appSigns", async ({ audience, device_id: deviceId }: Wanted) => {
    // A token is read by the server's clock, which may be set (npm run test:any-day).
    const { headers } = await fetch(`${server.origin}/healthz`);
    given.push(await signAppToken(key, { audience, deviceId, at: Date.parse(headers.get("date")!) }));
    return given.at(-1);
  });
  await page.addInitScript(() => {
    const app = window as unknown as { appSigns(wanted: unknown): Promise<string>; StrikewiseApp: object };
    app.StrikewiseApp = {
      async postMessage(text: string) {
        const message = JSON.parse(text);
        if (message.type !== "app_token_wanted") return;
        const token = await app.appSigns(message);
        window.postMessage({ type: "app_token", token }, window.location.origin);
      },
    };
  });
  return given;
}

const gate = (page: Page) => page.getByRole("heading", { name: /^Log in to open / });
const isApp = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const headers = { "x-device-id": localStorage.getItem("strikewise.device_id") ?? "" };
    return (await (await fetch("/v1/users/me", { headers })).json()).data.is_mobile_app;
  });

test("[ACC-14, EMB-2] the app that signs opens what a visitor's browser does not, with nothing in the address; it stays open after a reload", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const given = await inApp(page, APP_KEY);
  await page.goto(`${server.origin}/option-strategy-builder`);
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("main")).toBeVisible();
  await expect(gate(page)).toHaveCount(0);
  expect(await isApp(page)).toBe(true);
  expect(given).toHaveLength(1);

  await page.reload();
  // The page asks the app again, and only its answer says what may be shown.
  await expect.poll(() => given.length).toBe(2);
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("main")).toBeVisible();
  await expect(gate(page)).toHaveCount(0);
  for (const url of [...requested, page.url()]) for (const token of given) expect(url).not.toContain(token);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const kept = (await context.cookies()).find(({ name }) => name === "__Host-app");
  expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  expect(faults).toEqual([]);
});

test("[ACC-14] an app with another key, and a browser that only calls itself the app, meet what every visitor meets", async ({
  page,
  browser,
}) => {
  await inApp(page, appKey());
  await page.goto(`${server.origin}/option-strategy-builder`);
  await expect(gate(page)).toBeVisible();
  expect(await isApp(page)).toBe(false);

  const context = await browser.newContext({ userAgent: APP_AGENT });
  const mute = await context.newPage();
  await mute.goto(`${server.origin}/option-strategy-builder`);
  await expect(gate(mute)).toBeVisible();
  await context.close();
});
