import { useEffect } from "react";
import { shell, showPerformance } from "./shell-state.ts";

/** Ctrl-Alt-P (or with the command key) opens and closes the performance panel, on every page. */
export function useShellKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // By its place: with Alt a Mac gives another letter. AltGr counts as Ctrl and Alt, and writes.
      if (event.code !== "KeyP" || !event.altKey || !(event.ctrlKey || event.metaKey)) return;
      if (event.getModifierState("AltGraph")) return;
      event.preventDefault();
      showPerformance(shell.performancePanel === "closed");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
