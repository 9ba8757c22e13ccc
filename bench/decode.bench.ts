/**
 * How many quotes a second can be decoded into rows, and what does our way gain over objects, over the best
 * JavaScript and over a broker's SDK? The plain alternative is JSON.parse of the same quotes.
 */
import { readFileSync } from "node:fs";
import type { Decoder } from "#wasm/decoder.ts";
import { createReferenceDecoder } from "#wasm/reference-decoder.ts";
import { createDecoder } from "#wasm/wasm-decoder.ts";
import { ROW_WORDS } from "#wasm/words.ts";
import { buildWasm } from "../scripts/build-wasm.ts";
import { goals } from "./decode/goals.ts";
import { createMessages, type Messages } from "./decode/messages.ts";
import { nativeDecoder } from "./decode/native.ts";
import { type Decode, handTuned, kiteConnect, sdkStyle } from "./decode/others.ts";
import { protobufFeed } from "./decode/protobuf.ts";
import { type Bench, type Context, compare, goal, type Ratio, type Table, type Variant } from "./harness.ts";
import { collectGarbage } from "./lib/garbage.ts";

const TOKENS = 4096;

const WASM = "WASM";
const TRACKED = "WASM with changed-field masks";
const TWIN = "our TypeScript twin";
const BEST = "best JavaScript rows";
const OBJECTS = "SDK-style objects";
const JSON_PARSE = "JSON.parse";
const PROTOBUF = "protobufjs, Upstox-like feed";
const KITE = "kiteconnect parseBinary";
const NATIVE = "native C, SSE";

/** Where peers put their objects, so that nothing is optimised away. */
let sink: unknown;

/** One message after another, a few at a time so that the clock is not read too often. */
function inTurn(messages: readonly Uint8Array[], decode: Decode): () => number {
  const several = Math.max(1, Math.floor(1000 / Math.max(1, decode(messages[0]!))));
  let next = 0;
  return () => {
    let packets = 0;
    for (let i = 0; i < several; i += 1) {
      packets += decode(messages[next]!);
      next = next + 1 === messages.length ? 0 : next + 1;
    }
    return packets;
  };
}

/** A message a batch, by its number. */
function each(name: string, count: number, decode: (index: number) => number): Variant {
  let next = 0;
  return {
    name,
    batch: () => {
      const packets = decode(next);
      next = next + 1 === count ? 0 : next + 1;
      return packets;
    },
  };
}

function acquired(decoder: Decoder, messages: Messages): Decoder {
  for (const token of messages.tokens) decoder.acquire(token);
  return decoder;
}

/** Before anything is measured: the three row decoders hold the same words. */
function checkAgreement(messages: Messages, ours: Decoder, best: ReturnType<typeof handTuned>): void {
  for (const message of messages.binary) {
    ours.decode(message);
    best.decode(message);
  }
  for (const token of messages.tokens) {
    const a = ours.rowOf(token) * ROW_WORDS;
    const b = best.rowOf(token) * ROW_WORDS;
    for (let word = 1; word < ROW_WORDS; word += 1) {
      if (ours.words[a + word] !== best.words[b + word])
        throw new Error(`decoders differ at token ${token}, word ${word}`);
    }
  }
}

