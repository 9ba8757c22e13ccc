// @vitest-environment happy-dom
/** A chip of the header that fails: the figures that are traded on stay. */
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { HEAD_INDEX, HEAD_LENGTH } from "#protocol/frames/chain-frame.ts";
import { ChainHeader } from "#src/features/chain/ChainHeader.tsx";
import { ExpiryStrip } from "#src/features/chain/ExpiryStrip.tsx";
import { type ChainState, createChainState, ShownChain, takeHead } from "#src/features/chain/shown-chain.ts";
import { NOW, SBIN } from "../info/world.ts";

vi.mock("#src/browser/when-idle.ts", () => ({ whenDrawn: async () => {}, whenIdle: async () => {} }));

// No list of bans is asked for.
vi.mock("#src/shared/answers/use-answer.ts", () => ({ useAnswer: () => ({}) }));

/** The part that fails; every other one shows its name. */
const faulty = vi.hoisted(() => ({ part: "" }));
const failIf = vi.hoisted(() => (name: string) => {
  if (faulty.part === name) throw new RangeError("Invalid time value");
});
const fake = vi.hoisted(() => (name: string) => ({
  [name](): ReactNode {
    failIf(name);
    return <span>{name}</span>;
  },
}));
vi.mock("#src/features/chain/signs/market-words.ts", () => ({
  inOneLine: () => "",
  marketSaid() {
    failIf("MarketChip");
    return { stands: "Closing auction of the cash market", next: null };
  },
}));
vi.mock("#src/features/chain/signs/trade-flags.ts", () => ({
  banFlag: () => null,
  settlementFlag() {
    failIf("TradeFlags");
    return { id: "settlement", label: "Physical settlement", sentence: "", isGrave: false };
  },
}));
vi.mock("#domain/chain/iv-statistics.ts", async (original) => ({
  ...(await original<object>()),
  ivLevel() {
    failIf("Sign");
    return "high";
  },
}));
vi.mock("#src/features/chain/Sparkline.tsx", () => fake("Sparkline"));
vi.mock("#src/shared/info-button/InfoButton.tsx", () => fake("InfoButton"));
vi.mock("#src/features/chain/expiry-figures/ExpiryFigures.tsx", () => fake("ExpiryFigures"));
vi.mock("#domain/pricing/discount-entry.ts", () => ({
  entryWeight: () => {
    failIf("Discount");
    return 1;
  },
}));

// What comes after the figures has been fetched, however busy the machine is.
await import("#src/features/chain/signs/Signs.tsx");
await import("#src/features/chain/signs/TradeFlags.tsx");

const EXPIRY = SBIN.expiries[0]!.expiry;
const CHOICE = { underlying: SBIN.token, expiry: EXPIRY };
/** What shows that a part is there. */
const PARTS: Readonly<Record<string, string>> = {
  Sign: "high",
  MarketChip: "Closing auction of the cash market",
  TradeFlags: "Physical settlement",
  Sparkline: "Sparkline",
  InfoButton: "InfoButton",
  ExpiryFigures: "ExpiryFigures",
  Discount: "Discount",
};
/** Those that go with it. */
const WITH: Readonly<Record<string, readonly string[]>> = { MarketChip: ["TradeFlags"] };

let root: Root;
let state: ChainState;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(console, "error").mockImplementation(() => {});
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.body.firstElementChild!);
  state = createChainState();
  const values = new Float64Array(HEAD_LENGTH).fill(Number.NaN);
  for (const [name, value] of Object.entries({
    underlying: SBIN.token,
    expiry: Number(EXPIRY.replaceAll("-", "")),
    spot: 812.4,
    spotPreviousClose: 800,
    asOf: NOW,
    expiryInstant: SBIN.expiries[0]!.expiryInstant,
    discount: 0.998,
    discountError: 0.001,
    atmIv: 0.213,
    rows: 40,
    marketState: CHAIN_STATES.indexOf("live"),
  })) {
    values[HEAD_INDEX[name as keyof typeof HEAD_INDEX]] = value;
  }
  takeHead(state, values, null);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(): Promise<void> {
  await act(async () =>
    root.render(
      <ShownChain value={state}>
        <ChainHeader symbol="SBIN" underlying={SBIN} choice={CHOICE} />
        <ExpiryStrip underlying={SBIN.token} expiries={SBIN.expiries} selected={EXPIRY} onSelect={() => {}} />
      </ShownChain>,
    ),
  );
}

describe("[CHAIN-13] a header whose part fails", () => {
  test.each(["", ...Object.keys(PARTS)])("keeps its figures and its other parts without %s", async (part) => {
    faulty.part = part;
    await show();
    const away = [part, ...(WITH[part] ?? [])];
    const others = Object.keys(PARTS).filter((each) => !away.includes(each));
    await vi.waitFor(async () => {
      await act(async () => {});
      const text = document.body.textContent ?? "";
      expect(Object.keys(PARTS).filter((each) => text.includes(PARTS[each]!))).toEqual(others);
    });
    expect(document.querySelector('[data-testid="spot"]')?.textContent).toContain("812.40");
    expect(document.body.textContent).toContain("21.3 %");
  });
});
