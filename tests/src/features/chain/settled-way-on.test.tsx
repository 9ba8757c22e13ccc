// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { Settled } from "#src/features/chain/settled/Settled.tsx";
import { type ChainHead, createChainState, ShownChain } from "#src/features/chain/shown-chain.ts";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";

const lastTrade = (day: string): number => Date.parse(`${day}T15:40:00+05:30`);
const expiryOf = (expiry: string) => ({ expiry, lastTrade: lastTrade(expiry) }) as ExpirySummary;
const EXPIRIES = ["2026-11-23", "2026-12-01"].map(expiryOf);
const TOKEN = 256_265;
const EVENING = Date.parse("2026-11-23T18:00:00+05:30");

let root: Root;
let select: ReturnType<typeof vi.fn<(expiry: string) => void>>;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  select = vi.fn();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function show(state: (typeof CHAIN_STATES)[number], expiries: readonly ExpirySummary[], now = EVENING): void {
  const chain = createChainState();
  const expiry = expiries[0]!;
  chain.head = {
    marketState: CHAIN_STATES.indexOf(state),
    underlying: TOKEN,
    expiry: Number(expiry.expiry.replaceAll("-", "")),
    forward: 24_154.9,
    asOf: now,
    rows: 40,
  } as ChainHead;
  const underlying = {
    token: TOKEN,
    symbol: "NIFTY",
    kind: "index",
    spotTickSize: 0.05,
    expiries,
  } as unknown as UnderlyingSummary;
  act(() =>
    root.render(
      <ShownChain value={chain}>
        <Settled
          choice={{ underlying: TOKEN, expiry: expiry.expiry }}
          underlying={underlying}
          expiry={expiry}
          onSelect={select}
        />
      </ShownChain>,
    ),
  );
}
const text = (): string => document.body.textContent ?? "";

test("[CHAIN-58] what is over leads on to the expiry that trades", () => {
  show("expired", EXPIRIES);
  expect(text()).toContain("Expired at 15:40, settled at 24,154.90.");
  const button = document.querySelector("button")!;
  expect(button.textContent).toBe("Go to 1 Dec");
  act(() => button.click());
  expect(select).toHaveBeenCalledExactlyOnceWith("2026-12-01");
});

test("[CHAIN-58] while its contracts trade on it leads nowhere", () => {
  show("settled", EXPIRIES, Date.parse("2026-11-23T15:37:00+05:30"));
  expect(text()).toContain("Its contracts trade until 15:40.");
  expect(document.querySelector("button")).toBeNull();
});

test("[CHAIN-59] once nothing that is listed trades any more it says so, and when there is a new list", () => {
  show("expired", EXPIRIES.slice(0, 1));
  expect(document.querySelector("button")).toBeNull();
  expect(text()).toContain(
    "No listed contract of NIFTY trades any more: new ones are listed at 09:00 on the next trading day.",
  );
});
