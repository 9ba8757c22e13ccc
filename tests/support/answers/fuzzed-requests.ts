/** Requests that no client of ours would send, to every route there is. */
import fc from "fast-check";
import type { Answer, ApiHarness } from "../http/api-server.ts";

/** A route, by its path as the router spells it. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every route there is, hidden ones too, out of the router's own tree. */
export function routesOf(app: ApiHarness["app"]): Route[] {
  const known: Route[] = [];
  const trail: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^((?:[│ ] {3})*)(?:├── |└── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = "", part = "", methods] = match;
    const depth = indent.length / 4;
    trail.length = depth;
    trail[depth] = part;
    const path = trail.join("");
    for (const method of methods?.split(", ") ?? []) known.push({ method, path });
  }
  return known;
}

const scalar = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "..",
    "%00",
    "'",
    '"',
    "1",
    "-1",
    "1e308",
    "NaN",
    "null",
    "__proto__",
    "constructor",
    "NIFTY",
  ),
  fc.constantFrom(
    "a".repeat(600),
    "é",
    "\u202e",
    "{{7*7}}",
    "<script>",
    "' or 1=1 --",
    "../../etc/passwd",
    "\r\nx: y",
  ),
  fc.constantFrom("00000000-0000-4000-8000-000000000000", "free", "pro_1month", "sandboxkite", "SBX001"),
);
const NAMES = [
  "request_token",
  "id_token",
  "state",
  "redirect_target",
  "selected_plan",
  "auto_renew_enabled",
  "reminder_acknowledged",
  "source",
  "i",
  "underlying",
  "tradingsymbol",
  "trading_symbols",
  "client_id",
  "nonce",
  "api_key",
  "v",
  "flow",
  "account",
  "outcome",
  "decision",
  "before",
  "action",
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 12 }));
const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .dictionary(name, fc.oneof(scalar, fc.boolean(), fc.integer(), fc.constant(null), fc.array(scalar)))
    .map((value) => JSON.stringify(value)),
  fc.array(fc.tuple(name, scalar)).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.constantFrom("", "{", "[]", '{"__proto__":{"x":1}}', `{"a":${"[".repeat(5_000)}`),
);
const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "application/json; charset=x",
  "",
];
/** What HTTP itself can carry in a header. */
const visible = (text: string): string => text.replace(/[^\x20-\x7e]/g, "").trim();
const headers = fc.record(
  {
    "x-device-id": scalar.map(visible),
    "x-session-reference": scalar.map(visible),
    "x-auth-token": scalar.map(visible),
    authorization: scalar.map(visible),
    accept: fc.constantFrom("text/html", "*/*", "application/json"),
    "accept-encoding": fc.constantFrom("br", "gzip", "x;q=2"),
    "if-none-match": scalar.map(visible),
    "sec-fetch-mode": fc.constantFrom("navigate", "cors"),
    "x-kite-version": fc.constant("3"),
  },
  { requiredKeys: [] },
);

export interface FuzzedRequest {
  readonly route: Route;
  /** for the parameters of the path */
  readonly parts: readonly string[];
  readonly query: readonly (readonly [string, string])[];
  readonly body: string;
  readonly type: string;
  readonly headers: Readonly<Partial<Record<string, string>>>;
  /** which of three visitors asks */
  readonly who: number;
  /** a POST, whatever the route's own method is */
  readonly other: boolean;
}

export function fuzzedRequest(routes: readonly Route[]): fc.Arbitrary<FuzzedRequest> {
  return fc.record({
    route: fc.constantFrom(...routes),
    parts: fc.array(scalar, { minLength: 4, maxLength: 4 }),
    query: fc.array(fc.tuple(name, scalar), { maxLength: 4 }),
    body,
    type: fc.constantFrom(...TYPES),
    headers,
    who: fc.integer({ min: 0, max: 2 }),
    other: fc.boolean(),
  });
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What goes over the wire, in the name of whose cookies these are. */
export function asSent(one: FuzzedRequest, cookies: ReadonlyMap<string, string>): SentRequest {
  let n = 0;
  const path = one.route.path.replace(/:\w+|\*/g, () =>
    encodeURIComponent(visible(one.parts[n++ % 4]!) || "x"),
  );
  const query = new URLSearchParams(one.query.map(([key, value]) => [key, value])).toString();
  const method = one.other ? "POST" : one.route.method;
  const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
  const jar = [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join("; ");
  return {
    method,
    path: query === "" ? path : `${path}?${query}`,
    headers: {
      ...(one.headers as Record<string, string>),
      ...(jar === "" ? {} : { cookie: jar }),
      ...(hasBody && one.type !== "" ? { "content-type": one.type } : {}),
      // Node's client would send the body of a DELETE without saying how long it is: a second, broken request.
      ...(hasBody ? { "content-length": String(Buffer.byteLength(one.body)) } : {}),
    },
    ...(hasBody ? { body: one.body } : {}),
  };
}

/** Longer than any answer takes; what is not there by then hangs. */
const HANG_MS = 10_000;

/** @throws Error of a request that gets no answer */
export async function answerTo(api: Pick<ApiHarness, "call">, sent: SentRequest): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(sent)}`)), HANG_MS);
  });
  return Promise.race([api.call(sent.path, sent), hang]).finally(() => clearTimeout(timer));
}
