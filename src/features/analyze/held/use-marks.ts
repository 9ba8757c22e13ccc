import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { Painter } from "#workers/painter/api.ts";
import { loadPart } from "../../../components/load-part.ts";
import type { ChainDesk } from "../../../shared/beside-chain.ts";
import { markTrades } from "../ask-painter.ts";
import type { HeldMark } from "./held-marks.ts";

/**
 * Has the grid's painter mark the positions, and every painter that takes its place.
 * @param asked how often it was asked to try again
 * @returns whether the code that marks them could not be had
 */
export function useMarks(
  desk: ChainDesk,
  underlying: number,
  marks: readonly HeldMark[],
  asked: number,
): boolean {
  const painter = useSnapshot(desk).grid?.painter;
  const [isUnmarked, setUnmarked] = useState(false);
  const latest = useRef(marks);
  latest.current = marks;
  /** A painter that was never asked to mark anything need not load the code to do so. */
  const marked = useRef<Painter | null>(null);
  const said = JSON.stringify(marks.map(({ tag }) => tag));
  useEffect(() => {
    void said;
    void asked;
    if (painter === undefined || (latest.current.length === 0 && marked.current !== painter)) return;
    marked.current = painter;
    let isOver = false;
    const mark = async (): Promise<void> => {
      if (isOver) return;
      const tags = latest.current.map(({ tag }) => tag);
      const isDone = await markTrades(painter, { kind: "position", underlying, tags });
      if (!isDone) throw new Error("The code that marks positions could not be had.");
    };
    const tell = (next: boolean): void => {
      if (!isOver) setUnmarked(next);
    };
    loadPart(mark).then(
      () => tell(false),
      () => tell(latest.current.length > 0),
    );
    return () => {
      isOver = true;
    };
  }, [painter, underlying, said, asked]);
  useEffect(
    () => () => {
      if (marked.current === painter)
        painter?.post({ type: "tags", kind: "position", underlying: 0, tags: [] });
    },
    [painter],
  );
  return isUnmarked;
}
