/**
 * Title of the panel (rule LOGIN-4).
 * @param returnPath where somebody wanted to be; null when nobody said
 * @param path path of the page that is open
 */
export function loginTitle(returnPath: string | null, path: string): string {
  return returnPath !== null || path !== "/login" ? "Login to Continue" : "Login with your broker";
}
