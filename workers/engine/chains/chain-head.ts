import type { ChainSolution } from "#domain/chain/solution.ts";
import { HEAD_INDEX as H, type HeadField } from "#protocol/frames/chain-frame.ts";
import { CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { SolvedChain } from "./model-cells.ts";
import { ROOT_NAMES } from "./root-names.ts";

/** What the head has by the name that the feed told it under; its `state` is the connection's. */
const TOLD = ROOT_NAMES.filter((name): name is HeadField & keyof ChainRoot => name in H && name !== "state");

const SOLVED = [
  "forward",
  "atmStrike",
  "straddle",
  "callOi",
  "putOi",
  "callVolume",
  "putVolume",
] as const satisfies readonly (HeadField & keyof ChainSolution)[];

/**
 * Writes the figures of a whole chain into their places of a frame's head.
 * @param asOf market time of the figures, epoch ms
 * @param multiplier money per unit of price of the underlying, NaN unknown
 */
export function fillChainHead(
  head: Float64Array,
  root: ChainRoot,
  { columns, solution }: SolvedChain,
  asOf: number,
  multiplier: number,
): void {
  let callOiChange = 0;
  let putOiChange = 0;
  for (let i = 0; i < columns.count; i++) {
    callOiChange += columns.call.oi[i]! - columns.call.previousOi[i]!;
    putOiChange += columns.put.oi[i]! - columns.put.previousOi[i]!;
  }
  for (const name of TOLD) head[H[name]] = root[name];
  for (const name of SOLVED) head[H[name]] = solution[name];
  head[H.marketState] = root.state;
  head[H.asOf] = asOf;
  head[H.simulated] = (root.flags & CHAIN_FLAG_SIMULATED) === 0 ? 0 : 1;
  head[H.totalRows] = columns.count;
  head[H.multiplier] = multiplier;
  head[H.callOiChange] = callOiChange;
  head[H.putOiChange] = putOiChange;
}
