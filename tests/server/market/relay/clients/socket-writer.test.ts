import { once } from "node:events";
import net from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { SocketWriter } from "#server/market/relay/clients/socket-writer.ts";

const open: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.destroy();
});

/** Two ends of a TCP connection. */
async function pair(): Promise<{ near: net.Socket; far: net.Socket }> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const near = net.connect(port, "127.0.0.1");
  const [far] = (await once(server, "connection")) as [net.Socket];
  if (near.connecting) await once(near, "connect");
  server.close();
  open.push(near, far);
  return { near, far };
}

/** A chunk whose bytes say which chunk it is and where in it they lie. */
function chunk(number: number, size = 100_000): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let i = 0; i < size; i++) bytes[i] = (number * 31 + i) & 0xff;
  return bytes;
}

async function readAll(socket: net.Socket, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < size) {
    const [part] = (await once(socket, "data")) as [Buffer];
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts);
}

describe("a writer of a socket", () => {
  it("has its bytes back at once while the kernel takes them, and the stream never sees them", async () => {
    const { near, far } = await pair();
    let streamed = 0;
    const write = near.write.bind(near);
    near.write = ((...args: Parameters<typeof write>) => {
      streamed++;
      return write(...args);
    }) as typeof near.write;
    const writer = new SocketWriter(near, () => expect.unreachable("nothing had to wait"));
    const bytes = Buffer.alloc(4);
    const read = readAll(far, 400);
    for (let i = 0; i < 100; i++) {
      bytes.writeUInt32BE(i);
      expect(writer.write(bytes)).toBe(true);
    }
    const received = await read;
    expect(Array.from({ length: 100 }, (_, i) => received.readUInt32BE(4 * i))).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
    expect(streamed).toBe(0);
  });

  it("keeps what the kernel did not take, in order, and says once when it has left", async () => {
    const { near, far } = await pair();
    far.pause();
    let drains = 0;
    const writer = new SocketWriter(near, () => void drains++);
    const sent: Buffer[] = [];
    do sent.push(chunk(sent.length));
    while (writer.write(sent.at(-1) as Buffer));
    // What the stream writes now must not overtake it.
    const last = Buffer.from("the end");
    near.write(last);
    expect(drains).toBe(0);
    const expected = Buffer.concat([...sent, last]);
    const read = readAll(far, expected.length);
    far.resume();
    expect((await read).equals(expected)).toBe(true);
    await expect.poll(() => drains).toBe(1);
    expect(writer.write(Buffer.from("more"))).toBe(true);
  });

  it("goes behind what the stream still holds", async () => {
    const { near, far } = await pair();
    far.pause();
    const sent: Buffer[] = [];
    while (near.writableLength === 0) {
      sent.push(chunk(sent.length));
      near.write(sent.at(-1) as Buffer);
    }
    let drains = 0;
    const writer = new SocketWriter(near, () => void drains++);
    sent.push(Buffer.from("behind"));
    expect(writer.write(sent.at(-1) as Buffer)).toBe(false);
    const expected = Buffer.concat(sent);
    const read = readAll(far, expected.length);
    far.resume();
    expect((await read).equals(expected)).toBe(true);
    await expect.poll(() => drains).toBe(1);
  });

  it("ends the socket whose peer is gone, and stays quiet on one that has ended", async () => {
    const { near, far } = await pair();
    near.on("error", () => {});
    const closed = new Promise((resolve) => near.on("close", resolve));
    far.resetAndDestroy();
    const writer = new SocketWriter(near, () => expect.unreachable("the socket has ended"));
    const until = performance.now() + 5_000;
    while (!near.destroyed && performance.now() < until) {
      writer.write(chunk(0));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    expect(() => writer.write(chunk(1))).not.toThrow();
  });

  it("writes through the stream where there is no TCP socket beneath it", async () => {
    const stream = new PassThrough();
    open.push(stream);
    const writer = new SocketWriter(stream as unknown as net.Socket, () => {});
    writer.write(Buffer.from("a"));
    writer.writeAll([Buffer.from("b"), Buffer.from("c")]);
    expect(String(stream.read())).toBe("abc");
  });
});
