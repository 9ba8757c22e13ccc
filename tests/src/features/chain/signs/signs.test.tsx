// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { HEAD_FIELDS } from "#protocol/frames/chain-frame.ts";
import { type ChainHead, createChainState, ShownChain } from "#src/features/chain/shown-chain.ts";
import { ImpliedSpot, type ReadFigure, readingOf, Sign } from "#src/features/chain/signs/Signs.tsx";

function drawn(node: React.ReactNode): Element {
  const host = document.createElement("div");
  host.innerHTML = renderToStaticMarkup(node);
  return host;
}

const head = (known: Partial<ChainHead>): ChainHead => ({
  ...(Object.fromEntries(HEAD_FIELDS.map((name) => [name, Number.NaN])) as unknown as ChainHead),
  ...known,
});

describe("[CHAIN-57] what figures of the header are taken for", () => {
  test.each<[ReadFigure, Partial<ChainHead>, string | undefined]>([
    ["ivp", { atmIvPercentile: 81 }, "high"],
    ["ivp", { atmIvPercentile: 80 }, undefined],
    ["ivp", { atmIvPercentile: 19 }, "low"],
    ["ivp", {}, undefined],
    ["pcr", { pcr: 0.9 }, "bullish"],
    ["pcr", { pcr: 0.7 }, undefined],
    ["pcr", { pcr: 0.6 }, "bearish"],
    ["pcr", {}, undefined],
    ["maxPain", { maxPain: 24_400, forward: 24_350, strikeStep: 50 }, "bullish"],
    ["maxPain", { maxPain: 24_350, forward: 24_350, strikeStep: 50 }, undefined],
    ["maxPain", { maxPain: 24_300, forward: 24_350, strikeStep: 50 }, "bearish"],
  ])("%s %o", (figure, known, word) => {
    expect(readingOf(figure, head(known))?.word).toBe(word);
  });

  test("a colour is never alone: it has a mark, and a word for who hears it", () => {
    const told = head({ pcr: 1.2 });
    const container = drawn(
      <ShownChain value={createChainState()}>
        <Sign figure="pcr" newest={() => told} />
      </ShownChain>,
    );
    expect(container.querySelector("[data-tone=up]")?.textContent).toBe("▲bullish");
    expect(container.querySelector("[aria-hidden=true]")?.textContent).toBe("▲");
  });
});

describe("[CHAIN-56] the spot of a closing auction", () => {
  test("says that it is implied, and the last real one", () => {
    const container = drawn(<ImpliedSpot head={head({ spot: 24_400, lastSpot: 24_315.65 })} decimals={2} />);
    expect(container.textContent).toBe("implied last 24,315.65");
  });

  test("at other times it says nothing", () => {
    const container = drawn(<ImpliedSpot head={head({ spot: 24_400 })} decimals={2} />);
    expect(container.textContent).toBe("");
  });
});
