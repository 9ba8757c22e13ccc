import { useLayoutEffect } from "react";
import { isTyping } from "../browser/is-typing.ts";
import { openPicker, shell, showPerformance } from "../shared/shell-state.ts";

/**
 * On every page: `/` and Ctrl-K search, `?` lists the keys, Ctrl-Alt-P opens and closes the performance
 * panel (rule SHELL-15). They are heard from the moment that the header is on screen.
 */
export function useShellKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { code, key, altKey, target } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      // By its place: with Alt a Mac gives another letter. AltGr counts as Ctrl and Alt, and writes.
      if (code === "KeyP" && altKey && isCommand && !event.getModifierState("AltGraph")) {
        showPerformance(shell.performancePanel === "closed");
      } else if (isCommand && !altKey && key.toLowerCase() === "k") openPicker();
      else if (isCommand || altKey || isTyping(target) || shell.pickerOpen || shell.keysOpen) return;
      else if (key === "/") openPicker();
      else if (key === "?") shell.keysOpen = true;
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
