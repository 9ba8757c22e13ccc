/**
 * The shell around the analyzer's rules (`domain/strategy/analyzer`): keeps the state, has every change answered by the tab's worker at
 * once and by the server a moment later, and looks after what belongs to it: margin, charts, charges, settings and the draft. It draws
 * nothing; a page reads `state` and hears `onPayload`.
 */

import type { AnalyzerSettings, Namespace } from "#domain/strategy/analyzer/model.ts";
import { needsContracts } from "#domain/strategy/analyzer/refusals.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { AdjustOutcome } from "#workers/compute/api.ts";
import { mayAsk } from "./access.ts";
import { type AdjustWanted, createAdjusting } from "./adjusting.ts";
import type { BuilderAction, BuilderInstance } from "./answers.ts";
import { createCharges } from "./charges.ts";
import { createMultistrikeOi, createStrategyChart } from "./charts.ts";
import { type Compare, createCompare } from "./compare/compare.ts";
import { createCounters } from "./counters.ts";
import { createDraftKeeper } from "./draft.ts";
import type { AnalyzerEdges, ShownPayload } from "./edges.ts";
import { createInstruments } from "./instruments.ts";
import { createLive } from "./live.ts";
import { createLocalAnswers } from "./local-answers.ts";
import { createLooks, type Looks } from "./looks/looks.ts";
import { createMargin } from "./margin.ts";
import { createOiChart } from "./oi-chart.ts";
import { createPayoff, type PayoffPayload } from "./payoff.ts";
import { createPreview, type PreviewWanted } from "./preview.ts";
import { createSettings } from "./settings.ts";
import { createShown } from "./shown.ts";
import { createStore } from "./store.ts";
import { createSummary } from "./summary.ts";
import { createVerify } from "./verify.ts";
import { type AnalyzerView, createView } from "./view.ts";

export type { BuilderAction, BuilderAnswers, BuilderInstance, BuilderState } from "./answers.ts";
export type { AnalyzerEdges, Caller, ShownPayload } from "./edges.ts";
export type {
  AnalyzerPerformance,
  AnalyzerView,
  KeptInstance,
  LocalStanding,
  PayloadSource,
  ServerStanding,
} from "./view.ts";

interface AnalyzerOptions {
  readonly namespace: Namespace;
  readonly edges: AnalyzerEdges;
}

export interface Analyzer {
  readonly namespace: Namespace;
  /** Read by `useSnapshot`; written by the analyzer alone. */
  readonly state: AnalyzerView;
  /**
   * Works on another underlying; brings back the draft that this tab kept of it.
   * @param instanceId where a namespace keeps several strategies; its own name unless told
   */
  open(underlying: string, instanceId?: string): void;
  /** What a trader does. What needs the instruments waits for them; what comes to nothing changes nothing. */
  dispatch(action: BuilderAction): void;
  /** The strategy as it is now; `state.instance` follows a drag a few times a second. */
  instance(): BuilderInstance | null;
  /** Why an action would come to nothing now, for people; null when it would not. */
  refusalOf(action: BuilderAction): string | null;
  /** Every answer in the frame it is to be drawn in: for what paints without React. */
  onPayload(listener: (shown: ShownPayload) => void): () => void;
  /** The market is to hold this expiry beside those of the legs; null: no longer. @param by who looks at it, each at one */
  lookAt(expiry: IsoDate | null, by: string): void;
  /** What would cut the delta or the margin, and what a change costs; null when a newer question took its turn. */
  adjust(wanted: AdjustWanted): Promise<AdjustOutcome | null>;
  /** Looks at the strategy after a change (`state.preview`), in place of the change before; null: at none. */
  preview(wanted: PreviewWanted | null): void;
  /** What the strategy pays, whichever tab is open; null where that is not known. */
  payoff(): Promise<PayoffPayload | null>;
  /** What is looked at beside the analysis. */
  readonly looks: Pick<Looks, "watch">;
  /** Snapshots and pinned prices. */
  readonly compare: Compare;
  /** Applied at once, taken back when the server does not keep them (`state.settingsFailure`). */
  saveSettings(change: Partial<AnalyzerSettings>): void;
  /** Those that a strategy was kept with, while it is worked on: the account's stay as they are. None: the account's. */
  adoptSettings(settings: Partial<AnalyzerSettings>): void;
  /** Everything that failed is tried again now: the server, the worker, charts, instruments. */
  retry(): void;
  dispose(): void;
}

