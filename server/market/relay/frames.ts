/* RFC 6455 §5.2: frames from a server are unmasked, so one built frame serves every client. */

export const OPCODE_TEXT = 0x1;
export const OPCODE_BINARY = 0x2;
export const OPCODE_PING = 0x9;
export const OPCODE_PONG = 0xa;

const FIN = 0x80;

export function frameHeaderSize(payloadLength: number): number {
  return payloadLength < 126 ? 2 : payloadLength < 65_536 ? 4 : 10;
}

/** Writes the header of a final frame at the start of `out`. @returns where the payload begins */
export function writeFrameHeader(out: Uint8Array, opcode: number, payloadLength: number): number {
  out[0] = FIN | opcode;
  if (payloadLength < 126) {
    out[1] = payloadLength;
    return 2;
  }
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  if (payloadLength < 65_536) {
    out[1] = 126;
    view.setUint16(2, payloadLength);
    return 4;
  }
  out[1] = 127;
  view.setBigUint64(2, BigInt(payloadLength));
  return 10;
}

/** A whole frame around a copy of the payload, ready for any number of sockets. */
export function buildFrame(opcode: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderSize(payload.length) + payload.length);
  frame.set(payload, writeFrameHeader(frame, opcode, payload.length));
  return frame;
}

export function textFrame(text: string): Buffer {
  return buildFrame(OPCODE_TEXT, Buffer.from(text));
}
