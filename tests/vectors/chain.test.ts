import { beforeAll, describe, expect, test } from "vitest";
import { createChainColumns, type SideColumns } from "#domain/chain/chain-columns.ts";
import {
  FLAG_IS_LIQUID,
  FLAG_IV_INTERPOLATED,
  FORWARD_CARRY,
  FORWARD_FUTURE,
  FORWARD_NONE,
  FORWARD_SYNTHETIC,
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_MASK,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
  IV_REASON_SHIFT,
  liquidityWarnings,
} from "#domain/chain/flags.ts";
import { type ChainSolver, createChainSolver } from "#domain/chain/solve.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { activityFlags, strikeFlags, usablePrice } from "#domain/pricing/usable-price.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { loadWasm } from "../support/wasm.ts";
import { expectFigure, numberOr, vectorFile } from "./vector-file.ts";

interface Quote {
  readonly bid: number;
  readonly ask: number;
  readonly ltp: number;
  /** null = never traded. */
  readonly ageSeconds: number | null;
  readonly oi: number;
  readonly volume: number;
}

interface BookInput extends Quote {
  readonly tickSize: number;
  readonly strike: number;
  readonly roundStep: number;
}
interface BookOutput {
  readonly price: number | null;
  readonly flags: readonly string[];
  readonly isLiquid: boolean;
}

describe("usable-price.json", () => {
  const { cases, tolerance } = vectorFile<BookInput, BookOutput>("usable-price.json");

  test.each(cases)("$id", ({ id, input, output }) => {
    const { bid, ask, ltp, oi, volume, tickSize } = input;
    const ageMs = input.ageSeconds === null ? Infinity : 1000 * input.ageSeconds;
    const got = usablePrice({ bid, ask, ltp, ageMs, tick: tickSize });
    const activity = activityFlags(bid, ask, ageMs, volume, oi, tickSize);
    const flags = got.flags | activity | strikeFlags(input.strike, input.roundStep);
    expectFigure(got.price, output.price, tolerance, id);
    expect(liquidityWarnings(flags)).toEqual(output.flags);
    expect((flags & FLAG_IS_LIQUID) !== 0).toBe(output.isLiquid);
  });
});

interface Future {
  readonly bid: number;
  readonly ask: number;
  readonly ltp: number;
  readonly ageSeconds: number;
}

interface ChainInput {
  /** ISO times with their zone. */
  readonly now: string;
  readonly expiryInstant: string;
  readonly sessionClose: string;
  readonly spot: number | null;
  readonly future: Future | null;
  readonly isCommodity: boolean;
  readonly previousForward: number | null;
  readonly near: { readonly forward: number; readonly years: number } | null;
  readonly fallbackAtmIv: number | null;
  /** null = by the pairs of the chain. */
  readonly rate: number | null;
  readonly tickSize: number;
  readonly roundStep: number;
  readonly strikeStep: number;
  readonly rows: readonly { readonly strike: number; readonly call: Quote; readonly put: Quote }[];
}

interface RowOutput {
  readonly iv: number | null;
  readonly reason: keyof typeof REASONS | null;
  readonly callUsable: number | null;
  readonly putUsable: number | null;
}

interface ChainOutput {
  readonly years: number;
  readonly forward: number | null;
  readonly forwardSource: keyof typeof SOURCES;
  readonly synthetic: number | null;
  readonly discount: number;
  readonly discountError: number | null;
  readonly atmStrike: number | null;
  readonly atmIv: number | null;
  readonly rows: readonly RowOutput[];
  readonly pcr: number | null;
  readonly maxPain: number | null;
}

const FIGURES = [
  "years",
  "forward",
  "synthetic",
  "discount",
  "discountError",
  "atmStrike",
  "atmIv",
  "pcr",
  "maxPain",
] as const;
const SOURCES = {
  NONE: FORWARD_NONE,
  FUTURE: FORWARD_FUTURE,
  SYNTHETIC: FORWARD_SYNTHETIC,
  CARRY: FORWARD_CARRY,
} as const;
const REASONS = {
  BELOW_INTRINSIC: IV_REASON_BELOW_INTRINSIC,
  ABOVE_BOUND: IV_REASON_ABOVE_BOUND,
  EXPIRED: IV_REASON_EXPIRED,
  NO_PRICE: IV_REASON_NO_PRICE,
} as const;

function solveInput(solve: ChainSolver, input: ChainInput) {
  const now = Date.parse(input.now);
  const sessionClose = Date.parse(input.sessionClose);
  const asOf = Math.min(now, sessionClose);
  const chain = createChainColumns(input.rows.length);
  chain.count = input.rows.length;
  const write = (side: SideColumns, row: number, quote: Quote): void => {
    side.bid[row] = quote.bid;
    side.ask[row] = quote.ask;
    side.ltp[row] = quote.ltp;
    side.oi[row] = quote.oi;
    side.volume[row] = quote.volume;
    side.lastTradeTime[row] = quote.ageSeconds === null ? 0 : asOf - 1000 * quote.ageSeconds;
  };
  input.rows.forEach(({ strike, call, put }, row) => {
    chain.strikes[row] = strike;
    write(chain.call, row, call);
    write(chain.put, row, put);
  });
  const { future } = input;
  return solve(chain, {
    now,
    expiryInstant: Date.parse(input.expiryInstant),
    sessionClose,
    spot: numberOr(input.spot),
    future: future && { ...future, lastTradeTime: asOf - 1000 * future.ageSeconds },
    isCommodity: input.isCommodity,
    previousForward: numberOr(input.previousForward),
    near: input.near,
    fallbackAtmIv: numberOr(input.fallbackAtmIv),
    rate: input.rate ?? Number.NaN,
    previousDiscount: Number.NaN,
    tickSize: input.tickSize,
    roundStep: input.roundStep,
    strikeStep: input.strikeStep,
  });
}

interface NamedSolver {
  readonly name: string;
  solve: ChainSolver;
}
const SOLVERS: NamedSolver[] = [
  { name: "the reference", solve: createChainSolver(referenceKernel) },
  { name: "WebAssembly", solve: createChainSolver(referenceKernel) },
];
beforeAll(async () => {
  SOLVERS[1]!.solve = createChainSolver(createWasmKernel(await loadWasm()));
});

const { cases: chains, tolerance } = vectorFile<ChainInput, ChainOutput>("chain.json");

describe.each(SOLVERS)("chain.json by $name", (solver) => {
  test.each(chains)("$id", ({ input, output }) => {
    const got = solveInput(solver.solve, input);
    expect(got.forwardSource).toBe(SOURCES[output.forwardSource]);
    for (const name of FIGURES) {
      expectFigure(got[name], output[name], tolerance, name);
    }
    output.rows.forEach(({ iv, reason, callUsable, putUsable }, row) => {
      const { strike } = input.rows[row]!;
      expectFigure(got.callUsable[row]!, callUsable, tolerance, `call ${strike}`);
      expectFigure(got.putUsable[row]!, putUsable, tolerance, `put ${strike}`);
      expectFigure(got.iv[row]!, iv, tolerance, `IV of ${strike}`);
      const why = reason === null ? IV_REASON_NONE : REASONS[reason];
      for (const flags of [got.callFlags[row]!, got.putFlags[row]!]) {
        expect((flags & IV_REASON_MASK) >>> IV_REASON_SHIFT, `reason of ${strike}`).toBe(why);
        expect((flags & FLAG_IV_INTERPOLATED) !== 0).toBe(reason !== null && iv !== null);
      }
    });
  });
});
