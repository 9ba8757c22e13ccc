/** How much of a frame's payload its listener may look at; control frames are seen whole. */
export const HEAD_BYTES = 125;

export type OnFrame = (opcode: number, payloadLength: number, head: Buffer) => void;

/**
 * Cuts a server's byte stream into websocket frames (RFC 6455 §5.2, unmasked) without keeping payloads: the machine that
 * counts must cost less than the one that is measured.
 */
export function createFrameReader(onFrame: OnFrame): (chunk: Buffer) => void {
  /** header and first bytes of a frame that began in an earlier chunk */
  let held: Buffer | null = null;
  /** payload bytes of a reported or held frame still to come */
  let skip = 0;

  return (chunk) => {
    let data = chunk;
    let at = 0;
    if (held !== null) {
      data = Buffer.concat([held, chunk]);
      held = null;
    } else if (skip > 0) {
      const passed = Math.min(skip, data.length);
      skip -= passed;
      at = passed;
    }
    while (at < data.length) {
      const left = data.length - at;
      const code = left >= 2 ? data[at + 1]! & 0x7f : 0;
      const header = code < 126 ? 2 : code === 126 ? 4 : 10;
      if (left < header) break;
      const length =
        header === 2 ? code : header === 4 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2));
      const seen = Math.min(length, HEAD_BYTES);
      if (left < header + seen) break;
      onFrame(data[at]! & 0x0f, length, data.subarray(at + header, at + header + seen));
      at += header + length;
    }
    if (at < data.length) held = Buffer.from(data.subarray(at));
    else if (at > data.length) skip = at - data.length;
  };
}

/** A masked frame as clients send them; a mask of zeros leaves the payload as it is. */
export function clientFrame(opcode: number, payload: string | Buffer): Buffer {
  const body = typeof payload === "string" ? Buffer.from(payload) : payload;
  const header =
    body.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | body.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([header, Buffer.alloc(4), body]);
}
