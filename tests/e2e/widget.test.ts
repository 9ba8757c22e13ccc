/** The builder inside a broker's app: a page of another site, in whose frame our cookie does not travel. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Frame, type Page, test } from "@playwright/test";
import { sessionCookie, signInToSandbox } from "../../bench/lib/sandbox-session.ts";
import { expectNoFaultsIn } from "./support/axe.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { expectSignedIn, passSandbox, pressBroker, waitForSignIn } from "./support/sign-in.ts";

/** What a broker's page around the widget does: it hands over the token that it was given at the login. */
const hostPage = (src: string, token: string | null): string => `<!doctype html><title>Broker</title>
<style>body{margin:0}iframe{border:0;width:100%;height:100vh}</style>
<script>
  addEventListener("message", ({ source, data }) => {
    const token = ${JSON.stringify(token)};
    if (data?.type === "widget_token_wanted" && token !== null)
      source.postMessage({ type: "widget_token", token }, ${JSON.stringify(new URL(src).origin)});
  });
</script>
<iframe src="${src}"></iframe>`;

let server: RunningServer;
let host: Server;
let hostPort = 0;
let token: string;
let shown: { src: string; token: string | null };

test.beforeAll(async () => {
  host = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(hostPage(shown.src, shown.token));
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  hostPort = (host.address() as AddressInfo).port;
  server = await startServer({
    WIDGET_ORIGINS: `http://broker.localhost:${hostPort}`,
    MARKET_UNIVERSE: "NIFTY,BANKNIFTY,SBIN",
  });
  await waitForSignIn(server.origin);
  const { name, value } = sessionCookie(server.origin, await signInToSandbox(server.origin));
  const answer = await fetch(`${server.origin}/v1/widget_token`, { headers: { cookie: `${name}=${value}` } });
  token = ((await answer.json()) as { data: { access_token: string } }).data.access_token;
});
test.afterAll(async () => {
  host.close();
  await server.stop();
});

/** Opens a widget in the page of a broker of this name. @returns its frame */
async function openIn(page: Page, name: string, path: string, given: string | null): Promise<Frame> {
  shown = { src: server.origin + path, token: given };
  await page.goto(`http://${name}.localhost:${hostPort}/`);
  await expect.poll(() => page.frames().length).toBe(2);
  return page.frames()[1]!;
}

test("[EMB-9] [EMB-10] the builder in Zerodha's app has the market of this moment, and its token stands in no address", async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("websocket", (socket) => addresses.push(socket.url()));
  const frame = await openIn(page, "broker", "/widget/builder/kite?broker=zerodha", token);
  const widget = frame.getByTestId("builder-widget");
  await expect(widget).toHaveAttribute("data-mode", "full");
  await expect(frame.getByTestId("add-legs")).toBeVisible();
  await expect(frame.getByRole("banner")).toHaveCount(0);
  await frame.locator('[data-view="ABOVE"]').click();
  await expect(frame.locator('[data-preset="BUY_CALL_SPREAD"] svg')).toBeVisible();
  await frame.locator('[data-preset="BUY_CALL_SPREAD"]').click();
  await expect(frame.getByTestId("figure-maxLoss").locator("dd")).toHaveText(/\d/);
  // An account's own market, not a visitor's of a minute ago.
  await expect(frame.getByText(/Delayed/)).toHaveCount(0);
  await expect(frame.getByTestId("save-strategy")).toHaveCount(0);
  await expect(frame.getByTestId("builder-settings")).toHaveCount(0);
  await expectNoFaultsIn(page, ["iframe", '[data-testid="builder-widget"]']);

  await frame.getByTestId("underlying").click();
  const search = frame.getByRole("combobox", { name: "Search instruments" });
  await search.fill("banknifty");
  const found = frame.getByRole("listbox", { name: "Found" }).getByRole("option");
  await expect(found.first()).toContainText("BANKNIFTY");
  await search.press("Enter");
  await expect(frame.getByTestId("underlying")).toContainText("BANKNIFTY");
  await expect(frame.getByTestId("add-legs")).toBeVisible();
  expect(new URL(frame.url()).pathname).toBe("/widget/builder/kite");
  expect(addresses.filter((address) => address.includes(token.split(".")[0]!))).toEqual([]);
});

