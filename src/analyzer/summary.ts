/**
 * The server's summary: asked for after changes, every half minute and when asked to. It is what the figures are held against; the
 * worker is quicker, and its answer to the same question stays on screen.
 */

import { ANONYMOUS, type BrokerId } from "#domain/access/brokers.ts";
import { ANALYZER_ERRORS, ANALYZER_LOGS } from "#domain/strategy/analyzer/answers.ts";
import { forcesSummary, mayFetchSummary, NOT_ASKED_ERRORS } from "#domain/strategy/analyzer/summary-rules.ts";
import { builder } from "#protocol/generated/http/calls/strategies/builder.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderInstance } from "./answers.ts";
import { createAsker } from "./asker.ts";
import type { Counters } from "./counters.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { factsOf } from "./facts.ts";
import type { LiveDesk } from "./live.ts";
import type { LocalAnswers } from "./local-answers.ts";
import { createAlarm } from "./pace.ts";
import { builderRequest, hasTrades } from "./request-of.ts";
import { troubleOf } from "./server-trouble.ts";
import type { Shown } from "./shown.ts";
import type { Store } from "./store.ts";
import { createSummaryPace } from "./summary-pace.ts";
import type { Verify } from "./verify.ts";
import type { ServerStanding } from "./view.ts";

const REFRESH_MS = 30_000;

interface SummaryDesk {
  /** Something outside of the instance is another: who asks, whether instruments are known. */
  reconsider(): void;
  /** Asks now, whatever was asked before. */
  retry(): void;
  dispose(): void;
}

interface Question {
  readonly instance: BuilderInstance;
  readonly request: BuilderRequest;
  readonly key: string;
}

interface Parts {
  readonly store: Store;
  readonly shown: Shown;
  readonly live: LiveDesk;
  readonly local: LocalAnswers;
  readonly verify: Verify;
  readonly counters: Counters;
  readonly edges: Pick<AnalyzerEdges, "call" | "clock" | "caller" | "visibility" | "log">;
}

