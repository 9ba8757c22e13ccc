import { useEffect, useState } from "react";
import type { CellQuestion, CellStory } from "#protocol/frames/cell-story.ts";
import { engine } from "../../../live/engine-client.ts";

/** How often the newest story is asked for. */
const FRESH_MS = 1_000;

export interface HeardStory {
  /** null until the engine has answered. */
  readonly story: CellStory | null;
  /** Why there is none, or none newer, in words; null when nothing is amiss. */
  readonly refused: string | null;
}

/** The story of a cell, anew about once a second while the tab is on screen. */
export function useCellStory({ underlying, expiry, strike, field }: CellQuestion): HeardStory {
  const [heard, setHeard] = useState<HeardStory>({ story: null, refused: null });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === "visible") {
        const { tabId } = engine();
        const outcome = await engine().ask((api) =>
          api.cellStory(tabId(), { underlying, expiry, strike, field }),
        );
        if (isOver) return;
        setHeard(({ story }) =>
          outcome.ok ? { story: outcome.value, refused: null } : { story, refused: outcome.message },
        );
      }
      timer = setTimeout(() => void ask(), FRESH_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [underlying, expiry, strike, field]);
  return heard;
}
