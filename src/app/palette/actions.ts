import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { setPalette, setTheme } from "../../components/theme/theme-state.ts";
import { openLogin } from "../../session/login-panel.ts";
import { askForQuickEntry } from "../../shared/quick-entry.ts";
import { shell, showPerformance } from "../../shared/shell-state.ts";
import { TEXTS } from "./texts.ts";

/** Something to do, found by the words of its label. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** Page that it is done on; any where it is left out. */
  readonly path?: string;
  readonly run: () => void;
}

export const LOGIN = "login";

const { actions: LABELS } = TEXTS;

export const ACTIONS: readonly Action[] = [
  { id: "dark", label: LABELS.dark, run: () => setTheme("dark") },
  { id: "light", label: LABELS.light, run: () => setTheme("light") },
  { id: "system", label: LABELS.system, run: () => setTheme("system") },
  { id: "blue-orange", label: LABELS["blue-orange"], run: () => setPalette("blue-orange") },
  { id: "green-red", label: LABELS["green-red"], run: () => setPalette("green-red") },
  {
    id: "keys",
    label: LABELS.keys,
    run: () => {
      shell.keysOpen = true;
    },
  },
  {
    id: "quick-entry",
    label: LABELS["quick-entry"],
    path: PAGE_PATHS.builder,
    run: askForQuickEntry,
  },
  { id: "performance", label: LABELS.performance, run: () => showPerformance(true) },
  { id: LOGIN, label: LABELS.login, run: () => openLogin() },
];
