import fc from "fast-check";
import { expect, it } from "vitest";
import { linesIn } from "#server/platform/lib/lines.ts";

/** The text's bytes in pieces of the sizes given, the last of them as large as is left. */
async function* pieces(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at = Math.min(at + size, bytes.length);
  }
  yield bytes.subarray(at);
}

async function allOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const linesOf = (text: string, sizes: readonly number[] = []): Promise<string[]> =>
  allOf(linesIn(pieces(text, sizes)));

it("ends lines at line feeds, and at nothing else that some readers take for an end", async () => {
  const line = "a\u2028b\u2029c\u0085d\ve\ff\rg";
  expect(await linesOf(`${line}\n${line}\n`)).toEqual([line, line]);
});

it("knows an empty line, a last line without an end, and a file without a line", async () => {
  expect(await linesOf("\na\n\nb")).toEqual(["", "a", "", "b"]);
  expect(await linesOf("")).toEqual([]);
});

it("reads what was saved with carriage returns", async () => {
  expect(await linesOf("a\r\n\r\nb\r")).toEqual(["a", "", "b"]);
});

it("reads the same lines wherever the pieces end, also within a character", async () => {
  const character = fc.constantFrom("a", "\n", "\u2028", "\u2029", "é", "😀", '"');
  await fc.assert(
    fc.asyncProperty(
      fc.array(character, { maxLength: 60 }),
      fc.array(fc.nat({ max: 9 }), { maxLength: 30 }),
      async (characters, sizes) => {
        const text = characters.join("");
        const wanted = text.split("\n");
        if (wanted.at(-1) === "") wanted.pop();
        expect(await linesOf(text, sizes)).toEqual(wanted);
      },
    ),
  );
});

it("hands on the error of what it reads", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode("a\nb");
    throw new Error("the disk is gone");
  }
  await expect(allOf(linesIn(broken()))).rejects.toThrow("the disk is gone");
});
