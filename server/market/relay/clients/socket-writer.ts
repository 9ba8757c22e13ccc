import type { Socket } from "node:net";
import { getSystemErrorName } from "node:util";

/** A request to libuv; it takes part only when the kernel did not take everything at once. */
interface WriteRequest {
  /** kept alive until then: libuv reads from it */
  buffer?: Uint8Array;
  oncomplete?: (status: number) => void;
}

interface TcpHandle {
  /** @returns 0 or a libuv error number */
  writeBuffer(request: WriteRequest, bytes: Uint8Array): number;
}

/** What Node's own streams write with (`internal/stream_base_commons`). */
interface Internals {
  readonly WriteWrap: new () => WriteRequest;
  readonly TCP: new (kind: number) => TcpHandle;
  /** at `kLastWriteWasAsync`: whether something of the last write is left */
  readonly streamBaseState: Int32Array;
  readonly kLastWriteWasAsync: number;
}

/** Null where this Node keeps them to itself: then everything goes through the stream. */
function findInternals(): Internals | null {
  try {
    const { binding } = process as unknown as { binding(name: string): Partial<Internals> };
    const { WriteWrap, streamBaseState, kLastWriteWasAsync } = binding("stream_wrap");
    const { TCP } = binding("tcp_wrap");
    const isKnown = WriteWrap !== undefined && TCP !== undefined && kLastWriteWasAsync !== undefined;
    if (!isKnown || streamBaseState === undefined) return null;
    return { WriteWrap, TCP, streamBaseState, kLastWriteWasAsync };
  } catch {
    return null;
  }
}

const internals = findInternals();
/** Shared by all writes that the kernel takes whole: nearly every one. */
let spare = internals === null ? null : new internals.WriteWrap();

/**
 * Writes of one socket, one at a time. Node's stream around a write costs as much as a third of the system call, so a TCP
 * socket with nothing under way is written to directly, as the stream would: libuv tries at once, keeps what the kernel did
 * not take and says when that has left. Whatever the stream writes meanwhile (a close frame) queues behind it.
 */
export class SocketWriter {
  readonly #socket: Socket & { readonly _handle?: unknown };
  readonly #handle: TcpHandle | null;
  readonly #onDrain: () => void;

  /** @param onDrain called once for each write that answered false, unless the socket ends */
  constructor(socket: Socket, onDrain: () => void) {
    this.#socket = socket;
    this.#onDrain = onDrain;
    const handle = this.#socket._handle;
    this.#handle = internals !== null && handle instanceof internals.TCP ? handle : null;
  }

  /** @returns true when the bytes are the caller's again; false when they are in use until `onDrain` */
  write(bytes: Uint8Array): boolean {
    const socket = this.#socket;
    const handle = this.#handle;
    if (internals === null || spare === null || handle === null) return this.writeAll([bytes]);
    // A socket that was destroyed has let go of its handle.
    if (socket._handle !== handle || socket.writableLength > 0) return this.writeAll([bytes]);
    const request = spare;
    const status = handle.writeBuffer(request, bytes);
    if (status !== 0) {
      socket.destroy(writeError(status));
      return true;
    }
    if (internals.streamBaseState[internals.kLastWriteWasAsync] === 0) return true;
    spare = new internals.WriteWrap();
    request.buffer = bytes;
    request.oncomplete = (result) => {
      if (result === 0) this.#onDrain();
      else socket.destroy(writeError(result));
    };
    return false;
  }

  /** Several chunks with one system call, through the stream. @returns as `write` */
  writeAll(chunks: readonly Uint8Array[]): boolean {
    const socket = this.#socket;
    let left = chunks.length;
    let isHeld = false;
    const onWritten = (error?: Error | null): void => {
      if (--left === 0 && isHeld && !error) this.#onDrain();
    };
    socket.cork();
    for (const chunk of chunks) socket.write(chunk, onWritten);
    socket.uncork();
    isHeld = socket.writableLength > 0;
    return !isHeld;
  }
}

function writeError(status: number): Error {
  return Object.assign(new Error(`write ${getSystemErrorName(status)}`), {
    code: getSystemErrorName(status),
    syscall: "write",
  });
}
