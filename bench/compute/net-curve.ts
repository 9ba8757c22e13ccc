/** A payoff curve before charges and one net of them, which has that before them in it: both with their set-up, as every move of the market asks for them. */

import type { BuilderMarket } from "#analysis/builder-market.ts";
import { builderLegs, builderOptions } from "#analysis/builder-request.ts";
import { ZERODHA } from "#domain/access/brokers.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createCurve } from "#domain/strategy/curve.ts";
import { entryCharges, exitCharges } from "#domain/strategy/net/exits.ts";
import { createNetCurve } from "#domain/strategy/net/net-curve.ts";
import { standingLegs } from "#domain/strategy/standing.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { type Context, compare, goal, type Table, type Variant } from "../harness.ts";
import { goals } from "./goals.ts";

/** Curves between two looks at the clock. */
const BATCH = 200;

const many = (name: string, once: () => void): Variant => ({
  name,
  batch() {
    for (let i = 0; i < BATCH; i++) once();
    return BATCH;
  },
});

export async function netCurveTable(
  request: BuilderRequest,
  { strategy: market, ...rest }: BuilderMarket,
  kernel: StrategyKernel,
  context: Context,
): Promise<Table> {
  const read = builderLegs(request, { strategy: market, ...rest });
  if ("refusal" in read) throw new Error(read.refusal.message);
  const { legs } = read;
  const options = { ...builderOptions(request), wantsPayoffChart: true };
  const { payoffs, selectedTargetTime } = summarise(legs, market, options, kernel);
  const { price } = payoffs!;
  const times = { "to the target date": selectedTargetTime, "to expiry": legs[0]!.expiryInstant };
  const standing = standingLegs(legs, market, 0);
  const gross = (time: number) => createCurve(standing, market, time, 0, kernel);
  const variants = Object.entries(times).flatMap(([when, time]) => {
    return [
      many(`${when}, before charges`, () => void gross(time).values(price)),
      many(`${when}, net of charges`, () => {
        const curve = gross(time);
        const before = curve.values(price);
        const entry = entryCharges(standing, market, ZERODHA);
        const exits = exitCharges(standing, market, time, ZERODHA, kernel);
        createNetCurve(curve, entry, exits).fromGross(price, before);
      }),
    ];
  });
  const rows = await compare(variants, context, "net of charges");
  return {
    title:
      "Payoff curves of four legs before charges, and both that and the one net of them, set-up included",
    key: "net-curve",
    unit: "curves a second",
    rows,
    ratios: Object.keys(times).flatMap((when) =>
      goal(rows, `${when}, before charges`, `${when}, net of charges`, goals.net).map((ratio) => ({
        ...ratio,
        what: `time of the curves before and net of charges / of the one before them, ${when}`,
      })),
    ),
  };
}
