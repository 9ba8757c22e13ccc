import { useEffect } from "react";
import { useAnalyzer } from "../../analyzer/use-analyzer.tsx";
import { isTyping } from "../../browser/is-typing.ts";
import { askForQuickEntry } from "../../shared/quick-entry.ts";
import { shell } from "../../shared/shell-state.ts";
import { usePanel } from "./panel-state.ts";

type Step = "undo" | "redo" | null;

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Step {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/** A field whose text is being changed takes its own changes back first. */
const isBeingTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.draft !== undefined;

/** Undo, redo, the list of strikes and the field for trades, from anywhere on the page. */
export function useBuilderKeys(): void {
  const { dispatch } = useAnalyzer();
  const panel = usePanel();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (shell.pickerOpen || shell.keysOpen || event.defaultPrevented) return;
      const step = stepOf(event);
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (step !== null) {
        if (isBeingTyped(target)) return;
        dispatch({ type: step });
      } else if (key.toLowerCase() === "a" && !ctrlKey && !metaKey && !altKey && !isTyping(target)) {
        panel.isPickerOpen = true;
      } else if (key === ":" && !ctrlKey && !metaKey && !isTyping(target)) {
        askForQuickEntry();
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [dispatch, panel]);
}
