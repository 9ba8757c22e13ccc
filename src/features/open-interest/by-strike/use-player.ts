import { useEffect, useRef, useState } from "react";

/** A minute a step, some ten in a second: a day in well under a minute, and no step too short to be seen. */
const STEP_MS = 100;
/** Who asked for less motion sees a quarter of an hour at once, and then time to look. */
const STILL_STEP_MS = 1_000;
const STILL_MINUTES = 15;

const wantsStill = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Player {
  readonly isPlaying: boolean;
  readonly press: () => void;
  readonly stop: () => void;
}

/**
 * Runs `step` while it plays.
 * @param step goes on by so many minutes; @returns whether there is more to come
 * @param onEdge told when playing begins and when it ends
 */
export function usePlayer(step: (minutes: number) => boolean, onEdge: (isPlaying: boolean) => void): Player {
  const [isPlaying, setPlaying] = useState(false);
  const newest = useRef({ step, onEdge });
  newest.current = { step, onEdge };

  useEffect(() => {
    if (!isPlaying) return;
    newest.current.onEdge(true);
    const isStill = wantsStill();
    const timer = setInterval(
      () => {
        if (!newest.current.step(isStill ? STILL_MINUTES : 1)) setPlaying(false);
      },
      isStill ? STILL_STEP_MS : STEP_MS,
    );
    return () => {
      clearInterval(timer);
      newest.current.onEdge(false);
    };
  }, [isPlaying]);

  return {
    isPlaying,
    press: () => setPlaying(!isPlaying),
    stop: () => setPlaying(false),
  };
}
