/** Packing and unpacking a folder; every test with a database of its own begins with one that was packed. */
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeDatabase } from "#server/platform/store/embedded/pglite.ts";
import { packTemplate, unpackTemplate } from "#server/platform/store/embedded/template.ts";

let root: string;
let template: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "template-"));
  template = path.join(root, "template.zip");
  const made = path.join(root, "made");
  mkdirSync(path.join(made, "base", "1"), { recursive: true });
  // Postgres will not start without its empty folders.
  mkdirSync(path.join(made, "pg_tblspc"));
  writeFileSync(path.join(made, "PG_VERSION"), "18\n");
  writeFileSync(
    path.join(made, "base", "1", "2601"),
    Uint8Array.from({ length: 70_000 }, (_, i) => i % 251),
  );
  writeFileSync(path.join(made, "base", "1", "empty"), "");
  packTemplate(made, template);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const emptyFolder = (name: string): string => {
  const folder = path.join(root, name);
  mkdirSync(folder);
  return folder;
};

/** Names below a folder with their modes, and the bytes of files. */
function treeOf(folder: string): readonly (readonly [name: string, mode: number, bytes: string | null])[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const stat = statSync(path.join(folder, name));
      const bytes = stat.isDirectory() ? null : readFileSync(path.join(folder, name)).toString("base64");
      return [name, stat.mode & 0o777, bytes];
    });
}

it("what was packed is unpacked byte for byte, empty folders too, and is its owner's alone", () => {
  const folder = emptyFolder("unpacked");
  expect(unpackTemplate(template, folder)).toBe(true);
  const made = treeOf(path.join(root, "made"));
  expect(treeOf(folder)).toEqual(
    made.map(([name, , bytes]) => [name, bytes === null ? 0o700 : 0o600, bytes]),
  );
  expect(readdirSync(root).sort()).toEqual(["made", "template.zip", "unpacked"]);
});

it.each([
  ["that another PGlite made", { PGLITE_VERSION: strToU8("0.0.1") }],
  ["that does not say what made it", {}],
])("one %s is refused, and nothing of it is unpacked", (_, version) => {
  const { PGLITE_VERSION: mine, ...files } = unzipSync(readFileSync(template));
  expect(mine).toBeDefined();
  writeFileSync(template, zipSync({ ...files, ...version }));
  const folder = emptyFolder("refused");
  expect(unpackTemplate(template, folder)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it("a database that is made of one has its name when every byte is on the disk, and nothing of an attempt before", async () => {
  const place = emptyFolder("data");
  const folder = path.join(place, "postgres");
  // What a process left that died while it made one.
  mkdirSync(`${folder}.unfinished`);
  writeFileSync(path.join(`${folder}.unfinished`, "left"), "half");
  const { fsyncSync, renameSync } = fs;
  const synced = new Set<number>();
  const named: number[] = [];
  vi.spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
    synced.add(fs.fstatSync(descriptor).ino);
    fsyncSync(descriptor);
  });
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    named.push(...synced);
    renameSync(from, to);
  });
  await makeDatabase(folder, () => {}, template);
  expect(readdirSync(place)).toEqual(["postgres"]);
  const made = treeOf(folder).map(([name]) => name);
  expect(made).toEqual(treeOf(path.join(root, "made")).map(([name]) => name));
  expect(named).toEqual(
    expect.arrayContaining(
      [folder, ...made.map((name) => path.join(folder, name))].map((one) => statSync(one).ino),
    ),
  );
});