test("[EMB-10] [ANZ-58] what is built in Zerodha's app opens with its legs on our own page, in a tab of its own", async ({
  page,
  context,
}) => {
  const cookie = sessionCookie(server.origin, await signInToSandbox(server.origin));
  const frame = await openIn(page, "broker", "/widget/builder/kite?broker=zerodha", token);
  await expect(frame.getByTestId("add-legs")).toBeVisible();
  await frame.locator('[data-view="ABOVE"]').click();
  await frame.locator('[data-preset="BUY_CALL_SPREAD"]').click();
  await expect(frame.getByTestId("figure-maxLoss").locator("dd")).toHaveText(/\d/);
  const strikes = (of: Page | Frame) =>
    of.getByTestId("leg-strike").evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  // The table's code comes when there are legs, and may come after the first figures.
  await expect(frame.getByTestId("leg-strike")).toHaveCount(2);
  const built = await strikes(frame);
  await context.addCookies([cookie]);
  const opening = context.waitForEvent("page");
  await frame.getByRole("button", { name: "Open in Strikewise" }).click();
  const opened = await opening;
  await opened.waitForURL(/\/option-strategy-builder\?/);
  await expect(opened.getByTestId("leg-strike")).toHaveCount(2);
  expect(await strikes(opened)).toEqual(built);
  // The frame stays what it was.
  expect(new URL(frame.url()).pathname).toBe("/widget/builder/kite");
  expect(await strikes(frame)).toEqual(built);
});

/** The token that a login of a broker's account answers, once the account has its trial: these have the builder with Pro. */
async function tokenOf(page: Page, button: string): Promise<string> {
  await page.goto(`${server.origin}/login?redirect=/support`);
  await pressBroker(page, button);
  await passSandbox(page);
  await expectSignedIn(page);
  const answered = await page.evaluate(async () => {
    const trial = await fetch("/v1/payment/register_for_trial", { method: "POST" });
    const { data } = (await (await fetch("/v1/widget_token")).json()) as { data: { access_token: string } };
    return { trial: trial.status, token: data.access_token };
  });
  expect(answered.trial).toBe(200);
  return answered.token;
}

for (const [button, path] of [
  ["Angel One", "/widget/builder/angel_broking"],
  ["Upstox", "/widget/builder/web?broker=upstox"],
] as const) {
  test(`[EMB-10] the builder in the app of ${button} is compact: all of it works, and no link leads out`, async ({
    browser,
    page,
  }) => {
    const elsewhere = await browser.newPage();
    const own = await tokenOf(elsewhere, button);
    await elsewhere.close();
    const frame = await openIn(page, "broker", path, own);
    await expect(frame.getByTestId("builder-widget")).toHaveAttribute("data-mode", "compact");
    await frame.locator('[data-view="ABOVE"]').click();
    await frame.locator('[data-preset="BUY_CALL_SPREAD"]').click();
    await expect(frame.getByTestId("figure-maxLoss").locator("dd")).toHaveText(/\d/);
    await expect(frame.getByText(/Delayed/)).toHaveCount(0);
    await expect(frame.getByTestId("widget-out")).toHaveCount(0);
    await expectNoFaultsIn(page, ["iframe", '[data-testid="builder-widget"]']);
    await expect(frame.getByRole("link")).toHaveCount(0);
  });
}

for (const [what, path, hasToken, title, links] of [
  ["without a session", "/widget/builder/kite?broker=zerodha", false, /no longer vouches/, 2],
  ["without a broker", "/widget/builder/web", true, /which broker you came from/, 2],
  ["in another broker's app", "/widget/builder/angel_broking", true, /not open to you here/, 0],
  ["in the app of a broker it is not made for", "/widget/builder/icici", true, /not open to you here/, 2],
] as const) {
  test(`[ACC-16] [EMB-10] ${what} there is a screen of its own in place of the builder`, async ({ page }) => {
    const frame = await openIn(page, "broker", path, hasToken ? token : null);
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(frame.getByTestId("builder-widget")).toHaveCount(0);
    await expect(frame.getByRole("link")).toHaveCount(links);
  });
}

