import { createContext, use, useCallback } from "react";
import { proxy, ref, useSnapshot } from "valtio";
import { compactDate } from "#domain/calendar/ist.ts";
import type { ColumnWidths } from "#domain/format/chain-columns.ts";
import { FEED_STATES, type FeedState, HEAD_FIELDS, type HeadField } from "#protocol/frames/chain-frame.ts";
import { live } from "../../live/live-state.ts";
import { useTaken } from "../../live/use-taken.ts";
import type { ChainDesk } from "../../shared/beside-chain.ts";

/** The widest figures of a chain since it is shown, as its painter met them. */
export interface ChainWidths {
  /** token */
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  readonly widths: ColumnWidths;
}

export type ChainHead = Readonly<Record<HeadField, number>>;

/** What React shows of the chain of one view: header figures a few times a second, never cells. */
export interface ChainState extends ChainDesk {
  /** Of the newest frame. Whose it is, it says itself: read it through `useChainHead`. */
  head: ChainHead | null;
  /** The newest head that knew its underlying's price. */
  priced: ChainHead | null;
  /** Set when the engine refused the view, in words for the reader. */
  refused: string | null;
  /** The painter worker of this view did not run: the same painter does, on the page's thread. */
  workerFailed: boolean;
  /** null while every figure fits. */
  widest: ChainWidths | null;
}

export const createChainState = (): ChainState =>
  proxy<ChainState>({
    head: null,
    priced: null,
    refused: null,
    workerFailed: false,
    widest: null,
    grid: null,
    strikes: null,
  });

const Shown = createContext<ChainState | null>(null);

/** Around all that shows one view. */
export const ShownChain = Shown.Provider;

/** State of the view that the component is part of. */
export function useChainState(): ChainState {
  const state = use(Shown);
  if (state === null) throw new Error("This is part of no view of a chain.");
  return state;
}

function headOf(values: Float64Array): ChainHead {
  const head = {} as Record<HeadField, number>;
  HEAD_FIELDS.forEach((name, i) => {
    head[name] = values[i] ?? Number.NaN;
  });
  return head;
}

/** @param strikes of a frame that replaces every row, else null */
export function takeHead(state: ChainState, values: Float64Array, strikes: Float64Array | null): void {
  // Each is another one as a whole: nothing follows its single figures.
  const head = ref(headOf(values));
  if (strikes !== null) state.strikes = ref(strikes);
  state.head = head;
  if (head.spot > 0) state.priced = head;
}

const within = (some: ColumnWidths, others: ColumnWidths): boolean =>
  Object.entries(some).every(([id, width]) => width <= (others[id as keyof ColumnWidths] ?? 0));

/** Columns only grow while a chain is shown: a figure that shrinks again must not move the others. */
export function takeWidths(state: ChainState, { underlying, expiry, widths }: ChainWidths): void {
  const { widest } = state;
  const isSame = widest?.underlying === underlying && widest.expiry === expiry;
  const before: ColumnWidths = isSame ? widest.widths : {};
  if (isSame && within(widths, before)) return;
  const grown = Object.entries(widths).map(([id, width]) => [
    id,
    Math.max(width, before[id as keyof ColumnWidths] ?? 0),
  ]);
  state.widest = { underlying, expiry, widths: { ...before, ...Object.fromEntries(grown) } };
}

export interface ChainChoice {
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
}

export function isHeadOf(head: Pick<ChainHead, "underlying" | "expiry">, choice: ChainChoice): boolean {
  return head.underlying === choice.underlying && head.expiry === compactDate(choice.expiry);
}

/** The head of the chain that is chosen; null while the newest frame is still another chain's. */
export function useChainHead(choice: ChainChoice | null): ChainHead | null {
  const { head } = useSnapshot(useChainState());
  return head !== null && choice !== null && isHeadOf(head, choice) ? head : null;
}

/** What is taken of the view's state, small and plain: the component is drawn again only when that is something else, not with each head. */
export function useOfChain<T>(take: (state: ChainState) => T): T {
  return useTaken(useChainState(), take);
}

/** Asks for the newest head of the chain that is chosen, and draws nothing by it. */
export function useNewestHead(choice: ChainChoice | null): () => ChainHead | null {
  const state = useChainState();
  const underlying = choice?.underlying ?? -1;
  const expiry = choice?.expiry ?? "";
  return useCallback(() => {
    const { head } = state;
    return head !== null && isHeadOf(head, { underlying, expiry }) ? head : null;
  }, [state, underlying, expiry]);
}

/** What is taken of the newest head of the chain that is chosen, as `useOfChain` does. */
export function useOfHead<T>(choice: ChainChoice | null, take: (head: ChainHead | null) => T): T {
  const newest = useNewestHead(choice);
  return useOfChain(() => take(newest()));
}

/** What the figures on screen are: what the engine said last, or stale while there is no engine to say it. */
export function useFeedState(head: Pick<ChainHead, "state"> | null): FeedState {
  const { phase } = useSnapshot(live).link;
  const state = FEED_STATES[head?.state ?? 0] ?? "loading";
  const isUnattended = phase !== "ready" && (state === "live" || state === "delayed" || state === "closed");
  return isUnattended ? "stale" : state;
}

/** The newest head of any expiry of the underlying: its spot stays right while an expiry changes. */
export function useUnderlyingHead(token: number | undefined): ChainHead | null {
  const { priced } = useSnapshot(useChainState());
  return priced !== null && priced.underlying === token ? priced : null;
}
