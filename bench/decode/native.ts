/** The native limit: `bench/native/decode.c`, where the machine has a C compiler and an x86 processor. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { compileNative, NATIVE_OUTPUT } from "../lib/native.ts";
import type { Messages } from "./messages.ts";

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
  const program = process.arch === "x64" ? compileNative("decode", "-mssse3") : null;
  if (program === null) return null;
  const data = path.join(NATIVE_OUTPUT, `decode-${messages.packetsPerMessage}.bin`);
  writeFileSync(data, fileOf(messages));
  return async (ms) => Number((await promisify(execFile)(program, [data, String(ms)])).stdout);
}
