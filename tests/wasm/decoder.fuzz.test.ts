/**
 * Messages of all ids, sound, mutated and random, through both decoders at once: no trap, no growth, equal answers
 * and equal state. The long form takes ten million; STRIKEWISE_FUZZ sets another number.
 */
import { expect, test } from "vitest";
import { encodeQuotes } from "#protocol/wire/codec.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import { createReferenceDecoder } from "#wasm/reference-decoder.ts";
import { createDecoder } from "#wasm/wasm-decoder.ts";
import { BAR_ROW_WORDS, CHAIN_ROW_WORDS, ROW_WORDS } from "#wasm/words.ts";
import { figure, sized } from "../support/http/form.ts";
import {
  createRandom,
  mutate,
  quotePacket,
  type Random,
  randomMessage,
} from "../support/relay/wire-samples.ts";
import { loadWasm } from "../support/wasm.ts";

const MESSAGES = Number(process.env.STRIKEWISE_FUZZ ?? sized(250_000, 10_000_000));
const SEED = Number(process.env.STRIKEWISE_FUZZ_SEED ?? 20261124);

/** Tokens that come and go, so that messages meet known and unknown ones. */
const TOKENS = Array.from({ length: 48 }, (_, i) => (i * 7919 + 1) * 256 + [1, 2, 3, 9][i % 4]!);
const LARGEST = 4096;
/** Building a sound message costs more than decoding it twice, so they are made beforehand and mutated as copies. */
const SEEDS = 2_000;

function sameResult(a: DecodeResult, b: DecodeResult): boolean {
  return (
    a.id === b.id &&
    a.code === b.code &&
    a.epoch === b.epoch &&
    a.sequence === b.sequence &&
    Object.is(a.serverTime, b.serverTime) &&
    a.packets === b.packets &&
    a.skipped === b.skipped &&
    a.unknown === b.unknown
  );
}

function bytesOf(view: Int32Array | Uint32Array, words: number): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, words * 4);
}

function expectSameState(wasm: Decoder, twin: Decoder, at: string): void {
  const words = TOKENS.length * ROW_WORDS;
  expect(bytesOf(wasm.words, words).equals(bytesOf(twin.words, words)), `rows ${at}`).toBe(true);
  expect(bytesOf(wasm.changed, 128).equals(bytesOf(twin.changed, 128)), `masks ${at}`).toBe(true);
  expect(bytesOf(wasm.dirty, 2).equals(bytesOf(twin.dirty, 2)), `dirty bits ${at}`).toBe(true);
  for (const token of TOKENS) expect(wasm.rowOf(token)).toBe(twin.rowOf(token));
}

function expectSameRows(wasm: Decoder, twin: Decoder, at: string): void {
  const words = wasm.chain.count * CHAIN_ROW_WORDS + wasm.bars.count * BAR_ROW_WORDS;
  expect(twin.chain.count).toBe(wasm.chain.count);
  if (!bytesOf(wasm.chain.words, words).equals(bytesOf(twin.chain.words, words)))
    expect.fail(`output rows ${at}`);
}

/** A message to try, in a buffer that the next call reuses. */
function createSource(random: Random): () => Uint8Array {
  const seeds = Array.from({ length: SEEDS }, () => randomMessage(random, { tokens: TOKENS }));
  const scratch = new Uint8Array(LARGEST + 64);
  const ids = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 101, 253];
  return () => {
    const kind = random(16);
    if (kind === 0) {
      // Random bytes behind any id, or behind one that exists.
      const length = random(16) === 0 ? random(LARGEST + 1) : random(128);
      for (let i = 0; i < length; i += 1) scratch[i] = random(256);
      if (random(4) !== 0) scratch[0] = ids[random(ids.length)]!;
      return scratch.subarray(0, length);
    }
    const seed = seeds[random(SEEDS)]!;
    scratch.set(seed.length > LARGEST ? seed.subarray(0, LARGEST) : seed);
    const copy = scratch.subarray(0, Math.min(seed.length, LARGEST));
    return kind < 4 ? copy : mutate(random, copy);
  };
}

