import { safeRedirectPath } from "#domain/access/redirects.ts";

/** Query parameters that mean the same on every page (rule SHELL-1). */
interface GlobalParams {
  readonly theme: "light" | "dark" | null;
  /** whose login is offered */
  readonly broker: string | null;
  /** the app or page that embeds us */
  readonly widgetSource: string | null;
  readonly kiteBuild: string | null;
  /** path on this site to be at after a login */
  readonly redirectTo: string | null;
  /** where the visitor came from; goes along with GET /v1/users/me */
  readonly source: string | null;
}

/** Short plain names only: these are kept, and sent along. */
const NAME = /^[\w.-]{1,64}$/;

function name(params: URLSearchParams, key: string): string | null {
  const value = params.get(key);
  return value !== null && NAME.test(value) ? value : null;
}

/** @param search of the address, with its question mark; what it says that makes no sense is not said */
export function readGlobalParams(search: string): GlobalParams {
  const params = new URLSearchParams(search);
  const theme = params.get("theme");
  const redirect = params.get("redirect_to");
  return {
    theme: theme === "light" || theme === "dark" ? theme : null,
    broker: name(params, "broker"),
    widgetSource: name(params, "widget_source"),
    kiteBuild: name(params, "kite_build"),
    redirectTo: redirect === null ? null : safeRedirectPath(redirect),
    source: name(params, "source"),
  };
}

export const UTM = ["campaign", "medium", "source", "content", "term", "id"] as const;

/** The campaign that led here, by its six parameters; null where there is none. */
export function readUtm(search: string): Readonly<Record<string, string>> | null {
  const params = new URLSearchParams(search);
  const found = UTM.flatMap((key) => {
    const value = params.get(`utm_${key}`);
    return value ? [[key, value.slice(0, 256)] as const] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