export function createAnalyzer({ namespace, edges }: AnalyzerOptions): Analyzer {
  const view = createView();
  const store = createStore(namespace, view, { clock: edges.clock, now: () => marketNow() });
  const counters = createCounters(view, edges.clock);
  // Who is told first of a change: what is on screen, the market, the worker, then the server.
  const shown = createShown(store, edges);
  const live = createLive(store, edges);
  const local = createLocalAnswers({ store, shown, live, counters, edges });
  const verify = createVerify(local.compute, counters, edges);
  const summary = createSummary({ store, shown, live, local, verify, counters, edges });
  const settings = createSettings(store, edges, lookAround);
  const draft = createDraftKeeper(store, namespace, settings, edges);
  const looks = createLooks({ store, shown, local, edges });
  const compare = createCompare({ store, shown, local, namespace, now: marketNow, edges });
  const charges = createCharges(store, shown);
  const polled = [
    createMargin(store, edges),
    createOiChart(store, edges, marketNow),
    createStrategyChart(store, edges),
    createMultistrikeOi(store, edges),
  ];
  /** Actions that need instruments which are not there yet. */
  let waiting: BuilderAction[] = [];

  function marketNow(): number {
    const known = [live.head()?.now, store.instance()?.strategySummary.value?.as_of, edges.marketTime()];
    return known.find((time) => time !== undefined && Number.isFinite(time)) ?? Number.NaN;
  }

  const instruments = createInstruments(view, edges, () => {
    const { contracts } = view;
    if (contracts === null) return;
    store.dispatch({ type: "initialize-legs" });
    restore();
    const held = waiting;
    waiting = [];
    for (const action of held) store.dispatch(action);
    look();
  });

  /** Brings back what the tab has kept, once instruments and account are known. */
  function restore(): void {
    const { contracts } = view;
    if (contracts === null) return;
    draft.restore(contracts);
    compare.restore(contracts);
  }

  /** Something outside of the instance is another. */
  function look(): void {
    restore();
    view.mayAnalyse = mayAsk(edges.caller.read());
    if (view.mayAnalyse === true) local.begin();
    // What was answered to who may not be answered any more goes with them.
    if (view.mayAnalyse === false) shown.clear();
    live.reconsider();
    local.ask();
    summary.reconsider();
    settings.look();
    lookAround();
  }

  function lookAround(): void {
    for (const each of polled) each.look();
  }

  const unsubscribe = [
    store.onChange(({ before, after }) => {
      if (after !== null && isOtherQuestion(before, after)) lookAround();
    }),
    edges.caller.onChange(look),
    shown.onPublish(() => {
      live.publish();
      counters.publish();
    }),
  ];

  look();

  return {
    namespace,
    state: view,
    open(underlying, instanceId = namespace) {
      const instance = store.instance();
      if (instance?.underlying === underlying && instance.instanceId === instanceId) return;
      waiting = [];
      const isOther = instance?.underlying !== underlying;
      if (isOther) instruments.load(underlying);
      store.dispatch({ type: "open", underlying, instanceId });
      look();
    },
    dispatch(action) {
      if (view.contracts === null && needsContracts(action)) waiting.push(action);
      else store.dispatch(action);
    },
    instance: store.instance,
    refusalOf: store.refusalOf,
    onPayload: shown.onPayload,
    lookAt: live.lookAt,
    adjust: createAdjusting(store, local.compute, edges),
    preview: createPreview(view, looks),
    payoff: createPayoff(store, local.compute, edges),
    looks,
    compare,
    saveSettings: settings.save,
    adoptSettings: settings.adopt,
    retry() {
      instruments.retry();
      local.retry();
      summary.retry();
      settings.look();
      for (const each of polled) each.retry();
    },
    dispose() {
      for (const end of unsubscribe) end();
      draft.dispose();
      compare.dispose();
      looks.dispose();
      for (const each of [
        ...polled,
        charges,
        settings,
        summary,
        local,
        live,
        shown,
        instruments,
        counters,
        store,
      ])
        each.dispose();
    },
  };
}

/** Whether the calls beside the summary may have to be put anew. */
function isOtherQuestion(before: BuilderInstance | null, after: BuilderInstance): boolean {
  return (
    before === null ||
    before.revision !== after.revision ||
    before.selectedAnalysisTab !== after.selectedAnalysisTab ||
    before.oiChartExpiries !== after.oiChartExpiries ||
    before.settings !== after.settings ||
    before.dragFrom !== after.dragFrom ||
    before.strategyAnalyzerConfig !== after.strategyAnalyzerConfig
  );
}
