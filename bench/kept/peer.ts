/**
 * What one would write first: one Fastify process that parses what it is sent and writes it to a file of its own, flushed to the
 * disk before it answers; a list reads the files. No account is looked up, nothing is checked but that it is JSON.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fastify } from "fastify";
import { answerCalls } from "../lib/child.ts";

interface Named {
  readonly id: string;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "strikewise-bench-kept-"));
const fileOf = (id: string): string => path.join(folder, `${path.basename(id)}.json`);

async function keep(id: string, value: unknown): Promise<void> {
  const file = await open(fileOf(id), "w");
  try {
    await file.writeFile(JSON.stringify(value));
    await file.datasync();
  } finally {
    await file.close();
  }
}

const app = fastify({ bodyLimit: 1_048_576 });
app.post("/strategies/:id", async (request) => {
  const { id } = request.params as Named;
  await keep(id, request.body);
  return { data: { id } };
});
app.post("/links", async (request) => {
  const id = randomUUID();
  await keep(id, request.body);
  return { data: id };
});
app.get("/links/:id", async (request) => ({
  data: await readFile(fileOf((request.params as Named).id), "utf8"),
}));
app.get("/strategies", async () => {
  const names = (await readdir(folder)).filter((name) => name.startsWith("listed-"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return { data: texts.map((text) => JSON.parse(text) as unknown) };
});

process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const methods = {
  async listen(): Promise<string> {
    await app.listen({ port: 0, host: "127.0.0.1" });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  },
};
export type KeptPeer = typeof methods;
answerCalls(methods);
