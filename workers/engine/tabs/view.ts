import { CHAIN_FIELD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { ChainViewSpec } from "../api.ts";
import type { LiveChain } from "../chains/live-chain.ts";
import type { PortLike } from "../edges.ts";
import { createViewWindow, type ViewWindow } from "./view-window.ts";

const DEFAULT_RATE = 10;
const MAX_RATE = 60;

/** What a tab looks at. */
export interface View {
  readonly id: number;
  readonly tabId: number;
  readonly port: PortLike;
  readonly window: ViewWindow;
  spec: ChainViewSpec;
  chain: LiveChain;
  /** Field numbers, ascending. */
  fields: Uint8Array;
  /** ms between frames */
  intervalMs: number;
  /** How much finer figures are told than by themselves, 1 or more. */
  finer: number;
  visible: boolean;
}

export function createView(
  id: number,
  tabId: number,
  port: PortLike,
  spec: ChainViewSpec,
  chain: LiveChain,
  visible: boolean,
): View {
  const window = createViewWindow();
  const view: View = {
    id,
    tabId,
    port,
    window,
    spec,
    chain,
    fields: new Uint8Array(0),
    intervalMs: 0,
    finer: 1,
    visible,
  };
  configureView(view, spec, chain);
  return view;
}

/** What is wrong with a view's specification; null when nothing is. A tab of another mind must not break the engine. */
export function faultOf(spec: ChainViewSpec): string | null {
  if (!Number.isInteger(spec.underlying) || spec.underlying <= 0) return "underlying is no token";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(spec.expiry)) return "expiry is no date YYYY-MM-DD";
  if (!(spec.strikesAbove >= 0) || !(spec.strikesBelow >= 0))
    return "strikesAbove or strikesBelow is no count";
  return Array.isArray(spec.fields) ? null : "fields is no list";
}

/** Numbers of its fields, ascending; names that are none are left out. */
export function fieldNumbers({ fields }: Pick<ChainViewSpec, "fields">): Uint8Array {
  const numbers = new Set<number>();
  for (const field of fields) {
    const number: number | undefined = CHAIN_FIELD_INDEX[field];
    if (number !== undefined) numbers.add(number);
  }
  return Uint8Array.from(numbers).sort();
}

/** Points the view elsewhere. */
export function configureView(view: View, spec: ChainViewSpec, chain: LiveChain): void {
  const rate = spec.maxRate > 0 ? Math.min(spec.maxRate, MAX_RATE) : DEFAULT_RATE;
  view.spec = spec;
  view.chain = chain;
  view.fields = fieldNumbers(spec);
  view.intervalMs = 1000 / rate;
  view.finer = Math.max(1, spec.scale ?? 1);
  view.window.clear();
}