export function createSummary(parts: Parts): SummaryDesk {
  const { store, shown, live, local, verify, counters, edges } = parts;
  const { view } = store;
  const { clock, caller, visibility } = edges;
  const asker = createAsker();
  /** What was asked last, and has not failed. */
  let lastKey: string | null = null;
  /** What was answered last. */
  let answer: { readonly key: string; readonly payload: BuilderPayload; readonly receivedAt: number } | null =
    null;
  /** The next question is put although it equals the last one. */
  let isForced = false;
  let failures = 0;
  /** Device's clock before which the server asked not to be asked. */
  let notBefore = Number.NEGATIVE_INFINITY;

  const pace = createSummaryPace(clock, () => store.instance()?.dragFrom != null, ask);
  const again = createAlarm(clock, () => {
    if (!visibility.read()) return;
    isForced = true;
    ask();
  });

  function stand(change: Partial<ServerStanding>): void {
    view.server = { ...view.server, message: null, retryAt: null, ...change };
  }

  function giveUp(): void {
    asker.abort();
    live.serverAsked(false);
  }

  function stop(): false {
    const wasAsking = asker.isAsking();
    giveUp();
    again.clear();
    lastKey = null;
    answer = null;
    isForced = false;
    if (wasAsking) store.dispatch({ type: "summary-aborted" });
    if (view.server.state === "asking") stand({ state: "idle" });
    return false;
  }

  /** What there is to ask; null while it is not known who asks, or about what. */
  function question(): Question | null {
    const instance = store.instance();
    const { underlying } = view;
    const isRefused = caller.read().phase === "loading" || view.mayAnalyse === false;
    if (instance === null || underlying?.symbol !== instance.underlying || isRefused) return null;
    const { id, broker } = caller.read();
    const request = builderRequest(instance, underlying.token, broker ?? ANONYMOUS);
    // Another account may have another market.
    return { instance, request, key: `${id} ${JSON.stringify(request)}` };
  }

  /** @returns whether the server was asked */
  function ask(): boolean {
    const asked = question();
    if (asked === null) return stop();
    const { phase, broker } = caller.read();
    const may = mayFetchSummary(asked.instance, {
      isAnonymous: phase !== "signed_in",
      hasBroker: broker !== null,
      isEqual: asked.key === lastKey,
      isForced,
    });
    if (may.ok && broker !== null) return putInTime(asked, broker);
    if (!may.ok && may.reason === "EQUAL_PAYLOAD") {
      // What was changed was changed back: the answer of before is an answer again.
      if (answer?.key === asked.key) accept(answer.payload, answer.receivedAt, asked.instance);
      return false;
    }
    const message = may.ok ? null : NOT_ASKED_ERRORS[may.reason];
    if (message !== null) store.dispatch({ type: "summary-failed", message });
    return stop();
  }

  /** Not before the server may be asked again. */
  function putInTime(asked: Question, broker: BrokerId): boolean {
    const wait = notBefore - clock.now();
    if (!(wait > 0)) {
      put(asked, broker);
      return true;
    }
    // What was asked meanwhile is outdated by what will be asked then.
    giveUp();
    again.set(wait);
    return false;
  }

  function accept(
    summary: BuilderPayload,
    receivedAt: number,
    { instanceId, revision, legs, positions }: BuilderInstance,
  ): void {
    shown.offer({ payload: summary, source: "server", instanceId, revision });
    const facts = factsOf(summary, [...legs, ...positions]);
    store.dispatch({ type: "summary-done", revision, summary, facts, receivedAt });
  }

  function put(asked: Question, broker: BrokerId): void {
    const { request } = asked;
    lastKey = asked.key;
    isForced = false;
    const body = { ...request, flags: { ...request.flags, include_market: true } };
    counters.serverAsked();
    again.clear();
    stand({ state: "asking" });
    store.dispatch({ type: "summary-pending" });
    live.serverAsked(true);
    asker.ask(
      (signal) => edges.call(builder, { params: { brokerId: String(broker) }, body }, { signal }),
      ({ payload }) => take(payload, body, asked),
      failed,
    );
  }

  function take(payload: BuilderPayload, body: BuilderRequest, { key, instance: before }: Question): void {
    const receivedAt = clock.now();
    live.serverAsked(false);
    failures = 0;
    counters.serverAnswered();
    stand({ state: "answered", answeredAt: receivedAt });
    answer = { key, payload, receivedAt };
    // The same question may stand under a newer revision by now.
    const now = question();
    const instance = now?.key === key ? now.instance : before;
    if (payload.market !== undefined) local.compute()?.setMarket(payload.market);
    live.alsoNeeds(payload.market_versions.map(({ expiry }) => expiry));
    accept(payload, receivedAt, instance);
    // A worker that knew no market before knows one now.
    if (view.local === "no-market" || view.local === "starting") local.ask();
    verify.later(body, payload);
    again.set(REFRESH_MS);
  }

  function failed(error: unknown): void {
    live.serverAsked(false);
    failures++;
    lastKey = null;
    edges.log(ANALYZER_LOGS.summary, error);
    const trouble = troubleOf(error, failures);
    const { state, message, retryMs } = trouble;
    const retryAt = retryMs === null ? null : clock.now() + retryMs;
    if (state === "limited" && retryAt !== null) notBefore = retryAt;
    stand({ state, message, retryAt });
    if (retryMs !== null) again.set(retryMs);
    store.dispatch({ type: "summary-failed", message: ANALYZER_ERRORS.summary });
  }

  const unsubscribe = [
    store.onChange(({ action, before, after }) => {
      if (after === null) return;
      if (before?.underlying !== after.underlying || before?.instanceId !== after.instanceId) stop();
      if (!hasTrades(after)) {
        pace.cancel();
        return void stop();
      }
      if (forcesSummary(action)) isForced = true;
      if (before?.revision !== after.revision || forcesSummary(action)) pace.touch();
      if (before?.dragFrom != null && after.dragFrom === null) pace.hurry();
    }),
    visibility.onChange(() => {
      if (!visibility.read() || asker.isAsking() || again.isSet()) return;
      isForced = true;
      ask();
    }),
  ];

  return {
    reconsider: () => void ask(),
    retry() {
      notBefore = Number.NEGATIVE_INFINITY;
      isForced = true;
      ask();
    },
    dispose() {
      for (const end of unsubscribe) end();
      pace.cancel();
      again.clear();
      asker.abort();
    },
  };
}
