/** A browser as far as HTTP goes: a cookie jar, and the headers that browsers send of themselves. */
import type { Answer, ApiHarness } from "./api-server.ts";

export interface Visitor {
  readonly cookies: Map<string, string>;
  readonly deviceId: string;
  /** Fetched by a page of ours. */
  fetch(path: string, options?: FetchOptions): Promise<Answer>;
  /** Opened as a page; redirects are followed within the site. @returns the address it ended at, and the answers */
  open(path: string, options?: FetchOptions): Promise<{ url: URL; answer: Answer }>;
}

export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** JSON, unless it is a string */
  readonly body?: unknown;
}

let devices = 0;

export function newVisitor(api: ApiHarness): Visitor {
  const cookies = new Map<string, string>();
  const deviceId = `device-${String(devices++).padStart(6, "0")}`;

  async function send(path: string, own: Record<string, string>, options: FetchOptions): Promise<Answer> {
    const { method = "GET", headers = {}, body } = options;
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await api.call(path, {
      method,
      headers: {
        ...own,
        ...(jar === "" ? {} : { cookie: jar }),
        ...(method === "GET" ? {} : { origin: api.origin }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  return {
    cookies,
    deviceId,
    fetch: (path, options = {}) =>
      send(
        path,
        { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "x-device-id": deviceId },
        options,
      ),
    async open(path, options = {}) {
      let url = new URL(path, api.origin);
      for (let hop = 0; hop < 10; hop++) {
        const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", accept: "text/html" };
        const answer = await send(url.pathname + url.search, own, options);
        const location = answer.headers.location;
        if (location === undefined) return { url, answer };
        url = new URL(location, url);
        if (url.origin !== api.origin) return { url, answer };
      }
      throw new Error(`too many redirects from ${path}`);
    },
  };
}

/** One click into a fresh Zerodha account of the sandbox, as the login panel offers it. */
export async function signInFresh(visitor: Visitor, target = "/home"): Promise<Answer> {
  const query = new URLSearchParams({ sandbox_account: "new", redirect_target: target });
  const { url } = await visitor.open(`/v1/kite_login?${query}`);
  return visitor.fetch(`/v1/redirect_token?${url.searchParams}`);
}
