import net from "node:net";
import type { Dialect } from "./dialects.ts";
import { clientFrame, createFrameReader, type OnFrame } from "./frame-reader.ts";

const PING = 0x9;
const PONG = 0xa;
const END_OF_HEAD = Buffer.from("\r\n\r\n");

function request(path: string, port: number): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: c3RyaWtld2lzZSBiZW5jaA==",
    "\r\n",
  ].join("\r\n");
}

/** Opens a client of a server. @returns once it is ready for messages */
export function openSocket(
  port: number,
  dialect: Dialect,
  index: number,
  onFrame: OnFrame,
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    let isUpgraded = dialect.path === null;
    let isReady = false;
    const ready = (): void => {
      isReady = true;
      resolve(socket);
    };
    const upgraded = (): void => {
      isUpgraded = true;
      for (const frame of dialect.greet(index)) socket.write(frame);
      if (dialect.isReady === undefined) ready();
    };
    const read = createFrameReader((opcode, length, head) => {
      if (opcode === PING) {
        socket.write(clientFrame(PONG, head));
        return;
      }
      const answer = dialect.answer?.(opcode, head) ?? null;
      if (answer !== null) socket.write(answer);
      if (!isReady && dialect.isReady?.(opcode, head) === true) ready();
      onFrame(opcode, length, head);
    });
    let head = Buffer.alloc(0);
    socket.on("connect", () => {
      if (dialect.path === null) upgraded();
      else socket.write(request(dialect.path, port));
    });
    socket.on("data", (chunk) => {
      if (isUpgraded) return read(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      if (!head.toString("latin1", 0, 12).endsWith("101")) {
        reject(new Error(`no websocket at ${port}: ${head.toString("latin1", 0, 200)}`));
        socket.destroy();
        return;
      }
      upgraded();
      const rest = head.subarray(end + END_OF_HEAD.length);
      if (rest.length > 0) read(rest);
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`port ${port} closed the connection`)));
  });
}
