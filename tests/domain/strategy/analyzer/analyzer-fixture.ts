/** An analyzer of the builder on a simulated NIFTY, worked on by actions. */

import { expect } from "vitest";
import type {
  AnalyzerAction,
  AnalyzerContext,
  LoadedTrade,
  SummaryFacts,
} from "#domain/strategy/analyzer/actions.ts";
import { EMPTY_DRAFT, initialState, instanceOf } from "#domain/strategy/analyzer/instances.ts";
import type {
  AnalyzerInstance,
  AnalyzerPosition,
  AnalyzerState,
  Draft,
  Namespace,
} from "#domain/strategy/analyzer/model.ts";
import { reduce } from "#domain/strategy/analyzer/reduce.ts";
import { refusalOf } from "#domain/strategy/analyzer/refusals.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { ATM, contracts, option, STRIKES } from "../legs/legs-fixture.ts";
import { simulatedWorld } from "../preset-worlds.ts";

export { ATM, contracts, FAR, NEAR, option, STRIKES, share } from "../legs/legs-fixture.ts";

export const NOW = simulatedWorld("NIFTY").market.now;
export const HOUR = 3_600_000;
export const FUTURE = contracts.futures[0]!;

export const CONTEXT: AnalyzerContext = { namespace: "builder", contracts, now: NOW };

export interface Bench {
  state(): AnalyzerState;
  /** The instance in use. */
  now(): AnalyzerInstance;
  /** Does what it is told and answers the instance. */
  do(...actions: readonly AnalyzerAction[]): AnalyzerInstance;
  refusal(action: AnalyzerAction): string | null;
}

export function bench(context: Partial<AnalyzerContext> = {}, namespace: Namespace = "builder"): Bench {
  const world = { ...CONTEXT, namespace, ...context };
  let state = initialState();
  const now = () => instanceOf(state, namespace);
  return {
    state: () => state,
    now,
    do(...actions) {
      for (const action of actions) state = reduce(state, action, world);
      return now();
    },
    refusal: (action) => refusalOf(now(), action, world),
  };
}

export function add(contract: LegContract, lots = 1, action: "BUY" | "SELL" = "BUY"): AnalyzerAction {
  return {
    type: "add-leg",
    contract,
    deal: { action, quantity: lots * contract.lotSize, entryPrice: null },
  };
}

export function withLegs(...all: readonly LegContract[]): Bench {
  const made = bench();
  made.do({ type: "open", underlying: "NIFTY", instanceId: "one" }, ...all.map((each) => add(each)));
  return made;
}

/** Fields that undo goes through, and nothing else. */
export function draftOf(instance: AnalyzerInstance): Draft {
  const fields = Object.keys(EMPTY_DRAFT) as (keyof Draft)[];
  return Object.fromEntries(fields.map((field) => [field, instance[field]])) as unknown as Draft;
}

export function facts(
  legs: readonly { readonly token: number }[],
  given: Partial<SummaryFacts> & { readonly price?: number; readonly iv?: number } = {},
): SummaryFacts {
  const { price = 120, iv = 0.14, ...rest } = given;
  const quote = {
    lastPrice: price,
    usablePrice: price + 0.5,
    bid: price,
    ask: price + 1,
    isLiquid: true,
    warnings: ["WIDE_SPREAD" as const],
    iv,
  };
  return {
    now: NOW,
    targetTimeMin: NOW,
    targetTimeMax: NOW + 48 * HOUR,
    selectedTargetInterval: 0.01,
    quotes: new Map(legs.map(({ token }) => [token, quote])),
    ...rest,
  };
}

export function prices(
  legs: readonly { readonly token: number }[],
  price: number,
  receivedAt: number,
): AnalyzerAction {
  return { type: "prices", facts: facts(legs, { price }), receivedAt };
}

export function trade(contract: LegContract, given: Partial<LoadedTrade> = {}): LoadedTrade {
  return {
    contract,
    action: "SELL",
    quantity: contract.lotSize,
    entryPrice: 100,
    iv: null,
    isSelected: true,
    ...given,
  };
}

export function position(contract: LegContract, given: Partial<AnalyzerPosition> = {}): AnalyzerPosition {
  return {
    ...contract,
    id: `NRML ${contract.tradingsymbol}`,
    quantity: -contract.lotSize,
    entryPrice: 90,
    customIv: null,
    isSelected: true,
    kind: "position",
    bookedPnl: 250,
    quote: {
      lastPrice: Number.NaN,
      usablePrice: Number.NaN,
      bid: Number.NaN,
      ask: Number.NaN,
      isLiquid: false,
      warnings: [],
    },
    settlement: null,
    marketIv: Number.NaN,
    quotedAt: Number.NaN,
    isInitialized: true,
    isExpired: false,
    product: "NRML",
    tag: null,
    unrealizedPnl: -40,
    isHolding: false,
    ...given,
  };
}

export function positionsOf(
  positions: readonly AnalyzerPosition[],
  source: "LIVE_POSITIONS" | "DRAFT_PORTFOLIOS" = "LIVE_POSITIONS",
): AnalyzerAction {
  return { type: "load-positions", source, meta: null, positions };
}

/** A contract that was over a day before now. */
export function expired(): LegContract {
  return {
    ...option("CE", 24_000),
    token: 1,
    tradingsymbol: "NIFTYOLD24000CE",
    expiry: "2026-08-18",
    expiryInstant: NOW - 24 * HOUR,
  };
}

export const idOf = (made: Bench, i: number) => made.now().legs[i]!.id;
export const strikes = (made: Bench) => made.now().legs.map(({ strike }) => strike);
export const strikeAt = (steps: number) => STRIKES[STRIKES.indexOf(ATM) + steps]!;

/** Refused with a reason, and nothing is different. */
export function expectRefused(made: Bench, action: AnalyzerAction, reason: string): void {
  const before = made.state();
  expect(made.refusal(action), action.type).toBe(reason);
  made.do(action);
  expect(made.state(), action.type).toBe(before);
}
