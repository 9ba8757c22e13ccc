/** Whatever became of IndexedDB, the app loads, is live, and nothing is left unhandled. */
import { expect, type Page, test } from "@playwright/test";
import { sized } from "../support/http/form.ts";
import { expectLive, expectTicking } from "./support/chain-page.ts";
import { attachEngine } from "./support/engine-worker.ts";
import { watchFaults } from "./support/page-faults.ts";
import { type PreludeProxy, startPreludeProxy } from "./support/prelude-proxy.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

let proxy: PreludeProxy;
let server: RunningServer;
test.beforeAll(async () => {
  proxy = await startPreludeProxy();
  server = await startServer({ PUBLIC_ORIGIN: proxy.origin, MARKET_UNIVERSE: "NIFTY" });
  proxy.aim(server.port);
});
test.beforeEach(async ({ context }) => {
  await asTrader(context, server);
});
test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const replace = (value: string): string =>
  `Object.defineProperty(globalThis,"indexedDB",{get:()=>(${value})})`;

/** What a browser may offer in place of a working IndexedDB. */
const ABSENT: Record<string, string> = {
  "is not there": replace("undefined"),
  "never answers": replace("{open:()=>({})}"),
  "may not even be looked at": `Object.defineProperty(globalThis,"indexedDB",{get:()=>{throw new DOMException("no","SecurityError")}})`,
  "refuses to open": replace(`{open(){throw new DOMException("no","SecurityError")}}`),
  "fails every write": `IDBObjectStore.prototype.put=()=>{throw new DOMException("full","QuotaExceededError")}`,
};

/** What an earlier visit, or another program, may have left. */
const LEFT: Record<string, (page: Page) => Promise<void>> = {
  "is of a newer version with other stores": (page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const open = indexedDB.open("strikewise-engine", 99);
          open.onupgradeneeded = () => open.result.createObjectStore("something-else");
          open.onerror = () => reject(open.error);
          open.onsuccess = () => {
            open.result.close();
            resolve();
          };
        }),
    ),
  "holds garbage under every key": (page) =>
    page.evaluate(async () => {
      const names = ["metacache", "chain.256265.20261124"];
      const open = (): Promise<IDBDatabase> =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open("strikewise-engine");
          request.onupgradeneeded = () => request.result.createObjectStore("state");
          request.onerror = () => reject(request.error);
          request.onsuccess = () => resolve(request.result);
        });
      const db = await open();
      const transaction = db.transaction("state", "readwrite");
      const state = transaction.objectStore("state");
      const garbage = [
        null,
        7,
        "text",
        new Uint8Array(999),
        { version: 1 },
        { version: 99, body: [] },
        new Map(),
      ];
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const all = state.getAllKeys();
        all.onsuccess = () => resolve(all.result);
      });
      for (const [i, key] of [...keys, ...names].entries()) state.put(garbage[i % garbage.length], key);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      db.close();
    }),
};

async function expectUnharmed(page: Page, prepare: (page: Page) => Promise<void>): Promise<void> {
  const context = page.context();
  const faults = watchFaults(context);
  await prepare(page);
  await page.goto(`${proxy.origin}/option-chain`);
  await expectLive(page);
  await expectTicking(page);
  const engine = await attachEngine(context.browser()!, proxy.origin);
  expect(await engine.evaluate("globalThis.__prelude")).toBe(proxy.prelude === "" ? undefined : true);
  expect([...faults, ...engine.faults]).toEqual([]);
  await engine.detach();
}

for (const [what, prelude] of Object.entries(ABSENT).slice(0, sized(2, 5))) {
  test(`IndexedDB that ${what} costs memory of the last visit and nothing else`, async ({ page }) => {
    proxy.prelude = prelude;
    await expectUnharmed(page, async () => {});
  });
}

for (const [what, leave] of Object.entries(LEFT)) {
  test(`IndexedDB that ${what} is survived`, async ({ page }) => {
    proxy.prelude = "";
    await expectUnharmed(page, async () => {
      // A first visit leaves what this browser's engine stores; the next one finds something else in its place.
      await page.goto(`${proxy.origin}/option-chain`);
      await expectLive(page);
      await page.goto(`${proxy.origin}/healthz`);
      await leave(page);
    });
  });
}
