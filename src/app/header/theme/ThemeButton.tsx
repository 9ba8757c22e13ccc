import { Moon, Sun, SunMoon } from "lucide-react";
import { useSnapshot } from "valtio";
import { setTheme, type ThemeChoice, themeState } from "../../../components/theme/theme-state.ts";
import css from "../Header.module.css";
import { TEXTS } from "./texts.ts";

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: "light", light: "dark", dark: "system" };

export function ThemeButton() {
  const { choice } = useSnapshot(themeState);
  const Icon = choice === "system" ? SunMoon : choice === "light" ? Sun : Moon;
  const label = TEXTS.button[choice];
  return (
    <button
      type="button"
      className={css.icon}
      aria-label={label}
      title={label}
      onClick={() => setTheme(NEXT[choice])}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
