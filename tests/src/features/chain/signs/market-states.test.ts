import { describe, expect, test } from "vitest";
import { CHAIN_STATES, type ChainState } from "#domain/chain/flags.ts";
import { FEED_STATES } from "#protocol/frames/chain-frame.ts";
import { inOneLine, marketSaid } from "#src/features/chain/signs/market-words.ts";
import { TEXTS } from "#src/features/chain/texts.ts";

const at = (text: string): number => Date.parse(`${text}+05:30`);
function marketWords(...of: Parameters<typeof marketSaid>): string | null {
  const said = marketSaid(...of);
  return said && inOneLine(said);
}

describe("[CHAIN-56] every state of a market has words", () => {
  /** When a chain of NSE is in each state; null: the line above its rows says it, or there is nothing to say. */
  const SAID: Readonly<Record<ChainState, readonly [when: string, words: RegExp] | null>> = {
    live: null,
    before_open: ["2026-11-25T08:30:00", /^Before open/],
    spot_auction: ["2026-11-25T15:20:00", /^Closing auction/],
    closed: ["2026-11-25T18:00:00", /^Market closed/],
    no_underlying: ["2026-11-25T10:00:00", /^No price/],
    expired: null,
    spot_closed: ["2026-11-25T15:36:00", /^Cash market closed/],
    settled: null,
  };

  test.each(CHAIN_STATES)("%s, in the header and below the grid", (state) => {
    const said = SAID[state];
    const words = marketWords("NFO", state, at(said?.[0] ?? "2026-11-25T10:00:00"));
    if (said === null) expect(words).toBeNull();
    else expect(words).toMatch(said[1]);
    expect(TEXTS.status.market[state]).toMatch(/^[A-Z]\w+/);
  });

  test.each(FEED_STATES)("%s, of what is heard", (state) => {
    const words = state === "delayed" ? TEXTS.status.delayed : TEXTS.status.feed[state];
    expect(words).toMatch(/^[A-Z]\w+/);
  });

  test("a special session on a holiday has its name while it trades, and the day its holiday's before and after", () => {
    // Diwali's Muhurat trading, a Sunday.
    const words = (state: ChainState, time: string) => marketWords("NFO", state, at(`2026-11-08T${time}`));
    expect(words("live", "18:15:00")).toMatch(/Muhurat/);
    expect(words("closed", "11:00:00")).toMatch(/opens/);
  });
});
