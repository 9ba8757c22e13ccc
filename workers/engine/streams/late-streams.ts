import type { EngineCalls } from "../engine-calls.ts";
import { createLatePart } from "../late-part.ts";
import type { TabStreams } from "./tab-streams.ts";

/** The relay's limit a subscription of bars or stats. */
const MAX_TOKENS = 500;

/** Streams of tabs whose code is loaded when a tab first asks for one: no chain waits for it. */
export interface LateStreams {
  readonly calls: Pick<EngineCalls, "bars" | "stats" | "screener">;
  /** null until a tab has asked. */
  readonly current: TabStreams | null;
}

/**
 * @param isKnown whether there is such a tab
 * @param bring loads the streams and all they need
 */
export function createLateStreams(
  isKnown: (tabId: number) => boolean,
  bring: () => Promise<() => TabStreams>,
): LateStreams {
  const streams = createLatePart(bring);
  const isServed = (tabId: number, tokens: readonly number[]): boolean =>
    isKnown(tabId) && tokens.length <= MAX_TOKENS;

  return {
    calls: {
      async bars(tabId, tokens) {
        const made = streams.current ?? (await streams.load());
        return isServed(tabId, tokens) ? made.bars(tabId, tokens) : [];
      },
      async stats(tabId, underlyings) {
        const made = streams.current ?? (await streams.load());
        return isServed(tabId, underlyings) ? made.stats(tabId, underlyings) : [];
      },
      async screener(tabId, wanted) {
        const made = streams.current ?? (await streams.load());
        return made.screener(tabId, wanted && isKnown(tabId));
      },
    },
    get current() {
      return streams.current;
    },
  };
}
