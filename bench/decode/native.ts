/** The native limit: `bench/native/decode.c`, compiled when the machine has a C compiler and an x86 processor. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Messages } from "./messages.ts";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const OUTPUT = path.resolve(HERE, "../../.build/bench");

function fileOf(messages: Messages): Buffer {
  const parts: Uint8Array[] = [
    new Uint8Array(Uint32Array.of(messages.tokens.length, ...messages.tokens, messages.binary.length).buffer),
  ];
  for (const message of messages.binary)
    parts.push(new Uint8Array(Uint32Array.of(message.length).buffer), message);
  return Buffer.concat(parts);
}

/** Packets a second of the native decoder over the same messages; null where it cannot be built. */
export function nativeDecoder(messages: Messages): ((ms: number) => Promise<number>) | null {
  if (process.arch !== "x64") return null;
  mkdirSync(OUTPUT, { recursive: true });
  const program = path.join(OUTPUT, "decode");
  try {
    const source = path.resolve(HERE, "../native/decode.c");
    execFileSync("cc", ["-O3", "-mssse3", "-o", program, source], { stdio: ["ignore", "ignore", "inherit"] });
  } catch {
    return null;
  }
  const data = path.join(OUTPUT, `decode-${messages.packetsPerMessage}.bin`);
  writeFileSync(data, fileOf(messages));
  return async (ms) => Number((await promisify(execFile)(program, [data, String(ms)])).stdout);
}
