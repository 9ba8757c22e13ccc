import { subscribe } from "valtio";
import { searchFor, shell } from "./shell-state.ts";

/** Takes an instrument that was picked, by its tradingsymbol. */
type TakeInstrument = (symbol: string) => void;

/** Where an instrument goes that is picked in the search; null: where the page says. */
export const instrumentTarget: { take: TakeInstrument | null } = { take: null };

/** Opens the search for this one choice. @param text that it begins with */
export function pickInstrument(take: TakeInstrument, text = ""): void {
  instrumentTarget.take = take;
  searchFor(text);
  const stop = subscribe(shell, () => {
    if (shell.pickerOpen) return;
    stop();
    // Told a moment after it closed: what was picked has been taken by then.
    if (instrumentTarget.take === take) instrumentTarget.take = null;
  });
}
