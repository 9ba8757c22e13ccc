/** socket.io, websocket transport only, broadcasting to all. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerCalls } from "../../lib/child.ts";
import { peerRequire } from "../../lib/peers.ts";
import { createServerMethods } from "./methods.ts";

const { Server } = peerRequire("socket.io") as {
  Server: new (http: unknown, options: object) => { emit(event: string, data: Buffer): void };
};
const http = createServer();
const io = new Server(http, { transports: ["websocket"], perMessageDeflate: false, serveClient: false });
http.listen(0, "127.0.0.1");
await once(http, "listening");
const { port } = http.address() as AddressInfo;
answerCalls(
  await createServerMethods(port, (messages) => {
    for (const message of messages) io.emit("q", message);
  }),
);
