/** What a trader looks at beside the analysis, beside the analysis itself: as the tab's worker computes them, in this process. */

import { readFileSync } from "node:fs";
import { type AdjustQuestion, adjustAnswer } from "#analysis/adjust-answer.ts";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { type BuilderMarket, builderMarketOf } from "#analysis/builder-market.ts";
import { strategyLook } from "#analysis/strategy-looks.ts";
import { ZERODHA } from "#domain/access/brokers.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import { buildWasm } from "../../scripts/build-wasm.ts";
import { type Context, compareTimes, goal, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { condorIn } from "./market.ts";
import { netCurveTable } from "./net-curve.ts";

const HEAT = "heat table, 11 prices by 9 dates";
const PINS = "six pinned prices";
const WHY = "why this P&L";
const LESS_DELTA = "what to adjust for less delta";
const LESS_MARGIN = "what to adjust for less margin";
const ANALYSIS = "the analysis with its curves";
const NET = "the analysis with its curves, net of charges";
/** Prices pinned around the spot, as shares of it. */
const PINNED = [0.95, 0.97, 0.99, 1.01, 1.03, 1.05];

async function wasmKernel(): Promise<StrategyKernel> {
  const { path } = await buildWasm();
  return createWasmStrategyKernel(await WebAssembly.compile(new Uint8Array(readFileSync(path))));
}

async function timesTable(
  condor: BuilderRequest,
  body: BuilderMarketBody,
  market: BuilderMarket,
  kernel: StrategyKernel,
  context: Context,
): Promise<Table> {
  const asked: BuilderRequest = { ...condor, iv_offset: 1, flags: { enable_payoff_chart: true } };
  const net: BuilderRequest = { ...asked, charges: { broker_id: ZERODHA, net: true } };
  const pins = PINNED.map((share) => share * market.strategy.spot);
  const listed = body.contracts.map(({ instrument_token: token }) => market.byToken(token) as LegContract);
  const world = { market, contracts: createContractList(listed), previousClose: market.strategy.spot };
  const look = (wants: Parameters<typeof strategyLook>[1]) => () => {
    const outcome = strategyLook(asked, wants, market, kernel);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
  };
  const adjust = (cut: AdjustQuestion["goal"]) => () => {
    const question: AdjustQuestion = { request: condor, broker: ZERODHA, goal: cut, adjustment: null };
    const outcome = adjustAnswer(question, world, kernel);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    if (!(outcome.answer.before.margin > 0)) throw new Error("the condor has no margin");
  };
  const rows = await compareTimes(
    [
      { name: HEAT, once: look({ heat: "strikes" }) },
      { name: PINS, once: look({ pins }) },
      { name: WHY, once: look({ why: true }) },
      { name: LESS_DELTA, once: adjust("delta") },
      { name: LESS_MARGIN, once: adjust("margin") },
      { name: ANALYSIS, once: () => void builderAnswer(asked, market, kernel) },
      { name: NET, once: () => void builderAnswer(net, market, kernel) },
    ],
    context,
    "looks",
  );
  const ms = (name: string) => rows.find((row) => row.name === name)!.median;
  return {
    title: `What is looked at of four legs among ${listed.length} listed options, in the thread that computes`,
    key: "looks",
    unit: "ms",
    better: "lower",
    rows,
    ratios: [
      { what: HEAT, value: ms(HEAT), ...goals.heat },
      { what: LESS_DELTA, value: ms(LESS_DELTA), ...goals.adjust },
      { what: LESS_MARGIN, value: ms(LESS_MARGIN), ...goals.adjust },
      ...goal(rows, HEAT, ANALYSIS),
      ...goal(rows, NET, ANALYSIS),
    ],
  };
}

/** @param body a market that holds more than the legs: adjusting looks around in it */
export async function looksTables(body: BuilderMarketBody, context: Context): Promise<Table[]> {
  const kernel = await wasmKernel();
  const market = builderMarketOf(body);
  const condor = condorIn(body);
  return [
    await timesTable(condor, body, market, kernel, context),
    await netCurveTable(condor, market, kernel, context),
  ];
}
