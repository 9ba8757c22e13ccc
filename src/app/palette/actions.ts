import { setPalette, setTheme } from "../../components/theme/theme-state.ts";
import { openLogin } from "../../session/login-panel.ts";
import { shell, showPerformance } from "../../shared/shell-state.ts";

/** Something to do, found by the words of its label. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

export const LOGIN = "login";

export const ACTIONS: readonly Action[] = [
  { id: "dark", label: "Dark theme", run: () => setTheme("dark") },
  { id: "light", label: "Light theme", run: () => setTheme("light") },
  { id: "system", label: "Theme follows the system", run: () => setTheme("system") },
  {
    id: "blue-orange",
    label: "Colours for the colour-blind: blue and orange",
    run: () => setPalette("blue-orange"),
  },
  { id: "green-red", label: "Colours of the market: green and red", run: () => setPalette("green-red") },
  {
    id: "keys",
    label: "Keyboard shortcuts",
    run: () => {
      shell.keysOpen = true;
    },
  },
  { id: "performance", label: "Performance panel", run: () => showPerformance(true) },
  { id: LOGIN, label: "Login", run: () => openLogin() },
];
