/** A disk without room, and a profile whose database files were damaged. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import { expectLive, expectTicking } from "../e2e/support/chain-page.ts";
import { attachEngine } from "../e2e/support/engine-worker.ts";
import { watchFaults } from "../e2e/support/page-faults.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { asTrader } from "../e2e/support/trader.ts";
import { figure, pause } from "../support/http/form.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** What was on screen is saved within this time. */
const SAVED_MS = 6_000;

async function visit(page: Page): Promise<void> {
  await asTrader(page.context(), server);
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await expectTicking(page);
}

/** Runs in the page. @returns the name of the error that a megabyte of IndexedDB ends in */
function tryToStore(): Promise<string> {
  return new Promise((resolve) => {
    const failed = (error: DOMException | null): void => resolve(error?.name ?? "unknown");
    const open = indexedDB.open("room", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("room");
    open.onerror = () => failed(open.error);
    open.onsuccess = () => {
      const transaction = open.result.transaction("room", "readwrite");
      transaction.objectStore("room").put(crypto.getRandomValues(new Uint8Array(65_536)), 1);
      transaction.onabort = () => failed(transaction.error);
      transaction.oncomplete = () => resolve("none");
    };
  });
}

test("storage that is full costs memory of the last visit and nothing else", async ({
  context,
  page,
  browser,
}) => {
  const faults = watchFaults(context);
  const session = await context.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: server.origin, quotaSize: 1 });
  await visit(page);
  await pause(SAVED_MS);
  await page.reload();
  await expectLive(page);
  await expectTicking(page);
  expect(await page.evaluate(tryToStore)).toMatch(/Quota/);
  const engine = await attachEngine(browser, server.origin);
  expect([...faults, ...engine.faults]).toEqual([]);
  await engine.detach();
  figure("IndexedDB full (quota of 1 byte): live, 0 faults");
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    return entry.isDirectory() ? files(at) : [at];
  });
}

test("damaged database files cost memory of the last visit and nothing else", async () => {
  test.setTimeout(120_000);
  const profile = mkdtempSync(path.join(os.tmpdir(), "strikewise-profile-"));
  const { executablePath = undefined, args = [] } = test.info().project.use.launchOptions ?? {};
  const launch = () =>
    chromium.launchPersistentContext(profile, { ...(executablePath && { executablePath }), args });
  try {
    let context = await launch();
    await visit(await context.newPage());
    await pause(SAVED_MS);
    await context.close();

    const damaged = files(profile).filter((file) => /IndexedDB/.test(file) && statSync(file).size > 0);
    expect(damaged.length).toBeGreaterThan(2);
    for (const file of damaged) writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5));

    context = await launch();
    const faults = watchFaults(context);
    const page = await context.newPage();
    await visit(page);
    expect(faults).toEqual([]);
    await context.close();
    figure(`IndexedDB corrupt (${damaged.length} files overwritten): live, 0 faults`);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});
