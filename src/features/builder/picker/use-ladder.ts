import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { engine } from "../../../live/engine-client.ts";
import { live } from "../../../live/live-state.ts";
import { isOld, type Ladder, openLadder } from "./ladder.ts";
import { paintRow } from "./row-painter.ts";

interface Shown {
  readonly ladder: Ladder | null;
  /** Of the expiry; empty until the engine has told them. */
  readonly strikes: readonly number[];
  /** The figures are not of now. */
  readonly isStale: boolean;
  /** Row in the document, kept painted until it is null. */
  readonly place: (row: number, line: HTMLElement | null) => void;
}

const NONE: readonly number[] = [];

const isSame = (a: readonly number[], b: ArrayLike<number>): boolean =>
  a.length === b.length && a.every((strike, i) => strike === b[i]);

/** An expiry's figures, and the rows on screen that they are written into. */
export function useLadder(underlying: number, expiry: string, priceDecimals: number): Shown {
  const lines = useRef(new Map<number, HTMLElement>());
  const [ladder, setLadder] = useState<Ladder | null>(null);
  const [strikes, setStrikes] = useState(NONE);
  const [isPast, setPast] = useState(false);
  const { phase } = useSnapshot(live).link;

  useEffect(() => {
    const opened = openLadder(underlying, expiry, (...wanted) => engine().openChain(...wanted));
    const stop = opened.onFrame((isOther) => {
      const { grid } = opened;
      // A connection that comes back sends all figures anew, most often of the strikes that are there.
      if (isOther) setStrikes((before) => (isSame(before, grid.strikes) ? before : [...grid.strikes]));
      setPast(isOld(grid));
      for (const [row, line] of lines.current) paintRow(line, grid, row, priceDecimals);
    });
    setLadder(opened);
    setStrikes(NONE);
    setPast(false);
    return () => {
      stop();
      opened.close();
      setLadder(null);
    };
  }, [underlying, expiry, priceDecimals]);

  const latest = useRef({ ladder, priceDecimals });
  latest.current = { ladder, priceDecimals };
  const place = useRef((row: number, line: HTMLElement | null) => {
    if (line === null) return void lines.current.delete(row);
    lines.current.set(row, line);
    const { ladder: now, priceDecimals: decimals } = latest.current;
    if (now !== null) paintRow(line, now.grid, row, decimals);
  });
  return { ladder, strikes, isStale: isPast || phase !== "ready", place: place.current };
}
