import type { KeyboardEvent } from "react";
import { stepFrom } from "../../components/virtual-list/list-rows.ts";

/** Options that PageUp and PageDown go by. */
const PAGE = 10;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

interface PaletteKeys {
  /** place of the option that is marked, -1 none */
  readonly active: number;
  readonly count: number;
  goTo(place: number): void;
  /** Enter: the marked option, or the first hit of what is typed. */
  enter(): void;
}

/** Keys of the search field: arrows and pages walk the list, Enter takes. Those of a half-typed character are its own. */
export function usePaletteKeys({ active, count, goTo, enter }: PaletteKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) goTo(stepFrom(active, step, count));
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
  };
}
