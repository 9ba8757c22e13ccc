import { PREFIX } from "../../../browser/kept-preferences.ts";
import { loadPart } from "../../../components/load-part.ts";
import { KEPT_AS } from "./chosen.ts";

export const loadSettings = () => loadPart(() => import("./page-settings.ts"));

function isKept(): boolean {
  try {
    return localStorage.getItem(PREFIX + KEPT_AS) !== null;
  } catch {
    return false;
  }
}

// Who has none gets the code after the figures.
if (isKept()) void loadSettings().catch(() => {});
