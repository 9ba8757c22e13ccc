/** A record of answers: a text file that a diff of two versions is read from. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Answer, ApiHarness } from "../http/api-server.ts";
import { masked, shortened, type Written, writtenAnswer } from "./written-answer.ts";

const FOLDER = path.resolve("tests/fixtures/answers");
/** Writes what is answered now instead of comparing it. */
export const isRecording = process.env.RECORD_ANSWERS === "1";
const MOST_REQUEST = 200;
/** Between two answers of a file; a request holds none, since a line of it is one line here. */
const BETWEEN = "\n\n=== ";

export interface AnswerRecord {
  /** The same harness, each answer of which is written down, under the name of who asks. */
  as(who: string): ApiHarness;
  note(who: string, sent: { method: string; path: string; body?: string | Buffer }, answer: Answer): void;
  /** Whole, as it stands in the file. */
  text(): string;
}

/** Letters of all the world are written by their codes: a diff must not take the file for a binary one. */
const printable = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Headers that most answers have are said once: an answer says those in which it differs. */
function headerLines({ headers }: Written, usual: ReadonlyMap<string, string>): string[] {
  const own = [...headers].filter(([name, value]) => usual.get(name) !== value);
  const missing = [...usual.keys()].filter((name) => !headers.has(name));
  return [
    ...own.map(([name, value]) => `${name}: ${value}`),
    ...missing.map((name) => `${name} is not sent`),
  ];
}

/**
 * @param mostBody characters of a body that are written out
 * @param before each request, such as letting time pass
 */
export function createAnswerRecord(
  api: ApiHarness,
  mostBody: number,
  before: () => void = () => {},
): AnswerRecord {
  const entries: string[] = [];
  let usual: ReadonlyMap<string, string> | null = null;

  const record: AnswerRecord = {
    as: (who) => ({
      ...api,
      async call(target, options = {}) {
        before();
        const answer = await api.call(target, options);
        const { method = "GET", body } = options;
        record.note(who, { method, path: target, ...(body === undefined ? {} : { body }) }, answer);
        return answer;
      },
    }),
    note(who, sent, answer) {
      const written = writtenAnswer(sent.path.replace(/\?.*/s, ""), answer, api.port, mostBody);
      if (usual === null) {
        usual = written.headers;
        entries.push(`usual headers\n${[...usual].map((pair) => pair.join(": ")).join("\n")}`);
      }
      const body = masked(String(sent.body ?? ""), api.port);
      const asked = `${who}: ${sent.method} ${masked(sent.path, api.port)}`;
      entries.push(
        [
          shortened(asked, 2 * MOST_REQUEST),
          ...(body === "" ? [] : [`> ${printable(JSON.stringify(shortened(body, MOST_REQUEST)))}`]),
          String(written.status),
          ...headerLines(written, usual),
          ...(written.body === "" ? [] : ["", written.body]),
        ].join("\n"),
      );
    },
    text: () => `=== ${entries.join(BETWEEN)}\n`,
  };
  return record;
}

export interface Difference {
  readonly recorded: string;
  readonly now: string;
}

/**
 * Compares a text with the one that is kept under a name, or keeps it when answers are being recorded.
 * @returns the first parts that differ; none when all are as they were
 */
export function differences(name: string, text: string): Difference[] {
  const file = path.join(FOLDER, `${name}.txt`);
  if (isRecording) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, text);
  }
  const kept = readFileSync(file, "utf8").split(BETWEEN);
  const now = text.split(BETWEEN);
  const found: Difference[] = [];
  for (let i = 0; i < Math.max(kept.length, now.length) && found.length < 5; i++) {
    if (kept[i] !== now[i]) found.push({ recorded: kept[i] ?? "<none>", now: now[i] ?? "<none>" });
  }
  return found;
}
