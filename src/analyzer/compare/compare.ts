/** Snapshots of the strategy and pinned prices: what is set aside to compare with, kept with the tab (rules STRAT-50, STRAT-56 to STRAT-58). */

import { ref } from "valtio";
import type { Namespace } from "#domain/strategy/analyzer/model.ts";
import {
  freeName,
  hasRoom,
  type NameRefusal,
  nameRefusal,
  renamed,
} from "#domain/strategy/compare/snapshots.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { bringBack } from "#domain/strategy/kept/bring-back.ts";
import { type Marks, type Pins, pinned, pinsOfMarks, unpinned } from "#domain/strategy/pins/pins.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { PREFIX } from "../../browser/kept-preferences.ts";
import { draftOf, loadedTrade } from "../draft.ts";
import type { AnalyzerEdges } from "../edges.ts";
import type { LocalAnswers } from "../local-answers.ts";
import { createPace } from "../pace.ts";
import type { Shown } from "../shown.ts";
import type { Store } from "../store.ts";
import { readCompare, writeCompare } from "./kept-compare.ts";
import { haveSameTrades, type Snapshot, type SnapshotCosts, snapshotRequest } from "./snapshot.ts";

export interface Compare {
  /** Sets the strategy aside as it is now; nothing when there is no room or no strategy. */
  take(): void;
  /** The snapshot's trades and what was asked of them are the strategy's again: one step of undo. */
  goBack(id: string): void;
  /** @returns why it cannot be called so; null when it is */
  rename(id: string, name: string): NameRefusal | null;
  remove(id: string): void;
  draw(id: string, isDrawn: boolean): void;
  pin(price: number): void;
  unpin(price: number): void;
  pinMarks(marks: Marks, spot: number): void;
  /** Snapshots are looked at: their figures follow the market. @returns ends it */
  follow(): () => void;
}

export interface CompareDesk extends Compare {
  /** The instruments of the underlying on screen are known: what was kept of it comes back, once. */
  restore(contracts: ContractList): void;
  dispose(): void;
}

interface Parts {
  readonly store: Store;
  readonly shown: Shown;
  readonly local: Pick<LocalAnswers, "compute">;
  readonly namespace: Namespace;
  /** Market time, epoch ms; NaN unknown. */
  readonly now: () => number;
  readonly edges: Pick<AnalyzerEdges, "clock" | "caller" | "storage" | "visibility" | "log">;
}

const WRITE_MS = 250;

