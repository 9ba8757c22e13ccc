import { Type } from "typebox";
import { AppError, ERROR_CODES } from "#domain/errors.ts";
import { jsonReader } from "../lib/read-json.ts";

/*
 * A NATS server refuses messages above its limit (1 MB unless configured), and the metacache is larger. So a message starts
 * with one byte: WHOLE, then the bytes; PART, sender u64, message u32, index u16, total u16, then some of the bytes;
 * FAILURE, then JSON of the responder's error.
 */
const WHOLE = 0;
const PART = 1;
const FAILURE = 2;
const PART_HEADER = 17;

/** Parts of messages that never became whole, kept at most; the oldest go first. */
const MOST_UNFINISHED = 64;
/** 2 GB at 32 KB a part would be absurd; nothing of ours is above a few megabytes. */
const MOST_PARTS = 4_096;

/** Splits a payload into messages of at most `limit` bytes. `sender` and `message` name it among all others. */
export function* frames(
  payload: Uint8Array,
  limit: number,
  sender: bigint,
  message: number,
): Generator<Uint8Array> {
  if (payload.length + 1 <= limit) {
    const frame = new Uint8Array(payload.length + 1);
    frame[0] = WHOLE;
    frame.set(payload, 1);
    yield frame;
    return;
  }
  const room = limit - PART_HEADER;
  const total = Math.ceil(payload.length / room);
  if (total > MOST_PARTS) throw new RangeError(`A bus message of ${payload.length} bytes is too large`);
  for (let index = 0; index < total; index++) {
    const part = payload.subarray(index * room, (index + 1) * room);
    const frame = new Uint8Array(PART_HEADER + part.length);
    const view = new DataView(frame.buffer);
    frame[0] = PART;
    view.setBigUint64(1, sender);
    view.setUint32(9, message);
    view.setUint16(13, index);
    view.setUint16(15, total);
    frame.set(part, PART_HEADER);
    yield frame;
  }
}

export function failureFrame(error: AppError): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(error.toBody().error));
  const frame = new Uint8Array(json.length + 1);
  frame[0] = FAILURE;
  frame.set(json, 1);
  return frame;
}

const readError = jsonReader(
  Type.Object({
    code: Type.Enum(ERROR_CODES),
    message: Type.String(),
    details: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    ),
  }),
);

/** What a frame completed: a payload, a responder's failure, or null while parts are missing or the frame is not ours. */
type Assembled = { readonly payload: Uint8Array } | { readonly failure: AppError } | null;

interface Unfinished {
  readonly parts: (Uint8Array | undefined)[];
  missing: number;
}

/**
 * Plain bytes over the same memory: a Buffer's `slice` shares instead of copying, which no user of a Bus
 * expects.
 */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Puts the messages of one subscription together again. */
export function createAssembler(): (frame: Uint8Array) => Assembled {
  const unfinished = new Map<string, Unfinished>();

  function takePart(frame: Uint8Array): Assembled {
    if (frame.length < PART_HEADER) return null;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const key = `${view.getBigUint64(1)}.${view.getUint32(9)}`;
    const index = view.getUint16(13);
    const total = view.getUint16(15);
    if (index >= total || total > MOST_PARTS) return null;
    let message = unfinished.get(key);
    if (message === undefined) {
      message = { parts: new Array<Uint8Array | undefined>(total), missing: total };
      unfinished.set(key, message);
      const oldest = unfinished.keys().next().value;
      if (unfinished.size > MOST_UNFINISHED && oldest !== undefined) unfinished.delete(oldest);
    }
    if (message.parts.length !== total || message.parts[index] !== undefined) return null;
    message.parts[index] = frame.slice(PART_HEADER);
    if (--message.missing > 0) return null;
    unfinished.delete(key);
    return { payload: plain(Buffer.concat(message.parts as Uint8Array[])) };
  }

  return (received) => {
    const frame = plain(received);
    if (frame[0] === WHOLE) return { payload: frame.subarray(1) };
    if (frame[0] === PART) return takePart(frame);
    if (frame[0] !== FAILURE) return null;
    const error = readError(frame.subarray(1));
    if (error === null) return { failure: new AppError("server.internal", "An error that cannot be read") };
    return { failure: new AppError(error.code, error.message, error.details) };
  };
}
