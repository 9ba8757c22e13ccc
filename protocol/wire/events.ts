/** Packets 6, 8, 9 and 10, whose content is JSON, and the ping, 253. */
import {
  HEADER_SIZE,
  ID_COMMON_EVENTS,
  ID_NSE_EVENTS,
  ID_ORDER_UPDATES,
  ID_ORDER_UPDATES_V2,
  ID_PING,
  PING_ROOT_SIZE,
  TEXT_ROOT_SIZE,
  VERSION_COMMON_EVENTS,
  VERSION_NSE_EVENTS,
  VERSION_ORDER_UPDATES,
  VERSION_ORDER_UPDATES_V2,
  VERSION_PING,
} from "../generated/layout.ts";
import {
  type Header,
  type PingRoot,
  readPingRoot,
  readTextRoot,
  writePingRoot,
  writeTextRoot,
} from "../generated/records.ts";
import { checkTail, type DecodeError, openMessage, readBlock, type Stamp } from "./blocks.ts";

// Part of every runtime we have, though neither ES2023 nor this layer's compiler options name them.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();

const TEXT_VERSIONS = {
  [ID_ORDER_UPDATES]: VERSION_ORDER_UPDATES,
  [ID_COMMON_EVENTS]: VERSION_COMMON_EVENTS,
  [ID_NSE_EVENTS]: VERSION_NSE_EVENTS,
  [ID_ORDER_UPDATES_V2]: VERSION_ORDER_UPDATES_V2,
} as const;

export type TextId = keyof typeof TEXT_VERSIONS;

/** @param json anything JSON can hold; `undefined` and functions cannot */
export function encodeText(id: TextId, json: unknown, stamp: Stamp): Uint8Array {
  const text = encoder.encode(JSON.stringify(json) ?? "null");
  const message = openMessage(id, TEXT_VERSIONS[id], stamp, TEXT_ROOT_SIZE, text.length);
  writeTextRoot(message.view, HEADER_SIZE, { byteLength: text.length });
  message.bytes.set(text, message.tail);
  return message.bytes;
}

export interface TextMessage {
  readonly header: Header;
  readonly text: string;
  /** The text parsed; undefined when it is no JSON. Check its shape before use. */
  readonly json: unknown;
}

export function decodeText(message: Uint8Array): TextMessage | DecodeError {
  const block = readBlock(message, TEXT_ROOT_SIZE);
  if ("error" in block) return block;
  const { byteLength } = readTextRoot(block.view, HEADER_SIZE);
  const fault = checkTail(message, block.tail, byteLength);
  if (fault !== null) return fault;
  const text = decoder.decode(message.subarray(block.tail));
  return { header: block.header, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function encodePing(root: PingRoot, stamp: Stamp): Uint8Array {
  const message = openMessage(ID_PING, VERSION_PING, stamp, PING_ROOT_SIZE, 0);
  writePingRoot(message.view, HEADER_SIZE, root);
  return message.bytes;
}

export function decodePing(message: Uint8Array): { header: Header; root: PingRoot } | DecodeError {
  const block = readBlock(message, PING_ROOT_SIZE);
  if ("error" in block) return block;
  const fault = checkTail(message, block.tail, 0);
  return fault ?? { header: block.header, root: readPingRoot(block.view, HEADER_SIZE) };
}
