import { proxy } from "valtio";

/** Trades are to be typed, asked for from anywhere in the app: the field of the builder takes the focus when it is there. */
export const quickEntry = proxy<{ isWanted: boolean }>({ isWanted: false });

export function askForQuickEntry(): void {
  quickEntry.isWanted = true;
}
