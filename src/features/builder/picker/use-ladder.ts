import { useEffect, useRef, useState } from "react";
import { engine } from "../../../live/engine-client.ts";
import { type Ladder, openLadder } from "./ladder.ts";
import { paintRow } from "./row-painter.ts";

interface Shown {
  readonly ladder: Ladder | null;
  /** Of the expiry; empty until the engine has told them. */
  readonly strikes: readonly number[];
  /** Row in the document, kept painted until it is null. */
  readonly place: (row: number, line: HTMLElement | null) => void;
}

const NONE: readonly number[] = [];

/** An expiry's figures, and the rows on screen that they are written into. */
export function useLadder(underlying: number, expiry: string, priceDecimals: number): Shown {
  const lines = useRef(new Map<number, HTMLElement>());
  const [ladder, setLadder] = useState<Ladder | null>(null);
  const [strikes, setStrikes] = useState(NONE);

  useEffect(() => {
    const opened = openLadder(underlying, expiry, (...wanted) => engine().openChain(...wanted));
    const stop = opened.onFrame((isOther) => {
      if (isOther) setStrikes([...opened.grid.strikes]);
      for (const [row, line] of lines.current) paintRow(line, opened.grid, row, priceDecimals);
    });
    setLadder(opened);
    setStrikes(NONE);
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
  return { ladder, strikes, place: place.current };
}