async function scenario(
  module: WebAssembly.Module,
  packetsPerMessage: number,
  objects: boolean,
  context: Context,
): Promise<Table> {
  const messages = createMessages(packetsPerMessage, TOKENS);
  const best = handTuned(messages.tokens);
  checkAgreement(messages, acquired(createDecoder(module), messages), best);
  const rows = (name: string, decoder: Decoder): Variant => {
    acquired(decoder, messages);
    return { name, batch: inTurn(messages.binary, (message) => decoder.decode(message).packets) };
  };
  const variants: Variant[] = [
    rows(WASM, createDecoder(module, { tracking: false })),
    rows(TRACKED, createDecoder(module)),
    rows(TWIN, createReferenceDecoder()),
    { name: BEST, batch: inTurn(messages.binary, best.decode) },
  ];
  const keep = (ticks: readonly object[]): void => {
    sink = ticks;
  };
  if (objects) {
    variants.push({ name: OBJECTS, batch: inTurn(messages.binary, sdkStyle(keep)) });
    variants.push(
      each(JSON_PARSE, messages.json.length, (i) => {
        sink = JSON.parse(messages.json[i]!);
        return packetsPerMessage;
      }),
    );
    const protobuf = protobufFeed(messages);
    if (protobuf !== null) {
      variants.push(
        each(PROTOBUF, messages.binary.length, (i) => {
          sink = protobuf.decode(i);
          return protobuf.packets(i);
        }),
      );
    }
    const kite = kiteConnect(keep);
    if (kite !== null) variants.push({ name: KITE, batch: inTurn(messages.binary, kite) });
  }
  const native = nativeDecoder(messages);
  if (native !== null) variants.push({ name: NATIVE, rate: native });

  const measured = await compare(variants, context, `${packetsPerMessage} a message`);
  const single = packetsPerMessage === 1;
  // The native program calls its decoder without a boundary to cross: with few packets a message that is what differs.
  const large = packetsPerMessage >= 200;
  const ratios: Ratio[] = [
    ...goal(measured, WASM, BEST, single ? goals.overBestSingle : goals.overBest),
    ...goal(measured, TRACKED, BEST),
    ...goal(measured, WASM, NATIVE, large ? goals.ofNative : {}),
    ...goal(measured, TRACKED, NATIVE, large ? goals.trackedOfNative : {}),
    ...goal(measured, WASM, JSON_PARSE),
    ...goal(measured, WASM, PROTOBUF),
    ...goal(measured, WASM, KITE),
  ];
  const title = `${packetsPerMessage} full quotes a message, ${TOKENS} instruments, copy into the table's memory included`;
  return { title, unit: "packets/s", rows: measured, ratios };
}

/** Bytes of garbage a message, over enough messages to see any. */
function garbagePerMessage(module: WebAssembly.Module): number {
  const messages = createMessages(20, TOKENS);
  const decoder = acquired(createDecoder(module), messages);
  const rounds = 200;
  const pass = (): void => {
    for (const message of messages.binary) decoder.decode(message);
  };
  for (let i = 0; i < rounds; i += 1) pass();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < rounds; i += 1) pass();
  return Math.max(0, process.memoryUsage().heapUsed - before) / (rounds * messages.binary.length);
}

export const bench: Bench = {
  name: "decode",
  question:
    "How fast do quote messages become rows, beside objects, the best JavaScript, brokers' libraries and C?",
  about:
    "A market feed sends quotes of 184 bytes (prices, volumes, five levels of depth) by the hundred. Before anything can be shown they must become numbers in a table. Every decoder gets the same seeded quotes of 4,096 instruments; copying the message into the decoder's memory counts.",
  compared: {
    [WASM]:
      "our decoder in WebAssembly with SIMD: twelve shuffles turn a quote into a row of little-endian numbers",
    [TRACKED]: "the same, noting which fields of a row have changed: what the app uses",
    [TWIN]: "our fallback in TypeScript, for browsers without WebAssembly SIMD",
    [BEST]: "typed-array rows by hand, no object anywhere: the best JavaScript we know",
    [OBJECTS]: "an object a quote, as brokers' libraries build, but written with care",
    [JSON_PARSE]: "the same quotes as JSON text",
    [PROTOBUF]: "the same quotes in a protobuf schema like Upstox', decoded by protobufjs",
    [KITE]: "the parser of Zerodha's own library for the same bytes",
    [NATIVE]: "the same method in C with SSE, compiled when this bench runs: the limit of this processor",
  },
  async run(context) {
    const { path } = await buildWasm();
    const module = await WebAssembly.compile(new Uint8Array(readFileSync(path)));
    const tables = [
      await scenario(module, 200, true, context),
      await scenario(module, 20, false, context),
      await scenario(module, 1, false, context),
    ];
    if (sink === undefined) throw new Error("no peer has run");
    const notes = tables[0]!.rows.some(({ name }) => name === NATIVE)
      ? []
      : ["no native limit: it needs an x86 processor and cc"];
    const garbage = { what: "garbage a message", value: garbagePerMessage(module), ...goals.garbage };
    return {
      tables: [
        ...tables,
        { title: "Garbage, 20 full quotes a message", unit: "bytes", rows: [], ratios: [garbage] },
      ],
      notes,
    };
  },
};
