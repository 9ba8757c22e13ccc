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

export function newVisitor(api: Pick<ApiHarness, "call" | "origin">): Visitor {
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
      let now = options;
      for (let hop = 0; hop < 10; hop++) {
        const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", accept: "text/html" };
        const answer = await send(url.pathname + url.search, own, now);
        const location = answer.headers.location;
        if (location === undefined) return { url, answer };
        url = new URL(location, url);
        // Only 307 and 308 repeat what was posted.
        if (answer.status < 307) now = {};
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

export interface Choices {
  /** one of the sandbox's accounts; its first by default */
  readonly account?: string;
  readonly outcome?: string;
  readonly decision?: "allow" | "deny";
  readonly target?: string;
}

const field = (name: string, text: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "";

async function submit(visitor: Visitor, path: string, form: Record<string, string>) {
  return visitor.open(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
}

/** Through the pages of a sandbox broker, from its login page on. @returns the address the broker sends the browser back to */
export async function throughPages(
  visitor: Visitor,
  first: { path: string; form?: Record<string, string> },
  { account, outcome = "ok", decision = "allow" }: Choices = {},
): Promise<URL> {
  const { path: start, form } = first;
  const { url, answer } = await (form === undefined ? visitor.open(start) : submit(visitor, start, form));
  const page = answer.body.toString();
  const base = /action="([^"]+)\/login\/account"/.exec(page)?.[1];
  if (base === undefined) throw new Error(`no login page at ${url}: ${answer.status} ${page.slice(0, 300)}`);
  const flow = field("flow", page);
  await submit(visitor, `${base}/login/account`, {
    flow,
    account: account ?? field("account", page),
    outcome,
  });
  return (await submit(visitor, `${base}/login/consent`, { flow, decision })).url;
}

/** What the page at that address hands to the server. */
export function returned(url: URL): { token: string; state: string | null } {
  const { searchParams: query } = url;
  const angel = ["auth_token", "feed_token", "refresh_token"].map((name) => query.get(name));
  const token = query.get("request_token") ?? query.get("code") ?? query.get("apisession") ?? angel.join(",");
  return { token, state: query.get("state") };
}

export type Slug = "kite" | "upstox" | "angel_broking" | "icici" | "google";

/** The way out and back; what the page of ours then holds. */
export async function toBroker(visitor: Visitor, slug: Slug, choices: Choices = {}) {
  const query = new URLSearchParams({ redirect_target: choices.target ?? "/home" });
  if (slug === "google") return { token: await googleToken(visitor, choices.account), state: null };
  if (slug !== "icici") {
    const start = `/v1/${slug}_login?${query}`;
    return returned(await throughPages(visitor, { path: start }, choices));
  }
  const payload = (await visitor.fetch(`/v1/icici_login_payload?${query}`)).json<Record<string, string>>();
  const { login_url: path = "", ...form } = payload;
  return returned(await throughPages(visitor, { path, form }, choices));
}

/** The id_token that the window of Google's button yields. */
export async function googleToken(visitor: Visitor, account = "100000000000000000001", fault = "none") {
  const config = (await visitor.fetch("/v1/login_config")).json<{ google: Record<string, string> }>();
  const { client_id = "", nonce = "" } = config.google;
  const form = { client_id, nonce, account, fault };
  const { answer } = await submit(visitor, "/sandbox/google/gsi/select", form);
  return /data-credential="([^"]+)"/.exec(answer.body.toString())?.[1] ?? "";
}

const FINISH = {
  kite: "/v1/redirect_token",
  upstox: "/v1/upstox_login_redirect",
} as const;

/** Hands the server what the broker gave the browser, by the provider's own call. */
export async function finish(
  visitor: Visitor,
  slug: Slug,
  { token, state }: { token: string; state: string | null },
  options: FetchOptions = {},
): Promise<Answer> {
  if (slug === "google") {
    const body = { id_token: token };
    return visitor.fetch("/v1/login_with_fedcm_google", { method: "POST", body, ...options });
  }
  if (slug === "icici") {
    const body = { request_token: token };
    return visitor.fetch("/v1/icici_validate_login", { method: "POST", body, ...options });
  }
  const given = { request_token: token, ...(state === null ? {} : { state }) };
  if (slug === "angel_broking") {
    return visitor.fetch("/v1/angel_broking_login_redirect", { method: "POST", body: given, ...options });
  }
  const query = new URLSearchParams(given);
  return visitor.fetch(`${FINISH[slug]}?${query}`, options);
}

/** Signs in with an account of the sandbox, through all of its pages. */
export async function signIn(visitor: Visitor, slug: Slug, choices: Choices = {}): Promise<Answer> {
  return finish(visitor, slug, await toBroker(visitor, slug, choices));
}
