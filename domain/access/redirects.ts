/** Where a login ends when nothing better is known. */
export const DEFAULT_PAGE = "/home";

const SIGN_IN = /^\/(?:login|logout)(?:[/?#]|$)/i;
/** A browser resolves these, also when written in percent, and could leave the path for another host's. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/**
 * A redirect path that stays on this site (rule LOGIN-6): a leading double slash or a backslash becomes `/`,
 * a missing leading slash is added, login and logout become the default page. What holds a backslash, a
 * control character or a dot segment anywhere in it becomes `/` too.
 */
export function safeRedirectPath(text: string | null | undefined): string {
  if (text === null || text === undefined || text === "") return DEFAULT_PAGE;
  const path = text.startsWith("/") ? text : `/${text}`;
  if (hasControl(path) || path.includes("\\") || path.startsWith("//")) return "/";
  if (DOT_SEGMENT.test(path)) return "/";
  return SIGN_IN.test(path) ? DEFAULT_PAGE : path;
}
