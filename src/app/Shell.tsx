import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Moon, Search, Sun, SunMoon } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useSnapshot } from "valtio";
import { setTheme, type ThemeChoice, themeState } from "../components/theme/theme-state.ts";
import { HealthDot } from "./HealthDot.tsx";
import { SessionLayer } from "./SessionLayer.tsx";
import css from "./Shell.module.css";
import { openPicker, shell } from "./shell-state.ts";
import { useShellKeys } from "./use-shell-keys.ts";

const KeysDialog = lazy(() => import("./KeysDialog.tsx").then((m) => ({ default: m.KeysDialog })));

const PerformancePanel = lazy(() =>
  import("../features/performance/PerformancePanel.tsx").then((m) => ({ default: m.PerformancePanel })),
);

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: "light", light: "dark", dark: "system" };
const THEME_NAME: Record<ThemeChoice, string> = {
  system: "follows the system",
  light: "light",
  dark: "dark",
};

function ThemeButton() {
  const { choice } = useSnapshot(themeState);
  const Icon = choice === "system" ? SunMoon : choice === "light" ? Sun : Moon;
  const label = `Theme ${THEME_NAME[choice]}; change to ${NEXT[choice]}`;
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

export function Shell() {
  const { keysOpen, performancePanel } = useSnapshot(shell);
  const address = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  useShellKeys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every address is a visit
  useEffect(() => {
    void import("./page-visit.ts").then(({ showMeta }) => showMeta(window.location));
  }, [address]);
  return (
    <div className={css.shell}>
      <header className={css.bar}>
        <Link to="/" className={css.brand}>
          <img src="/icon.svg" width={20} height={20} alt="" />
          Strikewise
        </Link>
        <nav className={css.nav} aria-label="Main">
          <Link to="/option-chain" search={(old) => old} className={css.link}>
            Option chain
          </Link>
        </nav>
        <button
          type="button"
          className={css.search}
          aria-label="Search instruments"
          aria-keyshortcuts="/ Control+K"
          onClick={openPicker}
        >
          <Search size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className={css.searchText}>Search instruments</span>
          <kbd>Ctrl K</kbd>
        </button>
        <HealthDot />
        <ThemeButton />
      </header>
      <SessionLayer />
      <Outlet />
      {keysOpen ? (
        <Suspense fallback={null}>
          <KeysDialog />
        </Suspense>
      ) : null}
      {performancePanel !== "closed" ? (
        <Suspense fallback={null}>
          <PerformancePanel />
        </Suspense>
      ) : null}
    </div>
  );
}
