import { beforeEach, expect, it } from "vitest";
import { linesIn } from "#server/platform/lib/lines.ts";
import { createBackupWriter, readBackup } from "#server/platform/store/transfer/backup-format.ts";

function wholeBackup(): string {
  const writer = createBackupWriter();
  const types = ["bigint", "text"];
  return [
    writer.line({ strikewise: "backup", version: 1, at: 1, steps: [{ name: "0000_one", hash: "a" }] }),
    writer.line({ table: "people", columns: ["id", "name"], types }),
    writer.line(["1", "Asha"]),
    writer.line(["2", null]),
    writer.line({ table: "plans", columns: ["id", "plan"], types }),
    writer.line(["7", "trial"]),
    writer.line({ table: "people", column: "id", last: "2", called: true }),
    writer.end(3),
  ].join("");
}

/** What a reader was given. */
let given: unknown[];
beforeEach(() => {
  given = [];
});
const take = async (value: unknown) => void given.push(value);
const reader = { head: take, heading: take, row: take, sequence: take };

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const read = (text: string) => readBackup(linesIn(chunksOf(text)), reader);
const refused = (text: string, what: string) =>
  expect(read(text), what).rejects.toMatchObject({ code: "request.invalid" });

const good = wholeBackup();
const lines = good.trimEnd().split("\n");
const joined = (some: readonly string[]) => some.map((line) => `${line}\n`).join("");

it("a whole backup gives everything that is in it, in its order", async () => {
  expect(await read(good)).toBe(3);
  expect(given).toEqual(lines.slice(0, -1).map((line) => JSON.parse(line)));
});

it("one that is cut off before any of its bytes is refused", async () => {
  // Without its last line feed it still is whole.
  for (let length = 0; length < good.length - 1; length++) await refused(good.slice(0, length), `${length}`);
});

it("one with any byte changed is refused", async () => {
  for (let at = 0; at < good.length; at++) {
    const other = String.fromCharCode(good.charCodeAt(at) ^ 1);
    await refused(good.slice(0, at) + other + good.slice(at + 1), `byte ${at}`);
  }
});

it("one with any line missing, twice, or in the place of the next is refused", async () => {
  for (const [i, line] of lines.entries()) {
    await refused(joined(lines.toSpliced(i, 1)), `without line ${i}`);
    await refused(joined(lines.toSpliced(i, 0, line)), `line ${i} twice`);
    const next = lines[i + 1];
    if (next !== undefined) await refused(joined(lines.toSpliced(i, 2, next, line)), `lines ${i} and next`);
  }
});
