import type { KeyboardEvent } from "react";
import { BUTTONS, type PickerPlace } from "./PickerRow.tsx";

const PAGE = 10;

interface Options {
  readonly place: PickerPlace;
  readonly rows: number;
  readonly goTo: (place: PickerPlace) => void;
  /** Column of the button that is meant. */
  readonly press: (row: number, column: number) => void;
}

export function stepOf(key: string, { row, column }: PickerPlace, rows: number): PickerPlace | null {
  switch (key) {
    case "ArrowUp":
      return { row: row - 1, column };
    case "ArrowDown":
      return { row: row + 1, column };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "PageUp":
      return { row: row - PAGE, column };
    case "PageDown":
      return { row: row + PAGE, column };
    case "Home":
      return { row: 0, column };
    case "End":
      return { row: rows - 1, column };
    default:
      return null;
  }
}

/** Arrows and pages walk the list; B buys and S sells on the side that they are on. */
export function usePickerKeys({ place, rows, goTo, press }: Options) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || rows === 0) return;
    const to = stepOf(event.key, place, rows);
    const key = event.key.toLowerCase();
    if (to !== null) {
      goTo({
        row: Math.max(0, Math.min(rows - 1, to.row)),
        column: Math.max(0, Math.min(BUTTONS.length - 1, to.column)),
      });
    } else if (key === "b" || key === "s") press(place.row, (place.column & 2) | (key === "s" ? 1 : 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
