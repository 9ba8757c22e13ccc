import { proxy } from "valtio";
import { HEAD_FIELDS, type HeadField } from "#protocol/frames/chain-frame.ts";

export type ChainHead = Readonly<Record<HeadField, number>>;

/** What React shows of the chain on screen: header figures a few times a second, never cells. */
export const chainState = proxy<{
  /** Key of the view the head belongs to: underlying token and expiry. */
  key: string;
  head: ChainHead | null;
  /** Set when the engine refused the view, in words for the reader. */
  refused: string | null;
}>({ key: "", head: null, refused: null });

export function headOf(values: Float64Array): ChainHead {
  const head = {} as Record<HeadField, number>;
  HEAD_FIELDS.forEach((name, i) => {
    head[name] = values[i] ?? Number.NaN;
  });
  return head;
}
