import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const LAYERS = ["domain", "protocol", "analysis", "wasm", "workers", "src", "server"];

/** What the check of layers says of a tree that has nothing but these texts, as wasm/0.ts, wasm/1.ts and so on. */
function verdicts(texts: readonly string[]): readonly string[] {
  const root = mkdtempSync(path.join(tmpdir(), "layers-"));
  try {
    for (const layer of LAYERS) mkdirSync(path.join(root, layer));
    for (const [i, text] of texts.entries()) writeFileSync(path.join(root, `wasm/${i}.ts`), text);
    const command = [path.resolve("node_modules/tsx/dist/cli.mjs"), path.resolve("scripts/check-layers.ts")];
    const run = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
    return run.stderr.split("\n").filter((line) => line !== "");
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("wasm takes types from domain", () => {
  const texts = [
    `import type { A } from "#domain/a.ts";\nexport type {\n  B,\n} from "#domain/b.ts";\n`,
    `/** A comment. */\nimport type { A } from "#domain/a.ts";\nimport { c } from "#protocol/c.ts";\n`,
  ];
  expect(verdicts(texts)).toEqual([]);
});

test("wasm takes nothing from domain that runs, and is told how to write what it may take", () => {
  const texts = [
    `import { a } from "#domain/a.ts";`,
    `import { type A } from "#domain/a.ts";`,
    `export * from "#domain/a.ts";`,
    `import type { B } from "#protocol/b.ts";\nimport "#domain/a.ts";`,
    `export type B = string;\nexport const a = await import("#domain/a.ts");`,
  ];
  const said = `"#domain/a.ts": wasm may take types alone from domain: write "import type"`;
  expect(verdicts(texts)).toEqual(texts.map((_, i) => `wasm/${i}.ts: ${said}`));
});

test("wasm takes not even types from workers", () => {
  const said = `wasm/0.ts: "#workers/a.ts": wasm may not import workers`;
  expect(verdicts([`import type { A } from "#workers/a.ts";`])).toEqual([said]);
});
