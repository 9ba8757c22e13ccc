/**
 * The strategy that this tab works on outlives a reload: it is written to the tab's own storage, which a duplicated tab gets a copy of,
 * and comes back when the instruments are known.
 */

import type { LoadedTrade } from "#domain/strategy/analyzer/actions.ts";
import type { AnalyzerSettings, Namespace } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { type BroughtBack, bringBack } from "#domain/strategy/kept/bring-back.ts";
import type { KeptTerms } from "#domain/strategy/kept/content.ts";
import { figuresOf, termsOf } from "#domain/strategy/kept/keep.ts";
import { PREFIX } from "../browser/kept-preferences.ts";
import type { BuilderInstance } from "./answers.ts";
import { DRAFT_VERSION, type KeptDraft, readDraft } from "./draft-reader.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { createPace } from "./pace.ts";
import type { SettingsDesk } from "./settings.ts";
import type { Store } from "./store.ts";

const WRITE_MS = 250;

const nameOf = (namespace: Namespace): string => `${PREFIX}analyzer.${namespace}`;

type DraftStorage = AnalyzerEdges["storage"];

interface DraftKeeper {
  /** The instruments of the underlying on screen are known: what was kept of it comes back, once. */
  restore(contracts: ContractList): void;
  dispose(): void;
}

function kept(storage: DraftStorage, namespace: Namespace): string | null {
  try {
    return storage?.getItem(nameOf(namespace)) ?? null;
  } catch {
    return null;
  }
}

/** Underlying of the draft that this tab keeps; null of none. */
function keptUnderlying(storage: DraftStorage, namespace: Namespace): string | null {
  const text = kept(storage, namespace);
  return text === null ? null : (readDraft(text)?.underlying ?? null);
}

export function createDraftKeeper(
  store: Store,
  namespace: Namespace,
  settings: Pick<SettingsDesk, "adopt" | "adopted">,
  {
    storage,
    clock,
    caller,
    visibility,
    log,
  }: Pick<AnalyzerEdges, "storage" | "clock" | "caller" | "visibility" | "log">,
): DraftKeeper {
  const { view } = store;
  /** Underlying whose kept draft has been brought back, or whose has none: only then is it written over. */
  let restored: string | null = null;
  const writing = createPace(clock, write);

  function write(): void {
    const instance = store.instance();
    const { phase, id } = caller.read();
    if (phase !== "signed_in") return;
    if (instance === null || storage === null || restored !== instance.underlying) return;
    try {
      if (instance.legs.length > 0) {
        storage.setItem(nameOf(namespace), JSON.stringify(draftOf(instance, id, settings.adopted())));
        return;
      }
      const other = keptUnderlying(storage, namespace);
      // Where nothing was done, what was done on another underlying stays.
      if (other === null || other === instance.underlying) storage.removeItem(nameOf(namespace));
    } catch (error) {
      log("The draft could not be kept", error);
    }
  }

  const unsubscribe = [
    store.onChange(({ action, before, after }) => {
      if (before?.underlying !== after?.underlying) restored = null;
      if (after === null || before?.underlying !== after.underlying) return;
      // What the market says of the legs is no part of what was done to them.
      if (action.type === "prices" || action.type === "summary-done") return;
      if (isSameDraft(before, after)) return;
      writing.call(WRITE_MS);
    }),
    visibility.onChange(() => {
      // A page that is hidden may be gone next.
      if (!visibility.read()) writing.call(0);
    }),
  ];

  return {
    restore(contracts) {
      const instance = store.instance();
      if (instance === null || restored === instance.underlying) return;
      // Whose work it is can be told once it is known who asks.
      if (caller.read().subject === null) return;
      restored = instance.underlying;
      if (instance.legs.length > 0 || instance.positions.length > 0) return;
      const text = kept(storage, namespace);
      if (text === null) return;
      const draft = readDraft(text);
      if (draft === null) {
        log("A kept draft was not readable and is dropped", text.slice(0, 200));
        return write();
      }
      if (draft.account !== caller.read().id) {
        storage?.removeItem(nameOf(namespace));
        return;
      }
      if (draft.underlying !== instance.underlying) return;
      const { found, notes } = bringBack(draft.trades, contracts);
      const trades = found.map(loadedTrade);
      view.legNotes = notes;
      if (trades.length > 0) {
        const { source, meta, figures } = draft;
        store.dispatch({ type: "load-trades", source, meta, trades, draft: figures });
        settings.adopt(draft.settings ?? {});
      }
      if (draft.tab !== instance.selectedAnalysisTab) store.dispatch({ type: "select-tab", tab: draft.tab });
      write();
    },
    dispose() {
      write();
      for (const end of unsubscribe) end();
      writing.cancel();
    },
  };
}

/** A kept trade on the contract that is listed for it, or was. */
export function loadedTrade({ kept, contract }: BroughtBack<KeptTerms>["found"][number]): LoadedTrade {
  const { quantity, entryPrice, isSelected } = kept;
  const action = quantity < 0 ? "SELL" : "BUY";
  return { contract, action, quantity: Math.abs(quantity), entryPrice, iv: null, isSelected };
}

function isSameDraft(a: BuilderInstance, b: BuilderInstance): boolean {
  const names = [
    "legs",
    "dataSource",
    "dataSourceMeta",
    "targetPrice",
    "targetDateTime",
    "payoffTableTargetInterval",
    "ivOffset",
    "customStrikeWiseIvs",
    "entryPricing",
    "lotMultiplier",
    "manualPnl",
    "selectedAnalysisTab",
    "settings",
  ] as const;
  return names.every((name) => a[name] === b[name]);
}

/**
 * @param account id of the one whose work it is
 * @param settings those of the strategy that count in place of the account's
 */
export function draftOf(
  instance: BuilderInstance,
  account: string,
  settings: Partial<AnalyzerSettings> = {},
): KeptDraft {
  return {
    version: DRAFT_VERSION,
    account,
    underlying: instance.underlying,
    source: instance.dataSource,
    meta: instance.dataSourceMeta,
    trades: instance.legs.map(termsOf),
    figures: figuresOf(instance),
    tab: instance.selectedAnalysisTab,
    settings,
  };
}