test(`${MESSAGES} messages, most of them broken, leave both decoders equal and sound`, {
  timeout: 3_600_000,
}, async () => {
  const wasm = createDecoder(await loadWasm());
  const twin = createReferenceDecoder();
  const random = createRandom(SEED);
  const next = createSource(random);
  const memoryBytes = wasm.words.buffer.byteLength;
  const probe = quotePacket(random, TOKENS[0]!, 184);
  const lists = [new Uint32Array(64), new Uint32Array(64)] as const;
  const masks = [new Uint32Array(128), new Uint32Array(128)] as const;
  for (const token of TOKENS) expect(wasm.acquire(token)).toBe(twin.acquire(token));

  for (let n = 0; n < MESSAGES; n += 1) {
    const message = next();
    const answer = wasm.decode(message);
    if (!sameResult(answer, twin.decode(message))) {
      expect.fail(`message ${n} of seed ${SEED}: ${Buffer.from(message).toString("hex")}`);
    }
    if (answer.code > 0 && answer.packets === 0)
      expectSameRows(wasm, twin, `after message ${n} of seed ${SEED}`);
    if (n % 500 === 0) {
      const token = TOKENS[1 + random(TOKENS.length - 1)]!;
      if (random(2) === 0) expect(wasm.acquire(token)).toBe(twin.acquire(token));
      else {
        wasm.release(token);
        twin.release(token);
      }
    }
    if (n % 1000 === 0) {
      expectSameState(wasm, twin, `after message ${n} of seed ${SEED}`);
      const room = random(65);
      const count = wasm.takeDirty(lists[0].subarray(0, room), masks[0]);
      expect(twin.takeDirty(lists[1].subarray(0, room), masks[1])).toBe(count);
      expect(lists[0].subarray(0, count)).toEqual(lists[1].subarray(0, count));
      expect(masks[0].subarray(0, count * 2)).toEqual(masks[1].subarray(0, count * 2));
      // The next good packet decodes.
      probe[7] = n & 0xff;
      const good = encodeQuotes([probe], 1, n, 2);
      expect(wasm.decode(good).packets).toBe(1);
      expect(twin.decode(good).packets).toBe(1);
    }
  }
  expectSameState(wasm, twin, `at the end of seed ${SEED}`);
  expect(wasm.words.buffer.byteLength).toBe(memoryBytes);
  const { refused, packets, skipped } = wasm.stats();
  expect(wasm.stats()).toEqual(twin.stats());
  // The mixture reaches what it is meant to reach.
  expect(refused).toBeGreaterThan(MESSAGES / 10);
  expect(packets).toBeGreaterThan(MESSAGES / 10);
  expect(skipped).toBeGreaterThan(MESSAGES / 100);
  figure(
    `${MESSAGES} messages through the decoder, ${refused} refused, ${skipped} packets skipped: 0 traps, 0 bytes of memory growth, ` +
      "the next good packet decoded each time",
  );
});

test("a message cut at any byte is answered alike, and never merged unless whole", async () => {
  const wasm = createDecoder(await loadWasm());
  const twin = createReferenceDecoder();
  const random = createRandom(SEED);
  for (const token of TOKENS) {
    wasm.acquire(token);
    twin.acquire(token);
  }
  for (let n = 0; n < 120; n += 1) {
    const message = randomMessage(random, { tokens: TOKENS, rows: 5 });
    for (let length = 0; length <= message.length; length += 1) {
      const cut = message.subarray(0, length);
      const answer = wasm.decode(cut);
      if (!sameResult(answer, twin.decode(cut))) expect.fail(`packet ${message[0]} cut to ${length}`);
      if (length < message.length && message[0] !== 1) expect(answer.code).toBeLessThan(0);
    }
    expectSameState(wasm, twin, `after message ${n}`);
  }
});
