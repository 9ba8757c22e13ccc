/** What a newcomer's browser fetches before the first figures of a chain are on screen. */
import { expect, test } from "@playwright/test";
import { WATCH_MILESTONES } from "../../bench/browser/product-tab.ts";
import { type Carried, type CountingProxy, startCountingProxy } from "./support/counting-proxy.ts";
import { type RunningServer, startServer } from "./support/server.ts";

/**
 * The goal, 170, and what a build's name moves the same code by. It does not rise: whoever adds to the first load takes as much out of it.
 * Brotli, fonts and answers of the API not among it.
 */
const LIMIT_KB = 170.3;

/**
 * What is asked in the last moments before the first figures would be counted in one load and not in the next. With every
 * request held for this long, what another request has to end for comes clearly after them or clearly before.
 */
const LATENCY_MS = 500;
/**
 * The moment of the pixels is by the browser's clock, that of a request by the proxy's. What the first picture itself asks for (the
 * painter's marks) is told apart from what led to it by far less than a request is held.
 */
const CLOCKS_APART_MS = 50;

const KINDS = /^(text\/html|text\/css|(text|application)\/javascript|application\/wasm)$/;
const FONT = /^font\//;

let server: RunningServer;
let proxy: CountingProxy;
test.beforeAll(async () => {
  proxy = await startCountingProxy(LATENCY_MS);
  server = await startServer({ PUBLIC_ORIGIN: proxy.origin });
  proxy.aim(server.port);
});
test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const kilobytes = (list: readonly Carried[]): number =>
  list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

test(`a first load fetches at most ${LIMIT_KB} kB of code for the chain's first pixels, dynamic imports and workers included`, async ({
  page,
}) => {
  await page.addInitScript(WATCH_MILESTONES);
  await page.goto(`${proxy.origin}/option-chain`);
  const painted = await page.waitForFunction(() => {
    const { milestones } = globalThis as unknown as { milestones: { painted: number } };
    return milestones.painted > 0 && performance.timeOrigin + milestones.painted;
  });
  const paintedAt = Number(await painted.jsonValue());
  const asked = proxy.carried.filter(({ askedAt }) => askedAt < paintedAt - CLOCKS_APART_MS);
  await expect.poll(() => asked.filter(({ isWhole }) => !isWhole)).toEqual([]);

  const code = asked.filter(({ type }) => KINDS.test(type));
  const fonts = asked.filter(({ type }) => FONT.test(type));
  const list = [...code, ...fonts].map(({ path, bytes }) => `${path} ${(bytes / 1000).toFixed(1)} kB`);
  const said = `${kilobytes(code).toFixed(1)} kB of code, ${kilobytes(fonts).toFixed(1)} kB of fonts:\n${list.join("\n")}`;
  // The engine's worker and what it fetches were seen, not the page alone.
  expect(code.map(({ type }) => type)).toContain("application/wasm");
  expect(asked.map(({ path }) => path)).toContain("/v1/compute/cache/instrument_metacache/1");
  expect(kilobytes(code), said).toBeLessThanOrEqual(LIMIT_KB);
});
