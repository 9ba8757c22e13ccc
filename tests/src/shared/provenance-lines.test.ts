import { describe, expect, it } from "vitest";
import { IV_LEAST_CLOSES } from "#domain/chain/iv-statistics.ts";
import { MARKET_KINDS, originBits } from "#domain/chain/origin.ts";
import { FEED_STATES } from "#protocol/frames/chain-frame.ts";
import { type MarketFacts, provenanceLines } from "#src/shared/provenance/provenance-lines.ts";
import { TEXTS } from "#src/shared/provenance/texts.ts";
import { TEXTS as SHARED } from "#src/shared/texts.ts";

const AT = Date.parse("2026-11-23T12:31:05+05:30");
const MARKET: MarketFacts = {
  kind: "imported",
  isSimulated: true,
  marketTime: AT,
  feed: "live",
  isLate: false,
};
const STORY = { formula: "Put OI over call OI" };
const line = (story: Parameters<typeof provenanceLines>[0], label: string, market = MARKET) =>
  provenanceLines(story, market).find(([name]) => name === label)?.[1];

describe("what is told of a figure", () => {
  it("are its inputs first, then closes, forward, source and age", () => {
    const story = {
      ...STORY,
      inputs: [["Call OI", "1.20 Cr"]] as const,
      closes: { count: 2, origins: originBits(["imported"]) },
      forwardSource: 2,
    };
    expect(provenanceLines(story, MARKET)).toEqual([
      ["Call OI", "1.20 Cr"],
      ["Closes", "2 of 60 sessions recorded, of the exchange's files"],
      ["Forward source", "from calls and puts near the money"],
      [
        "Source",
        "Simulated onward from the close of the exchange's files; the gap at the opening is made up too",
      ],
      ["As of", "12:31:05 IST, live"],
    ]);
  });

  it("says no two things under one name, whatever its inputs are called", () => {
    const story = {
      ...STORY,
      inputs: [["Forward", "24,116.35"]] as const,
      closes: { count: 2, origins: 4 },
      forwardSource: 1,
    };
    const labels = provenanceLines(story, MARKET).map(([label]) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("names no closes and no forward where the figure rests on none", () => {
    expect(provenanceLines(STORY, MARKET).map(([label]) => label)).toEqual(["Source", "As of"]);
    expect(line({ ...STORY, forwardSource: 0 }, "Forward source")).toBe("--");
  });

  it("says of an expiry whose payoff is fixed that its forward is the settlement", () => {
    expect(line({ ...STORY, forwardSource: 4 }, "Forward source")).toBe("what this expiry settled at");
  });

  it("counts closes up to the least that mean anything", () => {
    expect(SHARED.ivpCloses(0)).toBe("0 of 60 sessions recorded");
    expect(SHARED.ivpCloses(IV_LEAST_CLOSES - 1)).toBe("59 of 60 sessions recorded");
    expect(SHARED.ivpCloses(IV_LEAST_CLOSES)).toBe("60 sessions");
  });

  it.each(MARKET_KINDS)("says of a market that is %s what it is", (kind) => {
    expect(line(STORY, "Source", { ...MARKET, kind })).toBe(TEXTS.markets[kind]);
  });

  it("never calls a market real whose server says no more than that it is simulated", () => {
    expect(line(STORY, "Source", { ...MARKET, kind: null })).toBe(TEXTS.markets.simulated);
    expect(line(STORY, "Source", { ...MARKET, kind: null, isSimulated: false })).toBe(TEXTS.exchange);
  });

  it("has the figure's own time and state before the market's, and says what is late", () => {
    const story = { ...STORY, asOf: AT - 60_000, state: "stale" as const };
    expect(line(story, "As of")).toBe(`12:30:05 IST, ${TEXTS.states.stale}`);
    expect(line(STORY, "As of", { ...MARKET, isLate: true })).toBe(`12:31:05 IST, ${TEXTS.states.delayed}`);
    expect(line(story, "As of", { ...MARKET, isLate: true })).toBe(`12:30:05 IST, ${TEXTS.states.stale}`);
    expect(line(STORY, "As of", { ...MARKET, marketTime: null, feed: "loading" })).toBe(
      `-- IST, ${TEXTS.states.loading}`,
    );
    for (const feed of FEED_STATES) expect(line(STORY, "As of", { ...MARKET, feed })).toMatch(/IST, \w/);
  });
});
