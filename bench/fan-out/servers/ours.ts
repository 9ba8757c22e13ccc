/** Our relay as it is served: messages come off the bus, clients subscribe and get what they asked for. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { ZERODHA } from "#domain/access/brokers.ts";
import { encodeQuotes } from "#protocol/wire/codec.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { chainSnapshotRequest, quotesRequest, quotesSubject } from "#server/market/bus/market-subjects.ts";
import { createRelay } from "#server/market/relay/relay.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { answerCalls } from "../../lib/child.ts";
import { chainSnapshot } from "../chain.ts";
import { EPOCH, packet } from "../load.ts";
import { createServerMethods } from "./methods.ts";

/** Of the trailer that ends a quote message: epoch, sequence, server time. */
const SEQUENCE_FROM_END = 12;

const bus = createLocalBus();
let sequence = 0;
bus.respond(quotesRequest(), (payload) => {
  const { tokens } = JSON.parse(Buffer.from(payload).toString()) as { tokens: number[] };
  return encodeQuotes(
    tokens.map((token) => packet(token, 10_000)),
    EPOCH,
    sequence,
    Date.now(),
  );
});
bus.respond(chainSnapshotRequest(), () => chainSnapshot());

const http = createServer();
const relay = createRelay({
  bus,
  log: pino({ level: "silent" }),
  origins: () => createOriginPolicy(null, (http.address() as AddressInfo).port),
  identify: () => visitorOf(ZERODHA),
  connectionsPerAddress: 10_000,
  share: { entries: Number.MAX_SAFE_INTEGER, waiting: Number.MAX_SAFE_INTEGER },
});
http.on("upgrade", relay.handleUpgrade);
http.listen(0, "127.0.0.1");
await once(http, "listening");
const { port } = http.address() as AddressInfo;

answerCalls(
  await createServerMethods(port, (messages) => {
    for (const message of messages) {
      sequence = (sequence + 1) >>> 0;
      message.writeUInt32BE(sequence, message.length - SEQUENCE_FROM_END);
      bus.publish(quotesSubject(), message);
    }
  }),
);
