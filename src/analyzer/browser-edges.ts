/** The world of a page: its session, its engine, its worker, its server, its clock. */

import { subscribe } from "valtio";
import { ANONYMOUS, isBrokerId } from "#domain/access/brokers.ts";
import { read } from "#protocol/generated/http/calls/builder-settings/read.ts";
import { save } from "#protocol/generated/http/calls/builder-settings/save.ts";
import { api } from "../api/site-api.ts";
import { whenIdle } from "../browser/when-idle.ts";
import { createComputeClient } from "../live/compute-client.ts";
import { engine } from "../live/engine-client.ts";
import { live } from "../live/live-state.ts";
import { openStrategyMarket } from "../live/strategy-market.ts";
import { session } from "../session/session-state.ts";
import { isKnown, subjectOf } from "../session/subject.ts";
import { createContractsAhead } from "./contracts-ahead.ts";
import type { AnalyzerEdges, Caller, Source } from "./edges.ts";

const caller: Source<Caller> = {
  read() {
    const { phase, profile } = session;
    const broker = profile?.broker_details.broker_id;
    return {
      phase,
      id: phase === "signed_in" ? (profile?.id ?? "") : "",
      broker: broker !== undefined && isBrokerId(broker) && broker !== ANONYMOUS ? broker : null,
      subject: isKnown(session) ? subjectOf(session) : null,
    };
  },
  onChange: (listener) => subscribe(session, listener),
};

const visibility: Source<boolean> = {
  read: () => document.visibilityState === "visible",
  onChange(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};

const etag = (): string | null => live.health?.metacache.etag ?? null;

/** Told when the engine has other instruments than before. */
function onInstruments(listener: () => void): () => void {
  let known = etag();
  return subscribe(live, () => {
    const now = etag();
    if (now === null || now === known) return;
    const isFirst = known === null;
    known = now;
    if (!isFirst) listener();
  });
}

/** Private windows of some browsers have none. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const ahead = createContractsAhead({
  contracts: (underlying) => engine().ask((engineApi) => engineApi.contracts(underlying)),
  etag,
});

/** An analyzer of this underlying is about to be wanted (`contracts-ahead.ts`). */
export const prepareContracts = ahead.prepare;

export function browserEdges(): AnalyzerEdges {
  return {
    call: api.call,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (timer) => window.clearTimeout(timer as number),
      requestAnimationFrame: (run) => window.requestAnimationFrame(run),
      cancelAnimationFrame: (frame) => window.cancelAnimationFrame(frame as number),
    },
    caller,
    visibility,
    marketTime: () => live.health?.marketTime ?? Number.NaN,
    instruments: {
      underlying: (symbol) => engine().ask((engineApi) => engineApi.underlying(symbol)),
      contracts: ahead.contracts,
      onChange: onInstruments,
      etag,
    },
    settings: {
      fetch: (signal) => api.call(read, {}, { signal }).then(({ data }) => data),
      save: (change, signal) => api.call(save, { body: change }, { signal }),
    },
    startCompute() {
      if (typeof Worker !== "function") return null;
      const client = createComputeClient();
      return { ...client, openMarket: (spec, onRefused) => openStrategyMarket(client, spec, onRefused) };
    },
    storage: tabStorage(),
    whenIdle,
    log: (message, details) => console.warn(`[analyzer] ${message}`, details ?? ""),
  };
}
