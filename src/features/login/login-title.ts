import { TEXTS } from "./texts.ts";

/**
 * Title of the panel (rule LOGIN-4).
 * @param returnPath path that the visitor wanted; null when none is known
 * @param path path of the page that is open
 */
export function loginTitle(returnPath: string | null, path: string): string {
  return returnPath !== null || path !== "/login" ? TEXTS.title.continue : TEXTS.title.broker;
}
