/** An answer as text that is the same in every run: what chance and the machine decide is masked. */
import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { MARKET_TIME_HEADER } from "#protocol/http/metacache.ts";
import type { Answer } from "../http/api-server.ts";

/** Said by Node or by the connection, or of a file's date and length. */
const NOT_OURS = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "last-modified",
  "transfer-encoding",
]);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Of a file: its size and when it was written. */
const FILE_ETAG = /W\/"[0-9a-f]+-[0-9a-f]+"/g;
/** Drawn letters: long, and capitals and small ones mixed. Words of a page that look so are masked too. */
const DRAWN = /[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]{20,})*/g;
const isDrawn = (text: string): boolean =>
  (/[A-Z]/.test(text) && /[a-z]/.test(text)) || /^[0-9a-f]{32,}$/.test(text);
/** ICICI Direct's, too short to be told from a word. */
const API_SESSION = /((?:apisession|API_Session)=|"request_token":")[A-Za-z0-9]{16}(?![A-Za-z0-9_-])/g;
/** Accounts that the sandbox makes up for one visit. */
const FRESH = /\bSF[A-Z0-9]{8}\b|\b2\d{20}\b|(?<=Sandbox Trader )\w{4}\b/gi;

export function masked(text: string, port: number): string {
  return text
    .replace(new RegExp(`(?<=127\\.0\\.0\\.1(?::|%3A))${port}\\b`, "g"), "<port>")
    .replace(UUID, "<uuid>")
    .replace(FILE_ETAG, "<file>")
    .replace(API_SESSION, "$1<drawn>")
    .replace(DRAWN, (found) => (isDrawn(found) ? "<drawn>" : found))
    .replace(FRESH, "<fresh>");
}

/** Members of an answer may come in any order; theirs is put straight. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** A text of more than `most` characters is its beginning, its length and its digest. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, 300)} … ${text.length} characters, sha256 ${digest(text)}`;
}

function decoded({ headers, body }: Answer): string {
  if (body.length === 0) return "";
  if (headers["content-encoding"] === "br" && !body.toString().startsWith("brotli bytes"))
    return brotliDecompressSync(body).toString();
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The description of the API, a line a route: it is long, and one line says where it has changed. */
function documented(text: string): string {
  const { paths, ...rest } = JSON.parse(text) as Documented;
  const line = (what: string, value: unknown) => `${what} ${digest(JSON.stringify(sorted(value)))}`;
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => line(`${method} ${path}`, value)),
  );
  return [...lines.sort(), line("all else", rest)].join("\n");
}

/** Names of the figures alone: values are of the machine, and so are the process's own. */
function metricNames(text: string): string {
  const names = [...text.matchAll(/^# TYPE (\S+ \S+)$/gm)].map(([, name = ""]) => name);
  return names
    .filter((name) => !/^strikewise_(process|nodejs)_/.test(name))
    .sort()
    .join("\n");
}

function bodyText(path: string, answer: Answer, port: number, most: number): string {
  const text = decoded(answer);
  if (answer.status === 200 && text !== "") {
    if (path === "/docs/json") return documented(text);
    if (path === "/docs/yaml") return "<as /docs/json>";
    if (path === "/metrics") return metricNames(text);
  }
  const isJson = (answer.headers["content-type"] ?? "").includes("json");
  const straight = isJson && text !== "" ? JSON.stringify(sorted(JSON.parse(text))) : text;
  return shortened(masked(straight, port), most);
}

export interface Written {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * @param path of the request, without its query
 * @param most characters of the body that are written out
 */
export function writtenAnswer(path: string, answer: Answer, port: number, most: number): Written {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(answer.headers).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (NOT_OURS.has(name) || value === undefined) continue;
    const text = [value].flat().join("\n  ");
    // The value of a cookie is a secret that was drawn, short or long.
    const plain = name === "set-cookie" ? text.replace(/^( *[^=\s]+=)[^;]+/gm, "$1<value>") : text;
    // It goes on while the tests run.
    headers.set(name, name === MARKET_TIME_HEADER ? "<market time>" : masked(plain, port));
  }
  return { status: answer.status, headers, body: bodyText(path, answer, port, most) };
}
