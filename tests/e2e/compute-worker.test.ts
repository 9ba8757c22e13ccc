/** A strategy analysed in the browser is the strategy the server analyses: one request, one market, two places. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { LivePricesResponse } from "#protocol/http/live-prices.ts";
import type { ComputeClient } from "#src/live/compute-client.ts";
import { figure } from "../support/http/form.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

const NIFTY = 256_265;

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

/** The built file that pages import to analyse. */
function clientFile(): string {
  const manifest = JSON.parse(readFileSync("dist/web/.vite/manifest.json", "utf8")) as Record<
    string,
    { file: string }
  >;
  return `/${manifest["src/live/compute-client.ts"]!.file}`;
}

/** Two expiries, four legs around the money: a condor's wing, a calendar and a future's worth of delta. */
async function strategy(page: Page): Promise<BuilderRequest> {
  const prices = await page.evaluate(async (token) => {
    const response = await fetch(`/v1/compute/cache/live_derivative_prices/${token}`);
    return (await response.json()) as LivePricesResponse;
  }, NIFTY);
  const { data } = prices;
  // On the evening of an expiry the first one is over, and its legs have a price that nothing moves.
  const [, near, next] = Object.values(data.per_expiry_data);
  const atm = near!.atm_strike!;
  const token = (expiry: typeof near, strike: number, type: "CE" | "PE") =>
    expiry!.options[String(strike)]![type]!.token;
  const leg = (instrument_token: number, trade_action: "BUY" | "SELL", quantity: number) => ({
    instrument_token,
    trade_action,
    quantity,
  });
  return {
    underlying_token: NIFTY,
    trades: [
      leg(token(near, atm + 200, "CE"), "SELL", 130),
      leg(token(near, atm + 400, "CE"), "BUY", 130),
      leg(token(near, atm - 200, "PE"), "SELL", 65),
      leg(token(next, atm, "CE"), "BUY", 65),
    ],
    target_datetime: data.last_updated_at + 3_600_000,
    flags: { enable_payoff_table: true, enable_trade_details: true, include_market: true },
  };
}

/** Asks the server for an answer, and the worker for as many in its market as there are requests. */
function inTheBrowser(page: Page, requests: readonly BuilderRequest[]) {
  return page.evaluate(
    async ({ file, asked }) => {
      const ask = async (request: BuilderRequest): Promise<BuilderPayload> => {
        const response = await fetch("/v1/compute/1/builder_v3", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
        });
        if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
        return ((await response.json()) as { payload: BuilderPayload }).payload;
      };
      const served = await ask(asked[0]!);
      const { createComputeClient } = (await import(/* @vite-ignore */ file)) as {
        createComputeClient: () => ComputeClient;
      };
      const client = createComputeClient();
      client.setMarket(served.market!);
      const kernel = await client.kernel();
      const answers: BuilderPayload[] = [];
      const startedAt = performance.now();
      for (const request of asked) {
        const outcome = await client.builder(request);
        if (outcome === null || !outcome.ok) throw new Error(JSON.stringify(outcome));
        answers.push(outcome.payload);
      }
      const tookMs = performance.now() - startedAt;
      client.dispose();
      return { served, kernel, answers, tookMs };
    },
    { file: clientFile(), asked: requests },
  );
}

/** The greatest difference between the numbers of two answers, as a part of what they are. */
function difference(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) / Math.max(1, Math.abs(a));
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) {
    expect(b).toEqual(a);
    return 0;
  }
  expect(Object.keys(b).sort()).toEqual(Object.keys(a).sort());
  return Math.max(0, ...Object.keys(a).map((key) => difference(a[key as never], b[key as never])));
}

test("the compute worker answers what builder_v3 answered, to 1e-9, by WebAssembly", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await page.goto(`${server.origin}/`);
  const request = await strategy(page);
  const { served, kernel, answers } = await inTheBrowser(page, [request]);
  expect(kernel).toBe("wasm");
  expect(served.payoff_prices!.length).toBeGreaterThan(400);
  expect(served.breakevens_at_expiry.length).toBeGreaterThan(0);
  expect(served.trade_details).toHaveLength(4);
  expect(difference(served, answers[0])).toBeLessThan(1e-9);
  expect(faults).toEqual([]);
});

test("a target dragged a hundred steps is answered a hundred times without the server", async ({ page }) => {
  await page.goto(`${server.origin}/`);
  const request = await strategy(page);
  const asked: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("/v1/compute/1/builder_v3")) asked.push(sent.url());
  });
  const steps = Array.from({ length: 100 }, (_, i) => ({
    ...request,
    target_underlying_price: 24_000 + 5 * i,
  }));
  const { answers, tookMs } = await inTheBrowser(page, steps);
  expect(answers.map((each) => each.selected_target_price)).toEqual(
    steps.map((each) => each.target_underlying_price),
  );
  expect(new Set(answers.map((each) => each.target_pnl)).size).toBe(100);
  // The one that brought the market.
  expect(asked).toHaveLength(1);
  figure(`compute worker: ${(tookMs / 100).toFixed(1)} ms an analysis of 4 legs, there and back`);
});
