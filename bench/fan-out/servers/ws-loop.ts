/** The plain way: `ws`, and for every message a loop over the clients. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { answerCalls } from "../../lib/child.ts";
import { createServerMethods } from "./methods.ts";

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
await once(server, "listening");
const { port } = server.address() as AddressInfo;
answerCalls(
  await createServerMethods(port, (messages) => {
    for (const message of messages) for (const client of server.clients) client.send(message);
  }),
);
