import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RelayHarness, startRelay } from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
beforeAll(async () => {
  harness = await startRelay({ connectionsPerAddress: 1_000 });
});
afterAll(() => harness.stop());

interface FrameOptions {
  readonly fin?: boolean;
  readonly rsv?: number;
  readonly masked?: boolean;
  /** what the header says, when that is not the truth */
  readonly length?: number;
}

/** A client's frame as RFC 6455 §5.2 draws it, or as it forbids. */
function frame(opcode: number, content: string | Buffer = "", options: FrameOptions = {}): Buffer {
  const { fin = true, rsv = 0, masked = true } = options;
  const payload = Buffer.from(content);
  const length = options.length ?? payload.length;
  const mask = masked ? 0x80 : 0;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  head[1] = mask | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, payload]);
  const key = Buffer.from([0x1f, 0xa2, 0x33, 0xc4]);
  return Buffer.concat([head, key, payload.map((byte, i) => byte ^ (key[i & 3] as number))]);
}

const hex = (text: string) => Buffer.from(text, "hex");
const closing = (code: number, reason: string | Buffer = "") =>
  frame(8, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]));
const open = { fin: false };

/** A connection after its handshake; what the server said so far is read frame by frame. */
class Peer {
  readonly socket: Socket;
  #bytes = Buffer.alloc(0);
  #ended = false;

  private constructor(socket: Socket) {
    this.socket = socket;
  }

