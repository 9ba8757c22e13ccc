/** The margin of what is selected: asked a moment after it was changed; failures are only logged, and old figures stay, marked old. */

import { ANONYMOUS } from "#domain/access/brokers.ts";
import { mayFetchMargin } from "#domain/strategy/analyzer/summary-rules.ts";
import { margin } from "#protocol/generated/http/calls/strategies/margin.ts";
import type { MarginAnswer } from "./answers.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { type MarginQuestion, marginQuestion } from "./margin-request.ts";
import { createOlderMargin, type OlderMargin } from "./margin-v3.ts";
import { createPolled, type Polled, type PolledCall } from "./polled.ts";
import { hasTrades, selectedLegs } from "./request-of.ts";
import type { Store } from "./store.ts";
import { MARGIN_LOG } from "./texts.ts";

const DELAY_MS = 100;
const REFRESH_MS = 180_000;

type Edges = Pick<AnalyzerEdges, "call" | "clock" | "caller" | "visibility" | "instruments" | "log">;

export function createMargin(store: Store, edges: Edges): Polled {
  const { view } = store;
  const { caller, instruments } = edges;
  /** Keys of the question that was put last, and of the one that the shown figures answer. */
  let asked = "";
  let answered = "";
  /** Device's clock of the last answer, and whether it could not be renewed when that was due. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isOverdue = false;
  let older: OlderMargin | null = null;

  function put(question: MarginQuestion, broker: number, signal: AbortSignal): Promise<MarginAnswer> {
    const { form, body } = question;
    if (form === "v3") {
      older ??= createOlderMargin(store, edges.call, timeNow);
      return older.ask(body, signal);
    }
    const params = { brokerId: String(broker) };
    return edges
      .call(margin, { params, body }, { signal })
      .then(({ payload }) => ({ form: "v5", payload, answeredAt: timeNow() }));
  }

  function timeNow(): number {
    const time = store.now();
    return Number.isFinite(time) ? time : edges.clock.now();
  }

  function question(): PolledCall<MarginAnswer> | null {
    const instance = store.instance();
    const { phase, broker } = caller.read();
    if (instance === null || phase !== "signed_in" || broker === null || broker === ANONYMOUS) return null;
    if (view.mayAnalyse === false || view.excluded === null) return null;
    if (!mayFetchMargin(instance, { isExcluded: view.excluded.margin_and_charts }).ok) return null;
    if (!instance.legs.every(({ isInitialized }) => isInitialized)) return null;
    const trades = marginQuestion(instance, broker, instruments.etag());
    if (trades === null) return null;
    const { body } = trades;
    // Of which instruments the legs were chosen says nothing of what their margin is.
    const words = JSON.stringify("trade_inputs" in body ? body.trade_inputs : body.trades);
    const key = `${instance.instanceId} ${words}`;
    return {
      key,
      call(signal) {
        asked = key;
        return put(trades, broker, signal);
      },
    };
  }

  const polled = createPolled<MarginAnswer>(edges, {
    question,
    everyMs: REFRESH_MS,
    delayMs: DELAY_MS,
    isHeld: () => store.instance()?.dragFrom != null,
    pending: () => store.dispatch({ type: "margin-pending" }),
    done(answer) {
      answered = asked;
      answeredAt = edges.clock.now();
      isOverdue = false;
      view.isMarginOld = question()?.key !== answered;
      store.dispatch({ type: "margin-done", margin: answer, figures: figuresOf(answer) });
    },
    failed(error) {
      edges.log(MARGIN_LOG, error);
      isOverdue = edges.clock.now() - answeredAt >= REFRESH_MS;
      if (isOverdue) view.isMarginOld = store.instance()?.marginData.value != null;
      store.dispatch({ type: "margin-failed" });
    },
  });

  function look(): void {
    const instance = store.instance();
    if (instance === null) return;
    if (!hasTrades(instance) || selectedLegs(instance).length === 0) {
      polled.look();
      view.isMarginOld = false;
      const { marginRequired, capitalRequired } = instance.marginSpanData;
      if (marginRequired === 0 && capitalRequired === 0 && instance.marginData.value === null) return;
      const figures = { marginRequired: 0, capitalRequired: 0 };
      return store.dispatch({ type: "margin-done", margin: null, figures });
    }
    polled.look();
  }

  const unsubscribe = store.onChange(({ before, after }) => {
    if (after === null) return;
    const hasMargin = after.marginData.value !== null;
    if (after.dragFrom !== null) {
      // What it is of is looked at when the drag is over.
      if (before?.legs !== after.legs) view.isMarginOld = hasMargin;
      return;
    }
    if (before?.revision === after.revision && before.dragFrom === null) return;
    const key = question()?.key;
    if (key !== undefined) view.isMarginOld = hasMargin && (isOverdue || key !== answered);
    look();
  });

  return {
    look,
    retry: polled.retry,
    dispose() {
      unsubscribe();
      older?.dispose();
      polled.dispose();
    },
  };
}

function figuresOf(answer: MarginAnswer) {
  if (answer === null) return { marginRequired: 0, capitalRequired: 0 };
  if (answer.form === "v3")
    return { marginRequired: answer.payload.total_margin, capitalRequired: answer.capital };
  const { margin_required: marginRequired, capital_required: capitalRequired } = answer.payload;
  return { marginRequired, capitalRequired };
}
