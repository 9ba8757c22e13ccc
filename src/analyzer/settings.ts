/**
 * A trader's settings: as the account keeps them, applied at once when they are changed, and taken back when they are not kept. Those
 * that a strategy was kept with count in their place while it is worked on, and are not written to the account (rule ANZ-5).
 */

import { ref } from "valtio";
import type { AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import { textOf } from "../api/api-failure.ts";
import { createAsker } from "./asker.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { createAlarm } from "./pace.ts";
import { troubleOf } from "./server-trouble.ts";
import type { Store } from "./store.ts";
import { SETTINGS_FAILED } from "./texts.ts";

export interface SettingsDesk {
  /** Asks for the account's settings when they were not asked for yet. */
  look(): void;
  save(change: Partial<AnalyzerSettings>): void;
  /** Of the strategy that is opened, in place of the account's and of those of the one before; none: the account's again. */
  adopt(settings: Partial<AnalyzerSettings>): void;
  /** Those of the strategy that still count: what the trader changes since is the account's. */
  adopted(): Partial<AnalyzerSettings>;
  dispose(): void;
}

type Edges = Pick<AnalyzerEdges, "settings" | "caller" | "clock" | "log">;

const NOTHING_EXCLUDED = { margin_and_charts: false, chart_underlyings: [] };

/** @param known told when it is known what is left out */
export function createSettings(
  store: Store,
  { settings: door, caller, clock, log }: Edges,
  known: () => void,
): SettingsDesk {
  const { view } = store;
  const asking = createAsker();
  const saving = createAsker();
  /** Account whose settings are here. */
  let fetched: string | null = null;
  let failures = 0;
  /** As the server keeps them, as far as is known: what a failed change goes back to. */
  let kept: AnalyzerSettings | null = null;
  /** The account's with what was changed here, whether that is kept yet or not. */
  let wanted: AnalyzerSettings | null = null;
  let adopted: Partial<AnalyzerSettings> = {};
  const again = createAlarm(clock, look);

  function apply(settings: Partial<AnalyzerSettings>): void {
    store.dispatch({ type: "set-settings", settings });
  }

  /** @param own the account's */
  function applyAll(own: AnalyzerSettings): void {
    apply({ ...own, ...adopted });
  }

  function adopt(settings: Partial<AnalyzerSettings>): void {
    const before = store.instance()?.settings;
    if (before === undefined) return;
    kept ??= before;
    wanted ??= before;
    adopted = settings;
    applyAll(wanted);
  }

  const unsubscribe = store.onChange(({ before, after }) => {
    if (before?.underlying !== after?.underlying && Object.keys(adopted).length > 0) adopt({});
  });

  function look(): void {
    const { phase, id } = caller.read();
    // Of another account it is to be told.
    if (fetched !== null && fetched !== id) view.excluded = null;
    if (phase !== "signed_in" || fetched === id || asking.isAsking() || store.instance() === null) return;
    asking.ask(
      (signal) => door.fetch(signal),
      ({ settings, excluded }) => {
        fetched = id;
        failures = 0;
        kept = settings;
        view.excluded = ref(excluded);
        // What was changed meanwhile is newer than what was kept.
        if (!saving.isAsking()) {
          wanted = settings;
          applyAll(settings);
        }
        known();
      },
      (error) => {
        failures++;
        log("Error fetching builder settings", error);
        // Nothing is left out unless it is said.
        view.excluded ??= NOTHING_EXCLUDED;
        const { retryMs } = troubleOf(error, failures);
        if (retryMs !== null) again.set(retryMs);
        known();
      },
    );
  }

  return {
    look,
    save(change) {
      const before = store.instance()?.settings;
      if (before === undefined) return;
      const back = (kept ??= before);
      const ofStrategy = adopted;
      view.settingsFailure = null;
      apply(change);
      if ((store.instance()?.settings ?? before) === before) return;
      const own = { ...(wanted ?? back), ...change };
      wanted = own;
      adopted = without(adopted, change);
      // A visitor's last as long as the page.
      if (caller.read().phase !== "signed_in") return;
      saving.ask(
        // What it changes is said even where the account is known to have it: a change before it may have been given up on its way.
        (signal) => door.save({ ...differenceOf(back, own), ...change }, signal),
        () => {
          kept = own;
        },
        (error) => {
          log("Error saving builder settings", error);
          view.settingsFailure = `${SETTINGS_FAILED}: ${textOf(error)}`;
          wanted = back;
          adopted = ofStrategy;
          applyAll(back);
          // A change before this one that was given up may have been kept all the same: the server knows.
          fetched = null;
          look();
        },
      );
    },
    adopt,
    adopted: () => adopted,
    dispose() {
      unsubscribe();
      again.clear();
      asking.abort();
      // A change that is on its way is let through: its page is gone, its wish is not.
    },
  };
}

function without(
  settings: Partial<AnalyzerSettings>,
  names: Partial<AnalyzerSettings>,
): Partial<AnalyzerSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !Object.hasOwn(names, name)));
}

/** What is to be changed of what is kept; a change before it that was given up is in it too. */
function differenceOf(kept: AnalyzerSettings, wanted: AnalyzerSettings): Partial<AnalyzerSettings> {
  const names = Object.keys(wanted) as (keyof AnalyzerSettings)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== kept[name]).map((name) => [name, wanted[name]]),
  );
}
