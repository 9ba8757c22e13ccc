import { AppError } from "#domain/errors.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { Bus } from "../bus/bus.ts";
import type { FeedStatus, InterestMessage } from "../bus/messages.ts";
import {
  chainSnapshotRequest,
  feedStatusRequest,
  interestSubject,
  liveChainsRequest,
  metacacheRequest,
  quotesRequest,
} from "../bus/subjects.ts";

/** Full packets of 186 bytes: the answer stays below NATS' megabyte. */
export const MOST_TOKENS_PER_REQUEST = 5_000;

/** What the responders ask of the feed. */
export interface FeedAnswers {
  /** packet 3 snapshot, null when there is no such chain */
  chain(underlying: number, expiry: number): Uint8Array | null;
  /** packet 3 snapshots near to far, null when there is no such underlying */
  liveChains(underlying: number): readonly Uint8Array[] | null;
  /** packet 2 of the tokens that exist */
  quotes(tokens: readonly number[]): Uint8Array;
  metacache(): MetacacheBody;
  status(): FeedStatus;
  interest(chains: InterestMessage["chains"]): void;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function toJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

function refuse(what: string): AppError {
  return new AppError("request.invalid", `The request to the feed is not valid: ${what}.`);
}

function parseRecord(payload: Uint8Array): Record<string, unknown> {
  if (payload.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(payload));
  } catch {
    throw refuse("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("it is not an object");
  return value as Record<string, unknown>;
}

function isWord(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
}

function wordOf(record: Record<string, unknown>, name: string): number {
  const value = record[name];
  if (!isWord(value)) throw refuse(`"${name}" must be an unsigned 32-bit integer`);
  return value;
}

function tokensOf(record: Record<string, unknown>): readonly number[] {
  const { tokens } = record;
  if (!Array.isArray(tokens) || !tokens.every(isWord)) {
    throw refuse('"tokens" must be a list of instrument tokens');
  }
  if (tokens.length > MOST_TOKENS_PER_REQUEST) {
    throw new AppError("request.too_large", `Ask for at most ${MOST_TOKENS_PER_REQUEST} tokens at a time.`, {
      tokens: tokens.length,
    });
  }
  return tokens;
}

/** Chains of an interest message; entries that are no pair of numbers are left out, so that one bad relay harms none. */
export function parseInterest(payload: Uint8Array): InterestMessage["chains"] {
  let chains: unknown;
  try {
    ({ chains } = parseRecord(payload));
  } catch {
    return [];
  }
  if (!Array.isArray(chains)) return [];
  return chains.filter(
    (pair: unknown): pair is [number, number] =>
      Array.isArray(pair) && pair.length === 2 && isWord(pair[0]) && isWord(pair[1]),
  );
}

/** u32 count, then count × (u32 length, bytes), big-endian. */
export function packSnapshots(snapshots: readonly Uint8Array[]): Uint8Array {
  const size = snapshots.reduce((sum, snapshot) => sum + 4 + snapshot.byteLength, 4);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  view.setUint32(0, snapshots.length, false);
  let at = 4;
  for (const snapshot of snapshots) {
    view.setUint32(at, snapshot.byteLength, false);
    packed.set(snapshot, at + 4);
    at += 4 + snapshot.byteLength;
  }
  return packed;
}

/** The way back; the payload comes from the feed, so it is trusted to be whole. */
export function unpackSnapshots(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const snapshots: Uint8Array[] = [];
  let at = 4;
  for (let left = view.getUint32(0, false); left > 0; left--) {
    const length = view.getUint32(at, false);
    snapshots.push(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return snapshots;
}

/**
 * Answers the feed's requests on the bus (`server/bus/subjects.ts` describes each).
 * @returns the function that stops answering
 */
export function startResponders(bus: Bus, answers: FeedAnswers): () => void {
  const stops = [
    bus.respond(chainSnapshotRequest(), (payload) => {
      const request = parseRecord(payload);
      return answers.chain(wordOf(request, "underlying"), wordOf(request, "expiry")) ?? new Uint8Array(0);
    }),
    bus.respond(liveChainsRequest(), (payload) => {
      const underlying = wordOf(parseRecord(payload), "underlying");
      return packSnapshots(answers.liveChains(underlying) ?? []);
    }),
    bus.respond(quotesRequest(), (payload) => answers.quotes(tokensOf(parseRecord(payload)))),
    bus.respond(metacacheRequest(), (payload) => {
      const { etag } = parseRecord(payload);
      const body = answers.metacache();
      return toJson(etag === body.etag ? { etag: body.etag } : { etag: body.etag, body });
    }),
    bus.respond(feedStatusRequest(), () => toJson(answers.status())),
    bus.subscribe(interestSubject(), (payload) => answers.interest(parseInterest(payload))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
