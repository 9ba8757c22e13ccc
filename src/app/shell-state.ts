import { proxy } from "valtio";

/** What floats over the page. */
export const shell = proxy({ pickerOpen: false, keysOpen: false, healthOpen: false });

export function openPicker(): void {
  shell.pickerOpen = true;
}
