/**
 * A broker's own feed: a visitor to whom it may not be passed on is told so, and how to get it, on every
 * page.
 */
import { expect, test } from "@playwright/test";
import { type FakeKite, startFakeKite } from "../support/brokers/fake-kite.ts";
import { kiteDump } from "../support/brokers/kite-rows.ts";
import { expectNoFaultsIn } from "./support/axe.ts";
import { feedState } from "./support/chain-page.ts";
import { watchFaults } from "./support/page-faults.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { waitForSignIn } from "./support/sign-in.ts";

let kite: FakeKite;
let server: RunningServer;

test.beforeAll(async () => {
  // The server keeps the machine's time: contracts that outlive this test.
  kite = await startFakeKite(kiteDump().replaceAll(",2026-", ",2099-"));
  server = await startServer({
    MARKET_SOURCE: "kite",
    FEED_ACCOUNT: "zerodha:AB1234",
    KITE_API_KEY: kite.apiKey,
    KITE_API_SECRET: "secret",
    KITE_ACCESS_TOKEN: "today",
    KITE_API_URL: kite.apiUrl,
    KITE_STREAM_URL: kite.streamUrl,
  });
  await waitForSignIn(server.origin);
});
test.afterAll(async () => {
  await server?.stop();
  await kite?.close();
});

test("a visitor of a market that may not be passed on reads why, and has a way to it, instead of a connection that never comes", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await page.goto(`${server.origin}/option-chain`);
  const panel = page.getByTestId("market-refused");
  await expect(panel).toContainText("may not be passed on");
  const way = panel.getByRole("link", { name: "Log in with Zerodha" });
  await expect(way).toHaveAttribute("href", /^\/v1\/kite_login\?.*redirect_target=%2Foption-chain/);
  await expect(feedState(page)).toHaveText("No market data");
  await expect(page.getByTestId("health")).toHaveText("No market data");
  await expect(page.getByText("Websocket is Disconnected")).toHaveCount(0);
  await expect(page.getByTestId("delay-badge")).toHaveCount(0);
  await expectNoFaultsIn(page, '[data-testid="market-refused"]');

  await page.goto(`${server.origin}/chart`);
  await expect(panel).toContainText("may not be passed on");

  await page.goto(`${server.origin}/home`);
  const notices = page.getByRole("region", { name: "Notices" });
  await expect(notices).toContainText("may not be passed on");
  await expect(notices.getByRole("link", { name: "Log in with Zerodha" })).toBeVisible();
  await expect(notices).not.toContainText("real-time prices");
  await expect(page.getByTestId("market-feed")).toContainText("No market data");
  expect(faults).toEqual([]);
});
