import { expect, test } from "vitest";
import { ApiFailure } from "#src/api/api-failure.ts";
import { analysisStatus } from "#src/strategy/tabs/view-status.ts";
import { createWorld } from "../analyzer/world.ts";

const statusOf = (state: Parameters<typeof analysisStatus>[0], part: Parameters<typeof analysisStatus>[3]) =>
  analysisStatus(state, "No legs", () => {}, part).kind;

test("[ANZ-48] a payoff whose answer was asked for by another tab is coming until its own is there", async () => {
  const { analyzer, state, server, clock, buy } = await createWorld({ hasWorker: false });
  analyzer.dispatch({ type: "select-tab", tab: "greeksTable" });
  expect(statusOf(state, "trade_details")).toBe("empty");
  buy(24_000);
  await clock.run(1_000);
  expect(statusOf(state, "trade_details")).toBe("ready");
  server.isPrompt = false;
  analyzer.dispatch({ type: "select-tab", tab: "payoffChart" });
  await clock.run(50);
  expect(state.payload).not.toBeNull();
  expect(statusOf(state, "payoff_prices")).toBe("loading");
  server.isPrompt = true;
  analyzer.retry();
  await clock.run(1_000);
  expect(statusOf(state, "payoff_prices")).toBe("ready");
  expect(statusOf(state, "tabular_payoffs")).toBe("loading");
});

test("[ANZ-40] what does not come is said, and can be tried again", async () => {
  const { analyzer, state, server, clock, buy } = await createWorld({ hasWorker: false });
  analyzer.dispatch({ type: "select-tab", tab: "greeksTable" });
  buy(24_000);
  await clock.run(1_000);
  server.instead = (path) =>
    path.endsWith("builder_v3")
      ? new ApiFailure({ status: null, statusText: "", body: null, message: "not available" })
      : undefined;
  analyzer.dispatch({ type: "select-tab", tab: "payoffChart" });
  await clock.run(1_000);
  expect(statusOf(state, "payoff_prices")).toBe("error");
  expect(statusOf(state, "trade_details")).toBe("ready");
});