export function createCompare({ store, shown, local, namespace, now, edges }: Parts): CompareDesk {
  const { view } = store;
  const { clock, caller, storage, visibility, log } = edges;
  const key = `${PREFIX}analyzer.${namespace}.compare`;
  /** Underlying whose kept snapshots have been brought back, or which has none. */
  let restored: string | null = null;
  let followers = 0;
  let isAsking = false;
  let taken = 0;
  const writing = createPace(clock, write);

  function write(): void {
    const { phase, id: account } = caller.read();
    const underlying = store.instance()?.underlying;
    if (storage === null || phase !== "signed_in" || underlying === undefined || restored !== underlying)
      return;
    const { snapshots, pins } = view;
    try {
      if (snapshots.length > 0 || pins.length > 0) {
        storage.setItem(key, writeCompare({ account, underlying, snapshots, pins }));
      } else if (kept()?.underlying === underlying) storage.removeItem(key);
    } catch (error) {
      log("Snapshots could not be kept", error);
    }
  }

  function kept() {
    const text = storage?.getItem(key) ?? null;
    return text === null ? null : readCompare(text);
  }

  function show(snapshots: readonly Snapshot[]): void {
    if (snapshots === view.snapshots) return;
    view.snapshots = ref(snapshots);
  }

  function hold(snapshots: readonly Snapshot[]): void {
    show(snapshots);
    writing.call(WRITE_MS);
  }

  function holdPins(pins: Pins): void {
    view.pins = ref(pins);
    writing.call(WRITE_MS);
  }

  const change = (id: string, to: Partial<Snapshot>): void =>
    hold(view.snapshots.map((each) => (each.id === id ? { ...each, ...to } : each)));

  function costsNow(): SnapshotCosts {
    const instance = store.instance();
    const isKnown = instance !== null && instance.marginData.value !== null && !view.isMarginOld;
    return {
      margin: isKnown ? instance.marginSpanData.marginRequired : null,
      capital: isKnown ? instance.marginSpanData.capitalRequired : null,
      charges: view.charges?.total.total ?? null,
    };
  }

  function receive(answers: ReadonlyMap<string, BuilderPayload | null>): void {
    if (answers.size === 0) return;
    show(
      view.snapshots.map((each) => {
        const payload = answers.get(each.id);
        if (payload === undefined) return each;
        return payload === null ? { ...each, isOfNow: false } : { ...each, payload, isOfNow: true };
      }),
    );
  }

  /** One after another, none while something is dragged: a snapshot does not follow the hand. */
  async function ask(): Promise<void> {
    if (isAsking || followers === 0) return;
    isAsking = true;
    const answers = new Map<string, BuilderPayload | null>();
    try {
      for (const { id, draft } of view.snapshots) {
        const instance = store.instance();
        const token = view.underlying?.token;
        const compute = local.compute();
        if (instance === null || instance.dragFrom !== null || !visibility.read()) return;
        if (token === undefined || compute === null || draft.underlying !== instance.underlying) return;
        const outcome = await compute
          .look(snapshotRequest(draft, instance, token, now(), caller.read().broker), { summary: true })
          .catch(() => null);
        const payload = outcome?.ok === true ? outcome.look.summary : null;
        answers.set(id, payload);
      }
    } finally {
      isAsking = false;
      receive(answers);
    }
  }

  function clear(): void {
    restored = null;
    show([]);
    view.pins = [];
  }

  const unsubscribe = [
    shown.onPublish(() => void ask()),
    store.onChange(({ action, before, after }) => {
      if (before !== null && before.underlying !== after?.underlying) clear();
      if (after === null || action.type !== "margin-done" || view.snapshots.length === 0) return;
      // What was set aside a moment ago was waiting for it.
      const costs = costsNow();
      const mine = draftOf(after, "");
      if (costs.margin === null) return;
      const isWaiting = (each: Snapshot): boolean => each.margin === null && haveSameTrades(each.draft, mine);
      if (view.snapshots.some(isWaiting)) {
        hold(view.snapshots.map((each) => (isWaiting(each) ? { ...each, ...costs } : each)));
      }
    }),
    caller.onChange(() => {
      // Another account has its own.
      if (view.snapshots.some(({ draft }) => draft.account !== caller.read().id)) clear();
    }),
  ];

  return {
    take() {
      const instance = store.instance();
      if (instance === null || instance.legs.length === 0 || !hasRoom(view.snapshots)) return;
      const id = `${clock.now()}-${taken++}`;
      const snapshot: Snapshot = {
        id,
        name: freeName(view.snapshots),
        takenAt: now(),
        draft: draftOf(instance, caller.read().id),
        isDrawn: true,
        ...costsNow(),
        payload: view.payloadRevision === instance.revision ? view.payload : null,
        isOfNow: view.payloadRevision === instance.revision,
      };
      hold([...view.snapshots, snapshot]);
      void ask();
    },
    goBack(id) {
      const { contracts } = view;
      const draft = view.snapshots.find((each) => each.id === id)?.draft;
      if (contracts === null || draft === undefined) return;
      const { found, notes } = bringBack(draft.trades, contracts);
      view.legNotes = notes;
      const { source, meta, figures } = draft;
      store.dispatch({ type: "load-trades", source, meta, trades: found.map(loadedTrade), draft: figures });
    },
    rename(id, name) {
      const refusal = nameRefusal(view.snapshots, id, name);
      if (refusal === null) hold(renamed(view.snapshots, id, name));
      return refusal;
    },
    remove: (id) => hold(view.snapshots.filter((each) => each.id !== id)),
    draw: (id, isDrawn) => change(id, { isDrawn }),
    pin: (price) => holdPins(pinned(view.pins, price)),
    unpin: (price) => holdPins(unpinned(view.pins, price)),
    pinMarks: (marks, spot) => holdPins(pinsOfMarks(marks, spot)),
    follow() {
      followers++;
      void ask();
      return () => {
        followers--;
      };
    },
    restore(contracts) {
      const underlying = store.instance()?.underlying;
      if (underlying === undefined || restored === underlying || contracts.expiries.length === 0) return;
      if (caller.read().subject === null) return;
      restored = underlying;
      const found = kept();
      if (found === null || found.underlying !== underlying) return;
      if (found.account !== caller.read().id) return storage?.removeItem(key);
      show(found.snapshots);
      view.pins = ref(found.pins);
    },
    dispose() {
      write();
      for (const end of unsubscribe) end();
      writing.cancel();
    },
  };
}
