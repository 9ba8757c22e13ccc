import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiHarness, startApi } from "../support/http/api-server.ts";
import { freshStore } from "../support/store/store.ts";

const PAGE = new URL("../../docs/compute.md", import.meta.url);

interface Example {
  readonly title: string;
  readonly script: string;
  /** what is said to come back, values aside */
  readonly answer: unknown;
}

/** Every block of shell with the JSON below it. */
function examplesOf(page: string): Example[] {
  return page.split(/^## /m).flatMap((section) => {
    const title = section.slice(0, section.indexOf("\n"));
    const script = /```sh\n([\s\S]*?)```/.exec(section)?.[1];
    const answer = /```json\n([\s\S]*?)```/.exec(section)?.[1];
    return script === undefined ? [] : [{ title, script, answer: JSON.parse(answer ?? "null") }];
  });
}

/** Members with the kinds of their values; of lists the first entry speaks. */
function shapeOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(like)) return Array.isArray(value) ? [shapeOf(value[0], like[0])] : typeof value;
  if (typeof like !== "object" || like === null) return typeof value;
  const members = (value ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(like).map(([name, inner]) => [name, shapeOf(members[name], inner)]),
  );
}

async function bash(
  script: string,
  env: Record<string, string>,
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn("bash", ["-c", script], { env: { ...process.env, ...env } });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi({ store: await freshStore() });
});
afterAll(() => api.stop());

describe("docs/compute.md", () => {
  const examples = examplesOf(readFileSync(PAGE, "utf8"));

  it("has its examples", () => {
    expect(examples.map(({ title }) => title)).toEqual([
      "Sign in",
      "Prices of a chain",
      "A strategy",
      "Its margin",
      "What it costs",
      "Bars of an instrument",
      "What chains said",
      "Premiums",
    ]);
  });

  it("does what it says, example by example, in one shell", async () => {
    const divider = "== next example ==";
    const script = ["set -euo pipefail", ...examples.map((each) => each.script)].join(
      `\necho; echo "${divider}"\n`,
    );
    const { code, out, err } = await bash(script, { HOST: api.origin });
    expect([code, err]).toEqual([0, ""]);
    const answers = out.split(divider).slice(1);
    expect(answers).toHaveLength(examples.length);
    for (const [i, { title, answer }] of examples.entries()) {
      const came = JSON.parse(answers[i]!);
      expect([title, shapeOf(came, answer)]).toEqual([title, shapeOf(answer, answer)]);
    }
  });
});
