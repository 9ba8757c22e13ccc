/**
 * What an analyzer needs of the world: handed in, so that it runs under a clock of a test as it does in a page
 * (`browser-edges.ts`).
 */

import type { BrokerId } from "#domain/access/brokers.ts";
import type { AccessSubject } from "#domain/access/features.ts";
import type { AnalyzerLeg, AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import type { BuilderSettingsResponse } from "#protocol/http/builder-settings.ts";
import type {
  AdjustOutcome,
  AdjustQuestion,
  ComputeOutcome,
  LookOutcome,
  LookWants,
  MarketHead,
  MarketRefusal,
  Verification,
} from "#workers/compute/api.ts";
import type { Outcome, Refusal, UnderlyingSummary } from "#workers/engine/api.ts";
import type { Client } from "../api/client.ts";

export interface StrategyMarketSpec {
  readonly underlying: number;
  readonly expiries: readonly IsoDate[];
  /** Frames a second at most. */
  readonly maxRate: number;
}

export interface LiveMarket {
  configure(spec: StrategyMarketSpec): void;
  close(): void;
}

/** The tab's worker with its door to the live market (`src/live`). */
export interface AnalyzerCompute {
  /** null: a newer question took its turn. Rejects when the worker does not run. */
  builder(request: BuilderRequest): Promise<ComputeOutcome | null>;
  /** What is looked at beside the analysis. Rejects when the worker does not run. */
  look(request: BuilderRequest, wants: LookWants): Promise<LookOutcome>;
  /** null: a newer question took its turn. */
  adjust(question: AdjustQuestion): Promise<AdjustOutcome | null>;
  /** Computes a server's answer again; null when it brought no market. */
  verify(request: BuilderRequest, payload: BuilderPayload): Promise<Verification | null>;
  setMarket(market: BuilderMarketBody): void;
  onMarket(listener: (head: MarketHead | MarketRefusal) => void): () => void;
  /** The worker was started anew: its markets are gone. */
  onRestart(listener: () => void): () => void;
  openMarket(spec: StrategyMarketSpec, onRefused: (refusal: Refusal) => void): LiveMarket;
  dispose(): void;
}

/** A timer or a frame by the name that its clock gave it. */
export type Timer = unknown;

export interface Clock {
  /** Device's clock, epoch ms. */
  now(): number;
  /** ms since whenever; never runs backwards. */
  monotonic(): number;
  setTimeout(run: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
  requestAnimationFrame(run: () => void): Timer;
  cancelAnimationFrame(frame: Timer): void;
}

export interface AccountSettings {
  readonly settings: AnalyzerSettings;
  readonly excluded: BuilderSettingsResponse["data"]["excluded"];
}

/** Who asks, as far as an analysis is concerned. */
export interface Caller {
  readonly phase: "loading" | "anonymous" | "signed_in";
  /** Id of the account, "" for a visitor. */
  readonly id: string;
  /** null where it cannot be told. */
  readonly broker: BrokerId | null;
  readonly subject: AccessSubject | null;
}

/** Something that is read, and heard of when it is another. */
export interface Source<T> {
  read(): T;
  onChange(listener: () => void): () => void;
}

export interface AnalyzerEdges {
  readonly call: Client["call"];
  readonly clock: Clock;
  readonly caller: Source<Caller>;
  /** Whether the page is on screen. */
  readonly visibility: Source<boolean>;
  /** Market time as the engine knows it, epoch ms; NaN unknown. */
  readonly marketTime: () => number;
  readonly instruments: {
    underlying(symbol: string): Promise<Outcome<UnderlyingSummary>>;
    contracts(underlying: number): Promise<Outcome<readonly LegContract[]>>;
    /** Another list of instruments is there. */
    onChange(listener: () => void): () => void;
    /** Its etag, for what is asked of a broker; null unknown. */
    etag(): string | null;
  };
  /** Settings as the account keeps them, and what is left out for it. */
  readonly settings: {
    fetch(signal: AbortSignal): Promise<AccountSettings>;
    save(change: Partial<AnalyzerSettings>, signal: AbortSignal): Promise<unknown>;
  };
  /** Starts the tab's worker; null where there can be none. */
  readonly startCompute: () => AnalyzerCompute | null;
  /** sessionStorage; null where there is none. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  /** When nothing more urgent is left to do. */
  readonly whenIdle: () => Promise<void>;
  readonly log: (message: string, details?: unknown) => void;
}

/** An answer as it is drawn. */
export interface ShownPayload {
  readonly payload: BuilderPayload;
  readonly source: "local" | "server";
  /** Of the instance that it answers. */
  readonly revision: number;
  /** As they are now: React may draw them a moment later. */
  readonly legs: readonly AnalyzerLeg[];
  /** Of the drag's first moment; null when nothing is dragged. */
  readonly ghost: BuilderPayload | null;
}