  static async connect(): Promise<Peer> {
    const socket = connect(harness.port, "127.0.0.1");
    socket.on("error", () => {});
    const peer = new Peer(socket);
    socket.on("end", () => {
      peer.#ended = true;
    });
    socket.on("data", (chunk) => {
      peer.#bytes = Buffer.concat([peer.#bytes, chunk as Buffer]);
    });
    socket.write(
      `GET /broker/1?consumerType=platform_pro HTTP/1.1\r\nHost: x\r\nOrigin: ${harness.origin}\r\nConnection: Upgrade\r\n` +
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    while (!peer.#bytes.includes("\r\n\r\n")) await once(socket, "data");
    const head = peer.#bytes.subarray(0, peer.#bytes.indexOf("\r\n\r\n")).toString();
    expect(head).toContain("101");
    expect(head).toContain("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    peer.#bytes = peer.#bytes.subarray(head.length + 4);
    return peer;
  }

  frames(): { opcode: number; payload: Buffer }[] {
    const frames = [];
    for (let at = 0; at + 2 <= this.#bytes.length; ) {
      const first = this.#bytes[at] as number;
      let length = this.#bytes[at + 1] as number;
      expect([first & 0xf0, length & 0x80], "final, no RSV bit, not masked").toEqual([0x80, 0]);
      at += 2;
      if (length === 126) {
        length = this.#bytes.readUInt16BE(at);
        at += 2;
      }
      if (at + length > this.#bytes.length) break;
      frames.push({ opcode: first & 0xf, payload: this.#bytes.subarray(at, at + length) });
      at += length;
    }
    return frames;
  }

  async hear(opcode: number, payload?: string): Promise<Buffer> {
    const found = () =>
      this.frames().find(
        (f) => f.opcode === opcode && (payload === undefined || f.payload.toString() === payload),
      );
    await expect.poll(found, { timeout: 5_000, interval: 3 }).toBeDefined();
    return found()?.payload ?? Buffer.alloc(0);
  }

  async untilEnded(): Promise<void> {
    await expect.poll(() => this.#ended || this.socket.destroyed, { timeout: 5_000, interval: 3 }).toBe(true);
  }
}

async function withPeer(act: (peer: Peer) => Promise<void>): Promise<void> {
  const peer = await Peer.connect();
  try {
    await act(peer);
  } finally {
    peer.socket.destroy();
  }
}

const control = [8, 9, 10];
const data = [0, 1, 2];
const reserved = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15];

/** RFC 3629: stray, overlong, surrogate, too large and cut sequences, also behind good text. */
const NOT_UTF8 = [
  "80",
  "bf",
  "8080",
  "fe",
  "ff",
  "fefeffff",
  "c0af",
  "c1bf",
  "e080af",
  "e09fbf",
  "f08080af",
  "f08fbfbf",
  "eda080",
  "edad7f",
  "edafbf",
  "edb080",
  "edbfbf",
  "eda080edb080",
  "f4908080",
  "f5808080",
  "f888808080",
  "fc8480808080",
  "c2",
  "e282",
  "f09f98",
  "c220",
  "e28220",
  "41e282",
];
const UTF8 = ["7f", "c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbd", "efbfbf", "f0908080", "f48fbfbf"];

const PROTOCOL: [string, Buffer[]][] = [
  ...[...data, ...control].flatMap((op) =>
    ["", "x", Buffer.alloc(125, "x"), ...(op < 8 ? [Buffer.alloc(126, "x")] : [])].map(
      (content): [string, Buffer[]] => [
        `unmasked ${op} of ${content.length} bytes`,
        [frame(op, content, { masked: false })],
      ],
    ),
  ),
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((rsv) =>
    [...data, ...control].map((op): [string, Buffer[]] => [`RSV ${rsv} on ${op}`, [frame(op, "x", { rsv })]]),
  ),
  ...reserved.flatMap((op): [string, Buffer[]][] => [
    [`reserved opcode ${op}`, [frame(op, "x")]],
    [`reserved opcode ${op}, empty`, [frame(op)]],
    [`reserved opcode ${op} within a fragmented text`, [frame(1, "a", open), frame(op, "x")]],
  ]),
  ...control.map((op): [string, Buffer[]] => [`a fragmented ${op}`, [frame(op, "x", open)]]),
  ...control.flatMap((op) =>
    [126, 127, 65_535, 65_536].map((size): [string, Buffer[]] => [
      `${op} of ${size} bytes`,
      [frame(op, "", { length: size })],
    ]),
  ),
  ["a continuation of nothing", [frame(0, "x")]],
  ["an unfinished continuation of nothing", [frame(0, "x", open)]],
  ["a continuation of what has ended", [frame(1, "{}"), frame(0, "x")]],
  ...[1, 2].flatMap((first) =>
    [1, 2].map((second): [string, Buffer[]] => [
      `opcode ${second} within a fragmented ${first}`,
      [frame(first, "a", open), frame(second, "b")],
    ]),
  ),
  ["a close of one byte", [frame(8, "x")]],
  ...[0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2_000, 2_999, 5_000, 10_000, 65_535].map(
    (code): [string, Buffer[]] => [`close code ${code}`, [closing(code)]],
  ),
];

const CLOSED: [string, Buffer[], number][] = [
  ...PROTOCOL.map(([what, frames]): [string, Buffer[], number] => [what, frames, 1002]),
  ...NOT_UTF8.flatMap((bytes): [string, Buffer[], number][] => [
    [`text that is no UTF-8: ${bytes}`, [frame(1, hex(bytes))], 1007],
    [
      `the same in fragments: ${bytes}`,
      [frame(1, hex(bytes).subarray(0, 1), open), frame(0, hex(bytes).subarray(1))],
      1007,
    ],
  ]),
  ["a close reason that is no UTF-8", [closing(1000, hex("ffff"))], 1007],
  ["a close reason that is cut", [closing(1000, hex("e282"))], 1007],
  ...[1, 2].flatMap((op) =>
    [65_537, 2 ** 17, 2 ** 32, 2 ** 53 - 1].map((length): [string, Buffer[], number] => [
      `opcode ${op} of ${length} bytes, by its header`,
      [frame(op, "", { length })],
      1009,
    ]),
  ),
  [
    "fragments above 64 KiB, by the header",
    [frame(1, Buffer.alloc(40_000, " "), open), frame(0, "", { length: 30_000 })],
    1009,
  ],
  [
    "many small fragments above 64 KiB",
    [frame(2, "", open), ...Array.from({ length: 70 }, () => frame(0, Buffer.alloc(1_000), open))],
    1009,
  ],
];

describe("what RFC 6455 forbids ends the connection", () => {
  it.each(CLOSED)("%s", async (_what, frames, code) => {
    await withPeer(async (peer) => {
      peer.socket.write(Buffer.concat(frames));
      expect((await peer.hear(8)).readUInt16BE(0)).toBe(code);
      await peer.untilEnded();
    });
  });
});

describe("what it allows does not", () => {
  it.each<[string, Buffer[], string | null]>([
    ["text in one frame", [frame(1, "{}")], "relay.unknown_command"],
    ...UTF8.flatMap((bytes): [string, Buffer[], string][] => [
      [`the character ${bytes}`, [frame(1, hex(bytes))], "relay.bad_json"],
      [
        `the character ${bytes}, a byte a fragment`,
        [...[...hex(bytes)].map((byte, i) => frame(i === 0 ? 1 : 0, Buffer.from([byte]), open)), frame(0)],
        "relay.bad_json",
      ],
    ]),
    ...[0, 1, 125, 126, 127, 65_535, 65_536].flatMap((size): [string, Buffer[], string][] => [
      [`text of ${size} bytes`, [frame(1, Buffer.alloc(size, " "))], "relay.bad_json"],
      [`binary of ${size} bytes`, [frame(2, Buffer.alloc(size))], "relay.bad_message"],
    ]),
    [
      "text in fragments, empty ones too",
      [frame(1, "", open), frame(0, "{", open), frame(0, "}")],
      "relay.unknown_command",
    ],
    [
      "a ping between fragments",
      [frame(1, "{", open), frame(9, "in between"), frame(0, "}")],
      "relay.unknown_command",
    ],
    ["a character across fragments", [frame(1, hex("e2"), open), frame(0, hex("82ac"))], "relay.bad_json"],
    ["binary", [frame(2, hex("010203"))], "relay.bad_message"],
    ["a pong that was not asked for", [frame(10, "hello")], null],
    ["an empty pong", [frame(10)], null],
    ["a ping of 125 bytes", [frame(9, Buffer.alloc(125, "p"))], null],
    ["a pong between fragments", [frame(1, "{", open), frame(10), frame(0, "}")], "relay.unknown_command"],
  ])("%s", async (_what, frames, code) => {
    await withPeer(async (peer) => {
      peer.socket.write(Buffer.concat([...frames, frame(9, "alive?")]));
      await peer.hear(10, "alive?");
      if (code !== null)
        expect(JSON.parse((await peer.hear(1)).toString())).toMatchObject({ error: { code } });
      expect(peer.frames().some((f) => f.opcode === 8)).toBe(false);
    });
  });

  it.each([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 3000, 3999, 4000, 4999])(
    "close code %i is echoed and the socket ends",
    async (code) => {
      await withPeer(async (peer) => {
        peer.socket.write(closing(code, "bye"));
        expect((await peer.hear(8)).readUInt16BE(0)).toBe(code);
        await peer.untilEnded();
      });
    },
  );

  it("a close without a code, answered by one without", async () => {
    await withPeer(async (peer) => {
      peer.socket.write(frame(8));
      expect((await peer.hear(8)).length).toBe(0);
      await peer.untilEnded();
    });
  });

  it("pings, answered in order with their own content, byte by byte too", async () => {
    await withPeer(async (peer) => {
      for (const byte of frame(9, "slow")) {
        peer.socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      peer.socket.write(Buffer.concat([1, 2, 3].map((n) => frame(9, `p${n}`))));
      await peer.hear(10, "p3");
      const pongs = peer.frames().filter((f) => f.opcode === 10);
      expect(pongs.map((f) => f.payload.toString())).toEqual(["slow", "p1", "p2", "p3"]);
    });
  });

  it("a half-closed socket, which is closed", async () => {
    await withPeer(async (peer) => {
      peer.socket.end();
      await once(peer.socket, "close");
    });
  });
});
