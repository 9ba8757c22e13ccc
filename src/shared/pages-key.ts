import { isTyping } from "../browser/is-typing.ts";
import { shell } from "./shell-state.ts";

/** What floats over the page has keys of its own, but for windows. */
const WITH_KEYS = ['[role="dialog"]:not([data-window])', '[role="menu"]', '[role="listbox"]'].join();

/** Whether a key pressed anywhere is the page's: no field has it, and nothing that floats over the page. */
export function isPagesKey(event: KeyboardEvent): boolean {
  const { target } = event;
  if (shell.pickerOpen || shell.keysOpen || event.defaultPrevented || isTyping(target)) return false;
  return !(target instanceof Element) || target.closest(WITH_KEYS) === null;
}
