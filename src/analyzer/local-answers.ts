/**
 * Answers of the tab's own worker: to every change at once, and to every frame of the live market. The worker computes one question
 * while the newest of the others waits.
 */

import { ANONYMOUS } from "#domain/access/brokers.ts";
import type { ComputeOutcome } from "#workers/compute/api.ts";
import type { BuilderInstance } from "./answers.ts";
import type { Counters } from "./counters.ts";
import type { AnalyzerCompute, AnalyzerEdges } from "./edges.ts";
import { factsOf } from "./facts.ts";
import type { LiveDesk } from "./live.ts";
import { builderRequest, hasTrades } from "./request-of.ts";
import type { Shown } from "./shown.ts";
import type { Store } from "./store.ts";
import type { LocalStanding } from "./view.ts";

export interface LocalAnswers {
  /** null where there is none, or it broke down. */
  compute(): AnalyzerCompute | null;
  /** Whether the worker may still answer what was changed last: the server need not be hurried. */
  isAble(): boolean;
  /** Puts the question of now. */
  ask(): void;
  /** Starts the worker, the first time it is called. */
  begin(): void;
  /** Starts another where there is none any more. */
  retry(): void;
  dispose(): void;
}

interface Parts {
  readonly store: Store;
  readonly shown: Shown;
  readonly live: LiveDesk;
  readonly counters: Counters;
  readonly edges: Pick<AnalyzerEdges, "clock" | "caller" | "visibility" | "startCompute" | "log">;
}

export function createLocalAnswers({ store, shown, live, counters, edges }: Parts): LocalAnswers {
  const { view } = store;
  const { clock, visibility } = edges;
  let compute: AnalyzerCompute | null = null;
  let isBegun = false;
  let unhear: () => void = () => {};
  function stand(next: LocalStanding): void {
    view.local = next;
    if (next === "none" || next === "no-market") shown.releaseLocal();
  }

  /** What the analysis itself cannot do the worker answers with a refusal: what rejects is a worker that is gone. */
  function breakDown(message: string, error: unknown): void {
    edges.log(message, error);
    view.isLocalBroken = true;
    stand("none");
  }

  function take(outcome: ComputeOutcome, instance: BuilderInstance, askedAt: number): void {
    counters.answered(clock.monotonic() - askedAt);
    view.isLocalBroken = false;
    if (!outcome.ok) {
      counters.refused();
      return stand("no-market");
    }
    stand(outcome.market.source);
    const { instanceId, revision } = instance;
    const { payload } = outcome;
    if (!shown.offer({ payload, source: "local", instanceId, revision })) counters.dropped();
  }

  function ask(): void {
    const instance = store.instance();
    const token = view.underlying?.token;
    if (instance === null || token === undefined || view.underlying?.symbol !== instance.underlying) return;
    if (compute === null || view.local === "none" || view.mayAnalyse !== true || !hasTrades(instance)) return;
    const asked = compute;
    const askedAt = clock.monotonic();
    counters.asked();
    asked.builder(builderRequest(instance, token, edges.caller.read().broker ?? ANONYMOUS)).then(
      (outcome) => {
        if (compute !== asked) return;
        if (outcome === null) counters.dropped();
        else take(outcome, instance, askedAt);
      },
      (error: unknown) => {
        if (compute === asked) breakDown("The compute worker does not answer", error);
      },
    );
  }

  function start(): void {
    unhear();
    compute?.dispose();
    compute = null;
    stand("starting");
    try {
      compute = edges.startCompute();
      if (compute === null) stand("none");
    } catch (error) {
      breakDown("The compute worker does not start", error);
    }
    unhear =
      compute?.onRestart(() => {
        stand("starting");
        ask();
      }) ?? (() => {});
    live.attach(compute);
  }

  const unsubscribe = [
    shown.onPublish(({ payload, source, revision }) => {
      const instance = store.instance();
      if (source !== "local" || revision !== instance?.revision) return;
      const facts = factsOf(payload, [...instance.legs, ...instance.positions]);
      store.dispatch({ type: "prices", facts, receivedAt: clock.now() });
    }),
    store.onChange(({ action, before, after }) => {
      if (after === null || (before !== null && before.revision === after.revision && action.type !== "open"))
        return;
      ask();
    }),
    live.onHead(() => {
      if (visibility.read()) ask();
    }),
    visibility.onChange(() => {
      if (visibility.read()) ask();
    }),
  ];

  return {
    compute: () => (view.local === "none" ? null : compute),
    isAble: () => view.local !== "none" && view.local !== "no-market",
    ask,
    begin() {
      if (isBegun) return;
      isBegun = true;
      start();
    },
    retry() {
      if (isBegun && view.local === "none") start();
      ask();
    },
    dispose() {
      for (const end of unsubscribe) end();
      unhear();
      compute?.dispose();
      compute = null;
    },
  };
}
