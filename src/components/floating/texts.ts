import { inLanguage } from "../../browser/language.ts";

/** What is read of a floating window's frame. */
export const TEXTS = inLanguage({
  en: {
    handle: (title: string) => `Move ${title}`,
    handleWithSize: (title: string) => `Move or resize ${title}`,
    hint: "Arrow keys move the window",
    hintWithSize: "Arrow keys move the window, with Shift they resize it",
    minimize: "Minimise",
    maximize: "Restore",
    close: "Close",
    at: (x: number, y: number) => `${x} pixels from the left, ${y} from the top`,
    sized: (width: number, height: number) => `${width} by ${height} pixels`,
    edge: "No further",
  },
});
