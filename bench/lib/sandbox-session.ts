/** One click into a fresh sandbox Zerodha account, as the login panel offers it, without a browser. */

/** Storage opens after the market does. */
const OPEN_MS = 60_000;
const MOST_HOPS = 10;
const RETURN_PAGE = "/kite_login_redirect";
const SESSION = "__Host-sid";

type Jar = Map<string, string>;

function take(jar: Jar, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
}

async function call(url: URL, jar: Jar, mode: "navigate" | "cors"): Promise<Response> {
  const response = await fetch(url, {
    redirect: "manual",
    headers: {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": mode,
    },
  });
  take(jar, response);
  return response;
}

async function untilOpen(origin: string): Promise<void> {
  const end = Date.now() + OPEN_MS;
  const isOpen = async () => (await fetch(`${origin}/v1/login_config`)).ok;
  while (!(await isOpen().catch(() => false))) {
    if (Date.now() > end) throw new Error(`nobody can sign in at ${origin} within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** @returns value of the session's cookie */
export async function signInToSandbox(origin: string): Promise<string> {
  await untilOpen(origin);
  const jar: Jar = new Map();
  let url = new URL("/v1/kite_login?sandbox_account=new&redirect_target=/home", origin);
  for (let hop = 0; url.pathname !== RETURN_PAGE; hop++) {
    const response = await call(url, jar, "navigate");
    const next = response.headers.get("location");
    if (next === null || hop >= MOST_HOPS) {
      throw new Error(`the sandbox login stopped at ${url.pathname}: ${response.status}`);
    }
    // A public origin in front of the server (a proxy) is passed by.
    const to = new URL(next, url);
    url = new URL(to.pathname + to.search, origin);
  }
  const response = await call(new URL(`/v1/redirect_token${url.search}`, origin), jar, "cors");
  const session = jar.get(SESSION);
  if (!response.ok || session === undefined) {
    throw new Error(`the sandbox login failed: ${response.status} ${await response.text()}`);
  }
  return session;
}

/** The cookie as browsers' debuggers take it; a cookie of a host is one of all its ports. */
export function sessionCookie(origin: string, value: string) {
  const { hostname: domain } = new URL(origin);
  return {
    name: SESSION,
    value,
    domain,
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax" as const,
  };
}
