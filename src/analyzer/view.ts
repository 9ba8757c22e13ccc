/** What a page shows of an analyzer: a valtio proxy whose larger values are refs, replaced whole. Read it with `useSnapshot`. */

import { proxy } from "valtio";
import type { StrategyCharges } from "#domain/charges/of-legs.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { LegNote } from "#domain/strategy/kept/bring-back.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { MarketHead } from "#workers/compute/api.ts";
import type { Refusal, UnderlyingSummary } from "#workers/engine/api.ts";
import type { BuilderInstance, MultistrikeOi } from "./answers.ts";
import type { Snapshot } from "./compare/snapshot.ts";
import type { AccountSettings } from "./edges.ts";

/** Who computed the payload that is shown. */
export type PayloadSource = "local" | "server";

/** How the tab's own worker stands. */
export type LocalStanding =
  /** nothing has been asked of it yet, or the first answer is on its way */
  | "starting"
  /** answers in the live market */
  | "live"
  /** answers in the market of the server's last answer */
  | "answer"
  /** has no market of these legs yet: the server is asked */
  | "no-market"
  /** there is no worker, or it broke down: the server alone answers */
  | "none";

/** How the server stands with this analyzer. */
export interface ServerStanding {
  readonly state:
    | "idle"
    | "asking"
    | "answered"
    /** does not answer, or with an error of its own */
    | "away"
    /** 429: asked again at `retryAt` */
    | "limited"
    /** says that this question has no answer */
    | "refused";
  /** for people; null when nothing is amiss */
  readonly message: string | null;
  /** device's clock of the next question by itself, epoch ms; null when none is due */
  readonly retryAt: number | null;
  /** device's clock of its last answer, epoch ms; null before one */
  readonly answeredAt: number | null;
}

/** Counters for the performance panel. */
export interface AnalyzerPerformance {
  /** Put to the worker, answered by it, and overtaken by a newer question or answer. */
  readonly questions: number;
  readonly answers: number;
  readonly dropped: number;
  readonly refused: number;
  /** From the change to the answer, ms; NaN before one. */
  readonly lastMs: number;
  readonly serverQuestions: number;
  readonly serverAnswers: number;
  /** Of the server's summaries, those computed again here in the same market, and those beyond 1e-9 of it. */
  readonly verified: number;
  readonly differences: number;
  /** Which figure differed most in the last of them, and how much; null nothing yet. */
  readonly lastDifference: string | null;
  /** Summaries that were answered in a live market which the worker held too. */
  readonly comparable: number;
}

/** A strategy that is kept, whether it is the one in use or not. */
export interface KeptInstance {
  readonly instanceId: string;
  readonly underlying: string;
  readonly legs: number;
}

/** The strategy after a change that is not made. */
export interface Previewed {
  /** What it is called. */
  readonly name: string;
  /** With its curves. */
  readonly payload: BuilderPayload;
}

export interface AnalyzerView {
  /** Of the instruments: legs can be added once they are `ready`. */
  phase: "loading" | "ready" | "failed";
  /** Why instruments are not known, for people. */
  failure: string | null;
  underlying: UnderlyingSummary | null;
  contracts: ContractList | null;
  /** null until an underlying is opened. */
  instance: BuilderInstance | null;
  /** All that the namespace keeps (rule ANZ-2), the one in use first. */
  instances: readonly KeptInstance[];
  /** What the account may do here; null while it is not known. */
  mayAnalyse: boolean | null;
  /** What the operator has left out for this account; null until it is known, and margins and charts wait for it. */
  excluded: AccountSettings["excluded"] | null;
  /** The newest answer, of worker or server: replaced at once when something was changed, once a second while it only ticks. */
  payload: BuilderPayload | null;
  payloadSource: PayloadSource | null;
  /** Revision of the instance that the payload answers. */
  payloadRevision: number;
  /** The payload answers an older question and the newer answer is late. */
  isStale: boolean;
  /** The answer before the drag began; null when nothing is dragged. */
  ghost: BuilderPayload | null;
  local: LocalStanding;
  /** The worker broke down, and has not answered since. */
  isLocalBroken: boolean;
  server: ServerStanding;
  /** Head of the live market, told with the payload; null before one. */
  market: MarketHead | null;
  /** Why there is no live market, for people; null when nothing is amiss. */
  marketRefused: Refusal | null;
  /** Charges of the selected trades; null without any, or while no price is known. */
  charges: StrategyCharges | null;
  /** The margin is of what the legs were before: shown dimmed. */
  isMarginOld: boolean;
  multistrikeOi: MultistrikeOi | null;
  /** It was asked for in vain since it was answered last. */
  isMultistrikeOiMissed: boolean;
  /** Settings were not saved: why, for people. They are back as they were. */
  settingsFailure: string | null;
  /** What the kept draft held and cannot be traded any more, or is listed with other terms; told once. */
  legNotes: readonly LegNote[];
  /** Strategies set aside, of the underlying on screen. */
  snapshots: readonly Snapshot[];
  /** The strategy after a change that is looked at and not made; null without one, or before its answer. */
  preview: Previewed | null;
  /** Prices that the trader pinned, ascending. */
  pins: readonly number[];
  performance: AnalyzerPerformance;
}

export const NO_PERFORMANCE: AnalyzerPerformance = {
  questions: 0,
  answers: 0,
  dropped: 0,
  refused: 0,
  lastMs: Number.NaN,
  serverQuestions: 0,
  serverAnswers: 0,
  verified: 0,
  differences: 0,
  lastDifference: null,
  comparable: 0,
};

const IDLE_SERVER: ServerStanding = { state: "idle", message: null, retryAt: null, answeredAt: null };

export function createView(): AnalyzerView {
  return proxy<AnalyzerView>({
    phase: "loading",
    failure: null,
    underlying: null,
    contracts: null,
    instance: null,
    instances: [],
    mayAnalyse: null,
    excluded: null,
    payload: null,
    payloadSource: null,
    payloadRevision: -1,
    isStale: false,
    ghost: null,
    local: "starting",
    isLocalBroken: false,
    server: IDLE_SERVER,
    market: null,
    marketRefused: null,
    charges: null,
    isMarginOld: false,
    multistrikeOi: null,
    isMultistrikeOiMissed: false,
    settingsFailure: null,
    legNotes: [],
    snapshots: [],
    preview: null,
    pins: [],
    performance: NO_PERFORMANCE,
  });
}
