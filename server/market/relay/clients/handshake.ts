import type { IncomingMessage } from "node:http";
import { parseBrokerId } from "#domain/access/brokers.ts";
import { PLAN_TYPES } from "#domain/access/plans.ts";
import { AppError } from "#domain/errors.ts";
import {
  MINIMUM_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  SUBPROTOCOL_PREFIX,
  TOKEN_SUBPROTOCOL_PREFIX,
} from "#protocol/version.ts";
import { isLoopback } from "../../../platform/http/addresses.ts";
import type { OriginPolicy } from "../../../platform/http/origins.ts";

const PATH = /^\/broker\/([^/]+)\/?$/;
const CONSUMER = "platform_";
/** What a client that does not know better would call a token in its address. */
const TOKEN_PARAMETERS = ["token", "access_token", "auth_token", "x-auth-token"] as const;

export interface Handshake {
  /** the offered sub-protocol that is taken, null when none was offered */
  readonly subprotocol: string | null;
  /** of the protocol that the two speak: the newest where none was offered */
  readonly version: number;
  /** none of the offered sub-protocols is served: the connection is accepted and closed with 4026, which a browser can see */
  readonly isOutdated: boolean;
}

function checkOrigin(request: IncomingMessage, address: string, policy: OriginPolicy): void {
  const { origin } = request.headers;
  // Browsers always say where a page comes from; who says nothing is a tool, and may only be one of this machine.
  if (origin === undefined ? isLoopback(address) : policy.allows(origin)) return;
  const shown = origin === undefined ? "a connection without Origin" : `the origin ${origin.slice(0, 200)}`;
  throw new AppError(
    "relay.origin_refused",
    `The relay does not serve ${shown}; PUBLIC_ORIGIN lists who may connect`,
  );
}

/** The newest version that both sides know. Sub-protocols that are not ours are passed over. */
function negotiate(header: string | undefined): Handshake {
  const offered = (header ?? "").split(",").map((name) => name.trim());
  // A widget's token is no version, and is never said back.
  const ours = offered.filter(
    (name) => name.startsWith(SUBPROTOCOL_PREFIX) && !name.startsWith(TOKEN_SUBPROTOCOL_PREFIX),
  );
  const versions = ours
    .map((name) => Number(name.slice(SUBPROTOCOL_PREFIX.length)))
    .filter((v) => Number.isInteger(v) && v >= MINIMUM_PROTOCOL_VERSION && v <= PROTOCOL_VERSION);
  if (versions.length > 0) {
    const version = Math.max(...versions);
    return { subprotocol: `${SUBPROTOCOL_PREFIX}${version}`, version, isOutdated: false };
  }
  return { subprotocol: ours[0] ?? null, version: PROTOCOL_VERSION, isOutdated: ours.length > 0 };
}

/**
 * Reads a request for `/broker/{brokerId}?consumerType=platform_{plan}`. Broker and plan must be well formed and count for
 * nothing else: who asks is known from the session.
 * @throws AppError request.not_found, relay.origin_refused, request.invalid, relay.unknown_broker or relay.unknown_plan
 */
export function parseHandshake(request: IncomingMessage, address: string, policy: OriginPolicy): Handshake {
  const target = request.url ?? "/";
  const cut = target.indexOf("?");
  const broker = PATH.exec(cut < 0 ? target : target.slice(0, cut))?.[1];
  if (broker === undefined) {
    throw new AppError(
      "request.not_found",
      "Websockets are served at /broker/{brokerId}?consumerType=platform_{plan}",
    );
  }
  checkOrigin(request, address, policy);
  if (parseBrokerId(broker) === null) {
    throw new AppError("relay.unknown_broker", `There is no broker ${JSON.stringify(broker.slice(0, 40))}`);
  }
  const query = new URLSearchParams(cut < 0 ? "" : target.slice(cut + 1));
  if (TOKEN_PARAMETERS.some((name) => query.has(name))) {
    throw new AppError(
      "request.invalid",
      `A token travels as the sub-protocol ${TOKEN_SUBPROTOCOL_PREFIX}…, never in an address: addresses are logged`,
    );
  }
  const consumer = query.get("consumerType") ?? "";
  const plan = consumer.startsWith(CONSUMER) ? consumer.slice(CONSUMER.length).toLowerCase() : "";
  if (!PLAN_TYPES.some((known) => known === plan)) {
    const shown = JSON.stringify(consumer.slice(0, 40));
    const plans = PLAN_TYPES.join(", ");
    throw new AppError(
      "relay.unknown_plan",
      `consumerType ${shown} names no plan; use platform_ and one of ${plans}`,
    );
  }
  return negotiate(request.headers["sec-websocket-protocol"]);
}
