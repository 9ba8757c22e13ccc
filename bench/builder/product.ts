/** The built page of the strategy builder, driven as a trader drives it. */
import type { Chromium } from "../browser/chromium.ts";
import type { Tab, TabOptions } from "../browser/tab.ts";
import { TARGET } from "./drag.ts";

export const IRON_CONDOR = "iron condor";
export const TEN_LEGS = [
  ...[1, 2, 3, 4, 5].map((n) => `sell atm+${n} ce`),
  ...[1, 2, 3, 4, 5].map((n) => `sell atm-${n} pe`),
].join(", ");

export const builderUrl = (origin: string): string =>
  `${origin}/option-strategy-builder?instrument_symbol=NIFTY`;

const FIELD = '[data-testid="quick-entry"]';
/** The payoff is drawn, of figures that are there. */
export const IS_DRAWN = `document.querySelector('${TARGET}')?.getAttribute("aria-valuenow") > 0`;

async function press(tab: Tab, key: string, code: number): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: code };
  await tab.session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
  await tab.session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}

/** Types trades into the quick entry and waits for their payoff. */
export async function enter(tab: Tab, text: string): Promise<void> {
  await tab.until(`document.querySelector('${FIELD}') !== null`, 60_000);
  await tab.evaluate(`document.querySelector('${FIELD}').focus()`);
  await tab.session.send("Input.insertText", { text });
  const isRead = `document.querySelector('[data-testid="quick-preview"] li') && !document.querySelector('[data-bad]')`;
  await tab.until(isRead, 30_000);
  await press(tab, "Enter", 13);
  await tab.until(IS_DRAWN, 30_000);
}

/** A tab with these legs, live and at rest. */
export async function openBuilder(
  browser: Chromium,
  origin: string,
  text: string,
  options: TabOptions = {},
): Promise<Tab> {
  const tab = await browser.open(builderUrl(origin), { visible: true, ...options });
  await enter(tab, text);
  await rest();
  return tab;
}

/** What comes a moment after the first figures, such as the server's summary and the charts' data, is over by then. */
export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4000));

/** The strategy as the tab keeps it for a reload, to begin another tab with. */
export async function draftOf(tab: Tab): Promise<string> {
  // It is written a moment after a change.
  await tab.until(`Object.keys(sessionStorage).some((key) => key.includes("analyzer"))`);
  const kept = await tab.evaluate<string>("JSON.stringify(Object.entries(sessionStorage))");
  return `for (const [key, value] of ${kept}) if (key.includes("analyzer")) sessionStorage.setItem(key, value);`;
}
