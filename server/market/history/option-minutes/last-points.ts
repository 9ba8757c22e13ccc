import type { Point } from "../quarters.ts";
import type { StartedBlock } from "../started-block.ts";
import { openBlock } from "./codec.ts";

/** Where instruments stood when a quarter of an hour ended, as far as it was recorded; what was not heard of is left out. */
export function lastPoints({ start, body }: StartedBlock, wanted: ReadonlySet<number>): Map<number, Point> {
  const block = openBlock(body);
  while (block.next() >= 0);
  const points = new Map<number, Point>();
  const { close, oi, known } = block.state;
  block.tokens.forEach((token, i) => {
    if (known[i] === 1 && wanted.has(token)) points.set(token, { start, close: close[i]!, oi: oi[i]! });
  });
  return points;
}
