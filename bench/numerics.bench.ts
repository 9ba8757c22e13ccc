/**
 * How many greeks, implied volatilities, chains and payoff curves a second, beside npm's packages, the best JavaScript
 * and C? The plain alternative is `black-scholes` and its relatives, an option at a time.
 */
import { readFileSync } from "node:fs";
import { buildWasm } from "../scripts/build-wasm.ts";
import type { Bench } from "./harness.ts";
import { createSamples, createScattered } from "./numerics/chains.ts";
import { chains, solvers } from "./numerics/expiries.ts";
import { greeks, volatilities } from "./numerics/options.ts";
import { strategies } from "./numerics/strategy.ts";
import { BEST, createWorld, NPM, SCALAR, TWIN, UQEE, VECTOR, WASM } from "./numerics/world.ts";

export const bench: Bench = {
  name: "numerics",
  question:
    "How fast are greeks, implied volatilities, chains and payoff curves, beside npm's packages, the best JavaScript and C?",
  about:
    "What every change of a price asks for anew: from prices on ticks to implied volatilities and greeks of an expiry of 120 strikes, and a strategy's value over prices and dates. Everybody is first held to compute the same.",
  compared: {
    [WASM]: "two options at a time in WebAssembly SIMD",
    [TWIN]: "the readable form in TypeScript, which is our oracle and our fallback",
    [BEST]:
      "the kernel's method by hand in JavaScript: shared exponentials, each volatility begun from its neighbour's",
    [NPM]:
      "the packages most people find first, by one author: a series of a hundred terms, and bisection down to a cent",
    [UQEE]:
      "a fast package, for its speed only: single precision, and volatilities to a thousandth of a rupee of price",
    [SCALAR]:
      "the textbook's formulas in C with the system's libm; volatilities by Newton's method on the price's logarithm",
    [VECTOR]: "the same source, built for this processor's widest vectors and with libm's vector functions",
  },
  async run(context) {
    const { path } = await buildWasm();
    const world = createWorld(await WebAssembly.compile(new Uint8Array(readFileSync(path))));
    const inChains = await volatilities(
      world,
      "Implied volatilities, strikes in order",
      "chains",
      createSamples(0),
      context,
    );
    const scattered = await volatilities(
      world,
      "Implied volatilities, options in no order",
      "scattered",
      createScattered(),
      context,
    );
    const tables = [
      await greeks(world, context),
      inChains.table,
      scattered.table,
      await chains(world, 0, context),
      await chains(world, 0.065, context),
      await solvers(world, context),
      await strategies(world, context),
    ];
    const absent = world.natives.length === 0 ? ["no native limit: it needs cc"] : [];
    return { tables, notes: [...inChains.notes, ...scattered.notes, ...absent] };
  },
};
