/** A change that is not made yet: what the strategy would pay after it, beside what it pays now (rule STRAT-39). */

import { ref } from "valtio";
import type { Adjustment } from "#domain/strategy/adjust/adjustment.ts";
import type { Looks } from "./looks/looks.ts";
import type { AnalyzerView } from "./view.ts";

export interface PreviewWanted {
  /** What the strategy after it is called. */
  readonly name: string;
  readonly adjustment: Adjustment;
}

/** @returns takes another change in place of the one before; null ends it */
export function createPreview(
  view: AnalyzerView,
  looks: Pick<Looks, "watch">,
): (wanted: PreviewWanted | null) => void {
  let key = JSON.stringify(null);
  let end = (): void => {};

  return (wanted) => {
    const next = JSON.stringify(wanted);
    if (next === key) return;
    key = next;
    end();
    end = () => {};
    if (wanted === null) {
      view.preview = null;
      return;
    }
    const { name, adjustment } = wanted;
    end = looks.watch(
      { summary: true },
      ({ look }) => {
        const payload = look?.summary ?? null;
        view.preview = payload === null ? null : ref({ name, payload });
      },
      { type: "adjust", adjustment },
    );
  };
}
