import { proxy } from "valtio";
import { readPreference, writePreference } from "../../../browser/kept-preferences.ts";

const NAME = "tab-title";

/** Whether the browser's tab is to tell price and change of its chain, seen or not: a choice of this browser. */
export const tabTitle = proxy({
  isPriced: readPreference(NAME, ["price", "name"] as const, "name") === "price",
});

export function setTabTitle(isPriced: boolean): void {
  tabTitle.isPriced = isPriced;
  writePreference(NAME, isPriced ? "price" : "name");
}
