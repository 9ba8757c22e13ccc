import type { Bus } from "../../../platform/bus/bus.ts";
import type { InterestMessage } from "../../bus/bus-messages.ts";
import { interestSubject } from "../../bus/market-subjects.ts";

/** Keeps the feed solving the chains that strategies are computed on, for as long as requests come. */
interface Warmth {
  /** @param expiry YYYYMMDD */
  want(underlying: number, expiry: number): void;
  stop(): void;
}

/** The feed forgets an interest after ten seconds. */
const REPEAT_MS = 3_000;
/** A chain that was not asked for in this long is let go. */
const WANTED_MS = 6_000;
/** Chains kept warm at most: solving all of a market's ten times a second would take the feed's thread. */
const MOST_CHAINS = 64;

export function createWarmth(bus: Bus, now: () => number = () => performance.now()): Warmth {
  const wanted = new Map<string, { readonly pair: readonly [number, number]; at: number }>();
  let timer: NodeJS.Timeout | null = null;

  function say(pairs: InterestMessage["chains"]): void {
    const message: InterestMessage = { chains: pairs };
    bus.publish(interestSubject(), Buffer.from(JSON.stringify(message)));
  }

  function repeat(): void {
    for (const [key, { at }] of wanted) if (now() - at > WANTED_MS) wanted.delete(key);
    if (wanted.size > 0) return say([...wanted.values()].map(({ pair }) => pair));
    if (timer !== null) clearInterval(timer);
    timer = null;
  }

  return {
    want(underlying, expiry) {
      const key = `${underlying}.${expiry}`;
      const held = wanted.get(key);
      if (held !== undefined) {
        held.at = now();
        return;
      }
      if (wanted.size >= MOST_CHAINS) return;
      const pair = [underlying, expiry] as const;
      wanted.set(key, { pair, at: now() });
      say([pair]);
      timer ??= setInterval(repeat, REPEAT_MS);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
      wanted.clear();
    },
  };
}
