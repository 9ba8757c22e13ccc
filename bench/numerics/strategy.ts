/** Ten legs over three expiries, at 401 prices and two dates, as a strategy's page draws it. */
import { LEG_CALL, LEG_LINEAR } from "#domain/pricing/leg-kinds.ts";
import {
  type PayoffLegs,
  referenceStrategyKernel,
  type StrategyKernel,
} from "#domain/pricing/strategy-kernel-port.ts";
import { type Context, compare, goal, type Measured, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { writePayoff } from "./native.ts";
import type { Peer } from "./peers.ts";
import { hold, NPM, nativeVariants, SCALAR, TWIN, UQEE, VECTOR, WASM, type World } from "./world.ts";

const POINTS = 401;
const DATES = 2;
const LEGS = 10;

interface Strategy {
  readonly legs: PayoffLegs;
  readonly spot: Float64Array;
}

function createStrategy(): Strategy {
  const days = [6, 13, 41];
  const legs: PayoffLegs = {
    count: LEGS,
    // Four calls, four puts, a future, and a call.
    kind: Uint8Array.of(0, 1, 0, 1, 0, 1, 0, 1, 2, 0),
    strike: Float64Array.from({ length: LEGS }, (_, i) => 23400 + 150 * i),
    quantity: Float64Array.from({ length: LEGS }, (_, i) => (i % 3 === 0 ? -65 : 65) * (1 + (i % 2))),
    years: new Float64Array(LEGS * DATES),
    sigma: new Float64Array(LEGS * DATES),
    basis: new Float64Array(LEGS * DATES),
    rate: new Float64Array(LEGS),
  };
  for (let date = 0; date < DATES; date++) {
    for (let leg = 0; leg < LEGS; leg++) {
      const left = days[leg % 3]! - (date === 0 ? 0 : days[0]!);
      legs.years[date * LEGS + leg] = left / 365;
      legs.sigma[date * LEGS + leg] = 0.11 + 0.006 * leg;
      legs.basis[date * LEGS + leg] = 2 * left;
    }
  }
  const spot = Float64Array.from({ length: POINTS }, (_, i) => 22000 + (4000 * i) / (POINTS - 1));
  return { legs, spot };
}

/** As one writes it with a package that prices an option: expired legs by hand, a call a price. */
function payoffBy(peer: Peer, { legs, spot }: Strategy, out: Float64Array): void {
  for (let date = 0; date < DATES; date++) {
    for (let point = 0; point < POINTS; point++) {
      let sum = 0;
      for (let leg = 0; leg < legs.count; leg++) {
        const at = date * legs.count + leg;
        const forward = spot[point]! + legs.basis[at]!;
        const [kind, strike, years] = [legs.kind[leg]!, legs.strike[leg]!, legs.years[at]!];
        let value = forward;
        if (kind !== LEG_LINEAR) {
          const isCall = kind === LEG_CALL;
          const intrinsic = Math.max(isCall ? forward - strike : strike - forward, 0);
          value = years > 0 ? peer.price(forward, strike, years, legs.sigma[at]!, isCall) : intrinsic;
        }
        sum += legs.quantity[leg]! * value;
      }
      out[date * POINTS + point] = sum;
    }
  }
}

/** Median time of one unit in ms. */
const millisecondsOf = (rows: readonly Measured[], name: string): number =>
  1000 / rows.find((row) => row.name === name)!.median;

export async function strategies(world: World, context: Context): Promise<Table> {
  const strategy = createStrategy();
  const { legs, spot } = strategy;
  const out = new Float64Array(POINTS * DATES);
  const by = (kernel: StrategyKernel): void => kernel.payoffGrid(legs, POINTS, spot, DATES, 0.05, out);
  by(referenceStrategyKernel);
  const wanted = out.slice();
  by(world.strategyKernel);
  // Rupees of a value that is the sum of ten legs of a million and more each.
  hold(WASM, out, wanted, 1e-12, 1e6);
  const file = writePayoff("strategy", legs, spot, DATES);
  for (const { name, program } of world.natives)
    hold(name, await program.figures("payoff", file), wanted, 1e-11, 1e6);
  const one = (work: () => void) => () => {
    work();
    return 1;
  };
  const measured = await compare(
    [
      { name: WASM, batch: one(() => by(world.strategyKernel)) },
      { name: TWIN, batch: one(() => by(referenceStrategyKernel)) },
      ...nativeVariants(world, "payoff", file),
      ...world.peers.map(({ name, peer }) => ({ name, batch: one(() => payoffBy(peer, strategy, out)) })),
    ],
    context,
    "strategies",
  );
  return {
    title: `Payoff grid of a strategy, ${legs.count} legs × ${POINTS} prices × ${DATES} dates`,
    unit: "strategies/s",
    rows: measured,
    ratios: [
      { what: `${WASM}, a strategy`, value: millisecondsOf(measured, WASM), ...goals.strategy },
      ...goal(measured, WASM, TWIN),
      ...goal(measured, WASM, SCALAR),
      ...goal(measured, WASM, VECTOR),
      ...goal(measured, WASM, NPM),
      ...goal(measured, WASM, UQEE),
    ],
  };
}
