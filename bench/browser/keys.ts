import type { Tab } from "./tab.ts";

/** Presses a key and lets it go. @param code its number, as browsers have it */
export async function key(tab: Tab, name: string, code: number): Promise<void> {
  const event = { key: name, code: name, windowsVirtualKeyCode: code };
  await tab.session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
  await tab.session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}