test("[EMB-9] [EMB-11] [EMB-12] the chain in Zerodha's app has the market of this moment, and stays the app's whatever is looked at", async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("websocket", (socket) => addresses.push(socket.url()));
  const late = () => server.metric("strikewise_relay_clients", 'market="late"');
  const frame = await openIn(page, "broker", "/widgets/option-chain?broker=zerodha", token);
  await expect(frame.getByTestId("underlying")).toContainText("NIFTY");
  await expect(frame.getByTestId("status-line")).toContainText(/Updated \d/);
  await expect(frame.getByTestId("delay-badge")).toHaveCount(0);
  expect(await late()).toBe(0);
  await expect(frame.getByRole("banner")).toHaveCount(0);
  const out = frame.getByRole("link", { name: "Open in Strikewise" });
  await expect(out).toHaveAttribute("href", /^\/option-chain\?tradingsymbol=NIFTY&expiry=\d{4}-\d\d-\d\d$/);
  await expect(out).toHaveAttribute("target", "_blank");

  await frame.getByTestId("underlying").click();
  const search = frame.getByRole("combobox", { name: "Search instruments" });
  await search.fill("banknifty");
  const found = frame.getByRole("listbox", { name: "Found" }).getByRole("option");
  await expect(found.first()).toContainText("BANKNIFTY");
  await search.press("Enter");
  await expect(frame.getByTestId("underlying")).toContainText("BANKNIFTY");
  await expect(out).toHaveAttribute("href", /tradingsymbol=BANKNIFTY/);
  const { pathname, searchParams } = new URL(frame.url());
  expect([pathname, searchParams.get("broker")]).toEqual(["/widget/option-chain", "zerodha"]);
  await expect(frame.getByTestId("delay-badge")).toHaveCount(0);
  expect(addresses.filter((address) => address.includes(token.split(".")[0]!))).toEqual([]);
});

for (const [what, path, hasToken, title, links] of [
  ["without a session", "/widget/option-chain?broker=zerodha", false, /no longer vouches/, 2],
  ["without a broker", "/widget/option-chain", true, /which broker you came from/, 2],
  ["in another broker's app", "/widget/option-chain?broker=icici", true, /may not open this page/, 2],
  ["in a compact app of another broker", "/widget/option-chain?broker=upstox", true, /may not open/, 0],
] as const) {
  test(`[ACC-16] [EMB-11] ${what} there is a screen of its own in place of the chain`, async ({ page }) => {
    const frame = await openIn(page, "broker", path, hasToken ? token : null);
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(frame.getByTestId("chain-grid")).toHaveCount(0);
    await expect(frame.getByRole("link")).toHaveCount(links);
    for (const link of await frame.getByRole("link").all())
      await expect(link).toHaveAttribute("target", "_blank");
  });
}

test("[EMB-9] [EMB-13] the info in Zerodha's app has the market of this moment, and no link leads out of it", async ({
  page,
}) => {
  const frame = await openIn(
    page,
    "broker",
    "/widget/info-modal?instrument_symbol=SBIN&broker=zerodha",
    token,
  );
  await expect(frame.getByTestId("info-price")).toHaveText(/[\d,]+\.\d+/);
  await expect(frame.getByTestId("info-standing")).toContainText("Live");
  await expect(frame.getByTestId("delay-badge")).toHaveCount(0);
  await frame.getByTestId("tab-events").click();
  await expect(frame.getByTestId("event").first()).toBeVisible();
  await expect(frame.getByRole("link")).toHaveCount(0);
  await expectNoFaultsIn(page, ["iframe", '[data-testid="info-widget"]']);
});

for (const [what, path, hasToken, title] of [
  ["without a session", "/widget/info-modal?broker=zerodha", false, /no longer vouches/],
  ["without a broker", "/widget/info-modal", true, /which broker you came from/],
  ["in another broker's app", "/widget/info-modal?broker=upstox", true, /may not open/],
] as const) {
  test(`[ACC-16] [EMB-13] ${what} there is a screen of its own in place of the info`, async ({ page }) => {
    const frame = await openIn(page, "broker", path, hasToken ? token : null);
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(frame.getByTestId("info-widget")).toHaveCount(0);
  });
}

test("[EMB-9] a page that is not named may not frame it, and no page may frame another page of ours", async ({
  page,
}) => {
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (/frame-ancestors/i.test(message.text())) refusals.push(message.text());
  });
  await openIn(page, "evil", "/widget/builder/kite?broker=zerodha", token);
  await expect.poll(() => refusals.length).toBe(1);
  await openIn(page, "broker", "/option-price-calculator", token);
  await expect.poll(() => refusals.length).toBe(2);
});
